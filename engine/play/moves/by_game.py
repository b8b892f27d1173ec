"""Moves by hand that need to know the game: its options, its lists, and what a new character of it is like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import (
    ActorSet,
    OptionSet,
)
from engine.play.moves.fields import (
    FreeId,
    Name,
    NewActor,
    audience_of,
    need_id,
    need_seat_id,
)
from engine.play.moves.versions import of_present_version
from engine.play.moves.words import SetList, set_list, verify_list
from engine.play.names import seat_name
from engine.play.options import OptionSpec, check_option, told
from engine.play.refusal import Refused
from engine.table.frozen import Json
from engine.table.seats import Actor
from engine.table.table import Table


class JoinActor(Request):
    """A character comes into the story."""

    id: FreeId
    name: Name
    leader: Annotated[str, Meta(description="the seat that leads the character")]
    sheet: Annotated[Mapping[str, Json], Meta(description="fields of the record sheet")] = {}
    secret: Annotated[bool, Meta(description="only the leader and the GM may read its record")] = False


class SetOption(Request):
    """Choose an option, for the whole game or only for the present scene; null ends a scene's exception."""

    option: Annotated[str, Meta(description="the name of the option")]
    value: Annotated[Json, Meta(description="what it becomes")]
    scene: Annotated[bool, Meta(description="for the present scene only")] = False


def moves_of_ruleset(
    options: Mapping[str, OptionSpec], new_actor: NewActor, secret_lists: frozenset[str] = frozenset()
) -> tuple[Move[Any], ...]:
    """Return the moves by hand that need to know the game: options, lists, and what a new character of it is like."""

    def verify_option(table: Table, command: SetOption) -> None:
        need_gm(table, command)
        if not (command.scene and command.value is None):
            check_option(options, command.option, command.value)
        elif command.option not in options:
            raise Refused("no_such_option", option=command.option)
        if command.scene and "scene" not in options[command.option].scopes:
            raise Refused("option_scope", option=command.option)

    def set_option(draft: Draft, command: SetOption) -> None:
        draft.emit(OptionSet(name=command.option, value=command.value, scene=command.scene))
        draft.note(
            "option_set_scene" if command.scene else "option_set",
            *options[command.option].rules,
            option=options[command.option].label,
            value=told(command.option, command.value),
        )

    def write_list(draft: Draft, command: SetList) -> None:
        set_list(draft, command, secret=command.list in secret_lists)

    def verify_join(table: Table, command: JoinActor) -> None:
        need_id(command.id, table.actors)
        need_seat_id(table, command.leader)
        if command.leader != command.seat:
            need_gm(table, command)
        new_actor(table, Actor(id=command.id, name=command.name, seat=command.leader, sheet=command.sheet), {})

    def join(draft: Draft, command: JoinActor) -> None:
        sheet = of_present_version(draft.table, {}, command.sheet)
        bare = Actor(id=command.id, name=command.name, seat=command.leader, sheet=sheet, secret=command.secret)
        draft.emit(ActorSet(actor=new_actor(draft.table, bare, {})))
        audience = audience_of(draft.table, bare)
        draft.note("actor_joined", audience=audience, actor=bare.name, seat=seat_name(draft.table, bare.seat))

    return (
        Move(SetOption, verify_option, set_option),
        Move(SetList, verify_list, write_list),
        Move(JoinActor, verify_join, join),
    )
