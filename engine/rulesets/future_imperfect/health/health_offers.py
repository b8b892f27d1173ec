"""Offers about wounds and Wind: medicine, waking, natural healing, and the passage of time."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.memo import memo
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.offers import Offer, Question, QuestionKind, denial, make_offer, question, with_denial
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.damage.wind import bleeding, wind_of
from engine.rulesets.future_imperfect.health import (
    healing_rules,
    natural_healing_commands,
    rest_commands,
    treatment_commands,
)
from engine.rulesets.future_imperfect.offer_context import OfferContext, actor_ids, actor_question
from engine.rulesets.future_imperfect.procedures.conflict_procedure import in_conflict

MOST_TIME = 999
UNITS = ("minutes", "hours", "days")


def offers(context: OfferContext) -> tuple[Offer, ...]:
    """Return treatment by able characters of the seat, and natural healing."""
    return _offers(context.table, context.seat, context.viewer, actor_ids(context.able()))


@memo
def _offers(table: Table, seat: str, viewer: str, healers: tuple[str, ...]) -> Iterator[Offer]:
    context = OfferContext(table, seat, viewer)
    hurt = [a for a in context.there if _is_hurt(a) and not a.has_condition(character_conditions.DEAD)]
    asleep = tuple(
        a.id
        for a in context.there
        if a.conditions
        and a.has_condition(character_conditions.UNCONSCIOUS)
        and not a.has_condition(character_conditions.DEAD)
    )
    if healers and asleep:
        yield _wake(context.seat, healers, asleep)
    if healers:
        for medicine in treatment_commands.KINDS:
            for area, patients in _treatable(context, hurt, medicine).items():
                yield _treat(context.seat, healers, patients, area, medicine)
    short = () if in_conflict(table) else tuple(actor.id for actor in context.there if _lacks_wind(context, actor))
    if healers and short:
        yield _treat_wind(context.seat, healers, short)
    for area, actors in _mending(context, hurt).items():
        yield _heal(context.seat, actors, area)


def gm_offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the passage of time by the GM, outside a conflict."""
    if context.conflict is None:
        for unit in UNITS:
            yield with_denial(context.table, _pass_time(context.seat, unit), rest_commands.verify_advance)


def _is_hurt(actor: Actor) -> bool:
    return actor.body is not None and any([place.level for place in actor.body.locations.values()])  # noqa: C419 - faster


def _lacks_wind(context: OfferContext, actor: Actor) -> bool:
    """Say whether a treatment can restore a character's Wind; for a bleeding one only the GM may risk it."""
    short = wind_of(context.table, actor.id) < character_sheet.wind_start(actor)
    if not short or (actor.conditions and actor.has_condition(character_conditions.DEAD)):
        return False
    return context.gm or not bleeding(context.table, actor.id)


def _treatable(
    context: OfferContext, hurt: list[Actor], medicine: healing_rules.Medicine
) -> dict[str, tuple[str, ...]]:
    """Return the characters and areas that a kind of medicine may treat (FI-HEAL-2 to FI-HEAL-8)."""
    treatable: dict[str, tuple[str, ...]] = {}
    table = context.table
    for actor in hurt:
        for area in _areas(table, actor.id, medicine):
            treatable[area] = (*treatable.get(area, ()), actor.id)
    return treatable


@memo(fine=True)
def _areas(table: Table, actor: str, medicine: healing_rules.Medicine) -> tuple[str, ...]:
    """Return the areas of a body that a kind of medicine may treat, for any healer."""

    def wanted(area: str) -> treatment_commands.TreatWound:
        return treatment_commands.TreatWound(seat="", actor="", patient=actor, area=area, medicine=medicine)

    hurt = (area for area, level in character_sheet.wound_levels(table.actors[actor]).items() if level)
    return tuple(area for area in hurt if denial(treatment_commands.treatment_of, table, wanted(area)) is None)


def _mending(context: OfferContext, hurt: list[Actor]) -> dict[str, tuple[str, ...]]:
    """Return characters and areas with natural healing now; the GM decides on wounds of unknown age (FI-HEAL-6)."""
    own, mending = set(actor_ids(context.mine)), dict[str, tuple[str, ...]]()
    for actor in hurt:
        if actor.id not in own:
            continue
        for area, level in character_sheet.wound_levels(actor).items():
            if healing_rules.natural_tn(level) is None:
                continue
            due_time = natural_healing_commands.due_at(context.table, actor.id, area)
            if context.gm if due_time is None else due_time <= context.table.clock:
                mending[area] = (*mending.get(area, ()), actor.id)
    return mending


@memo
def _treat(
    seat: str, healers: tuple[str, ...], patients: tuple[str, ...], area: str, medicine: healing_rules.Medicine
) -> Offer:
    bare = treatment_commands.TreatWound(seat=seat, actor=healers[0], patient=patients[0], area=area, medicine=medicine)
    name = f"{'treat_wound' if medicine == 'general' else 'operate'}:{area}"
    return make_offer(name, bare, questions=(*_healer(healers), _patient(patients)), area=area)


@memo
def _wake(seat: str, healers: tuple[str, ...], patients: tuple[str, ...]) -> Offer:
    bare = treatment_commands.WakeUp(seat=seat, actor=healers[0], patient=patients[0])
    return make_offer("wake_up", bare, questions=(*_healer(healers), _patient(patients)))


@memo
def _treat_wind(seat: str, healers: tuple[str, ...], patients: tuple[str, ...]) -> Offer:
    bare = treatment_commands.TreatWind(seat=seat, actor=healers[0], patient=patients[0])
    return make_offer("treat_wind", bare, questions=(*_healer(healers), _patient(patients)))


def _healer(healers: tuple[str, ...]) -> tuple[Question, ...]:
    return (question("healer", QuestionKind.CHOICE, healers, field="actor"),) if len(healers) > 1 else ()


def _patient(patients: tuple[str, ...]) -> Question:
    return question("treating", QuestionKind.CHOICE, patients, field="patient")


@memo
def _heal(seat: str, actors: tuple[str, ...], area: str) -> Offer:
    bare = natural_healing_commands.HealNaturally(seat=seat, actor=actors[0], area=area)
    return make_offer(f"heal_naturally:{area}", bare, questions=actor_question(actors), area=area)


@memo
def _pass_time(seat: str, unit: str) -> Offer:
    bare = rest_commands.AdvanceTime(seat=seat, **{unit: 1})
    return make_offer(
        f"{unit}_pass",
        bare,
        questions=(question(f"how_many_{unit}", QuestionKind.NUMBER, field=unit, least=1, most=MOST_TIME),),
    )
