"""Poisons by the traits that a GM gives them: when they work, against what, for how long, and what helps (CF-X-37)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import ConditionGone, ListSet
from engine.play.moves.fields import ActorId
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import lapsing, states
from engine.rulesets.classic_fantasy.characters import person_of
from engine.rulesets.classic_fantasy.checks import PURPOSES, Decided, Purpose, call_for, open_check, roll_of
from engine.rulesets.classic_fantasy.clock import Due, Entry, seconds_of
from engine.rulesets.classic_fantasy.leading import need_leader, note_of
from engine.rulesets.classic_fantasy.passing import Step
from engine.rulesets.classic_fantasy.perils import plain_name
from engine.rulesets.classic_fantasy.procedures.check import Check, Roll
from engine.rulesets.classic_fantasy.rolling import need_free
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.ticking import TICKS, Since, Tick
from engine.table.conditions import Condition
from engine.table.frozen import Frozen, plain
from engine.table.table import Table

POISONS: Final = "poisons"
COMING: Final = "poison_coming"
"""Who has been given a poison that has not set in; its end is when it does."""
POISONED: Final = "poisoned"
"""On whom a poison works; its note says how, its end is when that is over."""
Application = Literal["contact", "ingested", "inhaled", "injected"]
"""How a poison gets into somebody."""
Length = Annotated[int, Meta(ge=0, le=9999)]


class Poison(Frozen):
    """A poison as a GM writes it down; it is kept with the campaign, for the GM alone.

    Attributes:
        name: what it is called.
        application: how it gets into somebody.
        potency: its skill against the victim's.
        resistance: the skill that withstands it.
        onset: seconds until it sets in; 0 for at once.
        duration: seconds for which it works; 0 for until the GM ends it.
        conditions: what it does meanwhile, in words.
        antidote: what helps against it, in words.
    """

    name: str
    application: Application = "ingested"
    potency: int = 50
    resistance: str = "Endurance"
    onset: int = 0
    duration: int = 0
    conditions: str = ""
    antidote: str = ""


class MakePoison(Request):
    """The GM writes a poison down; one of the same name is replaced."""

    RULES = ("CF-X-37", "CF-TRAP-12")
    name: Annotated[str, Meta(min_length=1, max_length=60, description="what it is called")]
    application: Annotated[Application, Meta(description="how it gets into somebody")] = "ingested"
    potency: Annotated[int, Meta(ge=0, le=999, description="in per cent, against the victim's resistance")] = 50
    resistance: Annotated[str, Meta(description="the skill that withstands it")] = "Endurance"
    onset: Annotated[Length, Meta(description="after how many of these it sets in; 0 for at once")] = 0
    onset_in: Annotated[Step, Meta(description="of what")] = "minute"
    duration: Annotated[Length, Meta(description="for how many it works; 0 for until the GM ends it")] = 0
    duration_in: Annotated[Step, Meta(description="of what")] = "hour"
    conditions: Annotated[str, Meta(max_length=200, description="what it does meanwhile, in words")] = ""
    antidote: Annotated[str, Meta(max_length=200, description="what helps against it, in words")] = ""


class RemovePoison(Request):
    """The GM takes a poison off the list."""

    RULES = ("CF-X-37",)
    FAR_REACHING = True
    name: Annotated[str, Meta(description="which")]


class PoisonSomebody(Request):
    """The GM lets a poison get into somebody; its Potency is rolled against the victim's resistance as it sets in."""

    RULES = ("CF-X-37", "CF-TRAP-12", "CF-TRAP-19", "CF-AMB-50")
    actor: ActorId
    name: Annotated[str, Meta(description="which poison of the list")]


class EndPoison(Request):
    """An antidote, or the GM's word, ends what a poison does to somebody."""

    RULES = ("CF-X-37",)
    actor: ActorId


# ---- the list --------------------------------------------------------------------------------------------------------


def known_poisons(table: Table) -> tuple[Poison, ...]:
    """Return the poisons of the GM's list; a row that is none is left out."""
    found = list[Poison]()
    for row in table.lists.get(POISONS, ()):
        try:
            found.append(msgspec.convert(row, Poison))
        except msgspec.ValidationError:
            continue
    return tuple(found)


def need_poison(table: Table, name: str) -> Poison:
    """Return a poison by its name. Raises Refused for one that nobody has written down."""
    found = next((one for one in known_poisons(table) if one.name == name), None)
    if found is None:
        raise Refused("d100_no_such_poison", "CF-X-37", poison=name[:60])
    return found


def verify_list(table: Table, command: MakePoison | RemovePoison) -> None:
    """The GM; what is written down has a name, what is taken off must be there."""
    need_gm(table, command, "CF-X-37")
    if isinstance(command, RemovePoison):
        need_poison(table, command.name)
    elif not plain_name(command.name):
        raise Refused("d100_poison_name", "CF-X-37")


def make(draft: Draft, command: MakePoison) -> None:
    """Write it down."""
    settings = settings_of(draft.table)
    made = Poison(
        name=plain_name(command.name),
        application=command.application,
        potency=command.potency,
        resistance=command.resistance.strip() or "Endurance",
        onset=command.onset * seconds_of(command.onset_in, settings),
        duration=command.duration * seconds_of(command.duration_in, settings),
        conditions=command.conditions.strip(),
        antidote=command.antidote.strip(),
    )
    new: Any = plain(msgspec.to_builtins(made))
    _put(draft, made.name, new)
    _to_gm(draft, "d100_poison_saved", made.name)


def remove(draft: Draft, command: RemovePoison) -> None:
    """Take it off."""
    _put(draft, command.name)
    _to_gm(draft, "d100_poison_removed", command.name)


def _put(draft: Draft, name: str, *new: Any) -> None:
    rows = [row for row in draft.table.lists.get(POISONS, ()) if row.get("name") != name]
    draft.emit(ListSet(name=POISONS, rows=(*rows, *new)))


def _to_gm(draft: Draft, key: str, name: str) -> None:
    draft.note(key, "CF-X-37", audience=(draft.table.gm(),), name=name)


# ---- what it does ----------------------------------------------------------------------------------------------------


def verify_poison(table: Table, command: PoisonSomebody) -> None:
    """The GM, for a poison that is known and somebody alive who can be asked to withstand it."""
    need_gm(table, command, "CF-X-37")
    need_leader(table, command, command.actor)
    need_free(table)
    need_poison(table, command.name)
    if states.is_dead(table, command.actor):
        raise Refused("d100_not_now", "CF-X-37")


def poison(draft: Draft, command: PoisonSomebody) -> None:
    """Let it set in, now or later."""
    found = need_poison(draft.table, command.name)
    note_of(draft, command.actor, "d100_poison_given", "CF-X-37", application=found.application)
    if found.onset:
        _lay(draft, command.actor, COMING, found.name, draft.table.clock + found.onset)
    else:
        _sets_in(draft, command.actor, found, open_check)


def _lay(draft: Draft, actor: str, state: str, name: str, until: int | None, note: str = "") -> None:
    held = Condition(id=states.condition_id(state, name), name=state, note=note, until=until)
    draft.lay_condition(actor, held)


def _sets_in(draft: Draft, actor: str, found: Poison, ask: Callable[[Draft, Check], None]) -> None:
    own = roll_of(draft.table, actor, found.resistance, value=_least(draft.table, actor, found.resistance))
    first = Roll(name=found.name, skill=found.potency)
    about = {"poison": found.name}
    ask(draft, Check(purpose="poison", rolls=(first, own), sort="opposed", what=found.name, about=about))


def _least(table: Table, actor: str, skill: str) -> int | None:
    """Return 0 for a skill that somebody has not: a poison asks for it all the same."""
    return None if person_of(table, actor).skill(skill) is not None else 0


def _resisted(draft: Draft, result: Decided) -> None:
    """A poison that wins works for its time; where both fail it does not (CF-X-7)."""
    actor, name = result.check.rolls[1].actor, str(result.check.about["poison"])
    found = next((one for one in known_poisons(draft.table) if one.name == name), None)
    if found is None or states.is_dead(draft.table, actor):
        return
    if not result.succeeded:
        note_of(draft, actor, "d100_poison_withstood", "CF-X-37")
        return
    until = draft.table.clock + found.duration if found.duration else None
    _lay(draft, actor, POISONED, found.name, until, found.conditions)
    note_of(draft, actor, "d100_poison_works", "CF-X-37", conditions=found.conditions)


def verify_end(table: Table, command: EndPoison) -> None:
    """The GM, for somebody who was poisoned."""
    need_gm(table, command, "CF-X-37")
    need_leader(table, command, command.actor)
    state = table.actors[command.actor]
    if not state.has(COMING) and not state.has(POISONED):
        raise Refused("d100_not_poisoned", "CF-X-37")


def end(draft: Draft, command: EndPoison) -> None:
    """It does nothing any more."""
    states.lift(draft, command.actor, COMING)
    states.lift(draft, command.actor, POISONED)
    note_of(draft, command.actor, "d100_poison_ends", "CF-X-37")


# ---- the clock -------------------------------------------------------------------------------------------------------


def _entries(table: Table, since: Since) -> Iterator[Entry]:
    for actor in states.in_story(table):
        for held in table.actors[actor].named(COMING):
            if held.until is not None:
                yield Entry(name=f"poison:{actor}:{held.id}", at=held.until)


def _comes(draft: Draft, due: Due) -> None:
    _, actor, found = due.name.split(":", 2)
    name = found.partition(":")[2]
    draft.emit(ConditionGone(actor=actor, id=found))
    known = next((one for one in known_poisons(draft.table) if one.name == name), None)
    if known is not None:
        _sets_in(draft, actor, known, call_for)


PURPOSES["poison"] = Purpose(_resisted)
lapsing.ELSEWHERE.add(COMING)
TICKS.append(Tick("poison", _entries, _comes, dice=True))
MOVES = (
    Move(MakePoison, verify_list, make),
    Move(RemovePoison, verify_list, remove),
    Move(PoisonSomebody, verify_poison, poison),
    Move(EndPoison, verify_end, end),
)
