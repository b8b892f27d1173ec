"""The user's settings while the program runs: theme, recent campaigns, window positions. Changes are stored."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, Qt
from PySide6.QtGui import QImage

from engine.model.frozen import Json, replace
from vtt.system.atomic_files import discard
from vtt.system.timestamps import now_text
from vtt.system.user_folders import UserFolders, save_thumbnail, thumbnail_path
from vtt.system.user_settings_file import (
    RecentCampaign,
    StoredSettings,
    WindowPlace,
    load_settings,
    remove_unused_thumbnails,
    save_settings,
    with_recent,
    without_recent,
)
from vtt.widgets.look.colour_palette import Appearance
from vtt.widgets.look.theme import PortraitFrame, Theme

PNG_QUALITY = 80
"""Of Qt's hundred: the file grows by a twentieth, and is written in a quarter of the time."""


class UserSettings:
    """The preferences, read once and written whenever something changes. A disk that is full costs only the choice."""

    def __init__(self, places: UserFolders) -> None:
        self.places = places
        self._current, self.set_aside = load_settings(places.preferences)

    @property
    def values(self) -> StoredSettings:
        """The settings now."""
        return self._current

    def keep(self, preferences: StoredSettings) -> None:
        """Keep other choices, unless no file can hold one of them, such as a path that is no UTF-8."""
        if preferences == self._current:
            return
        try:
            save_settings(self.places.preferences, preferences)
        except UnicodeEncodeError:
            return  # or nothing that is chosen later could be stored
        except OSError:
            pass  # the choice still holds until the program ends, and no game is touched
        self._current = preferences

    def theme(self) -> Theme:
        """Return the theme that was chosen."""
        more = self._current.more
        frame = str(more.get("table.portrait_frame"))
        look = self._current.look if self._current.look in set(Appearance) else Appearance.DARK.value
        return Theme(
            look=Appearance(look),
            scale=self._current.scale / 100,
            reduced_motion=self._current.reduced_motion,
            four_colour=more.get("table.four_colour") is True,
            suit_letters=more.get("table.suit_letters") is True,
            rule_numbers=more.get("view.rule_numbers") is True,
            portrait_frame=PortraitFrame(frame) if frame in set(PortraitFrame) else PortraitFrame.ROUND,
        )

    def keep_theme(self, theme: Theme) -> None:
        """Keep a theme."""
        self.keep(
            replace(
                self._current,
                look=theme.look.value,
                scale=round(theme.scale * 100),
                reduced_motion=theme.reduced_motion,
                more={
                    **self._current.more,
                    "table.four_colour": theme.four_colour,
                    "table.suit_letters": theme.suit_letters,
                    "view.rule_numbers": theme.rule_numbers,
                    "table.portrait_frame": theme.portrait_frame.value,
                },
            )
        )

    def extra(self, name: str) -> Json:
        """Return a setting of a room by its name, or None."""
        return self._current.more.get(name)

    def keep_extra(self, name: str, value: Json) -> None:
        """Store a setting of a room."""
        self.keep(replace(self._current, more={**self._current.more, name: value}))

    def window(self, name: str) -> WindowPlace | None:
        """Return the stored position of a window, or None."""
        return self._current.windows.get(name)

    def keep_window(self, name: str, place: QRect, screen: str, *, maximized: bool) -> None:
        """Store the position of a window."""
        stood = WindowPlace(
            x=place.x(),
            y=place.y(),
            width=max(1, place.width()),
            height=max(1, place.height()),
            maximized=maximized,
            screen=screen,
        )
        self.keep(replace(self._current, windows={**self._current.windows, name: stood}))

    def keep_recent(self, path: Path, name: str, ruleset: str, *, pictured: bool = False) -> None:
        """Put a campaign first among the recent ones.

        Args:
            path: its file.
            name: what it is called.
            ruleset: the ID of its game.
            pictured: whether `draw_small` draws a picture of it.
        """
        opened = now_text()
        picture = next((r.picture for r in self._current.recent if r.path == str(path)), "")
        if pictured:
            picture = str(thumbnail_path(self.places, path))
        recent = RecentCampaign(path=str(path), name=name, ruleset=ruleset, opened=opened, picture=picture)
        self.keep(with_recent(self._current, recent))

    def forget_recent(self, path: str) -> None:
        """Take a campaign off the list, and its picture away; its file stays."""
        self.keep(without_recent(self._current, path))
        discard(thumbnail_path(self.places, Path(path)))

    def forget_old_pictures(self) -> None:
        """Take away pictures that no recent campaign shows."""
        remove_unused_thumbnails(self.places, self._current)


def make_thumbnail(places: UserFolders, campaign: Path, picture: QImage) -> QImage:
    """Keep a small picture of the common screen as it was left, and return it; slow, so a worker does it."""
    small = picture.scaledToWidth(640, Qt.TransformationMode.SmoothTransformation)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    small.save(buffer, "PNG", PNG_QUALITY)  # type: ignore[call-overload]
    buffer.close()
    with suppress(OSError):
        save_thumbnail(places, campaign, bytes(data.data()))
    return small
