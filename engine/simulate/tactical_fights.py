"""Fights of characters that bots play by tactics, until one side is out of the fight."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from engine.core.commands import Command
from engine.kit.bots.bot import SeatPosition
from engine.kit.bots.tactical_bot import OPPOSITION, TacticalBot
from engine.messages.display_names import actor_name
from engine.model.table import Table
from engine.presentation.game import Game
from engine.simulate.fight_variants import FightVariant, usual_variants
from engine.simulate.simulation import FightBot
from engine.simulate.simulation_results import NOBODY, FightResult


class TacticalFightBot(TacticalBot, FightBot):
    """A tactical bot that plays all sides of a fight. A game derives from it, and returns it as its `bot`."""

    def answering_seats(self, table: Table) -> tuple[str, ...]:
        """Return seats that may answer something before the fight goes on, such as those of an attack's targets."""
        return ()

    def answer(self, position: SeatPosition) -> Command | None:
        """Return what an answering seat does; None if it lets the fight go on."""
        return None

    def next_command(self, game: Game, table: Table) -> Command | None:
        """Return the next command: of a seat that may answer, then of one that is awaited, then of the GM."""
        for seat in self.answering_seats(table):
            command = self.answer(SeatPosition(game, table, seat))
            if command is not None:
                return command
        gm = table.gm()
        return self.first_command(game, table, chain(self.awaited_seats(game, table), (gm,) if gm else ()))

    def variants(self, game: Game, table: Table, opening: Command | None) -> Iterator[FightVariant]:
        """Yield the usual variants; allies of the party are no foes."""
        return usual_variants(game, table, opening, self.FACTS, self.allies, self)

    def standing_foes(self, table: Table) -> tuple[str, ...]:
        """Return the fighters of the other side that can act."""
        foes = (actor for actor in self.fighters(table) if self.side(table, actor) == OPPOSITION)
        return tuple(actor for actor in foes if self.can_fight(table, actor))

    def can_fight(self, table: Table, actor: str) -> bool:
        """Return whether a character has Health left; a game whose Health takes long overrides it."""
        return self.health(table, actor) > 0

    def is_fight_running(self, table: Table) -> bool:
        """Return whether both sides are still in the fight."""
        standing, fighters = "", self.fighters(table)
        # A plain loop, as it runs after each command; the first and the last fighter are mostly of different sides.
        for actor in (*fighters[:1], *fighters[:0:-1]):
            side = self.side(table, actor)
            if side != standing and self.can_fight(table, actor):
                if standing:
                    return True
                standing = side
        return False

    def result(self, last: Table, end: Table) -> FightResult:
        """Return the side that is left, and the Health of each fighter in per cent."""
        fighters = self.fighters(last)
        health = {actor: self.health(end, actor) for actor in fighters if actor in end.actors}
        sides = {actor: self.side(last, actor) for actor in fighters}
        standing = tuple({sides[actor] for actor, left in health.items() if left > 0})
        return FightResult(
            winner=standing[0] if len(standing) == 1 else NOBODY,
            rounds=self.round(last),
            health_left=health,
            defeated=tuple(actor for actor, left in health.items() if left <= 0),
            names={actor: actor_name(end, actor) for actor in fighters},
            sides=sides,
            decided=len(standing) <= 1,
        )
