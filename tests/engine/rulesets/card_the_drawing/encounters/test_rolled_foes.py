"""Foes of encounters whose numbers are dice are rolled again until they fight or change, and only the GM knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.core.chance import Chance, ScriptedChance, SeededChance
from engine.core.events import Rolled
from engine.core.history import History
from engine.core.manual_moves import SetList, SetTrack
from engine.core.redaction import redact
from engine.core.rules import AppliedCommand
from engine.kit.cast.cast_commands import RollCastAgain
from engine.kit.content_editor.persistence import row_of
from engine.kit.encounters.encounter_commands import ResetEncounter
from engine.kit.encounters.encounter_runs import RUNS
from engine.model.frozen import Json, replace
from engine.model.seats import PRINT, SHARED, Actor
from engine.model.table import Table
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.battle.battle_end import EndBattle
from engine.rulesets.card_the_drawing.cards.card_library import BROUGHT_FOES, ENCOUNTERS, FOES, library_of
from engine.rulesets.card_the_drawing.cards.card_records import EncounterFoe, PreparedEncounter
from engine.rulesets.card_the_drawing.encounters.battle_start import JoinBattle
from engine.rulesets.card_the_drawing.encounters.encounter_commands import BeginEncounter
from engine.rulesets.card_the_drawing.outside_combat import DrawHand
from tests.engine.rulesets.card_the_drawing.offer_driver import does
from tests.engine.rulesets.card_the_drawing.table import GAME, laid, outcome, play, refused, started

PLACED = (
    EncounterFoe(foe="mob", name="Guards", minions="1d4+1", health="2d6", adrenaline="1d3"),
    EncounterFoe(foe="mob", name="Wolves", minions=2, health=5),
    EncounterFoe(foe="boss", name="The Duke", adrenaline=1),
    EncounterFoe(foe="boss", name="The Baron", health=30),
)
GUARDS, WOLVES, DUKE, BARON = "guards-1", "wolves-1", "the-duke-1", "the-baron-1"


def prepared(placed: tuple[EncounterFoe, ...] = PLACED, **boss: object) -> Table:
    """Return a table whose group has written an encounter, with a boss whose Health is dice."""
    numbers: Any = {"health": "2d6+40", **boss}
    foes = (row_of(replace(library_of().foes["boss"], **numbers)),)
    encounters = (row_of(PreparedEncounter(id="ambush", name="Ambush", foes=placed)),)
    table = laid("tia", "eli")
    return replace(table, lists={**table.lists, FOES: foes, ENCOUNTERS: encounters})


def placed_foes(before: Table, *, secret: bool = True, seed: int = 3) -> AppliedCommand:
    """Return what happens when the foes come without a battle."""
    command = BeginEncounter(seat="gm", encounter="ambush", begin=False, secret=secret)
    return outcome(before, command, SeededChance(seed))


def again(record: str, *actors: str) -> RollCastAgain:
    """Return the command that rolls them again."""
    return RollCastAgain(seat="gm", record=record, actors=actors)


def offered(table: Table, viewer: str = "gm") -> Mapping[str, tuple[str, ...]]:
    """Return whom the GM is offered to roll again, by the names of the offers."""
    offers = [offer for offer in GAME.offers(table, "gm", viewer) if "again" in offer.name]
    return {offer.name: tuple(map(str, offer.questions[0].choices)) for offer in offers}


def rolled(table: Table, command: RollCastAgain, chance: Chance) -> Table:
    """Return the table with newly rolled numbers, and see that all else is as it was."""
    after = outcome(table, command, chance).table
    assert {id_ for id_, actor in after.actors.items() if actor != table.actors[id_]} <= {*command.actors}
    for id_ in command.actors:
        actor: Actor = table.actors[id_]
        assert replace(after.actors[id_], sheet=actor.sheet, tracks=actor.tracks) == actor
    return after


@pytest.mark.rule("CD-UI-25", "CD-MINION-3")
def test_foes_with_dice_are_rolled_again_as_their_encounter_places_them() -> None:
    """One or all of them; numbers that are no dice, also those of the encounter, stay as they are."""
    table = placed_foes(prepared()).table
    assert offered(table) == {"roll_cast_again:mob": (GUARDS,), "roll_cast_again:boss": (DUKE,)}
    dice = ScriptedChance({"d4": [4], "d6": [6, 5], "d3": [3]}, SeededChance(1))
    guards = rolled(table, again("mob", GUARDS), dice)
    bodies = actor_sheet.bodies_of(guards, GUARDS)
    assert [(body.health, body.most) for body in bodies] == [(11, 11)] * 5
    assert [body.name for body in bodies] == [f"Guards {number}" for number in range(1, 6)]
    assert [row["health"] for row in actor_sheet.minion_rows(guards.actors[GUARDS])] == [11] * 5
    assert actor_sheet.adrenaline(guards, GUARDS) == 3
    # Prep changes the encounter: who is on the table is rolled as it came.
    other = SetList(seat="gm", list=ENCOUNTERS, rows=())
    duke = rolled(play(guards, other), again("boss", DUKE), ScriptedChance({"d6": [1, 2]}, SeededChance(1)))
    assert [(body.health, body.most) for body in actor_sheet.bodies_of(duke, DUKE)] == [(43, 43)]
    assert actor_sheet.adrenaline(duke, DUKE) == 1
    assert offered(duke) == offered(table), "they can be rolled once more"
    reset = play(duke, ResetEncounter(seat="gm", run=RUNS.all(duke)[0].id))
    assert reset.actors == duke.actors, "the encounter brings them back with the new numbers"


@pytest.mark.rule("CD-UI-25", "CD-DECK-4")
def test_foes_that_fight_or_have_changed_keep_their_numbers() -> None:
    table = placed_foes(prepared((PLACED[2],) * 2), secret=False).table
    duke, other = offered(table)["roll_cast_again:boss"]
    command = again("boss", duke)
    hurt = play(table, SetTrack(seat="gm", actor=duke, track=actor_sheet.HEALTH, value=1))
    fighting = play(started(table, "tia", other, sides={}), JoinBattle(seat="gm", actor=duke))
    fought = play(fighting, EndBattle(seat="gm"))
    for kept in (hurt, fighting, fought):
        assert duke not in [id_ for ids in offered(kept).values() for id_ in ids]
        assert refused(kept, command).message.key == "refused.cast_changed"
    assert fought.lists[BROUGHT_FOES] == ()
    holding = play(table, DrawHand(seat="gm", actor=duke))
    assert offered(holding) == {"roll_cast_again:boss": (other,)}, "its cards are on the table"
    assert refused(holding, command).message.key == "refused.cast_changed"
    assert refused(table, again("boss")).message.key == "refused.cast_nobody"
    assert refused(table, again("dragon", duke)).message.key == "refused.cast_gone"
    assert refused(table, replace(command, seat="tom")).message.key == "refused.gm_only"
    without_dice = replace(table, lists={**table.lists, FOES: ()})
    assert offered(without_dice) == {}
    at_once = does(prepared(), "gm", "begin_encounter", encounter="ambush", fighters=("tia",))
    assert offered(at_once) == {}


@pytest.mark.parametrize("change", [{"differences": {"health": "a lot"}}, {"differences": 1}, {"foe": "dragon"}])
def test_a_row_that_cannot_be_read_is_left_out(change: Mapping[str, Json]) -> None:
    table = placed_foes(prepared()).table
    rows = tuple({**row, **change} if row["id"] == GUARDS else row for row in table.lists[BROUGHT_FOES])
    assert offered(replace(table, lists={**table.lists, BROUGHT_FOES: rows})) == {"roll_cast_again:boss": (DUKE,)}


@pytest.mark.rule("CD-UI-25", "CD-GM-1")
@pytest.mark.parametrize("secret", [False, True])
def test_nobody_but_the_gm_learns_dice_or_that_they_were_rolled_again(secret: bool) -> None:
    before = prepared()
    told: list[str] = []
    drawn: list[Table] = []
    for seed in (1, 2):
        found = placed_foes(before, secret=secret, seed=seed)
        result = outcome(found.table, again("mob", GUARDS), SeededChance(seed))
        events = (*found.events, *result.events)
        assert not [event for event in events if isinstance(event, Rolled)]
        views: list[object] = []
        for viewer in ("tom", "eve", SHARED, PRINT):
            view = GAME.view_for(result.table, viewer)
            assert not {FOES, BROUGHT_FOES} & view.lists.keys()
            seen = repr(redact(result.table, events, viewer, GAME.secret_lists))
            assert ("rolled_again" in seen) is not secret, "whoever sees the record change reads why"
            assert BROUGHT_FOES not in seen
            assert offered(result.table, viewer) == {}
            log = History(found.table, (result.entry(),)).log(viewer)
            views += [view, seen, repr(log), result.title]
        told.append(repr(views))
        drawn.append(result.table)
    assert drawn[0] != drawn[1]
    assert (told[0] == told[1]) is secret, "other dice, the same view"
