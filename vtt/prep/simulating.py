"""A fight that is fought beforehand, many times, by players who play by themselves: how hard is it likely to be?"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QDialog, QProgressBar, QWidget

from engine.play.refusal import Refused
from engine.play.words import texts
from engine.simulate.tally import Left, Tally
from engine.table.frozen import Json
from engine.workshop.bench import Bar, Note, NoteKind
from vtt.panels.naming import word_for
from vtt.panels.parts import button, column, prose, set_prose
from vtt.prep.notes import NoteView
from vtt.prep.words import told
from vtt.widgets.scroll import PageScroll
from vtt.widgets.text import button_text, label, short
from vtt.widgets.theme import ThemeHub
from vtt.widgets.work import Progress, Workshop

_LOOK: Final = 250
"""Milliseconds between two looks at how far it is."""
_TURN: Final = 0.0005
"""Seconds after which a thread that reckons without pause lets the window have its turn; Python’s own ten times that
are felt, for the window needs many turns to draw itself once."""
_WIDE_EM: Final = 40

Fights = Callable[[int, Callable[[Tally], bool]], Tally]
"""Fights so many times, tells after each, and gives what came of all."""


def notes_of(tally: Tally) -> tuple[Note, ...]:
    """Return what came of fights, as statistics."""
    won = tuple(
        Bar(
            label=texts().get(f"prep.side.{side}") or word_for(side),
            told=str(share.count)
            if tally.certain
            else told("fight.share", count=share.count, of=share.of, low=share.low, high=share.high),
            of=share.count,
            among=share.of,
        )
        for side, share in tally.won().items()
    )
    nobody = ((told("fight.drawn"), tally.drawn()), (told("fight.undecided"), tally.undecided()))
    won += tuple(Bar(label=words, told=str(count), of=count, among=tally.times) for words, count in nobody if count)
    certainty = "" if tally.certain else told("fight.won_help")
    rounds = tally.rounds()
    most = max(rounds.values(), default=0)
    long_ = tuple(
        Bar(label=told("fight.rounds", count=number), told=str(count), of=count, among=most)
        for number, count in rounds.items()
    )
    bodies = tuple(
        Bar(
            label=short(left.name, 60),
            told=told("fight.body", fell=left.fell.count, **_above(left)),
            of=left.fell.count,
            among=left.fell.of,
        )
        for left in tally.bodies().values()
    )
    found = (
        Note(id="won", title=told("fight.won"), kind=NoteKind.SHARES, rows=won, help=certainty),
        Note(id="rounds", title=told("fight.how_long"), kind=NoteKind.BARS, rows=long_),
        Note(id="bodies", title=told("fight.fell"), kind=NoteKind.FIGURES, rows=bodies),
    )
    return tuple(note for note in found if note.rows)


def _above(left: Left) -> dict[str, Json]:
    """Return what Health was left; by how much somebody was struck below nothing is no measure of a fight."""
    return {"least": max(0, left.least), "middle": max(0, left.middle), "most": max(0, left.most)}


class FightDialog(QDialog):
    """Fights, shows how far it is and what has come of it so far, and can be stopped.

    Signals:
        fought: the Tally, when it is over or was stopped.
    """

    fought = Signal(object)

    def __init__(self, hub: ThemeHub, title: str, fights: Fights, work: Workshop, parent: QWidget, times: int) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(True)
        self.setWindowTitle(told("fight.title"))
        self._hub = hub
        self._times = times
        self._latest: Tally | None = None
        """What has come of it so far; the thread that fights writes it, and this one looks."""
        lengths = hub.theme.metrics
        lay = column(self, gap=lengths.pad_m, margin=lengths.pad_l)
        lay.addWidget(label(short(title, 80), "title", wrap=True, parent=self))
        self.said = prose(told("fight.under_way"), "muted", self)
        self.bar = QProgressBar(self)
        self.bar.setRange(0, times)
        self.bar.setAccessibleName(told("fight.title"))
        lay.addWidget(self.said)
        lay.addWidget(self.bar)
        body = QWidget()
        self._notes_lay = column(body, gap=lengths.pad_m)
        self._notes_lay.addStretch(1)
        self.notes: list[NoteView] = []
        lay.addWidget(PageScroll(body, self), 1)
        self.stop = button(told("fight.stop"), parent=self)
        self.stop.clicked.connect(self._stop)
        lay.addWidget(self.stop, 0, Qt.AlignmentFlag.AlignLeft)
        room = self.screen().availableGeometry().size()
        self.resize(
            min(_WIDE_EM * lengths.font_body, room.width() - 40), min(34 * lengths.font_body, room.height() - 60)
        )
        self._is_over = self._is_gone = False
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._look)
        self._clock.start(_LOOK)

        def task(progress: Progress) -> Tally:
            def tell(tally: Tally) -> bool:
                self._latest = tally
                return not progress.cancelled

            before = sys.getswitchinterval()
            sys.setswitchinterval(_TURN)
            try:
                return fights(times, tell)
            finally:
                sys.setswitchinterval(before)

        self._job = work.start(task, self._over, self._failed, lambda: (Refused,))

    def done(self, result: int) -> None:
        """Stop, whatever is under way."""
        self._is_gone = True
        self._job.cancel()
        super().done(result)

    def _stop(self) -> None:
        if self._is_over:
            self.accept()
        else:
            self._job.cancel()
            self.stop.setEnabled(False)

    def _look(self) -> None:
        if self._latest is not None and not self._is_over:
            self._show(self._latest)

    def _show(self, tally: Tally) -> None:
        self.bar.setValue(tally.times)
        found = notes_of(tally)
        while len(self.notes) < len(found):
            view = NoteView(self._hub, self)
            self.notes.append(view)
            self._notes_lay.insertWidget(len(self.notes) - 1, view)
        for view, note in zip(self.notes, found, strict=False):
            view.show_note(note)

    def _over(self, tally: Tally) -> None:
        if self._is_gone:
            return
        self._show(tally)
        self._end(told("fight.certain") if tally.certain else told("fight.over", count=tally.times))
        self.fought.emit(tally)

    def _failed(self, error: Exception) -> None:
        if self._is_gone:
            return
        self._end(getattr(error, "text", str(error)))

    def _end(self, words: str) -> None:
        self._is_over = True
        self._clock.stop()
        set_prose(self.said, words)
        self.bar.hide()
        self.stop.setEnabled(True)
        self.stop.setText(button_text(told("fight.close")))
        self.stop.setFocus()
