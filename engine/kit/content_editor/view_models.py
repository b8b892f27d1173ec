"""View models of the content editor, as plain data: entries, forms, statistics, try-outs, file contents.

`engine.kit.content_editor.content_editor` defines who makes them. Every text here is finished, plain text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from engine.model.frozen import Frozen, Json
from engine.presentation.card_faces import CardFace

Record = Mapping[str, Json]
"""A record as written, in plain JSON: it may be unfinished, or have text instead of a number."""
Lists = Mapping[str, Sequence[Record]]
"""The group's own lists."""
Options = Mapping[str, Json]
"""The options in force."""


class EditRefused(ValueError):
    """The edit is impossible; `text` is the sentence with the reason."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(text)


class RecordOrigin(StrEnum):
    """The origin of a record."""

    PRINTED = "printed"
    HOUSE = "house"
    CHANGED = "changed"
    OWN = "own"


class EditorFieldKind(StrEnum):
    """The kind of a form field, which decides the type of its value.

    TEXT and LINES: a text. PICTURE: the id of a picture that the campaign stores. WHOLE: a whole number. DICE: a whole
    number, or dice as text. EXPRESSION: a whole number or a text. CHOICE: a text. CHOICES: a list of texts. SWITCH:
    true or false. COUNTED: how many of each, by id. ROWS: a list of records, shown in `EditorField.rows`. A field of
    any kind keeps unreadable text as it was typed.
    """

    TEXT = "text"
    LINES = "lines"
    PICTURE = "picture"
    WHOLE = "whole"
    DICE = "dice"
    EXPRESSION = "expression"
    CHOICE = "choice"
    CHOICES = "choices"
    SWITCH = "switch"
    COUNTED = "counted"
    ROWS = "rows"


class NoteKind(StrEnum):
    """The drawing of a statistic: BARS to compare, SHARES and CHANCES of a whole, FIGURES as words and numbers."""

    BARS = "bars"
    SHARES = "shares"
    CHANCES = "chances"
    FIGURES = "figures"


# ---- what there is ---------------------------------------------------------------------------------------------------


class Category(Frozen):
    """A kind of content that can be created.

    Attributes:
        kind: its id in all other calls.
        title: its plural: “Cards”.
        one: its singular: “card”.
        lists: the lists of the group with its own records.
        help: a sentence on the kind.
        gm_only: only the GM may know them; they appear only on the GM's own screen.
        tries: its records can be tried out.
        offers: the names of the offers that bring a record to the table, up to a colon.
        answers: the question of those offers that takes the id of a record, or the field of their command that has it.
        runs: using a record at the table runs it, so its button says so.
        shows_result: those offers bring nothing to the table; their result is read beside the record.
        in_every_game: it does not belong to the rules of the game; its records have files of their own.
        any_game: its records are the same in every game, so those of other games can be imported.
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
    shows_result: bool = False
    runs: bool = False
    in_every_game: bool = False
    any_game: bool = False


class FacetValue(Frozen):
    """One value of a filter; `count` entries have it."""

    value: str
    label: str
    count: int = 0


class Facet(Frozen):
    """A filter for entries, with its values in display order."""

    id: str
    label: str
    values: tuple[FacetValue, ...] = ()


class CategoryEntry(Frozen):
    """One line in the list of a category, or in the pool of cards for a deck.

    Attributes:
        line: a short text beside the name: “2/3 · Close, Stun · Titan”.
        marks: short words beside it: “House”, “Changed”, “Put aside”, “3 problems”.
        facets: its values for the filters, as in `Facet.id` and `FacetValue.value`.
        text: the text that a search looks through, in small letters.
        disabled: it is disabled and not in play.
        problems: the number of its problems.
    """

    id: str
    name: str
    line: str = ""
    origin: RecordOrigin = RecordOrigin.PRINTED
    marks: tuple[str, ...] = ()
    facets: Mapping[str, tuple[str, ...]] = {}
    text: str = ""
    disabled: bool = False
    problems: int = 0


# ---- one record in the editor ----------------------------------------------------------------------------------------


class EditorChoice(Frozen):
    """A choice in a field: the stored value, its label, and its meaning."""

    value: str
    label: str
    told: str = ""


class Problem(Frozen):
    """A problem of a record.

    Attributes:
        path: the field with the problem, such as `effects[0].amount`; empty for the whole record.
        text: the problem, as a sentence without its place.
        place: the place as text: “Effect 1, amount”.
        rule: the rule behind it, if there is one.
        warning: it is unusual but allowed.
        form: it prevents saving.
    """

    path: str
    text: str
    place: str = ""
    rule: str = ""
    warning: bool = False
    form: bool = False


class EditorField(Frozen):
    """One field of a form.

    Attributes:
        path: the path of its value; edits use it.
        label: its label; `help` explains it.
        value: the value as it was written; None for nothing.
        choices: the possible values, or proposals if free text is allowed too.
        own_words: for a choice, free text is allowed besides the choices.
        least: the minimum of a number or a count, and `most` the maximum; None without one.
        longest: the maximum length of a text, in letters; None without one.
        optional: it may be empty.
        problems: the problems of this field.
        matters: False if it has no effect now; it is shown only because it still has a value.
        spoken: for an expression or dice, its meaning as text.
        placeholder: the value that applies while the field is empty.
        rows: for ROWS, one for each nested record.
        adds: for ROWS, the label of the button that adds one; empty if no more can be added.
        pool: for COUNTED, the things to pick. It is the same object as before if nothing in it changed.
        pool_kind: for COUNTED, the category of the pool, which has its filters.
        flaws: for COUNTED, the problems of each picked thing, by id.
    """

    path: str
    kind: EditorFieldKind
    label: str
    help: str = ""
    value: Json = None
    choices: tuple[EditorChoice, ...] = ()
    own_words: bool = False
    least: float | None = None
    most: float | None = None
    longest: int | None = None
    optional: bool = True
    problems: tuple[str, ...] = ()
    matters: bool = True
    spoken: str = ""
    placeholder: str = ""
    rows: tuple[EditorRow, ...] = ()
    adds: str = ""
    pool: tuple[CountedChoice, ...] = ()
    pool_kind: str = ""
    flaws: Mapping[str, tuple[str, ...]] = {}


class EditorRow(Frozen):
    """A nested record, such as one effect of a card; its `path` is that of the row: `effects[0]`."""

    path: str
    title: str
    told: str = ""
    parts: tuple[EditorField, ...] = ()
    problems: tuple[str, ...] = ()


class CountedChoice(Frozen):
    """A thing in the pool of a COUNTED field: the entry, its maximum, and a warning.

    Attributes:
        most: the maximum number of copies; None without a limit.
        why_not: the reason against picking it; it can be picked all the same.
    """

    entry: CategoryEntry
    most: int | None = None
    why_not: str = ""


class FieldGroup(Frozen):
    """Fields that belong together."""

    id: str
    title: str
    help: str = ""
    parts: tuple[EditorField, ...] = ()


class StatisticBar(Frozen):
    """One row of a statistic: `of` out of `among`, which is the length of its bar, and the same as text.

    Attributes:
        ref: the id of its card or other record, if it is about one.
    """

    label: str
    told: str
    of: int = 0
    among: int = 0
    ref: str = ""


class Note(Frozen):
    """A statistic: a curve, shares, probabilities, or a few figures."""

    id: str
    title: str
    kind: NoteKind
    rows: tuple[StatisticBar, ...] = ()
    help: str = ""


class MarkdownPage(Frozen):
    """Texts of a record that are read as a page.

    Attributes:
        text: the texts, in Markdown.
        picture: the id of a picture above them; empty for none.
        whole: they are all there is to the record, as in a note.
    """

    text: str
    picture: str = ""
    whole: bool = False


class EditorView(Frozen):
    """Everything that an editor shows of one record.

    Attributes:
        id: the record's id; empty while it has none, because saving makes it from the name.
        name: the displayed name: “Unnamed card” while it has none.
        record: the record as the rules would read it; None while its form is wrong. Its card face is painted from this.
        reading: its effects as plain text made from the data, one sentence each.
        problems: all errors and warnings, in form order.
        notes: statistics.
        can_save: False only while the form is wrong, such as text instead of a number.
        draft: the reason why it would be saved as disabled; empty if it would be in play.
        changed: it differs from the saved version.
        exists: its id is saved or shipped.
        has_original: it is shipped; the group's changes can be reverted.
        used_by: what else refers to it, a phrase each: “the deck “Titan””.
        footnote: its source and licence, for print.
        face: for a card, its current face.
        page: for a note its current page, and for other records their texts with links; None without any.
    """

    kind: str
    id: str
    name: str
    origin: RecordOrigin
    groups: tuple[FieldGroup, ...]
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
    page: MarkdownPage | None = None


# ---- trying out ------------------------------------------------------------------------------------------------------


class TrialLine(Frozen):
    """One line of a try-out, with the calculation of its numbers."""

    text: str
    reckoning: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class TrialNumber(Frozen):
    """A number of a fighter before and after."""

    who: str
    what: str
    before: int
    after: int


class TrialQuestion(Frozen):
    """A question during a try-out: its index among the answers, its text, the possible answers, and the chosen one."""

    at: int
    text: str
    ways: tuple[EditorChoice, ...]
    chosen: str


class Trial(Frozen):
    """The result of a try-out.

    Attributes:
        lines: the events, line by line.
        changes: all numbers of all fighters, the changed ones first.
        asked: the questions on the way, each with the given answer or the first possible one.
        wrong: the reason why it could not be tried out, as one sentence; empty if it could.
    """

    lines: tuple[TrialLine, ...] = ()
    changes: tuple[TrialNumber, ...] = ()
    asked: tuple[TrialQuestion, ...] = ()
    wrong: str = ""


# ---- files -----------------------------------------------------------------------------------------------------------


class ImportStatus(StrEnum):
    """The effect of importing a record."""

    NEW = "new"
    SAME = "same"
    CHANGES_YOURS = "changes_yours"
    CHANGES_ORIGINAL = "changes_original"
    FAULTY = "faulty"


class ImportedRecord(Frozen):
    """One record from a file.

    Attributes:
        at: its number in the whole file; `import_command` uses it.
        arrival: the effect of importing it.
        told: the effect as text, and the error with its exact place for a faulty one.
        problems: the number of problems that do not prevent the import.
        record: the record that would be written; None for a faulty one.
        gm_only: only the GM may know it.
    """

    at: int
    kind: str
    id: str
    name: str
    arrival: ImportStatus
    told: str = ""
    problems: int = 0
    record: Record | None = None
    gm_only: bool = False


class ImportedFile(Frozen):
    """The contents of a file before the import; `told` is a summary."""

    records: tuple[ImportedRecord, ...]
    told: str


class DeckRecipient(Frozen):
    """A character whose sheet can take a deck; `why_not` is the reason why not now, if it cannot."""

    actor: str
    name: str
    why_not: str = ""
