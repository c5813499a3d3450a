"""`python -m glossary.inventory.making` writes the data file for the torch installed in this Python.

python3.11 -m venv /tmp/torch && /tmp/torch/bin/pip install torch==2.13.0 numpy tomli
/tmp/torch/bin/python -m glossary.inventory.making        # from the root of the checkout
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from glossary.inventory.making.torch_modules import OPEN, PublicName, walk
from glossary.inventory.reading import former_names

# The page of a module and of all below it that has no page of its own; the longest name that fits counts.
_MODULES = {
    "functorch": "func.html",
    "torch": "torch.html",
    "torch.Tensor": "tensors.html",
    "torch.accelerator": "accelerator.html",
    "torch.amp": "amp.html",
    "torch.ao": "quantization.html",
    "torch.ao.ns": "torch.ao.ns._numeric_suite.html",
    "torch.autograd": "autograd.html",
    "torch.backends": "backends.html",
    "torch.compiler": "torch.compiler.html",
    "torch.cpu": "cpu.html",
    "torch.cuda": "cuda.html",
    "torch.cuda.amp": "amp.html",
    "torch.cuda.tunable": "cuda.tunable.html",
    "torch.distributed": "distributed.html",
    "torch.distributed.algorithms.ddp_comm_hooks": "ddp_comm_hooks.html",
    "torch.distributed.algorithms.join": "distributed.algorithms.join.html",
    "torch.distributed.autograd": "rpc.html",
    "torch.distributed.checkpoint": "distributed.checkpoint.html",
    "torch.distributed.elastic": "distributed.elastic.html",
    "torch.distributed.fsdp": "fsdp.html",
    "torch.distributed.launch": "elastic/run.html",
    "torch.distributed.optim": "distributed.optim.html",
    "torch.distributed.pipelining": "distributed.pipelining.html",
    "torch.distributed.rpc": "rpc.html",
    "torch.distributed.run": "elastic/run.html",
    "torch.distributed.tensor": "distributed.tensor.html",
    "torch.distributed.tensor.parallel": "distributed.tensor.parallel.html",
    "torch.distributions": "distributions.html",
    "torch.export": "export.html",
    "torch.fft": "fft.html",
    "torch.func": "func.html",
    "torch.futures": "futures.html",
    "torch.fx": "fx.html",
    "torch.fx.experimental": "fx.experimental.html",
    "torch.hub": "hub.html",
    "torch.jit": "jit.html",
    "torch.library": "library.html",
    "torch.linalg": "linalg.html",
    "torch.masked": "masked.html",
    "torch.monitor": "monitor.html",
    "torch.mps": "mps.html",
    "torch.mtia": "mtia.html",
    "torch.multiprocessing": "multiprocessing.html",
    "torch.nativert": "nativert.html",
    "torch.nested": "nested.html",
    "torch.nn": "nn.html",
    "torch.nn.attention": "nn.attention.html",
    "torch.nn.attention.bias": "nn.attention.bias.html",
    "torch.nn.attention.flex_attention": "nn.attention.flex_attention.html",
    "torch.nn.functional": "nn.functional.html",
    "torch.nn.init": "nn.init.html",
    "torch.nn.intrinsic": "quantization.html",
    "torch.nn.qat": "quantization.html",
    "torch.nn.quantizable": "quantization.html",
    "torch.nn.quantized": "quantization.html",
    "torch.onnx": "onnx.html",
    "torch.optim": "optim.html",
    "torch.overrides": "torch.overrides.html",
    "torch.package": "package.html",
    "torch.profiler": "profiler.html",
    "torch.quantization": "quantization.html",
    "torch.random": "random.html",
    "torch.signal": "signal.html",
    "torch.sparse": "sparse.html",
    "torch.special": "special.html",
    "torch.storage": "storage.html",
    "torch.testing": "testing.html",
    "torch.utils": "utils.html",
    "torch.utils.benchmark": "benchmark_utils.html",
    "torch.utils.checkpoint": "checkpoint.html",
    "torch.utils.cpp_extension": "cpp_extension.html",
    "torch.utils.data": "data.html",
    "torch.utils.deterministic": "deterministic.html",
    "torch.utils.dlpack": "dlpack.html",
    "torch.utils.mobile_optimizer": "mobile_optimizer.html",
    "torch.utils.model_zoo": "model_zoo.html",
    "torch.utils.module_tracker": "module_tracker.html",
    "torch.utils.tensorboard": "tensorboard.html",
    "torch.xpu": "xpu.html",
}
# Here each of these kinds that has a docstring has a page of its own, `generated/<name>.html`. Elsewhere all that a
# module holds stands on the page of the module, or the practice is mixed.
_GENERATED = {
    "torch": ("function",),
    "torch.Tensor": ("method", "property"),
    "torch.accelerator": ("function",),
    "torch.autograd.forward_ad": ("function",),
    "torch.autograd.functional": ("function",),
    "torch.compiler": ("function",),
    "torch.cpu": ("function",),
    "torch.cuda": ("class", "function"),
    "torch.cuda.comm": ("function",),
    "torch.cuda.memory": ("function",),
    "torch.cuda.nvtx": ("function",),
    "torch.fft": ("function",),
    "torch.func": ("function",),
    "torch.linalg": ("function",),
    "torch.mps": ("function",),
    "torch.mtia": ("function",),
    "torch.nn": ("class",),
    "torch.nn.functional": ("function",),
    "torch.nn.parameter": ("class",),
    "torch.nn.utils": ("function",),
    "torch.nn.utils.parametrizations": ("function",),
    "torch.nn.utils.parametrize": ("class", "function"),
    "torch.nn.utils.prune": ("class", "function"),
    "torch.nn.utils.rnn": ("class", "function"),
    "torch.optim": ("class",),
    "torch.optim.lr_scheduler": ("class",),
    "torch.signal.windows": ("function",),
    "torch.sparse": ("function",),
    "torch.xpu": ("class", "function"),
}
_ALSO = {
    "torch.Generator",
    "torch.autograd.backward",
    "torch.autograd.grad",
    "torch.enable_grad",
    "torch.inference_mode",
    "torch.jit.freeze",
    "torch.jit.load",
    "torch.jit.save",
    "torch.jit.script",
    "torch.jit.trace",
    "torch.no_grad",
    "torch.set_grad_enabled",
}
_BUT = {"torch.optim.Optimizer"}  # on optim.html


def module_page(module: str) -> str:
    """Return the page that describes a module, or the nearest module above it."""
    while module not in _MODULES:
        module = module.rpartition(".")[0]
    return _MODULES[module]


def has_own_page(name: str, kind: str, documented: bool) -> bool:
    """Return whether a public name has the page `generated/<name>.html`."""
    parent = name.rpartition(".")[0]
    return name in _ALSO or (documented and kind in _GENERATED.get(parent, ()) and name not in _BUT)


_LETTERS = {
    "class": "c",
    "function": "f",
    "method": "m",
    "property": "p",
    "attribute": "a",
    "dtype": "d",
    "constant": "k",
}
_HEAD = """\
# Public names of PyTorch {version}.
# Made by `python -m glossary.inventory.making`; do not edit, make it again (CONTRIBUTING.md says how).
# From: torch {build}, Python {python}, {platform}: public modules, __all__, classes, .pyi files.
# Holds: {modules} modules, {names} names in them, {members} members of classes, {aliases} aliases.
# Licence: names are facts; no text and no code of PyTorch (BSD-3-Clause) is in here.
# A module and its reference page; below it its names, below a class its own members:
#   {letters}
#   * has a page of its own · = known as · < inherits from · ? holds names that are registered at run time
"""


def text(modules: dict[str, dict[str, PublicName]], version: str, build: str, python: str, platform: str) -> str:
    """Return the text of the data file, from the names of each module."""
    names = [name for module in modules.values() for name in module.values()]
    head = _HEAD.format(
        version=version,
        build=build,
        python=python,
        platform=platform,
        modules=len(modules),
        names=len(names),
        members=sum(len(name.members) for name in names if not name.of),
        aliases=sum(bool(name.of) for name in names),
        letters=" · ".join(f"{letter} {kind}" for kind, letter in _LETTERS.items()),
    )
    return head + "".join(f"{line}\n" for module in sorted(modules) for line in _module(module, modules[module]))


def _module(module: str, names: dict[str, PublicName]) -> Iterator[str]:
    yield f"{module} {module_page(module)}{' ?' if module in OPEN else ''}"
    for child in sorted(names):
        name = names[child]
        line = f" {_LETTERS[name.kind]} {child}"
        if name.of:
            yield f"{line} = {name.of}"
            continue
        has_page = has_own_page(f"{module}.{child}", name.kind, name.documented)
        yield line + (" *" if has_page else "") + (f" < {' '.join(name.bases)}" if name.bases else "")
        for member in sorted(name.members):
            kind = name.members[member]
            has_page = has_own_page(f"{module}.{child}.{member}", kind, member in name.documented_members)
            yield f"  {_LETTERS[kind]} {member}{' *' if has_page else ''}"


FOLDER = Path(__file__).resolve().parents[1]


def main() -> int:
    """Write `torch-<release>.txt` next to the reader, and return the exit status."""
    build = version("torch")
    release = build.partition("+")[0]
    python = ".".join(platform.python_version_tuple()[:2])
    former = former_names("former.toml", (FOLDER / "former.toml").read_text(encoding="utf-8"))
    modules = walk(name for name, entry in former.items() if entry.removed)
    content = text(modules, release, build, python, f"{sys.platform} {platform.machine()}")
    file = FOLDER / f"torch-{release}.txt"
    file.write_text(content, encoding="utf-8", newline="\n")
    print(f"wrote {file.name}: {len(content) / 1024:.0f} KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
