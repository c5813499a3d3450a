"""Scripts: the characters of Chinese and Japanese, as patterns ask for them."""

from __future__ import annotations

import re

CJK = re.compile(r"[\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9d\U00020000-\U000323af]")
