from __future__ import annotations

import copy
import gc
import importlib
import pickle
import re

from corpus import lazy_re
from tests.test_floors import MODULES


def test_every_pattern_of_a_module_compiles():
    for name in MODULES:
        if not name.startswith(("flows.docs", "flows.prefect_flows")) and not name.endswith("__main__"):
            importlib.import_module(name)
    patterns = [value for value in gc.get_objects() if type(value) is lazy_re._LazyPattern]
    assert len(patterns) > 500
    for pattern in patterns:
        assert re.compile(pattern.pattern, pattern._given_flags).flags == pattern.flags, pattern.pattern


def test_lazy_pattern_is_used_like_any_other():
    pattern = lazy_re.compile("(?P<word>[a-z]+)", lazy_re.IGNORECASE)
    assert pattern.pattern == "(?P<word>[a-z]+)"
    match = pattern.fullmatch("Tensor")
    assert match and match["word"] == "Tensor" and match.re.groupindex == {"word": 1}
    assert pattern.sub("x", "Two words") == "x x" and pattern.search("1") is None
    assert repr(pattern) == repr(re.compile("(?P<word>[a-z]+)", re.IGNORECASE))


def test_lazy_pattern_goes_to_another_process_and_is_copied():
    pattern = lazy_re.compile("a+", lazy_re.IGNORECASE)
    for other in (pickle.loads(pickle.dumps(pattern)), copy.deepcopy(pattern)):
        assert other.match("AA") and other.pattern == "a+"


def test_wrong_pattern_fails_when_it_is_used():
    pattern = lazy_re.compile("(")
    try:
        pattern.search("")
    except lazy_re.error as error:
        assert error.pattern == "("
    else:
        raise AssertionError("no error")
