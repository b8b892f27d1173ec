"""Offers of a short rest and of a night's sleep (CF-REST)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from engine.kit.control import controller_of
from engine.model.table import Table
from engine.presentation.offers import Offer, QuestionKind, denial, make_offer, question, with_denial
from engine.rulesets.classic_fantasy.character.character_sheet import rows_of
from engine.rulesets.classic_fantasy.character.offer_targets import readable_ids
from engine.rulesets.classic_fantasy.character.party import party
from engine.rulesets.classic_fantasy.character.session_state import Cause, SessionState, front_procedure
from engine.rulesets.classic_fantasy.health import rest_commands
from engine.rulesets.classic_fantasy.health.incapacity import able
from engine.rulesets.classic_fantasy.health.rest_procedure import Rest
from engine.rulesets.classic_fantasy.health.rest_rules import RestAction

IDLE: RestAction = "dither"
"""The action in a rest of a character that can do nothing else."""


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the offers of the rest in progress; while nothing is in progress, those to begin a rest or to sleep."""
    procedure = front_procedure(table)
    if isinstance(procedure, Rest):
        yield from _offers_in_rest(table, seat, viewer, procedure)
    elif isinstance(procedure, SessionState) and table.is_gm(seat):
        yield from _offers_to_begin(table, seat, viewer)


def _offers_to_begin(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    members = tuple(actor for actor in party(table) if actor in readable_ids(table, seat, viewer))
    hours = question("d100_hours", QuestionKind.NUMBER, field="hours", least=1, most=rest_commands.MOST_HOURS)
    safe = question("d100_safe", QuestionKind.FLAG, field="safe", optional=True)
    sleep = make_offer("d100_sleep", rest_commands.Sleep(seat=seat), questions=(hours, safe))
    yield with_denial(table, sleep, rest_commands.verify_sleep)
    quarters = question("d100_quarters", QuestionKind.NUMBER, field="steps", least=1, most=rest_commands.MOST_STEPS)
    members_question = question("d100_who", QuestionKind.CHOICES, members, field="actors", optional=True)
    begin = make_offer("d100_begin_rest", rest_commands.BeginRest(seat=seat), questions=(quarters, members_question))
    yield with_denial(table, begin, rest_commands.verify_begin)


def _offers_in_rest(table: Table, seat: str, viewer: str, rest_now: Rest) -> Iterator[Offer]:
    readable = readable_ids(table, seat, viewer)
    own_members = [
        member
        for member in rest_now.members
        if member in readable and (controller_of(table, member) == seat or table.is_gm(seat))
    ]
    actions: tuple[RestAction, ...] = get_args(RestAction)
    causes = get_args(Cause)
    for action in () if rest_now.used_up else actions:
        who_could = own_members if action == IDLE else able(table, own_members)
        attempts = [rest_commands.ChooseRest(seat=seat, actor=actor, action=action) for actor in who_could]
        allowed = [attempt for attempt in attempts if denial(rest_commands.verify_choose, table, attempt) is None]
        for command in (allowed or attempts)[:1]:
            questions = (
                (question("actor", QuestionKind.CHOICE, tuple(attempt.actor for attempt in allowed)),)
                if len(allowed) > 1
                else ()
            )
            if action == "eat_ration" and table.is_gm(seat):
                questions = (*questions, question("cause", QuestionKind.CHOICE, causes, optional=True, rare=True))
            payer = controller_of(table, command.actor)
            offer = make_offer(
                f"d100_choose_rest:{action}", command, questions=questions, at_cost_of=payer, action=action
            )
            yield with_denial(table, offer, rest_commands.verify_choose)
    for actor in own_members:
        if rest_now.ready.get(actor) == "prepare_spell":
            spells = tuple(str(row.get("name")) for row in rows_of(table.actors[actor], "spells") if row.get("name"))
            spell_command = rest_commands.PrepareSpell(seat=seat, actor=actor, spell=spells[0] if spells else "")
            spell_questions = (
                question("d100_spell", QuestionKind.CHOICE, spells, field="spell"),
                question("d100_memorise", QuestionKind.FLAG, field="memorise", optional=True),
            )
            offer = make_offer(
                f"d100_prepare_spell:{actor}", spell_command, questions=spell_questions, actor=table.actors[actor].name
            )
            yield with_denial(table, offer, rest_commands.verify_prepare)
    if table.is_gm(seat):
        if not rest_now.used_up:
            yield make_offer("d100_rest_on", rest_commands.RestOn(seat=seat), primary=True)
        steps = question(
            "d100_quarters", QuestionKind.NUMBER, field="steps", least=rest_now.done + 1, most=rest_commands.MOST_STEPS
        )
        if rest_now.done < rest_commands.MOST_STEPS:
            yield make_offer(
                "d100_set_rest",
                rest_commands.SetRest(seat=seat, steps=max(rest_now.steps, rest_now.done + 1)),
                questions=(steps,),
            )
        yield make_offer("d100_end_rest", rest_commands.EndRest(seat=seat), primary=rest_now.used_up)
