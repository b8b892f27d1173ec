"""Undo and redo by name; past something that somebody came to know, the GM is asked first, once for one long undo."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from engine.play.words import Message, say
from vtt.session import SHARED, Change, Session
from vtt.shell.actions import Actions
from vtt.shell.words import told
from vtt.widgets.dialogue import Choice, Dialogue, ask
from vtt.widgets.text import short
from vtt.widgets.theme import ThemeHub

LONGEST = 70


class History(QObject):
    """Keeps the two actions true to the session, and does what they say."""

    def __init__(self, session: Session, actions: Actions, hub: ThemeHub, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._actions = actions
        self._hub = hub
        self._window = window
        self._agreed = False  # the GM has said yes to an undo past something seen, and nothing new was done since
        session.changed.connect(self._follow)
        self._follow(None)

    def undo(self) -> Dialogue | None:
        """Undo the last step. Return the question where one was asked."""
        return self.go_to(self._session.position - 1)

    def redo(self) -> None:
        """Redo the next step."""
        self._session.redo()

    def go_to(self, position: int) -> Dialogue | None:
        """Go to another moment; back past a reveal only if the GM says so."""
        if not position >= 0:
            return None
        learned = self._session.would_unlearn(position) if position < self._session.position else frozenset()
        if not learned or self._agreed:
            self._session.go_to(position)
            return None
        return ask(
            self._hub,
            self._window,
            told("undo.title"),
            (self._what(self._session.position - position), told("undo.asks", names=self._names(learned))),
            (Choice("undo", told("button.undo"), "primary"), Choice("", told("button.cancel"))),
            lambda key: self._go_back(position) if key == "undo" else None,
            icon="undo",
        )

    def _go_back(self, position: int) -> None:
        self._agreed = True
        self._session.go_to(position)

    def rest(self) -> None:
        """Let the actions rest: there is no session any more."""
        for name in ("undo", "redo"):
            self._actions[name].setEnabled(False)
            self._actions.set_words(name, told(f"action.{name}"))

    def _what(self, count: int) -> str:
        """Return which steps are taken back, by the name of the last one, which everybody may read."""
        title = self._session.undo_title
        named = short(say(title).rstrip("."), LONGEST * 2) if title is not None else ""
        return told("undo.step" if count == 1 else "undo.steps", title=named, count=count)

    def _names(self, learned: frozenset[str]) -> list[str]:
        seats = self._session.lens(SHARED).view.seats
        names = [short(seat.name, 40) for seat in seats.values() if seat.id in learned]
        return names if names and not learned - set(seats) else [told("undo.everyone")]

    @Slot(object)
    def _follow(self, change: Change | None) -> None:
        if change is not None and change.entry is not None:
            self._agreed = False
        self._name("undo", self._session.undo_title)
        self._name("redo", self._session.redo_title)

    def _name(self, action: str, title: Message | None) -> None:
        self._actions[action].setEnabled(title is not None)
        named = "" if title is None else short(say(title).rstrip("."), LONGEST)
        words = told(f"action.{action}_named", title=named) if named else told(f"action.{action}")
        self._actions.set_words(action, words, named)
