"""Below a character's sheet: the statistics that its game knows of what stands on it, such as those of a deck."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QWidget

from engine.play.game import Ruleset
from engine.play.sight import View
from engine.table.seats import Actor
from engine.workshop.bench import HasWorkshop, Note, NoteKind
from vtt.panels.panel import text
from vtt.panels.parts import column, row
from vtt.prep.notes import NoteView
from vtt.prep.parts_layout import PartsLayout
from vtt.widgets.dressing import IconButton
from vtt.widgets.text import label
from vtt.widgets.theme import ThemeHub

_SPAN = 4
"""How many of twelve columns a note likes."""


class CharacterNumbers(QFrame):
    """A card that is folded until somebody wants it: only then is anything reckoned."""

    def __init__(self, hub: ThemeHub, ruleset: Ruleset, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.hide()
        self._hub = hub
        self._workshop = ruleset.workshop if isinstance(ruleset, HasWorkshop) else None
        self._view: View | None = None
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
        self._flow = PartsLayout(self._held, gap=lengths.pad_l, letter=lengths.font_body)
        lay.addWidget(self._held)
        self.notes: list[NoteView] = []
        self.fold.clicked.connect(self._turn)

    def show_actor(self, view: View, actor: Actor) -> None:
        """Show what there is to tell of a character that may be read."""
        self._view, self._actor = view, actor
        has_any = self._workshop is not None and any(h.actor == actor.id for h in self._workshop.holders(view))
        self.setVisible(has_any)
        if has_any:
            self._reckon()

    def clear(self) -> None:
        """Show nothing, and keep nothing of it."""
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
        self._reckon()

    def _reckon(self) -> None:
        view, actor, shop = self._view, self._actor, self._workshop
        if view is None or actor is None or shop is None or self._held.isHidden():
            return
        known = (actor, view.viewer, *view.lists.values(), view.options, view.scene)
        if len(known) == len(self._known) and all(a is b for a, b in zip(known, self._known, strict=True)):
            return
        self._known = known
        self._show(shop.notes_on(view, actor.id))

    def _show(self, notes: tuple[Note, ...]) -> None:
        while len(self.notes) < len(notes):
            view = NoteView(self._hub, self._held)
            self.notes.append(view)
        for at, view in enumerate(self.notes):
            view.show_note(notes[at] if at < len(notes) else Note(id="", title="", kind=NoteKind.FIGURES))
            view.setVisible(at < len(notes))
        self._flow.hold([(view, _SPAN) for view in self.notes[: len(notes)]])
