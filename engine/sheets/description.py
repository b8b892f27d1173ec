"""What a record sheet is made of: sections of fields, checks over them, and pages of boxes in millimetres.

A description is data (`assets/rulesets/<game>/sheets/<sheet>.toml`). The form on the screen, the page, the blank and
the fillable PDF are all made from it, so a field is described once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from engine.table.frozen import Frozen, Json

Key = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Formula = Annotated[str, Meta(max_length=400, description="see `engine.sheets.formulas`")]
Span = Annotated[int, Meta(ge=1, le=12)]
Millimetres = Annotated[float, Meta(ge=0, le=400)]


class FieldBase(Frozen, tag_field="kind"):
    """What every field has.

    Attributes:
        key: its name on the sheet, in formulas and in a fillable PDF.
        label: what stands beside it.
        help: a sentence on what it is for.
        rules: the rules that ask for it.
        bind: where its value lies if not on the sheet itself: `name`, `player` (who leads the character; read only),
            `track:Wind`, `body`, `chips`, `conditions` (as entries, or rows with the columns name, level and note).
        when: a formula; the field is there only while it holds.
        brief: it stands on the GM's page too.
        width: how many of the twelve columns of its box it takes on paper and in the form.
        height: how many millimetres it wants on paper; 0 is what its kind needs.
        grow: its share of the height that its box has to spare.
    """

    key: Key
    label: str
    help: str = ""
    rules: tuple[str, ...] = ()
    bind: str = ""
    when: Formula = ""
    brief: bool = False
    width: Span = 12
    height: Millimetres = 0.0
    grow: Annotated[int, Meta(ge=0, le=100)] = 0


class Text(FieldBase, tag="text"):
    """A line of text. `list` names the group's list that it may come from; with a formula it is reckoned."""

    list: str = ""
    formula: Formula = ""


class LongText(FieldBase, tag="long"):
    """Several lines of text; with a formula it is reckoned."""

    lines: Annotated[int, Meta(ge=1, le=60)] = 3
    formula: Formula = ""


class Number(FieldBase, tag="number"):
    """A number; with a formula it is reckoned, and what is written by hand overrules that.

    `places` is how many digits may stand behind the point, `signed` shows a plus, `unit` stands behind it. `maximum` is
    the key of the field, or of the column of the same row, that holds its maximum: then `3/6` can be read.
    `unsaid` is what the table has there while nothing says what the maximum is: it is not shown.
    """

    least: float | None = None
    most: float | None = None
    places: Annotated[int, Meta(ge=0, le=4)] = 0
    signed: bool = False
    unit: str = ""
    formula: Formula = ""
    maximum: str = ""
    unsaid: int | None = None


class Dice(FieldBase, tag="dice"):
    """Dice, such as `3d8+2`. `sides` are the kinds allowed (none named: all), `least` the fewest dice.

    `mixed` allows dice of several kinds: `1d8+1d2`.
    """

    sides: tuple[int, ...] = ()
    least: Annotated[int, Meta(ge=0, le=99)] = 0
    signed: bool = False
    mixed: bool = False
    formula: Formula = ""


class Level(FieldBase, tag="level"):
    """A small number shown as dots from `least` to `most`; `names` say what each level is called."""

    least: int = 0
    most: Annotated[int, Meta(ge=1, le=12)] = 5
    names: tuple[str, ...] = ()
    formula: Formula = ""


class Boxes(FieldBase, tag="boxes"):
    """Boxes to tick, counted from the left. `count` is a formula; `names` may name each box."""

    count: Formula = "1"
    per_row: Annotated[int, Meta(ge=1, le=40)] = 10
    names: tuple[str, ...] = ()


class Choice(FieldBase, tag="choice"):
    """One of several names, given here or by one of the group's lists; `other` lets people write their own."""

    choices: tuple[str, ...] = ()
    list: str = ""
    other: bool = False


class Flag(FieldBase, tag="flag"):
    """Yes or no."""


class Entries(FieldBase, tag="entries"):
    """A list of short texts; `list` names the group's list that they may come from.

    `lines` are printed, in so many columns as stand `beside` each other.
    """

    list: str = ""
    lines: Annotated[int, Meta(ge=1, le=60)] = 5
    beside: Annotated[int, Meta(ge=1, le=4)] = 1


class Picture(FieldBase, tag="picture"):
    """A picture kept in the campaign file; the value is its id."""


class Area(Frozen):
    """One area of a figure: its name on the hit chart, its label, and a formula for the most that it can hold."""

    name: str
    label: str
    roll: str = ""
    most: Formula = ""


class Figure(FieldBase, tag="figure", kw_only=True):
    """A body with its areas. `boxes` prints that many boxes for each area; 0 prints lines for points and armour.

    The labels say what the numbers of an area are called on paper; one that is empty is not printed.
    """

    chart: str
    areas: tuple[Area, ...] = ()
    boxes: Annotated[int, Meta(ge=0, le=12)] = 0
    points_label: str = "HP"
    armour_label: str = "AP"
    bleeding_label: str = ""


class Colour(Frozen):
    """A colour of chips, told apart by its letter too."""

    key: Key
    label: str
    letter: Annotated[str, Meta(min_length=1, max_length=2)]


class Chips(FieldBase, tag="chips", kw_only=True):
    """How many chips of each colour are kept; bound to `chips` it is the bag of the seat that leads the character."""

    colours: tuple[Colour, ...]


class Reference(FieldBase, tag="reference", kw_only=True):
    """A small table of the rules, printed for looking things up; it holds nothing of the character's."""

    rows: tuple[tuple[str, ...], ...]
    head: tuple[str, ...] = ()


Cell = Text | Number | Dice | Level | Boxes | Choice | Flag


class Rows(FieldBase, tag="rows", kw_only=True):
    """Rows with columns. `start` is what a new sheet has, `lines` are printed; `fixed` keeps rows from being added.

    A column's `formula` may use the other columns of its row by their names; with `reckon(NAME)` it reckons the formula
    that stands as text in column NAME of the row. `beside` prints the rows in so many blocks side by side.
    """

    columns: tuple[Cell, ...]
    start: tuple[Mapping[str, Json], ...] = ()
    lines: Annotated[int, Meta(ge=1, le=80)] = 5
    fixed: bool = False
    beside: Annotated[int, Meta(ge=1, le=4)] = 1


Field = (
    Text
    | LongText
    | Number
    | Dice
    | Level
    | Boxes
    | Choice
    | Flag
    | Entries
    | Picture
    | Figure
    | Chips
    | Rows
    | Reference
)


class Section(Frozen):
    """Fields that belong together. `when` is a formula: the section is there only while it holds."""

    key: Key
    title: str
    help: str = ""
    when: Formula = ""
    fields: tuple[Field, ...] = ()


class Check(Frozen):
    """Something that ought to hold. It never stops anybody from writing; it says what is wrong, and where.

    Attributes:
        expect: a formula that is true while all is well.
        say: the sentence for people; `{field}` of one of the sheet's keys stands for its value.
        fields: where it is shown.
        rules: the rules that ask for it.
        warning: it is odd but allowed.
    """

    expect: Formula
    say: str
    fields: tuple[Key, ...]
    rules: tuple[str, ...] = ()
    warning: bool = False


class Box(Frozen):
    """Where a section stands on a page: millimetres from the left and the top of the space inside the margins.

    Pages are drawn for a space of 190 by 262 mm and stretched to the paper that is used.
    """

    section: Key
    x: Millimetres
    y: Millimetres
    w: Millimetres
    h: Millimetres
    title: bool = True
    shade: bool = False


class Page(Frozen):
    """One side of the paper. `when` is a formula: the page is printed only while it holds."""

    title: str = ""
    when: Formula = ""
    boxes: tuple[Box, ...] = ()


class Migration(Frozen):
    """How a record of the version before `to` becomes one of that version; what no rule speaks of stays as it was.

    `renamed` gives fields another key, `split` makes entries of a text at commas or line ends, `joined` makes a text of
    entries, `noted` adds what stood in a field to a text field with the old label before it.
    """

    to: int
    renamed: Mapping[str, Key] = {}
    split: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    noted: Mapping[str, Key] = {}


class Look(Frozen):
    """How the paper looks: an accent colour `#rrggbb` and the motif beside the title."""

    accent: Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}$")] = "#333333"
    motif: str = ""


class SheetDescription(Frozen, kw_only=True):
    """A whole record sheet.

    Attributes:
        id: its name among the sheets of its game, such as `hero`.
        version: grows by one when a key changes its meaning; then a migration says how old records follow.
        title: what it is called, on paper too.
        about: one sentence on what it is for.
        subject: `actor` for a character, or the group's list whose rows it shows, such as `cards`.
        size: width and height of a page in mm where it is not the paper's own (cards); then `Box` counts in real mm.
        notice: small print at the foot of each page, such as a licence.
        internal: keys of the record in which the game's rules keep something of their own; they are never shown, but
            formulas may read them.
    """

    id: Key
    version: Annotated[int, Meta(ge=1)] = 1
    title: str
    about: str = ""
    subject: str = "actor"
    size: tuple[float, float] | None = None
    notice: Annotated[str, Meta(max_length=220)] = ""
    look: Look = Look()
    sections: tuple[Section, ...]
    checks: tuple[Check, ...] = ()
    pages: tuple[Page, ...]
    migrations: tuple[Migration, ...] = ()
    internal: tuple[Key, ...] = ()

    def field(self, key: str) -> Field | None:
        """Return a field by its key."""
        return next((f for section in self.sections for f in section.fields if f.key == key), None)
