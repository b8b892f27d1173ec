"""The stage over the table: it shows what was recorded, delays nothing, and tells nothing that is secret."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QPoint, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPixmap, QShortcut, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from engine.core.chance import ScriptedChance, SeededChance
from engine.core.events import CardsTurned, Noted, Rolled
from engine.core.history import History
from engine.core.manual_moves import RollDice, TurnCards
from engine.core.rules import AppliedCommand
from engine.kit.game_factory import make_game
from engine.messages.message import Message
from engine.model.seats import SHARED
from tests.vtt.table_hand import CALM, Hand
from tests.vtt.table_stage import Deal, Stage, make_table
from vtt.campaign.open_campaign import OpenCampaign
from vtt.moments import moment_stage
from vtt.moments.moment_length import MomentLength
from vtt.moments.moment_player import BETWEEN_MS, MomentPlayer
from vtt.moments.moment_stage import MomentStage
from vtt.moments.scene_painting import SceneLayout, paint_panel, paint_words
from vtt.moments.scenes import MOST_THROWN, Scene
from vtt.sounds import campaign_sounds
from vtt.sounds.campaign_sounds import CampaignSounds
from vtt.widgets.look.colour_palette import Appearance
from vtt.widgets.look.theme import Theme

ROLL = RollDice(seat="tom", dice="2d6+1d20")


class Show:
    """A table with a stage, and a list of the sounds."""

    def __init__(self, qtbot: QtBot, theme: Theme | None = None) -> None:
        table = make_table(3)
        chance = ScriptedChance({"d6": (6, 2, 1, 1), "d20": (17, 3)}, SeededChance(1))
        self.campaign = OpenCampaign(make_game(Stage()), History(table), chance)
        self.hand = Hand(qtbot, self.campaign, theme=theme or Theme())
        self.player = MomentPlayer(self.campaign, self.hand.hub, self.hand.view)
        self.stage = MomentStage(self.player, self.hand.view, self.hand.hub, self.hand.faces)
        self.heard: list[str] = []
        self.player.heard.connect(self.heard.append)
        self.sounds = CampaignSounds(self.campaign, self.hand.view)
        self.sounds.hold_results(self.stage.hold)
        self.sounds.heard.connect(self.heard.append)

    @property
    def window(self) -> QWindow:
        """The window, which gets keys and clicks as from a keyboard and a mouse."""
        window = self.hand.view.window().windowHandle()
        assert window is not None
        return window

    def faces(self) -> list[str]:
        """Return the numbers on top of the dice that are shown."""
        scene = self.player.scene
        return [] if scene is None else [die.numbers[die.top] for die in scene.dice]

    def store(self, *events: CardsTurned | Rolled | Noted) -> None:
        """Let a gesture happen with these events."""
        table = self.hand.table
        title = Message(key="log.shuffled")
        self.campaign._store_outcome(AppliedCommand(Deal(seat="gm"), events, table, frozenset(), title), None)


def test_the_recorded_faces_are_shown_and_told(qtbot: QtBot) -> None:
    show = Show(qtbot)
    assert show.campaign.submit(ROLL)
    assert show.stage.isVisible()
    assert show.faces() == ["6", "2", "17"]
    assert show.player.scene is not None
    assert show.player.scene.headline == "25"
    layout = show.stage.layout_shown
    assert layout is not None
    assert layout.throw is not None
    assert [thrown.die.numbers[thrown.die.top] for thrown in layout.throw.dice] == ["6", "2", "17"]
    assert show.heard == ["dice"]


def test_it_ends_by_itself_and_nothing_ticks_afterwards(qtbot: QtBot) -> None:
    show = Show(qtbot)
    show.player.set_length(MomentLength.SHORT)
    show.campaign.submit(ROLL)
    qtbot.waitUntil(lambda: not show.stage.isVisible(), timeout=20_000)
    assert show.player.scene is None
    assert not show.player.is_running


def test_the_result_is_held_until_the_last_die_lies_or_somebody_skips_it(qtbot: QtBot) -> None:
    show, ends = Show(qtbot), list[str]()
    show.stage.hold.ended.connect(lambda: ends.append("ended"))
    show.player.set_length(MomentLength.SHORT)
    show.campaign.submit(ROLL)
    assert show.player.is_moving
    assert (show.stage.hold.is_on, ends) == (True, [])
    qtbot.waitUntil(lambda: not show.player.is_moving, timeout=20_000)
    assert (show.stage.hold.is_on, ends) == (False, ["ended"]), "while it is read, everything tells it"
    assert show.stage.isVisible()
    show.campaign.submit(ROLL)
    assert show.stage.hold.is_on
    show.player.skip()
    assert (show.stage.hold.is_on, ends) == (False, ["ended", "ended"])


def test_the_result_waits_for_later_dice_while_the_first_are_read_for_a_moment(qtbot: QtBot) -> None:
    show, words = Show(qtbot), list[bool]()
    show.player.words_held.connect(words.append)
    show.player.set_length(MomentLength.SHORT)
    told = Noted(message=Message(key="log.shuffled"))
    seat = "Tom with the long coat and a hat"
    message = Message(key="log.rolled", params={"seat": seat, "dice": "1d20", "faces": [17], "total": 17})
    told_long = Noted(message=message)
    show.store(Rolled(kind="d20", faces=(17,)), told_long, Rolled(kind="d6", faces=(4,)), told)
    scenes = []
    show.player.began.connect(lambda: scenes.append(show.player.scene))
    qtbot.waitUntil(lambda: show.player.is_running and not show.player.is_moving, timeout=20_000)
    holds = [show.stage.hold.is_on]  # a button would tell what the later dice show
    assert show.player._reading.interval() == BETWEEN_MS * MomentLength.SHORT.share
    qtbot.waitUntil(lambda: len(scenes) == 1, timeout=20_000)
    assert show.player.is_moving
    holds.append(show.stage.hold.is_on)
    assert words == [True], "the log does not tell it either"
    qtbot.waitUntil(lambda: show.player.is_running and not show.player.is_moving, timeout=20_000)
    holds.append(show.stage.hold.is_on)
    assert holds == [True, True, False]
    assert words == [True, False]
    show.store(Rolled(kind="d20", faces=(17,)), told, Rolled(kind="d6", faces=(4,)), told)
    show.player.skip()
    assert not show.stage.hold.is_on
    assert words == [True, False, True, False], "who skips them reads it at once"


def test_dice_behind_a_line_that_does_not_move_hold_the_result_too(qtbot: QtBot) -> None:
    show = Show(qtbot)
    show.player.set_length(MomentLength.SHORT)
    told = Message(key="log.rolled", params={"seat": "Tom", "dice": "2d6", "faces": [6, 2], "total": 8})
    show.store(Noted(message=told), Rolled(kind="d20", faces=(17,)), Noted(message=Message(key="log.shuffled")))
    assert show.player.scene is not None
    assert not show.player.is_moving
    assert show.stage.hold.is_on, "also while the line is read"
    qtbot.waitUntil(lambda: show.player.is_moving, timeout=20_000)
    assert show.stage.hold.is_on


def test_dice_behind_cards_hold_the_result_too(qtbot: QtBot) -> None:
    """Of cards that tie, only the dice tell which one acts first."""
    show = Show(qtbot)
    show.player.set_length(MomentLength.SHORT)
    revealed = CardsTurned(zone="hand:tom", cards=show.hand.cards("hand:tom")[:1], shown_to=(SHARED,))
    told = Noted(message=Message(key="log.shuffled"))
    show.store(revealed, told, Rolled(kind="d20", faces=(17,)), told)
    scenes = [show.player.scene]
    show.player.began.connect(lambda: scenes.append(show.player.scene))
    assert scenes[0] is not None
    assert scenes[0].groups
    qtbot.waitUntil(lambda: len(scenes) == 2, timeout=20_000)
    assert show.player.is_moving
    assert show.stage.hold.is_on, "also while the cards are read"
    qtbot.waitUntil(lambda: not show.player.is_moving, timeout=20_000)
    assert not show.stage.hold.is_on


@pytest.mark.parametrize("last", ["cards", "many dice"])
def test_what_is_shown_after_dice_holds_the_result_too(qtbot: QtBot, last: str) -> None:
    """More dice than can be thrown lie there at once: nothing tells of them before."""
    show, words = Show(qtbot), list[bool]()
    show.player.words_held.connect(words.append)
    show.player.set_length(MomentLength.SHORT)
    told = Noted(message=Message(key="log.shuffled"))
    revealed = CardsTurned(zone="hand:tom", cards=show.hand.cards("hand:tom")[:1], shown_to=(SHARED,))
    many = Rolled(kind="d6", faces=(3,) * (MOST_THROWN + 1))
    show.store(Rolled(kind="d20", faces=(17,)), told, revealed if last == "cards" else many, told)
    scenes, holds = [show.player.scene], [show.stage.hold.is_on]
    show.player.began.connect(lambda: scenes.append(show.player.scene))
    qtbot.waitUntil(lambda: show.player.is_running and not show.player.is_moving, timeout=20_000)
    holds.append(show.stage.hold.is_on)
    assert words == [True]
    qtbot.waitUntil(lambda: len(scenes) == 2, timeout=20_000)
    assert holds == [True, True]
    assert show.player.is_moving == show.stage.hold.is_on == (last == "cards")
    qtbot.waitUntil(lambda: show.player.scene is not None and not show.player.is_moving, timeout=20_000)
    assert not show.stage.hold.is_on
    assert words == [True, False]


def test_of_cards_without_dice_only_the_first_hold_the_result(qtbot: QtBot) -> None:
    show = Show(qtbot)
    show.player.set_length(MomentLength.SHORT)
    told = Noted(message=Message(key="log.shuffled"))
    cards = show.hand.cards("hand:tom")
    reveals = [CardsTurned(zone="hand:tom", cards=cards[at : at + 1], shown_to=(SHARED,)) for at in (0, 1)]
    show.store(told, reveals[0], told, reveals[1], told)
    holds = [show.stage.hold.is_on]
    qtbot.waitUntil(lambda: bool(show.player.scene and show.player.scene.groups), timeout=20_000)
    qtbot.waitUntil(lambda: not show.player.is_moving, timeout=20_000)
    holds.append(show.stage.hold.is_on)
    assert holds == [True, False]
    assert show.player.scene is not None


def test_a_click_on_a_part_that_still_shows_what_was_only_ends_the_hold(qtbot: QtBot) -> None:
    show, pressed, ends = Show(qtbot), list[str](), list[str]()
    button = QPushButton("Accept", show.hand.view)
    button.setGeometry(10, 100, 90, 30)
    button.show()
    button.clicked.connect(lambda: pressed.append("accept"))
    show.stage.add_covered_part(button)
    show.stage.hold.ended.connect(lambda: ends.append("ended"))
    place = button.mapTo(show.hand.view.window(), button.rect().center())
    show.campaign.submit(ROLL)
    assert show.stage.hold.is_on
    show.campaign.submit(ROLL)
    assert (show.stage.hold.is_on, ends) == (True, []), "the next throw comes before anything was shown"
    QTest.mouseClick(show.window, Qt.MouseButton.LeftButton, pos=place)
    assert (pressed, show.player.scene, ends) == ([], None, ["ended"])
    QTest.mouseClick(show.window, Qt.MouseButton.LeftButton, pos=place)
    assert pressed == ["accept"]


def test_the_bell_for_another_turn_waits_for_the_dice(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    show = Show(qtbot)
    monkeypatch.setattr(campaign_sounds, "_acting", lambda view: frozenset({id(view)}))
    show.campaign.submit(ROLL)
    assert show.heard == ["dice"]
    show.player.skip()
    assert show.heard == ["dice", "turn_bell"]
    show.player.set_length(MomentLength.OFF)
    show.campaign.submit(ROLL)
    assert show.heard[2:] in (["dice", "turn_bell"], ["turn_bell", "dice"]), "nothing is held"


def test_the_bell_waits_for_the_dice_of_each_window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    show, is_free = Show(qtbot), [False]
    monkeypatch.setattr(campaign_sounds, "_acting", lambda view: frozenset({id(view)}))
    show.player.remove_stage(show.stage)
    stages = [MomentStage(show.player, show.hand.view, show.hand.hub, show.hand.faces, lambda: is_free[0])]
    stages.append(MomentStage(show.player, show.hand.view, show.hand.hub, show.hand.faces))
    for stage in stages:
        show.sounds.hold_results(stage.hold)
    show.campaign.submit(ROLL)
    assert show.heard == ["dice"], "the GM does not see them, but the players do"
    show.player.skip()
    assert show.heard == ["dice", "turn_bell"]
    is_free[0] = True
    show.campaign.submit(ROLL)
    stages[0].hold.end()  # as with a curtain
    assert show.heard.count("turn_bell") == 1
    show.player.skip()
    assert show.heard.count("turn_bell") == 2
    show.campaign.submit(ROLL)
    stages[0].hold.end()
    show.player.remove_stage(stages[1])
    shiboken6.delete(stages[1])
    show.campaign.submit(ROLL)
    show.player.skip()
    assert show.heard.count("turn_bell") == 3, "a closed window holds nothing"


def test_nothing_stays_held_where_a_curtain_came_before_the_scene(qtbot: QtBot) -> None:
    show, free = Show(qtbot), [True]
    show.player.remove_stage(show.stage)
    covered = MomentStage(show.player, show.hand.view, show.hand.hub, show.hand.faces, lambda: free[0])
    show.campaign.changing.connect(lambda: free.insert(0, False))
    show.campaign.submit(ROLL)
    assert show.player.scene is None
    assert not covered.hold.is_on


def test_nothing_is_held_where_nothing_moves(qtbot: QtBot) -> None:
    show = Show(qtbot, theme=CALM)
    show.campaign.submit(ROLL)
    assert show.stage.isVisible()
    assert (show.stage.hold.is_on, show.player.holds_result) == (False, False)


def test_a_key_skips_it_and_does_nothing_else(qtbot: QtBot) -> None:
    show, pressed = Show(qtbot), list[str]()
    view = show.hand.view
    QShortcut(QKeySequence("J"), view).activated.connect(lambda: pressed.append("shortcut"))
    show.campaign.submit(ROLL)
    QTest.keyClick(show.window, Qt.Key.Key_J)
    assert not show.stage.isVisible()
    assert pressed == []
    QTest.keyClick(show.window, Qt.Key.Key_J)
    assert pressed == ["shortcut"], "the next key does what it always does"
    QShortcut(QKeySequence("Alt+J"), view).activated.connect(lambda: pressed.append("combination"))
    for times in (0, 1):
        if not times:
            show.campaign.submit(ROLL)
        QTest.keyPress(show.window, Qt.Key.Key_Alt)
        QTest.keyClick(show.window, Qt.Key.Key_J, Qt.KeyboardModifier.AltModifier)
        QTest.keyRelease(show.window, Qt.Key.Key_Alt)
        assert not show.stage.isVisible()
        assert pressed == ["shortcut", *["combination"] * times], "a combination counts as one key"
    show.campaign.submit(ROLL)
    QTest.keyPress(show.window, Qt.Key.Key_1)
    assert view.looking_seat == ""
    QTest.keyRelease(show.window, Qt.Key.Key_1)
    QTest.keyPress(show.window, Qt.Key.Key_2)
    assert view.looking_seat == "tom"
    QTest.keyRelease(show.window, Qt.Key.Key_2)


def test_a_key_that_is_held_since_before_it_does_not_end_it(qtbot: QtBot) -> None:
    """A player looks at the hand with a held key, and a click on a card reveals what everybody waits for."""
    show = Show(qtbot)

    def hold(kind: QEvent.Type, at: int, *, again: bool = False) -> None:
        event = QKeyEvent(kind, Qt.Key.Key_2, Qt.KeyboardModifier.NoModifier, "2", again)
        event.setTimestamp(at)
        QApplication.sendEvent(show.window, event)

    hold(QEvent.Type.KeyPress, 1000)
    assert show.hand.view.looking_seat == "tom"
    show.campaign.submit(ROLL)
    for at, again in ((1400, True), (1440, False), (1480, True)):  # a busy program does not see which is a repeat
        hold(QEvent.Type.KeyRelease, at, again=again)
        hold(QEvent.Type.KeyPress, at, again=again)
    assert show.stage.isVisible()
    assert show.hand.view.looking_seat == "tom"
    hold(QEvent.Type.KeyRelease, 1600)
    qtbot.waitUntil(lambda: show.hand.view.looking_seat == "")
    assert show.stage.isVisible()
    hold(QEvent.Type.KeyPress, 2000)
    assert not show.stage.isVisible()
    hold(QEvent.Type.KeyPress, 2400, again=True)
    assert show.hand.view.looking_seat == "", "the key that ended it does nothing else while it is held"
    hold(QEvent.Type.KeyRelease, 2500)


def test_a_key_of_an_offer_that_is_still_held_does_not_take_another_offer(qtbot: QtBot) -> None:
    """The bar still shows what was before the throw, and a shortcut would do it a second time."""
    show = Show(qtbot)

    def is_shortcut(at: int, *, again: bool = False) -> bool:
        event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier, "", again)
        event.setTimestamp(at)
        event.ignore()
        QApplication.sendEvent(show.window, event)
        return not event.isAccepted()

    assert is_shortcut(1000)
    show.campaign.submit(ROLL)
    for at, again in ((1400, True), (1440, False)):  # a busy program does not see which is a repeat
        release = QKeyEvent(QEvent.Type.KeyRelease, Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier, "", again)
        release.setTimestamp(at)
        QApplication.sendEvent(show.window, release)
        assert not is_shortcut(at, again=again)
        assert show.stage.isVisible()
    show.player.skip()
    assert is_shortcut(1800)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_a_held_key_presses_no_button_a_second_time(qtbot: QtBot, key: Qt.Key) -> None:
    """A press of the button throws; it keeps the focus, and the key is still down."""
    show, pressed = Show(qtbot), list[bool]()
    tile = QPushButton(show.hand.view)
    tile.setAutoDefault(True)  # Enter presses it
    tile.clicked.connect(lambda: pressed.append(show.campaign.submit(ROLL)))
    tile.show()
    tile.setFocus()
    qtbot.waitUntil(tile.hasFocus)

    def send(kind: QEvent.Type, at: int, *, again: bool = False) -> None:
        event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, " ", again)
        event.setTimestamp(at)
        QApplication.sendEvent(show.window, event)

    send(QEvent.Type.KeyPress, 900)
    assert pressed == [True]
    for at in (1400, 1440, 1480):  # a busy program does not see that they are repeats
        send(QEvent.Type.KeyRelease, at)
        send(QEvent.Type.KeyPress, at)
    send(QEvent.Type.KeyRelease, 1520)
    assert pressed == [True]
    assert show.stage.isVisible()
    send(QEvent.Type.KeyPress, 1900)
    assert not show.stage.isVisible(), "another press skips"
    assert pressed == [True]
    send(QEvent.Type.KeyRelease, 2000)


def test_what_somebody_types_is_not_lost(qtbot: QtBot) -> None:
    show = Show(qtbot)
    field = QLineEdit(show.hand.view)
    field.show()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    show.campaign.submit(ROLL)
    QTest.keyClick(show.window, Qt.Key.Key_7)
    assert field.text() == "7"
    assert not show.stage.isVisible()


def test_a_click_on_it_does_nothing_else_and_a_click_elsewhere_counts(qtbot: QtBot) -> None:
    show, clicks = Show(qtbot), list[str]()
    view = show.hand.view
    below, beside = QPushButton("below", view), QPushButton("beside", view)
    below.move(view.rect().center())
    below.clicked.connect(lambda: clicks.append("below"))
    beside.clicked.connect(lambda: clicks.append("beside"))
    below.show()
    beside.show()
    show.campaign.submit(ROLL)
    middle = show.stage.geometry().center()
    QTest.mouseClick(show.window, Qt.MouseButton.LeftButton, pos=middle)
    assert (show.stage.isVisible(), clicks) == (False, [])
    show.campaign.submit(ROLL)
    QTest.mouseClick(show.window, Qt.MouseButton.LeftButton, pos=beside.pos() + QPoint(3, 3))
    assert (show.stage.isVisible(), clicks) == (False, ["beside"])


def test_the_next_gesture_does_not_wait_and_undo_clears_it(qtbot: QtBot) -> None:
    show = Show(qtbot)
    show.campaign.submit(ROLL)
    assert show.campaign.submit(ROLL)
    assert show.faces() == ["1", "1", "3"]
    show.campaign.undo(consent=True)
    assert not show.stage.isVisible()
    assert show.player.scene is None
    show.campaign.redo()
    assert show.player.scene is None, "nothing is thrown twice"


def test_reduced_motion_shows_the_final_picture_at_once(qtbot: QtBot) -> None:
    show = Show(qtbot, CALM)
    show.campaign.submit(ROLL)
    assert show.stage.isVisible()
    first = show.stage.grab().toImage()
    assert not show.player.is_moving
    moving = Show(qtbot)
    moving.campaign.submit(ROLL)
    assert moving.player.is_moving
    assert moving.stage.grab().toImage() != first
    qtbot.waitUntil(lambda: not moving.player.is_moving, timeout=20_000)
    assert moving.stage.grab().toImage() == first, "a throw ends as the picture without motion"


def test_a_scene_at_rest_is_drawn_once_while_the_table_below_changes(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    show, drawn = Show(qtbot, CALM), list[Scene]()

    def draw(painter: QPainter, scene: Scene, layout: SceneLayout, theme: Theme) -> None:
        drawn.append(scene)
        paint_words(painter, scene, layout, theme)

    monkeypatch.setattr(moment_stage, "paint_words", draw)
    card = show.hand.cards("hand:tom")[0]
    for command in (ROLL, RollDice(seat="tom", dice="1d20"), TurnCards(seat="tom", cards=(card,), face="up")):
        drawn.clear()
        assert show.campaign.submit(command)
        scene = show.player.scene
        first = show.stage.grab().toImage()
        for _ in range(3):
            show.hand.view.viewport().update()  # the table below
            show.stage.update(40, 40, 200, 100)
            QApplication.processEvents()
        assert show.stage.grab().toImage() == first
        assert drawn == [scene]
    show.hand.faces.arrived.emit()  # the face of the card was a sketch
    show.stage.grab()
    assert len(drawn) == 2


def test_switched_off_nothing_is_shown_but_the_dice_are_heard(qtbot: QtBot) -> None:
    show = Show(qtbot)
    show.player.set_length(MomentLength.OFF)
    show.campaign.submit(ROLL)
    assert not show.stage.isVisible()
    assert show.heard == ["dice"]


def test_a_roll_in_secret_looks_and_sounds_like_no_roll(qtbot: QtBot) -> None:
    """Of a hidden roll there are lines for the GM alone; of no roll there is nothing at all."""
    show = Show(qtbot)
    told = Noted(message=Message(key="log.rolled", params={"total": 20}), audience=("gm",))
    before = show.hand.view.grab().toImage()
    for events in ((), (told,), (told, told), (Rolled(kind="d20", faces=(20,)), told)):
        show.store(*events)
        assert show.player.scene is None
        assert not show.stage.isVisible()
        assert show.heard == []
        assert show.hand.view.grab().toImage() == before


def test_the_curtain_is_never_covered(qtbot: QtBot) -> None:
    show = Show(qtbot)
    covered = MomentStage(show.player, show.hand.view, show.hand.hub, show.hand.faces, lambda: False)
    show.player.remove_stage(show.stage)
    show.campaign.submit(ROLL)
    assert not covered.isVisible()
    assert show.player.scene is None


def test_revealed_cards_are_shown_with_their_faces(qtbot: QtBot) -> None:
    show = Show(qtbot)
    card = show.hand.cards("hand:tom")[0]
    show.campaign.submit(TurnCards(seat="tom", cards=(card,), face="up"))
    scene = show.player.scene
    assert scene is not None
    assert [[shown.id for shown in group.cards] for group in scene.groups] == [[card]]
    assert scene.groups[0].label == "Tom"
    assert show.heard == ["card_turned"]


def test_many_revealed_cards_take_the_width_of_the_table(qtbot: QtBot) -> None:
    show, widths = Show(qtbot), list[float]()
    show.hand.view.resize(1400, 800)
    QApplication.processEvents()
    cards = show.hand.cards("hand:tom")
    assert len(cards) >= 5
    for turned in ((), cards[:1], cards[1:], ()):
        if turned:
            show.campaign.submit(TurnCards(seat="tom", cards=turned, face="up"))
        else:
            show.store(Rolled(kind="d20", faces=(17,)), Noted(message=Message(key="log.shuffled")))
        assert show.stage.isVisible()
        widths.append(show.stage.width())
        show.player.skip()
    assert widths[0] == widths[1] == widths[3] < widths[2] < 1400


def test_many_cards_that_come_after_dice_take_the_width_too(qtbot: QtBot) -> None:
    show, told = Show(qtbot), Noted(message=Message(key="log.shuffled"))
    show.hand.view.resize(1400, 800)
    QApplication.processEvents()
    thrown = Rolled(kind="d20", faces=(17,)), told
    show.store(*thrown)
    width = show.stage.width()
    show.player.skip()
    show.store(*thrown, CardsTurned(zone="hand:tom", cards=show.hand.cards("hand:tom"), shown_to=(SHARED,)), told)
    assert show.player.scene is not None
    assert show.player.scene.card_count == 0
    assert show.stage.width() > width, "the tray does not grow when the cards come"


def test_the_tray_is_drawn_for_the_size_and_the_theme_of_now(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    show = Show(qtbot)
    changes: tuple[Callable[[], object], ...] = (
        lambda: None,
        lambda: show.hand.hub.set_theme(Theme(scale=1.5)),
        lambda: show.hand.hub.set_theme(Theme(look=Appearance.HIGH_CONTRAST)),
        lambda: show.hand.view.resize(700, 500),
    )
    for change in changes:
        show.player.skip()
        change()
        assert show.campaign.submit(RollDice(seat="tom", dice="1d4"))
        anew = QPixmap(show.stage.size())
        painter = QPainter(anew)
        paint_panel(painter, QRectF(show.stage.rect()), show.hand.hub.theme)
        painter.end()
        assert show.stage._ground.toImage() == anew.toImage()
    with monkeypatch.context() as patched:
        patched.setattr(MomentStage, "setMask", lambda *_: pytest.fail("its shape has not changed"))
        show.player.skip()
        assert show.campaign.submit(RollDice(seat="tom", dice="1d4"))


def test_a_key_skips_it_also_after_a_gesture_that_shows_nothing(qtbot: QtBot) -> None:
    show = Show(qtbot)
    show.campaign.submit(ROLL)
    show.store(Noted(message=Message(key="log.shuffled")))
    assert show.stage.isVisible()
    QTest.keyClick(show.window, Qt.Key.Key_J)
    assert not show.stage.isVisible()
