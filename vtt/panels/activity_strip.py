"""The activity strip: the procedures in progress, their steps with the current one marked, and the turn order.

The cloth shows the sides of a comparison and their result, beside the cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Final, NamedTuple

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from engine.messages.texts import say
from engine.presentation.activity_view import ActivityView, StepView, TurnView
from engine.presentation.visibility import VisibleTable
from vtt.campaign.open_campaign import OpenCampaign
from vtt.panels.activity_strip_layout import (
    BARE,
    BRIEF,
    DUE,
    FORMS,
    LEAST,
    STEPLESS,
    WHOLE_NAMED,
    LineForm,
    StripMeasures,
    StripPart,
)
from vtt.panels.activity_strip_tiles import ActivityStripTiles, NamedTurn
from vtt.shared.campaign_panel import CampaignPanel, text
from vtt.shared.screen_names import first_names, name_of_seat, name_of_turn
from vtt.shared.table_queries import turn_order
from vtt.widgets.basic_widgets import WideLabel, clear_layout, column, row
from vtt.widgets.layouts.beside_piece import TITLE_LINE
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.look.ui_metrics import UiMetrics, ui_metrics
from vtt.widgets.plain_text import ElidedLabel, label, short
from vtt.widgets.scroll_areas import FitScroll

_COMES_AGAIN: Final = ("step", "count", "chevron", "divider")
_MOST_LAID_BY: Final = 48
"""The greatest number of tiles of one sort that wait for something to show: of those that come again, and of turns."""
_MOST_CHEVRONED: Final = 8
"""More steps than these are a countdown, which needs no arrows."""


class TitleWords(NamedTuple):
    """The words of the title: the procedures around the innermost one, that one, and who is waited for."""

    outer: tuple[str, ...]
    heading: str
    waits: str


class WantedPart(NamedTuple):
    """A part that the line needs: all that it shows, what makes it from a spare part or None, and the spare's shape."""

    key: tuple[object, ...]
    make: Callable[[StripPart | None], StripPart]
    shape: tuple[str, int] | None = None


class ActivityStrip(CampaignPanel):
    """The innermost procedure as a strip; those around it as the way that led to it. Nothing under way: no height.

    Args:
        session: the game being played.
        viewer: a seat, or `shared` for the common screen.
        theme_hub: the theme.
        parent: the Qt parent.
        whole_titles: a title that is too long for one line is wrapped, not cut.
    """

    def __init__(
        self,
        campaign: OpenCampaign,
        viewer: str,
        theme_hub: ThemeHub,
        parent: QWidget | None = None,
        *,
        whole_titles: bool = False,
    ) -> None:
        super().__init__(campaign, viewer, theme_hub, parent)
        self._whole_titles = whole_titles
        self._make = ActivityStripTiles(theme_hub)
        self._known: object = None
        self._most = 3
        self._speaks = False
        self._is_folded = False
        self._narrow = False
        self._parts: list[StripPart] = []
        self._tiles: list[StripPart] = []
        self._spare: dict[object, list[StripPart]] = {}
        self._acting: frozenset[str] = frozenset()
        self._called_first: frozenset[str] = frozenset()
        self._titled: TitleWords | None = None
        self._fitted: tuple[TitleWords | None, int] | None = None
        self._outer: list[tuple[QLabel, QLabel]] = []
        self._heading: ElidedLabel | WideLabel | None = None
        self._waits: tuple[QWidget, ElidedLabel] | None = None
        self._way: list[tuple[QWidget, ...]] = []
        self._line: TileFlow | None = None
        self._head: TileFlow | None = None
        self._content = QWidget()
        self._column = column(self._content)
        self._scroll = FitScroll(self._content)
        column(self).addWidget(self._scroll)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(text("steps.name"))
        self.restyle()

    def set_lines(self, most: int) -> None:
        """Set how many lines there may be: three, two, or one where there is no room for more."""
        if most != self._most:
            self._most = most
            self.restyle()

    def set_folded(self, folded: bool) -> None:
        """Fold the strip away, with the room that it keeps while nothing is in progress; or show it again."""
        self._is_folded = folded
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(not folded)
        self.setSizePolicy(policy)
        self.setVisible(self._speaks and not folded)

    def usual_height(self) -> int:
        """Return the height of a title with a line of steps below it, or of the one line that there may be."""
        return _usual_height(self.theme.metrics, brief=self._brief)

    def written(self) -> list[QRectF]:
        """Return where its title and its tiles are."""
        if not self.isVisible() or self._head is None:
            return []
        items = [self._head.itemAt(n) for n in range(self._head.count())]
        title = [widget for item in items if item is not None and (widget := item.widget()) is not None]
        found = []
        for widget in (*title, *(part.tile for part in self._parts)):
            if widget.isVisible():
                hint = widget.sizeHint().width()  # a divider has none
                wide = min(widget.width(), hint) if hint > 0 else widget.width()
                found.append(QRectF(QRect(widget.mapTo(self, QPoint()), QSize(wide, widget.height()))))
        return found

    @property
    def _brief(self) -> bool:
        return self._most == 1

    def refresh(self) -> None:
        """Show what is under way now."""
        view = self.view
        shown = [g for g in view.under_way if _speaks(g)]
        shown_state = (self.viewer, _drawn_of(view, shown))
        if shown_state == self._known:
            return
        self._known = shown_state
        if shown:
            self._show(view, shown)
            self._fit()
        self._speaks = bool(shown)
        self.setVisible(self._speaks and not self._is_folded)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Write out as much as there is room for."""
        super().resizeEvent(event)
        self._called_first = frozenset()
        narrow = self.width() < 40 * self.theme.metrics.font_body
        if narrow != self._narrow:
            self._narrow = narrow
            self._begin_anew()
        else:
            self._fit()

    def restyle(self) -> None:
        """Take on the lengths of the theme."""
        lengths = self.theme.metrics
        # The only line there may be is in the middle of its room anyway, and must not have to scroll for a margin.
        over = lengths.pad_xs if self._brief else lengths.pad_s
        self._column.setContentsMargins(lengths.pad_m, over, lengths.pad_m, over)
        self._column.setSpacing(lengths.pad_s)
        self._scroll.set_least(lengths.control + 2 * lengths.pad_s)
        self._begin_anew()

    def viewer_changed(self) -> None:
        """Let go of all that the former viewer knew, also where nothing is shown any more."""
        self._begin_anew()
        if not self._speaks:
            self._build()

    def _begin_anew(self) -> None:
        self._known = None
        self._called_first = frozenset()
        self._head = self._line = None
        self.refresh()

    def _build(self) -> tuple[TileFlow, TileFlow]:
        """Make what holds the title and the line; it stays, so that tiles in it need not be styled anew."""
        clear_layout(self._column)
        gap = self.theme.metrics.pad_s
        self._parts, self._tiles, self._spare, self._titled = [], [], {}, None
        self._outer, self._heading, self._waits, self._way = [], None, None, []
        self._fitted = None
        self._column.addStretch(1)  # a title alone stands in the middle of the room for two lines
        if self._brief:
            together = QWidget(self._content)
            head, line = QWidget(together), QWidget(together)
            inside = row(together, gap=self.theme.metrics.pad_m)
            inside.addWidget(line, 0, Qt.AlignmentFlag.AlignVCenter)
            inside.addWidget(head, 1, Qt.AlignmentFlag.AlignVCenter)
            self._column.addWidget(together)
        else:
            head, line = QWidget(self._content), QWidget(self._content)
            self._column.addWidget(head)
            self._column.addWidget(line)
        self._column.addStretch(1)
        self._head, self._line = TileFlow(head, spacing=gap), TileFlow(line, spacing=gap)
        return self._head, self._line

    def _show(self, view: VisibleTable, shown: list[ActivityView]) -> None:
        head, line = (self._head, self._line) if self._head and self._line else self._build()
        for part in self._tiles:
            self._spare.setdefault(part.key, []).append(part)
        self._parts, self._tiles = [], []
        wanted = list(self._wanted_steps(line, shown[-1].steps))
        order = turn_order(view)
        self._acting = frozenset(turn.actor for turn in order)
        if order:
            wanted += self._wanted_order(line, view, order, divided=bool(wanted))
        self._put(wanted)
        line.hold([part.tile for part in self._tiles])
        self._put_in_reading_order(_holder(line))
        self._write_title(head, self._title_words(view, shown))
        self._lay_by()
        _holder(line).setVisible(bool(self._parts))

    def _lay_by(self) -> None:
        """Hide what is not shown now, to be shown or dressed again; of those who had a turn, nothing stays."""
        left = [part for parts in self._spare.values() for part in parts]
        kept = [part for part in left if part.kind in _COMES_AGAIN][-_MOST_LAID_BY:]
        turns = [part for part in left if part.kind not in _COMES_AGAIN][-_MOST_LAID_BY:]
        for part in left:
            part.tile.hide()
            if part not in kept and part not in turns:
                part.tile.deleteLater()
        self._spare = {}
        for part in (*kept, *(part if part.key is None else self._make.blank(part) for part in turns)):
            self._spare.setdefault(part.key, []).append(part)

    def _fit(self) -> None:
        """Write out as much of the line as fits beside or below the title."""
        margins = self._column.contentsMargins()
        room = self.width() - margins.left() - margins.right()
        self._fit_title(room)
        if self._line is None or not self._parts:
            return
        forms, least = FORMS if self._stepped else STEPLESS, LEAST
        if self._brief:
            room -= self._left_to_title(room)
            forms, least = BRIEF, BARE if self._stepped else LEAST
        measured = StripMeasures(self._parts, self.theme.metrics.pad_xs, room, self._line.spacing())
        # Names that were shortened once stay short for the same actors: they would change with every step.
        is_called_first = bool(self._acting) and self._called_first == self._acting
        tried = [form for form in forms if not (is_called_first and form.turns in WHOLE_NAMED)]
        # From step to step the line keeps its form, unless there is one for the current step alone that says much more.
        for keeps, possible in ((True, [form for form in tried if form.is_kept]), (False, tried)):
            measured.keeps_form = keeps
            for form in possible:
                if measured.fits(self._tiles, form):
                    shown = [part for part in self._tiles if part.is_in(form)]
                    filled = self._filled(form, measured, shown, is_called_first=is_called_first)
                    if filled.has_first_names:
                        self._called_first = self._acting
                    self._write(self._line, filled)
                    return
        self._write(self._line, least)

    def _filled(
        self, form: LineForm, measured: StripMeasures, shown: list[StripPart], *, is_called_first: bool
    ) -> LineForm:
        """Return the form with what has room: declarations first, then names in full, of those who act next first.

        Those who wait have all their declarations or none, and so have those who have acted: one without would look as
        if it had none. Where the current declaration has no room beside those of the others, they are left out.
        """
        turns = [part for part in self._parts if part.kind == "turn" and part.is_in(form)]
        turns.sort(key=lambda part: DUE.index(part.state) if part.state in DUE else len(DUE))
        free = measured.free(shown, form)
        by_one, declaring = [[turn] for turn in turns], list[list[StripPart]]()
        for state, alike in groupby(turns, key=lambda part: part.state):
            same = [*alike]
            declaring += [same] if state in ("waiting", "acted", "idle") else [[turn] for turn in same]
        for longer, together in ((LineForm.with_declaration, declaring), (LineForm.with_name, by_one)):
            for each in together:
                longer_form = form
                for turn in each:
                    longer_form = longer(longer_form, turn.tile)
                growth = sum(measured.width(turn, longer_form) - measured.width(turn, form) for turn in each)
                if longer_form is not form and growth <= free:  # a frame grows as much
                    form, free = longer_form, free - growth
        if form.has_first_names and not is_called_first:
            whole = form.with_whole_names(turn.tile for turn in turns)
            if sum(measured.width(turn, whole) - measured.width(turn, form) for turn in turns) <= free:
                form = whole
        is_cut = any(turn.state == "now" and turn.words_in(form) != turn.full for turn in turns)
        for other in form.with_current_alone(turns, stepped=self._stepped) if is_cut else ():
            if measured.free([part for part in self._tiles if part.is_in(other)], other) >= 0:
                return other
        return form

    def _left_to_title(self, room: int) -> int:
        """Return how much of the only line there is stays the title's."""
        item = self._head.itemAt(0) if self._head is not None else None
        return min(item.sizeHint().width(), room // 3) + self.theme.metrics.pad_m if item is not None else 0

    @property
    def _stepped(self) -> bool:
        return any(part.kind == "step" for part in self._tiles)

    def _write(self, line: TileFlow, form: LineForm) -> None:
        with line.resting():
            self._write_parts(form)

    def _write_parts(self, form: LineForm) -> None:
        for part in self._parts:
            if part.kind == "divider":
                part.tile.setFixedSize(part.size)
            elif part.words is not None and part.kind == "turn":
                part.words.write(part.words_in(form), icon=part.has_icon_in(form))
            if _must_change(part.tile, shown=part.is_in(form)):
                part.tile.setVisible(part.is_in(form))
            if part.members:
                part.tile.updateGeometry()

    def _title_words(self, view: VisibleTable, shown: list[ActivityView]) -> TitleWords:
        """Return the way to the innermost procedure, and who is waited for; in a narrow window its name alone."""
        title, waiting = say(shown[-1].title), shown[-1].waiting_for
        if self._brief or self._narrow:
            return TitleWords((), title, "")
        names = ", ".join(name_of_seat(view, seat) for seat in waiting)
        return TitleWords(
            tuple(short(say(outer.title), 60) for outer in shown[:-1]),
            short(title, 160),
            text("steps.waiting", names=short(names, 160)) if waiting else "",
        )

    def _write_title(self, head: TileFlow, words: TitleWords) -> None:
        """Write another title on the widgets that are there; what it does not need is hidden and says nothing."""
        if words == self._titled:
            return
        self._titled = words
        inside_of = _holder(head)
        while len(self._outer) < len(words.outer):
            self._outer.append(
                (label("", "muted", parent=inside_of), self._make.picture("chevron-right", "muted", inside_of))
            )
        for (outer, _), outer_words in zip(self._outer, words.outer, strict=False):
            outer.setText(outer_words)
        for outer, chevron in self._outer[len(words.outer) :]:
            outer.clear()
            outer.hide()
            chevron.hide()
        heading = self._write_heading(words.heading, inside_of)
        waits = self._write_waits(words.waits, inside_of)
        self._way = [*self._outer[: len(words.outer)], *((part,) for part in waits)]
        head.hold([*(part for pair in self._outer[: len(words.outer)] for part in pair), heading, *waits])

    def _write_heading(self, words: str, inside_of: QWidget) -> QWidget:
        if self._heading is None:
            wraps = self._whole_titles and not self._brief
            self._heading = WideLabel("", "heading") if wraps else ElidedLabel("", "heading", inside_of)
            self._heading.setParent(inside_of)
            self._heading.setObjectName(TITLE_LINE)
            if isinstance(self._heading, ElidedLabel) and self._brief:
                self._heading.set_height_for_two(_tile_height(self.theme.metrics))
        self._heading.set_text(words)
        return self._heading

    def _write_waits(self, words: str, inside_of: QWidget) -> tuple[QWidget, ...]:
        """Write who is waited for, and return what shows that; nothing for nobody."""
        if self._waits is None and words:
            waits = QWidget(inside_of)
            inside = row(waits, gap=self.theme.metrics.pad_xs)
            inside.addWidget(self._make.picture("hourglass", "accent_text", waits))
            names = ElidedLabel("", "muted", waits)
            inside.addWidget(names, 1)
            self._waits = waits, names
        if self._waits is None:
            return ()
        waits, names = self._waits
        names.set_text(words)
        if not words:
            waits.hide()
            return ()
        return (waits,)

    def _fit_title(self, room: int) -> None:
        """Leave out of the title what has no room: the way to it, the outermost first, then who is waited for."""
        if self._head is None:
            return
        gap = self._head.spacing()
        widths = {}
        for item in (self._head.itemAt(n) for n in range(self._head.count())):
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.ensurePolished()
                widths[widget] = widget.sizeHint().width() + gap
        used = sum(widths.values()) - gap
        seen: dict[QWidget, bool] = {}
        for together in self._way:
            has_room = used <= room
            if not has_room:
                used -= sum(widths[widget] for widget in together)
            seen |= dict.fromkeys(together, has_room)
        changed = [widget for widget, has_room in seen.items() if _must_change(widget, shown=has_room)]
        measured = (self._titled, room)
        if changed or measured != self._fitted:
            self._fitted = measured
            with self._head.resting():
                for widget in changed:
                    widget.setVisible(seen[widget])

    def _wanted_steps(self, flow: TileFlow, steps: tuple[StepView, ...]) -> Iterator[WantedPart]:
        inside_of = _holder(flow)
        ids = [step.part_of or step.name for step in steps]
        numbers = {id_: number for number, id_ in enumerate(dict.fromkeys(ids), 1)}
        for number, (id_, step) in enumerate(zip(ids, steps, strict=True)):
            is_current = step.state == "now"
            follows = number > 0 and steps[number - 1].state == "now"
            key = ("step", step.name, say(step.label), step.state, follows)
            yield WantedPart(key, partial(self._make.step, step, inside_of, near=follows), ("step", 0))
            if is_current and len(numbers) > 1:
                words = text("steps.number", number=numbers[id_], count=len(numbers))
                yield WantedPart(("count", words), _new(partial(self._make.count, words, inside_of)))
            if number + 1 < len(steps) <= _MOST_CHEVRONED:
                yield WantedPart(("chevron", step.state), _new(partial(self._make.chevron, step.state, inside_of)))

    def _wanted_order(
        self, flow: TileFlow, view: VisibleTable, order: tuple[TurnView, ...], *, divided: bool
    ) -> Iterator[WantedPart]:
        """Yield tiles in the order of acting, after a line if they are `divided` from the steps.

        Those who act at once share a frame.
        """
        inside_of = _holder(flow)
        if divided:
            states = {turn.state for turn in order}
            state = next((due for due in DUE if due in states), "")
            has_labels = any(turn.label or turn.brief for turn in order)
            yield WantedPart(
                ("divider", state, has_labels),
                _new(partial(self._make.divider, inside_of, state, has_labels=has_labels)),
            )
        known_by = _first_names(view, order)
        for _, together in groupby(order, key=lambda turn: turn.rank):
            turns = [
                NamedTurn(
                    turn,
                    short(name_of_turn(view, turn), 28),
                    short(name_of_turn(view, turn, whole=True), 160),
                    known_by.get(turn.actor, ""),
                )
                for turn in together
            ]
            says = [
                (
                    named.name,
                    named.whole,
                    named.first,
                    named.turn.state,
                    named.turn.number,
                    *(say(words) if words else "" for words in (named.turn.label, named.turn.brief)),
                )
                for named in turns
            ]
            shape = ("group", len(turns)) if len(turns) > 1 else ("turn", 0)
            yield WantedPart(("turns", *says), partial(self._make.turns, turns, inside_of), shape)

    def _put(self, wanted: list[WantedPart]) -> None:
        """Show these parts: those that showed the same before, then others dressed anew, then new ones."""
        same = [spares.pop() if (spares := self._spare.get(one.key)) else None for one in wanted]
        left: dict[object, list[StripPart]] = {}
        for part in (part for parts in self._spare.values() for part in parts):
            left.setdefault(part.shape, []).append(part)
        for one, found in zip(wanted, same, strict=True):
            alike = left.get(one.shape) if found is None and one.shape is not None else None
            spare = alike.pop() if alike else None
            if spare is not None:
                self._spare[spare.key].remove(spare)
            part = found or replace(one.make(spare), key=one.key)
            self._parts += part.members
            self._add(part)

    def _put_in_reading_order(self, inside_of: QWidget) -> None:
        """A screen reader reads what is in a widget in the order in which it lies there, not in that of the layout."""
        tiles = [part.tile for part in self._tiles]
        wanted = set(tiles)
        if [child for child in inside_of.children() if child in wanted] != tiles:
            for tile in tiles:
                tile.raise_()

    def _add(self, part: StripPart) -> None:
        self._parts.append(part)
        self._tiles.append(part)


def _first_names(view: VisibleTable, order: tuple[TurnView, ...]) -> dict[str, str]:
    """Return the first names of those whose turn nobody shares."""
    single = {turn.actor for turn in order if not turn.others}
    names = first_names({turn.actor: name_of_turn(view, turn) for turn in order})
    return {actor: name for actor, name in names.items() if actor in single}


def _new(make: Callable[[], StripPart]) -> Callable[[StripPart | None], StripPart]:
    """Return what makes a part that is never dressed as another one."""
    return lambda _spare: make()


def _must_change(widget: QWidget, *, shown: bool) -> bool:
    """Return whether a widget must be shown or hidden; a layout would show one for which neither was ever said."""
    return widget.isHidden() == shown or not widget.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide)


def _holder(flow: TileFlow) -> QWidget:
    """Return the widget that owns a layout. Tiles made inside it are styled only once."""
    holder = flow.parentWidget()
    assert holder is not None
    return holder


def _drawn_of(view: VisibleTable, shown: list[ActivityView]) -> object:
    """Return all that is drawn; as long as that stays the same, so does the strip."""
    order = turn_order(view)
    return (
        [(g.title, g.steps, g.waiting_for) for g in shown],
        [name_of_seat(view, seat) for seat in (shown[-1].waiting_for if shown else ())],
        order,
        [name_of_turn(view, turn, whole=True) for turn in order],
    )


def _speaks(activity_view: ActivityView) -> bool:
    """Return whether the strip shows the activity; for dice left on the cloth it shows nothing."""
    if activity_view.sides and not activity_view.steps and all(side.dice for side in activity_view.sides):
        return False
    return bool(activity_view.steps or activity_view.order or say(activity_view.title).strip())


def height_at_100() -> int:
    """Return the height of a title with a line of steps below it at 100 %."""
    return _usual_height(ui_metrics(1.0), brief=False)


def _tile_height(lengths: UiMetrics) -> int:
    """Return the height of a tile in the frame of those who act at once."""
    return QFontMetrics(ui_font(lengths.font_body)).height() + 2 + 4 * (lengths.pad_xs + lengths.hair)


def _usual_height(lengths: UiMetrics, *, brief: bool) -> int:
    tile = _tile_height(lengths)
    title = QFontMetrics(ui_font(lengths.font_large, weight=QFont.Weight.DemiBold)).height()
    lines = max(tile, title) if brief else tile + lengths.pad_s + title
    return lines + 2 * lengths.pad_s + 2 * lengths.hair
