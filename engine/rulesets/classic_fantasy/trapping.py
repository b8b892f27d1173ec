"""Traps at the table: built, laid, searched for, disarmed, set again, hidden (CF-TRAP-1 to -8, -20, -21, CF-UI-12)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import springing, traps
from engine.rulesets.classic_fantasy.characters import person_of
from engine.rulesets.classic_fantasy.checks import PURPOSES, CallingOff, Decided, Purpose, open_check, roll_of
from engine.rulesets.classic_fantasy.dice import mixed
from engine.rulesets.classic_fantasy.grades import Grade
from engine.rulesets.classic_fantasy.leading import figure_of, leader, need_leader, note_of, told_of
from engine.rulesets.classic_fantasy.procedures.check import Check, Roll
from engine.rulesets.classic_fantasy.rolling import need_free
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.springing_at import spring_at
from engine.rulesets.classic_fantasy.trap_list import Laid, free_id, laid_traps, learn, need_trap, put, take_away
from engine.rulesets.classic_fantasy.traps import Act, Resistance, Trap, Works
from engine.rulesets.classic_fantasy.traps import Purpose as TrapPurpose
from engine.table.frozen import replace
from engine.table.table import Table

TrapId = Annotated[str, Meta(description="a trap of the GM's list, by its id")]


class BuildTrap(Request):
    """The GM builds a trap, by a skill in per cent or by that of a character; it lies hidden."""

    RULES = (
        "CF-TRAP-1",
        "CF-TRAP-2",
        "CF-TRAP-3",
        "CF-TRAP-6",
        "CF-TRAP-7",
        "CF-TRAP-8",
        "CF-TRAP-11",
        "CF-TRAP-12",
        "CF-TRAP-15",
        "CF-TRAP-23",
    )
    name: Annotated[str, Meta(description="what it is called")]
    maker: Annotated[int, Meta(ge=0, le=999, description="the skill that it is made with; 0 for the builder's")] = 0
    builder: Annotated[str, Meta(description="the character who builds it; empty for nobody known")] = ""
    works: Annotated[Works, Meta(description="small or large")] = "small"
    purposes: Annotated[tuple[TrapPurpose, ...], Meta(description="what it is for")] = ("death",)
    trigger: Annotated[str, Meta(description="how it is set off")] = ""
    resistance: Annotated[tuple[Resistance, ...], Meta(description="the ways out for a victim")] = ()
    effect: Annotated[str, Meta(description="what happens, in words")] = ""
    damage: Annotated[str, Meta(description="dice for each location; empty for the most, `0` for none")] = ""
    spread: Annotated[
        int, Meta(ge=0, le=40, description="rows lower, for more possible locations, as far as the maker can")
    ] = 0
    depth: Annotated[Annotated[int, Meta(ge=0, le=1000)] | None, Meta(description="of a pit, in feet")] = None
    ignores_armour: Annotated[bool, Meta(description="armour is no help")] = False
    poison: Annotated[str, Meta(description="what is on it")] = ""
    auto_reset: Annotated[bool, Meta(description="it sets itself again")] = False
    place: Annotated[str, Meta(description="where it lies, in words")] = ""


class LaySample(Request):
    """The GM lays one of the traps that come with the game."""

    RULES = ("CF-TRAP-17", "CF-TRAP-18", "CF-TRAP-19")
    name: Annotated[str, Meta(description="which")]
    place: Annotated[str, Meta(description="where it lies, in words")] = ""


class RemoveTrap(Request):
    """The GM takes a trap away for good."""

    RULES = ("CF-TRAP-5",)
    FAR_REACHING = True
    trap: TrapId


class SearchTrap(Request):
    """The GM lets somebody's Perception contend with a hidden trap; nobody else learns of it unless it is found."""

    RULES = ("CF-TRAP-3", "CF-TRAP-20")
    actor: Annotated[str, Meta(description="who looks")]
    trap: TrapId
    grade: Annotated[Grade, Meta(description="how hard it is by itself")] = "Standard"
    secret: Annotated[bool, Meta(description="the GM alone sees the roll")] = True


class RevealTrap(Request):
    """The GM lets everybody see a trap."""

    RULES = ("CF-TRAP-20",)
    trap: TrapId


class DisarmTrap(Request):
    """Somebody who knows of a trap works on it."""

    RULES = ("CF-TRAP-3", "CF-TRAP-21")
    actor: Annotated[str, Meta(description="who works on it")]
    trap: TrapId
    skill: Annotated[str, Meta(description="another skill that the GM allows; empty for the usual one")] = ""
    grade: Annotated[Grade, Meta(description="how hard it is by itself")] = "Standard"


class SpringTrap(Request):
    """A trap goes off."""

    RULES = ("CF-TRAP-9", "CF-TRAP-10", "CF-TRAP-5")
    trap: TrapId
    victims: Annotated[tuple[str, ...], Meta(description="at whom; nobody for a mere signal")] = ()


class TurnTrap(Request):
    """The GM sets a trap again, hides it, or lets it be disarmed."""

    RULES = ("CF-TRAP-5",)
    trap: TrapId
    act: Annotated[Act, Meta(description="what is done with it")]


# ---- built ----------------------------------------------------------------------------------------------------------


def built(table: Table, command: BuildTrap) -> Trap:
    """Return the trap that a command describes. Raises Refused for who cannot build it (CF-TRAP-1)."""
    plain = Trap(name=command.name, maker=command.maker, works=command.works)
    maker = command.maker
    if command.builder and not maker:
        skill = person_of(table, command.builder).skill(plain.skill)
        maker = skill.value if skill is not None else 0
    if maker < 1:
        raise Refused("d100_trap_unskilled", "CF-TRAP-1")
    made = replace(
        plain,
        maker=maker,
        purposes=command.purposes,
        trigger=command.trigger,
        resistance=command.resistance,
        effect=command.effect,
        damage=command.damage,
        spread=command.spread,
        depth=command.depth,
        ignores_armour=command.ignores_armour,
        poison=command.poison,
        auto_reset=command.auto_reset,
    )
    return traps.filled(made, settings=settings_of(table))


def verify_build(table: Table, command: BuildTrap) -> None:
    """The GM, within the maker's limits (CF-TRAP-11)."""
    need_gm(table, command, "CF-TRAP-1")
    if command.builder:
        need_leader(table, command, command.builder)
    trap = built(table, command)
    if trap.damage:
        mixed(trap.damage)
    for fault in traps.faults(trap, settings=settings_of(table)):
        key = fault.key.rpartition(".")[2]
        raise Refused(f"d100_trap_{key}", "CF-TRAP-11", "CF-TRAP-15", **fault.params)


def build(draft: Draft, command: BuildTrap) -> None:
    """Lay it, hidden, and tell its price to the GM."""
    lay_trap(draft, built(draft.table, command), command.place)


def lay_trap(draft: Draft, trap: Trap, place: str) -> None:
    """Lay a trap, hidden, and tell the GM what such a one costs."""
    put(draft, Laid(id=free_id(draft.table, trap.name), trap=trap, place=place))
    price = traps.price_of(trap, settings=settings_of(draft.table))
    _to_gm(draft, "d100_trap_laid", "CF-TRAP-2", name=trap.name, price=price.count, coin=f"d100-{price.coin}")


def _to_gm(draft: Draft, key: str, *rules: str, **params: str | int) -> None:
    draft.note(key, *rules, audience=(draft.table.gm(),), reckoning=(), tells=(), calls_for=(), **params)


def verify_sample(table: Table, command: LaySample) -> None:
    """The GM, for one that there is."""
    need_gm(table, command, "CF-TRAP-17")
    if command.name not in [trap.name for trap in traps.samples()]:
        raise Refused("d100_no_such_trap", "CF-TRAP-17", trap=command.name[:60])


def lay_sample(draft: Draft, command: LaySample) -> None:
    """Lay it, hidden."""
    lay_trap(draft, next(trap for trap in traps.samples() if trap.name == command.name), command.place)


def verify_masters(table: Table, command: RemoveTrap | RevealTrap | TurnTrap) -> None:
    """The GM, for a trap that is there and can be brought into that state."""
    need_gm(table, command, "CF-TRAP-5")
    found = need_trap(table, command.seat, command.trap)
    if isinstance(command, TurnTrap):
        springing.after(found.state, command.act)


def remove(draft: Draft, command: RemoveTrap) -> None:
    """Take it away."""
    found = need_trap(draft.table, command.seat, command.trap)
    take_away(draft, command.trap)
    _to_gm(draft, "d100_trap_gone", "CF-TRAP-5", name=found.trap.name)


def reveal(draft: Draft, command: RevealTrap) -> None:
    """Let everybody see it."""
    found = need_trap(draft.table, command.seat, command.trap)
    spotted = replace(found, state="spotted") if found.state == "hidden" else found
    put(draft, spotted)
    learn(draft, spotted, *draft.table.seats)
    draft.note("d100_trap_seen", "CF-TRAP-20", name=found.trap.name)


def turn(draft: Draft, command: TurnTrap) -> None:
    """It is in that state now; what is hidden anew nobody knows of."""
    found = need_trap(draft.table, command.seat, command.trap)
    state = springing.after(found.state, command.act)
    put(draft, replace(found, state=state, known=() if state == "hidden" else found.known))
    _to_gm(draft, "d100_trap_turned", "CF-TRAP-5", name=found.trap.name, state=f"trap-{state}")


# ---- looked for -----------------------------------------------------------------------------------------------------


def trap_roll(trap: Trap) -> Roll:
    """Return a trap's side of a contest: its Difficulty is its skill (CF-TRAP-3)."""
    return Roll(name=trap.name, skill=trap.difficulty)


def verify_search(table: Table, command: SearchTrap) -> None:
    """The GM, for a trap that is hidden."""
    need_gm(table, command, "CF-TRAP-20")
    need_leader(table, command, command.actor)
    need_free(table)
    springing.after(need_trap(table, command.seat, command.trap).state, "spot")
    roll_of(table, command.actor, "Perception")


def search(draft: Draft, command: SearchTrap) -> None:
    """Roll Perception against Difficulty."""
    found = need_trap(draft.table, command.seat, command.trap)
    roll = roll_of(draft.table, command.actor, "Perception", command.grade)
    about = {"trap": found.id}
    open_check(
        draft,
        Check(
            purpose="search",
            rolls=(roll, trap_roll(found.trap)),
            sort="opposed",
            about=about,
            secret=command.secret,
        ),
    )


def _laid(draft: Draft, result: Decided) -> Laid | None:
    name = result.check.about.get("trap")
    return next((one for one in laid_traps(draft.table) if one.id == name), None)


def _searched(draft: Draft, result: Decided) -> None:
    """It is found by who looked, or stays hidden (CF-TRAP-20, CF-AMB-45)."""
    found = _laid(draft, result)
    if found is None:
        return
    actor = result.check.rolls[0].actor
    verdict = springing.spotted(result.rolls[0], result.rolls[1], settings=settings_of(draft.table))
    name = actor_name(draft.table, actor)
    if verdict == "won":
        seat = leader(draft.table, actor)
        spotted = replace(found, state=springing.after(found.state, "spot"))
        put(draft, spotted)
        learn(draft, spotted, seat)
        audience = tuple(sorted({seat, draft.table.gm()} - {""}))
        draft.note("d100_trap_spotted", "CF-TRAP-20", audience=audience, actor=name, name=found.trap.name)
    elif verdict == "again":
        anew = tuple(replace(roll, thrown=None) for roll in result.check.rolls)
        open_check(draft, replace(result.check, rolls=anew, fallen=False, lets=()))
    else:
        _to_gm(draft, "d100_trap_missed", "CF-TRAP-20", actor=name, name=found.trap.name)


# ---- disarmed -------------------------------------------------------------------------------------------------------


def verify_disarm(table: Table, command: DisarmTrap) -> None:
    """Who leads the character and knows of the trap, that must be armed (CF-TRAP-21)."""
    need_leader(table, command, command.actor)
    found = need_trap(table, command.seat, command.trap)
    need_free(table)
    springing.after(found.state, "disarm")
    if command.skill:
        need_gm(table, command, "CF-TRAP-21")
    roll_of(table, command.actor, command.skill or found.trap.skill)


def disarm(draft: Draft, command: DisarmTrap) -> None:
    """Roll against its Difficulty."""
    found = need_trap(draft.table, command.seat, command.trap)
    roll = roll_of(draft.table, command.actor, command.skill or found.trap.skill, command.grade)
    open_check(
        draft,
        Check(
            purpose="disarm",
            rolls=(roll, trap_roll(found.trap)),
            sort="opposed",
            about={"trap": found.id},
        ),
    )


def _disarmed(draft: Draft, result: Decided) -> None:
    """It is disarmed, stays as it is, or goes off (CF-TRAP-21)."""
    found = _laid(draft, result)
    if found is None:
        return
    actor = result.check.rolls[0].actor
    came = springing.disarmed(result.rolls[0], result.rolls[1], settings=settings_of(draft.table))
    figure_of(draft, actor, disarmed=came)
    if came == "again":
        anew = tuple(replace(roll, thrown=None) for roll in result.check.rolls)
        open_check(draft, replace(result.check, rolls=anew, fallen=False, lets=()))
        return
    note_of(draft, actor, f"d100_trap_{came}", "CF-TRAP-21", name=found.trap.name)
    if came == "disarmed":
        hidden = told_of(draft.table, actor) is not None
        put(draft, replace(found, state=springing.after(found.state, "disarm"), unwitnessed=hidden))
    elif came == "sprung":
        spring_at(draft, found, (actor,))


# ---- sprung ---------------------------------------------------------------------------------------------------------


def verify_spring(table: Table, command: SpringTrap) -> None:
    """The GM, for a trap that can go off."""
    need_gm(table, command, "CF-TRAP-9")
    found = need_trap(table, command.seat, command.trap)
    need_free(table)
    springing.after(found.state, "spring")
    for victim in command.victims:
        need_leader(table, command, victim)


def spring(draft: Draft, command: SpringTrap) -> None:
    """It goes off at all of them, one after the other."""
    spring_at(draft, need_trap(draft.table, command.seat, command.trap), command.victims)


PURPOSES["search"] = Purpose(_searched, off=CallingOff.MASTER)
PURPOSES["disarm"] = Purpose(_disarmed, off=CallingOff.BEGINNER)
MOVES = (
    Move(BuildTrap, verify_build, build),
    Move(LaySample, verify_sample, lay_sample),
    Move(RemoveTrap, verify_masters, remove),
    Move(RevealTrap, verify_masters, reveal),
    Move(TurnTrap, verify_masters, turn),
    Move(SearchTrap, verify_search, search),
    Move(DisarmTrap, verify_disarm, disarm),
    Move(SpringTrap, verify_spring, spring),
)
