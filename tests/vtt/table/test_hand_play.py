"""Playing from the hand: the natural play, hints while looking, handing over, and a fan that fills its room."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.history import ConsentNeeded, History
from engine.core.manual_moves import MoveCards, RemoveCards
from engine.kit.game_factory import make_game
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.model.zones import Sight, Zone
from engine.presentation.activity_view import ActivityView
from engine.presentation.offers import Drag, Offer
from engine.presentation.scripts.script import play_script
from engine.rulesets.future_imperfect.checks.check_commands import ThrowDice
from engine.rulesets.future_imperfect.combat.rounds.card_draw_commands import KeepCards, RollReflex
from engine.rulesets.loader import game_of
from tests.engine.rulesets.future_imperfect import table as crew
from tests.properties import examples
from tests.vtt.table.test_hand_secrecy import shuffled_unseen
from tests.vtt.table_hand import Hand
from tests.vtt.table_stage import Burn, Lay, Stage, Take, make_session, make_table, word
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.offers.card_questions import playable_cards
from vtt.table.accessibility.focus_targets import FocusTargetKind
from vtt.table.input.drop_targets import DropFit, ItemPlace
from vtt.table.input.keyboard_input import RepeatSilencer
from vtt.table.input.natural_play import may_play_at_once
from vtt.table.items.card_item import CardMark
from vtt.table.items.card_layout import enlarged_hands
from vtt.table.layout.card_spread import INDEX_SHARE, lay_fan
from vtt.table.layout.table_plan import TableEdge

HAND = "hand:tom"
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def duel() -> Table:
    return make_table(3, duel=True)


def last_command(hand: Hand) -> Any:
    return hand.campaign._history.entries[-1].command


def twice(hand: Hand, zone: str, index: int) -> None:
    """Double-click a card."""
    point = hand.at(zone, index)
    hand.click(point)
    hand.double_click(hand.at(zone, index))


def plate(hand: Hand, seat: str) -> QPointF:
    regions = hand.view.table_scene.static_items.regions
    return next(r.rect.center() for r in regions if r.kind == "seat" and r.names == (seat,)) - QPointF(30, 0)


# The natural play.


def test_a_double_click_on_a_card_that_its_player_sees_plays_it(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    card = hand.cards(HAND)[3]
    hand.view.hand_peek.begin("tom")
    twice(hand, HAND, 3)
    assert last_command(hand) == Lay(seat="tom", cards=(card,))
    assert not hand.said


@pytest.mark.parametrize("freely", ["", "setting", "held key", "Alt"])
def test_a_click_on_a_hand_that_waits_for_several_cards_asks_for_them_but_not_with_a_free_hand(
    qtbot: QtBot, freely: str
) -> None:
    conflict = crew.stacked(crew.conflict(crew.laid()), "crew", "4C AS 5S 3S")
    rolled = RollReflex(seat="tom", actor="frost"), ThrowDice(seat="tom")
    table = crew.play(conflict, *rolled, chance=crew.dice(d8=[8, 5, 5]))
    hand, asked = Hand(qtbot, OpenCampaign(crew.GAME, History(table), SeededChance(1))), list[Offer]()
    hand.view.ask_offer.connect(lambda offer, *_: asked.append(offer))
    hand.view.hand_peek.begin("tom")
    if freely == "held key":
        QTest.keyPress(hand.view, Qt.Key.Key_F)
    hand.view.set_free_hand(freely == "setting")
    alt = Qt.KeyboardModifier.AltModifier if freely == "Alt" else Qt.KeyboardModifier.NoModifier
    hand.click(hand.at("hand:tom", 2), alt)
    assert [type(offer.command) for offer in asked] == ([] if freely else [KeepCards])
    assert hand.view.drag_controller.picked == [ItemPlace("hand:tom", 2)]


def test_a_double_click_on_one_of_several_picked_cards_plays_them_together(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    held = hand.cards(HAND)
    hand.view.hand_peek.begin("tom")
    hand.click(hand.at(HAND, 1), CTRL)
    hand.click(hand.at(HAND, 5), CTRL)
    twice(hand, HAND, 5)
    assert last_command(hand) == Lay(seat="tom", cards=(held[1], held[5]))


def test_a_card_that_nobody_sees_is_never_played_by_a_double_click(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    with qtbot.waitSignal(hand.view.menu_wanted) as wanted:
        twice(hand, HAND, 3)
    offers, answers, *_ = wanted.args
    assert [offer.name for offer in offers] == ["lay"]
    assert answers == {"cards": (f"{HAND}#3",)}, "the place is named, not the card"
    assert hand.campaign.position == 0


def test_what_a_play_still_needs_is_asked_and_nothing_is_done(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3))
    hand.view.hand_peek.begin("tom")
    with qtbot.waitSignal(hand.view.ask_offer) as asked:
        twice(hand, HAND, 2)
    offer, answers = asked.args
    assert offer.command == Burn(seat="tom")
    assert answers == {"card": f"{HAND}#2"}
    assert hand.campaign.position == 0


def test_several_plays_open_the_menu_at_the_card(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3))
    hand.view.hand_peek.begin("gm")
    with qtbot.waitSignal(hand.view.menu_wanted) as wanted:
        twice(hand, "hand:gm", 2)
    assert [offer.name for offer in wanted.args[0]] == ["burn", "refresh"]
    assert hand.campaign.position == 0


def test_the_keyboard_plays_too_and_a_pile_as_well(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    card = hand.cards(HAND)[1]
    hand.view.hand_peek.begin("tom")
    hand.view.set_focus_target(next(s for s in hand.view.focus_targets() if (s.ref, s.index) == (HAND, 1)))
    hand.key(Qt.Key.Key_P)
    assert last_command(hand) == Lay(seat="tom", cards=(card,))
    hand.view.active_seat = "tom"
    hand.view.set_focus_target(next(s for s in hand.view.focus_targets() if s.ref == "deck"))
    hand.key(Qt.Key.Key_P)
    assert last_command(hand) == Take(seat="tom")


class WaitsForOneCard(Stage):
    """The stage, where the table waits for nobody any more once Tom has laid a card."""

    def activity_view(self, table: Table, viewer: str) -> tuple[ActivityView, ...]:
        return tuple(
            replace(shown, waiting_for=() if table.zones["committed:actor"].cards else shown.waiting_for)
            for shown in super().activity_view(table, viewer)
        )


@pytest.mark.parametrize(("stage", "leaves"), [(Stage(), False), (WaitsForOneCard(), True)])
def test_the_focus_leaves_a_hand_for_which_the_table_waits_no_longer(
    qtbot: QtBot, duel: Table, stage: Stage, leaves: bool
) -> None:
    hand = Hand(qtbot, OpenCampaign(make_game(stage), History(duel), SeededChance(1)))
    hand.view.hand_peek.begin("tom")
    hand.view.set_focus_target(next(s for s in hand.view.focus_targets() if (s.ref, s.index) == (HAND, 1)))
    hand.key(Qt.Key.Key_P)
    assert isinstance(last_command(hand), Lay)
    assert (hand.view.selection_marks.focus_target is None) is leaves, "more cards may be laid in a row"


class TurnsUp(Stage):
    """The stage with one offer: take the top card of the deck to the discard pile, where everybody sees it."""

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        take = next(offer for offer in super().offers(table, seat, viewer) if offer.name == "take")
        return (replace(take, drag=Drag(source="deck", target="discard"), primary=False),)


def test_a_double_click_on_a_pile_reveals_nothing_by_accident(qtbot: QtBot) -> None:
    hand = Hand(qtbot, OpenCampaign(make_game(TurnsUp()), History(make_table(3)), SeededChance(1)))
    hand.view.active_seat = "tom"
    with qtbot.waitSignal(hand.view.menu_wanted) as wanted:
        hand.double_click(hand.at("deck", 0))
    assert [offer.name for offer in wanted.args[0]] == ["take"]
    assert hand.campaign.position == 0


def test_where_nothing_can_be_played_a_sentence_says_so(qtbot: QtBot) -> None:
    open_place = Zone(id="market", cards=("AS/2", "KD/2"))
    hand = Hand(qtbot, make_table(3, extra=(open_place,)))
    twice(hand, "market", 1)
    assert [text for text, _ in hand.said] == ["Nothing can be done with this card now."]
    assert not hand.view.drag_controller.picked


def made_offer(command: Command, target: str, **more: Any) -> Offer:
    return Offer(name="it", command=command, label=word("It"), drag=Drag(source=HAND, target=target), **more)


@pytest.mark.parametrize(
    ("offer", "seen", "at_once"),
    [
        (made_offer(Lay(seat="tom"), "committed:actor"), True, True),
        (made_offer(Lay(seat="tom"), "committed:actor"), False, False),
        (made_offer(Lay(seat="tom"), "discard"), True, False),
        (made_offer(Lay(seat="tom"), "discard", primary=True), True, True),
        (made_offer(Lay(seat="tom"), "discard", primary=True), False, False),
        (made_offer(Lay(seat="tom"), "committed:actor", at_cost_of="tom"), True, False),
        (made_offer(RemoveCards(seat="tom", cards=()), "committed:actor", primary=True), True, False),
        (made_offer(Lay(seat="tom"), "committed:actor", lazy=True), True, False),
        (Offer(name="it", command=Lay(seat="tom"), label=word("It")), True, False),
    ],
    ids=["hidden", "unseen", "reveals", "natural", "blind", "costs", "for good", "lazy", "unknown"],
)
def test_a_double_click_does_nothing_by_accident(duel: Table, offer: Offer, seen: bool, at_once: bool) -> None:
    view = make_session(duel).viewer_campaign(SHARED).view
    places = [ItemPlace(HAND, 0)]
    assert may_play_at_once(view, DropFit(offer, {"cards": (f"{HAND}#0",)}, ()), places, seen=seen) is at_once
    assert not may_play_at_once(view, DropFit(offer, {}, ()), places, seen=seen), "it may take another card"


# Hints while looking.


def test_cards_that_can_be_played_are_marked_while_their_player_looks_and_for_no_other_hand(qtbot: QtBot) -> None:
    table = play_script(Path("assets/rulesets/card_the_drawing/demo.json").read_bytes(), game_of).history.table
    campaign = OpenCampaign(game_of(table.ruleset), History(table), SeededChance(1))
    hand = Hand(qtbot, campaign)
    scene, zone = hand.view.table_scene, "hand:mia"

    def marked() -> set[tuple[str, int]]:
        return {(card.zone, card.index) for card in scene.cards() if card.mark is CardMark.PLAYABLE}

    def spoken() -> list[str]:
        return [stop.name for stop in hand.view.focus_targets() if "can be played now" in stop.name]

    assert not marked()
    before = hand.picture()
    hand.view.hand_peek.begin("mia")
    assert hand.cards(zone)[0] == "counter_strike", "an Interrupt, which is not planned"
    assert marked() == {(zone, 1), (zone, 2), (zone, 3)}
    assert len(spoken()) == 3
    spots = scene.spots_of(zone)
    level = [spots[index].y for index in range(4)]
    assert min(level[0] - y for y in level[1:]) > spots[0].height * 0.05, "raised, not told by colour alone"
    hand.view.hand_peek.begin("leo")
    assert marked() == {(zone, 1), (zone, 2), (zone, 3)}, "only one looks at a time"
    hand.view.hand_peek.end()
    assert not marked()
    assert not spoken()
    assert hand.picture() == before
    hand.view.draw_curtain("mia")
    hand.view.open_curtain()
    hand.view.set_viewer("mia")
    assert not marked(), "a hand that is always face up is marked only during a look, too"


class OnlyJokers(Stage):
    """The stage with one offer: play a Joker to change cards."""

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        return tuple(offer for offer in super().offers(table, "gm", viewer) if offer.name == "refresh")


def test_the_rules_are_asked_where_an_offer_names_no_cards() -> None:
    table = make_table(3)
    others = [card for card in table.zones["deck"].cards if card[0] != "X"][:3]
    zones = {**table.zones, "hand:gm": replace(table.zones["hand:gm"], cards=(others[0], "X", *others[1:], "X/2"))}
    campaign = OpenCampaign(make_game(OnlyJokers()), History(replace(table, zones=zones)), SeededChance(1))
    assert playable_cards(campaign.viewer_campaign("gm"), ["hand:gm"]) == {"hand:gm": {1, 4}}


@examples(6)
@given(seed=st.integers(0, 9999), demo=st.sampled_from(["imaginality", "future_imperfect", "card_the_drawing"]))
def test_hints_depend_on_nothing_that_their_player_may_not_know(seed: int, demo: str) -> None:
    table = play_script(Path(f"assets/rulesets/{demo}/demo.json").read_bytes(), game_of).history.table
    game = game_of(table.ruleset)
    for seat in table.seats:
        found = []
        for world in (table, shuffled_unseen(table, seat, seed)):
            viewer_campaign = OpenCampaign(game, History(world), SeededChance(1)).viewer_campaign(seat)
            hands = [zone.id for zone in world.zones.values() if seat in zone.owners]
            found.append(playable_cards(viewer_campaign, hands))
        assert found[0] == found[1]


def test_a_faulty_rule_costs_only_the_marks(qtbot: QtBot, duel: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = Hand(qtbot, duel)
    reported: list[Exception] = []
    monkeypatch.setattr("vtt.shared.hand_peek.report_fault", reported.append)
    monkeypatch.setattr("vtt.shared.hand_peek.playable_cards", lambda *_: 1 // 0)
    hand.view.hand_peek.begin("tom")
    assert hand.row(HAND) == list(hand.cards(HAND))
    assert reported


# Handing over.


def told_to(hand: Hand, viewer: str) -> list[str]:
    return [say(line.message) for line in hand.campaign.viewer_campaign(viewer).log()]


def test_cards_dropped_on_a_seat_are_handed_over_and_only_the_two_learn_which(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    held = hand.cards(HAND)
    hand.click(hand.at(HAND, 2), CTRL)
    hand.click(hand.at(HAND, 4), CTRL)
    assert hand.view.table_scene.display_state.lit_seats == {"gm", "mirjam"}
    hand.drag(hand.at(HAND, 4), plate(hand, "mirjam").toPoint())
    assert hand.cards("hand:mirjam")[-2:] == (held[2], held[4])
    assert last_command(hand) == MoveCards(seat="tom", cards=(f"{HAND}#2", f"{HAND}#4"), target="hand:mirjam") or (
        last_command(hand).cards == (held[2], held[4])
    )
    assert hand.view.table_scene.display_state.lit_seats == frozenset()
    assert any("2 cards" in line for line in told_to(hand, SHARED))
    names = {viewer: len(told_to(hand, viewer)) for viewer in (SHARED, "gm", "tom", "mirjam")}
    assert names["tom"] == names["mirjam"] == names[SHARED] + 1 == names["gm"] + 1
    with pytest.raises(ConsentNeeded):
        hand.campaign.undo()


def test_a_drop_on_the_cards_of_a_seat_hands_over_too_but_a_click_there_does_not(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    card = hand.cards(HAND)[2]
    hand.click(hand.at(HAND, 2))
    hand.click(hand.at("hand:mirjam", 3))
    assert hand.campaign.position == 0
    assert "Hold F" in hand.said[-1][0]
    hand.drag(hand.at(HAND, 2), hand.at("hand:mirjam", 3))
    assert hand.cards("hand:mirjam")[-1] == card


def test_a_click_on_a_lit_seat_and_enter_on_a_seat_hand_over(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    first, second = hand.cards(HAND)[2:4]
    hand.click(hand.at(HAND, 2))
    hand.click(plate(hand, "mirjam").toPoint())
    assert hand.cards("hand:mirjam")[-1] == first
    hand.view.set_focus_target(next(s for s in hand.view.focus_targets() if (s.ref, s.index) == (HAND, 2)))
    hand.key(Qt.Key.Key_Return)
    seats = [s for s in hand.view.focus_targets() if s.kind is FocusTargetKind.SEAT]
    hand.view.set_focus_target(next(s for s in seats if s.ref == "gm"))
    hand.key(Qt.Key.Key_Return)
    assert hand.cards("hand:gm")[-1] == second


def test_the_own_seat_and_cards_of_no_hand_are_not_for_handing_over(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    hand.drag(hand.at(HAND, 2), plate(hand, "tom").toPoint())
    assert hand.campaign.position == 0
    hand.drag(hand.at("discard", 0), plate(hand, "mirjam").toPoint())
    assert hand.campaign.position == 0
    assert len(hand.said) == 2


def test_a_game_with_rules_for_a_drag_into_a_hand_decides_about_it(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, hand=12))
    hand.view.active_seat = "mirjam"
    hand.view.drag_controller.pick([ItemPlace("deck", 0)])
    hand.drag(hand.at("deck", 0), hand.at("hand:mirjam"))
    assert hand.campaign.position == 0, "the hand is full"


def test_a_card_of_a_pile_that_is_dropped_on_a_seat_goes_into_its_hand(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(3, hand=4))
    drawn = hand.cards("deck")[0]
    hand.drag(hand.at("deck", 0), plate(hand, "mirjam").toPoint())
    assert hand.cards("hand:mirjam")[-1] == drawn
    hand.view.drag_controller.pick([ItemPlace("deck", 0)])
    assert {"tom", "mirjam"} <= hand.view.table_scene.display_state.lit_seats, "as their hands are lit"


# The fan.


@examples(60)
@given(
    count=st.integers(2, 24),
    wide=st.floats(120, 1400),
    high=st.floats(60, 400),
    upright=st.sampled_from([0.0, 0.5, 1.0]),
)
def test_a_fan_uses_the_width_there_is_and_overlaps_only_as_needed(
    count: int, wide: float, high: float, upright: float
) -> None:
    room = QRectF(10, 20, wide, high)
    spots = lay_fan(room, count, 1000.0, upright=upright)
    for spot in spots:
        assert room.adjusted(-2, -2, 2, 2).contains(spot.box())
    row = [spot for spot in spots if abs(spot.y - spots[0].y) < spots[0].height * 0.3]
    assert len(row) == len(spots) or len({round(spot.y) for spot in spots}) > 1
    if len(row) < len(spots):
        return  # several rows: the cards are as large as the room allows
    steps = [b.x - a.x for a, b in pairwise(row)]
    assert min(steps) >= row[0].width * INDEX_SHARE * 0.97
    taken = row[-1].box().right() - row[0].box().left()
    assert min(steps) >= row[0].width * 0.97 or taken >= wide * 0.93


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (700, 460)])
@pytest.mark.parametrize("magnification", [1.0, 2.0])
@pytest.mark.parametrize("turns", [(), (180, 270, 0, 90)])
def test_a_hand_is_larger_while_it_is_looked_at(
    qtbot: QtBot, size: tuple[int, int], magnification: float, turns: tuple[int, ...]
) -> None:
    hand = Hand(qtbot, make_table(4, duel=True, laid=1, turns=turns), size=size)
    scene = hand.view.table_scene
    if magnification > 1:
        hand.view.set_frame(QSize(*size), QSize(*size) * magnification, magnification)
        qtbot.waitUntil(lambda: scene.plan.size == QSizeF(*size) * magnification)
    before = hand.picture()
    for seat in hand.table.seats:
        zone = f"hand:{seat}"
        usual = scene.spots_of(zone)[0].height
        hand.view.hand_peek.begin(seat)
        spots = scene.spots_of(zone)
        smallest = min(spot.height for spot in spots.values())
        assert smallest > min(usual * 1.02, hand.view.seen.height() / 2), "larger, or as large as half of what is seen"
        (enlarged,) = enlarged_hands(scene.view, scene.placement, scene.plan, scene.display_state).values()
        own = enlarged.cell.in_scene(enlarged.cell.plate)
        for spot in spots.values():
            assert hand.view.seen.adjusted(-1, -1, 1, 1).contains(spot.box())
            shared = spot.box().intersected(own)
            assert shared.isEmpty() or min(shared.width(), shared.height()) < spot.height * 0.05, "the eye is in reach"
        step = math.dist(*((spots[i].x, spots[i].y) for i in (0, 1))) / spots[0].width
        assert step >= 0.5 or magnification > 1, "each card is read, with its chance"
        hand.view.hand_peek.end()
    assert hand.picture() == before


def test_a_hand_that_is_looked_at_leaves_the_piles_in_sight(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(4), size=(893, 487))
    scene = hand.view.table_scene
    assert {cell.edge for cell in scene.plan.cells} == {*TableEdge}
    for seat in (cell.seat for cell in scene.plan.cells):
        hand.view.hand_peek.begin(seat)
        spots = scene.spots_of(f"hand:{seat}").values()
        for pile in scene.plan.boxes.values():
            assert not any(spot.box().adjusted(4, 4, -4, -4).intersects(pile.cards) for spot in spots)
        hand.view.hand_peek.end()


@pytest.mark.parametrize(
    ("table", "size"),
    [(make_table(4, duel=True, laid=1, hand=5), (893, 423)), (make_table(4, chips=True, hand=3), (893, 487))],
    ids=["cards are played", "beside chips"],
)
def test_a_hand_that_is_looked_at_stays_at_its_own_place(qtbot: QtBot, table: Table, size: tuple[int, int]) -> None:
    """Few cards would fit beside the piles and the tray, but over the hand of somebody else."""
    hand = Hand(qtbot, table, size=size)
    scene = hand.view.table_scene
    for cell in scene.plan.cells:
        hand.view.hand_peek.begin(cell.seat)
        own = cell.in_scene(cell.fan)
        assert any(spot.box().intersects(own) for spot in scene.spots_of(f"hand:{cell.seat}").values())
        hand.view.hand_peek.end()


def test_a_hand_gives_the_table_free_once_a_card_leaves_it(qtbot: QtBot, duel: Table) -> None:
    hand = Hand(qtbot, duel)
    scene, usual = hand.view.table_scene, hand.view.table_scene.spots_of(HAND)[0].height
    hand.view.hand_peek.begin("tom")
    large = scene.spots_of(HAND)[0].height
    start, end = hand.at(HAND, 2), hand.at("committed:actor")
    hand.press(start)
    hand.move(start, hand.at(HAND, 4))
    assert scene.spots_of(HAND)[0].height == large, "to another place in the hand"
    pulled = hand.at(HAND, 4) + QPoint(0, round(large * 0.45))
    assert HAND in scene.static_items.at(QPointF(pulled), "zone")
    hand.move(hand.at(HAND, 4), pulled)
    assert scene.spots_of(HAND)[0].height == usual, "a pile may be under the enlarged hand"
    hand.move(pulled, end)
    assert scene.spots_of(HAND)[0].height == usual
    QTest.keyClick(hand.view, Qt.Key.Key_Escape)
    assert scene.spots_of(HAND)[0].height == large
    assert all(card.pos() == card.home for card in scene.cards())
    corner = hand.at(HAND, 2) + QPoint(-round(large * 0.25), round(large * 0.4))
    hand.press(corner)
    hand.move(corner, end)
    (held,) = scene.held_items
    assert (held.pos() - QPointF(end)).manhattanLength() < usual * 0.8, "smaller, and still gripped at its corner"
    QTest.keyClick(hand.view, Qt.Key.Key_Escape)
    hand.drag(hand.at(HAND, 2), end)
    assert len(hand.cards("committed:actor")) == 1
    assert scene.spots_of(HAND)[0].height >= usual


def test_an_enlarged_card_is_clicked_before_the_names_under_it(qtbot: QtBot) -> None:
    hand = Hand(qtbot, make_table(4, duel=True), size=(890, 420))
    hand.view.hand_peek.begin("gm")
    regions = hand.view.table_scene.static_items.regions
    covered = [
        (region.rect.center(), place)
        for region in regions
        if region.kind == "actor" and (place := hand.view.drag_controller.item_at(region.rect.center())) is not None
    ]
    assert covered
    point, place = covered[0]
    assert place.zone == "hand:gm"
    hand.click(point.toPoint())
    assert hand.view.drag_controller.picked == [place]


def test_hands_of_several_characters_keep_their_size(qtbot: QtBot) -> None:
    own = tuple(
        Zone(id=f"cards:{name}", cards=(f"{rank}S/2", f"{rank}H/2"), sight=Sight.OWNERS, owners=("gm",))
        for name, rank in (("orc", "5"), ("rat", "6"))
    )
    table = make_table(3, extra=own)
    zones = {**table.zones, "hand:gm": replace(table.zones["hand:gm"], cards=())}
    hand = Hand(qtbot, replace(table, zones=zones))
    usual = hand.view.table_scene.spots_of("cards:orc")[0].height
    hand.view.hand_peek.begin("gm")
    assert hand.row("cards:orc") == list(own[0].cards)
    assert hand.view.table_scene.spots_of("cards:orc")[0].height == usual


def test_a_key_that_is_still_held_writes_nothing_elsewhere_even_if_its_repeats_look_like_new_presses(
    qtbot: QtBot,
) -> None:
    owner, field = QObject(), QLineEdit()
    qtbot.addWidget(field)
    RepeatSilencer(owner).silence(Qt.Key.Key_2)

    def key(kind: QEvent.Type, at: int, *, again: bool = False) -> None:
        event = QKeyEvent(kind, Qt.Key.Key_2, Qt.KeyboardModifier.NoModifier, "2", again)
        event.setTimestamp(at)
        QApplication.sendEvent(field, event)

    for at, again in ((1000, False), (1040, True), (1080, False)):  # a busy program does not see which is a repeat
        key(QEvent.Type.KeyRelease, at, again=again)
        key(QEvent.Type.KeyPress, at, again=again)
    assert field.text() == ""
    key(QEvent.Type.KeyRelease, 1100)
    key(QEvent.Type.KeyPress, 1400)
    assert field.text() == "2"
