"""Audiences of characters that take part in something: what the log and the dice tell them.

A secret character is unnoticed until it openly takes part: until then only its player and the GM read of it. Once it is
noticed, everybody reads what it does, but only those two how its numbers are made.

>>> from engine.core.chance import SeededChance
>>> from engine.model.seats import Actor, Role, Seat
>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM), "p1": Seat(id="p1", name="Tom")}
>>> spy = Actor(id="spy", name="Spy", seat="gm", secret=True)
>>> table = Table(ruleset="tiny", seats=seats, actors={"spy": spy})
>>> hidden, noticed = Audiences(lambda table: ()), Audiences(lambda table: ("spy",))
>>> hidden.audience_for(table, "spy"), noticed.audience_for(table, "spy")
(('gm',), None)
>>> draft = Draft(table, SeededChance(1))
>>> noticed.add_open_line(draft, "spy", "hits", seen="hits_seen", hides=("damage",), damage=3)
>>> add_readers_line(draft, "spy", "grows", "TINY-1", level=2)
>>> [(event.message.key, event.audience) for event in draft.events]
[('log.hits_seen', None), ('log.hits', ('gm',)), ('log.grows', ('gm',))]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager

from engine.core import audience
from engine.core.audience import record_readers
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.kit import control
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.model.frozen import Json
from engine.model.seats import Actor
from engine.model.table import Table


class Audiences:
    """The audiences of the characters of a game.

    Attributes:
        taking_part: returns the characters that openly take part in something: every seat knows that they are there.
    """

    def __init__(self, taking_part: Callable[[Table], tuple[str, ...]]) -> None:
        self.taking_part = taking_part

    # ---- who may know

    def audience_for(self, table: Table, actor: str) -> tuple[str, ...] | None:
        """Return the seats that may read what a character does: None for all; for an unnoticed one, its readers."""
        character = table.actors.get(actor)
        if character is None or not character.secret or actor in self.taking_part(table):
            return None
        return record_readers(table, character)

    def audience_for_all(self, table: Table, actors: Sequence[str]) -> tuple[str, ...] | None:
        """Return the seats that may read what several characters do together.

        None (all seats) if that is so for any of them, or if there are none.
        """
        found = set[str]()
        for actor in actors:
            seats = self.audience_for(table, actor)
            if seats is None:
                return None
            found.update(seats)
        return tuple(sorted(found)) if actors else None

    def is_veiled(self, table: Table, actor: str) -> bool:
        """Say whether all seats see what a character does, but not its record: a secret one that has been noticed."""
        return table.actors[actor].secret and self.audience_for(table, actor) is None

    def need_known(self, table: Table, seat: str, actor: str) -> None:
        """Raise Refused for a character that a seat does not know of."""
        audience.need_known(table, seat, actor, self._noticed(table, actor))

    def need_controller(self, table: Table, command: Request, actor: str, *rules: str) -> None:
        """Raise Refused unless the asking seat controls the character, or is the GM's."""
        control.need_controller(table, command, actor, *rules, noticed=self._noticed(table, actor))

    def _noticed(self, table: Table, actor: str) -> tuple[str, ...]:
        """Return the characters that have been noticed, for a secret character; else none."""
        character = table.actors.get(actor)
        return self.taking_part(table) if character is not None and character.secret else ()

    # ---- what they read

    def add_line(
        self,
        draft: Draft,
        actor: str,
        key: str,
        *rules: str,
        reckoning: Sequence[Message] = (),
        calls_for: Sequence[str] = (),
        seen: str = "",
        hides: Collection[str] = (),
        **params: Json,
    ) -> None:
        """Write a log line about a character, by name, for those who may know of it.

        For a secret character that has been noticed, only readers of its record see the calculation. If the line itself
        reveals part of a number (`hides`), the others get the sentence `seen`.
        """
        if not draft.reports:
            return
        character, readers = draft.table.actors.get(actor), self.audience_for(draft.table, actor)
        named: dict[str, Json] = {"actor": actor_name(draft.table, actor), **params}
        add_line_about(
            draft,
            character,
            readers,
            key,
            rules,
            named,
            reckoning=reckoning,
            calls_for=calls_for,
            seen=seen,
            hides=hides,
        )

    def add_open_line(
        self,
        draft: Draft,
        actor: str,
        key: str,
        *rules: str,
        reckoning: Sequence[Message] = (),
        seen: str = "",
        hides: Collection[str] = (),
        **params: Json,
    ) -> None:
        """Write a log line for everybody about an open action of a character.

        For a secret character, only readers of its record see the calculation.

        Args:
            draft: the draft.
            actor: the character.
            key: the key of the sentence.
            rules: the rule IDs.
            reckoning: the calculation.
            seen: the sentence for all other readers about a secret character, if the line itself reveals part of a
                number.
            hides: the parameters that reveal it.
            params: the parameters of the sentence.
        """
        if not draft.reports:
            return
        named: dict[str, Json] = {"actor": actor_name(draft.table, actor), **params}
        character = draft.table.actors[actor]
        add_line_about(draft, character, None, key, rules, named, reckoning=reckoning, seen=seen, hides=hides)

    def record_result(self, draft: Draft, actor: str, **figures: Json) -> None:
        """Record results about a character, unless only some seats may know of it."""
        if draft.reports and self.audience_for(draft.table, actor) is None:
            draft.record_results(**figures)

    def label_dice(
        self, draft: Draft, actor: str, what: str, *, sums: bool = False, **params: Json
    ) -> AbstractContextManager[None]:
        """Name the owner and the purpose of the dice thrown meanwhile; hide those of a character not known to all.

        Args:
            draft: the draft that records them.
            actor: the character that throws.
            what: the sentence `activity_view.<what>`.
            sums: values of the record are added to the dice: those of a secret character stay hidden, or the difference
                to the total would reveal them.
            params: further parameters of the sentence.
        """
        if not draft.reports or self.audience_for(draft.table, actor) is not None:
            return draft.rolling_for(None, hidden=True)
        named = {"actor": actor_name(draft.table, actor), **params}
        hidden = sums and draft.table.actors[actor].secret
        return draft.rolling_for(Message(key=f"glimpse.{what}", params=named), hidden=hidden)


def add_readers_line(
    draft: Draft, actor: str, key: str, *rules: str, reckoning: Sequence[Message] = (), **params: Json
) -> None:
    """Write a log line about the record of a character, by name, for those who may read the record."""
    character = draft.table.actors[actor]
    audience, params = record_readers(draft.table, character), {"actor": character.name, **params}
    draft.note(key, *rules, audience=audience, reckoning=reckoning, tells=(), calls_for=(), **params)


def add_line_about(
    draft: Draft,
    character: Actor | None,
    audience: tuple[str, ...] | None,
    key: str,
    rules: tuple[str, ...],
    params: Mapping[str, Json],
    *,
    reckoning: Sequence[Message] = (),
    calls_for: Sequence[str] = (),
    seen: str = "",
    hides: Collection[str] = (),
    tells: Sequence[str] = (),
    made_of: str = "made_of",
) -> None:
    """Write a line for an audience. If that is everybody, a secret character's numbers still go to its readers alone.

    Args:
        draft: the draft.
        character: the character that the line is about; None for a thing.
        audience: the seats that read the line; None for all.
        key: the key of the sentence.
        rules: the rule IDs.
        params: the parameters of the sentence.
        reckoning: the calculation.
        calls_for: what the line asks for.
        seen: the sentence for all others, if the line itself reveals part of a number.
        hides: the parameters that reveal it.
        tells: the results in the line that a command can override.
        made_of: the sentence of the calculation that only the readers get, if all get the line.
    """
    if not draft.reports:
        return
    if character is None or not character.secret or audience is not None:
        draft.note(key, *rules, audience=audience, reckoning=reckoning, tells=tells, calls_for=calls_for, **params)
        return
    readers = record_readers(draft.table, character)
    if seen:
        add_split_line(
            draft,
            readers,
            key,
            rules,
            params,
            reckoning=reckoning,
            calls_for=calls_for,
            seen=seen,
            hides=hides,
            tells=tells,
        )
        return
    draft.note(key, *rules, audience=None, reckoning=(), tells=tells, calls_for=calls_for, **params)
    if reckoning:
        draft.note(made_of, audience=readers, reckoning=reckoning, actor=character.name)


def add_split_line(
    draft: Draft,
    readers: tuple[str, ...] | None,
    key: str,
    rules: tuple[str, ...],
    params: Mapping[str, Json],
    *,
    seen: str,
    hides: Collection[str],
    reckoning: Sequence[Message] = (),
    open_reckoning: Sequence[Message] = (),
    calls_for: Sequence[str] = (),
    tells: Sequence[str] = (),
) -> None:
    """Write a line as two: a sentence without the hidden numbers for everybody, and the whole line for its readers.

    Args:
        draft: the draft.
        readers: the seats that may read the numbers; None for all, who then get the whole line alone.
        key: the key of the whole line.
        rules: the rule IDs.
        params: the parameters of the whole line.
        seen: the key of the sentence for everybody.
        hides: the parameters that this sentence lacks.
        reckoning: the calculation, for the readers.
        open_reckoning: what of the calculation everybody may read.
        calls_for: what the line asks for.
        tells: the results in the whole line that a command can override.
    """
    if readers is not None:
        rest = {word: value for word, value in params.items() if word not in hides}
        draft.note(seen, *rules, audience=None, reckoning=open_reckoning, tells=(), calls_for=calls_for, **rest)
    draft.note(key, *rules, audience=readers, reckoning=reckoning, tells=tells, calls_for=calls_for, **params)
