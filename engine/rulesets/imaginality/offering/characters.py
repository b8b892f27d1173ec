"""What can be done about characters with points, at the end of an adventure, and with the other card game."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.names import actor_name, seat_name
from engine.play.newcomers import new_character, readable
from engine.play.offers import Ask, AskKind, Drag, Offer, ask, checked, offered
from engine.play.words import Message
from engine.rulesets.imaginality import (
    advancement,
    blindness,
    characters,
    lunch_cards,
    lunch_money,
    spending,
    voting,
)
from engine.rulesets.imaginality.awards import ENTERTAINMENT, awards_of, awards_on
from engine.rulesets.imaginality.characters import POINTS_ZONE
from engine.rulesets.imaginality.data import numbers
from engine.rulesets.imaginality.deck import DECK
from engine.rulesets.imaginality.lunch_cards import LM_DECK, LM_DISCARD, lm_hand
from engine.rulesets.imaginality.people import foes_first, is_dead, is_players, leader
from engine.rulesets.imaginality.procedures import Awards, OtherDeck, evening, noticed
from engine.rulesets.imaginality.settings import flag, has_attributes, number, owns_skill, word
from engine.rulesets.imaginality.sheet import (
    ATTRIBUTES,
    DRAWING,
    SPENDING,
    cost_of,
    cost_of_next,
    creation_of,
    level_of,
    points_of,
)
from engine.table.frozen import kept
from engine.table.seats import Actor
from engine.table.table import Table

MOST_POINTS = 20
EFFECTS = (blindness.BLINDED, "helpless")
TO_POINTS = Drag(source=DECK, target=POINTS_ZONE)


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what a seat can do about its characters; of a sheet that the viewer may not read nothing is said."""
    known = readable(table, viewer)
    mine = [a for a in known if a.seat == seat]
    gm = table.is_gm(seat)
    yield from new_character(table, seat, known)
    yield from _making(table, seat, mine)
    yield from _spending(table, seat, mine)
    if gm:
        yield from _gm(table, seat, known)
    awards = awards_of(table)
    if awards is not None:
        yield from _awards(table, seat, awards, known)
    elif gm and evening(table).running:
        yield checked(table, _end(seat), advancement.verify_end)
    now = lunch_cards.lunch_money(table)
    if now is not None:
        yield from _lunch_money(table, seat, viewer, now, mine)
    elif gm and word(table, "hand_to_hand_system") == "lunch_money":
        start = lunch_money.StartLunchMoney(seat=seat, seats=tuple(table.seats))
        seats = ask("seats", AskKind.CHOICES, tuple(table.seats), least=1, most=len(table.seats))
        yield checked(table, offered("start_lunch_money", start, asks=(seats,)), lunch_money.verify_start)


@kept
def _end(seat: str) -> Offer:
    return offered("end_adventure", advancement.EndAdventure(seat=seat), asks=(ask("success", AskKind.FLAG),))


def _ids(actors: list[Actor]) -> tuple[str, ...]:
    return tuple(actor.id for actor in actors)


def _making(table: Table, seat: str, mine: list[Actor]) -> Iterator[Offer]:
    """Yield the steps of making a character (IM-CHAR-1 to IM-CHAR-6)."""
    fresh = [a for a in mine if not has_attributes(a) and not a.sheet.get("playing_yourself")]
    if fresh and flag(table, "character_creation"):
        free = word(table, "cp_method") not in characters.METHODS
        yield checked(table, _begin(seat, _ids(fresh), free), characters.verify_begin)
    if fresh and flag(table, "playing_yourself"):
        oneself = characters.PlayYourself(seat=seat, actor=fresh[0].id)
        whom = ask("actor", AskKind.CHOICE, _ids(fresh))
        yield checked(table, offered("play_yourself", oneself, asks=(whom,)), characters.verify_self)
    selves = [a for a in mine if a.sheet.get("playing_yourself") and not has_attributes(a)]
    if selves:
        somebody = characters.PlayYourself(seat=seat, actor=selves[0].id, play=False)
        whom = ask("actor", AskKind.CHOICE, _ids(selves))
        yield checked(table, offered("play_somebody", somebody, asks=(whom,)), characters.verify_self)
    waiting = characters.open_draw(table)
    for actor in mine:
        step = creation_of(actor)
        if step == SPENDING:
            finish = characters.FinishCharacter(seat=seat, actor=actor.id)
            yield offered(f"finish_character:{actor.id}", finish, actor=actor.name, points=points_of(actor))
        elif step == DRAWING and waiting is not None and waiting.actor == actor.id:
            again = characters.RedrawPoints(seat=seat, actor=actor.id)
            keep = characters.KeepPoints(seat=seat, actor=actor.id)
            redraw = offered(f"redraw_points:{actor.id}", again, drag=TO_POINTS, actor=actor.name)
            yield checked(table, redraw, characters.verify_redraw)
            yield offered(f"keep_points:{actor.id}", keep, actor=actor.name, points=waiting.first)
        elif step == DRAWING:
            first = characters.DrawPoints(seat=seat, actor=actor.id)
            draw = offered(f"draw_points:{actor.id}", first, drag=TO_POINTS, main=True, actor=actor.name)
            yield checked(table, draw, characters.verify_draw)


@kept
def _begin(seat: str, actors: tuple[str, ...], free: bool) -> Offer:
    """Offer to make a character; how it comes by its points is asked where the group leaves that free."""
    begin = characters.BeginCharacter(seat=seat, actor=actors[0], method=characters.METHODS[0] if free else "")
    method = ask("method", AskKind.CHOICE, characters.METHODS)
    asks = (ask("actor", AskKind.CHOICE, actors), *((method,) if free else ()))
    return offered("begin_character", begin, asks=asks)


@kept
def _exception(seat: str, actors: tuple[str, ...]) -> Offer:
    """Offer the GM's word for one character, in a group that makes its characters without points (IM-CHAR-1)."""
    begin = characters.BeginCharacter(seat=seat, actor=actors[0], method=characters.METHODS[0], override=True)
    asks = (ask("actor", AskKind.CHOICE, actors), ask("method", AskKind.CHOICE, characters.METHODS))
    return offered("begin_exception", begin, asks=asks)


def _spending(table: Table, seat: str, mine: list[Actor]) -> Iterator[Offer]:
    """Yield what points can be spent on, while this is the time for it (IM-ADVANCE-6)."""
    between = not evening(table).running
    for actor in mine:
        step = creation_of(actor)
        if step == DRAWING or not (step or between) or not has_attributes(actor):
            continue
        points = points_of(actor)
        costs = {name: cost_of_next(actor, name) for name in ATTRIBUTES}
        below = tuple(name for name, cost in costs.items() if cost is not None)
        payable = tuple(name for name in below if (costs[name] or 0) <= points)
        if below:
            yield checked(table, _raise(seat, actor.id, actor.name, points, payable or below), spending.verify_raise)
        lacking = _lacking(actor, spending.agreed_skills(table))
        if lacking:
            yield checked(table, _buy(seat, actor.id, actor.name, points, lacking), spending.verify_buy_skill)


def _lacking(actor: Actor, agreed: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([skill for skill in agreed if not owns_skill(actor, skill)])


@kept
def _raise(seat: str, actor: str, name: str, points: int, attributes: tuple[str, ...]) -> Offer:
    command = spending.RaiseAttribute(seat=seat, actor=actor, attribute=attributes[0])
    asks = (ask("raise_which", AskKind.CHOICE, attributes, field="attribute"),)
    return offered(f"raise_attribute:{actor}", command, asks=asks, actor=name, points=points)


@kept
def _buy(seat: str, actor: str, name: str, points: int, skills: tuple[str, ...]) -> Offer:
    command = spending.BuySkill(seat=seat, actor=actor, skill=skills[0])
    asks = (ask("agreed_skill", AskKind.CHOICE, skills, field="skill"),)
    return offered(f"buy_skill:{actor}", command, asks=asks, actor=name, points=points)


def _gm(table: Table, seat: str, readable: list[Actor]) -> Iterator[Offer]:
    """Yield the GM's part in characters with numbers: agreeing, approving, granting."""
    made: list[Actor] = []
    bare: list[Actor] = []
    for actor in readable:
        if has_attributes(actor):
            made += [actor] if creation_of(actor) != DRAWING else []
        elif not actor.sheet.get("playing_yourself"):
            bare.append(actor)
    if bare and not flag(table, "character_creation"):
        yield _exception(seat, _ids(bare))
    between = not evening(table).running
    if flag(table, "character_creation") and (between or any(creation_of(a) for a in made)):
        yield _agree(seat)
    if not made:
        return
    yield checked(table, _grant(seat, _ids(made)), spending.verify_grant)
    equipment, agreed = number(table, "equipment_cost"), spending.agreed_skills(table)
    for actor in made:
        levels = tuple([level_of(actor, attribute) for attribute in ATTRIBUTES])
        yield from _priced(
            seat, actor.id, actor.name, points_of(actor), levels, equipment, _lacking(actor, agreed) if agreed else ()
        )


@kept
def _agree(seat: str) -> Offer:
    asks = (ask("new_skill", AskKind.TEXT, field="skill"), ask("covers", AskKind.TEXT, optional=True))
    return offered("agree_skill", spending.AgreeSkill(seat=seat, skill=""), asks=asks)


@kept
def _grant(seat: str, actors: tuple[str, ...]) -> Offer:
    asks = (
        ask("actor", AskKind.CHOICE, actors),
        ask("points", AskKind.NUMBER, least=1, most=MOST_POINTS),
        ask("reason", AskKind.TEXT, optional=True),
    )
    return offered("grant_points", spending.GrantPoints(seat=seat, actor=actors[0], points=1), asks=asks)


@kept
def _priced(
    seat: str,
    actor: str,
    name: str,
    points: int,
    levels: tuple[int, ...],
    equipment: int,
    lacking: tuple[str, ...],
) -> tuple[Offer, ...]:
    """Offer what the GM can sell a character at a price of the GM's own, also in mid-adventure (IM-CHAR-11, -13).

    Args:
        seat: the GM's.
        actor: the character.
        name: what the character is called.
        points: how many it has to spend.
        levels: of its attributes, in their order.
        equipment: what a special piece of equipment costs.
        lacking: the skills on which the group has agreed, and that it does not have.
    """
    priced = [_equip(seat, actor, name, points, equipment)]
    costs = {one: cost_of(level + 1) for one, level in zip(ATTRIBUTES, levels, strict=True)}
    payable = {one: cost for one, cost in costs.items() if cost is not None}
    if payable:
        priced.append(_raise_for(seat, actor, name, points, tuple(payable), min(payable.values())))
    if lacking:
        priced.append(_skill_for(seat, actor, name, points, lacking))
    if points:
        priced.append(_take_points(seat, actor, name, points))
    return tuple(priced)


def _price(points: int) -> Ask:
    return ask("ruled_cost", AskKind.NUMBER, least=0, most=points)


def _equip(seat: str, actor: str, name: str, points: int, cost: int) -> Offer:
    command = spending.BuyEquipment(seat=seat, actor=actor, item="", ruled_cost=min(points, cost))
    asks = (ask("item", AskKind.TEXT), _price(points))
    return offered(f"buy_equipment:{actor}", command, asks=asks, actor=name, points=points)


def _raise_for(seat: str, actor: str, name: str, points: int, attributes: tuple[str, ...], cost: int) -> Offer:
    command = spending.RaiseAttribute(seat=seat, actor=actor, attribute=attributes[0], ruled_cost=min(points, cost))
    asks = (ask("raise_which", AskKind.CHOICE, attributes, field="attribute"), _price(points))
    return offered(f"raise_for:{actor}", command, asks=asks, actor=name, points=points)


def _skill_for(seat: str, actor: str, name: str, points: int, skills: tuple[str, ...]) -> Offer:
    cost = min(points, numbers().points.skill)
    command = spending.BuySkill(seat=seat, actor=actor, skill=skills[0], ruled_cost=cost)
    asks = (ask("agreed_skill", AskKind.CHOICE, skills, field="skill"), _price(points))
    return offered(f"skill_for:{actor}", command, asks=asks, actor=name, points=points)


def _take_points(seat: str, actor: str, name: str, points: int) -> Offer:
    command = spending.GrantPoints(seat=seat, actor=actor, points=-1)
    asks = (
        ask("taken", AskKind.NUMBER, field="points", least=-points, most=-1),
        ask("reason", AskKind.TEXT, optional=True),
    )
    return offered(f"take_points:{actor}", command, asks=asks, actor=name, points=points)


def _awards(table: Table, seat: str, awards: Awards, readable: list[Actor]) -> Iterator[Offer]:
    """Yield the vote, which looks the same whatever anybody has voted, and the GM's awards (IM-ADVANCE-1)."""
    ballot = voting.vote_open(table, awards)
    choices = voting.choices_of(table, seat) if ballot and seat in voting.voters(table) else ()
    if choices:
        vote = voting.Vote(seat=seat, candidate=choices[0])
        yield offered(
            "change_vote" if seat in awards.votes else "vote",
            vote,
            asks=(ask("candidate", AskKind.CHOICE, choices),),
            main=seat not in awards.votes,
            seat=seat_name(table, seat),
        )
    if not table.is_gm(seat):
        return
    if ballot:
        close = voting.CloseVote(seat=seat)
        yield offered("close_vote", close, count=len(awards.votes))
        by = tuple((voter, seat_name(table, voter), voting.choices_of(table, voter)) for voter in voting.voters(table))
        if by:
            yield _hands(seat, by)
    if awards.tied:
        settle = voting.SettleTie(seat=seat, candidate=awards.tied[0])
        yield offered("settle_tie", settle, asks=(ask("candidate", AskKind.CHOICE, awards.tied),), main=True)
        yield offered("settle_tie_nobody", voting.SettleTie(seat=seat))
    yield from _gm_awards(table, seat, awards, readable)


@kept
def _hands(seat: str, by: tuple[tuple[str, str, tuple[str, ...]], ...]) -> Offer:
    """Offer to write down an open vote: of each who votes, the name and for whom that could be (IM-ADVANCE-5)."""
    asks = tuple(
        Ask(
            field="votes",
            part=voter,
            kind=AskKind.CHOICE,
            label=Message(key="ask.hand_raised", params={"seat": name}),
            choices=choices,
            optional=True,
        )
        for voter, name, choices in by
    )
    return offered("show_of_hands", voting.ShowOfHands(seat=seat, votes={}), asks=asks)


def _gm_awards(table: Table, seat: str, awards: Awards, readable: list[Actor]) -> Iterator[Offer]:
    players = [a for a in readable if is_players(table, a.id)]
    undecided = voting.vote_open(table, awards) or bool(awards.tied)
    names = tuple(name for name in awards_on(table) if name != ENTERTAINMENT or not undecided)
    whom = ask("actor", AskKind.CHOICE, _ids(players))
    if players and names:
        give = advancement.GiveAward(seat=seat, actor=players[0].id, award=names[0])
        points = ask("points", AskKind.NUMBER, most=MOST_POINTS, optional=True)
        asks = (whom, ask("award", AskKind.CHOICE, names), points)
        yield checked(table, offered("give_award", give, asks=asks), advancement.verify_give)
    if players:
        own = advancement.GiveAward(seat=seat, actor=players[0].id, award="", points=1)
        more = (whom, ask("award", AskKind.TEXT), ask("points", AskKind.NUMBER, most=MOST_POINTS))
        yield offered("give_own_award", own, asks=more)
    if flag(table, "award_goals"):
        goals = advancement.CountGoals(seat=seat, goals=0)
        yield offered("count_goals", goals, asks=(ask("goals", AskKind.NUMBER, most=MOST_POINTS),))
    finish = advancement.FinishAwards(seat=seat)
    yield checked(table, offered("finish_awards", finish, main=True), advancement.verify_finish)


def _lunch_money(table: Table, seat: str, viewer: str, now: OtherDeck, mine: list[Actor]) -> Iterator[Offer]:
    """Yield the moves of the other card game for who is involved (IM-LM-2 to IM-LM-4)."""
    if seat in now.seats:
        if LM_DECK in table.zones:
            yield from _lm_cards(table, seat)
        for actor in mine:
            yield from _lm_turn(table, seat, viewer, actor, noticed(table, viewer))
    if not table.is_gm(seat):
        return
    others = tuple(s for s in table.seats if s not in now.seats)
    if others:
        join = lunch_money.JoinLunchMoney(seat=seat, holder=others[0])
        yield offered("join_lunch_money", join, asks=(ask("holder", AskKind.CHOICE, others),))
    yield offered("end_lunch_money", lunch_money.EndLunchMoney(seat=seat))


def _lm_cards(table: Table, seat: str) -> Iterator[Offer]:
    hand = lm_hand(seat)
    refill = lunch_money.RefillLunchMoney(seat=seat, holder=seat)
    drag = Drag(source=LM_DECK, target=hand)
    yield checked(table, offered("refill_lunch_money", refill, drag=drag), lunch_money.verify_refill)
    draw = lunch_money.DrawLunchMoney(seat=seat)
    yield checked(table, offered("draw_lunch_money", draw), lunch_money.verify_draw)
    held = len(table.zones[hand].cards)
    if held:
        play = lunch_money.PlayLunchMoney(seat=seat, cards=())
        cards = ask("cards", AskKind.CARDS, zone=hand, least=1, most=held)
        drag = Drag(source=hand, target=LM_DISCARD)
        yield offered("play_lunch_money", play, asks=(cards,), drag=drag)


def _effect(gm: bool) -> Ask:
    """Ask for a special effect: the given one, and by the GM any other, in words of the group's own (IM-LM-6)."""
    if gm:
        return ask("effect", AskKind.CHOICE, EFFECTS, optional=True, own_words=True)
    return ask("effect", AskKind.CHOICE, EFFECTS[:1], optional=True)


def _lm_turn(table: Table, seat: str, viewer: str, actor: Actor, there: tuple[str, ...]) -> Iterator[Offer]:
    """Yield the end of a complete turn: its damage, and the cards that count if any are in hand (IM-LM-4)."""
    targets = foes_first(table, (a for a in there if a != actor.id), seat, viewer)
    if leader(table, actor.id) != seat or all(is_dead(table, a, viewer) for a in targets):
        return
    turn = lunch_money.LunchMoneyTurn(seat=seat, actor=actor.id, target=targets[0], damage=0)
    asks = [
        ask("target", AskKind.CHOICE, targets),
        ask("points_through", AskKind.NUMBER, field="damage", most=MOST_POINTS),
        _effect(table.is_gm(seat)),
    ]
    if lm_hand(seat) in table.zones and table.zones[lm_hand(seat)].cards:
        asks.append(ask("cards", AskKind.CARDS, zone=lm_hand(seat), optional=True))
    name = actor_name(table, actor.id)
    offer = offered(f"lunch_money_turn:{actor.id}", turn, asks=tuple(asks), actor=name)
    yield checked(table, offer, lunch_money.verify_turn)
