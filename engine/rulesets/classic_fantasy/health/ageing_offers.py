"""Offers of years that pass, of rolls against age and of their effects (CF-AGE)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from engine.model.table import Table
from engine.presentation.offers import Offer, QuestionKind, denial, make_offer, question
from engine.rulesets.classic_fantasy.character.character_rules import Characteristic
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.offer_targets import actor_question, living, mine
from engine.rulesets.classic_fantasy.character.session_state import SessionState, front_procedure
from engine.rulesets.classic_fantasy.health import ageing_commands

CHARACTERISTICS: tuple[Characteristic, ...] = get_args(Characteristic)


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the GM's offers of years that pass, while nothing is in progress."""
    if not isinstance(front_procedure(table), SessionState) or not table.is_gm(seat):
        return
    own = tuple(actor for actor in mine(table, seat, viewer) if character_sheet_of(table, actor).characteristics)
    characters = living(table, seat, viewer)
    years = question("d100_years", QuestionKind.NUMBER, field="years", least=1, most=ageing_commands.MOST_YEARS)
    yield make_offer("d100_skip_years", ageing_commands.SkipYears(seat=seat), questions=(years,))
    for name, owed in (("d100_grow", False), ("d100_owe", True)):
        attempts = [ageing_commands.GrowOlder(seat=seat, actor=actor, owed=owed) for actor in characters]
        able = tuple(
            attempt.actor for attempt in attempts if denial(ageing_commands.verify_grow, table, attempt) is None
        )
        if able:
            command = ageing_commands.GrowOlder(seat=seat, actor=able[0], owed=owed)
            yield make_offer(name, command, questions=actor_question(able) if owed else (*actor_question(able), years))
    if own:
        body = question("d100_age_roll", QuestionKind.CHOICE, ageing_commands.ROLLS, field="roll")
        yield make_offer(
            "d100_age_loss", ageing_commands.LoseToAge(seat=seat, actor=own[0]), questions=(*actor_question(own), body)
        )
    lost_by_actor = {actor: names for actor in own if (names := _lost_characteristics(table, seat, actor))}
    if lost_by_actor:
        first = next(iter(lost_by_actor))
        all_lost = tuple(dict.fromkeys(name for names in lost_by_actor.values() for name in names))
        questions = (
            question("actor", QuestionKind.CHOICE, tuple(lost_by_actor)),
            question(
                "d100_characteristic",
                QuestionKind.CHOICE,
                all_lost,
                field="characteristic",
                by="actor",
                among=lost_by_actor,
            ),
            question("d100_points", QuestionKind.NUMBER, field="points", least=1, most=99),
        )
        restore_command = ageing_commands.RestoreAge(seat=seat, actor=first, characteristic=lost_by_actor[first][0])
        yield make_offer("d100_restore", restore_command, questions=questions)


def _lost_characteristics(table: Table, seat: str, actor: str) -> tuple[Characteristic, ...]:
    attempts = (ageing_commands.RestoreAge(seat=seat, actor=actor, characteristic=name) for name in CHARACTERISTICS)
    return tuple(
        attempt.characteristic for attempt in attempts if denial(ageing_commands.verify_restore, table, attempt) is None
    )
