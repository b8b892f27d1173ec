"""What is shown on the workbench, as plain data: entries, forms, notes, try-outs, what is in a file.

`bench` says who makes it. Every text here is already said, and is plain text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from engine.play.faces import CardFace
from engine.table.frozen import Frozen, Json

Record = Mapping[str, Json]
"""Something as it is written, as plain JSON: also half-written, or with a text where a number should be."""
Lists = Mapping[str, Sequence[Record]]
"""The group's own lists."""
Options = Mapping[str, Json]
"""The options in force."""


class Unworkable(ValueError):
    """What was asked cannot be done; `text` is the sentence that says why."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(text)


class Origin(StrEnum):
    """Where a record comes from."""

    PRINTED = "printed"
    HOUSE = "house"
    CHANGED = "changed"
    OWN = "own"


class PartKind(StrEnum):
    """What kind of field a part of a form is; what its value is follows from it.

    TEXT and LINES: a text. WHOLE: a whole number. EXPRESSION: a whole number or a text. CHOICE: a text. CHOICES: a list
    of texts. SWITCH: true or false. COUNTED: how many of each, by id. ROWS: a list of records, told in `Part.rows`.
    Whatever the kind, a text that could not be read stays there as it was typed.
    """

    TEXT = "text"
    LINES = "lines"
    WHOLE = "whole"
    EXPRESSION = "expression"
    CHOICE = "choice"
    CHOICES = "choices"
    SWITCH = "switch"
    COUNTED = "counted"
    ROWS = "rows"


class NoteKind(StrEnum):
    """How a note is drawn: BARS against each other, SHARES and CHANCES of a whole, FIGURES as words and numbers."""

    BARS = "bars"
    SHARES = "shares"
    CHANCES = "chances"
    FIGURES = "figures"


# ---- what there is ---------------------------------------------------------------------------------------------------


class Drawer(Frozen):
    """A kind of thing that can be made.

    Attributes:
        kind: what it is called in every other question.
        title: what many are called: “Cards”.
        one: what one is called: “card”.
        lists: the lists of the group in which its own are kept.
        help: what they are, in a sentence.
        gm_only: nobody else may know them; they are shown on the GM's own screen only.
        tries: one of them can be tried out.
        offers: the names of offers by which one of them comes to the table.
        answers: the question of those offers that the id of one answers.
        fights: the first of those offers begins a fight that can be fought beforehand.
    """

    kind: str
    title: str
    one: str
    lists: tuple[str, ...]
    help: str = ""
    gm_only: bool = False
    tries: bool = False
    offers: tuple[str, ...] = ()
    answers: str = ""
    fights: bool = False


class FacetValue(Frozen):
    """One thing to filter by; `count` entries have it."""

    value: str
    label: str
    count: int = 0


class Facet(Frozen):
    """A way to filter entries, with its values in the order in which they are shown."""

    id: str
    label: str
    values: tuple[FacetValue, ...] = ()


class Entry(Frozen):
    """One line in the list of a drawer, or in the pool from which a deck is made.

    Attributes:
        line: what else is told beside the name, short: “2/3 · Close, Stun · Titan”.
        marks: short words to stand beside it: “House”, “Changed”, “Put aside”, “3 problems”.
        facets: what it may be filtered by, as in `Facet.id` and `FacetValue.value`.
        text: what a search looks through, in small letters.
        disabled: it is put aside and not played with.
        problems: how many things are wrong with it.
    """

    id: str
    name: str
    line: str = ""
    origin: Origin = Origin.PRINTED
    marks: tuple[str, ...] = ()
    facets: Mapping[str, tuple[str, ...]] = {}
    text: str = ""
    disabled: bool = False
    problems: int = 0


# ---- one of them on the desk -----------------------------------------------------------------------------------------


class Way(Frozen):
    """Something that can be chosen in a field: what is written, what it is called, and what it means."""

    value: str
    label: str
    told: str = ""


class Problem(Frozen):
    """Something that is wrong.

    Attributes:
        path: the part where it is, such as `effects[0].amount`; empty for the whole.
        text: what is wrong, as a sentence without its place.
        place: the place in words: “Effect 1, amount”.
        rule: the rule that says so, if one does.
        warning: it is odd but allowed.
        form: it cannot be saved so.
    """

    path: str
    text: str
    place: str = ""
    rule: str = ""
    warning: bool = False
    form: bool = False


class Part(Frozen):
    """One field of a form.

    Attributes:
        path: where its value is; edits name it.
        label: what it is called, and `help` what it is for.
        value: what stands there, as it was written; None for nothing.
        choices: what can be chosen, or what is proposed where own words may stand too.
        own_words: of a choice: other words may be written than those that stand to choice.
        least: of a number or a count, and `most`; None where there is none.
        longest: of a text, in letters; None where nobody counts.
        optional: it may be left empty.
        problems: what is wrong at this very place.
        matters: False where this is of no account now; it is shown only because something is still written there.
        spoken: of an expression: what it says, in words.
        placeholder: what holds where nothing is written.
        rows: of ROWS, one for each record.
        adds: of ROWS: what the button that adds one is called; empty where no more can be added.
        pool: of COUNTED: what can be picked. The same object as before as long as nothing in it changed.
        pool_kind: of COUNTED: the drawer whose entries the pool is made of, by whose facets it is filtered.
        flaws: of COUNTED: what is to be said of each that was picked, by id.
    """

    path: str
    kind: PartKind
    label: str
    help: str = ""
    value: Json = None
    choices: tuple[Way, ...] = ()
    own_words: bool = False
    least: int | None = None
    most: int | None = None
    longest: int | None = None
    optional: bool = True
    problems: tuple[str, ...] = ()
    matters: bool = True
    spoken: str = ""
    placeholder: str = ""
    rows: tuple[Row, ...] = ()
    adds: str = ""
    pool: tuple[Pick, ...] = ()
    pool_kind: str = ""
    flaws: Mapping[str, tuple[str, ...]] = {}


class Row(Frozen):
    """A record within a record, such as one effect of a card; its `path` is that of the row: `effects[0]`."""

    path: str
    title: str
    told: str = ""
    parts: tuple[Part, ...] = ()
    problems: tuple[str, ...] = ()


class Pick(Frozen):
    """Something in the pool of a COUNTED part: the entry, how many are allowed, and why it may not be had.

    Attributes:
        most: how many copies; None without a limit.
        why_not: why it had better not be picked; it can be nevertheless.
    """

    entry: Entry
    most: int | None = None
    why_not: str = ""


class Group(Frozen):
    """Fields that belong together."""

    id: str
    title: str
    help: str = ""
    parts: tuple[Part, ...] = ()


class Bar(Frozen):
    """One row of a note: `of` out of `among`, which is how long its bar is, and that in words.

    Attributes:
        ref: the id of the card or the like that it speaks of, if it speaks of one.
    """

    label: str
    told: str
    of: int = 0
    among: int = 0
    ref: str = ""


class Note(Frozen):
    """Something worth knowing: a curve, shares, chances, a few figures."""

    id: str
    title: str
    kind: NoteKind
    rows: tuple[Bar, ...] = ()
    help: str = ""


class Desk(Frozen):
    """All that an editor shows of one record.

    Attributes:
        id: of the record; empty while it has none, for it is made from the name on saving.
        name: as it is shown: “Unnamed card” while it has none.
        record: the record as the rules would read it; None while its form is wrong. A face is painted from this.
        reading: what it does in plain words, made from the data, a sentence each.
        problems: everything that is wrong or odd, in the order of the form.
        notes: statistics.
        can_save: False only while the form is wrong: a text where a number should be.
        draft: if it is saved so it is put aside, and this sentence says why; empty if it will be played with.
        changed: it differs from what is saved.
        exists: something is saved, or shipped, under its id.
        has_original: it is shipped; what the group made of it can be taken back.
        used_by: what else speaks of it, a phrase each: “the deck “Titan””.
        footnote: what it belongs to and under which licence, for whoever prints it.
        face: of a card, what stands on it as it is now.
    """

    kind: str
    id: str
    name: str
    origin: Origin
    groups: tuple[Group, ...]
    record: Record | None = None
    reading: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[Note, ...] = ()
    can_save: bool = True
    draft: str = ""
    changed: bool = False
    exists: bool = False
    has_original: bool = False
    used_by: tuple[str, ...] = ()
    footnote: str = ""
    face: CardFace | None = None


# ---- trying out ------------------------------------------------------------------------------------------------------


class Line(Frozen):
    """One line of what happened, with how its numbers came about."""

    text: str
    reckoning: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class Change(Frozen):
    """A number of somebody before and after."""

    who: str
    what: str
    before: int
    after: int


class Asked(Frozen):
    """A choice that came up in a try-out: its place among the answers, what was asked, what could be said, what was."""

    at: int
    text: str
    ways: tuple[Way, ...]
    chosen: str


class Trial(Frozen):
    """What came of trying something out.

    Attributes:
        lines: what happened, line by line.
        changes: all numbers of everybody, the changed ones first.
        asked: the choices on the way, each answered as told or by the first way there is.
        wrong: why it could not be tried, as one sentence; empty if it could.
    """

    lines: tuple[Line, ...] = ()
    changes: tuple[Change, ...] = ()
    asked: tuple[Asked, ...] = ()
    wrong: str = ""


# ---- files -----------------------------------------------------------------------------------------------------------


class Arrival(StrEnum):
    """What a record from a file is to the group."""

    NEW = "new"
    SAME = "same"
    CHANGES_YOURS = "changes_yours"
    CHANGES_ORIGINAL = "changes_original"
    FAULTY = "faulty"


class Arriving(Frozen):
    """One record from a file.

    Attributes:
        at: its number among all of the file; `taken_over` names it.
        arrival: what it would do.
        told: that in words, and what is wrong: with the exact place for a faulty one.
        problems: how many things are wrong with it that do not keep it from being taken over.
        record: what would be written; None for a faulty one.
        gm_only: only the GM may know it.
    """

    at: int
    kind: str
    id: str
    name: str
    arrival: Arrival
    told: str = ""
    problems: int = 0
    record: Record | None = None
    gm_only: bool = False


class Incoming(Frozen):
    """What is in a file, before anything of it is taken over; `told` sums it up."""

    records: tuple[Arriving, ...]
    told: str


class Holder(Frozen):
    """A character on whose sheet a deck can be put; `why_not` says why not now, if it cannot."""

    actor: str
    name: str
    why_not: str = ""
