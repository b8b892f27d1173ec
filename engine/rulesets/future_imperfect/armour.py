"""What armour and cover leave of an attack: penetration, and steps down the ladder of dice (FI-ARMOR, FI-COVER)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from engine.rulesets.future_imperfect.parts import Part
from engine.rulesets.future_imperfect.traits import Trait, damage_down, stepped, unarmed_die
from engine.table.frozen import Frozen


class Layer(Frozen):
    """A piece of armour, or a thing between the attacker and the target (FI-COVER-3). `value` is its Armor value."""

    name: str
    value: int


class Verdict(StrEnum):
    """What becomes of an attack: it goes through, bounces off a layer (its PN is too low), or loses its last die."""

    THROUGH = "through"
    DEFLECTED = "deflected"
    STOPPED = "stopped"


class Passage(Frozen):
    """An attack behind all armour.

    Attributes:
        verdict: whether anything comes through; else the attack does nothing at all, Strength included (FI-ARMOR-5).
        sides: the damage die that is left; None when nothing comes through.
        steps: how many steps it was lowered in all.
        parts: what each layer did, from outside in, with the dice before and behind it; the last one ended the attack
            if nothing comes through.
    """

    verdict: Verdict
    sides: int | None
    steps: int
    parts: tuple[Part, ...]


class Blow(Frozen):
    """A bare hand behind all armour.

    Attributes:
        passage: of the damage die that the hand counts as (FI-ARMOR-6).
        strength: the Strength that is rolled, its die lowered by as many steps; None when nothing comes through.
    """

    passage: Passage
    strength: Trait | None


def effective_levels(value: int, pn: int | None, *, armor_min_step: int, equal_pn_stops: bool) -> int | None:
    """Return by how many steps one layer lowers the die, or None when it lets nothing through (FI-ARMOR-3, FI-COVER-2).

    Args:
        value: the layer's Armor value; one of 0 does nothing.
        pn: the weapon's penetration; None for one that has none, which meets the whole value.
        armor_min_step: how many steps a layer that is pierced costs at the least.
        equal_pn_stops: whether penetration equal to the value is too low.
    """
    if value <= 0:
        return 0
    if pn is None:
        return value
    if pn < value or (equal_pn_stops and pn == value):
        return None
    return max(armor_min_step, value - (pn - value))


def pass_armour(
    sides: int,
    pn: int | None,
    layers: Sequence[Layer],
    *,
    armor_min_step: int,
    equal_pn_stops: bool,
    armor_layers: str,
) -> Passage:
    """Return what is left of a damage die behind all layers (FI-ARMOR-2, FI-ARMOR-10, FI-ARMOR-11).

    Args:
        sides: the weapon's damage die; bonus dice have the die that is left.
        pn: its penetration, the same at each layer; None for none.
        layers: from outside in.
        armor_min_step: see `effective_levels`.
        equal_pn_stops: likewise.
        armor_layers: `sequential` meets each layer on its own, `sum` one that is as strong as all together.
    """
    met = tuple(layer for layer in layers if layer.value > 0)
    if armor_layers == "sum" and len(met) > 1:
        met = (Layer(name=" + ".join(layer.name for layer in met), value=sum(layer.value for layer in met)),)
    left: int | None = sides
    steps = 0
    parts: list[Part] = []
    for layer in met:
        levels = effective_levels(layer.value, pn, armor_min_step=armor_min_step, equal_pn_stops=equal_pn_stops)
        if levels is None:
            parts.append(_part("armour_deflects", layer, pn, sides=left))
            return Passage(verdict=Verdict.DEFLECTED, sides=None, steps=steps, parts=tuple(parts))
        before, left = left, damage_down(sides, steps + levels)
        steps += levels
        if left is None:
            parts.append(_part("armour_stops", layer, pn, steps=levels, sides=before))
            return Passage(verdict=Verdict.STOPPED, sides=None, steps=steps, parts=tuple(parts))
        if levels:
            parts.append(_part("armour_lowers", layer, pn, steps=levels, sides=before, left=left))
    return Passage(verdict=Verdict.THROUGH, sides=left, steps=steps, parts=tuple(parts))


def pass_unarmed(
    strength: Trait,
    pn: int | None,
    layers: Sequence[Layer],
    *,
    armor_min_step: int,
    equal_pn_stops: bool,
    armor_layers: str,
) -> Blow:
    """Return what is left of a blow with the bare hand behind all layers (FI-ARMOR-6, FI-ARMOR-7).

    Armour is compared with the die that the hand counts as; the Strength that is rolled is lowered by as many steps.

    Args:
        strength: of the one who strikes.
        pn: None, unless the Master gives the hand a penetration.
        layers: from outside in.
        armor_min_step: see `effective_levels`.
        equal_pn_stops: likewise.
        armor_layers: see `pass_armour`.
    """
    passage = pass_armour(
        unarmed_die(strength),
        pn,
        layers,
        armor_min_step=armor_min_step,
        equal_pn_stops=equal_pn_stops,
        armor_layers=armor_layers,
    )
    return Blow(passage=passage, strength=stepped(strength, -passage.steps) if passage.sides is not None else None)


def _part(reason: str, layer: Layer, pn: int | None, *, steps: int = 0, **more: int | None) -> Part:
    return Part(reason=reason, value=-steps, params={"layer": layer.name, "armour": layer.value, "pn": pn, **more})
