"""Explosions: rings of ten metres, and each victim's own damage, armour and wounds (FI-BOOM)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from engine.dice.notation import Dice, parse_dice
from engine.dice.pools import Die, throw
from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.future_imperfect import hazards, misses, people
from engine.rulesets.future_imperfect.armour import Layer, Verdict, pass_armour
from engine.rulesets.future_imperfect.bodies import chart_for
from engine.rulesets.future_imperfect.cells import folded
from engine.rulesets.future_imperfect.fighters import need_free
from engine.rulesets.future_imperfect.gear import weapon_from_row
from engine.rulesets.future_imperfect.harm import wounds_of
from engine.rulesets.future_imperfect.harming import ANYWHERE
from engine.rulesets.future_imperfect.harming import harm as hurt
from engine.rulesets.future_imperfect.leading import need_known, note_of, told_of
from engine.rulesets.future_imperfect.lists import WEAPONS
from engine.rulesets.future_imperfect.locations import every_hit
from engine.rulesets.future_imperfect.lying import lies_openly, put_away, thrown_for
from engine.rulesets.future_imperfect.measures import between
from engine.rulesets.future_imperfect.parts import total
from engine.rulesets.future_imperfect.procedures.evening import Charge, Effect, evening
from engine.rulesets.future_imperfect.settings import flag, number, word
from engine.rulesets.future_imperfect.traits import ladders
from engine.table.frozen import Frozen, replace
from engine.table.table import Table


class Victim(Frozen):
    """Somebody near a blast: how far off, in metres, and the Armor value of cover in between, null for none."""

    actor: str
    distance: Annotated[float, Meta(ge=0, le=99999)] = 0.0
    cover: Annotated[int, Meta(ge=0, le=99)] | None = None


class Explode(Request):
    """Something explodes; whoever is near is named with the distance. Without dice or a name it is what was thrown."""

    RULES = ("FI-AREA-5", "FI-BOOM-1", "FI-BOOM-2", "FI-BOOM-3", "FI-BOOM-4", "FI-BOOM-5", "FI-BOOM-6")
    victims: Annotated[tuple[Victim, ...], Meta(description="who is near, and how far off")] = ()
    near: Annotated[
        Mapping[str, Annotated[int, Meta(ge=0, le=99999)]],
        Meta(description="the same in short, for those without cover: how many metres off each character is"),
    ] = {}
    dice: Annotated[str, Meta(description="the damage at the middle, such as 3d20", max_length=12)] = ""
    pn: Annotated[Annotated[int, Meta(ge=0, le=99)] | None, Meta(description="penetration; null for none listed")] = (
        None
    )
    explosive: Annotated[str, Meta(description="a thing of the group's list or of a sheet, in place of dice")] = ""
    owner: Annotated[str, Meta(description="the character on whose sheet it stands; empty for none")] = ""
    more: Annotated[int, Meta(ge=0, le=20, description="dice that the Master adds, as in a narrow room")] = 0


class Fizzle(Request):
    """What was thrown does not go off after all."""

    RULES = ("FI-AREA-5",)


def victims_of(table: Table, command: Explode) -> tuple[Victim, ...]:
    """Return everybody who is near: as it is said, or else as it follows from a throw."""
    said = (*command.victims, *(Victim(actor=actor, distance=far) for actor, far in command.near.items()))
    if said or not goes_by_throw(command):
        return said
    follows = around(need_charge(table)).items()
    return tuple(Victim(actor=actor, distance=far) for actor, far in follows if actor in table.actors)


def goes_by_throw(command: Explode) -> bool:
    """Say whether it is what was thrown that goes off: nothing else is named."""
    return not command.explosive and not command.dice


def need_charge(table: Table) -> Charge:
    """Return what was thrown and goes off next. Raises Refused if nothing lies there."""
    lying = evening(table).charges
    if not lying:
        raise Refused("nothing_thrown", "FI-AREA-5")
    return lying[0]


def around(lying: Charge) -> dict[str, float]:
    """Return how many metres off the thrower and the target are from where it lies (FI-THROW-3 to FI-THROW-6)."""
    thrower, aimed_at = (0.0, 0.0), (0.0, -float(lying.distance))
    place = misses.landing(thrower, aimed_at, lying.hour, lying.metres, bust=lying.slipped)
    found = {lying.target: between(aimed_at, place)} if lying.target else {}
    return {actor: round(far, 1) for actor, far in {**found, lying.actor: between(thrower, place)}.items()}


def charge(table: Table, command: Explode) -> tuple[Dice, int | None]:
    """Return the damage dice and the penetration. Raises Refused for what nobody knows or what does no damage."""
    if goes_by_throw(command):
        lying = need_charge(table)
        dice, pn = lying.damage, lying.pn
    elif not command.explosive:
        dice, pn = parse_dice(command.dice), command.pn
    else:
        own = people.explosives(table.actors[command.owner], table.lists) if command.owner in table.actors else ()
        listed = (weapon_from_row(row) for row in table.lists.get(WEAPONS, ()))
        named = (one for one in (*own, *listed) if folded(one.name) == folded(command.explosive))
        found = next(named, None)
        if found is None or found.damage is None:
            raise Refused("no_such_weapon", "FI-BOOM-1", weapon=command.explosive[:60])
        dice, pn = found.damage, found.pn
    if dice.sides not in ladders().damage_ladder or dice.count < 1 or dice.plus:
        raise Refused("no_damage_die", "FI-ARMOR-1", sides=dice.sides)
    return Dice(count=dice.count + command.more, sides=dice.sides), pn


def verify_explode(table: Table, command: Explode) -> None:
    """The Master, with victims that are there, each once."""
    need_gm(table, command, "FI-BOOM-1")
    need_free(table)
    victims = victims_of(table, command)
    for victim in victims:
        need_known(table, command.seat, victim.actor)
    if not victims or len({victim.actor for victim in victims}) != len(victims):
        raise Refused("name_victims", "FI-BOOM-1")
    charge(table, command)


def explode(draft: Draft, command: Explode) -> None:
    """Reckon every victim; their wounds come one after the other, the first one's on top."""
    dice, pn = charge(draft.table, command)
    victims, what = victims_of(draft.table, command), command.explosive
    if goes_by_throw(command):
        what = need_charge(draft.table).weapon
        _take_away(draft)
    draft.note("explodes", "FI-BOOM-1", dice=f"{dice.count}d{dice.sides}", what=what)
    shared: dict[int, tuple[Die, ...]] | None = {} if word(draft.table, "blast_roll") == "shared" else None
    put_away(draft)
    struck = [_strike(draft, victim, dice, pn, shared) for victim in victims]
    told = {victim.actor: told_of(draft.table, victim.actor) is None for victim in victims}
    felt = zip(victims, struck, strict=True)
    draft.figure(damage=[damage for victim, damage in felt if damage is not None and told[victim.actor]])
    for victim, damage in reversed(list(zip(victims, struck, strict=True))):
        if damage is not None:
            wounds = wounds_of(damage, people.size(draft.table.actors[victim.actor], draft.table.lists))
            hurt(draft, victim.actor, {ANYWHERE: wounds}, what=what or "explosion")


def _strike(
    draft: Draft, victim: Victim, dice: Dice, pn: int | None, shared: dict[int, tuple[Die, ...]] | None
) -> int | None:
    """Return the damage that reaches a victim; None for one that is too far off, or behind enough (FI-BOOM-1, -5).

    Where a roll is shared, those nearer count more of its dice; dice of another kind, behind armour, are another roll.
    """
    parts = hazards.explosion_dice(dice.count, victim.distance)
    reasons = [part.words for part in parts]
    if not total(parts):
        note_of(draft, victim.actor, "blast_too_far", "FI-BOOM-1", reckoning=reasons)
        return None
    passage = pass_armour(
        dice.sides,
        pn,
        _layers(draft.table, victim),
        armor_min_step=number(draft.table, "armor_min_step"),
        equal_pn_stops=flag(draft.table, "equal_pn_stops"),
        armor_layers=word(draft.table, "armor_layers"),
    )
    reasons += [part.words for part in passage.parts]
    if passage.verdict is not Verdict.THROUGH or passage.sides is None:
        note_of(draft, victim.actor, "blast_stopped", "FI-BOOM-5", reckoning=reasons)
        return None
    if shared is None:
        with thrown_for(draft, victim.actor, "dice_damage"):
            fallen = throw(draft, passage.sides, total(parts), aces=True)
    else:
        if passage.sides not in shared:
            with draft.throwing(Message(key="glimpse.dice_blast")):
                shared[passage.sides] = throw(draft, passage.sides, dice.count, aces=True)
        fallen = shared[passage.sides][: total(parts)]
    damage = sum(die.total for die in fallen)
    shown = ["+".join(map(str, die.faces)) for die in fallen]
    note_of(draft, victim.actor, "blast_hits", "FI-BOOM-1", "FI-BOOM-4", damage=damage, dice=shown, reckoning=reasons)
    effect = Effect(
        actor=victim.actor,
        what="damage",
        sides=passage.sides,
        dice=tuple(fallen),
        total=damage,
        reasons=tuple(reasons),
    )
    lies_openly(draft, effect)
    return damage


def _layers(table: Table, victim: Victim) -> tuple[Layer, ...]:
    """Return what lies between: the cover, or else what is worn on the guts, where that is thinnest (FI-BOOM-5)."""
    if victim.cover is not None:
        return (Layer(name="", value=victim.cover),)
    chart = chart_for(table, victim.actor)
    actor = table.actors[victim.actor]
    worn = [people.armour_at(actor, hit, table.lists) for hit in every_hit(chart) if hit.area == chart.core]
    return min(worn, key=lambda layers: sum(layer.value for layer in layers), default=())


def _take_away(draft: Draft) -> None:
    now = evening(draft.table)
    draft.become(replace(now, charges=now.charges[1:]))


def verify_fizzle(table: Table, command: Fizzle) -> None:
    """The Master, while something lies there."""
    need_gm(table, command, "FI-AREA-5")
    need_charge(table)


def fizzle(draft: Draft, command: Fizzle) -> None:
    """Think no more of it."""
    draft.note("fizzles", "FI-AREA-5", weapon=need_charge(draft.table).weapon)
    _take_away(draft)


MOVES = (
    Move(Explode, verify_explode, explode),
    Move(Fizzle, verify_fizzle, fizzle),
)
