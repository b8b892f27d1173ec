"""The content of a zip with a game, shown before the game is installed."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QVBoxLayout, QWidget

from engine.rulesets.game_archive import ArchiveMember, GameArchive
from vtt.widgets.basic_widgets import prose
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog
from vtt.widgets.plain_text import label, short
from vtt.widgets.ui_texts import ui_text

LINES = 7
"""The number of files that are seen without scrolling."""


class GameInstallDialog(MessageDialog):
    """Shows a game, its files and whether it runs code, and asks whether to install it.

    Args:
        hub: the theme.
        archive: the game in its zip.
        older: the version that it replaces; empty if it replaces none.
        parent: the window.
    """

    def __init__(self, hub: ThemeHub, archive: GameArchive, older: str, parent: QWidget) -> None:
        file = archive.file
        name = short(file.name, 60)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(hub.theme.metrics.pad_m)
        self.code = prose(ui_text("games", "code" if archive.has_code else "no_code", name=name))
        self.code.setProperty("role", "warning" if archive.has_code else "ok")
        column.addWidget(self.code)
        if older:
            column.addWidget(prose(ui_text("games", "replaces", name=name, older=short(older, 30))))
        count = len(archive.members)
        column.addWidget(label(ui_text("games", "files", count=count, size=size_words(archive.size)), "muted"))
        self.files = _FileList(sorted(archive.members, key=_code_first))
        column.addWidget(self.files)
        authors = short(", ".join(file.authors), 200) or ui_text("games", "nobody")
        facts = ui_text("games", "facts", version=file.version, authors=authors, licence=file.licence)
        key = "replace" if older else "put_in"
        super().__init__(
            hub,
            ui_text("games", f"{key}_title", name=name, version=short(file.version, 30)),
            tuple(sentence for sentence in (file.pitch, facts) if sentence),
            (
                DialogButton("install", ui_text("games", key), "" if archive.has_code else "primary"),
                DialogButton("", ui_text("shell", "button.cancel")),
            ),
            parent,
            icon="warning" if archive.has_code else "deck",
            content=content,
            wide=640,
        )
        (self.buttons[""] if archive.has_code else self.buttons["install"]).setFocus()


class _FileList(QListWidget):
    """The files of a game with their sizes; nothing to choose."""

    def __init__(self, members: list[ArchiveMember]) -> None:
        super().__init__()
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setAccessibleName(ui_text("games", "files_name"))
        self.setUniformItemSizes(True)
        for member in members:
            self.addItem(ui_text("games", "file", name=short(member.path, 120), size=size_words(member.size)))

    def sizeHint(self) -> QSize:
        """Return the height of a few lines."""
        lines = max(1, min(LINES, self.count()))
        return QSize(300, lines * max(1, self.sizeHintForRow(0)) + 2 * self.frameWidth() + 4)

    def minimumSizeHint(self) -> QSize:
        """Return the same: a dialog that is too high scrolls as a whole."""
        return QSize(80, self.sizeHint().height())


def _code_first(member: ArchiveMember) -> tuple[bool, str]:
    return not member.path.casefold().endswith(".py"), member.path


def size_words(size: int) -> str:
    """Return a number of bytes for people."""
    if size < 1000:
        return ui_text("games", "bytes", size=size)
    unit, amount = ("kb", size / 1000) if size < 999_500 else ("mb", size / 1_000_000)
    return ui_text("games", unit, size=f"{amount:.0f}" if amount >= 10 else f"{amount:.1f}")
