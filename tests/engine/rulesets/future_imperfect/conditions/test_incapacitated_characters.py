"""Characters that cannot act, and stunned ones that can only recover: their remaining uses of a card (FI-STUN-4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.commands import Command
from engine.core.continuation import name_of
from engine.core.manual_moves import LayCondition
from engine.model.frozen import Json
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.ammunition import Reload
from engine.rulesets.future_imperfect.actions.preparation_commands import AimCard, PrepareCard
from engine.rulesets.future_imperfect.combat.melee.melee_commands import Strike
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import Shoot
from engine.rulesets.future_imperfect.combat.rounds.card_draw_commands import KeepReserve, RollForExtras, RollReflex
from engine.rulesets.future_imperfect.combat.rounds.conflict_commands import ShareHand
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import DropCard, PlayCard, PlayReserve, ReserveCard
from engine.rulesets.future_imperfect.conditions.character_conditions import INCAPACITATING, STUNNED
from engine.rulesets.future_imperfect.damage.wound_commands import RecoverFromStun
from engine.rulesets.future_imperfect.initiative.action_cards import hand_leader
from engine.rulesets.future_imperfect.initiative.initiative_countdown import CallStep
from engine.rulesets.future_imperfect.movement.movement_commands import GoMetres, PickUpPace
from engine.rulesets.future_imperfect.procedures.conflict_procedure import RoundPhase
from engine.rulesets.future_imperfect.social.social_contest_commands import ContestWills
from tests.engine.rulesets.future_imperfect.attack_helpers import armed, goes, why
from tests.engine.rulesets.future_imperfect.table import cards, conflict, counted, dealt, laid, play, running_conflict

TOM: dict[str, Any] = {"seat": "tom", "actor": "frost"}
RIFLE: dict[str, dict[str, Json]] = {
    "frost": {"weapons": [{"name": "Blast rifle", "hand": "both", "ammunition": "9/30"}]}
}


def called() -> Table:
    """Return a table on which Frost's Ace is called; nobody else has a card."""
    return counted(dealt(conflict(laid(sheets=RIFLE)), frost="AS KS"), "A")


def waiting() -> Table:
    """Frost holds the Ace in reserve."""
    return play(called(), ReserveCard(**TOM))


def acting() -> Table:
    """Frost acts on the Ace."""
    return play(called(), PlayCard(**TOM))


def in_state(table: Table, state: str) -> Table:
    return play(table, LayCondition(seat="gm", actor="frost", condition=state))


HOLDS: dict[str, tuple[Callable[[], Table], Command]] = {
    "hold a card back": (called, ReserveCard(**TOM)),
    "prepare": (called, PrepareCard(**TOM, what="a trap", need=3)),
    "aim": (called, AimCard(**TOM, target="thug", weapon="Blast rifle")),
}
ACTS: dict[str, tuple[Callable[[], Table], Command]] = {
    "shoot": (acting, Shoot(**TOM, target="thug", weapon="Blast rifle", distance=5)),
    "strike": (acting, Strike(**TOM, target="thug")),
    "load": (acting, Reload(**TOM, weapon="Blast rifle")),
    "contend": (acting, ContestWills(**TOM, target="thug", aptitude="overawe")),
    "pick up the pace": (acting, PickUpPace(**TOM)),
}
COMES_ROUND: dict[str, tuple[Callable[[], Table], Command]] = {
    "act on a card": (called, PlayCard(**TOM)),
    "act with the reserve": (waiting, PlayReserve(**TOM)),
    "move": (acting, GoMetres(**TOM, metres=2)),
}


@pytest.mark.rule("FI-STUN-4", "FI-STUN-5", "FI-INIT-16", "FI-MOVE-14")
@pytest.mark.parametrize("state", [STUNNED, *INCAPACITATING])
@pytest.mark.parametrize("does", [*HOLDS, *ACTS, *COMES_ROUND])
def test_an_incapacitated_character_does_nothing_and_a_stunned_one_only_recovers(does: str, state: str) -> None:
    before, command = {**HOLDS, **ACTS, **COMES_ROUND}[does]
    play(before(), command)  # who is well does it
    table = in_state(before(), state)
    if state != STUNNED:
        assert why(table, command) == "out_of_action"
    elif does in COMES_ROUND:
        play(table, command)
    else:
        assert why(table, command) == "is_stunned"


@pytest.mark.rule("FI-STUN-5", "FI-RES-7", "FI-INIT-16")
@pytest.mark.parametrize("state", [STUNNED, *INCAPACITATING])
def test_a_called_card_is_laid_off_whatever_state_its_owner_is_in(state: str) -> None:
    table = play(in_state(called(), state), DropCard(**TOM))
    assert cards(table, "discard:crew")[:1] == ["AS"]
    play(table, CallStep(seat="gm"))


@pytest.mark.rule("FI-STUN-5", "FI-RES-3")
def test_a_card_held_back_before_the_stun_may_be_spent_on_coming_round() -> None:
    table = play(in_state(waiting(), STUNNED), PlayReserve(**TOM))
    assert name_of(goes(table, RecoverFromStun(**TOM)).check.then) == "recovery"


@pytest.mark.rule("FI-INIT-15", "FI-STUN-4")
def test_one_able_member_of_a_shared_hand_reserves_its_card() -> None:
    table = conflict(laid(sheets={actor: armed("Blast rifle", hands=["both"]) for actor in ("thug", "guard")}))
    table = counted(dealt(play(table, ShareHand(seat="gm", actors=("thug", "guard"))), thug="AS/2"), "A")
    stunned = play(table, LayCondition(seat="gm", actor="thug", condition=STUNNED))
    assert hand_leader(stunned, running_conflict(stunned).fighters["thug"]) == "guard"
    assert cards(play(stunned, ReserveCard(seat="gm", actor="thug")), "reserve:thug") == ["AS/2"]
    both = play(stunned, LayCondition(seat="gm", actor="guard", condition=STUNNED))
    assert why(both, ReserveCard(seat="gm", actor="thug")) == "is_stunned"


@pytest.mark.rule("FI-INIT-16", "FI-RES-6")
@pytest.mark.parametrize("state", INCAPACITATING)
def test_a_character_incapacitated_before_the_draw_draws_no_cards(state: str) -> None:
    table = in_state(conflict(laid(sheets=RIFLE)), state)
    assert why(table, RollReflex(**TOM)) == "out_of_action"
    assert why(table, KeepReserve(**TOM)) == "out_of_action"
    down = play(conflict(laid()), LayCondition(seat="gm", actor="thug", condition=state))
    drawn = running_conflict(play(down, RollForExtras(seat="gm")))
    assert (drawn.phase, drawn.fighters["thug"].why, drawn.fighters["thug"].due) == (RoundPhase.DRAW, state, 0)
    assert drawn.fighters["guard"].due
