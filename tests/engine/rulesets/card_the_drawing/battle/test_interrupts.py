"""Interrupts: who is asked, who goes first, and that nobody learns who holds one."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.draft import Draft
from engine.core.events import Noted
from engine.core.manual_moves import EditActor, MoveCards, SetTrack
from engine.core.redaction import redact
from engine.core.rules import AppliedCommand
from engine.messages.texts import say
from engine.model.table import Table
from engine.rulesets.card_the_drawing.battle.battle_end import EndBattle
from engine.rulesets.card_the_drawing.battle.battle_procedures import (
    CardResolution,
    ResolutionStage,
    current_battle,
    current_resolution,
    open_window,
)
from engine.rulesets.card_the_drawing.battle.drawing_phase import FinishDrawing
from engine.rulesets.card_the_drawing.battle.gm_override import CancelCard, CarryOn, SetTargets
from engine.rulesets.card_the_drawing.battle.phase_flow import settle
from engine.rulesets.card_the_drawing.battle.planning.planning_phase import PlanCards
from engine.rulesets.card_the_drawing.battle.resolution.choice_commands import ChooseBody, ChooseTargets
from engine.rulesets.card_the_drawing.battle.resolution.interrupts import (
    AskAgain,
    AskBriefly,
    NobodyInterrupts,
    Pass,
    PlayInterrupt,
    interrupt_candidates,
    unanswered_actors,
    unpaid_after,
)
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import pending_choice
from engine.rulesets.card_the_drawing.battle.snapshot_builder import snapshot_of
from engine.rulesets.card_the_drawing.encounters.battle_start import StartBattle
from tests.engine.rulesets.card_the_drawing.battle_vectors import Fought, laid
from tests.engine.rulesets.card_the_drawing.table import GAME

DUEL = (
    {"id": "A", "of": "titan", "hand": ["patch_up"]},
    {"id": "B", "of": "titan", "adrenaline": 4, "hand": ["counter_strike", "counter_strike", "retreat"]},
    {"id": "C", "of": "titan", "hand": ["retreat"]},
)


def begun(plans: dict[str, list[str]], fighters: tuple[dict[str, Any], ...] = DUEL, **options: object) -> Table:
    """Return the table when the plans have been laid and the first question is asked."""
    vector = {"fighters": fighters, "options": options, "does": [{"plan": plans}]}
    fought = Fought(laid(vector), SeededChance(1))
    fought.go({"plan": plans})
    return fought.table


def play(table: Table, *commands: Command) -> Table:
    """Return the table after some commands."""
    for command in commands:
        table = GAME.apply(table, command, SeededChance(1)).table
    return table


def refusal(table: Table, command: Command) -> str:
    """Return why a command is refused; empty if it is not."""
    refusal = GAME.refusal(table, command)
    return "" if refusal is None else refusal.message.key.removeprefix("refused.")


def front(table: Table) -> CardResolution:
    resolution = current_resolution(table)
    assert resolution is not None
    return resolution


@pytest.fixture
def punch() -> Table:
    """A is about to punch B, and the window before it is open."""
    return play(begun({"A": ["punch", "punch"]}), ChooseTargets(seat="seat_A", targets=("B",)))


@pytest.mark.rule("CD-INT-1", "CD-UI-9", "CD-PLAY-3")
def test_everybody_who_holds_cards_is_asked_alike(punch: Table) -> None:
    assert open_window(punch) is not None
    assert unanswered_actors(punch) == ("A", "B", "C")
    answered = play(punch, Pass(seat="seat_C", actor="C"), Pass(seat="seat_A", actor="A"))
    assert unanswered_actors(answered) == ("B",)
    assert open_window(answered) is not None
    assert snapshot_of(answered).bodies["B"].health == 35, "nothing is done before all have answered"
    after = play(answered, Pass(seat="seat_B", actor="B"))
    assert snapshot_of(after).bodies["B"].health == 29
    assert front(after).stage is ResolutionStage.AFTER
    assert unanswered_actors(after) == ("A", "B", "C")


@pytest.mark.rule("CD-UI-9", "CD-INT-5")
@pytest.mark.parametrize("viewer", ["seat_A", "seat_C", "shared"])
def test_an_answer_tells_nobody_else_what_it_is(punch: Table, viewer: str) -> None:
    card = next(card for card in punch.zones["hand:seat_B"].cards if card.startswith("counter"))
    commands = (PlayInterrupt(seat="seat_B", actor="B", card=card), Pass(seat="seat_B", actor="B"))
    outcomes: list[AppliedCommand] = [GAME.apply(punch, command, SeededChance(1)) for command in commands]
    views = [GAME.view_for(outcome.table, viewer) for outcome in outcomes]
    assert views[0] == views[1]
    redacted = [redact(punch, outcome.events, viewer) for outcome in outcomes]
    assert redacted[0] == redacted[1]
    assert outcomes[0].title == outcomes[1].title
    assert outcomes[0].learned == outcomes[1].learned


@pytest.mark.rule("CD-UI-9", "CD-PLAN-1")
@pytest.mark.parametrize("viewer", ["seat_A", "seat_C", "shared"])
def test_what_others_hold_and_plan_changes_nothing_for_a_viewer(viewer: str) -> None:
    """B holds the same cards and plans one of two in the second step: nobody sees which while the first is played."""
    fighters = (DUEL[0], {**DUEL[1], "hand": ["retreat", "swing_blade", "patch_up", "counter_strike"]}, DUEL[2])
    fought = Fought(laid({"fighters": fighters, "does": [{"plan": {"A": ["swing_blade"]}}]}), SeededChance(1))
    for actor in ("A", "B", "C"):
        fought.do(FinishDrawing(seat="gm", actor=actor))
    hand = {card.partition("/")[0]: card for card in fought.table.zones["hand:seat_B"].cards}
    worlds = [fought.table, fought.table]
    seconds = (hand["swing_blade"], hand["patch_up"])
    swung = next(card for card in fought.table.zones["draw:A"].cards if card.startswith("swing"))
    lines: list[list[Command]] = [
        [
            MoveCards(seat="gm", cards=(swung,), target="hand:seat_A"),
            PlanCards(seat="seat_A", actor="A", cards=(swung,)),
            PlanCards(seat="seat_B", actor="B", cards=(hand["retreat"], second)),
            PlanCards(seat="seat_C", actor="C"),
            ChooseTargets(seat="seat_A", targets=("C",)),
            Pass(seat="seat_B", actor="B"),
            *[Pass(seat=f"seat_{actor}", actor=actor) for actor in "AC"],
        ]
        for second in seconds
    ]
    for pair in zip(*lines, strict=True):
        outcomes = [GAME.apply(table, command, SeededChance(3)) for table, command in zip(worlds, pair, strict=True)]
        redacted = [redact(table, outcome.events, viewer) for table, outcome in zip(worlds, outcomes, strict=True)]
        assert redacted[0] == redacted[1]
        worlds = [outcome.table for outcome in outcomes]
        views = [GAME.view_for(table, viewer) for table in worlds]
        assert views[0] == views[1]
    assert worlds[0].zones["plan:B"].cards != worlds[1].zones["plan:B"].cards


@pytest.mark.rule("CD-INT-1", "CD-INT-2", "CD-TAG-INTERRUPT")
def test_what_may_not_be_played(punch: Table) -> None:
    hand = {card.partition("/")[0]: card for card in punch.zones["hand:seat_B"].cards}
    counter = hand["counter_strike"]
    assert refusal(punch, PlayInterrupt(seat="seat_B", actor="B", card=hand["retreat"])) == "drawing_no_interrupt"
    assert refusal(punch, PlayInterrupt(seat="seat_A", actor="B", card=counter)) == "not_your_character"
    assert refusal(punch, PlayInterrupt(seat="seat_A", actor="A", card=counter)) == "drawing_not_in_hand"
    poor = play(punch, SetTrack(seat="gm", actor="B", track="Adrenaline", value=1))
    assert refusal(poor, PlayInterrupt(seat="seat_B", actor="B", card=counter)) == "drawing_too_dear"
    for guess in (counter, "counter_strike/9"):
        assert refusal(punch, PlayInterrupt(seat="gm", actor="B", card=guess)) == "drawing_not_in_hand", "unseen"
    fallen = play(punch, SetTrack(seat="gm", actor="C", track="Health", value=0))
    assert refusal(fallen, Pass(seat="seat_C", actor="C")) == "drawing_fallen"
    assert refusal(punch, PlayInterrupt(seat="seat_B", actor="B", card="hand:seat_B#9")) == "no_such_place"


@pytest.mark.rule("CD-INT-5", "CD-INT-7", "CD-INT-8", "CD-CLEAN-3")
def test_after_each_one_the_window_opens_again(punch: Table) -> None:
    first, second = (card for card in punch.zones["hand:seat_B"].cards if card.startswith("counter"))
    table = play(punch, PlayInterrupt(seat="seat_B", actor="B", card=first), NobodyInterrupts(seat="seat_A"))
    assert front(table).card == first
    assert first in table.zones["open:B"].cards
    assert snapshot_of(table).fighters["B"].adrenaline == 4, "paid when it takes effect"
    while front(table).card == first:
        table = play(table, NobodyInterrupts(seat="gm"))
    assert snapshot_of(table).fighters["B"].adrenaline == 2
    assert open_window(table) is not None
    assert unanswered_actors(table) == ("A", "B", "C")
    table = play(table, PlayInterrupt(seat="seat_B", actor="B", card=second), NobodyInterrupts(seat="gm"))
    assert front(table).card == second
    for _ in range(20):
        table = play(table, NobodyInterrupts(seat="gm")) if open_window(table) is not None else table
        if pending_choice(table) is not None:
            table = play(table, ChooseTargets(seat="gm", targets=("C",)))
    assert [card.partition("/")[0] for card in table.zones["discard:B"].cards] == ["counter_strike"] * 2


@pytest.mark.rule("CD-INT-1")
def test_passing_for_a_while(punch: Table) -> None:
    table = play(
        punch,
        Pass(seat="seat_C", actor="C", until="step"),
        Pass(seat="seat_A", actor="A", until="round"),
        Pass(seat="seat_B", actor="B"),
    )
    assert unanswered_actors(table) == ("B",), "the window after it"
    table = play(table, AskAgain(seat="seat_A", actor="A"))
    assert unanswered_actors(table) == ("A", "B")
    assert refusal(table, AskAgain(seat="seat_A", actor="A")) == "drawing_is_asked"
    table = play(table, Pass(seat="seat_A", actor="A", until="round"), Pass(seat="seat_B", actor="B"))
    table = play(table, ChooseTargets(seat="seat_A", targets=("B",)))
    assert unanswered_actors(table) == ("B", "C"), "the next step asks who passed for one"


@pytest.mark.rule("CD-UI-9", "CD-INT-1")
def test_a_group_may_wait_only_where_somebody_can_interrupt_and_may_name_who() -> None:
    """B holds Counter Strike: a blow at B can be answered, one at C cannot, and neither can one that is too dear."""
    asked: dict[str, list[tuple[str, ...]]] = {}
    for whom in ("everybody", "somebody_can", "who_can"):
        table = begun({"A": ["punch", "punch"]}, interrupt_windows=whom)
        at_b = play(table, ChooseTargets(seat="seat_A", targets=("B",)))
        at_c = play(table, ChooseTargets(seat="seat_A", targets=("C",)))
        poor = play(table, SetTrack(seat="gm", actor="B", track="Adrenaline", value=0))
        poor = play(poor, ChooseTargets(seat="seat_A", targets=("B",)))
        asked[whom] = [
            unanswered_actors(each_table) if open_window(each_table) is not None else ()
            for each_table in (at_b, at_c, poor)
        ]
    assert asked == {
        "everybody": [("A", "B", "C")] * 3,
        "somebody_can": [("A", "B", "C"), (), ()],
        "who_can": [("B",), (), ()],
    }


@pytest.mark.rule("CD-INT-1", "CD-INT-5", "CD-UI-9")
def test_a_table_may_answer_for_a_whole_card_unless_somebody_interrupts_it(punch: Table) -> None:
    both = NobodyInterrupts(seat="gm", through=True)
    over = play(punch, both)
    resolution = current_resolution(over)
    assert resolution is None or resolution.card != front(punch).card, "before and after it, with one word"
    after = play(punch, NobodyInterrupts(seat="gm"))
    assert front(after).stage is ResolutionStage.AFTER
    assert refusal(after, both) == "drawing_no_window", "only before a card can be told what will be after it"
    counter = next(card for card in punch.zones["hand:seat_B"].cards if card.startswith("counter_strike"))
    offered = play(punch, PlayInterrupt(seat="seat_B", actor="B", card=counter))
    played = play(offered, both)
    assert front(played).why == "interrupt"
    while front(played).card != front(punch).card:
        asked = pending_choice(played)
        targets = () if asked is None else asked.choice.allowed[:1]
        played = play(played, ChooseTargets(seat="seat_B", targets=targets) if targets else NobodyInterrupts(seat="gm"))
    assert open_window(played) is not None, "after an Interrupt everybody is asked anew"


@pytest.mark.rule("CD-INT-1")
def test_who_asks_to_be_asked_is_asked_at_once(punch: Table) -> None:
    table = play(punch, Pass(seat="seat_C", actor="C", until="step"))
    assert unanswered_actors(table) == ("A", "B")
    assert unanswered_actors(play(table, AskAgain(seat="seat_C", actor="C"))) == ("A", "B", "C")


@pytest.mark.rule("CD-MINION-4", "CD-TGT-2")
def test_which_minion_acts() -> None:
    fighters = ({"id": "M", "minions": 3, "hand": ["retreat"]}, {"id": "A", "of": "titan", "hand": ["retreat"]})
    table = begun({"M": ["punch"]}, fighters)
    assert front(table).body == "M#1"
    assert refusal(table, ChooseBody(seat="seat_A", body="M#2")) == "not_your_character"
    table = play(table, ChooseTargets(seat="gm", targets=("M#2",)))
    assert refusal(table, ChooseBody(seat="gm", body="M#2")) == "drawing_no_such_body", "it is aimed at itself"
    assert refusal(table, ChooseBody(seat="gm", body="A")) == "drawing_no_such_body"
    table = play(table, ChooseBody(seat="gm", body="M#3"), NobodyInterrupts(seat="gm"))
    assert snapshot_of(table).fighters["M"].acted == ("M#3",)
    assert refusal(table, ChooseBody(seat="gm", body="M#1")) == "drawing_not_asked", "it is paid"


@pytest.mark.rule("CD-INT-1", "CD-AMB-20")
def test_a_limit_that_everybody_can_count(punch: Table) -> None:
    table = begun({"A": ["punch"]}, interrupts_per_round=1)
    table = play(table, ChooseTargets(seat="gm", targets=("B",)))
    card = next(card for card in table.zones["hand:seat_B"].cards if card.startswith("counter"))
    table = play(table, PlayInterrupt(seat="seat_B", actor="B", card=card), NobodyInterrupts(seat="gm"))
    assert interrupt_candidates(table) == ("A", "C")
    other = next(card for card in table.zones["hand:seat_B"].cards if card.startswith("counter"))
    assert refusal(table, PlayInterrupt(seat="seat_B", actor="B", card=other)) == "drawing_no_more_interrupts"


@pytest.mark.rule("CD-UI-9")
def test_time_runs_alike_for_everybody_who_is_asked_whatever_they_hold() -> None:
    table = begun({"A": ["punch"]}, interrupt_seconds=20, interrupt_moment=4)
    assert not GAME.answer_timeouts(table), "no window is open yet"
    for actor in ("B", "C"):
        table = play(table, AskBriefly(seat=f"seat_{actor}", actor=actor))
    table = play(table, ChooseTargets(seat="gm", targets=("B",)))
    running = {timeout.seat: timeout.seconds for timeout in GAME.answer_timeouts(table)}
    assert running == {"seat_A": 20, "seat_B": 4, "seat_C": 4}, "who could interrupt has no longer than who could not"
    moments = {timeout.moment for timeout in GAME.answer_timeouts(table)}
    passed = play(table, next(timeout.command for timeout in GAME.answer_timeouts(table) if timeout.seat == "seat_B"))
    assert {timeout.seat for timeout in GAME.answer_timeouts(passed)} == {"seat_A", "seat_C"}
    assert {timeout.moment for timeout in GAME.answer_timeouts(passed)} == moments
    calm = play(table, AskAgain(seat="seat_C", actor="C"))
    assert {timeout.seat: timeout.seconds for timeout in GAME.answer_timeouts(calm)}["seat_C"] == 20


@pytest.mark.rule("CD-UI-9", "CD-INT-5")
def test_each_window_gives_its_time_anew(punch: Table) -> None:
    table = play(begun({"A": ["punch"]}, interrupt_seconds=9), ChooseTargets(seat="gm", targets=("B",)))
    before = {timeout.moment for timeout in GAME.answer_timeouts(table)}
    card = next(card for card in table.zones["hand:seat_B"].cards if card.startswith("counter"))
    played = play(table, PlayInterrupt(seat="seat_B", actor="B", card=card), NobodyInterrupts(seat="gm"))
    assert {timeout.moment for timeout in GAME.answer_timeouts(played)}.isdisjoint(before)
    assert not GAME.answer_timeouts(punch), "where nobody wishes it, there is no limit"


@pytest.mark.rule("CD-UI-9")
def test_an_interrupt_that_makes_a_planned_card_too_dear_warns_its_player_alone() -> None:
    fighters = (
        {"id": "A", "of": "titan", "hand": ["retreat"]},
        {"id": "B", "of": "titan", "adrenaline": 2, "hand": ["counter_strike", "retreat"]},
    )
    table = begun({"A": ["desperate_blow"], "B": ["retreat", "furious_charge"]}, fighters)

    def told(viewer: str) -> list[str]:
        offer = next(offer for offer in GAME.offers(table, "seat_B", viewer) if offer.name == "interrupt:B")
        (asked,) = offer.questions
        assert asked.warns == bool(asked.told)
        return [say(message) for message in asked.told.values()]

    assert told("seat_B") == ["If you play Counter Strike, you cannot pay for Furious Charge"]
    assert told("shared") == told("gm") == told("seat_A") == []
    budgets = {
        viewer: station.budget
        for viewer in ("shared", "gm", "seat_A", "seat_B")
        for activity_view in GAME.view_for(table, viewer).under_way
        for station in activity_view.stations
        if station.budget is not None
    }
    assert set(budgets) == {"seat_B"}, "nobody else sees who could interrupt"
    assert say(budgets["seat_B"].words) == "You can interrupt now with Counter Strike"


# ---- the GM, and moves by hand ---------------------------------------------------------------------------------------


@pytest.mark.rule("CD-UI-13")
def test_the_master_cancels_a_card(punch: Table) -> None:
    card = front(punch).card
    assert refusal(punch, CancelCard(seat="seat_A", card=card)) == "gm_only"
    table = play(punch, CancelCard(seat="gm", card=card))
    assert snapshot_of(table).bodies["B"].health == 35
    assert front(table).card != card, "the second punch has its turn"
    later = current_battle(punch).fighters["A"].slots[1].card  # type: ignore[union-attr]
    table = play(punch, CancelCard(seat="gm", card=later), NobodyInterrupts(seat="gm"), NobodyInterrupts(seat="gm"))
    assert current_resolution(table) is None
    assert {card, later} <= set(table.zones["discard:A"].cards)
    assert refusal(punch, CancelCard(seat="gm", card="nothing")) == "drawing_nothing_to_cancel"


@pytest.mark.rule("CD-UI-13")
def test_cancelling_what_is_interrupted_takes_the_interrupts_with_it(punch: Table) -> None:
    card = next(card for card in punch.zones["hand:seat_B"].cards if card.startswith("counter"))
    table = play(punch, PlayInterrupt(seat="seat_B", actor="B", card=card), NobodyInterrupts(seat="gm"))
    outcome = GAME.apply(table, CancelCard(seat="gm", card=table.procedures[-4].card), SeededChance(1))  # type: ignore[attr-defined]
    lines = [say(event.message) for event in outcome.events if isinstance(event, Noted)]
    assert "B: Counter Strike is cancelled because the GM cancelled the card that it interrupted" in lines
    table = outcome.table
    assert snapshot_of(table).bodies["A"].health == 35
    assert [laid.fizzled for laid in snapshot_of(table).fighters["B"].laid] == [True]
    assert front(table).actor == "A"


@pytest.mark.rule("CD-UI-13", "CD-TGT-1")
def test_the_master_aims_elsewhere(punch: Table) -> None:
    assert refusal(punch, SetTargets(seat="seat_B", targets=("C",))) == "gm_only"
    assert refusal(punch, SetTargets(seat="gm", targets=("nobody",))) == "drawing_target.unknown"
    table = play(punch, SetTargets(seat="gm", targets=("C", "A")), NobodyInterrupts(seat="gm"))
    bodies = snapshot_of(table).bodies
    assert (bodies["A"].health, bodies["B"].health, bodies["C"].health) == (29, 35, 29)


@pytest.mark.rule("CD-UI-3")
def test_the_master_carries_on() -> None:
    table = begun({"A": ["punch", "patch_up"], "B": ["take_cover"]})
    assert refusal(table, CarryOn(seat="seat_A")) == "gm_only"
    for _ in range(40):
        if refusal(table, CarryOn(seat="gm")):
            break
        table = play(table, CarryOn(seat="gm"))
    assert current_battle(table).round == 2  # type: ignore[union-attr]
    assert refusal(table, CarryOn(seat="gm")) == "drawing_not_asked"


@pytest.mark.rule("CD-UI-3")
def test_everybody_reads_whom_the_gm_no_longer_waits_for() -> None:
    table = begun({"A": ["punch"]})
    found = GAME.apply(table, CarryOn(seat="gm"), SeededChance(1))
    lines = [(say(event.message), event.audience) for event in found.events if isinstance(event, Noted)]
    assert ("The GM continues without waiting for A", None) in lines


@pytest.mark.rule("CD-TGT-1", "CD-TGT-2")
def test_only_who_is_asked_may_say() -> None:
    table = begun({"A": ["punch"]})
    assert pending_choice(table) is not None
    assert refusal(table, ChooseTargets(seat="seat_B", targets=("B",))) == "not_your_character"
    assert refusal(table, ChooseTargets(seat="seat_A", targets=("A",))) == "drawing_target.self"
    assert refusal(table, ChooseTargets(seat="seat_A")) == "drawing_target.exactly"
    assert refusal(table, Pass(seat="seat_A", actor="A")) == "drawing_no_window"
    assert refusal(table, NobodyInterrupts(seat="seat_A")) == "drawing_no_window"


@pytest.mark.rule("CD-PLAY-3", "CD-DECK-8")
def test_a_card_that_is_taken_away_by_hand_comes_to_nothing(punch: Table) -> None:
    card = front(punch).card
    table = play(punch, MoveCards(seat="gm", cards=(card,), target="hand:seat_A"))
    assert snapshot_of(table).bodies["B"].health == 35
    assert current_resolution(table) is None or front(table).card != card


@pytest.mark.rule("CD-DEF-2", "CD-DEF-4", "CD-ROUND-4")
def test_who_falls_by_hand_is_waited_for_no_longer(punch: Table) -> None:
    table = play(punch, SetTrack(seat="gm", actor="A", track="Health", value=0))
    assert current_resolution(table) is None
    assert snapshot_of(table).bodies["B"].health == 35
    alone = play(punch, *(SetTrack(seat="gm", actor=actor, track="Health", value=0) for actor in ("B", "C")))
    assert current_battle(alone) is None, "the card in progress was finished, and one side is left"


@pytest.mark.rule("CD-ROUND-4", "CD-UI-17")
def test_a_battle_can_be_ended_in_the_middle(punch: Table) -> None:
    table = play(punch, EndBattle(seat="gm"))
    assert not table.all_cards()
    assert [type(procedure).__name__ for procedure in table.procedures] == ["SessionState"]
    draft = Draft(punch, SeededChance(1))
    settle(draft)
    assert not draft.events, "nothing goes on while somebody is asked"


@pytest.mark.rule("CD-PLAN-6")
def test_plans_cannot_be_laid_while_cards_are_played(punch: Table) -> None:
    assert refusal(punch, PlanCards(seat="gm", actor="A")) == "drawing_not_planning"
    assert refusal(punch, StartBattle(seat="gm", fighters=("A", "B"))) == "drawing_battle_runs"


@pytest.mark.rule("CD-PLAY-8", "CD-UI-9")
def test_what_an_interrupt_would_leave_unpaid() -> None:
    table = play(begun({"A": ["punch"], "B": ["retreat", "furious_charge"]}), ChooseTargets(seat="gm", targets=("B",)))
    card = next(card for card in table.zones["hand:seat_B"].cards if card.startswith("counter"))
    assert unpaid_after(table, "B", card) == (), "4 Adrenaline are enough for both"
    poor = play(table, SetTrack(seat="gm", actor="B", track="Adrenaline", value=3))
    assert [planned.partition("/")[0] for planned in unpaid_after(poor, "B", card)] == ["furious_charge"]
    poorer = play(table, SetTrack(seat="gm", actor="B", track="Adrenaline", value=1))
    assert unpaid_after(poorer, "B", card) == (), "it could not be paid anyway"


@pytest.mark.rule("CD-UI-13", "CD-PLAY-2")
def test_a_card_that_is_cancelled_face_down_stays_unknown(punch: Table) -> None:
    down = punch.zones["plan:A"].cards[0]
    outcome = GAME.apply(punch, CancelCard(seat="gm", card=down), SeededChance(1))
    for viewer in ("seat_B", "shared"):
        redacted = redact(punch, outcome.events, viewer)
        assert "punch" not in str([event for event in redacted if isinstance(event, Noted)]).lower()
    assert outcome.title.key == "log.drawing_master_cancels_hidden"


@pytest.mark.rule("CD-INT-1", "CD-INT-5", "CD-UI-9")
def test_one_word_answers_for_all_whom_a_seat_leads_and_for_nobody_else(punch: Table) -> None:
    """A GM with several fighters says once that none of them interrupts; the players are still asked."""
    table = play(punch, *(EditActor(seat="gm", actor=actor, leader="gm") for actor in ("B", "C")))
    assert unanswered_actors(table) == ("A", "B", "C")
    offer = next(offer for offer in GAME.offers(table, "gm") if offer.name == "none_of_mine")
    assert offer.primary
    assert all(offer.name != "none_of_mine" for offer in GAME.offers(table, "seat_A")), "of one it is no shorter"
    answered = play(table, offer.command)
    assert unanswered_actors(answered) == ("A",)
    half = play(table, Pass(seat="gm", actor="C"))
    for now, seat, first in (
        *((table, "gm", "none_of_mine"), (half, "gm", "pass_window:B"), (answered, "gm", "pass_window:B")),
        (half, "seat_A", "pass_window:A"),
    ):
        names = [offer.name for offer in GAME.offers(now, seat)]
        assert names[names.index("nobody_interrupts") - 1] == first, "its keys are the same everywhere"
    refused = GAME.refusal(answered, offer.command)
    assert refused is not None
    assert refused.rules == ("CD-INT-5",)
