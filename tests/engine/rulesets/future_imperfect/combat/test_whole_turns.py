"""Whole Turns by one command, and the count that goes on by itself as far as nobody is waited for."""

from __future__ import annotations

import pytest

from engine.core.commands import Command
from engine.core.manual_moves import LayCondition, SetOption
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.ammunition import Reload
from engine.rulesets.future_imperfect.checks.check_commands import ThrowDice
from engine.rulesets.future_imperfect.chips.fate_pot import has_chips_for
from engine.rulesets.future_imperfect.combat.attack_commands import StopAttack
from engine.rulesets.future_imperfect.combat.damage_commands import RollDamage
from engine.rulesets.future_imperfect.combat.melee.melee_commands import Strike
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import Shoot
from engine.rulesets.future_imperfect.combat.rounds.card_draw_commands import KeepCards, RollForExtras, RollReflex
from engine.rulesets.future_imperfect.combat.rounds.conflict_commands import ShareHand, StartConflict
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import DropCard, EndTurn, PlayCard, ReserveCard
from engine.rulesets.future_imperfect.damage.wound_commands import RecoverFromStun
from engine.rulesets.future_imperfect.initiative.initiative_countdown import called_rank
from engine.rulesets.future_imperfect.procedures.check_procedure import current_check
from engine.rulesets.future_imperfect.procedures.session_procedure import session_state
from engine.rulesets.future_imperfect.procedures.wound_procedure import pending_wounds
from tests.engine.rulesets.future_imperfect.attack_helpers import armed, goes
from tests.engine.rulesets.future_imperfect.table import (
    GAME,
    cards,
    conflict,
    counted,
    dealt,
    dice,
    laid,
    play,
    refused,
    running_conflict,
    stacked,
)

MISS = {"d8": [2, 2, 2]}
SHOT = Shoot(seat="tom", actor="frost", target="thug", weapon="Blast rifle", distance=10)
THROW = ThrowDice(seat="tom")
DROPS = DropCard(seat="tom", actor="frost")


def called(weapon: str = "Blast rifle", *, by_itself: bool = False, **hands: str) -> Table:
    """Return a count at Frost's Ace."""
    cards = {"frost": "AS", "thug": "9S/2"} | hands
    sheets = {"frost": armed(weapon)}
    begun = play(laid(sheets=sheets), StartConflict(seat="gm", fighters=tuple(cards), by_itself=by_itself))
    return counted(dealt(begun, **cards), "A")


def now(table: Table) -> tuple[str, int]:
    """Return the called rank, and how many Turns are in progress."""
    return called_rank(running_conflict(table)), len(running_conflict(table).turns)


@pytest.mark.rule("FI-ACT-1", "FI-RES-5")
def test_a_whole_turn_is_the_card_the_action_and_the_end_of_the_turn() -> None:
    table = called()
    step_by_step = goes(
        table, PlayCard(seat="tom", actor="frost"), SHOT, THROW, EndTurn(seat="tom", actor="frost"), **MISS
    )
    at_once = goes(table, replace(SHOT, ends_turn=True), THROW, **MISS)
    for part in ("actors", "zones", "chips"):
        assert getattr(at_once.table, part) == getattr(step_by_step.table, part)
    assert running_conflict(at_once.table) == running_conflict(step_by_step.table)
    assert at_once.lines == step_by_step.lines
    assert refused(table, SHOT).message.key == "refused.not_your_turn", "as before: the card is played first"
    stopped = goes(table, replace(SHOT, ends_turn=True), StopAttack(seat="tom"))
    assert now(stopped.table) == ("A", 1), "nothing was done, so the Turn goes on"
    empty = armed("Blast rifle") | {"weapons": [{"name": "Blast rifle", "ammunition": "3/30"}]}
    loading = counted(dealt(conflict(laid(sheets={"frost": empty}), "frost"), frost="AS"), "A")
    assert now(play(loading, Reload(seat="tom", actor="frost", weapon="Blast rifle", ends_turn=True))) == ("A", 0)


@pytest.mark.rule("FI-ACT-3")
def test_a_turn_ends_by_itself_only_once_the_weapon_can_be_used_no_more() -> None:
    shot = replace(SHOT, weapon="Laser pistol", ends_turn=True)
    first = goes(called("Laser pistol"), shot, THROW, **MISS)
    assert now(first.table) == ("A", 1)
    assert now(goes(first, replace(shot, ends_turn=False), THROW, **MISS).table) == ("A", 0)


@pytest.mark.rule("FI-ACT-3", "FI-INIT-15")
def test_the_turn_of_a_secret_character_begins_and_ends_by_hand() -> None:
    """The end would tell how often its weapon can be used."""
    table = called(frost="2S", thug="AS/2")
    table = replace(table, actors={**table.actors, "thug": replace(table.actors["thug"], secret=True)})
    names = {offer.base_name for offer in GAME.offers(table, "gm", "gm") if offer.denial is None}
    assert "play_card" in names
    assert names.isdisjoint({"shoot", "strike"})
    blow = Strike(seat="gm", actor="thug", target="frost", ends_turn=True)
    struck = goes(table, blow, ThrowDice(seat="gm"), d8=[1, 2])
    assert now(struck.table) == ("A", 1)


@pytest.mark.rule("FI-INIT-10", "FI-INIT-14", "FI-RES-3", "FI-AIM-4")
@pytest.mark.parametrize(
    ("thug", "command", "rank"),
    [
        ("9S/2", DROPS, "9"),
        ("AH/2", DROPS, "A"),
        ("", DROPS, ""),
        ("XR/2", DROPS, "2"),
        ("", ReserveCard(seat="tom", actor="frost"), "2"),
    ],
    ids=["next card", "of the same rank", "next round", "a red Joker may still be played", "so may a reserve"],
)
def test_the_count_goes_on_as_soon_as_nobody_is_waited_for(thug: str, command: Command, rank: str) -> None:
    table = called(by_itself=True, thug=thug)
    assert now(play(table, command)) == (rank, 0)
    assert now(play(table, SetOption(seat="gm", option="count_by_itself", value=False), command)) == ("A", 0)
    assert now(play(called(thug=thug), command)) == ("A", 0), "in the fights of old files, the GM counts"


@pytest.mark.rule("FI-INIT-3", "FI-INIT-7", "FI-INIT-10", "FI-FATE-8")
def test_the_last_draw_begins_the_count_and_a_roll_may_be_accepted_as_it_falls() -> None:
    start = next(offer.command for offer in GAME.offers(laid(), "gm", "gm") if offer.name == "start_conflict")
    table = play(laid(chips={"tom": {"white": 1}}), replace(start, fighters=("frost", "thug")))
    table = stacked(stacked(table, "crew", "KS QS 3S"), "master", "2S/2 3D/2")
    roll = RollReflex(seat="tom", actor="frost", at_once=True)
    rolled = goes(table, RollForExtras(seat="gm"), roll, d8=[1, 2, 8, 1, 3])
    assert current_check(rolled.table) is not None, "a chip could help"
    accepted = goes(table, RollForExtras(seat="gm"), replace(roll, accepts=True), d8=[1, 2, 8, 1, 3])
    assert (current_check(accepted.table), now(accepted.table)) == (None, ("", 0))
    kept = play(accepted.table, KeepCards(seat="tom", actor="frost", cards=("QS", "3S")))
    assert now(kept) == ("Q", 0)


@pytest.mark.rule("FI-INIT-16", "FI-RES-7")
@pytest.mark.parametrize(("secret", "rank"), [(False, "9"), (True, "K")])
def test_the_card_of_somebody_who_is_openly_out_of_action_is_passed_over(secret: bool, rank: str) -> None:
    table = play(
        called(by_itself=True, thug="KH/2", guard="9S/2"), LayCondition(seat="gm", actor="thug", condition="dead")
    )
    table = replace(table, actors={**table.actors, "thug": replace(table.actors["thug"], secret=secret)})
    after = play(table, DROPS)
    assert (now(after), cards(after, "cards:thug")) == ((rank, 0), ["KH/2"] if secret else [])


@pytest.mark.rule("FI-DEFEND-1", "FI-DEFEND-2", "FI-JOKER-2", "FI-RES-3")
@pytest.mark.parametrize(("cards_left", "falls"), [("", True), ("3S", False), ("XR", False)])
def test_the_dice_of_the_gm_fall_with_an_attack_that_nobody_can_answer(cards_left: str, falls: bool) -> None:
    """Whatever card somebody has left, it might be a red Joker, and a target may defend with it."""
    table = called(thug="AS/2", frost=cards_left)
    blow = next(offer.command for offer in GAME.offers(table, "gm", SHARED) if offer.name == "strike:thug")
    after = play(table, replace(blow, target="frost", weapon=""), chance=dice(d8=[1, 2]))
    assert (current_check(after) is None) == falls
    asked = play(table, replace(blow, target="frost", weapon="", throws=True), chance=dice(d8=[1, 2]))
    assert (current_check(asked) is None) == falls, "also if the command says so"


@pytest.mark.rule("FI-STUN-6")
@pytest.mark.parametrize("secret", [False, True])
def test_the_dice_of_a_secret_character_fall_by_hand_because_its_name_is_seen_only_while_they_wait(
    secret: bool,
) -> None:
    table = play(laid(), LayCondition(seat="gm", actor="thug", condition="stunned"))
    table = replace(table, actors={**table.actors, "thug": replace(table.actors["thug"], secret=secret)})
    after = play(table, RecoverFromStun(seat="gm", actor="thug", throws=True), chance=dice(d6=[4, 3]))
    assert (current_check(after) is not None) == secret


@pytest.mark.rule("FI-FATE-15", "FI-WOUND-1", "FI-STUN-1")
@pytest.mark.parametrize(
    ("whole", "chips", "secret", "waits"),
    [(True, 0, False, False), (True, 1, False, True), (True, 0, True, True), (False, 0, False, True)],
)
def test_wounds_that_nobody_can_change_are_taken_in_a_whole_turn(
    whole: bool, chips: int, secret: bool, waits: bool
) -> None:
    """So is the stun roll of the GM's characters, and all dice of the gesture stay on the table."""
    table = called()
    thug = replace(table.actors["thug"], secret=secret)
    table = replace(table, chips={**table.chips, "gm": {"white": chips}}, actors={**table.actors, "thug": thug})
    shot = SHOT if not whole else replace(SHOT, ends_turn=True)
    begun = play(table, PlayCard(seat="tom", actor="frost")) if not whole else table
    hit = goes(begun, shot, THROW, d8=[8, 1, 2, 1], d20=[11])
    hurt = goes(hit, RollDamage(seat="tom"), d8=[7, 7, 6], d6=[1, 1, 1, 5, 4])
    assert (pending_wounds(hurt.table) is not None) == waits
    if not waits:
        assert now(hurt.table) == ("A", 0)
        session = session_state(hurt.table)
        assert (len(session.effects), session.rolled is not None) == (2, True)


@pytest.mark.rule("FI-FATE-15", "FI-FATE-18")
def test_whose_chips_may_count_is_not_told_by_the_sheet_of_a_secret_character() -> None:
    table = laid(chips={"tom": {"white": 1}})
    for secret, counts in ((False, [True, False]), (True, [False, False])):
        thugs = [replace(table.actors["thug"], secret=secret, sheet={"side": side}) for side in ("crew", "master")]
        tables = [replace(table, actors={**table.actors, "thug": thug}) for thug in thugs]
        assert [has_chips_for(one, "thug") for one in tables] == counts


def test_what_a_press_does_is_on_it() -> None:
    labels = {offer.name: say(offer.label) for offer in GAME.offers(called(), "tom", SHARED)}
    assert labels["shoot:frost"] == "Frost: shoot, end turn"
    twice = {offer.name: say(offer.label) for offer in GAME.offers(called("Laser pistol"), "tom", SHARED)}
    assert twice["shoot:frost"] == "Frost: shoot", "there may be a second shot"
    knives = [{"name": "Knives", "rof": "2", "properties": "thrown"}]
    table = called()
    table = replace(table, actors={**table.actors, "frost": replace(table.actors["frost"], sheet={"weapons": knives})})
    throws = {offer.name: say(offer.label) for offer in GAME.offers(table, "tom", SHARED)}
    assert throws["throw_weapon:frost"] == "Frost: throw a weapon", "there may be a second throw"
    gang = conflict(
        laid(sheets={"thug": armed("Blast rifle"), "guard": armed("Blast rifle")}), "frost", "thug", "guard"
    )
    gang = counted(dealt(play(gang, ShareHand(seat="gm", actors=("thug", "guard"))), frost="2S", thug="AS/2"), "A")
    of_gang = {offer.name: say(offer.label) for offer in GAME.offers(gang, "gm", "gm")}
    assert of_gang["shoot:thug"] == "Thug: shoot", "the guard can still act"
    shot = Shoot(seat="gm", actor="thug", target="frost", weapon="Blast rifle", distance=10, ends_turn=True)
    one_left = goes(gang, shot, replace(THROW, seat="gm"), **MISS)
    assert now(one_left.table) == ("A", 1)
    last = {offer.name: offer for offer in GAME.offers(one_left.table, "gm", "gm")}["shoot:guard"]
    assert say(last.label) == "Guard: shoot, end turn"
    assert last.explained_as == "offer.shoot"
    assert not running_conflict(
        goes(one_left, replace(last.command, target="frost", distance=10), replace(THROW, seat="gm"), **MISS).table
    ).turns
