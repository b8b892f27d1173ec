"""Refusals with their rules, as far as the tests of the chapters do not cover them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.events import Noted
from engine.core.manual_moves import MoveCards, SetTrack
from engine.kit.content_editor.persistence import MOST_KEPT
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.card_the_drawing.battle.battle_end import LeaveBattle
from engine.rulesets.card_the_drawing.battle.battle_procedures import current_resolution
from engine.rulesets.card_the_drawing.battle.drawing_phase import BuyDraw, BuyReshuffle, FinishDrawing
from engine.rulesets.card_the_drawing.battle.gm_override import CarryOn, SetTargets
from engine.rulesets.card_the_drawing.battle.minion_commands import AddMinions
from engine.rulesets.card_the_drawing.battle.phase_flow import ForceOn
from engine.rulesets.card_the_drawing.battle.planning.plan_edit_commands import LockPlan, TakeCardBack
from engine.rulesets.card_the_drawing.battle.planning.planning_phase import PlanCards
from engine.rulesets.card_the_drawing.battle.resolution.choice_commands import ChooseCards, ChoosePlace, ChooseTargets
from engine.rulesets.card_the_drawing.battle.resolution.interrupts import (
    AskBriefly,
    NobodyInterrupts,
    Pass,
    PlayInterrupt,
)
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import pending_choice
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import EffectContext
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator
from engine.rulesets.card_the_drawing.cards.card_records import Card, Effect
from engine.rulesets.card_the_drawing.editor.record_commands import KeepRecords
from engine.rulesets.card_the_drawing.outside_combat import DrawHand, UseAbility
from engine.rulesets.card_the_drawing.targeting import card_target_choice
from tests.engine.rulesets.card_the_drawing import battle_vectors, snapshot_vectors
from tests.engine.rulesets.card_the_drawing.table import (
    GAME,
    arranged,
    deck,
    duel,
    in_hand,
    laid,
    now,
    outcome,
    planning,
    play,
    started,
    why,
    with_battle,
    with_tracks,
)

TIA: dict[str, Any] = {"seat": "tom", "actor": "tia"}
PAIR: tuple[Mapping[str, Any], ...] = (
    {"id": "A", "of": "titan", "hand": ["patch_up"]},
    {"id": "B", "of": "titan", "adrenaline": 4, "hand": ["counter_strike", "retreat"]},
)


def battle_of(*does: Mapping[str, Any], fighters: tuple[Mapping[str, Any], ...] = PAIR, **more: Any) -> Table:
    """The table when these things have been done."""
    vector = {"fighters": fighters, "does": does, **more}
    goes = battle_vectors.Fought(battle_vectors.laid(vector), SeededChance(1))
    for step in does:
        goes.go(step)
    return goes.table


def window(**more: Any) -> Table:
    """A is about to punch B."""
    return battle_of({"plan": {"A": ["punch"]}}, **more)


def robbed() -> Table:
    """A chooses two cards out of the hand of B, who has more."""
    fighters = (PAIR[0], {**PAIR[1], "hand": ["punch", "retreat", "swing_blade"]})
    table = battle_of({"plan": {"A": ["test_robber"]}}, fighters=fighters)
    return play(table, NobodyInterrupts(seat="gm"))


def card_of(table: Table, zone: str, face: str) -> str:
    return next(card for card in table.zones[zone].cards if card.partition("/")[0] == face)


def planned_dear() -> Table:
    """Tia has laid a card that was not too dear then, and the plan does not stand yet."""
    table = duel(options={"plan_unaffordable": "forbid"})
    table = planning(arranged(table, "tia", hand="staggering_blow"))
    card = in_hand(table, "tia", "staggering_blow")
    return play(table, PlanCards(**TIA, cards=(card,), lock=False))


def blast() -> Table:
    """W, whom B has struck at Close range, blasts two: B must be among them."""
    fighters = (
        {"id": "W", "of": "sorcerer", "side": "red"},
        {"id": "B", "of": "titan", "side": "blue"},
        {"id": "C", "of": "titan", "side": "blue"},
        {"id": "D", "of": "titan", "side": "blue"},
    )
    table = battle_of({"plan": {"W": ["test_blast"], "B": ["punch"]}}, {"aim": "punch", "at": ["W"]}, fighters=fighters)
    while GAME.refusal(table, ChooseTargets(seat="gm", targets=("B", "C"))) is not None:
        table = play(table, NobodyInterrupts(seat="gm"))
    return table


def mute() -> Table:
    """Tia has a card that can do nothing outside combat."""
    card: dict[str, Any] = {"id": "mute", "name": "Mute", "lists": ["Universal"], "cost": 0, "init": 1}
    table = laid("tia", sheets={"tia": {"deck": deck("mute")}}, options={"out_of_combat": "whole_deck"})
    return replace(table, lists={**table.lists, "cards": (card,)})


def misdirected() -> Table:
    """C lets a blow at it pass to somebody else, and is asked to whom."""
    fighters = (
        {"id": "A", "of": "titan"},
        {"id": "B", "of": "titan"},
        {"id": "C", "of": "titan", "adrenaline": 2, "hand": ["sh_misdirect"]},
        {"id": "D", "of": "titan"},
    )
    table = battle_of(
        {"plan": {"A": ["punch"]}},
        {"aim": "punch", "at": ["C"]},
        {"interrupt": "sh_misdirect", "who": "C", "before": "punch"},
        fighters=fighters,
    )
    while pending_choice(table) is None:
        table = play(table, NobodyInterrupts(seat="gm"))
    return table


def all_ready() -> Table:
    """Everybody has planned, though nobody has gone on yet: only a file can hold this."""
    table = planning(duel())
    fighters = {who: replace(fighter, ready=True) for who, fighter in now(table).fighters.items()}
    return with_battle(table, replace(now(table), fighters=fighters))


REFUSED: tuple[tuple[Callable[[], Table], Callable[[Table], Command], str, str], ...] = (
    # The Drawing phase.
    (
        lambda: with_tracks(arranged(duel(), "tia", hand=1, pile=9), "tia", Adrenaline=1),
        lambda table: BuyDraw(**TIA),
        "drawing_cannot_pay",
        "CD-DRAW-5",
    ),
    (
        lambda: with_tracks(arranged(duel(), "tia", hand=1, pile=0, discard=0), "tia", Adrenaline=9),
        lambda table: BuyDraw(**TIA),
        "drawing_no_cards",
        "CD-DRAW-9",
    ),
    (
        lambda: with_tracks(duel(), "tia", Adrenaline=9, Health=2),
        lambda table: BuyReshuffle(**TIA),
        "drawing_no_health",
        "CD-DRAW-6",
    ),
    (
        lambda: play(duel(), FinishDrawing(**TIA)),
        lambda table: FinishDrawing(**TIA),
        "drawing_finished",
        "CD-ROUND-1",
    ),
    # Who is there, and who is waited for.
    (
        lambda: started(laid("tia", "tam", "ogre"), "tia", "ogre"),
        lambda table: LeaveBattle(seat="gm", actor="tam"),
        "drawing_not_in_battle",
        "CD-ROUND-3",
    ),
    (window, lambda table: ForceOn(seat="gm"), "drawing_card_first", "CD-PLAY-3"),
    (all_ready, lambda table: ForceOn(seat="gm"), "drawing_nobody_waited_for", "CD-ROUND-1"),
    (
        lambda: started(laid("rats", "tia")),
        lambda table: AddMinions(seat="gm", actor="rats", count=99),
        "drawing_mob_size",
        "CD-MINION-1",
    ),
    # Planning.
    (
        lambda: planning(duel()),
        lambda table: TakeCardBack(**TIA, card="hand:tom#0"),
        "drawing_not_planned",
        "CD-PLAN-1",
    ),
    (
        lambda: with_tracks(planned_dear(), "tia", Adrenaline=0),
        lambda table: LockPlan(**TIA),
        "drawing_plan_all_dear",
        "CD-PLAN-4",
    ),
    (
        lambda: play(planning(duel()), MoveCards(seat="gm", cards=("hand:tom#0",), target="plan:tia")),
        lambda table: LockPlan(**TIA),
        "drawing_plan_by_hand",
        "CD-PLAN-1",
    ),
    # Windows.
    (
        lambda: play(window(), Pass(seat="seat_A", actor="A")),
        lambda table: NobodyInterrupts(seat="seat_A", mine=True),
        "drawing_answered_all",
        "CD-INT-5",
    ),
    (
        lambda: play(window(), AskBriefly(seat="seat_B", actor="B")),
        lambda table: AskBriefly(seat="seat_B", actor="B"),
        "drawing_is_asked_briefly",
        "CD-INT-1",
    ),
    (
        lambda: battle_of({"plan": {"A": ["take_cover"]}}),
        lambda table: PlayInterrupt(seat="seat_B", actor="B", card=card_of(table, "hand:seat_B", "counter_strike")),
        "drawing_not_now",
        "CD-INT-2",
    ),
    # Targets and choices.
    (
        window,
        lambda table: SetTargets(seat="gm", targets=("B", "B")),
        "drawing_target.twice",
        "CD-TGT-1",
    ),
    (
        blast,
        lambda table: ChooseTargets(seat="gm", targets=("C", "C")),
        "drawing_target.twice",
        "CD-TAG-BLAST",
    ),
    (
        blast,
        lambda table: ChooseTargets(seat="gm", targets=("C",)),
        "drawing_target.demand_all",
        "CD-TAG-BLAST",
    ),
    (
        robbed,
        lambda table: ChooseCards(seat="seat_B", cards=("hand:seat_B#0",)),
        "drawing_count",
        "CD-COND-1",
    ),
    (
        robbed,
        lambda table: ChooseCards(seat="seat_B", cards=("hand:seat_A#0", "hand:seat_B#0")),
        "drawing_not_among",
        "CD-COND-1",
    ),
    (
        misdirected,
        lambda table: ChoosePlace(seat="seat_C", source="C", taker="A"),
        "drawing_redirect",
        "",
    ),
    # Outside combat, and what is kept.
    (
        lambda: laid("tia", sheets={"tia": {"deck": []}}),
        lambda table: DrawHand(**TIA),
        "drawing_no_deck",
        "CD-DECK-5",
    ),
    (
        mute,
        lambda table: UseAbility(**TIA, ability="mute"),
        "drawing_no_ability",
        "CD-OUT-1",
    ),
    (laid, lambda table: KeepRecords(seat="gm", put={"spells": ({"id": "one"},)}), "drawing_no_drawer", ""),
    (
        laid,
        lambda table: KeepRecords(
            seat="gm", put={"tags": tuple({"id": f"Tag{number}"} for number in range(MOST_KEPT + 1))}
        ),
        "drawing_too_many_records",
        "",
    ),
)


@pytest.mark.parametrize(
    ("before", "command", "key", "rule"),
    [pytest.param(*row, id=row[2], marks=pytest.mark.rule(row[3]) if row[3] else ()) for row in REFUSED],
)
def test_what_may_not_be_done_says_by_which_rule(
    before: Callable[[], Table], command: Callable[[Table], Command], key: str, rule: str
) -> None:
    table = before()
    reasons = why(table, command(table))
    assert reasons[0] == key
    assert not rule or rule in reasons


@pytest.mark.rule("CD-INT-1", "CD-UI-9")
def test_who_can_play_no_interrupt_now_is_told_so() -> None:
    table = play(window(), NobodyInterrupts(seat="gm"))
    offers = {offer.name: offer for offer in GAME.offers(table, "seat_A", "seat_A")}
    denial = offers["interrupt:A"].denial
    assert denial is not None
    assert denial.message.key == "refused.drawing_none_now"


@pytest.mark.rule("CD-PLAY-3", "CD-PLAY-9", "CD-MINION-5", "CD-DEF-2")
@pytest.mark.parametrize(
    ("key", "command"),
    [
        ("drawing_not_there", lambda: MoveCards(seat="gm", cards=("open:A#0",), target="discard:A")),
        ("drawing_too_dear", lambda: SetTrack(seat="gm", actor="A", track="Adrenaline", value=0)),
        ("drawing_defeated", lambda: SetTrack(seat="gm", actor="A", track="Health", value=0)),
        ("drawing_slot_lost", lambda: SetTrack(seat="gm", actor="M", track="Minion 2", value=0)),
    ],
)
def test_a_card_that_comes_to_nothing_tells_the_reason_with_its_numbers(
    key: str, command: Callable[[], Command]
) -> None:
    fighters = (
        {"id": "A", "of": "titan", "adrenaline": 2, "side": "red"},
        {"id": "M", "minions": 2, "side": "red"},
        {**PAIR[1], "side": "blue"},
    )
    mob = key == "drawing_slot_lost"
    plan = {"M": ["take_cover", "punch"]} if mob else {"A": ["furious_charge"]}
    table = battle_of({"plan": plan}, fighters=fighters)
    while mob and current_resolution(table).card.partition("/")[0] != "punch":  # type: ignore[union-attr]
        table = play(table, NobodyInterrupts(seat="gm"))
    reasons: list[str] = []
    waiting: list[Command] = [command()]
    while waiting:
        result = outcome(table, waiting.pop())
        log_lines = [event for event in result.events if isinstance(event, Noted)]
        reasons += [line.key for event in log_lines for line in event.reckoning]
        table = result.table
        if current_resolution(table) is not None:
            waiting.append(CarryOn(seat="gm"))
    assert f"refused.{key}" in reasons


@pytest.mark.rule("CD-TGT-1", "CD-TGT-2", "CD-TGT-3", "CD-TGT-4", "CD-DEF-1", "CD-AMB-49")
@pytest.mark.parametrize(
    ("key", "effect", "body"),
    [
        ("drawing_target.unknown", {"target": "one"}, "nobody"),
        ("drawing_target.defeated", {"target": "one"}, "F"),
        ("drawing_target.self", {"target": "one"}, "M1"),
        ("drawing_target.own", {"target": "one_other"}, "M2"),
        ("drawing_target.not_enemy", {"target": "one_enemy"}, "A"),
        ("drawing_target.not_ally", {"target": "one_ally"}, "B"),
        ("drawing_target.where", {"target": "one", "where": "it.health < 5"}, "B"),
        ("drawing_target.no_condition", {"do": "remove_condition", "target": "one", "count": "1"}, "B"),
        ("drawing_target.friendly_fire", {"target": "one"}, "A"),
    ],
)
def test_who_may_not_be_aimed_at_says_why(key: str, effect: dict[str, str], body: str) -> None:
    fighters = [
        {"id": "M", "minions": 2, "side": "red"},
        {"id": "A", "of": "titan", "side": "red"},
        {"id": "B", "of": "titan", "side": "blue"},
        {"id": "F", "of": "titan", "side": "blue", "health": 0},
    ]
    options = {"friendly_fire": "forbid"} if key.endswith("friendly_fire") else {}
    at = BattleCalculator(snapshot_vectors.scene_of({"fighters": fighters, "options": options}))
    converted = msgspec.convert({"on": "resolve", "do": "damage", "amount": "1", **effect}, Effect)
    card = Card(id="test", name="Test", effects=(converted,))
    choice = card_target_choice(at, EffectContext(card=card, owner="M", body="M1"))
    fault = replace(choice, least=1).refusal((body,))
    assert fault is not None
    assert fault.message.key == f"refused.{key}"
