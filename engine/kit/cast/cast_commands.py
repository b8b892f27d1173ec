"""The commands of the GM that bring individuals of prepared records to the table, and roll their numbers again.

>>> from engine.core.chance import SeededChance
>>> from engine.kit.content_editor.content_library import ContentLibrary
>>> from engine.model.frozen import Frozen
>>> from engine.model.seats import Role, Seat
>>> class Wolf(Frozen):
...     id: str
...     name: str = ""
>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM), "p1": Seat(id="p1", name="Tom")}
>>> table = Table(ruleset="example", seats=seats, lists={"wolves": ({"id": "wolf", "name": "Wolf"},)})
>>> library = ContentLibrary[Wolf]({"wolves": Wolf}, lambda _kind: ())
>>> cast = PreparedCast("wolves", library, faults=lambda wolf, table: (), sheet=lambda wolf, table: {})
>>> move, again = moves_for(cast, lambda table, actor, tracks: actor)
>>> draft = Draft(table, SeededChance(1))
>>> bring_two = BringCast(seat="gm", record="wolf", count=2)
>>> move.verify(table, bring_two), move.decide(draft, bring_two)
(None, None)
>>> [(actor.id, actor.name, actor.secret) for actor in draft.table.actors.values()]
[('wolf-1', 'Wolf 1', True), ('wolf-2', 'Wolf 2', True)]
>>> try:
...     move.verify(table, BringCast(seat="gm", record="bear"))
... except Refused as refused:
...     print(refused.text)
There is no entry “bear” in Prep. Make it in Prep first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from msgspec import Meta

from engine.core.commands import Move, Request, need_actor, need_gm
from engine.core.draft import Draft
from engine.kit.cast.individuals import bring_individual
from engine.kit.cast.prepared_cast import PreparedCast
from engine.kit.cast.rolled_individuals import RolledIndividuals
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.sheets.editing.new_character_moves import NewActorSetup

MOST = 20
"""The maximum number of individuals that come at once."""
LONGEST_NAME = 80


class BringCast(Request):
    """The GM brings individuals of a prepared record to the table, each with a sheet of its own."""

    PROGRAM_DICE = True
    record: Annotated[str, Meta(description="which, by its id among the prepared ones"), Asks("which_cast")]
    count: Annotated[int, Meta(ge=1, le=MOST, description="how many"), Asks("cast_count")] = 1
    name: Annotated[
        str, Meta(max_length=LONGEST_NAME, description="what they are called; empty for as usual"), Asks("cast_name")
    ] = ""
    shown: Annotated[bool, Meta(description="everybody sees them at once"), Asks("cast_shown")] = False


class RollCastAgain(Request):
    """The GM rolls the numbers of individuals again, as long as nothing in them has changed."""

    PROGRAM_DICE = True
    record: Annotated[str, Meta(description="the prepared record, by its id")]
    actors: Annotated[tuple[str, ...], Meta(description="characters"), Asks("which_of_cast", least=1)]


def bring(
    draft: Draft,
    cast: PreparedCast[Any],
    new_actor: NewActorSetup,
    id_: str,
    count: int,
    name: str,
    *,
    shown: bool,
    alone: bool | None = None,
) -> tuple[str, ...]:
    """Bring individuals of a record, numbered where several have the same name; return their ids.

    Args:
        draft: the draft.
        cast: the cast of the record.
        new_actor: completes each new character.
        id_: the id of the record.
        count: how many come.
        name: their name; empty for that of the record.
        shown: everybody sees them at once.
        alone: no others like them come with them, so a single one needs no number; by default if only one comes.
    """
    wished = cast.wished(draft.table, id_, name, alone=count == 1 if alone is None else alone)

    def make(unused: str) -> Actor:
        return cast.actor(draft, new_actor, id_, unused, shown=shown)

    noticed = tuple(cast.noticed(draft.table))
    brought = tuple([bring_individual(draft, wished, make, shown=shown, noticed=noticed).id for _ in range(count)])
    for individual in brought:
        cast.arrived(draft, individual)
    if cast.has_dice(draft.table, id_):
        cast.rolled.remember(draft, dict.fromkeys(brought, id_))
    return brought


def moves_for(cast: PreparedCast[Any], new_actor: NewActorSetup) -> tuple[Move[Any], ...]:
    """Return the moves with which a game brings its cast to the table; `new_actor` completes its characters."""

    def verify_bring(table: Table, command: BringCast) -> None:
        need_gm(table, command)
        cast.record(table, command.record)

    def decide_bring(draft: Draft, command: BringCast) -> None:
        bring(draft, cast, new_actor, command.record, command.count, command.name, shown=command.shown)

    return (Move(BringCast, verify_bring, decide_bring), again_move(cast, new_actor))


def again_move(cast: PreparedCast[Any], new_actor: NewActorSetup) -> Move[RollCastAgain]:
    """Return the move that rolls the numbers of individuals of a cast again."""

    def make_again(draft: Draft, record: str, old: Actor) -> Actor:
        made = cast.actor(draft, new_actor, record, old.name, shown=not old.secret)
        return replace(made, id=old.id, seat=old.seat)

    return roll_again_move(cast.rolled, cast.record, cast.to_roll_again, make_again)


def roll_again_move(
    individuals: RolledIndividuals,
    need_record: Callable[[Table, str], object],
    to_roll_again: Callable[[Table], Mapping[str, tuple[str, ...]]],
    make: Callable[[Draft, str, Actor], Actor],
) -> Move[RollCastAgain]:
    """Return the move that rolls the numbers of individuals again.

    Args:
        individuals: those of the game whose numbers were rolled.
        need_record: raises Refused for the id of a prepared record that cannot be used.
        to_roll_again: returns the characters whose numbers can be rolled again, by the id of their record.
        make: returns a character of a record, by its id, with newly rolled numbers, and all else as it is.
    """

    def verify(table: Table, command: RollCastAgain) -> None:
        need_gm(table, command)
        need_record(table, command.record)
        if not command.actors:
            raise Refused("cast_nobody")
        untouched = to_roll_again(table).get(command.record, ())
        for actor in command.actors:
            need_actor(table, actor)
            if actor not in untouched:
                raise Refused("cast_changed", actor=actor_name(table, actor))

    def decide(draft: Draft, command: RollCastAgain) -> None:
        def made(old: Actor) -> Actor:
            return make(draft, command.record, old)

        individuals.roll_again(draft, command.record, command.actors, made, "cast_rolled_again")

    return Move(RollCastAgain, verify, decide)
