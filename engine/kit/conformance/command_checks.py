"""Checks of one applied command: it is stored and read back equal, conserves cards, and keeps secrets.

Each check yields a sentence for each thing that is wrong, and nothing for a command in order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

import msgspec

from engine.core.chance import SeededChance
from engine.core.codec import Codec, CodecError
from engine.core.commands import Command, Move, kind_of
from engine.core.events import CardsAdded, CardsRemoved, CardsSwapped, Noted
from engine.core.evolve import evolve, fold
from engine.core.history import History
from engine.core.redaction import redact
from engine.core.rules import AppliedCommand
from engine.core.unseen_cards import unknown_cards
from engine.kit.conformance.finding_texts import finding_text
from engine.kit.conformance.game_profile import profile_of
from engine.kit.conformance.other_worlds import (
    difference,
    hidden_throughout,
    renaming,
    swapped_command,
    swapped_table,
    swapping,
    with_other_secrets,
)
from engine.messages.refusal import Refused
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.card_flights import flights
from engine.presentation.game import Game
from engine.presentation.status_pages import HasStatusPages

_NUMBERING_IN_EVERY_GAME: Final = frozenset({"run_encounter", "bring_hero", "bring_party"})
"""The commands of every game that `GameProfile.numbering_commands` does not need to name."""


def storage_problems(codec: Codec, before: Table, outcome: AppliedCommand) -> Iterator[str]:
    """Yield the parts of a command's result that are not the same after they are stored and read."""
    entry, kind = outcome.entry(), kind_of(outcome.command)
    if fold(before, outcome.events) != outcome.table:
        yield finding_text("events_differ", kind=kind)
    try:
        if found := difference(entry, codec.entry(codec.encode(entry))):
            yield finding_text("entry_not_stored", kind=kind, difference=found)
        if found := difference(outcome.table, codec.table(codec.encode(outcome.table))):
            yield finding_text("table_not_stored", kind=kind, difference=found)
        for event in outcome.events:
            if codec.events(codec.encode((event,))) != (event,):
                yield finding_text("event_not_stored", kind=kind, event=str(event))
    except (CodecError, TypeError) as error:
        yield finding_text("result_not_stored", kind=kind, why=str(error))


def replay_problems(game: Game, before: Table, outcome: AppliedCommand, command: Command, seed: int) -> Iterator[str]:
    """Yield the difference if the same command with the same chance has another result the second time.

    Without its reports, as in a simulated fight, it must leave the same table.

    It is the command as it was asked for: the one of the result may name a card that the seat does not know.
    """
    again = game.apply(before, command, SeededChance(seed))
    if again != outcome:
        found = difference(outcome.table, again.table) or difference(outcome.events, again.events)
        yield finding_text("not_replayed", kind=kind_of(outcome.command), difference=found)
        return
    table = game.apply(before, command, SeededChance(seed), reports=False).table
    if table != outcome.table:
        found = difference(outcome.table, table)
        yield finding_text("differs_unread", kind=kind_of(outcome.command), difference=found)


class CardCount:
    """The cards that must be on the table: every event that adds or removes cards is counted."""

    def __init__(self, table: Table) -> None:
        self._cards = Counter(table.all_cards())

    def problems(self, outcome: AppliedCommand) -> Iterator[str]:
        """Yield a sentence if a command lost, doubled or invented a card."""
        for event in outcome.events:
            if isinstance(event, CardsAdded):
                self._cards.update(event.cards)
            elif isinstance(event, CardsRemoved):
                self._cards.subtract(event.cards)
            elif isinstance(event, CardsSwapped) and not event.other_zone:  # off the table it was another one
                self._cards.update((event.other,))
                self._cards.subtract((event.card,))
        now, due = Counter(outcome.table.all_cards()), +self._cards
        kind = kind_of(outcome.command)
        twice = Counter(card for card, count in now.items() if count > 1)
        for key, cards in (("cards_lost", due - now), ("cards_invented", now - due), ("cards_twice", twice)):
            if cards:
                yield finding_text(key, kind=kind, cards=sorted(cards))


def deck_change_problems(game: Game, outcome: AppliedCommand) -> Iterator[str]:
    """Yield a sentence if a command of a game without such commands brings cards to the table, or takes some off it."""
    own = (Move.of(move).command for move in game.ruleset.moves)
    if profile_of(game).changes_decks or type(outcome.command) not in own:
        return
    for event in outcome.events:
        if isinstance(event, CardsAdded | CardsRemoved):
            key = "cards_added" if isinstance(event, CardsAdded) else "cards_removed"
            yield finding_text(key, kind=kind_of(outcome.command), cards=sorted(event.cards))


def learning_problems(before: Table, outcome: AppliedCommand, viewer: str) -> Iterator[str]:
    """Yield a sentence if a viewer sees a hidden card and the history does not know that they learned something."""
    if viewer != SHARED and viewer not in outcome.table.seats:
        return  # a person who left
    present = set(outcome.table.all_cards())
    seen = (unknown_cards(before, viewer) & present) - unknown_cards(outcome.table, viewer)
    if seen and viewer not in outcome.learned:
        kind = kind_of(outcome.command)
        yield finding_text("seen_without_consent", kind=kind, viewer=viewer, cards=sorted(seen))


def swaps_in(
    game: Game, table: Table, hidden: Iterable[str], met: Iterable[str], seed: int, *, in_order: bool = False
) -> dict[str, str]:
    """Return other places for hidden cards, and other names for characters that a viewer has not met."""
    groups = profile_of(game).indistinguishable_cards(table, frozenset(hidden))
    cards = {card: other for group in groups for card, other in swapping(group, Random(seed)).items()}
    return cards | renaming(table, met, in_order=in_order)


def secrecy_problems(
    game: Game,
    codec: Codec,
    before: Table,
    outcome: AppliedCommand,
    command: Command,
    seed: int,
    viewer: str,
    *,
    in_order: bool = False,
) -> Iterator[str]:
    """Yield the first thing by which a viewer tells two worlds apart that differ only in hidden things.

    Args:
        game: the game.
        codec: its codec.
        before: the table before the command.
        outcome: the result of the command.
        command: the command as it was asked for.
        seed: the seed of its chance.
        viewer: the viewer.
        in_order: other characters in the other world have ids that sort like theirs here.
    """
    profile = profile_of(game)
    if not profile.are_hands_secret(before):
        return
    hidden = hidden_throughout(before, outcome.events, viewer)
    met = _met_meanwhile(game, before, outcome, viewer)
    swaps = swaps_in(game, before, hidden, met, seed, in_order=in_order)
    if kind_of(command) in profile.numbering_commands | _NUMBERING_IN_EVERY_GAME:
        swaps = {word: other for word, other in swaps.items() if word not in before.actors}
    reads_all = all(outcome.table.may_read(actor, viewer) for actor in outcome.table.actors.values())
    if reads_all and not swaps:  # nothing is unknown to this viewer: there is no other world
        if game.apply(before, command, SeededChance(seed)) != outcome:
            yield finding_text("not_replayed", kind=kind_of(command))
        return
    other_before = swapped_table(codec, before, swaps)
    own = viewer == command.seat and not before.is_gm(viewer)
    same = command if own else swapped_command(codec, command, swaps)
    try:
        other = game.apply(other_before, same, SeededChance(seed))
    except Refused:
        if own:
            yield finding_text("refused_elsewhere", viewer=viewer, command=str(command))
        return  # in that world the gesture was not possible: that it was done is no secret
    shown = _shown_of_command(game, before, outcome, viewer)
    if found := difference(shown, _shown_of_command(game, other_before, other, viewer)):
        yield finding_text("worlds_differ", viewer=viewer, command=str(command), difference=found)
    if reads_all:
        return  # there are no sheets that could be any different
    seen = _shown_of_table(game, with_other_secrets(outcome.table, viewer, profile), viewer)
    if found := difference({name: shown[name] for name in seen}, seen):
        yield finding_text("secret_sheets_read", viewer=viewer, command=str(command), difference=found)


def _met_meanwhile(game: Game, before: Table, outcome: AppliedCommand, viewer: str) -> set[str]:
    """Return the characters that a viewer sees before or after a command, or whenever a line of it names them."""
    met = {*game.view_for(before, viewer).actors, *game.view_for(outcome.table, viewer).actors}
    seen_when_named: dict[str, bool] = {}
    table = before
    for event in outcome.events:
        table = evolve(table, event)
        if not isinstance(event, Noted) or (event.audience is not None and viewer not in event.audience):
            continue
        words = set(_words_in(msgspec.to_builtins(event)))
        named = [a.id for a in table.actors.values() if a.id not in met and not words.isdisjoint((a.id, a.name))]
        if named:
            seen = game.view_for(table, viewer).actors
            seen_when_named |= {id_: id_ in seen and seen_when_named.get(id_, True) for id_ in named}
    return met | {id_ for id_, always in seen_when_named.items() if always}


def _words_in(value: object) -> Iterator[str]:
    """Yield every text in plain values."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _words_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _words_in(part)


def _shown_of_table(game: Game, table: Table, viewer: str) -> dict[str, object]:
    tabs, ruleset = game.status_page_tabs(table, viewer), game.ruleset
    return {
        "view": game.view_for(table, viewer),
        "offers": {seat: game.offers(table, seat, viewer) for seat in table.seats},
        "tabs": tabs,
        "status pages": {
            tab.key: ruleset.status_page(table, viewer, tab.key) for tab in tabs if isinstance(ruleset, HasStatusPages)
        },
    }


def _shown_of_command(game: Game, before: Table, outcome: AppliedCommand, viewer: str) -> dict[str, object]:
    return {
        **_shown_of_table(game, outcome.table, viewer),
        "log": History(before, (outcome.entry(),)).log(viewer),
        "title": outcome.title,
        "learned": viewer in outcome.learned,
        "flights": flights(before, outcome.events, viewer),
        "facts": redact(before, outcome.events, viewer, game.secret_lists, game.linked_conditions),
        "figures": outcome.results,
    }


def history_problems(codec: Codec, history: History, tables: list[Table]) -> Iterator[str]:
    """Yield a sentence for each table that undo, redo or a stored history gives back changed.

    Args:
        codec: the codec of the game.
        history: the history, with the cursor anywhere.
        tables: every table as it was when it was made, the first one before the first gesture.
    """
    entries = [codec.entry(codec.encode(entry)) for entry in history.entries]
    read = History(codec.table(codec.encode(tables[0])), entries)
    for number, table in enumerate(tables):
        if found := difference(table, read.table_at(number)):
            yield finding_text("history_differs", count=number, difference=found)
            return
    again = History(tables[0], history.entries)
    for position in (*range(len(tables) - 1, -1, -1), *range(len(tables))):
        if found := difference(tables[position], again.go_to(position, consent=True)):
            yield finding_text("undo_differs", number=position, difference=found)
            return
