"""The termbase: concepts, and the forms they take in each language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from operator import attrgetter
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from corpus import lazy_re as re
from glossary.termbase.fault import Fault

_TABLE_LINE = re.compile(r":(?:\d+|.*\brow \d+.*)\Z")
ALLOWED = ("preferred", "admitted", "abbreviation")
UNWANTED = ("deprecated", "wrong")
STATUSES = ALLOWED + UNWANTED
CASES = ("exact", "any")
PARTS_OF_SPEECH = NOUN, VERB = ("noun", "verb")
CHOICES = ("one-per-article", "free")
USUAL_SEVERITY = "major"  # of findings about what a project's entry calls wrong or deprecated
SOFTWARE = "software"
TIERS = ("core", "ml", SOFTWARE)  # how near to the glossary's field, from PyTorch itself to any program
DOMAIN = "@"  # begins the name of a domain among context words: @training
INTERFACE = "interface"  # the domain of labels of a user interface: everyday words in prose, where no law says how


class GlossaryError(ValueError):
    """Raised if the glossary cannot be loaded; one line per fault: file, concept, what was found and the remedy."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        super().__init__("\n".join(map(str, faults)))

    def __reduce__(self) -> tuple[type[GlossaryError], tuple[Fault, ...]]:
        return type(self), self.faults  # from one process to another


class Form(NamedTuple):
    """One way of writing a concept in one language. A tuple, as a large glossary has many."""

    lang: str
    form: str
    status: str
    case: str  # exact: another casing is a variant; any: casing does not matter
    only_near: tuple[str, ...] = ()  # counts only with one of these nearby, see `glossary.matching`
    not_in: tuple[str, ...] = ()  # silent inside one of these longer strings
    why: str = ""
    use: str = ""
    region: str = ""
    since: str = ""
    until: str = ""
    part_of_speech: str = ""  # noun or verb: silent where it is plainly the other
    is_dropped: bool = False  # allowed in the built-in entry that a project's entry replaces without it

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple.__new__, (Form, tuple(self))  # comes back without a call of Python's for each of sixty thousand


class Example(NamedTuple):
    """A test text of an entry: its concept must be found, not found, or found in an unwanted form."""

    lang: str
    expect: str  # match, no_match or wrong
    text: str

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple.__new__, (Example, tuple(self))


@dataclass(frozen=True, slots=True)
class Concept:
    """One entry of the glossary."""

    id: str
    domain: str
    definition: str
    reference: str
    keep: frozenset[str]  # languages in which the English name is kept
    choose: str
    identifiers: tuple[str, ...]  # how code spells it
    forms: tuple[Form, ...]
    examples: tuple[Example, ...]
    source: str  # file it was read from
    note: str = ""  # for maintainers: in no report and no hash
    replaced: Concept | None = None  # the entry of a folder before it whose place it took
    is_project: bool = False  # of a folder that the project lays over the built-in entries
    changed: tuple[str, ...] = ()  # what a [[change]] of the project sets in the entry replaced, as ja.preferred
    severity: str = ""  # of findings about it; empty: as the rules say
    tier: str = TIERS[0]
    unwanted_severity: str = USUAL_SEVERITY  # of findings about what the project calls wrong, where `severity` is empty

    def __reduce__(self) -> tuple[type[Concept], tuple[object, ...]]:
        return Concept, _values(self)  # a third of the time that a dataclass with slots takes to come back

    @property
    def is_label(self) -> bool:
        """Return whether the concept is only a label of a user interface, whose words are everyday ones in prose."""
        return self.domain == INTERFACE and self.replaced is None

    @property
    def is_custom_decided(self) -> bool:
        """Return whether only the corpus's usage decides among its allowed forms. It does for general software, and for
        labels unless they replace a built-in entry for which it does not.
        """
        if self.domain == INTERFACE:
            return self.replaced is None or self.replaced.is_custom_decided
        return self.tier == SOFTWARE and not self.is_project

    def is_project_form(self, form: Form) -> bool:
        """Return whether the project itself says this about a form, rather than copying it from a built-in entry."""
        is_own = self.replaced is None or form not in self.replaced.forms
        return self.is_project and is_own and not form.is_dropped

    def replacing(self, entry: Concept | None) -> Concept:
        """Return a project's concept in place of a built-in entry. Allowed forms of that entry which this one omits
        are deprecated, in the languages for which this one has forms. For an interface label they stay admitted, and
        mixing them is as free as in the entry.
        """
        if entry is None or entry.is_project or not self._has_one_form:
            return replace(self, replaced=entry, is_project=True)
        own = {(form.lang, form.form.casefold()) for form in self.forms}
        langs = {form.lang for form in self.forms} - {"en"}
        others = [
            form
            for form in entry.forms
            if form.lang in langs and form.status in ("preferred", "admitted") and not form.region
            if (form.lang, form.form.casefold()) not in own
        ]
        is_label = self.domain == INTERFACE
        status = "admitted" if is_label else "deprecated"
        dropped = [form._replace(status=status, is_dropped=not is_label) for form in others]
        choose = entry.choose if is_label else self.choose
        return replace(self, forms=(*self.forms, *dropped), replaced=entry, is_project=True, choose=choose)

    def is_law(self, lang: str) -> bool:
        """Return whether the project's own glossary decides how the term is rendered in a language everywhere."""
        says_so = not self.changed or any(key.partition(".")[0] in (lang, "keep") for key in self.changed)
        return self.is_project and says_so and self.domain != INTERFACE and self._has_one_form

    @property
    def _has_one_form(self) -> bool:
        return self.choose == CHOICES[0]

    @property
    def table_line(self) -> str:
        """Return the file and line of the project's table that has it; empty where it is an entry in TOML."""
        return self.source if self.is_project and _TABLE_LINE.search(self.source) else ""

    def in_language(self, lang: str) -> tuple[Form, ...]:
        """Return its forms in one language, preferred first."""
        return tuple(form for form in self.forms if form.lang == lang)


_values: Callable[[Concept], tuple[object, ...]] = attrgetter(*(part.name for part in fields(Concept)))


@dataclass(slots=True)
class Facts:
    """Facts derived from the concepts: those computed so far, and where they are kept for other processes."""

    computed: dict[tuple[object, ...], Any] = field(default_factory=dict)
    shelf: Path | None = None


@dataclass(frozen=True, eq=False)
class Termbase:
    """The concepts of a run, sorted by id, and a short hash of their content."""

    concepts: tuple[Concept, ...]
    fingerprint: str
    facts: Facts = field(default_factory=Facts, init=False)  # a changed copy has none of these, see `termbase_facts`

    @cached_property
    def by_id(self) -> Mapping[str, Concept]:
        """The concepts by id."""
        return MappingProxyType({concept.id: concept for concept in self.concepts})

    @cached_property
    def _preferred(self) -> dict[str, dict[str, str]]:
        """The preferred forms by language, for the concepts requested so far."""
        return {}

    @cached_property
    def _forms(self) -> dict[str, dict[tuple[str, str], Form]]:
        """The forms by language and text, for the concepts requested so far."""
        return {}

    def preferred(self, concept_id: str, lang: str) -> str:
        """Return the preferred form of a concept in a language; the English one where the entry has none."""
        if concept_id not in self._preferred:
            forms = self.by_id[concept_id].forms
            self._preferred[concept_id] = {form.lang: form.form for form in forms if form.status == "preferred"}
        preferred = self._preferred[concept_id]
        return preferred.get(lang) or preferred["en"]

    def form(self, concept_id: str, lang: str, form: str) -> Form | None:
        """Return the entry's data for a form found in text of this language; None for an identifier."""
        if concept_id not in self._forms:
            concept = self.by_id.get(concept_id)
            self._forms[concept_id] = {(entry.lang, entry.form): entry for entry in concept.forms} if concept else {}
        forms = self._forms[concept_id]
        return forms.get((lang, form)) or forms.get(("en", form))

    def part_of_speech(self, concept_id: str, lang: str, form: str) -> str:
        """Return the only part of speech of a form, noun or verb; empty if it may be both."""
        entry = self.form(concept_id, lang, form)
        return entry.part_of_speech if entry else ""
