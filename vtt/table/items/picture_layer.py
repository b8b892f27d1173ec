"""The pictures on the cloth besides cards, cached while they stay the same, and the regions that react to a click."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeVar

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QTransform
from PySide6.QtWidgets import QGraphicsScene

from engine.core.fault_isolation import report_fault
from vtt.table.painting.cached_picture import CachedPicture, PictureCache
from vtt.widgets.look.theme import ThemeHub

_AT_ONCE: Final = 0.005
"""Seconds after which the rest of the pictures is drawn in pieces."""
Z_CLOTH: Final = 1.0
Z_ABOVE_CARDS: Final = 300.0
Z_BACKDROP: Final = 500.0

Contents = TypeVar("Contents")


@dataclass(frozen=True, slots=True)
class HotRegion:
    """A region of the table that reacts to a click or has a text.

    Attributes:
        kind: `zone`, `slot` (its row and its number), `body`, `stage` (the card in play), `seat`, `eye`, `order` (of a
            hand), `actor`, `bag`, `setting`, `region`, `clock` or `words`, which are only read.
        names: the ids of its subject.
        rect: its bounds in the scene.
        text: the text for a screen reader, where the names are not enough.
        shape: its outline, if it is no rectangle.
    """

    kind: str
    names: tuple[str, ...]
    rect: QRectF
    text: str = ""
    shape: QPainterPath | None = None

    def covers(self, point: QPointF) -> bool:
        """Return whether a point is on it."""
        return self.rect.contains(point) and (self.shape is None or self.shape.contains(point))


@dataclass(frozen=True, slots=True)
class _LayerPart:
    """The contents of one part of the table at its last update.

    Attributes:
        setting: its place, and the theme and the resolution that it was drawn with.
        key: everything else that decides these contents.
        pictures: the names of its pictures.
        hot: the places on it that react to the mouse.
        tips: its tooltips, each with its place.
        has_kept: a part in it kept what it showed although its key had changed; so it is updated once no part does.
    """

    setting: tuple[object, ...]
    key: tuple[object, ...]
    pictures: frozenset[str]
    hot: tuple[HotRegion, ...]
    tips: tuple[tuple[QRectF, str], ...]
    has_kept: bool


class PictureLayer:
    """Pictures by name, each drawn again only when its key changes.

    Args:
        scene: the table.
        hub: theme and icons.

    Attributes:
        keeps_parts: whether parts that tell a result keep what they show.
    """

    def __init__(self, scene: QGraphicsScene, hub: ThemeHub) -> None:
        self._scene = scene
        self.hub = hub
        self._pictures: dict[str, CachedPicture] = {}
        self._lent: Mapping[str, CachedPicture] = {}
        self._used: set[str] = set()
        self._parts: dict[str, _LayerPart] = {}
        self._contents: dict[str, tuple[tuple[object, ...], object]] = {}
        self._contents_before = self._contents
        self._shelf = PictureCache()
        self._late: dict[str, Callable[[], bool]] = {}
        self._until = math.inf
        self._has_kept = False
        self.keeps_parts = False
        self.dpr = 1.0
        self.regions: list[HotRegion] = []
        self.tips: list[tuple[QRectF, str]] = []

    def place_of(self, zone: str) -> QRectF | None:
        """Return the place of a zone."""
        return next((region.rect for region in self.regions if region.kind == "zone" and zone in region.names), None)

    def at(self, point: QPointF, kind: str) -> tuple[str, ...]:
        """Return the names of the region of a kind at a point; empty for none."""
        return next(
            (region.names for region in reversed(self.regions) if region.kind == kind and region.covers(point)), ()
        )

    def tip_at(self, point: QPointF) -> str:
        """Return the full text of what is written at a point."""
        shaped = (region.text for region in reversed(self.regions) if region.shape is not None and region.covers(point))
        return next(shaped, "") or next((text for rect, text in reversed(self.tips) if rect.contains(point)), "")

    def clear(self) -> None:
        """Remove every picture from the scene."""
        for picture in self._pictures.values():
            self._scene.removeItem(picture)
        self._pictures.clear()
        self._parts.clear()
        self._contents, self._contents_before = {}, {}
        self._late.clear()
        self._shelf.clear()
        self.regions.clear()
        self.tips.clear()

    def borrow(self, other: PictureLayer) -> None:
        """Take over the pictures of another layer that look the same, instead of drawing them."""
        self._lent = other._pictures

    def begin(self, dpr: float, *, in_pieces: bool = False) -> None:
        """Begin an update; what is not named again until `end` is removed.

        Args:
            dpr: device pixel ratio.
            in_pieces: whether pictures that take long are left to `draw_late`; until then the former ones are shown.
        """
        self.dpr = dpr
        self._until = time.perf_counter() + _AT_ONCE if in_pieces else math.inf
        self._used = set()
        self._contents_before, self._contents = self._contents, {}
        self.regions = []
        self.tips = []

    def end(self) -> None:
        """Remove what was not named."""
        for name in set(self._pictures) - self._used:
            self._scene.removeItem(self._pictures.pop(name))
            self._late.pop(name, None)
        if self._until == math.inf:
            self.draw_late()
        for name in [name for name, part in self._parts.items() if not part.pictures <= self._used]:
            del self._parts[name]

    @property
    def is_late(self) -> bool:
        """True if pictures are still to be drawn."""
        return bool(self._late)

    def draw_late(self, seconds: float = math.inf) -> None:
        """Draw pictures that are still to be drawn, for so long at most, but at least one."""
        until = time.perf_counter() + seconds
        while self._late:
            draw = self._late.pop(next(iter(self._late)))
            try:
                draw()
            except Exception as fault:  # any fault: the rest of the table is drawn
                report_fault(fault)
            if time.perf_counter() > until:
                return

    def part(
        self, name: str, key: tuple[object, ...], put: Callable[[], None], *, place: tuple[object, ...] = ()
    ) -> None:
        """Update a part of the table that consists of several things, unless nothing has changed.

        A part may consist of further parts, so that only those are put again that a change is about.

        Args:
            name: of the part; nothing outside of it uses its picture names.
            key: everything that decides pictures, regions and texts of the part, beside its place.
            put: adds the contents; called at once or not at all.
            place: for a part that tells a result, where it is, whose, and whether in a look: while `keeps_parts` it
                stays as it is as long as these are the same. Empty for any other part.
        """
        setting = (self.hub.theme, self.dpr, place)
        former = self._parts.get(name)
        if former is not None:
            is_here = former.setting == setting
            is_same = is_here and former.key == key and (self.keeps_parts or not former.has_kept)
            is_kept = is_here and not is_same and self.keeps_parts and bool(place)
            if is_same or is_kept:
                self._has_kept = self._has_kept or is_kept or former.has_kept
                self._used |= former.pictures
                self.regions += former.hot
                self.tips += former.tips
                return
        used, region_count, tips = self._used, len(self.regions), len(self.tips)
        outer_has_kept, self._has_kept = self._has_kept, False
        self._used = set()
        try:
            put()
        except Exception as fault:  # any fault: the rest of the table is drawn
            report_fault(fault)
        self._parts[name] = _LayerPart(
            setting,
            key,
            frozenset(self._used),
            tuple(self.regions[region_count:]),
            tuple(self.tips[tips:]),
            self._has_kept,
        )
        self._has_kept = outer_has_kept or self._has_kept
        self._used |= used

    def held_contents(self, name: str, contents: Contents, place: tuple[object, ...]) -> Contents:
        """Return what a part of the table shows of a result: while `keeps_parts`, the same as before.

        It is for a part that also shows what a person does meanwhile, and so is not kept as a whole.

        Args:
            name: of the part.
            contents: what it would show now, always of the same class.
            place: where it is, whose, and whether in a look: it shows the same as long as these are the same.
        """
        before = self._contents_before.get(name)
        if self.keeps_parts and before is not None and before[0] == place:
            contents = before[1]  # type: ignore[assignment]
        self._contents[name] = place, contents
        return contents

    def picture(
        self,
        name: str,
        key: Hashable,
        rect: QRectF,
        paint: Callable[[QPainter], None],
        z: float,
        way: QTransform | None = None,
        alike: str = "",
    ) -> None:
        """Show what a function paints in a rectangle, under a name of its own.

        Pictures that are `alike` and have the same key and rectangle are painted once for all of them.
        """
        picture = self._pictures.get(name)
        if picture is None:
            picture = self._pictures[name] = CachedPicture(z)
            if name in self._lent:
                picture.copy(self._lent[name])
            self._scene.addItem(picture)
        self._used.add(name)
        self._late.pop(name, None)
        draw = partial(picture.draw, (key, self.hub.theme), rect, self.dpr, paint, way, (self._shelf, alike or name))
        if not draw(may_paint=time.perf_counter() < self._until):
            self._late[name] = draw

    def mark(
        self,
        kind: str,
        names: tuple[str, ...],
        rect: QRectF,
        tip: str = "",
        text: str = "",
        shape: QPainterPath | None = None,
    ) -> None:
        """Add a region that reacts to a click or has a text."""
        self.regions.append(HotRegion(kind, names, rect, text, shape))
        if tip:
            self.tips.append((rect, tip))
