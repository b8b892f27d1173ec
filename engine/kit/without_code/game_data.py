"""The data files of a game without code, read and checked. Every error names the file and the place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from engine.asset_folder import game_folder
from engine.core.dice_notation import parse_dice_to_roll
from engine.kit.rules_data import data_file, data_refused
from engine.kit.sessions.session_plan import SESSIONS_FILE, SessionPlan
from engine.kit.table_setup import MOST_CARDS, CardList, GameData, OwnCard, StandardDeck
from engine.messages.invalid_data import plain_problem
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.model.zones import Sight, is_separate_deck
from engine.sheets.catalogue.description_validation import problems_of
from engine.sheets.catalogue.game_metadata import lists_beside
from engine.sheets.catalogue.game_rows import rows_of_game
from engine.sheets.catalogue.rules_reference import rules_reference_of
from engine.sheets.catalogue.sheet_library import sheets_of, tables_of

RULESET_FILE: Final = "ruleset.toml"
CARDS_FILE: Final = "cards.toml"
_LARGEST_NUMBER: Final = 1_000_000
_LONGEST_PROBLEM: Final = 200
_RESERVED: Final = {"hand", "cards", "drawn"}
"""Kinds of zones that the table itself makes."""


class OwnDecks(Frozen):
    """The game's own cards: by their ids, and the ids of each deck."""

    cards: Mapping[str, OwnCard] = {}
    decks: Mapping[str, tuple[str, ...]] = {}


def read_own_decks(game: str) -> OwnDecks:
    """Return the own cards of a game without code, after a check of all its data.

    Raises Refused, with one sentence that names the file, the place and the expectation.
    """
    folder = game_folder(game)
    data = data_file(folder / RULESET_FILE, GameData)
    listed = data_file(folder / CARDS_FILE, CardList).cards
    data_file(folder / SESSIONS_FILE, SessionPlan)
    for place, problem in _table_problems(data):
        raise data_refused(RULESET_FILE, place, problem)
    own = _own_decks(listed, data)
    count = sum(len(deck.playing_cards) * deck.copies for deck in data.table.decks if not deck.own)
    if count + sum(card.count for card in listed) > MOST_CARDS:
        file = CARDS_FILE if listed else RULESET_FILE
        raise data_refused(file, "cards", f"at most {MOST_CARDS} cards with all copies")
    _check_sheets(game)
    _check_reference(game)
    return own


def _table_problems(data: GameData) -> Iterator[tuple[str, str]]:
    """Yield each place where parts of the table do not fit together, with the expectation."""
    table = data.table
    zones: list[tuple[str, str]] = []
    for at, deck in enumerate(table.decks):
        place = f"table.decks[{at}]"
        zones.append((f"{place}.zone", deck.zone))
        zones += [(f"{place}.discard", deck.discard)] if deck.discard else []
        if is_separate_deck(deck.zone) and deck.copies > 1:
            yield f"{place}.copies", "a deck with its own back (“deck:…”) has every card once: 1"
        if deck.own and (deck.jokers or deck.ranks or deck.copies > 1):
            yield place, "a deck with `own` has no `jokers`, `ranks` or `copies`; `cards.toml` lists its cards"
        if (deck.turn_up or deck.take_discard) and not deck.discard:
            yield f"{place}.discard", "a name: `turn_up` and `take_discard` need a discard pile"
        if deck.deal and not table.hands:
            yield f"{place}.deal", "0, or `hands = true` in `table`: without hands nothing can be dealt"
    for at, zone in enumerate(table.zones):
        zones.append((f"table.zones[{at}].id", zone.id))
        if zone.sight is Sight.OWNERS and not zone.owner:
            yield f"table.zones[{at}].sight", "`everyone` or `nobody`: a place with `owners` needs an `owner`"
    count = Counter(name for _, name in zones)
    for place, name in zones:
        if name.partition(":")[0] in _RESERVED:
            yield place, f"another name: “{name}” is a place that the table makes itself"
        if count[name] > 1:
            yield place, f"another name: there are {count[name]} places called “{name}”"
    for name, dice in table.dice.items():
        try:
            parse_dice_to_roll(dice)
        except Refused as refused:
            yield f"table.dice.{name}", refused.text
    for name, track in data.actor.tracks.items():
        if any(abs(number or 0) > _LARGEST_NUMBER for number in (track.value, track.least, track.most)):
            yield f"actor.tracks.{name}", f"numbers from −{_LARGEST_NUMBER} to {_LARGEST_NUMBER}"
        if track.clamped(track.value) != track.value:
            yield f"actor.tracks.{name}", "a `value` between `least` (0 if it is not given) and `most`"
    if data.actor.body is not None and not 1 <= len(data.actor.body.locations) <= 40:
        yield "actor.body.locations", "1 to 40 hit locations"
    for name, location in data.actor.body.locations.items() if data.actor.body is not None else ():
        numbers = (location.level, location.least, location.most, location.armour)
        if not 1 <= len(name) <= 40 or any(abs(number or 0) > _LARGEST_NUMBER for number in numbers):
            yield f"actor.body.locations.{name[:40]}", f"a name of 1 to 40 letters, and numbers up to {_LARGEST_NUMBER}"


def _own_decks(listed: tuple[OwnCard, ...], data: GameData) -> OwnDecks:
    decks: dict[str, list[str]] = {deck.zone: [] for deck in data.table.decks if deck.own}
    cards: dict[str, OwnCard] = {}
    for at, card in enumerate(listed):
        deck = card.deck or next(iter(decks), "")
        if deck not in decks:
            expected = ", ".join(f"“{name}”" for name in decks) or "a deck with `own = true` in `ruleset.toml`"
            raise data_refused(CARDS_FILE, f"cards[{at}].deck", f"one of {expected}" if decks else expected)
        id_ = _card_id(card.name, cards)
        cards[id_] = card
        decks[deck] += [id_] * card.count
    for zone, ids in decks.items():
        if not ids:
            raise data_refused(CARDS_FILE, "cards", f"at least one card for the deck “{zone}”")
    return OwnDecks(cards=cards, decks={zone: tuple(ids) for zone, ids in decks.items()})


def _card_id(name: str, taken: dict[str, OwnCard]) -> str:
    """Return a free id for a card: its name in small letters, so that it is no playing card's."""
    plain = re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")[:40] or "card"
    id_, number = plain, 1
    while id_ in taken:
        number += 1
        id_ = f"{plain}_{number}"
    return id_


def deck_faces(deck: StandardDeck, own: OwnDecks) -> tuple[str, ...]:
    """Return the faces of all cards of a deck, with copies."""
    return own.decks[deck.zone] if deck.own else deck.playing_cards * deck.copies


def _check_reference(game: str) -> None:
    """Raise Refused for a rules reference with a fault."""
    with _refusing(game, "the reference"):
        rules_reference_of(game)


def _check_sheets(game: str) -> None:
    """Raise Refused for the first fault of the record sheets, or of the lists beside them."""
    with _refusing(game, "the sheet"):
        sheets = sheets_of(game)
    for id_, description in sheets.items():
        for problem in problems_of(description, tables_of(game)):
            raise data_refused(f"sheets/{id_}.toml", "the sheet", problem)
    for name in sorted(lists_beside(game)):
        with _refusing(game, "the file"):
            rows_of_game(game, name)


@contextmanager
def _refusing(game: str, place: str) -> Iterator[None]:
    """Raise Refused for a ValueError that begins with the file of the game that has the fault."""
    try:
        yield
    except ValueError as error:
        file, _, problem = str(error).removeprefix(f"{game}/").partition(": ")
        where, colon, what = problem.rpartition(": ")
        raise data_refused(file, place, f"{where}{colon}{plain_problem(what)}"[:_LONGEST_PROBLEM]) from error
