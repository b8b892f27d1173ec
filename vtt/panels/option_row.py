"""One option on its page: what it is called, what it does, its control, and its exception for the present scene."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QFrame, QWidget

from engine.core.game_options import OptionSpec
from engine.model.frozen import Json
from vtt.shared.campaign_panel import text
from vtt.shared.lists.fuzzy_match import matches
from vtt.shared.option_fields import OptionField, option_field, value_words
from vtt.widgets.basic_widgets import WideLabel, button, column, prose, set_prose, tag
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.plain_text import button_text
from vtt.widgets.theme_binding import follow_theme, set_role

NO_SCENE: Final = object()
"""Means "no exception in this scene", because null is a normal value."""


class OptionRow(QFrame):
    """An option with its control.

    Signals:
        wanted: the option's name, the value, and whether for this scene only (null then ends the exception).
        unlock_wanted: the option's name.
    """

    wanted = Signal(str, object, bool)
    unlock_wanted = Signal(str)

    def __init__(self, name: str, spec: OptionSpec, hub: ThemeHub, ruleset: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self.spec = spec
        self._hub = hub
        self._ruleset = ruleset
        self._value: Json = spec.default
        lengths = hub.theme.metrics
        self.setObjectName(f"option_{name}")
        self.setProperty("role", "card")
        self._lay = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._lay.setContentsMargins(lengths.pad_l, lengths.pad_m, lengths.pad_l, lengths.pad_m)
        self._lay.setSpacing(lengths.pad_m)
        text_column = QWidget(self)
        left = column(text_column, gap=lengths.pad_xs)
        self.lock = button(text("options.unlock"), parent=self)
        self.lock.setAccessibleName(text("options.unlock_named", name=spec.label))
        self.lock.setIcon(hub.icon("lock", size=lengths.icon_s))
        self.lock.clicked.connect(lambda: self.unlock_wanted.emit(name))
        left.addWidget(prose(spec.label, "heading", text_column))
        left.addWidget(prose(spec.help, "muted", text_column))
        tags = QWidget(text_column)
        tag_flow = TileFlow(tags, spacing=lengths.pad_xs)
        for rule in spec.rules:
            tag_flow.addWidget(tag(rule, tags))
        left.addWidget(tags)
        self._tags = tags
        follow_theme(hub, self._apply_theme)
        self.trouble = prose("", "danger", text_column)
        self.trouble.hide()
        left.addWidget(self.trouble)
        left.addStretch(1)
        self._lay.addWidget(text_column, 3)
        self._right = QWidget(self)
        right = column(self._right, gap=lengths.pad_xs)
        self.field = option_field(name, spec, hub, ruleset)
        self.field.chosen.connect(lambda value: self.wanted.emit(name, value, False))
        right.addWidget(self.field)
        under = QWidget(self._right)
        under_flow = TileFlow(under, spacing=lengths.pad_s)
        self.default = WideLabel("", "muted")
        self.reset = button(text("options.reset"), "quiet", parent=under)
        self.reset.setAccessibleName(text("options.reset_named", name=spec.label))
        self.reset.clicked.connect(lambda: self.wanted.emit(name, spec.default, False))
        under_flow.addWidget(self.default)
        under_flow.addWidget(self.reset)
        right.addWidget(under)
        right.addWidget(self.lock, 0, Qt.AlignmentFlag.AlignLeft)
        self.in_scene = QCheckBox(button_text(text("options.scene")), self._right)
        self.in_scene.setAccessibleName(text("options.scene_named", name=spec.label))
        self.in_scene.clicked.connect(self._scene_clicked)
        self.scene_field: OptionField | None = None
        right.addWidget(self.in_scene)  # first of all: shown before it lies in the page it would be a window of its own
        self.in_scene.setVisible("scene" in spec.scopes)
        right.addStretch(1)
        self._right_column = right
        self._lay.addWidget(self._right, 2)

    def matches(self, query: str) -> bool:
        """Say whether a search finds it: by its label and help, its group, or a rule."""
        spec = self.spec
        return matches(query, f"{spec.label} {spec.help}", (spec.group, *spec.rules))

    def _apply_theme(self, theme: Theme) -> None:
        self._tags.setVisible(theme.rule_numbers and bool(self.spec.rules))

    def show_state(self, value: Json, scene: object, refusal: str) -> None:
        """Show what is in force.

        Args:
            value: for the whole game.
            scene: for the present scene, or NO_SCENE.
            refusal: why it cannot be changed now; empty if it can.
        """
        self._value = value
        self.field.show_value(value)
        is_default = value == self.spec.default
        words = value_words(self.name, self.spec, self.spec.default, self._ruleset)
        self.default.set_text(text("options.is_default") if is_default else text("options.default", value=words))
        self.reset.setVisible(not is_default and not refusal)
        self.field.setEnabled(not refusal)
        self.lock.setVisible(self.spec.locked and bool(refusal))
        if refusal or self.trouble.property("standing"):
            self.complain(refusal, "muted")
            self.trouble.setProperty("standing", bool(refusal))
        excepted = scene is not NO_SCENE
        self.in_scene.setChecked(excepted)
        if excepted and self.scene_field is None:
            self.scene_field = option_field(self.name, self.spec, self._hub, self._ruleset)
            self.scene_field.chosen.connect(lambda value: self.wanted.emit(self.name, value, True))
            self._right_column.insertWidget(self._right_column.count() - 1, self.scene_field)
        if self.scene_field is not None:
            self.scene_field.setVisible(excepted)
            if excepted:
                self.scene_field.show_value(scene)  # type: ignore[arg-type]

    def show_again(self) -> None:
        """Show the value in force where a person chose one that was refused."""
        self.field.show_value(self._value)

    def complain(self, why: str, role: str = "danger") -> None:
        """Say why something was refused, or cannot be changed now; empty takes it away."""
        set_prose(self.trouble, why)
        set_role(self.trouble, role)
        self.trouble.setVisible(bool(why))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the control below the words where there is no room beside them."""
        super().resizeEvent(event)
        wide = self.width() >= self._hub.theme.metrics.font_body * 46
        self._lay.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        self._right.setMaximumWidth(round(self.width() * 0.45) if wide else 16_777_215)

    def _scene_clicked(self, on: bool) -> None:
        self.wanted.emit(self.name, self._value if on else None, True)
