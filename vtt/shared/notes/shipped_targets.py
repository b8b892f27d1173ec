"""The entries of Prep that come with a game, as targets of links: read one category after another."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, Signal

from engine.kit.content_editor.content_editor import ContentEditor
from engine.kit.content_editor.view_models import Options
from vtt.shared.notes.note_targets import NoteTarget
from vtt.widgets.tasks.gradual_task import GradualTask


class ShippedTargets(QObject):
    """The entries that come with the game and that only the GM may know: places, encounters, foes.

    Args:
        content_editor: has the entries.
        options: the options of the group.
        parent: the Qt owner.

    Signals:
        changed: all of them are there now.
    """

    changed = Signal()

    def __init__(self, content_editor: ContentEditor, options: Options, parent: QObject) -> None:
        super().__init__(parent)
        self._content_editor = content_editor
        self._options = options
        self._targets: list[NoteTarget] = []
        self._task: GradualTask | None = None

    def targets(self) -> tuple[NoteTarget, ...]:
        """Return those that are there; the first call begins to read them, a category in each step."""
        if self._task is None:
            self._task = GradualTask(self._read(), self)
            self._task.done.connect(self.changed)
        return tuple(self._targets)

    def all_targets(self) -> tuple[NoteTarget, ...]:
        """Return all of them, read at once if need be: somebody has clicked a link, and the game is in memory."""
        self.targets()
        if self._task is not None and self._task.under_way:
            self._task.stop()
            self._targets.clear()
            for _ in self._read():
                pass
        return tuple(self._targets)

    def _read(self) -> Iterator[None]:
        for category in self._content_editor.categories():
            if category.gm_only:
                entries = self._content_editor.entries({}, self._options, category.kind)
                self._targets += [NoteTarget(category.kind, entry.id, entry.name, category.one) for entry in entries]
                yield
