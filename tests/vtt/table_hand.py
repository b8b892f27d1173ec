"""A hand for the table's tests: it shows a table, and moves the mouse as a person does."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.model.seats import SHARED
from engine.model.table import Table
from tests.on_screen import put_up
from tests.vtt.table_stage import make_session
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.card_faces.card_face_cache import CardFaceCache
from vtt.table.game_table_view import GameTableView
from vtt.table.input.drop_targets import ItemPlace
from vtt.widgets.look.theme import Theme, ThemeHub

NONE = Qt.KeyboardModifier.NoModifier
CALM = Theme(reduced_motion=True)


_FACES: dict[Theme, CardFaceCache] = {}


def shared_faces(theme: Theme) -> CardFaceCache:
    """Return one store of pictures for all tables of a theme, as the program has one; drawing a deck takes a while."""
    faces = _FACES.setdefault(theme, CardFaceCache(theme))
    faces.set_theme(theme)
    return faces


class Hand:
    """A table on the screen, and a hand on the mouse."""

    def __init__(
        self,
        qtbot: QtBot,
        table: Table | OpenCampaign,
        *,
        viewer: str = SHARED,
        theme: Theme = CALM,
        size: tuple[int, int] = (1280, 720),
        look_seconds: float = 20,
    ) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self.campaign = table if isinstance(table, OpenCampaign) else make_session(table)
        self.hub = ThemeHub(theme, app)
        self.faces = shared_faces(theme)
        self.hub.changed.connect(self.faces.set_theme)
        self.view = GameTableView(self.campaign, viewer, self.hub, self.faces, look_seconds=look_seconds)
        qtbot.addWidget(self.view)
        self.view.resize(*size)
        put_up(self.view)
        self.view.activateWindow()
        self.view.setFocus()
        qtbot.waitUntil(self.view.hasFocus)
        self.said: list[tuple[str, tuple[str, ...]]] = []
        self.view.said.connect(lambda text, rules: self.said.append((text, rules)))

    @property
    def table(self) -> Table:
        """The truth, which no widget holds."""
        return self.campaign._history.table

    def cards(self, zone: str) -> tuple[str, ...]:
        """Return the real contents of a zone."""
        return self.table.zones[zone].cards

    def at(self, zone: str, index: int | None = None) -> QPoint:
        """Return a point on a card where no other card covers it, or the middle of a zone."""
        scene = self.view.table_scene
        if index is None:
            place = scene.static_items.place_of(zone)
            assert place is not None
            return place.center().toPoint()
        spot = scene.spots_of(zone)[index]
        return spot.outline().map(QPointF(-spot.width * 0.40, -spot.height * 0.30)).toPoint()

    def press(self, point: QPoint, keys: Qt.KeyboardModifier = NONE) -> None:
        """Press the left button."""
        QTest.mousePress(self.view.viewport(), Qt.MouseButton.LeftButton, keys, point)

    def move(self, start: QPoint, end: QPoint, steps: int = 6) -> None:
        """Move the pointer in steps."""
        for step in range(1, steps + 1):
            QTest.mouseMove(self.view.viewport(), start + (end - start) * (step / steps))

    def release(self, point: QPoint, keys: Qt.KeyboardModifier = NONE) -> None:
        """Release the left button."""
        QTest.mouseRelease(self.view.viewport(), Qt.MouseButton.LeftButton, keys, point)

    def double_click(self, point: QPoint) -> None:
        """Press the left button twice; a double click is what its second press is called."""
        QTest.mouseDClick(self.view.viewport(), Qt.MouseButton.LeftButton, NONE, point)
        self.release(point)

    def drag(self, start: QPoint, end: QPoint, keys: Qt.KeyboardModifier = NONE) -> None:
        """Drag from a point to another."""
        self.press(start, keys)
        self.move(start, end)
        self.release(end, keys)

    def click(self, point: QPoint, keys: Qt.KeyboardModifier = NONE) -> None:
        """Click."""
        self.press(point, keys)
        self.release(point, keys)

    def key(self, key: Qt.Key, keys: Qt.KeyboardModifier = NONE) -> None:
        """Press a key and let it go."""
        QTest.keyClick(self.view, key, keys)

    def faces_shown(self, zone: str) -> list[str | None]:
        """Return what the items of a zone show."""
        scene = self.view.table_scene
        items = [scene.card(zone, index) for index in sorted(scene.spots_of(zone))]
        return [item.face if item is not None else None for item in items]

    def row(self, zone: str) -> list[str | None]:
        """Return what the items of a hand show, from left to right."""
        spots = self.view.table_scene.spots_of(zone)
        items = [self.view.table_scene.card(zone, index) for index in sorted(spots, key=lambda i: spots[i].x)]
        return [item.face if item is not None else None for item in items]

    def picture(self) -> QImage:
        """Return what the screen shows."""
        QApplication.processEvents()
        return self.view.viewport().grab().toImage()

    def is_home(self, place: ItemPlace) -> bool:
        """Return whether a card is at its place."""
        item = self.view.table_scene.card(place.zone, place.index)
        return item is not None and item.pos() == item.home and not item.picked
