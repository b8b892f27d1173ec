"""The views of an open campaign: what the game shows and offers to each viewer. Nothing here changes the campaign."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

import msgspec

from engine.core.commands import Command
from engine.core.events import ZoneShuffled
from engine.core.history import History, HistoryEntry, LogLine
from engine.kit.fairness.dice_and_card_counts import DiceAndCardCounts
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.body_annotations import BodyAnnotations
from engine.presentation.card_flights import CardFlight, flights
from engine.presentation.dice_and_card_source import (
    SourceKind,
    SourceSettings,
    card_naming_offers,
    with_real_cards_hidden,
)
from engine.presentation.game import Game
from engine.presentation.game_capabilities import TimePreview
from engine.presentation.manual_move_offers import ManualMoveOffers
from engine.presentation.moments import Moment, moments, publicly_shuffled
from engine.presentation.offers import Offer, Question
from engine.presentation.physical_input import refusal
from engine.presentation.stations import RowBudget
from engine.presentation.status_pages import StatusPage, StatusPageTab
from engine.presentation.visibility import (
    VisibleTable,
    table_of_known_characters,
    tables_with_other_cards,
    with_cards_turned_up,
)
from vtt.campaign.combat_simulation import CombatSimulation
from vtt.campaign.odds_choice import OddsChoices

if TYPE_CHECKING:
    from engine.odds.odds import Odds

DiceAndCardCounter = Callable[[int, int | None, Callable[[], object]], DiceAndCardCounts]
"""Counts the gestures from a position up to another one; calls a check after each, which stops it by an error."""

_CARDS: Final = frozenset({"card", "cards"})
"""The parameters of a log line that are cards."""
_SEPARATORS: Final = re.compile("[:#]")


@dataclass(frozen=True, slots=True)
class OddsCounter:
    """Calculates odds for the table as it was when this was made, as a viewer may know them; any thread may call it."""

    game: Game
    table: Table
    viewer: str

    def odds(self, offer: Offer) -> Odds | None:
        """Return the odds of an offer; None if there are none to show."""
        return self.game.odds(self.table, offer, self.viewer)

    def may_read_all(self, offer: Offer) -> bool:
        """Return whether the viewer may read every character that an offer names."""
        return _may_read_all(self.table, offer.command, self.viewer)


class CampaignViews:
    """A game and its history, as each viewer sees them. Views and offers are memoized until the next change.

    Only `ViewerCampaign` and `OpenCampaign` use it: it answers for any viewer, and trusts its caller.

    Attributes:
        game: the rules.
        history: the history, which `OpenCampaign` moves on.
        sources: where dice and cards come from: the screen, or the real table.
        named_faces: the places of real cards whose faces have been named since the last shuffle or undo.
        odds_choices: whose odds are shown.
    """

    def __init__(self, game: Game, history: History, sources: SourceSettings) -> None:
        self.game = game
        self.history = history
        self.sources = sources
        self.named_faces: frozenset[str] = frozenset()
        self.odds_choices = OddsChoices()
        self._before: Table = history.table
        self._last: tuple[HistoryEntry, ...] = ()
        self._real_table: tuple[Table | None, Table | None] = (None, None)
        self._views: dict[str, VisibleTable] = {}
        self._entered_views: dict[str, VisibleTable] = {}
        self._known_tables: dict[str, Table] = {}
        self._offers: dict[tuple[str, str], tuple[Table, tuple[Offer, ...]]] = {}

    def gesture_added(self, before: Table, entry: HistoryEntry, named_faces: frozenset[str]) -> None:
        """Take in a new gesture, with the faces that were named for it."""
        shuffled = {card for event in entry.events if isinstance(event, ZoneShuffled) for card in event.order}
        self.named_faces = (self.named_faces | named_faces) - shuffled
        self._before, self._last = before, (entry,)

    def cursor_moved(self, before: Table, redone: Sequence[HistoryEntry]) -> None:
        """Take in an undo or a redo; `redone` is empty for an undo."""
        self.named_faces = frozenset()
        self._before, self._last = before, tuple(redone)

    def sources_changed(self, sources: SourceSettings) -> None:
        """Take in another choice of where dice and cards come from."""
        self.sources = sources
        self._last = ()

    def forget(self) -> None:
        """Drop all memoized views and offers."""
        self._views.clear()
        self._entered_views.clear()
        self._known_tables.clear()
        self._offers.clear()

    def view(self, viewer: str) -> VisibleTable:
        """Return the table as a viewer sees it."""
        if viewer not in self._views:
            self._views[viewer] = self.game.view_for(self._shown(), viewer)
        return self._views[viewer]

    def entered_view(self, viewer: str) -> VisibleTable:
        """Return a viewer's table without the numbers of characters that nobody has entered or changed."""
        if viewer not in self._entered_views:
            self._entered_views[viewer] = self.game.without_unentered_numbers(self._shown(), self.view(viewer))
        return self._entered_views[viewer]

    def view_at(self, viewer: str, position: int) -> VisibleTable:
        """Return what a viewer may know of an earlier position. Raises IndexError for a later one."""
        if not 0 <= position <= self.history.cursor:
            raise IndexError(position)
        table = self.history.table_at(position)
        return self.game.view_for(
            with_real_cards_hidden(table) if self.sources.cards is SourceKind.REAL else table, viewer
        )

    def positions_before_changes(self, actor: str, limit: int) -> tuple[int, ...]:
        """Return the positions just before each gesture that changed a character, the latest first."""
        entries = self.history.entries
        changes = (at for at in reversed(range(self.history.cursor)) if _changes_actor(entries[at], actor))
        return tuple(islice(changes, limit))

    def flights(self, viewer: str) -> tuple[CardFlight, ...]:
        """Return how cards moved in the last change, as a viewer may see it."""
        watcher = SHARED if self.sources.cards is SourceKind.REAL else viewer
        return flights(self._before, (event for entry in self._last for event in entry.events), watcher)

    def moments(self) -> tuple[Moment, ...]:
        """Return what everybody looks at in the last change; none of real dice and cards, which people see anyway."""
        found = moments(self._before, (event for entry in self._last for event in entry.events), SHARED)
        if self.sources.dice is SourceKind.REAL:
            found = tuple(replace(moment, dice=()) for moment in found)
        if self.sources.cards is SourceKind.REAL:
            found = tuple(replace(moment, reveals=()) for moment in found)
        return tuple(moment for moment in found if moment.dice or moment.reveals or moment.headline is not None)

    def shuffled(self) -> bool:
        """Return whether everybody knows that cards were shuffled in the last change."""
        return publicly_shuffled(self._before, (event for entry in self._last for event in entry.events), SHARED)

    def offers(self, seat: str, viewer: str) -> tuple[Offer, ...]:
        """Return what a seat can do now, as a viewer may know it."""
        table, (known_table, offers) = self._shown(), self._offers.get((seat, viewer), (None, ()))
        if known_table is not table:  # the offers bar, the table and the status pages all ask after every change
            offers = self.game.offers(table, seat, viewer)
            self._offers[seat, viewer] = table, offers
        if self.sources.cards is SourceKind.SCREEN:
            return offers
        return (*offers, *card_naming_offers(self.history.table, seat))

    def named_offers(self, seat: str, viewer: str, names: frozenset[str]) -> tuple[Offer, ...]:
        """Return those offers of a seat that have one of these base names."""
        table, (known_table, _) = self._shown(), self._offers.get((seat, viewer), (None, ()))
        if known_table is table or self.sources.cards is not SourceKind.SCREEN:
            return tuple([offer for offer in self.offers(seat, viewer) if offer.base_name in names])
        return self.game.named_offers(table, seat, viewer, names)

    def offer_completion(self, offer: Offer, viewer: str) -> Callable[[], Offer]:
        """Return a call that completes a lazy offer for the table as it is now; any thread may make it."""
        table, game = self._shown(), self.game
        return lambda: game.complete_offer(table, offer, viewer)

    def odds_counter(self, viewer: str, seat: str, looking: str) -> OddsCounter | None:
        """Return a call that calculates the odds of what a seat can do, as a viewer may know them.

        None if the viewer is not shown these. While a seat looks at its cards on the viewer's screen, they count as
        known; nothing else of what that seat knows does.
        """
        if not self.odds_choices.show(self.view(viewer), seat):
            return None
        table = self._shown()
        if looking:
            table = with_cards_turned_up(table, looking, viewer)
        return OddsCounter(self.game, table, viewer)

    def time_preview(self, command: Command, viewer: str) -> TimePreview | None:
        """Return what falls due while a command lets time pass; None if no time passes."""
        return self.game.time_preview(self._shown(), command, viewer)

    def row_budget(self, command: Command, viewer: str) -> RowBudget | None:
        """Return the cost of a row of cards as a command would leave it; None if it has none for this viewer."""
        return self.game.row_budget(self._shown(), command, viewer)

    def refusal(self, command: Command) -> Refused | None:
        """Return why a command may not be done now, or None. For real cards the answer comes only with their faces."""
        return self._refusal_at(self.history.table, command)

    def known_refusal(self, command: Command, viewer: str) -> Refused | None:
        """Return why a command may not be done, by what a viewer knows of the characters; None if that is too little.

        The answer to a command that names a character with an unknown record is unknown, and so is one for which the
        rules need more than the viewer knows.
        """
        table = self._known_table(viewer)
        if table is self.history.table:
            return self.refusal(command)
        if not _may_read_all(table, command, viewer):
            return None
        return self._refusal_by_known(table, command)

    def _refusal_by_known(self, table: Table, command: Command) -> Refused | None:
        try:
            return self._refusal_at(table, command)
        except Exception:  # what is in progress may name characters that are not on a table of known ones
            return None

    def _refusal_at(self, table: Table, command: Command) -> Refused | None:
        return refusal(self.game, table, command, self.sources, self.named_faces)

    def _known_table(self, viewer: str) -> Table:
        table = self.history.table
        if viewer not in self._known_tables:
            self._known_tables[viewer] = table_of_known_characters(
                table, self.view(viewer), lambda actor: self.game.new_actor(table, actor, {})
            )
        return self._known_tables[viewer]

    def depends_on_hidden_cards(
        self, command: Command, refused: Refused | None, places: Sequence[str], viewer: str, *, live: bool = False
    ) -> bool:
        """Return whether other cards in some places would change the answer to a command (live: `known_refusal`)."""
        here = refused and (refused.message, refused.rules)
        table = self._known_table(viewer) if live else self.history.table
        ask = self._refusal_at if table is self.history.table else self._refusal_by_known
        refusals = (ask(world, command) for world in tables_with_other_cards(table, places, viewer))
        return any((other and (other.message, other.rules)) != here for other in refusals)

    def body_annotations(self, actor: str, viewer: str) -> BodyAnnotations:
        """Return the notes beside a character's body."""
        return self.game.body_annotations(self._shown(), actor, viewer)

    def conditions(self, actor: str, viewer: str) -> Mapping[str, tuple[Question, ...]]:
        """Return the conditions that can be added to a character, each with its questions."""
        return self.game.conditions(self._shown(), actor, viewer)

    def status_page_tabs(self, viewer: str) -> tuple[StatusPageTab, ...]:
        """Return the tabs of the status pages that a viewer may open."""
        return self.game.status_page_tabs(self._shown(), viewer)

    def status_page(self, viewer: str, key: str) -> StatusPage | None:
        """Return a status page, or None if there is none of that key now."""
        return self.game.status_page(self._shown(), viewer, key)

    def combat_simulation(
        self, viewer: str, encounter: tuple[str, str] | None, preparation: Sequence[Command]
    ) -> CombatSimulation:
        """Return the simulation of an encounter, or without one of the combat in progress, as a viewer knows it."""
        return CombatSimulation(self.game.ruleset.id, self._shown(), viewer, encounter, preparation)

    def manual_moves(self, viewer: str) -> ManualMoveOffers:
        """Return the offers of manual moves with seats, piles and cards."""
        # They name no hidden face. They need the full table to know whose hand is whose: otherwise they would offer
        # moves that are refused.
        return ManualMoveOffers(self.game, self.history.table, viewer)

    def log(self, viewer: str, since: int) -> Sequence[LogLine]:
        """Return the log lines that a viewer may read."""
        return _worth_reading(self.history.log(viewer, since), self.sources)

    def log_reader(self, viewer: str) -> Callable[[], Sequence[LogLine]]:
        """Return a call that returns all log lines that a viewer may read now; any thread may make it."""
        read, sources = self.history.log_reader(viewer), self.sources
        return lambda: _worth_reading(read(), sources)

    def dice_and_card_counter(self, viewer: str) -> DiceAndCardCounter:
        """Return a call that counts the dice and cards that a viewer saw come; any thread may make it."""
        history, cards = self.history, self.sources.cards is not SourceKind.REAL
        entries, start = tuple(history.entries[: history.cursor]), history.table_at(0)

        def count(first: int, last: int | None, check: Callable[[], object]) -> DiceAndCardCounts:
            counts = DiceAndCardCounts(start, viewer, cards=cards)
            for number, entry in enumerate(entries[:last]):
                if number == first:
                    counts.start()
                counts.add(entry.events, entry.command)
                check()
            if first >= len(entries):
                counts.start()
            return counts

        return count

    def _shown(self) -> Table:
        """Return the table that views are made of. With real cards, nobody here knows what is face down."""
        table = self.history.table
        if self.sources.cards is not SourceKind.REAL:
            return table
        if self._real_table[0] is not table:
            self._real_table = (table, with_real_cards_hidden(table))
        return self._real_table[1] or table


def _worth_reading(lines: Sequence[LogLine], sources: SourceSettings) -> Sequence[LogLine]:
    """Return lines without what is worth nothing with real cards: private lines on where the program believed them."""
    if sources.cards is not SourceKind.REAL:
        return lines
    return tuple(line for line in lines if not line.private or _CARDS.isdisjoint(line.message.params))


def _may_read_all(table: Table, command: Command, viewer: str) -> bool:
    """Return whether a viewer may read every character that a command names."""
    named = set(_words_of(msgspec.to_builtins(command)))
    return all(table.may_read(actor, viewer) for actor in table.actors.values() if actor.id in named)


def _words_of(value: object) -> Iterator[str]:
    """Yield all words in a command that is written as plain values, with the parts of ids such as `gang#1`."""
    match value:
        case str():
            yield from (value, *_SEPARATORS.split(value))
        case Mapping():
            yield from (word for pair in value.items() for part in pair for word in _words_of(part))
        case list() | tuple():
            yield from (word for part in value for word in _words_of(part))
        case _:
            pass


def _changes_actor(entry: HistoryEntry, actor: str) -> bool:
    """Return whether a gesture changed something about a character."""
    changed = (getattr(event, "actor", None) for event in entry.events)
    return any(subject == actor or getattr(subject, "id", None) == actor for subject in changed)
