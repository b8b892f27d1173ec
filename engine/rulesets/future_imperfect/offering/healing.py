"""What can be done about wounds and Wind: medicine, waking, wounds that close by themselves, and time that passes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.play.offers import Ask, AskKind, Offer, ask, checked, denial, offered
from engine.rulesets.future_imperfect import healing, mending, people, resting, states, treating
from engine.rulesets.future_imperfect.breath import bleeding, wind_of
from engine.rulesets.future_imperfect.offering.scene import Scene, ids, whom
from engine.rulesets.remembering import Remembered
from engine.table.frozen import kept
from engine.table.seats import Actor
from engine.table.table import Table

MOST_TIME = 999
UNITS = ("minutes", "hours", "days")
_OFFERS = Remembered[tuple[Offer, ...]]()
_AREAS = Remembered[tuple[str, ...]]()


def offers(scene: Scene) -> tuple[Offer, ...]:
    """Return treatment by those of the seat who can give it, and what closes by itself."""
    table, healers = scene.table, ids(scene.able())
    # While there is a conflict nobody's Wind is looked at.
    records = table.actors if scene.conflict is None else scene.records
    made_of = (records, table.seats, table.options, table.lists, table.clock, *healers)
    key = f"{scene.key}\n{len(healers)}"
    return _OFFERS.get(key, made_of, lambda: tuple(_offers(scene, healers)))


def _offers(scene: Scene, healers: tuple[str, ...]) -> Iterator[Offer]:
    hurt = [a for a in scene.there if _is_hurt(a) and not a.has(states.DEAD)]
    asleep = tuple(a.id for a in scene.there if a.conditions and a.has(states.UNCONSCIOUS) and not a.has(states.DEAD))
    if healers and asleep:
        yield _wake(scene.seat, healers, asleep)
    if healers:
        for medicine in treating.KINDS:
            for area, patients in _treatable(scene, healers[0], hurt, medicine).items():
                yield _treat(scene.seat, healers, patients, area, medicine)
    short = tuple(actor.id for actor in scene.there if _lacks_wind(scene, actor)) if scene.conflict is None else ()
    if healers and short:
        yield _treat_wind(scene.seat, healers, short)
    for area, actors in _mending(scene, hurt).items():
        yield _heal(scene.seat, actors, area)


def masters(scene: Scene) -> Iterator[Offer]:
    """Yield the time that the Master lets pass, out of a conflict."""
    if scene.conflict is None:
        for unit in UNITS:
            yield checked(scene.table, _pass(scene.seat, unit), resting.verify_advance)


def _is_hurt(actor: Actor) -> bool:
    return actor.body is not None and any([place.level for place in actor.body.locations.values()])  # noqa: C419 - faster


def _lacks_wind(scene: Scene, actor: Actor) -> bool:
    """Say whether somebody can be given Wind back; of those who bleed only the Master may risk it."""
    short = wind_of(scene.table, actor.id) < people.wind_start(actor)
    if not short or (actor.conditions and actor.has(states.DEAD)):
        return False
    return scene.gm or not bleeding(scene.table, actor.id)


def _treatable(scene: Scene, healer: str, hurt: list[Actor], medicine: healing.Medicine) -> dict[str, tuple[str, ...]]:
    """Return whose wounds a kind of medicine may better, area by area (FI-HEAL-2 to FI-HEAL-8)."""
    found: dict[str, tuple[str, ...]] = {}
    table = scene.table
    for actor in hurt:
        made_of = (actor.body, actor.conditions, actor.sheet, table.options, table.lists, table.clock)
        for area in _AREAS.get(f"{actor.id}\n{medicine}", made_of, partial(_areas, table, healer, actor, medicine)):
            found[area] = (*found.get(area, ()), actor.id)
    return found


def _areas(table: Table, healer: str, actor: Actor, medicine: healing.Medicine) -> tuple[str, ...]:
    """Return the areas of a body whose wounds a kind of medicine may better, whoever rolls it."""

    def wanted(area: str) -> treating.TreatWound:
        return treating.TreatWound(seat="", actor=healer, patient=actor.id, area=area, medicine=medicine)

    hurt = (area for area, level in people.wound_levels(actor).items() if level)
    return tuple(area for area in hurt if denial(treating.treatment_of, table, wanted(area)) is None)


def _mending(scene: Scene, hurt: list[Actor]) -> dict[str, tuple[str, ...]]:
    """Return whose wounds may close by themselves now; the Master also says so of those of unknown age (FI-HEAL-6)."""
    own, found = set(ids(scene.mine)), dict[str, tuple[str, ...]]()
    for actor in hurt:
        if actor.id not in own:
            continue
        for area, level in people.wound_levels(actor).items():
            if healing.natural_tn(level) is None:
                continue
            at = mending.due_at(scene.table, actor.id, area)
            if scene.gm if at is None else at <= scene.table.clock:
                found[area] = (*found.get(area, ()), actor.id)
    return found


@kept
def _treat(
    seat: str, healers: tuple[str, ...], patients: tuple[str, ...], area: str, medicine: healing.Medicine
) -> Offer:
    bare = treating.TreatWound(seat=seat, actor=healers[0], patient=patients[0], area=area, medicine=medicine)
    name = f"{'treat_wound' if medicine == 'general' else 'operate'}:{area}"
    return offered(name, bare, asks=(*_healer(healers), _patient(patients)), area=area)


@kept
def _wake(seat: str, healers: tuple[str, ...], patients: tuple[str, ...]) -> Offer:
    bare = treating.WakeUp(seat=seat, actor=healers[0], patient=patients[0])
    return offered("wake_up", bare, asks=(*_healer(healers), _patient(patients)))


@kept
def _treat_wind(seat: str, healers: tuple[str, ...], patients: tuple[str, ...]) -> Offer:
    bare = treating.TreatWind(seat=seat, actor=healers[0], patient=patients[0])
    return offered("treat_wind", bare, asks=(*_healer(healers), _patient(patients)))


def _healer(healers: tuple[str, ...]) -> tuple[Ask, ...]:
    return (ask("healer", AskKind.CHOICE, healers, field="actor"),) if len(healers) > 1 else ()


def _patient(patients: tuple[str, ...]) -> Ask:
    return ask("treating", AskKind.CHOICE, patients, field="patient")


@kept
def _heal(seat: str, actors: tuple[str, ...], area: str) -> Offer:
    bare = mending.HealNaturally(seat=seat, actor=actors[0], area=area)
    return offered(f"heal_naturally:{area}", bare, asks=whom(actors), area=area)


@kept
def _pass(seat: str, unit: str) -> Offer:
    bare = resting.AdvanceTime(seat=seat, **{unit: 1})
    return offered(
        f"{unit}_pass", bare, asks=(ask(f"how_many_{unit}", AskKind.NUMBER, field=unit, least=1, most=MOST_TIME),)
    )
