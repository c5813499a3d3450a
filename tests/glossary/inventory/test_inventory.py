"""The inventory of PyTorch's public names: what it knows, what it takes for a slip, and what it leaves alone."""

from __future__ import annotations

import re
import tracemalloc
from importlib.resources import files
from pathlib import Path

import pytest
from packaging.version import Version
from rapidfuzz import process
from rapidfuzz.distance import OSA

from glossary.inventory import FormerName, Inventory, NearbyName, load
from glossary.inventory.names import split_fused
from glossary.inventory.nearest import NameNeighbours, is_slip, nearest
from glossary.inventory.reading import InventoryError, former_names, read_inventory
from tests.glossary.typos import slips
from tests.shared import SHARED, needs_shared

DATA = Path(str(files("glossary.inventory"))) / "torch-2.13.0.txt"
SMALL = """\
# Made for a test.
torch torch.html
 c Tensor
  m add_ *
  p grad *
 f add *
 d float = torch.float32
 d float32
torch.nn nn.html
 c Linear * < torch.nn.Module
  a weight
 c Module *
  m load_state_dict
torch.ops library.html ?
"""


@pytest.fixture(scope="module")
def inventory() -> Inventory:
    return load()


@pytest.fixture(scope="module")
def names(inventory: Inventory) -> list[str]:
    return sorted(inventory.kinds)


# --- what it knows

KINDS = [
    ("torch", "module"),
    ("torch.nn.functional", "module"),
    ("torch.add", "function"),
    ("torch.linalg.svd", "function"),
    ("torch.nn.functional.scaled_dot_product_attention", "function"),
    ("torch.nn.utils.weight_norm", "function"),  # a module has the same name
    ("torch.Tensor", "class"),
    ("torch.nn.Linear", "class"),
    ("torch.distributed.fsdp.FullyShardedDataParallel", "class"),
    ("torch.distributed.ProcessGroupNCCL", "class"),  # not built for the CPU, but in __all__
    ("torch.utils.tensorboard.SummaryWriter", "class"),  # its module needs a library that is not there
    ("torch.Tensor.add_", "method"),
    ("torch.nn.Module.load_state_dict", "method"),
    ("torch.nn.Linear.load_state_dict", "method"),  # inherited
    ("torch.FloatTensor.add_", "method"),
    ("torch.Tensor.grad", "property"),
    ("torch.nn.BatchNorm2d.running_mean", "attribute"),  # set by __init__ of a private base
    ("torch.backends.cudnn.benchmark", "attribute"),
    ("torch.backends.cuda.matmul.allow_tf32", "attribute"),
    ("torch.float16", "dtype"),
    ("torch.half", "dtype"),
    ("torch.channels_last", "constant"),
    ("torch.distributed.tensor.DTensor", "class"),
    ("torch.export.export", "function"),
    ("torch.compile", "function"),
    ("functorch.vmap", "function"),
    ("nn.Linear", "class"),
    ("F.relu", "function"),
    ("dist.all_reduce", "function"),
    ("torch.use_determinstic_algorithms", None),
    ("torch.nn.Linear.wieght", None),
    ("torch.symeig", None),
    ("torch._C", None),
    ("numpy.add", None),
    ("add", None),
    ("", None),
    (".", None),
    ("torch.", None),
    ("torch..add", None),
]


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_kind_of_a_name(inventory: Inventory, name: str, kind: str | None):
    assert inventory.kind(name) == kind
    assert inventory.is_public(name) == (kind is not None)


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("torch.float", "torch.float32"),
        ("torch.nn.modules.linear.Linear", "torch.nn.Linear"),
        ("torch.optim.adam.Adam", "torch.optim.Adam"),
        ("torch.quantization.quantize", "torch.ao.quantization.quantize"),
        ("torch.conv1d", "torch.nn.functional.conv1d"),
        ("torch.nn.modules.linear.Linear.to", "torch.nn.Module.to"),
        ("torch.add", "torch.add"),
    ],
)
def test_aliases_lead_to_the_documented_name(inventory: Inventory, name: str, canonical: str):
    assert inventory.canonical(name) == canonical


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("torch.add", "generated/torch.add.html"),
        ("torch.Tensor.add_", "generated/torch.Tensor.add_.html"),
        ("torch.nn.Linear", "generated/torch.nn.Linear.html"),
        ("torch.nn.Linear.to", "generated/torch.nn.Module.html#torch.nn.Module.to"),
        ("torch.optim.adam.Adam", "generated/torch.optim.Adam.html"),
        ("torch.optim.Optimizer", "optim.html"),
        ("torch.distributed.all_reduce", "distributed.html"),
        ("torch.utils.data.DataLoader", "data.html"),
        ("torch.autograd.Function", "autograd.html"),
        ("torch.Tensor", "torch.html"),
        ("torch.special", "special.html"),
    ],
)
def test_page_of_a_name(inventory: Inventory, name: str, page: str):
    assert inventory.page(name) == f"https://docs.pytorch.org/docs/stable/{page}"


def test_no_page_for_what_is_no_name(inventory: Inventory):
    assert inventory.page("torch.symeig") is None


# --- former names


@pytest.mark.parametrize(
    ("name", "current"),
    [
        ("torch.symeig", "torch.linalg.eigh"),
        ("torch.qr", "torch.linalg.qr"),
        ("torch.cuda.amp.autocast", "torch.amp.autocast"),
        ("torch.quantization.quantize", "torch.ao.quantization.quantize"),  # below torch.quantization
        ("torch.nn.quantized.Linear", "torch.ao.nn.quantized.Linear"),
        ("functorch.vmap", "torch.func.vmap"),
        ("torch.distributed._tensor.DTensor", "torch.distributed.tensor.DTensor"),
        ("torch.distributed.pipeline.sync.Pipe", None),  # gone, and nobody took its name
    ],
)
def test_what_became_of_a_name(inventory: Inventory, name: str, current: str | None):
    former = inventory.former_name(name)
    assert former is not None and (former.name, former.now) == (name, current)


@pytest.mark.parametrize("name", ["torch.add", "torch.linalg.qr", "torch.fft", "torch.nn.functional.foo", "numpy.qr"])
def test_other_names_have_no_past(inventory: Inventory, name: str):
    assert inventory.former_name(name) is None


def test_record_of_a_former_name(inventory: Inventory):
    assert inventory.former_name("torch.set_deterministic") == FormerName(
        "torch.set_deterministic", "torch.use_deterministic_algorithms", "1.7", "1.8", "1.10"
    )


def test_former_names_lead_to_public_ones(inventory: Inventory):
    new = {former.now for former in inventory.former.values() if former.now}
    assert [name for name in sorted(new) if not name.startswith("torchao.") and not inventory.is_public(name)] == []


def test_removed_names_are_not_public_and_the_others_are(inventory: Inventory):
    removed = {name for name, former in inventory.former.items() if former.removed}
    assert [name for name in removed if inventory.is_public(name)] == []
    left = inventory.former.keys() - removed
    unknown = [name for name in left if not inventory.is_public(name) and "._" not in name]
    assert unknown == ["torch.gels"]  # older than 1.4, but still met


def test_releases_of_a_former_name_are_in_order(inventory: Inventory):
    for former in inventory.former.values():
        releases = [Version(version) for version in (former.since, former.deprecated, former.removed) if version]
        assert releases == sorted(set(releases)), former
        assert all(Version("1.4") < release <= Version("2.13") for release in releases), former


# --- laws of the data


def test_provenance_stands_in_the_file(inventory: Inventory):
    head = " ".join(inventory.provenance)
    for needed in ("PyTorch 2.13.0", "python -m glossary.inventory.making", "torch 2.13.0", "Licence", "modules"):
        assert needed in head
    counts = [int(count) for count in re.findall(r"(\d+) (?:modules|names|members)", head)]
    assert sum(counts) >= len(inventory.kinds) > sum(counts) - 60  # some modules share their name with a function
    assert inventory.release == "2.13.0"


def test_data_is_sorted_unique_and_small():
    raw = DATA.read_bytes()
    lines = [line for line in raw.decode().splitlines() if not line.startswith("#")]
    modules = [line.split(" ")[0] for line in lines if not line.startswith(" ")]
    assert modules == sorted(set(modules))
    siblings: dict[tuple[str, str], list[str]] = {}
    module = owner = ""
    for line in lines:
        if not line.startswith(" "):
            module, owner = line.split(" ")[0], ""
        elif line.startswith("  "):
            siblings.setdefault((module, owner), []).append(line.split()[1])
        else:
            owner = line.split()[1]
            siblings.setdefault((module, ""), []).append(owner)
    assert all(names == sorted(set(names)) for names in siblings.values())
    assert len(raw) < 400_000 and b"\r" not in raw


def test_every_name_stands_under_a_public_one(inventory: Inventory, names: list[str]):
    orphans = [name for name in names if "." in name and name.rpartition(".")[0] not in inventory.kinds]
    assert orphans == []
    assert [
        name for name in names if any(part.startswith("_") or not part.isidentifier() for part in name.split("."))
    ] == []


def test_aliases_and_bases_are_names_and_lead_nowhere_round(inventory: Inventory):
    assert all(name in inventory.kinds and name not in inventory.aliases for name in inventory.aliases.values())
    assert all(inventory.kinds[base] == "class" for bases in inventory.bases.values() for base in bases)

    def above(name: str, below: tuple[str, ...]) -> None:
        assert name not in below
        for base in inventory.bases.get(name, ()):
            above(base, (*below, name))

    for name in inventory.bases:
        above(name, ())


# --- slips


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("torch.distribued", "torch.distributed"),
        ("torch.use_deterministic_algoritms", "torch.use_deterministic_algorithms"),
        ("torch.use_determinstic_algorithms()", "torch.use_deterministic_algorithms"),
        ("torch.Nn.linear", "torch.nn.Linear"),
        ("torch.nn.linear", "torch.nn.Linear"),
        ("Torch.nn.Linear", "torch.nn.Linear"),
        ("troch.nn.Linear", "torch.nn.Linear"),
        ("torch.nnLinear", "torch.nn.Linear"),
        ("torch..nn.Linear", "torch.nn.Linear"),
        ("torch.flaot16", "torch.float16"),
        ("torch.distribued.all_redcue", "torch.distributed.all_reduce"),
        ("torch.nn.Linear.load_state_dcit", "torch.nn.Linear.load_state_dict"),
        ("torch.Tensor.requires_gard_", "torch.Tensor.requires_grad_"),
        ("nn.Lienar", "nn.Linear"),
        ("F.rleu", "F.relu"),
        ("load_state_dcit", "load_state_dict"),
        ("model.load_state_dcit", "model.load_state_dict"),
        ("DistributedDataParalel", "DistributedDataParallel"),
        ("functorch.make_functonal", "functorch.make_functional"),
    ],
)
def test_slip_leads_to_the_name(inventory: Inventory, wrong: str, right: str):
    assert [near.name for near in nearest(inventory, wrong)][:1] == [right]


@pytest.mark.parametrize(
    "name",
    [
        "torch.nn.Linear",
        "torch.nn.Linear()",
        "torch.nn.Conv4d",  # another number, not a slip
        "torch.float61",
        "torch.nn.Linears",  # a plural
        "torch.Tensor.matmul_",  # "in place" is another function
        "torch.ab",  # short
        "torch.ops.mylib.add_",
        "torch.ops.atne",
        "torch._dynamo.cofnig",
        "torch.Tensor.grad.dtaa",  # what a property holds is not known
        "torch.symeig",
        "torch.distributed.pipeline.sync.Pip",
        "torch.my_own_function",
        "torchvision.models.resnet50",
        "numpy.linalg",
        "load_state_dict",
        "self.forward",
        "num_warmup_steps",  # num_warmup_iters is a name of torch
        "compiled_model",
        "padding_id",
        "dataLoader",
        "tokenizer",
        "accuracy",
        "张量",
        "",
        ".",
        "...",
    ],
)
def test_no_slip(inventory: Inventory, name: str):
    assert nearest(inventory, name) == ()
    assert split_fused(inventory, name) == ()


def test_nearest_first_and_no_more_than_asked(inventory: Inventory):
    nearby = nearest(inventory, "torch.utils.data.Dataloader")
    assert nearby == (NearbyName("torch.utils.data.DataLoader", 1), NearbyName("torch.utils.data.dataloader", 1))
    assert nearest(inventory, "torch.utils.data.Dataloader", most=1) == nearby[:1]


@pytest.mark.parametrize(
    ("wrong", "parts"),
    [
        ("torch.linalgtorch.special", ("torch.linalg", "torch.special")),
        ("nn.Linearnn.ReLU", ("nn.Linear", "nn.ReLU")),
        ("torch.ffttorch.linalgtorch.special", ("torch.fft", "torch.linalg", "torch.special")),
        ("torch.symeigtorch.linalg.eigh", ("torch.symeig", "torch.linalg.eigh")),
        ("torch.linalg", ()),
        ("torch.linalgtorch.specail", ()),
        ("torchtorch", ()),
        ("torch.nn.ModuleList", ()),
        ("PyTorchLightning", ()),
    ],
)
def test_names_that_ran_together(inventory: Inventory, wrong: str, parts: tuple[str, ...]):
    assert split_fused(inventory, wrong) == parts


def test_no_public_name_is_called_misspelled(inventory: Inventory, names: list[str]):
    assert [
        name for name in (*names, *inventory.former) if nearest(inventory, name) or split_fused(inventory, name)
    ] == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_planted_slips_are_found(inventory: Inventory, names: list[str], seed: int):
    missed, planted = [], 0
    for name, wrong in slips(names, 1300, seed):
        close = process.extract(wrong, names, scorer=OSA.distance, score_cutoff=1, limit=2)
        if len(close) > 1:
            continue  # one slip from two names, or a name itself
        planted += 1
        if [near.name for near in nearest(inventory, wrong)][:1] != [name]:
            missed.append((name, wrong))
    assert planted > 900
    assert 1 - len(missed) / planted >= 0.95, missed[:20]


def test_two_planted_slips_are_often_found_and_seldom_mistaken(inventory: Inventory, names: list[str]):
    pairs = [(name, slipped) for name, wrong in slips(names, 800, 3) for _, slipped in slips([wrong], 1, 4)]
    nearest_names = [
        (name, [near.name for near in nearest(inventory, wrong)][:1]) for name, wrong in pairs if wrong not in names
    ]
    right = sum(near == [name] for name, near in nearest_names)
    mistaken = sum(near not in ([], [name]) for name, near in nearest_names)
    assert right / len(nearest_names) >= 0.7
    assert mistaken / len(nearest_names) <= 0.02


# --- real texts

IDENTIFIER = re.compile(r"(?<![\w./-])(?:torch|nn|F|optim|dist)(?:\.[A-Za-z_]\w*)+(?![\w/-]|\.html)", re.ASCII)
CODE = re.compile(r"`+([^`]+)`+")


@needs_shared
def test_few_false_alarms_in_real_texts(inventory: Inventory):
    identifiers: set[str] = set()
    for page in sorted((SHARED / "data" / "hf-course" / "docs").rglob("*.md*")):
        for code in CODE.findall(page.read_text(encoding="utf-8")):
            identifiers.update(IDENTIFIER.findall(code))
    for page in sorted((SHARED / "articles").rglob("*.txt")):
        identifiers.update(IDENTIFIER.findall(page.read_text(encoding="utf-8", errors="replace")))
    unknown = sorted(name for name in identifiers if not inventory.is_known(name))
    print(f"{len(identifiers)} names, unknown: {unknown}")
    assert len(identifiers) > 60
    # Judged by hand: one misspelled, the others ran together.
    suspected = {name: nearest(inventory, name) for name in unknown if nearest(inventory, name)}
    assert suspected == {"torch.use_determinstic_algorithms": (NearbyName("torch.use_deterministic_algorithms", 1),)}
    assert [name for name in unknown if name not in suspected and not split_fused(inventory, name)] == []


# --- files


def test_small_inventory_is_read(tmp_path: Path):
    (tmp_path / "torch-9.9.9.txt").write_text(SMALL, encoding="utf-8")
    (tmp_path / "former.toml").write_text('[former]\n"torch.old" = { now = "torch.add" }\n', encoding="utf-8")
    small = read_inventory(tmp_path / "torch-9.9.9.txt", tmp_path / "former.toml")
    assert (small.release, small.provenance) == ("9.9.9", ("Made for a test.",))
    assert small.canonical("torch.nn.Linear.load_state_dict") == "torch.nn.Module.load_state_dict"
    assert (small.kind("torch.float"), small.canonical("torch.float")) == ("dtype", "torch.float32")
    assert small.former_name("torch.old") == FormerName("torch.old", "torch.add")
    assert small.is_known("torch.ops.mine") and not small.is_known("torch.nn.mine")
    assert small.page("torch.Tensor.grad") == "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.grad.html"


@pytest.mark.parametrize("line", [" x add", " f", "torch.nn", "", " f add ="])
def test_broken_line_is_named(tmp_path: Path, line: str):
    (tmp_path / "torch-9.9.9.txt").write_text(f"{SMALL}{line}\n", encoding="utf-8")
    (tmp_path / "former.toml").write_text("[former]\n", encoding="utf-8")
    with pytest.raises(
        InventoryError, match=r"torch-9\.9\.9\.txt:15: '.*' is no line of an inventory; rewrite the file"
    ):
        read_inventory(tmp_path / "torch-9.9.9.txt", tmp_path / "former.toml")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '[former]\n"torch.a" = { new = "torch.b" }',
            "former.toml: 'torch.a' has the key 'new'; use deprecated, now, removed, since",
        ),
        (
            '[former]\n"torch.a" = {}\n"torch.a" = {}',
            r'former.toml: .*; a line is "name" = \{ now = "…" \} under \[former\]',
        ),
        ("", r"former.toml: 'former'; a line is"),
    ],
)
def test_faulty_list_of_former_names_is_refused(text: str, message: str):
    with pytest.raises(InventoryError, match=message):
        former_names("former.toml", text)


# --- slips in names that nobody lists


@pytest.mark.parametrize(
    ("first", "second", "slip"),
    [
        ("compute_acuracy", "compute_accuracy", True),
        ("HistgramObserver", "HistogramObserver", True),
        ("prepare_qat_p2te", "prepare_qat_pt2e", True),
        ("WeatherDatset.items", "WeatherDataset.items", True),
        ("compute_accuracy", "compute_accuracy", False),
        ("Trainer.evaluate", "trainer.evaluate", False),  # class and instance
        ("input_id", "input_ids", False),
        ("rows_per_page1", "rows_per_page2", False),
        ("tokenize_function", "tokenizer_function", False),  # an inflection
        ("schedules_of_rows", "schedulers_of_rows", False),
        ("load_text_rows", "load_test_rows", False),  # short words are near to others
        ("train_dataloader", "traindataloader", False),
    ],
)
def test_slip_in_a_name(first: str, second: str, slip: bool):
    assert is_slip(first, second) is slip


def test_names_that_are_one_letter_off():
    assert NameNeighbours(["tensor", "tenso", "sensor", "tensro"]).one_edit_away("tensro") == ["tenso", "tensor"]


def test_a_run_of_letters_is_no_name_and_costs_nothing():
    """40,000 letters took 1.35 GB, 160,000 over 9 GB: one string with a letter left out for each of them."""
    letters = "ACGT" * 10_000
    tracemalloc.start()
    try:
        assert NameNeighbours([letters, letters + "A"]).one_edit_away(letters) == []
        assert nearest(load(), letters) == ()
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 20 << 20
