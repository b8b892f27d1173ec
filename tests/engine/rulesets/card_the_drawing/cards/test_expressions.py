"""Expressions of cards: read exactly, by a white list, and bounded (section 5.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.rulesets.card_the_drawing.cards.card_library import library_of
from engine.rulesets.card_the_drawing.cards.expressions import ATTRIBUTES, NAMES, SELECTORS, ValueKind, parse
from engine.sheets.formulas.expression_parser import FormulaError
from engine.sheets.formulas.expression_terms import FormulaValueError
from tests.engine.rulesets.card_the_drawing.expression_format import format_expression
from tests.engine.rulesets.card_the_drawing.reference_grammar import Grammar
from tests.properties import examples

BEINGS: Mapping[str, Mapping[str, object]] = {
    "user": {"strength": 4, "lost_health": 7, "stunned": False, "side": "party", "injuries": 0, "intelligence": 5},
    "it": {"strength": 2, "lost_health": 0, "stunned": True, "side": "foes", "injuries": 2, "intelligence": 3},
}
EVENT: Mapping[str, object] = {
    "stage": "before",
    "source": "it",
    "source_actor": "it",
    "targets": ("user",),
    "tags": {"Close", "Fire"},
    "is_attack": True,
    "from_play": False,
}


@dataclass(frozen=True)
class Fight:
    """Two of them, one of whom strikes the other."""

    number: int = 3

    def name(self, name: str) -> object:
        return self.number if name == "n" else name

    def attribute(self, of: object, name: str) -> object:
        return (EVENT if of == "event" else BEINGS[str(of)])[name]

    def call(self, of: object, name: str, text: str) -> int:
        return {("count", "attacker"): 1, ("played", "Close"): 2}.get((name, text), 0)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("4 + user.strength", 8),
        ("half(user.lost_health)", 4),
        ("user.lost_health / 2", Fraction(7, 2)),
        ("1/2", Fraction(1, 2)),
        ("-2", -2),
        ("2 - 3 - 4", -5),
        ("2 - (3 - 4)", 3),
        ("12 / 2 / 3", 2),
        ("iff(it.injuries > 0 or it.stunned, 7, 3) + user.strength", 11),
        ("iff(user.stunned, 'a', 'b')", "b"),
        ("min(n, 2) * max(n, user.strength)", 8),
        ("ceil(7 / 2) - floor(7 / 2)", 1),
        ("user in event.targets and 'Close' in event.tags", True),
        ("'Close' not in event.tags", False),
        ("not 'Distant' in event.tags", True),
        ("event.source_actor == user", False),
        ("event.source.strength", 2),
        ("event.stage == 'before'", True),
        ("user.side != it.side", True),
        ("it.played('Close') > 0", True),
        ("count('attacker') + count('all_enemies')", 1),
    ],
)
def test_an_expression_comes_to_its_exact_value(text: str, value: object) -> None:
    result = parse(text).value(Fight())
    assert result == value
    assert type(result) is type(value)


@pytest.mark.parametrize("number", [0, 3, -2])
def test_a_plain_number_is_an_expression(number: int) -> None:
    assert parse(number).value(Fight()) == number


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", 1),
        ("  ", 1),
        ("foo", 1),
        ("4 + foo.strength", 5),
        ("4 + user.charm", 5),
        ("user.strength.size", 1),
        ("user", 1),
        ("event.tags", 1),
        ("user.strength + user", 17),
        ("'Close' + 1", 1),
        ("not user.strength", 5),
        ("user.strength and user.stunned", 1),
        ("user.stunned < 1", 1),
        ("user.strength == 'strong'", 18),
        ("event == event", 1),
        ("event.tags == event.tags", 1),
        ("1 < 2 < 3", 1),
        ("'Close' in user", 12),
        ("'Close' in 'Close'", 12),
        ("user in event.tags", 1),
        ("'Close' in event.targets", 1),
        ("count('everybody')", 1),
        ("count(user)", 1),
        ("user.played(user)", 1),
        ("n.played('Close')", 1),
        ("user.strength()", 1),
        ("half(1, 2)", 1),
        ("min(1)", 1),
        ("abs(1)", 1),
        ("iff(user.strength, 1, 2)", 5),
        ("iff(user.stunned, 1, 'a')", 22),
        ("iff(user.stunned, user, it)", 19),
        ("True", 1),
        ("None", 1),
        ("1.5", 1),
        ("2.", 1),
        ("1e3", 2),
        ("1_000", 2),
        ("0x1F", 2),
        ("1 if user.stunned else 2", 3),
        ("2 ** 3", 1),
        ("7 // 2", 1),
        ("7 % 2", 3),
        ("+2", 1),
        ("~2", 1),
        ('"Close" in event.tags', 1),
        ("'a' 'b'", 5),
        ("b'a'", 2),
        ("f'{user}'", 2),
        ("user[0]", 5),
        ("[1]", 1),
        ("{1}", 1),
        ("(1, 2)", 1),
        ("min(1, 2,)", 10),
        ("min(*user)", 1),
        ("min(a=1)", 6),
        ("(lambda: 1)()", 8),
        ("user.__class__", 1),
        ("__import__('os')", 1),
        ("1 # one", 3),
        ("1;2", 2),
        ("1\n+2", 2),
        ("ünter", 1),
        ("2or 3", 2),
        ("user is it", 6),
        ("(1", 1),
        ("4 +", 3),
    ],
)
def test_whatever_is_not_listed_is_refused_with_its_place(text: str, place: int) -> None:
    with pytest.raises(FormulaError) as refused:
        parse(text)
    assert refused.value.place == place - 1
    assert refused.value.text.endswith(f"(at position {place})")


@pytest.mark.parametrize(
    "text",
    [
        *("(" * 300 + "1" + ")" * 300, "-" * 300 + "1", "not " * 90 + "user.stunned", "+".join("1" * 190)),
        *("half(" * 70 + "1" + ")" * 70, "1" * 401, "9" * 300, "10000000000000", "'" + "a" * 500 + "'"),
        "iff(user.stunned, " * 21 + "1" + ", 1)" * 21,
    ],
)
def test_deep_nesting_and_huge_numbers_are_refused(text: str) -> None:
    with pytest.raises(FormulaError):
        parse(text)


@pytest.mark.parametrize("text", ["999999999999 * 999999999999", "1 / (n - 3)", "1 / 999999999999 / 99"])
def test_what_grows_too_large_or_is_divided_by_nothing_is_no_value(text: str) -> None:
    with pytest.raises(FormulaValueError):
        parse(text).value(Fight())


def _shipped() -> list[str]:
    library = library_of()
    effects = [e for card in library.cards.values() for e in card.effects]
    effects += [e for tag in library.tags.values() for e in tag.effects]
    numbers = [str(value) for e in effects for value in (e.amount, e.count, e.at_least) if value is not None]
    numbers += [str(e.by) for e in effects if e.by is not None and e.stat != "tags"]
    truths = [text for e in effects for text in (e.if_, e.where)]
    return sorted({*numbers, *truths, *(card.interrupt_when for card in library.cards.values())} - {""})


@pytest.mark.parametrize("text", _shipped())
def test_every_shipped_expression_is_read_and_printed_back(text: str) -> None:
    assert format_expression(parse(text).node) == text.replace("1/2", "1 / 2")


# ---- generated: an expression as text, and what it comes to, worked out apart ---------------------------------------

Case = tuple[str, Callable[[], object]]
_STATS = ("strength", "lost_health", "injuries", "intelligence")


def _number_of(who: str, stat: str) -> Case:
    return f"{who}.{stat}", lambda: BEINGS[who][stat]


_LEAVES = st.one_of(
    st.integers(0, 60).map(lambda number: (str(number), lambda: number)),
    st.builds(_number_of, st.sampled_from(("user", "it")), st.sampled_from(_STATS)),
    st.just(("n", lambda: 3)),
    st.just(("it.played('Close')", lambda: 2)),
)
_FACTS = st.sampled_from(
    [
        ("it.stunned", lambda: True),
        ("user.stunned", lambda: False),
        ("event.is_attack", lambda: True),
        ("'Close' in event.tags", lambda: True),
        ("'Distant' not in event.tags", lambda: True),
        ("it in event.targets", lambda: False),
        ("event.source_actor == user", lambda: False),
    ]
)


def _sum(left: Case, sign: str, right: Case) -> Case:
    make: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "/": lambda a, b: a / b,
    }
    return f"({left[0]}) {sign} ({right[0]})", lambda: make[sign](_exact(left), _exact(right))


def _exact(case: Case) -> Fraction:
    value = case[1]()
    assert isinstance(value, int | Fraction)
    return Fraction(value)


_FUNCTIONS: Mapping[str, Callable[[Fraction], int]] = {"half": lambda x: ceil(x / 2), "ceil": ceil, "floor": floor}
_COMPARE: Mapping[str, Callable[[Fraction, Fraction], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


def _truths(numbers: st.SearchStrategy[Case], truths: st.SearchStrategy[Case]) -> st.SearchStrategy[Case]:
    return st.one_of(
        st.tuples(numbers, st.sampled_from(sorted(_COMPARE)), numbers).map(
            lambda t: (f"({t[0][0]}) {t[1]} ({t[2][0]})", lambda: _COMPARE[t[1]](_exact(t[0]), _exact(t[2])))
        ),
        truths.map(lambda t: (f"not ({t[0]})", lambda: not t[1]())),
        st.tuples(truths, truths).map(lambda t: (f"({t[0][0]}) and ({t[1][0]})", lambda: t[0][1]() and t[1][1]())),
        st.tuples(truths, truths).map(lambda t: (f"({t[0][0]}) or ({t[1][0]})", lambda: t[0][1]() or t[1][1]())),
    )


def _numbers(numbers: st.SearchStrategy[Case]) -> st.SearchStrategy[Case]:
    truths = st.one_of(_FACTS, _truths(numbers, _FACTS))
    return st.one_of(
        st.builds(_sum, numbers, st.sampled_from("+-*/"), numbers),
        numbers.map(lambda t: (f"-({t[0]})", lambda: -_exact(t))),
        st.tuples(st.sampled_from(sorted(_FUNCTIONS)), numbers).map(
            lambda t: (f"{t[0]}({t[1][0]})", lambda: _FUNCTIONS[t[0]](_exact(t[1])))
        ),
        st.tuples(numbers, numbers).map(
            lambda t: (f"min({t[0][0]}, {t[1][0]})", lambda: min(_exact(t[0]), _exact(t[1])))
        ),
        st.tuples(truths, numbers, numbers).map(
            lambda t: (f"iff({t[0][0]}, {t[1][0]}, {t[2][0]})", lambda: t[1][1]() if t[0][1]() else t[2][1]())
        ),
    )


NUMBERS = st.recursive(_LEAVES, _numbers, max_leaves=8)
EXPRESSIONS = st.one_of(NUMBERS, _FACTS, _truths(NUMBERS, _FACTS))


@examples(300)
@given(EXPRESSIONS)
def test_what_is_generated_is_read_printed_and_reckoned_alike(case: Case) -> None:
    text, reckon = case
    try:
        read = parse(text)
    except FormulaError as error:
        assume("too" not in error.text)
        raise
    again = parse(format_expression(read.node))
    assert again.node == read.node
    assert format_expression(again.node) == format_expression(read.node)
    assert (again.kind, again.paths, again.calls, again.literals) == (read.kind, read.paths, read.calls, read.literals)
    try:
        wanted = reckon()
    except ZeroDivisionError:
        with pytest.raises(FormulaValueError):
            read.value(Fight())
        return
    value = read.value(Fight())
    assert value == wanted
    assert isinstance(value, bool) is (read.kind is ValueKind.TRUTH)
    assert read.explain(Fight())


# ---- nothing else: what is read is in the grammar of section 5.3 ---------------------------------------------------

_WORDS = (
    *NAMES,
    *(attribute for known in ATTRIBUTES.values() for attribute in known),
    *("played", "half", "ceil", "min", "iff", "count", "and", "or", "not", "in", "if", "else", "is", "True", "None"),
    *("'Close'", "'one'", "'", '"', "0", "7", "12", "1.5", "1e5", "0x2", "_", "lambda", "await"),
    *("==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "(", ")", ",", ".", "**", "//", "%", "[", "]", ":=", "#"),
    *("user.strength", "event.tags", "event.targets", "'Close' in event.tags", "count('one')", "it.played('Close')"),
)


@examples(600)
@given(st.lists(st.sampled_from(_WORDS), max_size=9), st.sampled_from(("", " ")))
def test_nothing_is_accepted_but_the_grammar(words: list[str], between: str) -> None:
    text = between.join(words)
    try:
        read = parse(text)
    except FormulaError as error:
        place = error.place
    else:
        place = 0
        assert Grammar(text).whole(), text
        assert parse(format_expression(read.node)).node == read.node
    assert 0 <= place <= len(text)


@examples(300)
@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read = parse(text)
    except FormulaError:
        return
    assert Grammar(text).whole(), text
    assert parse(format_expression(read.node)).node == read.node


def test_each_selector_can_be_counted() -> None:
    for selector in SELECTORS:
        assert parse(f"count('{selector}')").calls == {("count", selector)}
