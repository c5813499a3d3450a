"""UniDic for MeCab, without what taiyaku does not read: `DICDIR` is the folder, as unidic-lite has it."""

from pathlib import Path

DICDIR = str(Path(__file__).parent / "dicdir")
