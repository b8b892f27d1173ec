"""Offers of a combat: starting one, initiative, Turns, actions, standing up and lying down (CF-UI-9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.audience import publicly_present
from engine.kit.control import controller_of
from engine.kit.memo import memoized
from engine.messages.display_names import actor_name
from engine.model.table import Table
from engine.presentation.offers import Offer, QuestionKind, make_offer, question, with_denial
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.character.offer_targets import (
    alive,
    foes_first,
    led,
    others,
    two_sides,
    unless_out,
    with_visible_denial,
)
from engine.rulesets.classic_fantasy.checks.check_offers import knows
from engine.rulesets.classic_fantasy.combat import (
    action_points,
    combat_commands,
    initiative_commands,
    prone_commands,
    round_commands,
)
from engine.rulesets.classic_fantasy.combat.combat_procedure import Combat, current_combat
from engine.rulesets.classic_fantasy.health.incapacity import able

RISING = ("Brawn", "Athletics")


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the offers to start a combat, and those of its Rounds."""
    combat, actors = current_combat(table), alive(table, led(table, seat, viewer))
    if combat is not None:
        yield from _round_offers(table, seat, viewer, combat)
    elif table.is_gm(seat) and len(actors) >= combat_commands.SIDES:
        yield _start_offer(seat, actors, two_sides(table, actors))


def opponents(table: Table, viewer: str, actor: str) -> tuple[str, ...]:
    """Return the characters that one can act against, foes first: those in its combat, or anybody outside one."""
    combat = current_combat(table)
    if combat is None or actor not in combat.fighters:
        return foes_first(table, actor, alive(table, others(table, actor, viewer)))
    return foes_first(
        table, actor, unless_out(alive, table, viewer, (fighter for fighter in combat.fighters if fighter != actor))
    )


def action_offers(table: Table, seat: str, actor: str) -> Iterator[Offer]:
    """Yield the action and the reaction of a character that fights."""
    name = actor_name(table, actor)
    action = _action_offer(seat, actor, name, min(3, action_points.action_points_left(table, actor)))
    yield with_denial(table, action, round_commands.verify_action)
    yield with_denial(table, _react_offer(seat, actor, name), round_commands.verify_react)


def prone_offers(table: Table, seat: str, viewer: str, actor: str) -> Iterator[Offer]:
    """Yield the offer to stand up or to lie down."""
    name = actor_name(table, actor)
    if table.actors[actor].has_condition(character_conditions.PRONE):
        able_to_rise = unless_out(_able_to_rise, table, viewer, (actor, *opponents(table, viewer, actor)))
        foes = able_to_rise[1:] if able_to_rise[:1] == (actor,) else ()
        yield with_denial(table, _stand_offer(seat, actor, name, foes), prone_commands.verify_stand)
    else:
        lie_down = make_offer(f"d100_lie_down:{actor}", prone_commands.LieDown(seat=seat, actor=actor), actor=name)
        yield with_denial(table, lie_down, prone_commands.verify_lie)


def _round_offers(table: Table, seat: str, viewer: str, combat: Combat) -> Iterator[Offer]:
    gm = table.is_gm(seat)
    rollers = initiative_commands.awaiting_initiative(table, seat, combat)
    if rollers:
        is_own = any(controller_of(table, actor) == seat for actor in rollers)
        yield make_offer("d100_initiative", initiative_commands.RollInitiative(seat=seat), primary=is_own)
    if combat.turn and (gm or controller_of(table, combat.turn) == seat):
        name, payer = actor_name(table, combat.turn), "" if combat.acted else controller_of(table, combat.turn)
        yield make_offer(
            "d100_end_turn", round_commands.EndTurn(seat=seat), primary=combat.acted, at_cost_of=payer, actor=name
        )
    for actor in unless_out(able, table, viewer, combat.fighters):
        if controller_of(table, actor) == seat or gm:
            command = round_commands.PassRound(seat=seat, actor=actor)
            payer, name = controller_of(table, actor), actor_name(table, actor)
            offer = make_offer(f"d100_pass_round:{actor}", command, at_cost_of=payer, actor=name)
            yield with_visible_denial(table, viewer, actor, offer, round_commands.verify_pass)
    if not gm:
        return
    yield with_denial(
        table,
        make_offer("d100_end_round", round_commands.EndRound(seat=seat), primary=not combat.turn),
        round_commands.verify_end_round,
    )
    for actor in unless_out(alive, table, viewer, combat.fighters):
        name = actor_name(table, actor)
        questions = (question("initiative", QuestionKind.NUMBER, field="value", least=-99, most=199),)
        rule = initiative_commands.RuleInitiative(seat=seat, actor=actor, value=0)
        yield make_offer(f"d100_rule_initiative:{actor}", rule, questions=questions, rare=True, actor=name)
        if combat.turn != actor and unless_out(able, table, viewer, (actor,)):
            yield make_offer(
                f"d100_give_turn:{actor}", round_commands.GiveTurn(seat=seat, actor=actor), rare=True, actor=name
            )
    for actor in combat.fighters:
        leave = combat_commands.LeaveFight(seat=seat, actor=actor)
        yield make_offer(f"d100_leave_fight:{actor}", leave, rare=True, actor=actor_name(table, actor))
    outsiders = alive(table, (actor for actor in led(table, seat, viewer) if actor not in combat.fighters))
    if outsiders:
        questions = (question("fighters", QuestionKind.CHOICES, outsiders, least=1, most=len(outsiders)),)
        yield make_offer(
            "d100_join_fight",
            combat_commands.JoinFight(seat=seat, fighters=publicly_present(table, outsiders)[:1]),
            questions=questions,
        )
    yield make_offer("d100_end_fight", combat_commands.EndFight(seat=seat), at_cost_of=seat)


def _able_to_rise(table: Table, actors: Iterable[str]) -> tuple[str, ...]:
    return tuple(actor for actor in actors if all(knows(table, actor, skill) for skill in RISING))


@memoized
def _start_offer(seat: str, actors: tuple[str, ...], fighters: tuple[str, ...]) -> Offer:
    questions = (question("fighters", QuestionKind.CHOICES, actors, least=combat_commands.SIDES, most=len(actors)),)
    return make_offer("d100_start_fight", combat_commands.StartFight(seat=seat, fighters=fighters), questions=questions)


@memoized
def _action_offer(seat: str, actor: str, name: str, most: int) -> Offer:
    questions = (
        question("deed", QuestionKind.TEXT, field="what"),
        question("points", QuestionKind.NUMBER, least=0, most=most, optional=True),
        question("casting", QuestionKind.FLAG, optional=True, rare=True),
    )
    return make_offer(
        f"d100_act:{actor}", round_commands.TakeAction(seat=seat, actor=actor), questions=questions, actor=name
    )


@memoized
def _react_offer(seat: str, actor: str, name: str) -> Offer:
    questions = (question("deed", QuestionKind.TEXT, field="what"),)
    return make_offer(
        f"d100_react:{actor}", round_commands.React(seat=seat, actor=actor), questions=questions, actor=name
    )


@memoized
def _stand_offer(seat: str, actor: str, name: str, foes: tuple[str, ...]) -> Offer:
    questions = (
        (
            question("foe", QuestionKind.CHOICE, foes, optional=True, rare=True),
            question("skill", QuestionKind.CHOICE, RISING, optional=True, rare=True),
            question("their_skill", QuestionKind.CHOICE, RISING, field="foe_skill", optional=True, rare=True),
        )
        if foes
        else ()
    )
    return make_offer(
        f"d100_stand_up:{actor}", prone_commands.StandUp(seat=seat, actor=actor), questions=questions, actor=name
    )
