"""Offers at the end of an adventure: the vote and the awards (IM-ADVANCE)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.audience import readable_actors
from engine.kit.memo import memoized
from engine.messages.display_names import seat_name
from engine.messages.message import Message
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.offers import Offer, Question, QuestionKind, make_offer, question, with_denial
from engine.rulesets.imaginality.advancement import advancement_commands, vote_commands
from engine.rulesets.imaginality.advancement.awards import ENTERTAINMENT, awards_of, awards_on
from engine.rulesets.imaginality.character_state import is_players
from engine.rulesets.imaginality.number_limits import MOST_POINTS
from engine.rulesets.imaginality.procedures import Awards, evening
from engine.rulesets.imaginality.settings import flag


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the vote and the awards while they are open, or how the GM ends the adventure."""
    awards = awards_of(table)
    if awards is not None:
        yield from _award_offers(table, seat, awards, readable_actors(table, viewer))
    elif table.is_gm(seat) and evening(table).running:
        yield with_denial(table, _end(seat), advancement_commands.verify_end)


@memoized
def _end(seat: str) -> Offer:
    return make_offer(
        "end_adventure",
        advancement_commands.EndAdventure(seat=seat),
        questions=(question("success", QuestionKind.FLAG),),
    )


def _ids(actors: list[Actor]) -> tuple[str, ...]:
    return tuple(actor.id for actor in actors)


def _award_offers(table: Table, seat: str, awards: Awards, readable: list[Actor]) -> Iterator[Offer]:
    """Yield the vote, which looks the same whatever the votes are, and the GM's awards (IM-ADVANCE-1)."""
    ballot = vote_commands.vote_open(table, awards)
    choices = vote_commands.choices_of(table, seat) if ballot and seat in vote_commands.voters(table) else ()
    if choices:
        vote = vote_commands.Vote(seat=seat, candidate=choices[0])
        yield make_offer(
            "change_vote" if seat in awards.votes else "vote",
            vote,
            questions=(question("candidate", QuestionKind.CHOICE, choices),),
            primary=seat not in awards.votes,
            seat=seat_name(table, seat),
        )
    if not table.is_gm(seat):
        return
    if ballot:
        close = vote_commands.CloseVote(seat=seat)
        yield make_offer("close_vote", close, count=len(awards.votes))
        by = tuple(
            (voter, seat_name(table, voter), vote_commands.choices_of(table, voter))
            for voter in vote_commands.voters(table)
        )
        if by:
            yield _hands(seat, by)
    if awards.tied:
        settle = vote_commands.SettleTie(seat=seat, candidate=awards.tied[0])
        yield make_offer(
            "settle_tie", settle, questions=(question("candidate", QuestionKind.CHOICE, awards.tied),), primary=True
        )
        yield make_offer("settle_tie_nobody", vote_commands.SettleTie(seat=seat))
    yield from _gm_awards(table, seat, awards, readable)


@memoized
def _hands(seat: str, by: tuple[tuple[str, str, tuple[str, ...]], ...]) -> Offer:
    """Offer to enter an open vote: of each voter, the name and the possible candidates (IM-ADVANCE-5)."""
    questions = tuple(
        Question(
            field="votes",
            part=voter,
            kind=QuestionKind.CHOICE,
            label=Message(key="ask.hand_raised", params={"seat": name}),
            choices=choices,
            optional=True,
        )
        for voter, name, choices in by
    )
    return make_offer("show_of_hands", vote_commands.ShowOfHands(seat=seat, votes={}), questions=questions)


def _gm_awards(table: Table, seat: str, awards: Awards, readable: list[Actor]) -> Iterator[Offer]:
    players = [a for a in readable if is_players(table, a.id)]
    undecided = vote_commands.vote_open(table, awards) or bool(awards.tied)
    names = tuple(name for name in awards_on(table) if name != ENTERTAINMENT or not undecided)
    whom = question("actor", QuestionKind.CHOICE, _ids(players))
    if players and names:
        give = advancement_commands.GiveAward(seat=seat, actor=players[0].id, award=names[0])
        points = question("points", QuestionKind.NUMBER, most=MOST_POINTS, optional=True)
        questions = (whom, question("award", QuestionKind.CHOICE, names), points)
        yield with_denial(table, make_offer("give_award", give, questions=questions), advancement_commands.verify_give)
    if players:
        own = advancement_commands.GiveAward(seat=seat, actor=players[0].id, award="", points=1)
        more = (whom, question("award", QuestionKind.TEXT), question("points", QuestionKind.NUMBER, most=MOST_POINTS))
        yield make_offer("give_own_award", own, questions=more)
    if flag(table, "award_goals"):
        goals = advancement_commands.CountGoals(seat=seat, goals=0)
        yield make_offer("count_goals", goals, questions=(question("goals", QuestionKind.NUMBER, most=MOST_POINTS),))
    finish = advancement_commands.FinishAwards(seat=seat)
    yield with_denial(table, make_offer("finish_awards", finish, primary=True), advancement_commands.verify_finish)
