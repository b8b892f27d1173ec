"""Offers of a combat: starting one, initiative, Turns, actions, standing up and lying down (CF-UI-9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.audience import publicly_present
from engine.kit.control import controller_of
from engine.kit.offers.nameable_characters import foes_first, led, others, unless_out, with_visible_denial
from engine.messages.display_names import actor_name
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import Answers, Asks, offer_of
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.character.character_sheet import rows_of
from engine.rulesets.classic_fantasy.character.offer_targets import alive
from engine.rulesets.classic_fantasy.checks.check_offers import knows
from engine.rulesets.classic_fantasy.combat import turn_order
from engine.rulesets.classic_fantasy.combat.combat_commands import (
    ActTogether,
    EndFight,
    JoinFight,
    LeaveFight,
    RollInitiative,
    RuleInitiative,
    StartFight,
    awaiting_initiative,
)
from engine.rulesets.classic_fantasy.combat.combat_procedure import COMBATS, Combat, current_combat
from engine.rulesets.classic_fantasy.combat.prone_commands import LieDown, StandUp
from engine.rulesets.classic_fantasy.combat.round_commands import (
    EndRound,
    EndTurn,
    GiveTurn,
    PassRound,
    React,
    TakeAction,
)
from engine.rulesets.classic_fantasy.health.incapacity import able
from engine.rulesets.classic_fantasy.health.spell_concentration import awaits_roll

RISING = ("Brawn", "Athletics")


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the offers to start a combat, and those of its Rounds."""
    combat, actors = current_combat(table), alive(table, led(table, seat, viewer))
    if combat is not None:
        yield from _round_offers(table, seat, viewer, combat)
        if table.is_gm(seat):
            yield from _gm_offers(table, seat, viewer, combat)
    elif table.is_gm(seat) and len(actors) >= COMBATS.least:
        start = StartFight(seat=seat, fighters=publicly_present(table, actors), luck_prompt="failure")
        yield offer_of(None, start, name="d100_start_fight", asks={"fighters": actors})


def opponents(table: Table, viewer: str, actor: str) -> tuple[str, ...]:
    """Return the characters that one can act against, foes first: those in its combat, or anybody outside one."""
    combat = current_combat(table)
    if combat is None or actor not in combat.fighters:
        return foes_first(table, actor, alive(table, others(table, actor, viewer)))
    return foes_first(
        table, actor, unless_out(alive, table, viewer, (fighter for fighter in combat.fighters if fighter != actor))
    )


def action_offers(table: Table, seat: str, actor: str) -> Iterator[Offer]:
    """Yield the action, the spell and the reaction of a character that fights.

    An action ends the Turn, in which nothing else could be done; a spell that is begun can be rolled for.
    """
    points = range(min(3, turn_order.action_points_left(table, actor)) + 1)
    action = TakeAction(seat=seat, actor=actor)
    ends = replace(action, ends_turn=True)
    yield offer_of(table, ends, name=f"d100_act:{actor}", asks={"points": points})
    spells = tuple(dict.fromkeys(str(row["name"]) for row in rows_of(table.actors[actor], "spells") if row.get("name")))
    if spells:
        cast, asks = replace(action, casting=True), {"what": Asks("d100_spell", choices=spells, optional=False)}
        yield offer_of(table, cast, name=f"d100_begin_spell:{actor}", fields=("what",), asks=asks)
    yield offer_of(table, React(seat=seat, actor=actor), name=f"d100_react:{actor}")


def prone_offers(table: Table, seat: str, actor: str) -> Iterator[Offer]:
    """Yield the offer to stand up or to lie down."""
    if table.actors[actor].has_condition(character_conditions.PRONE):
        yield offer_of(table, StandUp(seat=seat, actor=actor), name=f"d100_stand_up:{actor}", fields=())
    else:
        yield offer_of(table, LieDown(seat=seat, actor=actor), name=f"d100_lie_down:{actor}")


def stand_up_contest_offers(table: Table, seat: str, viewer: str, actor: str) -> Iterator[Offer]:
    """Yield the offer to stand up in a contest with a foe, where one could keep a prone character down (CF-X-33)."""
    if not table.actors[actor].has_condition(character_conditions.PRONE):
        return
    able_to_rise = unless_out(_able_to_rise, table, viewer, (actor, *opponents(table, viewer, actor)))
    foes = able_to_rise[1:] if able_to_rise[:1] == (actor,) else ()
    if foes:
        asks: dict[str, Answers] = {"foe": Asks(choices=foes, optional=False, rare=False)}
        yield offer_of(table, StandUp(seat=seat, actor=actor, foe=foes[0]), name=f"d100_break_free:{actor}", asks=asks)


def _round_offers(table: Table, seat: str, viewer: str, combat: Combat) -> Iterator[Offer]:
    yield from turn_offers(table, seat, viewer, combat)
    for actor in unless_out(able, table, viewer, combat.fighters):
        yield from pass_offers(table, seat, viewer, actor)
    yield from end_round_offers(table, seat, combat)


def turn_offers(table: Table, seat: str, viewer: str, combat: Combat) -> Iterator[Offer]:
    """Yield the offers to roll the initiative, and to end a Turn."""
    gm = table.is_gm(seat)
    rollers = awaiting_initiative(table, seat, combat)
    if rollers:
        seats = {controller_of(table, actor) for actor in rollers}
        roll = RollInitiative(seat=seat)
        yield offer_of(table, roll, name="d100_initiative", primary=seat in seats, seats=len(seats | {seat}))
    if combat.turn and (gm or controller_of(table, combat.turn) == seat):
        name, payer = actor_name(table, combat.turn), "" if combat.acted else controller_of(table, combat.turn)
        cannot_act = not unless_out(able, table, viewer, (combat.turn,))
        is_over = cannot_act or (combat.acted and not spell_comes_first(table, viewer, combat.turn))
        end = EndTurn(seat=seat)
        yield offer_of(table, end, name="d100_end_turn", primary=is_over, at_cost_of=payer, actor=name)


def spell_comes_first(table: Table, viewer: str, actor: str) -> bool:
    """Return whether a spell is rolled for before the Turn ends, as far as the viewer may know."""
    return table.may_read(table.actors[actor], viewer) and bool(able(table, (actor,))) and awaits_roll(table, actor)


def pass_offers(table: Table, seat: str, viewer: str, actor: str) -> Iterator[Offer]:
    """Yield the offer that a combatant passes the Round, for its player and the GM."""
    payer = controller_of(table, actor)
    if payer == seat or table.is_gm(seat):
        passing, name = PassRound(seat=seat, actor=actor), actor_name(table, actor)
        offer = offer_of(None, passing, name=f"d100_pass_round:{actor}", at_cost_of=payer, actor=name)
        yield with_visible_denial(table, viewer, actor, offer)


def end_round_offers(table: Table, seat: str, combat: Combat) -> Iterator[Offer]:
    """Yield the GM's offer to end the Round."""
    if table.is_gm(seat):
        yield offer_of(table, EndRound(seat=seat), name="d100_end_round", primary=not combat.turn)


def _gm_offers(table: Table, seat: str, viewer: str, combat: Combat) -> Iterator[Offer]:
    for actor in unless_out(alive, table, viewer, combat.fighters):
        rule = RuleInitiative(seat=seat, actor=actor, value=0)
        yield offer_of(table, rule, name=f"d100_rule_initiative:{actor}", rare=True)
        if combat.turn != actor and unless_out(able, table, viewer, (actor,)):
            yield offer_of(table, GiveTurn(seat=seat, actor=actor), name=f"d100_give_turn:{actor}", rare=True)
    mob = alive(table, (actor for actor in led(table, seat, viewer) if actor in combat.fighters))
    if len(mob) > 1:
        yield offer_of(table, ActTogether(seat=seat, actors=mob[:2]), name="d100_act_together", asks={"actors": mob})
    gms_first = sorted(combat.fighters, key=lambda actor: not table.is_gm(controller_of(table, actor)))
    for actor in gms_first:
        yield offer_of(table, LeaveFight(seat=seat, actor=actor), name=f"d100_leave_fight:{actor}", rare=True)
    outsiders = alive(table, (actor for actor in led(table, seat, viewer) if actor not in combat.fighters))
    if outsiders:
        join = JoinFight(seat=seat, fighters=publicly_present(table, outsiders)[:1], luck_prompt="failure")
        yield offer_of(None, join, name="d100_join_fight", asks={"fighters": outsiders})
    yield offer_of(table, EndFight(seat=seat), name="d100_end_fight", at_cost_of=seat)


def _able_to_rise(table: Table, actors: Iterable[str]) -> tuple[str, ...]:
    return tuple(actor for actor in actors if all(knows(table, actor, skill) for skill in RISING))
