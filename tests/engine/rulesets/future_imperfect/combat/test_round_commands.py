"""Rounds: the number of cards drawn, jokers, and kept cards (FI-INIT, FI-JOKER, FI-SURP)."""

from __future__ import annotations

import pytest

from engine.core.events import Noted
from engine.core.manual_moves import LayCondition, MoveCards, NameCards, SetLocation
from engine.messages.texts import texts
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.plain_roll_commands import TryRoll
from engine.rulesets.future_imperfect.checks.check_commands import Accept, SpendChip, ThrowDice
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import Shoot
from engine.rulesets.future_imperfect.combat.rounds.card_draw_commands import (
    CheckSurprise,
    KeepCards,
    KeepReserve,
    RollForExtras,
    RollReflex,
)
from engine.rulesets.future_imperfect.combat.rounds.conflict_commands import EndConflict, ShareHand
from engine.rulesets.future_imperfect.combat.rounds.round_commands import BeginCount, EndRound
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import DropCard, EndTurn, PlayCard
from engine.rulesets.future_imperfect.damage.wound_commands import RecoverFromStun
from engine.rulesets.future_imperfect.initiative import initiative_countdown, initiative_rules
from engine.rulesets.future_imperfect.initiative.initiative_countdown import CallStep
from engine.rulesets.future_imperfect.procedures.check_procedure import current_check
from tests.engine.rulesets.future_imperfect.table import (
    GAME,
    cards,
    conflict,
    dealt,
    dice,
    laid,
    notes,
    outcome,
    play,
    refused,
    running_conflict,
    stacked,
)


def counting_to_a(table: Table) -> Table:
    """The table once the Aces have been called."""
    return play(table, BeginCount(seat="gm"), CallStep(seat="gm"))


def _next_round(table: Table) -> Table:
    """The table at the start of the next round; nobody has a card in this one."""
    return play(dealt(table), BeginCount(seat="gm"), EndRound(seat="gm"))


ROLL = RollReflex(seat="tom", actor="frost")
THROW = ThrowDice(seat="tom")


@pytest.mark.parametrize(
    ("faces", "count"),
    [([2, 1], 1), ([3, 1], 2), ([7, 2], 2), ([8, 4, 1], 3), ([8, 5, 5], 4), ([1, 1], 0)],
)
@pytest.mark.rule("FI-INIT-2", "FI-INIT-3", "FI-INIT-5", "FI-TV-4", "FI-INIT-8", "FI-ACT-10")
def test_a_reflex_roll_draws_cards_from_the_own_sides_deck(faces: list[int], count: int) -> None:
    table = stacked(conflict(laid()), "crew", "KS 9S 5S 4S 2S")
    after = play(table, ROLL, THROW, chance=dice(d8=faces))
    assert play(table, replace(ROLL, at_once=True), chance=dice(d8=faces)) == after, "one press does both"
    assert current_check(after) is None
    assert cards(after, "hand:tom") == ["KS", "9S", "5S", "4S", "2S"][:count]
    assert len(cards(after, "deck:master")) == 54


@pytest.mark.rule("FI-INIT-4", "FI-TV-5")
def test_wounds_are_taken_from_the_reflex_roll() -> None:
    table = laid()
    table = play(table, SetLocation(seat="gm", actor="frost", location="left_leg", level=2))
    result = outcome(play(conflict(table), ROLL), THROW, dice(d8=[8, 1, 1]))
    assert result.results["total"] == 7
    assert result.results["cards_drawn"] == 2


@pytest.mark.rule("FI-INIT-4", "FI-PSY-5")
def test_an_unnerved_character_draws_as_many_cards_and_pays_for_it_in_the_next_action() -> None:
    table = play(laid(), LayCondition(seat="gm", actor="frost", condition="unnerved"))
    table = stacked(conflict(table), "crew", "AS KS QS JS")
    drawn = outcome(play(table, ROLL), THROW, dice(d8=[7, 1]))
    assert (drawn.results["total"], drawn.results["cards_drawn"]) == (7, 2), "a Reflex roll for cards is no action"
    table = play(dealt(drawn.table, frost="AS"), BeginCount(seat="gm"), CallStep(seat="gm"))
    table = play(table, PlayCard(seat="tom", actor="frost"), TryRoll(seat="tom", actor="frost", name="reflex", tn=5))
    check = current_check(table)
    assert check is not None
    assert [part.value for part in check.rolls[0].parts] == [-4]


@pytest.mark.rule("FI-FATE-21", "FI-FATE-9")
def test_a_chip_may_better_the_reflex_roll() -> None:
    table = laid(chips={"tom": {"white": 1}})
    table = play(conflict(table), ROLL, THROW, chance=dice(d8=[7, 2]))
    assert current_check(table) is not None, "Tom may still spend his chip"
    better = play(table, SpendChip(seat="tom", colour="white"), chance=dice(d8=[8, 5]))
    assert len(cards(better, "hand:tom")) == 4, "nobody can better it any more: it stands"
    assert not better.chips["tom"]
    assert better.chips["pot"]["white"] == table.chips["pot"]["white"] + 1
    assert len(cards(play(table, Accept(seat="tom")), "hand:tom")) == 2


@pytest.mark.rule("FI-INIT-7", "FI-TV-8", "FI-JOKER-3")
def test_two_cards_are_kept_and_the_red_joker_besides() -> None:
    table = stacked(conflict(laid()), "crew", "XR AS 5S 3S")
    table = play(table, ROLL, THROW, chance=dice(d8=[8, 5, 5]))
    refusal = refused(table, KeepCards(seat="tom", actor="frost", cards=("AS", "5S", "3S")))
    assert refusal.rules == ("FI-INIT-7",)
    table = play(table, KeepCards(seat="tom", actor="frost", cards=("AS", "3S")))
    assert set(cards(table, "hand:tom")) == {"XR", "AS", "3S"}
    assert cards(table, "discard:crew") == ["5S"]


@pytest.mark.rule("FI-JOKER-4", "FI-JOKER-6", "FI-TV-7")
def test_the_black_joker_takes_the_highest_card_and_marks_the_deck() -> None:
    table = stacked(conflict(laid()), "crew", "KH 9S XB")
    table = play(table, ROLL, THROW, chance=dice(d8=[8, 1, 1]))
    assert cards(table, "hand:tom") == ["9S"]
    assert set(cards(table, "discard:crew")) == {"KH", "XB"}
    assert running_conflict(table).reshuffle == ("crew",)
    table = play(table, RollForExtras(seat="gm"), BeginCount(seat="gm"))
    for _ in range(13):
        table = play(table, CallStep(seat="gm"))
        while initiative_countdown.called_cards(table):
            actor = running_conflict(table).fighters[next(iter(initiative_countdown.called_cards(table)))].members[0]
            table = play(table, DropCard(seat="gm", actor=actor))
    after = outcome(table, EndRound(seat="gm"))
    assert "deck_shuffled" in notes(after)
    assert len(cards(after.table, "deck:crew")) == 54
    assert cards(after.table, "discard:crew") == []
    assert cards(after.table, "discard:master")
    assert running_conflict(after.table).number == 2


@pytest.mark.rule("FI-INIT-10", "FI-INIT-11", "FI-INIT-14", "FI-AIM-4")
def test_the_countdown_goes_on_to_the_next_card_or_to_the_end_with_a_counter_for_each_rank() -> None:
    table = play(dealt(conflict(laid()), frost="9S 4S", chuk="KD"), BeginCount(seat="gm"))
    to_card = CallStep(seat="gm", to_card=True)
    one_by_one = play(table, CallStep(seat="gm"), CallStep(seat="gm"))
    at_king = outcome(table, to_card)
    assert at_king.table.procedures == one_by_one.procedures, "the same as rank by rank"
    assert notes(at_king).count("step_called") == 2
    assert set(initiative_countdown.called_cards(at_king.table)) == {"chuk"}
    table = play(at_king.table, DropCard(seat="gm", actor="chuk"), to_card)
    assert set(initiative_countdown.called_cards(table)) == {"frost"}
    fighter = running_conflict(table).fighters["frost"]
    assert not table.zones[fighter.hand].may_see("4S", "eve"), "a card of a lower rank stays hidden"
    table = play(table, DropCard(seat="gm", actor="frost"), to_card, DropCard(seat="gm", actor="frost"), to_card)
    assert initiative_countdown.called_cards(table) == {}
    assert refused(table, to_card).rules == ("FI-INIT-14",)


@pytest.mark.rule("FI-JOKER-4", "FI-RES-9", "FI-TV-7")
def test_a_card_in_reserve_is_the_highest_for_the_black_joker() -> None:
    table = stacked(conflict(laid()), "crew", "4C KH 9S XB")
    table = play(table, MoveCards(seat="gm", cards=("deck:crew#0",), target="reserve:frost"))
    table = play(table, ROLL, THROW, chance=dice(d8=[8, 1, 1]))
    assert set(cards(table, "hand:tom")) == {"KH", "9S"}
    assert cards(table, "reserve:frost") == []


@pytest.mark.rule("FI-RES-6", "FI-INIT-16")
def test_a_hand_may_give_up_the_draw_to_keep_a_reserved_card() -> None:
    table = conflict(laid())
    assert refused(table, KeepReserve(seat="tom", actor="frost")).rules == ("FI-RES-6",)
    table = play(table, MoveCards(seat="gm", cards=("deck:crew#0",), target="reserve:frost"))
    table = play(table, KeepReserve(seat="tom", actor="frost"))
    refusal = refused(table, ROLL)
    assert refusal.message.key == "refused.has_drawn"
    assert refusal.text == "Frost cannot draw any more cards this round: keeps the reserve card."
    drawn = refused(play(conflict(laid()), ROLL, THROW, chance=dice(d8=[2, 1])), ROLL)
    assert drawn.text == "Frost cannot draw any more cards this round."


@pytest.mark.rule("FI-INIT-16", "FI-EXT-6", "FI-RES-6")
def test_every_reason_against_a_draw_has_words() -> None:
    reasons = (*initiative_rules.initiative_tables().no_draw, initiative_rules.PREPARED, initiative_rules.KEEPS_RESERVE)
    assert [reason for reason in reasons if f"no_draw.{reason}" not in texts()] == []


@pytest.mark.rule("FI-INIT-15")
def test_extras_draw_by_themselves_and_may_share_a_hand() -> None:
    table = conflict(laid())
    table = play(table, ShareHand(seat="gm", actors=("thug", "guard")))
    assert set(running_conflict(table).fighters) == {"frost", "chuk", "thug"}
    table = play(table, RollForExtras(seat="gm"), chance=dice(d8=[8, 8, 5, 1]))
    assert len(cards(table, "cards:thug")) == 2
    assert running_conflict(table).fighters["thug"].kept
    drawn = [*cards(table, "cards:thug"), *cards(table, "discard:master")]
    assert len(drawn) == 4


@pytest.mark.rule("FI-INIT-15", "FI-INIT-16")
@pytest.mark.parametrize("out", ["dead", "winded", "catatonic"])
def test_a_shared_hand_is_silenced_only_when_all_are_out(out: str) -> None:
    shared = play(conflict(laid(sheets={"guard": {"reflex": "3d10"}})), ShareHand(seat="gm", actors=("thug", "guard")))
    down = [LayCondition(seat="gm", actor=actor, condition=out) for actor in ("thug", "guard")]
    first = _next_round(play(shared, down[0]))
    assert not running_conflict(first).fighters["thug"].drawn
    roll = current_check(play(first, RollReflex(seat="gm", actor="thug")))
    assert roll is not None
    assert (roll.rolls[0].actor, roll.rolls[0].dice.sides) == ("guard", 10), "the first that can act is judged"
    acts = counting_to_a(dealt(first, thug="AS/2"))
    assert GAME.refusal(acts, PlayCard(seat="gm", actor="thug")) is None
    assert GAME.refusal(play(acts, down[1]), PlayCard(seat="gm", actor="thug")) is not None
    both = _next_round(play(shared, *down))
    assert (running_conflict(both).fighters["thug"].drawn, running_conflict(both).fighters["thug"].why) == (True, out)


@pytest.mark.rule("FI-INIT-10", "FI-INIT-16")
@pytest.mark.parametrize("secret", [False, True])
def test_of_a_hand_that_is_openly_out_nobody_reads_that_it_can_act(secret: bool) -> None:
    table = play(dealt(conflict(laid()), frost="AS", chuk="AD"), BeginCount(seat="gm"))
    table = play(table, LayCondition(seat="gm", actor="chuk", condition="winded"))
    actors = {**table.actors, "chuk": replace(table.actors["chuk"], secret=secret)}
    called = outcome(replace(table, actors=actors), CallStep(seat="gm"))
    able = [
        e.message.params["actors"] for e in called.events if isinstance(e, Noted) and "card_called" in e.message.key
    ]
    assert able == ([["Frost"], ["Chuk"]] if secret else [["Frost"]]), "of a secret character the line reveals nothing"


@pytest.mark.rule("FI-INIT-15", "FI-ACT-1", "FI-STUN-5")
def test_each_member_of_a_shared_hand_has_an_action() -> None:
    gun: Json = [{"name": ".45 slugthrower", "hand": "main", "ammunition": "7"}]
    table = laid(sheets={actor: {"weapons": gun} for actor in ("thug", "guard")})
    table = play(conflict(table), ShareHand(seat="gm", actors=("thug", "guard")))
    table = play(counting_to_a(dealt(table, thug="AS/2")), LayCondition(seat="gm", actor="guard", condition="stunned"))
    table = play(table, PlayCard(seat="gm", actor="thug"))
    shoot = Shoot(seat="gm", actor="thug", target="frost", weapon=".45 slugthrower", distance=5)
    comes_round = RecoverFromStun(seat="gm", actor="guard")
    shot = play(table, shoot, ThrowDice(seat="gm"), chance=dice(d8=[2, 3]))
    tried = play(shot, comes_round, ThrowDice(seat="gm"), chance=dice(d6=[6, 5, 5]))
    for late in (shoot, replace(shoot, actor="guard"), comes_round):
        assert GAME.refusal(tried, late) is not None
    other_way = play(table, comes_round, ThrowDice(seat="gm"), chance=dice(d6=[6, 5, 5]))
    assert GAME.refusal(other_way, shoot) is None
    assert refused(other_way, replace(shoot, actor="guard")).message.key == "refused.action_spent"


@pytest.mark.rule("FI-INIT-15")
def test_a_shared_hand_is_named_by_all_members_and_its_card_is_offered_once() -> None:
    table = play(conflict(laid()), ShareHand(seat="gm", actors=("thug", "guard")))
    up = counting_to_a(dealt(table, thug="AS/2"))
    turn = next(entry for entry in GAME.view_for(up, "tom").under_way[-1].order if entry.actor == "thug")
    assert (turn.others, turn.state) == (("guard",), "now")
    plays = [offer for offer in GAME.offers(up, "gm") if offer.name.startswith("play_card")]
    assert [offer.label.params["actor"] for offer in plays] == ["Thug +1"]
    result = outcome(up, PlayCard(seat="gm", actor="thug"))
    assert "Thug + Guard" in [e.message.params.get("actor") for e in result.events if isinstance(e, Noted)]


@pytest.mark.rule("FI-INIT-10", "FI-INIT-16")
def test_hands_without_cards_do_not_count_as_having_acted() -> None:
    table = counting_to_a(dealt(conflict(laid()), frost="AS"))
    table = play(table, PlayCard(seat="tom", actor="frost"), EndTurn(seat="tom", actor="frost"))
    states = {turn.actor: turn.state for turn in GAME.view_for(table, "tom").under_way[-1].order}
    assert (states["frost"], states["thug"]) == ("acted", "idle")


@pytest.mark.rule("FI-SURP-2", "FI-INIT-15")
def test_one_surprised_member_does_not_keep_a_shared_hand_from_drawing() -> None:
    table = play(conflict(laid()), ShareHand(seat="gm", actors=("thug", "guard")))
    first = play(table, CheckSurprise(seat="gm", actor="thug"), ThrowDice(seat="gm"), chance=dice(d6=[1]))
    assert not running_conflict(first).fighters["thug"].drawn
    both = play(first, CheckSurprise(seat="gm", actor="guard"), ThrowDice(seat="gm"), chance=dice(d6=[1]))
    assert running_conflict(both).fighters["thug"].why == "surprised"


@pytest.mark.rule("FI-SURP-1", "FI-SURP-2", "FI-SURP-3")
def test_a_surprised_character_has_no_cards_until_it_recovers() -> None:
    table = conflict(laid(sheets={"frost": {"aptitudes": [{"name": "guts", "level": 1, "trait": "Vigor"}]}}))
    surprise = CheckSurprise(seat="gm", actor="frost", expecting=True)
    result = outcome(play(table, surprise), ThrowDice(seat="gm"), dice(d6=[4]))
    assert result.results["tn"] == 5
    assert result.table.actors["frost"].has_condition("surprised")
    assert refused(result.table, ROLL).message.key == "refused.has_drawn"
    again = outcome(play(result.table, surprise), ThrowDice(seat="gm"), dice(d6=[3]))
    assert again.results["tn"] == 3
    assert not again.table.actors["frost"].has_condition("surprised")
    assert GAME.refusal(again.table, ROLL) is None
    assert outcome(play(table, CheckSurprise(seat="gm", actor="frost")), ThrowDice(seat="gm")).results["tn"] == 11


@pytest.mark.rule("FI-INIT-9", "FI-INIT-14")
def test_the_end_of_a_conflict_lays_every_card_off_and_none_is_lost() -> None:
    table = dealt(conflict(laid()), frost="JS 7H", thug="10S/2")
    table = play(table, EndConflict(seat="gm"))
    for side in ("crew", "master"):
        assert len(cards(table, f"deck:{side}")) + len(cards(table, f"discard:{side}")) == 54
    assert not [zone for zone in table.zones if zone.startswith(("reserve:", "laid:", "cards:"))]
    assert "hand:tom" in table.zones


@pytest.mark.rule("FI-INIT-13")
def test_a_real_card_comes_from_its_own_deck() -> None:
    table = conflict(laid())
    for deck, named_card in (("deck:master", "KD/2"), ("deck:crew", "KD")):
        named = play(table, NameCards(seat="gm", cards=(f"{deck}#0",), faces=("KD",)))
        assert cards(named, deck)[0] == named_card
        assert sorted(named.all_cards()) == sorted(table.all_cards())
        assert {card.endswith("/2") for card in cards(named, "deck:crew") if not card.startswith("X")} == {False}
