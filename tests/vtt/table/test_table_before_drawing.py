"""A table that waits to be drawn: bare cloth that holds nothing up and that no hand can hurt."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QImage, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from engine.core.manual_moves import MoveCards
from engine.model.seats import SHARED
from tests.on_screen import put_up
from tests.vtt.painted import PaintedRegion
from tests.vtt.table_hand import Hand
from tests.vtt.table_stage import make_table
from vtt.table.game_table_view import GameTableView
from vtt.widgets.layouts.pending_layouts import handle_paint_request


def waiting(qtbot: QtBot, hand: Hand) -> GameTableView:
    """Return another view of the table in a hand, which waits."""
    view = GameTableView(hand.campaign, SHARED, hand.hub, hand.faces)
    qtbot.addWidget(view)
    view.wait_to_draw()
    view.resize(hand.view.size())
    put_up(view)
    return view


def look_of(view: GameTableView) -> QImage:
    return view.viewport().grab().toImage()


def test_it_is_bare_until_its_steps_are_done_and_then_like_any_other(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, duel=True))
    view = waiting(qtbot, hand)
    assert view.table_scene.cards() == []
    bare = look_of(view)
    for number, _ in enumerate(view.draw_gradually()):
        assert view.table_scene.cards() == []
        if number == 0:
            assert look_of(view) == bare
    assert look_of(view) == look_of(hand.view) != bare


def test_when_the_game_goes_on_it_is_drawn_at_once(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, duel=True))
    view = waiting(qtbot, hand)
    steps = view.draw_gradually()
    next(steps)
    top = hand.cards("deck")[0]
    assert hand.campaign.submit(MoveCards(seat="gm", cards=(top,), target="hand:tom", at=0))
    assert len(view.table_scene.cards()) == len(hand.view.table_scene.cards()) > 0
    for _ in steps:
        pass
    assert look_of(view) == look_of(hand.view)


def test_hands_find_nothing_on_the_bare_cloth(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, duel=True))
    view = waiting(qtbot, hand)
    for spot in (hand.at("hand:tom", 2), hand.at("deck", 0), QPoint(10, 10)):
        QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot)
        QTest.mouseMove(view.viewport(), spot + QPoint(80, 0))
        QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot)
    QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert view.drag_controller.picked == []
    assert view.table_scene.cards() == []
    for _ in view.draw_gradually():
        pass
    assert len(view.table_scene.cards()) == len(hand.view.table_scene.cards())


@pytest.mark.parametrize("in_deferred_call", [False, True])
def test_where_a_piece_was_is_painted_also_if_the_table_was_painted_between(
    qtbot: QtBot, *, in_deferred_call: bool
) -> None:
    view = Hand(qtbot, make_table(3, duel=True)).view
    piece = view.table_scene.cards()[0]
    was = piece.pos()
    if in_deferred_call:
        view.table_scene.update(0, 0, 2, 2)  # the scene lets it be painted before it notes the changes
    piece.setPos(was + QPointF(200, 0))
    view.highlight(frozenset({"discard"}))
    if not in_deferred_call:
        view.viewport().repaint(QRect(0, 0, 2, 2))  # as when something that covered the table goes away
    noted = PaintedRegion(view.viewport())
    qtbot.waitUntil(lambda: noted.region.contains(was.toPoint()), timeout=2000)


def test_where_a_piece_was_is_painted_also_if_it_moved_or_was_drawn_in_a_later_frame(qtbot: QtBot) -> None:
    """A frame of a glide, and a picture that was left for later, come after the change of the table."""
    view = Hand(qtbot, make_table(3, duel=True)).view
    qtbot.wait(50)
    piece = view.table_scene.cards()[0]
    was = piece.mapRectToScene(piece.boundingRect()).toRect().center()

    def draw_late(_seconds: float) -> bool:
        piece.setPos(piece.pos() + QPointF(200, 0))
        return False

    view.table_scene.animator.draw_in_pieces(draw_late)
    view.table_scene.animator.advance(view.table_scene.animator.now)
    view.viewport().repaint(QRect(0, 0, 2, 2))  # as when a dialog closes over the table
    noted = PaintedRegion(view.viewport())
    qtbot.waitUntil(lambda: noted.region.contains(was), timeout=2000)


class Frame(QMainWindow):
    """A window that is painted as those of the program are."""

    def event(self, event: QEvent) -> bool:
        """Paint nothing before it is laid out."""
        return handle_paint_request(event, super().event)


def framed(qtbot: QtBot, view: QWidget) -> Frame:
    """Show a table, or what has one in it, in a window that is painted as those of the program are."""
    frame = Frame()
    qtbot.addWidget(frame)
    frame.setCentralWidget(view)
    frame.resize(1280, 720)
    put_up(frame)
    qtbot.wait(50)
    return frame


def test_a_change_alone_paints_only_where_something_changed(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, duel=True))
    view = hand.view
    frame = framed(qtbot, view)
    painted = PaintedRegion(view.viewport())
    view.highlight(frozenset({"discard"}))
    qtbot.waitUntil(lambda: not painted.region.isEmpty(), timeout=2000)
    qtbot.wait(50)
    assert not painted.region.contains(QPoint(2, 2)), "the rail in the corner is as it was"
    frame.takeCentralWidget()


def test_a_change_while_a_frame_waits_is_painted_once_with_that_frame(qtbot: QtBot) -> None:
    view = Hand(qtbot, make_table(3, duel=True)).view
    frame = framed(qtbot, view)
    piece = view.table_scene.cards()[0]
    was = piece.mapRectToScene(piece.boundingRect()).toRect().center()
    painted = PaintedRegion(view.viewport())
    view.viewport().update(0, 0, 2, 2)  # as for a moment that moves
    piece.setPos(piece.pos() + QPointF(200, 0))
    view.highlight(frozenset({"discard"}))
    QCoreApplication.sendPostedEvents(frame, QEvent.Type.UpdateRequest.value)
    assert painted.region.contains(was), "its old place, too"
    painted.region = QRegion()
    qtbot.wait(50)
    assert painted.region.isEmpty(), "nothing is painted twice"
    frame.takeCentralWidget()


def test_a_button_that_comes_with_a_change_of_the_table_is_painted_once(qtbot: QtBot) -> None:
    view = Hand(qtbot, make_table(3, duel=True)).view
    whole, bar = QWidget(), QWidget()
    column, row = QVBoxLayout(whole), QHBoxLayout(bar)
    column.addWidget(view)
    column.addWidget(bar)
    frame = framed(qtbot, whole)
    view.highlight(frozenset({"discard"}))
    buttons = [QPushButton(name, bar) for name in ("Attack", "Parry", "Say something that needs more room")]
    paintings = [Paintings(button) for button in buttons]
    for button in buttons:
        row.addWidget(button)
        button.show()
    qtbot.waitUntil(lambda: all(painting.count for painting in paintings))
    qtbot.wait(50)
    assert [painting.count for painting in paintings] == [1, 1, 1]
    column.removeWidget(view)
    view.setParent(None)
    frame.takeCentralWidget()


class Paintings(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Count."""
        self.count += event.type() == QEvent.Type.Paint
        return False
