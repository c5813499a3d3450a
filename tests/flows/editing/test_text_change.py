"""Changes of a text: the stretch that differs, and where the rest stands."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from flows.editing.judged_page import TextChange, change_between

TEXTS = st.text(alphabet="ab𠮷", max_size=12)


@given(before=TEXTS, after=TEXTS)
def test_outside_of_the_change_nothing_differs(before: str, after: str):
    change = change_between(before, after)
    assert before[: change.start] + after[change.start : change.after_end] + before[change.before_end :] == after
    for offset in range(len(before)):
        place = change.after(offset, offset + 1)
        assert place is None or (after[slice(*place)] == before[offset] and change.before(place[0]) == offset)


def test_what_was_written_in_stands_nowhere():
    change = change_between("一二三四", "一二新三四")
    assert change == TextChange(2, 2, 3)
    assert [change.after(1, 3), change.before(2), change.after(2, 4)] == [None, None, (3, 5)]
