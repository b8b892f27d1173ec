"""Questions that cards on the table answer: asked without a dialog, by mouse or keys, and secret while nobody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import combinations
from typing import Any, cast

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.commands import Command, Move
from engine.core.history import History
from engine.core.manual_moves import MoveCards, SetClock
from engine.kit.game_factory import make_game
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.model.zones import Sight, Zone
from engine.odds.odds import Odds
from engine.presentation.game import Game
from engine.presentation.offers import Offer, Question, QuestionKind
from engine.rulesets.card_the_drawing.battle.planning.plan_edit_commands import LockPlan
from engine.rulesets.imaginality.actions.card_play_commands import Play
from engine.rulesets.imaginality.combat.initiative import CallInitiative
from tests.engine.rulesets.card_the_drawing import table as battle
from tests.engine.rulesets.card_the_drawing.table import with_tracks
from tests.engine.rulesets.imaginality import table as imaginality
from tests.engine.rulesets.imaginality.fights import arena, fighting
from tests.on_screen import put_up
from tests.vtt.table.test_hand_secrecy import shuffled_unseen
from tests.vtt.table.test_stations import fight
from tests.vtt.table_hand import CALM, shared_faces
from tests.vtt.table_stage import Lay, Refresh, Stage, make_table, verify_lay
from vtt.campaign.odds_choice import ODDS_SETTING
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.card_choice.card_slots import CardSlot
from vtt.shared.hand_order import HAND_ORDER, HandOrder
from vtt.shared.odds.odds_panel import OddsPanel
from vtt.shared.odds.odds_reading import SETTLE_MS
from vtt.shared.screen_names import name_of_card
from vtt.shell.window.table_room import TableRoom
from vtt.table.input.drop_targets import ItemPlace
from vtt.table.questions.card_answer import CardAnswer
from vtt.table.questions.question_bubble import QuestionBubble
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.speech_bubble import SpeechBubble


def on_screen(part: QWidget) -> QRect:
    """Return where a widget is on the screen."""
    return QRect(part.mapToGlobal(QPoint()), part.size())


class Room:
    """A room with the stage's table, where Tom lays one card or two, and the GM refreshes with a Joker."""

    def __init__(
        self,
        qtbot: QtBot,
        table: Table | None = None,
        viewer: str = SHARED,
        stage: Stage | None = None,
        game: Game | None = None,
    ) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self.qtbot = qtbot
        self.campaign = OpenCampaign(game or make_game(stage or Stage()), History(table or dealt()), SeededChance(1))
        self.room = TableRoom(self.campaign, viewer, ThemeHub(CALM, app), shared_faces(CALM))
        for _ in self.room.furnish():
            pass
        qtbot.addWidget(self.room)
        self.room.resize(1280, 800)
        put_up(self.room)
        for _ in self.room.table.draw_gradually():
            pass
        self.table = self.room.table
        self.activate()
        self.said: list[str] = []
        self.table.said.connect(lambda text, _rules: self.said.append(text))

    def activate(self) -> None:
        """Give the keyboard to this room."""
        self.room.activateWindow()
        self.table.setFocus()
        self.qtbot.waitUntil(self.table.hasFocus)

    def take(self, name: str, seat: str) -> None:
        """Take an offer."""
        offers = self.campaign.viewer_campaign(self.table.viewer).offers(seat)
        self.room.offers.take(next(offer for offer in offers if offer.name == name))

    @property
    def bubble(self) -> QuestionBubble:
        """What is asked."""
        bubble = self.table.question_input.bubble
        assert bubble is not None
        return bubble

    def words_shown(self) -> list[bool]:
        """Return which of its words are to be read: the offer, the question, and how to answer it."""
        return [part.isVisible() for part in self.bubble.place._words()]

    def is_asking(self) -> bool:
        """Return whether anything is asked."""
        return self.table.question_input.is_asking

    @property
    def commands(self) -> list[object]:
        """What was done."""
        return [entry.command for entry in self.campaign._history.entries]

    def lit(self) -> set[str]:
        """Return the places of the cards that are lit."""
        items = self.table.table_scene.cards()
        return {f"{item.zone}#{item.index}" for item in items if item.playable}

    def chosen(self) -> set[int]:
        """Return the places of the chosen cards in their zones."""
        return {item.index for item in self.table.table_scene.cards() if item.chosen}

    def raised(self) -> set[int]:
        """Return the places of the cards that are raised."""
        cards = self.table.table_scene.cards()
        return {item.index for item in cards if (item.middle - item.pos()).manhattanLength() > 2}

    def at(self, place: ItemPlace) -> QPoint:
        """Return where a card can be clicked."""
        spot = self.table.table_scene.spots_of(place.zone)[place.index]
        return spot.outline().map(QPointF(-spot.width * 0.4, -spot.height * 0.3)).toPoint()

    def click(self, zone: str, index: int) -> None:
        """Click on a card."""
        QTest.mouseClick(self.table.viewport(), Qt.MouseButton.LeftButton, pos=self.at(ItemPlace(zone, index)))

    def key(self, *keys: Qt.Key) -> None:
        """Press keys on whatever has the focus."""
        for key in keys:
            QTest.keyClick(QApplication.focusWidget() or self.table, key)

    @contextmanager
    def look(self, key: Qt.Key = Qt.Key.Key_2) -> Iterator[None]:
        """Hold the key of a seat, and let it go."""
        QTest.keyPress(self.table, key)
        yield
        keyboard = cast("QWidget | None", self.room.window().focusWidget())  # the stubs forget None
        QTest.keyRelease(keyboard or self.table, key)  # another room may have the keyboard
        self.qtbot.waitUntil(lambda: not self.table.looking_seat)

    def hold_eye(self, seat: str) -> QPoint:
        """Press the mouse button on the eye of a seat, and return where that is."""
        regions = self.table.table_scene.static_items.regions
        eye = next(r.rect.center().toPoint() for r in regions if r.kind == "eye" and seat in r.names)
        QTest.mousePress(self.table.viewport(), Qt.MouseButton.LeftButton, pos=eye)
        return eye

    def slide(self, seat: str, zone: str, index: int) -> None:
        """Slide from the eye of a seat to a card, and let go there."""
        eye = self.hold_eye(seat)
        goal = self.at(ItemPlace(zone, index))
        for step in range(1, 6):
            QTest.mouseMove(self.table.viewport(), eye + (goal - eye) * (step / 5))
        QTest.mouseRelease(self.table.viewport(), Qt.MouseButton.LeftButton, pos=goal)
        assert self.table.looking_seat == ""

    def hold(self, key: Qt.Key, repeats: int = 3) -> None:
        """Hold a key down until it has repeated several times, wherever the focus goes."""
        QTest.keyPress(QApplication.focusWidget() or self.table, key)
        for _ in range(repeats):
            event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, "", True)
            QApplication.sendEvent(QApplication.focusWidget() or self.table, event)
        QTest.keyRelease(QApplication.focusWidget() or self.table, key)

    @property
    def refusal(self) -> str:
        """The refusal that can be read on the table; empty for none."""
        bubble = next(part for part in self.table.findChildren(SpeechBubble) if part is self.table._bubble)
        asked = self.table.question_input.bubble
        is_covered = asked is not None and on_screen(asked).intersects(on_screen(bubble))
        return bubble.text if bubble.isVisible() and not is_covered else ""

    def told(self) -> list[object]:
        """Return everything that the question and the table tell."""
        names = [name for name, _ in self.table.accessible_items()]
        asked = self.table.question_input.bubble
        question = [asked.geometry(), asked.accessibleName(), asked.hint.text()] if asked is not None else []
        target = self.table.selection_marks.focus_target
        focus = target.rect if target is not None else None
        return [question, names, self.lit(), self.chosen(), self.refusal, self.said, focus]

    def picture(self) -> QImage:
        """Return what the table shows when nothing moves any more."""
        self.table.table_scene.animator.finish()
        return self.table.viewport().grab().toImage()


def panels_over(room: Room) -> list[OddsPanel]:
    """Return the odds that are shown in full."""
    return [panel for panel in room.room.window().findChildren(OddsPanel) if panel.isVisible()]


def dealt() -> Table:
    """Return a table with a duel, in which the GM has one Joker, in the third place."""
    table = make_table(3, duel=True)
    zones = dict(table.zones)
    cards = [card for card in zones["hand:gm"].cards if not card.startswith("X")]
    rest = [card for card in zones["deck"].cards if not card.startswith("X")]
    jokers = [card for zone in zones.values() for card in zone.cards if card.startswith("X")]
    for name in ("hand:tom", "hand:mirjam", "discard"):
        kept = [card for card in zones[name].cards if not card.startswith("X")]
        while len(kept) < len(zones[name].cards):
            kept.append(rest.pop())
        zones[name] = replace(zones[name], cards=tuple(kept))
    while len(cards) < 6:
        cards.append(rest.pop())
    zones["hand:gm"] = replace(zones["hand:gm"], cards=(*cards[:2], jokers[0], *cards[2:6]))
    zones["deck"] = replace(zones["deck"], cards=(*rest, *jokers[1:], *cards[6:]))
    return replace(table, zones=zones)


@pytest.fixture
def room(qtbot: QtBot) -> Iterator[Room]:
    made = Room(qtbot)
    yield made
    made.room.close()


def test_a_hand_that_nobody_looks_at_is_not_told_apart(room: Room) -> None:
    room.take("refresh", "gm")
    assert room.room.offers.taker.dialog is None
    assert room.bubble.hint.text() == "Ada: hold key 1 or the eye to look, then choose."
    assert "hold key 1" in room.bubble.accessibleName()
    assert room.lit() == set()
    room.click("hand:gm", 2)
    assert room.said == [room.bubble.hint.text()]
    room.key(Qt.Key.Key_Return)
    assert room.said == [room.bubble.hint.text()] * 2
    assert room.commands == []
    assert room.is_asking()


def test_while_its_holder_looks_the_cards_that_can_be_chosen_are_lit_and_a_click_answers(room: Room) -> None:
    room.take("refresh", "gm")
    with room.look(Qt.Key.Key_1):
        assert room.lit() == {"hand:gm#2"}, "the Joker"
        assert "Click the card" in room.bubble.hint.text()
        room.click("hand:gm", 3)
        assert room.refusal == "This card is not a Joker. Choose a Joker."
        assert room.said == [], "it tells something of a hidden card"
        assert room.is_asking(), "another card can be chosen"
        room.click("hand:gm", 2)
    assert not room.is_asking()
    assert room.commands == [Refresh(seat="gm", joker=dealt().zones["hand:gm"].cards[2])]
    assert room.lit() == set()


def test_a_click_on_the_odds_of_a_card_reads_them_as_long_as_the_look_lasts(
    room: Room, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def at_plate(number: int) -> QPoint:
        plate = asking._shown_plates[number][0]
        return plate.mapToScene(plate.boundingRect().center()).toPoint()

    monkeypatch.setattr(Game, "odds", lambda *_: Odds(chance=Fraction(1, 4)))
    room.campaign.store_setting(ODDS_SETTING, "all")
    room.take("refresh", "gm")
    asking = room.table.question_input
    with room.look(Qt.Key.Key_1):
        qtbot.waitUntil(lambda: len(asking._shown_plates) > 1)
        cards, spot, placed = asking._cards, room.table.table_scene.spots_of("hand:gm")[0], list[QRectF]()
        assert cards is not None
        for _ in range(4):  # as close together as can be
            placed.append(cards._odds_badge(spot, "100 %", placed).boundingRect())
        assert not any(one.intersects(other) for one, other in combinations(placed, 2))
        where = at_plate(1)
        assert asking.has_odds_at(QPointF(where))
        QTest.mouseClick(room.table.viewport(), Qt.MouseButton.LeftButton, pos=where)
        (panel,) = panels_over(room)
        assert (panel.figure, room.table.looking_seat) == (asking._shown_plates[1][1], "gm")
        names = [name_of_card(room.table.table_scene.view, card) for card in dealt().zones["hand:gm"].cards]
        assert panel.figure.title.rpartition(": ")[2] in names
    assert (panels_over(room), asking._shown_plates) == ([], [])
    assert not asking.has_odds_at(QPointF(where))
    with room.look(Qt.Key.Key_1):
        qtbot.waitUntil(lambda: len(asking._shown_plates) > 1)
        room.room.offers.open_odds()  # by its key, while a mouse holds the eye
        assert len(panels_over(room)) == 1
        assert room.table.looking_seat == "gm"
    assert panels_over(room) == []
    assert (room.is_asking(), room.commands) == (True, [])


def test_a_look_shows_the_odds_of_the_card_that_comes_next_without_a_question(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Game, "odds", lambda *_: Odds(chance=Fraction(1, 4)))
    hands = {"hand:tom": "8H 2C 5S", "hand:gm": "3S KC"}
    table = imaginality.play(imaginality.laid(hands), imaginality.ATTEMPT, imaginality.draw("gm", "opposition"))
    room = Room(qtbot, table, game=imaginality.GAME)
    asking = room.table.question_input
    room.campaign.store_setting(ODDS_SETTING, "off")
    with room.look(Qt.Key.Key_2):
        QTest.qWait(2 * SETTLE_MS)
        assert asking._shown_plates == [], "the group shows no odds"
    room.campaign.store_setting(ODDS_SETTING, "all")
    with room.look(Qt.Key.Key_1):
        QTest.qWait(2 * SETTLE_MS)
        assert asking._shown_plates == [], "no card of this hand is the next step"
    count = room.table.table_scene.view.zones["hand:tom"].count
    with room.look(Qt.Key.Key_2):
        qtbot.waitUntil(lambda: len(asking._shown_plates) == count)
        assert asking.open_odds()
        assert len(panels_over(room)) == 1
    assert panels_over(room) == []
    with room.look(Qt.Key.Key_2):
        qtbot.waitUntil(lambda: len(asking._shown_plates) == count)
        plate = asking._shown_plates[0][0]
        where = plate.mapToScene(plate.boundingRect().center())
        assert asking.has_odds_at(where)
        room.take("play:actor", "tom")
        qtbot.waitUntil(lambda: len(asking._shown_plates) == count)
        assert plate.scene() is None, "the question has its own"
        assert asking.open_odds()
        asking.stop_asking()
        assert not room.is_asking()
        assert panels_over(room) == [], "these were the odds of the question"
    assert asking._shown_plates == []
    assert not asking.has_odds_at(where)
    room.room.close()


def test_another_seat_that_looks_learns_nothing_of_the_hand(room: Room) -> None:
    room.take("refresh", "gm")
    with room.look(Qt.Key.Key_2):
        assert room.lit() == set()
        assert "hold key 1" in room.bubble.hint.text()
        scene, over = room.table.table_scene, room.bubble.geometry()
        around = room.bubble.parentWidget()
        assert around is not None
        offset = room.table.mapTo(around, QPoint())
        spots = scene.spots_of("hand:tom").values()
        assert not any(spot.box().toRect().translated(offset).intersects(over) for spot in spots), "the hand is read"
        focus = room.table.selection_marks.focus_target
        assert focus is not None
        assert (focus.ref, focus.index) == ("hand:tom", 0), "the keys are for the cards of the one who looks"


def test_several_cards_are_toggled_counted_and_confirmed(room: Room) -> None:
    room.take("lay", "tom")
    assert room.bubble.count.text() == "0 chosen (1–2)"
    assert not room.bubble.confirm_button.isEnabled()
    assert abs(room.bubble.leave.y() - room.bubble.confirm_button.y()) < 8, "all buttons are in one row"
    with room.look():
        assert room.lit() == {f"hand:tom#{index}" for index in range(7)}
        room.click("hand:tom", 4)
        room.click("hand:tom", 1)
        assert room.bubble.count.text() == "2 chosen (1–2)"
        assert "2 chosen" in room.bubble.accessibleName()
        assert room.chosen() == room.raised() == {1, 4}
        room.click("hand:tom", 5)
        assert room.said == ["You have chosen 2 cards already. Click one of them to take it back."]
        room.click("hand:tom", 4)
        assert room.chosen() == {1}
        room.click("hand:tom", 0)
    assert room.bubble.count.text() == "2 chosen (1–2)", "they stay chosen when the hand turns down"
    assert not room.chosen() | room.raised(), "but face down nothing tells which ones they are"
    assert not room.lit()
    QTest.mouseClick(room.bubble.confirm_button, Qt.MouseButton.LeftButton)
    cards = dealt().zones["hand:tom"].cards
    assert room.commands == [Lay(seat="tom", cards=cards[:2])], "in the order of the hand, not of choosing"
    assert room.chosen() == set()


def test_keys_alone_choose_confirm_and_step_back(room: Room) -> None:
    room.take("lay", "tom")
    assert room.table.hasFocus()
    room.key(Qt.Key.Key_Return)
    assert room.said == ["Choose 1 to 2 cards."]
    with room.look():
        room.key(Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Space)
        assert room.chosen() == {0, 1}
        spoken = [name for name, _ in room.table.accessible_items()]
        assert sum(name.endswith(", chosen") for name in spoken) == 2
        assert sum(name.endswith(", can be chosen") for name in spoken) == 5
        assert not any("can be played" in name for name in spoken)
    assert not any(name.endswith(", chosen") for name, _ in room.table.accessible_items())
    room.key(Qt.Key.Key_Escape)
    assert room.bubble.count.text() == "1 chosen (1–2)"
    with room.look():
        assert room.chosen() == {0}
    room.key(Qt.Key.Key_Return)
    assert room.commands == [Lay(seat="tom", cards=dealt().zones["hand:tom"].cards[:1])]
    room.take("lay", "tom")
    room.key(Qt.Key.Key_Escape)
    assert not room.is_asking()
    assert len(room.commands) == 1


def test_tab_goes_to_the_buttons_and_back_to_the_cards(room: Room) -> None:
    room.take("lay", "tom")
    room.key(Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is room.bubble.more, "nothing can be confirmed yet"
    room.key(Qt.Key.Key_Tab, Qt.Key.Key_Tab)
    assert room.table.hasFocus()
    room.key(Qt.Key.Key_Tab, Qt.Key.Key_Return)
    assert room.room.offers.taker.dialog is not None, "the whole form"
    assert not room.is_asking()


def test_from_the_eye_to_a_card_is_one_choice(room: Room) -> None:
    room.take("lay", "tom")
    eye = room.hold_eye("tom")
    QTest.mouseRelease(room.table.viewport(), Qt.MouseButton.LeftButton, pos=eye)
    assert room.refusal == "", "that was a look"
    eye = room.hold_eye("tom")
    beside = eye - QPoint(0, 60)
    while room.table.drag_controller.item_at(QPointF(beside)) is not None:
        beside -= QPoint(20, 20)
    QTest.mouseMove(room.table.viewport(), beside)
    QTest.mouseRelease(room.table.viewport(), Qt.MouseButton.LeftButton, pos=beside)
    assert room.refusal.startswith("You let go beside the cards")
    for index in (2, 3):
        room.slide("tom", "hand:tom", index)
    assert room.bubble.count.text() == "2 chosen (1–2)"
    with room.look():
        assert room.chosen() == {2, 3}


@pytest.mark.rule("IM-INIT-1", "IM-HAND-3")
def test_of_several_that_are_waited_for_each_looks_and_plays_with_enter(qtbot: QtBot) -> None:
    room = Room(
        qtbot, imaginality.play(fighting(arena(), "rex", "sal"), CallInitiative(seat="gm")), game=imaginality.GAME
    )
    for seat, key, focused in (("tom", Qt.Key.Key_2, 2), ("eve", Qt.Key.Key_3, 4)):
        hand, before = f"hand:{seat}", len(room.commands)
        with room.look(key):
            focus = [t for t in room.table.focus_targets() if (t.ref, t.index) == (hand, focused)]
            room.table.set_focus_target(focus[0])
            room.hold(Qt.Key.Key_Return)
        (played,) = room.commands[before:]
        assert isinstance(played, Play)
        assert (played.seat, len(played.cards)) == (seat, 1)
        assert not room.table.drag_controller.picked, "a held key picks up no further card"
    with room.look(Qt.Key.Key_1):
        focus = [t for t in room.table.focus_targets() if (t.ref, t.index) == ("hand:gm", 0)]
        room.table.set_focus_target(focus[0])
        room.key(Qt.Key.Key_Return)
        assert room.table.drag_controller.picked, "who is not waited for picks it up"


@pytest.mark.rule("IM-INIT-1", "IM-HAND-3")
def test_who_looks_from_the_bar_has_the_keys_for_their_hand(qtbot: QtBot) -> None:
    room = Room(
        qtbot, imaginality.play(fighting(arena(), "rex", "sal"), CallInitiative(seat="gm")), game=imaginality.GAME
    )
    before, bar = len(room.commands), room.room.offers
    tab = next(part for part in bar.findChildren(QPushButton) if part.isVisible() and "Tom" in part.text())
    tab.setFocus()
    QTest.keyPress(tab, Qt.Key.Key_2)
    assert room.table.looking_seat == "tom"
    assert room.table.hasFocus()
    room.key(Qt.Key.Key_Right, Qt.Key.Key_Return)
    QTest.keyRelease(room.table, Qt.Key.Key_2)
    qtbot.waitUntil(lambda: not room.table.looking_seat)
    (played,) = room.commands[before:]
    assert isinstance(played, Play)
    assert played.seat == "tom"


def test_a_double_click_gives_one_answer_and_plays_nothing(room: Room) -> None:
    room.take("refresh", "gm")
    with room.look(Qt.Key.Key_1):
        point = room.at(ItemPlace("hand:gm", 2))
        QTest.mouseClick(room.table.viewport(), Qt.MouseButton.LeftButton, pos=point)
        QTest.mouseDClick(room.table.viewport(), Qt.MouseButton.LeftButton, pos=point)
        QTest.mouseRelease(room.table.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert len(room.commands) == 1


def test_a_viewer_who_knows_the_hand_needs_no_look(qtbot: QtBot) -> None:
    room = Room(qtbot, viewer="gm")
    room.take("refresh", "gm")
    assert room.lit() == {"hand:gm#2"}
    assert "Click the card" in room.bubble.hint.text()
    room.click("hand:gm", 2)
    assert len(room.commands) == 1


def test_a_choice_is_forgotten_when_the_table_changes(room: Room) -> None:
    room.take("lay", "tom")
    with room.look():
        room.click("hand:tom", 1)
    assert room.campaign.submit(SetClock(seat="gm", seconds=60))
    assert room.is_asking()
    assert room.bubble.count.text() == "0 chosen (1–2)", "the same place may hold another card"
    with room.look():
        assert room.chosen() == set()
    cards = dealt().zones["hand:mirjam"].cards
    assert room.campaign.submit(MoveCards(seat="gm", cards=cards[:1], target="committed:actor"))
    assert room.campaign.submit(MoveCards(seat="gm", cards=cards[1:2], target="committed:actor"))
    assert not room.is_asking(), "nothing can be laid any more"


@pytest.mark.parametrize("seed", [3, 8])
def test_nothing_that_is_asked_depends_on_a_hidden_hand(qtbot: QtBot, seed: int) -> None:
    one, other = Room(qtbot), Room(qtbot, shuffled_unseen(dealt(), SHARED, seed))
    for name, seat in (("refresh", "gm"), ("lay", "tom")):
        for room in (one, other):
            room.take(name, seat)
        assert one.told() == other.told()
        assert one.picture() == other.picture()
    for room in (one, other):
        with room.look():
            room.click("hand:tom", 3)
    assert one.bubble.count.text() == "1 chosen (1–2)"
    assert one.told() == other.told()
    assert one.picture() == other.picture()


class Asking(Stage):
    """The stage, with one more offer."""

    def __init__(self, offer: Offer, verify: Callable[[Table, Any], None] = verify_lay) -> None:
        self._offer = offer
        self.moves = tuple(Move(Lay, verify, move.decide) if move.command is Lay else move for move in Stage.moves)

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        own = (self._offer,) if seat == self._offer.command.seat else ()
        return (*own, *super().offers(table, seat, viewer))


def cards_offer(command: Command, **more: object) -> Offer:
    """Return an offer that asks for cards."""
    question = Question(field="cards", kind=QuestionKind.CARDS, label=Message(key="x"), **more)  # type: ignore[arg-type]
    return Offer(name="ask", command=command, label=Message(key="x"), questions=(question,))


def with_plan(table: Table) -> Table:
    """Return the table with one card of Tom's hand face down in his plan."""
    hand = table.zones["hand:tom"]
    plan = Zone(id="plan:tom", cards=hand.cards[-1:], sight=Sight.OWNERS, owners=("tom",))
    return replace(table, zones={**table.zones, "plan:tom": plan, "hand:tom": replace(hand, cards=hand.cards[:-1])})


PLANNED = tuple([f"hand:tom#{index}" for index in range(6)])


def two(qtbot: QtBot, seed: int = 3, stage: Stage | None = None, table: Table | None = None) -> tuple[Room, Room]:
    """Return two rooms that differ in what nobody may know alone."""
    dealing = table or dealt()
    other = shuffled_unseen(dealing, SHARED, seed)
    assert other.zones != dealing.zones
    return Room(qtbot, dealing, stage=stage), Room(qtbot, other, stage=stage)


def same(one: Room, other: Room) -> bool:
    """Return whether nobody can tell two rooms from each other."""
    one.activate()  # only one window has the keyboard, and shows its focus
    told, picture = one.told(), one.picture()
    other.activate()
    assert told == other.told()
    assert picture == other.picture()
    return True


def wrong(room: Room) -> int:
    """Return the place of a card of the GM that is no Joker."""
    cards = room.campaign._history.table.zones["hand:gm"].cards
    return max(index for index, card in enumerate(cards) if not card.startswith("X"))


@pytest.mark.parametrize("seed", [3, 8])
def test_a_wrong_card_tells_nothing_after_the_look(qtbot: QtBot, seed: int) -> None:
    one, other = two(qtbot, seed)
    for room in (one, other):
        room.take("refresh", "gm")
        with room.look(Qt.Key.Key_1):
            room.click("hand:gm", wrong(room))
            assert room.refusal == "This card is not a Joker. Choose a Joker."
        assert room.refusal == ""
        assert room.said == []
    assert same(one, other)
    for room in (one, other):
        room.said.clear()
        room.slide("gm", "hand:gm", wrong(room))
        assert room.refusal == "Nothing is chosen. To read why, click the card while you look at your hand."
        assert room.said == [room.refusal]
    assert same(one, other)


def test_a_wrong_choice_that_is_confirmed_by_key_tells_nothing_after_the_look(qtbot: QtBot) -> None:
    def verify(table: Table, command: Lay) -> None:
        if any(not card.startswith("X") for card in command.cards):
            raise Refused("not_a_joker", "TS-JOKER-1")

    stage = Asking(cards_offer(Lay(seat="tom"), zone="hand:tom", least=1, most=2), verify)
    one, other = two(qtbot, stage=stage)
    for room in (one, other):
        room.activate()
        room.take("ask", "tom")
        with room.look():
            room.key(Qt.Key.Key_Space, Qt.Key.Key_Return)
            assert room.refusal == "This card is not a Joker. Choose a Joker."
        assert room.refusal == ""
        assert room.said == []
        room.key(Qt.Key.Key_Return)
        assert "depends on a card that is face down" in room.refusal
    assert same(one, other)


@pytest.mark.rule("CD-UI-5", "CD-UI-2")
def test_a_question_is_where_it_was_after_a_look_that_needed_more_lines(qtbot: QtBot) -> None:
    hands = ("staggering_blow hamstring retreat", "punch retreat retreat")
    tables = [with_tracks(fight(tia=hand), "tia", Adrenaline=0) for hand in hands]
    one, other = (Room(qtbot, table, game=battle.GAME) for table in tables)
    heights, places = [], []
    for room in (one, other):
        room.activate()
        room.take("plan_cards:tia", "tom")
        with room.look():
            for index in (0, 1):
                room.click("hand:tom", index)
            heights.append(room.bubble.height())
            bubble = room.bubble
            assert bubble.hint.height() >= bubble.hint.heightForWidth(bubble.hint.width()), "every line is seen"
        places.append(room.bubble.geometry())
    assert heights[0] > heights[1]
    assert places[0] == places[1]
    assert same(one, other)


@pytest.mark.rule("CD-PLAN-4", "CD-UI-5", "CD-UI-2")
def test_the_cost_of_chosen_cards_is_shown_to_their_player_alone(qtbot: QtBot) -> None:
    dear, cheap = (
        with_tracks(fight(tia=hand), "tia", Adrenaline=3)
        for hand in ("staggering_blow staggering_blow hamstring", "punch punch retreat")
    )
    one, other = (Room(qtbot, table, game=battle.GAME) for table in (dear, cheap))
    said = []
    for room in (one, other):
        room.activate()
        room.take("plan_cards:tia", "tom")
        with room.look():
            for index in (0, 1):
                room.click("hand:tom", index)
            tips = " ".join(text for _, text in room.table.table_scene.static_items.tips)
            said.append(room.bubble.hint.text().splitlines())
            assert said[-1][0] in tips
            assert not any(line in room.bubble.accessibleName() for line in said[-1]), "a look is silent"
        assert "Adrenaline" not in room.bubble.hint.text()
    assert said == [
        [
            "Cost 4 of 3 Adrenaline, 2 of 2 slots",
            "Staggering Blow can fizzle: cost 2, but only 1 left",
        ],
        ["Cost 0 of 3 Adrenaline, 2 of 2 slots"],
    ]
    assert same(one, other)
    own = Room(qtbot, dear, "tom", game=battle.GAME)
    own.take("plan_cards:tia", "tom")
    own.click("hand:tom", 0)
    assert own.bubble.hint.text() == "Cost 2 of 3 Adrenaline, 1 of 2 slots"
    assert own.bubble.hint.text() in own.bubble.accessibleName()


def without_questions(offer: Offer) -> Offer:
    return replace(offer, questions=())


@pytest.mark.rule("CD-PLAN-1", "CD-UI-5")
def test_who_looks_first_is_asked_for_a_plan_in_place_of_another_who_has_not_begun(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(qtbot, fight(tia="punch retreat", eli="so_spark so_spark"), game=battle.GAME)
    room.take("plan_cards:tia", "tom")
    with room.look(Qt.Key.Key_3):
        assert room.table.question_input.seat == "eve"
        assert room.lit() == {"hand:eve#0", "hand:eve#1"}
        room.click("hand:eve", 1)
    assert room.table.question_input.seat == "eve", "a look alone ends nothing"
    with room.look():
        assert room.room.offers.seat == "tom"
        assert room.table.question_input.seat == "eve", "who has begun to choose is asked further"
    assert room.room.offers.seat == "eve"
    room.take("plan_cards:tia", "tom")
    with room.look(Qt.Key.Key_1):
        assert not room.is_asking(), "the GM has two plans, and chooses for which"
    room.take("plan_cards:tia", "tom")
    named_offers, position = ViewerCampaign.named_offers, room.campaign.position
    with monkeypatch.context() as patched:
        patched.setattr(ViewerCampaign, "named_offers", lambda *asked: map(without_questions, named_offers(*asked)))
        with room.look(Qt.Key.Key_3):
            assert room.table.question_input.seat == "tom"
    assert room.campaign.position == position, "a look does nothing, also where nothing would be asked"
    assert room.campaign.submit(LockPlan(seat="eve", actor="eli"))
    room.take("plan_cards:tia", "tom")
    with room.look(Qt.Key.Key_3):
        assert room.table.question_input.seat == "tom", "who only looks takes no question away"


def test_the_limit_of_a_look_and_the_loss_of_focus_end_what_is_said(qtbot: QtBot) -> None:
    def time_is_over(room: Room) -> None:
        room.table.hand_peek._timer.timeout.emit()

    def focus_leaves(room: Room) -> None:
        room.bubble.leave.setFocus()

    one, other = two(qtbot)
    for ends in (time_is_over, focus_leaves):
        for room in (one, other):
            room.activate()
            room.take("refresh", "gm")
            QTest.keyPress(room.table, Qt.Key.Key_1)
            room.click("hand:gm", wrong(room))
            assert room.refusal
            ends(room)
            assert not room.table.looking_seat
            assert (room.refusal, room.lit(), room.said) == ("", set(), [])
            QTest.keyRelease(QApplication.focusWidget() or room.table, Qt.Key.Key_1)
        assert same(one, other)


def test_where_the_question_is_does_not_tell_which_cards_were_lit(qtbot: QtBot) -> None:
    one, other = two(qtbot, 8)
    lit, places, shown = [], [], []
    for room in (one, other):
        room.activate()  # only one window has the keyboard, and shows its focus
        room.take("refresh", "gm")
        with room.look(Qt.Key.Key_1):
            lit.append(room.lit())
            places.append(room.bubble.geometry())
        shown.append((room.told(), room.picture()))
    assert lit[0] != lit[1]
    assert places[0] == places[1]
    assert shown[0] == shown[1]


def test_the_question_and_the_arrow_keys_stay_where_they_are_during_a_look(qtbot: QtBot) -> None:
    room, _ = two(qtbot, 8)
    room.activate()
    room.take("lay", "tom")
    place = room.bubble.geometry()
    with room.look():
        assert room.bubble.geometry() == place
        corner = room.table.mapFromGlobal(room.bubble.mapToGlobal(QPoint()))
        shown = room.table.table_scene.spots_of("hand:tom").values()
        assert not any(spot.box().toRect().intersects(QRect(corner, room.bubble.size())) for spot in shown)
        for end, way in ((Qt.Key.Key_Home, Qt.Key.Key_Left), (Qt.Key.Key_End, Qt.Key.Key_Right)):
            room.key(end)
            focus = room.table.selection_marks.focus_target
            room.key(way)
            assert focus is not None
            assert room.table.selection_marks.focus_target == focus, "beyond the cards nothing answers"


def test_a_sorted_hand_stays_secret_when_cards_of_it_are_chosen_by_key(qtbot: QtBot) -> None:
    rooms = two(qtbot, 8)
    chosen, shown = [], []
    for room in rooms:
        room.activate()
        room.campaign.store_setting(HAND_ORDER, {"hand:tom": {"order": HandOrder.RANK.value}})
        room.take("lay", "tom")
        with room.look():
            room.key(Qt.Key.Key_Home, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Space)
            chosen.append(room.chosen())
        shown.append((room.told(), room.picture()))
    assert shown[0] == shown[1]
    assert chosen[0] != chosen[1], "the same place in the row, another place in the zone"
    assert all(len(places) == 1 for places in chosen)


def test_cards_that_lie_face_down_beside_the_hand_are_as_secret_as_the_hand(qtbot: QtBot) -> None:
    def verify(table: Table, command: Lay) -> None:
        if command.cards:
            raise Refused("unknown_card", "TS-LAY-1", card=command.cards[0])

    asked = cards_offer(Lay(seat="tom"), zone="hand:tom", choices=("plan:tom#0", *PLANNED), least=1, most=1)
    one, other = two(qtbot, stage=Asking(asked, verify), table=with_plan(dealt()))
    for room in (one, other):
        room.take("ask", "tom")
        assert room.lit() == set()
        room.click("plan:tom", 0)
        assert room.said == ["Tom: hold key 2 or the eye to look, then choose."]
    assert same(one, other)


def test_a_question_about_cards_in_two_places_begins_with_those_that_are_laid(qtbot: QtBot) -> None:
    command = Lay(seat="tom", cards=("plan:tom#0",))
    asked = cards_offer(command, zone="hand:tom", choices=("plan:tom#0", *PLANNED), most=3, ordered=True)
    room = Room(qtbot, with_plan(dealt()), stage=Asking(asked, lambda table, command: None))
    room.take("ask", "tom")
    assert room.bubble.count.text() == "1 chosen (up to 3)", "the card that is laid stays laid"
    assert room.chosen() == set()
    target = room.table.selection_marks.focus_target
    assert target is not None
    assert target.ref == "hand:tom"
    with room.look():
        assert room.lit() == {"plan:tom#0", *PLANNED}
        room.click("hand:tom", 4)
        assert room.bubble.count.text() == "2 chosen (up to 3)"
    room.key(Qt.Key.Key_Escape, Qt.Key.Key_Escape)
    assert room.bubble.count.text() == "0 chosen (up to 3)"
    room.key(Qt.Key.Key_Return)
    assert room.said == ["No card is chosen yet. Press Space to choose a card, or the OK button to choose none."]
    QTest.mouseClick(room.bubble.confirm_button, Qt.MouseButton.LeftButton)
    assert not room.is_asking()


def test_cards_that_are_legal_only_together_can_be_chosen(qtbot: QtBot) -> None:
    def verify(table: Table, command: Lay) -> None:
        if len(command.cards) == 1:
            raise Refused("not_a_joker", "TS-JOKER-1")

    asked = cards_offer(Lay(seat="tom"), zone="hand:tom", least=1, most=2)
    room = Room(qtbot, stage=Asking(asked, verify))
    room.take("ask", "tom")
    with room.look():
        assert room.lit() == set()
        room.click("hand:tom", 1)
        assert room.chosen() == {1}
        assert room.lit() == {f"hand:tom#{index}" for index in (0, 2, 3, 4, 5, 6)}
        room.key(Qt.Key.Key_Return)
        assert room.refusal == "This card is not a Joker. Choose a Joker."
        room.click("hand:tom", 3)
        room.key(Qt.Key.Key_Return)
    assert not room.is_asking()


def lowest(table: Table) -> int:
    """Return the place in Tom's hand of the card that cannot be laid."""
    cards = table.zones["hand:tom"].cards
    return cards.index(min(cards))


class AllButOne(Asking):
    """The stage, with an offer for all cards of a hand but one, as far as the viewer knows which one it is."""

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        first, *rest = super().offers(table, seat, viewer)
        hand = table.zones["hand:tom"]
        barred = lowest(table) if hand.is_open_to(viewer) else None
        places = tuple(f"hand:tom#{index}" for index in range(len(hand.cards)) if index != barred)
        asked = tuple(replace(question, choices=places) for question in first.questions)
        return (replace(first, questions=asked) if first.name == "ask" else first, *rest)


def test_a_card_that_only_its_holder_knows_to_be_no_choice_is_not_chosen(qtbot: QtBot) -> None:
    def verify(table: Table, command: Lay) -> None:
        hand = table.zones["hand:tom"].cards
        if min(hand) in command.cards or f"hand:tom#{lowest(table)}" in command.cards:
            raise Refused("not_a_joker", "TS-JOKER-1")

    stage = AllButOne(cards_offer(Lay(seat="tom"), zone="hand:tom", least=1, most=2), verify)
    one, other = two(qtbot, stage=stage)
    assert lowest(one.campaign._history.table) != lowest(other.campaign._history.table)
    for room in (one, other):
        room.activate()
        room.take("ask", "tom")
        barred = lowest(room.campaign._history.table)
        with room.look():
            room.click("hand:tom", barred)
            assert room.refusal == "This card is not a Joker. Choose a Joker.", "the reason of the rules"
            assert room.chosen() == set()
            room.click("hand:tom", (barred + 1) % 7)
            assert room.chosen() == {(barred + 1) % 7}
        assert (room.bubble.count.text(), room.said) == ("1 chosen (1–2)", [])
    assert same(one, other)


def test_a_card_that_is_picked_up_is_not_asked_for_again_and_the_focus_leaves_the_hand(qtbot: QtBot) -> None:
    room = Room(qtbot, viewer="gm")
    room.click("hand:gm", 2)
    assert room.table.drag_controller.picked == [ItemPlace("hand:gm", 2)]
    room.take("refresh", "gm")
    assert (room.is_asking(), len(room.commands), room.refusal) == (False, 1, "")
    assert room.table.selection_marks.focus_target is None
    room.key(Qt.Key.Key_Return)
    assert room.table.drag_controller.picked == [], "Enter does not pick up another card of the hand"
    hidden = Room(qtbot)
    hidden.click("hand:gm", 2)
    hidden.take("refresh", "gm")
    assert (hidden.is_asking(), hidden.commands, hidden.chosen()) == (True, [], set()), "nobody looks at it"


def test_what_is_lit_follows_the_table(qtbot: QtBot) -> None:
    room = Room(qtbot, viewer="gm")
    room.take("refresh", "gm")
    assert room.lit() == {"hand:gm#2"}
    cards = dealt().zones["hand:gm"].cards
    assert room.campaign.submit(MoveCards(seat="gm", cards=cards[:1], target="discard"))
    assert room.lit() == {"hand:gm#1"}
    room.campaign.undo(consent=True)
    assert room.lit() == {"hand:gm#2"}
    room.click("hand:gm", 2)
    assert not room.is_asking()


def test_a_held_key_answers_once_and_does_nothing_after(room: Room) -> None:
    room.take("lay", "tom")
    with room.look():
        room.hold(Qt.Key.Key_Space, 3)
        assert room.chosen() == {0}
    room.hold(Qt.Key.Key_Return)
    assert len(room.commands) == 1
    assert room.table.drag_controller.picked == []
    room.take("lay", "tom")
    with room.look():
        room.key(Qt.Key.Key_Space)
    room.bubble.confirm_button.setFocus()
    room.hold(Qt.Key.Key_Return)
    assert len(room.commands) == 2
    assert room.table.drag_controller.picked == []


def test_enter_confirms_wherever_the_focus_is_on_the_table(room: Room) -> None:
    room.take("lay", "tom")
    with room.look():
        room.key(Qt.Key.Key_Space)
    room.table.focus_card("hand:mirjam", 2)
    room.key(Qt.Key.Key_Return)
    assert room.commands == [Lay(seat="tom", cards=dealt().zones["hand:tom"].cards[:1])]
    assert room.table.drag_controller.picked == []


def test_a_double_click_chooses_one_of_several_cards_once(room: Room) -> None:
    room.take("lay", "tom")
    with room.look():
        point, viewport = room.at(ItemPlace("hand:tom", 2)), room.table.viewport()
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=point)
        QTest.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=point)
        QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=point)
        assert room.chosen() == {2}
    assert room.commands == []


@pytest.mark.parametrize("by", ["viewer", "curtain"])
def test_another_viewer_finds_no_question(room: Room, by: str) -> None:
    room.take("lay", "tom")
    with room.look():
        room.click("hand:tom", 1)
    if by == "viewer":
        room.table.set_viewer("mirjam")
    else:
        room.table.draw_curtain("mirjam")
    assert not room.is_asking()
    assert not room.chosen()
    assert not room.lit()


def test_a_pile_is_spread_out_while_its_cards_are_asked_for(qtbot: QtBot) -> None:
    asked = cards_offer(MoveCards(seat="gm", cards=(), target="hand:gm"), zone="discard", least=1, most=2)
    room = Room(qtbot, stage=Asking(asked, lambda table, command: None))
    cards = dealt().zones["discard"].cards
    for _ in range(2):
        room.take("ask", "gm")
        assert room.table.opened == "discard"
        assert room.lit() == {f"discard#{index}" for index in range(len(cards))}
        room.click("discard", 1)
        assert room.chosen() == {1}
        room.table.open_pile("")
        assert not room.is_asking(), "a closed pile answers nothing"
    room.take("ask", "gm")
    room.key(Qt.Key.Key_Escape)
    assert not room.is_asking()
    assert room.table.opened == ""
    assert room.commands == []
    room.take("ask", "gm")
    room.click("discard", 2)
    room.bubble.confirm_button.click()
    assert room.commands == [MoveCards(seat="gm", cards=(cards[2],), target="hand:gm")]
    assert room.table.opened == ""


def test_a_pile_that_somebody_reads_is_closed_when_something_else_is_asked(room: Room) -> None:
    room.table.open_pile("discard")
    room.take("lay", "tom")
    assert room.is_asking()
    assert room.table.opened == "", "the hand that answers would be behind it"
    with room.look():
        assert room.lit()


def test_the_order_of_choosing_counts_only_where_the_game_asks_for_it() -> None:
    slots = [CardSlot(f"hand:tom#{index}", "hand:tom", index, None) for index in range(3)]
    question = Question(field="cards", kind=QuestionKind.CARDS, label=Message(key="x"), least=2, most=2)
    for ordered, expected in ((True, ("hand:tom#2", "hand:tom#0")), (False, ("hand:tom#0", "hand:tom#2"))):
        answer = CardAnswer(replace(question, ordered=ordered), slots)
        assert answer.words_for_count() == "0 of 2 chosen"
        fits = []
        for index in (2, 0):
            answer.toggle(slots[index])
            fits.append(answer.fits)
        assert fits == [False, True]
        assert answer.value() == expected


def test_a_question_is_beside_the_hand_that_is_looked_at_and_covers_no_other(qtbot: QtBot) -> None:
    room = Room(qtbot)
    for wide, high in ((1280, 800), (1600, 950), (1900, 1000)):
        room.room.resize(wide, high)
        QApplication.processEvents()
        room.take("lay", "tom")
        scene, bubble = room.table.table_scene, room.bubble
        place = QRectF(room.table.question_input.place)
        hands = {cell.seat: scene.spots_at_rest(f"hand:{cell.seat}").values() for cell in scene.plan.cells}
        covered = {seat for seat, spots in hands.items() if any(place.intersects(spot.box()) for spot in spots)}
        assert not covered, (wide, high, place)
        with room.look(Qt.Key.Key_2):
            cards = [spot.box() for spot in scene.spots_of("hand:tom").values()]
            assert QRectF(room.table.question_input.place) == place, "it does not move with the look"
            assert not any(place.intersects(card) for card in cards)
            near = place.adjusted(-60, -60, 60, 60)
            assert any(near.intersects(card) for card in cards), (wide, high, place)
        assert bubble.has_room
        room.table.question_input.stop_asking()


def test_where_a_question_would_cover_its_cards_it_leaves_out_words(room: Room) -> None:
    room.take("lay", "tom")
    bubble, around = room.bubble, room.bubble.parentWidget()
    assert around is not None
    page = QRectF(around.rect())
    words = room.words_shown()
    assert all(words), "there is room for all"
    whole = bubble.height()
    for left, count in ((whole + 40, 3), (whole - 20, 1), (bubble.confirm_button.height() + 30, 0)):
        cards = page.adjusted(0, left, 0, 0)  # these cards leave a strip of that height above them
        bubble.place.show_beside(cards, [], [])
        assert not QRectF(bubble.geometry()).intersects(cards)
        assert sum(room.words_shown()) == count
        assert bubble.confirm_button.isVisible()
        assert "Which" in bubble.accessibleName()
    bubble.place.show_beside(page.adjusted(0, whole + 40, 0, 0), [], [])
    assert all(room.words_shown()), "with room again it says everything again"


def test_what_cards_cost_during_a_look_is_said_even_where_the_question_covers_them(qtbot: QtBot) -> None:
    dear = with_tracks(fight(tia="staggering_blow staggering_blow hamstring"), "tia", Adrenaline=3)
    room = Room(qtbot, dear, game=battle.GAME)
    room.activate()
    room.take("plan_cards:tia", "tom")
    around = room.bubble.parentWidget()
    assert around is not None
    cards = QRectF(around.rect()).adjusted(0, room.bubble.confirm_button.height() + 50, 0, 0)
    with room.look():
        for index in (0, 1):
            room.click("hand:tom", index)
        room.bubble.place.show_beside(cards, [], [])
        assert room.words_shown() == [False, False, True], "only the names of the offer and of the question give way"
        assert room.bubble.hint.text().startswith("Cost 4 of 3")


def test_no_plate_of_an_unseen_seat_covers_the_hand_that_is_looked_at(qtbot: QtBot) -> None:
    room = Room(qtbot)
    hub, camera = room.room._hub, room.room.camera
    covering, shown = 0, 0
    for wide, high in ((1180, 720), (1000, 640), (900, 600)):
        room.room.resize(wide, high)
        hub.set_theme(Theme(scale=2.0, reduced_motion=True))
        QApplication.processEvents()
        room.activate()
        shown += sum(part.isVisible() and bool(part.property("seat")) for part in camera.findChildren(QPushButton))
        room.take("refresh", "gm")  # with the question there is no free cloth left
        with room.look(Qt.Key.Key_1):
            QApplication.processEvents()
            spots = room.table.table_scene.spots_of("hand:gm").values()
            cards = [spot.box().translated(room.table.pos().toPointF()) for spot in spots]
            plates = [part for part in camera.findChildren(QPushButton) if part.property("seat") and part.isVisible()]
            covering += sum(any(card.intersects(QRectF(plate.geometry())) for card in cards) for plate in plates)
    hub.set_theme(CALM)
    assert shown, "some seats are out of view"
    assert covering == 0


def test_a_question_is_placed_for_where_the_table_will_be_while_it_glides(qtbot: QtBot) -> None:
    room = Room(qtbot)
    hub, camera, table = room.room._hub, room.room.camera, room.table
    room.room.resize(1280, 800)
    hub.set_theme(Theme(scale=2.0))
    QApplication.processEvents()
    room.activate()

    def show(seat: str, *, waits: bool) -> None:
        table.show_seat(seat)
        assert camera.zoom > 1
        assert table.pos() != table.resting_place
        if waits:
            qtbot.waitUntil(lambda: table.pos() == table.resting_place)

    def covers() -> bool:
        spots = table.table_scene.spots_at_rest("hand:tom").values()
        return any(spot.box().intersects(QRectF(table.question_input.place)) for spot in spots)

    show("mia", waits=True)
    show("tom", waits=False)
    room.take("lay", "tom")
    early = room.bubble.geometry()
    qtbot.waitUntil(lambda: table.pos() == table.resting_place)
    assert not covers()
    table.question_input.stop_asking()
    room.take("lay", "tom")
    assert room.bubble.geometry() == early
    show("mia", waits=True)
    show("tom", waits=True)
    assert not covers(), "nor after the table has moved below it"
    hub.set_theme(CALM)


def test_a_question_about_cards_is_lower_by_a_line_where_it_would_cover_a_hand(room: Room) -> None:
    room.take("lay", "tom")
    bubble = room.bubble
    around = bubble.parentWidget()
    assert around is not None
    about = QRectF(0, around.height() - 200, around.width(), 200)
    bubble.place.show_beside(about, [], [])
    titles, high = list(bubble.place._titles), bubble.height()
    shown = [label.text() for label in bubble.findChildren(QLabel) if label.isVisible()]
    assert shown[:2] == titles
    lowest = min(size.height() for size in bubble.place._fitting_sizes((44, 32)).values())
    hand = QRectF(0, 0, around.width(), about.top() - lowest + 4)  # there is less room between the two hands
    bubble.place.show_beside(about, [], [], kept=[hand])
    assert bubble.height() < lowest
    assert not QRectF(bubble.geometry()).intersects(hand)
    shown = [label.text() for label in bubble.findChildren(QLabel) if label.isVisible()]
    assert " · ".join(titles) in shown
    bubble.place.show_beside(about, [], [])
    assert bubble.height() == high
