"""What somebody wants printed, and how: the choices of the print room, as they are remembered too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec

from engine.play.words import Message, say
from engine.sheets.geometry import A4, LEAST_MARGIN, MOST_MARGIN, PAPERS
from engine.sheets.shelf import ACTOR
from engine.table.frozen import Frozen, Json, replace
from vtt.sheets.job import Cards, FaceCards, Form, InBrief, PaperOptions, Part, PrintJob, ReferencePart, WholeSheet
from vtt.sheets.stock import Deck, Stock

BLANK_CARDS = 9
"""How many of a blank card are printed: a whole paper of them."""


def told(key: str, /, **params: Json) -> str:
    """Return a sentence of the language file under `printing`."""
    return say(Message(key=f"printing.{key}", params=params))


class Picks(Frozen):
    """What is picked of one game. `forms` are the ids of blanks and `decks` names of decks; None is the usual choice.

    `left_out` are the keys of sections that are not printed.
    """

    forms: tuple[str, ...] | None = None
    decks: tuple[str, ...] | None = None
    left_out: tuple[str, ...] = ()


class Order(Frozen):
    """What is wanted.

    Attributes:
        sheets: the characters' sheets.
        people: whose, by id; None is everybody's.
        brief: the GM's page.
        blanks: empty forms.
        cards: cards to cut.
        backs: the cards have backs, blank ones too.
        reference: the player's reference.
        some: only some sections of the sheets.
        picks: what is picked of the game.
        paper: the size of the paper by its name, and `margin` what stays white, in millimetres.
        saving: hairlines only, nothing filled.
        grey: no colours.
        two_sided: each sheet begins on a new leaf.
        fillable: a PDF has fields to fill in.
    """

    sheets: bool = True
    people: tuple[str, ...] | None = None
    brief: bool = False
    blanks: bool = False
    cards: bool = False
    reference: bool = False
    backs: bool = True
    some: bool = False
    picks: Picks = Picks()
    paper: str = A4.name
    margin: Annotated[float, msgspec.Meta(ge=LEAST_MARGIN, le=MOST_MARGIN)] = A4.margin
    saving: bool = False
    grey: bool = False
    two_sided: bool = False
    fillable: bool = False


class Habits(Frozen):
    """What was chosen the last time: the order, the picks of each game, where the PDF went, how large the preview was.

    `zoom` is in per cent; 0 shows the whole page, -1 its whole width.
    """

    order: Order = Order()
    picks: Mapping[str, Picks] = {}
    folder: str = ""
    zoom: Annotated[int, msgspec.Meta(ge=-1, le=400)] = 0


class NothingTicked(ValueError):
    """There is nothing to print. Its text is one sentence that says what to tick."""


def habits_from(kept: Json) -> Habits:
    """Return habits as they were kept in the preferences; what cannot be read is forgotten."""
    try:
        return msgspec.convert(kept, Habits)
    except msgspec.ValidationError:
        return Habits()


def kept_habits(habits: Habits) -> Json:
    """Return habits as they are kept in the preferences. Whose sheets were printed is nobody's business."""
    quiet = replace(habits, order=replace(habits.order, people=None, picks=Picks()))
    kept: Json = msgspec.to_builtins(quiet)
    return kept


def paper_options(order: Order) -> PaperOptions:
    """Return how an order is printed."""
    paper = replace(PAPERS.get(order.paper, A4), margin=order.margin)
    return PaperOptions(paper=paper, saving=order.saving, grey=order.grey, two_sided=order.two_sided)


def people_of(order: Order, stock: Stock) -> tuple[Form, ...]:
    """Return the sheets of the people who are ticked."""
    if order.people is None:
        return stock.people
    return tuple(form for form in stock.people if form.record is not None and form.record.actor in order.people)


def blanks_of(order: Order, stock: Stock) -> tuple[Form, ...]:
    """Return the blanks that are ticked: usually the sheet of a character."""
    wanted = order.picks.forms
    if wanted is None:
        return tuple(form for form in stock.blanks if form.description.subject == ACTOR)[:1]
    return tuple(form for form in stock.blanks if form.description.id in wanted)


def cards_of(order: Order, stock: Stock) -> tuple[Form, ...]:
    """Return the cards of the decks that are ticked: usually the first deck."""
    return tuple(form for deck in decks_of(order, stock) for form in deck.forms)


def decks_of(order: Order, stock: Stock) -> tuple[Deck, ...]:
    """Return the decks that are ticked: usually the first one."""
    wanted = order.picks.decks
    return stock.decks[:1] if wanted is None else tuple(deck for deck in stock.decks if deck.name in wanted)


def job_of(order: Order, stock: Stock) -> PrintJob:
    """Return the job that does an order.

    Raises:
        NothingTicked: it orders nothing.
    """
    people = people_of(order, stock) if order.sheets else ()
    blanks = blanks_of(order, stock) if order.blanks else ()
    cards = cards_of(order, stock) if order.cards else ()
    brief = stock.people if order.brief else ()
    left_out = frozenset(order.picks.left_out) if order.some else frozenset()
    parts: list[Part] = []
    for form in people:
        parts += parts_of([form], _picked(form, left_out))
    if order.sheets and people and not parts:
        raise NothingTicked(told("no_sections"))
    if brief:
        parts.append(InBrief(forms=brief))
    for form in blanks:
        parts += parts_of([form], _picked(form, left_out), backs=order.backs)
    if cards:
        parts.append(Cards(forms=cards, plain_backs=order.backs))
    faces = tuple(face for deck in decks_of(order, stock) for face in deck.faces) if order.cards else ()
    if faces:
        parts.append(FaceCards(ruleset=stock.ruleset, faces=faces, plain_backs=order.backs))
    if order.reference and stock.reference is not None:
        parts.append(ReferencePart(ruleset=stock.ruleset, reference=stock.reference))
    if not parts:
        raise NothingTicked(_what_is_missing(order, stock))
    return PrintJob(title=stock.title, parts=parts, options=paper_options(order), pictures=stock.pictures)


def parts_of(forms: Sequence[Form], picked: frozenset[str] | None = None, *, backs: bool = False) -> list[Part]:
    """Return forms as parts: cards go together on common papers, everything else has pages of its own.

    `picked` are the sections that are wanted; a sheet of which none is left is no part. With `backs` cards have backs.
    """
    cards = [form for form in forms if form.description.size is not None]
    if cards and len(forms) == 1 and forms[0].record is None:
        cards *= BLANK_CARDS
    whole = [form for form in forms if form.description.size is None]
    parts: list[Part] = [WholeSheet(form=form, picked=picked) for form in whole if picked is None or picked]
    return [*parts, Cards(forms=cards, plain_backs=backs)] if cards else parts


def _picked(form: Form, left_out: frozenset[str]) -> frozenset[str] | None:
    keys = frozenset(section.key for section in form.description.sections)
    return keys - left_out if keys & left_out else None


def _what_is_missing(order: Order, stock: Stock) -> str:
    if order.sheets and not stock.people and not (order.blanks or order.cards or order.brief):
        return told("nobody")
    if order.sheets and not (order.blanks or order.cards or order.brief):
        return told("no_people")
    if order.blanks and not (order.sheets or order.cards or order.brief):
        return told("no_forms")
    if order.cards and not (order.sheets or order.blanks or order.brief):
        return told("no_decks")
    return told("nothing")
