"""Two edits of one text: neither side is lost, except where both change the same lines."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from vtt.prep.merged_text import merged_text
from vtt.prep.unsaved_records import UnsavedRecord

TEXT = st.lists(st.sampled_from("abc"), max_size=6).map("\n".join)


@given(TEXT, TEXT)
def test_one_side_alone_is_taken_whole(old: str, other: str) -> None:
    assert merged_text(old, other, old) == other
    assert merged_text(old, other, other) == other
    assert merged_text(old, old, other) == other


@given(TEXT, TEXT, TEXT)
def test_edits_of_different_parts_are_both_kept(top: str, middle: str, end: str) -> None:
    old = f"{top}\n-\n{middle}\n=\n{end}"
    assert (
        merged_text(old, f"mine\n-\n{middle}\n=\n{end}", f"{top}\n-\n{middle}\n=\nnew") == f"mine\n-\n{middle}\n=\nnew"
    )
    assert (
        merged_text(old, f"{top}\n-\n{middle}\n=\nmine", f"new\n-\n{middle}\n=\n{end}") == f"new\n-\n{middle}\n=\nmine"
    )


def test_a_long_text_of_equal_lines_takes_no_time() -> None:
    old, mine, new = ("\n".join(signs[n % len(signs)] for n in range(8000)) for signs in ("x", "xy", "yxx"))
    start = time.perf_counter()
    merged_text(old, mine, new)
    assert time.perf_counter() - start < 0.05


def test_an_open_page_keeps_its_edits_while_its_links_follow_another_name() -> None:
    saved = {"name": "Inn", "text": "By the [[mill]].\nQuiet."}
    page = UnsavedRecord("notes", "n1", {**saved, "text": "By the [[mill]].\nLoud."}, saved)
    page.rebase({"name": "Inn", "text": "By the [[Old mill]].\nQuiet."})
    assert page.record["text"] == "By the [[Old mill]].\nLoud."
    page.rebase({"name": "Inn", "text": "By the [[Old mill]].\nSilent."})
    assert page.record["text"] == "By the [[Old mill]].\nLoud.", "what is in the form stays where both change a line"
