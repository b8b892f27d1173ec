"""Offers to attack, and to defend against an attack (CF-UI-9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.memo import memo
from engine.kit.control import controller_of, may_act_for
from engine.kit.offers.nameable_characters import with_visible_denial
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.command_offers import Answers, Asks, offer_of
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.attacks.attack_commands import (
    CallAttackOff,
    DeclareAttack,
    Defend,
    RuleHit,
    attack_to_answer,
    fighting_skill,
    is_armed,
    size_of_weapon,
)
from engine.rulesets.classic_fantasy.attacks.attack_procedure import Attack
from engine.rulesets.classic_fantasy.character.character_sheet import hit_chart_of, rows_of
from engine.rulesets.classic_fantasy.checks import difficulty_modifiers
from engine.rulesets.classic_fantasy.checks.check_commands import AcceptRoll
from engine.rulesets.classic_fantasy.checks.check_offers import skills_of
from engine.rulesets.classic_fantasy.combat.combat_offers import opponents
from engine.rulesets.classic_fantasy.damage.damage_rules import parry_stops
from engine.rulesets.classic_fantasy.dice.difficulty_grades import ladder
from engine.rulesets.classic_fantasy.wounds.wound_rules import numbers


def weapons_with_damage(table: Table, actor: str) -> tuple[str, ...]:
    """Return the names of the weapons on a character's sheet that have damage dice."""
    return armed_with(table.actors[actor])


@memo
def armed_with(actor: Actor) -> tuple[str, ...]:
    """Return the names of the weapons of a character that have damage dice."""
    rows = rows_of(actor, "weapons")
    return tuple(dict.fromkeys(str(row["name"]) for row in rows if row.get("name") and is_armed(row)))


def offers_of_actor(table: Table, seat: str, viewer: str, actor: str) -> Iterator[Offer]:
    """Yield the attack of a character, if it has an opponent."""
    targets = opponents(table, viewer, actor)
    if targets:
        yield _attack_offer(table, seat, actor, targets)


def simple_attacks(table: Table, seat: str, actor: str) -> Iterator[Offer]:
    """Yield the same offer with the questions that must be answered alone, and without a check."""
    targets = opponents(table, seat, actor)
    if targets:
        attack = _attack(table, seat, actor, targets, weapons_with_damage(table, actor))
        yield _simple_attack(attack, actor_name(table, actor), targets, weapons_with_damage(table, actor))


@memo
def _simple_attack(attack: DeclareAttack, name: str, targets: tuple[str, ...], weapons: tuple[str, ...]) -> Offer:
    asks: dict[str, Answers] = {"target": targets, "weapon": Asks(choices=weapons, optional=False)}
    fields = ("target", "weapon" if weapons else "damage")
    return offer_of(None, attack, name=f"d100_attack:{attack.actor}", fields=fields, asks=asks, actor=name)


def _attack(table: Table, seat: str, actor: str, targets: tuple[str, ...], weapons: tuple[str, ...]) -> DeclareAttack:
    return DeclareAttack(
        seat=seat,
        actor=actor,
        target=targets[0],
        weapon=weapons[0] if weapons else "",
        damage="" if weapons else "1d3",
        skill=fighting_skill(table, actor, ""),
        throws=True,
        goes_on=True,
        ends_turn=True,
    )


def _attack_offer(table: Table, seat: str, actor: str, targets: tuple[str, ...]) -> Offer:
    weapons = weapons_with_damage(table, actor)
    locations_by_target = {target: hit_chart_of(table, target).names for target in targets}
    all_locations = _all_names(tuple(locations_by_target.values()))
    asks: dict[str, Answers] = {
        "target": targets,
        "weapon": Asks(choices=weapons, optional=False) if weapons else Asks(),
        "skill": skills_of(table, actor) or None,
        "grade": ladder(),
        "using": difficulty_modifiers.named_hindered_locations(table, actor) or None,
        "location": Asks(choices=all_locations, by="target", among=locations_by_target),
    }
    fields = ("target", "weapon", *(() if weapons else ("damage",)), "skill", "grade", "using", "location", "magic")
    command = _attack(table, seat, actor, targets, weapons)
    name = f"d100_attack:{actor}"
    return offer_of(table, command, name=name, fields=(*fields, "kindles", "throws", "goes_on"), asks=asks)


@memo
def _all_names(names_of_charts: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for names in names_of_charts for name in names))


def _parry_names(table: Table, attack: Attack, viewer: str, weapons: tuple[str, ...]) -> dict[str, Message]:
    """Return the names of weapons with what a successful parry with each stops, as far as the viewer knows (CF-X-28).

    The size of the attacker's weapon is on its sheet.
    """
    if attack.size not in numbers().sizes or not table.may_read(table.actors[attack.actor], viewer):
        return {}
    sizes = {weapon: size_of_weapon(table, attack.target, weapon) for weapon in weapons}
    return {
        weapon: Message(key=f"d100.parry_with.{parry_stops(size, attack.size)}", params={"weapon": weapon})
        for weapon, size in sizes.items()
        if size in numbers().sizes
    }


def defence_offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the defences of the target after the attack roll, and the rulings of the GM.

    While only the target's luck could change the dice of a hit, they are offered to those who can read of both sides.
    """
    attack = attack_to_answer(table)
    if attack is None or not (isinstance(table.procedures[-1], Attack) or _may_read_both(table, viewer, attack)):
        return
    name = actor_name(table, attack.target)
    if may_act_for(table, seat, attack.target):
        is_own = controller_of(table, attack.target) == seat
        readable = table.may_read(table.actors[attack.target], viewer)
        rows = rows_of(table.actors[attack.target], "weapons") if readable else ()
        weapons = tuple(dict.fromkeys(str(row["name"]) for row in rows if row.get("name")))
        arms: dict[str, Answers] = {} if weapons else {"size": numbers().sizes}
        if len(weapons) > 1:
            arms["weapon"] = Asks(choices=weapons, optional=False, called=_parry_names(table, attack, viewer, weapons))
        limbs = difficulty_modifiers.named_hindered_locations(table, attack.target) if readable else ()
        # An unusual difficulty is rare, so no defender is asked for it: the GM can change the result of the roll.
        roll: dict[str, Answers] = {"using": limbs or None}
        parry = Defend(seat=seat, how="parry", weapon=weapons[0] if weapons else "", throws=True)
        fields = (*arms, *roll)
        offer = offer_of(None, parry, name="d100_parry", fields=fields, asks=arms | roll, primary=is_own, actor=name)
        yield with_visible_denial(table, viewer, attack.target, offer)
        evade = Defend(seat=seat, how="evade", throws=True)
        offer = offer_of(None, evade, name="d100_evade", fields=(*roll,), asks=roll, actor=name)
        yield with_visible_denial(table, viewer, attack.target, offer)
        payer = controller_of(table, attack.target)
        yield offer_of(None, Defend(seat=seat, how="none"), name="d100_no_defence", at_cost_of=payer, actor=name)
    if table.is_gm(seat) and isinstance(table.procedures[-1], Attack):
        yield offer_of(None, RuleHit(seat=seat, hits=True), name="d100_it_hits")
        yield offer_of(None, RuleHit(seat=seat, hits=False), name="d100_it_misses")
        payer = controller_of(table, attack.actor)
        yield offer_of(None, CallAttackOff(seat=seat), name="d100_attack_off", at_cost_of=payer)


def _may_read_both(table: Table, viewer: str, attack: Attack) -> bool:
    return all(table.may_read(table.actors[actor], viewer) for actor in (attack.actor, attack.target))


def without_acceptance(table: Table, seat: str, offers: Iterable[Offer]) -> Iterator[Offer]:
    """Yield the offers for an attack roll without the acceptance of its dice, which a defence of the seat accepts."""
    attack = attack_to_answer(table)
    answers = attack is not None and controller_of(table, attack.target) == seat
    yield from (offer for offer in offers if not (answers and isinstance(offer.command, AcceptRoll)))
