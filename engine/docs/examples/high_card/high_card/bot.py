"""A bot for simulations: it plays every seat, and always its highest card."""

from __future__ import annotations

from engine.core.commands import Command
from engine.core.draft import find_procedure
from engine.kit.bots.bot import SeatPosition
from engine.model.cards import rank_value
from engine.model.table import Table
from engine.model.zones import hand_of
from engine.simulate.simulation import FightBot
from engine.simulate.simulation_results import NOBODY, FightResult

from .commands import Play
from .rules import Duel, hit_points


class HighCardBot(FightBot):
    """A bot that knows one rule: high is good."""

    def is_fight_running(self, table: Table) -> bool:
        """Say whether a duel is in progress."""
        return find_procedure(table, Duel) is not None

    def choose(self, position: SeatPosition) -> Command | None:
        """Return the next card of a seat that has to play, out of what the seat sees."""
        hand = position.view.zones[hand_of(position.seat)]
        return Play(seat=position.seat, card=max(filter(None, hand.cards), key=rank_value))

    def result(self, last: Table, end: Table) -> FightResult:
        """Return the character with hit points left, and the number of rounds."""
        duel = find_procedure(last, Duel)
        known = duel.fighters if duel is not None else ()
        left = {actor: hit_points(end.actors[actor]) for actor in known if actor in end.actors}
        standing = [actor for actor, points in left.items() if points > 0]
        return FightResult(
            winner=end.actors[standing[0]].name if len(standing) == 1 else NOBODY,
            rounds=duel.round if duel is not None else 0,
            health_left=left,
            defeated=tuple(actor for actor, points in left.items() if points == 0),
            names={actor: end.actors[actor].name for actor in left},
            sides={actor: end.actors[actor].name for actor in left},
        )
