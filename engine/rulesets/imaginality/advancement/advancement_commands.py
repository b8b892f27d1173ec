"""The end of an adventure: awards and points, when they can be spent, and the offers of them (IM-ADVANCE)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from engine.core.audience import readable_actors
from engine.core.commands import Command, need_actor
from engine.core.draft import Draft
from engine.core.memo import memo
from engine.kit.activity_steps import steps_at
from engine.kit.gm_requests import GmRequest
from engine.messages.display_names import actor_name, seat_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.activity_view import ActivityView
from engine.presentation.command_offers import Answers, Asks, offer_of
from engine.presentation.offers import Offer, Question, QuestionKind, make_offer
from engine.rulesets.imaginality.advancement.award_commands import (
    ENTERTAINMENT,
    GOAL,
    SURVIVAL,
    SWITCHES,
    CloseVote,
    SettleTie,
    ShowOfHands,
    Vote,
    awards_of,
    awards_on,
    choices_of,
    count_when_all_in,
    give_award,
    need_awards,
    party,
    points_for,
    vote_open,
    voters,
)
from engine.rulesets.imaginality.character_state import (
    MOST_POINTS,
    SPENDING,
    add_log_line,
    creation_step,
    end_procedure,
    is_players,
    keeps_points,
    need_free,
    points_of,
    write_fields,
)
from engine.rulesets.imaginality.characters.character_creation_commands import finish_making
from engine.rulesets.imaginality.deck.hand_commands import change_evening
from engine.rulesets.imaginality.procedures import Awards, current_fight, evening
from engine.rulesets.imaginality.settings import flag, has_attributes, word


class EndAdventure(GmRequest):
    """The GM ends the adventure; a successful one brings awards, a failed one none unless the group wants it so."""

    RULES = ("IM-ADVANCE-1", "IM-ADVANCE-2")
    FAR_REACHING = True
    success: Annotated[bool, Meta(description="whether the adventure was completed"), Asks(optional=False)] = True

    def verify(self, table: Table) -> None:
        """The GM, during an adventure, with nothing else in progress."""
        super().verify(table)
        if awards_of(table) is not None:
            raise Refused("awards_open", "IM-ADVANCE-1")
        if not evening(table).running:
            raise Refused("no_adventure", "IM-ADVANCE-1")
        need_free(table)
        if current_fight(table) is not None:
            raise Refused("end_fight_first", "IM-ADVANCE-1")

    def decide(self, draft: Draft) -> None:
        """End it. Survivors get their award at once (IM-ADVANCE-2); the group decides the rest."""
        number = evening(draft.table).adventure
        draft.note("adventure_won" if self.success else "adventure_failed", "IM-ADVANCE-1", number=number)
        if not self.success and flag(draft.table, "awards_only_on_success"):
            draft.note("no_awards_for_failure", "IM-ADVANCE-1")
            _close_adventure(draft)
            return
        draft.push_procedure(Awards(success=self.success))
        if flag(draft.table, "award_survival"):
            for actor in party(draft.table):
                if not draft.table.actors[actor].has_condition("dead"):
                    give_award(draft, actor, SURVIVAL, points_for(SURVIVAL) or 0, "IM-ADVANCE-2")


class GiveAward(GmRequest):
    """The GM gives a character an award of the table or a new one; the number replaces an earlier one."""

    RULES = ("IM-ADVANCE-1", "IM-ADVANCE-3", "IM-GEN-1")
    actor: Annotated[str, Meta(description="a character"), Asks()]
    award: Annotated[
        str, Meta(description="`survival`, `roleplaying`, `goal`, `entertainment`, or any other name"), Asks()
    ]
    points: Annotated[
        Annotated[int, Meta(ge=0, le=99)] | None,
        Meta(description="0 takes it away; null is what the table says"),
        Asks(most=MOST_POINTS),
    ] = None

    def verify(self, table: Table) -> None:
        """The GM; an award that the group gives, or a new one with its points; entertainment only after the vote."""
        super().verify(table)
        awards = need_awards(table)
        need_actor(table, self.actor)
        if not self.award.strip():
            raise Refused("award_name", "IM-ADVANCE-1")
        if self.award in SWITCHES:
            option, rule = SWITCHES[self.award]
            if not flag(table, option):
                raise Refused("award_off", rule, award=self.award)
            if self.award == ENTERTAINMENT and (vote_open(table, awards) or awards.tied):
                raise Refused("vote_decides", rule)
        if self.points is None and points_for(self.award) is None:
            raise Refused("award_points", "IM-ADVANCE-1", award=self.award)

    def decide(self, draft: Draft) -> None:
        """Set the award; the log keeps every change."""
        rule = SWITCHES[self.award][1] if self.award in SWITCHES else "IM-ADVANCE-1"
        points = points_for(self.award) if self.points is None else self.points
        give_award(draft, self.actor, self.award.strip(), points or 0, rule)


class CountGoals(GmRequest):
    """The GM enters how many goals of the adventure were completed; every character gets the points for each."""

    RULES = ("IM-ADVANCE-4",)
    goals: Annotated[int, Meta(ge=0, le=99, description="how many were completed"), Asks(most=MOST_POINTS)]

    def verify(self, table: Table) -> None:
        """The GM, if the group gives points for goals."""
        super().verify(table)
        need_awards(table)
        if not flag(table, "award_goals"):
            raise Refused("award_off", "IM-ADVANCE-4", award=GOAL)

    def decide(self, draft: Draft) -> None:
        """Give every character of the players the points for each goal."""
        draft.note("goals_counted", "IM-ADVANCE-4", goals=self.goals)
        for actor in party(draft.table):
            give_award(draft, actor, GOAL, self.goals * (points_for(GOAL) or 0), "IM-ADVANCE-4")


class FinishAwards(GmRequest):
    """The GM closes the adventure: the points go onto the sheets, to be spent until the next one begins."""

    RULES = ("IM-ADVANCE-1", "IM-ADVANCE-6", "IM-CHAR-12")

    def verify(self, table: Table) -> None:
        """The GM, once the vote is over."""
        super().verify(table)
        awards = need_awards(table)
        if awards.tied:
            raise Refused("tie_first", "IM-ADVANCE-5")
        if vote_open(table, awards) and voters(table):
            raise Refused("vote_first", "IM-ADVANCE-5")

    def decide(self, draft: Draft) -> None:
        """Add the points to the saved ones on the sheets; for a character without numbers it is only logged."""
        awards = need_awards(draft.table)
        end_procedure(draft, awards)
        for actor_id, given in awards.given.items():
            actor = draft.table.actors.get(actor_id)
            total = sum(given.values())
            if actor is None or not total:
                continue
            key = "points_awarded" if keeps_points(actor) else "points_in_story"
            if keeps_points(actor):
                write_fields(draft, actor_id, points=points_of(actor) + total)
            saved, rules = points_of(draft.table.actors[actor_id]), ("IM-ADVANCE-1", "IM-CHAR-12")
            lines = [
                Message(key="log.award_line", params={"award": a, "points": points}) for a, points in given.items()
            ]
            add_log_line(draft, actor_id, key, *rules, reckoning=lines, points=total, saved=saved)
        seen = {a: dict(given) for a, given in awards.given.items() if a in draft.table.actors and given}
        draft.record_results(awards={a: given for a, given in seen.items() if not draft.table.actors[a].secret})
        _close_adventure(draft)


def _close_adventure(draft: Draft) -> None:
    """Close the adventure: points can now be spent, and characters still being made are finished."""
    change_evening(draft, replace(evening(draft.table), running=False))
    for actor in tuple(draft.table.actors.values()):
        if creation_step(actor) == SPENDING:
            finish_making(draft, actor.id)
    characters = draft.table.actors.values()
    # A group without points is not told to spend some, and a secret character tells nobody that it has any.
    if flag(draft.table, "character_creation") or any(has_attributes(a) and not a.secret for a in characters):
        draft.note("spending_time", "IM-ADVANCE-6")


def after(draft: Draft, command: Command) -> None:
    """Count a vote that is complete because a voter has left or lost the vote."""
    if not isinstance(command, Vote) and awards_of(draft.table) is not None:
        count_when_all_in(draft)


def awards_view(table: Table, viewer: str, procedure: Awards) -> ActivityView:
    """Return the awards as a viewer sees them: who has voted, but of the votes only the viewer's own."""
    awards = {
        actor: dict(given)
        for actor, given in procedure.given.items()
        if actor in table.actors and table.may_read(table.actors[actor], viewer)
    }
    voting = vote_open(table, procedure) and bool(voters(table))
    waiting = tuple(seat for seat in voters(table) if seat not in procedure.votes) if voting else ()
    steps = steps_at(0 if voting or procedure.tied else 1, ("entertainment", "awards"), "glimpse.step_")
    return ActivityView(
        title=Message(key="glimpse.awards" if procedure.success else "glimpse.awards_failed"),
        steps=steps if flag(table, "award_entertainment") and word(table, "entertainment_by") == "vote" else steps[1:],
        waiting_for=waiting or (table.gm(),),
        reckoning=tuple(
            Message(key="glimpse.award", params={"actor": actor_name(table, actor), "award": name, "points": points})
            for actor, given in awards.items()
            for name, points in given.items()
        ),
        figures={
            "awards": awards,
            "voting": voting,
            "own_vote": procedure.votes.get(viewer, ""),
            "tied": list(procedure.tied),
        },
    )


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
        yield offer_of(None, vote, name=name, asks=asks, primary=new, seat=seat_name(table, seat))
    if not table.is_gm(seat):
        return
    if ballot:
        yield offer_of(None, CloseVote(seat=seat), count=len(awards.votes))
        by = tuple([(voter, seat_name(table, voter), choices_of(table, voter)) for voter in voters(table)])
        if by:
            yield _hands(seat, by)
    if awards.tied:
        settle = SettleTie(seat=seat, candidate=awards.tied[0])
        yield offer_of(None, settle, asks={"candidate": awards.tied}, primary=True)
        yield offer_of(None, SettleTie(seat=seat), name="settle_tie_nobody", fields=())
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
        yield offer_of(None, own, name="give_own_award", asks=asks)
    if flag(table, "award_goals"):
        yield offer_of(None, CountGoals(seat=seat, goals=0))
    yield offer_of(table, FinishAwards(seat=seat), primary=True)
