"""The group's choices: each option of section 1.2 is there with its default, and switching it changes what happens.

The options of fights, wounds, characters and awards are switched in the tests of those chapters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pytest

from engine.play.commands import Command
from engine.play.events import Noted
from engine.play.moves import SetOption
from engine.rulesets.imaginality.actions import Attempt, HouseAction, RuleForAction
from engine.rulesets.imaginality.damage import Inflict
from engine.rulesets.imaginality.deck import Reshuffle
from engine.rulesets.imaginality.granting import (
    AllowDraw,
)
from engine.rulesets.imaginality.hands import Refill, Refresh, StartAdventure
from engine.rulesets.imaginality.laying import (
    Draw,
)
from engine.rulesets.imaginality.ranged import Shoot
from engine.table.frozen import Json
from engine.table.table import Table
from tests.engine.imaginality.table import (
    ATTEMPT,
    ELSEWHERE,
    GAME,
    REVEAL,
    SETTLE,
    cards,
    figures,
    laid,
    lay,
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


@dataclass(frozen=True, kw_only=True)
class Switch:
    """An option, what is tried, and what comes of it by default and with another value."""

    option: str
    value: Json
    probe: Callable[[Table], object]
    before: object
    after: object
    zones: Mapping[str, str] | None = None
    rest: str = "deck"


HANDS = {"hand:tom": "8H 2H", "hand:gm": "9D 2D", "deck": "3C 4C"}
JOKER = {"hand:tom": "X 2S 3S 4S 5S 6S 7S", "hand:gm": "9D", "deck": "3C KC 5C", "discard": "QD"}
SIX_DISCARDS = {"hand:tom": "8H 2H 3H 4H 5H", "deck": "9S 2S 3S", "discard": "2C 3C 4C 5C 6C 7C"}
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
)


def _cases() -> list[object]:
    specs = GAME.ruleset.options
    return [
        pytest.param(switch, id=f"{switch.option}-{switch.value}", marks=pytest.mark.rule(*specs[switch.option].rules))
        for switch in SWITCHES
    ]


@pytest.mark.parametrize("switch", _cases())
def test_switching_an_option_changes_what_happens(switch: Switch) -> None:
    before = laid(switch.zones, sheets={"rex": POINTS}, rest=switch.rest)
    after = laid(switch.zones, options={switch.option: switch.value}, sheets={"rex": POINTS}, rest=switch.rest)
    assert switch.probe(before) == switch.before
    assert switch.probe(after) == switch.after


@pytest.mark.parametrize("switch", _cases())
def test_and_it_can_be_switched_at_the_table(switch: Switch) -> None:
    table = laid(switch.zones, sheets={"rex": POINTS}, rest=switch.rest)
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
