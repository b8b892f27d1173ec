"""What others read when a foe that nobody has noticed reloads its weapon."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.events import Noted
from engine.core.game_options import complete_options
from engine.kit.cast.cast_commands import BringCast
from engine.model.frozen import replace
from engine.model.seats import Role, Seat
from engine.rulesets.future_imperfect.actions.ammunition import Reload
from engine.rulesets.loader import game_of

GM, TOM = Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom")


@pytest.mark.rule("FI-RELOAD-2")
def test_nobody_else_reads_that_a_secret_foe_reloads() -> None:
    game = game_of("future_imperfect")
    table = game.ruleset.new_table((GM, TOM), complete_options(game.ruleset.options, {}))
    table = game.apply(table, BringCast(seat="gm", record="dock_raider"), SeededChance(1)).table
    (foe,) = table.actors.values()
    weapons: Any = foe.sheet["weapons"]
    rows = [{**row, "ammunition": "0/7"} for row in weapons]
    empty = replace(foe, sheet={**foe.sheet, "weapons": rows})
    table = replace(table, actors={foe.id: empty})
    command = Reload(seat="gm", actor=foe.id, weapon=".45 slugthrower")
    events = game.apply(table, command, SeededChance(1)).events
    assert [event.audience for event in events if isinstance(event, Noted)] == [("gm",)]
    shown = replace(table, actors={foe.id: replace(empty, secret=False)})
    events = game.apply(shown, command, SeededChance(1)).events
    assert [event.audience for event in events if isinstance(event, Noted)] == [None]
