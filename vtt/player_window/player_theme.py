"""The theme of the player window: as everywhere, but with a scale of its own."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Slot

from vtt.widgets.look.theme import Theme, ThemeHub


class PlayerTheme(ThemeHub):
    """Follows the theme of the program; a television is farther away than the GM's screen.

    Args:
        hub: the theme of the program.
        scale: the scale of the player window; None for that of the program.
        parent: the Qt parent.
    """

    def __init__(self, hub: ThemeHub, scale: float | None = None, parent: QObject | None = None) -> None:
        super().__init__(_scaled(hub.theme, scale), parent=parent)
        self._source = hub
        self._scale = scale
        self.icons = hub.icons
        hub.changed.connect(self._follow)

    @property
    def has_own_scale(self) -> bool:
        """Whether the scale is not that of the program."""
        return self._scale is not None

    def set_scale(self, scale: float | None) -> None:
        """Set the scale; None follows the program."""
        self._scale = scale
        self._follow()

    @Slot()
    def _follow(self) -> None:
        self.set_theme(_scaled(self._source.theme, self._scale))


def _scaled(theme: Theme, scale: float | None) -> Theme:
    return theme if scale is None else replace(theme, scale=scale)
