"""The table under the hand: mouse and keys become commands, questions and reasons."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.history import History
from engine.core.manual_moves import MoveCards
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.table import Table
from engine.model.zones import Sight, Zone
from engine.presentation.offers import Offer
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import ReserveCard
from tests.engine.rulesets.future_imperfect import table as future_imperfect
from tests.vtt.painted import PaintedRegion, painted
from tests.vtt.table_hand import Hand
from tests.vtt.table_stage import Burn, Lay, Refresh, Take, make_table
from vtt.campaign.open_campaign import OpenCampaign
from vtt.table.accessibility.focus_targets import FocusTargetKind, next_focus_target
from vtt.table.input.drop_targets import ItemPlace

CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


@pytest.fixture
def duel() -> Table:
    return make_table(3, duel=True)


def last_command(hand: Hand) -> Any:
    return hand.campaign._history.entries[-1].command


def test_a_card_is_dragged_into_the_tray(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    card = hand.cards("hand:tom")[2]
    hand.drag(hand.at("hand:tom", 2), hand.at("committed:actor"))
    assert hand.cards("committed:actor") == (card,)
    assert not hand.said
    assert last_command(hand) == Lay(seat="tom", cards=(card,))


def test_the_tray_lights_up_while_a_card_that_fits_is_in_the_hand(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    start = hand.at("hand:tom", 2)
    hand.press(start)
    hand.move(start, start + QPoint(60, -60))
    assert hand.view.drag_controller.dragging
    assert hand.view.table_scene.display_state.lit == {"committed:actor", "discard"}
    hand.release(start)
    assert hand.view.table_scene.display_state.lit == frozenset()
    assert hand.is_home(ItemPlace("hand:tom", 2))


def test_several_picked_cards_move_as_one(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    held = hand.cards("hand:tom")
    hand.click(hand.at("hand:tom", 1), CTRL)
    hand.click(hand.at("hand:tom", 5), CTRL)
    assert hand.view.drag_controller.picked == [ItemPlace("hand:tom", 1), ItemPlace("hand:tom", 5)]
    hand.drag(hand.at("hand:tom", 5), hand.at("committed:actor"))
    assert hand.cards("committed:actor") == (held[1], held[5])


def test_a_resize_keeps_what_is_picked(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    held = hand.cards("hand:tom")
    hand.click(hand.at("hand:tom", 1), CTRL)
    hand.click(hand.at("hand:tom", 5), CTRL)
    hand.view.resize(1000, 640)
    assert hand.view.drag_controller.picked == [ItemPlace("hand:tom", 1), ItemPlace("hand:tom", 5)]
    item = hand.view.table_scene.card("hand:tom", 5)
    assert item is not None
    assert item.picked
    assert item.pos() == item.home
    assert "committed:actor" in hand.view.table_scene.display_state.lit
    hand.drag(hand.at("hand:tom", 5), hand.at("committed:actor"))
    assert hand.cards("committed:actor") == (held[1], held[5])


def test_nothing_is_left_of_the_layout_before_a_resize(qtbot: QtBot, duel: Table) -> None:
    ground = Hand(qtbot, duel).view.viewport()
    ground.window().resize(1000, 640)
    ground.repaint()  # as a window manager wants it, before the table has been laid out anew
    painted = PaintedRegion(ground)
    qtbot.waitUntil(lambda: not painted.region.isEmpty())
    qtbot.waitUntil(lambda: QRegion(ground.rect()).subtracted(painted.region).isEmpty())


def test_a_resize_in_the_middle_of_a_drag_lays_the_cards_back_but_keeps_them_picked(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    start = hand.at("hand:tom", 2)
    hand.press(start)
    hand.move(start, start - QPoint(0, 200))
    hand.view.resize(1000, 640)
    item = hand.view.table_scene.card("hand:tom", 2)
    assert item is not None
    assert not hand.view.drag_controller.dragging
    assert item.pos() == item.home
    assert hand.view.drag_controller.picked == [ItemPlace("hand:tom", 2)]
    hand.release(start)
    assert hand.campaign.position == 0


def test_a_band_picks_the_cards_that_it_catches(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    spots = hand.view.table_scene.spots_of("hand:tom")
    start = QPoint(round(spots[1].x - 8), 470)
    end = QPoint(round(spots[3].x + 8), round(spots[2].y + 30))
    assert hand.view.drag_controller.item_at(QPointF(start)) is None
    hand.drag(start, end)
    assert [place.index for place in hand.view.drag_controller.picked] == [1, 2, 3]
    hand.key(Qt.Key.Key_Escape)
    assert not hand.view.drag_controller.picked


def test_click_picks_up_and_click_lays_down(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    card = hand.cards("hand:tom")[3]
    hand.click(hand.at("hand:tom", 3))
    assert "committed:actor" in hand.view.table_scene.display_state.lit
    hand.click(hand.at("committed:actor"))
    assert hand.cards("committed:actor") == (card,)


def test_the_whole_way_by_keyboard(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    held = hand.cards("hand:tom")
    hand.key(Qt.Key.Key_Right)  # the table waits for Tom: the walk begins at his first card
    hand.key(Qt.Key.Key_Right)
    hand.key(Qt.Key.Key_Space)
    hand.key(Qt.Key.Key_Right)
    hand.key(Qt.Key.Key_Space)
    assert hand.view.drag_controller.picked == [ItemPlace("hand:tom", 1), ItemPlace("hand:tom", 2)]
    for _ in range(12):
        stop = hand.view.selection_marks.focus_target
        assert stop is not None
        if stop.ref == "committed:actor":
            break
        hand.key(Qt.Key.Key_Up if stop.ref == "hand:tom" else Qt.Key.Key_Left)
    hand.key(Qt.Key.Key_Return)
    assert hand.cards("committed:actor") == held[1:3]


def test_every_card_and_seat_can_be_reached_by_arrows(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(5, duel=True, laid=1))
    seen = set()
    todo = [hand.view.focus_targets()[0]]
    stops = hand.view.focus_targets()
    while todo:
        stop = todo.pop()
        if stop.key in seen:
            continue
        seen.add(stop.key)
        for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            following = next_focus_target(stops, stop, *way)
            assert following is not None
            todo.append(following)
    assert {stop.key for stop in stops} == seen


def test_a_forbidden_drop_eases_back_and_says_why(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    for index in (1, 3, 5):
        hand.click(hand.at("hand:tom", index), CTRL)
    hand.drag(hand.at("hand:tom", 3), hand.at("committed:actor"))
    assert hand.said == [(str(hand.said[0][0]), ("TS-LAY-3",))]
    assert hand.cards("committed:actor") == ()
    assert hand.is_home(ItemPlace("hand:tom", 3))
    assert not hand.view.drag_controller.picked


def test_a_denied_offer_gives_its_reason(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, duel=True, laid=2))
    hand.drag(hand.at("hand:tom", 2), hand.at("committed:actor"))
    assert hand.said == [("Two cards lie there already.", ("TS-LAY-3",))]
    assert len(hand.cards("hand:tom")) == 7


def test_a_place_that_nothing_asks_for_refuses_in_words(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    hand.drag(hand.at("hand:tom", 2), hand.at("committed:opposition"))
    hand.drag(hand.at("hand:tom", 2), QPoint(120, 130))
    assert len(hand.said) == 2
    assert "Hold F" in hand.said[0][0]
    assert hand.campaign.position == 0


def test_what_still_has_to_be_asked_is_asked(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    with qtbot.waitSignal(hand.view.ask_offer) as asked:
        hand.drag(hand.at("hand:tom", 2), hand.at("discard", 0))
    offer, answers = asked.args
    assert offer.command == Burn(seat="tom")
    assert answers == {"card": "hand:tom#2"}
    assert hand.campaign.position == 0


def test_several_offers_for_one_drop_are_put_to_choice(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    with qtbot.waitSignal(hand.view.choose_offer) as asked:
        hand.drag(hand.at("hand:gm", 2), hand.at("discard", 0))
    offers, answers, where = asked.args
    assert [offer.command for offer in offers] == [Burn(seat="gm"), Refresh(seat="gm")]
    assert answers == {"card": "hand:gm#2", "joker": "hand:gm#2"}
    assert isinstance(where, QPoint)


def test_alt_and_the_free_hand_drop_any_card_anywhere(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    card = hand.cards("hand:tom")[2]
    hand.drag(hand.at("hand:tom", 2), hand.at("committed:opposition"), ALT)
    assert hand.cards("committed:opposition") == (card,)
    assert last_command(hand) == MoveCards(seat="tom", cards=(card,), target="committed:opposition")
    hand.view.set_free_hand(True)
    top = hand.cards("discard")[0]
    hand.drag(hand.at("discard", 0), hand.at("deck", 0))
    assert hand.cards("deck")[0] == top
    assert last_command(hand).seat == "gm"


def test_a_key_held_at_the_drop_lays_any_card_anywhere_and_only_while_it_is_held(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    start, end = hand.at("hand:tom", 2), hand.at("committed:opposition")
    card = hand.cards("hand:tom")[2]
    legal = hand.view.table_scene.display_state.lit
    hand.press(start)
    hand.move(start, end)
    QTest.keyPress(hand.view, Qt.Key.Key_F)
    assert set(hand.view.table_scene.display_state.lit) == set(hand.table.zones) - {"hand:tom"} != set(legal)
    hand.release(end)
    assert hand.cards("committed:opposition") == (card,)
    assert last_command(hand) == MoveCards(seat="tom", cards=(card,), target="committed:opposition")
    QTest.keyRelease(hand.view, Qt.Key.Key_F)
    assert not hand.view.free_hand
    hand.drag(hand.at("hand:tom", 2), hand.at("committed:opposition"))
    assert "Hold F" in hand.said[-1][0]
    assert hand.cards("committed:opposition") == (card,)


def test_a_held_key_is_forgotten_with_the_keys_and_works_with_enter_too(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    QTest.keyPress(hand.view, Qt.Key.Key_F)
    hand.view.clearFocus()
    assert not hand.view.free_hand, "nobody saw it let go"
    hand.view.setFocus()
    hand.view.drag_controller.pick([ItemPlace("hand:tom", 2)])
    hand.view.set_focus_target(next(s for s in hand.view.focus_targets() if s.ref == "committed:opposition"))
    QTest.keyPress(hand.view, Qt.Key.Key_F)
    hand.key(Qt.Key.Key_Return)
    QTest.keyRelease(hand.view, Qt.Key.Key_F)
    assert len(hand.cards("committed:opposition")) == 1


def test_a_hand_is_put_in_order_while_it_is_looked_at(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    held = hand.cards("hand:tom")
    hand.drag(hand.at("hand:tom", 0), hand.at("hand:tom", 4))
    assert hand.row("hand:tom") == [None] * 7
    assert len(hand.said) == 1
    hand.view.hand_peek.begin("tom")
    hand.drag(hand.at("hand:tom", 0), hand.at("hand:tom", 4) + QPoint(30, 0))
    assert hand.row("hand:tom") == [*held[1:5], held[0], *held[5:]]
    assert hand.cards("hand:tom") == held, "the order is only how the hand is shown"
    assert hand.campaign.position == 0


def test_a_hand_that_everybody_sees_is_put_in_order_at_any_time(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, private=False))
    held = hand.cards("hand:tom")
    hand.drag(hand.at("hand:tom", 6), hand.at("hand:tom", 0) - QPoint(10, 0))
    assert hand.row("hand:tom") == [held[6], *held[:6]]


def test_double_click_on_the_deck_does_the_one_main_thing(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3))
    hand.view.active_seat = "tom"
    point = hand.at("deck", 0)
    hand.click(point)
    hand.double_click(point)
    assert len(hand.cards("hand:tom")) == 8
    assert last_command(hand) == Take(seat="tom")


def test_double_click_on_the_discard_only_opens_it(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, discarded=5))
    point = hand.at("discard", 0)
    hand.click(point)
    hand.double_click(point)
    assert hand.view.opened == "discard"
    assert hand.campaign.position == 0


def test_right_click_asks_for_a_menu_of_what_concerns_the_card(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    offers = menu_at(qtbot, hand, hand.at("hand:tom", 2))
    by_hand = ["turn_up:hand:tom#2", "remove_card:hand:tom#2", "add_cards:hand:tom"]
    assert [offer.name for offer in offers[-3:]] == by_hand, "what the rules offer stands first"
    assert {offer.name for offer in offers[:-3]} == {"lay", "take", "burn"}
    assert {offer.command.seat for offer in offers[:-3]} == {"tom"}
    told = [*(say(offer.label) for offer in offers), *(str(offer.command) for offer in offers)]
    assert not [words for words in told if hand.cards("hand:tom")[2] in words], "the place is named, not the card"


def plate_of(hand: Hand, seat: str) -> QPoint:
    stop = next(stop for stop in hand.view.focus_targets() if stop.kind is FocusTargetKind.SEAT and stop.ref == seat)
    return stop.rect.center().toPoint()


def menu_at(qtbot: QtBot, hand: Hand, point: QPoint) -> list[Offer]:
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, hand.view.viewport().mapToGlobal(point))
    with qtbot.waitSignal(hand.view.menu_wanted) as wanted:
        QApplication.sendEvent(hand.view.viewport(), event)
    offers: list[Offer] = wanted.args[0]
    return offers


@pytest.mark.rule("IM-HAND-10")
def test_right_click_on_a_seat_is_about_who_sits_there(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    offers = menu_at(qtbot, hand, plate_of(hand, "mirjam"))
    assert [offer.name for offer in offers] == ["edit_seat:mirjam", "leave_seat:mirjam", "join_seat"]
    join: Any = offers[-1].command
    assert hand.view.submit(replace(join, name="Noor"))
    assert hand.table.seats[join.id].name == "Noor"
    again: Any = menu_at(qtbot, hand, plate_of(hand, "mirjam"))[-1].command
    assert again.id != join.id, "nobody comes into the place of one who was here before"


def test_a_right_click_turns_a_card_at_its_place_and_shuffles_a_pile(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    offers = {offer.name: offer for offer in menu_at(qtbot, hand, hand.at("deck", 0))}
    assert hand.view.submit(offers["turn_up:deck#0"].command)
    assert hand.faces_shown("deck")[0] == hand.cards("deck")[0]
    lay = hand.cards("deck")
    assert hand.view.submit(offers["shuffle_zone:deck"].command)
    assert hand.cards("deck") != lay


def test_the_discard_opens_and_gives_out_its_cards(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, discarded=9))
    lying = hand.cards("discard")
    hand.click(hand.at("discard", 0))
    assert hand.view.opened == "discard"
    assert hand.faces_shown("discard") == list(lying)
    hand.key(Qt.Key.Key_Escape)
    assert hand.view.opened == ""
    hand.click(hand.at("discard", 0))
    hand.click(QPoint(5, 5))
    assert hand.view.opened == ""
    hand.click(hand.at("discard", 0))
    hand.view.set_free_hand(True)
    end = QPoint(640, 620)
    start = hand.at("discard", 6)
    hand.press(start)
    hand.move(start, end)
    assert hand.view.opened == ""
    target = hand.at("hand:tom", 3)
    hand.move(end, target)
    hand.release(target)
    assert lying[6] in hand.cards("hand:tom")


def test_seats_and_characters_are_clicked(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3))
    static_items = hand.view.table_scene.static_items
    where = {(hot.kind, name): hot.rect for hot in static_items.regions for name in hot.names}
    with qtbot.waitSignal(hand.view.seat_activated) as seat:
        hand.click((where["seat", "mirjam"].center() - QPointF(30, 0)).toPoint())
    assert seat.args == ["mirjam"]
    assert hand.view.active_seat == "mirjam"
    with qtbot.waitSignal(hand.view.actor_activated) as actor:
        hand.click(where["actor", "orc"].center().toPoint())
    assert actor.args == ["orc"]


def test_a_change_by_another_seat_ends_a_drag(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    start = hand.at("hand:tom", 6)
    hand.press(start)
    hand.move(start, start - QPoint(0, 200))
    hand.campaign.submit(MoveCards(seat="tom", cards=("hand:tom#6",), target="discard"))
    assert not hand.view.drag_controller.dragging
    hand.release(start)
    assert hand.campaign.position == 1


def test_any_zone_of_any_game_has_a_place(qtbot: QtBot) -> None:
    extra = (
        Zone(id="market", cards=("AS", "KD")),
        Zone(id="reserve:tom", cards=("QS",), sight=Sight.OWNERS, owners=("tom",)),
        Zone(id="set_aside", cards=("QH",), sight=Sight.NOBODY),
        Zone(id="void"),
    )
    table = make_table(4, extra=())
    taken = {card for zone in extra for card in zone.cards}
    zones = {z.id: replace(z, cards=tuple(c for c in z.cards if c not in taken)) for z in table.zones.values()}
    table = replace(table, zones=zones | {zone.id: zone for zone in extra})
    hand = Hand(qtbot, table)
    for zone in table.zones:
        place = hand.view.table_scene.static_items.place_of(zone)
        assert place is not None, zone
        assert hand.view.rect().toRectF().contains(place), zone
    hand.view.set_free_hand(True)
    hand.drag(hand.at("hand:tom", 1), hand.at("market"))
    assert len(hand.cards("market")) == 3


@pytest.mark.rule("FI-RES-1")
def test_a_pile_beside_a_hand_names_its_character_where_the_seat_runs_several(qtbot: QtBot) -> None:
    """Under the GM’s plate are five extras: “Reserve” alone does not tell whose card may interrupt."""
    fight = future_imperfect.conflict(future_imperfect.laid())
    table = future_imperfect.counted(future_imperfect.dealt(fight, frost="AS", thug="AH/2"), "A")
    table = future_imperfect.play(table, ReserveCard(seat="tom", actor="frost"), ReserveCard(seat="gm", actor="thug"))
    hand = Hand(qtbot, OpenCampaign(future_imperfect.GAME, History(table), SeededChance(1)), size=(1900, 1060))
    written = painted(hand.view)[1]
    labels = [dict.fromkeys(written[f"zone reserve:{actor}"]) for actor in ("frost", "thug")]  # each has its shadow
    assert [" ".join(label).removesuffix(" 1") for label in labels] == ["Reserve", "Reserve of Thug"]
    spoken = [name for name, _ in hand.view.accessible_items()]
    assert any("Reserve of Thug" in words for words in spoken)
