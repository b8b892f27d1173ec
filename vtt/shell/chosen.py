"""A person's choices while the program runs: theme, recent campaigns, where windows stood; kept when they change."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, Qt
from PySide6.QtGui import QImage

from engine.table.frozen import Json, replace
from vtt.save.places import Places, keep_picture, picture_path
from vtt.save.preferences import (
    Preferences,
    Recent,
    WindowPlace,
    forget_pictures,
    keep_preferences,
    load_preferences,
    with_recent,
    without_recent,
)
from vtt.widgets.palette import Look
from vtt.widgets.theme import Theme

PNG_QUALITY = 80
"""Of Qt's hundred: the file grows by a twentieth, and is written in a quarter of the time."""


class Chosen:
    """The preferences, read once and written whenever something changes. A disk that is full costs only the choice."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self._now, self.set_aside = load_preferences(places.preferences)

    @property
    def now(self) -> Preferences:
        """What is chosen now."""
        return self._now

    def keep(self, preferences: Preferences) -> None:
        """Keep other choices."""
        if preferences == self._now:
            return
        self._now = preferences
        try:
            keep_preferences(self.places.preferences, preferences)
        except OSError:
            return  # the choice still holds until the program ends, and no game is touched

    def theme(self) -> Theme:
        """Return the theme that was chosen."""
        more = self._now.more
        look = self._now.look if self._now.look in set(Look) else Look.DARK.value
        return Theme(
            look=Look(look),
            scale=self._now.scale / 100,
            reduced_motion=self._now.reduced_motion,
            four_colour=more.get("table.four_colour") is True,
            suit_letters=more.get("table.suit_letters") is True,
            rule_numbers=more.get("view.rule_numbers") is True,
        )

    def keep_theme(self, theme: Theme) -> None:
        """Keep a theme."""
        self.keep(
            replace(
                self._now,
                look=theme.look.value,
                scale=round(theme.scale * 100),
                reduced_motion=theme.reduced_motion,
                more={
                    **self._now.more,
                    "table.four_colour": theme.four_colour,
                    "table.suit_letters": theme.suit_letters,
                    "view.rule_numbers": theme.rule_numbers,
                },
            )
        )

    def more(self, name: str) -> Json:
        """Return a small choice by its name, or None."""
        return self._now.more.get(name)

    def keep_more(self, name: str, value: Json) -> None:
        """Keep a small choice."""
        self.keep(replace(self._now, more={**self._now.more, name: value}))

    def window(self, name: str) -> WindowPlace | None:
        """Return where a window stood, or None."""
        return self._now.windows.get(name)

    def keep_window(self, name: str, place: QRect, screen: str, *, maximized: bool) -> None:
        """Keep where a window stands."""
        stood = WindowPlace(
            x=place.x(),
            y=place.y(),
            width=max(1, place.width()),
            height=max(1, place.height()),
            maximized=maximized,
            screen=screen,
        )
        self.keep(replace(self._now, windows={**self._now.windows, name: stood}))

    def keep_recent(self, path: Path, name: str, ruleset: str, *, pictured: bool = False) -> None:
        """Put a campaign first among the recent ones.

        Args:
            path: its file.
            name: what it is called.
            ruleset: the ID of its game.
            pictured: whether `draw_small` draws a picture of it.
        """
        opened = datetime.now().astimezone().isoformat(timespec="seconds")
        picture = next((r.picture for r in self._now.recent if r.path == str(path)), "")
        if pictured:
            picture = str(picture_path(self.places, path))
        recent = Recent(path=str(path), name=name, ruleset=ruleset, opened=opened, picture=picture)
        self.keep(with_recent(self._now, recent))

    def forget_recent(self, path: str) -> None:
        """Take a campaign off the list, and its picture away; its file stays."""
        self.keep(without_recent(self._now, path))
        picture_path(self.places, Path(path)).unlink(missing_ok=True)

    def forget_old_pictures(self) -> None:
        """Take away pictures that no recent campaign shows."""
        forget_pictures(self.places, self._now)


def draw_small(places: Places, campaign: Path, picture: QImage) -> QImage:
    """Keep a small picture of the common screen as it was left, and return it; slow, so a worker does it."""
    small = picture.scaledToWidth(640, Qt.TransformationMode.SmoothTransformation)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    small.save(buffer, "PNG", PNG_QUALITY)  # type: ignore[call-overload]
    buffer.close()
    with suppress(OSError):
        keep_picture(places, campaign, bytes(data.data()))
    return small
