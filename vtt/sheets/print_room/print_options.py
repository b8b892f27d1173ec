"""The choices of the print room, also as stored preferences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final

import msgspec

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Frozen, Json, replace
from engine.sheets.layout.page_geometry import A4, LEAST_MARGIN, MOST_MARGIN, PAPERS
from engine.sheets.model.filled_sheet import ACTOR
from engine.sheets.printing.printed_texts import PrintedText
from vtt.sheets.print.print_job import (
    CardFacesPart,
    CardsPart,
    EncounterPart,
    GmSummaryPart,
    HalfPagesPart,
    HandoutPart,
    NotesPart,
    PaperOptions,
    PrintableForm,
    PrinterCheckPart,
    PrintJob,
    PrintPart,
    ReferenceSheetPart,
    SheetPart,
)
from vtt.sheets.print.printed_portraits import picture_ratio
from vtt.sheets.print_room.printable_items import PrintableDeck, PrintableItems

BLANK_CARDS = 9
"""The number of copies of a blank card: a full page."""


def print_text(key: str, /, **params: Json) -> str:
    """Return a sentence of the language file under `printing`."""
    return say(Message(key=f"printing.{key}", params=params))


class PrintSelection(Frozen):
    """The choices for one game. `forms` are the ids of blanks and `decks` names of decks; None is the usual choice.

    `left_out` are the keys of sections that are not printed.
    """

    forms: tuple[str, ...] | None = None
    decks: tuple[str, ...] | None = None
    left_out: tuple[str, ...] = ()


class PrintOptions(Frozen):
    """The choices for one print job.

    Attributes:
        sheets: the characters' sheets.
        people: the ids of the characters; None is all.
        brief: the GM's page.
        encounters: the pages of encounters.
        which_encounters: the keys of the encounters; None is all.
        handouts: pages of handouts.
        which_handouts: the ids of the handouts; None is all.
        notes: pages of notes.
        which_notes: the ids of the notes; None is all.
        blanks: empty forms.
        cards: cards to cut out.
        backs: the cards have backs, blank ones too.
        reference: the player's reference.
        printer_check: a first page with a test square.
        some: only some sections of the sheets.
        halves: sheets that have a half page are printed on it.
        picks: the choices for the game.
        paper: the name of the paper size, and `margin` the white margin in millimetres.
        saving: hairlines only, nothing filled.
        grey: no colours.
        two_sided: each sheet begins on a new leaf.
        fillable: a PDF has fields to fill in.
    """

    sheets: bool = True
    people: tuple[str, ...] | None = None
    brief: bool = False
    encounters: bool = False
    which_encounters: tuple[str, ...] | None = None
    handouts: bool = False
    which_handouts: tuple[str, ...] | None = None
    notes: bool = False
    which_notes: tuple[str, ...] | None = None
    blanks: bool = False
    cards: bool = False
    reference: bool = False
    printer_check: bool = False
    backs: bool = True
    some: bool = False
    halves: bool = False
    picks: PrintSelection = PrintSelection()
    paper: str = A4.name
    margin: Annotated[float, msgspec.Meta(ge=LEAST_MARGIN, le=MOST_MARGIN)] = A4.margin
    saving: bool = False
    grey: bool = False
    two_sided: bool = False
    fillable: bool = False


class PrintPreferences(Frozen):
    """The last choices: the options, the choices for each game, the folder of the PDF, and the zoom of the preview.

    `zoom` is in per cent; 0 shows the whole page, -1 its whole width.
    """

    order: PrintOptions = PrintOptions()
    picks: Mapping[str, PrintSelection] = {}
    folder: str = ""
    zoom: Annotated[int, msgspec.Meta(ge=-1, le=400)] = 0


class PrintedNames(Frozen):
    """Which of a campaign's characters, encounters, handouts and notes are ticked, by their ids.

    Attributes:
        left_out: the characters that are not ticked: a new one is ticked.
        encounters: the encounters that are ticked; None is all.
        handouts: the handouts that are ticked; None is all.
        notes: the notes that are ticked; None is all.
    """

    left_out: tuple[str, ...] = ()
    encounters: tuple[str, ...] | None = None
    handouts: tuple[str, ...] | None = None
    notes: tuple[str, ...] | None = None


ALL_NAMES: Final = PrintedNames()
"""Everything is ticked."""


class NothingToPrint(ValueError):
    """There is nothing to print. Its text is one sentence that says what to tick."""


def preferences_from(kept: Json) -> PrintPreferences:
    """Return preferences from their stored form; the defaults if that is invalid."""
    try:
        return msgspec.convert(kept, PrintPreferences)
    except msgspec.ValidationError:
        return PrintPreferences()


def stored_preferences(preferences: PrintPreferences) -> Json:
    """Return preferences for storing, without what is of one campaign: the names of what was printed."""
    order = replace(
        preferences.order,
        people=None,
        which_encounters=None,
        which_handouts=None,
        which_notes=None,
        picks=PrintSelection(),
    )
    quiet = replace(preferences, order=order)
    kept: Json = msgspec.to_builtins(quiet)
    return kept


def names_from(kept: Json) -> PrintedNames:
    """Return what was ticked from its stored form; everything if that is invalid."""
    try:
        return msgspec.convert(kept, PrintedNames)
    except msgspec.ValidationError:
        return PrintedNames()


def stored_names(names: PrintedNames) -> Json:
    """Return what is ticked for storing."""
    kept: Json = msgspec.to_builtins(names)
    return kept


def paper_options(options: PrintOptions) -> PaperOptions:
    """Return how an order is printed."""
    paper = replace(PAPERS.get(options.paper, A4), margin=options.margin)
    return PaperOptions(paper=paper, saving=options.saving, grey=options.grey, two_sided=options.two_sided)


def people_of(options: PrintOptions, items: PrintableItems) -> tuple[PrintableForm, ...]:
    """Return the sheets of the ticked characters."""
    if options.people is None:
        return items.people
    return tuple(form for form in items.people if form.record is not None and form.record.actor in options.people)


def encounters_of(options: PrintOptions, items: PrintableItems) -> tuple[EncounterPart, ...]:
    """Return the pages of the ticked encounters."""
    prepared, wanted = items.prepared, options.which_encounters
    if prepared is None or not options.encounters:
        return ()
    found = prepared.encounters.items()
    return tuple(
        EncounterPart(table=prepared.table, encounter=encounter)
        for key, encounter in found
        if wanted is None or key in wanted
    )


def _texts_of(
    texts: Mapping[str, PrintedText], wanted: tuple[str, ...] | None, items: PrintableItems
) -> tuple[PrintedText, ...]:
    """Return the texts that are ticked, with the shape of their pictures."""
    return tuple(with_shape(text, items.pictures) for id_, text in texts.items() if wanted is None or id_ in wanted)


def with_shape(text: PrintedText, pictures: Mapping[str, bytes]) -> PrintedText:
    """Return a text with the shape of its picture; without the picture if the campaign does not have it."""
    content = pictures.get(text.picture)
    return replace(text, picture="") if content is None else replace(text, ratio=picture_ratio(content))


def blanks_of(options: PrintOptions, items: PrintableItems) -> tuple[PrintableForm, ...]:
    """Return the blanks that are ticked: usually the sheet of a character."""
    wanted = options.picks.forms
    if wanted is None:
        return tuple(form for form in items.blanks if form.description.subject == ACTOR)[:1]
    return tuple(form for form in items.blanks if form.description.id in wanted)


def cards_of(options: PrintOptions, items: PrintableItems) -> tuple[PrintableForm, ...]:
    """Return the cards of the decks that are ticked: usually the first deck."""
    return tuple(form for deck in decks_of(options, items) for form in deck.forms)


def decks_of(options: PrintOptions, items: PrintableItems) -> tuple[PrintableDeck, ...]:
    """Return the decks that are ticked: usually the first one."""
    wanted = options.picks.decks
    return items.decks[:1] if wanted is None else tuple(deck for deck in items.decks if deck.name in wanted)


def job_of(options: PrintOptions, items: PrintableItems) -> PrintJob:
    """Return the job that does an order.

    Raises:
        NothingToPrint: it orders nothing.
    """
    people = people_of(options, items) if options.sheets else ()
    blanks = blanks_of(options, items) if options.blanks else ()
    cards = cards_of(options, items) if options.cards else ()
    brief = items.people if options.brief else ()
    handouts = _texts_of(items.handouts, options.which_handouts, items) if options.handouts else ()
    notes = _texts_of(items.notes, options.which_notes, items) if options.notes else ()
    left_out = frozenset(options.picks.left_out) if options.some else frozenset()
    parts: list[PrintPart] = []
    for form in people:
        parts += parts_of([form], _picked(form, left_out), halves=options.halves)
    if options.sheets and people and not parts:
        raise NothingToPrint(print_text("no_sections"))
    if brief:
        parts.append(GmSummaryPart(forms=brief))
    parts += encounters_of(options, items)
    parts += (HandoutPart(ruleset=items.ruleset, handout=handout) for handout in handouts)
    if notes:
        parts.append(NotesPart(ruleset=items.ruleset, notes=notes))
    for form in blanks:
        parts += parts_of([form], _picked(form, left_out), backs=options.backs, halves=options.halves)
    parts = _side_by_side(parts)
    if cards:
        parts.append(CardsPart(forms=cards, plain_backs=options.backs))
    faces = tuple(face for deck in decks_of(options, items) for face in deck.faces) if options.cards else ()
    if faces:
        parts.append(CardFacesPart(ruleset=items.ruleset, faces=faces, plain_backs=options.backs))
    if options.reference and items.reference is not None:
        parts.append(ReferenceSheetPart(ruleset=items.ruleset, reference=items.reference))
    if options.printer_check:
        parts.insert(0, PrinterCheckPart())
    if not parts:
        raise NothingToPrint(_what_is_missing(options, items))
    wanted = dict.fromkeys((*items.portraits, *(text.picture for text in (*handouts, *notes))))
    pictures = {id_: content for id_ in wanted if (content := items.pictures.get(id_)) is not None}
    return PrintJob(
        title=items.title, parts=parts, options=paper_options(options), pictures=pictures, author=items.author
    )


def parts_of(
    forms: Sequence[PrintableForm],
    picked: frozenset[str] | None = None,
    *,
    backs: bool = False,
    halves: bool = False,
) -> list[PrintPart]:
    """Return forms as parts: cards share papers, everything else has pages of its own.

    `picked` are the wanted sections; a sheet with none of them is no part. With `backs` cards have backs, with `halves`
    sheets that have a half page are printed on it, and a blank is printed twice.
    """
    cards = [form for form in forms if form.description.size is not None]
    if cards and len(forms) == 1 and forms[0].record is None:
        cards *= BLANK_CARDS
    whole = [form for form in forms if form.description.size is None]
    sheets = [SheetPart(form=form, picked=picked) for form in whole if picked is None or picked]
    parts: list[PrintPart] = []
    for sheet in sheets:
        copies = 2 if sheet.form.record is None else 1
        is_half = halves and bool(sheet.form.description.half_page)
        parts.append(HalfPagesPart(sheets=[sheet] * copies) if is_half else sheet)
    parts = _side_by_side(parts)
    return [*parts, CardsPart(forms=cards, plain_backs=backs)] if cards else parts


def _side_by_side(parts: Sequence[PrintPart]) -> list[PrintPart]:
    """Return parts with all half pages of one description in one part, at the place of the first of them."""
    joined: list[PrintPart] = []
    at: dict[str, int] = {}
    for part in parts:
        key = part.sheets[0].form.description.id if isinstance(part, HalfPagesPart) else ""
        known = joined[at[key]] if key in at else None
        if isinstance(part, HalfPagesPart) and isinstance(known, HalfPagesPart):
            joined[at[key]] = HalfPagesPart(sheets=[*known.sheets, *part.sheets])
            continue
        if key:
            at[key] = len(joined)
        joined.append(part)
    return joined


def _picked(form: PrintableForm, left_out: frozenset[str]) -> frozenset[str] | None:
    keys = frozenset(section.key for section in form.description.sections)
    return keys - left_out if keys & left_out else None


def _what_is_missing(options: PrintOptions, items: PrintableItems) -> str:
    if options.encounters:
        return print_text("no_encounters")
    if options.handouts:
        return print_text("no_handouts")
    if options.notes:
        return print_text("no_notes")
    if options.sheets and not items.people and not (options.blanks or options.cards or options.brief):
        return print_text("nobody")
    if options.sheets and not (options.blanks or options.cards or options.brief):
        return print_text("no_people")
    if options.blanks and not (options.sheets or options.cards or options.brief):
        return print_text("no_forms")
    if options.cards and not (options.sheets or options.blanks or options.brief):
        return print_text("no_decks")
    return print_text("nothing")
