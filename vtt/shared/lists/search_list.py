"""A search field over a list: type a few letters, walk with the arrows, take with Enter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vtt.shared.campaign_panel import text
from vtt.shared.lists.fuzzy_match import Match, MatchQuality, match
from vtt.shared.odds.odds_bar import paint_bar
from vtt.widgets.basic_widgets import column, prose, set_prose
from vtt.widgets.icon_button import ClearButton
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.plain_text import short, tip
from vtt.widgets.undo_aware_line_edit import UndoAwareLineEdit

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class ListEntry:
    """An entry of a searchable list.

    Attributes:
        title: its name.
        payload: the value that the list emits when it is chosen.
        detail: a second line, such as the reason against it.
        hint: text at the right end, such as its key.
        icon: the name of an icon.
        enabled: it can be chosen now.
        beside: further words by which it is found; the list shows the part that matched.
        group: its heading while nothing is searched; the entries of a group follow each other.
        far_reaching: it destroys, hides or reaches far. Found by letters alone it comes after all harmless entries, and
            Enter only marks it, so a second press is needed.
        odds: the chance of success, at the right end before the hint.
        share: the same from 0 to 1, for a bar.
    """

    title: str
    payload: object
    detail: str = ""
    hint: str = ""
    icon: str = ""
    enabled: bool = True
    beside: tuple[str, ...] = ()
    group: str = ""
    far_reaching: bool = False
    odds: str = ""
    share: float | None = None


ENTRY_ROLE = int(Qt.ItemDataRole.UserRole) + 1


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading above the entries of a group."""

    title: str


def _grouped(entries: Sequence[ListEntry]) -> list[ListEntry | Heading]:
    rows: list[ListEntry | Heading] = []
    group = ""
    for entry in entries:
        if entry.group != group:
            group = entry.group
            rows.append(Heading(group))
        rows.append(entry)
    return rows


def _rank(hit: tuple[Match, ListEntry]) -> tuple[bool, int, bool, bool, tuple[int, ...]]:
    """Return what sorts entries that match: whole words of the title first, and never first what reaches far."""
    how, entry = hit
    is_far = entry.far_reaching
    return is_far and how.fit is not MatchQuality.WORD, how.fit, is_far, not entry.enabled, how.order


def _told_why(how: Match, entry: ListEntry) -> ListEntry:
    """Return an entry that says by what it was found, where neither title nor detail says so."""
    if not how.beside or how.beside in entry.detail:
        return entry
    return replace(entry, detail=" · ".join(filter(None, (entry.detail, how.beside))))


class EntryModel(QAbstractListModel):
    """The entries that fit the query, best first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[ListEntry, ...] = ()
        self._shown: list[ListEntry | Heading] = []
        self._query = ""
        self._by_letters = False

    def set_entries(self, entries: Sequence[ListEntry]) -> None:
        """Hold other entries."""
        self._all = tuple(entries)
        self.set_query(self._query)

    def change_entries(self, entries: Sequence[ListEntry]) -> bool:
        """Hold other entries in the places of those with the same payloads; return whether they are the same."""
        places = [(entry.payload, entry.group) for entry in entries]
        if self._query or places != [(entry.payload, entry.group) for entry in self._all]:
            return False
        changed = [at for at, (new, old) in enumerate(zip(entries, self._all, strict=True)) if new != old]
        self._all = tuple(entries)
        self._shown = _grouped(self._all)
        if changed:
            self.dataChanged.emit(self.index(0), self.index(len(self._shown) - 1))
        return True

    def set_query(self, query: str) -> None:
        """Show those that fit."""
        self._query = query.strip()
        self.beginResetModel()
        self._by_letters = False
        if self._query:
            hits = [(m, e) for e in self._all if (m := match(self._query, e.title, e.beside)) is not None]
            hits.sort(key=_rank)
            self._shown = [_told_why(m, e) for m, e in hits]
            self._by_letters = bool(hits) and hits[0][1].far_reaching and hits[0][0].fit is not MatchQuality.WORD
        else:
            self._shown = _grouped(self._all)
        self.endResetModel()

    def set_odds(self, odds: Callable[[object], tuple[str, float | None] | None]) -> None:
        """Show odds beside entries, in their places.

        Args:
            odds: returns the words and the share of success for a payload; None for none.
        """

        def with_odds(row: ListEntry | Heading) -> ListEntry | Heading:
            found = odds(row.payload) if isinstance(row, ListEntry) else None
            if isinstance(row, Heading) or found == ((row.odds, row.share) if row.odds else None):
                return row
            words, share = found or ("", None)
            return replace(row, odds=words, share=share)

        self._all = tuple([row for row in map(with_odds, self._all) if isinstance(row, ListEntry)])
        self._shown = [with_odds(row) for row in self._shown]
        if self._shown:
            self.dataChanged.emit(self.index(0), self.index(len(self._shown) - 1))

    def entry(self, row: int) -> ListEntry | None:
        """Return the entry of a row; None for a heading."""
        entry = self._shown[row] if 0 <= row < len(self._shown) else None
        return entry if isinstance(entry, ListEntry) else None

    @property
    def query(self) -> str:
        """The text that is searched."""
        return self._query

    @property
    def marks_first(self) -> bool:
        """Whether the first entry may be marked before the user has chosen one."""
        return not self._by_letters

    @property
    def is_grouped(self) -> bool:
        """Whether there are headings among its rows."""
        return any(isinstance(row, Heading) for row in self._shown)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return no flags for headings, so they can be read but not chosen."""
        return super().flags(index) if self.entry(index.row()) is not None else Qt.ItemFlag.ItemIsEnabled

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many fit."""
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """Return the title, or what a screen reader and the tip say."""
        entry = self._shown[index.row()] if 0 <= index.row() < len(self._shown) else None
        if isinstance(entry, Heading):
            says = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
            return entry.title if role in says else entry if role == ENTRY_ROLE else None
        if entry is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return short(entry.title, 200)
            case Qt.ItemDataRole.ToolTipRole:
                return tip("\n".join(filter(None, (entry.title, entry.detail))))
            case Qt.ItemDataRole.AccessibleTextRole:
                return ". ".join(
                    filter(None, (short(entry.title, 200), short(entry.detail, 300), entry.odds, entry.hint))
                )
            case _:
                return entry if role == ENTRY_ROLE else None


class EntryDelegate(QStyledItemDelegate):
    """Draws an entry in two lines; under a heading in one, where it has no more to say."""

    def __init__(self, hub: ThemeHub, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hub = hub

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of two lines, or of what there is to say."""
        lengths, entry = self._hub.theme.metrics, index.data(ENTRY_ROLE)
        if isinstance(entry, Heading):
            return QSize(120, QFontMetrics(self._heading_font()).height() + 2 * lengths.pad_s)
        if isinstance(entry, ListEntry) and entry.group and not entry.detail:
            return QSize(120, lengths.control)
        title = QFontMetrics(ui_font(lengths.font_body)).height()
        detail = QFontMetrics(ui_font(lengths.font_small)).height()
        return QSize(120, title + detail + 2 * lengths.pad_s)

    def whole_width(self, entry: ListEntry) -> int:
        """Return the width at which nothing of an entry is cut, its odds left out; in pixels."""
        lengths = self._hub.theme.metrics
        title = QFontMetrics(ui_font(lengths.font_body, weight=QFont.Weight.DemiBold))
        small = QFontMetrics(ui_font(lengths.font_small))
        hint = small.horizontalAdvance(entry.hint) + lengths.pad_m if entry.hint else 0
        words = title.horizontalAdvance(short(entry.title, 300)) + hint
        return 3 * lengths.pad_m + lengths.icon + 2 + max(words, small.horizontalAdvance(short(entry.detail, 300)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw it."""
        entry = index.data(ENTRY_ROLE)
        theme, lengths = self._hub.theme, self._hub.theme.metrics
        if isinstance(entry, Heading):
            painter.save()
            painter.setFont(self._heading_font())
            painter.setPen(theme.colour("accent_text"))
            where = option.rect.adjusted(lengths.pad_m, 0, -lengths.pad_m, -lengths.pad_xs)
            painter.drawText(where, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, entry.title)
            painter.restore()
        if not isinstance(entry, ListEntry):
            return
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if chosen or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("selection" if chosen else "raised"))
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), lengths.radius, lengths.radius)
        ink = "on_selection" if chosen else "text" if entry.enabled else "disabled"
        second = "on_selection" if chosen else "muted"
        air = min(lengths.pad_s, (rect.height() - QFontMetrics(ui_font(lengths.font_body)).height()) // 2)
        inner = rect.adjusted(lengths.pad_m, air, -lengths.pad_m, -air)
        if entry.icon:
            size = lengths.icon
            picture = self._hub.pixmap(entry.icon, size, role=ink, dpr=painter.device().devicePixelRatioF())
            painter.drawPixmap(inner.left(), inner.center().y() - size // 2, picture)
        inner.setLeft(inner.left() + lengths.icon + lengths.pad_m)
        title_font = ui_font(lengths.font_body, weight=QFont.Weight.DemiBold)
        metrics = QFontMetrics(title_font)
        top = QRect(inner.left(), inner.top(), inner.width(), metrics.height() if entry.detail else inner.height())
        below = QRect(inner.left(), top.bottom() + 1, inner.width(), inner.bottom() - top.bottom())
        if entry.hint and self._is_hint_below(entry, inner.width()):
            below.setRight(below.right() - self._draw_hint(painter, below, entry.hint, second) - lengths.pad_m)
        elif entry.hint:
            top.setRight(top.right() - self._draw_hint(painter, top, entry.hint, second) - lengths.pad_m)
        if entry.odds:
            top.setRight(top.right() - self._draw_odds(painter, top, entry, ink) - lengths.pad_m)
        painter.setFont(title_font)
        painter.setPen(theme.colour(ink))
        middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        elide = Qt.TextElideMode.ElideRight
        painter.drawText(top, middle, metrics.elidedText(short(entry.title, 300), elide, top.width()))
        if entry.detail:
            small = ui_font(lengths.font_small)
            painter.setFont(small)
            painter.setPen(theme.colour(second))
            elided = QFontMetrics(small).elidedText(short(entry.detail, 300), elide, below.width())
            painter.drawText(below, middle, elided)
        painter.restore()

    def _is_hint_below(self, entry: ListEntry, wide: int) -> bool:
        """Return whether the hint is beside the detail: the title needs its room, and the detail does not."""
        lengths = self._hub.theme.metrics
        title = QFontMetrics(ui_font(lengths.font_body, weight=QFont.Weight.DemiBold)).horizontalAdvance(entry.title)
        small = QFontMetrics(ui_font(lengths.font_small))
        room = wide - small.horizontalAdvance(entry.hint) - lengths.pad_m
        return not entry.odds and bool(entry.detail) and title > room >= small.horizontalAdvance(entry.detail)

    def _heading_font(self) -> QFont:
        return ui_font(self._hub.theme.metrics.font_small, weight=QFont.Weight.DemiBold)

    def _draw_odds(self, painter: QPainter, inner: QRect, entry: ListEntry, ink: str) -> int:
        """Draw the chance with its bar; return the width that they take."""
        lengths, wide = self._hub.theme.metrics, 0
        if entry.share is not None:
            wide, high = 3 * lengths.font_body, max(4, lengths.font_body // 3)
            where = QRectF(inner.right() - wide, inner.center().y() + 1 - high / 2, wide, high)
            paint_bar(painter, self._hub, where, entry.share, ink=ink)
            wide += lengths.pad_s
        rest = inner.adjusted(0, 0, -wide, 0)
        return wide + self._draw_hint(painter, rest, entry.odds, ink)

    def is_odds_at(self, entry: ListEntry, rect: QRect, x: int) -> bool:
        """Return whether an entry in a rectangle shows its odds at a distance from the left."""
        if not entry.odds:
            return False
        lengths, metrics = self._hub.theme.metrics, QFontMetrics(ui_font(self._hub.theme.metrics.font_small))
        hint = metrics.horizontalAdvance(entry.hint) + lengths.pad_m if entry.hint else 0
        right = rect.right() - lengths.pad_m - hint
        bar = 3 * lengths.font_body + lengths.pad_s if entry.share is not None else 0
        return right - bar - metrics.horizontalAdvance(entry.odds) - lengths.pad_xs <= x <= right + lengths.pad_xs

    def _draw_hint(self, painter: QPainter, inner: QRect, hint: str, ink: str) -> int:
        lengths = self._hub.theme.metrics
        font = ui_font(lengths.font_small)
        painter.setFont(font)
        metrics = QFontMetrics(font)
        hint = metrics.elidedText(hint, Qt.TextElideMode.ElideRight, inner.width() // 2)
        wide = metrics.horizontalAdvance(hint)
        painter.setPen(self._hub.theme.colour(ink))
        where = QRect(inner.right() - wide, inner.top(), wide + 1, inner.height())
        painter.drawText(where, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, hint)
        return wide


class SearchList(QWidget):
    """The search field with its list.

    Args:
        hub: the theme.
        prompt: the words in the empty field.
        parent: the Qt parent.
        filters: the list searches its entries itself. If not, `searched` asks for the entries to show.

    Signals:
        searched: the text that is searched now.
        odds_wanted: the payload of the entry whose odds were clicked.
        chosen: the payload of the entry that was taken.
        current_changed: the payload of the entry that is marked now, or None.
    """

    chosen = Signal(object)
    current_changed = Signal(object)
    odds_wanted = Signal(object)
    searched = Signal(str)

    def __init__(self, hub: ThemeHub, prompt: str, parent: QWidget | None = None, *, filters: bool = True) -> None:
        super().__init__(parent)
        self.hub = hub
        self._filters = filters
        self._pressed_odds: object = None
        self.field = UndoAwareLineEdit(prompt)
        ClearButton(hub, self.field)
        self.model = EntryModel(self)
        self.list = QListView()
        self.list.setModel(self.model)
        self._delegate = EntryDelegate(hub, self.list)
        self.list.setItemDelegate(self._delegate)
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setAccessibleName(text("search.results"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        lay = column(self, gap=hub.theme.metrics.pad_s)
        self.nothing = prose("", "muted", self)
        self.nothing.setObjectName("nothing_found")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        lay.addWidget(self.field)
        lay.addWidget(self.nothing)
        lay.addWidget(self.list, 1)
        self.setFocusProxy(self.field)
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        self.list.installEventFilter(self)
        self.list.viewport().installEventFilter(self)
        self.list.clicked.connect(self._take)
        self.list.selectionModel().currentChanged.connect(self._mark)

    def set_entries(self, entries: Sequence[ListEntry]) -> None:
        """Show other entries."""
        self.model.set_entries(entries)
        self._show()

    def whole_width(self, entries: Iterable[ListEntry]) -> int:
        """Return the width at which nothing of these entries is cut, in pixels."""
        bar = self.list.verticalScrollBar().sizeHint().width()
        return max(map(self._delegate.whole_width, entries), default=0) + bar + 2 * self.list.frameWidth() + 2

    def change_entries(self, entries: Sequence[ListEntry]) -> None:
        """Show other entries; where only their texts are others, everything stays in its place."""
        if not self.model.change_entries(entries):
            self.set_entries(entries)

    def set_odds(self, odds: Callable[[object], tuple[str, float | None] | None]) -> None:
        """Show odds beside entries: the words and the share of success of a payload, or None."""
        self.model.set_odds(odds)

    def current(self) -> object:
        """Return the payload of the entry that is marked, or None."""
        entry = self.model.entry(self.list.currentIndex().row())
        return entry.payload if entry is not None else None

    def set_current(self, payload: object) -> None:
        """Mark the entry with this payload, if it is shown."""
        for number in range(self.model.rowCount()):
            entry = self.model.entry(number)
            if entry is not None and entry.payload == payload:
                self.list.setCurrentIndex(self.model.index(number))
                return

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Walk the list from the field, and take with Enter from either; a click on odds takes nothing."""
        if watched is self.list.viewport() and isinstance(event, QMouseEvent) and self._takes_odds(event):
            return True
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            match event.key():
                case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                    if self.list.currentIndex().isValid():
                        self._take(self.list.currentIndex())
                    elif not event.isAutoRepeat():
                        self._walk(Qt.Key.Key_Down)  # what reaches far is only marked: the next press takes it
                    return True
                case Qt.Key.Key_Down | Qt.Key.Key_Up | Qt.Key.Key_PageDown | Qt.Key.Key_PageUp:
                    if watched is self.field:
                        self._walk(event.key())
                        return True
                case _:
                    pass
        return super().eventFilter(watched, event)

    def _takes_odds(self, event: QMouseEvent) -> bool:
        """Take a click that begins on odds, and say whether the event belongs to one."""
        match event.type():
            case QEvent.Type.MouseButtonPress | QEvent.Type.MouseButtonDblClick:
                self._pressed_odds = self._odds_at(event.position().toPoint())
                return self._pressed_odds is not None
            case QEvent.Type.MouseButtonRelease if self._pressed_odds is not None:
                pressed, self._pressed_odds = self._pressed_odds, None
                if self._odds_at(event.position().toPoint()) == pressed:
                    self.odds_wanted.emit(pressed)
                return True
            case _:
                return False

    def _odds_at(self, point: QPoint) -> object:
        """Return the payload of the entry whose odds are at a point of the list, or None."""
        index = self.list.indexAt(point)
        entry = self.model.entry(index.row()) if index.isValid() else None
        is_there = entry is not None and self._delegate.is_odds_at(entry, self.list.visualRect(index), point.x())
        return entry.payload if entry is not None and is_there else None

    def _mark(self) -> None:
        self.current_changed.emit(self.current())

    def _search(self, query: str) -> None:
        if self._filters:
            self.model.set_query(query)
            self._show()
        self.searched.emit(query)

    def _show(self) -> None:
        """Mark the first entry, or say that there is none; rows of equal height are laid out fast."""
        self.list.setUniformItemSizes(not self.model.is_grouped)
        rows = self._rows()
        if rows:
            self.list.setCurrentIndex(self.model.index(rows[0]) if self.model.marks_first else QModelIndex())
            self.list.scrollToTop()  # with the heading above it
        is_vain = bool(self.model.query) and not rows
        set_prose(self.nothing, text("search.nothing", query=short(self.model.query, 60)) if is_vain else "")
        self.nothing.setVisible(is_vain)

    def _rows(self) -> list[int]:
        """Return where there are entries."""
        return [row for row in range(self.model.rowCount()) if self.model.entry(row) is not None]

    def _walk(self, key: int) -> None:
        rows, current_row = self._rows(), self.list.currentIndex().row()
        if not rows:
            return
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}[Qt.Key(key)]
        at = (rows.index(current_row) if current_row in rows else -1) + step
        self.list.setCurrentIndex(self.model.index(rows[max(0, min(len(rows) - 1, at))]))

    def _take(self, index: QModelIndex) -> None:
        entry = self.model.entry(index.row()) if index.isValid() else None
        if entry is not None and entry.enabled:
            self.chosen.emit(entry.payload)
