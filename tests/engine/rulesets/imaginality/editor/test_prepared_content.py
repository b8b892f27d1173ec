"""Prepared characters, difficulties and adventure seeds: their forms, and their use, which the players do not see."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.draft import Draft
from engine.core.events import Noted, Rolled
from engine.kit.cast.cast_commands import BringCast, RollCastAgain
from engine.kit.content_editor.view_models import EditRefused, Record
from engine.kit.every_game.full_content_editor import content_editor_of
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.imaginality.actions.action_commands import Attempt
from engine.rulesets.imaginality.editor.deployment_commands import SavePrepared, TellSeed, UseDifficulty
from engine.rulesets.imaginality.editor.prepared_records import BROUGHT_CHARACTERS, CHARACTERS, DIFFICULTIES, SEEDS
from engine.rulesets.imaginality.ruleset import Imaginality
from engine.rulesets.imaginality.turns.turn_commands import StartFight
from tests.engine.plays import Plays, dice
from tests.engine.rulesets.imaginality.table import GAME, laid

PLAYS = Plays(GAME)
EDITOR = content_editor_of(GAME)
WRECKER: Record = {
    "id": "wrecker",
    "name": "Wrecker",
    "names": "Brock, Pell",
    "weapon": "Club",
    "armour": ["Leather"],
    "mental": 1,
    "physical": "1d3",
    "social": 1,
    "skills": ["Sailing"],
}
CLIMB: Record = {
    "id": "climb",
    "name": "Climb the Zorbulax",
    "stakes": "Fall, or be seen.",
    "skill": "Climbing",
    "attribute": "physical",
    "extra": 1,
    "value": 9,
    "notes": "The rope is cut.",
}
SEED: Record = {
    "id": "lamp",
    "name": "The dark lamp",
    "setting": "Punk",
    "read_out": "The lamp is out.",
    "goals": "Light it.\n\nFind the keeper.",
    "notes": "The keeper did it.",
}
RECORDS = {CHARACTERS: WRECKER, DIFFICULTIES: CLIMB, SEEDS: SEED}


def prepared() -> Table:
    return PLAYS.play(laid(), SavePrepared(seat="gm", put={kind: (record,) for kind, record in RECORDS.items()}))


def new_ones(table: Table) -> dict[str, Any]:
    return {id_: actor for id_, actor in table.actors.items() if id_ not in laid().actors}


def lines(events: Any) -> dict[str, tuple[str, ...] | None]:
    return {event.message.key: event.audience for event in events if isinstance(event, Noted)}


# ---- the form --------------------------------------------------------------------------------------------------------


def test_the_forms_say_what_the_records_do() -> None:
    readings = {}
    for kind, record in RECORDS.items():
        shown = EDITOR.editor_view(laid().lists, {}, kind, record)
        assert shown.can_save
        assert not shown.problems
        readings[kind] = " ".join(shown.reading)
    assert "Weapon: Club, 2 damage cards." in readings[CHARACTERS]
    assert "Physical 1d3 (1 to 3)" in readings[CHARACTERS]
    assert "The other side plays 2 cards." in readings[DIFFICULTIES]
    assert "2 goals" in readings[SEEDS]


@pytest.mark.parametrize(
    ("kind", "change", "path"),
    [
        pytest.param(CHARACTERS, {"physical": "1d4"}, "physical", marks=pytest.mark.rule("IM-CHAR-8")),
        pytest.param(CHARACTERS, {"social": None}, "social", marks=pytest.mark.rule("IM-CHAR-7")),
        pytest.param(CHARACTERS, {"skills": ["Sailing", "sailing "]}, "skills", marks=pytest.mark.rule("IM-CHAR-9")),
        pytest.param(CHARACTERS, {"name": ""}, "name"),
        pytest.param(CHARACTERS, {"names": "x" * 81}, "names"),
        pytest.param(DIFFICULTIES, {"attribute": ""}, "attribute", marks=pytest.mark.rule("IM-SKILL-6")),
        pytest.param(DIFFICULTIES, {"value": 1}, "value", marks=pytest.mark.rule("IM-VAL-1")),
    ],
)
def test_an_error_is_at_its_field_and_prevents_saving(kind: str, change: Record, path: str) -> None:
    record: Record = {**RECORDS[kind], **change}
    shown = EDITOR.editor_view(laid().lists, {}, kind, record)
    assert [problem.path for problem in shown.problems] == [path]
    with pytest.raises(EditRefused):
        EDITOR.save_command("gm", laid().lists, {}, kind, record)


@pytest.mark.parametrize(
    ("command", "key"),
    [
        (SavePrepared(seat="gm", put={"skills": ({"id": "x", "name": "X"},)}), "im_no_drawer"),
        (SavePrepared(seat="gm", put={SEEDS: ({"id": "x", "nonsense": 1},)}), "im_record_form"),
        (
            SavePrepared(seat="gm", put={SEEDS: tuple({"id": f"s{n}", "name": "S"} for n in range(1001))}),
            "im_too_many_records",
        ),
        (UseDifficulty(seat="gm", difficulty="x" * 10_000, actor="rex"), "cast_gone"),
        (TellSeed(seat="gm", seed="gone"), "cast_gone"),
        (BringCast(seat="gm", record="gone"), "cast_gone"),
        (BringCast(seat="tom", record="wrecker"), "gm_only"),
        (TellSeed(seat="tom", seed="lamp"), "gm_only"),
        (UseDifficulty(seat="tom", difficulty="climb", actor="rex"), "gm_only"),
    ],
)
def test_what_is_no_record_is_refused(command: Command, key: str) -> None:
    assert PLAYS.refused(prepared(), command).message.key == f"refused.{key}"


# ---- characters ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("IM-CHAR-7", "IM-CHAR-8")
def test_each_individual_has_its_own_numbers_and_name() -> None:
    faces = dice(d3=[1, 3, 2])
    found = PLAYS.outcome(prepared(), BringCast(seat="gm", record="wrecker", count=3), faces)
    first, second, third = new_ones(found.table).values()
    assert [actor.name for actor in (first, second, third)] == ["Brock", "Pell", "Wrecker 1"]
    assert [actor.sheet["physical"] for actor in (first, second, third)] == [1, 3, 2]
    assert (first.sheet["weapon"], [*first.sheet["armour"]], [*first.sheet["skills"]]) == (
        "Club",
        ["Leather"],
        ["Sailing"],
    )
    assert "names" not in first.sheet
    assert first.secret
    assert not [event for event in found.events if isinstance(event, Rolled)]
    assert set(lines(found.events).values()) == {("gm",)}


@pytest.mark.parametrize("viewer", ["tom", SHARED])
def test_players_see_nothing_of_what_is_prepared_or_unseen(viewer: str) -> None:
    bare = GAME.view_for(laid(), viewer)
    table = PLAYS.play(prepared(), BringCast(seat="gm", record="wrecker", count=2))
    view = GAME.view_for(table, viewer)
    assert (view.lists, view.actors) == (bare.lists, bare.actors)
    offers = [offer.name for offer in GAME.offers(table, "gm", viewer)]
    assert offers == [offer.name for offer in GAME.offers(laid(), "gm", viewer)]


def test_individuals_are_rolled_again_until_they_fight() -> None:
    table = PLAYS.play(prepared(), BringCast(seat="gm", record="wrecker", count=2), chance=SeededChance(3))
    ids = tuple(new_ones(table))
    again = RollCastAgain(seat="gm", record="wrecker", actors=ids)
    assert any(PLAYS.play(table, again, chance=SeededChance(seed)).actors != table.actors for seed in range(4))
    fighting = PLAYS.play(table, StartFight(seat="gm", fighters=("rex", ids[0])))
    assert PLAYS.refused(fighting, again).message.key == "refused.cast_changed"
    assert [row["id"] for row in fighting.lists[BROUGHT_CHARACTERS]] == [ids[1]]


def test_an_individual_is_made_without_placing_it() -> None:
    (cast,), table = Imaginality().casts, prepared()
    draft = Draft(table, SeededChance(4))
    assert (cast.kind, cast.record(table, "wrecker").name) == (CHARACTERS, "Wrecker")
    actor = cast.actor(draft, GAME.new_actor, "wrecker", "Orc", shown=False)
    assert (actor.name, actor.secret, draft.events) == ("Orc", True, [])
    for id_ in ("nobody", "lamp"):
        with pytest.raises(Refused):
            cast.actor(draft, GAME.new_actor, id_, "", shown=True)


# ---- difficulties and seeds ------------------------------------------------------------------------------------------


@pytest.mark.rule("IM-ACT-2", "IM-ADV-1")
def test_dice_of_a_difficulty_are_rolled_each_time_and_only_the_gm_reads_the_value() -> None:
    table = prepared()
    (row,) = [row for row in table.lists["difficulties"] if row["id"] == "climb"]
    table = replace(table, lists={**table.lists, "difficulties": ({**row, "value": "1d6+4", "extra": "1d3-1"},)})
    values = set()
    for seed in range(12):
        used = GAME.apply(table, UseDifficulty(seat="gm", difficulty="climb", actor="rex"), SeededChance(seed))
        (said,) = [e for e in used.events if isinstance(e, Noted) and e.message.key == "log.im_value"]
        assert said.audience == ("gm",)
        values.add(said.message.params["value"])
    assert values <= {*range(5, 11)}
    assert len(values) > 2


@pytest.mark.rule("IM-ACT-1", "IM-ACT-2", "IM-SKILL-5", "IM-ADV-1")
def test_a_difficulty_begins_the_attempt_of_the_rules() -> None:
    table = prepared()
    found = PLAYS.outcome(table, UseDifficulty(seat="gm", difficulty="climb", actor="rex"))
    attempt = Attempt(
        seat="gm", actor="rex", what="Climb the Zorbulax", skill="Climbing", attribute="physical", disadvantage=1
    )
    assert found.table == PLAYS.play(table, attempt)
    seen = lines(found.events)
    assert (seen["log.im_stakes"], seen["log.attempts"]) == (None, None)
    assert (seen["log.im_value"], seen["log.im_notes"]) == (("gm",), ("gm",))
    assert "use_difficulty" not in [offer.name for offer in GAME.offers(found.table, "gm", "gm")], "one at a time"
    busy = PLAYS.refused(found.table, UseDifficulty(seat="gm", difficulty="climb", actor="sal"))
    assert busy.message.key == "refused.action_under_way"


@pytest.mark.rule("IM-GEN-5", "IM-ADVANCE-4")
def test_a_seed_is_told_to_all_and_its_notes_to_the_gm() -> None:
    found = PLAYS.outcome(prepared(), TellSeed(seat="gm", seed="lamp"))
    assert lines(found.events) == {
        "log.im_seed": None,
        "log.im_read_out": None,
        "log.im_goal": ("gm",),
        "log.im_notes": ("gm",),
    }
    assert sum(isinstance(event, Noted) and event.message.key == "log.im_goal" for event in found.events) == 2
    choices = EDITOR.editor_view(laid().lists, {}, SEEDS, SEED).groups[1].parts[0].choices
    assert [choice.value for choice in choices] == [
        "High fantasy",
        "Orwellian",
        "Punk",
        "Real life … or is it?",
        "Space opera",
        "Mixed genres",
    ]
