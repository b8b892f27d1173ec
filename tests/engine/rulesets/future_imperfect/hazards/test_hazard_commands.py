"""Falls, fire, smoke, water and explosions at the table (FI-FALL, FI-FIRE, FI-DROWN, FI-BOOM)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.core.events import Noted
from engine.core.manual_moves import LayCondition, SetTrack
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.plain_roll_commands import TryRoll
from engine.rulesets.future_imperfect.actions.preparation_commands import AimCard, PrepareCard
from engine.rulesets.future_imperfect.checks.check_commands import ThrowDice
from engine.rulesets.future_imperfect.combat.melee.melee_commands import Strike
from engine.rulesets.future_imperfect.combat.rounds.card_draw_commands import RollReflex
from engine.rulesets.future_imperfect.combat.rounds.conflict_commands import StartConflict
from engine.rulesets.future_imperfect.combat.rounds.round_commands import BeginCount, EndRound
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import PlayCard
from engine.rulesets.future_imperfect.damage.wound_commands import SaveSkin, TakeHarm
from engine.rulesets.future_imperfect.hazards.explosion_commands import Explode, Victim
from engine.rulesets.future_imperfect.hazards.hazard_commands import (
    BreatheSmoke,
    Burn,
    EnterSmoke,
    EnterWater,
    Fall,
    PutOutFire,
    SetOnFire,
    Swim,
)
from engine.rulesets.future_imperfect.procedures.wound_procedure import PendingWounds
from engine.rulesets.loader import game_of
from tests.engine.rulesets.future_imperfect.table import (
    GAME,
    conflict,
    counted,
    dealt,
    dice,
    laid,
    outcome,
    play,
    refused,
    rolling,
    running_conflict,
)

THROW, TAKE = ThrowDice(seat="gm"), TakeHarm(seat="gm")


def wind(table: Table, actor: str = "frost") -> int:
    return table.actors[actor].tracks["Wind"].value


def levels(table: Table, actor: str = "frost") -> dict[str, int]:
    body = table.actors[actor].body
    assert body is not None
    return {area: place.level for area, place in body.locations.items() if place.level}


def settled(table: Table) -> Table:
    """The table once all wounds are taken, and all stun checks made."""
    while lying(table):
        harmed = isinstance(table.procedures[-1], PendingWounds)
        table = play(table, TAKE if harmed else THROW, chance=dice(d6=[4, 5, 3, 3]))
    return table


def lying(table: Table) -> list[str]:
    """Return the characters with pending wounds, outermost first."""
    return [procedure.actor for procedure in table.procedures if isinstance(procedure, PendingWounds)]


@pytest.mark.rule("FI-DMG-5", "FI-FALL-5", "FI-FIRE-4")
def test_wounds_name_where_they_come_from() -> None:
    fallen = outcome(laid(), Fall(seat="gm", actor="frost", metres=12), dice(d6=[6, 2, 1]))
    burning = play(laid(), SetOnFire(seat="gm", actor="frost", blaze="larger", areas=("left_arm",)))
    hurt = outcome(burning, Burn(seat="gm", actor="frost"), dice(d12=[9, 10]))
    for result, cause in ((fallen, "Fall"), (hurt, "Fire")):
        (line,) = [e.message for e in result.events if isinstance(e, Noted) and e.message.key == "log.wounds_coming"]
        title = GAME.view_for(result.table, SHARED).under_way[-1].title
        assert say(line) == say(title) == f"3 pending wounds for Frost: {cause}"
    unnamed = Message(key="log.wounds_coming", params={"actor": "Frost", "count": 3, "what": ""})
    assert say(unnamed) == "3 pending wounds for Frost"


# ---- falling ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FI-TV-28", "FI-FALL-1", "FI-FALL-5")
def test_under_five_metres_nothing_happens() -> None:
    result = outcome(laid(), Fall(seat="gm", actor="frost", metres=4.9))
    assert (result.results["damage"], lying(result.table)) == (0, [])
    (proposed,) = [offer.command for offer in GAME.offers(laid(), "gm") if offer.name == "fall"]
    assert isinstance(proposed, Fall)
    assert proposed.metres == 5, "what is proposed does something"


@pytest.mark.rule("FI-FALL-1", "FI-FALL-2", "FI-FALL-5", "FI-BOOM-3", "FI-STUN-2")
def test_each_wound_of_a_fall_finds_its_own_area_and_head_adds_nothing() -> None:
    result = outcome(laid(), Fall(seat="gm", actor="frost", metres=12), dice(d6=[6, 2, 1]))
    assert result.results["damage"] == 6 + 2 + 1 + 10  # dice go on, and 5 for each
    assert result.results["wounds"] == 3
    (line,) = [event for event in result.events if isinstance(event, Noted) and event.message.key == "log.falls"]
    assert [say(reason) for reason in line.reckoning] == ["Dice: 9", "Distance: +10"], "what is no die is told"
    table = play(result.table, TAKE, chance=dice(d20=[20, 20, 2], d6=[1, 1, 1]))
    assert levels(table) == {"head": 2, "right_leg": 1}
    assert rolling(table).tn == 7  # a single check, at the worst of them


@pytest.mark.rule("FI-FALL-5")
def test_a_group_may_want_different_areas() -> None:
    table = laid(options={"fall_distinct_areas": True})
    table = play(
        table, Fall(seat="gm", actor="frost", metres=12), TAKE, chance=dice(d6=[5, 5, 1, 1, 1], d20=[20, 20, 2, 1])
    )
    assert levels(table) == {"head": 1, "right_leg": 1, "left_leg": 1}


@pytest.mark.rule("FI-FALL-3", "FI-FALL-4")
@pytest.mark.parametrize(
    ("ground", "faces", "damage"), [("water", 6, 0), ("water", 3, 9), ("soft", 7, 9), ("soft", 6, 19), ("hard", 0, 19)]
)
def test_a_soft_landing(ground: str, faces: int, damage: int) -> None:
    swims: Json = [{"name": "swimming", "level": 1, "trait": "Dexterity"}]
    table = laid(sheets={"frost": {"aptitudes": swims, "dexterity": "1d8"}})
    falls = Fall(seat="gm", actor="frost", metres=10, ground=ground)  # type: ignore[arg-type]
    chance = dice(d8=[faces], d6=[5, 4])
    result = outcome(table, falls, chance)
    if faces:
        result = outcome(result.table, THROW, chance)
    assert result.results["damage"] == damage


# ---- fire ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FI-FIRE-3", "FI-FIRE-4", "FI-FATE-15")
def test_fire_is_rolled_once_and_its_wounds_are_copied_after_chips() -> None:
    table = laid(chips={"tom": {"white": 1}})
    table = play(table, SetOnFire(seat="gm", actor="frost", blaze="engulfed"))
    hurt = outcome(table, Burn(seat="gm", actor="frost"), dice(d12=[4, 5, 5]))
    assert (hurt.results["damage"], hurt.results["wounds"]) == (14, 2)
    saved = play(hurt.table, SaveSkin(seat="tom", colour="white"), TAKE, chance=dice(d6=[3]))
    assert levels(saved) == dict.fromkeys(("head", "guts", "right_arm", "left_arm", "right_leg", "left_leg"), 1)
    assert wind(table) - wind(saved) == 3  # one area's dice
    assert refused(table, SetOnFire(seat="gm", actor="frost", blaze="small")).message.key == "refused.burns_where"


@pytest.mark.rule("FI-FIRE-3", "FI-INIT-16")
def test_a_burning_character_is_hurt_before_the_draw_of_every_round() -> None:
    table = play(laid(), SetOnFire(seat="gm", actor="frost", blaze="small", areas=("left_arm",)))
    table = play(table, SetOnFire(seat="gm", actor="chuk", blaze="small", areas=("head",)))
    table = outcome(table, StartConflict(seat="gm", fighters=("chuk", "frost")), dice(d12=[7, 11])).table
    assert lying(table) == ["frost", "chuk"]  # the first one's wounds lie on top
    assert refused(table, RollReflex(seat="tom", actor="frost")).message.key == "refused.harm_first"
    table = settled(table)
    assert (levels(table, "chuk"), levels(table)) == ({"head": 1}, {"left_arm": 1})
    table = play(table, PutOutFire(seat="gm", actor="chuk"), SetTrack(seat="gm", actor="frost", track="Wind", value=1))
    table = play(table, BeginCount(seat="gm"))
    table = settled(outcome(table, EndRound(seat="gm"), dice(d12=[7])).table)
    assert (levels(table, "chuk"), levels(table)) == ({"head": 1}, {"left_arm": 2})
    assert running_conflict(table).fighters["frost"].why == "winded"  # no cards for whom the fire has put out of action
    assert not running_conflict(table).fighters["chuk"].drawn


# ---- smoke and water -------------------------------------------------------------------------------------------------


@pytest.mark.rule("FI-FIRE-1", "FI-HEAL-9")
@pytest.mark.parametrize(("cloth", "lost"), [(False, 3), (True, 1)])
def test_smoke_costs_the_difference_to_the_target_number(cloth: bool, lost: int) -> None:
    table = play(laid(), EnterSmoke(seat="gm", actor="frost", cloth=cloth))
    result = outcome(play(table, BreatheSmoke(seat="tom", actor="frost")), THROW, dice(d6=[4, 2]))
    assert wind(table) - wind(result.table) == lost


@pytest.mark.rule("FI-DROWN-1", "FI-FIRE-1")
def test_smoke_and_water_around_a_secret_character_show_in_no_offer() -> None:
    game, calm = game_of("future_imperfect"), counted(dealt(conflict(laid()), frost="AS KS"), "A")
    calm = replace(calm, actors={**calm.actors, "frost": replace(calm.actors["frost"], secret=True)})
    for enters in (EnterSmoke(seat="gm", actor="frost"), EnterWater(seat="gm", actor="frost", water="river")):
        inside = play(calm, enters)
        assert game.offers(inside, "tom") != game.offers(calm, "tom"), "the player knows"
        assert game.offers(inside, "tom", SHARED) == game.offers(calm, "tom", SHARED)


@pytest.mark.rule("FI-DROWN-1", "FI-FIRE-1", "FI-ACT-1")
def test_deep_water_takes_the_first_action_of_a_round() -> None:
    swims: Json = [{"name": "swimming", "level": 2, "trait": "Dexterity"}]
    table = play(laid(sheets={"frost": {"aptitudes": swims}}), EnterWater(seat="gm", actor="frost", water="river"))
    table = counted(dealt(conflict(table), frost="AS KS"), "A")
    for lays_aside in (
        AimCard(seat="tom", actor="frost", target="thug", weapon="Blast rifle"),
        PrepareCard(seat="tom", actor="frost", what="Blast MMG"),
    ):
        assert refused(table, lays_aside).message.key == "refused.swim_first"
    table = play(table, PlayCard(seat="tom", actor="frost"))
    other = TryRoll(seat="tom", actor="frost", name="reflex", tn=5, action=True)
    assert refused(table, other).message.key == "refused.swim_first"
    punch = Strike(seat="tom", actor="frost", target="thug")
    assert refused(table, punch).message.key == "refused.swim_first"
    table = play(table, Swim(seat="tom", actor="frost"))
    result = outcome(table, THROW, dice(d8=[4, 2]))
    assert result.results["short"] == 3  # FI-TV-29
    assert wind(table) - wind(result.table) == 3
    assert refused(result.table, other).message.key == "refused.action_spent"
    assert refused(result.table, Swim(seat="tom", actor="frost")).message.key == "refused.withstood_already"


@pytest.mark.rule("FI-DROWN-3")
def test_calm_water_needs_a_roll_only_without_the_aptitude() -> None:
    swims: Json = [{"name": "swimming", "level": 1, "trait": "Dexterity"}]
    table = laid(sheets={"frost": {"aptitudes": swims}})
    table = play(table, *(EnterWater(seat="gm", actor=actor, water="calm") for actor in ("frost", "chuk")))
    assert refused(table, Swim(seat="tom", actor="frost")).message.key == "refused.water_is_calm"
    check = rolling(play(table, Swim(seat="eve", actor="chuk")))
    assert (check.tn, check.rolls[0].halved) == (3, True)


@pytest.mark.rule("FI-DROWN-4", "FI-FIRE-2", "FI-DEATH-2")
def test_an_incapacitated_character_keeps_losing_wind_until_death() -> None:
    table = play(laid(), EnterWater(seat="gm", actor="frost", water="ocean"), EnterSmoke(seat="gm", actor="chuk"))
    table = play(table, SetTrack(seat="gm", actor="frost", track="Wind", value=-4))
    table = play(table, LayCondition(seat="gm", actor="frost", condition="winded"))
    table = play(table, LayCondition(seat="gm", actor="chuk", condition="unconscious"))
    before = wind(table, "chuk")
    table = play(dealt(conflict(table)), BeginCount(seat="gm"))
    table = play(table, EndRound(seat="gm"), chance=dice(d6=[4, 2]))
    assert (wind(table), before - wind(table, "chuk")) == (-13, 3)
    assert table.actors["frost"].has_condition("dead")
    assert not table.actors["chuk"].has_condition("dead")


# ---- explosions ------------------------------------------------------------------------------------------------------

VEST: Mapping[str, Json] = {
    "armour": [{"area": "Upper torso", "value": 1}, {"area": "Lower torso", "value": 1}, {"area": "Vitals", "value": 1}]
}


@pytest.mark.rule("FI-EX-26", "FI-BOOM-1", "FI-BOOM-2", "FI-BOOM-5")
def test_each_ring_of_a_blast_has_a_die_less_and_armour_a_smaller_one() -> None:
    table = laid(sheets={"chuk": VEST})
    blast = Explode(
        seat="gm",
        dice="3d20",
        victims=(
            Victim(actor="frost", distance=10),
            Victim(actor="chuk", distance=20),
            Victim(actor="thug", distance=30.5),
            Victim(actor="guard", distance=2, cover=6),
        ),
    )
    result = outcome(table, blast, dice(d20=[3, 4, 5], d12=[6, 7], d4=[1, 1, 1]))
    assert result.results["damage"] == [12, 13]
    assert lying(result.table) == ["chuk", "frost"]  # the first victim's wounds lie on top


@pytest.mark.rule("FI-BOOM-3", "FI-BOOM-4", "FI-FATE-15")
def test_chips_come_before_the_places_of_a_blast_are_rolled() -> None:
    table = laid(chips={"tom": {"red": 1}})
    blast = Explode(seat="gm", dice="3d20", victims=(Victim(actor="frost", distance=5),))
    result = outcome(table, blast, dice(d20=[6, 6, 6]))
    assert (result.results["damage"], result.results["wounds"]) == ([18], 3)
    table = play(result.table, SaveSkin(seat="tom", colour="red"), TAKE, chance=dice(d20=[20], d6=[2]))
    assert levels(table) == {"head": 1}


@pytest.mark.rule("FI-BOOM-5")
def test_a_group_may_roll_once_for_all() -> None:
    table = laid(options={"blast_roll": "shared"})
    victims = (Victim(actor="frost", distance=5), Victim(actor="chuk", distance=15))
    result = outcome(table, Explode(seat="gm", dice="3d20", victims=victims), dice(d20=[6, 7, 8]))
    assert result.results["damage"] == [21, 13]


@pytest.mark.rule("FI-BOOM-6")
def test_in_a_narrow_room_the_gm_adds_dice() -> None:
    victims = (Victim(actor="frost", distance=5),)
    result = outcome(laid(), Explode(seat="gm", dice="1d20", victims=victims, more=2), dice(d20=[6, 7, 8]))
    assert result.results["damage"] == [21]
