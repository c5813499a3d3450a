"""Entry schema: every key of `[[concept]]` with its meaning, as the documentation shows it too."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from corpus.languages import packs
from corpus.vocabularies import FINDING_SEVERITY
from glossary.termbase.termbase import CASES, CHOICES, PARTS_OF_SPEECH, SOFTWARE, TIERS

SEVERITIES = tuple(FINDING_SEVERITY)

_DOMAINS_BY_TIER = {
    "core": (
        "api", "autograd", "compiler", "distributed", "ecosystem", "mobile", "nn", "profiling", "quantization",
        "release", "tensors", "training",
    ),
    "ml": (
        "agents", "audio", "data", "generative", "graphs", "hardware", "math", "metrics", "ml", "nlp", "recommenders",
        "reinforcement", "serving", "statistics", "timeseries", "vision",
    ),
    SOFTWARE: ("algorithms", "deployment", "software"),
}  # fmt: skip
# The fields of the built-in entries, with their tier; an overlay may have others, so far as they are no slip of one.
TIER_BY_DOMAIN: Mapping[str, str] = MappingProxyType(
    {domain: tier for tier, domains in _DOMAINS_BY_TIER.items() for domain in domains}
)
DOMAINS = tuple(sorted(TIER_BY_DOMAIN))
CONCEPT: Mapping[str, str] = MappingProxyType(
    {
        "id": "short name of the concept in a-z, 0-9 and . _ + -, the same in every build; required",
        "domain": (
            f"field it belongs to: {', '.join(DOMAINS)}, or one of your own; within one, a form may stand for one "
            "concept only. Default: the name of the file, where it is one of these, as in training.toml; else required"
        ),
        "definition": "what it is, in one sentence of your own",
        "reference": "address where it is explained",
        "keep": "true: the English name is used in Chinese and Japanese as well",
        "choose": (
            f"{' or '.join(CHOICES)}: may an article use several renderings side by side? Default: {CHOICES[0]}"
        ),
        "tier": (
            f"{', '.join(TIERS[:-1])} or {TIERS[-1]}: how near it is to PyTorch. Which allowed form of {SOFTWARE} to "
            f"use, the corpus's custom says alone. Default: that of its domain ({SOFTWARE}: "
            f"{', '.join(_DOMAINS_BY_TIER[SOFTWARE])}), {TIERS[0]} in a domain of your own"
        ),
        "identifier": "list of names that code has for it, such as torch.linalg",
        "case": f"{' or '.join(CASES)}, for all its forms; see the keys of a form",
        "severity": f"{', '.join(SEVERITIES)}: of findings about it. Default: as the rules say; of the unwanted forms "
        "of a project's own entry, as `[glossary] severity` says",
        "note": "a remark for maintainers; no report shows it",
        "draft": "true: checked, but it counts for nothing yet: nothing is found by it",
        **{
            language.code: (
                f"its {language.name} forms: one, a list with the preferred one first, or a table; "
                + ("required unless kept" if language.is_target else "default: the words of the id (model-training)")
            )
            for language in packs()
        },
        "examples": "texts by language by which the entry proves itself when it is loaded",
    }
)
STATUS: Mapping[str, str] = MappingProxyType(
    {
        "preferred": "the form to use; a string or a table, required",
        "admitted": "right as well: another good form, a regional one, English that custom allows",
        "abbreviation": "short for it: AMP, op",
        "deprecated": "right once, not used any more",
        "wrong": "a mistake, above all what machine translation makes of it",
    }
)
LANGUAGE: Mapping[str, str] = MappingProxyType(
    {
        "good": "the forms to use, the preferred one first: short for `preferred` and `admitted`",
        "bad": "short for `wrong`; what was right once stays `deprecated`",
        **STATUS,
        "keep": "true: the English name is used in this language",
        "case": "for its forms in this language; see the keys of a form",
    }
)
FORM: Mapping[str, str] = MappingProxyType(
    {
        "form": "the form itself; required",
        "why": "why it is wrong or deprecated, in a few words that a finding can show",
        "use": "what to write instead, where that is not the preferred form",
        "only_near": (
            "list of words of which one must stand in the same segment or its heading, or else, for a form that may "
            "be used, in the section or in three segments of the page: else it does not count. `@training` among them "
            "stands for a domain: any of its concepts, in a form that asks for no words itself. true: its own domain"
        ),
        "not_in": "list of longer strings inside which it does not count (运行时 in 运行时间)",
        "region": "where it is used, such as zh-TW",
        "since": "release from which on it is used",
        "until": "last release in which it was used",
        "case": (
            "exact: another casing is a variant; any: casing does not matter. "
            "Default: exact where the form has an inner capital or is all capitals"
        ),
        "part_of_speech": (
            f"{' or '.join(PARTS_OF_SPEECH)}: it does not count where English words beside it, or Japanese ones after "
            "it, plainly show the other, and a noun's form and a verb's may stand side by side. Default: both"
        ),
    }
)
EXAMPLES: Mapping[str, str] = MappingProxyType(
    {
        "match": "texts in which the concept is found",
        "no_match": "texts in which it is not found",
        "wrong": "texts in which it is found in a deprecated or wrong form",
    }
)
