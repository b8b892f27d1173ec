"""The actions that change the theme: size, colours and motion."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QWidget

from vtt.shell.window.window_actions import WindowActions
from vtt.widgets.look.colour_palette import Appearance
from vtt.widgets.look.theme import PortraitFrame, Theme, ThemeHub

STEPS = (75, 90, 100, 110, 125, 150, 175, 200, 225, 250, 275, 300)
"""Sizes that the keys walk, in per cent."""
FLAGS = ("reduced_motion", "four_colour", "suit_letters", "rule_numbers")


def next_step(percent: int, by: int) -> int:
    """Return the next larger or smaller step from any size; the ends stay where they are."""
    if by > 0:
        return next((step for step in STEPS if step > percent), STEPS[-1])
    return next((step for step in reversed(STEPS) if step < percent), STEPS[0])


class AppearanceActions(QObject):
    """Wires the actions of the view to the theme."""

    def __init__(self, hub: ThemeHub, actions: WindowActions, window: QWidget) -> None:
        super().__init__(window)
        self._hub = hub
        self._actions = actions
        self.steps: list[QAction] = []
        group = QActionGroup(window)
        for percent in STEPS:
            step = QAction(f"{percent} %", window)
            step.setCheckable(True)
            step.triggered.connect(lambda _=False, p=percent: self.set_percent(p))
            group.addAction(step)
            self.steps.append(step)
        actions.on("zoom_in", lambda: self.set_percent(next_step(self.percent, 1)))
        actions.on("zoom_out", lambda: self.set_percent(next_step(self.percent, -1)))
        actions.on("zoom_reset", lambda: self.set_percent(100))
        for look in Appearance:
            actions.on(f"look_{look.value}", partial(self._look, look))
        for frame in PortraitFrame:
            actions.on(f"frame_{frame.value}", partial(self._frame, frame))
        for flag in FLAGS:
            actions.on(flag, partial(self._flag, flag))
        hub.changed.connect(self._follow)
        self._follow(hub.theme)

    @property
    def percent(self) -> int:
        """The scale in per cent."""
        return round(self._hub.theme.scale * 100)

    def set_percent(self, percent: int) -> None:
        """Make everything so large."""
        self._apply_theme(replace(self._hub.theme, scale=percent / 100))

    def _flag(self, flag: str) -> None:
        changes: dict[str, Any] = {flag: self._actions[flag].isChecked()}
        self._apply_theme(replace(self._hub.theme, **changes))

    def _look(self, look: Appearance) -> None:
        self._apply_theme(replace(self._hub.theme, look=look))

    def _frame(self, frame: PortraitFrame) -> None:
        self._apply_theme(replace(self._hub.theme, portrait_frame=frame))

    def _apply_theme(self, theme: Theme) -> None:
        self._hub.set_theme(theme)
        self._follow(self._hub.theme)

    def _follow(self, theme: Theme) -> None:
        self._actions[f"look_{theme.look.value}"].setChecked(True)
        self._actions[f"frame_{theme.portrait_frame.value}"].setChecked(True)
        for flag in FLAGS:
            self._actions[flag].setChecked(bool(getattr(theme, flag)))
        percent = round(theme.scale * 100)
        self._actions["zoom_in"].setEnabled(percent < STEPS[-1])
        self._actions["zoom_out"].setEnabled(percent > STEPS[0])
        for step, at in zip(self.steps, STEPS, strict=True):
            step.setChecked(at == percent)
