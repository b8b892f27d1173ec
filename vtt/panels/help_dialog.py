"""The help dialog: all keyboard shortcuts of the window, and a short how-to from the help files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from engine.asset_folder import ASSETS, game_folder
from vtt.panels.command_palette import keys_of, title_of
from vtt.shared.campaign_panel import text
from vtt.widgets.basic_widgets import button, clear_layout, column, prose, row, tag
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import label
from vtt.widgets.scroll_areas import PageScroll

HELP_FOLDER: Final = ASSETS / "help"
_MARKDOWN_EMPHASIS: Final = re.compile(r"[*`]")


def help_text_blocks() -> tuple[tuple[str, str], ...]:
    """Return the paragraphs of the help files, each as its kind (`title`, `heading`, `item`, `text`) and its text.

    Those of the program come first, then those of each game.
    """
    # The list of games is read when somebody asks for help, not at the start.
    from engine.rulesets.loader import ruleset_ids

    blocks: list[tuple[str, str]] = []
    folders = [HELP_FOLDER, *(game_folder(game) / "help" for game in ruleset_ids())]
    for path in (path for folder in folders for path in sorted(folder.glob("*.md"))):
        for file_line in path.read_text(encoding="utf-8").split("\n"):
            line = _MARKDOWN_EMPHASIS.sub("", file_line).strip()
            if line.startswith("## "):
                blocks.append(("heading", line[3:]))
            elif line.startswith("# "):
                blocks.append(("title", line[2:]))
            elif line.startswith("- "):
                blocks.append(("item", line[2:]))
            elif line:
                blocks.append(("text", line))
    return tuple(blocks)


class HelpDialog(QDialog):
    """Shortcuts and how-to in a dialog over a window; Esc or a second `?` closes it.

    Args:
        hub: the theme.
        actions: the actions of the window; those with a shortcut are listed.
        parent: the window.
    """

    def __init__(self, hub: ThemeHub, actions: Sequence[QAction], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(True)
        self.setWindowTitle(text("help.title"))
        self._hub = hub
        self._shortcuts = shortcuts_by_group(actions)
        self._layout = column(self)
        content = QWidget()
        self._content_layout: QVBoxLayout = column(content)
        self._scroll_area = PageScroll(content)
        self._layout.addWidget(self._scroll_area, 1)
        close_button = button(text("help.close"), "primary")
        close_button.setDefault(True)
        close_button.clicked.connect(self.accept)
        self._layout.addWidget(close_button, 0, Qt.AlignmentFlag.AlignRight)
        self._fill()

    def sizeHint(self) -> QSize:
        """Return most of the window's size."""
        lengths = self._hub.theme.metrics
        parent = self.parentWidget()
        available = parent.size() if parent is not None else QSize(1280, 720)
        return QSize(
            min(56 * lengths.font_body, available.width() - 24), min(46 * lengths.font_body, available.height() - 24)
        )

    def showEvent(self, event: QShowEvent) -> None:
        """Centre the dialog over its window."""
        super().showEvent(event)
        self.resize(self.sizeHint())
        parent = self.parentWidget()
        if parent is not None:
            centre = parent.frameGeometry().center()
            self.move(centre.x() - self.width() // 2, centre.y() - self.height() // 2)
        self._scroll_area.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on a second `?`."""
        if event.key() == Qt.Key.Key_Question:
            self.accept()
        else:
            super().keyPressEvent(event)

    def _fill(self) -> None:
        lengths = self._hub.theme.metrics
        self._layout.setContentsMargins(lengths.pad_l, lengths.pad_l, lengths.pad_l, lengths.pad_l)
        self._layout.setSpacing(lengths.pad_m)
        self._content_layout.setContentsMargins(0, 0, lengths.pad_m, 0)
        self._content_layout.setSpacing(lengths.pad_s)
        clear_layout(self._content_layout)
        self._content_layout.addWidget(label(text("help.title"), "title"))
        for group, shortcuts in self._shortcuts.items():
            self._content_layout.addWidget(label(group, "heading"))
            for keys, words in shortcuts:
                self._content_layout.addWidget(self._shortcut_line(keys, words))
        for kind, words in help_text_blocks():
            if kind == "item":
                self._content_layout.addWidget(prose(f"•  {words}"))
            else:
                self._content_layout.addWidget(prose(words, "" if kind == "text" else kind))
        self._content_layout.addStretch(1)

    def _shortcut_line(self, keys: Sequence[str], words: str) -> QWidget:
        lengths = self._hub.theme.metrics
        line_widget = QWidget()
        line_row = row(line_widget, gap=lengths.pad_s)
        key_caps = QWidget()
        key_caps.setMinimumWidth(10 * lengths.font_body)
        cap_row = row(key_caps, gap=lengths.pad_xs)
        for key in keys:
            cap_row.addWidget(tag(key))
        cap_row.addStretch(1)
        line_row.addWidget(key_caps)
        line_row.addWidget(prose(words), 1)
        return line_widget


def shortcuts_by_group(actions: Sequence[QAction]) -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """Return the shortcuts of the visible actions, each as its keys and its description, by group.

    Two dynamic properties of an action change its line. `group` is the heading above it. `help` replaces the line:
    `keys|words` describes several similar actions at once, and an empty text hides an action that is described with
    another one.
    """
    groups: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    seen: set[tuple[tuple[str, ...], str]] = set()
    for action in actions:
        if not action.isVisible():
            continue
        group = str(action.property("group") or text("help.general"))
        help_property = action.property("help")
        if help_property is None:
            keys, words = tuple(k for k in keys_of(action).split(", ") if k), title_of(action)
        else:
            key, _, words = str(help_property).partition("|")
            keys = (key,) if key else ()
        if keys and words and (keys, words) not in seen:
            seen.add((keys, words))
            groups.setdefault(group, []).append((keys, words))
    return groups
