"""What a blow comes to, by what does it: each step in its order, with the numbers that stand (CF-DMG, CF-FALL)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.play.draft import Draft
from engine.play.words import Message
from engine.rulesets.classic_fantasy import burning, damage, falling, hazards, states, traps
from engine.rulesets.classic_fantasy.damage import Damage
from engine.rulesets.classic_fantasy.parts import Part
from engine.rulesets.classic_fantasy.procedures.wounding import Blow, Wounding
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.throwing import throw
from engine.table.frozen import replace
from engine.table.table import Table


def dice_of_blow(now: Wounding) -> tuple[str, ...]:
    """Return the dice of the present harm as they are written: of the damage, and of the Damage Modifier."""
    return tuple(dice for dice in (now.harm.dice, now.harm.modifier) if dice and dice != "0")


def throw_blow(draft: Draft, now: Wounding, blows: Sequence[Blow], index: int) -> Blow:
    """Throw the dice of one blow; of a fall that is thrown for once the others go by the first (CF-AMB-16, CF-AMB-21).

    Args:
        draft: where the dice are written down.
        now: the harm.
        blows: all its blows, those before this one thrown already.
        index: which.
    """
    settings, harm, blow = settings_of(draft.table), now.harm, blows[index]
    fall = harm.source == "fall"
    if fall and index >= falling.rolls_wanted(len(blows), settings=settings):
        return replace(blow, base=blows[0].base, modifier=blows[0].modifier)
    base = throw(draft, harm.dice)
    once = fall and index >= falling.modifiers_wanted(len(blows), settings=settings)
    if once:
        return replace(blow, base=base, modifier=0)
    about = draft.about
    of_modifier = Message(key="glimpse.d100_modifier_at", params=about.params) if about is not None else None
    with draft.throwing(of_modifier):
        return replace(blow, base=base, modifier=throw(draft, harm.modifier))


def damage_of(table: Table, now: Wounding, index: int) -> Damage:
    """Return what a blow comes to as its numbers stand, and why (CF-DMG-5)."""
    ruled = now.blows[index].ruled
    if ruled is not None and now.blows[index].base is None:
        return Damage(value=ruled, parts=(Part(reason="ruled", value=ruled),))
    found = _reckoned(table, now, index)
    if ruled is None:
        return found
    return Damage(value=ruled, parts=(*found.parts, Part(reason="ruled", value=ruled - found.value)))


def _reckoned(table: Table, now: Wounding, index: int) -> Damage:
    settings, harm, blow = settings_of(table), now.harm, now.blows[index]
    base, armour = blow.base or 0, damage.armour_points(blow.worn, blow.natural)
    match harm.source:
        case "fall":
            return _fallen(table, now, index)
        case "object":
            return falling.object_damage(base, armour, settings=settings)
        case "heat":
            alight = {states.place_of(one) for one in table.actors[harm.actor].named(states.BURNING)}
            ignited = harm.ignited or blow.location in alight
            return burning.heat(base, natural=blow.natural, worn=blow.worn, ignited=ignited, settings=settings)
        case "trap":
            return traps.trap_damage(base, armour, ignores_armour=harm.ignores_armour)
        case "hazard" if harm.hazard is not None and harm.step is not None:
            return hazards.hazard_damage(harm.hazard, harm.step, base, worn=blow.worn, natural=blow.natural)
        case _:
            return damage.resolve_hit(
                base,
                dm=blow.modifier,
                magic=blow.magic,
                parry=blow.parry,
                armour=0 if harm.ignores_armour else armour,
                settings=settings,
            )


def _fallen(table: Table, now: Wounding, index: int) -> Damage:
    settings, count = settings_of(table), len(now.blows)
    rolls = [blow.base or 0 for blow in now.blows][: falling.rolls_wanted(count, settings=settings)]
    modifiers = [blow.modifier for blow in now.blows][: falling.modifiers_wanted(count, settings=settings)]
    found = falling.fall_damage(count, rolls, modifiers, acrobatics=now.harm.acrobatics, settings=settings)
    return found[index]
