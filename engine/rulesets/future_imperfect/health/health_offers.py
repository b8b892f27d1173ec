"""Offers about wounds and Wind: medicine, waking, natural healing, the passage of time, and conditions by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.core.memo import memo, memo_of_moment
from engine.messages.display_names import actor_name
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.choice_offers import Choices, OneOf, choice_offers
from engine.presentation.command_offers import Asks, offer_of
from engine.presentation.offers import Offer, Question, QuestionKind, denial, question
from engine.rulesets.future_imperfect.actions import hazard_conditions
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.hit_locations import hit_charts
from engine.rulesets.future_imperfect.checks.character_rolls import level_of
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.damage.wind import bleeding, bleeds_at, lacks_wind
from engine.rulesets.future_imperfect.health import healing_rules
from engine.rulesets.future_imperfect.health.rest_commands import AdvanceTime, HealNaturally, healing_due
from engine.rulesets.future_imperfect.health.treatment_commands import (
    KINDS,
    MEDICINE,
    TreatWind,
    TreatWound,
    WakeUp,
    treatment_of,
)
from engine.rulesets.future_imperfect.offer_context import MAX_NUMBER, Names, OfferContext, actor_ids
from engine.rulesets.future_imperfect.procedures.participants import seen_sides
from engine.rulesets.future_imperfect.rules import hazard_rules
from engine.rulesets.future_imperfect.sheet_lookups import table_of_records

MOST_TIME = 999
UNITS = ("minutes", "hours", "days")
TIMES = {unit: Asks(f"how_many_{unit}", least=1, most=MOST_TIME, optional=False) for unit in UNITS}


def offers(context: OfferContext) -> tuple[Offer, ...]:
    """Return treatment by able characters of the seat, and natural healing."""
    fights = context.conflict is not None  # in a conflict Wind is not considered
    short = () if fights else tuple(actor.id for actor in context.there if _lacks_wind(context, actor))
    records, people = table_of_records(context.table), context.people
    return _treatments(records, context.seat, people.there, people.mine, actor_ids(context.able()), short)


@memo_of_moment
def _treatments(table: Table, seat: str, there: Names, mine: Names, healers: Names, short: Names) -> Iterator[Offer]:
    """Yield treatment and natural healing.

    The `healers` can treat somebody now, and the characters that are `short` lack Wind.
    """
    healer = OneOf(healers, "healer")
    asleep, hurt = _patients(table, there)
    sides = seen_sides(table.actors, table.seats)
    helped = {sides[one] for one in healers}
    own_side = {patient for patient in (*hurt, *short) if sides[patient] in helped}
    yield from choice_offers(WakeUp, seat, {"actor": healer, "patient": asleep}, name="wake_up")
    for medicine in KINDS if healers else ():
        treatable = _treatable(table, hurt, medicine)
        skilled = treatable and any(level_of(table, one, MEDICINE, medicine) for one in healers)
        for area, patients in treatable.items():
            whom: Choices = {"actor": healer, "patient": OneOf(patients)}
            wound = {"area": area, "medicine": medicine}
            name, only = f"{'treat_wound' if medicine == 'general' else 'operate'}:{area}", _only(table, patients)
            own = [patient for patient in patients if patient in own_side]
            rare = not own or not (skilled or _bleeds_openly(table, own, area))
            yield from choice_offers(TreatWound, seat, whom, wound, name=name, area=area, patient=only, rare=rare)
    whom = {"actor": healer, "patient": OneOf(short)}
    rare = own_side.isdisjoint(short)  # hardly anybody treats the others
    yield from choice_offers(TreatWind, seat, whom, name="treat_wind", patient=_only(table, short), rare=rare)
    for area, actors in _mending(table, seat, mine, hurt).items():
        name, who = f"heal_naturally:{area}", {"actor": OneOf(actors)}
        yield from choice_offers(HealNaturally, seat, who, {"area": area}, name=name, area=area)


def _bleeds_openly(table: Table, patients: Iterable[str], area: str) -> bool:
    """Say whether an area of somebody bleeds, so that anybody tries to help; of secret characters it shows nothing."""
    return any(not table.actors[patient].secret and bleeds_at(table, patient, area) for patient in patients)


def _only(table: Table, patients: Names) -> str:
    """Return the name of the only patient, who is not asked for; empty for several."""
    return actor_name(table, patients[0]) if len(patients) == 1 else ""


@memo_of_moment
def _patients(table: Table, there: Names) -> tuple[Names, Names]:
    """Return the living characters that are unconscious, and those that have wounds."""
    living = [actor for name in there if not (actor := table.actors[name]).has_condition(character_conditions.DEAD)]
    asleep = actor_ids([actor for actor in living if actor.has_condition(character_conditions.UNCONSCIOUS)])
    return asleep, actor_ids([actor for actor in living if _is_hurt(actor)])


def gm_offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the passage of time by the GM, outside a conflict."""
    if context.conflict is None:
        names = ", ".join(_bleeding_openly(context))
        for unit in UNITS:
            command, asks = AdvanceTime(seat=context.seat, **{unit: 1}), {unit: TIMES[unit]}
            yield offer_of(context.table, command, name=f"{unit}_pass", asks=asks, bleeding=names)


def _bleeding_openly(context: OfferContext) -> Iterator[str]:
    """Yield the names of those whom the passage of time can kill, without secret ones (FI-BLEED-2)."""
    table = context.table
    for actor in context.there:
        open_wounds = not actor.secret and _is_hurt(actor) and bleeding(table, actor.id)
        if open_wounds and not actor.has_condition(character_conditions.DEAD):
            yield actor_name(table, actor.id)


def _is_hurt(actor: Actor) -> bool:
    return actor.body is not None and any([place.level for place in actor.body.locations.values()])  # noqa: C419 - faster


def _lacks_wind(context: OfferContext, actor: Actor) -> bool:
    """Say whether a treatment can restore a character's Wind; for a bleeding one only the GM may risk it."""
    if not lacks_wind(actor) or (actor.conditions and actor.has_condition(character_conditions.DEAD)):
        return False
    return context.gm or not bleeding(context.table, actor.id)


@memo_of_moment
def _treatable(table: Table, hurt: Names, medicine: healing_rules.Medicine) -> dict[str, Names]:
    """Return the characters and areas that a kind of medicine may treat (FI-HEAL-2 to FI-HEAL-8)."""
    treatable: dict[str, Names] = {}
    for actor in hurt:
        for area in _areas(table, actor, medicine):
            treatable[area] = (*treatable.get(area, ()), actor)
    return treatable


@memo(fine=True)
def _areas(table: Table, actor: str, medicine: healing_rules.Medicine) -> tuple[str, ...]:
    """Return the areas of a body that a kind of medicine may treat, for any healer."""

    def wanted(area: str) -> TreatWound:
        return TreatWound(seat="", actor="", patient=actor, area=area, medicine=medicine)

    hurt = (area for area, level in character_sheet.wound_levels(table.actors[actor]).items() if level)
    return tuple(area for area in hurt if denial(treatment_of, table, wanted(area)) is None)


@memo_of_moment
def _mending(table: Table, seat: str, mine: Names, hurt: Names) -> dict[str, Names]:
    """Return characters and areas with natural healing now; the GM decides on wounds of unknown age (FI-HEAL-6)."""
    mending: dict[str, Names] = {}
    for actor in hurt:
        for area, due_time in healing_due(table.actors[actor]).items():
            if table.is_gm(seat) if due_time is None else actor in mine and due_time <= table.clock:
                mending[area] = (*mending.get(area, ()), actor)
    return mending


# ---- conditions by hand ----------------------------------------------------------------------------------------------


def conditions(table: Table, actor: str) -> Mapping[str, tuple[Question, ...]]:
    """Return the conditions that can be added to a character by hand, with the questions for its body."""
    return _conditions(character_sheet.hit_chart(table.actors[actor], table.lists))


@memo
def _conditions(chart: str) -> Mapping[str, tuple[Question, ...]]:
    areas = tuple(hit_charts().charts[chart].areas)
    plain = {state: () for state in character_conditions.CONDITIONS if state != character_conditions.TERROR_FAILED}
    asked: dict[str, tuple[Question, ...]] = {
        character_conditions.ENTANGLED: (
            question("entangled_tn", QuestionKind.NUMBER, field="level", most=MAX_NUMBER, optional=True),
        ),
        hazard_conditions.WATER: (
            question("water", QuestionKind.CHOICE, tuple(hazard_rules.hazard_tables().water), field="note"),
        ),
        hazard_conditions.SMOKE: (
            question("cloth", QuestionKind.CHOICE, (hazard_conditions.CLOTH,), field="note", optional=True),
        ),
        hazard_conditions.BURNING: (
            question("blaze", QuestionKind.NUMBER, field="level", least=1, most=len(hazard_conditions.BLAZES)),
            question("areas", QuestionKind.CHOICES, areas, field="note", least=1, most=len(areas), optional=True),
        ),
    }
    return {**plain, **asked}
