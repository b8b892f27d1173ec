"""Fate Chips: the uses of each colour, and their effects (FI-FATE, T-16)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from engine.kit.calculation import CalculationStep
from engine.kit.checks.exploding_dice import Die
from engine.kit.rules_data import rules_table
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.rulesets.future_imperfect.rules.roll_rules import AddedDie, RollKind, ThrownDice

BLUE = "blue"


class ChipColour(Frozen):
    """The uses of a chip of one colour.

    Attributes:
        key: the colour.
        check: its effect on a check: one more die, a die added to the highest, or none.
        after_bust: whether it may be spent on a bust.
        per_action: how many in one action; None for any number.
        wounds: maximum of wounds of one attack that it cancels.
        wind: maximum of Wind that it negates or restores.
        bounty: how many points it is worth between scenarios.
    """

    key: str
    check: Literal["extra_die", "onto_highest", "none"] = "none"
    after_bust: bool = False
    per_action: int | None = None
    wounds: int = 0
    wind: int = 0
    bounty: int = 0


class ChipDraws(Frozen):
    """The number of chips that a hand is filled up to, and that the GM draws."""

    hand: int
    master: int


class BountyCosts(Frozen):
    """The costs of a new level, die, or die type, for each point of it (T-17)."""

    aptitude: int
    coordination: int
    die_type: int


class FateTables(Frozen):
    """The tables of chips and bounty."""

    colours: tuple[ChipColour, ...]
    draws: ChipDraws
    bounty: BountyCosts


class RollStatus(Frozen):
    """The state of a roll when a chip is to be spent on it, with the chips spent on the rolls of this action."""

    bust: bool
    kind: RollKind = RollKind.CHECK
    spent: Mapping[str, int] = {}


fate_tables = rules_table("future_imperfect", "fate_chips", FateTables)
"""The tables of chips and bounty."""


def chip_colour(key: str) -> ChipColour:
    """Return the uses of a colour. Raises Refused for an unknown colour."""
    chip = next((colour for colour in fate_tables().colours if colour.key == key), None)
    if chip is None:
        raise Refused("no_chip_colour", "FI-FATE-1", colour=key)
    return chip


# ---- better checks ---------------------------------------------------------------------------------------------------


def improvement_refusals(
    standing: RollStatus, *, blue_per_action: int | None, chips_on_strength_damage: bool
) -> dict[str, Refused | None]:
    """Return for each colour the refusal to spend it on a roll now; None where it is allowed.

    Rules: FI-FATE-9 to FI-FATE-11, FI-FATE-13, FI-FATE-19, FI-FATE-21, FI-DMG-9, FI-FEAR-6. Without `blue_per_action`
    any number of blue chips helps; by an option chips also help the Strength within damage.
    """
    general = _barred(standing, chips_on_strength_damage)
    return {
        colour.key: general
        or _barred_colour(standing, colour, blue_per_action if colour.key == BLUE else colour.per_action)
        for colour in fate_tables().colours
    }


def _barred(standing: RollStatus, chips_on_strength_damage: bool) -> Refused | None:
    match standing.kind:
        case RollKind.TERROR:
            return Refused("chip_on_terror", "FI-FATE-19", "FI-FEAR-6")
        case RollKind.EFFECT:
            return Refused("chip_on_effect", "FI-FATE-8", "FI-DMG-9")
        case RollKind.STRENGTH_DAMAGE if not chips_on_strength_damage:
            return Refused("chip_on_effect", "FI-FATE-8", "FI-DMG-9")
        case _:
            return None


def _barred_colour(standing: RollStatus, colour: ChipColour, most: int | None) -> Refused | None:
    if colour.check == "none":
        return Refused("chip_no_use", "FI-FATE-1", colour=colour.key)
    if standing.bust and not colour.after_bust:
        return Refused("chip_after_bust", "FI-FATE-13", colour=colour.key)
    if most is not None and standing.spent.get(colour.key, 0) >= most:
        return Refused("chip_spent", "FI-FATE-10", "FI-FATE-11", colour=colour.key, most=most)
    return None


def with_chip_die(thrown: ThrownDice, colour: str, die: Die, *, bust: bool, blue_cancels_bust: bool) -> ThrownDice:
    """Return a roll with the die of a chip added (FI-FATE-9 to FI-FATE-13).

    By an option a chip that may be spent on a `bust` cancels it. The die is of the roll's own type, with its Aces.
    """
    effect = chip_colour(colour)
    if effect.check == "none":
        raise Refused("chip_no_use", "FI-FATE-1", colour=colour)
    added_die = AddedDie(die=die, onto_highest=effect.check == "onto_highest", colour=colour)
    lifts = bust and effect.after_bust and blue_cancels_bust
    return replace(thrown, added=(*thrown.added, added_die), lifted=thrown.lifted or lifts)


# ---- saving your skin ------------------------------------------------------------------------------------------------


def wounds_left(wounds: int, chips: Sequence[str], *, chips_per_save: int | None) -> tuple[CalculationStep, ...]:
    """Return the wounds of one attack after chips; a surplus is lost (FI-FATE-15, FI-FATE-22).

    Raises:
        Refused: more chips than the group allows on one attack.
    """
    if chips_per_save is not None and len(chips) > chips_per_save:
        raise Refused("chips_per_save", "FI-FATE-15", most=chips_per_save)
    parts, wounds_left = [CalculationStep(reason="wounds_rolled", value=wounds)], wounds
    for chip in chips:
        cancelled = min(wounds_left, chip_colour(chip).wounds)
        parts.append(_chip(chip, -cancelled))
        wounds_left -= cancelled
    return tuple(parts)


def wind_after_chips(wind: int, start: int, chips: Iterable[str]) -> tuple[CalculationStep, ...]:
    """Return the Wind of a character after chips, never over its starting value (FI-FATE-17)."""
    parts, wind_now = [CalculationStep(reason="wind_now", value=wind)], wind
    for chip in chips:
        gain = min(max(0, start - wind_now), chip_colour(chip).wind)
        parts.append(_chip(chip, gain))
        wind_now += gain
    return tuple(parts)


def _chip(colour: str, value: int) -> CalculationStep:
    return CalculationStep(reason=f"chip_{colour}", value=value)


def help_refusal(*, own: bool, in_crew: bool, saves_skin: bool, holds: int) -> Refused | None:
    """Return the reason against spending chips for a character; None if it is allowed (FI-FATE-18).

    The seat's `own` character may always be helped, others within the crew. Chips that save skin help only a player who
    `holds` none.
    """
    if own:
        return None
    if not in_crew:
        return Refused("chip_not_crew", "FI-FATE-18")
    if saves_skin and holds > 0:
        return Refused("chip_has_own", "FI-FATE-18", holds=holds)
    return None


# ---- sessions --------------------------------------------------------------------------------------------------------


def chips_due(in_hand: int, in_pot: int) -> int:
    """Return the number of chips that a player draws at the start of a session (FI-FATE-4, FI-FATE-20)."""
    return min(in_pot, max(0, fate_tables().draws.hand - in_hand))


def gm_chips_due(in_pot: int) -> int:
    """Return the number of chips that the GM draws at the start of a session, besides stored ones (FI-FATE-5, -20)."""
    return min(in_pot, fate_tables().draws.master)
