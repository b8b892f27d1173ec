"""A print job: sheets, blanks, the GM's summary, cards; and the sides of paper that they fill."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, assert_never

from engine.kit.encounters.printable_encounters import PrintableEncounter
from engine.model.frozen import Json
from engine.model.table import Table
from engine.presentation.card_faces import CardFace, QuickReference
from engine.sheets.catalogue.game_metadata import game_name
from engine.sheets.catalogue.sheet_library import sheets_of, tables_of
from engine.sheets.layout.page_geometry import A4, Paper
from engine.sheets.layout.printable_sheet import PrintableSheet
from engine.sheets.model.character_record import Record
from engine.sheets.model.field_values import Lists
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import SheetDescription, SheetLook
from engine.sheets.printing.blank_sheet import BlankSheet
from engine.sheets.printing.composed_pages import ComposedPage
from engine.sheets.printing.half_pages import HalfPages, HalfSheet, half_pages
from engine.sheets.printing.imposition import ImposedSide, grid_of, impose
from engine.sheets.printing.printed_encounter import encounter_pages
from engine.sheets.printing.printed_labels import paper_text
from engine.sheets.printing.printed_texts import PrintedText, handout_pages, note_pages
from engine.sheets.printing.printer_check import printer_check_page
from engine.sheets.printing.reference_sheet import reference_pages
from engine.sheets.printing.sheet_printing import card_sides, sheet_pages
from engine.sheets.printing.stat_blocks import StatSubject, alike_together, stat_block_pages
from engine.sheets.printing.text_fitting import Measure, clean_text
from vtt.sheets.print.encounter_content import printed_encounter

CARD_SIZE: Final = (63.0, 88.0)
_LONGEST_TITLE: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperOptions:
    """The options of a print job.

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
class PrintableForm:
    """One sheet, filled or blank, as plain values, so that any thread can lay it out.

    Attributes:
        ruleset: the game.
        description: the description of the sheet, with the group's changes.
        record: its values; None for a blank.
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

    def source(self) -> PrintableSheet:
        """Return the sheet to print."""
        tables = tables_of(self.ruleset)
        if self.record is None:
            return BlankSheet(self.description, self.options, self.lists, tables)
        return FilledSheet(self.description, self.record, self.options, self.lists, tables)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPart:
    """A whole record sheet; `picked` are the wanted sections, all if it is None."""

    form: PrintableForm
    picked: frozenset[str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HalfPagesPart:
    """Sheets on half pages, two on each side of paper; all follow the same description."""

    sheets: Sequence[SheetPart]


@dataclass(frozen=True, slots=True, kw_only=True)
class GmSummaryPart:
    """The GM's page: a compact stat block for each character; those with the same numbers share one."""

    forms: Sequence[PrintableForm]


@dataclass(frozen=True, slots=True, kw_only=True)
class EncounterPart:
    """The page of an encounter; its characters are added to it where it is set, as that takes a moment."""

    table: Table
    encounter: PrintableEncounter


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsPart:
    """Cards to cut, as many to a paper as fit. With `plain_backs` one without a back of its own gets the game's."""

    forms: Sequence[PrintableForm]
    plain_backs: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFacesPart:
    """A game's own cards to cut out, with their faces at the table. With `plain_backs` they get the game's back."""

    ruleset: str
    faces: Sequence[CardFace]
    plain_backs: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceSheetPart:
    """The player's reference."""

    ruleset: str
    reference: QuickReference


class TextPart:
    """A part that has neither sheets nor cards, and is the same in a fillable PDF."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HandoutPart(TextPart):
    """A handout, as the players get it."""

    ruleset: str
    handout: PrintedText


@dataclass(frozen=True, slots=True, kw_only=True)
class NotesPart(TextPart):
    """Notes, one after the other."""

    ruleset: str
    notes: tuple[PrintedText, ...]


@dataclass(frozen=True, slots=True)
class PrinterCheckPart(TextPart):
    """The page with the test square."""


PrintPart = (
    SheetPart
    | HalfPagesPart
    | GmSummaryPart
    | EncounterPart
    | CardsPart
    | CardFacesPart
    | ReferenceSheetPart
    | HandoutPart
    | NotesPart
    | PrinterCheckPart
)
CardSide = ComposedPage | CardFace
"""The content of one side of a card."""
PaperSide = ComposedPage | ImposedSide[CardSide] | None
"""A page of a sheet, a side with cards, or a side that stays empty."""
FrontAndBack = tuple[ComposedPage, ComposedPage | None]
"""The front of a card, and its back if it has one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintJob:
    """Everything that is printed in one go.

    Attributes:
        title: the title of the document.
        parts: the parts, in order.
        options: the options.
        pictures: the contents of the portraits, by their ids.
        author: who made it, for the document's metadata.
    """

    title: str
    parts: Sequence[PrintPart]
    options: PaperOptions = PaperOptions()
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    author: str = ""

    @property
    def document_title(self) -> str:
        """The title of the document: one line of limited length, without invisible signs."""
        return " ".join(clean_text(self.title).split())[:_LONGEST_TITLE]

    @property
    def large_pictures(self) -> frozenset[str]:
        """The ids of the pictures that can fill a page."""
        return frozenset(part.handout.picture for part in self.parts if isinstance(part, HandoutPart))

    @property
    def steps(self) -> int:
        """The number of steps that setting the job takes, for a progress bar."""
        return sum(max(1, len(part.forms)) if isinstance(part, CardsPart) else 1 for part in self.parts)


def sides_of(job: PrintJob, measure: Measure, done: Callable[[], object] = lambda: None) -> list[PaperSide]:
    """Return the sides of paper of a job. `done` is called after each step; it can raise to stop the work."""
    paper = job.options.paper
    return join_parts((part_sides(part, paper, measure, done) for part in job.parts), two_sided=job.options.two_sided)


def join_parts(parts: Iterable[Sequence[PaperSide]], *, two_sided: bool) -> list[PaperSide]:
    """Return the sides of all parts; on paper that is printed on two sides each part begins on a new leaf."""
    sides: list[PaperSide] = []
    for part in parts:
        if two_sided and len(sides) % 2:
            sides.append(None)
        sides += part
    return sides


def part_sides(
    part: PrintPart, paper: Paper, measure: Measure, done: Callable[[], object] = lambda: None
) -> list[PaperSide]:
    """Return the sides of paper of one part of a job."""
    sides: list[PaperSide] = []
    match part:
        case SheetPart(form=form, picked=picked):
            game = game_name(form.ruleset)
            sides += sheet_pages(form.source(), paper, measure, game=game, name=form.name, picked=picked)
            done()
        case HalfPagesPart(sheets=sheets):
            sides += half_pages_of([(sheet.form, sheet.picked) for sheet in sheets], paper, measure).pages
            done()
        case GmSummaryPart(forms=forms):
            sides += _stat_blocks(forms, paper, measure)
            done()
        case EncounterPart(table=table, encounter=encounter):
            sides += encounter_pages(
                printed_encounter(table, encounter),
                paper,
                measure,
                game=game_name(table.ruleset),
                look=look_of(table.ruleset),
            )
            done()
        case CardsPart():
            sides += _cards(part, paper, measure, done)
        case CardFacesPart(ruleset=ruleset, faces=faces, plain_backs=backs):
            back = ComposedPage(title="", boxes=(), look=look_of(ruleset)) if backs else None
            width, height = CARD_SIZE
            sides += impose(grid_of(paper, width, height), [*faces], [back] * len(faces))
            done()
        case ReferenceSheetPart(ruleset=ruleset, reference=reference):
            game, look = game_name(ruleset), look_of(ruleset)
            sides += reference_pages(reference, paper, measure, game=game, look=look)
            done()
        case HandoutPart(ruleset=ruleset, handout=handout):
            sides += handout_pages(handout, paper, measure, game=game_name(ruleset), look=look_of(ruleset))
            done()
        case NotesPart(ruleset=ruleset, notes=notes):
            sides += note_pages(notes, paper, measure, game=game_name(ruleset), look=look_of(ruleset))
            done()
        case PrinterCheckPart():
            sides.append(printer_check_page(paper, measure))
            done()
        case _:
            assert_never(part)
    return sides


def look_of(ruleset: str) -> SheetLook:
    """Return the colour and the motif of a game: those of its first sheet."""
    return next((description.look for description in sheets_of(ruleset).values()), SheetLook())


def half_pages_of(
    forms: Sequence[tuple[PrintableForm, frozenset[str] | None]], paper: Paper, measure: Measure
) -> HalfPages:
    """Return the half pages of forms, each with the keys of its wanted sections."""
    sheets = [HalfSheet(form.source(), form.name, picked) for form, picked in forms]
    return half_pages(sheets, paper, measure, game=game_name(forms[0][0].ruleset) if forms else "")


def _stat_blocks(forms: Sequence[PrintableForm], paper: Paper, measure: Measure) -> Iterable[ComposedPage]:
    subjects = [StatSubject(form.source(), (form.name,), _played_by(form)) for form in forms]
    game = game_name(forms[0].ruleset) if forms else ""
    return stat_block_pages(alike_together(subjects), paper, measure, game=game, title=paper_text("brief"))


def _played_by(form: PrintableForm) -> str:
    player = form.record.player if form.record is not None else ""
    return paper_text("brief_player", player=player) if player else ""


def _cards(part: CardsPart, paper: Paper, measure: Measure, done: Callable[[], object]) -> list[ImposedSide[CardSide]]:
    made = []
    for form in part.forms:
        made.append((form, faces_of(form, measure, plain_backs=part.plain_backs)))
        done()
    return impose_cards(made, paper)


def faces_of(form: PrintableForm, measure: Measure, *, plain_backs: bool) -> list[FrontAndBack]:
    """Return the faces of one card; content that does not fit gets a further card."""
    plain = ComposedPage(title="", boxes=(), look=form.description.look) if plain_backs else None
    has_back = len(form.description.pages) > 1
    front, *more = card_sides(form.source(), measure)
    back = more.pop(0) if has_back and more and not more[0].continued else plain
    return [(front, back), *((extra, plain) for extra in more)]


def impose_cards(
    cards: Iterable[tuple[PrintableForm, Sequence[FrontAndBack]]], paper: Paper
) -> list[ImposedSide[CardSide]]:
    """Impose cards; those of one size share their sides."""
    sizes: dict[tuple[float, float], list[FrontAndBack]] = {}
    for form, faces in cards:
        sizes.setdefault(form.description.size or CARD_SIZE, []).extend(faces)
    sides: list[ImposedSide[CardSide]] = []
    for (width, height), faces in sizes.items():
        sides += impose(grid_of(paper, width, height), _fronts(faces), _backs(faces))
    return sides


def _fronts(faces: Sequence[FrontAndBack]) -> list[CardSide]:
    return [front for front, _ in faces]


def _backs(faces: Sequence[FrontAndBack]) -> list[CardSide | None]:
    return [back for _, back in faces]
