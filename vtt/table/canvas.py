"""What is drawn on the cloth besides cards: pictures kept while they stay the same, and what means something where."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QTransform
from PySide6.QtWidgets import QGraphicsScene

from engine.play.containment import report_fault
from vtt.table.picture import Picture, Shelf
from vtt.widgets.theme import ThemeHub

Z_CLOTH: Final = 1.0
Z_ABOVE_CARDS: Final = 300.0
Z_BACKDROP: Final = 500.0


@dataclass(frozen=True, slots=True)
class Hot:
    """A part of the table that means something.

    Attributes:
        kind: `zone`, `slot` (its row and its number), `body`, `stage` (the card in play), `seat`, `eye`, `actor`,
            `bag`, `setting`, `region`, `clock` or `words`, which are only read.
        names: what it stands for.
        rect: where it is.
        text: what a screen reader says of it, where the names do not tell.
        shape: its outline, where it is no rectangle.
    """

    kind: str
    names: tuple[str, ...]
    rect: QRectF
    text: str = ""
    shape: QPainterPath | None = None

    def covers(self, point: QPointF) -> bool:
        """Say whether a point lies on it."""
        return self.rect.contains(point) and (self.shape is None or self.shape.contains(point))


@dataclass(frozen=True, slots=True)
class _Part:
    """What a part of the table consists of, as it was last put there."""

    key: tuple[object, ...]
    pictures: frozenset[str]
    hot: tuple[Hot, ...]
    tips: tuple[tuple[QRectF, str], ...]


class Canvas:
    """Pictures by name, each drawn anew only when its key changes.

    Args:
        scene: where the pictures go.
        hub: theme and icons.
    """

    def __init__(self, scene: QGraphicsScene, hub: ThemeHub) -> None:
        self._scene = scene
        self.hub = hub
        self._pictures: dict[str, Picture] = {}
        self._lent: Mapping[str, Picture] = {}
        self._used: set[str] = set()
        self._parts: dict[str, _Part] = {}
        self._shelf = Shelf()
        self.dpr = 1.0
        self.hot: list[Hot] = []
        self.tips: list[tuple[QRectF, str]] = []

    def place_of(self, zone: str) -> QRectF | None:
        """Return where a zone has its place."""
        return next((hot.rect for hot in self.hot if hot.kind == "zone" and zone in hot.names), None)

    def at(self, point: QPointF, kind: str) -> tuple[str, ...]:
        """Return what part of a kind a point lies on; empty for none."""
        return next((hot.names for hot in reversed(self.hot) if hot.kind == kind and hot.covers(point)), ())

    def tip_at(self, point: QPointF) -> str:
        """Return the full text of what is written at a point."""
        shaped = (hot.text for hot in reversed(self.hot) if hot.shape is not None and hot.covers(point))
        return next(shaped, "") or next((text for rect, text in reversed(self.tips) if rect.contains(point)), "")

    def clear(self) -> None:
        """Take every picture out of the scene, one by one."""
        for picture in self._pictures.values():
            self._scene.removeItem(picture)
        self._pictures.clear()
        self._parts.clear()
        self._shelf.clear()
        self.hot.clear()
        self.tips.clear()

    def borrow(self, other: Canvas) -> None:
        """Take from another canvas whatever looks the same there, instead of drawing it."""
        self._lent = other._pictures

    def begin(self, dpr: float) -> None:
        """Begin to say what there is; what is not named again until `end` goes."""
        self.dpr = dpr
        self._used = set()
        self.hot = []
        self.tips = []

    def end(self) -> None:
        """Take away what was not named."""
        for name in set(self._pictures) - self._used:
            self._scene.removeItem(self._pictures.pop(name))
        for name in [name for name, part in self._parts.items() if not part.pictures <= self._used]:
            del self._parts[name]

    def part(self, name: str, key: tuple[object, ...], put: Callable[[], None]) -> None:
        """Put a part of the table that consists of several things, unless it stands there as it should.

        Args:
            name: of the part; nothing else puts pictures under the names that it uses.
            key: all that decides what is drawn, what means something and what is said there.
            put: puts it; called at once or not at all.
        """
        whole = (*key, self.hub.theme, self.dpr)
        found = self._parts.get(name)
        if found is not None and found.key == whole:
            self._used |= found.pictures
            self.hot += found.hot
            self.tips += found.tips
            return
        used, hot, tips = self._used, len(self.hot), len(self.tips)
        self._used = set()
        try:
            put()
        except Exception as fault:  # whatever it is: the rest of the table is drawn
            report_fault(fault)
        self._parts[name] = _Part(whole, frozenset(self._used), tuple(self.hot[hot:]), tuple(self.tips[tips:]))
        self._used |= used

    def picture(
        self,
        name: str,
        key: Hashable,
        rect: QRectF,
        paint: Callable[[QPainter], None],
        z: float,
        way: QTransform | None = None,
    ) -> None:
        """Show what a function paints in a rectangle, under a name of its own."""
        picture = self._pictures.get(name)
        if picture is None:
            picture = self._pictures[name] = Picture(z)
            if name in self._lent:
                picture.copy(self._lent[name])
            self._scene.addItem(picture)
        self._used.add(name)
        picture.draw((key, self.hub.theme), rect, self.dpr, paint, way, (self._shelf, name))

    def mark(
        self,
        kind: str,
        names: tuple[str, ...],
        rect: QRectF,
        tip: str = "",
        text: str = "",
        shape: QPainterPath | None = None,
    ) -> None:
        """Let a place mean something."""
        self.hot.append(Hot(kind, names, rect, text, shape))
        if tip:
            self.tips.append((rect, tip))
