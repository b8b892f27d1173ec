"""`python -m vtt print`: record sheets as PDF, without a window."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.model.frozen import Json, replace
from engine.sheets.catalogue.game_metadata import game_name, games_with_sheets
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.layout.page_geometry import LEAST_MARGIN, MOST_MARGIN, PAPERS, Paper
from engine.sheets.model.filled_sheet import ACTOR
from engine.sheets.model.game_words import list_label
from engine.sheets.model.sheet_description import SheetDescription
from vtt.shell.campaigns.installed_games import add_user_games
from vtt.system.user_folders import default_folders
from vtt.widgets.ui_texts import ui_text

if TYPE_CHECKING:
    from engine.model.seats import Actor
    from engine.presentation.visibility import VisibleTable
    from engine.sheets.printing.printed_texts import PrintedText
    from vtt.sheets.print.print_job import PaperOptions, PrintableForm, PrintJob, PrintPart
    from vtt.sheets.print_room.printable_items import PrintableItems


class PrintArgumentError(Exception):
    """An error for arguments that cannot be printed; its text is one sentence."""

    def __init__(self, key: str, **params: Json) -> None:
        super().__init__(ui_text("paper.command", key, **params))


def run(words: Sequence[str]) -> int:
    """Print what the command line asks for; return the exit status."""
    given = make_parser().parse_args(words)
    if bool(given.campaign) == bool(given.blank):
        make_parser().error(ui_text("paper.command", "one_of_both"))
    add_user_games(default_folders())
    try:
        job = _blank_job(given) if given.blank else _campaign_job(given)
        count = _print(job, given.out, fillable=given.fillable)
    except (PrintArgumentError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(ui_text("paper.command", "done", file=str(given.out), count=count))
    return 0


def make_parser() -> argparse.ArgumentParser:
    """Return the command line of printing."""
    parser = argparse.ArgumentParser(prog="python -m vtt print", description=ui_text("paper.command", "about"))
    parser.add_argument(
        "campaign", nargs="?", type=Path, metavar="CAMPAIGN.ktable", help=ui_text("paper.command", "help_campaign")
    )
    parser.add_argument("--blank", metavar="GAME", help=ui_text("paper.command", "help_blank"))
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FILE.pdf", help=ui_text("paper.command", "help_out")
    )
    parser.add_argument(
        "--sheet", action="append", default=[], metavar="NAME", help=ui_text("paper.command", "help_sheet")
    )
    parser.add_argument("--form", metavar="ID", help=ui_text("paper.command", "help_form"))
    parser.add_argument(
        "--cards", action="append", default=[], metavar="DECK", help=ui_text("paper.command", "help_cards")
    )
    parser.add_argument("--reference", action="store_true", help=ui_text("paper.command", "help_reference"))
    parser.add_argument("--sections", type=_keys, metavar="KEY,KEY", help=ui_text("paper.command", "help_sections"))
    parser.add_argument("--gm-page", action="store_true", help=ui_text("paper.command", "help_gm_page"))
    parser.add_argument(
        "--encounter", action="append", default=[], metavar="NAME", help=ui_text("paper.command", "help_encounter")
    )
    parser.add_argument(
        "--handout", action="append", default=[], metavar="TITLE", help=ui_text("paper.command", "help_handout")
    )
    parser.add_argument(
        "--note", action="append", default=[], metavar="TITLE", help=ui_text("paper.command", "help_note")
    )
    parser.add_argument("--test-square", action="store_true", help=ui_text("paper.command", "help_test_square"))
    parser.add_argument(
        "--viewer", choices=("print", "gm"), default="print", help=ui_text("paper.command", "help_viewer")
    )
    parser.add_argument("--paper", choices=tuple(PAPERS), default="a4", help=ui_text("paper.command", "help_paper"))
    parser.add_argument(
        "--margin", type=_margin, default=10.0, metavar="MM", help=ui_text("paper.command", "help_margin")
    )
    parser.add_argument("--ink-saver", action="store_true", help=ui_text("paper.command", "help_ink_saver"))
    parser.add_argument("--grey", action="store_true", help=ui_text("paper.command", "help_grey"))
    parser.add_argument("--fillable", action="store_true", help=ui_text("paper.command", "help_fillable"))
    parser.add_argument("--two-sided", action="store_true", help=ui_text("paper.command", "help_two_sided"))
    parser.add_argument("--half-pages", action="store_true", help=ui_text("paper.command", "help_half_pages"))
    parser.add_argument("--backs", action="store_true", help=ui_text("paper.command", "help_backs"))
    return parser


def _keys(text: str) -> frozenset[str]:
    return frozenset(key.strip() for key in text.split(",") if key.strip())


def _margin(text: str) -> float:
    try:
        margin = float(text)
    except ValueError:
        margin = -1.0
    if not LEAST_MARGIN <= margin <= MOST_MARGIN:
        raise argparse.ArgumentTypeError(
            ui_text("paper.command", "margin_form", least=int(LEAST_MARGIN), most=int(MOST_MARGIN))
        )
    return margin


def _options(given: argparse.Namespace) -> PaperOptions:
    from vtt.sheets.print.print_job import PaperOptions

    paper: Paper = replace(PAPERS[given.paper], margin=given.margin)
    return PaperOptions(paper=paper, saving=given.ink_saver, grey=given.grey, two_sided=given.two_sided)


# What is printed -------------------------------------------------------------------------------------------


def _blank_job(given: argparse.Namespace) -> PrintJob:
    from engine.rulesets.loader import ruleset_ids
    from vtt.sheets.print.print_job import PrintableForm, PrintJob
    from vtt.sheets.print_room.print_options import parts_of

    if given.blank not in ruleset_ids():  # asked first: the list of games tells where the folder of each one is
        raise PrintArgumentError("no_game", name=given.blank[:60], known=list(games_with_sheets()))
    sheets = sheets_of(given.blank)
    if given.sheet or given.gm_page or given.encounter or given.handout or given.note:
        raise PrintArgumentError("blank_has_nobody")
    if given.cards or given.reference:
        from vtt.sheets.print_room.printable_items import items_of_game

        stock = items_of_game(given.blank)
        parts = [*_first_parts(given), *_parts_of_stock(given, stock)]
        return PrintJob(title=stock.title, parts=parts, options=_options(given))
    if not sheets:
        raise PrintArgumentError("no_sheets", game=game_name(given.blank))
    description = _form_named(sheets, given.form) if given.form else next(iter(sheets.values()))
    form = PrintableForm(ruleset=given.blank, description=description)
    picked = _picked(given.sections, [description])
    title = f"{game_name(given.blank)} – {description.title}"
    parts = [*_first_parts(given), *parts_of([form], picked, backs=given.backs, halves=given.half_pages)]
    return PrintJob(title=title, parts=parts, options=_options(given))


def _campaign_job(given: argparse.Namespace) -> PrintJob:
    from vtt.sheets.print.print_job import GmSummaryPart, PrintJob
    from vtt.sheets.print_room.print_options import parts_of
    from vtt.sheets.print_room.printable_items import author_of
    from vtt.storage.campaign_opening import default_games, read_contents

    contents = read_contents(given.campaign, default_games)
    table = contents.history.table
    as_gm = given.gm_page or given.viewer == "gm"
    view = contents.game.view_for(table, table.gm() if as_gm else "print")
    sheets = sheets_of(view.ruleset)
    title = str(contents.campaign["name"])
    more: Sequence[PrintPart] = ()
    if given.cards or given.reference:
        from vtt.sheets.print_room.printable_items import items_of_view

        more = _parts_of_stock(given, items_of_view(view, title))
    if given.encounter:
        # The page of an encounter is always the GM's; everything else in the same file follows the viewer.
        more = [*_encounter_parts(given, contents.game.view_for(table, table.gm())), *more]
    pictures = {picture.id: picture.content for picture in contents.extras.pictures}
    if given.handout or given.note:
        more = [*more, *_text_parts(given, contents.game.view_for(table, table.gm()), view, pictures)]
    if more and not (given.sheet or given.gm_page or given.form):
        everything = [*_first_parts(given), *more]
        return PrintJob(
            title=title, parts=everything, options=_options(given), pictures=pictures, author=author_of(view)
        )
    if not sheets:
        raise PrintArgumentError("no_sheets", game=game_name(view.ruleset))
    sheet = _form_named(sheets, given.form) if given.form else None
    if sheet is not None and sheet.subject != ACTOR:
        forms = _forms_of_rows(view, sheet)
    else:
        forms = _forms_of_people(view, given.sheet, sheet)
    picked = _picked(given.sections, [form.description for form in forms])
    parts: Sequence[PrintPart] = (
        [GmSummaryPart(forms=forms)]
        if given.gm_page
        else parts_of(forms, picked, backs=given.backs, halves=given.half_pages)
    )
    parts = [*_first_parts(given), *parts, *more]
    return PrintJob(title=title, parts=parts, options=_options(given), pictures=pictures, author=author_of(view))


def _first_parts(given: argparse.Namespace) -> Sequence[PrintPart]:
    """Return the page with the test square, if it is wanted."""
    from vtt.sheets.print.print_job import PrinterCheckPart

    return [PrinterCheckPart()] if given.test_square else []


def _parts_of_stock(given: argparse.Namespace, stock: PrintableItems) -> Sequence[PrintPart]:
    """Return the decks that are named, and the reference."""
    from vtt.sheets.print.print_job import CardFacesPart, CardsPart, ReferenceSheetPart

    decks = {deck.name.casefold(): deck for deck in stock.decks}
    if given.cards and not decks:
        raise PrintArgumentError("no_decks", game=game_name(stock.ruleset))
    parts: list[PrintPart] = []
    for name in given.cards:
        deck = decks.get(name.strip().casefold())
        if deck is None:
            raise PrintArgumentError("no_deck", name=name[:80], known=[deck.name for deck in stock.decks])
        if deck.forms:
            parts.append(CardsPart(forms=deck.forms, plain_backs=given.backs))
        if deck.faces:
            parts.append(CardFacesPart(ruleset=stock.ruleset, faces=deck.faces, plain_backs=given.backs))
    if given.reference:
        if stock.reference is None:
            raise PrintArgumentError("no_reference", game=game_name(stock.ruleset))
        parts.append(ReferenceSheetPart(ruleset=stock.ruleset, reference=stock.reference))
    return parts


def _encounter_parts(given: argparse.Namespace, view: VisibleTable) -> Sequence[PrintPart]:
    """Return the pages of the encounters that are named."""
    from vtt.sheets.print.print_job import EncounterPart
    from vtt.sheets.print_room.printable_items import prepared_encounters

    prepared = prepared_encounters(view)
    if prepared is None:
        raise PrintArgumentError("no_encounters")
    everything = prepared.encounters.values()
    parts: list[PrintPart] = []
    for name in given.encounter:
        wanted = name.strip().casefold()
        named = [one for one in everything if wanted in (one.name.strip().casefold(), one.id.casefold())]
        if not named:
            known = [encounter.name for encounter in everything]
            raise PrintArgumentError("no_encounter", name=name[:80], known=known[:12])
        parts.append(EncounterPart(table=prepared.table, encounter=named[0]))
    return parts


def _text_parts(
    given: argparse.Namespace, gm_view: VisibleTable, view: VisibleTable, pictures: Mapping[str, bytes]
) -> Sequence[PrintPart]:
    """Return the handouts and the notes that are named: handouts are the GM's to give away, notes the viewer's."""
    from vtt.sheets.print.print_job import HandoutPart, NotesPart
    from vtt.sheets.print_room.print_options import with_shape
    from vtt.sheets.print_room.printable_items import handouts_of, notes_of

    handouts = _titled(("no_handout", "no_handouts"), given.handout, handouts_of(gm_view).values())
    notes = _titled(("no_note", "no_notes"), given.note, notes_of(view).values())
    parts: list[PrintPart] = [
        HandoutPart(ruleset=view.ruleset, handout=with_shape(handout, pictures)) for handout in handouts
    ]
    shaped = tuple(with_shape(note, pictures) for note in notes)
    return [*parts, NotesPart(ruleset=view.ruleset, notes=shaped)] if shaped else parts


def _titled(keys: tuple[str, str], titles: Sequence[str], texts: Iterable[PrintedText]) -> Iterator[PrintedText]:
    """Yield the texts with these titles.

    Raises:
        PrintArgumentError: there is no text with a title, or none at all; `keys` are the keys of its sentences.
    """
    missing, none = keys
    by_title = {text.title.strip().casefold(): text for text in reversed([*texts])}
    if titles and not by_title:
        raise PrintArgumentError(none)
    for title in titles:
        found = by_title.get(title.strip().casefold())
        if found is None:
            known = [text.title for text in by_title.values()][::-1]
            raise PrintArgumentError(missing, name=title[:80], known=known[:12])
        yield found


def _form_named(sheets: Mapping[str, SheetDescription], name: str) -> SheetDescription:
    sheet = sheets.get(name)
    if sheet is None:
        raise PrintArgumentError("no_form", name=name[:60], known=list(sheets))
    return sheet


def _forms_of_rows(view: VisibleTable, description: SheetDescription) -> Sequence[PrintableForm]:
    """Return the forms of all decks that a description is for, such as each card, once."""
    from vtt.sheets.print_room.printable_items import decks_of_forms

    decks = decks_of_forms(view)
    forms = {form.name: form for deck in decks for form in deck.forms if form.description.id == description.id}
    if not forms:
        raise PrintArgumentError("no_rows", list=list_label(view.ruleset, description.subject))
    return tuple(forms.values())


def _forms_of_people(
    view: VisibleTable, names: Sequence[str], sheet: SheetDescription | None
) -> Sequence[PrintableForm]:
    from vtt.sheets.print_room.printable_items import form_of_actor, party

    people = [_person(view, name) for name in names] if names else party(view)
    forms = []
    for actor in people:
        form = form_of_actor(view, actor)
        if form is None:
            raise PrintArgumentError("no_sheets", game=game_name(view.ruleset))
        if sheet is None or form.description.id == sheet.id:
            forms.append(form)
    if not forms:
        raise PrintArgumentError("nobody")
    return forms


def _person(view: VisibleTable, name: str) -> Actor:
    from vtt.sheets.print_room.printable_items import readable

    wanted_name = name.strip().casefold()
    matches = [a for a in view.actors.values() if a.name.strip().casefold() == wanted_name]
    matches += [a for a in view.actors.values() if a.id.casefold() == wanted_name and a not in matches]
    if not matches:
        names = [actor.name for actor in view.actors.values()]
        raise PrintArgumentError("no_character", name=name[:80], known=names[:12])
    actor = next((a for a in matches if readable(view, a)), None)
    if actor is None:
        raise PrintArgumentError("secret", name=matches[0].name[:80])
    return actor


def _picked(sections: frozenset[str] | None, descriptions: Sequence[SheetDescription]) -> frozenset[str] | None:
    if sections is None:
        return None
    section_keys = list(dict.fromkeys(section.key for d in descriptions for section in d.sections))
    unknown = sorted(sections - set(section_keys))
    if unknown or not sections:
        raise PrintArgumentError("no_section", names=unknown or [""], known=section_keys)
    return sections


def _print(job: PrintJob, out: Path, *, fillable: bool) -> int:
    """Write the PDF. Qt is loaded only now, so that a mistyped command is answered at once."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication

    from vtt.sheets.pdf_forms.fillable_pdf import write_fillable
    from vtt.sheets.print.pdf_writer import write_pdf
    from vtt.widgets.look.ui_fonts import load_fonts

    app = QGuiApplication.instance() or QGuiApplication([])
    load_fonts()
    count = write_fillable(job, out) if fillable else write_pdf(job, out)
    del app
    return count
