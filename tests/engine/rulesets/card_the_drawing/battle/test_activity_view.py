"""The activity view of a battle: phases, order, targets with the predicted damage, and windows."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from engine.core.manual_moves import TurnCards
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.activity_view import ActivityView
from engine.rulesets.card_the_drawing.actor_sheet import actor_sheet_of
from engine.rulesets.card_the_drawing.battle.actor_zones import field_zone
from engine.rulesets.card_the_drawing.battle.drawing_phase import FinishDrawing
from engine.rulesets.card_the_drawing.battle.resolution.interrupts import NobodyInterrupts, Pass, PlayInterrupt
from tests.engine.rulesets.card_the_drawing.battle_vectors import Fought
from tests.engine.rulesets.card_the_drawing.battle_vectors import laid as laid_out
from tests.engine.rulesets.card_the_drawing.table import (
    GAME,
    arranged,
    counts,
    duel,
    in_hand,
    laid,
    now,
    planned,
    planning,
    play,
    started,
    with_battle,
    with_tracks,
)


def seen(table: Table, viewer: str = SHARED) -> tuple[ActivityView, ...]:
    """Return what is under way, as somebody sees it."""
    return GAME.view_for(table, viewer).under_way


def rich(table: Table, **hands: str) -> Table:
    """Return a battle in which these hold these cards and can pay for them."""
    for actor, hand in hands.items():
        table = arranged(with_tracks(table, actor, Adrenaline=12), actor, hand=hand, pile=None)
    return table


@pytest.mark.rule("CD-ROUND-1", "CD-UI-3")
def test_the_phases_and_who_still_has_to_finish() -> None:
    table = duel()
    (activity,) = seen(table)
    assert [(step.name, step.state) for step in activity.steps] == [
        ("drawing", "now"),
        ("planning", "later"),
        ("playing", "later"),
        ("cleanup", "later"),
    ]
    assert activity.waiting_for == ("tom", "eve")
    assert activity.actors == ("tia", "eli")
    table = play(table, FinishDrawing(seat="tom", actor="tia"))
    (activity,) = seen(table)
    assert activity.waiting_for == ("eve",)
    assert {turn.actor: turn.state for turn in activity.order} == {"tia": "ready", "eli": "waiting"}
    table = play(table, FinishDrawing(seat="eve", actor="eli"))
    (activity,) = seen(table)
    assert next(step.name for step in activity.steps if step.state == "now") == "planning"
    assert activity.waiting_for == ("tom", "eve")


@pytest.mark.rule("CD-INIT-1", "CD-INIT-4", "CD-UI-7")
def test_the_order_of_a_step_with_the_reason_of_every_change() -> None:
    table = rich(duel(), tia="retreat swing_blade punch", eli="polearm punch")
    table = planned(planning(table), tia="retreat swing_blade", eli="polearm punch")
    while now(table).step < 2:
        table = play(table, NobodyInterrupts(seat="tom"))
    fight, carried, window = seen(table)
    assert [step.name for step in fight.steps] == ["drawing", "planning", "step_1", "step_2", "cleanup"]
    assert [step.state for step in fight.steps] == ["done", "done", "done", "now", "later"]
    first, second = sorted(fight.order, key=lambda turn: turn.rank)
    assert first.state == "now"
    assert second.state == "waiting"
    assert second.label is not None
    assert first.actor == carried.actors[0]
    assert window.waiting_for
    at_once = GAME.view_for(table, "tom").under_way[0].order
    assert at_once == fight.order, "the order of a step lies open"
    assert say(second.label) == "Punch, Initiative 6: printed 5, +1 from Polearm"
    assert second.number == 6


@pytest.mark.rule("CD-INIT-4", "CD-UI-7")
def test_the_order_tells_no_initiative_of_a_discard_that_was_turned_face_down_by_hand() -> None:
    discards = {"A": "furious_charge", "B": "swing_blade", "C": "punch"}
    plans = {who: ["punch"] for who in discards}
    fighters = [{"id": who, "of": "titan", "discard": [card]} for who, card in discards.items()]
    goes = Fought(laid_out({"fighters": fighters, "does": [{"plan": plans}]}), SeededChance(1))
    goes.go({"plan": plans})
    goes.drive(lambda asked: asked is not None and asked.kind == "targets")
    turned = play(goes.table, TurnCards(seat="gm", cards=("discard:B#0",), face="down"))
    told = ["the lowest Initiative is 4" in _waiting_labels(table) for table in (goes.table, turned)]
    assert told == [True, False]


def _waiting_labels(table: Table) -> str:
    return str([say(turn.label) for turn in seen(table)[0].order if turn.state == "waiting" and turn.label is not None])


@pytest.mark.rule("CD-TAG-STUN", "CD-UI-7", "CD-UI-10")
def test_a_stun_is_told_as_long_as_it_waits() -> None:
    table = rich(duel(), tia="punch retreat", eli="swing_blade")
    fight = now(table)
    stunned = replace(fight, fighters={**fight.fighters, "eli": replace(fight.fighters["eli"], stunned=True)})
    table = replace(
        table, procedures=tuple(stunned if procedure is fight else procedure for procedure in table.procedures)
    )
    assert [say(line) for line in seen(table)[0].reckoning] == ["Eli is stunned"]
    table = planned(planning(table), tia="punch", eli="swing_blade")
    late = next(turn for turn in seen(table)[0].order if turn.actor == "eli")
    assert late.state == "waiting"
    assert late.label is not None
    assert "Initiative 4: stunned" in say(late.label)
    assert late.number is None, "that is not what its place comes from"


@pytest.mark.rule("CD-DMG-1", "CD-UI-8")
def test_what_is_foretold_is_what_happens() -> None:
    table = rich(duel(), tia="swing_blade", eli="retreat")
    table = planned(planning(table), tia="swing_blade")
    carried = seen(table)[1]
    card, target = carried.sides
    assert (card.name, target.name) == ("card", "eli")
    assert target.total
    assert "damage" in say(target.reasons[0])
    before = counts(table, "eli")["health"]
    assert (target.figures["before"], target.figures["after"]) == (before, before - target.total)
    table = play(table, NobodyInterrupts(seat="tom"))
    assert counts(table, "eli")["health"] == before - target.total


@pytest.mark.rule("CD-TGT-2", "CD-TGT-5", "CD-UI-8")
def test_while_it_is_aimed_everybody_stands_there_with_what_it_would_do_or_why_not() -> None:
    table = rich(started(laid("tia", "eli", "ogre")), tia="punch")
    table = planned(planning(table), tia="punch")
    carried = seen(table)[1]
    assert carried.waiting_for == ("tom",)
    sides = {side.name: side for side in carried.sides}
    assert set(sides) == {"card", "ogre", "eli", "tia"}
    assert sides["tia"].verdict is not None
    assert sides["tia"].total is None
    assert sides["ogre"].total == sides["eli"].total
    assert sides["eli"].figures["ally"] is True
    assert sides["ogre"].figures["ally"] is False


@pytest.mark.rule("CD-PLAY-8", "CD-UI-9")
def test_what_an_interrupt_would_leave_unpaid_only_its_player_is_told() -> None:
    table = rich(duel(), tia="swing_blade", eli="counter_strike retreat furious_charge")
    table = planned(planning(table), tia="swing_blade", eli="retreat furious_charge")
    enough, short = (with_tracks(table, "eli", Adrenaline=adrenaline) for adrenaline in (4, 3))
    assert _unpaid(enough, "eve") == []
    assert _unpaid(short, "eve") == ["If you play Counter Strike, you cannot pay for Furious Charge"]
    assert not any(_unpaid(short, viewer) for viewer in (SHARED, "tom", "gm"))


def _unpaid(table: Table, viewer: str) -> list[str]:
    return [say(line) for activity in seen(table, viewer) for line in activity.reckoning if "unpaid" in line.key]


@pytest.mark.rule("CD-INT-5", "CD-UI-9")
def test_a_window_tells_who_has_answered_and_nothing_else() -> None:
    table = rich(duel(), tia="punch retreat", eli="counter_strike retreat")
    table = planned(planning(table), tia="punch")
    activity = seen(table)[-1]
    assert activity.waiting_for == ("tom", "eve")
    played = play(table, PlayInterrupt(seat="eve", actor="eli", card=in_hand(table, "eli", "counter_strike")))
    passed = play(table, Pass(seat="eve", actor="eli"))
    assert seen(played)[-1] == seen(passed)[-1]
    assert seen(passed)[-1].waiting_for == ("tom",)
    assert {turn.actor: turn.state for turn in seen(passed)[-1].order} == {"tia": "waiting", "eli": "declared"}


def tokens(table: Table, actor: str) -> dict[str, str]:
    """Return what lies with an actor as tokens, by what each is, with what everybody is told of it."""
    stations = [station for activity in seen(table) for station in activity.stations if station.actor == actor]
    return {
        token.label.key.removeprefix("drawing.token."): say(token.told)
        for station in stations
        for token in station.tokens
    }


GUARD = "Distant guard from Retreat: When taking effect: until Cleanup, damage to the user is halved"
CLOSE = "Close attacks this round by {}"
TOKENS: tuple[tuple[str, dict[str, list[str]], str, str, str], ...] = (
    # what, the plans of A and B, the card after which it lies there, whose it is, what is told of it
    ("guard", {"A": ["retreat"], "B": ["take_cover", "take_cover"]}, "retreat", "A", GUARD),
    (
        "stun",
        {"A": ["staggering_blow"], "B": ["take_cover"]},
        "staggering_blow",
        "B",
        "Stunned: the character’s next card",
    ),
    ("close", {"A": ["punch"], "B": ["broad_swing"]}, "punch", "B", CLOSE.format("A")),
    ("owner", {"A": ["hamstring"], "B": ["take_cover"]}, "hamstring", "B", "A played Hamstring and can end it"),
    ("uses", {"A": ["take_cover"], "B": ["broad_swing"]}, "take_cover", "A", "Take Cover: 1 use left"),
    ("force", {"A": ["test_banner"], "B": ["take_cover"]}, "test_banner", "A", "Test Banner: "),
    (
        "charging",
        {"A": ["test_ritual"], "B": ["take_cover", "take_cover"]},
        "take_cover",
        "A",
        "Charging: takes effect",
    ),
)


@pytest.mark.rule("CD-UI-10", "CD-TAG-DISTANT", "CD-TAG-STUN", "CD-TAG-RITUAL", "CD-TAG-BLAST", "CD-COND-3")
@pytest.mark.parametrize(("what", "plans", "card", "whose", "words"), TOKENS, ids=[row[0] for row in TOKENS])
def test_what_is_pending_lies_there_as_a_token(
    what: str, plans: dict[str, list[str]], card: str, whose: str, words: str
) -> None:
    fighters = ({"id": "A", "of": "titan", "adrenaline": 6}, {"id": "B", "of": "titan", "adrenaline": 6})
    hands = ({**fighters[0], "hand": ["polearm"]}, {**fighters[1], "hand": ["polearm"]})
    vector = {"fighters": hands, "does": [{"plan": plans}]}
    goes = Fought(laid_out(vector), SeededChance(1))
    goes.go({"plan": plans})
    assert (what in tokens(goes.table, whose)) == (what == "charging")
    goes.drive(lambda asked: asked is None and goes.in_front("after", card))
    assert tokens(goes.table, whose)[what].startswith(words)
    assert what not in tokens(goes.table, "AB".replace(whose, ""))
    if what in ("owner", "uses"):
        turned = play(goes.table, TurnCards(seat="gm", cards=(f"{field_zone(whose)}#0",), face="down"))
        assert what not in tokens(turned, whose), "the note would name a card that nobody may see"


@pytest.mark.rule("CD-UI-10", "CD-TAG-DISTANT", "CD-DMG-6")
def test_a_guard_that_is_used_lies_there_no_more() -> None:
    hands = [{"id": who, "of": "titan", "hand": ["polearm"]} for who in "AB"]
    plans = {"A": ["retreat"], "B": ["take_cover", "swing_blade"]}
    goes = Fought(laid_out({"fighters": hands, "does": [{"plan": plans}]}), SeededChance(1))
    goes.go({"plan": plans})
    goes.drive(lambda asked: asked is None and goes.in_front("before", "swing_blade"))
    assert "guard" in tokens(goes.table, "A")
    goes.drive(lambda asked: asked is None and goes.in_front("after", "swing_blade"))
    assert "guard" not in tokens(goes.table, "A")


@pytest.mark.rule("CD-UI-5", "CD-UI-7", "CD-PLAY-2")
def test_the_slots_of_a_step_that_has_not_come_are_free_while_the_cards_are_played() -> None:
    hands = [{"id": who, "of": "titan", "hand": ["polearm"]} for who in "AB"]
    plans = {"A": ["take_cover"], "B": ["take_cover", "punch"]}
    goes = Fought(laid_out({"fighters": hands, "does": [{"plan": plans}]}), SeededChance(1))
    goes.go({"plan": plans})
    slots = [station.slots for activity in seen(goes.table) for station in activity.stations if station.actor == "A"]
    assert [states[1] for states in slots] == ["free"]


def test_huge_numbers_from_a_file_do_not_fill_the_screen() -> None:
    hands = [{"id": who, "of": "titan", "hand": ["polearm"]} for who in "AB"]
    plans = {"A": ["take_cover"], "B": ["punch"]}
    goes = Fought(laid_out({"fighters": hands, "does": [{"plan": plans}]}), SeededChance(1))
    goes.go({"plan": plans})
    huge = 10**9
    battle = now(goes.table)
    fighters = {
        actor: replace(
            fighter,
            planned_speed=huge,
            slots=tuple(replace(slot, first=-huge, last=huge) for slot in fighter.slots),
        )
        for actor, fighter in battle.fighters.items()
    }
    table = with_battle(goes.table, replace(battle, step=huge, fighters=fighters))
    swift = replace(table.actors["A"], sheet={**table.actors["A"].sheet, "speed": huge})
    table = replace(table, actors={**table.actors, "A": swift})
    (activity, *_) = seen(table, "gm")
    assert len(activity.steps) < 300
    assert all(len(station.slots) < 300 for station in activity.stations)
    assert actor_sheet_of(table, "A").stats.speed == 99
