"""A trap goes off: each victim resists as the trap allows, or takes what comes (CF-TRAP-5, -9, -10, -13, -16)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import springing, traps
from engine.rulesets.classic_fantasy.characters import person_of
from engine.rulesets.classic_fantasy.checks import PURPOSES, Decided, Purpose, open_check, roll_of
from engine.rulesets.classic_fantasy.falls import drop
from engine.rulesets.classic_fantasy.leading import figure_of, leader, need_leader, note_of, told_of_all
from engine.rulesets.classic_fantasy.procedures.check import Check, Roll
from engine.rulesets.classic_fantasy.procedures.springing import Springing
from engine.rulesets.classic_fantasy.procedures.springing import springing as under_way
from engine.rulesets.classic_fantasy.procedures.wounding import Harm, Wounding
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.trap_list import Laid, laid_traps, learn, put
from engine.rulesets.classic_fantasy.traps import Trap
from engine.rulesets.classic_fantasy.wounding import THEN, hurt
from engine.table.frozen import replace
from engine.table.table import Table


class ResistTrap(Request):
    """A victim tries to get away, in one of the ways that the trap allows."""

    RULES = ("CF-TRAP-9", "CF-AMB-45", "CF-AMB-50")
    way: Annotated[int, Meta(ge=0, le=9, description="which of them, from 0")] = 0


class TakeTrap(Request):
    """A victim does not resist, or the GM lets the trap have its way."""

    RULES = ("CF-TRAP-10",)


class EscapeTrap(Request):
    """The GM lets a victim get away, where by the trap there is hardly a way out."""

    RULES = ("CF-TRAP-9", "CF-TRAP-4")


def spring_at(draft: Draft, laid: Laid, victims: tuple[str, ...]) -> None:
    """Let a trap go off at somebody; it must be set again by hand, unless it does that itself (CF-TRAP-5)."""
    told = told_of_all(draft.table, victims)
    after = replace(laid, state=springing.sprung(laid.trap, laid.state), unwitnessed=told is not None)
    put(draft, after)
    learn(draft, after, *(leader(draft.table, victim) for victim in victims))
    draft.note("d100_trap_springs", "CF-TRAP-10", audience=told, name=laid.trap.name, effect=laid.trap.effect)
    if victims:
        draft.begin(Springing(trap=laid.id, victim=victims[0], others=victims[1:]))
        _ask(draft)


def need_resist(table: Table) -> tuple[Springing, Trap]:
    """Return the trap that waits for its victim's answer. Raises Refused if there is none."""
    front = table.procedures[-1] if table.procedures else None
    if not isinstance(front, Springing):
        raise Refused("d100_not_now", "CF-TRAP-9")
    return front, trap_of(table, front)


def trap_of(table: Table, now: Springing) -> Trap:
    """Return the trap that goes off."""
    found = next((one.trap for one in laid_traps(table) if one.id == now.trap), None)
    return found if found is not None else Trap(name=now.trap, maker=1)


def _now(draft: Draft) -> Springing:
    found = under_way(draft.table)
    assert found is not None
    return found


def _ask(draft: Draft) -> None:
    now = _now(draft)
    trap = trap_of(draft.table, now)
    if not trap.resistance:
        _strikes(draft)
        return
    note_of(draft, now.victim, "d100_trap_at", "CF-TRAP-9", name=trap.name)


def verify_resist(table: Table, command: ResistTrap) -> None:
    """Who leads the victim, in a way that there is and that it knows."""
    now, trap = need_resist(table)
    need_leader(table, command, now.victim)
    if command.way >= len(trap.resistance):
        raise Refused("d100_no_such_way", "CF-TRAP-9")
    _own_roll(table, now, trap, command.way)


def _own_roll(table: Table, now: Springing, trap: Trap, way: int) -> Roll:
    found = trap.resistance[way]
    return roll_of(table, now.victim, found.skill, found.grade)


def resist(draft: Draft, command: ResistTrap) -> None:
    """Roll against its Difficulty; what the trap itself has rolled stands for all its victims."""
    now, trap = need_resist(draft.table)
    first = Roll(name=trap.name, skill=trap.difficulty, stands=now.rolled)
    own = _own_roll(draft.table, now, trap, command.way)
    about = {"way": command.way}
    open_check(draft, Check(purpose="resist", rolls=(first, own), sort="opposed", what=trap.name, about=about))


def _resisted(draft: Draft, result: Decided) -> None:
    """The victim is out of it, or the trap has its way (CF-TRAP-9, CF-TRAP-10, CF-AMB-45)."""
    verdict = springing.resisted(result.rolls[1], result.rolls[0], settings=settings_of(draft.table))
    now = replace(_now(draft), rolled=result.rolls[0])
    draft.become(now)
    figure_of(draft, now.victim, resisted=verdict)
    if verdict == "again":
        anew = tuple(replace(roll, thrown=None, stands=None) for roll in result.check.rolls)
        open_check(draft, replace(result.check, rolls=anew, fallen=False, lets=()))
    elif verdict == "won":
        _escapes(draft)
    else:
        _strikes(draft)


def _escapes(draft: Draft) -> None:
    now = _now(draft)
    note_of(draft, now.victim, "d100_trap_escaped", "CF-TRAP-9", name=trap_of(draft.table, now).name)
    _next(draft)


def _strikes(draft: Draft) -> None:
    """Let the trap do what it does; a pit is a fall (CF-TRAP-10, CF-TRAP-13, CF-TRAP-16, CF-TRAP-22)."""
    now, table = replace(_now(draft), stage="harm"), draft.table
    draft.become(now)
    trap, settings = trap_of(table, now), settings_of(table)
    note_of(draft, now.victim, "d100_trap_strikes", "CF-TRAP-10", name=trap.name, effect=trap.effect)
    if trap.poison:
        note_of(draft, now.victim, "d100_trap_poison", "CF-TRAP-12", poison=trap.poison, calls_for=("poison_somebody",))
    does = traps.harm_of(trap, settings=settings)
    if trap.depth is not None and settings.trap_pit == "depth":
        if not drop(draft, now.victim, trap.depth, deft=False, after="springing"):
            _next(draft)
        return
    if not does.damage:
        _next(draft)
        return
    own = person_of(table, now.victim).damage_modifier if does.falls else ""
    harm = Harm(
        actor=now.victim,
        source="fall" if does.falls else "trap",
        what=trap.name,
        dice=does.damage,
        modifier="" if own in ("", "0") else own,
        locations=does.locations,
        ignores_armour=does.ignores_armour,
        attack=None if does.falls else now.rolled,
        after="springing",
    )
    hurt(draft, harm)


def _next(draft: Draft) -> None:
    now = _now(draft)
    draft.finish(Springing)
    if now.others:
        draft.begin(replace(now, victim=now.others[0], others=now.others[1:], stage="resist", lucky=()))
        _ask(draft)


def _harmed(draft: Draft, done: Wounding) -> None:
    if under_way(draft.table) is not None:
        _next(draft)


def verify_take(table: Table, command: TakeTrap) -> None:
    """Who leads the victim."""
    need_leader(table, command, need_resist(table)[0].victim)


def take(draft: Draft, command: TakeTrap) -> None:
    """The trap has its way."""
    _strikes(draft)


def verify_escape(table: Table, command: EscapeTrap) -> None:
    """The GM."""
    need_gm(table, command, "CF-TRAP-9")
    need_resist(table)


def escape(draft: Draft, command: EscapeTrap) -> None:
    """The victim is out of it."""
    _escapes(draft)


def waived(draft: Draft, found: Check) -> None:
    """A roll that is called off leaves the victim to choose again."""
    note_of(draft, _now(draft).victim, "d100_trap_at", "CF-TRAP-9", name=found.what)


PURPOSES["resist"] = Purpose(_resisted, waived=waived)
THEN["springing"] = _harmed
MOVES = (
    Move(ResistTrap, verify_resist, resist),
    Move(TakeTrap, verify_take, take),
    Move(EscapeTrap, verify_escape, escape),
)
