"""Offers of a short rest and of a night's sleep (CF-REST)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from engine.kit.control import controller_of
from engine.model.table import Table
from engine.presentation.command_offers import Answers, Asks, offer_of
from engine.presentation.offers import Offer, denial
from engine.rulesets.classic_fantasy.character.character_sheet import rows_of
from engine.rulesets.classic_fantasy.character.offer_targets import readable_ids, several
from engine.rulesets.classic_fantasy.character.party import party
from engine.rulesets.classic_fantasy.character.session_state import SessionState, front_procedure
from engine.rulesets.classic_fantasy.health.incapacity import able
from engine.rulesets.classic_fantasy.health.rest_commands import (
    MOST_STEPS,
    BeginRest,
    ChooseRest,
    EndRest,
    PrepareSpell,
    RestOn,
    SetRest,
    Sleep,
    verify_begin,
    verify_choose,
    verify_prepare,
    verify_sleep,
)
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
    readable = readable_ids(table, seat, viewer)
    members = tuple([actor for actor in party(table) if actor in readable])
    yield offer_of(table, Sleep(seat=seat), verify_sleep, name="d100_sleep")
    yield offer_of(table, BeginRest(seat=seat), verify_begin, name="d100_begin_rest", asks={"actors": members})


def _offers_in_rest(table: Table, seat: str, viewer: str, rest_now: Rest) -> Iterator[Offer]:
    readable = readable_ids(table, seat, viewer)
    own_members = [
        member
        for member in rest_now.members
        if member in readable and (controller_of(table, member) == seat or table.is_gm(seat))
    ]
    actions: tuple[RestAction, ...] = get_args(RestAction)
    for action in () if rest_now.used_up else actions:
        who_could = own_members if action == IDLE else able(table, own_members)
        attempts = [ChooseRest(seat=seat, actor=actor, action=action) for actor in who_could]
        allowed = [attempt for attempt in attempts if denial(verify_choose, table, attempt) is None]
        for command in (allowed or attempts)[:1]:
            asks: dict[str, Answers] = {"actor": several(tuple([attempt.actor for attempt in allowed]))}
            if action == "eat_ration" and table.is_gm(seat):
                asks["cause"] = Asks(rare=True)
            name, payer = f"d100_choose_rest:{action}", controller_of(table, command.actor)
            yield offer_of(table, command, verify_choose, name=name, asks=asks, at_cost_of=payer, action=action)
    for actor in own_members:
        if rest_now.ready.get(actor) == "prepare_spell":
            spells = tuple([str(row.get("name")) for row in rows_of(table.actors[actor], "spells") if row.get("name")])
            spell = PrepareSpell(seat=seat, actor=actor, spell=spells[0] if spells else "")
            name = f"d100_prepare_spell:{actor}"
            yield offer_of(table, spell, verify_prepare, name=name, asks={"spell": spells})
    if table.is_gm(seat):
        if not rest_now.used_up:
            yield offer_of(table, RestOn(seat=seat), name="d100_rest_on", primary=True)
        if rest_now.done < MOST_STEPS:
            steps = SetRest(seat=seat, steps=max(rest_now.steps, rest_now.done + 1))
            possible = range(rest_now.done + 1, MOST_STEPS + 1)
            yield offer_of(table, steps, name="d100_set_rest", asks={"steps": possible})
        yield offer_of(table, EndRest(seat=seat), name="d100_end_rest", primary=rest_now.used_up)
