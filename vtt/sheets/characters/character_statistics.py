"""The statistics of a character below its sheet, such as those of its deck, if its game has any."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QWidget

from engine.kit.content_editor.content_editor import HasDecks
from engine.kit.content_editor.view_models import Note, NoteKind
from engine.kit.every_game.full_content_editor import content_editor_of
from engine.model.seats import Actor
from engine.presentation.game import Game
from engine.presentation.visibility import VisibleTable
from vtt.shared.campaign_panel import text
from vtt.shared.statistics_widget import StatisticsWidget
from vtt.widgets.basic_widgets import column, row
from vtt.widgets.icon_button import IconButton
from vtt.widgets.layouts.twelve_column_layout import TwelveColumnLayout
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import label

_SPAN = 4
"""The width of a note, in twelfths."""


class CharacterStatistics(QFrame):
    """A card that starts folded; nothing is calculated until it is unfolded."""

    def __init__(self, hub: ThemeHub, game: Game, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.hide()
        self._hub = hub
        editor: object = content_editor_of(game)
        self._decks = editor if isinstance(editor, HasDecks) else None
        self._view: VisibleTable | None = None
        self._actor: Actor | None = None
        self._known: tuple[object, ...] = ()
        lengths = hub.theme.metrics
        lay = column(self, gap=lengths.pad_s, margin=lengths.pad_m)
        head = row(gap=lengths.pad_s)
        head.addWidget(label(text("characters.numbers"), "heading", parent=self), 1)
        self.fold = IconButton(hub, "chevron-down", text("characters.numbers_open"), self)
        head.addWidget(self.fold)
        lay.addLayout(head)
        self._held = QWidget(self)
        self._held.hide()
        self._flow = TwelveColumnLayout(self._held, gap=lengths.pad_l, letter=lengths.font_body)
        lay.addWidget(self._held)
        self.notes: list[StatisticsWidget] = []
        self.fold.clicked.connect(self._turn)

    def show_actor(self, view: VisibleTable, actor: Actor) -> None:
        """Show the statistics of a character that the viewer may read."""
        self._view, self._actor = view, actor
        has_any = self._decks is not None and any(h.actor == actor.id for h in self._decks.deck_owners(view))
        self.setVisible(has_any)
        if has_any:
            self._calculate()

    def clear(self) -> None:
        """Show nothing, and discard all data."""
        self._view = self._actor = None
        self._known = ()
        self._show(())
        self.hide()

    def _turn(self) -> None:
        opens = self._held.isHidden()
        self.fold.set_icon("chevron-up" if opens else "chevron-down")
        words = text("characters.numbers_fold" if opens else "characters.numbers_open")
        self.fold.setAccessibleName(words)
        self.fold.setToolTip(words)
        self._held.setVisible(opens)
        self._calculate()

    def _calculate(self) -> None:
        view, actor, decks = self._view, self._actor, self._decks
        if view is None or actor is None or decks is None or self._held.isHidden():
            return
        known = (actor, view.viewer, *view.lists.values(), view.options, view.scene)
        if len(known) == len(self._known) and all(a is b for a, b in zip(known, self._known, strict=True)):
            return
        self._known = known
        self._show(decks.deck_statistics(view, actor.id))

    def _show(self, notes: tuple[Note, ...]) -> None:
        while len(self.notes) < len(notes):
            view = StatisticsWidget(self._hub, self._held)
            self.notes.append(view)
        for at, view in enumerate(self.notes):
            view.show_note(notes[at] if at < len(notes) else Note(id="", title="", kind=NoteKind.FIGURES))
            view.setVisible(at < len(notes))
        self._flow.hold([(view, _SPAN) for view in self.notes[: len(notes)]])
