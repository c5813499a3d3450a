"""The format of glossary entries: `glossary/README.md`."""

from __future__ import annotations

from collections.abc import Mapping

from flows.files.markdown_table import table
from glossary.loading import built_in_folder, prove
from glossary.loading.self_tests import proof
from glossary.termbase import entry_schema

_HEAD = """# Entries of the glossary

*Generated from `glossary/termbase/entry_schema.py` and `flows/docs/entries.py` by `make docs`: edit the words there.*

`entries/*.toml` holds one `[[concept]]` for each concept, by domain:

```toml
[[concept]]
id = "operator"
domain = "compiler"
definition = "A function on tensors that the framework knows by name, such as add or conv2d."

[concept.en]
preferred = "operator"
abbreviation = ["op", "ops"]

[concept.zh]
preferred = "算子"
admitted = ["运算符"]
wrong = [{ form = "操作员", why = "a person who operates a machine", only_near = ["PyTorch", "张量"] }]

[concept.ja]
preferred = "演算子"

[concept.examples]
zh.match = ["约 250 个算子"]
zh.no_match = ["操作员正在培训"]
zh.wrong = ["PyTorch 的操作员"]
```

A status belongs to the triple of concept, language and form, never to a string: 后端 is right for *backend* and wrong
for *backward*. `taiyaku glossary show TERM` prints an entry and how a build uses it.
"""

_POLICIES = """
## Which status

| status | good | bad, and why |
| --- | --- | --- |
| preferred | 张量, テンソル | 张量（tensor）: a gloss is no form |
| admitted | 运算符 beside 算子; 張量 with `region = "zh-TW"` | 算子 in Traditional characters: found anyway |
| abbreviation | AMP, FSDP | op in small letters without context words in a domain where it is a word |
| deprecated | a name that a release gave up, with `until` | a form that you merely like less: that is admitted |
| wrong | 帮派调度 for gang scheduling | 复杂 for complex: an ordinary word; write 复杂梯度 |

A wrong form is one that a good editor would change in every text of its context. `why` is what the reviewer reads:
say what the form means instead ("a power transformer"), not that it is wrong.

## Policies

- **Keep English** (`keep = true`) for what is a name: products, libraries, classes, file formats. A common noun is
  translated, and where good writers leave it in English too (token, batch), English is admitted.
- **Long vowels**: Japanese forms end in ー as loan words in -er, -or, -ar and -y do in today's technical writing
  (ワーカー, オプティマイザー, メモリ as custom has it). The other spelling is found as a variant; list it as admitted
  only where both are good custom.
- **Chinese of the mainland and of Taiwan**: forms are written in Simplified characters; a Traditional page is matched
  all the same. List a Taiwanese form, with `region = "zh-TW"`, where the words differ: 記憶體 for 内存, 函式 for 函数.
- **Context before prohibition**: a form that is an ordinary word counts only near words that show its field. Ten
  context words that good texts really have beat thirty that come to mind.
- **Compounds**: list a compound as a concept of its own where it has a name of its own (量化感知训练); its parts inside
  it are then no separate uses.

`taiyaku glossary lint` checks all entries; with `--build` it also says what a corpus never uses, unwanted forms and
context words that never fire among it. `taiyaku glossary diff BUILD` shows what an edit would change in that build,
`taiyaku glossary export FILE` writes a page to browse, `--format xlsx` a table that `taiyaku glossary import` makes
entries of.
"""

_LAWS = """
## What need not be listed

An English plural counts as its form. A form in Traditional characters, or with another width, spacing between scripts,
ー, ・ or okurigana, is found as well: an allowed one with the status `variant`, while an unwanted one stays unwanted
where only width, spacing, ー or ・ differ. For casing, see `case`.

## What is refused

Loading fails, naming file, concept and remedy, where

- a key is unknown, or a value has the wrong type;
- a preferred form is missing, and the English name is not kept;
- a form is both allowed and unwanted in one concept and language, or listed twice;
- a form is allowed for two concepts of one domain, and neither has `only_near`;
- an id stands twice in one folder;
- a text holds an invisible character, or space at its ends;
- an example does not hold.

`--glossary DIR` (repeatable) lays the entries of a folder over these: an entry there takes the place of the whole
concept with its id, so copy what should stay: `glossary lint` says which entries do, and which forms
they lack. `--glossary-only` uses the folders alone.
"""


def entry_format() -> str:
    """Return what an entry may say: every key with its meaning."""
    return _HEAD + "".join(_section(*section) for section in _SECTIONS) + _POLICIES + _LAWS


_SECTIONS = (
    ("Keys of a concept", "", entry_schema.CONCEPT),
    (
        "Keys of a language",
        "`[concept.en]`, `[concept.zh]` and `[concept.ja]`. All but `preferred`, `keep` and `case` are lists; each "
        "item is a string or a table.",
        entry_schema.LANGUAGE,
    ),
    (
        "Keys of a form",
        'Where a form is a table: `{ form = "演算", only_near = ["张量"] }`, or a `[[concept.zh.wrong]]` of its own.',
        entry_schema.FORM,
    ),
    ("Examples", 'By language: `zh.match = ["…"]`.', entry_schema.EXAMPLES),
)


def _section(title: str, lead: str, meanings: Mapping[str, str]) -> str:
    rows = [(f"`{key}`", meaning) for key, meaning in meanings.items()]
    return f"\n## {title}\n\n{lead}{chr(10) * 2 if lead else ''}{table(('key', 'meaning'), rows)}"


def proved_entries() -> str:
    """Return the proof of the built-in entries, after their examples were proved; raises GlossaryError if one fails."""
    folder = built_in_folder()
    prove([folder])
    return proof([folder])
