"""The clean pages that errors are planted in: our own samples, and the course that stands beside the repository."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path

import tomli

import corpus
from tests.shared import SHARED

FLAWED = Path(__file__).parents[1] / "gold/sample-flaws"
COURSE = SHARED / "data/hf-course/docs"
LANGUAGES = ("zh", "ja")
SENTENCES = Path(__file__).with_name("sentences.toml")
_OWN = Path(__file__).with_name("pages")
CATALOGUE = _OWN / "catalogue.toml"
APART = "\n\n\n"  # between units


@dataclass(frozen=True)
class Base:
    """A page without errors, as far as its authors know, and its English original."""

    work: str
    lang: str
    text: str
    english: str = ""
    site: str = "samples"
    form: str = "md"  # po: both texts are units, as many and in the same order, two blank lines apart
    contexts: tuple[str, ...] = ()  # of units, where they have any


def catalogue(source: str, text: str, contexts: tuple[str, ...] = ()) -> str:
    """A catalogue of gettext of two texts of units."""
    units = zip_longest(contexts, source.split(APART), text.split(APART), fillvalue="")
    return "\n".join(
        (f"msgctxt {json.dumps(context)}\n" if context else "")
        + f"msgid {json.dumps(original, ensure_ascii=False)}\nmsgstr {json.dumps(own, ensure_ascii=False)}\n"
        for context, original, own in units
    )


@cache
def own_catalogues() -> tuple[Base, ...]:
    """The catalogue that was written for planting."""
    units = tomli.loads(CATALOGUE.read_text(encoding="utf-8"))["units"]
    sides = {lang: APART.join(unit[lang] for unit in units) for lang in ("en", *LANGUAGES)}
    return tuple(Base("catalogue", lang, sides[lang], sides["en"], form="po") for lang in LANGUAGES)


@cache
def clean_samples() -> tuple[Base, ...]:
    """The samples that carry no flaws on purpose."""
    flawed = {file.name.split(".")[0] for file in FLAWED.glob("*.jsonl")}
    folders = sorted(
        folder for folder in (Path(str(corpus.__file__)).parent / "samples").iterdir() if (folder / "en.md").exists()
    )
    return tuple(
        Base(folder.name, lang, _text(folder / f"{lang}.md"), _text(folder / "en.md"))
        for lang in LANGUAGES
        for folder in folders
        if folder.name not in flawed
    )


@cache
def own_pages() -> tuple[Base, ...]:
    """Pages that were written for planting: what few samples have, each several times."""
    return tuple(Base("chatbot", lang, _text(_OWN / f"{lang}.md"), _text(_OWN / "en.md")) for lang in LANGUAGES)


def site(lang: str) -> tuple[Base, ...]:
    """Pages of a small site of our own, without originals."""
    texts = tomli.loads(SENTENCES.read_text(encoding="utf-8"))["site"][lang]
    return tuple(Base(f"site/lesson-{number}", lang, f"{text}\n", site="site") for number, text in enumerate(texts, 1))


@cache
def course_pages() -> tuple[Base, ...]:
    """The pages of hf-course in Chinese and Japanese; none where they are not at hand."""
    return tuple(
        Base(
            f"hf-{file.parent.name}-{file.stem}",
            lang,
            _text(file),
            _text(COURSE / "en" / file.relative_to(COURSE / lang)),
            "hf-course",
        )
        for lang in LANGUAGES
        for file in sorted((COURSE / lang).rglob("*.mdx"))
        if (COURSE / "en" / file.relative_to(COURSE / lang)).exists()
    )


def _text(file: Path) -> str:
    return file.read_bytes().decode()
