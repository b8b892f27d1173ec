"""Each chapter played through offers only, and a check that everything in the game is offered somewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from engine.core.chance import SeededChance
from engine.core.commands import Move
from engine.kit.bots.offer_answers import RandomAnswers, answered_command
from engine.model.frozen import Json
from engine.presentation.offers import Denial
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack
from engine.rulesets.future_imperfect.procedures.check_procedure import current_check
from engine.rulesets.future_imperfect.procedures.wound_procedure import PendingWounds
from tests.engine.rulesets.future_imperfect.attack_helpers import armed
from tests.engine.rulesets.future_imperfect.editor.test_prepared_content import prepared
from tests.engine.rulesets.future_imperfect.offer_player import Group, Offered
from tests.engine.rulesets.future_imperfect.table import GAME, conflict, laid, running_conflict

MEDICS: Json = [
    {"name": "medicine", "concentration": "general", "level": 3, "trait": "vigor"},
    {"name": "medicine", "concentration": "surgery", "level": 3, "trait": "vigor"},
]
IN_PREP = "what is prepared is written in the Prep room"
NOT_OFFERED: dict[str, str] = {"SavePrepared": IN_PREP}
"""Commands that no offer brings, each with the reason."""
OWN_CHIPS = "each seat is offered to spend its own chips"
AT_THE_TABLE = "what somebody does with a card is said at the table, and a card is played with one click"
IN_HAND = "reach goes by what is in hand, which the record sheet says"
IN_STEPS = "the steps at the start of a session ask for it, in every game"
NOT_ASKED = {
    **{f"StartSession.{field}": IN_STEPS for field in ("number", "title", "date")},
    "SpendChip.bag": OWN_CHIPS,
    "SaveSkin.bag": OWN_CHIPS,
    "HelpWithWind.bag": OWN_CHIPS,
    "PayPrice.bag": OWN_CHIPS,
    "InvokeImpetus.bag": OWN_CHIPS,
    "InvokeImpetus.roll": "only the roll of somebody unskilled is offered; that is the first one here",
    "PlayCard.what": AT_THE_TABLE,
    "PlayReserve.what": AT_THE_TABLE,
    "PlayRedJoker.what": AT_THE_TABLE,
    "Shoot.known": "what nobody knows of cannot be attacked, so there is nothing to choose",
    "CloseIn.weapon": IN_HAND,
    "KeepDistance.weapon": IN_HAND,
    "KeepDistance.free": "the GM says by hand who is inside whose reach",
    "BuyAptitude.concentration": "it is written behind the Aptitude, with a colon",
    "TryRoll.concentration": "it is written behind the Aptitude, with a colon",
    "TryRoll.against_concentration": "it is written behind the Aptitude, with a colon",
    **dict.fromkeys(("SavePrepared.seat", "SavePrepared.put", "SavePrepared.drop"), IN_PREP),
    "TryRoll.known": "everybody rolls as well as they can",
}
"""Fields that no form asks for, each with the reason."""
AGAINST = {"thug": "2S/2", "guard": "3S/2", "chuk": "4H"}


def _armed(*weapons: str, hands: Sequence[str] = ()) -> dict[str, dict[str, Json]]:
    return {"frost": armed(*weapons, hands=hands)}


def _acting(offered: Offered, sheets: dict[str, dict[str, Json]], *besides: tuple[str, str]) -> Group:
    """Return a group with Frost acting on the ace, after the given conditions were added."""
    group = Group(conflict(laid(sheets=sheets)), offered)
    for actor, state in besides:
        group.laid(actor, state, level=7)
    group.dealt("A", frost="AS", **AGAINST)
    return group.does("tom", "play_card:frost")


def _names(group: Group, seat: str) -> list[str]:
    """Return the names of the offers to a seat."""
    return [name.partition(" ")[2] for name in group.look() if name.startswith(f"{seat} ")]


def session(offered: Offered) -> None:
    group = Group(laid(sheets={"frost": {"bounty": 300, "aptitudes": MEDICS}}), offered)
    group.does("gm", "start_with_real_pot").does("tom", "draw_chips")
    group.does("gm", "tell_chips:eve", chips={"red": 2, "white": 1})
    group.does("gm", "award_chip", bag="tom", colour="blue").does("gm", "award_bounty", points=8).does("gm", "next_arc")
    group.does("gm", "end_session").does("tom", "convert_chips", chips={"blue": 1})
    group.does("tom", "buy_aptitude:frost", aptitude="medicine: general")
    group.does("tom", "learn_aptitude:frost", aptitude="driving: hovercraft")
    group.does("tom", "buy_coordination:frost", trait="reflex").does("tom", "buy_die:frost", trait="vigor")


def prep(offered: Offered) -> None:
    pit: dict[str, Json] = {"id": "pit", "name": "Pit"}
    bomb: dict[str, Json] = {"id": "bomb", "name": "Bomb", "sort": "explosion", "dice": "4d20"}
    group = Group(prepared(pit, bomb), offered).does("gm", "bring_gang", gang="boarders", shown=True)
    group.does("gm", "bring_foes", record="raider", count=2, name="Pirate", shown=True)
    group.does("gm", "roll_cast_again:raider", actors=("raider-1",)).does(
        "gm", "use_danger", danger="pit", actor="frost"
    )
    Group(prepared(bomb), offered).does("gm", "use_blast", danger="bomb", victims=({"actor": "frost", "distance": 3},))


def minds(offered: Offered) -> None:
    group = Group(laid(), offered).chips("tom", white=2)
    group.does("tom", "try_roll", name="reflex", tn=5).rolls("tom")
    group.does("tom", "roll_against", name="reflex", target="thug").does("gm", "call_off").chips("gm", white=1)
    group.does("tom", "roll_against", name="reflex", target="thug")
    group.does("tom", "throw_dice").does("gm", "throw_dice")
    group.does("gm", "spend_chip:1:white").does("gm", "rule_total:1", total=3).does("tom", "accept_roll")
    group.does("tom", "propose_stakes", target="thug", aptitude="bluff", success="in", raises=["unseen"], failure="out")
    group.does("gm", "change_stakes", success="in", raises=["unseen", "armed"], failure="jail")
    group.does("tom", "change_stakes", success="in", raises=["unseen"], failure="jail").does("gm", "agree_stakes")
    group.goes_on(("tom", "throw_dice"), ("tom", "spend_chip:0:white"), ("tom", "accept_roll"))
    group.does("tom", "propose_stakes", target="thug", aptitude="bluff", success="in", failure="out")
    group.goes_on(("gm", "agree_stakes"), ("tom", "throw_dice")).does("eve", "cut_in", against="thug")
    group.does("eve", "throw_dice", fall={"d8": [7, 6]}).does("gm", "throw_dice", fall={"d8": [3, 2]})
    group.does("gm", "accept_roll").does("gm", "stop_outcome", why="the alarm goes off")
    group.does("tom", "propose_stakes", target="thug", aptitude="bluff", success="in", failure="out")
    group.does("gm", "drop_stakes").does("gm", "name_price", actor="frost", chips=1, what="kneel")
    group.does("tom", "pay_price:1white").does("gm", "name_price", actor="frost", chips=1, what="kneel")
    group.does("tom", "let_stand").does("gm", "face_fear", actor="frost", tn=7, terror=True)
    group.rolls("tom", total=3)


def wills(offered: Offered) -> None:
    group = _acting(offered, {}).does("tom", "contest_wills:frost", aptitude="ridicule", target="thug")
    group.rolls("tom").does("tom", "end_turn:frost")


def terror(offered: Offered) -> None:
    group = Group(conflict(laid()), offered).laid("frost", "terrified", level=1)
    group.dealt("A", frost="AS", **AGAINST).does("tom", "flee:frost", pace=True)


def dangers(offered: Offered) -> None:
    group = Group(laid(), offered)
    group.does("gm", "fall", actor="frost", metres=2, ground="soft")
    group = Group(laid(), offered).does("gm", "enter_smoke", actor="frost", cloth=True)
    group.does("tom", "breathe_smoke").rolls("tom").does("gm", "leave_smoke")
    group.does("gm", "enter_water", actor="frost", water="river")
    group.does("tom", "swim").rolls("tom").does("gm", "leave_water")
    group.does("gm", "set_on_fire", actor="frost", blaze="small", areas=["left_arm"])
    group.does("gm", "burn")
    group = Group(laid(), offered).does("gm", "engulf", actor="thug").does("gm", "put_out_fire")
    charge: Json = [{"name": "Charge", "dice": "3d20", "pn": "2"}]
    group = Group(laid(sheets={"frost": {"explosives": charge}}), offered)
    group.does("gm", "set_off:frost", explosive="Charge", victims=[{"actor": "frost", "distance": 40}])
    blast = [{"actor": "frost", "distance": 3, "cover": 1}]
    Group(laid(), offered).does("gm", "explode", dice="3d20", victims=blast)


def healing(offered: Offered) -> None:
    sheets = {"chuk": {"aptitudes": MEDICS}}
    group = Group(laid(sheets=sheets), offered).hurt("frost", "left_arm", 2).breath("frost", 3).chips("tom", white=1)
    group.does("tom", "help_with_wind", chips={"white": 1}).does("eve", "treat_wound:left_arm")
    group.rolls("eve")
    group.does("eve", "treat_wind").rolls("eve")
    group.does("gm", "days_pass", days=5).does("gm", "hours_pass", hours=1).does("gm", "minutes_pass", minutes=10)
    group = Group(laid(), offered).hurt("thug", "left_leg", 1).does("gm", "heal_naturally:left_leg")
    Group(laid(), offered).hurt("frost", "left_leg", 1).does("gm", "heal_naturally:left_leg")
    group = Group(laid(sheets=sheets), offered).laid("frost", "unconscious").does("eve", "wake_up", patient="frost")
    group.rolls("eve").does("gm", "rule_dead", actor="frost")
    group.does("gm", "rule_alive", actor="frost")


def drawing(offered: Offered) -> None:
    by_hand = laid(options={"count_by_itself": False})
    group = Group(by_hand, offered).does("gm", "start_conflict", fighters=["frost", "thug", "guard"])
    group.does("gm", "join_conflict", actor="chuk").does("gm", "check_surprise", actor="chuk", expecting=True)
    group.rolls("eve").does("gm", "share_hand", actors=["thug", "guard"])
    group.chips("tom", white=1).does("tom", "open_reflex_roll:frost").rolls("tom", total=13)
    group.does("tom", "keep_cards:frost", cards=["hand:tom#0", "hand:tom#1"])
    group.does("gm", "roll_for_extras").does("gm", "begin_count")
    group.does("gm", "call_step").does("gm", "leave_conflict", actor="chuk").does("gm", "end_conflict")


def holding(offered: Offered) -> None:
    sheets = _armed("Blast rifle")
    group = Group(conflict(laid(sheets=sheets)), offered).dealt("A", frost="AS KS", thug="3S/2")
    group.does("tom", "reserve_card:frost").does("gm", "call_step").does("tom", "drop_card:frost")
    group.does("tom", "play_reserve:frost").does("tom", "end_turn:frost")
    while "gm end_round" not in group.look():
        group.does("gm", "call_step") if "gm call_step" in group.look() else _thug_passes(group)
    group.does("gm", "end_round")
    again = Group(conflict(laid(sheets=sheets)), offered).dealt("A", frost="AS", thug="3S/2")
    again.does("tom", "reserve_card:frost")
    while "gm end_round" not in again.look():
        again.does("gm", "call_step") if "gm call_step" in again.look() else _thug_passes(again)
    again.does("gm", "end_round").does("tom", "keep_reserve:frost")


def _thug_passes(group: Group) -> None:
    group.does("gm", "drop_card:thug")


def aiming(offered: Offered) -> None:
    sheets = _armed("Blast rifle", "Boarding pike")
    group = Group(conflict(laid(sheets=sheets)), offered).dealt("A", frost="AS 9S", thug="KS/2")
    group.does("tom", "aim_card:frost", target="thug", weapon="Blast rifle").does("gm", "call_step")
    group.does("gm", "play_card:thug").does("tom", "shoot_from_aim:frost").rolls("gm", d8=[1, 2, 7, 7])
    group.does("gm", "go_walking:thug", metres=2).does("tom", "track_aim:frost")
    group.does("tom", "shoot:frost", distance=9)
    group = Group(conflict(laid(sheets=sheets)), offered).dealt("A", frost="AS 9S", thug="3S/2")
    group.does("tom", "aim_card:frost", target="thug", weapon="Blast rifle").does("gm", "call_step")
    group.does("tom", "lose_aim:frost")
    group = Group(conflict(laid(sheets=sheets)), offered).dealt("A", frost="AS 9S", thug="3S/2")
    group.does("tom", "prepare_card:frost", need=2, what="pike").does("tom", "spoil:frost")
    group = Group(conflict(laid(sheets=sheets)), offered).dealt("A", frost="AS KS", thug="QS/2")
    group.does("tom", "prepare_card:frost", need=2, trigger="the door opens").does("gm", "call_step")
    group.does("tom", "prepare_on:frost").does("gm", "call_step").does("gm", "play_card:thug")
    group.does("tom", "play_reserve:frost", on_trigger=True).does("tom", "end_turn:frost")
    slow = Group(conflict(laid(sheets=_armed("Blast MMG"))), offered).dealt("A", frost="AS KS", thug="3S/2")
    assert [name for name, offer in slow.look().items() if offer.primary] == ["tom prepare_weapon:frost"]
    slow.does("tom", "prepare_card:frost", need=3).does("gm", "call_step")
    assert slow.look()["tom play_card:frost"].primary, "the weapon is ready"
    slow.does("tom", "play_card:frost")
    slow.does("tom", "shoot:frost", target="thug", weapon="Blast MMG", distance=9).rolls("tom", d8=[2, 2])
    always = laid(sheets=_armed("Blast MMG"), options={"prep_card_aims": "always"})
    slow = Group(conflict(always), offered).dealt("A", frost="AS KS", thug="3S/2")
    slow.does("tom", "prepare_and_aim:frost", target="thug").does("tom", "lose_aim:frost").does("gm", "call_step")
    slow.does("tom", "prepare_on:frost", target="guard")
    group = Group(conflict(laid(sheets=sheets)), offered).dealt("A", frost="AS XR", thug="3S/2")
    group.does("tom", "drop_card:frost").does("tom", "play_red:frost", card="hand:tom#0")


def shooting(offered: Offered) -> None:
    group = _acting(offered, _armed("Heavy blaster", "Laser pistol")).chips("tom", white=1).chips("eve", red=1)
    split: dict[str, Any] = {"targets": ["thug", "guard"], "distances": [8, 20], "rounds": [3, 2], "dice": [4, 1]}
    group.does("tom", "burst:frost:Heavy blaster", **split)
    group.does("gm", "set_cover:thug", obstacle="Wood under 1 inch", places=["head"])
    group.does("gm", "add_modifier:0", value=-2).does("gm", "set_target", tn=2).does(
        "gm", "defend_dodge:thug", how="prone"
    )
    group.does("tom", "throw_dice", fall={"d8": [7, 7, 6, 5]})
    group.does("gm", "rule_total:0", total=40).does("tom", "accept_roll")
    for shift in [name for name in _names(group, "tom") if name.startswith("shift_hit:")][:1]:
        group.does("tom", shift)
    group.does("gm", "rule_hit", location="head").does("gm", "rule_armour", value=1)
    group.does("gm", "miss_after_all").does("gm", "rule_damage", damage=14)
    group.does("gm", "rule_wounds", wounds=1, area="guts").does("gm", "rule_wind", wind=2)
    assert isinstance(group.table.procedures[-1], PendingWounds)
    group.does("gm", "take_harm").does("gm", "stop_attack")
    assert not any(isinstance(procedure, Attack) for procedure in group.table.procedures)


def missing(offered: Offered) -> None:
    group = _acting(offered, _armed("Laser pistol")).does(
        "tom", "shoot:frost", target="thug", weapon="Laser pistol", distance=9
    )
    group.rolls("tom", d8=[2, 2]).does("gm", "check_strays", bystanders=["guard"])
    group = _acting(offered, _armed("Laser pistol")).does(
        "tom", "shoot:frost", target="thug", weapon="Laser pistol", distance=9
    )
    group.does("tom", "stop_attack")


def running_away(offered: Offered) -> None:
    group = Group(conflict(laid(sheets={"thug": armed("Blast rifle")})), offered).dealt("A", frost="AS", thug="KS/2")
    group.does("tom", "reserve_card:frost").does("gm", "call_step").does("gm", "play_card:thug")
    group.does("gm", "shoot:thug", target="frost", weapon="Blast rifle", distance=9)
    group.does("tom", "run_away:frost", distance=20, hidden=True)


def saving(offered: Offered) -> None:
    group = Group(laid(sheets=_armed("Blast rifle")), offered).chips("eve", white=1)
    group.does("gm", "free_shot", actor="frost", weapon="Blast rifle", target="chuk", distance=5)
    group.rolls("tom", total=60)
    group.does("tom", next(name for name in _names(group, "tom") if name.startswith("shift_hit:")))
    group.does("tom", "roll_damage", fall={"d8": [7, 7, 6, 5, 5]})
    group.does("eve", "save_skin:white").does("eve", "take_harm")


def fighting(offered: Offered) -> None:
    sheets = _armed("Vibro knife", hands=["right"])
    sheets["thug"] = armed("Powered truncheon", hands=["right"])
    group = _acting(offered, sheets).does("tom", "close_in:frost", target="thug")
    group.rolls("tom", total=30)
    group.does("gm", "set_closed", actor="frost", target="thug", closed=True).does("tom", "end_turn:frost")
    while "gm play_card:thug" not in group.look():
        group.does("gm", "call_step") if "gm call_step" in group.look() else _others_pass(group)
    group.does("gm", "play_card:thug").does("gm", "keep_distance:thug", target="frost")
    group.rolls("gm").does("gm", "end_turn:thug")
    group = _acting(offered, sheets).does("tom", "strike:frost", target="thug", called="arm", side="left")
    group.does("gm", "defend_fighting:thug") if "gm defend_fighting:thug" in group.look() else None
    group = _acting(offered, _armed("Lariat"), ("frost", "entangled"))
    group.does("tom", "entangle:frost", target="thug", weapon="Lariat", trip=True).does("gm", "stop_attack")
    group.does("tom", "trip:frost", target="thug", weapon="Lariat").does("gm", "stop_attack")
    group.does("tom", "break_free:frost")
    Group(laid(sheets=sheets), offered).does("gm", "free_blow", actor="frost", target="thug")
    swapped = {"frost": sheets["thug"], "thug": armed("Heavy blaster", "Vibro knife", hands=["", "right"])}
    alone = Group(conflict(laid(sheets=swapped)), offered).dealt("A", frost="", thug="AS/2")
    alone.does("gm", "close_in:thug", target="frost")
    assert current_check(alone.table) is None, "nobody can answer, so the dice have fallen"


def _others_pass(group: Group) -> None:
    name = next(key for key in group.look() if " drop_card:" in key)
    group.does(*name.split(" "))


def throwing(offered: Offered) -> None:
    group = _acting(offered, _armed("Plasma grenade"))
    group.does("tom", "throw_weapon:frost", weapon="Plasma grenade", target="thug", distance=10, called="head")
    group.rolls("tom")
    group.does("gm", "set_off_thrown", victims=[{"actor": "thug", "distance": 0}])
    group = _acting(offered, _armed("Plasma grenade"))
    group.does("tom", "throw_weapon:frost", weapon="Plasma grenade", distance=10)
    group.rolls("tom").does("gm", "fizzle")


def moving(offered: Offered) -> None:
    group = _acting(offered, {}).does("tom", "go_walking:frost", metres=8)
    group.does("tom", "pick_up_pace:frost", going="walking")
    empty: Json = [{"name": "Laser pistol", "ammunition": "3/24"}]
    _acting(offered, {"frost": {"weapons": empty}}).does("tom", "reload:frost")
    Group(laid(sheets={"thug": {"weapons": empty}}), offered).does("gm", "reload_in:thug", actions=1)
    mounted: dict[str, dict[str, Json]] = {"frost": {"mount_rate": 20, "mount_pickup": "d6"}}
    _acting(offered, mounted).does("tom", "pick_up_pace:frost", going="riding", fatigue=1).rolls("tom")
    Group(conflict(laid()), offered).laid("frost", "stunned").dealt("A", frost="AS", **AGAINST).goes_on(
        ("tom", "play_card:frost"), ("tom", "recover:frost")
    )
    dazed = Group(conflict(laid()), offered).laid("thug", "stunned").dealt("A", frost="2S", thug="AS/2")
    dazed.does("gm", "recover:thug")
    assert not running_conflict(dazed.table).turns, "a whole Turn by one press"
    halved = _acting(offered, {}).chips("tom", white=1).does("tom", "act_by_roll:frost", name="shooting: laser pistol")
    halved.does("tom", "throw_dice")
    if "gm invoke_impetus:0" in halved.look():
        halved.does("gm", "invoke_impetus:0", colour="white", impetus="my brother's keeper")


CHAPTERS: tuple[Callable[[Offered], None], ...] = (
    session, minds, wills, terror, dangers, healing, drawing, holding, aiming, shooting, missing, running_away, saving,
    fighting, throwing, moving, prep,
)  # fmt: skip


@pytest.mark.rule("FI-CORE-9", "FI-CORE-21")
@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda one: one.__name__)
def test_a_chapter_is_played_by_offers_alone(chapter: Callable[[Offered], None]) -> None:
    chapter({})


def test_every_command_of_the_game_is_offered_somewhere() -> None:
    offered: Offered = {}
    for chapter in CHAPTERS:
        chapter(offered)
    commands = [Move.of(move).command for move in GAME.ruleset.moves]
    known = {command.__name__ for command in commands}
    assert known - set(offered) - set(NOT_OFFERED) == set()
    assert set(NOT_OFFERED) & set(offered) == set(), "what is offered needs no reason"
    fields = {
        f"{command.__name__}.{field.name}"
        for command in commands
        for field in msgspec.structs.fields(command)
        if field.name not in offered.get(command.__name__, ())
    }
    assert fields == set(NOT_ASKED), "each field is asked for in some form, or there is a reason"


SHEETS: dict[str, dict[str, Json]] = {
    "frost": armed("Heavy blaster", "Double-barrelled shotgun", hands=["both"], mount_rate=20, mount_pickup="d6"),
    "chuk": armed("Vibro knife", "Plasma grenade", "Lariat", hands=["right"], bounty=30),
    "thug": armed("Blast MMG", "Powered truncheon", hands=["", "right"]),
    "guard": armed("Laser pistol", "Musket", hands=["right", "left"], race="Hexapod"),
}
ENDS = (
    "end_",
    "leave_",
    "rule_dead",
    "days_pass",
    "hours_pass",
    "stop_attack",
    "call_off",
    "explode",
    "engulf",
    "fall",
)
"""Offers that would soon leave nothing to play for, if they were as frequent as others."""


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_offered_can_be_done_and_there_is_always_something_to_do(seed: int) -> None:
    random, chance = Random(seed), SeededChance(seed)
    table = laid(sheets=SHEETS, chips={"tom": {"white": 2, "red": 1}, "eve": {"blue": 1}, "gm": {"white": 2}})
    for _ in range(120):
        offers = [offer for seat in table.seats for offer in GAME.offers(table, seat)]
        able = [offer for offer in offers if offer.denial is None]
        for offer in offers:
            if offer.denial is not None and all(ask.optional for ask in offer.questions):
                refused = GAME.refusal(table, offer.command)
                assert refused is not None, f"{offer.name} was denied, but can be done"
                assert Denial.of(refused) == offer.denial, f"{offer.name} was denied for another reason"
        waiting = next((g.waiting_for for g in reversed(GAME.view_for(table, "gm").under_way) if g.waiting_for), ())
        for seat in waiting:
            assert any(o.command.seat == seat and o.denial is None for o in offers), f"{seat} is waited for"
        assert any(not offer.name.startswith(("set_clock", "new_character")) for offer in able), "nothing can be done"
        weights = [0.1 if offer.name.startswith(ENDS) else 6 if offer.primary else 1 for offer in able]
        for offer in random.sample(able, min(4, len(able))):
            command = answered_command(offer, table, RandomAnswers(random))
            assert GAME.refusal(table, command) is None, f"{offer.name}: {command}: {GAME.refusal(table, command)}"
        offer = random.choices(able, weights)[0]
        table = GAME.apply(table, answered_command(offer, table, RandomAnswers(random)), chance).table
