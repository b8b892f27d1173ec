"""Secrets are nowhere: not in a picture, a name, a tooltip, a dragged card, or after a look."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QFocusEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit
from pytestqt.qtbot import QtBot

from engine.core.manual_moves.card_moves import MoveCards
from engine.messages.texts import say
from engine.model.cards import card_label
from engine.model.frozen import replace
from engine.model.seats import SHARED, Actor
from engine.model.table import Table
from tests.on_screen import put_up
from tests.vtt.table_hand import Hand
from tests.vtt.table_stage import NAMES, Reveal, Turn, make_table
from vtt.campaign.result_hold import ResultHold
from vtt.shared.look_times import NEARLY_OVER_SECONDS
from vtt.shared.screen_names import table_text
from vtt.shared.spoken_names import spoken_playing_card
from vtt.table.accessibility import screen_reader_proxies
from vtt.table.accessibility.screen_reader_proxies import ScreenReaderProxy
from vtt.table.game_table_view import GameTableView
from vtt.table.input.drop_targets import ItemPlace
from vtt.widgets.look.theme import Theme
from vtt.widgets.plain_text import tip

EVIL = ("א" * 40 + " שלום", '<img src=x onerror="a">&amp;', "😀🎲 Mirjam", "Ben\nnew\tline\u202egnp.exe", "x" * 10_000)


def shuffled_unseen(table: Table, viewer: str, seed: int) -> Table:
    """Return the table with all cards that a viewer may not know in other places of that kind."""
    hidden = [(z.id, i) for z in table.zones.values() for i, c in enumerate(z.cards) if not z.may_see(c, viewer)]
    cards = [table.zones[zone].cards[index] for zone, index in hidden]
    random.Random(seed).shuffle(cards)
    zones = {zone.id: list(zone.cards) for zone in table.zones.values()}
    for (zone, index), card in zip(hidden, cards, strict=True):
        zones[zone][index] = card
    return replace(table, zones={z.id: replace(z, cards=tuple(zones[z.id])) for z in table.zones.values()})


def words_of(hand: Hand) -> list[str]:
    """Return every text that the table holds for anybody: names for a reader, tooltips, labels."""
    view = hand.view
    tips = [text for _, text in view.table_scene.static_items.tips]
    tips += [item.toolTip() for item in view.table_scene.items()]
    return [name for name, _ in view.accessible_items()] + tips + [view.accessibleName(), view.accessibleDescription()]


@pytest.mark.parametrize("viewer", [SHARED, "tom", "gm"])
def test_what_a_viewer_may_not_know_changes_nothing_that_is_shown(qtbot: QtBot, viewer: str) -> None:
    table = make_table(4, duel=True, laid=2, chips=True)
    one, other = Hand(qtbot, table, viewer=viewer), Hand(qtbot, shuffled_unseen(table, viewer, 3), viewer=viewer)
    assert table != other.table
    assert words_of(one) == words_of(other)
    assert one.picture() == other.picture()
    for hand in (one, other):
        hand.view.drag_controller.pick([ItemPlace("hand:mirjam", 1), ItemPlace("hand:mirjam", 2)])
        hand.view.drag_controller.start_drag(ItemPlace("hand:mirjam", 1), QPointF(400, 300), alt=False)
    assert one.picture() == other.picture()
    assert words_of(one) == words_of(other)
    for hand in (one, other):
        hand.view.drag_controller.release_all()
        hand.view.draw_curtain("ben")
    assert one.view.grab().toImage() == other.view.grab().toImage()


def test_the_names_tell_hidden_cards_by_their_place_only(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3))
    names = [name for name, _ in hand.view.accessible_items()]
    assert "face-down card 3 of 7, Tom" in names
    assert sum("face-down card" in name for name in names) == 21
    hand.view.set_viewer("tom")
    mine = spoken_playing_card(hand.cards("hand:tom")[2])
    assert f"{mine}, card 3 of 7, Tom" in [name for name, _ in hand.view.accessible_items()]


def test_chips_have_texts_with_number_and_colour(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, chips=True))
    names = [name for name, _ in hand.view.accessible_items()]
    assert {"Tom: 3 white chips", "Tom: 2 red chips", "Tom: 1 blue chip", "Pot: 20 white chips"} <= set(names)
    tips = [text for _, text in hand.view.table_scene.static_items.tips]
    assert "Tom: chips: 3 white, 2 red, 1 blue" in tips


def test_a_screen_reader_finds_every_stop(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3))
    QAccessible.setActive(True)
    try:
        hand.view.set_viewer("mirjam")
        wanted = [name for name, _ in hand.view.accessible_items()]

        def found() -> list[str]:
            tree = QAccessible.queryAccessibleInterface(hand.view.viewport())
            children = [tree.child(i) for i in range(tree.childCount())]
            return [child.text(QAccessible.Text.Name) for child in children]

        qtbot.waitUntil(lambda: found() == wanted)
        assert any("hearts" in name for name in wanted)
        hand.view.set_viewer(SHARED)
        qtbot.waitUntil(lambda: found() == [name for name, _ in hand.view.accessible_items()])
        assert not any("hearts" in name and "Mirjam" in name for name in found())
    finally:
        QAccessible.setActive(False)


@pytest.mark.parametrize("held_first", [True, False])
def test_the_names_of_faces_go_with_the_look_also_while_a_result_is_held(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, held_first: bool
) -> None:
    hand, spoken = Hand(qtbot, make_table(3)), list[str]()
    hold = ResultHold(hand.view)
    hand.view.hold_results(hold)
    faces = {spoken_playing_card(card) for card in hand.cards("hand:tom")}

    def heard() -> list[str]:
        proxies = hand.view.viewport().findChildren(ScreenReaderProxy)
        return [p.accessibleName() for p in proxies if any(face in p.accessibleName() for face in faces)]

    class Event(QAccessibleEvent):
        def __init__(self, proxy: QObject, event: QAccessible.Event) -> None:
            super().__init__(proxy, event)
            assert isinstance(proxy, ScreenReaderProxy)
            spoken.append(proxy.accessibleName())

    monkeypatch.setattr(screen_reader_proxies, "QAccessibleEvent", Event)
    QAccessible.setActive(True)
    try:
        hand.view.hand_peek.begin("tom")
        qtbot.waitUntil(lambda: len(heard()) == len(faces))
        if held_first:
            hold.begin()
            hand.view.hand_peek.end()
        else:  # as a slide from the eye to a card does
            hand.view.hand_peek.end()
            hold.begin()
        before = {target.key: target.name for target in hand.view.focus_targets()}
        assert hand.campaign.submit(MoveCards(seat="gm", cards=("hand:mirjam#0",), target="discard"))
        QTest.qWait(20)
        shown = {p.accessibleName() for p in hand.view.viewport().findChildren(ScreenReaderProxy) if p.isVisible()}
        assert not any(face in name for face in faces for name in shown)
        for target in hand.view.focus_targets():
            spoken.clear()
            hand.view.set_focus_target(target)
            assert spoken == ([] if held_first or target.key not in before else [before[target.key]])
        hold.end()
        qtbot.waitUntil(lambda: shown != {name for name, _ in hand.view.accessible_items()})
    finally:
        QAccessible.setActive(False)


def looks_in_log(hand: Hand) -> list[str]:
    return [
        say(line.message) for line in hand.campaign.viewer_campaign(SHARED).log() if line.message.key == "log.looked"
    ]


def test_a_look_lasts_as_long_as_the_key_and_is_logged_once(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3))
    before = hand.picture()
    QTest.keyPress(hand.view, Qt.Key.Key_2)
    assert hand.view.looking_seat == "tom"
    assert hand.faces_shown("hand:tom") == list(hand.cards("hand:tom"))
    assert hand.faces_shown("hand:mirjam") == [None] * 7
    QTest.keyPress(hand.view, Qt.Key.Key_F3)
    assert hand.view.looking_seat == "tom"
    QTest.keyRelease(hand.view, Qt.Key.Key_F3)
    assert hand.view.looking_seat == "tom"
    QTest.keyRelease(hand.view, Qt.Key.Key_2)
    qtbot.waitUntil(lambda: not hand.view.looking_seat)
    assert hand.faces_shown("hand:tom") == [None] * 7
    assert hand.picture() == before
    assert len(looks_in_log(hand)) == 1


def test_a_key_that_is_held_for_a_look_writes_nothing_where_the_focus_goes(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3))
    line = QLineEdit()
    qtbot.addWidget(line)

    def send(kind: QEvent.Type, *, repeats: bool) -> None:
        event = QKeyEvent(kind, Qt.Key.Key_2, Qt.KeyboardModifier.NoModifier, "2", repeats)
        QApplication.sendEvent(line, event)

    QTest.keyPress(hand.view, Qt.Key.Key_2)
    hand.view.focusOutEvent(QFocusEvent(QEvent.Type.FocusOut))
    assert not hand.view.looking_seat
    for _ in range(3):
        send(QEvent.Type.KeyPress, repeats=True)
    assert not line.text()
    send(QEvent.Type.KeyRelease, repeats=False)
    send(QEvent.Type.KeyPress, repeats=False)
    send(QEvent.Type.KeyPress, repeats=True)
    assert line.text() == "22", "a key that is pressed here"


def test_a_held_key_that_flutters_is_one_look(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, duel=True))
    changes: list[str] = []
    hand.view.look_changed.connect(changes.append)
    for _ in range(5):  # so some displays repeat a held key: as real releases and presses
        QTest.keyPress(hand.view, Qt.Key.Key_2)
        QTest.keyRelease(hand.view, Qt.Key.Key_2)
    assert hand.view.looking_seat == "tom"
    assert changes == ["tom"]
    QTest.keyPress(hand.view, Qt.Key.Key_3)  # somebody else's key ends it at once
    assert changes == ["tom", "", "mirjam"]
    QTest.keyRelease(hand.view, Qt.Key.Key_3)
    qtbot.waitUntil(lambda: not hand.view.looking_seat)
    assert len(looks_in_log(hand)) == 2
    hand.campaign.submit(Turn(seat="gm", to="tom"))
    QTest.keyPress(hand.view, Qt.Key.Key_2)
    hand.campaign.submit(Turn(seat="gm", to="mirjam"))
    QTest.keyRelease(hand.view, Qt.Key.Key_2)
    QTest.keyPress(hand.view, Qt.Key.Key_2)
    assert not hand.view.looking_seat, "what ended the look holds while the key is still down"
    QTest.keyRelease(hand.view, Qt.Key.Key_2)


def test_a_look_lasts_as_long_as_the_eye_is_held(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3))
    rects = [
        hot.rect for hot in hand.view.table_scene.static_items.regions if hot.kind == "eye" and hot.names == ("mirjam",)
    ]
    point = rects[0].center().toPoint()
    hand.press(point)
    assert hand.faces_shown("hand:mirjam") == list(hand.cards("hand:mirjam"))
    hand.release(point)
    assert hand.faces_shown("hand:mirjam") == [None] * 7


def end_by_focus(hand: Hand, qtbot: QtBot) -> None:
    field = QLineEdit(hand.view)
    field.show()
    field.setFocus()


def end_by_window(hand: Hand, qtbot: QtBot) -> None:
    QApplication.sendEvent(hand.view.window(), QEvent(QEvent.Type.WindowDeactivate))


def end_by_dialogue(hand: Hand, qtbot: QtBot) -> None:
    dialogue = QDialog(hand.view)
    qtbot.addWidget(dialogue)
    dialogue.open()
    put_up(dialogue)


def test_a_seat_is_told_before_its_look_ends_by_time(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3))
    hand.view.hand_peek.set_seconds(NEARLY_OVER_SECONDS + 0.05)
    hand.view.hand_peek.begin("tom")
    bubble = hand.view._bubble
    qtbot.waitUntil(bubble.isVisible)
    assert (hand.view.looking_seat, bubble.text) == ("tom", table_text("look.nearly_over", count=NEARLY_OVER_SECONDS))
    hand.view.hand_peek.end()
    assert not bubble.isVisible()


def end_by_hiding(hand: Hand, qtbot: QtBot) -> None:
    hand.view.hide()


def end_by_time(hand: Hand, qtbot: QtBot) -> None:
    hand.view.hand_peek.set_seconds(0.05)
    hand.view.hand_peek.end()
    with qtbot.waitSignal(hand.view.look_changed, check_params_cb=lambda seat: seat == ""):
        hand.view.hand_peek.begin("tom")


def end_by_turn(hand: Hand, qtbot: QtBot) -> None:
    hand.campaign.submit(Turn(seat="gm", to="mirjam"))


def end_by_viewer(hand: Hand, qtbot: QtBot) -> None:
    hand.view.set_viewer("mirjam")


@pytest.mark.parametrize(
    "end", [end_by_focus, end_by_window, end_by_dialogue, end_by_hiding, end_by_time, end_by_turn, end_by_viewer]
)
def test_a_look_ends_with_whatever_must_end_it(qtbot: QtBot, end: Callable[[Hand, QtBot], None]) -> None:
    hand = Hand(qtbot, make_table(3, duel=True))
    hand.view.hand_peek.begin("tom")
    assert None not in hand.faces_shown("hand:tom")
    end(hand, qtbot)
    qtbot.waitUntil(lambda: not hand.view.looking_seat)
    assert hand.faces_shown("hand:tom") == [None] * 7


def test_a_card_that_is_dragged_turns_down_with_the_look(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, duel=True), theme=Theme())
    hand.view.hand_peek.begin("tom")
    hand.view.table_scene.animator.finish()
    start = hand.at("hand:tom", 2)
    hand.press(start)
    hand.move(start, QPoint(600, 300))
    item = hand.view.table_scene.card("hand:tom", 2)
    assert item is not None
    shown = item.pixmap().cacheKey()
    assert item.face == hand.cards("hand:tom")[2]
    hand.view.hand_peek.end()
    assert hand.view.drag_controller.dragging
    assert hand.faces_shown("hand:tom") == [None] * 7
    assert item.pixmap().cacheKey() != shown
    hand.release(QPoint(600, 300))


def test_not_one_frame_shows_a_face_after_the_look(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3), theme=Theme())
    hand.view.hand_peek.begin("tom")
    motion = hand.view.table_scene.animator
    motion.hold()
    hand.view.hand_peek.end()
    now = motion.now
    for step in range(20):
        motion.advance(now + step * 16)
        assert hand.faces_shown("hand:tom") == [None] * 7


def test_the_public_picture_shows_backs_whatever_is_looked_at(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, duel=True))
    before = hand.view.grab_public()
    hand.view.hand_peek.begin("tom")
    assert hand.picture() != before
    assert hand.view.grab_public() == before
    hand.view.hand_peek.end()
    hand.view.set_viewer("gm")
    assert hand.view.grab_public() == before


def test_the_curtain_hides_all_and_shows_one_hand_while_it_is_held(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, duel=True))
    hand.view.draw_curtain("tom")
    curtain = hand.view._privacy_curtain
    assert hand.view.curtain_seat == "tom"
    down = hand.view.grab().toImage()
    QTest.keyPress(curtain, Qt.Key.Key_Space)
    assert hand.view.grab().toImage() != down
    spot = curtain._spots(7)[3]
    point = spot.outline().map(QPointF(-spot.width * 0.4, 0)).toPoint()
    QTest.mouseClick(curtain, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point)
    QTest.keyRelease(curtain, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not hand.view.looking_seat)
    assert hand.view.grab().toImage() == down
    QTest.keyClick(curtain, Qt.Key.Key_Escape)
    assert hand.view.curtain_seat == ""
    assert hand.view.drag_controller.picked == [ItemPlace("hand:tom", 3)]
    assert len(looks_in_log(hand)) == 1


def test_open_hands_have_no_eyes(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, private=False))
    assert not [hot for hot in hand.view.table_scene.static_items.regions if hot.kind == "eye"]
    assert hand.faces_shown("hand:tom") == list(hand.cards("hand:tom"))


def test_names_from_strangers_are_text(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(5, names=EVIL + NAMES[5:], duel=True, laid=1))
    for text, _ in hand.view.accessible_items():
        assert len(text) < 600
        assert "\n" not in text
    tips = [text for _, text in hand.view.table_scene.static_items.tips]
    assert EVIL[1] in tips
    point = next(
        hot.rect.center().toPoint() for hot in hand.view.table_scene.static_items.regions if hot.names == ("tom",)
    )
    assert "<img" not in tip(hand.view.table_scene.static_items.tip_at(QPointF(point)))


def test_a_secret_character_shows_its_name_alone(qtbot: QtBot) -> None:
    table = make_table(3)
    actors = dict(table.actors)
    actors["orc"] = replace(table.actors["orc"], secret=True)
    hand = Hand(qtbot, replace(table, actors=actors))
    assert isinstance(actors["orc"], Actor)
    assert not any("nconscious" in text for text in words_of(hand))
    hand.view.set_viewer("gm")
    assert any("nconscious" in text for text in words_of(hand))


def test_a_reveal_shows_everybody_what_was_laid(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, duel=True, laid=2))
    assert hand.faces_shown("committed:actor") == [None, None]
    hand.campaign.submit(Reveal(seat="gm"))
    assert hand.faces_shown("committed:actor") == list(hand.cards("committed:actor"))
    assert card_label(hand.cards("committed:actor")[0])
    assert isinstance(hand.view, GameTableView)
