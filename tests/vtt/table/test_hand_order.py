"""The order of a hand shows only to those who see its faces; backs, flights, focus and picks tell nothing of it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.model.cards import rank_value, standard_decks
from engine.model.frozen import Json, replace
from engine.model.seats import SHARED
from engine.model.table import Table
from tests.on_screen import put_up
from tests.properties import examples
from tests.vtt.table.test_hand_secrecy import shuffled_unseen, words_of
from tests.vtt.table_hand import Hand
from tests.vtt.table_stage import Lay, Turn, make_session, make_table
from vtt.shared.hand_order import HAND_ORDER, HandOrder, HandOrders, sorted_indices
from vtt.table.accessibility.focus_targets import FocusTargetKind
from vtt.table.input.drop_targets import ItemPlace
from vtt.table.items.item_animation import ItemAnimator
from vtt.table.table_screen import TableScreen
from vtt.widgets.look.theme import Theme

CARDS = standard_decks(2, ("X", "X"))
HAND = "hand:tom"
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
FRAMES = 24
"""The pictures of a second: longer than any glide or turn."""


def no_print(_card: str) -> None:
    """Return the face of a game's own card: here there are none."""


@pytest.fixture
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let motion begin at moment 0, so that the frames of two tables can be compared."""
    monkeypatch.setattr(ItemAnimator, "now", 0.0)


def frames(hand: Hand) -> Iterator[QImage]:
    """Yield what the table shows while whatever moves comes to rest; the clock must be stopped."""
    motion = hand.view.table_scene.animator
    for step in range(FRAMES):
        motion.hold()
        yield hand.picture()
        motion.advance(step * 40)


def arrange_by_hand(hand: Hand, seat: str, orders: Sequence[str], seed: int) -> None:
    """Look at a hand, give it one order after the other, and look away again."""
    view, zone = hand.view, f"hand:{seat}"
    view.hand_peek.begin(seat)
    for order in orders:
        if order == "own":
            faces = list(hand.cards(zone))
            random.Random(seed).shuffle(faces)
            HandOrders(hand.campaign).arrange(zone, faces)
        else:
            while HandOrders(hand.campaign).order(zone) != order:
                hand.key(Qt.Key.Key_S)
    view.table_scene.animator.finish()


ORDERS = st.lists(st.sampled_from(["suit", "rank", "own"]), min_size=1, max_size=2)


@pytest.mark.usefixtures("stopped_clock")
@examples(4)
@given(orders=ORDERS, seed=st.integers(0, 999), leaves=st.integers(0, 6))
def test_no_frame_of_the_common_screen_tells_of_an_order(
    qtbot: QtBot, orders: list[str], seed: int, leaves: int
) -> None:
    table = make_table(3, duel=True)
    worlds = (table, shuffled_unseen(table, SHARED, seed))
    hands = [Hand(qtbot, world, theme=Theme()) for world in worlds]
    untouched = hands[0].view.grab_public()
    for hand in hands:
        arrange_by_hand(hand, "tom", orders, seed)
        hand.view.hand_peek.end()
    assert words_of(hands[0]) == words_of(hands[1])
    for one, other in zip(frames(hands[0]), frames(hands[1]), strict=True):
        assert one == other, "the hand has turned down: nothing glides to its place"
    for hand in hands:
        hand.view._bubble.hide()
        assert hand.view.grab_public() == untouched, "backs lie as the cards came"
        assert hand.campaign.submit(Lay(seat="tom", cards=(f"{HAND}#{leaves}",)))
    for one, other in zip(frames(hands[0]), frames(hands[1]), strict=True):
        assert one == other, "a card leaves where it came in, whatever it is"
    for hand in hands:
        hand.view.close()


@examples(3)
@given(orders=ORDERS, seed=st.integers(0, 999))
def test_the_players_screen_does_not_move_while_somebody_sorts_and_arranges(
    qtbot: QtBot, orders: list[str], seed: int
) -> None:
    hand = Hand(qtbot, make_table(3, duel=True), theme=Theme())
    players = TableScreen(hand.campaign, SHARED, hand.hub, hand.faces)
    qtbot.addWidget(players)
    players.resize(800, 500)
    put_up(players)
    before = players.grab().toImage()
    arrange_by_hand(hand, "tom", orders, seed)
    hand.drag(hand.at(HAND, 3), hand.at(HAND, 5))
    hand.view.set_focus_target(next(stop for stop in hand.view.focus_targets() if stop.ref == HAND))
    hand.key(Qt.Key.Key_Right, CTRL)
    hand.key(Qt.Key.Key_Right, SHIFT)
    QApplication.processEvents()
    assert not players.table_scene.animator.running
    assert players.grab().toImage() == before
    assert hand.campaign.position == 0, "no log, no undo, no file of moves contains an order"
    hand.view.close()
    players.close()


def test_a_hand_of_which_one_card_is_face_down_is_in_no_order() -> None:
    orders = HandOrders(make_session(make_table(3)))
    orders.choose_next([HAND])
    assert orders.order(HAND) is HandOrder.SUIT
    assert orders.shown(HAND, ["9H", "2S", "5C"], no_print) == (1, 0, 2)
    assert orders.shown(HAND, ["9H", None, "5C"], no_print) == (0, 1, 2)


@examples(100)
@given(cards=st.lists(st.sampled_from(CARDS), unique=True, max_size=20), data=st.data())
def test_sorting_keeps_all_cards_and_puts_equal_ones_together(cards: list[str], data: st.DataObject) -> None:
    own = data.draw(st.permutations(cards))
    for order in HandOrder:
        indices = sorted_indices(cards, order, own[:-2], no_print)
        assert sorted(indices) == list(range(len(cards)))
        row = [cards[index] for index in indices]
        if order is HandOrder.RANK:
            assert [rank_value(card) for card in row] == sorted(rank_value(card) for card in row)
        if order is HandOrder.SUIT:
            suits = [card.partition("/")[0][-1] for card in row]
            assert sum(a != b for a, b in pairwise(suits)) == max(0, len(set(suits)) - 1)
        if order is HandOrder.OWN:
            assert row[: max(0, len(own) - 2)] == own[:-2], "new cards come last"
        if order is HandOrder.DRAWN:
            assert row == cards


def test_cards_of_a_band_or_a_row_are_played_in_the_order_in_which_they_came(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, duel=True))
    hand.view.hand_peek.begin("tom")
    hand.key(Qt.Key.Key_S)
    hand.key(Qt.Key.Key_S)
    order = hand.view.table_scene.order_of(HAND)
    assert list(order) != sorted(order)
    row = QRectF()
    for spot in list(hand.view.table_scene.spots_of(HAND).values()):
        row = row.united(QRectF(spot.x - 1, spot.y - 1, 2, 2))
    assert hand.view.drag_controller.cards_in_band(row) == [ItemPlace(HAND, index) for index in range(7)]
    stops = [stop for stop in hand.view.focus_targets() if stop.ref == HAND]
    assert [stop.index for stop in stops] == list(order), "the keyboard walks as the eye does"
    hand.view.set_focus_target(stops[2])
    hand.key(Qt.Key.Key_Right, SHIFT)
    hand.key(Qt.Key.Key_Right, SHIFT)
    assert hand.view.drag_controller.picked == [ItemPlace(HAND, index) for index in sorted(order[2:5])]
    hand.key(Qt.Key.Key_Left, SHIFT)
    assert hand.view.drag_controller.picked == [ItemPlace(HAND, index) for index in sorted(order[2:4])]


def test_the_focus_keeps_its_place_in_the_row_when_the_hand_turns_down(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, duel=True))
    hand.view.hand_peek.begin("tom")
    hand.key(Qt.Key.Key_S)
    order = hand.view.table_scene.order_of(HAND)
    hand.view.set_focus_target([stop for stop in hand.view.focus_targets() if stop.ref == HAND][1])
    focused = hand.view.selection_marks.focus_target
    assert focused is not None
    assert focused.index == order[1]
    hand.view.hand_peek.end()
    focused = hand.view.selection_marks.focus_target
    assert focused is not None
    assert (focused.ref, focused.index) == (HAND, 1)
    assert "face-down card 2 of 7" in focused.name


def test_ctrl_with_an_arrow_moves_cards_in_the_hand(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3))
    held = hand.cards(HAND)
    hand.view.set_focus_target(next(stop for stop in hand.view.focus_targets() if stop.ref == HAND))
    hand.key(Qt.Key.Key_Right, CTRL)
    assert hand.said, "nobody sees what moves there"
    hand.view.hand_peek.begin("tom")
    hand.key(Qt.Key.Key_Right, CTRL)
    hand.key(Qt.Key.Key_Right, CTRL)
    assert hand.row(HAND) == [held[1], held[2], held[0], *held[3:]]
    hand.key(Qt.Key.Key_Left, CTRL)
    assert hand.row(HAND) == [held[1], held[0], *held[2:]]
    hand.view.drag_controller.pick([ItemPlace(HAND, 0), ItemPlace(HAND, 6)])
    hand.key(Qt.Key.Key_Right, CTRL)
    assert hand.row(HAND) == [held[1], held[2], held[0], held[6], *held[3:6]], "picked cards move together"
    focused = hand.view.selection_marks.focus_target
    assert focused is not None
    assert "card 3 of 7" in focused.name


def test_every_screen_with_the_faces_has_the_order_and_a_new_window_too(qtbot: QtBot) -> None:
    table = make_table(3, private=False)
    hand = Hand(qtbot, table)
    players = TableScreen(hand.campaign, SHARED, hand.hub, hand.faces)
    qtbot.addWidget(players)
    players.resize(800, 500)
    put_up(players)
    (button,) = (r for r in hand.view.table_scene.static_items.regions if r.kind == "order" and r.names == ("tom",))
    hand.click(button.rect.center().toPoint())
    row = [card for card in hand.row(HAND) if card is not None]
    assert row == [hand.cards(HAND)[i] for i in sorted_indices(hand.cards(HAND), HandOrder.SUIT, (), no_print)]
    assert players.table_scene.order_of(HAND) == hand.view.table_scene.order_of(HAND)
    assert Hand(qtbot, hand.campaign).row(HAND) == row
    assert hand.row("hand:mirjam") == list(hand.cards("hand:mirjam")), "each hand has its own"
    stop = next(stop for stop in hand.view.focus_targets() if stop.kind is FocusTargetKind.ORDER and stop.ref == "tom")
    hand.view.set_focus_target(stop)
    hand.key(Qt.Key.Key_Return)
    assert HandOrders(hand.campaign).order(HAND) is HandOrder.RANK


def test_the_button_for_the_order_is_there_only_with_the_faces(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3))

    def buttons() -> list[tuple[str, ...]]:
        return [region.names for region in hand.view.table_scene.static_items.regions if region.kind == "order"]

    assert not buttons()
    hand.key(Qt.Key.Key_S)
    assert HandOrders(hand.campaign).order(HAND) is HandOrder.DRAWN
    hand.view.hand_peek.begin("tom")
    assert buttons() == [("tom",)]
    hand.view.hand_peek.end()
    assert not buttons()
    hand.view.set_viewer("mirjam")
    assert buttons() == [("mirjam",)]


@pytest.mark.parametrize(
    "stored", [7, "suit", [], {"hand:tom": 3}, {HAND: {"order": "up", "own": 4}}, {HAND: {"order": "own", "own": [1]}}]
)
def test_a_setting_from_a_strange_file_is_no_order(stored: Json) -> None:
    campaign = make_session(make_table(3))
    campaign.store_setting(HAND_ORDER, stored)
    orders = HandOrders(campaign)
    assert orders.shown(HAND, ["9H", "2S", "5C"], no_print) == (0, 1, 2)
    orders.choose_next([HAND])
    assert orders.order(HAND) in set(HandOrder)
    assert orders.shown("hand:mirjam", ["9H", "2S"], no_print) == (0, 1)


def test_a_card_that_is_given_into_a_sorted_hand_comes_last(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3), viewer="tom")
    hand.key(Qt.Key.Key_Right)
    hand.view.active_seat = "tom"
    hand.view.hand_input.choose_next_order("tom", QPointF())
    hand.view.set_free_hand(True)
    top = hand.cards("discard")[0]
    leftmost = hand.view.table_scene.order_of(HAND)[0]
    hand.drag(hand.at("discard", 0), hand.at(HAND, leftmost))
    assert hand.cards(HAND)[-1] == top, "others see where the new back is, and must not learn its rank from that"


@pytest.mark.parametrize("duel", [False, True])
def test_the_release_of_the_eye_on_a_card_picks_it_or_plays_what_the_table_waits_for(qtbot: QtBot, duel: bool) -> None:
    hand = Hand(qtbot, make_table(3, duel=duel))
    regions = hand.view.table_scene.static_items.regions
    eye = next(r.rect.center().toPoint() for r in regions if r.kind == "eye" and r.names == ("tom",))
    hand.press(eye)
    hand.key(Qt.Key.Key_S)
    wanted = hand.view.table_scene.order_of(HAND)[4]
    point = hand.at(HAND, wanted)
    assert "Let go" not in hand.view._bubble.text, "a short look is not disturbed"
    QTest.mouseMove(hand.view.viewport(), point)
    assert hand.view._bubble.text == "Let go on a card to choose or play it, or beside the cards to leave them."
    assert hand.view._bubble.isVisibleTo(hand.view), "what a release does is said before it"
    assert not hand.view._bubble.geometry().contains(point)
    hand.release(point)
    assert not hand.view._bubble.isVisibleTo(hand.view)
    assert not hand.view.looking_seat
    assert hand.view.drag_controller.picked == ([] if duel else [ItemPlace(HAND, wanted)])
    assert hand.row(HAND) == [None] * (6 if duel else 7)


@pytest.mark.usefixtures("stopped_clock")
def test_a_drag_outlives_the_end_of_a_sorted_look_without_a_trace(qtbot: QtBot) -> None:
    def dragged(table: Table) -> list[QImage]:
        hand = Hand(qtbot, table, theme=Theme())
        hand.view.hand_peek.begin("tom")
        hand.key(Qt.Key.Key_S)
        hand.view._bubble.hide()
        hand.view.drag_controller.pick([ItemPlace(HAND, 2)])
        hand.view.drag_controller.start_drag(ItemPlace(HAND, 2), QPointF(640, 600), alt=False)
        hand.view.drag_controller.drag(QPointF(400, 330))
        hand.view.hand_peek.end()
        item = hand.view.table_scene.card(HAND, 2)
        assert item is not None
        item.setPos(400, 330)
        shown = list(islice(frames(hand), 3))
        hand.view.drag_controller.release_all()
        shown += frames(hand)
        hand.campaign.submit(Turn(seat="gm", to="mirjam"))
        return [*shown, hand.picture()]

    table = make_table(3, duel=True)
    assert dragged(table) == dragged(shuffled_unseen(table, SHARED, 5))


def test_a_new_card_joins_a_sorted_hand_at_its_place(qtbot: QtBot) -> None:
    table = make_table(3)
    zones = {**table.zones, HAND: replace(table.zones[HAND], cards=("9H", "2S", "KD"))}
    rest = tuple(card for card in table.zones["deck"].cards if card not in zones[HAND].cards)
    hand = Hand(qtbot, replace(table, zones={**zones, "deck": replace(table.zones["deck"], cards=("5H", *rest))}))
    hand.view.hand_peek.begin("tom")
    hand.key(Qt.Key.Key_S)
    assert hand.row(HAND) == ["2S", "9H", "KD"]
    hand.drag(hand.at("deck", 0), hand.at(HAND))
    assert hand.row(HAND) == ["2S", "5H", "9H", "KD"]
    assert hand.cards(HAND) == ("9H", "2S", "KD", "5H")
