"""Rules of a trap: what its maker can build, its cost, its states, and the rolls against it (CF-TRAP)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from engine.kit.content_editor.declared_forms import LONGEST_NAME, PROPOSED, REQUIRED, longest
from engine.kit.rules_data import rules_table, sheet_table
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.rulesets.classic_fantasy.d100_calculation import total
from engine.rulesets.classic_fantasy.damage.damage_rules import Damage, DamageCalculation
from engine.rulesets.classic_fantasy.dice.grade_tables import Grade
from engine.rulesets.classic_fantasy.dice.mixed_dice import die_step, mixed
from engine.rulesets.classic_fantasy.dice.success_levels import RollResult, opposed
from engine.rulesets.classic_fantasy.hazards.falling_rules import fall
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings

Purpose = Literal["alarm", "ensnaring", "maiming", "death"]
"""The purposes of CF-TRAP-6."""
Works = Literal["small", "large"]
State = Literal["hidden", "spotted", "armed", "disarmed", "sprung"]
Act = Literal["spot", "disarm", "spring", "reset", "hide"]
Coin = Literal["copper", "silver", "gold", "platinum"]


class Resistance(Frozen):
    """A way for a victim to resist: a skill, its difficulty grade, and a description (CF-TRAP-9)."""

    skill: Annotated[str, PROPOSED, REQUIRED]
    grade: Grade = "Standard"
    how: Annotated[str, longest(LONGEST_NAME)] = ""


_MOST_BEYOND = 100
"""The maximum number of rows beyond the last: no skill reaches it, but a number from a stranger's file may."""


class Trap(Frozen):
    """A trap as it was built; its state and place are in `placed_traps` (CF-TRAP-6 to CF-TRAP-16).

    Attributes:
        maker: the skill of its maker, which is its Difficulty (CF-TRAP-3).
        works: small or large; decides the skill that builds it.
        trigger, effect: in words.
        resistance: the ways to resist.
        damage: dice for each location; empty for none.
        spread: by how many rows the damage was chosen lower, for as many more possible locations; it never changes.
        depth: of a pit, in feet; None for other traps.
        ignores_armour: worn armour does not protect.
        poison: the poison on it; not limited by skill (CF-TRAP-12).
        auto_reset: it resets itself (CF-TRAP-5).
    """

    name: str
    maker: int
    works: Works = "small"
    purposes: tuple[Purpose, ...] = ("death",)
    trigger: str = ""
    resistance: tuple[Resistance, ...] = ()
    effect: str = ""
    damage: str = ""
    spread: int = 0
    depth: int | None = None
    ignores_armour: bool = False
    poison: str = ""
    auto_reset: bool = False
    rules: tuple[str, ...] = ()

    @property
    def difficulty(self) -> int:
        """Its skill in every opposed roll (CF-TRAP-3, CF-TRAP-8)."""
        return self.maker

    @property
    def skill(self) -> str:
        """The skill that builds and disarms such a trap (CF-TRAP-1, CF-TRAP-21)."""
        return numbers().works[self.works]


class TrapRow(Frozen):
    """A row of CF-T-TRAP."""

    up_to: int
    damage: str
    size: str


class StateChange(Frozen):
    """The states in which an act is possible, and the state afterwards."""

    to: State
    states: tuple[State, ...]


class TrapTables(Frozen):
    """The file `rules/traps.toml`."""

    rows: tuple[TrapRow, ...]
    row_skill: int
    pit_damage: str
    price: Mapping[Purpose, Coin]
    works: Mapping[Works, str]
    acts: Mapping[Act, StateChange]
    samples: tuple[Trap, ...]


numbers = rules_table(RULESET, "traps", TrapTables)


def samples() -> tuple[Trap, ...]:
    """Return the traps that come with the game (CF-TRAP-17, CF-TRAP-19)."""
    return numbers().samples


# ---- what a maker can build ------------------------------------------------------------------------------------------


class DamageOption(Frozen):
    """A choice of a maker: damage for each location, number of locations, and force (CF-TRAP-11, CF-TRAP-15)."""

    spread: int
    damage: str
    locations: str
    size: str


def rows_for(maker: int, *, settings: Settings = CATALOGUE) -> int:
    """Return the row that a maker's skill reaches, from 1 (CF-TRAP-11, CF-TRAP-23, CF-AMB-47)."""
    if maker < 1:
        raise Refused("d100_trap_unskilled", "CF-TRAP-1")
    table = numbers()
    for number, row in enumerate(table.rows, 1):
        if maker <= row.up_to:
            return number
    rows_beyond = min(_MOST_BEYOND, -(-(maker - table.rows[-1].up_to) // table.row_skill))
    return len(table.rows) + (rows_beyond if settings.trap_over_100 == "extend" else 0)


def row_of(number: int) -> TrapRow:
    """Return a row; each row beyond the last has one die step more damage, but the same force (CF-AMB-47)."""
    rows = numbers().rows
    if number <= len(rows):
        return rows[number - 1]
    return replace(rows[-1], up_to=number * numbers().row_skill, damage=die_step(number + 1))


def damage_options(maker: int, *, settings: Settings = CATALOGUE) -> tuple[DamageOption, ...]:
    """Return all choices of a maker, the highest damage first (CF-TRAP-11, CF-TRAP-15, 2.16)."""
    row_count = rows_for(maker, settings=settings)
    rows = [row_of(row_count - spread) for spread in range(row_count)]
    sizes = rows if settings.trap_force_follows == "damage" else rows[:1] * row_count
    return tuple(
        DamageOption(spread=spread, damage=row.damage, locations=locations_dice(spread), size=sizes[spread].size)
        for spread, row in enumerate(rows)
    )


def locations_dice(spread: int) -> str:
    """Return the dice for the number of locations, for damage chosen this many rows lower (CF-TRAP-15)."""
    return f"1d{spread + 1}" if spread else "1"


def force_of(trap: Trap, *, settings: Settings = CATALOGUE) -> str:
    """Return the size that a parry is compared with (CF-TRAP-14, CF-AMB-48)."""
    options = damage_options(trap.maker, settings=settings)
    return options[max(0, min(trap.spread, len(options) - 1))].size


def as_built(trap: Trap, *, settings: Settings = CATALOGUE) -> Trap:
    """Return a trap with its final damage: the maximum if none was chosen and it is to wound or kill; none for `0`."""
    options = damage_options(trap.maker, settings=settings)
    spread = min(trap.spread, len(options) - 1)
    is_deadly = {"maiming", "death"} & set(trap.purposes)
    damage = trap.damage or (options[spread].damage if is_deadly and trap.depth is None else "")
    return replace(trap, spread=spread, damage="" if damage == "0" else damage)


def faults(trap: Trap, *, settings: Settings = CATALOGUE) -> tuple[Message, ...]:
    """Return the faults of a trap; less damage than the maximum is allowed (CF-TRAP-1, CF-TRAP-11, CF-TRAP-15)."""
    return tuple(_faults(trap, settings))


def _faults(trap: Trap, settings: Settings) -> Iterator[Message]:
    if not trap.name.strip():
        yield Message(key="d100.trap.fault_name")
    if not trap.purposes:
        yield Message(key="d100.trap.fault_purpose")
    if trap.maker < 1:
        yield Message(key="d100.trap.fault_maker")
        return
    options = damage_options(trap.maker, settings=settings)
    if not 0 <= trap.spread < len(options):
        yield Message(key="d100.trap.fault_spread", params={"most": len(options) - 1})
        return
    most = options[trap.spread].damage
    # A pit goes by its depth, and skill does not limit it (CF-TRAP-13).
    if trap.depth is None and trap.damage:
        try:
            too_hard = mixed(trap.damage).most > mixed(most).most
        except Refused as refused:
            yield refused.message
            return
        if too_hard:
            yield Message(
                key="d100.trap.fault_damage", params={"damage": trap.damage, "most": most, "maker": trap.maker}
            )


class TrapPrice(Frozen):
    """The price of a trap, as a guideline (CF-TRAP-2)."""

    count: int
    coin: Coin

    @property
    def words(self) -> Message:
        """The price as text."""
        return Message(key=f"d100.trap.price_{self.coin}", params={"count": self.count})


def price(maker: int, purpose: Purpose, *, settings: Settings = CATALOGUE) -> TrapPrice:
    """Return the price of a trap: the maker's skill in copper, silver or gold (CF-T-TRAPCOST, CF-AMB-46)."""
    coin = settings.trap_maiming_cost if purpose == "maiming" else numbers().price[purpose]
    return TrapPrice(count=maker, coin=coin)


def price_of(trap: Trap, *, settings: Settings = CATALOGUE) -> TrapPrice:
    """Return the price of a trap by its most expensive purpose."""
    prices = (price(trap.maker, purpose, settings=settings) for purpose in trap.purposes)
    return max(prices, key=lambda trap_price: worth_in_copper(trap_price.count, trap_price.coin))


def worth_in_copper(count: int, coin: Coin) -> int:
    """Return the value of coins in copper (CF-X-36)."""
    coins: Mapping[Coin, int] = sheet_table(RULESET, "coins", dict[Coin, int])
    return count * coins[coin]


# ---- what it does ----------------------------------------------------------------------------------------------------


class TrapDamageDice(Frozen):
    """The dice of a trap that goes off.

    Attributes:
        damage: dice for each location, thrown separately; empty for none.
        locations: dice for the number of locations.
        ignores_armour: worn armour and hides do not protect (CF-FALL-3, CF-TRAP-22).
        falls: it is a fall, and follows all rules of falling (CF-TRAP-13).
    """

    damage: str
    locations: str
    ignores_armour: bool
    falls: bool


def damage_dice_of(trap: Trap, *, settings: Settings = CATALOGUE) -> TrapDamageDice:
    """Return the damage dice of a trap (CF-TRAP-10, CF-TRAP-13, CF-TRAP-16, CF-AMB-49, CF-AMB-62)."""
    if trap.depth is not None:
        if settings.trap_pit == "fixed":
            return TrapDamageDice(damage=numbers().pit_damage, locations="1", ignores_armour=True, falls=True)
        fall_dice = fall(trap.depth, settings=settings)
        locations = str(fall_dice.locations) if total(fall_dice.parts) else "0"
        return TrapDamageDice(damage=fall_dice.dice, locations=locations, ignores_armour=True, falls=True)
    return TrapDamageDice(
        damage=trap.damage,
        locations=locations_dice(trap.spread) if trap.damage else "0",
        ignores_armour=trap.ignores_armour,
        falls=False,
    )


def trap_damage(roll: int, armour: int, *, ignores_armour: bool) -> Damage:
    """Return the damage to a location; armour protects except from pits (CF-TRAP-16, CF-TRAP-22)."""
    calculation = DamageCalculation()
    calculation.add("trap", roll)
    if not ignores_armour:
        calculation.add("armour", -armour, armour=armour)
    return calculation.damage


Verdict = Literal["won", "lost", "again"]
"""The result of a character's roll against a trap."""
DisarmVerdict = Literal["disarmed", "nothing", "sprung", "again"]


def state_after(state: State, act: Act) -> State:
    """Return the state of a trap after an act. Raises Refused for an impossible act."""
    turn = numbers().acts[act]
    if state not in turn.states:
        raise Refused("d100_trap_state", "CF-TRAP-5", act=f"trap-{act}", state=f"trap-{state}")
    return turn.to


def possible_acts(state: State) -> tuple[Act, ...]:
    """Return the acts that are possible in a state."""
    return tuple(act for act, turn in numbers().acts.items() if state in turn.states)


def state_after_springing(trap: Trap, state: State) -> State:
    """Return the state of a trap that has gone off: sprung, or armed again if it resets itself (CF-TRAP-5)."""
    next_state = state_after(state, "spring")
    return state_after(next_state, "reset") if trap.auto_reset else next_state


def search_verdict(searcher: RollResult, trap: RollResult, *, settings: Settings = CATALOGUE) -> Verdict:
    """Return whether Perception finds a trap; if both fail it stays hidden (CF-TRAP-20, CF-AMB-45)."""
    return _verdict(opposed(searcher, trap).of_winner("won", "lost"), "lost", settings)


def disarm_verdict(worker: RollResult, trap: RollResult, *, settings: Settings = CATALOGUE) -> DisarmVerdict:
    """Return the result of an attempt to disarm: a fumble triggers the trap (CF-TRAP-21, CF-AMB-45)."""
    if worker.level == "fumble":
        return "sprung"
    verdicts: Mapping[Verdict, DisarmVerdict] = {"won": "disarmed", "lost": "nothing", "again": "again"}
    return verdicts[search_verdict(worker, trap, settings=settings)]


def resist_verdict(victim: RollResult, trap: RollResult, *, settings: Settings = CATALOGUE) -> Verdict:
    """Return whether a victim escapes when the trap is triggered (CF-TRAP-9, CF-TRAP-10, CF-AMB-45).

    If both fail the trap takes effect, unless the group's options say otherwise.
    """
    return opposed(trap, victim).of_winner("lost", "won") or both_fail_resisting(settings)


def both_fail_resisting(settings: Settings = CATALOGUE) -> Verdict:
    """Return whether a victim escapes a trap when both rolls fail (CF-AMB-45)."""
    return _verdict(None, "won" if settings.trap_both_fail == "favour_victim" else "lost", settings)


def _verdict(decided: Verdict | None, neither: Verdict, settings: Settings) -> Verdict:
    return decided or ("again" if settings.trap_both_fail == "reroll" else neither)
