"""Offers of fatigue, breath, efforts, rest and ageing (CF-FATIGUE, CF-ASPHYX, CF-REST, CF-AGE)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from engine.kit.control import controller_of
from engine.kit.offers.nameable_characters import offer_if_allowed, readable_ids
from engine.model.table import Table
from engine.presentation.choice_offers import Choices, OneOf, choice_offers
from engine.presentation.command_offers import Answers, Asks, offer_of
from engine.presentation.offers import Offer, denial
from engine.rulesets.classic_fantasy.character.activity import needs_answer
from engine.rulesets.classic_fantasy.character.character_conditions import party
from engine.rulesets.classic_fantasy.character.character_rules import Characteristic
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of, rows_of
from engine.rulesets.classic_fantasy.character.offer_targets import living, mine
from engine.rulesets.classic_fantasy.character.session_state import SessionState, front_procedure, session_state
from engine.rulesets.classic_fantasy.health import asphyxiation_rules, fatigue_commands, fatigue_rules, rest_commands
from engine.rulesets.classic_fantasy.health.ageing_commands import GrowOlder, LoseToAge, RestoreAge, SkipYears
from engine.rulesets.classic_fantasy.health.asphyxiation_commands import BreatheAgain, LoseBreath, SetBreath
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_level, fatigue_of
from engine.rulesets.classic_fantasy.health.healing_commands import Strain
from engine.rulesets.classic_fantasy.health.incapacity import able
from engine.rulesets.classic_fantasy.health.rest_procedure import Rest
from engine.rulesets.classic_fantasy.health.rest_rules import RestAction

CHARACTERISTICS: tuple[Characteristic, ...] = get_args(Characteristic)
REST_ACTIONS: tuple[RestAction, ...] = get_args(RestAction)
IDLE: RestAction = "dither"
"""The action in a rest of a character that can do nothing else."""


# ---- fatigue, efforts, breath ----------------------------------------------------------------------------------------


def fatigue_offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the offers of a seat's own characters to rest completely, and to use magic against fatigue."""
    if not isinstance(front_procedure(table), SessionState):
        return
    tired = tuple([actor for actor in mine(table, seat, viewer) if fatigue_level(table, actor)])
    for rest, name in ((True, "d100_rest"), (False, "d100_rise")):
        attempts = {actor: fatigue_commands.SetResting(seat=seat, actor=actor, rest=rest) for actor in tired}
        yield from offer_if_allowed(table, attempts, name)
    yield from choice_offers(fatigue_commands.FatigueMagic, seat, {"actor": OneOf(tired)}, name="d100_fatigue_magic")


def people_for_gm(table: Table, seat: str, viewer: str) -> tuple[str, ...]:
    """Return the characters whose health the GM may change now, also in a combat and in a rest.

    Nobody for other seats, and while something else is asked.
    """
    front = front_procedure(table)
    if not table.is_gm(seat) or (needs_answer(front) and not isinstance(front, Rest)):
        return ()
    return living(table, seat, viewer)


def gm_fatigue_offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the GM's offers of Fatigue and of breath, also in a combat and in a rest."""
    people = people_for_gm(table, seat, viewer)
    if not people:
        return
    exertion = {"cause": "exertion"}
    yield from choice_offers(fatigue_commands.Weary, seat, {"actor": OneOf(people)}, exertion, name="d100_weary")
    tired = tuple([actor for actor in people if fatigue_level(table, actor)])
    yield from choice_offers(fatigue_commands.Refresh, seat, {"actor": OneOf(tired)}, name="d100_refresh")
    causes = {actor: tuple([one.cause for one in fatigue_of(table, actor).causes]) for actor in tired}
    asks: Choices = {"actor": tired, "cause": Asks.by_choice("actor", causes)}
    yield from choice_offers(fatigue_commands.EndCause, seat, asks, name="d100_end_cause")
    yield from _breath_offers(table, seat, people)


def _breath_offers(table: Table, seat: str, people: tuple[str, ...]) -> Iterator[Offer]:
    """Yield the GM's offers to take and give back air, and to set how long breath lasts."""
    breathless = session_state(table).breathless
    breathing_still = tuple([actor for actor in people if actor not in breathless])
    gasping = tuple([actor for actor in people if actor in breathless])
    yield from choice_offers(LoseBreath, seat, {"actor": OneOf(breathing_still)}, name="d100_lose_breath")
    if gasping:
        who = {"actor": OneOf(gasping)}
        lasting = Asks(params=(("levels", asphyxiation_rules.numbers().lasting_levels),))
        yield from choice_offers(BreatheAgain, seat, {**who, "lasting": lasting}, name="d100_breathe")
        seconds = {"seconds": breathless[gasping[0]].seconds}
        yield from choice_offers(SetBreath, seat, who, seconds, name="d100_set_breath")


def effort_offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the GM's offers of an effort that is rolled for, and of strenuous activity, while nothing is under way."""
    if not table.is_gm(seat) or not isinstance(front_procedure(table), SessionState):
        return
    people = living(table, seat, viewer)
    if not people:
        return
    names = fatigue_rules.numbers().effort.skills
    skilled = tuple(
        candidate
        for candidate in able(table, people)
        if all(character_sheet_of(table, candidate).skill(name) is not None for name in names)
    )
    asks: Choices = {"actor": OneOf(skilled), "skill": names}
    yield from choice_offers(fatigue_commands.RollEffort, seat, asks, name="d100_effort")
    yield from offer_if_allowed(table, {actor: Strain(seat=seat, actor=actor) for actor in people}, "d100_strain")


# ---- rest ------------------------------------------------------------------------------------------------------------


def rest_offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the offers of the rest in progress; while nothing is in progress, those to begin a rest or to sleep."""
    procedure = front_procedure(table)
    if isinstance(procedure, Rest):
        yield from _offers_in_rest(table, seat, viewer, procedure)
    elif isinstance(procedure, SessionState) and table.is_gm(seat):
        readable = readable_ids(table, seat, viewer)
        members = tuple([actor for actor in party(table) if actor in readable])
        yield offer_of(table, rest_commands.Sleep(seat=seat), name="d100_sleep")
        yield offer_of(table, rest_commands.BeginRest(seat=seat), name="d100_begin_rest", asks={"actors": members})


def _offers_in_rest(table: Table, seat: str, viewer: str, rest_now: Rest) -> Iterator[Offer]:
    readable, gm = readable_ids(table, seat, viewer), table.is_gm(seat)
    own = [actor for actor in rest_now.members if actor in readable and (gm or controller_of(table, actor) == seat)]
    for action in () if rest_now.used_up else REST_ACTIONS:
        who_could = own if action == IDLE else able(table, own)
        attempts = [rest_commands.ChooseRest(seat=seat, actor=actor, action=action) for actor in who_could]
        allowed = [attempt for attempt in attempts if denial(attempt.verify, table) is None]
        for command in (allowed or attempts)[:1]:
            asks: dict[str, Answers] = {"actor": OneOf(tuple([attempt.actor for attempt in allowed])).answers}
            if action == "eat_ration" and gm:
                asks["cause"] = Asks(rare=True)
            name, payer = f"d100_choose_rest:{action}", controller_of(table, command.actor)
            yield offer_of(table, command, name=name, asks=asks, at_cost_of=payer, action=action)
    for actor in own:
        if rest_now.ready.get(actor) == "prepare_spell":
            spells = tuple([str(row.get("name")) for row in rows_of(table.actors[actor], "spells") if row.get("name")])
            spell = rest_commands.PrepareSpell(seat=seat, actor=actor, spell=spells[0] if spells else "")
            yield offer_of(table, spell, name=f"d100_prepare_spell:{actor}", asks={"spell": spells})
    if gm:
        if not rest_now.used_up:
            yield offer_of(None, rest_commands.RestOn(seat=seat), name="d100_rest_on", primary=True)
        if rest_now.done < rest_commands.MOST_STEPS:
            steps = rest_commands.SetRest(seat=seat, steps=max(rest_now.steps, rest_now.done + 1))
            yield offer_of(
                None,
                steps,
                name="d100_set_rest",
                asks={"steps": range(rest_now.done + 1, rest_commands.MOST_STEPS + 1)},
            )
        yield offer_of(None, rest_commands.EndRest(seat=seat), name="d100_end_rest", primary=rest_now.used_up)


# ---- ageing ----------------------------------------------------------------------------------------------------------


def ageing_offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the GM's offers of years that pass, while nothing is in progress."""
    if not isinstance(front_procedure(table), SessionState) or not table.is_gm(seat):
        return
    yield offer_of(None, SkipYears(seat=seat), name="d100_skip_years")
    people = living(table, seat, viewer)
    yield from offer_if_allowed(table, {actor: GrowOlder(seat=seat, actor=actor) for actor in people}, "d100_grow")
    owing = {actor: GrowOlder(seat=seat, actor=actor, owed=True) for actor in people}
    yield from offer_if_allowed(table, owing, "d100_owe", years=None)
    own = tuple([actor for actor in mine(table, seat, viewer) if character_sheet_of(table, actor).characteristics])
    yield from choice_offers(LoseToAge, seat, {"actor": OneOf(own)}, name="d100_age_loss")
    lost = {actor: names for actor in own if (names := _lost_characteristics(table, seat, actor))}
    asks: Choices = {"actor": tuple(lost), "characteristic": Asks.by_choice("actor", lost)}
    yield from choice_offers(RestoreAge, seat, asks, name="d100_restore")


def _lost_characteristics(table: Table, seat: str, actor: str) -> tuple[Characteristic, ...]:
    attempts = [RestoreAge(seat=seat, actor=actor, characteristic=name) for name in CHARACTERISTICS]
    return tuple([attempt.characteristic for attempt in attempts if denial(attempt.verify, table) is None])
