"""What can be done about characters with points, at the end of an adventure, and with the other card game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.play.moves import JoinActor
from engine.play.names import actor_name, seat_name
from engine.play.offers import AskKind, Drag, Offer, ask, offered
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
from engine.rulesets.imaginality.deck import DECK
from engine.rulesets.imaginality.lunch_cards import LM_DECK, LM_DISCARD, lm_hand
from engine.rulesets.imaginality.people import is_players, leader
from engine.rulesets.imaginality.procedures import Awards, OtherDeck, evening, noticed
from engine.rulesets.imaginality.settings import flag, has_attributes, number, owns_skill, word
from engine.rulesets.imaginality.sheet import (
    ATTRIBUTES,
    DRAWING,
    SPENDING,
    cost_of_next,
    creation_of,
    points_of,
)
from engine.table.seats import Actor
from engine.table.table import Table

MOST_POINTS = 20


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what a seat can do about its characters; of a sheet that the viewer may not read nothing is said."""
    readable = [a for a in table.actors.values() if not a.archived and table.may_read(a, viewer)]
    mine = [a for a in readable if a.seat == seat]
    if not mine or table.is_gm(seat):
        yield _newcomer(table, seat, main=not any(a.seat == seat for a in table.actors.values()))
    yield from _making(table, seat, mine)
    yield from _spending(table, seat, mine)
    if table.is_gm(seat):
        yield from _gm(table, seat, readable)
    awards = awards_of(table)
    if awards is not None:
        yield from _awards(table, seat, awards, readable)
    elif table.is_gm(seat) and evening(table).running:
        end = advancement.EndAdventure(seat=seat)
        asks = (ask("success", AskKind.FLAG),)
        yield offered("end_adventure", end, partial(advancement.verify_end, table, end), asks=asks)
    now = lunch_cards.lunch_money(table)
    if now is not None:
        yield from _lunch_money(table, seat, viewer, now, mine)
    elif table.is_gm(seat) and word(table, "hand_to_hand_system") == "lunch_money":
        start = lunch_money.StartLunchMoney(seat=seat, seats=tuple(table.seats))
        seats = ask("seats", AskKind.CHOICES, tuple(table.seats), least=1, most=len(table.seats))
        yield offered("start_lunch_money", start, partial(lunch_money.verify_start, table, start), asks=(seats,))


def _newcomer(table: Table, seat: str, main: bool) -> Offer:
    """Offer to bring a character into the story; the natural first step of a seat that leads nobody."""
    number = next(n for n in range(1, len(table.actors) + 2) if f"{seat}-{n}" not in table.actors)
    bare = JoinActor(seat=seat, id=f"{seat}-{number}", name="", leader=seat)
    asks = (ask("name", AskKind.TEXT, least=1),)
    return offered("new_character", bare, lambda: None, asks=asks, main=main and not table.is_gm(seat))


def _ids(actors: list[Actor]) -> tuple[str, ...]:
    return tuple(actor.id for actor in actors)


def _making(table: Table, seat: str, mine: list[Actor]) -> Iterator[Offer]:
    """Yield the steps of making a character (IM-CHAR-1 to IM-CHAR-6)."""
    unmade = [a for a in mine if not has_attributes(a)]
    fresh = [a for a in unmade if not a.sheet.get("playing_yourself")]
    if fresh and flag(table, "character_creation"):
        free = word(table, "cp_method") not in characters.METHODS
        begin = characters.BeginCharacter(seat=seat, actor=fresh[0].id, method=characters.METHODS[0] if free else "")
        method = ask("method", AskKind.CHOICE, characters.METHODS)
        asks = (ask("actor", AskKind.CHOICE, _ids(fresh)), *((method,) if free else ()))
        yield offered("begin_character", begin, partial(characters.verify_begin, table, begin), asks=asks)
    if fresh and flag(table, "playing_yourself"):
        oneself = characters.PlayYourself(seat=seat, actor=fresh[0].id)
        whom = ask("actor", AskKind.CHOICE, _ids(fresh))
        yield offered("play_yourself", oneself, partial(characters.verify_self, table, oneself), asks=(whom,))
    waiting = characters.open_draw(table)
    for actor in mine:
        if creation_of(actor) == SPENDING:
            finish = characters.FinishCharacter(seat=seat, actor=actor.id)
            yield offered(f"finish_character:{actor.id}", finish, _passed, actor=actor.name, points=points_of(actor))
        elif creation_of(actor) == DRAWING and waiting is not None and waiting.actor == actor.id:
            redraw = characters.RedrawPoints(seat=seat, actor=actor.id)
            keep = characters.KeepPoints(seat=seat, actor=actor.id)
            drag = Drag(source=DECK, target=POINTS_ZONE)
            yield offered(
                f"redraw_points:{actor.id}",
                redraw,
                partial(characters.verify_redraw, table, redraw),
                drag=drag,
                actor=actor.name,
            )
            yield offered(f"keep_points:{actor.id}", keep, _passed, actor=actor.name, points=waiting.first)
        elif creation_of(actor) == DRAWING:
            draw = characters.DrawPoints(seat=seat, actor=actor.id)
            yield offered(
                f"draw_points:{actor.id}",
                draw,
                partial(characters.verify_draw, table, draw),
                drag=Drag(source=DECK, target=POINTS_ZONE),
                main=True,
                actor=actor.name,
            )


def _passed() -> None:
    """Nothing is left to check."""


def _spending(table: Table, seat: str, mine: list[Actor]) -> Iterator[Offer]:
    """Yield what points can be spent on, while this is the time for it (IM-ADVANCE-6)."""
    for actor in mine:
        if not has_attributes(actor) or creation_of(actor) == DRAWING:
            continue
        if evening(table).running and not creation_of(actor):
            continue
        points = points_of(actor)
        costs = {name: cost_of_next(actor, name) for name in ATTRIBUTES}
        below = tuple(name for name, cost in costs.items() if cost is not None)
        payable = tuple(name for name in below if (costs[name] or 0) <= points)
        if below:
            raising = spending.RaiseAttribute(seat=seat, actor=actor.id, attribute=(payable or below)[0])
            what = ask("attribute", AskKind.CHOICE, payable or below, label=Message(key="ask.raise_which"))
            yield offered(
                f"raise_attribute:{actor.id}",
                raising,
                partial(spending.verify_raise, table, raising),
                asks=(what,),
                actor=actor.name,
                points=points,
            )
        lacking = tuple(skill for skill in spending.agreed_skills(table) if not owns_skill(actor, skill))
        if lacking:
            buying = spending.BuySkill(seat=seat, actor=actor.id, skill=lacking[0])
            yield offered(
                f"buy_skill:{actor.id}",
                buying,
                partial(spending.verify_buy_skill, table, buying),
                asks=(ask("skill", AskKind.CHOICE, lacking, label=Message(key="ask.agreed_skill")),),
                actor=actor.name,
                points=points,
            )


def _gm(table: Table, seat: str, readable: list[Actor]) -> Iterator[Offer]:
    """Yield the GM's part in characters with numbers: agreeing, approving, granting."""
    made = [a for a in readable if has_attributes(a) and creation_of(a) != DRAWING]
    between = not evening(table).running
    if flag(table, "character_creation") and (between or any(creation_of(a) for a in made)):
        agree = spending.AgreeSkill(seat=seat, skill="")
        asks = (
            ask("skill", AskKind.TEXT, label=Message(key="ask.new_skill")),
            ask("covers", AskKind.TEXT, optional=True),
        )
        yield offered("agree_skill", agree, _passed, asks=asks)
    if not made:
        return
    grant = spending.GrantPoints(seat=seat, actor=made[0].id, points=1)
    how = (
        ask("actor", AskKind.CHOICE, _ids(made)),
        ask("points", AskKind.NUMBER, least=1, most=MOST_POINTS),
        ask("reason", AskKind.TEXT, optional=True),
    )
    yield offered("grant_points", grant, partial(spending.verify_grant, table, grant), asks=how)
    cost = number(table, "equipment_cost")
    buyers = [a for a in made if points_of(a) >= cost and (between or creation_of(a))]
    if buyers:
        equip = spending.BuyEquipment(seat=seat, actor=buyers[0].id, item="")
        asks = (ask("actor", AskKind.CHOICE, _ids(buyers)), ask("item", AskKind.TEXT))
        yield offered("buy_equipment", equip, _passed, asks=asks, cost=cost)


def _awards(table: Table, seat: str, awards: Awards, readable: list[Actor]) -> Iterator[Offer]:
    """Yield the vote, which looks the same whatever anybody has voted, and the GM's awards (IM-ADVANCE-1)."""
    ballot = voting.vote_open(table, awards)
    choices = voting.choices_of(table, seat) if ballot and seat in voting.voters(table) else ()
    if choices:
        vote = voting.Vote(seat=seat, candidate=choices[0])
        yield offered(
            "change_vote" if seat in awards.votes else "vote",
            vote,
            _passed,
            asks=(ask("candidate", AskKind.CHOICE, choices),),
            main=seat not in awards.votes,
            seat=seat_name(table, seat),
        )
    if not table.is_gm(seat):
        return
    if ballot:
        close = voting.CloseVote(seat=seat)
        yield offered("close_vote", close, _passed, count=len(awards.votes))
    if awards.tied:
        settle = voting.SettleTie(seat=seat, candidate=awards.tied[0])
        yield offered("settle_tie", settle, _passed, asks=(ask("candidate", AskKind.CHOICE, awards.tied),), main=True)
        yield offered("settle_tie_nobody", voting.SettleTie(seat=seat), _passed)
    yield from _gm_awards(table, seat, awards, readable)


def _gm_awards(table: Table, seat: str, awards: Awards, readable: list[Actor]) -> Iterator[Offer]:
    players = [a for a in readable if is_players(table, a.id)]
    undecided = voting.vote_open(table, awards) or bool(awards.tied)
    names = tuple(name for name in awards_on(table) if name != ENTERTAINMENT or not undecided)
    whom = ask("actor", AskKind.CHOICE, _ids(players))
    if players and names:
        give = advancement.GiveAward(seat=seat, actor=players[0].id, award=names[0])
        points = ask("points", AskKind.NUMBER, most=MOST_POINTS, optional=True)
        asks = (whom, ask("award", AskKind.CHOICE, names), points)
        yield offered("give_award", give, partial(advancement.verify_give, table, give), asks=asks)
    if players:
        own = advancement.GiveAward(seat=seat, actor=players[0].id, award="", points=1)
        more = (whom, ask("award", AskKind.TEXT), ask("points", AskKind.NUMBER, most=MOST_POINTS))
        yield offered("give_own_award", own, _passed, asks=more)
    if flag(table, "award_goals"):
        goals = advancement.CountGoals(seat=seat, goals=0)
        yield offered("count_goals", goals, _passed, asks=(ask("goals", AskKind.NUMBER, most=MOST_POINTS),))
    finish = advancement.FinishAwards(seat=seat)
    yield offered("finish_awards", finish, partial(advancement.verify_finish, table, finish), main=True)


def _lunch_money(table: Table, seat: str, viewer: str, now: OtherDeck, mine: list[Actor]) -> Iterator[Offer]:
    """Yield the moves of the other card game for who is involved (IM-LM-2 to IM-LM-4)."""
    if seat in now.seats:
        if LM_DECK in table.zones:
            yield from _lm_cards(table, seat)
        for actor in mine:
            yield from _lm_turn(table, seat, actor, noticed(table, viewer))
    if not table.is_gm(seat):
        return
    others = tuple(s for s in table.seats if s not in now.seats)
    if others:
        join = lunch_money.JoinLunchMoney(seat=seat, holder=others[0])
        yield offered("join_lunch_money", join, _passed, asks=(ask("holder", AskKind.CHOICE, others),))
    yield offered("end_lunch_money", lunch_money.EndLunchMoney(seat=seat), _passed)


def _lm_cards(table: Table, seat: str) -> Iterator[Offer]:
    hand = lm_hand(seat)
    refill = lunch_money.RefillLunchMoney(seat=seat, holder=seat)
    drag = Drag(source=LM_DECK, target=hand)
    yield offered("refill_lunch_money", refill, partial(lunch_money.verify_refill, table, refill), drag=drag)
    draw = lunch_money.DrawLunchMoney(seat=seat)
    yield offered("draw_lunch_money", draw, partial(lunch_money.verify_draw, table, draw))
    held = len(table.zones[hand].cards)
    if held:
        play = lunch_money.PlayLunchMoney(seat=seat, cards=())
        cards = ask("cards", AskKind.CARDS, zone=hand, least=1, most=held)
        drag = Drag(source=hand, target=LM_DISCARD)
        yield offered("play_lunch_money", play, _passed, asks=(cards,), drag=drag)


def _lm_turn(table: Table, seat: str, actor: Actor, there: tuple[str, ...]) -> Iterator[Offer]:
    """Yield the end of a complete turn: its damage, and the cards that count if any are in hand (IM-LM-4)."""
    targets = tuple(a for a in there if a != actor.id)
    if leader(table, actor.id) != seat or not targets:
        return
    turn = lunch_money.LunchMoneyTurn(seat=seat, actor=actor.id, target=targets[0], damage=0)
    asks = [
        ask("target", AskKind.CHOICE, targets),
        ask("damage", AskKind.NUMBER, most=MOST_POINTS),
        ask("effect", AskKind.CHOICE, (blindness.BLINDED,), optional=True),
    ]
    if lm_hand(seat) in table.zones and table.zones[lm_hand(seat)].cards:
        asks.append(ask("cards", AskKind.CARDS, zone=lm_hand(seat), optional=True))
    yield offered(
        f"lunch_money_turn:{actor.id}",
        turn,
        partial(lunch_money.verify_turn, table, turn),
        asks=tuple(asks),
        actor=actor_name(table, actor.id),
    )
