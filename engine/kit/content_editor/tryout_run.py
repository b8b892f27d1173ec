"""A try-out in progress: a record is used on a table of its own, by the real rules, before it is saved.

A game says how the table begins (`prepare`), what is done next (`next_command`) and which numbers count (`numbers`).
Chance is always the same, so the same record gives the same result.

>>> from engine.core.manual_moves import Say
>>> from engine.kit.game_factory import make_game
>>> from engine.kit.manual_game import ManualGame
>>> from engine.kit.trial_table import TrialTable
>>> class Greeting(TryoutRun):
...     forms = RecordForms("example", {})
...     def prepare(self):
...         self.table = TrialTable(self.game, "ann", "bob").table
...     def next_command(self):
...         who = self.answer("Who speaks?", (EditorChoice("ann", "Ann"), EditorChoice("bob", "Bob")))
...         return Say(seat=who, text="Hello!") if len(self.lines) < 2 else None
...     def numbers(self):
...         return {}
>>> [line.text for line in Greeting(make_game(ManualGame("example")), answers=("bob",)).result().lines]
['bob: Hello!', 'ann: Hello!']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.events import Noted
from engine.kit.content_editor.form_definitions import RecordForms
from engine.kit.content_editor.view_models import EditorChoice, Trial, TrialLine, TrialNumber, TrialQuestion
from engine.messages.game_messages import in_game
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.scripts.script import ScriptError

Numbers = Mapping[tuple[str, str], int]
"""The numbers of all fighters, by the names of the fighter and of the number."""


class TryoutRun:
    """A try-out, from its table to its result.

    Attributes:
        forms: the game's texts are `trial_stopped` with `{why}`, and `trial_endless`.
        MOST_COMMANDS: the maximum number of commands.
        MOST_LINES: the maximum number of lines.
        table: the table of its own; `prepare` sets it first.
    """

    forms: RecordForms
    MOST_COMMANDS: ClassVar[int] = 120
    MOST_LINES: ClassVar[int] = 200
    table: Table

    def __init__(self, game: Game, answers: Sequence[str] = ()) -> None:
        self.game = game
        self.forms = self.forms.of_game(game.ruleset.id)
        self.chance = SeededChance(1)
        self.lines: list[TrialLine] = []
        self._answers = answers
        self._asked: list[TrialQuestion] = []

    def prepare(self) -> None:
        """Make the table ready; the numbers are compared with those of then."""
        raise NotImplementedError

    def next_command(self) -> Command | None:
        """Return what is done next; None at the end."""
        raise NotImplementedError

    def numbers(self) -> Numbers:
        """Return the numbers of all fighters now."""
        raise NotImplementedError

    def apply(self, command: Command) -> None:
        """Do something, and note what the log says of it."""
        outcome = self.game.apply(self.table, command, self.chance)
        for event in outcome.events:
            if isinstance(event, Noted):
                self.note(event)
        self.table = outcome.table

    def note(self, event: Noted) -> None:
        """Note a line of the log."""
        reckoning = tuple(map(say, event.reckoning))
        self.lines.append(TrialLine(text=say(event.message), reckoning=reckoning, rules=event.rules))

    def answer(self, text: str, ways: tuple[EditorChoice, ...]) -> str:
        """Return the given answer to a question on the way, or else the first possible one, and note both."""
        at = len(self._asked)
        answer = self._answers[at] if at < len(self._answers) else None
        chosen = next((way.value for way in ways if way.value == answer), ways[0].value)
        self._asked.append(TrialQuestion(at=at, text=text, ways=ways, chosen=chosen))
        return chosen

    def result(self) -> Trial:
        """Carry out the try-out as far as the rules allow, and return what has happened."""
        before: Numbers = {}
        after: Numbers = {}
        wrong = ""
        try:
            self.prepare()
            before = after = self.numbers()
            self._go_on()
        except (Refused, ScriptError) as error:
            why = say(in_game(error.message, self.game.ruleset.id)) if isinstance(error, Refused) else error.text
            wrong = self.forms.text("trial_stopped", why=why)
        if before:
            after = self.numbers()
        changes = [
            TrialNumber(who=who, what=what, before=value, after=after.get((who, what), value))
            for (who, what), value in before.items()
        ]
        changes.sort(key=lambda change: change.before == change.after)
        lines = tuple(self.lines[: self.MOST_LINES])
        return Trial(lines=lines, changes=tuple(changes), asked=tuple(self._asked), wrong=wrong)

    def _go_on(self) -> None:
        for _ in range(self.MOST_COMMANDS):
            command = self.next_command()
            if command is None:
                return
            self.apply(command)
        self.lines.append(TrialLine(text=self.forms.text("trial_endless")))
