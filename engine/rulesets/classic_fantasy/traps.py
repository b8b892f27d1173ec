"""What a trap is, what its maker can build, and what it costs (CF-TRAP)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal

from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.classic_fantasy.damage import Damage, Reckoning
from engine.rulesets.classic_fantasy.data import sheet_table, tables
from engine.rulesets.classic_fantasy.dice import die_step, mixed
from engine.rulesets.classic_fantasy.falling import fall
from engine.rulesets.classic_fantasy.grades import Grade
from engine.rulesets.classic_fantasy.parts import total
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.table.frozen import Frozen, replace

Purpose = Literal["alarm", "ensnaring", "maiming", "death"]
"""CF-TRAP-6."""
Works = Literal["small", "large"]
State = Literal["hidden", "spotted", "armed", "disarmed", "sprung"]
Act = Literal["spot", "disarm", "spring", "reset", "hide"]
Coin = Literal["copper", "silver", "gold", "platinum"]


class Resistance(Frozen):
    """A way out for a victim: a skill, how hard, and in words (CF-TRAP-9)."""

    skill: str
    grade: Grade = "Standard"
    how: str = ""


class Trap(Frozen):
    """A trap as it was built; state and place are the table's (CF-TRAP-6 to CF-TRAP-16).

    Attributes:
        name: what it is called.
        maker: the skill that it was made with, which is its Difficulty (CF-TRAP-3).
        works: small or large; says which skill that is.
        purposes: what it is for.
        trigger: how it is set off, in words.
        resistance: the ways out.
        effect: what happens, in words.
        damage: dice for each location; empty for none.
        spread: so many rows lower its damage was chosen, for as many possible locations more; fixed for ever.
        depth: of a pit, in feet; None for what is no pit.
        ignores_armour: worn armour is no help.
        poison: what is on it; not limited by skill (CF-TRAP-12).
        auto_reset: it sets itself again (CF-TRAP-5).
        rules: where it comes from.
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
        """The skill that builds such a trap, and takes it apart (CF-TRAP-1, CF-TRAP-21)."""
        return numbers().works[self.works]


class TrapRow(Frozen):
    """A row of CF-T-TRAP."""

    up_to: int
    damage: str
    size: str


class Turn(Frozen):
    """In which states something can be done with a trap, and what state follows."""

    to: State
    states: tuple[State, ...]


class TrapTables(Frozen):
    """The file `rules/traps.toml`."""

    rows: tuple[TrapRow, ...]
    row_skill: int
    pit_damage: str
    price: Mapping[Purpose, Coin]
    works: Mapping[Works, str]
    acts: Mapping[Act, Turn]
    samples: tuple[Trap, ...]


@cache
def numbers() -> TrapTables:
    """Return the numbers of traps."""
    found: TrapTables = tables("traps", TrapTables)
    return found


def samples() -> tuple[Trap, ...]:
    """Return the traps that come with the game (CF-TRAP-17, CF-TRAP-19)."""
    return numbers().samples


# ---- what a maker can build ------------------------------------------------------------------------------------------


class Choice(Frozen):
    """What a maker may build: damage for each location, how many locations, and the force (CF-TRAP-11, CF-TRAP-15)."""

    spread: int
    damage: str
    locations: str
    size: str


def rows_for(maker: int, *, settings: Settings = CATALOGUE) -> int:
    """Return the row that a maker reaches, from 1 on (CF-TRAP-11, CF-TRAP-23, CF-AMB-47)."""
    if maker < 1:
        raise Refused("d100_trap_unskilled", "CF-TRAP-1")
    table = numbers()
    for number, row in enumerate(table.rows, 1):
        if maker <= row.up_to:
            return number
    beyond = -(-(maker - table.rows[-1].up_to) // table.row_skill)
    return len(table.rows) + (beyond if settings.trap_over_100 == "extend" else 0)


def row_of(number: int) -> TrapRow:
    """Return a row; beyond the last its damage grows by a die step each, and its force no more (CF-AMB-47)."""
    rows = numbers().rows
    if number <= len(rows):
        return rows[number - 1]
    return replace(rows[-1], up_to=number * numbers().row_skill, damage=die_step(number + 1))


def choices(maker: int, *, settings: Settings = CATALOGUE) -> tuple[Choice, ...]:
    """Return all that a maker can choose from, the hardest blow first (CF-TRAP-11, CF-TRAP-15, 2.16)."""
    best = rows_for(maker, settings=settings)
    found = list[Choice]()
    for spread in range(best):
        row = row_of(best - spread)
        size = row.size if settings.trap_force_follows == "damage" else row_of(best).size
        found.append(Choice(spread=spread, damage=row.damage, locations=locations_dice(spread), size=size))
    return tuple(found)


def locations_dice(spread: int) -> str:
    """Return how many locations are hurt by damage so many rows down (CF-TRAP-15)."""
    return f"1d{spread + 1}" if spread else "1"


def force_of(trap: Trap, *, settings: Settings = CATALOGUE) -> str:
    """Return the size that a parry is compared with (CF-TRAP-14, CF-AMB-48)."""
    found = choices(trap.maker, settings=settings)
    return found[min(trap.spread, len(found) - 1)].size


def filled(trap: Trap, *, settings: Settings = CATALOGUE) -> Trap:
    """Return a trap as it is built: where no damage was chosen one that kills has the most, and `0` is none."""
    found = choices(trap.maker, settings=settings)
    spread = min(trap.spread, len(found) - 1)
    kills = {"maiming", "death"} & set(trap.purposes)
    damage = trap.damage or (found[spread].damage if kills and trap.depth is None else "")
    return replace(trap, spread=spread, damage="" if damage == "0" else damage)


def faults(trap: Trap, *, settings: Settings = CATALOGUE) -> tuple[Message, ...]:
    """Return what is wrong with a trap; its maker may choose less than the most (CF-TRAP-1, CF-TRAP-11, CF-TRAP-15)."""
    return tuple(_faults(trap, settings))


def _faults(trap: Trap, settings: Settings) -> Iterator[Message]:
    if not trap.name.strip():
        yield Message(key="d100.trap.fault_name")
    if not trap.purposes:
        yield Message(key="d100.trap.fault_purpose")
    if trap.maker < 1:
        yield Message(key="d100.trap.fault_maker")
        return
    found = choices(trap.maker, settings=settings)
    if not 0 <= trap.spread < len(found):
        yield Message(key="d100.trap.fault_spread", params={"most": len(found) - 1})
        return
    most = found[trap.spread].damage
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


class Price(Frozen):
    """What a trap costs, as a guideline (CF-TRAP-2)."""

    count: int
    coin: Coin

    @property
    def words(self) -> Message:
        """The price as it is told."""
        return Message(key=f"d100.trap.price_{self.coin}", params={"count": self.count})


def price(maker: int, purpose: Purpose, *, settings: Settings = CATALOGUE) -> Price:
    """Return what a trap costs: the maker's skill in copper, silver or gold (CF-T-TRAPCOST, CF-AMB-46)."""
    coin = settings.trap_maiming_cost if purpose == "maiming" else numbers().price[purpose]
    return Price(count=maker, coin=coin)


def price_of(trap: Trap, *, settings: Settings = CATALOGUE) -> Price:
    """Return what a trap costs by its dearest purpose: who wants to be able to kill pays for that."""
    found = (price(trap.maker, purpose, settings=settings) for purpose in trap.purposes)
    return max(found, key=lambda one: worth(one.count, one.coin))


def worth(count: int, coin: Coin) -> int:
    """Return what coins come to, in copper (CF-X-36)."""
    coins: Mapping[Coin, int] = sheet_table("coins", dict[Coin, int])
    return count * coins[coin]


# ---- what it does ----------------------------------------------------------------------------------------------------


class Harm(Frozen):
    """What a trap throws when it has its way.

    Attributes:
        damage: dice for each location, thrown for each; empty for none.
        locations: dice for how many locations.
        ignores_armour: worn armour and hides are no help (CF-FALL-3, CF-TRAP-22).
        falls: it is a fall, and goes by all that holds for one (CF-TRAP-13).
    """

    damage: str
    locations: str
    ignores_armour: bool
    falls: bool


def harm_of(trap: Trap, *, settings: Settings = CATALOGUE) -> Harm:
    """Return what a trap throws (CF-TRAP-10, CF-TRAP-13, CF-TRAP-16, CF-AMB-49, CF-AMB-62)."""
    if trap.depth is not None:
        if settings.trap_pit == "fixed":
            return Harm(damage=numbers().pit_damage, locations="1", ignores_armour=True, falls=True)
        drop = fall(trap.depth, settings=settings)
        locations = str(drop.locations) if total(drop.parts) else "0"
        return Harm(damage=drop.dice, locations=locations, ignores_armour=True, falls=True)
    return Harm(
        damage=trap.damage,
        locations=locations_dice(trap.spread) if trap.damage else "0",
        ignores_armour=trap.ignores_armour,
        falls=False,
    )


def trap_damage(roll: int, armour: int, *, ignores_armour: bool) -> Damage:
    """Return what a trap does to a location; armour protects, but for pits (CF-TRAP-16, CF-TRAP-22)."""
    reckoned = Reckoning()
    reckoned.add("trap", roll)
    if not ignores_armour:
        reckoned.add("armour", -armour, armour=armour)
    return reckoned.damage
