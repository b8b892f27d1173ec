"""An evening in a dungeon of Classic d100 fantasy, played by nobody: time, rolls, falls, fights and rests in turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Final

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.offers import Offer, QuestionKind
from engine.presentation.scripts import script as scripts
from engine.presentation.scripts.script import ActorLine, Script, SeatLine
from engine.rulesets.classic_fantasy.character.session_state import SessionState as Quiet
from engine.rulesets.classic_fantasy.checks.check_commands import RollSkill
from engine.rulesets.classic_fantasy.combat.combat_commands import EndFight, StartFight
from engine.rulesets.classic_fantasy.combat.combat_procedure import Combat
from engine.rulesets.classic_fantasy.editor.deployment_commands import BringFoes
from engine.rulesets.classic_fantasy.hazards.falling_commands import FallDown
from engine.rulesets.classic_fantasy.health.rest_commands import BeginRest, EndRest
from engine.rulesets.classic_fantasy.health.rest_procedure import Rest
from engine.rulesets.classic_fantasy.time.time_advance import AdvanceTime
from tests.bench.evening import filled

DEMO: Final = Path(__file__).resolve().parents[2] / "assets" / "rulesets" / "classic_fantasy" / "demo.json"
AGAIN: Final = 2
"""So many sit there besides those of the demo, with characters like theirs."""
FOES: Final = 6
BEASTS: Final = ("captain", "dog", "bat")
TRIES: Final = 4
"""So often something else is answered before an offer is left alone."""
TURNS: Final = 16
"""After so many gestures a fight is called off, for it is not the only thing that is to be measured."""
FIRST: Final = ("d100_attack", "d100_choose_rest")
"""What is done rather than anything else: it is what is to be measured."""
LAST: Final = ("d100_no_defence", "d100_waive_luck", "d100_end_turn", "d100_end_round")
"""What is done where nothing else goes on."""


def dungeon(game: Game, seed: int = 7) -> Table:
    """Return the table of the demo with two more at it, and six foes that are the GM's secret."""
    script = scripts.read_script(DEMO.read_bytes())
    chance = SeededChance(seed)
    table = scripts.starting_table(_larger(script), game, chance)
    foes = (BringFoes(seat="gm", foe=foe, count=FOES // len(BEASTS)) for foe in BEASTS)
    for command in (*scripts.read_commands(script.commands, game), *foes):
        table = game.apply(table, command, chance).table
    return table


def _larger(script: Script) -> Script:
    more = [_like(hero, number, f"p{number}") for number, hero in enumerate(script.actors[:AGAIN])]
    seats = (*script.seats, *(SeatLine(id=actor.seat, name=actor.seat.upper()) for actor in more))
    return replace(script, seats=seats, actors=(*script.actors, *more))


def _like(actor: ActorLine, number: int, seat: str) -> ActorLine:
    return replace(actor, id=f"{actor.id}_{number}", name=f"{actor.name} {number + 2}", seat=seat)


class Evening:
    """Tells what is done next at such a table."""

    def __init__(self, seed: int = 8) -> None:
        self._random = Random(seed)
        self._plans = cycle(self._planned())
        self._fought = 0

    def next_command(self, game: Game, table: Table) -> Command:
        """Return what somebody does now: the natural next step, else what the evening brings."""
        front = table.procedures[-1]
        self._fought = self._fought + 1 if isinstance(front, Combat) else self._fought
        if isinstance(front, Combat) and self._fought > TURNS:
            self._fought = 0
            return EndFight(seat="gm")
        found = self._natural(game, table)
        while found is None:
            if isinstance(front, Rest):
                return EndRest(seat="gm")
            planned = next(self._plans)
            if isinstance(planned, StartFight):
                planned = replace(planned, fighters=tuple(table.actors))
            found = planned if game.refusal(table, planned) is None else None
        return found

    @staticmethod
    def _planned() -> tuple[Command, ...]:
        return (
            AdvanceTime(seat="gm", unit="combat_round"),
            RollSkill(seat="leo", actor="pell", skill="Perception"),
            AdvanceTime(seat="gm", unit="hour"),
            FallDown(seat="gm", actor="brannoch", feet=20),
            StartFight(seat="gm", fighters=()),
            BeginRest(seat="gm", steps=2),
            AdvanceTime(seat="gm", unit="week"),
        )

    def _natural(self, game: Game, table: Table) -> Command | None:
        """Return what the game itself would have done next, by those who are waited for or else by the GM."""
        if isinstance(table.procedures[-1], Quiet):
            return None
        under_way = game.view_for(table, "gm").under_way
        waiting = next(
            (activity_view.waiting_for for activity_view in reversed(under_way) if activity_view.waiting_for), ()
        )
        for seat in dict.fromkeys((*waiting, "gm")):
            for offer in _in_order(game.offers(table, seat, seat)):
                for _ in range(TRIES if offer.questions else 1):
                    command = filled(offer, self._random)
                    if game.refusal(table, command) is None:
                        return command
        return None


def _in_order(offers: Sequence[Offer]) -> list[Offer]:
    able = [o for o in offers if o.denial is None and not any(ask.kind is QuestionKind.ROWS for ask in o.questions)]
    first = [offer for offer in able if offer.name.partition(":")[0] in FIRST]
    main = [offer for offer in able if offer.primary]
    last = [offer for name in LAST for offer in able if offer.name.partition(":")[0] == name]
    return [*first, *main, *last]
