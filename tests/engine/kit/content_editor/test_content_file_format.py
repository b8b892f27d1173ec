"""ContentFiles of records from strangers: measured before they are read, and what is wrong is said in one sentence."""

from __future__ import annotations

import time
import tomllib
from typing import Final

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from engine.core.strict_parsing import load_toml
from engine.kit.content_editor.content_file_format import FORMAT, MOST_BYTES, MOST_LEVELS, ContentFiles
from engine.kit.content_editor.view_models import EditRefused

FILES: Final = ContentFiles("tiny", ("cards",))
HEAD: Final = f'format = "{FORMAT}"\nversion = 1\nruleset = "tiny"\n'


def refused(text: str) -> str:
    with pytest.raises(EditRefused) as error:
        FILES.read(text)
    return str(error.value)


def dotted(lines: int, parts: int, part: str = "b") -> str:
    """Keys of many parts: as nested tables they take up a thousand times their size."""
    return "".join(f"a{line}.{'.'.join([part] * parts)} = 1\n" for line in range(lines))


@pytest.mark.parametrize(
    "text",
    [
        dotted(100, 200),
        dotted(100, 60, '"b.c"'),
        dotted(100, 60, "'b'"),
        dotted(100, 100, "b ").replace("b .", "b . "),
        f"[{'.'.join('a' * 20_000)}]\n",
        f"x = {{{'.'.join('a' * 20_000)} = 1}}\n",
        f"s = 'it is not over'\n{dotted(100, 200)}",
        f's = """a "quoted" word"""\n{dotted(100, 200)}',
    ],
    ids=["plain", "quoted", "literal", "spaced", "table", "inline", "after a string", "after a long string"],
)
def test_keys_of_very_many_parts_are_refused_before_anything_is_read(text: str) -> None:
    begun = time.process_time()
    assert f"more than {MOST_LEVELS} nested levels" in refused(HEAD + text)
    assert time.process_time() - begun < 2, "of computing, where reading it took thirteen"


@pytest.mark.parametrize("text", ["x = '''" * 100_000, '"""' * 200_000, 'a="' + "x\\" * 200_000, dotted(8_000, 7)])
def test_whatever_a_file_holds_is_measured_in_time(text: str) -> None:
    begun = time.process_time()
    assert refused(HEAD + text[: MOST_BYTES - 200])
    assert time.process_time() - begun < 10


def test_dots_in_texts_numbers_and_remarks_are_no_levels() -> None:
    text = (
        'a."b.c.d.e.f.g.h.i.j".c = "x.y.z.1.2.3.4.5.6.7.8.9"\nf = 1.5\nd = 1979-05-27T07:32:00.999Z\n'
        '# a.b.c.d.e.f.g.h.i.j.k.l\ns = """\na.b.c.d.e.f.g.h.i.j "quoted" \\"k.l.m\\" n.o.p.q.r.s"""\n'
        "l = '''a.b.c.d.e.f.g.h.i.j'''\nq = ['a.b.c', \"d\\\"e\"]\n"
    )
    assert load_toml(text, MOST_LEVELS) == tomllib.loads(text)


VALUES = st.recursive(
    st.text(max_size=12) | st.integers(-(10**6), 10**6) | st.booleans() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=12,
)


@given(made=st.dictionaries(st.text(max_size=6), VALUES, max_size=4))
def test_whatever_is_written_is_read(made: dict[str, object]) -> None:
    text = tomli_w.dumps(made)
    assert load_toml(text, 64) == tomllib.loads(text)


@pytest.mark.parametrize("text", ["[]", '[{"format": "x"}]', "[1, 2]", '  [\n  {"id": "a"}]', "[true]", '["a"]'])
def test_a_list_in_json_is_said_to_be_one(text: str) -> None:
    assert "JSON file contains only a list" in refused(text)
    assert FORMAT in refused(text)


@pytest.mark.parametrize("text", ["[[card]]\nid = 'a'\n", "[card]\nid = 'a'\n", "[ [card] ]", "[{", "[1,"])
def test_what_begins_with_a_bracket_is_read_as_what_it_is(text: str) -> None:
    why = refused(text)
    assert "was not exported from the Prep room" in why if text.startswith(("[[card]]", "[card]")) else why
    assert "TOML" not in why
