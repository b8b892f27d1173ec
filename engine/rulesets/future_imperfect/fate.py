"""Fate Chips: what each colour can do, and what it changes (FI-FATE, T-16)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Literal

from engine.dice.pools import Die
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect.data import tables
from engine.rulesets.future_imperfect.parts import Part
from engine.rulesets.future_imperfect.rolls import Added, Thrown
from engine.table.frozen import Frozen, replace

BLUE = "blue"


class Colour(Frozen):
    """What a chip of one colour can do.

    Attributes:
        key: the colour.
        check: what it is on a check: one more die of the roll, a die added to the highest, or nothing.
        after_bust: whether it may be spent on a bust.
        per_action: how many in one action; None for any number.
        wounds: how many wounds of one attack it cancels at most.
        wind: how much Wind it negates or brings back at most.
        bounty: how many points it is worth between scenarios.
    """

    key: str
    check: Literal["extra_die", "onto_highest", "none"] = "none"
    after_bust: bool = False
    per_action: int | None = None
    wounds: int = 0
    wind: int = 0
    bounty: int = 0


class Draws(Frozen):
    """How many chips a hand is filled up to, and how many the Master draws."""

    hand: int
    master: int


class Costs(Frozen):
    """What a new level, die, or number of a die type costs, for each point of it (T-17)."""

    aptitude: int
    coordination: int
    die_type: int


class FateTables(Frozen):
    """The numbers of chips and bounty."""

    colours: tuple[Colour, ...]
    draws: Draws
    bounty: Costs


class Kind(StrEnum):
    """What is rolled, as far as chips are concerned."""

    CHECK = "check"
    TERROR = "terror"
    EFFECT = "effect"
    STRENGTH_DAMAGE = "strength_damage"


class Standing(Frozen):
    """How a roll stands when somebody wants to spend a chip on it.

    Attributes:
        bust: whether it is a bust now.
        kind: what is rolled.
        spent: how many chips of each colour were spent on the rolls of this action.
    """

    bust: bool
    kind: Kind = Kind.CHECK
    spent: Mapping[str, int] = {}


def fate_tables() -> FateTables:
    """Return the numbers of chips and bounty."""
    found: FateTables = tables("fate", FateTables)
    return found


def colour_of(key: str) -> Colour:
    """Return what a colour can do. Raises Refused for one that there is not."""
    found = next((colour for colour in fate_tables().colours if colour.key == key), None)
    if found is None:
        raise Refused("no_chip_colour", "FI-FATE-1", colour=key)
    return found


# ---- better checks ---------------------------------------------------------------------------------------------------


def may_improve(
    standing: Standing, *, blue_per_action: int | None, chips_on_strength_damage: bool
) -> dict[str, Refused | None]:
    """Return for every colour why it may not be spent on a roll now; None where it may.

    Rules: FI-FATE-9 to FI-FATE-11, FI-FATE-13, FI-FATE-19, FI-FATE-21, FI-DMG-9, FI-FEAR-6.

    Args:
        standing: how the roll stands.
        blue_per_action: how many blue chips in one action; None for any number.
        chips_on_strength_damage: whether they help the Strength within damage.
    """
    general = _barred(standing, chips_on_strength_damage)
    return {
        colour.key: general
        or _barred_colour(standing, colour, blue_per_action if colour.key == BLUE else colour.per_action)
        for colour in fate_tables().colours
    }


def _barred(standing: Standing, chips_on_strength_damage: bool) -> Refused | None:
    match standing.kind:
        case Kind.TERROR:
            return Refused("chip_on_terror", "FI-FATE-19", "FI-FEAR-6")
        case Kind.EFFECT:
            return Refused("chip_on_effect", "FI-FATE-8", "FI-DMG-9")
        case Kind.STRENGTH_DAMAGE if not chips_on_strength_damage:
            return Refused("chip_on_effect", "FI-FATE-8", "FI-DMG-9")
        case _:
            return None


def _barred_colour(standing: Standing, colour: Colour, most: int | None) -> Refused | None:
    if colour.check == "none":
        return Refused("chip_no_use", "FI-FATE-1", colour=colour.key)
    if standing.bust and not colour.after_bust:
        return Refused("chip_after_bust", "FI-FATE-13", colour=colour.key)
    if most is not None and standing.spent.get(colour.key, 0) >= most:
        return Refused("chip_spent", "FI-FATE-10", "FI-FATE-11", colour=colour.key, most=most)
    return None


def improved(thrown: Thrown, colour: str, die: Die, *, bust: bool, blue_cancels_bust: bool) -> Thrown:
    """Return a roll with the die that a chip brought (FI-FATE-9 to FI-FATE-13).

    Args:
        thrown: the roll so far.
        colour: of the chip.
        die: thrown for it, of the roll's own die type, with its Aces.
        bust: whether the roll was a bust when the chip was spent.
        blue_cancels_bust: whether a chip that may be spent on a bust lifts it.
    """
    effect = colour_of(colour)
    if effect.check == "none":
        raise Refused("chip_no_use", "FI-FATE-1", colour=colour)
    more = Added(die=die, onto_highest=effect.check == "onto_highest", colour=colour)
    lifts = bust and effect.after_bust and blue_cancels_bust
    return replace(thrown, added=(*thrown.added, more), lifted=thrown.lifted or lifts)


# ---- saving your skin ------------------------------------------------------------------------------------------------


def wounds_left(wounds: int, chips: Sequence[str], *, chips_per_save: int | None) -> tuple[Part, ...]:
    """Return what chips leave of the wounds of one attack; what they could do beyond is lost (FI-FATE-15, FI-FATE-22).

    Raises:
        Refused: more chips than the group lets be spent on one attack.
    """
    if chips_per_save is not None and len(chips) > chips_per_save:
        raise Refused("chips_per_save", "FI-FATE-15", most=chips_per_save)
    parts, left = [Part(reason="wounds_rolled", value=wounds)], wounds
    for chip in chips:
        less = min(left, colour_of(chip).wounds)
        parts.append(_chip(chip, -less))
        left -= less
    return tuple(parts)


def wind_after(wind: int, start: int, chips: Iterable[str]) -> tuple[Part, ...]:
    """Return the Wind that chips bring somebody to, never over what it was at the start (FI-FATE-17)."""
    parts, now = [Part(reason="wind_now", value=wind)], wind
    for chip in chips:
        more = min(max(0, start - now), colour_of(chip).wind)
        parts.append(_chip(chip, more))
        now += more
    return tuple(parts)


def _chip(colour: str, value: int) -> Part:
    return Part(reason=f"chip_{colour}", value=value)


def may_help(*, own: bool, in_crew: bool, saves_skin: bool, holds: int) -> Refused | None:
    """Return why somebody may not spend chips for a character; None if he may (FI-FATE-18).

    Args:
        own: the character is his own.
        in_crew: both belong to the crew.
        saves_skin: the chips shall cancel wounds.
        holds: how many chips the player of the character has himself.
    """
    if own:
        return None
    if not in_crew:
        return Refused("chip_not_crew", "FI-FATE-18")
    if saves_skin and holds > 0:
        return Refused("chip_has_own", "FI-FATE-18", holds=holds)
    return None


# ---- sessions --------------------------------------------------------------------------------------------------------


def chips_due(held: int, in_pot: int) -> int:
    """Return how many chips a player draws when a session begins (FI-FATE-4, FI-FATE-20)."""
    return min(in_pot, max(0, fate_tables().draws.hand - held))


def master_chips_due(in_pot: int) -> int:
    """Return how many chips the Master draws when a session begins, whatever he has stored (FI-FATE-5, FI-FATE-20)."""
    return min(in_pot, fate_tables().draws.master)
