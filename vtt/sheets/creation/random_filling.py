"""A draft that is filled by chance, step by step, so that the window never waits."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine.core.chance import Chance
from engine.kit.creation.character_creation import CharacterCreation
from engine.kit.creation.random_character import fill_step, random_name
from vtt.sheets.creation.draft_history import DraftHistory


class RandomFilling(QObject):
    """Answers every open step of a draft by chance; what is answered stays.

    Args:
        making: the steps of the game.
        chance: the dice.
        history: the draft.
        parent: the owner.

    Signals:
        filled: the last step is answered.
    """

    filled = Signal()

    def __init__(self, making: CharacterCreation, chance: Chance, history: DraftHistory, parent: QObject) -> None:
        super().__init__(parent)
        self._making = making
        self._chance = chance
        self._history = history
        self._waiting: list[str] = []

    def start(self, free_name: Callable[[str], str]) -> None:
        """Begin, unless it has begun already; `free_name` returns a name like a proposed one that nobody has."""
        if self._waiting:
            return
        if not self._history.draft.name.strip():
            name = free_name(random_name(self._making, self._chance))
            self._history.change(self._making.named(self._history.draft, name))
        self._waiting = [step.key for step in self._making.plan.steps]
        self._fill_next()

    @Slot()
    def _fill_next(self) -> None:
        while self._waiting:
            step = self._waiting.pop(0)
            if any(state.step.key == step for state in self._making.progress(self._history.draft).steps):
                self._history.change(fill_step(self._making, self._history.draft, step, self._chance))
                QTimer.singleShot(0, self, self._fill_next)
                return
        self.filled.emit()
