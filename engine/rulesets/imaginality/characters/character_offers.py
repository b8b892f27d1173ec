"""Offers about characters with points: making them, spending points, and the GM's part in both."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.audience import readable_actors
from engine.kit.memo import memoized
from engine.kit.new_character_offers import new_character_offers
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.offers import Drag, Offer, Question, QuestionKind, make_offer, question, with_denial
from engine.rulesets.imaginality.character_sheet import (
    ATTRIBUTES,
    DRAWING,
    SPENDING,
    cost_of,
    cost_of_next,
    creation_step,
    level_of,
    points_of,
)
from engine.rulesets.imaginality.characters import character_creation_commands, point_spending_commands
from engine.rulesets.imaginality.characters.character_creation_commands import POINTS_ZONE
from engine.rulesets.imaginality.deck.deck_commands import DECK
from engine.rulesets.imaginality.number_limits import MOST_POINTS
from engine.rulesets.imaginality.procedures import evening
from engine.rulesets.imaginality.rules_data import numbers
from engine.rulesets.imaginality.settings import flag, has_attributes, number, owns_skill, word

TO_POINTS = Drag(source=DECK, target=POINTS_ZONE)


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what a seat can do about its characters; a sheet that the viewer may not read adds nothing."""
    readable = readable_actors(table, viewer)
    actors = [actor for actor in readable if actor.seat == seat]
    yield from new_character_offers(table, seat, readable)
    yield from _creation_offers(table, seat, actors)
    yield from _spending_offers(table, seat, actors)
    if table.is_gm(seat):
        yield from _gm_offers(table, seat, readable)


def _ids(actors: list[Actor]) -> tuple[str, ...]:
    return tuple(actor.id for actor in actors)


def _creation_offers(table: Table, seat: str, mine: list[Actor]) -> Iterator[Offer]:
    """Yield the steps of making a character (IM-CHAR-1 to IM-CHAR-6)."""
    fresh = [a for a in mine if not has_attributes(a) and not a.sheet.get("playing_yourself")]
    if fresh and flag(table, "character_creation"):
        free = word(table, "cp_method") not in character_creation_commands.METHODS
        yield with_denial(table, _begin(seat, _ids(fresh), free), character_creation_commands.verify_begin)
    if fresh and flag(table, "playing_yourself"):
        oneself = character_creation_commands.PlayYourself(seat=seat, actor=fresh[0].id)
        whom = question("actor", QuestionKind.CHOICE, _ids(fresh))
        yield with_denial(
            table, make_offer("play_yourself", oneself, questions=(whom,)), character_creation_commands.verify_self
        )
    selves = [a for a in mine if a.sheet.get("playing_yourself") and not has_attributes(a)]
    if selves:
        somebody = character_creation_commands.PlayYourself(seat=seat, actor=selves[0].id, play=False)
        whom = question("actor", QuestionKind.CHOICE, _ids(selves))
        yield with_denial(
            table, make_offer("play_somebody", somebody, questions=(whom,)), character_creation_commands.verify_self
        )
    waiting = character_creation_commands.open_draw(table)
    for actor in mine:
        step = creation_step(actor)
        if step == SPENDING:
            finish = character_creation_commands.FinishCharacter(seat=seat, actor=actor.id)
            yield make_offer(f"finish_character:{actor.id}", finish, actor=actor.name, points=points_of(actor))
        elif step == DRAWING and waiting is not None and waiting.actor == actor.id:
            again = character_creation_commands.RedrawPoints(seat=seat, actor=actor.id)
            keep = character_creation_commands.KeepPoints(seat=seat, actor=actor.id)
            redraw = make_offer(f"redraw_points:{actor.id}", again, drag=TO_POINTS, actor=actor.name)
            yield with_denial(table, redraw, character_creation_commands.verify_redraw)
            yield make_offer(f"keep_points:{actor.id}", keep, actor=actor.name, points=waiting.first)
        elif step == DRAWING:
            first = character_creation_commands.DrawPoints(seat=seat, actor=actor.id)
            draw = make_offer(f"draw_points:{actor.id}", first, drag=TO_POINTS, primary=True, actor=actor.name)
            yield with_denial(table, draw, character_creation_commands.verify_draw)


@memoized
def _begin(seat: str, actors: tuple[str, ...], free: bool) -> Offer:
    """Offer to make a character; the method for its points is asked where the group leaves that free."""
    begin = character_creation_commands.BeginCharacter(
        seat=seat, actor=actors[0], method=character_creation_commands.METHODS[0] if free else ""
    )
    method = question("method", QuestionKind.CHOICE, character_creation_commands.METHODS)
    asks = (question("actor", QuestionKind.CHOICE, actors), *((method,) if free else ()))
    return make_offer("begin_character", begin, questions=asks)


@memoized
def _exception(seat: str, actors: tuple[str, ...]) -> Offer:
    """Offer the GM an exception for one character, in a group that makes characters without points (IM-CHAR-1)."""
    begin = character_creation_commands.BeginCharacter(
        seat=seat, actor=actors[0], method=character_creation_commands.METHODS[0], override=True
    )
    questions = (
        question("actor", QuestionKind.CHOICE, actors),
        question("method", QuestionKind.CHOICE, character_creation_commands.METHODS),
    )
    return make_offer("begin_exception", begin, questions=questions)


def _spending_offers(table: Table, seat: str, mine: list[Actor]) -> Iterator[Offer]:
    """Yield the offers to spend points, while that is allowed (IM-ADVANCE-6)."""
    between = not evening(table).running
    for actor in mine:
        step = creation_step(actor)
        if step == DRAWING or not (step or between) or not has_attributes(actor):
            continue
        points = points_of(actor)
        costs = {name: cost_of_next(actor, name) for name in ATTRIBUTES}
        below = tuple(name for name, cost in costs.items() if cost is not None)
        payable = tuple(name for name in below if (costs[name] or 0) <= points)
        if below:
            yield with_denial(
                table,
                _raise(seat, actor.id, actor.name, points, payable or below),
                point_spending_commands.verify_raise,
            )
        lacking = _missing_skills(actor, point_spending_commands.agreed_skills(table))
        if lacking:
            yield with_denial(
                table, _buy(seat, actor.id, actor.name, points, lacking), point_spending_commands.verify_buy_skill
            )


def _missing_skills(actor: Actor, agreed: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([skill for skill in agreed if not owns_skill(actor, skill)])


@memoized
def _raise(seat: str, actor: str, name: str, points: int, attributes: tuple[str, ...]) -> Offer:
    command = point_spending_commands.RaiseAttribute(seat=seat, actor=actor, attribute=attributes[0])
    questions = (question("raise_which", QuestionKind.CHOICE, attributes, field="attribute"),)
    return make_offer(f"raise_attribute:{actor}", command, questions=questions, actor=name, points=points)


@memoized
def _buy(seat: str, actor: str, name: str, points: int, skills: tuple[str, ...]) -> Offer:
    command = point_spending_commands.BuySkill(seat=seat, actor=actor, skill=skills[0])
    questions = (question("agreed_skill", QuestionKind.CHOICE, skills, field="skill"),)
    return make_offer(f"buy_skill:{actor}", command, questions=questions, actor=name, points=points)


def _gm_offers(table: Table, seat: str, readable: list[Actor]) -> Iterator[Offer]:
    """Yield the GM's part in characters with numbers: agreeing, approving, granting."""
    characters: list[Actor] = []
    blank_actors: list[Actor] = []
    for actor in readable:
        if has_attributes(actor):
            characters += [actor] if creation_step(actor) != DRAWING else []
        elif not actor.sheet.get("playing_yourself"):
            blank_actors.append(actor)
    if blank_actors and not flag(table, "character_creation"):
        yield _exception(seat, _ids(blank_actors))
    between = not evening(table).running
    if flag(table, "character_creation") and (between or any(creation_step(a) for a in characters)):
        yield _agree(seat)
    if not characters:
        return
    yield with_denial(table, _grant(seat, _ids(characters)), point_spending_commands.verify_grant)
    equipment, agreed = number(table, "equipment_cost"), point_spending_commands.agreed_skills(table)
    for actor in characters:
        levels = tuple([level_of(actor, attribute) for attribute in ATTRIBUTES])
        yield from _priced_offers(
            seat,
            actor.id,
            actor.name,
            points_of(actor),
            levels,
            equipment,
            _missing_skills(actor, agreed) if agreed else (),
        )


@memoized
def _agree(seat: str) -> Offer:
    questions = (
        question("new_skill", QuestionKind.TEXT, field="skill"),
        question("covers", QuestionKind.TEXT, optional=True),
    )
    return make_offer("agree_skill", point_spending_commands.AgreeSkill(seat=seat, skill=""), questions=questions)


@memoized
def _grant(seat: str, actors: tuple[str, ...]) -> Offer:
    questions = (
        question("actor", QuestionKind.CHOICE, actors),
        question("points", QuestionKind.NUMBER, least=1, most=MOST_POINTS),
        question("reason", QuestionKind.TEXT, optional=True),
    )
    return make_offer(
        "grant_points", point_spending_commands.GrantPoints(seat=seat, actor=actors[0], points=1), questions=questions
    )


@memoized
def _priced_offers(
    seat: str,
    actor: str,
    name: str,
    points: int,
    levels: tuple[int, ...],
    equipment: int,
    lacking: tuple[str, ...],
) -> tuple[Offer, ...]:
    """Offer purchases at a price of the GM's own, also in mid-adventure (IM-CHAR-11, -13).

    Args:
        seat: the GM's.
        actor: the character.
        name: the name of the character.
        points: its unspent points.
        levels: of its attributes, in their order.
        equipment: the cost of a special piece of equipment.
        lacking: the skills on which the group has agreed, and that it does not have.
    """
    priced = [_equip(seat, actor, name, points, equipment)]
    costs = {attribute: cost_of(level + 1) for attribute, level in zip(ATTRIBUTES, levels, strict=True)}
    payable = {attribute: cost for attribute, cost in costs.items() if cost is not None}
    if payable:
        priced.append(_raise_for(seat, actor, name, points, tuple(payable), min(payable.values())))
    if lacking:
        priced.append(_skill_for(seat, actor, name, points, lacking))
    if points:
        priced.append(_take_points(seat, actor, name, points))
    return tuple(priced)


def _price(points: int) -> Question:
    return question("ruled_cost", QuestionKind.NUMBER, least=0, most=points)


def _equip(seat: str, actor: str, name: str, points: int, cost: int) -> Offer:
    command = point_spending_commands.BuyEquipment(seat=seat, actor=actor, item="", ruled_cost=min(points, cost))
    questions = (question("item", QuestionKind.TEXT), _price(points))
    return make_offer(f"buy_equipment:{actor}", command, questions=questions, actor=name, points=points)


def _raise_for(seat: str, actor: str, name: str, points: int, attributes: tuple[str, ...], cost: int) -> Offer:
    command = point_spending_commands.RaiseAttribute(
        seat=seat, actor=actor, attribute=attributes[0], ruled_cost=min(points, cost)
    )
    questions = (question("raise_which", QuestionKind.CHOICE, attributes, field="attribute"), _price(points))
    return make_offer(f"raise_for:{actor}", command, questions=questions, actor=name, points=points)


def _skill_for(seat: str, actor: str, name: str, points: int, skills: tuple[str, ...]) -> Offer:
    cost = min(points, numbers().points.skill)
    command = point_spending_commands.BuySkill(seat=seat, actor=actor, skill=skills[0], ruled_cost=cost)
    questions = (question("agreed_skill", QuestionKind.CHOICE, skills, field="skill"), _price(points))
    return make_offer(f"skill_for:{actor}", command, questions=questions, actor=name, points=points)


def _take_points(seat: str, actor: str, name: str, points: int) -> Offer:
    command = point_spending_commands.GrantPoints(seat=seat, actor=actor, points=-1)
    questions = (
        question("taken", QuestionKind.NUMBER, field="points", least=-points, most=-1),
        question("reason", QuestionKind.TEXT, optional=True),
    )
    return make_offer(f"take_points:{actor}", command, questions=questions, actor=name, points=points)
