"""Pending wounds: chips, marks, Wind, stun, and recovery."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.core.chance import Chance, SeededChance
from engine.core.codec import Codec
from engine.core.draft import Draft
from engine.core.events import Noted
from engine.core.history import History
from engine.core.manual_moves import LayCondition, SetLocation, SetTrack
from engine.kit.conformance.hidden_changes import histories
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.preparation_commands import AimCard
from engine.rulesets.future_imperfect.checks.check_commands import CallOff
from engine.rulesets.future_imperfect.combat.hit_commands import SetCover
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import Shoot
from engine.rulesets.future_imperfect.combat.rounds.round_commands import EndRound
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import EndTurn, PlayCard
from engine.rulesets.future_imperfect.damage.wound_commands import (
    ANYWHERE,
    RecoverFromStun,
    RuleDead,
    RuleWounds,
    SaveSkin,
    inflict_wounds,
)
from engine.rulesets.future_imperfect.damage.wound_marks import last_injury, minutes_since
from engine.rulesets.future_imperfect.procedures.wound_procedure import pending_wounds
from tests.engine.rulesets.future_imperfect.attack_helpers import (
    DAMAGE,
    TAKE,
    THROW,
    Played,
    acting,
    armed,
    goes,
    values,
    why,
)
from tests.engine.rulesets.future_imperfect.table import (
    GAME,
    conflict,
    counted,
    dealt,
    dice,
    laid,
    outcome,
    play,
    running_conflict,
)

POT = {"pot": {"blue": 9, "red": 24, "white": 49}}


def hurt(table: Table | Played, wounds: Mapping[str, int], chance: Chance | None = None, **more: Any) -> Played:
    """Return the table with wounds on their way to Frost."""
    draft = Draft(table.table if isinstance(table, Played) else table, chance or dice())
    inflict_wounds(draft, more.pop("actor", "frost"), wounds, **more)
    lines = [e.message.key.removeprefix("log.") for e in draft.events if isinstance(e, Noted)]
    return Played(draft.table, dict(draft.results), lines)


def scarred(*wounds: tuple[str, int], **more: Any) -> Played:
    """Return a table on which Frost has taken wounds one after the other, each without being stunned by it."""
    played = Played(laid(**more))
    for area, count in wounds:
        played = goes(hurt(played, {area: count}), TAKE, CallOff(seat="gm"), d6=[1] * count)
    return played


@pytest.mark.rule("FI-WOUND-10", "FI-WIND-8")
@pytest.mark.rule("FI-EX-24", "FI-EX-25", "FI-WOUND-1", "FI-WOUND-3", "FI-WOUND-9", "FI-BLEED-1", "FI-STUN-2")
def test_wounds_add_up_within_one_area() -> None:
    played = scarred(("right_arm", 1), ("right_arm", 2), ("head", 1), ("left_leg", 2))
    assert [played.level("frost", area) for area in ("right_arm", "head", "left_leg")] == [3, 1, 2]
    body = played.table.actors["frost"].body
    assert body is not None
    assert [area for area, place in body.locations.items() if place.bleeding] == ["right_arm"]
    again = goes(hurt(played, {"head": 1}), TAKE)
    assert (again.check.tn, values(again.check)) == (7, {"wounds": -3})


@pytest.mark.rule("FI-WOUND-8", "FI-WIND-1", "FI-WOUND-4", "FI-WOUND-5", "FI-DEATH-3")
@pytest.mark.parametrize(("overflow", "guts"), [("lost", 0), ("to_guts", 2)])
def test_levels_beyond_the_last_still_cost_wind(overflow: str, guts: int) -> None:
    played = scarred(("left_leg", 4), options={"overflow": overflow})
    more = goes(hurt(played, {"left_leg": 3}), TAKE, d6=[1, 1, 1])
    assert (more.level("frost", "left_leg"), more.level("frost", "guts")) == (5, guts)
    assert more.wind("frost") == 12 - 4 - 3
    assert "maimed_limb" in more.lines
    assert more.check.tn == 13
    assert "maimed_deadly" in goes(hurt(laid(), {"guts": 5}), TAKE).lines


@pytest.mark.rule("FI-WOUND-6", "FI-WIND-5", "FI-WIND-6", "FI-DEATH-2")
def test_a_hit_on_a_limb_never_kills() -> None:
    low = {"frost": {"Wind": 1}}
    limb = goes(hurt(laid(tracks=low), {"left_arm": 3}), TAKE, d6=[6, 5, 5, 4])
    assert limb.states("frost") == {"winded"}
    assert "may_be_dead" not in limb.lines
    assert pending_wounds(limb.table) is not None
    assert "rule_dead_now:frost" not in {offer.name for offer in GAME.offers(limb.table, "gm")}
    guts = goes(hurt(laid(tracks=low), {"guts": 3}), TAKE, d6=[6, 5, 5, 4])
    assert "may_be_dead" in guts.lines
    for viewer in ("gm", SHARED):
        assert "rule_dead_now:frost" in {offer.name for offer in GAME.offers(guts.table, "gm", viewer)}
    assert "rule_dead_now:frost" in {offer.name for offer in GAME.offers(goes(guts, THROW).table, "gm")}
    for wind in (-11, 5):
        better = play(guts.table, SetTrack(seat="gm", actor="frost", track="Wind", value=wind))
        assert "rule_dead_now:frost" not in {offer.name for offer in GAME.offers(better, "gm")}, "it has regained Wind"
    ruled = goes(guts, RuleDead(seat="gm", actor="frost"))
    assert (ruled.states("frost"), pending_wounds(ruled.table)) == ({"winded", "dead"}, None), "nobody rolls for stun"
    assert "rule_dead_now:frost" not in {offer.name for offer in GAME.offers(ruled.table, "gm")}
    secret = replace(guts.table.actors["frost"], secret=True)
    hidden = replace(guts.table, actors={**guts.table.actors, "frost": secret})
    assert "rule_dead_now:frost" not in {offer.name for offer in GAME.offers(hidden, "gm", SHARED)}
    fire = goes(hurt(laid(tracks=low), {"guts": 3}, source="continuing"), TAKE, d6=[6, 5, 5, 4])
    assert "dead" in fire.states("frost")
    assert pending_wounds(fire.table) is None, "no stun check for the dead"
    assert "dead" not in goes(fire, RuleDead(seat="gm", actor="frost", dead=False)).states("frost")


@pytest.mark.rule("FI-DEATH-2", "FI-STUN-2")
@pytest.mark.parametrize("down", ["stunned", "unconscious"])
def test_the_gm_is_asked_about_the_death_of_one_who_is_down_already_until_the_game_goes_on(down: str) -> None:
    def asked(table: Table, viewer: str = "gm") -> bool:
        return "rule_dead_now:frost" in {offer.name for offer in GAME.offers(table, "gm", viewer)}

    fight = acting({"thug": armed("Blast rifle")}, {"thug": "AS/2 KS/2", "frost": "QS"}, "thug")
    fight = play(fight, SetTrack(seat="gm", actor="frost", track="Wind", value=1))
    fight = play(fight, LayCondition(seat="gm", actor="frost", condition=down))
    limb = goes(hurt(fight, {"left_arm": 3}), TAKE, d6=[6, 5, 5, 4])
    guts = goes(hurt(fight, {"guts": 3}), TAKE, d6=[6, 5, 5, 4])
    assert (pending_wounds(limb.table), pending_wounds(guts.table)) == (None, None), "nobody rolls for stun"
    assert (asked(limb.table), asked(guts.table), asked(guts.table, SHARED)) == (False, True, True)
    assert not asked(play(guts.table, SetTrack(seat="gm", actor="frost", track="Wind", value=-11)))
    assert not asked(goes(guts, RuleDead(seat="gm", actor="frost")).table)
    secret = replace(guts.table.actors["frost"], secret=True)
    assert not asked(replace(guts.table, actors={**guts.table.actors, "frost": secret}), SHARED)
    attack = goes(guts, Shoot(seat="gm", actor="thug", target="frost", weapon="Blast rifle", distance=20))
    assert not asked(attack.table), "the next attack has begun"
    over = goes(guts, EndTurn(seat="gm", actor="thug"))
    assert asked(over.table)
    assert not asked(play(counted(over.table, "K"), PlayCard(seat="gm", actor="thug"))), "the next Turn has begun"


@pytest.mark.rule("FI-WOUND-6", "FI-DEATH-2", "FI-FALL-5")
@pytest.mark.parametrize(("rolled", "asks"), [(20, True), (3, False)])
def test_whether_a_fall_asks_about_a_death_is_known_by_the_areas_that_are_rolled(rolled: int, asks: bool) -> None:
    falling = hurt(laid(tracks={"frost": {"Wind": 1}}), {ANYWHERE: 3})
    fallen = goes(falling, TAKE, d20=[rolled, 3, 3], d6=[6, 5, 5, 4])
    assert pending_wounds(fallen.table) is not None
    assert ("may_be_dead" in fallen.lines) is asks
    assert ("rule_dead_now:frost" in {offer.name for offer in GAME.offers(fallen.table, "gm")}) is asks


@pytest.mark.rule("FI-FATE-15", "FI-FATE-16", "FI-FATE-22", "FI-WIND-3", "FI-WIND-4")
def test_chips_cancel_wounds_before_anything_is_rolled() -> None:
    table = laid(chips={"tom": {"white": 1, "red": 1}, **POT})
    coming = hurt(table, {"guts": 2})
    one_left = goes(coming, SaveSkin(seat="tom", colour="white"))
    assert (one_left.figures["wounds_left"], one_left.table.chips["pot"]["white"]) == (1, 50)
    none = goes(one_left, SaveSkin(seat="tom", colour="red"))
    assert pending_wounds(none.table) is None
    assert (none.level("frost", "guts"), none.wind("frost")) == (0, 12)
    assert last_injury(none.table.actors["frost"], "guts") is None
    taken = goes(one_left, TAKE, d6=[4])
    assert (taken.level("frost", "guts"), taken.wind("frost"), taken.check.tn) == (1, 8, 5)
    assert why(taken, SaveSkin(seat="tom", colour="red")) == "no_harm"
    strict = laid(options={"chips_per_save": 1}, chips={"tom": {"white": 2}, **POT})
    first = goes(hurt(strict, {"guts": 3}), SaveSkin(seat="tom", colour="white"))
    assert why(first, SaveSkin(seat="tom", colour="white")) == "chips_per_save"


@pytest.mark.rule("FI-FATE-18", "FI-FATE-20")
def test_others_help_a_character_without_chips() -> None:
    helps = SaveSkin(seat="eve", colour="blue")
    rich = hurt(laid(chips={"tom": {"white": 1}, "eve": {"blue": 1}, **POT}), {"guts": 3})
    assert why(rich, helps) == "chip_has_own"
    poor = hurt(laid(chips={"eve": {"blue": 1}, **POT}), {"guts": 3})
    assert pending_wounds(goes(poor, helps).table) is None
    assert why(hurt(laid(chips={"eve": {"blue": 1}, **POT}), {"guts": 3}, actor="thug"), helps) == "chip_not_crew"
    assert why(poor, SaveSkin(seat="tom", colour="blue", bag="eve")) == "not_your_chips"


@pytest.mark.rule("FI-WIND-2", "FI-STUN-2", "FI-STUN-3")
@pytest.mark.parametrize("wind_only", [False, True])
def test_a_hit_without_a_wound_costs_a_die_of_wind(*, wind_only: bool) -> None:
    played = hurt(laid(options={"stun_on_wind_only": wind_only}), {"guts": 0}, dice(d6=[6, 3]))
    assert played.wind("frost") == 12 - 9
    if wind_only:
        assert played.check.tn == 3
        assert "withstands_stun" in goes(played, THROW, d6=[3, 1]).lines
    assert last_injury(played.table.actors["frost"], "guts") is None


@pytest.mark.rule("FI-BOOM-3", "FI-FALL-2", "FI-FALL-5", "FI-STUN-2")
def test_the_places_of_a_blast_are_found_after_chips() -> None:
    table = laid(chips={"tom": {"white": 1}, **POT})
    coming = goes(hurt(table, {ANYWHERE: 4}), SaveSkin(seat="tom", colour="white"))
    played = goes(coming, TAKE, d20=[20, 3, 3], d6=[1, 1, 1])
    assert (played.level("frost", "head"), played.level("frost", "left_leg")) == (1, 2)
    assert (played.wind("frost"), played.check.tn) == (9, 7)
    apart = goes(hurt(table, {ANYWHERE: 2}, distinct=True), TAKE, d20=[3, 3, 20], d6=[1, 1])
    assert (apart.level("frost", "left_leg"), apart.level("frost", "head")) == (1, 1)


@pytest.mark.rule("FI-FIRE-3", "FI-FIRE-4")
@pytest.mark.parametrize(("wind", "lost"), [("once", 2), ("per_area", 4)])
def test_fire_hurts_every_area_and_costs_wind_once(wind: str, lost: int) -> None:
    burning = hurt(laid(options={"fire_wind": wind}), {ANYWHERE: 2}, copied=("left_arm", "guts"), source="continuing")
    played = goes(burning, TAKE, d6=[1, 1, 1, 1])
    assert (played.level("frost", "left_arm"), played.level("frost", "guts"), played.wind("frost")) == (2, 2, 12 - lost)


@pytest.mark.rule("FI-STUN-1", "FI-STUN-4", "FI-STUN-6", "FI-CORE-12")
def test_a_bust_knocks_out_for_hours_and_a_stunned_character_makes_no_more_checks() -> None:
    checked = goes(hurt(laid(), {"guts": 1}), TAKE, d6=[2])
    out = goes(checked, THROW, d6=[1, 1, 4])
    (state,) = out.table.actors["frost"].conditions_named("unconscious")
    assert (state.until, state.level) == (out.table.clock + 4 * 3600, 4)
    stunned = goes(checked, THROW, d6=[3, 2])
    assert stunned.states("frost") == {"stunned"}
    again = goes(hurt(stunned, {"head": 1}), TAKE, d6=[2])
    assert pending_wounds(again.table) is None
    assert again.states("frost") == {"stunned"}


@pytest.mark.rule("FI-STUN-4", "FI-AIM-7")
def test_a_stun_ends_an_aim() -> None:
    sheets = {"frost": armed("Blast rifle")}
    table = counted(dealt(conflict(laid(sheets=sheets), "frost", "thug"), frost="AS", thug="KS/2"), "A")
    table = goes(table, AimCard(seat="tom", actor="frost", target="thug", weapon="Blast rifle")).table
    stunned = goes(hurt(table, {"guts": 1}), TAKE, THROW, d6=[1, 3, 2])
    assert stunned.states("frost") == {"stunned"}
    assert running_conflict(stunned.table).fighters["frost"].aim is None


@pytest.mark.rule("FI-STUN-5", "FI-STUN-7", "FI-INIT-16", "FI-ACT-7")
def test_recovery_takes_an_action_and_goes_by_the_worst_wound() -> None:
    table = acting({}, {"frost": "AS KS", "thug": "QS/2"}, "frost")
    ask = RecoverFromStun(seat="tom", actor="frost")
    assert why(table, ask) == "not_stunned"
    table = goes(table, EndTurn(seat="tom", actor="frost")).table
    stunned = goes(hurt(table, {"guts": 2}), TAKE, THROW, d6=[1, 1, 3, 2])
    assert why(stunned, ask) == "not_your_turn"
    turn = goes(counted(stunned.table, "K"), PlayCard(seat="tom", actor="frost"))
    tried = goes(turn, ask)
    assert (tried.check.tn, values(tried.check)) == (7, {"wounds": -2})
    assert why(goes(tried, THROW, d6=[5, 4]), ask) == "action_spent"
    assert goes(tried, THROW, d6=[6, 4, 3]).states("frost") == set()
    assert goes(tried, THROW, d6=[1, 1, 2]).states("frost") == {"unconscious"}
    only_wind = laid()
    winded = goes(only_wind, LayCondition(seat="gm", actor="frost", condition="stunned"), ask)
    assert winded.check.tn == 3


@pytest.mark.rule("FI-HEAL-2", "FI-HEAL-8", "FI-BLEED-3")
def test_when_an_area_was_hurt_is_known() -> None:
    played = scarred(("guts", 1))
    later = replace(played.table, clock=played.table.clock + 600)
    assert minutes_since(later, "frost", "guts") == 10
    assert minutes_since(later, "frost", "head") is None
    anew = goes(hurt(later, {"guts": 2}), TAKE)
    assert minutes_since(anew.table, "frost", "guts") == 0
    assert len(anew.table.actors["frost"].conditions_named("injury")) == 1


@pytest.mark.rule("FI-DMG-5")
def test_the_gm_overrides_wounds() -> None:
    coming = hurt(laid(), {"guts": 4})
    assert why(coming, RuleWounds(seat="tom", wounds=1)) == "gm_only"
    assert why(coming, RuleWounds(seat="gm", wounds=1, area="tail")) == "no_such_area"
    ruled = goes(coming, RuleWounds(seat="gm", wounds=1, area="left_arm"), TAKE)
    assert (ruled.level("frost", "guts"), ruled.level("frost", "left_arm")) == (0, 1)
    assert why(hurt(laid(), {"guts": 4}), TAKE.__class__(seat="eve")) == "not_your_character"


def test_procedures_survive_saving_and_loading() -> None:
    shot = Shoot(seat="gm", actor="thug", target="frost", weapon="Blast rifle", counters=3)
    cover = SetCover(seat="gm", target="frost", value=1)
    hit = goes(laid(sheets={"thug": armed("Blast rifle")}), shot, cover, THROW, d8=[3, 5, 7], d20=[16])
    codec = Codec(GAME)
    for played in (hit, goes(hit, DAMAGE, d6=[4, 5, 5])):
        assert codec.table(codec.encode(played.table)) == played.table


@pytest.mark.rule("FI-HITLOC-9")
def test_a_strange_body_has_its_own_areas() -> None:
    table = laid(sheets={"thug": {"race": "Hexapod"}})
    played = goes(hurt(table, {ANYWHERE: 1}, actor="thug"), TAKE, d20=[1])
    assert played.level("thug", "left_hindleg") == 1


@pytest.mark.rule("FI-WOUND-7")
@pytest.mark.parametrize(
    ("wounds", "means"), [(1, "bruises"), (2, "sprain"), (3, "broken"), (4, "artery"), (5, "never be used again")]
)
def test_the_log_names_the_wound_level(wounds: int, means: str) -> None:
    result = outcome(hurt(laid(), {"left_arm": wounds}).table, TAKE, dice(d6=[1] * wounds))
    line = next(e for e in result.events if isinstance(e, Noted) and e.message.key == "log.wounds_marked")
    assert means in " ".join(map(say, line.reckoning))


@pytest.mark.rule("FI-BLEED-1", "FI-BLEED-2")
def test_characters_outside_a_conflict_bleed_with_its_rounds() -> None:
    table = play(laid(), SetLocation(seat="gm", actor="chuk", location="left_arm", level=4, bleeding=True))
    fought = counted(dealt(conflict(table, "frost", "thug"), frost="", thug=""), "2")
    before = fought.actors["chuk"].tracks["Wind"].value
    after = play(fought, EndRound(seat="gm"))
    assert after.actors["chuk"].tracks["Wind"].value == before - 2
    assert after.actors["frost"].tracks["Wind"] == fought.actors["frost"].tracks["Wind"]


@pytest.mark.rule("FI-BLEED-1", "FI-BLEED-3")
def test_a_deep_wound_set_by_hand_bleeds_by_default() -> None:
    def bleeds(level: int, bleeding: bool | None = None, table: Table | None = None) -> bool:
        cut = SetLocation(seat="gm", actor="chuk", location="left_arm", level=level, bleeding=bleeding)
        body = play(table or laid(), cut).actors["chuk"].body
        assert body is not None
        return body.locations["left_arm"].bleeding

    assert [bleeds(level) for level in (0, 2, 3, 5)] == [False, False, True, True]
    assert not bleeds(4, bleeding=False)
    treated = play(laid(), SetLocation(seat="gm", actor="chuk", location="left_arm", level=5, bleeding=False))
    assert not bleeds(4, table=treated), "what gets better stays bandaged"


@pytest.mark.rule("FI-WOUND-7")
def test_what_a_wound_of_a_secret_foe_means_is_told_to_all_and_compared_as_an_outcome() -> None:
    table = laid()
    table = replace(table, actors={**table.actors, "thug": replace(table.actors["thug"], secret=True)})
    everywhere = dict.fromkeys(("head", "guts", "right_arm", "left_arm", "right_leg", "left_leg"), 4)
    table = hurt(table, everywhere, actor="thug", source="continuing").table
    worse = play(table, SetLocation(seat="gm", actor="thug", location="left_arm", level=5))
    levels = list[object]()
    for world in (table, worse):
        entry = GAME.apply(world, TAKE, SeededChance(1)).entry()
        log = History(world, (entry,)).log("tom")
        told = {
            x.message.params["area"]: x.message.params["level"] for x in log if x.message.key == "log.wounds_marked"
        }
        levels.append(told["left_arm"])
    assert levels == ["Critical", "Maimed"]
    assert histories(GAME, table, worse, TAKE, 1, "tom") is None
