"""Throws and their scatter; slow weapons, loading, and the shot out of an aim."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.codec import Codec
from engine.core.commands import Command
from engine.core.manual_moves import LayCondition, RemoveActor
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.ammunition import Reload
from engine.rulesets.future_imperfect.actions.preparation_commands import AimCard, PrepareCard
from engine.rulesets.future_imperfect.checks.character_rolls import need_weapon
from engine.rulesets.future_imperfect.combat.melee.melee_commands import Strike
from engine.rulesets.future_imperfect.combat.ranged.aimed_shot_commands import ShootFromAim
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import FireBurst, Shoot
from engine.rulesets.future_imperfect.combat.ranged.throw_commands import ThrowWeapon
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import EndTurn, PlayCard, ReserveCard
from engine.rulesets.future_imperfect.hazards.explosion_commands import (
    Explode,
    Fizzle,
    distances_from_charge,
    need_charge,
)
from engine.rulesets.future_imperfect.health.rest_commands import AdvanceTime
from engine.rulesets.future_imperfect.movement.movement_commands import GoMetres, PickUpPace
from engine.rulesets.future_imperfect.procedures.attack_procedure import current_attack
from engine.rulesets.future_imperfect.procedures.session_procedure import session_state
from engine.rulesets.future_imperfect.social.social_contest_commands import ContestWills
from tests.engine.rulesets.future_imperfect.attack_helpers import (
    DAMAGE,
    THROW,
    Played,
    acting,
    armed,
    goes,
    needs,
    values,
    why,
)
from tests.engine.rulesets.future_imperfect.table import (
    GAME,
    cards,
    conflict,
    counted,
    dealt,
    laid,
    play,
    running_conflict,
)

GRENADE = {"frost": armed("Plasma grenade", "Vibro knife")}


def throw(distance: int, **more: object) -> ThrowWeapon:
    """Frost throws a grenade at a spot."""
    return ThrowWeapon(seat="gm", actor="frost", weapon="Plasma grenade", distance=distance, **more)  # type: ignore[arg-type]


@pytest.mark.rule("FI-EX-16", "FI-THROW-1", "FI-THROW-2", "FI-AREA-5")
def test_a_throw_reaches_as_far_as_strength() -> None:
    table = acting(GRENADE, {"frost": "AS", "thug": "KS/2"}, "frost")
    asked: dict[str, Any] = {"seat": "tom", "actor": "frost", "weapon": "Plasma grenade"}
    assert goes(table, ThrowWeapon(**asked, distance=10)).check.tn == 7
    assert needs(goes(table, ThrowWeapon(**asked, distance=30)).check) == {"base_tn": 5, "range": 6}
    assert why(table, ThrowWeapon(**asked, distance=31)) == "too_far"
    there = goes(table, ThrowWeapon(**asked, distance=10), THROW, d8=[7])
    assert there.figures["scatter"] == 0
    assert current_attack(there.table) is None


@pytest.mark.rule("FI-TV-16", "FI-THROW-3", "FI-THROW-4", "FI-CORE-7")
@pytest.mark.parametrize(("face", "count"), [(6, 1), (5, 1), (4, 2), (2, 3)])
def test_a_miss_scatters_by_the_highest_of_its_dice(face: int, count: int) -> None:
    came = goes(laid(sheets=GRENADE), throw(10), THROW, d8=[face], d6=[2, 3, 1], d12=[4])
    assert (came.figures["scatter_dice"], came.figures["hour"], came.figures["from_thrower"]) == (count, 4, False)
    assert came.figures["scatter"] == max([2, 3, 1][:count])


@pytest.mark.rule("FI-THROW-6", "FI-EX-37", "FI-THROW-5", "FI-CORE-12")
@pytest.mark.parametrize(("cap", "metres"), [("none", 21), ("thrown_distance", 15)])
def test_a_bust_scatters_from_the_thrower_and_aces_may_be_capped(cap: str, metres: int) -> None:
    table = laid(sheets=GRENADE, options={"scatter_cap": cap})
    came = goes(table, throw(15), THROW, d8=[1], d6=[1, 1, 1, 6, 6, 6, 3], d12=[12])
    assert (came.figures["from_thrower"], came.figures["scatter_dice"], came.figures["scatter"]) == (True, 4, metres)


@pytest.mark.rule("FI-AREA-5", "FI-BOOM-1", "FI-THROW-3", "FI-THROW-4", "FI-THROW-6")
def test_a_thrown_explosive_goes_off_where_it_landed() -> None:
    at_thug = throw(15, target="thug")
    there = goes(laid(sheets=GRENADE), at_thug, THROW, d8=[8, 3])
    assert distances_from_charge(need_charge(there.table)) == {"thug": 0.0, "frost": 15.0}
    short = goes(laid(sheets=GRENADE), at_thug, THROW, d8=[2], d6=[2, 4, 3], d12=[6])
    assert distances_from_charge(need_charge(short.table)) == {"thug": 4.0, "frost": 11.0}, (
        "six o'clock is back at the thrower"
    )
    slipped = goes(laid(sheets=GRENADE), at_thug, THROW, d8=[1], d6=[2, 3, 3, 1], d12=[9])
    assert distances_from_charge(need_charge(slipped.table)) == {"thug": 15.3, "frost": 3.0}
    (offer,) = (entry for entry in GAME.offers(short.table, "gm", "gm") if entry.name == "set_off_thrown")
    assert isinstance(offer.command, Explode)
    assert {entry.actor: entry.distance for entry in offer.command.victims} == {"thug": 4, "frost": 11}
    assert why(laid(), Explode(seat="gm")) == "nothing_thrown"
    assert why(short, Explode(seat="tom")) == "gm_only"
    damage = need_weapon(short.table, "frost", "Plasma grenade").damage
    assert damage is not None
    faces = {f"d{damage.sides}": [3] * 20}
    near, far = 3 * damage.count, 3 * (damage.count - 1)
    assert goes(short, Explode(seat="gm"), **faces).figures["damage"] == [near, far], "Frost is in the second ring"
    blown = goes(short, Explode(seat="gm", near={"guard": 5, "thug": 4}), **faces)
    assert blown.figures["damage"] == [near, near], "who is named is near, and nobody else"
    assert session_state(blown.table).charges == ()
    codec = Codec(GAME)
    assert codec.table(codec.encode(short.table)) == short.table
    gone = play(short.table, RemoveActor(seat="gm", actor="frost"))
    assert goes(gone, Explode(seat="gm"), **faces).figures["damage"] == [near], "it waits for nobody"
    assert session_state(goes(short, Fizzle(seat="gm")).table).charges == ()
    knife = ThrowWeapon(seat="gm", actor="frost", weapon="Vibro knife", distance=5)
    assert session_state(goes(laid(sheets=GRENADE), knife, THROW, d8=[7]).table).charges == ()


@pytest.mark.rule("FI-THROW-1", "FI-AIM-12", "FI-DMG-1")
def test_a_thrown_knife_hits_like_a_shot() -> None:
    asked: dict[str, Any] = {"seat": "gm", "actor": "frost", "weapon": "Vibro knife", "distance": 5}
    hit = goes(laid(sheets=GRENADE), ThrowWeapon(**asked, target="thug"), THROW, d8=[7], d20=[17])
    assert hit.figures["location"] == "upper_torso"
    done = goes(hit, DAMAGE, d6=[5, 4])
    assert done.figures["damage"] == 9
    assert why(laid(sheets=GRENADE), ThrowWeapon(**{**asked, "weapon": "Blast rifle"})) == "not_thrown"


# ---- slow weapons and loading ----------------------------------------------------------------------------------------


@pytest.mark.rule("FI-EX-1", "FI-ACT-4", "FI-MELEE-4", "FI-AIM-13")
def test_a_weapon_of_speed_two_wants_a_card_laid_aside_first() -> None:
    sheets = {"chuk": armed("Blast MMG", hands=["both"])}
    table = counted(dealt(conflict(laid(sheets=sheets), "chuk", "thug"), chuk="JS 7S", thug="10S/2"), "J")
    shot = Shoot(seat="eve", actor="chuk", target="thug", weapon="Blast MMG", harness=True)
    assert why(play(table, PlayCard(seat="eve", actor="chuk")), shot) == "prepare_first"
    ready = goes(table, PrepareCard(seat="eve", actor="chuk", what="Blast MMG"))
    other = goes(counted(ready.table, "10"), PlayCard(seat="gm", actor="thug"), EndTurn(seat="gm", actor="thug"))
    turn = goes(counted(other.table, "7"), PlayCard(seat="eve", actor="chuk"), shot, THROW, d8=[2, 3, 4, 2, 2])
    assert running_conflict(turn.table).fighters["chuk"].preparation is None
    assert cards(turn.table, "laid:chuk") == []


def loads(weapon: str, ammunition: str) -> Table:
    """Return a table with a weapon that has been fired."""
    sheet = armed(weapon)
    rows = [{**sheet["weapons"][0], "ammunition": ammunition}]
    return laid(sheets={"frost": {**sheet, "weapons": rows}})


def loaded(played: Played | Table) -> str:
    """Return the rounds on the sheet."""
    table = played.table if isinstance(played, Played) else played
    return str(table.actors["frost"].sheet["weapons"][0]["ammunition"])  # type: ignore[index, call-overload]


@pytest.mark.rule("FI-RELOAD-1", "FI-RELOAD-2", "FI-RELOAD-3", "FI-RELOAD-4", "FI-RELOAD-5", "FI-STUN-4")
@pytest.mark.parametrize(
    ("weapon", "before", "actions", "after"),
    [
        ("Large slugthrower", "2/6", 1, "3/6"),
        ("Blast pistol", "2/20", 2, "20/20"),
        ("Heavy blaster", "0/200", 3, "200/200"),
        ("Musket", "0/1", 5, "1/1"),
    ],
)
def test_loading_takes_as_many_actions_as_the_weapon_asks(weapon: str, before: str, actions: int, after: str) -> None:
    step = Reload(seat="gm", actor="frost", weapon=weapon)
    played = goes(loads(weapon, before), *(step for _ in range(actions - 1)))
    assert loaded(played) == before
    played = goes(played, step)
    assert loaded(played) == after
    assert played.states("frost") == set()
    later = goes(loads(weapon, before), step, AdvanceTime(seat="gm", minutes=1))
    assert loaded(later) == after, "what was begun in a fight does not go on for days"
    assert later.states("frost") == set()
    if actions > 1:
        faints = LayCondition(seat="gm", actor="frost", condition="unconscious")
        fainted = goes(loads(weapon, before), step, faints, AdvanceTime(seat="gm", minutes=1))
        assert (loaded(fainted), fainted.states("frost")) == (before, {"unconscious"})
        stun = LayCondition(seat="gm", actor="frost", condition="stunned")
        stunned = goes(loads(weapon, before), step, stun, AdvanceTime(seat="gm", minutes=1))
        assert (loaded(stunned), stunned.states("frost")) == (before, {"stunned"})
        recovered = goes(loads(weapon, before), step, stun, AdvanceTime(seat="gm", hours=1))
        assert (loaded(recovered), recovered.states("frost")) == (after, set()), "stun ends within an hour"


@pytest.mark.rule("FI-RELOAD-3", "FI-RELOAD-5", "FI-ACT-7")
def test_only_the_gm_shortens_loading_and_never_with_powder() -> None:
    quick: dict[str, Any] = {"actor": "frost", "weapon": "Blast pistol", "actions": 1}
    assert loaded(goes(loads("Blast pistol", "0/20"), Reload(seat="gm", **quick))) == "20/20"
    assert why(loads("Blast pistol", "0/20"), Reload(seat="tom", **quick)) == "gm_only"
    powder = Reload(seat="gm", actor="frost", weapon="Musket", actions=1)
    assert why(loads("Musket", "0/1"), powder) == "powder_takes_time"
    empty = loads("Blast rifle", "2/30")
    burst = FireBurst(seat="gm", actor="frost", weapon="Blast rifle", targets=("thug",))
    assert why(empty, burst) == "too_few_rounds"
    table = acting({"frost": armed("Blast rifle")}, {"frost": "AS", "thug": "KS/2"}, "frost")
    shot = goes(table, Shoot(seat="tom", actor="frost", target="thug", weapon="Blast rifle"), THROW, d8=[1, 2, 1])
    assert loaded(shot) == "29/30"
    assert why(shot, Reload(seat="tom", actor="frost", weapon="Blast rifle")) == "action_spent"


# ---- out of an aim ---------------------------------------------------------------------------------------------------


def aiming(counters: str, *, reserve: bool = False) -> Table:
    """Return a conflict in which Frost aims at a thug with the Ace, and the thug acts on this rank."""
    sheets = {"frost": armed("Blast rifle", hands=["both"])}
    hands = {"frost": "AS KS" if reserve else "AS", "thug": f"{counters}S/2"}
    table = counted(dealt(conflict(laid(sheets=sheets), *hands), **hands), "A")
    table = play(table, AimCard(seat="tom", actor="frost", target="thug", weapon="Blast rifle"))
    if reserve:
        table = play(counted(table, "K"), ReserveCard(seat="tom", actor="frost"))
    return play(counted(table, counters), PlayCard(seat="gm", actor="thug"))


SHOT = Shoot(seat="tom", actor="frost", target="thug", weapon="Blast rifle")


@pytest.mark.rule("FI-EX-13", "FI-EX-15", "FI-AIM-2", "FI-AIM-5", "FI-AIM-9", "FI-AIM-11", "FI-CORE-18")
def test_a_won_contest_gives_the_first_shot_with_the_aim() -> None:
    rolled = goes(aiming("10", reserve=True), ShootFromAim(seat="tom", actor="frost"))
    first = goes(rolled, THROW, d8=[4, 8, 5, 6, 3])
    assert [turn.fighter for turn in running_conflict(first.table).turns] == ["thug", "frost"]
    assert cards(first.table, "reserve:frost") == []
    shot = goes(first, SHOT)
    assert values(shot.check) == {"aimed": 2}, "K, Q, J and 10 were called: four counters"
    fired = goes(shot, THROW, d8=[1, 2, 1])
    assert running_conflict(fired.table).fighters["frost"].aim is None
    assert cards(fired.table, "laid:frost") == []
    late = goes(rolled, THROW, d8=[4, 5, 6, 3])
    assert [turn.fighter for turn in running_conflict(late.table).turns] == ["thug"]
    aim = running_conflict(late.table).fighters["frost"].aim
    assert aim is not None
    assert aim.counters == 4, "the counters stay while the target is in sight"


@pytest.mark.rule("FI-AIM-10", "FI-AIM-11", "FI-AIM-2")
@pytest.mark.parametrize(("rank", "parts"), [("K", {"unaimed": -3}), ("Q", {})])
def test_a_tracking_shot_needs_no_contest_and_costs_the_aiming_card(rank: str, parts: dict[str, int]) -> None:
    track = ShootFromAim(seat="tom", actor="frost", track=True)
    assert why(aiming(rank), track) == "target_stands_still"
    fires = goes(aiming(rank), GoMetres(seat="gm", actor="thug", metres=1), track)
    assert running_conflict(fires.table).turns[-1].kind == "aim"
    assert cards(fires.table, "laid:frost") == []
    assert values(goes(fires, SHOT).check) == parts


@pytest.mark.rule("FI-AIM-9", "FI-AIM-10", "FI-AIM-11", "FI-RES-4")
def test_no_shot_out_of_an_aim_while_the_target_does_not_move() -> None:
    first, track = (ShootFromAim(seat="tom", actor="frost", track=track) for track in (False, True))
    table = aiming("Q")
    quiet = play(table, EndTurn(seat="gm", actor="thug"))
    for shot in (first, track):
        assert why(quiet, shot) == "target_stands_still"
    sheets = {"frost": armed("Blast rifle", hands=["both"])}
    other = counted(dealt(conflict(laid(sheets=sheets)), frost="AS", guard="JD/2", thug="2S/2"), "A")
    other = play(other, AimCard(seat="tom", actor="frost", target="thug", weapon="Blast rifle"))
    other = play(counted(other, "J"), PlayCard(seat="gm", actor="guard"))
    moved = play(other, GoMetres(seat="gm", actor="guard", metres=2))
    for shot in (first, track):
        assert why(moved, shot) == "target_stands_still", "another one moves"


@pytest.mark.rule("FI-AIM-9", "FI-AIM-10")
def test_a_lost_contest_allows_a_tracking_shot_after_the_move() -> None:
    first = ShootFromAim(seat="tom", actor="frost")
    late = goes(goes(aiming("10"), first), THROW, d8=[4, 5, 6, 3])
    assert why(late, first) == "lost_the_race"
    moved = play(late.table, GoMetres(seat="gm", actor="thug", metres=3))
    assert why(moved, first) == "lost_the_race"
    assert running_conflict(goes(moved, replace(first, track=True)).table).turns[-1].kind == "aim"


@pytest.mark.rule("FI-AIM-9", "FI-AIM-11")
def test_a_turn_out_of_an_aim_is_for_that_one_shot_and_the_aim_is_used_up_by_it() -> None:
    fires = goes(
        aiming("10", reserve=True),
        GoMetres(seat="gm", actor="thug", metres=1),
        ShootFromAim(seat="tom", actor="frost", track=True),
    )
    others: list[Command] = [
        Strike(seat="tom", actor="frost", target="thug"),
        replace(SHOT, target="guard"),
        replace(SHOT, weapon="Laser pistol"),
        FireBurst(seat="tom", actor="frost", weapon="Heavy blaster", targets=("thug",)),
        GoMetres(seat="tom", actor="frost", metres=1),
        PickUpPace(seat="tom", actor="frost"),
        ContestWills(seat="tom", actor="frost", target="thug", aptitude="overawe"),
    ]
    for other in others:
        assert why(fires, other) == "aimed_shot_only"
    fired = goes(goes(fires, SHOT), THROW, d8=[1, 2, 1])
    assert why(fired, SHOT) == "aimed_shot_only", "one shot, whatever the rate of fire"
    for ended in (fired, fires):
        over = play(ended.table, EndTurn(seat="tom", actor="frost"))
        assert why(over, ShootFromAim(seat="tom", actor="frost", track=True)) == "not_aiming"
        assert cards(over, "laid:frost") == []


@pytest.mark.rule("FI-AIM-11", "FI-ACT-4", "FI-RELOAD-1", "FI-STUN-4")
def test_a_shot_out_of_an_aim_needs_a_usable_weapon() -> None:
    moved = play(aiming("Q"), GoMetres(seat="gm", actor="thug", metres=1))
    track = ShootFromAim(seat="tom", actor="frost", track=True)
    frost = moved.actors["frost"]
    empty = replace(frost, sheet={**frost.sheet, "weapons": [{"name": "Blast rifle", "ammunition": "0/30"}]})
    assert why(replace(moved, actors={**moved.actors, "frost": empty}), track) == "too_few_rounds"
    slow = replace(frost, sheet={**frost.sheet, "weapons": [{"name": "Blast rifle", "speed": "3"}]})
    assert why(replace(moved, actors={**moved.actors, "frost": slow}), track) == "prepare_first"
    dazed = play(moved, LayCondition(seat="gm", actor="frost", condition="stunned"))
    assert why(dazed, track) == "is_stunned"


@pytest.mark.rule("FI-AIM-11")
def test_some_groups_ask_for_a_reserved_card() -> None:
    table = aiming("Q")
    strict = goes(table)
    strict.table = replace(table, options={**table.options, "aim_interrupt_cost": "needs_reserve"})
    assert why(strict, ShootFromAim(seat="tom", actor="frost")) == "nothing_reserved"
    assert why(table, ShootFromAim(seat="gm", actor="thug")) == "not_aiming"
