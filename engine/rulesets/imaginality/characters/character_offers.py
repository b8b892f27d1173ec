"""Offers about characters with points: making them, spending points, and the GM's part in both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.audience import readable_actors
from engine.core.memo import memo, memo_of_each
from engine.kit.new_character_offers import new_character_offers
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.choice_offers import choice_offers
from engine.presentation.command_offers import Answers, Asks, offer_of
from engine.presentation.offers import Drag, Offer
from engine.rulesets.imaginality.character_state import (
    ATTRIBUTES,
    DRAWING,
    SPENDING,
    cost_of_next,
    creation_step,
    points_of,
)
from engine.rulesets.imaginality.characters.character_creation_commands import (
    METHODS,
    POINTS_ZONE,
    BeginCharacter,
    DrawPoints,
    FinishCharacter,
    KeepPoints,
    PlayYourself,
    RedrawPoints,
    open_draw,
)
from engine.rulesets.imaginality.characters.point_spending_commands import (
    AgreeSkill,
    BuyEquipment,
    BuySkill,
    GrantPoints,
    RaiseAttribute,
    agreed_skills,
)
from engine.rulesets.imaginality.deck.deck_commands import DECK
from engine.rulesets.imaginality.procedures import adventure_runs
from engine.rulesets.imaginality.settings import flag, has_attributes, number, numbers, owns_skill, word

TO_POINTS = Drag(source=DECK, target=POINTS_ZONE)


@memo
def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what a seat can do about its characters; a sheet that the viewer may not read adds nothing."""
    readable, numbered = readable_actors(table, viewer), _have_attributes(table.actors)
    actors = [actor for actor in readable if actor.seat == seat]
    yield from new_character_offers(table, seat, readable)
    yield from _creation_offers(table, seat, actors, numbered)
    yield from _spending_offers(table, seat, actors, numbered)
    if table.is_gm(seat):
        yield from _gm_offers(table, seat, readable, numbered)


_have_attributes = memo_of_each(has_attributes)


def _ids(actors: list[Actor]) -> tuple[str, ...]:
    return tuple([actor.id for actor in actors])


def _creation_offers(table: Table, seat: str, mine: list[Actor], numbered: Mapping[str, bool]) -> Iterator[Offer]:
    """Yield the steps of making a character (IM-CHAR-1 to IM-CHAR-6)."""
    blank = [actor for actor in mine if not numbered[actor.id]]
    fresh = _ids([actor for actor in blank if not actor.sheet.get("playing_yourself")])
    if fresh and flag(table, "character_creation"):
        free = word(table, "cp_method") not in METHODS  # only then is the method asked
        begin = BeginCharacter(seat=seat, actor=fresh[0], method=METHODS[0] if free else "")
        yield offer_of(table, begin, fields=("actor", "method") if free else ("actor",), asks={"actor": fresh})
    if flag(table, "playing_yourself"):
        yield from choice_offers(PlayYourself, seat, {"actor": fresh}, table=table)
    selves = _ids([actor for actor in blank if actor.sheet.get("playing_yourself")])
    yield from choice_offers(PlayYourself, seat, {"actor": selves}, {"play": False}, table=table, name="play_somebody")
    waiting = open_draw(table)
    for actor in mine:
        step = creation_step(actor)
        if step == SPENDING:
            yield offer_of(None, FinishCharacter(seat=seat, actor=actor.id), points=points_of(actor), actor=actor.name)
        elif step == DRAWING and waiting is not None and waiting.actor == actor.id:
            yield offer_of(table, RedrawPoints(seat=seat, actor=actor.id), drag=TO_POINTS)
            yield offer_of(None, KeepPoints(seat=seat, actor=actor.id), points=waiting.first, actor=actor.name)
        elif step == DRAWING:
            yield offer_of(table, DrawPoints(seat=seat, actor=actor.id), drag=TO_POINTS, primary=True)


def _spending_offers(table: Table, seat: str, mine: list[Actor], numbered: Mapping[str, bool]) -> Iterator[Offer]:
    """Yield the offers to spend points, while that is allowed (IM-ADVANCE-6)."""
    between = not adventure_runs(table)
    for actor in mine:
        step = creation_step(actor)
        if step == DRAWING or not (step or between) or not numbered[actor.id]:
            continue
        points, costs = points_of(actor), {name: cost_of_next(actor, name) for name in ATTRIBUTES}
        below = [name for name in ATTRIBUTES if costs[name] is not None]
        payable = tuple([name for name in below if (costs[name] or 0) <= points] or below)
        own, lacking = {"actor": actor.id}, _missing_skills(agreed_skills(table), actor)
        yield from choice_offers(RaiseAttribute, seat, {"attribute": payable}, own, table=table, points=points)
        yield from choice_offers(BuySkill, seat, {"skill": lacking}, own, table=table, points=points)


def _missing_skills(agreed: tuple[str, ...], actor: Actor) -> tuple[str, ...]:
    return tuple([skill for skill in agreed if not owns_skill(actor, skill)])


def _gm_offers(table: Table, seat: str, readable: list[Actor], numbered: Mapping[str, bool]) -> Iterator[Offer]:
    """Yield the GM's part in characters with numbers: agreeing, approving, granting."""
    characters: list[Actor] = []
    blank_actors: list[Actor] = []
    for actor in readable:
        if numbered[actor.id]:
            characters += [actor] if creation_step(actor) != DRAWING else []
        elif not actor.sheet.get("playing_yourself"):
            blank_actors.append(actor)
    if not flag(table, "character_creation"):  # an exception for one character (IM-CHAR-1)
        who, rules = {"actor": _ids(blank_actors)}, {"method": METHODS[0], "override": True}
        yield from choice_offers(BeginCharacter, seat, who, rules, name="begin_exception")
    between = not adventure_runs(table)
    if flag(table, "character_creation") and (between or any(creation_step(a) for a in characters)):
        yield offer_of(None, AgreeSkill(seat=seat, skill=""))
    fields = ("actor", "points", "reason")
    yield from choice_offers(GrantPoints, seat, {"actor": _ids(characters)}, {"points": 1}, table=table, fields=fields)
    agreed, equipment = agreed_skills(table), number(table, "equipment_cost")
    for actor in characters:
        yield from _priced_offers(actor, seat, equipment, agreed)


@memo
def _priced_offers(actor: Actor, seat: str, equipment: int, agreed: tuple[str, ...]) -> Iterator[Offer]:
    """Offer the GM purchases at a price of its own, also in mid-adventure (IM-CHAR-11, -13).

    `equipment` is the cost of a special piece, and `agreed` are the skills on which the group has agreed.
    """
    id_, name, points, lacking = actor.id, actor.name, points_of(actor), _missing_skills(agreed, actor)
    price = Asks(least=0, most=points, optional=False)
    item = BuyEquipment(seat=seat, actor=id_, item="", ruled_cost=min(points, equipment))
    yield offer_of(None, item, asks={"ruled_cost": price}, actor=name, points=points)
    costs = {attribute: cost_of_next(actor, attribute) for attribute in ATTRIBUTES}
    payable = {attribute: cost for attribute, cost in costs.items() if cost is not None}
    if payable:
        attributes, cost = tuple(payable), min(points, *payable.values())
        raising = RaiseAttribute(seat=seat, actor=id_, attribute=attributes[0], ruled_cost=cost)
        asks: dict[str, Answers] = {"attribute": attributes, "ruled_cost": price}
        yield offer_of(None, raising, name=f"raise_for:{id_}", asks=asks, actor=name, points=points)
    if lacking:
        buying = BuySkill(seat=seat, actor=id_, skill=lacking[0], ruled_cost=min(points, numbers().points.skill))
        asks = {"skill": lacking, "ruled_cost": price}
        yield offer_of(None, buying, name=f"skill_for:{id_}", asks=asks, actor=name, points=points)
    if points:
        taking, asks = GrantPoints(seat=seat, actor=id_, points=-1), {"points": Asks("taken", least=-points, most=-1)}
        yield offer_of(None, taking, name=f"take_points:{id_}", asks=asks, actor=name, points=points)
