"""The sessions of a game: its own steps at the start and the end, and which log lines a recap tells.

>>> lines = RecapLines(falls=frozenset({"dies"}), notable=frozenset({"bell_rings"}))
>>> lines.notable | lines.falls >= {"dies", "bell_rings"}, session_plan_of(object()).lines is None
(True, True)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Protocol, runtime_checkable

from msgspec import Meta

from engine.asset_folder import cached_per_game, game_folder, is_game_id
from engine.core.fault_isolation import isolated, need_kind
from engine.kit.rules_data import data_file
from engine.messages.message import Message
from engine.messages.texts import key_in_game
from engine.model.frozen import Frozen

SESSIONS_FILE: Final = "sessions.toml"
"""The data file with the sessions of a game, a `SessionPlan`."""


class SessionStep(Frozen):
    """A step at the start or the end of a session. Its title and its sentence are texts of the game.

    Attributes:
        name: its title is `session_step.<name>`, its sentence `session_step_help.<name>`.
        offers: the names of the offers that it shows, without what comes after a colon.
    """

    name: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,40}$")]
    offers: Annotated[tuple[str, ...], Meta(max_length=40)] = ()


class RecapLines(Frozen):
    """The log lines that a recap tells, by their keys without `log.`.

    Attributes:
        combat_starts: a combat starts; its people are in the parameters `fighters` or `actors`.
        combat_ends: it is over; the line says who won, if the game knows.
        rounds: a round or turn of a combat begins.
        joins: a character joins a combat.
        falls: a character falls, in a combat or elsewhere.
        notable: a moment to remember, such as a critical success.
        scenes: a scene or another part of the story begins.
        gains: somebody gains something for good, such as experience.
        counts: what is counted, by the name of its text `recap.count.<name>`.
    """

    combat_starts: frozenset[str] = frozenset()
    combat_ends: frozenset[str] = frozenset()
    rounds: frozenset[str] = frozenset()
    joins: frozenset[str] = frozenset()
    falls: frozenset[str] = frozenset()
    notable: frozenset[str] = frozenset()
    scenes: frozenset[str] = frozenset()
    gains: frozenset[str] = frozenset()
    counts: Mapping[str, frozenset[str]] = {}


_Steps = Annotated[tuple[SessionStep, ...], Meta(max_length=20)]


class SessionPlan(Frozen):
    """The sessions of a game.

    Attributes:
        start: its steps once a session has started.
        end: its steps before a session ends.
        after: its steps once a session has ended.
        lines: the log lines for the recap; None tells the lines that the table shows large.
    """

    start: _Steps = ()
    end: _Steps = ()
    after: _Steps = ()
    lines: RecapLines | None = None

    @property
    def steps(self) -> tuple[SessionStep, ...]:
        """All its steps."""
        return (*self.start, *self.end, *self.after)


def step_messages(game: str, step: SessionStep) -> tuple[Message, Message]:
    """Return the title of a step, and its sentence: texts of the game."""
    title, words = f"session_step.{step.name}", f"session_step_help.{step.name}"
    return Message(key=key_in_game(game, title)), Message(key=key_in_game(game, words))


@runtime_checkable
class HasSessionPlan(Protocol):
    """A game whose class says something of its sessions, in place of its data file."""

    @property
    def session_plan(self) -> SessionPlan:
        """Its steps and its log lines."""
        ...


_NOTHING_SAID = SessionPlan()


def session_plan_of(ruleset: object) -> SessionPlan:
    """Return what a game says of its sessions; a fault in it leaves only what every game has."""
    if isinstance(ruleset, HasSessionPlan):
        return isolated(lambda: need_kind("session_plan", ruleset.session_plan, SessionPlan), _NOTHING_SAID)
    game = str(getattr(ruleset, "id", ""))
    return isolated(lambda: _plan_in_data(game), _NOTHING_SAID) if is_game_id(game) else _NOTHING_SAID


@cached_per_game
def _plan_in_data(game: str) -> SessionPlan:
    return data_file(game_folder(game) / SESSIONS_FILE, SessionPlan)
