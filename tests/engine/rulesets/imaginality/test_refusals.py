"""Refusals with their rules, as far as the tests of the chapters do not cover them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.commands import Command
from engine.core.manual_moves import AddCards, EditActor, LayCondition, LeaveSeat, RemoveActor
from engine.model.table import Table
from engine.presentation.scripts.script import ScriptError
from engine.rulesets.imaginality.action_resolution import Overrule
from engine.rulesets.imaginality.actions.action_commands import (
    Attempt,
    HouseAction,
    Judge,
    NarrateFumble,
    RuleForAction,
)
from engine.rulesets.imaginality.actions.card_play_commands import Play
from engine.rulesets.imaginality.actions.gm_card_commands import AllowDraw, GrantCards, LookAtDraw, ResolveShortage
from engine.rulesets.imaginality.advancement.advancement_commands import EndAdventure, FinishAwards, GiveAward
from engine.rulesets.imaginality.advancement.award_commands import CloseVote, SettleTie, ShowOfHands, Vote
from engine.rulesets.imaginality.characters.character_creation_commands import (
    BeginCharacter,
    DrawPoints,
    FinishCharacter,
    PlayYourself,
    RedrawPoints,
)
from engine.rulesets.imaginality.characters.point_spending_commands import (
    AgreeSkill,
    BuyEquipment,
    BuySkill,
    RaiseAttribute,
)
from engine.rulesets.imaginality.combat.attack_commands import Strike
from engine.rulesets.imaginality.combat.initiative import CallInitiative
from engine.rulesets.imaginality.damage import Hazard
from engine.rulesets.imaginality.deck.deck_commands import AddDeck, Reshuffle
from engine.rulesets.imaginality.deck.hand_commands import HoldRefill, Refill, RemoveDeck, StartAdventure
from engine.rulesets.imaginality.lunch_money.lunch_money_commands import PlayLunchMoney, StartLunchMoney
from engine.rulesets.imaginality.manual_move_limits import UnlockOption
from engine.rulesets.imaginality.turns.turn_commands import (
    Declare,
    JoinFight,
    Lapse,
    LeaveFight,
    MarkActed,
    ResolveTurn,
    StartFight,
)
from engine.rulesets.imaginality.turns.turn_order import PickOrder
from tests.engine.rulesets.imaginality.fights import REVEAL, arena, draws, fighting, hits, lays, wounding
from tests.engine.rulesets.imaginality.table import ATTEMPT, GAME, laid, play, refused

LAPSE = Lapse(seat="tom", actor="rex")
POINTS = {"rex": {"mental": 1, "physical": 1, "social": 1, "points": 9}}


def tried(*commands: Command, **options: Any) -> Table:
    """The table once Rex tries something, and after some more."""
    return play(arena(options=options), ATTEMPT, *commands)


def two_fight(*commands: Command) -> Table:
    """Rex and the orc in a turn that is being resolved."""
    return play(fighting(arena(), "rex", "orc"), *commands)


def two_declare(*commands: Command) -> Table:
    """Rex and the orc in a fight, with nothing declared."""
    return play(arena(), StartFight(seat="gm", fighters=("rex", "orc")), *commands)


def shown() -> Table:
    """Rex's 9 against a 2, turned over."""
    return tried(lays("opposition", "2C", "gm"), lays("actor", "9S", "tom"), REVEAL)


def fumbled() -> Table:
    """A Joker was drawn for the difficulty."""
    return play(arena({"deck": "X"}), ATTEMPT, draws("opposition"), lays("actor", "9S", "tom"), REVEAL)


def out_of_cards() -> Table:
    """A draw for the difficulty, with nothing left to draw."""
    return play(laid({"hand:tom": "9S"}, rest="hand:eve"), ATTEMPT, draws("opposition"))


def hurt() -> Table:
    """Sal was hurt."""
    return play(arena(), *wounding("9C"))


def drawing(deck: str = "", *commands: Command) -> Table:
    """Rex draws a card for points; what is not named lies in the GM's hand."""
    options: dict[str, Any] = {"character_creation": True, "cp_method": "draw", "cp_low_redraw": True}
    table = laid({"deck": deck}, options=options, rest="hand:gm")
    return play(table, BeginCharacter(seat="tom", actor="rex"), *commands)


def made() -> Table:
    """Rex has numbers."""
    return laid(sheets=POINTS)


def brawling(*commands: Command) -> Table:
    """The group fights by the other cards, of which it has listed none."""
    return play(laid(options={"hand_to_hand_system": "lunch_money"}), *commands)


def awarding(*commands: Command) -> Table:
    """The awards are being given."""
    return play(laid(), StartAdventure(seat="gm"), EndAdventure(seat="gm"), *commands)


Rows = tuple[tuple[Command, str, str], ...]
REFUSED: tuple[tuple[Callable[[], Table], Rows], ...] = (
    (
        arena,
        (
            (Attempt(seat="tom", actor="rex", target="rex"), "not_oneself", "IM-ACT-3"),
            (HouseAction(seat="gm", what="", holders=()), "who_lays", "IM-GEN-2"),
            (HouseAction(seat="gm", what="", holders=("tom", "tom")), "who_lays", "IM-GEN-2"),
            (HouseAction(seat="gm", what="", holders=("nobody",)), "who_lays", "IM-GEN-2"),
            (HoldRefill(seat="gm", holder="tom", hold=False), "already_so", "IM-HAND-6"),
            (UnlockOption(seat="gm", option="hand_size"), "already_so", "IM-JOKER-9"),
            (PlayYourself(seat="gm", actor="rex", play=False), "so_already", "IM-CHAR-2"),
            (BuyEquipment(seat="gm", actor="rex", item="Lamp"), "no_numbers", "IM-CHAR-11"),
            (GiveAward(seat="gm", actor="rex", award="roleplaying"), "no_awards", "IM-ADVANCE-1"),
            (ResolveTurn(seat="gm"), "no_fight", "IM-TURN-1"),
            (DrawPoints(seat="tom", actor="rex"), "no_draw_due", "IM-CHAR-4"),
            (RedrawPoints(seat="tom", actor="rex"), "no_redraw", "IM-CHAR-6"),
            (Reshuffle(seat="gm"), "nothing_discarded", "IM-DECK-4"),
            (AddCards(seat="gm", faces=("LM-kick",), zone="deck"), "lm_mixed", "IM-LM-7"),
        ),
    ),
    (
        lambda: arena(options={"house_action": False}),
        ((HouseAction(seat="gm", what="", holders=("tom",)), "house_actions_off", "IM-GEN-2"),),
    ),
    (lambda: tried(gm_may_draw=False), ((draws("opposition"), "gm_draws_not", "IM-GM-2"),)),
    (lambda: tried(player_may_draw="never"), ((AllowDraw(seat="gm", side="actor"), "players_never_draw", "IM-GM-5"),)),
    (
        lambda: play(laid({"hand:tom": "X"}, options={"joker_as_value": False}), ATTEMPT),
        ((lays("actor", "X", "tom"), "no_joker_value", "IM-JOKER-1"),),
    ),
    (lambda: play(laid(), StartAdventure(seat="gm")), ((StartAdventure(seat="gm"), "adventure_runs", "IM-HAND-2"),)),
    (
        lambda: laid(sheets={"rex": {**POINTS["rex"], "physical": 3}}),
        ((RaiseAttribute(seat="tom", actor="rex", attribute="physical"), "attribute_highest", "IM-CHAR-8"),),
    ),
    (
        tried,
        (
            (StartFight(seat="gm", fighters=("rex", "orc")), "action_under_way", "IM-ACT-9"),
            (Judge(seat="gm", outcome="perhaps"), "judge_word", "IM-GEN-4"),
            (Play(seat="tom", side="actor", cards=()), "no_cards_named", "IM-ADV-5"),
            (Play(seat="tom", side="damage", cards=("9S",)), "no_such_side", "IM-ACT-1"),
            (GrantCards(seat="gm", side="actor", reason=" "), "nothing_to_write", "IM-ADV-1"),
            (GrantCards(seat="gm", side="actor", count=0), "extra_bounds", "IM-ADV-4"),
            (GrantCards(seat="gm", side="actor", count=20), "extra_bounds", "IM-ADV-4"),
            (AllowDraw(seat="gm", side="opposition"), "needs_no_leave", "IM-GM-5"),
            (AllowDraw(seat="gm", side="actor", allow=False), "already_so", "IM-GM-5"),
            (LookAtDraw(seat="gm", side="opposition"), "nothing_drawn", "IM-GM-4"),
            (ResolveShortage(seat="gm", side="actor", how="without"), "nothing_missing", "IM-DECK-7"),
            (RemoveActor(seat="gm", actor="rex"), "actor_in_action", "IM-TURN-1"),
            (Overrule(seat="gm", figure="actor", value=9), "overrule_after_reveal", "IM-GEN-1"),
        ),
    ),
    (
        lambda: tried(EditActor(seat="gm", actor="rex", leader="gm")),
        ((LeaveSeat(seat="gm", id="tom"), "seat_in_action", "IM-HAND-10"),),
    ),
    (
        lambda: tried(GrantCards(seat="gm", side="actor")),
        ((Play(seat="tom", side="actor", cards=("9S", "9S")), "card_twice", "IM-HAND-3"),),
    ),
    (
        lambda: tried(GrantCards(seat="gm", side="actor"), lays("actor", "9S 2S", "tom")),
        ((GrantCards(seat="gm", side="actor", count=-1), "already_laid", "IM-ADV-5"),),
    ),
    (
        lambda: tried(draws("opposition"), LookAtDraw(seat="gm", side="opposition")),
        ((LookAtDraw(seat="gm", side="opposition"), "already_so", "IM-GM-4"),),
    ),
    (
        out_of_cards,
        ((ResolveShortage(seat="gm", side="opposition", how="pray"), "shortage_word", "IM-DECK-7"),),
    ),
    (fumbled, ((NarrateFumble(seat="gm", text=" "), "nothing_to_write", "IM-JOKER-4"),)),
    (
        shown,
        (
            (Overrule(seat="gm", figure="outcome", value="hit"), "outcome_word", "IM-GEN-1"),
            (Overrule(seat="gm", figure="net", value=1), "net_bounds", "IM-GEN-1"),
            (Overrule(seat="gm", figure="damage", value=1), "no_such_side", "IM-GEN-1"),
            (Overrule(seat="gm", figure="actor", value="high"), "net_bounds", "IM-GEN-1"),
            (Overrule(seat="gm", figure="actor", value=1000), "net_bounds", "IM-GEN-1"),
        ),
    ),
    (
        hurt,
        (
            (Overrule(seat="gm", figure="net", value=-1), "net_bounds", "IM-GEN-1"),
            (Overrule(seat="gm", figure="outcome", value="hit"), "outcome_word", "IM-GEN-1"),
        ),
    ),
    (
        lambda: play(arena(), *hits("Axe")),
        ((Overrule(seat="gm", figure="actor", value=1), "overrule_after_reveal", "IM-GEN-1"),),
    ),
    (
        two_fight,
        (
            (PickOrder(seat="gm", actors=()), "order_of_fighters", "IM-TURN-6"),
            (PickOrder(seat="gm", actors=("sal",)), "order_of_fighters", "IM-TURN-6"),
            (PickOrder(seat="gm", actors=("rex", "rex")), "order_of_fighters", "IM-TURN-6"),
            (JoinFight(seat="gm", actor="rex"), "already_so", "IM-TURN-1"),
            (LeaveFight(seat="gm", actor="sal"), "not_in_fight", "IM-TURN-1"),
            (ResolveTurn(seat="gm"), "already_so", "IM-TURN-3"),
            (Lapse(seat="eve", actor="sal"), "not_in_fight", "IM-TURN-1"),
            (MarkActed(seat="gm", actor="sal"), "not_in_fight", "IM-TURN-1"),
            (MarkActed(seat="gm", actor="rex", acted=False), "already_so", "IM-TURN-2"),
            (RemoveActor(seat="gm", actor="rex"), "actor_in_action", "IM-TURN-1"),
        ),
    ),
    (
        lambda: two_fight(LAPSE),
        ((LAPSE, "has_acted", "IM-TURN-2"), (Declare(seat="tom", actor="rex"), "has_acted", "IM-TURN-2")),
    ),
    (
        lambda: two_fight(ATTEMPT),
        ((LeaveFight(seat="gm", actor="rex"), "action_under_way", "IM-ACT-9"),),
    ),
    (two_declare, ((LAPSE, "declare_first", "IM-TURN-3"),)),
    (
        lambda: two_declare(*(LayCondition(seat="gm", actor=actor, condition="dead") for actor in ("rex", "orc"))),
        ((CallInitiative(seat="gm"), "no_fighters", "IM-INIT-1"),),
    ),
    (lambda: laid(options={"deck_count": 8}), ((AddDeck(seat="gm"), "enough_decks", "IM-DECK-8"),)),
    (lambda: tried(deck_count=2), ((RemoveDeck(seat="gm"), "action_under_way", "IM-DECK-8"),)),
    (
        lambda: laid(options={"refill_mode": "gm_only"}),
        ((Refill(seat="tom", holder="tom"), "gm_refills", "IM-HAND-6"),),
    ),
    (drawing, ((DrawPoints(seat="tom", actor="rex"), "no_card_for_points", "IM-DECK-7"),)),
    (
        lambda: drawing("2S", DrawPoints(seat="tom", actor="rex")),
        ((RedrawPoints(seat="tom", actor="rex"), "no_card_for_points", "IM-DECK-7"),),
    ),
    (lambda: drawing("2S"), ((FinishCharacter(seat="tom", actor="rex"), "draw_points_first", "IM-CHAR-4"),)),
    (
        made,
        (
            (PlayYourself(seat="gm", actor="rex"), "has_numbers", "IM-CHAR-2"),
            (AgreeSkill(seat="gm", skill=" "), "skill_name", "IM-CHAR-10"),
            (BuySkill(seat="gm", actor="rex", skill=" "), "skill_name", "IM-CHAR-10"),
            (BuyEquipment(seat="gm", actor="rex", item=" "), "item_name", "IM-CHAR-11"),
        ),
    ),
    (
        brawling,
        (
            (StartLunchMoney(seat="gm", seats=()), "lm_seats", "IM-LM-2"),
            (StartLunchMoney(seat="gm", seats=("tom", "tom")), "lm_seats", "IM-LM-2"),
            (StartLunchMoney(seat="gm", seats=("nobody",)), "no_such_seat", "IM-LM-2"),
        ),
    ),
    (
        lambda: brawling(StartLunchMoney(seat="gm", seats=("tom",))),
        ((PlayLunchMoney(seat="eve", cards=("LM-kick",)), "lm_no_cards", "IM-LM-1"),),
    ),
    (
        awarding,
        (
            (GiveAward(seat="gm", actor="rex", award=" ", points=1), "award_name", "IM-ADVANCE-1"),
            (ShowOfHands(seat="gm", votes={}), "no_hands", "IM-ADVANCE-5"),
            (SettleTie(seat="gm"), "no_tie", "IM-ADVANCE-5"),
        ),
    ),
    (
        lambda: awarding(Vote(seat="tom", candidate="eve"), Vote(seat="eve", candidate="tom"), CloseVote(seat="gm")),
        (
            (SettleTie(seat="gm", candidate="gm"), "no_candidate", "IM-ADVANCE-5"),
            (FinishAwards(seat="gm"), "tie_first", "IM-ADVANCE-5"),
        ),
    ),
)
CASES = [
    pytest.param(before, command, key, rule, id=f"{type(command).__name__}-{key}", marks=pytest.mark.rule(rule))
    for before, rows in REFUSED
    for command, key, rule in rows
]


@pytest.mark.parametrize(("before", "command", "key", "rule"), CASES)
def test_what_may_not_be_done_says_by_which_rule(
    before: Callable[[], Table], command: Command, key: str, rule: str
) -> None:
    refusal = refused(before(), command)
    assert refusal.message.key == f"refused.{key}"
    assert rule in refusal.rules


@pytest.mark.parametrize(
    ("table", "command", "key"),
    [
        (laid(), Refill(seat="gm", holder="nobody"), "no_such_seat"),
        (tried(), RuleForAction(seat="gm", option="luck", value=1), "no_such_option"),
        (laid(), UnlockOption(seat="gm", option="luck"), "no_such_option"),
        (laid(), Hazard(seat="gm", target="nobody", cards=1), "no_such_actor"),
        (laid(), StartFight(seat="gm", fighters=("rex", "nobody")), "no_such_actor"),
        (laid(), Strike(seat="tom", actor="rex", target="nobody"), "no_such_actor"),
        (laid(), Attempt(seat="tom", actor="nobody"), "no_such_actor"),
        (fighting(arena(), "rex", "orc"), JoinFight(seat="gm", actor="nobody"), "no_such_actor"),
        (awarding(), GiveAward(seat="gm", actor="nobody", award="roleplaying"), "no_such_actor"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_what_is_not_there_is_named(table: Table, command: Command, key: str) -> None:
    assert refused(table, command).message.key == f"refused.{key}"


@pytest.mark.parametrize(
    ("table", "offer", "key"),
    [
        (laid(), "refresh", "no_joker_in_hand"),
        (play(laid({"hand:tom": ""}, options={"refill_mode": "gm_only"}), ATTEMPT), "play:actor", "hand_empty"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_what_is_not_held_is_offered_to_nobody(table: Table, offer: str, key: str) -> None:
    offered = {each.name: each for each in GAME.offers(table, "tom", "tom")}[offer]
    assert offered.denial is not None
    assert offered.denial.message.key == f"refused.{key}"


def test_a_script_cannot_set_a_track_that_the_game_does_not_have() -> None:
    with pytest.raises(ScriptError, match="no number called “mana”"):
        laid(tracks={"rex": {"mana": 3}})
