"""What takes its time in a battle: a plan that is worked out, answers that are not waited for, warnings to be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.history import History
from engine.core.manual_moves import MoveCards
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.dice_and_card_source import SourceKind
from engine.rulesets.card_the_drawing.battle.battle_procedures import open_window
from engine.rulesets.card_the_drawing.battle.resolution.choice_commands import ChooseTargets
from engine.rulesets.card_the_drawing.battle.resolution.interrupts import (
    AskBriefly,
    NobodyInterrupts,
    Pass,
    unanswered_actors,
)
from tests.engine.rulesets.card_the_drawing.battle_vectors import Fought, laid
from tests.engine.rulesets.card_the_drawing.table import GAME, faces, fighter, now, planned, planning, play
from tests.on_screen import put_up
from tests.vtt.table.test_stations import at_table, fight, spot
from tests.vtt.table_hand import CALM, shared_faces
from vtt.campaign.open_campaign import OpenCampaign
from vtt.panels.offers_bar import OffersBar
from vtt.panels.physical_input_dialog import PhysicalInputForm
from vtt.panels.physical_input_fields import CardInput
from vtt.shared.card_choice.card_picker import faces_of
from vtt.shared.questions.card_question_field import CardQuestionField
from vtt.shared.questions.question_dialog import QuestionDialog
from vtt.shell.window.answer_timeout_clock import AnswerTimeoutClock
from vtt.table.input.drop_targets import ItemPlace, drop_fit
from vtt.table.scene.privacy_curtain import PrivacyCurtain
from vtt.widgets.look.theme import Theme, ThemeHub

FIGHTERS = (
    {"id": "A", "of": "titan", "hand": ["retreat"]},
    {"id": "B", "of": "titan", "adrenaline": 2, "hand": ["counter_strike", "retreat"]},
    {"id": "C", "of": "titan", "hand": ["retreat"]},
)


@pytest.fixture
def hub(qtbot: QtBot) -> Iterator[ThemeHub]:
    made = ThemeHub(Theme())
    with faces_of(made).patiently():
        yield made
    faces_of(made).close()


def asked(**options: object) -> Table:
    """Return a battle in which B is about to be struck, and everybody is asked for Interrupts."""
    plan = {"plan": {"A": ["desperate_blow"], "B": ["retreat", "furious_charge"]}}
    fought = Fought(laid({"fighters": FIGHTERS, "options": options, "does": [plan]}), SeededChance(1))
    fought.go(plan)
    return GAME.apply(fought.table, ChooseTargets(seat="gm", targets=("B",)), SeededChance(1)).table


def session_of(table: Table) -> OpenCampaign:
    return OpenCampaign(GAME, History(table), SeededChance(1))


def bar_of(qtbot: QtBot, hub: ThemeHub, campaign: OpenCampaign, viewer: str) -> OffersBar:
    bar = OffersBar(campaign, viewer, hub)
    qtbot.addWidget(bar)
    bar.resize(1000, 400)
    put_up(bar)
    return bar


def dialog_of(bar: OffersBar) -> QuestionDialog:
    assert bar.taker.dialog is not None
    return bar.taker.dialog


def words_in(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisibleTo(widget))


def chip(bar: OffersBar, seat: str) -> str:
    return next(button.text() for button in bar.findChildren(QWidget, f"seat_{seat}"))  # type: ignore[attr-defined]


@pytest.mark.rule("CD-UI-18")
def test_a_plan_is_worked_out_once_it_is_wanted_and_tells_its_reasons(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = session_of(fight(tia="punch swing_blade thrown_rock"))
    bar = bar_of(qtbot, hub, campaign, "tom")
    offer = next(o for o in bar.viewer_campaign.offers("tom") if o.name == "suggest_plan:tia")
    bar.take(offer)
    assert bar.taker.dialog is None, "the window does not wait"
    qtbot.waitUntil(lambda: bar.taker.dialog is not None)
    dialog = dialog_of(bar)
    field = dialog.form.fields[0]
    assert isinstance(field, CardQuestionField)
    assert len(field.picker.references()) == 2
    assert "Swing Blade: " in words_in(dialog)
    dialog.reject()
    bar.take(offer)
    bar.taker.close()  # something else is wanted meanwhile
    qtbot.waitUntil(lambda: not bar.taker._work.busy)
    assert bar.taker.dialog is None


@pytest.mark.rule("CD-UI-9")
def test_a_warning_is_read_before_an_interrupt_is_dropped_and_by_its_player_alone(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = session_of(asked())
    bar = bar_of(qtbot, hub, campaign, "seat_B")
    offer = next(o for o in bar.viewer_campaign.offers("seat_B") if o.name == "interrupt:B")
    fitting = drop_fit(bar.view, offer, [ItemPlace("hand:seat_B", 0)])
    assert fitting is not None
    assert fitting.remaining, "what is dropped is not played at once"
    bar.take(offer, fitting.answers)
    assert "you cannot pay for Furious Charge" in words_in(dialog_of(bar))
    before = campaign.position
    dialog_of(bar).do.click()
    assert campaign.position == before + 1
    shared = session_of(asked()).viewer_campaign(SHARED)
    plain = next(o for o in shared.offers("seat_B") if o.name == "interrupt:B")
    laid_down = drop_fit(shared.view, plain, [ItemPlace("hand:seat_B", 0)])
    assert laid_down is not None
    assert not laid_down.remaining, "the common screen says nothing"


@pytest.mark.rule("CD-UI-9")
def test_whoever_takes_too_long_passes_and_everybody_sees_the_time(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = session_of(asked(interrupt_moment=2))
    bar = bar_of(qtbot, hub, campaign, SHARED)
    clock = AnswerTimeoutClock(campaign, bar)
    clock.counted.connect(bar.show_left)
    assert clock.left == {}
    for actor in ("B", "C"):
        campaign.submit(AskBriefly(seat=f"seat_{actor}", actor=actor))
    assert clock.left == {"seat_B": 2, "seat_C": 2}, "one of them could interrupt; nobody sees it by the time"
    assert chip(bar, "seat_B").endswith("2 s")
    campaign.submit(Pass(seat="seat_A", actor="A"))
    before = len(campaign._history.entries)
    qtbot.waitUntil(lambda: len(campaign._history.entries) > before + 1)  # one may be asked a moment before the other
    assert not still_asked_of(campaign) or clock.left
    passed: Any = [entry.command for entry in campaign._history.entries[before : before + 2]]
    assert {command.actor for command in passed} == {"B", "C"}


@pytest.mark.rule("CD-UI-9", "CD-UI-12")
def test_going_back_hurries_nobody(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = session_of(asked(interrupt_seconds=30))
    parent = QWidget()
    qtbot.addWidget(parent)
    clock = AnswerTimeoutClock(campaign, parent)
    assert set(clock.left) == {"seat_A", "seat_B", "seat_C"}
    campaign.submit(Pass(seat="seat_A", actor="A"))
    assert set(clock.left) == {"seat_B", "seat_C"}
    campaign.undo()
    assert clock.left == {}
    campaign.submit(Pass(seat="seat_A", actor="A"))
    assert set(clock.left) == {"seat_B", "seat_C"}
    campaign.close()
    assert clock.left == {}


@pytest.mark.rule("CD-PLAN-5", "CD-UI-5")
def test_a_condition_that_is_laid_on_the_own_discard_pile_is_marked_to_end(qtbot: QtBot) -> None:
    table = planned(fight(tia="take_cover punch"), tia="take_cover")
    while now(table).round == 1:
        table = play(table, NobodyInterrupts(seat="gm")) if now(table).phase == "playing" else planning(table)
    with shared_faces(CALM).patiently():
        hand = at_table(qtbot, planning(table))
        hand.drag(hand.at("field:tia", 0), spot(hand, "zone", "discard:tia"))
        assert fighter(hand.table, "tia").dismissed
        assert faces(hand.table, "field:tia") == ["take_cover"], "it ends when all plans stand"
        assert hand.said == []
        hand.drag(hand.at("field:tia", 0), spot(hand, "zone", "discard:tia"))
        assert not fighter(hand.table, "tia").dismissed


@pytest.mark.rule("CD-UI-19", "CD-UI-2")
def test_behind_the_curtain_a_card_is_shown_large_to_the_one_who_looks(qtbot: QtBot) -> None:
    with shared_faces(CALM).patiently():
        hand = at_table(qtbot, fight(tia="punch swing_blade"))
        hand.view.draw_curtain("tom")
        curtain = hand.view.findChild(PrivacyCurtain)
        assert curtain is not None
        place = next(s for z, i, s in curtain._cards() if (z, i) == ("hand:tom", 1))
        point = QPoint(round(place.x), round(place.y))
        QTest.mouseMove(curtain, point)
        QTest.keyClick(curtain, Qt.Key.Key_Right)
        assert large(curtain) == "", "nobody looks yet"
        QTest.keyPress(curtain, Qt.Key.Key_Space)
        QTest.mouseMove(curtain, point + QPoint(2, 0))
        qtbot.waitUntil(lambda: large(curtain) == "Swing Blade")
        QTest.keyClick(curtain, Qt.Key.Key_Left)
        assert large(curtain) == "Punch"
        QTest.keyRelease(curtain, Qt.Key.Key_Space)
        qtbot.waitUntil(lambda: not hand.view.looking_seat)
        assert large(curtain) == ""
        assert not curtain.card.isVisible()
        assert curtain.card.accessibleName() == ""
        QTest.keyClick(curtain, Qt.Key.Key_Escape)


def large(curtain: PrivacyCurtain) -> str:
    """Return which card is shown large."""
    return "" if curtain.card.face is None else curtain.card.face.name


def table_of(campaign: OpenCampaign) -> Table:
    return campaign._history.table


def still_asked_of(campaign: OpenCampaign) -> tuple[str, ...]:
    return unanswered_actors(table_of(campaign)) if open_window(table_of(campaign)) is not None else ()


@pytest.mark.rule("CD-UI-13")
def test_real_cards_with_names_are_told_by_their_names(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = session_of(fight(tia="punch swing_blade"))
    campaign.set_source("cards", SourceKind.REAL)
    with qtbot.waitSignal(campaign.asked) as asked_for:
        campaign.submit(MoveCards(seat="tom", cards=("hand:tom#0",), target="discard:tia"))
    assert asked_for.args is not None
    form = PhysicalInputForm(campaign, asked_for.args[0], SHARED, hub)
    qtbot.addWidget(form)
    (field,) = form.fields.values()
    assert isinstance(field, CardInput)
    field.line.setFocus()
    QTest.keyClicks(field.line, "swing b")
    assert field.value() == "swing_blade"
    assert "Swing Blade" in field.line.accessibleName()
    assert form.grid is not None
    field.tell("punch")
    assert field.line.text() == "Punch"
    assert field.value() == "punch"
    assert form.complete
    assert "8h" not in form.hint.text()
