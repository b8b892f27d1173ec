"""Commands of traps: build, place, search, reveal, disarm, reset, hide (CF-TRAP-1 to -8, -20, -21, CF-UI-12)."""

from __future__ import annotations

from typing import Annotated, ClassVar, get_args

from msgspec import Meta

from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.character_audience import audience_for, need_controller
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line, record_result
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, CheckPurpose, CheckResult, CheckRoll
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, roll_of
from engine.rulesets.classic_fantasy.dice.grade_tables import Grade
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.traps import trap_rules
from engine.rulesets.classic_fantasy.traps.placed_traps import (
    PlacedTrap,
    all_traps,
    need_trap,
    new_trap_id,
    remove_trap,
    reveal_trap,
    write_trap,
)
from engine.rulesets.classic_fantasy.traps.trap_rules import Act, Resistance, Trap, Works
from engine.rulesets.classic_fantasy.traps.trap_rules import Purpose as TrapPurpose
from engine.rulesets.classic_fantasy.traps.trap_trigger_commands import trigger_trap

WORKS = {size: Message(key=f"ask.works_{size}") for size in get_args(Works)}
TrapId = Annotated[str, Meta(description="a trap of the GM's list, by its id")]


class BuildTrap(Request):
    """The GM builds a trap with a skill in per cent or with that of a character; it is placed hidden."""

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
    name: Annotated[str, Meta(description="what it is called"), Asks("trap_name", least=1)]
    maker: Annotated[
        int,
        Meta(ge=0, le=999, description="the skill that it is made with; 0 for the builder's"),
        Asks(least=1, optional=False),
    ] = 0
    builder: Annotated[str, Meta(description="the character who builds it; empty for nobody known")] = ""
    works: Annotated[Works, Meta(description="small or large"), Asks(called=WORKS, optional=False)] = "small"
    purposes: Annotated[tuple[TrapPurpose, ...], Meta(description="what it is for"), Asks(least=1, optional=False)] = (
        "death",
    )
    trigger: Annotated[str, Meta(description="how it is set off"), Asks("trap_trigger")] = ""
    resistance: Annotated[tuple[Resistance, ...], Meta(description="the ways out for a victim")] = ()
    effect: Annotated[str, Meta(description="what happens, in words"), Asks("trap_effect")] = ""
    damage: Annotated[str, Meta(description="dice for each location; empty for the most, `0` for none")] = ""
    spread: Annotated[
        int,
        Meta(ge=0, le=40, description="rows lower, for more possible locations, as far as the maker can"),
        Asks(most=9),
    ] = 0
    depth: Annotated[
        Annotated[int, Meta(ge=0, le=1000)] | None, Meta(description="of a pit, in feet"), Asks(rare=True)
    ] = None
    ignores_armour: Annotated[bool, Meta(description="armour is no help")] = False
    poison: Annotated[str, Meta(description="what is on it"), Asks(rare=True)] = ""
    auto_reset: Annotated[bool, Meta(description="it sets itself again"), Asks(rare=True)] = False
    place: Annotated[str, Meta(description="where it lies, in words"), Asks("place_words")] = ""


class LaySample(Request):
    """The GM places one of the traps that come with the game."""

    RULES = ("CF-TRAP-17", "CF-TRAP-18", "CF-TRAP-19")
    name: Annotated[str, Meta(description="which")]
    place: Annotated[str, Meta(description="where it lies, in words")] = ""


class RemoveTrap(Request):
    """The GM removes a trap for good."""

    RULES = ("CF-TRAP-5",)
    FAR_REACHING = True
    trap: TrapId


class SearchTrap(Request):
    """The GM lets a character's Perception contend with a hidden trap; others learn of it only if it is found."""

    RULES = ("CF-TRAP-3", "CF-TRAP-20")
    actor: Annotated[str, Meta(description="who looks"), Asks("searcher")]
    trap: TrapId
    grade: Annotated[Grade, Meta(description="how hard it is by itself"), Asks()] = "Standard"
    secret: Annotated[bool, Meta(description="the GM alone sees the roll"), Asks("in_secret")] = True


class RevealTrap(Request):
    """The GM shows a trap to all seats."""

    RULES = ("CF-TRAP-20",)
    trap: TrapId


class DisarmTrap(Request):
    """A character that knows of a trap tries to disarm it."""

    RULES = ("CF-TRAP-3", "CF-TRAP-21")
    actor: Annotated[str, Meta(description="who works on it"), Asks("worker")]
    trap: TrapId
    skill: Annotated[str, Meta(description="another skill that the GM allows; empty for the usual one")] = ""
    grade: Annotated[Grade, Meta(description="how hard it is by itself"), Asks()] = "Standard"


class SpringTrap(Request):
    """A trap goes off."""

    RULES = ("CF-TRAP-9", "CF-TRAP-10", "CF-TRAP-5")
    trap: TrapId
    victims: Annotated[
        tuple[str, ...], Meta(description="at whom; nobody for a mere signal"), Asks("trap_victims")
    ] = ()


class TurnTrap(Request):
    """The GM resets a trap, hides it, or lets it be disarmed."""

    RULES = ("CF-TRAP-5",)
    trap: TrapId
    act: Annotated[Act, Meta(description="what is done with it")]


# ---- built ----------------------------------------------------------------------------------------------------------


def built_trap(table: Table, command: BuildTrap) -> Trap:
    """Return the trap that a command describes. Raises Refused for a maker that cannot build it (CF-TRAP-1)."""
    plain_trap = Trap(name=command.name, maker=command.maker, works=command.works)
    maker = command.maker
    if command.builder and not maker:
        skill = character_sheet_of(table, command.builder).skill(plain_trap.skill)
        maker = skill.value if skill is not None else 0
    if maker < 1:
        raise Refused("d100_trap_unskilled", "CF-TRAP-1")
    trap = replace(
        plain_trap,
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
    return trap_rules.as_built(trap, settings=settings_of(table))


def verify_build(table: Table, command: BuildTrap) -> None:
    """Allow only the GM, within the maker's limits (CF-TRAP-11)."""
    need_gm(table, command, "CF-TRAP-1")
    if command.builder:
        need_controller(table, command, command.builder)
    trap = built_trap(table, command)
    if trap.damage:
        mixed(trap.damage)
    for fault in trap_rules.faults(trap, settings=settings_of(table)):
        key = fault.key.rpartition(".")[2]
        raise Refused(f"d100_trap_{key}", "CF-TRAP-11", "CF-TRAP-15", **fault.params)


def build(draft: Draft, command: BuildTrap) -> None:
    """Place the trap, hidden, and show its price to the GM."""
    place_trap(draft, built_trap(draft.table, command), command.place)


def place_trap(draft: Draft, trap: Trap, place: str) -> None:
    """Place a trap, hidden, and show its price to the GM."""
    write_trap(draft, PlacedTrap(id=new_trap_id(draft.table, trap.name), trap=trap, place=place))
    price = trap_rules.price_of(trap, settings=settings_of(draft.table))
    _to_gm(draft, "d100_trap_laid", "CF-TRAP-2", name=trap.name, price=price.count, coin=f"d100-{price.coin}")


def _to_gm(draft: Draft, key: str, *rules: str, **params: str | int) -> None:
    draft.note(key, *rules, audience=(draft.table.gm(),), reckoning=(), tells=(), calls_for=(), **params)


def verify_sample(table: Table, command: LaySample) -> None:
    """Allow only the GM, for a sample that exists."""
    need_gm(table, command, "CF-TRAP-17")
    if command.name not in [trap.name for trap in trap_rules.samples()]:
        raise Refused("d100_no_such_trap", "CF-TRAP-17", trap=command.name[:60])


def lay_sample(draft: Draft, command: LaySample) -> None:
    """Place the sample, hidden."""
    place_trap(draft, next(trap for trap in trap_rules.samples() if trap.name == command.name), command.place)


def verify_masters(table: Table, command: RemoveTrap | RevealTrap | TurnTrap) -> None:
    """Allow only the GM, for a trap that exists and can be put into that state."""
    need_gm(table, command, "CF-TRAP-5")
    placed = need_trap(table, command.seat, command.trap)
    if isinstance(command, TurnTrap):
        trap_rules.state_after(placed.state, command.act)


def remove(draft: Draft, command: RemoveTrap) -> None:
    """Remove the trap from the list."""
    placed = need_trap(draft.table, command.seat, command.trap)
    remove_trap(draft, command.trap)
    _to_gm(draft, "d100_trap_gone", "CF-TRAP-5", name=placed.trap.name)


def reveal(draft: Draft, command: RevealTrap) -> None:
    """Let all seats see the trap."""
    placed = need_trap(draft.table, command.seat, command.trap)
    spotted = replace(placed, state="spotted") if placed.state == "hidden" else placed
    write_trap(draft, spotted)
    reveal_trap(draft, spotted, *draft.table.seats)
    draft.note("d100_trap_seen", "CF-TRAP-20", name=placed.trap.name)


def turn(draft: Draft, command: TurnTrap) -> None:
    """Change the state; seats forget a trap that is hidden again."""
    placed = need_trap(draft.table, command.seat, command.trap)
    state = trap_rules.state_after(placed.state, command.act)
    write_trap(draft, replace(placed, state=state, known=() if state == "hidden" else placed.known))
    _to_gm(draft, "d100_trap_turned", "CF-TRAP-5", name=placed.trap.name, state=f"trap-{state}")


# ---- looked for -----------------------------------------------------------------------------------------------------


def trap_roll(trap: Trap) -> CheckRoll:
    """Return a trap's side of a contest: its Difficulty is its skill (CF-TRAP-3)."""
    return CheckRoll(name=trap.name, skill=trap.difficulty)


def verify_search(table: Table, command: SearchTrap) -> None:
    """Allow only the GM, for a hidden trap."""
    need_gm(table, command, "CF-TRAP-20")
    need_controller(table, command, command.actor)
    need_free(table)
    trap_rules.state_after(need_trap(table, command.seat, command.trap).state, "spot")
    roll_of(table, command.actor, "Perception")


def search(draft: Draft, command: SearchTrap) -> None:
    """Roll Perception against Difficulty."""
    placed = need_trap(draft.table, command.seat, command.trap)
    roll = roll_of(draft.table, command.actor, "Perception", command.grade)
    CHECKS.open(
        draft,
        Check(
            then=SearchContest(trap=placed.id),
            rolls=(roll, trap_roll(placed.trap)),
            sort="opposed",
            secret=command.secret,
        ),
    )


def _trap_by_id(draft: Draft, trap: str) -> PlacedTrap | None:
    return next((placed for placed in all_traps(draft.table) if placed.id == trap), None)


class SearchContest(Frozen, CheckPurpose, tag_field="then", tag="search"):
    """A contest of a searcher and a hidden trap, by its id."""

    trap: str

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Apply the result, if the trap is still there."""
        placed = _trap_by_id(draft, self.trap)
        if placed is not None:
            _apply_search(draft, result, placed)


def _apply_search(draft: Draft, result: CheckResult, placed: PlacedTrap) -> None:
    """Reveal the trap to the searcher, or leave it hidden (CF-TRAP-20, CF-AMB-45)."""
    actor = result.check.rolls[0].actor
    verdict = trap_rules.search_verdict(result.rolls[0], result.rolls[1], settings=settings_of(draft.table))
    name = actor_name(draft.table, actor)
    if verdict == "won":
        seat = controller_of(draft.table, actor)
        spotted = replace(placed, state=trap_rules.state_after(placed.state, "spot"))
        write_trap(draft, spotted)
        reveal_trap(draft, spotted, seat)
        audience = tuple(sorted({seat, draft.table.gm()} - {""}))
        draft.note("d100_trap_spotted", "CF-TRAP-20", audience=audience, actor=name, name=placed.trap.name)
    elif verdict == "again":
        rolls = tuple(replace(roll, thrown=None) for roll in result.check.rolls)
        CHECKS.open(draft, replace(result.check, rolls=rolls, fallen=False, lets=()))
    else:
        _to_gm(draft, "d100_trap_missed", "CF-TRAP-20", actor=name, name=placed.trap.name)


# ---- disarmed -------------------------------------------------------------------------------------------------------


def verify_disarm(table: Table, command: DisarmTrap) -> None:
    """Allow the character's player or the GM, for a trap that is known and armed (CF-TRAP-21)."""
    need_controller(table, command, command.actor)
    placed = need_trap(table, command.seat, command.trap)
    need_free(table)
    trap_rules.state_after(placed.state, "disarm")
    if command.skill:
        need_gm(table, command, "CF-TRAP-21")
    roll_of(table, command.actor, command.skill or placed.trap.skill)


def disarm(draft: Draft, command: DisarmTrap) -> None:
    """Roll the skill against the trap's Difficulty."""
    placed = need_trap(draft.table, command.seat, command.trap)
    roll = roll_of(draft.table, command.actor, command.skill or placed.trap.skill, command.grade)
    CHECKS.open(
        draft,
        Check(
            then=DisarmContest(trap=placed.id),
            rolls=(roll, trap_roll(placed.trap)),
            sort="opposed",
        ),
    )


class DisarmContest(Frozen, CheckPurpose, tag_field="then", tag="disarm"):
    """A contest of a character and a trap that it disarms, by its id."""

    PLAYER_CALLS_OFF: ClassVar[bool] = True
    trap: str

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Apply the result, if the trap is still there."""
        placed = _trap_by_id(draft, self.trap)
        if placed is not None:
            _apply_disarming(draft, result, placed)


def _apply_disarming(draft: Draft, result: CheckResult, placed: PlacedTrap) -> None:
    """Disarm the trap, leave it as it is, or trigger it (CF-TRAP-21)."""
    actor = result.check.rolls[0].actor
    verdict = trap_rules.disarm_verdict(result.rolls[0], result.rolls[1], settings=settings_of(draft.table))
    record_result(draft, actor, disarmed=verdict)
    if verdict == "again":
        rolls = tuple(replace(roll, thrown=None) for roll in result.check.rolls)
        CHECKS.open(draft, replace(result.check, rolls=rolls, fallen=False, lets=()))
        return
    add_log_line(draft, actor, f"d100_trap_{verdict}", "CF-TRAP-21", name=placed.trap.name)
    if verdict == "disarmed":
        hidden = audience_for(draft.table, actor) is not None
        write_trap(draft, replace(placed, state=trap_rules.state_after(placed.state, "disarm"), unwitnessed=hidden))
    elif verdict == "sprung":
        trigger_trap(draft, placed, (actor,))


# ---- sprung ---------------------------------------------------------------------------------------------------------


def verify_spring(table: Table, command: SpringTrap) -> None:
    """Allow only the GM, for a trap that can go off."""
    need_gm(table, command, "CF-TRAP-9")
    placed = need_trap(table, command.seat, command.trap)
    need_free(table)
    trap_rules.state_after(placed.state, "spring")
    for victim in command.victims:
        need_controller(table, command, victim)


def spring(draft: Draft, command: SpringTrap) -> None:
    """Trigger the trap at all victims, one after the other."""
    trigger_trap(draft, need_trap(draft.table, command.seat, command.trap), command.victims)


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
