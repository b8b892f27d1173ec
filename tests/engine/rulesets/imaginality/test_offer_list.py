"""Every action that the rules allow has an offer at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.commands import Command, Move
from engine.core.manual_moves import EditActor, LayCondition, MoveCards, SetList, SetOption
from engine.kit.cast.cast_commands import BringCast, RollCastAgain
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.offers import Offer
from engine.rulesets.imaginality.action_resolution import Cancel, Overrule, Reveal, Settle
from engine.rulesets.imaginality.actions.action_commands import (
    Attempt,
    ChooseAttribute,
    HouseAction,
    Judge,
    NarrateFumble,
    RuleForAction,
)
from engine.rulesets.imaginality.actions.card_play_commands import Draw, Enough, Play, TakeBack
from engine.rulesets.imaginality.actions.gm_card_commands import AllowDraw, GrantCards, LookAtDraw, ResolveShortage
from engine.rulesets.imaginality.advancement.advancement_commands import (
    CountGoals,
    EndAdventure,
    FinishAwards,
    GiveAward,
)
from engine.rulesets.imaginality.advancement.award_commands import CloseVote, SettleTie, ShowOfHands, Vote
from engine.rulesets.imaginality.characters.character_creation_commands import (
    BeginCharacter,
    DrawPoints,
    FinishCharacter,
    KeepPoints,
    PlayYourself,
    RedrawPoints,
)
from engine.rulesets.imaginality.characters.point_spending_commands import (
    AgreeSkill,
    BuyEquipment,
    BuySkill,
    GrantPoints,
    RaiseAttribute,
)
from engine.rulesets.imaginality.combat.attack_commands import Respond, Shoot, Strike
from engine.rulesets.imaginality.combat.initiative import CallInitiative
from engine.rulesets.imaginality.damage import CollapseCheck, Hazard, Inflict
from engine.rulesets.imaginality.deck.deck_commands import AddDeck, Reshuffle
from engine.rulesets.imaginality.deck.hand_commands import HoldRefill, Refill, Refresh, RemoveDeck, StartAdventure
from engine.rulesets.imaginality.editor.deployment_commands import SavePrepared, TellSeed, UseDifficulty
from engine.rulesets.imaginality.healing import Heal, LetFall
from engine.rulesets.imaginality.lunch_money.lunch_money_commands import (
    DrawLunchMoney,
    EndLunchMoney,
    JoinLunchMoney,
    LunchMoneyTurn,
    PlayLunchMoney,
    RefillLunchMoney,
    StartLunchMoney,
)
from engine.rulesets.imaginality.manual_move_limits import UnlockOption
from engine.rulesets.imaginality.turns.turn_commands import (
    Declare,
    EndFight,
    JoinFight,
    Lapse,
    LeaveFight,
    MarkActed,
    NextTurn,
    ResolveTurn,
    StartFight,
)
from engine.rulesets.imaginality.turns.turn_order import PickOrder
from engine.sheets.editing.record_moves import EditSheet
from tests.engine.rulesets.imaginality.editor.test_prepared_content import prepared
from tests.engine.rulesets.imaginality.fights import REVEAL, arena, blow, draws, fighting, lays, wounding
from tests.engine.rulesets.imaginality.table import ATTEMPT, GAME, cards, laid, play, refused, under_way

Kinds = tuple[type[Command], ...]
MADE = {"rex": {"mental": 1, "physical": 1, "social": 1, "points": 9}}
KICKS = SetList(seat="gm", list="lunch_money", rows=({"name": "Kick", "damage": 4, "count": 40},))
VOTES = (Vote(seat="tom", candidate="eve"), Vote(seat="eve", candidate="tom"))
# An option is unlocked where it stands, on the options page.
ELSEWHERE = {UnlockOption, SavePrepared}


def tried(*commands: Command, **options: Any) -> Table:
    return play(arena({"discard": "AD"}, options=options), ATTEMPT, *commands)


def drawing(*commands: Command) -> Table:
    options: dict[str, Any] = {"character_creation": True, "cp_method": "draw", "cp_low_redraw": True}
    return play(laid({"deck": "2S"}, options=options), BeginCharacter(seat="tom", actor="rex"), *commands)


def awarding(*commands: Command) -> Table:
    return play(laid(), StartAdventure(seat="gm"), EndAdventure(seat="gm"), *commands)


def brawling() -> Table:
    table = play(laid(options={"hand_to_hand_system": "lunch_money"}), KICKS)
    table = play(table, StartLunchMoney(seat="gm", seats=("tom", "gm")))
    return play(table, MoveCards(seat="tom", cards=tuple(cards(table, "lm_hand:tom")[:1]), target="lm_discard"))


MOMENTS: tuple[tuple[str, Callable[[], Table], Kinds], ...] = (
    ("gm", laid, (StartAdventure, AddDeck, HoldRefill, Refill, StartFight, Hazard, HouseAction, SetOption)),
    ("tom", laid, (Attempt, Strike, Shoot, Refill)),
    ("tom", lambda: laid({"hand:tom": "X 2S"}), (Refresh,)),
    ("gm", lambda: laid({"discard": "2S"}, options={"deck_count": 2}), (Reshuffle, RemoveDeck)),
    ("gm", tried, (Play, Draw, Judge, Cancel, GrantCards, AllowDraw, RuleForAction, Reveal)),
    ("gm", lambda: tried(draws("opposition")), (LookAtDraw,)),
    ("tom", lambda: tried(GrantCards(seat="gm", side="actor"), lays("actor", "9S", "tom")), (Enough, TakeBack)),
    ("gm", lambda: play(laid({"hand:tom": "9S"}, rest="hand:eve"), ATTEMPT, draws("opposition")), (ResolveShortage,)),
    (
        "gm",
        lambda: play(arena(sheets=MADE), Attempt(seat="tom", actor="rex", skill="Riding", attribute="social")),
        (ChooseAttribute,),
    ),
    (
        "gm",
        lambda: play(arena({"deck": "X"}), ATTEMPT, draws("opposition"), lays("actor", "9S", "tom"), REVEAL),
        (NarrateFumble, Overrule, Settle),
    ),
    ("eve", lambda: play(arena(), *blow("9S", "block", "2H")[:2]), (Respond,)),
    ("tom", lambda: play(arena(), *blow("9S", "block", "2H")), (Inflict,)),
    ("eve", lambda: play(arena(options={"damage_mode": "bookkeeping"}), *wounding("9C")), (CollapseCheck,)),
    ("tom", lambda: play(arena(tracks={"sal": {"dying": 1}})), (Attempt,)),
    ("gm", lambda: arena(tracks={"sal": {"damage": 3}}), (Heal, LetFall)),
    ("tom", lambda: play(arena(), StartFight(seat="gm", fighters=("rex", "orc"))), (Declare,)),
    (
        "gm",
        lambda: play(arena(), StartFight(seat="gm", fighters=("rex", "orc"))),
        (ResolveTurn, CallInitiative, PickOrder, JoinFight, LeaveFight, EndFight),
    ),
    ("gm", lambda: fighting(arena(), "rex", "orc"), (MarkActed, NextTurn, Lapse, Declare)),
    ("tom", lambda: fighting(arena(), "rex", "orc"), (Lapse,)),
    (
        "tom",
        lambda: laid(options={"character_creation": True, "playing_yourself": True}),
        (BeginCharacter, PlayYourself),
    ),
    ("tom", drawing, (DrawPoints,)),
    ("tom", lambda: drawing(DrawPoints(seat="tom", actor="rex")), (RedrawPoints, KeepPoints)),
    (
        "tom",
        lambda: drawing(DrawPoints(seat="tom", actor="rex"), KeepPoints(seat="tom", actor="rex")),
        (FinishCharacter,),
    ),
    ("tom", lambda: play(laid(sheets=MADE), AgreeSkill(seat="gm", skill="Law")), (RaiseAttribute, BuySkill)),
    ("gm", lambda: laid(sheets=MADE, options={"character_creation": True}), (AgreeSkill, BuyEquipment, GrantPoints)),
    ("gm", lambda: play(laid(), StartAdventure(seat="gm")), (EndAdventure,)),
    ("tom", awarding, (Vote,)),
    ("gm", awarding, (Vote, ShowOfHands, CloseVote, GiveAward, CountGoals)),
    ("gm", lambda: awarding(*VOTES, CloseVote(seat="gm")), (SettleTie,)),
    ("gm", lambda: awarding(CloseVote(seat="gm")), (FinishAwards,)),
    ("gm", lambda: laid(options={"hand_to_hand_system": "lunch_money"}), (StartLunchMoney,)),
    ("gm", brawling, (JoinLunchMoney, EndLunchMoney, LunchMoneyTurn)),
    ("gm", prepared, (BringCast, UseDifficulty, TellSeed)),
    ("gm", lambda: play(prepared(), BringCast(seat="gm", record="wrecker")), (RollCastAgain,)),
    ("tom", brawling, (DrawLunchMoney, RefillLunchMoney, PlayLunchMoney, LunchMoneyTurn)),
)
CASES = [
    pytest.param(
        seat,
        before,
        kind,
        id=f"{seat}-{kind.__name__}-{number}",
        marks=pytest.mark.rule(*kind.RULES),
    )
    for number, (seat, before, kinds) in enumerate(MOMENTS)
    for kind in kinds
]


@pytest.mark.parametrize(("seat", "before", "kind"), CASES)
def test_it_is_on_offer_when_it_can_be_done(seat: str, before: Callable[[], Table], kind: type[Command]) -> None:
    offers = [offer for offer in GAME.offers(before(), seat) if type(offer.command) is kind]
    assert any(offer.denial is None for offer in offers), [str(offer.denial) for offer in offers]


GMS: Kinds = (
    *(StartAdventure, AddDeck, RemoveDeck, Reshuffle, HoldRefill, Judge, Cancel, HouseAction, Hazard, RuleForAction),
    *(LetFall, Heal, GrantCards, AllowDraw, LookAtDraw, ResolveShortage, ChooseAttribute, NarrateFumble, Overrule),
    *(StartFight, ResolveTurn, CallInitiative, PickOrder, JoinFight, LeaveFight, EndFight, MarkActed, NextTurn),
    *(
        AgreeSkill,
        BuyEquipment,
        GrantPoints,
        EndAdventure,
        ShowOfHands,
        CloseVote,
        GiveAward,
        CountGoals,
        SettleTie,
        FinishAwards,
    ),
    *(StartLunchMoney, JoinLunchMoney, EndLunchMoney),
    *(BringCast, RollCastAgain, UseDifficulty, TellSeed),
)
LEADERS: Kinds = (
    *(Attempt, Strike, Shoot, Respond, Inflict, CollapseCheck, Declare, Lapse, LunchMoneyTurn),
    *(BeginCharacter, PlayYourself, DrawPoints, RedrawPoints, KeepPoints, FinishCharacter, RaiseAttribute, BuySkill),
)
HOLDERS: Kinds = (Play, Draw, Enough, TakeBack)
WHOSE = {
    **dict.fromkeys(GMS, "refused.gm_only"),
    **dict.fromkeys(LEADERS, "refused.not_your_character"),
    **dict.fromkeys(HOLDERS, "refused.not_your_side"),
}


@pytest.mark.parametrize(("seat", "before", "kind"), [case for case in CASES if case.values[2] in WHOSE])
def test_and_not_to_somebody_else(seat: str, before: Callable[[], Table], kind: type[Command]) -> None:
    """The GM's part is refused to a player, a leader's and a holder's to another player."""
    table = before()
    other = "eve" if seat == "tom" else "tom"
    own: list[Any] = [o.command for o in GAME.offers(table, seat) if type(o.command) is kind and o.denial is None]
    if kind in LEADERS:
        own = [command for command in own if table.actors[_led(table, command)].seat == seat]
    assert own
    for command in own:
        assert refused(table, replace(command, seat=other)).message.key == WHOSE[kind]


def _led(table: Table, command: Any) -> str:
    """Return the character that a command is about, said or by what is under way."""
    if isinstance(command, Respond):
        return under_way(table).target
    if isinstance(command, CollapseCheck):
        return under_way(table).wounded
    return str(command.actor) if hasattr(command, "actor") else under_way(table).actor


def test_everything_that_the_rules_know_is_on_offer_somewhere() -> None:
    known = {Move.of(move).command for move in GAME.ruleset.moves}
    offered = {kind for _, _, kinds in MOMENTS for kind in kinds}
    assert known - offered == ELSEWHERE  # moves by hand: tests/engine/presentation/test_manual_move_offers.py


def offer(table: Table, seat: str, name: str) -> Offer:
    return next(offer for offer in GAME.offers(table, seat) if offer.name == name)


def taken(table: Table, seat: str, name: str, **answers: Any) -> Table:
    command: Any = offer(table, seat, name).command
    return play(table, replace(command, **answers))


@pytest.mark.rule("IM-GEN-1", "IM-WOUND-7")
def test_the_collapse_check_is_overruled_as_any_total_once_it_is_known() -> None:
    hurt = play(arena(options={"damage_mode": "bookkeeping"}), *wounding("9C"))
    assert "overrule:collapse" not in {offer.name for offer in GAME.offers(hurt, "gm")}
    checked = play(hurt, CollapseCheck(seat="eve"))
    assert under_way(taken(checked, "gm", "overrule:collapse", value=1)).sides["collapse"].ruled == 1
    assert {"overrule:damage", "overrule:resistance"} <= {offer.name for offer in GAME.offers(checked, "gm")}


@pytest.mark.rule("IM-RANGED-2")
def test_a_shot_asks_for_the_distance_where_that_can_make_it_close() -> None:
    shot = offer(arena(), "tom", "shoot:rex")
    (distance,) = (ask for ask in shot.questions if ask.field == "distance_m")
    assert distance.label.params["metres"] == 3
    assert distance.optional
    for metres, due in ((3, 2), (4, 1)):
        shot_at = taken(arena(), "tom", "shoot:rex", target="sal", distance_m=float(metres))
        assert under_way(shot_at).sides["actor"].due == due
    nowhere = offer(arena(options={"close_range_m": 0}), "tom", "shoot:rex")
    assert "distance_m" not in {ask.field for ask in nowhere.questions}


@pytest.mark.rule("IM-HAND-4", "IM-HAND-5", "IM-HAND-6")
def test_at_any_moment_the_gm_says_when_hands_refill() -> None:
    table = laid()
    assert {o.name for o in GAME.offers(table, "gm") if o.name.startswith("refills_")} == {
        "refills_pressure",
        "refills_gm_only",
    }
    pressed = taken(table, "gm", "refills_pressure")
    assert pressed.option("refill_mode") == "pressure"
    assert taken(pressed, "gm", "refills_calm").option("refill_mode") == "calm"
    fight = play(arena(), StartFight(seat="gm", fighters=("rex", "orc"), pressure=True))
    assert fight.option("refill_mode") == "pressure"
    assert taken(fight, "gm", "refills_calm").option("refill_mode") == "calm", "the word of the scene gives way"
    assert not [o for o in GAME.offers(table, "tom") if o.name.startswith("refills_")]


@pytest.mark.rule("IM-CHAR-2", "IM-SKILL-1")
def test_who_plays_oneself_can_play_somebody_again() -> None:
    table = taken(laid(options={"playing_yourself": True}), "tom", "play_yourself")
    assert table.actors["rex"].sheet["skill_mode"] == "freeform"
    again = taken(table, "tom", "play_somebody")
    assert not {"playing_yourself", "skill_mode"} & {k for k, v in again.actors["rex"].sheet.items() if v is not None}
    assert "play_somebody" not in {offer.name for offer in GAME.offers(again, "tom")}
    for fields, mode in (({"playing_yourself": True}, "freeform"), ({"playing_yourself": None}, None)):
        again = play(again, EditSheet(seat="tom", actor="rex", fields=fields))
        assert again.actors["rex"].sheet.get("skill_mode") == mode, "on the record it means the same"
    own = play(again, EditSheet(seat="gm", actor="rex", fields={"skill_mode": "bookkeeping"}))
    assert own.actors["rex"].sheet["skill_mode"] == "bookkeeping"


@pytest.mark.rule("IM-CHAR-11", "IM-CHAR-13")
@pytest.mark.parametrize(
    ("name", "more", "left"),
    [
        ("raise_for:rex", {"attribute": "mental"}, 4),
        ("skill_for:rex", {"skill": "Law"}, 7),
        ("buy_equipment:rex", {"item": "a dragon"}, 9),
    ],
)
def test_the_gm_is_asked_for_a_price_even_in_mid_adventure(name: str, more: dict[str, str], left: int) -> None:
    table = play(laid(sheets=MADE), AgreeSkill(seat="gm", skill="Law"), StartAdventure(seat="gm"))
    asked = offer(table, "gm", name)
    (price,) = (ask for ask in asked.questions if ask.field == "ruled_cost")
    assert (price.least, price.most) == (0, 9)
    at_price = taken(table, "gm", name, ruled_cost=1, **more)
    assert at_price.actors["rex"].sheet["points"] == 8
    assert taken(table, "gm", name, **more).actors["rex"].sheet["points"] == left, "the price of the rules is proposed"
    command: Any = asked.command
    assert refused(table, replace(command, ruled_cost=None, **more)).rules == ("IM-ADVANCE-6",)


@pytest.mark.rule("IM-CHAR-13")
def test_points_are_taken_away_down_to_none() -> None:
    table = laid(sheets=MADE)
    (points,) = (ask for ask in offer(table, "gm", "take_points:rex").questions if ask.field == "points")
    assert (points.least, points.most) == (-9, -1)
    bare = taken(table, "gm", "take_points:rex", points=-9)
    assert bare.actors["rex"].sheet["points"] == 0
    assert "take_points:rex" not in {offer.name for offer in GAME.offers(bare, "gm")}


@pytest.mark.rule("IM-LM-6")
def test_the_gm_names_any_effect_of_the_other_game_and_a_player_the_given_one() -> None:
    effects = {}
    for seat, actor in (("tom", "rex"), ("gm", "orc")):
        asked = offer(brawling(), seat, f"lunch_money_turn:{actor}")
        (effects[seat],) = (ask for ask in asked.questions if ask.field == "effect")
    assert (effects["tom"].choices, effects["tom"].own_words) == (("blinded",), False)
    assert {"blinded", "helpless"} <= set(effects["gm"].choices)
    assert effects["gm"].own_words
    after_turn = taken(brawling(), "gm", "lunch_money_turn:orc", target="sal", damage=1, effect="tangled up")
    assert after_turn.actors["sal"].has_condition("tangled up")


@pytest.mark.rule("IM-HTH-1", "IM-RANGED-1", "IM-DMG-1", "IM-TURN-1", "IM-ACT-3")
def test_oneself_and_the_dead_are_not_aimed_at_by_themselves() -> None:
    """Whom an offer proposes first is alive and of the other side; once nobody else is alive, nobody is proposed."""
    table = play(arena(options={"hand_to_hand_system": "lunch_money"}), StartLunchMoney(seat="gm", seats=("tom", "gm")))
    names = ("strike:rex", "shoot:rex", "attempt:rex", "lunch_money_turn:rex", "hazard", "start_fight")
    dead: list[str] = []
    for corpse, first in (("orc", "elf"), ("elf", "sal")):
        dead.append(corpse)
        table = play(table, LayCondition(seat="gm", actor=corpse, condition="dead"))
        asked = {offer.name: offer for seat in ("tom", "gm") for offer in GAME.offers(table, seat)}
        for name in names:
            choices = next(ask.choices for ask in asked[name].questions if ask.field in ("target", "fighters"))
            assert choices[-len(dead) :] == tuple(dead) if len(dead) == 1 else set(choices[-2:]) == set(dead)
            assert asked[name].denial is None or name == "strike:rex"
            assert ("rex" in choices) == (name in ("hazard", "start_fight"))
        assert asked["shoot:rex"].questions[0].choices[0] == first
    table = play(table, LayCondition(seat="gm", actor="sal", condition="dead"))
    asked = {offer.name: offer for seat in ("tom", "gm") for offer in GAME.offers(table, seat)}
    assert [denied(asked[name]) for name in ("shoot:rex", "start_fight")] == ["nobody_else", "two_fighters"]
    assert "lunch_money_turn:rex" not in asked
    table = play(table, LayCondition(seat="gm", actor="rex", condition="dead"))
    assert denied({offer.name: offer for offer in GAME.offers(table, "gm")}["hazard"]) == "nobody_else"
    assert GAME.refusal(table, Hazard(seat="gm", target="orc", cards=1)) is None, "on purpose it can be done"


def denied(offer: Offer) -> str:
    assert offer.denial is not None
    return offer.denial.message.key.removeprefix("refused.")


@pytest.mark.rule("IM-WOUND-12", "IM-HTH-1")
@pytest.mark.parametrize("state", ["unconscious", "dying"])
def test_a_foe_that_has_fallen_is_aimed_at_after_the_others_of_its_side(state: str) -> None:
    table = play(arena(), LayCondition(seat="gm", actor="orc", condition=state))
    secret = play(table, EditActor(seat="gm", actor="orc", secret=True), StartFight(seat="gm", fighters=("rex", "orc")))
    for before, first in ((table, "elf"), (secret, "orc")):
        asked = {offer.name: offer for offer in GAME.offers(before, "tom")}
        choices = asked["strike:rex"].questions[0].choices
        assert (choices[0], set(choices[:2])) == (first, {"orc", "elf"}), "a secret state is told by no order"


@pytest.mark.rule("IM-TURN-1", "IM-WOUND-12")
@pytest.mark.parametrize(("fallen", "is_decided"), [(("orc",), False), (("orc", "elf"), True), (("rex",), True)])
def test_once_one_side_has_fallen_the_end_of_the_fight_is_the_next_step(
    fallen: tuple[str, ...], is_decided: bool
) -> None:
    table = play(arena(), StartFight(seat="gm", fighters=("rex", "orc", "elf")), ResolveTurn(seat="gm"))
    down = [LayCondition(seat="gm", actor=actor, condition="unconscious") for actor in fallen]
    secret = play(table, EditActor(seat="gm", actor=fallen[-1], secret=True), *down)
    for after, ends in ((play(table, *down), is_decided), (secret, False)):
        primary = [offer.name for offer in GAME.offers(after, "gm") if offer.primary]
        assert ("end_fight" in primary) is ends, "what state a secret one is in is told by no button"
        assert (GAME.offers(after, "gm")[0].name == "end_fight") is ends
        assert (GAME.view_for(after, SHARED).under_way[-1].waiting_for[0] == "gm") is (ends or "rex" in fallen)


@pytest.mark.rule("IM-TURN-1", "IM-WOUND-12")
def test_who_cannot_act_is_not_proposed_for_a_fight_while_two_others_can() -> None:
    table = play(arena(), LayCondition(seat="gm", actor="orc", condition="unconscious"))
    start = next(offer for offer in GAME.offers(table, "gm") if offer.name == "start_fight")
    assert isinstance(start.command, StartFight)
    assert set(start.command.fighters) == {"rex", "sal", "elf"}
    assert "orc" in start.questions[0].choices
    table = play(table, LayCondition(seat="gm", actor="sal", condition="unconscious"))
    hidden = play(table, EditActor(seat="gm", actor="elf", secret=True))
    fallen = play(table, LayCondition(seat="gm", actor="elf", condition="unconscious"))
    for only_rex, proposed in ((hidden, {"rex", "sal", "orc"}), (fallen, {"rex", "sal", "orc", "elf"})):
        start = next(offer for offer in GAME.offers(only_rex, "gm") if offer.name == "start_fight")
        assert isinstance(start.command, StartFight)
        assert set(start.command.fighters) == proposed
        assert GAME.refusal(only_rex, start.command) is None


@pytest.mark.rule("IM-TURN-1")
def test_the_dead_are_no_side_of_a_fight_nor_offered_to_join_one() -> None:
    table = play(arena(), *(LayCondition(seat="gm", actor=actor, condition="dead") for actor in ("sal", "orc")))
    assert refused(table, StartFight(seat="gm", fighters=("rex", "orc"))).message.key == "refused.two_fighters"
    table = play(table, StartFight(seat="gm", fighters=("rex", "elf", "orc")))
    assert not [offer for offer in GAME.offers(table, "gm") if offer.name == "join_fight:sal"]


@pytest.mark.rule("IM-TURN-1", "IM-HTH-1")
def test_whether_a_secret_one_is_dead_is_told_by_no_offer() -> None:
    """Sal's player may know that the elf is there, for it fights, and no more."""
    table = play(
        arena(), EditActor(seat="gm", actor="elf", secret=True), StartFight(seat="gm", fighters=("rex", "sal", "elf"))
    )
    dead = play(table, LayCondition(seat="gm", actor="elf", condition="dead"))
    for seat in ("tom", "eve"):
        assert GAME.offers(dead, seat, seat) == GAME.offers(table, seat, seat)
