"""Motion is for the eye: everything is where it belongs at once, and the picture ends as if nothing had flown."""

from __future__ import annotations

import random
import sys

from PySide6.QtCore import QPoint, QSizeF
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.manual_moves import MoveCards, ShuffleZone, TurnCards
from tests.vtt.table_hand import Hand
from tests.vtt.table_stage import Deal, Lay, Reveal, Take, make_table
from vtt.table.display_state import DisplayState
from vtt.widgets.look.colour_palette import Appearance
from vtt.widgets.look.theme import Theme


def fresh_picture(qtbot: QtBot, hand: Hand) -> QImage:
    """Return what a table shows that was opened only now."""
    return Hand(qtbot, hand.campaign, theme=hand.hub.theme).picture()


def test_cards_fly_but_are_already_there(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, duel=True), theme=Theme())
    motion = hand.view.table_scene.animator
    hand.campaign.submit(Lay(seat="tom", cards=("hand:tom#2", "hand:tom#4")))
    flying = [card for card in hand.view.table_scene.cards() if motion.moves(card)]
    assert {card.place for card in flying} >= {"committed:actor#0", "committed:actor#1"}
    assert set(hand.view.table_scene.spots_of("committed:actor")) == {0, 1}
    point = hand.at("hand:tom", 1)
    hand.press(point)
    assert not motion.running
    hand.move(point, point - QPoint(0, 60))
    assert hand.view.drag_controller.dragging
    hand.release(point)
    motion.finish()
    assert hand.picture() == fresh_picture(qtbot, hand)


def test_undo_settles_without_flights(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, duel=True), theme=Theme())
    before = hand.picture()
    hand.campaign.submit(Lay(seat="tom", cards=("hand:tom#2",)))
    hand.view.table_scene.animator.finish()
    hand.campaign.undo(consent=True)
    assert not hand.view.table_scene.animator.running
    assert hand.picture() == before
    hand.campaign.redo()
    assert hand.view.table_scene.animator.running


def test_reduced_motion_moves_nothing(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, duel=True))
    scene = hand.view.table_scene
    (laid,) = (card for card in scene.cards() if str(card.place) == "hand:tom#2")
    from_hand = laid.pos()
    hidden = hand.picture()
    assert hand.campaign.submit(Lay(seat="tom", cards=("hand:tom#2",)))
    assert not scene.animator.running
    (there,) = (card for card in scene.cards() if str(card.place) == "committed:actor#0")
    assert there.pos() == there.home != from_hand, "it lies at its new place at once"
    hand.view.hand_peek.begin("tom")
    assert hand.view.looking_seat == "tom"
    assert hand.picture() != hidden
    assert not scene.animator.running


def test_a_look_is_no_flight(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, duel=True), theme=Theme())
    motion = hand.view.table_scene.animator
    with qtbot.waitSignal(motion.rested):  # the gesture before the look did fly
        hand.campaign.submit(Lay(seat="tom", cards=("hand:tom#2",)))
        motion.finish()
    hand.campaign.log_look("Tom")
    assert [line.message.key for line in hand.campaign.viewer_campaign("shared").log()][-1] == "log.looked"
    assert not motion.running
    hand.view.hand_peek.begin("tom")
    assert hand.view.looking_seat == "tom"
    assert not any(card.pos() != card.home for card in hand.view.table_scene.cards())


def test_any_evening_ends_in_the_picture_of_a_fresh_table(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(4, duel=True, laid=1, chips=True), theme=Theme())
    chance = random.Random(11)
    zones = list(hand.table.zones)
    for step in range(120):
        filled = [zone for zone in zones if hand.cards(zone)]
        source = chance.choice(filled)
        count = len(hand.cards(source))
        places = tuple(f"{source}#{i}" for i in sorted(chance.sample(range(count), min(count, chance.randint(1, 3)))))
        command = chance.choice(
            [
                MoveCards(seat="gm", cards=places, target=chance.choice(zones), at=chance.choice([0, 1, None])),
                MoveCards(seat="gm", cards=places, target=chance.choice(zones)),
                TurnCards(seat="gm", cards=places, face=chance.choice(["up", "down", "as_zone"])),
                ShuffleZone(seat="gm", zone=source),
                Take(seat=chance.choice(["tom", "mirjam"])),
            ]
        )
        if hand.campaign.refusal(command) is None and (not isinstance(command, Take) or hand.cards("deck")):
            hand.campaign.submit(command)
        if chance.random() < 0.2:
            hand.campaign.undo(consent=True)
        if chance.random() < 0.1:
            hand.campaign.redo()
        if chance.random() < 0.5:
            hand.view.table_scene.animator.advance(hand.view.table_scene.animator.now + chance.randint(0, 300))
        if step % 30 == 29:
            hand.view.table_scene.animator.finish()
            assert hand.picture() == fresh_picture(qtbot, hand), step
    assert len(hand.view.table_scene.cards()) < 60


def test_dealing_fans_out_the_cards_one_after_the_other(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(5, hand=2), theme=Theme())
    hand.campaign.submit(Deal(seat="gm", each=3))
    motion = hand.view.table_scene.animator
    starts = {motion._began[card] for card in motion._flights if card.zone == "hand:tom"}
    assert len(starts) >= 3
    motion.finish()
    assert hand.picture() == fresh_picture(qtbot, hand)


def test_items_do_not_pile_up(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, duel=True), theme=Theme())
    count = len(hand.view.table_scene.items())
    for _ in range(40):
        hand.campaign.submit(Lay(seat="tom", cards=("hand:tom#2",)))
        hand.view.hand_peek.begin("mirjam")
        hand.view.hand_peek.end()
        hand.campaign.undo(consent=True)
    hand.view.table_scene.animator.finish()
    assert len(hand.view.table_scene.items()) == count


def test_a_thousand_paints_leave_none_alone(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3), size=(480, 320))
    hand.picture()
    before = sys.getrefcount(None)
    for _ in range(1000):
        hand.view.viewport().repaint()
    assert abs(sys.getrefcount(None) - before) < 200


def test_every_look_and_size_is_worn_at_once(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(5, duel=True, laid=1, order=True))
    for look in Appearance:
        for scale in (0.75, 3.0):
            hand.hub.set_theme(Theme(look=look, scale=scale, reduced_motion=True))
            QApplication.processEvents()
            assert hand.picture() == fresh_picture(qtbot, hand)
    hand.view.resize(700, 460)
    qtbot.waitUntil(lambda: hand.view.table_scene.plan.size == QSizeF(700, 460))
    assert hand.view.table_scene.display_state == DisplayState()


def test_the_reveal_turns_the_cards(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, duel=True, laid=1), theme=Theme())
    motion = hand.view.table_scene.animator
    motion.finish()
    hand.campaign.submit(Reveal(seat="gm"))
    motion.hold()
    motion.advance(motion.now)
    assert hand.faces_shown("committed:actor") == [None]
    motion.advance(motion.now + 400)
    assert hand.faces_shown("committed:actor") == list(hand.cards("committed:actor"))


def test_a_card_that_is_handed_over_glides_from_seat_to_seat(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3), theme=Theme())
    scene = hand.view.table_scene
    given = scene.card("hand:tom", 0)
    assert given is not None
    start = given.pos()
    hand.campaign.submit(MoveCards(seat="gm", cards=("hand:tom#0",), target="hand:mirjam"))
    taken = next(card for card in scene.cards() if card.zone == "hand:mirjam" and card.pos() == start)
    assert scene.animator.moves(taken)
    assert taken.face is None, "nobody else sees its face"
    scene.animator.finish()
    assert taken.pos() == taken.home != start
