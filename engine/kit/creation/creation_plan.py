"""The steps by which characters of a game are made and advance, as its `creation.toml` and `advancement.toml` say.

A step chooses packages, sets numbers, hands out points over the rows of a sheet, assigns values, or asks for words. All
of it fills fields of one record sheet. `engine/docs/character-creation.md` explains the file.

>>> looks = WordsStep(key="looks", title="Looks", say="A few words.", fields=("looks",), when="level > 1")
>>> plan = CreationPlan(steps=(looks,))
>>> plan.step("looks").title, list(formulas_in(plan))
('Looks', [('steps[0].when', 'level > 1')])
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta

from engine.model.frozen import Frozen, Json
from engine.sheets.model.sheet_description import FormulaText, Key

LARGEST: Final = 262144
"""The size limit of a `creation.toml`, in bytes."""
Method = Literal["dice", "points"]
Raise = Literal["number", "dice", "die"]
"""The thing that a point raises: a number, the number of dice, or the size of the dice."""

_Line = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]
_Sentence = Annotated[str, Meta(max_length=400, pattern=r"^[^\x00-\x1f\x7f]*$")]
_DiceText = Annotated[str, Meta(max_length=40)]
_Small = Annotated[int, Meta(ge=-9999, le=9999)]
_Count = Annotated[int, Meta(ge=0, le=100)]
_Cost = Annotated[int, Meta(ge=0, le=9999)]
_Rising = Annotated[int, Meta(ge=0, le=100)]


class PointPool(Frozen):
    """Points that one or more steps spend.

    Attributes:
        key: its name in steps.
        label: the name that people read.
        amount: a formula; empty for the average of the dice of the step that sets numbers with it.
        to: the field that gets what is left; empty if every point must be spent.
    """

    key: Key
    label: _Line
    amount: FormulaText = ""
    to: Key | Literal[""] = ""


class PackageOption(Frozen):
    """One option of a step: a species, a career, a deck, a piece of gear.

    Attributes:
        name: the name that people read; unique in its step.
        say: one sentence about it.
        cost: the points that it costs.
        when: a formula; the option is there only while it is true.
        fields: the fields that it sets.
        rows: the rows and entries that it adds to fields.
        dice: the dice that a step which sets numbers uses instead of its own, by number.
    """

    name: _Line
    say: _Sentence = ""
    cost: Annotated[int, Meta(ge=0, le=9999)] = 0
    when: FormulaText = ""
    fields: Annotated[Mapping[Key, Json], Meta(max_length=60)] = {}
    rows: Annotated[Mapping[Key, Annotated[tuple[Json, ...], Meta(max_length=100)]], Meta(max_length=20)] = {}
    dice: Mapping[Key, _DiceText] = {}


class CreationStepBase(Frozen, tag_field="kind"):
    """The attributes that all steps share.

    Attributes:
        key: its name in drafts.
        title: its title.
        say: one sentence that explains the choice.
        when: a formula; the step is there only while it is true.
        pool: the points that it spends; empty for none.
        rules: the rules that require it.
        gm: only the GM has this step.
        command: in advancement, the command of the game that does each choice: its `kind` and its fields, with
            `{name}` and others for values of what is chosen; empty if the sheet is just written.
    """

    key: Key
    title: _Line
    say: Annotated[str, Meta(min_length=1, max_length=400, pattern=r"^[^\x00-\x1f\x7f]*$")]
    when: FormulaText = ""
    pool: Key | Literal[""] = ""
    rules: tuple[str, ...] = ()
    gm: bool = False
    command: Annotated[Mapping[str, Json], Meta(max_length=12)] = {}


class ChooseStep(CreationStepBase, tag="choose", kw_only=True):
    """Choose one or several options.

    Attributes:
        options: the options.
        least: the number that must be chosen.
        most: the number that may be chosen.
        field: the field that gets the chosen names; empty if the options say all themselves.
        proposed: the names that the field, or the first column of its rows, proposes are options too, such as those of
            the group's own list.
        own: people may add options by typing a name.
        cost: the cost of a proposed or typed option, as a number or a formula.
        cost_from: a column of the list: its number is the cost of a proposed option that has one.
        limits: columns of the list, each with a formula: a proposed option has no higher number there.
        column: a column of the field that gets a number by the order of the choices.
        values: those numbers, of the first choice first.
        asks: the words that its command needs besides, each with its label.
    """

    options: Annotated[tuple[PackageOption, ...], Meta(max_length=100)] = ()
    least: _Count = 1
    most: Annotated[int, Meta(ge=1, le=100)] = 1
    field: Key | Literal[""] = ""
    proposed: bool = False
    own: bool = False
    cost: Annotated[int, Meta(ge=0, le=9999)] | FormulaText = 0
    cost_from: Key | Literal[""] = ""
    limits: Annotated[Mapping[Key, FormulaText], Meta(max_length=4)] = {}
    column: Key | Literal[""] = ""
    values: Annotated[tuple[_Small, ...], Meta(max_length=100)] = ()
    asks: Annotated[Mapping[Key, _Line], Meta(max_length=4)] = {}


class CreationNumber(Frozen):
    """One number that a step sets.

    Attributes:
        key: the field.
        dice: the dice that it is rolled with.
        least: the lowest number; None for the lowest that the dice can show.
        most: the highest number; None for the highest that the dice can show.
    """

    key: Key
    dice: _DiceText = ""
    least: _Small | None = None
    most: _Small | None = None


class NumbersStep(CreationStepBase, tag="numbers", kw_only=True):
    """Set numbers, rolled with dice or bought with points.

    Attributes:
        numbers: the numbers.
        methods: the ways to get them, the usual one first.
        costs: the points that a number costs in all, by number; see `total_cost`.
        rising: what each next point costs, times the number that it reaches; 0 for a price that does not grow.
        copies: endings of other fields that get the same number: `_original` for `str_original`.
        highest: the ending of the fields that get the highest number that is possible.
    """

    numbers: Annotated[tuple[CreationNumber, ...], Meta(min_length=1, max_length=40)]
    methods: Annotated[tuple[Method, ...], Meta(min_length=1, max_length=2)] = ("dice",)
    costs: Mapping[str, _Cost] = {}
    rising: _Rising = 0
    copies: Annotated[tuple[str, ...], Meta(max_length=4)] = ()
    highest: str = ""


class ListedRows(Frozen):
    """Names of rows that may be added: those in a list of the game whose column has one of some words.

    A word in braces is the value of a field: `{archetype}`. In the sentence that tells such rows apart, it is the value
    of a column of the list: `Cost {cost}. {text}`.
    """

    list: Key
    column: Key | Literal[""] = ""
    words: Annotated[tuple[_Line, ...], Meta(max_length=20)] = ()
    say: _Line | Literal[""] = ""


class SpendStep(CreationStepBase, tag="spend", kw_only=True):
    """Hand out points over the rows of a field, or over single fields, on top of what they have.

    Attributes:
        field: the field with the rows; empty if only single fields get points.
        by: the column with the name of a row.
        column: the column that gets the points.
        detail: a column that tells rows of the same name apart.
        fields: single fields that get points too.
        raises: what a point raises.
        costs: the points that a number costs in all, by number; see `total_cost`.
        rising: what each next point costs, times the number that it reaches; 0 for a price that does not grow.
        gain: what a point really brings, where the dice of a command decide it.
        marked: a column that must be ticked in a row; empty for all rows.
        unmarked: a column that must not be ticked in a row, and is ticked with the first point; empty for all rows.
        most_added: a formula: the points that this step can add to a row; empty for any number.
        most: a formula: the highest number in a row; empty for any number.
        lowers: the step can also take away what earlier steps gave.
        falls: each point lowers the number, and does not raise it.
        taken_from: the ending of the fields that the points are taken from, up to what they have: `_lost`.
        highest: the ending of the fields with the highest number that a field can reach; one without a value has none.
        chips: the points that a chip of the player brings, by colour: the step turns chips into points.
        least_total: a formula: the sum over all rows that is needed; empty for none.
        advised_total: a formula: the sum over all rows that the rules advise; empty for none.
        shows: a column with a number that follows, shown beside each row.
        names: the rows that can be added.
    """

    field: Key | Literal[""] = ""
    by: Key | Literal[""] = ""
    column: Key | Literal[""] = ""
    detail: Key | Literal[""] = ""
    fields: Annotated[tuple[Key, ...], Meta(max_length=40)] = ()
    raises: Raise = "number"
    costs: Mapping[str, _Cost] = {}
    rising: _Rising = 0
    gain: Annotated[str, Meta(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")] = ""
    marked: Key | Literal[""] = ""
    unmarked: Key | Literal[""] = ""
    most_added: FormulaText = ""
    most: FormulaText = ""
    lowers: bool = False
    falls: bool = False
    taken_from: str = ""
    highest: str = ""
    chips: Annotated[Mapping[Key, _Cost], Meta(max_length=12)] = {}
    least_total: FormulaText = ""
    advised_total: FormulaText = ""
    shows: Key | Literal[""] = ""
    names: ListedRows | None = None


class AssignStep(CreationStepBase, tag="assign", kw_only=True):
    """Assign each of some values to one of some fields, or to one of some rows of a field.

    Attributes:
        fields: the fields, or the names of the rows.
        values: the values, as many as there are fields.
        field: the field with the rows; empty if the values go into fields.
        by: the column with the name of a row.
        column: the column that gets the value.
    """

    fields: Annotated[tuple[_Line, ...], Meta(min_length=1, max_length=40)]
    values: Annotated[tuple[int | _Line, ...], Meta(min_length=1, max_length=40)]
    field: Key | Literal[""] = ""
    by: Key | Literal[""] = ""
    column: Key | Literal[""] = ""


class WordsStep(CreationStepBase, tag="words", kw_only=True):
    """Write a few words; none of them is needed.

    Attributes:
        fields: the fields with text.
        ideas: sentences for a random character, by field.
    """

    fields: Annotated[tuple[Key, ...], Meta(min_length=1, max_length=12)]
    ideas: Mapping[Key, Annotated[tuple[_Sentence, ...], Meta(max_length=100)]] = {}


CreationStep = ChooseStep | NumbersStep | SpendStep | AssignStep | WordsStep


def total_cost(costs: Mapping[str, int], rising: int, number: int) -> int:
    """Return the points that a number costs in all.

    A listed number costs what is listed, and with a list any other number costs nothing. Without one each point costs
    1, or `rising` times the number that it reaches.

    >>> total_cost({}, 0, 4), total_cost({}, 2, 3), total_cost({"2": 5, "3": 15}, 0, 3)
    (4, 12, 15)
    """
    if costs:
        return costs.get(str(number), 0)
    return rising * number * (number + 1) // 2 if rising else number


class CreationPlan(Frozen):
    """The content of a `creation.toml` or an `advancement.toml`.

    Attributes:
        steps: the steps in their order.
        pools: the points that steps spend.
        sheet: the sheet that is filled.
        derived: the places of the sheet with numbers that follow from the choices.
        adding: the columns whose numbers are added when two packages have the same row: `skills.added`.
        names: names for random characters.
    """

    steps: Annotated[tuple[CreationStep, ...], Meta(min_length=1, max_length=30)]
    pools: Annotated[tuple[PointPool, ...], Meta(max_length=20)] = ()
    sheet: Key = "hero"
    derived: Annotated[tuple[str, ...], Meta(max_length=30)] = ()
    adding: Annotated[tuple[str, ...], Meta(max_length=20)] = ()
    names: Annotated[tuple[_Line, ...], Meta(max_length=400)] = ()

    def pool(self, key: str) -> PointPool | None:
        """Return a pool by its name."""
        return next((pool for pool in self.pools if pool.key == key), None)

    def step(self, key: str) -> CreationStep:
        """Return a step by its name. Raises KeyError."""
        for step in self.steps:
            if step.key == key:
                return step
        raise KeyError(key)


def formulas_in(plan: CreationPlan) -> Iterator[tuple[str, str]]:
    """Yield the place and the text of each formula of a plan."""
    for number, pool in enumerate(plan.pools):
        yield f"pools[{number}].amount", pool.amount
    for number, step in enumerate(plan.steps):
        place = f"steps[{number}]"
        yield f"{place}.when", step.when
        match step:
            case ChooseStep(options=options, cost=cost, limits=limits):
                yield f"{place}.cost", cost if isinstance(cost, str) else ""
                yield from ((f"{place}.limits.{column}", limit) for column, limit in limits.items())
                yield from ((f"{place}.options[{at}].when", option.when) for at, option in enumerate(options))
            case SpendStep():
                yield f"{place}.most_added", step.most_added
                yield f"{place}.most", step.most
                yield f"{place}.least_total", step.least_total
                yield f"{place}.advised_total", step.advised_total
            case _:
                pass
