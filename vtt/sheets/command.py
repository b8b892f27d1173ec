"""`python -m vtt print`: record sheets as PDF, without a window."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.play.words import Message, say
from engine.sheets.description import SheetDescription
from engine.sheets.games import game_name, games_with_sheets
from engine.sheets.geometry import LEAST_MARGIN, MOST_MARGIN, PAPERS, Paper
from engine.sheets.sheet import ACTOR
from engine.sheets.shelf import sheets_of
from engine.table.frozen import Json, replace

if TYPE_CHECKING:
    from engine.play.sight import View
    from engine.table.seats import Actor
    from vtt.sheets.job import Form, PaperOptions, Part, PrintJob
    from vtt.sheets.stock import Stock


class Unfit(Exception):
    """What was asked for cannot be printed; its text is one sentence."""

    def __init__(self, key: str, **params: Json) -> None:
        super().__init__(told(key, **params))


def told(key: str, **params: Json) -> str:
    """Return a sentence of the language file under `paper.command`."""
    return say(Message(key=f"paper.command.{key}", params=params))


def run(words: Sequence[str]) -> int:
    """Print what the command line asks for; return the exit status."""
    given = make_parser().parse_args(words)
    if bool(given.campaign) == bool(given.blank):
        make_parser().error(told("one_of_both"))
    try:
        job = _blank_job(given) if given.blank else _campaign_job(given)
        count = _print(job, given.out, fillable=given.fillable)
    except (Unfit, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(told("done", file=str(given.out), count=count))
    return 0


def make_parser() -> argparse.ArgumentParser:
    """Return the command line of printing."""
    parser = argparse.ArgumentParser(prog="python -m vtt print", description=told("about"))
    parser.add_argument("campaign", nargs="?", type=Path, metavar="CAMPAIGN.ktable", help=told("help_campaign"))
    parser.add_argument("--blank", metavar="GAME", help=told("help_blank"))
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.pdf", help=told("help_out"))
    parser.add_argument("--sheet", action="append", default=[], metavar="NAME", help=told("help_sheet"))
    parser.add_argument("--form", metavar="ID", help=told("help_form"))
    parser.add_argument("--cards", action="append", default=[], metavar="DECK", help=told("help_cards"))
    parser.add_argument("--reference", action="store_true", help=told("help_reference"))
    parser.add_argument("--sections", type=_keys, metavar="KEY,KEY", help=told("help_sections"))
    parser.add_argument("--gm-page", action="store_true", help=told("help_gm_page"))
    parser.add_argument("--viewer", choices=("print", "gm"), default="print", help=told("help_viewer"))
    parser.add_argument("--paper", choices=tuple(PAPERS), default="a4", help=told("help_paper"))
    parser.add_argument("--margin", type=_margin, default=10.0, metavar="MM", help=told("help_margin"))
    parser.add_argument("--ink-saver", action="store_true", help=told("help_ink_saver"))
    parser.add_argument("--grey", action="store_true", help=told("help_grey"))
    parser.add_argument("--fillable", action="store_true", help=told("help_fillable"))
    parser.add_argument("--two-sided", action="store_true", help=told("help_two_sided"))
    parser.add_argument("--backs", action="store_true", help=told("help_backs"))
    return parser


def _keys(text: str) -> frozenset[str]:
    return frozenset(key.strip() for key in text.split(",") if key.strip())


def _margin(text: str) -> float:
    try:
        margin = float(text)
    except ValueError:
        margin = -1.0
    if not LEAST_MARGIN <= margin <= MOST_MARGIN:
        raise argparse.ArgumentTypeError(told("margin_form", least=int(LEAST_MARGIN), most=int(MOST_MARGIN)))
    return margin


def _options(given: argparse.Namespace) -> PaperOptions:
    from vtt.sheets.job import PaperOptions

    paper: Paper = replace(PAPERS[given.paper], margin=given.margin)
    return PaperOptions(paper=paper, saving=given.ink_saver, grey=given.grey, two_sided=given.two_sided)


# What is printed -------------------------------------------------------------------------------------------


def _blank_job(given: argparse.Namespace) -> PrintJob:
    from vtt.sheets.job import Form, PrintJob
    from vtt.sheets.order import parts_of

    sheets = sheets_of(given.blank)
    if not sheets:
        raise Unfit("no_game", name=given.blank[:60], known=list(games_with_sheets()))
    if given.sheet or given.gm_page:
        raise Unfit("blank_has_nobody")
    if given.cards or given.reference:
        from vtt.sheets.stock import stock_of_game

        stock = stock_of_game(given.blank)
        return PrintJob(title=stock.title, parts=_parts_of_stock(given, stock), options=_options(given))
    description = _form_named(sheets, given.form) if given.form else next(iter(sheets.values()))
    form = Form(ruleset=given.blank, description=description)
    picked = _picked(given.sections, [description])
    title = f"{game_name(given.blank)} – {description.title}"
    return PrintJob(title=title, parts=parts_of([form], picked, backs=given.backs), options=_options(given))


def _campaign_job(given: argparse.Namespace) -> PrintJob:
    from vtt.save.opening import read_contents
    from vtt.sheets.job import InBrief, PrintJob
    from vtt.sheets.order import parts_of

    contents = read_contents(given.campaign)
    table = contents.timeline.table
    as_gm = given.gm_page or given.viewer == "gm"
    view = contents.game.view_for(table, table.gm() if as_gm else "print")
    sheets = sheets_of(view.ruleset)
    if not sheets:
        raise Unfit("no_sheets", game=game_name(view.ruleset))
    title = str(contents.campaign["name"])
    more: Sequence[Part] = ()
    if given.cards or given.reference:
        from vtt.sheets.stock import stock_of_view

        more = _parts_of_stock(given, stock_of_view(view, title))
        if not (given.sheet or given.gm_page or given.form):
            return PrintJob(title=title, parts=more, options=_options(given))
    wanted = _form_named(sheets, given.form) if given.form else None
    if wanted is not None and wanted.subject != ACTOR:
        forms = _forms_of_rows(view, wanted)
    else:
        forms = _forms_of_people(view, given.sheet, wanted)
    picked = _picked(given.sections, [form.description for form in forms])
    parts: Sequence[Part] = [InBrief(forms=forms)] if given.gm_page else parts_of(forms, picked, backs=given.backs)
    pictures = {picture.id: picture.content for picture in contents.extras.pictures}
    return PrintJob(title=title, parts=[*parts, *more], options=_options(given), pictures=pictures)


def _parts_of_stock(given: argparse.Namespace, stock: Stock) -> Sequence[Part]:
    """Return the decks that are named, and the reference."""
    from vtt.sheets.job import Cards, FaceCards, ReferencePart

    decks = {deck.name.casefold(): deck for deck in stock.decks}
    parts: list[Part] = []
    for name in given.cards:
        deck = decks.get(name.strip().casefold())
        if deck is None:
            raise Unfit("no_deck", name=name[:80], known=[deck.name for deck in stock.decks])
        if deck.forms:
            parts.append(Cards(forms=deck.forms, plain_backs=given.backs))
        if deck.faces:
            parts.append(FaceCards(ruleset=stock.ruleset, faces=deck.faces, plain_backs=given.backs))
    if given.reference:
        if stock.reference is None:
            raise Unfit("no_reference", game=game_name(stock.ruleset))
        parts.append(ReferencePart(ruleset=stock.ruleset, reference=stock.reference))
    return parts


def _form_named(sheets: Mapping[str, SheetDescription], name: str) -> SheetDescription:
    found = sheets.get(name)
    if found is None:
        raise Unfit("no_form", name=name[:60], known=list(sheets))
    return found


def _forms_of_rows(view: View, description: SheetDescription) -> Sequence[Form]:
    """Return the forms of all decks that a description is for, such as each card, once."""
    from vtt.sheets.stock import decks_of_forms

    decks = decks_of_forms(view)
    forms = {form.name: form for deck in decks for form in deck.forms if form.description.id == description.id}
    if not forms:
        raise Unfit("no_rows", list=description.subject)
    return tuple(forms.values())


def _forms_of_people(view: View, names: Sequence[str], wanted: SheetDescription | None) -> Sequence[Form]:
    from vtt.sheets.stock import form_of_actor, party

    people = [_person(view, name) for name in names] if names else party(view)
    forms = []
    for actor in people:
        form = form_of_actor(view, actor)
        if form is None:
            raise Unfit("no_sheets", game=game_name(view.ruleset))
        if wanted is None or form.description.id == wanted.id:
            forms.append(form)
    if not forms:
        raise Unfit("nobody")
    return forms


def _person(view: View, name: str) -> Actor:
    from vtt.sheets.stock import readable

    wanted = name.strip().casefold()
    found = [a for a in view.actors.values() if a.name.strip().casefold() == wanted]
    found += [a for a in view.actors.values() if a.id.casefold() == wanted and a not in found]
    if not found:
        known = [actor.name for actor in view.actors.values()]
        raise Unfit("no_character", name=name[:80], known=known[:12])
    actor = next((a for a in found if readable(view, a)), None)
    if actor is None:
        raise Unfit("secret", name=found[0].name[:80])
    return actor


def _picked(sections: frozenset[str] | None, descriptions: Sequence[SheetDescription]) -> frozenset[str] | None:
    if sections is None:
        return None
    known = list(dict.fromkeys(section.key for d in descriptions for section in d.sections))
    unknown = sorted(sections - set(known))
    if unknown or not sections:
        raise Unfit("no_section", names=unknown or [""], known=known)
    return sections


def _print(job: PrintJob, out: Path, *, fillable: bool) -> int:
    """Write the PDF. Qt is loaded only now, so that a mistyped command is answered at once."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication

    from vtt.sheets.fillable import write_fillable
    from vtt.sheets.pdf import write_pdf
    from vtt.widgets.fonts import load_fonts

    app = QGuiApplication.instance() or QGuiApplication([])
    load_fonts()
    count = write_fillable(job, out) if fillable else write_pdf(job, out)
    del app
    return count
