"""The lines of the log: each bears the rule that it goes by, and names what was really used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from engine.core.commands import Command
from engine.core.events import Noted
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.imaginality.actions.action_commands import Attempt, HouseAction, Judge
from engine.rulesets.imaginality.actions.gm_card_commands import GrantCards
from engine.rulesets.imaginality.combat.attack_commands import Shoot, Strike
from engine.rulesets.imaginality.combat.initiative import CallInitiative
from engine.rulesets.imaginality.damage import CollapseCheck, Hazard, Inflict
from engine.rulesets.imaginality.deck.hand_commands import HoldRefill, Refill, StartAdventure
from tests.engine.rulesets.imaginality.fights import (
    REVEAL,
    SETTLE,
    answers,
    arena,
    blow,
    draws,
    enough,
    fighting,
    hits,
    lays,
    log,
    shoots_down,
    shot,
    wounding,
)
from tests.engine.rulesets.imaginality.table import ATTEMPT, GAME, laid, notes, outcome, play, rules_told

STRIKE, SHOOT = Strike(seat="tom", actor="rex", target="sal"), Shoot(seat="tom", actor="rex", target="sal")
GRANTED = Attempt(seat="gm", actor="rex", advantage=1)
MISHAP = Hazard(seat="gm", target="sal", cards=1)
GRANTED_MISHAP = (MISHAP, GrantCards(seat="gm", side="resistance"))
LACKING = {"rex": {"mental": 1, "physical": 1, "social": 1}}
AT_ONCE = {"face_down_play": False}


def at(*commands: Command, **more: Any) -> Callable[[], tuple[Table, Command]]:
    """A table before the last of some commands, and that command."""

    def made() -> tuple[Table, Command]:
        return play(arena(**more), *commands[:-1]), commands[-1]

    return made


def fight_at(*commands: Command, **more: Any) -> Callable[[], tuple[Table, Command]]:
    """The same in a fight."""

    def made() -> tuple[Table, Command]:
        return play(fighting(arena(**more), "rex", "sal"), *commands[:-1]), commands[-1]

    return made


LINES: Mapping[str, tuple[Callable[[], tuple[Table, Command]], tuple[str, ...]]] = {
    "adventure_starts": (lambda: (laid(), StartAdventure(seat="gm")), ("IM-HAND-2",)),
    "dealt": (lambda: (laid({"hand:tom": ""}), StartAdventure(seat="gm")), ("IM-HAND-2",)),
    "refilled": (lambda: (laid({"hand:tom": "2S"}), Refill(seat="tom", holder="tom")), ("IM-HAND-4", "IM-HAND-6")),
    "attempts": (at(ATTEMPT), ("IM-ACT-1",)),
    "unskilled": (
        at(Attempt(seat="tom", actor="rex", skill="Law", attribute="social"), sheets=LACKING),
        ("IM-SKILL-5", "IM-SKILL-6"),
    ),
    "lays": (at(ATTEMPT, lays("actor", "9S", "tom")), ("IM-ACT-8",)),
    "lays_open": (at(ATTEMPT, lays("opposition", "9C", "gm"), options=AT_ONCE), ("IM-ACT-8",)),
    "draws": (at(ATTEMPT, draws("opposition")), ("IM-DRAW-1",)),
    "lays_no_more": (at(GRANTED, lays("actor", "9S", "tom"), enough("actor", "tom")), ("IM-ADV-5",)),
    "outcome_success": (
        at(ATTEMPT, lays("opposition", "2C", "gm"), lays("actor", "9S", "tom"), REVEAL),
        ("IM-ACT-6", "IM-ACT-7", "IM-ACT-10"),
    ),
    "settled": (
        at(ATTEMPT, lays("opposition", "2C", "gm"), lays("actor", "9S", "tom"), REVEAL, SETTLE),
        ("IM-ACT-9", "IM-DECK-3"),
    ),
    "judged_refused": (at(ATTEMPT, Judge(seat="gm", outcome="refused")), ("IM-GEN-4", "IM-GEN-6")),
    "house_action": (at(HouseAction(seat="gm", what="", holders=("tom",))), ("IM-GEN-2",)),
    "strikes": (at(STRIKE), ("IM-HTH-2",)),
    "attack_laid": (at(STRIKE, lays("actor", "9S", "tom")), ("IM-HTH-3",)),
    "responds_block": (at(*blow("9S", "block")[:3]), ("IM-HTH-4", "IM-HTH-5")),
    "responds_counterattack": (at(*blow("9S", "counterattack")[:3]), ("IM-HTH-6", "IM-HTH-9")),
    "does_nothing": (at(*blow("9S", "nothing")[:3]), ("IM-HTH-10",)),
    "shoots": (at(Shoot(seat="tom", actor="rex", target="sal", weapon="Bow")), ("IM-RANGED-1",)),
    "throws": (at(Shoot(seat="tom", actor="rex", target="sal", weapon="Axe")), ("IM-RANGED-1",)),
    "throws_something": (at(SHOOT), ("IM-RANGED-1",)),
    "responds_dodge": (at(*shot("9S", "dodge")[:3]), ("IM-RANGED-3", "IM-RANGED-5")),
    "will_not_dodge": (at(*shot("9S", "none")[:3]), ("IM-RANGED-7",)),
    "cannot_dodge": (at(Shoot(seat="tom", actor="rex", target="sal", aware=False)), ("IM-RANGED-6", "IM-RANGED-5")),
    "drawn_for": (
        at(Shoot(seat="tom", actor="rex", target="sal", aware=False), lays("actor", "9S", "tom")),
        ("IM-RANGED-6",),
    ),
    "hazard": (at(MISHAP), ("IM-DMG-1",)),
    "damage_shown": (at(*wounding("9C")), ("IM-DMG-8", "IM-DMG-11")),
    "wounded": (at(*wounding("9C")), ("IM-WOUND-5", "IM-WOUND-3")),
    "initiative_called": (fight_at(CallInitiative(seat="gm")), ("IM-INIT-1",)),
    "initiative_order": (
        fight_at(CallInitiative(seat="gm"), lays("init-rex", "9S", "tom"), lays("init-sal", "2H", "eve"), REVEAL),
        ("IM-INIT-2", "IM-INIT-3", "IM-INIT-6"),
    ),
}


@pytest.mark.parametrize("key", LINES)
def test_a_line_bears_its_rules(key: str) -> None:
    made, rules = LINES[key]
    assert rules_told(outcome(*made()), key)[:1] == [rules]


@pytest.mark.parametrize(
    ("commands", "key", "rules"),
    [
        ((SHOOT, lays("actor", "9S", "tom")), "attack_laid", ("IM-RANGED-1",)),
        ((MISHAP, enough("resistance", "eve")), "lays_none", ("IM-DMG-9",)),
        (
            (*GRANTED_MISHAP, lays("resistance", "2H", "eve"), enough("resistance", "eve")),
            "lays_no_more",
            ("IM-DMG-9",),
        ),
        (hits("Axe"), "damage_due", ("IM-DMG-1", "IM-DMG-2")),
        (shoots_down("Bow"), "damage_due", ("IM-DMG-1", "IM-DMG-3")),
    ],
)
def test_one_of_two_rules_is_told_as_the_case_is(
    commands: tuple[Command, ...], key: str, rules: tuple[str, ...]
) -> None:
    assert rules_told(outcome(play(arena(), *commands[:-1]), commands[-1]), key) == [rules]


@pytest.mark.rule("IM-WOUND-7", "IM-WOUND-9")
@pytest.mark.parametrize(("drawn", "rules"), [("2D", ("IM-WOUND-7",)), ("X", ("IM-WOUND-9",))])
def test_a_collapse_by_a_joker_is_told_as_such(drawn: str, rules: tuple[str, ...]) -> None:
    table = play(arena({"deck": drawn}, options={"damage_mode": "bookkeeping"}), *wounding("9C"))
    assert rules_told(outcome(table, CollapseCheck(seat="eve")), "collapse_dying") == [rules]


@pytest.mark.rule("IM-HTH-2", "IM-DMG-1")
@pytest.mark.parametrize(("carried", "told"), [("Axe", "(Axe)"), ("Rifle", "(Unarmed)"), (None, "(Unarmed)")])
def test_a_blow_is_told_with_the_weapon_that_strikes(carried: str | None, told: str) -> None:
    assert told in log(arena(sheets={"rex": {"weapon": carried}} if carried else {}), (STRIKE,), "eve")


@pytest.mark.rule("IM-RANGED-1", "IM-DMG-3")
@pytest.mark.parametrize(
    ("carried", "told", "title"),
    [
        ("Bow", "shoots at Sal (Bow)", "shoots at Sal"),
        ("Knife", "throws the Knife at Sal", "throws at Sal"),
        (None, "throws something at Sal", "throws at Sal"),
    ],
)
@pytest.mark.parametrize("secret", [False, True])
def test_what_is_no_weapon_for_shots_is_thrown(carried: str | None, told: str, title: str, secret: bool) -> None:
    table = arena(sheets={"rex": {"weapon": carried}} if carried else {})
    if secret:
        table = replace(table, actors={**table.actors, "rex": replace(table.actors["rex"], secret=True)})
        told = title = "shoots at Sal"
    assert f"Rex {told}" in log(table, (SHOOT,), "eve")
    assert say(GAME.view_for(play(table, SHOOT), "eve").under_way[-1].title) == f"Rex {title}"


@pytest.mark.rule("IM-HTH-7")
def test_the_counterattackers_own_weapon_is_told_and_not_the_attackers() -> None:
    club = Strike(seat="tom", actor="rex", target="sal", weapon="Club")
    start = (club, lays("actor", "5S", "tom"), answers("counterattack"), enough("actor", "tom"))
    table = play(arena(sheets={"sal": {"weapon": "Axe"}}), *start, lays("opposition", "9H", "eve"), REVEAL)
    assert "Sal deals damage to Rex with Axe: 3 damage cards" in log(table, (Inflict(seat="eve"),), "tom")


@pytest.mark.rule("IM-ACT-6", "IM-VAL-2", "IM-VAL-3", "IM-JOKER-1")
def test_a_total_is_reckoned_by_whose_it_is_and_what_it_is_made_of() -> None:
    table = arena(
        {"hand:tom": "X 9S", "deck": "3D 2D KD"},
        options={"damage_mode": "bookkeeping"},
        tracks={"rex": {"damage": 2}},
    )
    table = play(table, GRANTED, draws("opposition"))
    events = outcome(play(table, lays("actor", "X 9S", "tom")), REVEAL).events
    reckoned = [[say(line) for line in event.reckoning] for event in events if isinstance(event, Noted)]
    assert reckoned[0] == [
        "Rex (the actor), played Joker, 9♠, in place of Jokers 2♦, K♦, wounds −2: total 22",
        "Ada (the difficulty), drawn 3♦: total 3",
    ]


@pytest.mark.rule("IM-HAND-6")
def test_holding_back_and_letting_go_are_told_apart() -> None:
    result = outcome(laid(), HoldRefill(seat="gm", holder="tom"))
    assert notes(result) == ["refill_held"]
    assert notes(outcome(result.table, HoldRefill(seat="gm", holder="tom", hold=False))) == ["refill_let_go"]


@pytest.mark.rule("IM-HAND-7", "IM-HAND-11")
def test_what_came_is_told_to_its_holder_alone_and_not_at_all_where_hands_lie_open() -> None:
    refill = Refill(seat="tom", holder="tom")
    private, shown = (
        outcome(laid({"hand:tom": "2S"}, options={"hands_private": private}), refill) for private in (True, False)
    )
    assert {viewer: "got_cards" in notes(private, viewer) for viewer in ("tom", "gm")} == {"tom": True, "gm": False}
    assert "got_cards" not in notes(shown)
