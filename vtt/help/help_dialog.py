"""The help dialog: what can be done now, the pages of the program and of the games, and all shortcuts; searched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent, QShowEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QTextBrowser, QTextEdit, QWidget

from vtt.help.current_page import CurrentMoment, current_page, shortcuts_by_group, shortcuts_page
from vtt.help.help_document import fill_document, fit_pictures
from vtt.help.help_pages import HelpPage, help_pages
from vtt.widgets.basic_widgets import button, column, row
from vtt.widgets.icon_button import ClearButton
from vtt.widgets.large_dialog import LargeDialog
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import label
from vtt.widgets.ui_texts import ui_text
from vtt.widgets.undo_aware_line_edit import UndoAwareLineEdit
from vtt.widgets.wrapping_items import wrap_items

NOW: Final = "now"
KEYS: Final = "keys"
PAGE: Final = Qt.ItemDataRole.UserRole
MOST_MARKS: Final = 500
"""The number of found places that are marked in a page."""


class HelpView(QTextBrowser):
    """One help page. Its links lead to other pages only, and its pictures are as wide as there is room for."""

    page_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setAcceptRichText(False)
        self.setAccessibleName(ui_text("help", "page"))
        self.anchorClicked.connect(self._follow_link)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Load nothing: a page brings its pictures with it, and no other file is read."""
        return None

    def show_page(self, page: HelpPage) -> None:
        """Show a page from its file."""
        fill_document(self.document(), page)
        self._begin()

    def show_html(self, safe_html: str) -> None:
        """Show a page that the program has made; names in it are escaped."""
        self.setHtml(safe_html)
        self._begin()

    def mark(self, words: str) -> None:
        """Mark every place of each searched word, and scroll to the first."""
        found: list[QTextEdit.ExtraSelection] = []
        for word in words.split():
            cursor = self.document().find(word, 0)
            while not cursor.isNull() and len(found) < MOST_MARKS:
                selection = QTextEdit.ExtraSelection()
                selection.cursor = cursor
                selection.format.setBackground(self.palette().highlight())
                selection.format.setForeground(self.palette().highlightedText())
                found.append(selection)
                cursor = self.document().find(word, cursor)
        self.setExtraSelections(found)
        if found:
            first = min((selection.cursor for selection in found), key=QTextCursor.position)
            self.setTextCursor(QTextCursor(first.block()))
            self.ensureCursorVisible()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the pictures to the new width."""
        super().resizeEvent(event)
        fit_pictures(self.document(), self._room())

    @Slot(QUrl)
    def _follow_link(self, url: QUrl) -> None:
        """Lead to another page by the name of its file; an address elsewhere is not followed."""
        if not url.scheme() and url.path():
            self.page_wanted.emit(url.path().removesuffix(".md"))

    def _begin(self) -> None:
        fit_pictures(self.document(), self._room())
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(0)

    def _room(self) -> float:
        return max(80.0, self.viewport().width() - 2 * self.document().documentMargin())


class HelpDialog(LargeDialog):
    """Help in a dialog over a window: pages at the left, the page at the right; Esc or a second `?` closes it.

    Args:
        hub: the theme.
        actions: the actions of the window; those with a shortcut are listed.
        parent: the window.
        moment: where somebody asks for help.

    Signals:
        pdf_wanted: the pages are to be written to a file.
    """

    pdf_wanted = Signal()

    def __init__(
        self, hub: ThemeHub, actions: Sequence[QAction], parent: QWidget, moment: CurrentMoment | None = None
    ) -> None:
        super().__init__(hub, ui_text("help", "title"), parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        lengths = hub.theme.metrics
        moment = CurrentMoment() if moment is None else moment
        shortcuts = shortcuts_by_group(actions)
        usable = shortcuts_by_group([action for action in actions if action.isEnabled()])
        self._made: dict[str, Callable[[], str]] = {
            NOW: partial(current_page, moment, usable),
            KEYS: partial(shortcuts_page, shortcuts),
        }
        self._pages = {page.key: page for page in help_pages(moment.game)}
        self.search = UndoAwareLineEdit(ui_text("help", "search"))
        self.search.lets_go = False
        ClearButton(hub, self.search)
        self.search.textChanged.connect(self._find)
        self.contents = QListWidget()
        self.contents.setAccessibleName(ui_text("help", "contents"))
        self.contents.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        wrap_items(self.contents)
        self.contents.currentItemChanged.connect(self._show_item)
        self.none_found = label(ui_text("help", "none_found"), "muted", wrap=True)
        self.none_found.hide()
        self.view = HelpView()
        self.view.page_wanted.connect(self._show_linked)
        self.search.returnPressed.connect(self.view.setFocus)
        self.search.installEventFilter(self)
        left = column(gap=lengths.pad_s)
        left.addWidget(self.search)
        left.addWidget(self.none_found)
        left.addWidget(self.contents, 1)
        middle = row(gap=lengths.pad_m)
        middle.addLayout(left, 2)
        middle.addWidget(self.view, 5)
        save_button = button(ui_text("help", "save_pdf"))
        save_button.clicked.connect(self.accept)  # what saving has to say would be behind this dialog
        save_button.clicked.connect(self.pdf_wanted)
        close_button = button(ui_text("help", "close"), "primary")
        close_button.clicked.connect(self.accept)
        for made_button in (save_button, close_button):
            made_button.setAutoDefault(False)  # Enter belongs to the search
        below = row(gap=lengths.pad_m)
        below.addStretch(1)
        below.addWidget(save_button)
        below.addWidget(close_button)
        layout = column(self, gap=lengths.pad_m, margin=lengths.pad_l)
        layout.addLayout(middle, 1)
        layout.addLayout(below)
        self._list_pages()
        self.contents.setCurrentRow(0)

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with the search."""
        super().showEvent(event)
        self.search.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close on a second `?`, which an empty search field would take for a letter."""
        is_press = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if is_press and not self.search.text() and event.key() == Qt.Key.Key_Question:  # type: ignore[attr-defined]
            self.accept()
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on a second `?`; the arrows walk through the pages while somebody searches."""
        key = event.key()
        if key == Qt.Key.Key_Question:
            self.accept()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self.search.hasFocus():
            self._step(1 if key == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    @Slot(str)
    def show_page(self, key: str) -> None:
        """Show a page by its key; one that does not exist changes nothing."""
        for line in range(self.contents.count()):
            item = self.contents.item(line)
            if item.data(PAGE) == key:
                self.contents.setCurrentItem(item)

    @Slot(str)
    def _show_linked(self, name: str) -> None:
        """Show the page that a link names: one beside the page with the link, or else one by its whole key."""
        current = self.contents.currentItem()
        beside = str(current.data(PAGE)).rpartition("/")[0]
        key = f"{beside}/{name}" if beside else name
        self.show_page(key if key in self._pages else name)

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of the pages that are listed, in order."""
        items = (self.contents.item(line) for line in range(self.contents.count()))
        return tuple(item.text().strip() for item in items if item.data(PAGE) and not item.isHidden())

    def _list_pages(self) -> None:
        self._add_page(NOW, ui_text("help", "now"))
        self._add_page(KEYS, ui_text("help", "keys"))
        section = ""
        for page in self._pages.values():
            if page.section != section:
                section = page.section
                self._add_heading(ui_text("help", f"section.{section}"))
            self._add_page(page.key, page.title)

    def _add_heading(self, words: str) -> None:
        item = QListWidgetItem(words, self.contents)
        item.setFlags(Qt.ItemFlag.NoItemFlags)

    def _add_page(self, key: str, title: str) -> None:
        item = QListWidgetItem(title, self.contents)
        item.setData(PAGE, key)

    def _show_item(self, item: QListWidgetItem | None) -> None:
        key = str(item.data(PAGE)) if item is not None else ""
        if key in self._made:
            self.view.show_html(self._made[key]())
        elif key:
            self.view.show_page(self._pages[key])
        self.view.mark(self.search.text())

    def _find(self, words: str) -> None:
        """List only the pages with all words; headings are listed while nothing is searched."""
        for line in range(self.contents.count()):
            item = self.contents.item(line)
            item.setHidden(bool(words.split()) and not self._has_words(str(item.data(PAGE)), words))
        found = [line for line in range(self.contents.count()) if not self.contents.item(line).isHidden()]
        self.none_found.setVisible(not found)
        current = self.contents.currentItem()
        if found and (current is None or current.isHidden()):  # type: ignore[redundant-expr]
            self.contents.setCurrentRow(found[0])
        self.view.mark(words)

    def _has_words(self, key: str, words: str) -> bool:
        if key in self._made:
            document = QTextDocument()
            document.setHtml(self._made[key]())
            text = document.toPlainText().casefold()
            return all(word in text for word in words.casefold().split())
        return key in self._pages and self._pages[key].has_words(words)

    def _step(self, by: int) -> None:
        line = self.contents.currentRow() + by
        while 0 <= line < self.contents.count():
            item = self.contents.item(line)
            if item.data(PAGE) and not item.isHidden():
                self.contents.setCurrentRow(line)
                return
            line += by
