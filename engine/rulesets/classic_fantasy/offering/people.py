"""What can become of people: experience, study, years (CF-XP, CF-AGE)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

from engine.play.offers import Ask, AskKind, Offer, ask, checked, denial, offered
from engine.play.words import Message
from engine.rulesets.classic_fantasy import ageing, experience, improving, people, sessions
from engine.rulesets.classic_fantasy.characters import Skill, folded, person_of
from engine.rulesets.classic_fantasy.offering.whom import able, living, mine, who
from engine.rulesets.classic_fantasy.people import Characteristic, Depth
from engine.rulesets.classic_fantasy.procedures.evening import Evening
from engine.rulesets.classic_fantasy.rest_window import party
from engine.rulesets.classic_fantasy.states import STUDYING
from engine.table.frozen import replace
from engine.table.table import Table

CHARACTERISTICS: tuple[Characteristic, ...] = get_args(Characteristic)


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what a seat can do with experience and years, while nothing else is under way."""
    if table.procedures and not isinstance(table.procedures[-1], Evening):
        return
    own = tuple(actor for actor in mine(table, seat, viewer) if person_of(table, actor).characteristics)
    if own:
        yield from _spending(table, seat, own)
    if table.is_gm(seat):
        yield from _masters(table, seat, viewer, own)


def _spending(table: Table, seat: str, own: tuple[str, ...]) -> Iterator[Offer]:
    skills = {a: found for a in own if (found := _improvable(table, seat, a))}
    if skills:
        first = next(iter(skills))
        bare = improving.Improve(seat=seat, actor=first, skill=skills[first][0])
        asks = _skill(tuple(skills), skills)
        if len(skills) == 1:
            asks = (replace(asks[0], told=_needed(table, first)),)
        yield offered("d100_improve", bare, asks=asks)
    for actor in able(table, own):
        free = _new_skills(table, seat, actor)
        if free:
            asks = (
                ask("d100_new_skill", AskKind.CHOICE, free, field="skill"),
                ask("d100_speciality", AskKind.TEXT, field="speciality", optional=True),
                ask("d100_source", AskKind.TEXT, field="source", least=1),
            )
            study = improving.Study(seat=seat, actor=actor, skill=free[0], source="")
            yield offered(f"d100_study:{actor}", study, asks=asks, actor=table.actors[actor].name)
        yield from _abilities(table, seat, actor)
        rank = improving.TakeRank(seat=seat, actor=actor)
        if denial(improving.verify_rank, table, rank) is None:
            reached = person_of(table, actor).rank_reached
            yield offered(f"d100_rank:{actor}", rank, actor=table.actors[actor].name, rank=reached)


def _new_skills(table: Table, seat: str, actor: str) -> tuple[str, ...]:
    """Return the Professional skills that somebody can begin to study: all that are new, if any can be begun."""
    person = person_of(table, actor)
    studied = {folded(held.note) for held in table.actors[actor].named(STUDYING)}
    every = people.numbers().skills.professional
    new = tuple(name for name in every if person.skill(name) is None and folded(name) not in studied)
    tries = (improving.Study(seat=seat, actor=actor, skill=name, source="?") for name in new[:1])
    return new if all(denial(improving.verify_study, table, one) is None for one in tries) else ()


def _abilities(table: Table, seat: str, actor: str) -> Iterator[Offer]:
    ranks = range(person_of(table, actor).rank + 1)
    tries = [improving.LearnAbility(seat=seat, actor=actor, ability="?", rank=rank) for rank in ranks]
    able = [one.rank for one in tries if denial(improving.verify_ability, table, one) is None]
    if able:
        wants = (
            ask("d100_ability", AskKind.TEXT, field="ability", least=1),
            ask("d100_ability_rank", AskKind.NUMBER, field="rank", least=able[0], most=able[-1]),
        )
        bare = improving.LearnAbility(seat=seat, actor=actor, ability="", rank=able[0])
        yield offered(f"d100_learn:{actor}", bare, asks=wants, actor=table.actors[actor].name)


def _improvable(table: Table, seat: str, actor: str) -> tuple[str, ...]:
    names = _names(person_of(table, actor).skills) if person_of(table, actor).experience else ()
    tries = (improving.Improve(seat=seat, actor=actor, skill=name) for name in names)
    return tuple(one.skill for one in tries if denial(improving.verify_improve, table, one) is None)


def _needed(table: Table, actor: str) -> dict[str, Message]:
    """Return of each skill what an Experience Roll must show."""
    known = person_of(table, actor).skills
    return {
        one.name: Message(key="d100.ledger.learning.needs", params={"roll": improving.needed(table, actor, one)})
        for one in known
    }


def _names(skills: tuple[Skill, ...]) -> tuple[str, ...]:
    return tuple(skill.name for skill in skills)


def _skill(actors: tuple[str, ...], skills: Mapping[str, tuple[str, ...]]) -> tuple[Ask, ...]:
    every = tuple(dict.fromkeys(name for names in skills.values() for name in names))
    if len(actors) == 1:
        return (ask("d100_skill", AskKind.CHOICE, every, field="skill"),)
    return (
        ask("actor", AskKind.CHOICE, actors),
        ask("d100_skill", AskKind.CHOICE, every, field="skill", by="actor", among=skills),
    )


def _masters(table: Table, seat: str, viewer: str, own: tuple[str, ...]) -> Iterator[Offer]:
    there = living(table, seat, viewer)
    least, most = experience.guideline(sessions.sessions_since(table))
    rolls = ask("d100_rolls", AskKind.NUMBER, field="rolls", most=sessions.MOST_ROLLS)
    everybody = ask("d100_who", AskKind.CHOICES, there, field="actors", optional=True)
    why = ask("why", AskKind.TEXT, optional=True)
    award = offered(
        "d100_award", sessions.AwardRolls(seat=seat, rolls=most), asks=(rolls, everybody, why), least=least, most=most
    )
    if not most:  # nothing has been played since the last one
        award = replace(award, label=Message(key="offer.d100_award_anew"))
    if party(table):
        yield checked(table, award, sessions.verify_award)
    passions = {a: found for a in own if (found := _passions(table, seat, a))}
    if passions:
        first = next(iter(passions))
        bare = improving.LowerPassion(seat=seat, actor=first, skill=passions[first][0])
        depth = ask("d100_depth", AskKind.CHOICE, get_args(Depth), field="depth", optional=True)
        yield offered("d100_lower", bare, asks=(*_skill(tuple(passions), passions), depth))
    for actor in there:
        for held in table.actors[actor].named(STUDYING):
            stop = improving.EndStudy(seat=seat, actor=actor, skill=held.note)
            yield offered(f"d100_end_study:{held.id}", stop, actor=table.actors[actor].name, skill=held.note)
    years = ask("d100_years", AskKind.NUMBER, field="years", least=1, most=ageing.MOST_YEARS)
    yield offered("d100_skip_years", ageing.SkipYears(seat=seat), asks=(years,))
    for name, owed in (("d100_grow", False), ("d100_owe", True)):
        tries = [ageing.GrowOlder(seat=seat, actor=actor, owed=owed) for actor in there]
        able = tuple(one.actor for one in tries if denial(ageing.verify_grow, table, one) is None)
        if able:
            grow = ageing.GrowOlder(seat=seat, actor=able[0], owed=owed)
            yield offered(name, grow, asks=who(able) if owed else (*who(able), years))
    if own:
        body = ask("d100_age_roll", AskKind.CHOICE, ageing.ROLLS, field="roll")
        yield offered("d100_age_loss", ageing.LoseToAge(seat=seat, actor=own[0]), asks=(*who(own), body))
    aged = {actor: names for actor in own if (names := _aged(table, seat, actor))}
    if aged:
        first = next(iter(aged))
        every = tuple(dict.fromkeys(name for names in aged.values() for name in names))
        asks = (
            ask("actor", AskKind.CHOICE, tuple(aged)),
            ask("d100_characteristic", AskKind.CHOICE, every, field="characteristic", by="actor", among=aged),
            ask("d100_points", AskKind.NUMBER, field="points", least=1, most=99),
        )
        bare_restore = ageing.RestoreAge(seat=seat, actor=first, characteristic=aged[first][0])
        yield offered("d100_restore", bare_restore, asks=asks)


def _passions(table: Table, seat: str, actor: str) -> tuple[str, ...]:
    known = {skill.name for skill in person_of(table, actor).skills if skill.group == "passions"}
    return tuple(name for name in _improvable(table, seat, actor) if name in known)


def _aged(table: Table, seat: str, actor: str) -> tuple[Characteristic, ...]:
    tries = (ageing.RestoreAge(seat=seat, actor=actor, characteristic=name) for name in CHARACTERISTICS)
    return tuple(one.characteristic for one in tries if denial(ageing.verify_restore, table, one) is None)
