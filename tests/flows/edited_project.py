"""A project whose pages, entries, settings, decisions and lexicon are edited at random, and built with and without earlier results."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from flows.files.build_reader import built
from flows.files.review_folder import DECISIONS
from flows.options import samples, termbase_cache
from flows.options.flow_parameters import BuildOptions
from flows.pipeline.frozen_lexicon import FOLDER
from flows.pipeline.lifecycle import publish
from glossary.decisions.decision import Decision
from glossary.decisions.files import ledger_text
from glossary.desk.review.packets.questions import READS, questions_of
from glossary.loading import fingerprint, load
from glossary.termbase.termbase import Concept, Form, Termbase

_SENTENCES = {
    "en": "Gradient checkpointing trades compute for memory, and `torch.compile` fuses kernels.",
    "zh": "梯度检查点以计算换内存，torch.compile 会融合内核，吞吐量因此提高。",
    "ja": "勾配チェックポインティングは計算量と引き換えにメモリーを節約し、カーネルを融合します。",
}
_WORDS = {
    "en": ("throughput", "fused kernel", "tesnor", "release"),
    "zh": ("吞吐量", "内核", "数组", "新词条", "性能"),
    "ja": ("配列", "カーネル", "メモリー", "テスト用語", "組込み"),
}
_RULES = ("T101", "T301", "T4", "T501")


class EditedProject:
    """Sources, entries, settings and decisions; `seed` decides how they are edited."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, seed: int, works: int) -> None:
        self._draw, self._folder, self._patch = random.Random(seed), folder, patch
        self._sources = folder / "articles"
        for work in sorted(path for path in samples.folder().iterdir() if path.is_dir())[:works]:
            shutil.copytree(work, self._sources / work.name)
        self._original = {concept.id: concept for concept in load().concepts}
        self._concepts = dict(self._original)
        self._ignored: set[str] = set()
        self._decided: list[Decision] = []
        self._relearns = False

    def edit(self) -> str:
        """Do one thing; returns what."""
        pages, entries, decisions = [self._page] * 3, [self._entry] * 3, [self.decide] * 2
        return self._draw.choice([*pages, *entries, *decisions, self._setting, self._train])()

    def builds(self) -> tuple[dict[str, bytes], dict[str, bytes]]:
        """The files of the build that uses earlier results, and of the one that uses none."""
        concepts = tuple(sorted(self._concepts.values(), key=lambda concept: concept.id))
        termbase = Termbase(concepts, fingerprint(concepts))
        self._patch.setattr(termbase_cache, "glossary", LoadedGlossary(termbase))
        out, other = (self._folder / f"out-{full}" for full in (False, True))
        shutil.rmtree(other, ignore_errors=True)
        if (out / FOLDER).exists():
            shutil.copytree(out / FOLDER, other / FOLDER, symlinks=True)
        incremental, whole = self._built(full=False), self._built(full=True)
        self._relearns = False
        return incremental, whole

    def _built(self, full: bool) -> dict[str, bytes]:
        ignored, out = tuple(sorted(self._ignored)), self._folder / f"out-{full}"
        options = BuildOptions(sources=(self._sources,), out=out, ignore=ignored, full=full, relearn=self._relearns)
        build = publish(replace(options, review=self._folder / "review", max_lost=1))
        return {str(file.relative_to(build)): file.read_bytes() for file in _files(build)}

    def decide(self) -> str:
        """Decide a finding of the last build; returns what."""
        build = built(self._folder / "out-False" / "latest")
        tables = build.tables({**READS, "findings": None})
        finding = self._draw.choice(build.findings)
        (question,) = questions_of([finding], tables, build.confidences)
        action = self._draw.choice(["accept", "reject", "admit", "discuss"])
        words = (finding.suggestion or next(iter(finding.expected), "")) if action == "accept" else ""
        moment = f"2026-11-22T10:{len(self._decided):02}:00Z"
        self._decided.append(Decision(question, action, self._draw.choice(["Mei", "Aki"]), moment, words=words))
        file = self._folder / "review" / DECISIONS / "both.jsonl"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(ledger_text(self._decided), encoding="utf-8")
        return f"{action} {finding.rule} of {question.path}"

    def _page(self) -> str:
        page = self._draw.choice(sorted(self._sources.rglob("*.md")))
        lines = page.read_text(encoding="utf-8").splitlines()
        place = self._draw.randrange(len(lines))
        action = self._draw.choice(["add", "cut", "copy", "remove"])
        if action == "add":
            lines[place:place] = ["", _SENTENCES[page.stem[:2]], ""]
        elif action == "cut":
            del lines[place : place + 3]
        elif action == "copy":
            shutil.copytree(page.parent, self._sources / f"copy-{self._draw.randrange(10**6)}")
        elif len(list(self._sources.rglob("*.md"))) > 6:
            page.unlink()
            return f"remove {page.relative_to(self._sources)}"
        page.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return f"{action} {page.relative_to(self._sources)}:{place}"

    def _entry(self) -> str:
        concept = self._concepts.get(self._draw.choice(self._met()))
        action = self._draw.choice(["form", "form", "form", "define", "restore", "remove"])
        edited = sorted(name for name in self._original if self._concepts.get(name) != self._original[name])
        if action == "restore" and edited:
            name = self._draw.choice(edited)
            self._concepts[name] = self._original[name]
            return f"restore {name}"
        if concept is None:
            return "nothing"
        if action == "define":
            word = self._draw.choice(_WORDS["en"])
            self._concepts[concept.id] = replace(concept, definition=f"{concept.definition} See {word}.")
            return f"define {concept.id} with {word}"
        if action == "remove":
            del self._concepts[concept.id]
            return f"remove {concept.id}"
        return self._add_form(concept)

    def _add_form(self, concept: Concept) -> str:
        lang = self._draw.choice(["en", "zh", "ja"])
        name = self._draw.choice(
            [*_WORDS[lang], *(form.form + form.form[-1] for form in concept.in_language(lang)[:1])]
        )
        status = self._draw.choice(["admitted", "wrong", "deprecated"])
        others = tuple(form for form in concept.forms if (form.lang, form.form) != (lang, name))
        if not any(form.lang == "en" and form.status == "preferred" for form in others):
            return "nothing"
        self._concepts[concept.id] = replace(concept, forms=(*others, Form(lang, name, status, "any")))
        return f"{status} {lang} {name} for {concept.id}"

    def _met(self) -> list[str]:
        """Concepts whose English stands somewhere in the pages, and some others."""
        text = "\n".join(page.read_text(encoding="utf-8") for page in sorted(self._sources.rglob("en.md"))).casefold()
        english = {name: concept.in_language("en")[0].form.casefold() for name, concept in self._original.items()}
        names = {name for name, form in english.items() if form in text}
        return sorted(names | {*self._draw.sample(sorted(self._original), 20)})

    def _setting(self) -> str:
        self._ignored ^= {self._draw.choice(_RULES)}
        return f"ignore {sorted(self._ignored)}"

    def _train(self) -> str:
        if self._draw.random() < 0.5:
            self._relearns = True
            return "learn again"
        shutil.rmtree(self._folder / "out-False" / FOLDER)
        return "remove the lexicon"


class LoadedGlossary:
    """What loads the glossary: always this one."""

    def __init__(self, termbase: Termbase) -> None:
        self._termbase = termbase

    def __call__(self, *_: object) -> Termbase:
        return self._termbase

    def cache_clear(self) -> None:
        """There is nothing to forget."""


def _files(folder: Path) -> Iterator[Path]:
    return (file for file in sorted(folder.rglob("*")) if file.is_file() and file.name != "manifest.json")
