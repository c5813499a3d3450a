"""The format of glossary entries: `glossary/README.md`."""

from __future__ import annotations

from collections.abc import Mapping

from flows.files.markdown_table import table
from glossary.loading import built_in_folder, prove
from glossary.loading.self_tests import proof
from glossary.termbase import entry_schema

_HEAD = """# Entries of the glossary

*Generated from `glossary/termbase/entry_schema.py` and `flows/docs/entries.py` by `make docs`: edit the words there.*

`entries/*.toml` holds one `[[concept]]` for each concept, a file for each domain. This is `compiler.toml`:

```toml
[[concept]]
id = "operator"
definition = "A function on tensors that the framework knows by name, such as add or conv2d."
en.good = "operator"
en.abbreviation = ["op", "ops"]
zh.good = ["算子", "运算符"]
zh.bad = [{ form = "操作员", why = "a person who operates a machine", only_near = ["PyTorch", "张量"] }]
ja = "演算子"
examples.zh = ["约 250 个算子", "!操作员正在培训", "*PyTorch 的操作员"]
```

What can be derived is not written: the domain where the file has its name, and English that is the words of the id
(`model-training`).

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
  (ワーカー, メモリ as custom has it). The other spelling is found as a variant; list it as admitted
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
## The long way

Every entry may be written with all that is derived, with `preferred`, `admitted` and `wrong`, and with tables of its
own; both ways may stand in one file, and both stay valid:

```toml
[[concept]]
id = "operator"
domain = "compiler"

[concept.en]
preferred = "operator"

[concept.zh]
preferred = "…"
admitted = ["…"]

[[concept.zh.wrong]]
form = "…"
why = "a person who operates a machine"

[concept.examples]
zh.match = ["…"]
zh.no_match = ["…"]
```

`taiyaku glossary format [FILE…]` writes entries in the short form and keeps remarks; `--check` only names the files
that are not in it. `review apply`, `glossary adopt`, `glossary import` and `glossary candidates` write the short form
too: an entry that reviewers change is written in it as a whole.

## What need not be listed

An English plural counts as its form. A form in Traditional characters, or with another width, spacing between scripts,
ー, ・ or okurigana, is found as well: an allowed one with the status `variant`, while an unwanted one stays unwanted
where only width, spacing, ー or ・ differ. For casing, see `case`.

## What is refused

Loading fails, naming file, concept and remedy, where

- a key is unknown, or a value has the wrong type;
- a preferred form is missing, and the English name is not kept;
- a form is both allowed and unwanted in one concept and language, or listed twice;
- a form is allowed for two concepts of one domain, neither has `only_near`, and they are not a noun and a verb;
- an id stands twice in one folder;
- a change sets nothing, has the id of no built-in entry or of one that the project replaces, or contradicts another;
- a text holds an invisible character, or space at its ends;
- an example does not hold.

## A glossary of your own

`--glossary DIR` (repeatable), or `[glossary] dirs` in the settings, lays the entries of a folder over these. An entry
there takes the place of the whole concept with its id, and the forms that it does not repeat count no more: `glossary
lint` says which entries do, and what they lack. A language that it has no table of is as in the entry that it replaces;
where there is none, the English name counts. `--glossary-only` uses the folders alone.

A `[[change]]` sets some fields of a built-in entry, and the rest stays as later versions of taiyaku have it:

```toml
[[change]]
id = "knowledge-base"
ja.preferred = "ナレッジベース"
reference = "https://example.org/glossary#knowledge-base"
```

It has the keys of a concept.

- A new preferred form: the entry's own is admitted from then on, unless the change lists it as deprecated or wrong.
- `admitted = ["…"]`, or another status: the form is added. One that the entry has under another status moves there; all
  others stay.
- `{ form = "…", only_near = [] }`: this field of the form is replaced. What the entry says of the form besides stays,
  but for `why` and `use` of a form that is wrong no more.
- `keep = true` or `ja.keep = true`: the English name is used, and the entry's preferred form is admitted. The reverse,
  a preferred form where English is kept, leaves the English forms admitted.
- `definition`, `reference`, `choose` and the like replace the field. `identifier` and `examples` are added to.

Examples of the built-in entry that do not hold with the change are passed over. Several changes of one entry, in one
file or several, go together as long as no two set the same field or form to different values. A change is of a built-in
entry: one that your folders replace as a whole is edited there. `taiyaku glossary show` says what the project changed,
and `glossary lint` which change says nothing new. `review apply` and `glossary adopt` write changes.
"""


def entry_format() -> str:
    """Return the format of an entry: every key with its meaning."""
    return _HEAD + "".join(_section(*section) for section in _SECTIONS) + _POLICIES + _LAWS


_SECTIONS = (
    ("Keys of a concept", "", entry_schema.CONCEPT),
    (
        "Keys of a language",
        'Where a language has the forms to use alone, these are its value: `ja = "…"`, or `zh = ["…", '
        '"…"]` with the preferred one first. With anything else it is a table: `zh.good = […]`, `zh.bad = […]`. '
        "All but `preferred`, `keep` and `case` are lists; each item is a string or a table, and `good` of one item "
        "need not be a list.",
        entry_schema.LANGUAGE,
    ),
    (
        "Keys of a form",
        'Where a form is a table: `{ form = "演算", only_near = ["张量"] }`, or a `[[concept.zh.wrong]]` of its own.',
        entry_schema.FORM,
    ),
    (
        "Examples",
        'By language, in one list: `examples.zh = ["…", "!…", "*…"]`: '
        "what begins with ! is for `no_match`, with * for `wrong`, all else for `match`. A text that begins with ! or "
        '* itself needs the long way, `examples.zh.match = ["…"]`, for its language.',
        entry_schema.EXAMPLES,
    ),
)


def _section(title: str, lead: str, meanings: Mapping[str, str]) -> str:
    rows = [(f"`{key}`", meaning) for key, meaning in meanings.items()]
    return f"\n## {title}\n\n{lead}{chr(10) * 2 if lead else ''}{table(('key', 'meaning'), rows)}"


def proved_entries() -> str:
    """Prove the examples of the built-in entries and return the proof; raises GlossaryError if one fails."""
    folder = built_in_folder()
    prove([folder])
    return proof([folder])
