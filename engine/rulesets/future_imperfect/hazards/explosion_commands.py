"""Explosions: rings of ten metres, and damage, armour and wounds of each victim (FI-BOOM)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from engine.core.dice_notation import DicePool, parse_dice
from engine.core.draft import Draft
from engine.kit.calculation import total
from engine.kit.checks.exploding_dice import Die, roll_exploding_dice
from engine.kit.gm_requests import GmRequest
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.equipment import ArmourLayer, weapon_from_row
from engine.rulesets.future_imperfect.character.hit_locations import every_location
from engine.rulesets.future_imperfect.character.row_reader import folded
from engine.rulesets.future_imperfect.character.traits import ladders
from engine.rulesets.future_imperfect.checks.check_resolution import clear_tray, show_effect_openly
from engine.rulesets.future_imperfect.damage.damage_rules import ArmourResult, ArmourVerdict, armour_passage
from engine.rulesets.future_imperfect.damage.wound_commands import ANYWHERE, inflict_wounds
from engine.rulesets.future_imperfect.damage.wound_marks import chart_for
from engine.rulesets.future_imperfect.distance import between
from engine.rulesets.future_imperfect.hazards.hazard_commands import levels_by_size
from engine.rulesets.future_imperfect.initiative.action_cards import need_free
from engine.rulesets.future_imperfect.procedures.participants import (
    add_log_line,
    audience_for,
    dice_purpose,
    need_known,
)
from engine.rulesets.future_imperfect.procedures.session_procedure import EffectRoll, ExplosiveCharge, session_state
from engine.rulesets.future_imperfect.rules import hazard_rules, miss_rules
from engine.rulesets.future_imperfect.settings import WEAPONS, word


class Victim(Frozen):
    """A character near an explosion: its distance in metres, and the Armor value of cover in between, if any."""

    actor: str
    distance: Annotated[float, Meta(ge=0, le=99999)] = 0.0
    cover: Annotated[int, Meta(ge=0, le=99)] | None = None


class Explode(GmRequest):
    """Let something explode among the named victims. Without dice or a name it is the thing that was thrown."""

    RULES = ("FI-AREA-5", "FI-BOOM-1", "FI-BOOM-2", "FI-BOOM-3", "FI-BOOM-4", "FI-BOOM-5", "FI-BOOM-6")
    CITED = ("FI-BOOM-1",)
    victims: Annotated[tuple[Victim, ...], Meta(description="who is near, and how far off")] = ()
    near: Annotated[
        Mapping[str, Annotated[int, Meta(ge=0, le=99999)]],
        Meta(description="the same in short, for those without cover: how many metres off each character is"),
    ] = {}
    dice: Annotated[
        str,
        Meta(description="the damage at the middle, such as 3d20", max_length=12),
        Asks("blast_dice", own_words=True, optional=False),
    ] = ""
    pn: Annotated[Annotated[int, Meta(ge=0, le=99)] | None, Meta(description="penetration; null for none listed")] = (
        None
    )
    explosive: Annotated[
        str, Meta(description="a thing of the group's list or of a sheet, in place of dice"), Asks(optional=False)
    ] = ""
    owner: Annotated[str, Meta(description="the character on whose sheet it stands; empty for none")] = ""
    more: Annotated[
        int, Meta(ge=0, le=20, description="dice that the GM adds, as in a narrow room"), Asks("more_dice")
    ] = 0

    def verify(self, table: Table) -> None:
        """Require the GM, and victims that are there, each once."""
        super().verify(table)
        need_free(table)
        victims = victims_of(table, self)
        for victim in victims:
            need_known(table, self.seat, victim.actor)
        if not victims or len({victim.actor for victim in victims}) != len(victims):
            raise Refused("name_victims", "FI-BOOM-1")
        explosive_damage(table, self)

    def decide(self, draft: Draft) -> None:
        """Calculate every victim; their wounds follow one after the other, the first one's in front."""
        dice, pn = explosive_damage(draft.table, self)
        victims, what = victims_of(draft.table, self), self.explosive
        if is_thrown_charge(self):
            what = need_charge(draft.table).weapon
            _take_away(draft)
        draft.note("explodes", "FI-BOOM-1", dice=f"{dice.count}d{dice.sides}", what=what)
        shared: dict[int, tuple[Die, ...]] | None = {} if word(draft.table, "blast_roll") == "shared" else None
        clear_tray(draft)
        struck = [(victim.actor, _strike(draft, victim, dice, pn, shared)) for victim in victims]
        hurt = [(actor, damage) for actor, damage in struck if damage is not None]
        draft.record_results(damage=[damage for actor, damage in hurt if audience_for(draft.table, actor) is None])
        for actor, damage in reversed(hurt):
            wounds = levels_by_size(draft.table, actor, damage)
            inflict_wounds(draft, actor, {ANYWHERE: wounds}, what=what or "explosion")


class Fizzle(GmRequest):
    """Decide that the thrown explosive does not go off."""

    RULES = ("FI-AREA-5",)
    NEEDS = (lambda table, command: need_charge(table),)

    def decide(self, draft: Draft) -> None:
        """Remove it."""
        draft.note("fizzles", "FI-AREA-5", weapon=need_charge(draft.table).weapon)
        _take_away(draft)


def victims_of(table: Table, command: Explode) -> tuple[Victim, ...]:
    """Return all victims: the named ones, or those by the throw."""
    victims = (*command.victims, *(Victim(actor=actor, distance=distance) for actor, distance in command.near.items()))
    if victims or not is_thrown_charge(command):
        return victims
    follows = distances_from_charge(need_charge(table)).items()
    return tuple(Victim(actor=actor, distance=distance) for actor, distance in follows if actor in table.actors)


def is_thrown_charge(command: Explode) -> bool:
    """Say whether the thrown thing explodes: nothing else is named."""
    return not command.explosive and not command.dice


def need_charge(table: Table) -> ExplosiveCharge:
    """Return the thrown explosive that goes off next. Raises Refused if there is none."""
    charges = session_state(table).charges
    if not charges:
        raise Refused("nothing_thrown", "FI-AREA-5")
    return charges[0]


def distances_from_charge(lying: ExplosiveCharge) -> dict[str, float]:
    """Return the distances of the thrower and the target from the explosive, in metres (FI-THROW-3 to FI-THROW-6)."""
    thrower, aimed_at = (0.0, 0.0), (0.0, -float(lying.distance))
    place = miss_rules.landing(thrower, aimed_at, lying.hour, lying.metres, bust=lying.slipped)
    distances = {lying.target: between(aimed_at, place)} if lying.target else {}
    distances[lying.actor] = between(thrower, place)
    return {actor: round(distance, 1) for actor, distance in distances.items()}


def explosive_damage(table: Table, command: Explode) -> tuple[DicePool, int | None]:
    """Return the damage dice and the penetration. Raises Refused for an unknown thing or one without damage."""
    if is_thrown_charge(command):
        charge = need_charge(table)
        dice, pn = charge.damage, charge.pn
    elif not command.explosive:
        dice, pn = parse_dice(command.dice), command.pn
    else:
        owner = table.actors.get(command.owner)
        own = character_sheet.explosives(owner, table.lists) if owner is not None else ()
        listed = (weapon_from_row(row) for row in table.lists.get(WEAPONS, ()))
        named = (weapon for weapon in (*own, *listed) if folded(weapon.name) == folded(command.explosive))
        explosive = next(named, None)
        if explosive is None or explosive.damage is None:
            raise Refused("no_such_weapon", "FI-BOOM-1", weapon=command.explosive[:60])
        dice, pn = explosive.damage, explosive.pn
    if dice.sides not in ladders().damage_ladder or dice.count < 1 or dice.plus:
        raise Refused("no_damage_die", "FI-ARMOR-1", sides=dice.sides)
    return DicePool(count=dice.count + command.more, sides=dice.sides), pn


def _strike(
    draft: Draft, victim: Victim, dice: DicePool, pn: int | None, shared: dict[int, tuple[Die, ...]] | None
) -> int | None:
    """Return the damage to a victim; None if it is too far off, or protected enough (FI-BOOM-1, FI-BOOM-5).

    Victims share a roll, and nearer ones count more of its dice; other dice, reduced by armour, are another roll.
    """
    parts = hazard_rules.explosion_dice(dice.count, victim.distance)
    reasons = [part.words for part in parts]
    if not total(parts):
        add_log_line(draft, victim.actor, "blast_too_far", "FI-BOOM-1", reckoning=reasons)
        return None
    passage = blast_passage(draft.table, victim, dice.sides, pn)
    reasons += [part.words for part in passage.parts]
    if passage.verdict is not ArmourVerdict.THROUGH or passage.sides is None:
        add_log_line(draft, victim.actor, "blast_stopped", "FI-BOOM-5", reckoning=reasons)
        return None
    if shared is None:
        with dice_purpose(draft, victim.actor, "dice_damage"):
            thrown = roll_exploding_dice(draft, passage.sides, total(parts), aces=True)
    else:
        if passage.sides not in shared:
            with draft.rolling_for(Message(key="glimpse.dice_blast")):
                shared[passage.sides] = roll_exploding_dice(draft, passage.sides, dice.count, aces=True)
        thrown = shared[passage.sides][: total(parts)]
    damage = sum(die.total for die in thrown)
    shown = ["+".join(map(str, die.faces)) for die in thrown]
    rules, actor = ("FI-BOOM-1", "FI-BOOM-4"), victim.actor
    add_log_line(draft, actor, "blast_hits", *rules, damage=damage, dice=shown, reckoning=reasons)
    effect = EffectRoll(
        actor=actor, what="damage", sides=passage.sides, dice=thrown, total=damage, reasons=tuple(reasons)
    )
    show_effect_openly(draft, effect)
    return damage


def blast_passage(table: Table, victim: Victim, sides: int, pn: int | None) -> ArmourResult:
    """Return what is left of the damage die of an explosion behind cover or armour (FI-BOOM-5)."""
    return armour_passage(table, sides, pn, _layers(table, victim))


def _layers(table: Table, victim: Victim) -> tuple[ArmourLayer, ...]:
    """Return the cover in between, or else the armour of the guts, where it is thinnest (FI-BOOM-5)."""
    if victim.cover is not None:
        return (ArmourLayer(name="", value=victim.cover),)
    chart = chart_for(table, victim.actor)
    actor = table.actors[victim.actor]
    worn = [
        character_sheet.armour_at(actor, hit, table.lists) for hit in every_location(chart) if hit.area == chart.core
    ]
    return min(worn, key=lambda layers: sum(layer.value for layer in layers), default=())


def _take_away(draft: Draft) -> None:
    session = session_state(draft.table)
    draft.replace_procedure(replace(session, charges=session.charges[1:]))
