"""What is prepared comes to the table: a trap is laid, foes are brought, and the party goes somewhere (CF-UI-12)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from itertools import count
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import ActorSet, ListSet
from engine.play.moves.fields import audience_of
from engine.play.moves.versions import of_present_version
from engine.play.names import seat_name
from engine.play.refusal import Refused
from engine.play.words import say
from engine.rulesets.classic_fantasy.characters import OWN_TABLE
from engine.rulesets.classic_fantasy.data import RULESET
from engine.rulesets.classic_fantasy.procedures.evening import evening, set_evening
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.trapping import lay_trap
from engine.rulesets.classic_fantasy.workshop import library
from engine.rulesets.classic_fantasy.workshop.faults import faults_of, grave
from engine.rulesets.classic_fantasy.workshop.records import (
    BEEN_THERE,
    LONGEST_LINE,
    LONGEST_NAME,
    MOST_FOES,
    PLACES,
    Foe,
    Place,
    PreparedTrap,
    Record,
    trap_of,
)
from engine.table.frozen import Frozen, Json, plain, replace
from engine.table.seats import Actor
from engine.table.table import Table
from engine.workshop.keeping import with_row

CREATURE = "creature"
"""The sheet that a foe's record follows."""


class LayPrepared(Request):
    """The GM lays a prepared trap, hidden."""

    RULES = ("CF-TRAP-17", "CF-TRAP-18", "CF-TRAP-19", "CF-UI-12")
    trap: Annotated[str, Meta(description="which, by its id among the prepared ones")]
    place: Annotated[
        str, Meta(max_length=LONGEST_LINE, description="where it lies; empty for where it is planned to")
    ] = ""


class BringFoes(Request):
    """The GM brings foes to the table, each with a record of its own."""

    RULES = ("CF-HITLOC-2", "CF-HITLOC-4", "CF-X-20")
    foe: Annotated[str, Meta(description="which, by its id among the foes")]
    count: Annotated[int, Meta(ge=1, le=MOST_FOES, description="how many")] = 1
    name: Annotated[str, Meta(max_length=LONGEST_NAME, description="what they are called; empty for as usual")] = ""
    shown: Annotated[bool, Meta(description="everybody sees them at once")] = False


class GoToPlace(Request):
    """The party comes to a place: its title and words for all, its traps hidden, its foes in secret, nothing twice."""

    RULES = ("CF-TIME-8", "CF-UI-12")
    place: Annotated[str, Meta(description="which, by its id among the places")]
    anew: Annotated[bool, Meta(description="as if nobody had ever been there: all of it comes once more")] = False


class Been(Frozen):
    """What going to a place has brought to the table already."""

    id: str
    name: str = ""
    brought: tuple[str, ...] = ()


# ---- traps ----------------------------------------------------------------------------------------------------------


def need_trap(table: Table, id_: str) -> PreparedTrap:
    """Return a prepared trap. Raises Refused for one that is not there, or cannot be built."""
    found = library.trap(table.lists, id_)
    if found is None:
        raise Refused("d100_no_such_trap", "CF-TRAP-17", trap=id_[:60])
    _need_sound(table, found)
    return found


def _need_sound(table: Table, record: Record) -> None:
    """Raise Refused for what the group's options, or a hand in the list, have made wrong since it was kept."""
    for fault in grave(faults_of(record, table.lists, settings_of(table))):
        raise Refused("d100_not_sound", *filter(None, (fault.rule,)), name=record.name, why=say(fault.words))


def verify_lay(table: Table, command: LayPrepared) -> None:
    """The GM, for one that there is and that its maker can build."""
    need_gm(table, command, "CF-TRAP-17")
    need_trap(table, command.trap)


def lay(draft: Draft, command: LayPrepared) -> None:
    """Lay it."""
    _lay(draft, need_trap(draft.table, command.trap), command.place.strip())


def _lay(draft: Draft, found: PreparedTrap, place: str) -> None:
    lay_trap(draft, trap_of(found, settings=settings_of(draft.table)), place or found.place)


# ---- foes -----------------------------------------------------------------------------------------------------------


def need_foe(table: Table, id_: str) -> Foe:
    """Return a foe. Raises Refused for one that is not there, or has a fault."""
    found = library.foe(table.lists, id_)
    if found is None:
        raise Refused("d100_no_such_foe", foe=id_[:60])
    _need_sound(table, found)
    return found


def verify_bring(table: Table, command: BringFoes) -> None:
    """The GM, for one that there is."""
    need_gm(table, command)
    need_foe(table, command.foe)


def bring(draft: Draft, command: BringFoes) -> None:
    """Bring them, numbered where there are several of a name."""
    _bring(draft, need_foe(draft.table, command.foe), command.count, command.name, shown=command.shown)


def _bring(draft: Draft, foe: Foe, many: int, name: str, *, shown: bool) -> None:
    called = " ".join(name.split()) or foe.name
    for _ in range(many):
        _joins(draft, foe, called, alone=many == 1, shown=shown)


def _joins(draft: Draft, foe: Foe, called: str, *, alone: bool, shown: bool) -> None:
    hidden = [] if not shown else [actor for actor in draft.table.actors.values() if actor.secret]
    known = {actor.name for actor in draft.table.actors.values()} - {actor.name for actor in hidden}
    actor = actor_for(draft.table, foe, _free_name(called, known, alone=alone), shown=shown)
    draft.emit(ActorSet(actor=actor))
    audience = audience_of(draft.table, actor)
    draft.note("actor_joined", audience=audience, actor=actor.name, seat=seat_name(draft.table, actor.seat))
    for namesake in hidden:
        if namesake.name == actor.name:
            _rename(draft, namesake, called)


def _rename(draft: Draft, actor: Actor, called: str) -> None:
    """Give a hidden character another number: the number of an open one must not tell that somebody hides."""
    name = _free_name(called, {other.name for other in draft.table.actors.values()}, alone=False)
    draft.emit(ActorSet(actor=replace(actor, name=name)))
    draft.note("d100_renamed", audience=audience_of(draft.table, actor), actor=actor.name, new=name)


def _free_name(called: str, taken: Container[str], *, alone: bool) -> str:
    """Return a name that nobody has: the bare one for who comes alone and is the first, else the next number."""
    if alone and called not in taken and f"{called} 1" not in taken:
        return called
    return next(name for n in count(1) if (name := f"{called} {n}") not in taken)


def actor_for(table: Table, foe: Foe, name: str, *, shown: bool) -> Actor:
    """Return a foe as a character of the GM's with a body of its own, unhurt."""
    from engine.rulesets.registry import game_of  # which knows this game by its moves

    id_ = next(new for n in count(1) if (new := f"{foe.id}-{n}") not in table.actors)
    bare = Actor(
        id=id_,
        name=name,
        seat=table.gm(),
        sheet=of_present_version(table, {}, sheet_of(foe)),
        secret=not shown,
    )
    return game_of(RULESET).ruleset.new_actor(table, bare, {})


_NOT_ON_SHEET = ("id", "name", "build")


def sheet_of(foe: Foe) -> Mapping[str, Json]:
    """Return what stands on a foe's record."""
    fields = {key: value for key, value in _cells(foe).items() if key not in _NOT_ON_SHEET}
    return {"sheet": CREATURE, **fields, "build": OWN_TABLE if foe.build == "own" else foe.build}


def _cells(record: Frozen) -> dict[str, Json]:
    """Return all that stands in a record, also where it is what it would be anyway; nothing for what is not known."""
    form: Any = type(record)
    held = {info.encode_name: getattr(record, info.name) for info in msgspec.structs.fields(form)}
    rows = {key: [_cells(row) for row in value] for key, value in held.items() if isinstance(value, tuple)}
    return {key: value for key, value in {**held, **rows}.items() if value not in (None, "", [])}


# ---- places ---------------------------------------------------------------------------------------------------------


def need_place(table: Table, id_: str) -> Place:
    """Return a place. Raises Refused for one that is not there."""
    found = library.records(table.lists, PLACES).get(id_)
    if not isinstance(found, Place):
        raise Refused("d100_no_such_place", place=id_[:60])
    return found


def been(table: Table, place: str) -> Been:
    """Return what going to a place has brought already."""
    for row in table.lists.get(BEEN_THERE, ()):
        try:
            found = msgspec.convert(dict(row), Been)
        except msgspec.ValidationError:
            continue
        if found.id == place:
            return found
    return Been(id=place)


def verify_go(table: Table, command: GoToPlace) -> None:
    """The GM, to a place that there is."""
    need_gm(table, command)
    need_place(table, command.place)


def go(draft: Draft, command: GoToPlace) -> None:
    """Tell the title and the words to all, the notes to the GM, and bring what has not been brought yet."""
    place, gm = need_place(draft.table, command.place), (command.seat,)
    now = evening(draft.table)
    dark = {"dark": True, "light": False}.get(place.light, now.dark)
    if (place.name, dark) != (now.place, now.dark):
        set_evening(draft, replace(now, place=place.name, dark=dark))
    draft.note("d100_place", place=place.name)
    if place.read_out.strip():
        draft.note("d100_read_out", text=place.read_out.strip())
    if place.notes.strip():
        draft.note("d100_place_notes", audience=gm, place=place.name, text=place.notes.strip())
    before = Been(id=place.id) if command.anew else been(draft.table, place.id)
    brought = list(before.brought)
    for key, found in _waiting(place):
        if key not in brought and _comes(draft, found, gm):
            brought.append(key)
    for one in place.hazards:
        draft.note(
            "d100_hazard_here", "CF-GEN-1", audience=gm, calls_for=("let_hazard",), name=one.hazard, where=one.place
        )
    for fire in place.fires:
        draft.note(
            "d100_fire_here", audience=gm, calls_for=("expose_to_heat",), number=fire.intensity, where=fire.place
        )
    row: Any = plain(msgspec.to_builtins(Been(id=place.id, name=place.name, brought=tuple(brought))))
    rows = draft.table.lists.get(BEEN_THERE, ())
    if with_row(rows, row) != rows:
        draft.emit(ListSet(name=BEEN_THERE, rows=with_row(rows, row)))


class _One(Frozen):
    """One thing that waits in a place."""

    trap: str = ""
    foe: str = ""
    words: str = ""
    alone: bool = False
    shown: bool = False


def _waiting(place: Place) -> Iterator[tuple[str, _One]]:
    """Go through all that waits in a place, each thing with a name that it keeps while others come and go."""
    counted: dict[str, int] = {}

    def next_of(kind: str, id_: str) -> str:
        counted[f"{kind}:{id_}"] = counted.get(f"{kind}:{id_}", 0) + 1
        return f"{kind}:{id_}:{counted[f'{kind}:{id_}']}"

    for trap in place.traps:
        yield next_of("trap", trap.trap), _One(trap=trap.trap, words=trap.place.strip())
    for foe in place.foes:
        for _ in range(foe.count):
            one = _One(foe=foe.foe, words=foe.name, alone=foe.count == 1, shown=foe.shown)
            yield next_of("foe", foe.foe), one


def _comes(draft: Draft, one: _One, gm: tuple[str, ...]) -> bool:
    """Bring one thing; say whether it came, and tell the GM if it could not."""
    table = draft.table
    try:
        if one.trap:
            _lay(draft, need_trap(table, one.trap), one.words)
        else:
            foe = need_foe(table, one.foe)
            _joins(draft, foe, " ".join(one.words.split()) or foe.name, alone=one.alone, shown=one.shown)
    except Refused as refused:
        draft.note("d100_place_lacks", audience=gm, what=one.trap or one.foe, why=refused.text)
        return False
    return True


MOVES = (Move(LayPrepared, verify_lay, lay), Move(BringFoes, verify_bring, bring), Move(GoToPlace, verify_go, go))
