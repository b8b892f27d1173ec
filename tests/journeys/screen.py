"""What the people at one screen can read off it, and what really lies on the table."""

from __future__ import annotations

import os
from collections.abc import Callable

from PySide6.QtCore import QAbstractEventDispatcher, QEvent, QEventLoop, QObject
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from engine.model.cards import card_label
from engine.model.table import Table
from vtt.campaign.open_campaign import OpenCampaign
from vtt.panels.strip_tile import StripTile
from vtt.shared.card_choice.card_picker import CardButton
from vtt.shared.spoken_names import spoken_playing_card
from vtt.shell.application import Application
from vtt.shell.window.campaign_page import CampaignPage
from vtt.table.game_table_view import GameTableView
from vtt.table.painting.commit_tray_painting import tray_outcome
from vtt.table.table_screen import TableScreen
from vtt.widgets.plain_text import ElidedLabel
from vtt.widgets.speech_bubble import SpeechBubble

ROUNDS = 40
"""So often at the most the window may go on answering; while cards glide it would never end."""
PICTURES = os.environ.get("JOURNEY_PICTURES", "")
"""A folder: every `picture(name)` of a journey is put there to be looked at."""


class Watcher(QObject):
    """Remembers every face that a table has ever painted."""

    def __init__(self, board: TableScreen) -> None:
        super().__init__(board)
        self._board = board
        self.faces: set[str] = set(faces_of(board))
        board.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look at what is about to be painted."""
        if event.type() == QEvent.Type.Paint:
            self.faces |= faces_of(self._board)
        return False


def breathe() -> None:
    """Let the window answer, as it always can between two gestures of a person."""
    dispatcher = QAbstractEventDispatcher.instance()
    for _ in range(ROUNDS):
        more = dispatcher.processEvents(QEventLoop.ProcessEventsFlag.AllEvents)
        # A running event loop lets go of these by itself; outside of one they wait until somebody asks.
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        if not more:
            return


def faces_of(board: TableScreen) -> set[str]:
    """Return the faces that a table shows now."""
    return {item.face for item in board.table_scene.cards() if item.face is not None and item.isVisible()}


def texts_of(widget: QWidget) -> list[str]:
    """Return the words of every label and tile that can be seen."""
    plain = [shown.text() for shown in widget.findChildren(QLabel) if shown.isVisible() and shown.text()]
    lines: list[ElidedLabel | StripTile] = [*widget.findChildren(ElidedLabel), *widget.findChildren(StripTile)]
    return [*plain, *(shown.text for shown in lines if shown.isVisible() and shown.text)]


class Screen:
    """The window of a program that plays a campaign, with eyes only."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.watcher: Watcher | None = None
        self._house: Application | None = None

    @property
    def house(self) -> Application:
        """The program."""
        assert self._house is not None
        return self._house

    @property
    def page(self) -> CampaignPage:
        """The open campaign."""
        page = self.house.window.page
        assert page is not None
        return page

    @property
    def table(self) -> GameTableView:
        """The table in the main window."""
        return self.page.table_room.table

    @property
    def truth(self) -> Table:
        """What really lies on the table, which no widget holds. For assertions only."""
        campaign: OpenCampaign = self.page.campaign
        return campaign._history.table

    def cards(self, zone: str) -> tuple[str, ...]:
        """Return what really lies in a zone."""
        return self.truth.zones[zone].cards

    def wait(self, happened: Callable[[], bool]) -> None:
        """Wait until something is so."""
        self.qtbot.waitUntil(happened)

    # What the screen shows.

    def faces_on_screen(self) -> set[str]:
        """Return every face that the main window shows now, on the table and in a dialog."""
        shown = faces_of(self.table)
        for button in self.house.window.findChildren(CardButton):
            face = button.slot.face or button.peeked
            if button.isVisible() and face is not None:
                shown.add(face)
        return shown

    def faces_ever_seen(self) -> set[str]:
        """Return every face that the table of the main window has painted since it was opened."""
        assert self.watcher is not None
        return self.watcher.faces | self.faces_on_screen()

    def players_board(self) -> TableScreen:
        """Return the table in the player window."""
        eyes = self.house.window.viewer_switch
        assert eyes is not None
        assert eyes.player_window is not None
        return eyes.player_window.table

    def offers(self) -> list[str]:
        """Return the words on the buttons of the offers bar that can be pressed, without those under “More”."""
        tiles = self.page.table_room.offers.tiles
        return [tile.accessibleName() for tile in tiles if tile.isVisible() and not tile.is_denied]

    def denials(self) -> dict[str, str]:
        """Return what is offered greyed, with the reason that the button gives."""
        tiles = self.page.table_room.offers.tiles
        return {t.accessibleName(): t.accessibleDescription() for t in tiles if t.isVisible() and t.is_denied}

    def seat_shown(self) -> str:
        """Return the name of the person whose offers are shown."""
        bar = self.page.table_room.offers
        chip = next(b for b in bar.findChildren(QPushButton) if b.objectName() == f"seat_{bar.seat}")
        return chip.text().strip()

    def steps(self) -> list[str]:
        """Return what a screen reader says of what is under way: steps, order of acting, and the sides in the tray."""
        strip = self.page.table_room.steps
        names = [w.accessibleName() for w in strip.findChildren(QWidget) if w.isVisible() and w.accessibleName()]
        return names + self.spoken()

    def headline(self) -> list[str]:
        """Return what is written large: what is under way, who is waited for, and the banner of how it ended."""
        return [*texts_of(self.page.table_room.steps), tray_outcome(self.table.table_scene.view)]

    def spoken(self) -> list[str]:
        """Return what a screen reader says of everything on the table."""
        return [name for name, _ in self.table.accessible_items()]

    def read_log(self) -> list[str]:
        """Return the lines of the story beside the table, without the steps that are undone."""
        model = self.page.table_room.log.model
        rows = [row for row in range(model.rowCount()) if model.redoes(row) is None]
        return [str(model.index(row, 0).data()) for row in rows]

    def rules_in_log(self) -> set[str]:
        """Return the IDs of rules that the story shows beside its lines."""
        return {rule for line in self.page.table_room.log.model.lines for rule in line.rules}

    def said(self) -> str:
        """Return what is said in passing over the window now; empty for nothing."""
        toast = self.house.window.notices.toast
        return toast.text if toast.isVisible() else ""

    def refusal(self) -> str:
        """Return what the table says beside the pointer: why a drop cannot be, with its rules; empty for nothing."""
        bubble = self.table.findChild(SpeechBubble)
        if bubble is None or not bubble.isVisible():
            return ""
        text, *rules = texts_of(bubble)
        return f"{text} ({', '.join(rules)})" if rules else text

    def names_card(self, card: str) -> list[str]:
        """Return every text of every window of the program that names a card: labels, tips, names, lines, titles."""
        wanted = (card_label(card), spoken_playing_card(card))
        texts = [*self.spoken(), *self.read_log(), *(text for _, text in self.table.table_scene.static_items.tips)]
        for window in QApplication.topLevelWidgets():
            for widget in (window, *window.findChildren(QWidget)):
                texts += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()]
                texts.append(widget.windowTitle())
                if isinstance(widget, QLabel | QAbstractButton | QLineEdit):
                    texts.append(widget.text())
        texts.append(QApplication.clipboard().text())
        return [text for text in texts if any(word in text for word in wanted)]

    def picture(self, name: str) -> None:
        """Keep a picture of the window, where somebody wants to look at them."""
        if PICTURES:
            breathe()
            self.house.window.grab().save(f"{PICTURES}/{name}.png")
            dialog = QApplication.activeModalWidget()
            if dialog is not None:
                dialog.grab().save(f"{PICTURES}/{name}-dialog.png")
