"""What is to be printed: sheets, blanks, everybody in brief, cards; and the sides of paper that come of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, assert_never

from engine.play.faces import CardFace, Reference
from engine.sheets.blank import Blank
from engine.sheets.brief import Person, brief_pages
from engine.sheets.composed import SetPage
from engine.sheets.description import Look, SheetDescription
from engine.sheets.games import game_name
from engine.sheets.geometry import A4, Paper
from engine.sheets.imposing import Imposed, grid_of, imposed
from engine.sheets.printing import card_sides, sheet_pages
from engine.sheets.record import Record
from engine.sheets.referring import reference_pages
from engine.sheets.sheet import Sheet
from engine.sheets.shelf import sheets_of, tables_of
from engine.sheets.source import Source
from engine.sheets.typeset import Measure, clean
from engine.sheets.values import Lists
from engine.table.frozen import Json

CARD_SIZE: Final = (63.0, 88.0)
_LONGEST_TITLE: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperOptions:
    """How it is printed.

    Attributes:
        paper: size and margins.
        saving: hairlines only, nothing filled.
        grey: no colours.
        two_sided: each sheet begins on a new leaf.
    """

    paper: Paper = A4
    saving: bool = False
    grey: bool = False
    two_sided: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """One sheet, filled or blank, as plain values, so that it can be made up in any thread.

    Attributes:
        ruleset: the game.
        description: what the sheet is made of, with the group's changes.
        record: what stands on it; None for a blank.
        options: the group's choices; None for a blank that has room for all of them.
        lists: the group's lists.
    """

    ruleset: str
    description: SheetDescription
    record: Record | None = None
    options: Mapping[str, Json] | None = None
    lists: Lists = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The character's name; empty on a blank."""
        return self.record.name if self.record is not None else ""

    def source(self) -> Source:
        """Return the sheet that is set."""
        tables = tables_of(self.ruleset)
        if self.record is None:
            return Blank(self.description, self.options, self.lists, tables)
        return Sheet(self.description, self.record, self.options, self.lists, tables)


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeSheet:
    """A whole record sheet; `picked` are the sections that are wanted, all if it is None."""

    form: Form
    picked: frozenset[str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InBrief:
    """The GM's page: everybody in brief."""

    forms: Sequence[Form]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """Cards to cut, as many to a paper as fit. With `plain_backs` one without a back of its own gets the game's."""

    forms: Sequence[Form]
    plain_backs: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceCards:
    """Cards of a game's own to cut, just as they lie on the table. With `plain_backs` they get the game's back."""

    ruleset: str
    faces: Sequence[CardFace]
    plain_backs: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferencePart:
    """The player's reference."""

    ruleset: str
    reference: Reference


Part = WholeSheet | InBrief | Cards | FaceCards | ReferencePart
OnCard = SetPage | CardFace
"""What stands on one side of a card."""
Side = SetPage | Imposed[OnCard] | None
"""A page of a sheet, a side with cards, or a side that stays empty."""
Faces = tuple[SetPage, SetPage | None]
"""The front of a card, and its back if it has one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintJob:
    """Everything that is printed in one go.

    Attributes:
        title: what the document is called.
        parts: what is printed, in order.
        options: how.
        pictures: the contents of the portraits, by their ids.
    """

    title: str
    parts: Sequence[Part]
    options: PaperOptions = PaperOptions()
    pictures: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def document_title(self) -> str:
        """The title as a document has it: one line of a bearable length, without signs that cannot be seen."""
        return " ".join(clean(self.title).split())[:_LONGEST_TITLE]

    @property
    def steps(self) -> int:
        """How many steps of work it is to set the job, for showing progress."""
        return sum(max(1, len(part.forms)) if isinstance(part, Cards) else 1 for part in self.parts)


def sides_of(job: PrintJob, measure: Measure, done: Callable[[], object] = lambda: None) -> list[Side]:
    """Return the sides of paper of a job. `done` is called after each step; it may raise to stop the work."""
    paper = job.options.paper
    return joined((part_sides(part, paper, measure, done) for part in job.parts), two_sided=job.options.two_sided)


def joined(parts: Iterable[Sequence[Side]], *, two_sided: bool) -> list[Side]:
    """Return the sides of all parts; on paper that is printed on two sides each part begins on a new leaf."""
    sides: list[Side] = []
    for part in parts:
        if two_sided and len(sides) % 2:
            sides.append(None)
        sides += part
    return sides


def part_sides(part: Part, paper: Paper, measure: Measure, done: Callable[[], object] = lambda: None) -> list[Side]:
    """Return the sides of paper of one part of a job."""
    sides: list[Side] = []
    match part:
        case WholeSheet(form=form, picked=picked):
            game = game_name(form.ruleset)
            sides += sheet_pages(form.source(), paper, measure, game=game, name=form.name, picked=picked)
            done()
        case InBrief(forms=forms):
            sides += _in_brief(forms, paper, measure)
            done()
        case Cards():
            sides += _cards(part, paper, measure, done)
        case FaceCards(ruleset=ruleset, faces=faces, plain_backs=backs):
            back = SetPage(title="", boxes=(), look=look_of(ruleset)) if backs else None
            width, height = CARD_SIZE
            sides += imposed(grid_of(paper, width, height), [*faces], [back] * len(faces))
            done()
        case ReferencePart(ruleset=ruleset, reference=reference):
            game, look = game_name(ruleset), look_of(ruleset)
            sides += reference_pages(reference, paper, measure, game=game, look=look)
            done()
        case _:
            assert_never(part)
    return sides


def look_of(ruleset: str) -> Look:
    """Return the colour and the motif of a game: those of its first sheet."""
    return next((description.look for description in sheets_of(ruleset).values()), Look())


def _in_brief(forms: Sequence[Form], paper: Paper, measure: Measure) -> Iterable[SetPage]:
    people = [Person(form.source(), form.name, form.record.player if form.record else "") for form in forms]
    game = game_name(forms[0].ruleset) if forms else ""
    return brief_pages(people, paper, measure, game=game)


def _cards(part: Cards, paper: Paper, measure: Measure, done: Callable[[], object]) -> list[Imposed[OnCard]]:
    made = []
    for form in part.forms:
        made.append((form, faces_of(form, measure, plain_backs=part.plain_backs)))
        done()
    return on_paper(made, paper)


def faces_of(form: Form, measure: Measure, *, plain_backs: bool) -> list[Faces]:
    """Return the faces of one card; what had no room on it is a card of its own beside it."""
    plain = SetPage(title="", boxes=(), look=form.description.look) if plain_backs else None
    has_back = len(form.description.pages) > 1
    front, *more = card_sides(form.source(), measure)
    back = more.pop(0) if has_back and more and not more[0].continued else plain
    return [(front, back), *((extra, plain) for extra in more)]


def on_paper(cards: Iterable[tuple[Form, Sequence[Faces]]], paper: Paper) -> list[Imposed[OnCard]]:
    """Impose cards; those of one size share their sides."""
    sizes: dict[tuple[float, float], list[Faces]] = {}
    for form, faces in cards:
        sizes.setdefault(form.description.size or CARD_SIZE, []).extend(faces)
    sides: list[Imposed[OnCard]] = []
    for (width, height), faces in sizes.items():
        sides += imposed(grid_of(paper, width, height), _fronts(faces), _backs(faces))
    return sides


def _fronts(faces: Sequence[Faces]) -> list[OnCard]:
    return [front for front, _ in faces]


def _backs(faces: Sequence[Faces]) -> list[OnCard | None]:
    return [back for _, back in faces]
