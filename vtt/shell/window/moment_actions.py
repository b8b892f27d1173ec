"""The actions for moments and sounds, and their settings."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal

from vtt.moments.moment_length import MomentLength
from vtt.shell.user_settings import UserSettings
from vtt.shell.window.window_actions import WindowActions

MOMENTS: Final = "table.moments"
SOUND: Final = "sound.on"
VOLUME: Final = "sound.volume"
VOLUMES: Final = {"loud": 1.0, "medium": 0.55, "quiet": 0.25}
"""The volumes by name, as shares of the recording."""


class MomentActions(QObject):
    """Wires the actions for moments and sounds to the user's settings.

    Signals:
        length_changed: moments are shown for another time (a MomentLength).
        volume_changed: sounds have another volume, 0.0 while they are off.
    """

    length_changed = Signal(object)
    volume_changed = Signal(float)

    def __init__(self, actions: WindowActions, user_settings: UserSettings, parent: QObject) -> None:
        super().__init__(parent)
        self._actions = actions
        self._user_settings = user_settings
        for length in MomentLength:
            actions.on(f"moments_{length.value}", partial(self._set_length, length))
        for name in VOLUMES:
            actions.on(f"volume_{name}", partial(self._set_volume, name))
        actions.on("sound", self._turn_sound)
        actions[f"moments_{self.length.value}"].setChecked(True)
        actions[f"volume_{self._volume_name}"].setChecked(True)
        actions["sound"].setChecked(self._is_on)

    @property
    def length(self) -> MomentLength:
        """The time for which moments are shown."""
        stored = self._user_settings.extra(MOMENTS)
        return MomentLength(stored) if isinstance(stored, str) and stored in set(MomentLength) else MomentLength.NORMAL

    @property
    def volume(self) -> float:
        """The volume of sounds, 0.0 while they are off."""
        return VOLUMES[self._volume_name] if self._is_on else 0.0

    @property
    def _is_on(self) -> bool:
        return self._user_settings.extra(SOUND) is not False

    @property
    def _volume_name(self) -> str:
        stored = self._user_settings.extra(VOLUME)
        return stored if isinstance(stored, str) and stored in VOLUMES else "medium"

    def _set_length(self, length: MomentLength) -> None:
        self._user_settings.keep_extra(MOMENTS, length.value)
        self.length_changed.emit(length)

    def _set_volume(self, name: str) -> None:
        self._user_settings.keep_extra(VOLUME, name)
        self.volume_changed.emit(self.volume)

    def _turn_sound(self) -> None:
        self._user_settings.keep_extra(SOUND, self._actions["sound"].isChecked())
        self.volume_changed.emit(self.volume)
