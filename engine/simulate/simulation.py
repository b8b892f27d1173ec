"""Simulation of a prepared fight: a bot plays all sides, many times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Protocol, runtime_checkable

from engine.core.chance import Chance, SeededChance
from engine.core.commands import Command
from engine.core.events import CardsMoved, CardsTurned, Event, ZoneShuffled
from engine.core.unseen_cards import have_different_faces, shuffles_of_unseen, unseen_cards
from engine.kit.bots.bot import FirstOfferBot, SeatPosition
from engine.kit.bots.offer_answers import UnanswerableQuestion
from engine.kit.bots.tactical_bot import TacticalBot
from engine.kit.bots.tactics import Tactic, TacticsBySide
from engine.kit.combat.combat_commands import JoinCombatRequest, LeaveCombatRequest, StartCombatRequest
from engine.messages.refusal import Refused
from engine.model.cards import copy_of
from engine.model.frozen import Frozen, replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.game import Game
from engine.simulate.fight_costs import cards_from_hands, fight_costs
from engine.simulate.fight_variants import FightFacts, FightVariant, VariantNumber, numbered_variants, usual_variants
from engine.simulate.simulation_results import FightResult, SimulationResults
from engine.simulate.unknown_cards import with_unknown_cards_dealt

MOST_COMMANDS = 4000
"""After this number of commands a fight is abandoned, and counted as undecided."""
MOST_TIMES = 100_000
ARRIVALS_TRIED = 20
"""So many times the dice of foes are rolled until somebody comes who can fight."""
PRECISION_STEP = 50
"""After each so many fights it is looked whether the interval is as narrow as asked for."""


class FightBot(FirstOfferBot):
    """A bot that plays all sides of a fight, seat by seat, and reports the result.

    A game derives from it, and returns it as its `bot`. By default each seat takes its first offer.

    Attributes:
        FACTS: the facts about the game's characters that the variants of a fight need.
    """

    FACTS: ClassVar[FightFacts] = FightFacts()

    def is_fight_running(self, table: Table) -> bool:
        """Say whether a fight is in progress."""
        raise NotImplementedError

    def result(self, last: Table, end: Table) -> FightResult:
        """Return the result of a fight.

        Args:
            last: the last table during the fight.
            end: the table after it, or the same one if the fight was abandoned.
        """
        raise NotImplementedError

    def variants(self, game: Game, table: Table, opening: Command | None) -> Iterator[FightVariant]:
        """Yield the fights of the sensitivity table, by default `usual_variants`.

        Args:
            game: the game.
            table: the table; with an `opening` the table before the fight.
            opening: the command that begins the fight; None if it is in progress already.
        """
        return usual_variants(game, table, opening, self.FACTS, changes=self)

    def standing_foes(self, table: Table) -> tuple[str, ...]:
        """Return the foes of the party that can still act in the fight in progress; by default none are known."""
        return ()

    def leaving(self, game: Game, table: Table, fighter: str) -> Command | None:
        """Return the GM's command that takes a fighter out of the fight; by default that of the game, or None."""
        leave = _command_of_kind(game, LeaveCombatRequest)
        return leave(seat=table.gm(), actor=fighter) if leave is not None else None

    def joining(self, game: Game, table: Table, fighter: str, newcomer: str) -> Command | None:
        """Return the GM's command that adds a newcomer on the side of a fighter, by default that of the game.

        It is None if the game has none.
        """
        join = _command_of_kind(game, JoinCombatRequest)
        return join(seat=table.gm(), actor=newcomer) if join is not None else None

    def member_leaving(self, table: Table, group: str) -> Command | None:
        """Return the GM's command that takes a member out of a group that has two or more; by default nobody is one."""
        return None

    def member_joining(self, table: Table, group: str) -> Command | None:
        """Return the GM's command that adds a member to a group; by default nobody is one."""
        return None

    def can_fight(self, table: Table, actor: str) -> bool:
        """Return whether a character can take part in a fight; by default each one can."""
        return True

    def opening(self, game: Game, table: Table, run: Command, fighters: tuple[str, ...]) -> Command | None:
        """Return the command that begins the fight of an encounter whose characters are on the table; None if none can.

        By default it is the command of the game that starts a combat.

        Args:
            game: the game.
            table: the table with the characters of the encounter.
            run: the command that brought them.
            fighters: the players' characters, and those of the encounter.
        """
        start = _command_of_kind(game, StartCombatRequest)
        return start(seat=table.gm(), fighters=fighters) if start is not None else None

    def deck_of(self, table: Table, card: str) -> str:
        """Return the deck to which a card belongs: cards that somebody does not know change places within it.

        By default these are the separate decks of a table, or else there is one deck.
        """
        return str(copy_of(card)) if table.has_separate_decks() else ""

    def awaited_seats(self, game: Game, table: Table) -> Iterable[str]:
        """Return or yield the seats that a fight waits for; by default those that everybody sees waited for."""
        views = game.view_for(table, SHARED).under_way
        return (seat for view in reversed(views) for seat in view.waiting_for)

    def next_command(self, game: Game, table: Table) -> Command | None:
        """Return the next command of one of the awaited seats; None if none of them can continue."""
        return self.first_command(game, table, self.awaited_seats(game, table))

    def first_command(self, game: Game, table: Table, seats: Iterable[str]) -> Command | None:
        """Return the next command of the first of some seats that has one; each is asked once."""
        asked = set[str]()
        for seat in seats:
            if seat in asked:
                continue
            asked.add(seat)
            try:
                command = self.choose(SeatPosition(game, table, seat))
            except UnanswerableQuestion:  # of an offer that a bot of its own has taken
                continue
            if command is not None:
                return command
        return None


def _command_of_kind(game: Game, kind: type[Command]) -> Any:
    """Return the first command of a game that is of a kind; None if there is none."""
    return next((command for command in game.commands.values() if issubclass(command, kind)), None)


@runtime_checkable
class HasBot(Protocol):
    """A game with a bot."""

    def bot(self) -> FightBot:
        """Return the bot."""
        ...


def own_bot(game: Game) -> FightBot | None:
    """Return the bot of a game; None for a game without one."""
    ruleset: object = game.ruleset
    return ruleset.bot() if isinstance(ruleset, HasBot) else None


def takes_allies(bot: FightBot | None) -> bool:
    """Return whether characters of the GM can be allies of the party; other bots play fights that name their sides."""
    return isinstance(bot, TacticalBot)


def bot_with_tactics(bot: FightBot, tactics: Mapping[str, Tactic], allies: Iterable[str] | None = None) -> FightBot:
    """Return a bot with a tactic for some sides; a bot that has tactics of its own stays as it is.

    `allies` are the characters of the GM that fight for the party, None for those that the bot has already; a bot of a
    game whose fights name their sides needs none.
    """
    if allies is not None and isinstance(bot, TacticalBot):
        bot = bot.with_allies(allies)
    return bot.with_tactics(tactics) if isinstance(bot, TacticsBySide) else bot


@dataclass(frozen=True)
class ArrivingFoes:
    """Foes that come to the table anew for each fight, so that the dice in their numbers fall differently.

    Attributes:
        run: the command that brings them.
        heroes: the characters that they fight.
        variant: what is changed once they have come; None if nothing is.
    """

    run: Command
    heroes: tuple[str, ...]
    variant: VariantNumber | None = None


NO_VARIANT: Final = "simulate_no_variant"
"""The refusal of a fight that cannot be changed, such as one foe fewer where a single foe has come."""
Progress = Callable[[SimulationResults], bool]
"""Called with the results so far, after each fight at the latest; returns whether to continue."""


@dataclass(frozen=True)
class PreparedFight:
    """A fight that can be played any number of times.

    Attributes:
        game: the game.
        table: the table; with an `opening` the table before the fight.
        bot: the bot that plays all sides.
        seed: the seed of all chance; each fight derives a seed of its own from it.
        opening: the command that begins the fight, applied for each fight; None if it is in progress already. In a
            variant of one in progress it changes its foes.
        viewer: the viewer who asks: the cards that this viewer does not know are dealt anew for
            each fight. If empty, the cards that nobody has seen are shuffled within their piles.
        arriving: the foes of an encounter that come first; then the game's bot finds the `opening`. None for a fight
            whose characters are all on the table.
    """

    game: Game
    table: Table
    bot: FightBot
    seed: int
    opening: Command | None = None
    viewer: str = ""
    arriving: ArrivingFoes | None = None

    def beginning(self, chance: Chance) -> tuple[Table, Command | None]:
        """Return the table on which the fight begins, and the command that begins it.

        Raises:
            Refused: the foes cannot come, nobody who comes can fight, however the dice fall, or there is no such
                variant of the fight against those who have come (`NO_VARIANT`).
        """
        arriving = self.arriving
        if arriving is None:
            return self.table, self.opening
        table, opening = self._arrived(arriving, chance)
        if arriving.variant is None:
            return table, opening
        for number, variant in numbered_variants(self.bot.variants(self.game, table, opening)):
            if number == arriving.variant:
                return variant.table, variant.opening
        raise Refused(NO_VARIANT)

    def _arrived(self, arriving: ArrivingFoes, chance: Chance) -> tuple[Table, Command]:
        for _ in range(ARRIVALS_TRIED):
            placed = self.game.apply(self.table, arriving.run, chance).table
            came = (actor for actor in placed.actors if actor not in self.table.actors)
            foes = tuple(actor for actor in came if self.bot.can_fight(placed, actor))
            if foes:
                opening = self.bot.opening(self.game, placed, arriving.run, (*arriving.heroes, *foes))
                if opening is None:
                    raise Refused("simulate_no_combats")
                return placed, opening
        raise Refused("simulate_no_foes")


class PlayedFight(Frozen):
    """One fight of a simulation.

    Attributes:
        result: its result.
        by_chance: whether it depended on chance.
        unvaried: the zones with cards that somebody does not see, and that are the same in every fight.
    """

    result: FightResult
    by_chance: bool
    unvaried: tuple[str, ...] = ()


def simulate(
    fight: PreparedFight, times: int, progress: Progress | None = None, *, within: int | None = None
) -> SimulationResults:
    """Play a fight many times in this process, and count the results.

    The same fight and number give the same results; stopped early, it gives the first part of them. A fight without
    chance is played once, because all others would be the same.

    Args:
        fight: the fight.
        times: the number of fights.
        progress: called after each fight, returns whether to continue; None never stops.
        within: stop when each side's chance of victory is known to so many percentage points either way; None never.

    Raises:
        Refused: the opening is not allowed.
    """
    played = (play_fight(fight, number) for number in range(min(times, MOST_TIMES)))
    return collect(played, fight.seed, progress, within)


def collect(
    played: Iterable[PlayedFight | None], seed: int, progress: Progress | None, within: int | None
) -> SimulationResults:
    """Count fights, which come in their order, until they have been enough or `progress` stops them.

    Args:
        played: the fights; None for a moment in which none was finished.
        seed: the seed.
        progress: called after each fight and each such moment; None never stops.
        within: see `simulate`.
    """
    results = SimulationResults(seed=seed)
    for fight in played:
        if fight is not None:
            precise = within is not None and (results.times + 1) % PRECISION_STEP == 0
            results = replace(
                results,
                fights=(*results.fights, fight.result),
                certain=not fight.by_chance,
                unvaried=fight.unvaried,
            )
            if precise and within is not None and results.is_within(within):
                results = replace(results, precise=True)
        if (progress is not None and not progress(results)) or results.certain or results.precise:
            break
    return results


def play_fight(fight: PreparedFight, number: int) -> PlayedFight:
    """Play one of many fights to its end, or until the bot gives up.

    Raises:
        Refused: the opening is not allowed, or no foes come.
    """
    game, bot = fight.game, fight.bot
    chance = _RecordedChance(SeededChance(f"{fight.seed}:{number}"))
    table, opening = fight.beginning(chance)
    came_by_chance = chance.asked
    if fight.viewer:
        table, varied = with_unknown_cards_dealt(game, table, fight.viewer, chance, bot.deck_of)
    else:
        table, varied = _shuffled(table, chance)
    chance.asked = came_by_chance
    unvaried = _unvaried(table, varied)
    first = last = table
    command, drew_card, commands, cards = opening, False, 0, Counter[str]()
    for _ in range(MOST_COMMANDS + 1):
        if command is not None:
            outcome = game.apply(table, command, chance, reports=False)
            if varied and not drew_card:
                drew_card = any(_moves(event, varied) for event in outcome.events)
            for seat, count in cards_from_hands(table, outcome.events):
                cards[seat] += count
            table, commands = outcome.table, commands + 1
            if commands == 1:
                first = replace(first, actors={**table.actors, **first.actors})  # foes whom the opening brings
                if opening is not None:
                    unvaried = _unvaried(table, varied | _shuffled_by(outcome.events))
        if not bot.is_fight_running(table):
            break
        last = table
        command = bot.next_command(game, table)
        if command is None:
            break
    result = replace(bot.result(last, table), commands=commands, costs=fight_costs(first, table, cards))
    return PlayedFight(result=result, by_chance=chance.asked or drew_card, unvaried=unvaried)


class _RecordedChance:
    """Chance that records whether it was asked for something with more than one possible result."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.asked = False

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        self.asked = self.asked or have_different_faces(cards)
        return self._chance.shuffle(cards)

    def roll(self, sides: int) -> int:
        self.asked = self.asked or sides > 1
        return self._chance.roll(sides)


def _shuffled(table: Table, chance: Chance) -> tuple[Table, frozenset[str]]:
    """Shuffle the cards that nobody has seen, which may be in any order. Return these cards, too."""
    shuffles = shuffles_of_unseen(table, chance)
    if not shuffles:
        return table, frozenset()
    orders = {event.zone: replace(table.zones[event.zone], cards=event.order) for event in shuffles}
    shuffled = replace(table, zones={**table.zones, **orders})
    return shuffled, frozenset(card for zone in orders for card in unseen_cards(table, zone))


def _shuffled_by(events: Iterable[Event]) -> frozenset[str]:
    """Return the cards that events shuffle; if they are all alike, they are the same in every fight."""
    orders = (event.order for event in events if isinstance(event, ZoneShuffled))
    return frozenset(card for order in orders if have_different_faces(order) for card in order)


def _unvaried(table: Table, varied: Collection[str]) -> tuple[str, ...]:
    """Return the zones with cards that some seat does not see and that are not among those that vary."""
    return tuple(
        zone.id
        for zone in table.zones.values()
        if any(card not in varied and not zone.may_see(card, seat) for card in zone.cards for seat in table.seats)
    )


def _moves(event: Event, cards: frozenset[str]) -> bool:
    return bool(cards) and isinstance(event, CardsMoved | CardsTurned) and not cards.isdisjoint(event.cards)
