"""Prepared foes, gangs and dangers: their forms, and their way to the table, which the players do not see."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.draft import Draft
from engine.core.events import ListSet, Noted, Rolled
from engine.core.manual_moves import EditActor, MoveCards, RemoveActor, SetTrack
from engine.kit.cast.cast_commands import BringCast, RollCastAgain
from engine.kit.content_editor.view_models import EditRefused, Lists, Record
from engine.kit.encounters.encounter_commands import RemoveEncounter, ResetEncounter, RunEncounter, SaveEncounters
from engine.kit.encounters.encounter_records import ENCOUNTERS
from engine.kit.encounters.encounter_runs import arrivals_of
from engine.kit.every_game.full_content_editor import content_editor_of
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.offers import QuestionKind
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.combat.rounds.conflict_commands import JoinConflict, StartConflict
from engine.rulesets.future_imperfect.combat.rounds.gang_hands import GANG_HANDS
from engine.rulesets.future_imperfect.combat.rounds.round_commands import BeginCount, EndRound
from engine.rulesets.future_imperfect.editor import prepared_sheets, prepared_validation
from engine.rulesets.future_imperfect.editor.deployment_commands import BringGang, SavePrepared, UseDanger
from engine.rulesets.future_imperfect.editor.prepared_records import BROUGHT_FOES, DANGERS, FOES, GANGS, PreparedFoe
from engine.rulesets.future_imperfect.hazards.explosion_commands import Victim
from engine.rulesets.future_imperfect.hazards.hazard_commands import EnterSmoke, EnterWater, Fall, SetOnFire
from engine.rulesets.future_imperfect.initiative.action_cards import reserve_zone
from engine.rulesets.future_imperfect.ruleset import FutureImperfect
from engine.rulesets.future_imperfect.social.fear_commands import FaceFear
from tests.engine.rulesets.future_imperfect.table import (
    GAME,
    dealt,
    dice,
    laid,
    notes,
    outcome,
    play,
    refused,
    running_conflict,
)

EDITOR = content_editor_of(GAME)
RAIDER: Record = {
    "id": "raider",
    "name": "Raider",
    "names": "Kell, Sann",
    "size": "1d2+5",
    "wind": "1d6+8",
    "aptitudes": [{"name": "shooting", "concentration": "musket", "level": "1d2+1"}],
    "weapons": [{"name": "Musket", "hand": "both"}],
    "armour": [{"area": "Upper torso", "value": 2, "name": "Flak vest"}],
    "notes": "Afraid of Zorbulax.",
}
HOUND: Record = {"id": "hound", "name": "Hound", "sort": "animal", "size": 3}
GANG: Record = {
    "id": "boarders",
    "name": "Boarders",
    "members": [{"foe": "raider", "count": "1d3"}, {"foe": "hound", "count": 2}],
    "notes": "From the Zorbulax.",
}


def prepared(*dangers: Record) -> Table:
    put = {FOES: (RAIDER, HOUND), GANGS: (GANG,), **({DANGERS: dangers} if dangers else {})}
    return play(laid(), SavePrepared(seat="gm", put=put))


def new_ones(table: Table) -> dict[str, Any]:
    return {id_: actor for id_, actor in table.actors.items() if id_ not in laid().actors}


def offered(table: Table, viewer: str = "gm") -> set[str]:
    return {offer.name for offer in GAME.offers(table, "gm", viewer)}


# ---- the form --------------------------------------------------------------------------------------------------------


def test_the_form_tells_what_is_rolled_and_fills_a_weapon_from_the_list() -> None:
    shown = EDITOR.editor_view(laid().lists, {}, FOES, RAIDER)
    fields = {part.path: part for group in shown.groups for part in group.parts}
    assert shown.can_save
    assert not shown.problems
    assert fields["wind"].spoken == "9 to 14, average 11.5"
    reading = " ".join(shown.reading)
    assert "Musket: damage 2d8, both hands." in reading
    assert "Size 1d2+5 (6 to 7)" in reading
    assert "Kell, Sann" in reading


@pytest.mark.parametrize(
    ("kind", "change", "path"),
    [
        pytest.param(FOES, {"reflex": "2d7"}, "reflex", marks=pytest.mark.rule("FI-CORE-1")),
        pytest.param(FOES, {"wind": "1d6-1"}, "wind", marks=pytest.mark.rule("FI-WIND-7")),
        pytest.param(FOES, {"size": 0}, "size", marks=pytest.mark.rule("FI-DMG-5")),
        pytest.param(FOES, {"names": "x" * 81}, "names"),
        pytest.param(FOES, {"name": " "}, "name"),
        pytest.param(
            FOES,
            {"weapons": [{"name": "Musket", "damage": "2d7"}]},
            "weapons[0].damage",
            marks=pytest.mark.rule("FI-ARMOR-1"),
        ),
        pytest.param(FOES, {"armour": [{"area": "Tail"}]}, "armour[0].area", marks=pytest.mark.rule("FI-ARMOR-2")),
        pytest.param(GANGS, {"members": []}, "members", marks=pytest.mark.rule("FI-INIT-15")),
        pytest.param(GANGS, {"members": [{"foe": "nobody"}]}, "members[0].foe"),
        pytest.param(DANGERS, {"sort": "fire"}, "areas", marks=pytest.mark.rule("FI-FIRE-3")),
        pytest.param(DANGERS, {"sort": "water", "water": "soup"}, "water", marks=pytest.mark.rule("FI-DROWN-1")),
        pytest.param(DANGERS, {"sort": "explosion", "dice": "3d7"}, "dice", marks=pytest.mark.rule("FI-BOOM-1")),
    ],
)
def test_an_error_is_at_its_field_and_prevents_saving(kind: str, change: Record, path: str) -> None:
    record: Record = {FOES: RAIDER, GANGS: GANG, DANGERS: {"id": "pit", "name": "Pit"}}[kind] | change  # type: ignore[operator]
    lists = prepared().lists
    shown = EDITOR.editor_view(lists, {}, kind, record)
    assert path in [problem.path for problem in shown.problems]
    assert not shown.can_save
    with pytest.raises(EditRefused):
        EDITOR.save_command("gm", lists, {}, kind, record)


def test_what_an_old_or_edited_file_holds_is_refused_by_name() -> None:
    table = prepared()
    faulty = {**table.lists, FOES: ({**RAIDER, "reflex": "2d7"}, {"nonsense": 1})}
    assert refused(with_lists(table, faulty), BringCast(seat="gm", record="raider")).message.key == (
        "refused.cast_not_sound"
    )
    assert refused(table, BringCast(seat="gm", record="x" * 10_000)).message.key == "refused.cast_gone"
    assert refused(with_lists(table, faulty), BringGang(seat="gm", gang="boarders")).message.key == (
        "refused.cast_not_sound"
    )


def with_lists(table: Table, lists: Any) -> Table:
    return replace(table, lists=lists)


@pytest.mark.parametrize(
    ("command", "key"),
    [
        (SavePrepared(seat="gm", put={"weapons": ({"id": "x", "name": "X"},)}), "fi_no_drawer"),
        (SavePrepared(seat="gm", put={FOES: ({"id": "x"}, {"id": "Not good"})}), "fi_record_form"),
        (
            SavePrepared(seat="gm", put={FOES: tuple({"id": f"f{n}", "name": "F"} for n in range(1001))}),
            "fi_too_many_records",
        ),
    ],
)
def test_the_command_refuses_what_is_no_record(command: Command, key: str) -> None:
    assert refused(laid(), command).message.key == f"refused.{key}"


# ---- foes ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FI-DMG-5", "FI-WIND-7", "FI-CORE-4")
def test_each_individual_has_its_own_numbers_and_name() -> None:
    faces = dice(d2=[1, 1, 2, 2, 1, 2], d6=[1, 6, 3])
    table = outcome(prepared(), BringCast(seat="gm", record="raider", count=3), faces).table
    first, second, third = new_ones(table).values()
    assert [actor.name for actor in (first, second, third)] == ["Kell", "Sann", "Raider 1"]
    assert [actor.tracks["Wind"].value for actor in (first, second, third)] == [9, 14, 11]
    assert [character_sheet.size(actor, table.lists) for actor in (first, second, third)] == [6, 7, 6]
    assert (first.secret, first.seat, first.body.chart) == (True, "gm", "human")
    (musket,) = character_sheet.weapons(first, table.lists)
    assert (musket.aptitude, musket.concentration, musket.hand) == ("shooting", "musket", "both")
    skill = character_sheet.aptitude(second, "shooting", "musket", table.lists)
    assert skill is not None
    assert skill.level == 3


@pytest.mark.rule("FI-DMG-5")
def test_a_size_below_one_goes_through_form_files_arrival_and_damage() -> None:
    rat = EDITOR.with_value(FOES, {"id": "rat", "name": "Rat"}, "size", " 0,5 ")
    assert rat["size"] == 0.5
    assert EDITOR.with_value(FOES, rat, "size", "1/8")["size"] == 0.125
    assert EDITOR.with_value(FOES, rat, "size", "6")["size"] == 6
    for wrong in ("0.1", "100.5", "1.5d2"):
        (problem,) = EDITOR.editor_view({}, {}, FOES, EDITOR.with_value(FOES, rat, "size", wrong)).problems
        assert (problem.path, problem.text[:40]) == ("size", "This must be a number from 0.125 to 100,")
    for strange in (float("nan"), float("inf"), 0, True):
        why = refused(laid(), SavePrepared(seat="gm", put={FOES: ({**rat, "size": strange},)}))
        assert why.message.key == "refused.fi_record_form"
    (halves,) = EDITOR.editor_view({}, {}, FOES, EDITOR.with_value(FOES, rat, "wind", "8.5")).problems
    assert halves.text.startswith("This must be a whole number"), "other numbers stay whole"
    for format_ in ("csv", "toml", "json"):
        text = EDITOR.export_file({FOES: (rat,)}, {}, [(FOES, "rat")], format_)
        assert EDITOR.read_file({}, {}, text).records[0].record == rat, format_
    table = play(laid(), SavePrepared(seat="gm", put={FOES: (rat,)}), BringCast(seat="gm", record="rat", shown=True))
    (arrived,) = new_ones(table)
    assert character_sheet.size(table.actors[arrived], table.lists) == 0.5
    fallen = outcome(table, Fall(seat="gm", actor=arrived, metres=5), dice(d6=[3]))
    assert (fallen.results["damage"], fallen.results["wounds"]) == (3 + 5, 16)


def test_each_individual_has_its_own_number_of_a_weapon() -> None:
    grenades = EDITOR.with_value(FOES, RAIDER, "weapons[0].count", "1d3-1")
    assert "Musket × 1d3-1: damage 2d8" in " ".join(EDITOR.editor_view(laid().lists, {}, FOES, grenades).reading)
    text = EDITOR.export_file({FOES: (grenades,)}, {}, [(FOES, "raider")], "csv")
    assert EDITOR.read_file({}, {}, text).records[0].record == grenades
    table = play(laid(), SavePrepared(seat="gm", put={FOES: (grenades,)}))
    table = outcome(table, BringCast(seat="gm", record="raider", count=2), dice(d3=[3, 1])).table
    first, second = new_ones(table).values()
    (musket,) = first.sheet["weapons"]
    assert (musket["name"], musket["count"], musket["damage"]) == ("Musket", 2, "2d8")
    assert character_sheet.weapons(second, table.lists) == (), "none of it: the weapon is not there"
    again = RollCastAgain(seat="gm", record="raider", actors=(second.id,))
    rolled = new_ones(outcome(table, again, dice(d3=[2])).table)[second.id]
    assert rolled.sheet["weapons"][0]["count"] == 1
    (problem,) = EDITOR.editor_view(
        laid().lists, {}, FOES, EDITOR.with_value(FOES, RAIDER, "weapons[0].count", "50d6")
    ).problems
    assert problem.text == "These dice show 50 to 300. The result must be from 0 to 99."


def test_nobody_sees_dice_or_lines_of_unseen_foes() -> None:
    found = outcome(prepared(), BringCast(seat="gm", record="raider", count=2))
    assert not [event for event in found.events if isinstance(event, Rolled)]
    for viewer in ("tom", SHARED):
        view = GAME.view_for(found.table, viewer)
        before = GAME.view_for(prepared(), viewer)
        assert {actor.id for actor in view.actors.values()} == {actor.id for actor in before.actors.values()}
        assert view.lists == before.lists
        assert offered(found.table, viewer) == offered(laid(), viewer)


def test_an_open_foe_does_not_reveal_a_hidden_one_of_the_same_name() -> None:
    hidden = play(prepared(), BringCast(seat="gm", record="hound"))
    (first,) = new_ones(hidden).values()
    both = play(hidden, BringCast(seat="gm", record="hound", shown=True))
    open_one = next(actor for actor in new_ones(both).values() if not actor.secret)
    assert (first.name, open_one.name, both.actors[first.id].name) == ("Hound", "Hound", "Hound 1")


def test_individuals_are_rolled_again_until_they_fight_or_are_changed() -> None:
    table = play(prepared(), BringCast(seat="gm", record="raider", count=3), chance=SeededChance(3))
    (offer,) = (o for o in GAME.offers(table, "gm", "gm") if o.name == "roll_cast_again:raider")
    (asked,) = offer.questions
    ids = tuple(new_ones(table))
    assert (asked.kind, asked.choices) == (QuestionKind.CHOICES, ids)
    again = play(table, RollCastAgain(seat="gm", record="raider", actors=ids[1:2]), chance=SeededChance(8))
    assert [id_ for id_ in ids if again.actors[id_] != table.actors[id_]] == [ids[1]]
    assert (again.actors[ids[1]].name, again.actors[ids[1]].secret) == ("Sann", True)
    fighting = play(again, StartConflict(seat="gm", fighters=("frost", ids[0])))
    refusal = refused(fighting, RollCastAgain(seat="gm", record="raider", actors=ids[:1]))
    assert refusal.message.key == "refused.cast_changed"
    assert {row["id"] for row in fighting.lists[BROUGHT_FOES]} == {*ids[1:]}
    nobody = refused(fighting, RollCastAgain(seat="gm", record="raider", actors=()))
    assert nobody.message.key == "refused.cast_nobody"


def test_an_individual_is_made_without_placing_it() -> None:
    (cast,), table = FutureImperfect().casts, prepared()
    draft = Draft(table, SeededChance(4))
    assert (cast.kind, cast.record(table, "raider").name) == (FOES, "Raider")
    assert cast.wished(table, "raider").free(()) == "Kell"
    assert cast.wished(table, "raider", "Frost").free({"Frost"}) == "Frost 1"
    actor = cast.actor(draft, GAME.new_actor, "raider", "Kell", shown=False)
    assert (actor.name, actor.secret, draft.events) == ("Kell", True, [])
    for id_ in ("nobody", "boarders"):
        with pytest.raises(Refused):
            cast.record(table, id_)


@pytest.mark.parametrize(("count", "names"), [(1, {"Hound"}), (2, {"Hound 1", "Hound 2"})])
def test_several_of_an_encounter_are_numbered_from_the_first(count: int, names: set[str]) -> None:
    table = prepared()
    kennel = {"id": "kennel", "name": "Kennel", "cast": [{"who": "foes/hound", "count": count}]}
    table = replace(table, lists={**table.lists, ENCOUNTERS: (kennel,)})
    table = play(table, RunEncounter(seat="gm", encounter="kennel"))
    assert {actor.name for actor in new_ones(table).values()} == names


# ---- gangs -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FI-INIT-15")
def test_a_gang_shares_one_hand_as_soon_as_it_fights() -> None:
    found = outcome(prepared(), BringGang(seat="gm", gang="boarders"), dice(d3=[2], d2=[1, 1, 1, 1], d6=[1, 1]))
    ids = tuple(new_ones(found.table))
    assert [found.table.actors[id_].name for id_ in ids] == ["Kell", "Sann", "Hound 1", "Hound 2"]
    assert "fi_notes" in notes(found)
    fighting = play(found.table, StartConflict(seat="gm", fighters=("frost", *ids[:3])))
    assert running_conflict(fighting).fighters[ids[0]].members == ids[:3]
    joined = play(fighting, JoinConflict(seat="gm", actor=ids[3]))
    assert running_conflict(joined).fighters[ids[0]].members == ids
    assert set(running_conflict(joined).fighters) == {"frost", ids[0]}


@pytest.mark.rule("FI-INIT-15", "FI-INIT-2")
def test_a_gang_that_comes_in_mid_round_shares_a_hand_from_the_next_round_on() -> None:
    table = play(prepared(), BringGang(seat="gm", gang="boarders"), chance=SeededChance(2))
    first, second, *others = new_ones(table)
    counting = play(table, StartConflict(seat="gm", fighters=("frost", first)), BeginCount(seat="gm"))
    joined = play(counting, *(JoinConflict(seat="gm", actor=id_) for id_ in (second, *others)))
    assert len(running_conflict(joined).fighters) == 2 + 1 + len(others), "its cards of this round are drawn"
    (card, *_) = joined.zones["deck:master"].cards
    held = play(joined, MoveCards(seat="gm", cards=(card,), target=reserve_zone(second)))
    for before, leader in ((joined, first), (held, second)):
        after = play(before, EndRound(seat="gm"))
        fighters = running_conflict(after).fighters
        assert set(fighters) == {"frost", leader}
        assert set(fighters[leader].members) == {first, second, *others}
    kept = play(held, EndRound(seat="gm")).zones[reserve_zone(second)].cards
    assert kept == (card,), "nobody loses a card in reserve"


@pytest.mark.rule("FI-INIT-15")
def test_one_that_comes_after_its_gang_drew_has_a_hand_of_its_own_in_this_round() -> None:
    table = play(prepared(), BringGang(seat="gm", gang="boarders"), chance=SeededChance(2))
    first, second, *_ = new_ones(table)
    drawn = dealt(play(table, StartConflict(seat="gm", fighters=("frost", first))), **{first: "AS/2"})
    joined = play(drawn, JoinConflict(seat="gm", actor=second))
    fighters = running_conflict(joined).fighters
    assert (fighters[first].members, fighters[second].members) == ((first,), (second,))
    assert joined.zones[fighters[first].hand].cards == drawn.zones[fighters[first].hand].cards


@pytest.mark.rule("FI-INIT-15")
def test_members_of_a_gang_with_different_players_share_no_hand() -> None:
    table = play(prepared(), BringGang(seat="gm", gang="boarders"), chance=SeededChance(2))
    first, second, third, *others = new_ones(table)
    given = play(
        table, *(EditActor(seat="gm", actor=id_, leader=seat) for id_, seat in ((second, "tom"), (third, "eve")))
    )
    fighting = play(given, StartConflict(seat="gm", fighters=(first, second, third, *others)))
    fighters = running_conflict(fighting).fighters
    assert fighters[second].side == fighters[third].side
    assert [fighter.members for fighter in fighters.values()] == [(first, *others), (second,), (third,)]


@pytest.mark.rule("FI-INIT-15")
def test_two_of_a_gang_with_a_card_in_reserve_both_keep_it() -> None:
    table = play(prepared(), BringGang(seat="gm", gang="boarders"), chance=SeededChance(2))
    ids = first, second, *others = tuple(new_ones(table))
    counting = play(table, StartConflict(seat="gm", fighters=("frost", first)), BeginCount(seat="gm"))
    joined = play(counting, *(JoinConflict(seat="gm", actor=id_) for id_ in ids[1:]))
    kept = dict(zip((first, second), joined.zones["deck:master"].cards, strict=False))
    moves = [MoveCards(seat="gm", cards=(card,), target=reserve_zone(id_)) for id_, card in kept.items()]
    after = play(joined, *moves, EndRound(seat="gm"))
    fighters = running_conflict(after).fighters
    assert (fighters[first].members, fighters[second].members) == ((first, *others), (second,))
    assert {id_: after.zones[reserve_zone(id_)].cards for id_ in kept} == {id_: (card,) for id_, card in kept.items()}


@pytest.mark.rule("FI-INIT-15")
def test_a_gang_may_have_a_hand_for_each() -> None:
    table = play(prepared(), SavePrepared(seat="gm", put={GANGS: ({**GANG, "shared_hand": False},)}))
    table = play(table, BringGang(seat="gm", gang="boarders", shown=True), chance=SeededChance(2))
    ids = tuple(new_ones(table))
    fighting = play(table, StartConflict(seat="gm", fighters=("frost", *ids)))
    assert set(running_conflict(fighting).fighters) == {"frost", *ids}
    assert not any(table.actors[id_].secret for id_ in ids)


@pytest.mark.rule("FI-INIT-15")
def test_a_gang_of_an_encounter_shares_its_hand_and_is_reset_and_removed_with_it() -> None:
    row: dict[str, Json] = {"who": f"{GANGS}/boarders", "name": "The crew", "tracks": "Wind 6", "shown": True}
    raid: Record = {"id": "raid", "name": "Raid", "cast": [row]}
    table = play(prepared(), SaveEncounters(seat="gm", put={ENCOUNTERS: (raid,)}))
    assert not EDITOR.editor_view(table.lists, {}, ENCOUNTERS, raid).problems
    ran = play(table, RunEncounter(seat="gm", encounter="raid"), chance=SeededChance(2))
    ids = tuple(new_ones(ran))
    assert {arrival.side for arrival in arrivals_of(ran, "raid")} == {"The crew"}
    assert {ran.actors[id_].tracks["Wind"].value for id_ in ids} == {6}
    fighting = play(ran, StartConflict(seat="gm", fighters=("frost", *ids)))
    assert set(running_conflict(fighting).fighters) == {"frost", ids[0]}
    hurt = play(ran, SetTrack(seat="gm", actor=ids[0], track="Wind", value=1))
    assert play(hurt, ResetEncounter(seat="gm", run="raid")).actors == ran.actors
    fewer = play(hurt, RemoveActor(seat="gm", actor=ids[0]))
    back = play(fewer, ResetEncounter(seat="gm", run="raid"), StartConflict(seat="gm", fighters=("frost", *ids)))
    assert set(running_conflict(back).fighters) == {"frost", ids[0]}, "also with those that were removed"
    assert not play(fewer, RemoveEncounter(seat="gm", run="raid")).lists[GANG_HANDS]
    rows: list[Json] = [{**row, "count": 20}] * 9
    crowd: Record = {**raid, "cast": rows}
    many = play(table, SaveEncounters(seat="gm", put={ENCOUNTERS: (crowd,)}))
    assert refused(many, RunEncounter(seat="gm", encounter="raid")).message.key == "refused.encounter_crowd"


@pytest.mark.rule("FI-INIT-15")
def test_a_foe_that_gets_the_id_of_a_gone_one_is_not_of_its_gang() -> None:
    table = play(prepared(), BringGang(seat="gm", gang="boarders"), chance=SeededChance(2))
    gone = play(table, *(RemoveActor(seat="gm", actor=id_) for id_ in new_ones(table)))
    assert not gone.lists[GANG_HANDS]
    again = play(gone, BringCast(seat="gm", record="hound", count=2))
    fighting = play(again, StartConflict(seat="gm", fighters=("frost", "hound-1", "hound-2")))
    assert set(running_conflict(fighting).fighters) == {"frost", "hound-1", "hound-2"}


def test_a_file_with_very_many_gangs_and_rolled_foes_stays_quick() -> None:
    table = play(prepared(), BringCast(seat="gm", record="raider", count=3), chance=SeededChance(3))
    rolled, gang = table.lists[BROUGHT_FOES], {"name": "", "actors": ["raider-1", "raider-2", "raider-3"]}
    gangs = tuple({**gang, "id": f"gang_{number}"} for number in range(500))
    many = with_lists(table, {**table.lists, BROUGHT_FOES: rolled * 500, GANG_HANDS: gangs})
    (offer,) = (offer for offer in GAME.offers(many, "gm", "gm") if offer.name == "roll_cast_again:raider")
    assert offer.questions[0].choices == ("raider-1", "raider-2", "raider-3")
    gone = outcome(many, RemoveActor(seat="gm", actor="raider-2"))
    assert sum(isinstance(event, ListSet) and event.name == GANG_HANDS for event in gone.events) == 1
    rows: Any = gone.table.lists[GANG_HANDS]
    assert {(*row["actors"],) for row in rows} == {("raider-1", "raider-3")}


def test_what_is_prepared_is_judged_once_and_not_again_when_a_gang_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[str] = []

    def chart_of(foe: PreparedFoe, lists: Lists) -> str:
        judged.append(foe.id)
        return prepared_sheets.chart_of(foe, lists)

    monkeypatch.setattr(prepared_validation, "chart_of", chart_of)
    gangs = tuple({**GANG, "id": f"gang_{number}"} for number in range(50))
    table = play(prepared(), SavePrepared(seat="gm", put={GANGS: gangs}))
    offered(table)
    assert len(judged) < 20, "for every foe, not for every gang"
    there = play(table, BringGang(seat="gm", gang="gang_7"), chance=SeededChance(2))
    judged.clear()
    assert "bring_gang" in offered(there)
    assert not judged


# ---- dangers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("danger", "command"),
    [
        pytest.param(
            {"sort": "fall", "metres": 12},
            Fall(seat="gm", actor="frost", metres=12),
            marks=pytest.mark.rule("FI-FALL-1"),
        ),
        pytest.param(
            {"sort": "fire", "blaze": "larger", "areas": ["guts"]},
            SetOnFire(seat="gm", actor="frost", blaze="larger", areas=("guts",)),
            marks=pytest.mark.rule("FI-FIRE-3"),
        ),
        pytest.param(
            {"sort": "smoke", "cloth": True},
            EnterSmoke(seat="gm", actor="frost", cloth=True),
            marks=pytest.mark.rule("FI-FIRE-1"),
        ),
        pytest.param(
            {"sort": "water", "water": "storm"},
            EnterWater(seat="gm", actor="frost", water="storm"),
            marks=pytest.mark.rule("FI-DROWN-1"),
        ),
        pytest.param(
            {"sort": "fear", "tn": 7, "terror": True},
            FaceFear(seat="gm", actor="frost", tn=7, terror=True, cause="Pit"),
            marks=pytest.mark.rule("FI-FEAR-2"),
        ),
    ],
)
def test_a_danger_is_the_command_of_the_rules_with_its_numbers(danger: Record, command: Command) -> None:
    table = prepared({"id": "pit", "name": "Pit", **danger})
    used = play(table, UseDanger(seat="gm", danger="pit", actor="frost"), chance=SeededChance(5))
    assert used == play(table, command, chance=SeededChance(5))
    assert "use_danger" in offered(table)
    assert "use_blast" not in offered(table)


@pytest.mark.rule("FI-FALL-1")
def test_dice_of_a_danger_are_rolled_each_time_and_nobody_sees_them() -> None:
    table = prepared({"id": "pit", "name": "Pit", "sort": "fall", "metres": "1d4+10"})
    depths = set()
    for seed in range(12):
        used = outcome(table, UseDanger(seat="gm", danger="pit", actor="frost"), chance=SeededChance(seed))
        assert not [event for event in used.events if isinstance(event, Rolled) and event.kind == "d4"]
        params = [event.message.params for event in used.events if isinstance(event, Noted)]
        depths |= {each["metres"] for each in params if "metres" in each}
    assert depths <= {*range(11, 15)}
    assert len(depths) > 2


@pytest.mark.rule("FI-BOOM-1")
def test_an_explosion_asks_who_is_near() -> None:
    table = prepared({"id": "bomb", "name": "Bomb", "sort": "explosion", "dice": "4d20", "notes": "Tick."})
    (offer,) = (o for o in GAME.offers(table, "gm", "gm") if o.name == "use_blast")
    assert [question.field for question in offer.questions] == ["danger", "victims"]
    assert refused(table, UseDanger(seat="gm", danger="bomb")).message.key == "refused.name_victims"
    found = outcome(table, UseDanger(seat="gm", danger="bomb", victims=(Victim(actor="frost"),)))
    lines = {event.message.key: event.audience for event in found.events if isinstance(event, Noted)}
    assert (lines["log.explodes"], lines["log.fi_notes"]) == (None, ("gm",))
    assert refused(table, UseDanger(seat="tom", danger="bomb")).message.key == "refused.gm_only"
