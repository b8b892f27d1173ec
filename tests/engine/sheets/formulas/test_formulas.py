"""Formulas: checked against a slow and obvious reference, explained in words, and safe from any author."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.frozen import Json
from engine.sheets.formulas.expression_parser import FormulaError
from engine.sheets.formulas.expression_terms import FormulaValueError, Value, value_text
from engine.sheets.formulas.formula_scope import FormulaScope
from engine.sheets.formulas.formulas import calculate, parse
from tests.engine.sheets.kit import TABLES, sheet
from tests.properties import examples

VALUES: Mapping[str, Value] = {
    "a": 3,
    "b": Fraction(5, 2),
    "z": 0,
    "blank": None,
    "yes": True,
    "no": False,
    "word": "Human",
    "big": 999_999_999_999,
    "dice": "3d8+2",
}
COLUMN: tuple[Value, ...] = (2, None, Fraction(1, 2), 7)


class Still:
    """A scope that never changes."""

    def field(self, name: str) -> Value:
        return VALUES.get(name)

    def part(self, of: str, name: str) -> Value:
        return 4 if (of, name) == ("body", "head") else None

    def column(self, rows: str, column: str) -> Sequence[Value]:
        return COLUMN

    def count(self, name: str) -> int | None:
        return 3

    def entries(self, name: str) -> Sequence[Value]:
        return ("Climbing", " climbing ", "Night  watch", "night watch", "", None, "Law")

    def option(self, name: str) -> Value:
        return True if name == "rich" else None

    def option_in_words(self, name: str) -> tuple[str, str]:
        return f"The {name}", value_text(self.option(name))

    def table(self, name: str) -> Json:
        found: Any = TABLES
        for part in name.split("."):
            found = found.get(part) if isinstance(found, dict) else None
        return found

    def listed(self, rows: str, name: str, column: str) -> Value:
        return 3 if (rows, name, column) == ("spells", "Human", "cost") else None

    def has(self, condition: str) -> bool:
        return condition == "stunned"

    def written(self, column: str) -> str:
        return {"word": "a + 1", "dice": "reckon(word)", "is_large": "a > 5"}.get(column, "")

    def label(self, name: str) -> str:
        return name.upper()


SCOPE: FormulaScope = Still()

# The reference: a formula as a tree, its text with every parenthesis, and its value by the obvious rules.
Tree = tuple[str, Any]
ARITHMETIC: Mapping[str, Callable[[Fraction, Fraction], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
}
COMPARISON: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
ROUNDING: Mapping[str, Callable[[Fraction], int]] = {
    "floor": math.floor,
    "ceil": math.ceil,
    "round": lambda x: math.floor(x + Fraction(1, 2)),
}


class Nothing(Exception):
    """The reference's way to say that a formula makes no sense with these values."""


def text_of(tree: Tree) -> str:
    match tree:
        case ("name" | "number", str(text)):
            return text
        case ("arithmetic" | "comparison" | "word", (sign, left, right)):
            return f"({text_of(left)} {sign} {text_of(right)})"
        case ("not", inner):
            return f"(not {text_of(inner)})"
        case ("minus", inner):
            return f"(-{text_of(inner)})"
        case ("if", (test, then, otherwise)):
            return f"({text_of(then)} if {text_of(test)} else {text_of(otherwise)})"
        case (name, parts):
            return f"{name}({', '.join(text_of(part) for part in parts)})"


def number(value: Any) -> Fraction | None:
    if isinstance(value, str):
        raise Nothing
    return None if value is None else Fraction(value)


def fits(value: Fraction) -> Fraction:
    if abs(value) >= 10**12 or value.denominator >= 10**12:
        raise Nothing
    return value


def value_of(tree: Tree) -> Any:
    match tree:
        case ("name", name):
            return VALUES.get(name)
        case ("number", text):
            return Fraction(text)
        case ("arithmetic", (sign, left, right)):
            one, other = number(value_of(left)), number(value_of(right))
            if one is None or other is None:
                return None
            if other == 0 and sign in {"/", "//", "%"}:
                raise Nothing
            return fits(Fraction(ARITHMETIC[sign](one, other)))
        case ("comparison", (sign, left, right)):
            one, other = value_of(left), value_of(right)
            if one is None or other is None:
                return None
            return (
                COMPARISON[sign](one, other) if sign in {"==", "!="} else COMPARISON[sign](number(one), number(other))
            )
        case ("word", (word, left, right)):
            found = [None if v is None else bool(v) for v in (value_of(left), value_of(right))]
            if (word == "or") in found:
                return word == "or"
            return None if None in found else word == "and"
        case ("not", inner):
            truth = value_of(inner)
            return None if truth is None else not truth
        case ("minus", inner):
            found_number = number(value_of(inner))
            return None if found_number is None else -found_number
        case ("if", (test, then, otherwise)):
            truth = value_of(test)
            return None if truth is None else value_of(then if truth else otherwise)
        case ("given", (inner, otherwise)):
            found_value = value_of(inner)
            return value_of(otherwise) if found_value in (None, "") else found_value
        case ("min" | "max" as name, parts):
            numbers = [number(value_of(part)) for part in parts]
            if None in numbers:
                return None
            return (min if name == "min" else max)(n for n in numbers if n is not None)
        case (name, (inner,)):
            found_number = number(value_of(inner))
            if found_number is None:
                return None
            return abs(found_number) if name == "abs" else ROUNDING[name](found_number)
        case _:
            raise AssertionError(tree)


_LEAVES: st.SearchStrategy[Tree] = st.one_of(
    st.sampled_from([("name", name) for name in VALUES]),
    st.sampled_from([("number", text) for text in ("0", "1", "2.5", "0.1", "7", "100", "999999999999")]),
)


def _branches(inner: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        st.tuples(st.just("arithmetic"), st.tuples(st.sampled_from(sorted(ARITHMETIC)), inner, inner)),
        st.tuples(st.just("comparison"), st.tuples(st.sampled_from(sorted(COMPARISON)), inner, inner)),
        st.tuples(st.just("word"), st.tuples(st.sampled_from(("and", "or")), inner, inner)),
        st.tuples(st.sampled_from(("not", "minus")), inner),
        st.tuples(st.just("if"), st.tuples(inner, inner, inner)),
        st.tuples(st.sampled_from(("given", "min", "max")), pairs),
        st.tuples(st.sampled_from(("abs", "floor", "ceil", "round")), st.tuples(inner)),
    )


TREES = st.recursive(_LEAVES, _branches, max_leaves=10)


@examples(300)
@given(tree=TREES)
def test_formulas_agree_with_the_reference(tree: Tree) -> None:
    try:
        expected = value_of(tree)
    except Nothing:
        with pytest.raises(FormulaValueError):
            parse(text_of(tree)).value(SCOPE)
        assert calculate(parse(text_of(tree)), SCOPE).problem
        return
    calculation = calculate(parse(text_of(tree)), SCOPE)
    assert calculation.value == expected
    assert isinstance(calculation.value, bool) == isinstance(expected, bool)
    if isinstance(expected, Fraction):
        assert isinstance(calculation.value, int) == (expected.denominator == 1)
    assert not calculation.problem
    assert calculation.text


@given(text=st.text(max_size=60) | st.text(alphabet="ab1.+-*/%()<>=!,' iforelsndtmx_", max_size=60))
def test_any_text_is_parsed_or_refused_with_the_place(text: str) -> None:
    refused: FormulaError | None = None
    try:
        calculate(parse(text), SCOPE)
    except FormulaError as error:
        refused = error
    if refused is not None:
        assert 0 <= refused.place <= len(text)
        assert refused.text


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", 0),
        ("1 +", None),
        ("(1", None),
        ("2 ** 3", 0),
        ("1 + a ** 2", 4),
        ("__import__('os')", 0),
        ("a.b.c", 0),
        ("a.__class__.__bases__", 0),
        ("[a]", 0),
        ("{a}", 0),
        ("lambda: 1", 0),
        ("(a := 1)", None),
        ("f'{a}'", None),
        ("b'x'", None),
        ("a[0]", 0),
        ("1 if a", None),
        ("eval('1')", None),
        ("min(1)", 4),
        ("min(*a)", None),
        ("min(a, key=b)", 0),
        ("lookup('x', 1)", 7),
        ("lookup(a)", 0),
        ("option(a)", 0),
        ("pick(a.b, 'x', c.d)", 0),
        ("distinct(a.b, c.d)", 9),
        ("a is b", 0),
        ("a in b", 0),
        ("~a", 0),
        ("a @ b", 0),
        ("1000000000000", 0),
        ("1e5", 0),
        ("0x10", 0),
        ("1_000", 0),
        ("1j", 0),
        ("...", 0),
        ("a\nb", 1),
        ("'\\x41'", 1),
        ("Ünder", 0),
        ("a;b", None),
        ("-" * 30 + "1", 20),
        ("a" * 401, 400),
    ],
)
def test_invalid_formulas_are_refused_with_the_place(text: str, place: int | None) -> None:
    with pytest.raises(FormulaError) as error:
        parse(text)
    assert f"(at position {error.value.place + 1})" in error.value.text
    assert place in {error.value.place, None}  # where Python's own parser stumbles is its own affair


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("sum(r.c)", Fraction(19, 2)),
        ("max(r.c)", 7),
        ("count(r)", 3),
        ("count(r.c)", 3),
        ("distinct(r)", 3),
        ("distinct(r.c)", 3),
        ("distinct(r.c, r.d) == count(r.c)", True),
        ("lookup(size, word)", 6),
        ("lookup(size.Ursoid, 'big')", 8),
        ("lookup(size, 'Elf')", None),
        ("lookup(size, 'Elf', a)", 3),
        ("lookup(size, blank, a)", None),
        ("lookup(bonus_of_strength, 5)", "-1d4"),
        ("step(bonus_of_strength, 5)", "-1d4"),
        ("step(bonus_of_strength, 5.5)", 0),
        ("step(bonus_of_strength, 1000)", "+1d6"),
        ("step(no_table, 5)", None),
        ("listed(spells, word, cost)", 3),
        ("listed(spells, 'Doom', cost, 9)", 9),
        ("pick(r.c, '7', r.c)", 7),
        ("pick(r.c, 'x', r.c)", None),
        ("given(blank, 'x')", "x"),
        ("option('rich')", True),
        ("has('stunned') and not has('prone')", True),
        ("dice_count(dice) * 100 + dice_sides(dice) * 10 + dice_plus(dice)", 382),
        ("dice_count('-2d6')", -2),
        ("dice_plus('+2')", 2),
        ("dice_value(dice)", 10),
        ("dice_value('3d8')", 8),
        ("dice_value(blank)", None),
        ("dice(a, 6, -1)", "3d6-1"),
        ("reckon(word) * 2", 8),
        ("reckon(blank)", None),
        ("body.head", 4),
        ("1 <= a <= 3", True),
        ("5 <= a <= 3", False),
        ("1 <= blank <= 3", None),
        ("word == 'Human'", True),
        ("word != 3", True),
        ("round(-2.5)", -2),
        ("0.1 + 0.2 == 0.3", True),
        ("None", None),
    ],
)
def test_functions(text: str, value: Value) -> None:
    calculation = calculate(parse(text), SCOPE)
    assert (calculation.value, calculation.problem) == (value, "")


@pytest.mark.parametrize(
    "text",
    [
        "word + 1",
        "word < 3",
        "a / z",
        "big + 1",
        "big * big",
        "dice_count('x')",
        "dice(0, 6)",
        "reckon(dice)",
        "1 / 3 / big",
    ],
)
def test_values_that_cannot_be_calculated_are_blank_with_a_reason(text: str) -> None:
    calculation = calculate(parse(text), SCOPE)
    assert calculation.value is None
    assert calculation.problem


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("20 + 5 * a", "20 + 5 × A 3 = 35"),
        ("(20 + 5) * a", "(20 + 5) × A 3 = 75"),
        ("a - (2 - 1)", "A 3 − (2 − 1) = 2"),
        ("a - 2 - 1", "A 3 − 2 − 1 = 0"),
        ("floor(a / 2) + 1", "(A 3 ÷ 2, rounded down) + 1 = 2"),
        ("5 if a >= 2 else 0", "5 (because A 3 ≥ 2)"),
        ("5 if a < 2 else 1", "1 (because A 3 ≥ 2)"),
        ("5 if a < 2 else a + 1", "A 3 + 1 (because A 3 ≥ 2) = 4"),
        ("(5 if a < 2 else 1) + 1", "(1 (because A 3 ≥ 2)) + 1 = 2"),
        ("dice(2, 6, 1)", "2d6+1"),
        ("dice(2, 6)", "2d6"),
        ("dice(a, 6)", "(A 3)d6 = 3d6"),
        ("dice(a, 6, -1)", "(A 3)d6−1 = 3d6-1"),
        ("dice(1, 6, a - 1)", "1d6+(A 3 − 1) = 1d6+2"),
        ("dice(blank, 6)", "(BLANK –)d6 = –"),
        ("yes", "YES: yes"),
        ("a + yes", "A 3 + (YES: yes) = 4"),
        ("given(blank, False)", "BLANK: no = no"),
        ("option('rich')", "option “The rich”: yes"),
        ("sum(r.c)", "sum of R.C 9.5 = 9.5"),
        ("distinct(r.c, r.d)", "number of different R.C, R.D 3 = 3"),
        ("blank * 2", "BLANK – × 2 = –"),
        ("-a", "−A 3 = −3"),
        ("7", "7"),
        ("lookup(size, word)", "6 for WORD Human"),
        ("a * lookup(size, 'Human')", "A 3 × 6 = 18"),
        ("not (a > 2 and yes)", "not (A 3 > 2 and YES: yes) = no"),
    ],
)
def test_a_calculation_is_explained_in_words_and_numbers(text: str, told: str) -> None:
    assert calculate(parse(text), SCOPE).text == told


@pytest.mark.parametrize(
    ("test", "because"),
    [
        ("a == 3", "A 3 = 3"),
        ("a != 3", "A 3 = 3"),
        ("a < 3", "A 3 ≥ 3"),
        ("a <= 2", "A 3 > 2"),
        ("a > 3", "A 3 ≤ 3"),
        ("a >= 18", "A 3 < 18"),
        ("word == 'Elf'", "WORD Human ≠ Elf"),
        ("1 <= a <= 2", "A 3 > 2"),
        ("4 <= a <= 5", "4 > A 3"),
        ("1 <= a <= 3", "1 ≤ A 3 ≤ 3"),
        ("a > 2 and a > 5 and blank", "A 3 ≤ 5"),
        ("a > 2 and a < 5", "A 3 > 2 and A 3 < 5"),
        ("a > 5 or a == 3", "A 3 = 3"),
        ("a > 5 or a < 2", "A 3 ≤ 5 and A 3 ≥ 2"),
        ("not a > 2", "A 3 > 2"),
        ("not (a > 5 or not yes)", "A 3 ≤ 5 and YES: yes"),
        ("yes", "YES: yes"),
        ("no", "NO: no"),
        ("not no", "NO: no"),
        ("z", "Z 0"),
        ("option('rich')", "option “The rich”: yes"),
        ("has('stunned')", "stunned"),
        ("has('prone')", "not prone"),
        ("not has('prone')", "not prone"),
        ("given(blank, a > 5)", "BLANK A 3 > 5"),
        ("given(a > 5, yes)", "A 3 ≤ 5"),
        ("reckon(is_large)", "A 3 ≤ 5"),
        ("False", "no"),
    ],
)
def test_a_choice_between_two_values_is_explained_by_a_fact(test: str, because: str) -> None:
    assert calculate(parse(f"1 if {test} else 2"), SCOPE).text.endswith(f" (because {because})")


def test_choices_inside_each_other_are_explained_by_all_their_facts() -> None:
    formula = "'Heavy' if a >= 18 else 'Medium' if a >= 12 else 'None'"
    assert calculate(parse(formula), SCOPE).text == "None (because A 3 < 18 and A 3 < 12)"
    assert calculate(parse("1 if a > 2 else 3 if blank > 1 else 4"), SCOPE).text == "1 (because A 3 > 2)"
    assert calculate(parse("1 if a > 5 else 3 if blank > 1 else 4"), SCOPE).text == "BLANK – > 1 (because A 3 ≤ 5) = –"


FACTS: Mapping[str, Callable[[Any, Any], bool]] = {
    **{sign: COMPARISON[sign] for sign in "<>"},
    "≤": operator.le,
    "≥": operator.ge,
    "=": operator.eq,
    "≠": operator.ne,
}


@examples(100)
@given(left=st.integers(0, 3), right=st.integers(0, 3), sign=st.sampled_from(sorted(COMPARISON)), negated=st.booleans())
def test_the_fact_that_explains_a_choice_is_true(left: int, right: int, sign: str, negated: bool) -> None:
    test = f"not {left} {sign} {right}" if negated else f"{left} {sign} {right}"
    found = re.fullmatch(r"\d \(because (\d) (.) (\d)\)", calculate(parse(f"8 if {test} else 9"), SCOPE).text)
    assert found is not None
    assert FACTS[found[2]](int(found[1]), int(found[3]))


def test_nested_formulas_read_a_field_only_once() -> None:
    class Counting(Still):
        reads = 0

        def field(self, name: str) -> Value:
            self.reads += 1
            return super().field(name)

    scope = Counting()
    deep = parse("given(" * 9 + "a" + ", 0)" * 9)
    assert deep.value(scope) == VALUES["a"]
    assert scope.reads == 1
    deep.node.explain(scope)
    assert scope.reads < 20, "to tell it costs no more than a look for each"


def test_what_a_formula_reads_is_known() -> None:
    found = parse("a + r.c * lookup(t.u, b) + step(s, body.head) + listed(l, n, c) + (1 if option('o') else reckon(k))")
    assert found.names == {"a", "r.c", "b", "body.head", "n", "k"}
    assert [*map(set, (found.tables, found.steps, found.lists, found.options))] == [{"t.u", "s"}, {"s"}, {"l"}, {"o"}]
    assert found.open


def test_a_formula_is_parsed_once() -> None:
    assert parse("a + 41") is parse("a + 41")


def test_formulas_read_the_characters_values_at_the_table() -> None:
    found = sheet(
        stamina=2, skills=[{"name": "Climb", "base": "body.Left_arm * 100 + track.Honour + chips.blue + most.head"}]
    )
    assert found.value("skills[0].total") == 104
