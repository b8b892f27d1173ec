"""Offers of care for wounds (CF-HEAL)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from engine.core.manual_moves import SetLocation
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.choice_offers import Choices, OneOf, choice_offers
from engine.presentation.command_offers import Answers, Asks, offer_of
from engine.presentation.offers import Offer, QuestionKind, denial
from engine.rulesets.classic_fantasy.character.character_conditions import BLEEDING, DEADLINE, place_of
from engine.rulesets.classic_fantasy.character.character_sheet import folded, rows_of, skill_of
from engine.rulesets.classic_fantasy.character.offer_targets import living, mine
from engine.rulesets.classic_fantasy.character.resource_pools import MAGIC, pool
from engine.rulesets.classic_fantasy.character.session_state import (
    CareKind,
    SessionState,
    front_procedure,
)
from engine.rulesets.classic_fantasy.combat.combat_procedure import Combat, current_combat
from engine.rulesets.classic_fantasy.health.body_state import need_location
from engine.rulesets.classic_fantasy.health.healing_commands import Maim, SetCare, SetStrain
from engine.rulesets.classic_fantasy.health.health_offers import people_for_gm
from engine.rulesets.classic_fantasy.health.incapacity import able
from engine.rulesets.classic_fantasy.health.natural_healing_schedule import wounded_location_names
from engine.rulesets.classic_fantasy.health.rest_procedure import Rest
from engine.rulesets.classic_fantasy.health.spell_concentration import casting_skills
from engine.rulesets.classic_fantasy.treatment.healing_magic_commands import MOST_MAGIC, CastHealing, MagicStabilises
from engine.rulesets.classic_fantasy.treatment.treatment_commands import SKILLS, Tend
from engine.rulesets.classic_fantasy.wounds import healing_tables


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the offers of care that a seat has."""
    if not isinstance(front_procedure(table), SessionState | Combat | Rest):
        return
    carers, patients = able(table, mine(table, seat, viewer)), _wounded(table, seat, viewer)
    if not carers or not patients:
        return
    for kind in get_args(CareKind):
        if current_combat(table) is None:
            yield _treatment_offer(table, seat, carers, patients, kind, emergency=False)
        rescue = _treatment_offer(table, seat, carers, patients, kind, emergency=True)
        yield rescue if _is_urgent(table, patients) else replace(rescue, rare=True)
    yield from _healing_spells(table, seat, carers, patients)


def _healing_spells(
    table: Table, seat: str, carers: tuple[str, ...], patients: dict[str, tuple[str, ...]]
) -> Iterator[Offer]:
    """Yield the offer to cast a healing spell: of casters that can now, and for the GM else of all that can now."""
    spell = next(iter(healing_tables.numbers().spells))
    casts = (
        CastHealing(seat=seat, actor=carer, patient=patient, location=places[0], spell=spell)
        for carer in carers
        for patient, places in patients.items()
    )
    able_to_cast = tuple(dict.fromkeys(attempt.actor for attempt in casts if denial(attempt.verify, table) is None))
    overrules = table.is_gm(seat)
    spells = {caster: known for caster in able_to_cast if (known := _spells_of(table, caster, overrules=overrules))}
    if not spells and overrules:
        spells = dict.fromkeys(able_to_cast, tuple(_spells()))
    if spells:
        most = min(pool(table, caster, MAGIC) for caster in spells)
        wounds = _wounds_asked(patients, "patient")
        which = Asks.by_choice("actor", spells) if len(spells) > 1 else OneOf(next(iter(spells.values())))
        magic: Choices = {"actor": OneOf(tuple(spells)), "spell": which, "magic": Asks(most=min(most, MOST_MAGIC))}
        yield from choice_offers(CastHealing, seat, {**wounds, **magic}, table=table, name="d100_cast")


def _is_urgent(table: Table, patients: dict[str, tuple[str, ...]]) -> bool:
    """Say whether any patient bleeds, or is about to die."""
    return any(table.actors[actor].has_condition(state) for actor in patients for state in (BLEEDING, DEADLINE))


def _is_urgent_wound(table: Table, patient: str, location: str) -> bool:
    """Say whether a wound bleeds, or is about to kill."""
    held = table.actors[patient].conditions
    return any(each.name in (BLEEDING, DEADLINE) and place_of(each) == location for each in held)


def _spells_of(table: Table, actor: str, *, overrules: bool) -> tuple[str, ...]:
    """Return the healing spells of a caster: those on its sheet, or all if its sheet lists no spells.

    For the GM, who may overrule the sheet, the others follow. Who has no healing spell, or no casting skill and no
    spells, has none.
    """
    rows = rows_of(table.actors[actor], "spells")
    listed = {folded(str(row["name"]).partition("(")[0]) for row in rows if row.get("name")}  # “Heal (rank 2)”
    if not listed:
        return tuple(_spells()) if casting_skills(table, actor) else ()
    known = tuple(spell for spell, name in _spells().items() if folded(name) in listed)
    return tuple(dict.fromkeys((*known, *_spells()))) if known and overrules else known


def _spells() -> dict[str, str]:
    """Return the healing spells with their names."""
    return {spell: say(Message(key=f"word.{spell}")) for spell in healing_tables.numbers().spells}


def _wounded(table: Table, seat: str, viewer: str) -> dict[str, tuple[str, ...]]:
    return {actor: places for actor in living(table, seat, viewer) if (places := wounded_location_names(table, actor))}


def _treatment_offer(
    table: Table,
    seat: str,
    carers: tuple[str, ...],
    patients: dict[str, tuple[str, ...]],
    kind: CareKind,
    *,
    emergency: bool,
) -> Offer:
    """Return the offer of one kind of care for all wounds that it may help; if none, with the denial of the first.

    The best healer, and a wound that bleeds or kills, are proposed. Each healer has odds, which need no second number.
    """
    attempts = [
        Tend(seat=seat, actor=carer, patient=patient, location=place, how=kind, emergency=emergency)
        for carer in carers
        for patient, places in patients.items()
        for place in places
    ]
    allowed = _allowed_commands(table, attempts)
    skill = {command.actor: skill_of(table, command.actor, SKILLS[kind]) for command in allowed}
    sorted_carers = tuple(sorted(skill, key=lambda carer: -skill[carer]))
    best = [command for command in allowed if command.actor == sorted_carers[0]]  # the others may treat the same wounds
    best.sort(key=lambda command: not _is_urgent_wound(table, command.patient, command.location))
    wounds = dict[str, tuple[str, ...]]()
    for command in best:
        wounds[command.patient] = (*wounds.get(command.patient, ()), command.location)
    asks = _wounds_asked(wounds or patients, "patient")
    if len(sorted_carers) > 1:
        asks["actor"] = Asks("healer", choices=sorted_carers)
    name = f"d100_{'stabilise_by' if emergency else 'tend'}:{kind}"
    return offer_of(table, (best or attempts)[0], name=name, asks={"actor": None} | asks, how=kind)


def _allowed_commands(table: Table, attempts: list[Tend]) -> list[Tend]:
    """Return the allowed commands: each carer that can give the care, for each wound that it helps."""
    by_carer = {command.actor: command for command in attempts}
    by_wound = {(command.patient, command.location): command for command in attempts}
    carers = {carer for carer, command in by_carer.items() if denial(command.need_carer, table) is None}
    if not carers:
        return []
    wounds = {wound for wound, command in by_wound.items() if denial(command.need_treatable_wound, table) is None}
    return [
        command for command in attempts if command.actor in carers and (command.patient, command.location) in wounds
    ]


def _wounds_asked(patients: dict[str, tuple[str, ...]], field: str) -> dict[str, Answers]:
    """Ask for a wounded character, and for the wound."""
    return {
        field: Asks("treating", choices=tuple(patients)),
        "location": Asks.by_choice(field, patients, "which_wound"),
    }


def gm_offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the GM's offers to change wounds and their care."""
    people = people_for_gm(table, seat, viewer)
    if not people:
        return
    hurt = _wounded(table, seat, viewer)
    patients = tuple(
        actor
        for actor in people
        if actor in hurt or table.actors[actor].has_condition(BLEEDING) or table.actors[actor].has_condition(DEADLINE)
    )
    yield from choice_offers(MagicStabilises, seat, {"actor": OneOf(patients)}, name="d100_stabilise")
    yield from _wounds(table, seat, hurt, quiet=isinstance(front_procedure(table), SessionState))


def _hit_point_offers(table: Table, seat: str, hurt: dict[str, tuple[str, ...]]) -> Iterator[Offer]:
    """Yield for each wound the offer to set its hit points, within the limits of the location."""
    for actor, places in hurt.items():
        body = table.actors[actor].body
        for place in places:
            body_location = body.locations[place] if body is not None else None
            if body_location is not None:
                level = Asks(
                    "d100_hp", kind=QuestionKind.NUMBER, least=body_location.least or 0, most=body_location.most
                )
                command = SetLocation(seat=seat, actor=actor, location=place, level=body_location.level)
                name = f"d100_set_hp:{actor}:{place}"
                yield offer_of(
                    table, command, name=name, fields=("level",), asks={"actor": None, "level": level}, direct=True
                )


def _wounds(table: Table, seat: str, hurt: dict[str, tuple[str, ...]], *, quiet: bool) -> Iterator[Offer]:
    asks = _wounds_asked(hurt, "actor")
    yield from choice_offers(SetCare, seat, asks, name="d100_set_care")
    yield from choice_offers(SetStrain, seat, asks, name="d100_set_strain")
    yield from _hit_point_offers(table, seat, hurt)
    major = {
        actor: maimable
        for actor, all_places in hurt.items()
        if (maimable := tuple(place for place in all_places if _can_be_maimed(table, actor, place)))
    }
    if quiet:
        yield from choice_offers(Maim, seat, _wounds_asked(major, "actor"), table=table, name="d100_maim")


def _can_be_maimed(table: Table, actor: str, location: str) -> bool:
    spot = need_location(table, actor, location)
    return spot.level == "major" and spot.most > healing_tables.numbers().maim_least
