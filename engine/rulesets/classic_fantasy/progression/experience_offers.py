"""Offers to award and to spend Experience Rolls, and to end a study (CF-XP)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.offers import Offer, Question, QuestionKind, denial, make_offer, question, with_denial
from engine.rulesets.classic_fantasy.character import character_rules
from engine.rulesets.classic_fantasy.character.character_conditions import STUDYING
from engine.rulesets.classic_fantasy.character.character_rules import Depth
from engine.rulesets.classic_fantasy.character.character_sheet import Skill, character_sheet_of, folded
from engine.rulesets.classic_fantasy.character.offer_targets import living, mine
from engine.rulesets.classic_fantasy.character.party import party
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
    skills = {
        candidate: names_found for candidate in own if (names_found := _improvable_skills(table, seat, candidate))
    }
    if skills:
        first = next(iter(skills))
        command = experience_commands.Improve(seat=seat, actor=first, skill=skills[first][0])
        questions = _skill_questions(tuple(skills), skills)
        if len(skills) == 1:
            questions = (replace(questions[0], told=_needed_results(table, first)),)
        yield make_offer("d100_improve", command, questions=questions)
    for actor in able(table, own):
        new_skills = _new_skills(table, seat, actor)
        if new_skills:
            questions = (
                question("d100_new_skill", QuestionKind.CHOICE, new_skills, field="skill"),
                question("d100_speciality", QuestionKind.TEXT, field="speciality", optional=True),
                question("d100_source", QuestionKind.TEXT, field="source", least=1),
            )
            study = experience_commands.Study(seat=seat, actor=actor, skill=new_skills[0], source="")
            yield make_offer(f"d100_study:{actor}", study, questions=questions, actor=table.actors[actor].name)
        yield from _ability_offers(table, seat, actor)
        rank = experience_commands.TakeRank(seat=seat, actor=actor)
        if denial(experience_commands.verify_rank, table, rank) is None:
            rank_reached = character_sheet_of(table, actor).rank_reached
            yield make_offer(f"d100_rank:{actor}", rank, actor=table.actors[actor].name, rank=rank_reached)


def _new_skills(table: Table, seat: str, actor: str) -> tuple[str, ...]:
    """Return the Professional skills that a character can begin to study: all new ones, if any can be begun."""
    sheet = character_sheet_of(table, actor)
    studied = {folded(condition.note) for condition in table.actors[actor].conditions_named(STUDYING)}
    professional = character_rules.numbers().skills.professional
    new = tuple(name for name in professional if sheet.skill(name) is None and folded(name) not in studied)
    attempts = (experience_commands.Study(seat=seat, actor=actor, skill=name, source="?") for name in new[:1])
    return new if all(denial(experience_commands.verify_study, table, attempt) is None for attempt in attempts) else ()


def _ability_offers(table: Table, seat: str, actor: str) -> Iterator[Offer]:
    ranks = range(character_sheet_of(table, actor).rank + 1)
    attempts = [experience_commands.LearnAbility(seat=seat, actor=actor, ability="?", rank=rank) for rank in ranks]
    allowed_ranks = [
        attempt.rank for attempt in attempts if denial(experience_commands.verify_ability, table, attempt) is None
    ]
    if allowed_ranks:
        questions = (
            question("d100_ability", QuestionKind.TEXT, field="ability", least=1),
            question(
                "d100_ability_rank", QuestionKind.NUMBER, field="rank", least=allowed_ranks[0], most=allowed_ranks[-1]
            ),
        )
        command = experience_commands.LearnAbility(seat=seat, actor=actor, ability="", rank=allowed_ranks[0])
        yield make_offer(f"d100_learn:{actor}", command, questions=questions, actor=table.actors[actor].name)


def _improvable_skills(table: Table, seat: str, actor: str) -> tuple[str, ...]:
    names = _skill_names(character_sheet_of(table, actor).skills) if character_sheet_of(table, actor).experience else ()
    attempts = (experience_commands.Improve(seat=seat, actor=actor, skill=name) for name in names)
    return tuple(
        attempt.skill for attempt in attempts if denial(experience_commands.verify_improve, table, attempt) is None
    )


def _needed_results(table: Table, actor: str) -> dict[str, Message]:
    """Return for each skill the result that an Experience Roll needs."""
    skills = character_sheet_of(table, actor).skills
    return {
        skill.name: Message(
            key="d100.ledger.learning.needs", params={"roll": experience_commands.needed_roll(table, actor, skill)}
        )
        for skill in skills
    }


def _skill_names(skills: tuple[Skill, ...]) -> tuple[str, ...]:
    return tuple(skill.name for skill in skills)


def _skill_questions(actors: tuple[str, ...], skills: Mapping[str, tuple[str, ...]]) -> tuple[Question, ...]:
    all_skills = tuple(dict.fromkeys(name for names in skills.values() for name in names))
    if len(actors) == 1:
        return (question("d100_skill", QuestionKind.CHOICE, all_skills, field="skill"),)
    return (
        question("actor", QuestionKind.CHOICE, actors),
        question("d100_skill", QuestionKind.CHOICE, all_skills, field="skill", by="actor", among=skills),
    )


def _improvable_passions(table: Table, seat: str, actor: str) -> tuple[str, ...]:
    passions = {skill.name for skill in character_sheet_of(table, actor).skills if skill.group == "passions"}
    return tuple(name for name in _improvable_skills(table, seat, actor) if name in passions)


def _gm_offers(table: Table, seat: str, viewer: str, own: tuple[str, ...]) -> Iterator[Offer]:
    characters = living(table, seat, viewer)
    least, most = experience_rules.guideline(experience_commands.sessions_since(table))
    rolls = question("d100_rolls", QuestionKind.NUMBER, field="rolls", most=experience_commands.MOST_ROLLS)
    who_question = question("d100_who", QuestionKind.CHOICES, characters, field="actors", optional=True)
    why_question = question("why", QuestionKind.TEXT, optional=True)
    award = make_offer(
        "d100_award",
        experience_commands.AwardRolls(seat=seat, rolls=most),
        questions=(rolls, who_question, why_question),
        least=least,
        most=most,
    )
    if not most:  # no session since the last award
        award = replace(award, label=Message(key="offer.d100_award_anew"))
    if party(table):
        yield with_denial(table, award, experience_commands.verify_award)
    passions = {
        candidate: names_found for candidate in own if (names_found := _improvable_passions(table, seat, candidate))
    }
    if passions:
        first = next(iter(passions))
        command = experience_commands.LowerPassion(seat=seat, actor=first, skill=passions[first][0])
        depth = question("d100_depth", QuestionKind.CHOICE, get_args(Depth), field="depth", optional=True)
        yield make_offer("d100_lower", command, questions=(*_skill_questions(tuple(passions), passions), depth))
    for actor in characters:
        for condition in table.actors[actor].conditions_named(STUDYING):
            stop = experience_commands.EndStudy(seat=seat, actor=actor, skill=condition.note)
            yield make_offer(
                f"d100_end_study:{condition.id}", stop, actor=table.actors[actor].name, skill=condition.note
            )
