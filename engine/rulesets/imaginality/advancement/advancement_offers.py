"""Offers at the end of an adventure: the vote and the awards (IM-ADVANCE)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.audience import readable_actors
from engine.core.memo import memo
from engine.messages.display_names import seat_name
from engine.messages.message import Message
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.command_offers import Answers, Asks, offer_of, unchecked
from engine.presentation.offers import Offer, Question, QuestionKind, make_offer
from engine.rulesets.imaginality.advancement.advancement_commands import (
    CountGoals,
    EndAdventure,
    FinishAwards,
    GiveAward,
)
from engine.rulesets.imaginality.advancement.award_commands import (
    ENTERTAINMENT,
    CloseVote,
    SettleTie,
    ShowOfHands,
    Vote,
    awards_of,
    awards_on,
    choices_of,
    vote_open,
    voters,
)
from engine.rulesets.imaginality.character_state import is_players
from engine.rulesets.imaginality.procedures import Awards, evening
from engine.rulesets.imaginality.settings import flag


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the vote and the awards while they are open, or how the GM ends the adventure."""
    awards = awards_of(table)
    if awards is not None:
        yield from _award_offers(table, seat, awards, readable_actors(table, viewer))
    elif table.is_gm(seat) and evening(table).running:
        yield offer_of(table, EndAdventure(seat=seat))


def _award_offers(table: Table, seat: str, awards: Awards, readable: list[Actor]) -> Iterator[Offer]:
    """Yield the vote, which looks the same whatever the votes are, and the GM's awards (IM-ADVANCE-1)."""
    ballot = vote_open(table, awards)
    choices = choices_of(table, seat) if ballot and seat in voters(table) else ()
    if choices:
        vote, new, asks = Vote(seat=seat, candidate=choices[0]), seat not in awards.votes, {"candidate": choices}
        name = "vote" if new else "change_vote"
        yield offer_of(table, vote, unchecked, name=name, asks=asks, primary=new, seat=seat_name(table, seat))
    if not table.is_gm(seat):
        return
    if ballot:
        yield offer_of(table, CloseVote(seat=seat), unchecked, count=len(awards.votes))
        by = tuple([(voter, seat_name(table, voter), choices_of(table, voter)) for voter in voters(table)])
        if by:
            yield _hands(seat, by)
    if awards.tied:
        settle = SettleTie(seat=seat, candidate=awards.tied[0])
        yield offer_of(table, settle, unchecked, asks={"candidate": awards.tied}, primary=True)
        yield offer_of(table, SettleTie(seat=seat), unchecked, name="settle_tie_nobody", fields=())
    yield from _gm_awards(table, seat, awards, readable)


@memo
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
    return make_offer("show_of_hands", ShowOfHands(seat=seat, votes={}), questions=questions)


def _gm_awards(table: Table, seat: str, awards: Awards, readable: list[Actor]) -> Iterator[Offer]:
    players = tuple([a.id for a in readable if is_players(table, a.id)])
    undecided = vote_open(table, awards) or bool(awards.tied)
    names = tuple([name for name in awards_on(table) if name != ENTERTAINMENT or not undecided])
    if players and names:
        give = GiveAward(seat=seat, actor=players[0], award=names[0])
        yield offer_of(table, give, asks={"actor": players, "award": names})
    if players:
        own = GiveAward(seat=seat, actor=players[0], award="", points=1)
        asks: dict[str, Answers] = {"actor": players, "points": Asks(optional=False)}
        yield offer_of(table, own, unchecked, name="give_own_award", asks=asks)
    if flag(table, "award_goals"):
        yield offer_of(table, CountGoals(seat=seat, goals=0), unchecked)
    yield offer_of(table, FinishAwards(seat=seat), primary=True)
