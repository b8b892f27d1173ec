"""The choices of a group: what fits is taken, what does not is named."""

from __future__ import annotations

import pytest

from engine.core.game_options import OptionKind, OptionSpec, check_option, complete_options
from engine.messages.refusal import Refused
from engine.model.frozen import Json


def spec(kind: OptionKind, default: Json, **more: Json) -> OptionSpec:
    return OptionSpec(kind=kind, default=default, label="", help="", group="", **more)  # type: ignore[arg-type]


SPECS = {
    "flag": spec(OptionKind.FLAG, True),
    "number": spec(OptionKind.NUMBER, 2, least=1, most=4),
    "choice": spec(OptionKind.CHOICE, "a", choices=("a", "b"), rules=("XX-1",)),
    "text": spec(OptionKind.TEXT, ""),
    "numbers": spec(OptionKind.NUMBERS, {}, least=0, most=9),
    "tags": spec(OptionKind.TAGS, [], choices=("a", "b"), most=3, means={"b": {"flag": False, "number": 3}}),
}


def test_what_nobody_has_chosen_is_the_default() -> None:
    chosen = complete_options(SPECS, {"number": 4})
    assert chosen == {"flag": True, "number": 4, "choice": "a", "text": "", "numbers": {}, "tags": []}
    assert list(chosen) == list(SPECS)


def test_a_tag_may_mean_something_for_other_options_unless_the_group_says_otherwise() -> None:
    chosen = complete_options(SPECS, {"tags": ["b", "a word of our own"], "number": 4})
    assert (chosen["flag"], chosen["number"]) == (False, 4)
    assert chosen["tags"] == ["b", "a word of our own"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(
            ("flag", 1),
            ("flag", "on"),
            ("number", 0),
            ("number", 5),
            ("number", True),
            ("number", 1.5),
            ("number", "2"),
        ),
        *(("choice", "c"), ("choice", ["a"]), ("choice", None), ("text", 3), ("numbers", {"a": 10})),
        *(("numbers", {"a": True}), ("numbers", [1]), ("nothing", 1)),
        *(
            ("tags", "a"),
            ("tags", ["a", "A"]),
            ("tags", [" "]),
            ("tags", [1]),
            ("tags", ["x" * 61]),
            ("tags", [*"abcd"]),
        ),
    ],
)
def test_what_does_not_fit_is_refused_by_name(name: str, value: Json) -> None:
    with pytest.raises(Refused) as refused:
        check_option(SPECS, name, value)
    assert f"“{name}”" in refused.value.text
    assert refused.value.rules == (("XX-1",) if name == "choice" else ())


def test_a_refusal_says_what_would_fit_and_cuts_what_is_long() -> None:
    with pytest.raises(Refused) as refused:
        check_option(SPECS, "number", "x" * 10_000)
    assert refused.value.text.endswith("Allowed: a number from 1 to 4.")
    assert len(refused.value.text) < 200
