"""Layers of a glossary: every folder of entries, which of them may be edited, and their entries as texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import tomli

from corpus.text.printable import printable
from glossary.decisions.decision import ReviewError
from glossary.exchange.entry_toml import EntryFile, read_entry, rewritten, split_entries
from glossary.loading import load
from glossary.termbase.entry_files import EntryFolder, opened_folder
from glossary.termbase.read_change import changed_concept, read_change
from glossary.termbase.read_concept import completed, read_concept
from glossary.termbase.short_entry import domain_of
from glossary.termbase.termbase import Concept, Termbase
from glossary.termbase.toml_values import Table

OVERLAY = "reviewed.toml"  # where changes of entries go that cannot be edited where they stand
_BUILT_IN = "glossary/entries"  # in the repository of this project


@dataclass(frozen=True, slots=True)
class Layer:
    """A folder of entries; later layers override earlier ones."""

    place: str  # of the folder, as a patch names it
    files: tuple[tuple[str, bytes], ...]
    editable: bool  # lies in the work tree that the patch is for


@dataclass(frozen=True)
class EntryHome:
    """The file of the entry that counts for a concept."""

    layer: Layer
    name: str
    content: bytes

    @property
    def path(self) -> str:
        """The file's path as a patch names it."""
        return f"{self.layer.place}/{self.name}" if self.layer.place else self.name

    @cached_property
    def file(self) -> EntryFile | None:
        """The file, split into entries; None if its form is unusual."""
        return split_entries(self.content)


class _EntryPlace(NamedTuple):
    """A `[[concept]]` or `[[change]]` in a file."""

    home: EntryHome
    kind: str
    table: Table


@dataclass(frozen=True)
class GlossaryLayers:
    """A glossary as it is loaded, with the texts of its files."""

    termbase: Termbase
    layers: tuple[Layer, ...]
    overlay: str  # folder, as a patch names it, for changes of entries that cannot be edited where they stand
    is_new: bool = False  # whether the overlay is not yet a folder of the glossary

    @cached_property
    def homes(self) -> dict[str, EntryHome]:
        """The home of each concept's entry or change: the one in the last layer that has any."""
        return {concept_id: places[-1].home for concept_id, places in self._places.items()}

    @cached_property
    def _places(self) -> Mapping[str, Sequence[_EntryPlace]]:
        """Every entry of a concept and every change of it, in the order of loading."""
        places: defaultdict[str, list[_EntryPlace]] = defaultdict(list)
        for home in (EntryHome(layer, name, content) for layer in self.layers for name, content in layer.files):
            for kind, tables in tomli.loads(home.content.decode("utf-8-sig").replace("\r\n", "\n")).items():
                for table in tables:
                    places[table["id"]].append(_EntryPlace(home, kind, table))
        return places

    def read(self, concept_id: str, text: str) -> Concept:
        """Return a concept as it reads with a new text of its entry or `[[change]]`; raises GlossaryError."""
        source = self.termbase.by_id[concept_id].source
        ((kind, (table,)),) = tomli.loads(text).items()
        if kind == "concept":
            earlier = self._entries(concept_id)
            return read_concept(completed(table, source, earlier[0] if len(earlier) > 1 else None), source)
        entry = self._entries(concept_id)[-1]
        others = [place for place in self._places[concept_id] if place.kind == "change" and not self._is_edited(place)]
        changes = [*(read_change(place.table, place.home.name) for place in others), read_change(table, source)]
        return changed_concept(entry, changes) or self.termbase.by_id[concept_id]

    def _entries(self, concept_id: str) -> list[Table]:
        """Return the tables of a concept's entries, in the order of loading."""
        places = [place for place in self._places[concept_id] if place.kind == "concept"]
        return [completed(place.table, place.home.name) for place in places]

    def _is_edited(self, place: _EntryPlace) -> bool:
        return place.home is self.homes[place.table["id"]] and place.home.layer.editable

    @property
    def overlay_file(self) -> str:
        """The file of the overlay, as a patch names it."""
        return f"{self.overlay}/{OVERLAY}" if self.overlay else OVERLAY

    def path(self, concept_id: str) -> str:
        """Return the path of the file in which an entry is edited."""
        home = self.homes[concept_id]
        return home.path if home.layer.editable else self.overlay_file

    def texts(self, concept_ids: Iterable[str]) -> dict[str, str]:
        """Return the text of each entry, or change of one, that can be edited in place or put into the overlay.

        A built-in entry that cannot be edited in place gets a change; one of another folder is copied.
        """
        texts = {name: self._text(name) for name in sorted(set(concept_ids))}
        return {name: text for name, text in texts.items() if text}

    def _text(self, concept_id: str) -> str:
        home, kind = self.homes[concept_id], self._places[concept_id][-1].kind
        if not home.layer.editable and not self._is_under(home.layer):
            return ""
        if not home.layer.editable and (kind == "change" or home.layer.place == _BUILT_IN):
            return f'[[change]]\nid = "{concept_id}"\n'
        if not home.file or home.layer.editable:
            return home.file.entry(concept_id) if home.file else ""
        text = home.file.entry(concept_id)
        keys = {"id": concept_id, "domain": domain_of(home.name)}  # in another file it is not derived
        return rewritten(text, {**keys, **read_entry(text)[1]})

    def built_in_texts(self, concept_ids: Iterable[str]) -> dict[str, str]:
        """Return the text of each built-in entry that cannot be edited in place."""
        homes = {name: self.homes[name] for name in concept_ids}
        return {
            name: home.file.entry(name)
            for name, home in homes.items()
            if home.layer.place == _BUILT_IN and not home.layer.editable and home.file
        }

    def _is_under(self, layer: Layer) -> bool:
        """Return whether the overlay is laid over a layer."""
        places = [other.place for other in self.layers]
        return self.overlay not in places or places.index(layer.place) < places.index(self.overlay)


def shelf(root: Path, folders: Sequence[Path] = (), only: bool = False, overlay: Path | None = None) -> GlossaryLayers:
    """Return the glossary of these folders, as `load` takes them, for a patch to be applied in the folder `root`.

    Folders within `root` are edited in place; so are the built-in entries in a work tree of this project. Other
    entries cannot be edited. For a built-in entry of an installed package, a `[[change]]` goes into
    `reviewed.toml` of the folder `overlay`. An entry of another folder is copied there as a whole, with its
    change, and replaces the original. `overlay` defaults to the last of the folders within `root`, or else to
    `terms` in `root`.
    """
    inside = [folder for folder in folders if _relative_path(root, folder)]
    overlay = overlay or (inside[-1] if inside else root / "terms")
    if not _relative_path(root, overlay):
        raise ReviewError(f"{printable(overlay)}: lies outside {printable(root)}; name a folder within it")
    is_new = overlay.resolve() not in [folder.resolve() for folder in folders]
    extra = [*folders, overlay] if is_new and any(overlay.glob("*.toml")) else list(folders)
    termbase = load(extra, only)
    layers = [*([] if only else [_built_in(root)]), *(_layer(root, folder) for folder in extra)]
    return GlossaryLayers(termbase, tuple(layers), _place(root, overlay), is_new)


def _built_in(root: Path) -> Layer:
    folder = files("glossary") / "entries"
    layer = _layer(root, Path(str(folder)))
    installed = any(part == "site-packages" or part.startswith(".") for part in layer.place.split("/"))
    return layer if layer.editable and not installed else Layer(_BUILT_IN, layer.files, False)


def _layer(root: Path, folder: Path) -> Layer:
    opened: EntryFolder = opened_folder(folder)
    return Layer(_place(root, folder), opened.files, _relative_path(root, folder))


def _relative_path(root: Path, folder: Path) -> bool:
    return folder.resolve().is_relative_to(root.resolve())


def _place(root: Path, folder: Path) -> str:
    """Return a folder as a patch names it: relative to the root if it lies within."""
    place, top = folder.resolve(), root.resolve()
    path = place.relative_to(top) if place.is_relative_to(top) else place
    return "" if path == Path() else path.as_posix()
