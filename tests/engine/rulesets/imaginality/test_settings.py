"""The group's options: each option of section 1.2 exists with its default, and changing it changes the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import pytest

from engine.core.commands import Command
from engine.core.events import Noted
from engine.core.manual_moves import LayCondition, SetOption
from engine.model.frozen import Json
from engine.model.table import Table
from engine.rulesets.imaginality.actions.action_commands import Attempt, HouseAction, RuleForAction
from engine.rulesets.imaginality.actions.card_play_commands import Draw
from engine.rulesets.imaginality.actions.gm_card_commands import AllowDraw
from engine.rulesets.imaginality.advancement.advancement_commands import CountGoals, EndAdventure, GiveAward
from engine.rulesets.imaginality.advancement.award_commands import CloseVote, SettleTie, Vote, awards_of
from engine.rulesets.imaginality.characters.character_creation_commands import (
    BeginCharacter,
    DrawPoints,
    PlayYourself,
    RedrawPoints,
)
from engine.rulesets.imaginality.characters.point_spending_commands import BuyEquipment
from engine.rulesets.imaginality.combat.attack_commands import Shoot, Strike
from engine.rulesets.imaginality.damage import CollapseCheck, Hazard, Inflict
from engine.rulesets.imaginality.deck.deck_commands import Reshuffle
from engine.rulesets.imaginality.deck.hand_commands import Refill, Refresh, StartAdventure
from engine.rulesets.imaginality.turns.turn_commands import Declare, ResolveTurn, StartFight
from engine.sheets.editing.record_moves import EditSheet
from tests.engine.rulesets.imaginality.fights import HANDS as FULL_HANDS
from tests.engine.rulesets.imaginality.fights import answers, blow, enough, hits, lays, shot, wounding
from tests.engine.rulesets.imaginality.table import (
    ATTEMPT,
    ELSEWHERE,
    GAME,
    REVEAL,
    SETTLE,
    cards,
    figures,
    laid,
    lay,
    notes,
    outcome,
    play,
    refused,
    under_way,
)

POINTS: Mapping[str, Json] = {"mental": 2, "physical": 3, "social": 1, "skills": []}

DEFAULTS: Mapping[str, Json] = {
    "setting": [],  # no switch of section 1.2, but the campaign tags of IM-GEN-5
    "deck_count": 1,
    "jokers_per_deck": 2,
    "hand_size": 7,
    "reshuffle_threshold": 0,
    "reshuffle_keep_remainder_on_top": True,
    "face_down_play": True,
    "gm_may_draw": True,
    "player_may_draw": "ask_gm",
    "advantage_extra_cards": {"actor": 0, "opposition": 0},
    "refill_mode": "calm",
    "refill_when_empty_mid_action": "refill_and_continue",
    "joker_as_value": True,
    "joker_as_refresh": True,
    "joker_refill_source": "deck",
    "joker_inside_joker_pair": "fumble",
    "fumble_text": "",
    "badly_hit_bonus_cards": 0,
    "skill_mode": "auto",
    "unskilled_attribute_cards": "one_card",
    "combat_module": True,
    "initiative": False,
    "declaration_visibility": "open",
    "hand_to_hand_system": "standard",
    "close_range_m": 3,
    "block_after_counterattack": True,
    "fewer_damage_cards": False,
    "hands_private": True,
    "no_dodge_choice_draws": True,
    "damage_mode": "freeform",
    "wound_penalty_scope": "all_played",
    "armor_stacks": False,
    "weapon_cards_override": {},
    "armor_cards_override": {},
    "open_damage_reveal": False,
    "character_creation": False,
    "playing_yourself": False,
    "cp_method": "fixed_8",
    "cp_low_redraw": False,
    "equipment_cost": 0,
    "award_survival": True,
    "award_roleplaying": True,
    "award_goals": True,
    "award_entertainment": True,
    "entertainment_by": "vote",
    "entertainment_tie": "gm_decides",
    "gm_votes": True,
    "self_vote": False,
    "awards_only_on_success": True,
    "house_action": True,
}


@pytest.mark.rule("IM-GEN-1")
def test_every_option_of_the_catalogue_is_there_with_its_default_and_no_other() -> None:
    assert {name: spec.default for name, spec in GAME.ruleset.options.items()} == DEFAULTS
    assert laid().options == DEFAULTS


def allowed(table: Table, command: Command) -> bool:
    return GAME.refusal(table, command) is None


def dealt(table: Table) -> object:
    return len(cards(play(table, StartAdventure(seat="gm")), "hand:tom"))


def deck_size(table: Table) -> object:
    return len(cards(table, "deck"))


def draws_at_three(table: Table) -> object:
    after = play(table, Refill(seat="tom", holder="tom"))
    return len(cards(after, "deck")), len(cards(after, "discard"))


def top_after_reshuffle(table: Table) -> object:
    return cards(play(table, Reshuffle(seat="gm")), "deck")[:2] == ["9S", "2S"]


def seen_by_eve(table: Table) -> object:
    return GAME.view_for(play(table, ATTEMPT, lay("gm", "opposition", "9D")), "eve").zones["committed:opposition"].cards


def order_of_laying(table: Table) -> object:
    return allowed(play(table, ATTEMPT), lay("tom", "actor", "8H"))


def gm_draws(table: Table) -> object:
    return allowed(play(table, ATTEMPT), Draw(seat="gm", side="opposition"))


def tom_draws_and_may_be_let(table: Table) -> object:
    opened = play(table, ATTEMPT)
    return allowed(opened, Draw(seat="tom", side="actor")), allowed(opened, AllowDraw(seat="gm", side="actor"))


def cards_due(table: Table) -> object:
    return {key: side.due for key, side in under_way(play(table, ATTEMPT)).sides.items()}


def after_an_action(table: Table) -> object:
    after = play(table, ATTEMPT, lay("gm", "opposition", "9D"), lay("tom", "actor", "8H"), REVEAL, SETTLE)
    return [len(cards(after, hand)) for hand in ("hand:tom", "hand:gm")]


def short_of_a_card(table: Table) -> object:
    table = play(table, Attempt(seat="gm", actor="rex", advantage=1), lay("tom", "actor", "8H"))
    side = under_way(table).sides["actor"]
    return side.done, len(cards(table, "drawn:actor")), len(cards(table, "hand:tom"))


def plays_a_joker(table: Table) -> object:
    return allowed(play(table, ATTEMPT), lay("tom", "actor", "X")), allowed(table, Refresh(seat="tom", joker="X"))


def refreshed(table: Table) -> object:
    return cards(play(table, Refresh(seat="tom", joker="X")), "hand:tom")[-1]


def joker_for_value(table: Table) -> object:
    return figures(play(table, ATTEMPT, lay("gm", "opposition", "9D"), lay("tom", "actor", "X")), REVEAL)["actor_total"]


def told_of_a_fumble(table: Table) -> object:
    table = play(table, ATTEMPT, Draw(seat="gm", side="opposition"), lay("tom", "actor", "8H"))
    notes = [event.message for event in outcome(table, REVEAL).events if isinstance(event, Noted)]
    return next(message.params["text"] for message in notes if message.key == "log.fumbles")


def badly_hit(table: Table) -> object:
    table = play(table, Shoot(seat="tom", actor="rex", target="orc", aware=False), lay("tom", "actor", "8H"), REVEAL)
    return under_way(play(table, Inflict(seat="tom"))).sides["damage"].due


def unskilled(table: Table) -> object:
    table = play(table, Attempt(seat="tom", actor="rex", skill="Swimming", attribute="physical"))
    return {key: side.due for key, side in under_way(table).sides.items()}


def seen_of_a_hand(table: Table) -> object:
    return GAME.view_for(table, "eve").zones["hand:tom"].cards


def improvises(table: Table) -> object:
    return allowed(table, HouseAction(seat="gm", what="", holders=("tom",)))


def begins_a_fight(table: Table) -> object:
    return allowed(table, TWO_FIGHT)


def acts_at_once(table: Table) -> object:
    return allowed(play(table, TWO_FIGHT, ResolveTurn(seat="gm")), STRIKE)


def read_of_a_declaration(table: Table) -> object:
    declared = outcome(play(table, TWO_FIGHT), Declare(seat="tom", actor="rex", what="hide"))
    return notes(declared, "eve")


def strikes(table: Table) -> object:
    return allowed(table, STRIKE)


def cards_at_two_metres(table: Table) -> object:
    shot = Shoot(seat="tom", actor="rex", target="sal", distance_m=2)
    return under_way(play(table, shot)).sides["actor"].due


def blocks_after_a_counterattack(table: Table) -> object:
    fight = play(table, StartFight(seat="gm", fighters=("rex", "orc", "elf")), ResolveTurn(seat="gm"))
    struck = play(fight, *blow("2C", "counterattack", "9S", by="orc", at="rex")[:-1], enough("actor", "gm"), REVEAL)
    again = play(struck, SETTLE, Strike(seat="gm", actor="elf", target="rex"), lays("actor", "4C", "gm"))
    return allowed(again, answers("block", "rex"))


def drawn_for_who_stands_still(table: Table) -> object:
    return len(cards(play(table, *shot("9S", "none")[:-1]), "drawn:opposition"))


def stops_after_one_damage_card(table: Table) -> object:
    return allowed(play(table, *hits("Axe"), lays("damage", "KS", "tom")), enough("damage", "tom"))


def seen_of_the_damage(table: Table) -> object:
    dealt = play(table, *hits("Unarmed"), lays("damage", "KS 10S 6S", "tom"))
    return len(GAME.view_for(dealt, "eve").zones["committed:damage"].cards)


def may_collapse(table: Table) -> object:
    return allowed(play(table, *wounding("9C")), CollapseCheck(seat="eve"))


def damage_of_the_wounded(table: Table) -> object:
    hurt = play(table, LayCondition(seat="gm", actor="rex", condition="wound", level=3), *hits("Unarmed"))
    return figures(hurt, lays("damage", "KS 10S 6S", "tom"), enough("resistance", "eve"), REVEAL)["damage"]


def resistance_in_two_pieces(table: Table) -> object:
    worn = EditSheet(seat="gm", actor="sal", fields={"armour": ["Chain mail", "Flak jacket"]})
    return under_way(play(table, worn, Hazard(seat="gm", target="sal", cards=1))).sides["resistance"].due


def damage_cards_of_an_axe(table: Table) -> object:
    return under_way(play(table, *hits("Axe"))).sides["damage"].due


def makes_a_character(table: Table) -> object:
    return allowed(table, MAKE)


def plays_herself(table: Table) -> object:
    return allowed(table, PlayYourself(seat="eve", actor="sal"))


def draws_for_points(table: Table) -> object:
    made = play(table, MAKE)
    return allowed(made, DrawPoints(seat="eve", actor="sal")), made.actors["sal"].sheet.get("points")


def draws_again(table: Table) -> object:
    drawn = play(table, MAKE, DrawPoints(seat="eve", actor="sal"))
    return allowed(drawn, RedrawPoints(seat="eve", actor="sal"))


def pays_for_a_lamp(table: Table) -> object:
    rich = play(table, EditSheet(seat="gm", actor="rex", fields={"points": 5}))
    return play(rich, BuyEquipment(seat="gm", actor="rex", item="Lamp")).actors["rex"].sheet["points"]


def awarding(table: Table, success: bool = True) -> Table:
    return play(table, StartAdventure(seat="gm"), EndAdventure(seat="gm", success=success))


def survives(table: Table) -> object:
    awards = awards_of(awarding(table))
    return awards is not None and awards.given.get("rex", {}).get("survival")


def is_awarded(command: Command) -> Callable[[Table], object]:
    return lambda table: allowed(awarding(table), command)


def of_a_tie(table: Table) -> object:
    votes = (Vote(seat="tom", candidate="eve"), Vote(seat="eve", candidate="tom"), CloseVote(seat="gm"))
    tied = play(awarding(table), *votes)
    awards = awards_of(tied)
    given = sum("entertainment" in given for given in awards.given.values()) if awards is not None else 0
    return allowed(tied, SettleTie(seat="gm", candidate="eve")), allowed(tied, votes[0]), given


def awards_a_failure(table: Table) -> object:
    return awards_of(awarding(table, success=False)) is not None


def plays_themselves(table: Table) -> object:
    return table.option("playing_yourself")


@dataclass(frozen=True, kw_only=True)
class Switch:
    """An option, what is tried, and what comes of it by default and with another value.

    `also` are options that must be so for it to matter; what is only chosen `at_start` cannot be switched later.
    """

    option: str
    value: Json
    probe: Callable[[Table], object]
    before: object
    after: object
    zones: Mapping[str, str] | None = None
    rest: str = "deck"
    also: Mapping[str, Json] = field(default_factory=dict)
    at_start: bool = False


STRIKE = Strike(seat="tom", actor="rex", target="sal")
TWO_FIGHT = StartFight(seat="gm", fighters=("rex", "sal"))
MAKE = BeginCharacter(seat="eve", actor="sal")
BOOKKEEPING: Mapping[str, Json] = {"damage_mode": "bookkeeping"}
CREATION: Mapping[str, Json] = {"character_creation": True}
BY_DRAW: Mapping[str, Json] = {**CREATION, "cp_method": "draw"}
HANDS = {"hand:tom": "8H 2H", "hand:gm": "9D 2D", "deck": "3C 4C"}
JOKER = {"hand:tom": "X 2S 3S 4S 5S 6S 7S", "hand:gm": "9D", "deck": "3C KC 5C", "discard": "QD"}
SIX_DISCARDS = {"hand:tom": "8H 2H 3H 4H 5H", "deck": "9S 2S 3S", "discard": "2C 3C 4C 5C 6C 7C"}
FOR_EVE = Vote(seat="tom", candidate="eve")
TIE = (True, False, 0)
"""The GM says who of the tied gets it, nobody votes anew, and nobody has it yet."""
MIXED = {"deck": "9S 2S", "discard": "2C 3C 4C 5C 6C 7C 8C 9C"}
SWITCHES = (
    Switch(option="deck_count", value=2, probe=deck_size, before=54, after=108),
    Switch(option="jokers_per_deck", value=4, probe=deck_size, before=54, after=56),
    Switch(option="hand_size", value=5, probe=dealt, before=7, after=5),
    Switch(
        option="reshuffle_threshold",
        value=3,
        probe=draws_at_three,
        before=(1, 6),
        after=(7, 0),
        zones=SIX_DISCARDS,
        rest=ELSEWHERE,
    ),
    Switch(
        option="reshuffle_keep_remainder_on_top",
        value=False,
        probe=top_after_reshuffle,
        before=True,
        after=False,
        zones=MIXED,
        rest=ELSEWHERE,
    ),
    Switch(option="face_down_play", value=False, probe=seen_by_eve, before=(), after=("9D",), zones=HANDS),
    Switch(option="face_down_play", value=False, probe=order_of_laying, before=True, after=False, zones=HANDS),
    Switch(option="gm_may_draw", value=False, probe=gm_draws, before=True, after=False, zones=HANDS),
    Switch(
        option="player_may_draw",
        value="always",
        probe=tom_draws_and_may_be_let,
        before=(False, True),
        after=(True, True),
        zones=HANDS,
    ),
    Switch(
        option="player_may_draw",
        value="never",
        probe=tom_draws_and_may_be_let,
        before=(False, True),
        after=(False, False),
        zones=HANDS,
    ),
    Switch(
        option="advantage_extra_cards",
        value={"actor": 1, "opposition": 2},
        probe=cards_due,
        before={"opposition": 1, "actor": 1},
        after={"opposition": 3, "actor": 2},
        zones=HANDS,
    ),
    Switch(option="refill_mode", value="pressure", probe=after_an_action, before=[7, 7], after=[1, 1], zones=HANDS),
    Switch(
        option="refill_mode",
        value="gm_only",
        probe=after_an_action,
        before=[7, 7],
        after=[0, 0],
        zones={"hand:tom": "8H", "hand:gm": "9D"},
    ),
    Switch(
        option="refill_when_empty_mid_action",
        value="play_short",
        probe=short_of_a_card,
        before=(False, 0, 7),
        after=(True, 0, 0),
        zones={"hand:tom": "8H"},
    ),
    Switch(
        option="refill_when_empty_mid_action",
        value="draw_rest",
        probe=short_of_a_card,
        before=(False, 0, 7),
        after=(True, 1, 0),
        zones={"hand:tom": "8H"},
    ),
    Switch(
        option="joker_as_value", value=False, probe=plays_a_joker, before=(True, True), after=(False, True), zones=JOKER
    ),
    Switch(
        option="joker_as_refresh",
        value=False,
        probe=plays_a_joker,
        before=(True, True),
        after=(True, False),
        zones=JOKER,
    ),
    Switch(option="joker_refill_source", value="discard", probe=refreshed, before="3C", after="QD", zones=JOKER),
    Switch(
        option="joker_inside_joker_pair",
        value="redraw",
        probe=joker_for_value,
        before=3,
        after=3 + 13,
        zones={**JOKER, "deck": "X/2 3C KC"},
    ),
    Switch(
        option="joker_inside_joker_pair",
        value="chain",
        probe=joker_for_value,
        before=3,
        after=3 + 13 + 5,
        zones={**JOKER, "deck": "X/2 3C KC 5C"},
    ),
    Switch(
        option="fumble_text",
        value="Oh dear.",
        probe=told_of_a_fumble,
        before="",
        after="Oh dear.",
        zones={**HANDS, "deck": "X"},
    ),
    Switch(
        option="badly_hit_bonus_cards", value=2, probe=badly_hit, before=1, after=3, zones={**HANDS, "deck": "X 3C 4C"}
    ),
    Switch(
        option="skill_mode",
        value="freeform",
        probe=unskilled,
        before={"opposition": 2, "actor": 1},
        after={"opposition": 1, "actor": 1},
        zones=HANDS,
    ),
    Switch(
        option="unskilled_attribute_cards",
        value="attribute_level_cards",
        probe=unskilled,
        before={"opposition": 2, "actor": 1},
        after={"opposition": 2, "actor": 3},
        zones=HANDS,
    ),
    Switch(option="hands_private", value=False, probe=seen_of_a_hand, before=(), after=("8H", "2H"), zones=HANDS),
    Switch(option="house_action", value=False, probe=improvises, before=True, after=False, zones=HANDS),
    Switch(option="setting", value=["real_life"], probe=plays_themselves, before=False, after=True, at_start=True),
    Switch(option="combat_module", value=False, probe=begins_a_fight, before=True, after=False),
    Switch(option="initiative", value=True, probe=acts_at_once, before=True, after=False, zones=FULL_HANDS),
    Switch(
        option="declaration_visibility",
        value="hidden_until_all_in",
        probe=read_of_a_declaration,
        before=["declares"],
        after=["declares_hidden"],
    ),
    Switch(option="hand_to_hand_system", value="lunch_money", probe=strikes, before=True, after=False),
    Switch(option="close_range_m", value=1, probe=cards_at_two_metres, before=2, after=1),
    Switch(
        option="block_after_counterattack",
        value=False,
        probe=blocks_after_a_counterattack,
        before=True,
        after=False,
        zones=FULL_HANDS,
    ),
    Switch(
        option="no_dodge_choice_draws",
        value=False,
        probe=drawn_for_who_stands_still,
        before=1,
        after=0,
        zones=FULL_HANDS,
    ),
    Switch(
        option="fewer_damage_cards",
        value=True,
        probe=stops_after_one_damage_card,
        before=False,
        after=True,
        zones=FULL_HANDS,
    ),
    Switch(option="open_damage_reveal", value=True, probe=seen_of_the_damage, before=0, after=3, zones=FULL_HANDS),
    Switch(option="damage_mode", value="bookkeeping", probe=may_collapse, before=False, after=True, zones=FULL_HANDS),
    Switch(
        option="wound_penalty_scope",
        value="actions_only",
        probe=damage_of_the_wounded,
        before=26,
        after=29,
        zones=FULL_HANDS,
        also=BOOKKEEPING,
    ),
    Switch(option="armor_stacks", value=True, probe=resistance_in_two_pieces, before=2, after=3, zones=FULL_HANDS),
    Switch(
        option="weapon_cards_override",
        value={"Axe": 5},
        probe=damage_cards_of_an_axe,
        before=5,
        after=7,
        zones=FULL_HANDS,
    ),
    Switch(
        option="armor_cards_override",
        value={"Chain mail": 4},
        probe=resistance_in_two_pieces,
        before=2,
        after=5,
        zones=FULL_HANDS,
    ),
    Switch(option="character_creation", value=True, probe=makes_a_character, before=False, after=True),
    Switch(option="playing_yourself", value=True, probe=plays_herself, before=False, after=True),
    Switch(option="cp_method", value="draw", probe=draws_for_points, before=(False, 8), after=(True, 0), also=CREATION),
    Switch(
        option="cp_low_redraw",
        value=True,
        probe=draws_again,
        before=False,
        after=True,
        zones={"deck": "2S 9S"},
        also=BY_DRAW,
    ),
    Switch(option="equipment_cost", value=3, probe=pays_for_a_lamp, before=5, after=2),
    Switch(option="award_survival", value=False, probe=survives, before=1, after=None),
    Switch(
        option="award_roleplaying",
        value=False,
        probe=is_awarded(GiveAward(seat="gm", actor="rex", award="roleplaying")),
        before=True,
        after=False,
    ),
    Switch(
        option="award_goals", value=False, probe=is_awarded(CountGoals(seat="gm", goals=1)), before=True, after=False
    ),
    Switch(option="award_entertainment", value=False, probe=is_awarded(FOR_EVE), before=True, after=False),
    Switch(option="entertainment_by", value="gm", probe=is_awarded(FOR_EVE), before=True, after=False),
    Switch(option="entertainment_tie", value="all_tied", probe=of_a_tie, before=TIE, after=(False, False, 2)),
    Switch(option="entertainment_tie", value="revote", probe=of_a_tie, before=TIE, after=(True, True, 0)),
    Switch(option="entertainment_tie", value="none", probe=of_a_tie, before=TIE, after=(False, False, 0)),
    Switch(
        option="gm_votes",
        value=False,
        probe=is_awarded(Vote(seat="gm", candidate="eve")),
        before=True,
        after=False,
    ),
    Switch(
        option="self_vote",
        value=True,
        probe=is_awarded(Vote(seat="tom", candidate="tom")),
        before=False,
        after=True,
    ),
    Switch(option="awards_only_on_success", value=False, probe=awards_a_failure, before=False, after=True),
)


@pytest.mark.rule("IM-GEN-1")
def test_every_option_is_tried() -> None:
    assert {switch.option for switch in SWITCHES} == GAME.ruleset.options.keys()


def _cases(switches: Iterable[Switch] = SWITCHES) -> list[object]:
    specs = GAME.ruleset.options
    return [
        pytest.param(switch, id=f"{switch.option}-{switch.value}", marks=pytest.mark.rule(*specs[switch.option].rules))
        for switch in switches
    ]


def _laid(switch: Switch, **options: Json) -> Table:
    return laid(switch.zones, options={**switch.also, **options}, sheets={"rex": POINTS}, rest=switch.rest)


@pytest.mark.parametrize("switch", _cases())
def test_switching_an_option_changes_what_happens(switch: Switch) -> None:
    assert switch.before != switch.after
    assert switch.probe(_laid(switch)) == switch.before
    assert switch.probe(_laid(switch, **{switch.option: switch.value})) == switch.after


@pytest.mark.parametrize("switch", _cases(switch for switch in SWITCHES if not switch.at_start))
def test_and_it_can_be_switched_at_the_table(switch: Switch) -> None:
    table = _laid(switch)
    command = SetOption(seat="gm", option=switch.option, value=switch.value)
    assert refused(table, SetOption(seat="tom", option=switch.option, value=switch.value)).message.key
    assert switch.probe(play(table, command)) == switch.after


@pytest.mark.rule("IM-HAND-6", "IM-TURN-8")
def test_the_refill_mode_may_differ_for_a_scene() -> None:
    table = laid(HANDS)
    scene = play(table, SetOption(seat="gm", option="refill_mode", value="pressure", scene=True))
    assert after_an_action(scene) == [1, 1]
    over = play(scene, SetOption(seat="gm", option="refill_mode", value=None, scene=True))
    assert after_an_action(over) == [7, 7]


@pytest.mark.rule("IM-ADV-1", "IM-ACT-8", "IM-GM-5")
@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("advantage_extra_cards", {"actor": 2, "opposition": 1}),
        ("face_down_play", False),
        ("player_may_draw", "always"),
    ],
)
def test_what_is_ruled_for_one_action_counts_for_the_cards_under_way_at_once(option: str, value: Json) -> None:
    table = play(laid(HANDS), ATTEMPT, RuleForAction(seat="gm", option=option, value=value))
    match option:
        case "advantage_extra_cards":
            assert {key: side.due for key, side in under_way(table).sides.items()} == {"opposition": 2, "actor": 3}
            ended = play(table, RuleForAction(seat="gm", option=option, value=None))
            assert {key: side.due for key, side in under_way(ended).sides.items()} == {"opposition": 1, "actor": 1}
        case "face_down_play":
            laid_open = play(table, lay("gm", "opposition", "9D"))
            assert GAME.view_for(laid_open, "eve").zones["committed:opposition"].cards == ("9D",)
        case _:
            assert allowed(table, Draw(seat="tom", side="actor"))


@pytest.mark.rule("IM-GEN-1")
def test_whatever_may_differ_for_an_action_is_offered_to_the_gm_and_can_be_done() -> None:
    table = play(laid(HANDS), ATTEMPT)
    offers = {o.name.partition(":")[2]: o for o in GAME.offers(table, "gm") if o.name.startswith("rule_for_action:")}
    specs = GAME.ruleset.options
    assert offers.keys() == {n for n, s in specs.items() if "action" in s.scopes and s.kind != "numbers"}
    for name, offer in offers.items():
        assert offer.denial is None
        assert under_way(play(table, offer.command)).options.keys() == {name}
    assert not any(o.name.startswith("rule_for_action:") for o in GAME.offers(table, "tom"))
