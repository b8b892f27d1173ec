"""The line under a table or a section for problems and for what was filled in. Always there; a long sentence wraps."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from vtt.sheets.editor.field_editors import form_text
from vtt.sheets.editor.note_line import NoteLine
from vtt.widgets.basic_widgets import button, row
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import short, tip

Problem = tuple[str, bool]
"""A sentence, and whether it is only a warning."""


class MessageLine(QWidget):
    """A sentence, usually on one line. A line that `can_replace` has room for a button.

    Signals:
        replace_wanted: replace what was typed.
    """

    replace_wanted = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget, *, can_replace: bool = False) -> None:
        super().__init__(parent)
        lay = row(self, gap=hub.theme.metrics.pad_s)
        self.words = NoteLine(hub, self)
        lay.addWidget(self.words, 1)
        self.replace = button(form_text("replace_typed"), "quiet", parent=self) if can_replace else None
        if self.replace is not None:
            policy = self.replace.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            self.replace.setSizePolicy(policy)
            self.replace.clicked.connect(self.replace_wanted)
            self.replace.hide()
            lay.addWidget(self.replace)

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show the first of these problems, and how many more there are; none clears the line."""
        self._offer("")
        words = problems[0][0] if problems else ""
        if len(problems) > 1:
            words = form_text("more_problems", trouble=words, count=len(problems) - 1)
        tone = "warning" if problems and problems[0][1] else "danger"
        self.words.set_text(words, hint="\n".join(sentence for sentence, _ in problems), tone=tone)

    def show_note(self, words: str, replacement: str = "") -> None:
        """Say what was done; with a `replacement`, the button says in its tooltip what it replaces."""
        self._offer(replacement)
        self.words.set_text(words, tone="text")

    def _offer(self, replacement: str) -> None:
        if self.replace is not None:
            self.replace.setVisible(bool(replacement))
            self.replace.setToolTip(tip(replacement))
            self.replace.setAccessibleDescription(short(replacement, 300))
