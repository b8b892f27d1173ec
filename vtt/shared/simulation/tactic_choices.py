"""The tactic of each side of a simulated combat: a choice for each, with the sentence that explains it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QWidget

from engine.kit.bots.tactics import BALANCED, TACTICS, Tactic
from engine.messages.texts import say, texts
from vtt.shared.option_fields import calm
from vtt.shared.screen_names import word_for
from vtt.widgets.basic_widgets import prose, set_prose
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import label, short, tip
from vtt.widgets.ui_texts import ui_text


def side_words(side: str) -> str:
    """Return the words for a side of a combat."""
    return texts().get(f"simulation.side.{side}") or word_for(side)


class TacticChoices(QWidget):
    """A choice of a tactic for each side.

    Signals:
        changed: another tactic was chosen for a side.
    """

    changed = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        metrics = hub.theme.metrics
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(metrics.pad_m)
        self._grid.setVerticalSpacing(metrics.pad_s)
        self._grid.setColumnStretch(2, 1)
        self.combos: dict[str, QComboBox] = {}

    @property
    def tactics(self) -> Mapping[str, Tactic]:
        """The chosen tactics by side."""
        return {side: TACTICS[str(combo.currentData())] for side, combo in self.combos.items()}

    def show_sides(self, sides: Iterable[str]) -> None:
        """Add a choice for each side that has none yet."""
        for side in sides:
            if side not in self.combos:
                self._add(side)

    def _add(self, side: str) -> None:
        row, words = self._grid.rowCount(), short(side_words(side), 40)
        combo = self.combos[side] = QComboBox(self)
        combo.setAccessibleName(ui_text("simulation", "tactic", side=words))
        for tactic in TACTICS.values():
            combo.addItem(say(tactic.name), tactic.id)
            combo.setItemData(combo.count() - 1, tip(say(tactic.sentence)), Qt.ItemDataRole.ToolTipRole)
        calm(combo)
        sentence = prose(say(BALANCED.sentence), "muted", self)
        combo.setAccessibleDescription(say(BALANCED.sentence))
        caption = label(words, parent=self)
        caption.setBuddy(combo)
        self._grid.addWidget(caption, row, 0, Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(combo, row, 1)
        self._grid.addWidget(sentence, row, 2, Qt.AlignmentFlag.AlignVCenter)

        def chosen() -> None:
            words_of_it = say(self.tactics[side].sentence)
            set_prose(sentence, words_of_it)
            combo.setAccessibleDescription(words_of_it)
            self.changed.emit()

        combo.currentIndexChanged.connect(chosen)
