"""Calling off rolls: the permission for every kind of roll, without any loss or gain (FI-CORE-21)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from engine.core.commands import Request
from engine.core.continuation import name_of
from engine.core.manual_moves import LayCondition, SetTrack
from engine.messages.texts import texts
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.plain_roll_commands import TryRoll
from engine.rulesets.future_imperfect.checks.check_commands import CallOff, ThrowDice
from engine.rulesets.future_imperfect.combat.damage_commands import RollDamage
from engine.rulesets.future_imperfect.combat.defence_commands import Defend, RunAway
from engine.rulesets.future_imperfect.combat.melee.entangling_commands import BreakFree, Entangle
from engine.rulesets.future_imperfect.combat.melee.melee_commands import Strike
from engine.rulesets.future_imperfect.combat.ranged.aimed_shot_commands import ShootFromAim
from engine.rulesets.future_imperfect.combat.rounds.card_draw_commands import CheckSurprise, RollReflex
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import PlayReserve
from engine.rulesets.future_imperfect.damage.wound_commands import RecoverFromStun, TakeHarm
from engine.rulesets.future_imperfect.hazards.hazard_commands import BreatheSmoke, EnterSmoke, EnterWater, Fall, Swim
from engine.rulesets.future_imperfect.health.rest_commands import AdvanceTime, HealNaturally
from engine.rulesets.future_imperfect.health.treatment_commands import TreatWind, WakeUp
from engine.rulesets.future_imperfect.movement.movement_commands import PickUpPace
from engine.rulesets.future_imperfect.procedures.attack_procedure import current_attack
from engine.rulesets.future_imperfect.procedures.check_procedure import CheckPurpose, current_check
from engine.rulesets.future_imperfect.procedures.conflict_procedure import current_conflict
from engine.rulesets.future_imperfect.procedures.wound_procedure import pending_wounds
from engine.rulesets.future_imperfect.ruleset import CONTINUATIONS
from engine.rulesets.future_imperfect.social.fear_commands import FaceFear
from engine.rulesets.future_imperfect.social.outcome_interruption import CutIn
from engine.rulesets.future_imperfect.social.social_contest_commands import ContestWills
from engine.rulesets.future_imperfect.social.stakes_commands import AgreeStakes, ProposeStakes
from tests.engine.rulesets.future_imperfect.attack_helpers import acting, armed, goes
from tests.engine.rulesets.future_imperfect.combat import test_throw_commands
from tests.engine.rulesets.future_imperfect.combat.test_defence_commands import SHOT, reserved_shot
from tests.engine.rulesets.future_imperfect.damage import test_wound_commands
from tests.engine.rulesets.future_imperfect.health import test_treatment_commands
from tests.engine.rulesets.future_imperfect.table import GAME, conflict, laid, play, refused, rolling

BEGINNER, MASTER, NOBODY = "beginner", "master", "nobody"
CARDS = {"frost": "AS KS", "thug": "QS/2 JS/2"}
THROW = ThrowDice(seat="gm")


@dataclass(frozen=True)
class Kind:
    """A kind of roll: a table on which it can be asked for, what asks for it, and who may call it off."""

    table: Callable[[], Table]
    asks: Request
    who: str = BEGINNER
    by: str = "tom"


def _acts(*before: Request, **sheet: object) -> Table:
    return play(acting({"frost": {**armed("Blast rifle"), **sheet}}, CARDS, "frost"), *before)


def _is(state: str, actor: str = "frost") -> LayCondition:
    return LayCondition(seat="gm", actor=actor, condition=state)


def _swims() -> Table:
    return play(laid(), EnterWater(seat="gm", actor="frost", water="river"))


def _caught() -> Table:
    lariat = Entangle(seat="gm", actor="frost", target="thug", weapon="Lariat")
    return goes(laid(sheets={"frost": armed("Lariat", hands=["right"])}), lariat, THROW, d8=[7, 2, 5, 3]).table


def _struck() -> Table:
    struck = Strike(seat="gm", actor="frost", target="thug", weapon="Vibro knife")
    sheets = {"frost": armed("Vibro knife", hands=["right"])}
    table = laid(sheets=sheets, options={"chips_on_strength_damage": True})
    return goes(table, struck, THROW, d8=[6, 5], d20=[13]).table


def _staked() -> Table:
    says = ProposeStakes(
        seat="tom", actor="frost", target="thug", aptitude="overawe", success="he opens", failure="he shouts"
    )
    return play(laid(), says)


def _breathless() -> Table:
    short = SetTrack(seat="gm", actor="frost", track="Wind", value=3)
    return play(laid(sheets=test_treatment_commands.SHEETS), short)


RIDER = {"mount_rate": 12, "mount_pickup": "1d6", "mount_wind": 9}
KINDS = {
    "plain": Kind(_acts, TryRoll(seat="tom", actor="frost", name="reflex", tn=5, action=True)),
    "wills": Kind(_acts, ContestWills(seat="tom", actor="frost", target="thug", aptitude="overawe")),
    "stakes": Kind(_staked, AgreeStakes(seat="gm")),
    "attack": Kind(_acts, test_throw_commands.SHOT, NOBODY),
    "initiative": Kind(lambda: conflict(laid()), RollReflex(seat="tom", actor="frost"), MASTER),
    "surprise": Kind(lambda: conflict(laid()), CheckSurprise(seat="gm", actor="frost"), MASTER),
    "fear": Kind(_acts, FaceFear(seat="gm", actor="frost", tn=5), MASTER),
    "landing": Kind(laid, Fall(seat="gm", actor="frost", metres=12, ground="water"), MASTER),
    "stun": Kind(lambda: test_wound_commands.hurt(laid(), {"head": 1}).table, TakeHarm(seat="tom"), MASTER),
    "recovery": Kind(lambda: _acts(_is("stunned")), RecoverFromStun(seat="tom", actor="frost")),
    "natural": Kind(
        lambda: play(test_treatment_commands.hurt(20, 12), AdvanceTime(seat="gm", days=5)),
        HealNaturally(seat="tom", actor="frost", area="head"),
    ),
    "treat": Kind(lambda: test_treatment_commands.hurt(20, 12), test_treatment_commands.treat("head"), by="eve"),
    "treat_wind": Kind(_breathless, TreatWind(seat="eve", actor="chuk", patient="frost"), by="eve"),
    "wake": Kind(lambda: _acts(_is("unconscious", "chuk")), WakeUp(seat="tom", actor="frost", patient="chuk")),
    "smoke": Kind(lambda: _acts(EnterSmoke(seat="gm", actor="frost")), BreatheSmoke(seat="tom", actor="frost"), MASTER),
    "swim": Kind(
        lambda: _acts(EnterWater(seat="gm", actor="frost", water="river")), Swim(seat="tom", actor="frost"), MASTER
    ),
    "break_free": Kind(_caught, BreakFree(seat="gm", actor="thug", way="break"), by="gm"),
    "pace": Kind(lambda: _acts(**RIDER), PickUpPace(seat="tom", actor="frost", going="riding")),
    "defense": Kind(lambda: goes(reserved_shot(), SHOT).table, Defend(seat="gm", actor="thug", how="prone"), by="gm"),
    "run_away": Kind(lambda: goes(reserved_shot(), SHOT).table, RunAway(seat="gm", actor="thug", distance=45), by="gm"),
    "interrupt": Kind(lambda: goes(reserved_shot(), SHOT).table, PlayReserve(seat="gm", actor="thug"), by="gm"),
    "aimed_first": Kind(
        lambda: test_throw_commands.aiming("10", reserve=True), ShootFromAim(seat="tom", actor="frost")
    ),
    "cut_in": Kind(
        lambda: goes(_staked(), AgreeStakes(seat="gm"), THROW, d8=[3, 4]).table,
        CutIn(seat="eve", actor="chuk"),
        by="eve",
    ),
    "strength_damage": Kind(_struck, RollDamage(seat="gm"), MASTER),
}


def state_of(table: Table) -> tuple[object, ...]:
    """Return all that a roll could have cost: cards, chips, what a character is, the turn, and what waits."""
    return table.zones, table.chips, table.actors, current_conflict(table), current_attack(table), current_check(table)


def test_every_kind_of_roll_is_looked_at() -> None:
    assert set(KINDS) == {name_of(kind) for kind in CONTINUATIONS if issubclass(kind, CheckPurpose)}


def test_every_name_of_a_kind_of_roll_has_words() -> None:
    called = {kind.called for kind in CONTINUATIONS if issubclass(kind, CheckPurpose)} - {""}
    assert {"smoke", "staying_afloat"} <= called
    assert {word for word in called if f"word.{word}" not in texts()} == set()


@pytest.mark.rule("FI-CORE-21", "FI-RES-4", "FI-DEFEND-2", "FI-STUN-1", "FI-FALL-3")
@pytest.mark.parametrize("purpose", KINDS)
def test_only_a_chosen_roll_can_be_called_off_by_its_player_without_loss_or_gain(purpose: str) -> None:
    kind = KINDS[purpose]
    before = kind.table()
    dice = {"d20": [13], "d6": [3] * 3, "d4": [2] * 4}
    asked = goes(before, kind.asks, **dice).table
    check = rolling(asked)
    assert name_of(check.then) == purpose
    may = {seat for seat in asked.seats if GAME.refusal(asked, CallOff(seat=seat)) is None}
    assert may == {BEGINNER: {kind.by, "gm"}, MASTER: {"gm"}, NOBODY: set()}[kind.who]
    for seat in asked.seats:
        offered = {offer.name for offer in GAME.offers(asked, seat) if offer.denial is None}
        assert ("call_off" in offered) is (seat in may)
    if kind.who == NOBODY:
        return
    after = goes(asked, CallOff(seat="gm"), d20=[13]).table
    match purpose:
        case "stun":  # the GM's word: it is withstood, and the wounds have been taken
            assert (after.actors, pending_wounds(after), current_check(after)) == (asked.actors, None, None)
        case "strength_damage":  # the GM's word: the blow lands without it
            assert (pending_wounds(after), current_check(after)) != (None, check)
        case _:
            assert state_of(after) == state_of(before)
            assert all(thing in before.procedures or thing == after.procedures[0] for thing in after.procedures)


@pytest.mark.rule("FI-CORE-21", "FI-CORE-18")
def test_after_a_tie_nothing_is_called_off_any_more() -> None:
    table = laid(options={"opposed_tie": "reroll"})
    contest = TryRoll(seat="tom", actor="frost", name="reflex", target="thug")
    tied = goes(table, contest, THROW, d8=[5, 3, 5, 2]).table
    assert rolling(tied).rolls[0].thrown is None
    assert refused(tied, CallOff(seat="tom")).message.key == "refused.dice_have_fallen"
