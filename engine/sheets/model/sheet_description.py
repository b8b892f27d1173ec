"""The description of a record sheet: sections of fields, checks over them, and pages of boxes in millimetres.

A description is data (`assets/rulesets/<game>/sheets/<sheet>.toml`). The form on screen, the printed page, the blank
and the fillable PDF are all made from it, so a field is described once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from engine.model.frozen import Frozen, Json

Key = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
FormulaText = Annotated[str, Meta(max_length=400, description="see `engine.sheets.formulas.formulas`")]
Span = Annotated[int, Meta(ge=1, le=12)]
Millimetres = Annotated[float, Meta(ge=0, le=400)]


class FieldBase(Frozen, tag_field="kind"):
    """The attributes that all fields share.

    Attributes:
        key: its name on the sheet, in formulas and in a fillable PDF.
        label: its label.
        help: a sentence on its purpose.
        rules: the rules that require it.
        bind: the source of its value if that is not the sheet itself: `name`, `player` (the character's player; read
            only), `track:Wind`, `body`, `chips`, `conditions` (as entries, or rows with the columns name, level and
            note).
        when: a formula; the field is there only while it is true.
        brief: it is in the compact stat block, unless the description lists the fields of that.
        width: how many of the twelve columns of its box it takes on paper and in the form.
        height: the height on paper that it wants in millimetres; 0 is the usual height of its kind.
        grow: its share of the spare height of its box.
        legend: a sentence printed below it on paper, such as the meaning of its abbreviations.
    """

    key: Key
    label: str
    help: str = ""
    rules: tuple[str, ...] = ()
    bind: str = ""
    when: FormulaText = ""
    brief: bool = False
    width: Span = 12
    height: Millimetres = 0.0
    grow: Annotated[int, Meta(ge=0, le=100)] = 0
    legend: Annotated[str, Meta(max_length=300)] = ""


class CoveredRows(Frozen):
    """The rows of a table that one entry of a list fills, such as a suit of armour that covers six locations.

    Attributes:
        column: the column that names the rows.
        source: the field of the entry that names the rows that it covers, separated by commas.
    """

    column: Key
    source: str


class TextField(FieldBase, tag="text"):
    """A line of text; `formula` calculates it.

    Attributes:
        list: the name of the list that it may come from: one of the group's, or `NAME.toml` of the game.
        fills: what an entry of the list fills in: by column of the same row (for a field that is no column, by field
            of the sheet), the name of the entry's field, or a number that is filled in as it is.
        covers: the rows that an entry fills, if it fills more than the row in which it is chosen.
    """

    list: str = ""
    formula: FormulaText = ""
    fills: Mapping[Key, str | int] = {}
    covers: CoveredRows | None = None


class LongTextField(FieldBase, tag="long"):
    """Several lines of text; `formula` calculates it."""

    lines: Annotated[int, Meta(ge=1, le=60)] = 3
    formula: FormulaText = ""


class NumberField(FieldBase, tag="number"):
    """A number; `formula` calculates it, and a number written by hand overrides that.

    `places` is the number of digits after the decimal point, `signed` shows a plus, `unit` follows the number.
    `maximum` is
    the key of the field, or of the column of the same row, that holds its maximum: then `3/6` can be parsed.
    `unsaid` is the number at the table while the maximum is still unknown: it is not shown.
    `crossed` is a number of boxes printed after its value, numbered downwards, to cross off; a known maximum has as
    many.
    """

    least: float | None = None
    most: float | None = None
    places: Annotated[int, Meta(ge=0, le=4)] = 0
    signed: bool = False
    unit: str = ""
    formula: FormulaText = ""
    maximum: str = ""
    unsaid: int | None = None
    crossed: Annotated[int, Meta(ge=0, le=60)] = 0


class DiceField(FieldBase, tag="dice"):
    """Dice, such as `3d8+2`. `sides` are the kinds allowed (none named: all), `least` the fewest dice.

    `mixed` allows dice of several kinds: `1d8+1d2`.
    """

    sides: tuple[int, ...] = ()
    least: Annotated[int, Meta(ge=0, le=99)] = 0
    signed: bool = False
    mixed: bool = False
    formula: FormulaText = ""


class LevelField(FieldBase, tag="level"):
    """A small number shown as dots from `least` to `most`; `names` are the names of the levels."""

    least: int = 0
    most: Annotated[int, Meta(ge=1, le=12)] = 5
    names: tuple[str, ...] = ()
    formula: FormulaText = ""


class BoxesField(FieldBase, tag="boxes"):
    """Boxes to tick, counted from the left. `count` is a formula; `names` may name each box.

    `effects` are printed after the names: what each ticked box means.
    """

    count: FormulaText = "1"
    per_row: Annotated[int, Meta(ge=1, le=40)] = 10
    names: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()


class ChoiceField(FieldBase, tag="choice"):
    """One of several names, listed here or in one of the group's lists; `other` allows free text.

    `labels` are shown instead of the choices, in their order. Records, formulas and files keep the choices. `fills` and
    `covers` are those of `TextField`.
    """

    choices: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    list: str = ""
    other: bool = False
    fills: Mapping[Key, str | int] = {}
    covers: CoveredRows | None = None


class FlagField(FieldBase, tag="flag"):
    """Yes or no."""


class EntriesField(FieldBase, tag="entries"):
    """A list of short texts; `list` names the group's list that they may come from.

    `lines` is the number of printed lines, `beside` the number of columns they are in.
    """

    list: str = ""
    lines: Annotated[int, Meta(ge=1, le=60)] = 5
    beside: Annotated[int, Meta(ge=1, le=4)] = 1


class PictureField(FieldBase, tag="picture"):
    """A picture kept in the campaign file; the value is its id."""


class FigureArea(Frozen):
    """One area of a figure: its name on the hit chart, its label, and a formula for the most that it can hold."""

    name: str
    label: str
    roll: str = ""
    most: FormulaText = ""


class FigureState(Frozen):
    """A state of an area that follows from its points, such as a serious wound: a box to tick with a short label.

    It holds while the points are at most minus `share` of their maximum: 0 is at no points left, 1 as far below.
    """

    label: Annotated[str, Meta(min_length=1, max_length=4)]
    share: Annotated[int, Meta(ge=0, le=9)] = 0


class FigureField(FieldBase, tag="figure", kw_only=True):
    """A body with its areas. `boxes` prints that many boxes for each area; 0 prints lines for points and armour.

    The labels name the numbers of an area on paper; one with an empty label is not printed. With `listed` the areas
    are rows beside the drawing, with their maximum if `most_label` names it, and their `states`, the worst last.
    `rolls` names a table of the game with the numbers of the die for the areas of other charts: chart, area, numbers.
    """

    chart: str
    areas: tuple[FigureArea, ...] = ()
    boxes: Annotated[int, Meta(ge=0, le=12)] = 0
    points_label: str = "HP"
    armour_label: str = "AP"
    bleeding_label: str = ""
    most_label: str = ""
    listed: bool = False
    rolls: str = ""
    states: Annotated[tuple[FigureState, ...], Meta(max_length=4)] = ()


class ChipFieldColour(Frozen):
    """A colour of chips, also told apart by its letter."""

    key: Key
    label: str
    letter: Annotated[str, Meta(min_length=1, max_length=2)]


class ChipsField(FieldBase, tag="chips", kw_only=True):
    """The number of chips of each colour; bound to `chips` it is the chip bag of the player's seat."""

    colours: tuple[ChipFieldColour, ...]


class ReferenceField(FieldBase, tag="reference", kw_only=True):
    """A small table of the rules, printed for looking things up; it holds nothing of the character's."""

    rows: tuple[tuple[str, ...], ...]
    head: tuple[str, ...] = ()


ColumnField = TextField | NumberField | DiceField | LevelField | BoxesField | ChoiceField | FlagField


class RowsField(FieldBase, tag="rows", kw_only=True):
    """Rows with columns. `start` is the content of a new sheet, `lines` are printed; `fixed` prevents added rows.

    A column's `formula` may use the other columns of its row by their names; with `reckon(NAME)` it calculates the
    formula that is the text of column NAME of the row. `beside` prints the rows in that many blocks side by side.
    """

    columns: tuple[ColumnField, ...]
    start: tuple[Mapping[str, Json], ...] = ()
    lines: Annotated[int, Meta(ge=1, le=80)] = 5
    fixed: bool = False
    beside: Annotated[int, Meta(ge=1, le=4)] = 1


Field = (
    TextField
    | LongTextField
    | NumberField
    | DiceField
    | LevelField
    | BoxesField
    | ChoiceField
    | FlagField
    | EntriesField
    | PictureField
    | FigureField
    | ChipsField
    | RowsField
    | ReferenceField
)


class Section(Frozen):
    """Fields that belong together. `when` is a formula: the section is there only while it is true.

    `folded` are fields that few people need: on screen they are hidden until somebody asks for more.

    With `columns`, the fields are a table, row by row, with these heads. A section that `joins` another one with
    columns has further columns of its rows: on screen the two are one table, and the further columns are folded.
    """

    key: Key
    title: str
    help: str = ""
    when: FormulaText = ""
    folded: tuple[Key, ...] = ()
    columns: tuple[str, ...] = ()
    joins: str = ""
    fields: tuple[Field, ...] = ()


class SheetCheck(Frozen):
    """A condition that should be true. A failed check never prevents writing; it says what is wrong, and where.

    Attributes:
        expect: a formula that is true while all is well.
        say: the message; `{field}` with a key of the sheet is replaced by that field's value.
        fields: the fields that show it.
        rules: the rules that require it.
        warning: unusual but allowed.
        repeated: the columns of a table, such as `deck.card`, that are the same in the rows that are wrong. The message
            names their cells.
        above: the columns of a table whose numbers are wrong where they are above a field of the sheet: for example
            `{ "deck.count" = "wisdom" }`. The message names their cells.
    """

    expect: FormulaText
    say: str
    fields: tuple[Key, ...]
    rules: tuple[str, ...] = ()
    warning: bool = False
    repeated: tuple[str, ...] = ()
    above: Mapping[str, Key] = {}


class PageBox(Frozen):
    """The place of a section on a page: millimetres from the left and the top of the space inside the margins.

    Pages are designed for a space of 190 by 262 mm and stretched to the paper in use.
    """

    section: Key
    x: Millimetres
    y: Millimetres
    w: Millimetres
    h: Millimetres
    title: bool = True
    shade: bool = False


class SheetPage(Frozen):
    """One side of the paper. `when` is a formula: the page is printed only while it holds."""

    title: str = ""
    when: FormulaText = ""
    boxes: tuple[PageBox, ...] = ()


class Migration(Frozen):
    """The steps that migrate a record from the version before `to` to it; fields without a rule stay unchanged.

    `renamed` gives fields another key, `split` makes entries of a text at commas or line ends, `joined` makes a text of
    entries, `noted` appends a field's content to a text field, after the old label.
    """

    to: int
    renamed: Mapping[str, Key] = {}
    split: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    noted: Mapping[str, Key] = {}


class SheetLook(Frozen):
    """The look of the paper: an accent colour `#rrggbb` and the motif beside the title."""

    accent: Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}$")] = "#333333"
    motif: str = ""


class StatBlockField(Frozen):
    """A field of a stat block.

    Attributes:
        field: its key.
        label: its label there; empty for that of the field.
        columns: of rows, the columns that are shown; all if there are none. Of a name from a list, the columns of that
            list that are shown behind it.
        labelled: those of them whose label is shown too.
        labels: a shorter label for those of them whose own is too long there.
        rows: of rows, the names in the first column of those that are shown, in their order and without what is in
            brackets behind them; all if there are none.
        by: of rows, the column by which the highest come first; rows without a number there are left out.
        most: the greatest number of rows; 0 for all.
        armour_label, points_label: of a figure, the heads above the numbers of its areas; empty for those of the field.
        box: it changes in a fight, so it has a box to write in, as tracks, conditions and figures do.
    """

    field: Key
    label: str = ""
    columns: tuple[Key, ...] = ()
    labelled: tuple[Key, ...] = ()
    labels: Mapping[Key, str] = {}
    rows: tuple[str, ...] = ()
    by: str = ""
    most: Annotated[int, Meta(ge=0, le=80)] = 0
    armour_label: str = ""
    points_label: str = ""
    box: bool = False


class SheetDescription(Frozen, kw_only=True):
    """A whole record sheet.

    Attributes:
        id: its name among the sheets of its game, such as `hero`.
        version: grows by one when a key changes its meaning; then a migration brings old records along.
        title: its title, also on paper.
        about: one sentence on its purpose.
        subject: `actor` for a character, or the group's list whose rows it shows, such as `cards`.
        size: width and height of a page in mm if it is not the paper's (cards); then `PageBox` counts in real mm.
        stat_block: the fields of the compact stat block, in their order; without them, those marked `brief`.
        pages: its pages; a sheet without pages is laid out automatically when it is read.
        half_page: the boxes of a half page, 93 mm wide and as high as a page, if the sheet has one: then two characters
            or blanks are printed side by side on one paper.
        notice: small print at the foot of each page, such as a licence.
        internal: keys of the record in which the game's rules store values of their own; they are never shown, but
            formulas may read them.
    """

    id: Key
    version: Annotated[int, Meta(ge=1)] = 1
    title: str
    about: str = ""
    subject: str = "actor"
    size: tuple[float, float] | None = None
    notice: Annotated[str, Meta(max_length=220)] = ""
    look: SheetLook = SheetLook()
    sections: tuple[Section, ...]
    checks: tuple[SheetCheck, ...] = ()
    stat_block: tuple[StatBlockField, ...] = ()
    pages: tuple[SheetPage, ...] = ()
    half_page: tuple[PageBox, ...] = ()
    migrations: tuple[Migration, ...] = ()
    internal: tuple[Key, ...] = ()

    def field(self, key: str) -> Field | None:
        """Return a field by its key."""
        return next((f for section in self.sections for f in section.fields if f.key == key), None)
