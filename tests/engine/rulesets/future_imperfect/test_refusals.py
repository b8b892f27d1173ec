"""Refusals that no other test raises: for each key a table and a command that is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.codec import Codec
from engine.core.commands import Command
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.character.hit_locations import chart_named
from engine.rulesets.future_imperfect.character.traits import Trait, damage_down, step_of
from engine.rulesets.future_imperfect.chips.fate_chip_rules import RollStatus, improvement_refusals
from engine.rulesets.future_imperfect.rules.ranged_rules import called_part
from engine.rulesets.future_imperfect.rules.roll_rules import RollKind
from tests.engine.rulesets.future_imperfect.attack_helpers import acting, armed
from tests.engine.rulesets.future_imperfect.table import GAME, conflict, counted, dealt, dice, laid, play, refused

CODEC = Codec(GAME)
HANDS = {"frost": "AS KS", "thug": "QS/2"}
GUNS = armed("Blast rifle", "Blast pistol", "Vibro knife", "Boarding pike", "Plasma grenade", hands=("both",))
RICH = {"tom": {"white": 2, "red": 2, "blue": 1}, "eve": {}, "gm": {"white": 1}, "pot": {"blue": 9}}


def does(table: Table, *commands: Mapping[str, Any], **faces: list[int]) -> Table:
    """Return the table after some commands, each written as a script has it."""
    chance = dice(**faces) if faces else SeededChance(1)
    for command in commands:
        table = play(table, asked(command), chance=chance)
    return table


def asked(command: Mapping[str, Any]) -> Command:
    """Return a command as in a script; Tom asks unless another seat is named."""
    return CODEC.command(json.dumps({"seat": "tom", **command}))


def peace(**more: Any) -> Table:
    return laid(sheets={"frost": GUNS, "thug": GUNS}, chips=RICH, **more)


def draws() -> Table:
    return conflict(peace(), "frost", "chuk", "thug", "guard")


def counts(**hands: str) -> Table:
    return dealt(draws(), **(hands or HANDS))


def called() -> Table:
    return counted(counts(), "A")


def turn() -> Table:
    return play(called(), asked({"kind": "play_card", "actor": "frost"}))


def shot(**more: Any) -> Table:
    return does(turn(), {"kind": "shoot", "actor": "frost", "target": "thug", "weapon": "Blast rifle", **more})


def rolled(**more: Any) -> Table:
    return does(peace(), {"kind": "try_roll", "actor": "frost", "name": "reflex", "tn": 5, **more})


def fell() -> Table:
    fall = {"kind": "fall", "seat": "gm", "actor": "frost", "metres": 10}
    return does(replace(peace(), chips={**RICH, "tom": {"white": 1, "black": 1}}), fall, d6=[5, 4])


def state(table: Table, actor: str, name: str, **more: Any) -> Table:
    return does(table, {"kind": "lay_condition", "seat": "gm", "actor": actor, "condition": name, **more})


def quick() -> Table:
    """Frost acts, and has a pistol that fires twice in an action."""
    weapons = [{"name": "Blast pistol", "hand": "main", "rof": "2", "ammunition": "9/20"}]
    return acting({"frost": {"weapons": weapons}}, HANDS, "frost")


def raised(why: Refused | None) -> None:
    assert why is not None
    raise why


def winded(table: Table) -> dict[str, Any]:
    frost = table.actors["frost"]
    tracks = {**frost.tracks, "Wind": replace(frost.tracks["Wind"], value=1)}
    return {**table.actors, "frost": replace(frost, tracks=tracks)}


def put(table: Table, zone: str, *cards: str) -> Table:
    return replace(table, zones={**table.zones, zone: replace(table.zones[zone], cards=cards)})


def three() -> Table:
    """Frost has drawn three cards and chosen none."""
    table = dealt(draws(), frost="AS KS QS")
    conflict = table.procedures[-1]
    fighters: Any = conflict.fighters  # type: ignore[attr-defined]
    waits = {**fighters, "frost": replace(fighters["frost"], kept=False)}
    return replace(table, procedures=(*table.procedures[:-1], replace(conflict, fighters=waits)))


def handed(table: Table) -> Table:
    """Return a table on which Chuk is now Tom's, but his action cards are still in Eve's hand, as in old files."""
    return replace(table, actors={**table.actors, "chuk": replace(table.actors["chuk"], seat="tom")})


def unhit() -> Table:
    """Return an attack whose hits are all resolved."""
    table = does(replace(shot(), chips={}), {"kind": "throw_dice"}, d8=[8, 1, 6, 5])
    attack: Any = table.procedures[-1]
    return replace(table, procedures=(*table.procedures[:-1], replace(attack, hits=())))


FROST: dict[str, Any] = {"actor": "frost"}
SHOOT: dict[str, Any] = {"kind": "shoot", **FROST, "target": "thug", "weapon": "Blast rifle"}
BURST: dict[str, Any] = {"kind": "fire_burst", **FROST, "weapon": "Blast rifle", "targets": ["thug", "guard"]}
PROPOSE: dict[str, Any] = {
    "kind": "propose_stakes",
    **FROST,
    "target": "frost",
    "aptitude": "bluff",
    "success": "a",
    "failure": "b",
}
CASES: dict[str, tuple[Callable[[], Table], dict[str, Any]]] = {
    "no_such_weapon": (turn, {**SHOOT, "weapon": "Moonbeam"}),
    "no_damage_die": (peace, {"kind": "explode", "seat": "gm", "near": {"frost": 3}, "dice": "3d7"}),
    "name_victims": (peace, {"kind": "explode", "seat": "gm", "dice": "3d6"}),
    "no_session": (peace, {"kind": "draw_chips", "bag": "tom"}),
    "pot_has_none": (
        lambda: does(peace(), {"kind": "start_session", "seat": "gm", "by_hand": True}),
        {"kind": "award_chip", "seat": "gm", "bag": "tom", "colour": "red"},
    ),
    "how_many_chips": (
        lambda: replace(peace(), actors=winded(peace())),
        {"kind": "help_with_wind", **FROST, "chips": {}},
    ),
    "chips_missing": (
        lambda: replace(peace(), actors=winded(peace())),
        {"kind": "help_with_wind", **FROST, "chips": {"white": 9}},
    ),
    "name_target": (
        turn,
        {"kind": "throw_weapon", **FROST, "weapon": "Plasma grenade", "distance": 5, "called": "head"},
    ),
    "no_such_obstacle": (shot, {"kind": "set_cover", "seat": "gm", "target": "thug", "obstacle": "Fog"}),
    "not_a_gun": (turn, {**SHOOT, "weapon": "Vibro knife"}),
    "distance_each": (turn, {**BURST, "distances": [1, 2, 3]}),
    "no_bursts": (turn, {**BURST, "weapon": "Blast pistol"}),
    "target_twice": (turn, {**BURST, "targets": ["thug", "thug"], "rounds": [1, 1], "dice": [1, 1]}),
    "no_such_water": (peace, {"kind": "enter_water", "seat": "gm", **FROST, "water": "lava"}),
    "acts_already": (
        lambda: put(turn(), "reserve:frost", "9C"),
        {"kind": "play_reserve", **FROST},
    ),
    "no_red_joker": (called, {"kind": "play_red_joker", **FROST, "card": "AS"}),
    "no_such_bag": (
        lambda: does(rolled(), {"kind": "throw_dice"}, d8=[2, 3]),
        {"kind": "spend_chip", "seat": "gm", "colour": "red", "bag": "nobody"},
    ),
    "no_such_chip": (
        lambda: does(rolled(), {"kind": "throw_dice"}, d8=[2, 3]),
        {"kind": "spend_chip", "seat": "eve", "colour": "red"},
    ),
    "no_chip_colour": (
        lambda: does(rolled(), {"kind": "throw_dice"}, d8=[2, 3]),
        {"kind": "spend_chip", "colour": "pink"},
    ),
    "chip_after_bust": (
        lambda: does(rolled(), {"kind": "throw_dice"}, d8=[1, 1]),
        {"kind": "spend_chip", "colour": "white"},
    ),
    "chip_on_terror": (
        lambda: does(
            replace(peace(), options={**peace().options, "rolls_wait": True}),
            {"kind": "face_fear", "seat": "gm", **FROST, "tn": 9, "terror": True},
            {"kind": "throw_dice"},
            d8=[2, 3],
            d6=[2, 3],
        ),
        {"kind": "spend_chip", "colour": "white"},
    ),
    "no_target_number": (lambda: rolled(tn=None, target="thug"), {"kind": "set_target", "seat": "gm", "tn": 5}),
    "no_such_roll": (rolled, {"kind": "add_modifier", "value": 1, "roll": 1}),
    "skilled_already": (rolled, {"kind": "invoke_impetus", "seat": "gm", "colour": "red"}),
    "not_drawing": (called, {"kind": "roll_reflex", **FROST}),
    "no_extra_to_draw": (called, {"kind": "roll_for_extras", "seat": "gm"}),
    "nothing_to_keep": (called, {"kind": "keep_cards", **FROST, "cards": ["AS"]}),
    "keep_too_many": (three, {"kind": "keep_cards", **FROST, "cards": ["AS", "KS", "QS"]}),
    "keep_not_drawn": (three, {"kind": "keep_cards", **FROST, "cards": ["2H"]}),
    "keep_first": (three, {"kind": "begin_count", "seat": "gm"}),
    "name_fighters": (peace, {"kind": "start_conflict", "seat": "gm", "fighters": ["frost", "frost"]}),
    "two_to_share": (draws, {"kind": "share_hand", "seat": "gm", "actors": ["thug"]}),
    "share_before_draw": (called, {"kind": "share_hand", "seat": "gm", "actors": ["thug", "guard"]}),
    "share_one_side": (draws, {"kind": "share_hand", "seat": "gm", "actors": ["thug", "frost"]}),
    "counting_already": (called, {"kind": "begin_count", "seat": "gm"}),
    "count_on": (
        lambda: does(called(), {"kind": "drop_card", **FROST}),
        {"kind": "end_round", "seat": "gm"},
    ),
    "surprise_before_draw": (called, {"kind": "check_surprise", "seat": "gm", **FROST}),
    "not_called": (called, {"kind": "play_card", "seat": "gm", "actor": "thug"}),
    "not_yet_called": (
        lambda: counted(counts(frost="AS", thug="AH/2"), "A"),
        {"kind": "play_card", "seat": "gm", "actor": "thug"},
    ),
    "draw_first": (draws, {"kind": "call_step", "seat": "gm"}),
    "card_is_called": (called, {"kind": "call_step", "seat": "gm"}),
    "round_over": (lambda: counted(counts(frost=""), "2"), {"kind": "call_step", "seat": "gm"}),
    "nothing_to_load": (turn, {"kind": "reload", **FROST, "weapon": "Blast rifle"}),
    "is_dead": (
        lambda: state(peace(), "thug", "dead"),
        {"kind": "wake_up", **FROST, "patient": "thug"},
    ),
    "not_unconscious": (peace, {"kind": "wake_up", **FROST, "patient": "thug"}),
    "no_stakes": (peace, {"kind": "agree_stakes"}),
    "stakes_first": (
        lambda: does(peace(), {**PROPOSE, "target": "thug"}),
        {"kind": "name_price", "seat": "gm", **FROST, "chips": 1, "what": "It hurts"},
    ),
    "not_against_oneself": (peace, PROPOSE),
    "no_price": (peace, {"kind": "let_stand"}),
    "say_two_weapons": (
        lambda: does(quick(), {**SHOOT, "weapon": "Blast pistol"}, {"kind": "throw_dice"}, d8=[1, 2, 1]),
        {**SHOOT, "weapon": "Blast pistol", "two_weapons": True},
    ),
    "chip_no_use": (fell, {"kind": "save_skin", "colour": "black"}),
    "no_wounds_left": (
        lambda: does(fell(), {"kind": "rule_wounds", "seat": "gm", "wounds": 0}),
        {"kind": "save_skin", "colour": "white"},
    ),
    "not_entangled": (turn, {"kind": "break_free", **FROST}),
    "held_by_nobody": (lambda: state(turn(), "frost", "entangled"), {"kind": "break_free", **FROST}),
    "aim_at_whom": (
        lambda: counted(dealt(conflict(peace(options={"prep_card_aims": "always"}), "frost", "thug"), **HANDS), "A"),
        {"kind": "prepare_card", **FROST, "what": "Blast MMG"},
    ),
    "nothing_prepared": (called, {"kind": "spoil_preparation", **FROST}),
    "players_only": (peace, {"kind": "convert_chips", "seat": "gm", "actor": "thug", "chips": {"white": 1}}),
    "award_to_players": (peace, {"kind": "award_bounty", "seat": "gm", "points": 2, "actors": ["thug"]}),
    "breathe_first": (lambda: state(turn(), "frost", "in_smoke"), SHOOT),
    "not_in_element": (peace, {"kind": "leave_water", "seat": "gm", **FROST}),
    "no_time": (peace, {"kind": "advance_time", "seat": "gm"}),
    "no_conflict": (peace, {"kind": "call_step", "seat": "gm"}),
    "not_in_conflict": (draws, {"kind": "leave_conflict", "seat": "gm", "actor": "nobody"}),
    "seat_in_conflict": (lambda: handed(draws()), {"kind": "leave_seat", "seat": "gm", "id": "eve"}),
    "actor_in_conflict": (draws, {"kind": "remove_actor", "seat": "gm", "actor": "thug"}),
    "contest_is_defense": (
        lambda: does(
            acting({"frost": armed("Lariat")}, HANDS, "frost"),
            {"kind": "entangle", **FROST, "target": "thug", "weapon": "Lariat"},
        ),
        {"kind": "defend", "seat": "gm", "actor": "thug"},
    ),
    "not_attacked_now": (
        lambda: does(turn(), {**BURST, "distances": [3], "rounds": [2, 1], "dice": [2, 1]}),
        {"kind": "defend", "seat": "gm", "actor": "guard"},
    ),
    "rolled_unhurried": (
        lambda: does(
            replace(turn(), chips={}),
            {"kind": "try_roll", **FROST, "name": "reflex", "tn": 3},
            {"kind": "throw_dice"},
            d8=[5, 2],
        ),
        {"kind": "go_metres", **FROST, "metres": 8},
    ),
    "no_pickup_die": (
        lambda: acting({"frost": {"mount_rate": 9}}, HANDS, "frost"),
        {"kind": "pick_up_pace", **FROST, "going": "riding"},
    ),
    "no_called_spot": (turn, {**SHOOT, "called": "soul"}),
    "name_aptitude": (peace, {"kind": "buy_aptitude", **FROST, "aptitude": " "}),
    "no_such_trait": (peace, {"kind": "buy_die", **FROST, "trait": "luck"}),
    "cannot_aim": (called, {"kind": "aim_card", **FROST, "target": "thug", "weapon": "Vibro knife"}),
    "aims_already": (
        lambda: counted(does(called(), {"kind": "aim_card", **FROST, "target": "thug", "weapon": "Blast rifle"}), "K"),
        {"kind": "aim_card", **FROST, "target": "thug", "weapon": "Blast rifle"},
    ),
    "must_be_rolled": (
        lambda: does(peace(), {"kind": "face_fear", "seat": "gm", **FROST, "tn": 5}),
        {"kind": "call_off"},
    ),
    "no_attack": (turn, {"kind": "roll_damage", "seat": "gm"}),
    "no_hit": (unhit, {"kind": "roll_damage", "seat": "gm"}),
    "attack_first": (
        lambda: does(replace(shot(), chips={}), {"kind": "throw_dice"}, d8=[8, 1, 6, 5]),
        {"kind": "end_turn", **FROST},
    ),
}
FUNCTIONS: dict[str, Callable[[], object]] = {
    "no_damage_die": lambda: damage_down(7, 1),
    "no_trait": lambda: step_of(Trait(count=1, sides=7)),
    "no_such_chart": lambda: chart_named("octopus"),
    "chip_on_effect": lambda: raised(
        improvement_refusals(
            RollStatus(bust=False, kind=RollKind.EFFECT), blue_per_action=1, chips_on_strength_damage=False
        )["red"]
    ),
    "burst_called": lambda: called_part("head", automatic=True),
}


@pytest.mark.parametrize("key", CASES)
def test_it_is_refused_for_that_reason(key: str) -> None:
    lies, command = CASES[key]
    assert refused(lies(), asked(command)).message.key == f"refused.{key}"


@pytest.mark.parametrize("key", FUNCTIONS)
def test_each_refusal_has_its_own_reason(key: str) -> None:
    with pytest.raises(Refused) as refusal:
        FUNCTIONS[key]()
    assert refusal.value.message.key == f"refused.{key}"
