"""Offers to award and to spend Experience Rolls, and to end a study (CF-XP)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.choice_offers import OneOf, choice_offers
from engine.presentation.command_offers import Answers, Asks, offer_of, unchecked
from engine.presentation.offers import Offer, denial
from engine.rulesets.classic_fantasy.character import character_rules
from engine.rulesets.classic_fantasy.character.character_conditions import STUDYING, party
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of, folded
from engine.rulesets.classic_fantasy.character.offer_targets import living, mine
from engine.rulesets.classic_fantasy.character.session_state import SessionState, front_procedure
from engine.rulesets.classic_fantasy.health.incapacity import able
from engine.rulesets.classic_fantasy.progression import experience_commands, experience_rules


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the offers of experience, while nothing else is in progress."""
    if not isinstance(front_procedure(table), SessionState):
        return
    own = tuple(actor for actor in mine(table, seat, viewer) if character_sheet_of(table, actor).characteristics)
    if own:
        yield from _spending_offers(table, seat, own)
    if table.is_gm(seat):
        yield from _gm_offers(table, seat, viewer, own)


def _spending_offers(table: Table, seat: str, own: tuple[str, ...]) -> Iterator[Offer]:
    skills = {actor: names for actor in own if (names := _improvable_skills(table, seat, actor))}
    asks = _skills_asked(skills)
    if len(skills) == 1:
        (actor, names), *_ = skills.items()
        asks["skill"] = Asks(choices=names, told=_needed_results(table, actor))
    yield from choice_offers(experience_commands.Improve, seat, asks, name="d100_improve")
    for actor in able(table, own):
        if new := _new_skills(table, seat, actor):
            study = experience_commands.Study(seat=seat, actor=actor, skill=new[0], source="")
            fields = ("skill", "speciality", "source")
            yield offer_of(table, study, unchecked, name=f"d100_study:{actor}", fields=fields, asks={"skill": new})
        yield from _ability_offers(table, seat, actor)
        rank, reached = (
            experience_commands.TakeRank(seat=seat, actor=actor),
            character_sheet_of(table, actor).rank_reached,
        )
        if denial(rank.verify, table) is None:
            yield offer_of(table, rank, unchecked, name=f"d100_rank:{actor}", rank=reached)


def _new_skills(table: Table, seat: str, actor: str) -> tuple[str, ...]:
    """Return the Professional skills that a character can begin to study: all new ones, if any can be begun."""
    sheet = character_sheet_of(table, actor)
    studied = {folded(condition.note) for condition in table.actors[actor].conditions_named(STUDYING)}
    professional = character_rules.professional_bases()
    new = tuple(name for name in professional if sheet.skill(name) is None and folded(name) not in studied)
    attempts = (experience_commands.Study(seat=seat, actor=actor, skill=name, source="?") for name in new[:1])
    return new if all(denial(attempt.verify, table) is None for attempt in attempts) else ()


def _ability_offers(table: Table, seat: str, actor: str) -> Iterator[Offer]:
    ranks = range(character_sheet_of(table, actor).rank + 1)
    attempts = [experience_commands.LearnAbility(seat=seat, actor=actor, ability="?", rank=rank) for rank in ranks]
    allowed_ranks = [attempt.rank for attempt in attempts if denial(attempt.verify, table) is None]
    if allowed_ranks:
        learn = experience_commands.LearnAbility(seat=seat, actor=actor, ability="", rank=allowed_ranks[0])
        possible = range(allowed_ranks[0], allowed_ranks[-1] + 1)
        yield offer_of(table, learn, unchecked, name=f"d100_learn:{actor}", asks={"rank": possible})


def _improvable_skills(table: Table, seat: str, actor: str) -> tuple[str, ...]:
    sheet = character_sheet_of(table, actor)
    skills = sheet.skills if sheet.experience else ()
    attempts = (experience_commands.Improve(seat=seat, actor=actor, skill=skill.name) for skill in skills)
    return tuple(attempt.skill for attempt in attempts if denial(attempt.verify, table) is None)


def _needed_results(table: Table, actor: str) -> dict[str, Message]:
    """Return for each skill the result that an Experience Roll needs."""
    skills = character_sheet_of(table, actor).skills
    return {
        skill.name: Message(
            key="d100.ledger.learning.needs", params={"roll": experience_commands.needed_roll(table, actor, skill)}
        )
        for skill in skills
    }


def _skills_asked(skills: Mapping[str, tuple[str, ...]]) -> dict[str, Answers | OneOf]:
    """Ask for a character, if there are several, and for one of its skills."""
    whole = Asks.by_choice("actor", skills)
    return {"actor": OneOf(tuple(skills)), "skill": whole.choices if len(skills) == 1 else whole}


def _improvable_passions(table: Table, seat: str, actor: str) -> tuple[str, ...]:
    passions = {skill.name for skill in character_sheet_of(table, actor).skills if skill.group == "passions"}
    return tuple(name for name in _improvable_skills(table, seat, actor) if name in passions)


def _gm_offers(table: Table, seat: str, viewer: str, own: tuple[str, ...]) -> Iterator[Offer]:
    characters = living(table, seat, viewer)
    least, most = experience_rules.guideline(experience_commands.sessions_since(table))
    if party(table):
        command, asks = experience_commands.AwardRolls(seat=seat, rolls=most), {"actors": characters}
        award = offer_of(table, command, name="d100_award", asks=asks, least=least, most=most)
        # without a session since the last award
        yield award if most else replace(award, label=Message(key="offer.d100_award_anew"))
    passions = {actor: names for actor in own if (names := _improvable_passions(table, seat, actor))}
    yield from choice_offers(experience_commands.LowerPassion, seat, _skills_asked(passions), name="d100_lower")
    for actor in characters:
        for condition in table.actors[actor].conditions_named(STUDYING):
            stop = experience_commands.EndStudy(seat=seat, actor=actor, skill=condition.note)
            yield offer_of(table, stop, unchecked, name=f"d100_end_study:{condition.id}", skill=condition.note)
