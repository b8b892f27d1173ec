"""The fight of the players' characters against a prepared encounter, before anybody has run it.

The encounter is run on a copy of the table, on which everything in progress is over, so that its characters have all
the numbers that the rules give them. Dice in its numbers are rolled anew for each fight.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from engine.core.chance import SeededChance
from engine.kit.control import controller_of
from engine.kit.encounters.printable_encounters import printable_encounters
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.game import Game
from engine.simulate.simulation import ArrivingFoes, FightBot, PreparedFight

EASY, FAIR, HARD = 90, 70, 40
"""The least chances of victory, in per cent, at which an encounter is easy, fair and hard; below that it is deadly."""


class Difficulty(StrEnum):
    """The difficulty of a fight for the players' characters."""

    EASY = "easy"
    FAIR = "fair"
    HARD = "hard"
    DEADLY = "deadly"


LEAST_VICTORIES: Final = {Difficulty.EASY: EASY, Difficulty.FAIR: FAIR, Difficulty.HARD: HARD, Difficulty.DEADLY: 0}
"""The least chance of victory of each difficulty, in per cent; the easiest first."""


def difficulty_of(victories: float) -> Difficulty:
    """Return the difficulty for a chance of victory, 0 to 1.

    >>> [difficulty_of(chance).value for chance in (0.95, 0.7, 0.5, 0.1)]
    ['easy', 'fair', 'hard', 'deadly']
    """
    return next(difficulty for difficulty, least in LEAST_VICTORIES.items() if victories * 100 >= least)


def heroes_of(bot: FightBot, table: Table) -> tuple[str, ...]:
    """Return the characters of the players who are in the story and can fight."""
    present = [actor.id for actor in table.actors.values() if not actor.archived]
    heroes = [actor for actor in present if not table.is_gm(controller_of(table, actor))]
    return tuple(actor for actor in heroes if bot.can_fight(table, actor))


def encounter_fight(
    game: Game, bot: FightBot, table: Table, kind: str, id_: str, *, seed: int = 0, viewer: str = ""
) -> PreparedFight:
    """Return the fight against a prepared encounter, whose characters come anew for each fight.

    Args:
        game: the game.
        bot: the bot that plays all sides.
        table: the table now; it does not change.
        kind: the kind of the encounter's record.
        id_: its id.
        seed: the seed of all chance.
        viewer: the viewer who asks, as in `PreparedFight`.

    Raises:
        Refused: there is no such encounter, nobody to fight on one of the sides, or the game has no combats.
    """
    encounter = next((each for each in printable_encounters(game, table) if (each.kind, each.id) == (kind, id_)), None)
    if encounter is None:
        raise Refused("simulate_no_encounter")
    heroes = heroes_of(bot, table)
    if not heroes:
        raise Refused("simulate_no_heroes")
    arriving = ArrivingFoes(encounter.run, heroes)
    fight = PreparedFight(game, _at_rest(game, table), bot, seed, viewer=viewer, arriving=arriving)
    fight.beginning(SeededChance(seed))  # what is missing is said before any process starts
    return fight


def _at_rest(game: Game, table: Table) -> Table:
    """Return a table without what is in progress, except what is always there, such as a session."""
    always = tuple(type(procedure) for procedure in game.new_table((), table.options).procedures)
    return replace(table, procedures=tuple(each for each in table.procedures if isinstance(each, always)))
