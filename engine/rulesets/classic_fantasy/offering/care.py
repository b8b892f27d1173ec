"""What can be done for and about bodies: care, fatigue, breath (CF-HEAL, CF-FATIGUE, CF-ASPHYX)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from engine.play.moves import SetLocation
from engine.play.offers import Ask, AskKind, Offer, ask, checked, denial, offered
from engine.play.words import Message
from engine.rulesets.classic_fantasy import asphyxia, breathing, fatigue, healing, straining, tending, tiring
from engine.rulesets.classic_fantasy.at_table import MAGIC, fatigue_level, fatigue_of, need_spot, pool
from engine.rulesets.classic_fantasy.characters import person_of, skill_of
from engine.rulesets.classic_fantasy.fatigue import Cause
from engine.rulesets.classic_fantasy.grades import Grade
from engine.rulesets.classic_fantasy.mending import hurt_at
from engine.rulesets.classic_fantasy.offering.whom import able, living, mine, who
from engine.rulesets.classic_fantasy.procedures.evening import Evening, evening
from engine.rulesets.classic_fantasy.procedures.fight import Fight, fight
from engine.rulesets.classic_fantasy.procedures.rest import Rest
from engine.rulesets.classic_fantasy.states import BLEEDING, DEADLINE
from engine.table.frozen import replace
from engine.table.table import Table

CAUSES: tuple[Cause, ...] = get_args(Cause)
GRADES: tuple[Grade, ...] = get_args(Grade)
LASTING = 9


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what a seat can do for bodies."""
    front = table.procedures[-1] if table.procedures else Evening()
    if not isinstance(front, Evening | Fight | Rest):
        return
    yield from _tending(table, seat, viewer)
    if isinstance(front, Evening):
        yield from _resting(table, seat, viewer)
    if table.is_gm(seat):
        yield from _masters(table, seat, viewer, quiet=isinstance(front, Evening))


def _tending(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    carers, patients = able(table, mine(table, seat, viewer)), _hurt(table, seat, viewer)
    if not carers or not patients:
        return
    for how in get_args(tending.Kind):
        if fight(table) is None:
            yield _tend(table, seat, carers, patients, how, emergency=False)
        rescue = _tend(table, seat, carers, patients, how, emergency=True)
        yield rescue if _pressing(table, patients) else replace(rescue, seldom=True)
    casts = (
        tending.CastHealing(seat=seat, actor=a, patient=p, location=places[0], spell=_spells()[0])
        for a in carers
        for p, places in patients.items()
    )
    casters = tuple(dict.fromkeys(one.actor for one in casts if denial(tending.verify_cast, table, one) is None))
    if casters:
        yield _cast(table, seat, casters, patients)


def _pressing(table: Table, patients: dict[str, tuple[str, ...]]) -> bool:
    """Say whether anybody bleeds, or is about to die."""
    return any(table.actors[actor].has(state) for actor in patients for state in (BLEEDING, DEADLINE))


def _spells() -> tuple[str, ...]:
    return tuple(healing.numbers().spells)


def _hurt(table: Table, seat: str, viewer: str) -> dict[str, tuple[str, ...]]:
    return {actor: places for actor in living(table, seat, viewer) if (places := hurt_at(table, actor))}


def _tend(
    table: Table,
    seat: str,
    carers: tuple[str, ...],
    patients: dict[str, tuple[str, ...]],
    how: tending.Kind,
    *,
    emergency: bool,
) -> Offer:
    """Return care of one kind for the wounds that it may help; where it may help none, say why of the first."""
    tries = [
        tending.Tend(seat=seat, actor=carer, patient=patient, location=place, how=how, emergency=emergency)
        for carer in carers
        for patient, places in patients.items()
        for place in places
    ]
    fit = _fit(table, tries)
    who_can, skills = _best_first(table, tuple(dict.fromkeys(one.actor for one in fit)), tending.SKILLS[how])
    wounds = dict[str, tuple[str, ...]]()
    for one in fit:
        if one.actor == fit[0].actor:  # each of the others may care for the same
            wounds[one.patient] = (*wounds.get(one.patient, ()), one.location)
    found = offered(
        f"d100_{'stabilise_by' if emergency else 'tend'}:{how}",
        (fit or tries)[0],
        asks=(
            *((ask("healer", AskKind.CHOICE, who_can, field="actor", told=skills),) if len(who_can) > 1 else ()),
            *_wound(wounds or patients, "patient"),
            ask("d100_grade", AskKind.CHOICE, GRADES, field="grade", optional=True, seldom=True),
        ),
        how=how,
    )
    return checked(table, found, tending.verify_tend)


def _best_first(table: Table, carers: tuple[str, ...], skill: str) -> tuple[tuple[str, ...], dict[str, Message]]:
    """Return who can care for somebody, the best first, each with the skill."""
    values = {carer: skill_of(table, carer, skill) for carer in carers}
    order = sorted(carers, key=lambda carer: -values[carer])
    told = {carer: Message(key="d100.percent", params={"value": value}) for carer, value in values.items()}
    return tuple(order), told


def _fit(table: Table, tries: list[tending.Tend]) -> list[tending.Tend]:
    """Return those that can be done: who may care for one wound may for each that may be cared for at all."""
    first = next((one for one in tries if _can(table, one)), None)
    if first is None:
        return []
    wound, carer = (first.patient, first.location), first.actor
    carers = {one.actor for one in tries if (one.patient, one.location) == wound and _can(table, one)}
    wounds = {(one.patient, one.location) for one in tries if one.actor == carer and _can(table, one)}
    return [one for one in tries if one.actor in carers and (one.patient, one.location) in wounds]


def _can(table: Table, wish: tending.Tend) -> bool:
    return denial(tending.verify_tend, table, wish) is None


def _wound(patients: dict[str, tuple[str, ...]], field: str) -> tuple[Ask, ...]:
    """Ask for somebody who is hurt, and for the wound."""
    every = tuple(dict.fromkeys(place for places in patients.values() for place in places))
    return (
        ask("treating", AskKind.CHOICE, tuple(patients), field=field),
        ask("which_wound", AskKind.CHOICE, every, field="location", by=field, among=patients),
    )


def _cast(table: Table, seat: str, casters: tuple[str, ...], patients: dict[str, tuple[str, ...]]) -> Offer:
    first, places = next(iter(patients.items()))
    spells, most = _spells(), min(pool(table, caster, MAGIC) for caster in casters)
    bare = tending.CastHealing(seat=seat, actor=casters[0], patient=first, location=places[0], spell=spells[0])
    asks = (
        *who(casters),
        *_wound(patients, "patient"),
        ask("d100_spell", AskKind.CHOICE, spells, field="spell"),
        ask("d100_magic", AskKind.NUMBER, field="magic", most=min(most, tending.MOST_MAGIC), optional=True),
        ask("d100_intensity", AskKind.NUMBER, field="intensity", most=tending.MOST_MAGIC, optional=True),
    )
    return checked(table, offered("d100_cast", bare, asks=asks), tending.verify_cast)


def _resting(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    people = mine(table, seat, viewer)
    tired = tuple(actor for actor in people if fatigue_level(table, actor))
    for rest, name in ((True, "d100_rest"), (False, "d100_rise")):
        tries = [tiring.SetResting(seat=seat, actor=actor, rest=rest) for actor in tired]
        now = tuple(one.actor for one in tries if denial(tiring.verify_resting, table, one) is None)
        if now:
            yield offered(name, tiring.SetResting(seat=seat, actor=now[0], rest=rest), asks=who(now))
    if tired:
        potion = ask("d100_potion", AskKind.FLAG, field="potion", optional=True)
        bare_magic = tiring.FatigueMagic(seat=seat, actor=tired[0])
        yield offered("d100_fatigue_magic", bare_magic, asks=(*who(tired), potion))


def _masters(table: Table, seat: str, viewer: str, *, quiet: bool) -> Iterator[Offer]:
    people = living(table, seat, viewer)
    if not people:
        return
    levels = ask("d100_levels", AskKind.NUMBER, field="levels", least=1, most=tiring.MOST_LEVELS, optional=True)
    cause = ask("cause", AskKind.CHOICE, CAUSES)
    yield offered(
        "d100_weary", tiring.Weary(seat=seat, actor=people[0], cause="exertion"), asks=(*who(people), cause, levels)
    )
    tired = tuple(actor for actor in people if fatigue_level(table, actor))
    if tired:
        by = {actor: tuple(one.cause for one in fatigue_of(table, actor).causes) for actor in tired}
        every = tuple(dict.fromkeys(one for causes in by.values() for one in causes))
        yield offered("d100_refresh", tiring.Refresh(seat=seat, actor=tired[0]), asks=(*who(tired), levels))
        bare = tiring.EndCause(seat=seat, actor=tired[0], cause=fatigue_of(table, tired[0]).causes[0].cause)
        asks = (ask("actor", AskKind.CHOICE, tired), ask("cause", AskKind.CHOICE, every, by="actor", among=by))
        yield offered("d100_end_cause", bare, asks=asks)
    yield from _breath(table, seat, people)
    hurt = _hurt(table, seat, viewer)
    in_need = tuple(a for a in people if a in hurt or table.actors[a].has(BLEEDING) or table.actors[a].has(DEADLINE))
    if in_need:
        yield offered("d100_stabilise", tending.MagicStabilises(seat=seat, actor=in_need[0]), asks=who(in_need))
    if hurt:
        yield from _wounds(table, seat, hurt, quiet=quiet)
    if quiet:
        yield from _efforts(table, seat, people)


def _efforts(table: Table, seat: str, people: tuple[str, ...]) -> Iterator[Offer]:
    names = fatigue.numbers().effort.skills
    fit = tuple(a for a in able(table, people) if all(person_of(table, a).skill(name) is not None for name in names))
    if fit:
        skills = ask("d100_effort_skill", AskKind.CHOICE, names, field="skill")
        grade = ask("d100_grade", AskKind.CHOICE, GRADES, field="grade", optional=True)
        strain = ask("d100_strenuous", AskKind.FLAG, field="strenuous", optional=True, seldom=True)
        effort = tiring.RollEffort(seat=seat, actor=fit[0])
        yield offered("d100_effort", effort, asks=(*who(fit), skills, grade, strain))
    tries = [straining.Strain(seat=seat, actor=actor) for actor in people]
    strained = tuple(one.actor for one in tries if denial(straining.verify_strain, table, one) is None)
    if strained:
        yield offered("d100_strain", straining.Strain(seat=seat, actor=strained[0]), asks=who(strained))


def _breath(table: Table, seat: str, people: tuple[str, ...]) -> Iterator[Offer]:
    without = evening(table).breathless
    breathing_still = tuple(actor for actor in people if actor not in without)
    gasping = tuple(actor for actor in people if actor in without)
    if breathing_still:
        flags = tuple(
            ask(f"d100_{name}", AskKind.FLAG, field=name, optional=True) for name in ("prepared", "strenuous")
        )
        bare = breathing.LoseBreath(seat=seat, actor=breathing_still[0])
        yield offered("d100_lose_breath", bare, asks=(*who(breathing_still), *flags))
    if gasping:
        usual = Message(key="ask.d100_lasting", params={"levels": asphyxia.lasting_offered()})
        lasting = ask("d100_lasting", AskKind.NUMBER, field="lasting", most=LASTING, optional=True, label=usual)
        yield offered(
            "d100_breathe", breathing.BreatheAgain(seat=seat, actor=gasping[0]), asks=(*who(gasping), lasting)
        )
        seconds = ask("d100_seconds", AskKind.NUMBER, field="seconds", most=breathing.MOST_SECONDS)
        set_to = breathing.SetBreath(seat=seat, actor=gasping[0], seconds=without[gasping[0]].seconds)
        yield offered("d100_set_breath", set_to, asks=(*who(gasping), seconds))


def _by_hand(table: Table, seat: str, hurt: dict[str, tuple[str, ...]]) -> Iterator[Offer]:
    """Yield for each wound how its hit points are set, within what the location can have."""
    for actor, places in hurt.items():
        body = table.actors[actor].body
        for place in places:
            lying = body.locations[place] if body is not None else None
            if lying is not None:
                level = ask("d100_hp", AskKind.NUMBER, field="level", least=lying.least or 0, most=lying.most)
                bare = SetLocation(seat=seat, actor=actor, location=place, level=lying.level)
                yield offered(f"d100_set_hp:{actor}:{place}", bare, asks=(level,), handled=True)


def _wounds(table: Table, seat: str, hurt: dict[str, tuple[str, ...]], *, quiet: bool) -> Iterator[Offer]:
    first, places = next(iter(hurt.items()))
    wound = _wound(hurt, "actor")
    flags = tuple(ask(f"d100_{name}", AskKind.FLAG, field=name, optional=True) for name in ("treated", "aided"))
    yield offered("d100_set_care", tending.SetCare(seat=seat, actor=first, location=places[0]), asks=(*wound, *flags))
    points = ask("d100_strain_points", AskKind.NUMBER, field="strain", most=9)
    bare = straining.SetStrain(seat=seat, actor=first, location=places[0])
    yield offered("d100_set_strain", bare, asks=(*wound, points))
    yield from _by_hand(table, seat, hurt)
    major = {
        actor: found
        for actor, all_places in hurt.items()
        if (found := tuple(p for p in all_places if _can_be_maimed(table, actor, p)))
    }
    if major and quiet:
        victim, where = next(iter(major.items()))
        lost = ask("d100_points", AskKind.NUMBER, field="points", least=1, most=99, optional=True)
        maim = tending.Maim(seat=seat, actor=victim, location=where[0])
        yield checked(table, offered("d100_maim", maim, asks=(*_wound(major, "actor"), lost)), tending.verify_maim)


def _can_be_maimed(table: Table, actor: str, location: str) -> bool:
    spot = need_spot(table, actor, location)
    return spot.level == "major" and spot.most > healing.numbers().maim_least
