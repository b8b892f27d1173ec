"""The end of an adventure: who gets which points, by the GM's word and by the players' secret vote (IM-ADVANCE)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from engine.play.commands import Command, Move, Request, need_actor, need_gm
from engine.play.draft import SHARED, Draft
from engine.play.names import actor_name, seat_name
from engine.play.refusal import Refused
from engine.play.sight import Glimpse, StepView
from engine.play.words import Message
from engine.rulesets.imaginality.actions import need_free
from engine.rulesets.imaginality.characters import finish_making
from engine.rulesets.imaginality.data import numbers
from engine.rulesets.imaginality.hands import become_evening
from engine.rulesets.imaginality.people import is_players
from engine.rulesets.imaginality.procedures import Awards, evening, fight
from engine.rulesets.imaginality.settings import flag, word
from engine.rulesets.imaginality.sheet import SPENDING, creation_of, end_only, keeps_points, points_of, readers, write
from engine.table.frozen import replace
from engine.table.table import Table

SURVIVAL, ROLEPLAYING, GOAL, ENTERTAINMENT = "survival", "roleplaying", "goal", "entertainment"
# Which option switches an award of the table on, and which rule it is; other awards are the GM's own (IM-ADVANCE-1).
SWITCHES = {
    SURVIVAL: ("award_survival", "IM-ADVANCE-2"),
    ROLEPLAYING: ("award_roleplaying", "IM-ADVANCE-3"),
    GOAL: ("award_goals", "IM-ADVANCE-4"),
    ENTERTAINMENT: ("award_entertainment", "IM-ADVANCE-5"),
}
Candidate = Annotated[str, Meta(description="the seat of a player")]


class EndAdventure(Request):
    """The GM ends the adventure; a successful one brings awards, a failed one none unless the group wants it so."""

    RULES = ("IM-ADVANCE-1", "IM-ADVANCE-2")
    success: Annotated[bool, Meta(description="whether the adventure was completed")] = True


class GiveAward(Request):
    """The GM gives a character an award of the table or one of his own; the number replaces what stood there."""

    RULES = ("IM-ADVANCE-1", "IM-ADVANCE-3", "IM-GEN-1")
    actor: Annotated[str, Meta(description="a character")]
    award: Annotated[str, Meta(description="`survival`, `roleplaying`, `goal`, `entertainment`, or any other name")]
    points: Annotated[
        Annotated[int, Meta(ge=0, le=99)] | None, Meta(description="0 takes it away; null is what the table says")
    ] = None


class CountGoals(Request):
    """The GM says how many goals of the adventure were completed; every character gets the points for each."""

    RULES = ("IM-ADVANCE-4",)
    goals: Annotated[int, Meta(ge=0, le=99, description="how many were completed")]


class Vote(Request):
    """Vote in secret for the best entertainer; until all are in, the vote may be changed and nobody sees it."""

    RULES = ("IM-ADVANCE-5",)
    candidate: Candidate


class ShowOfHands(Request):
    """The GM writes down an open vote: for whom each person raised a hand."""

    RULES = ("IM-ADVANCE-5",)
    votes: Annotated[Mapping[str, str], Meta(description="for each voting seat, the seat of the player it voted for")]


class CloseVote(Request):
    """The GM counts the votes that are in; nobody's vote, no award."""

    RULES = ("IM-ADVANCE-5",)


class SettleTie(Request):
    """The GM says who of the tied gets the award."""

    RULES = ("IM-ADVANCE-5",)
    candidate: Annotated[str, Meta(description="one of the tied, or empty for nobody")] = ""


class FinishAwards(Request):
    """The GM closes the adventure: the points go onto the sheets, where they can be spent until the next one begins."""

    RULES = ("IM-ADVANCE-1", "IM-ADVANCE-6", "IM-CHAR-12")


def awards_of(table: Table) -> Awards | None:
    """Return the awards being given."""
    return next((p for p in table.procedures if isinstance(p, Awards)), None)


def need_awards(table: Table) -> Awards:
    """Return the awards being given, or raise Refused."""
    found = awards_of(table)
    if found is None:
        raise Refused("no_awards", "IM-ADVANCE-1")
    return found


def party(table: Table) -> tuple[str, ...]:
    """Return the players' characters; those in the archive took no part."""
    return tuple(a.id for a in table.actors.values() if not a.archived and is_players(table, a.id))


def points_for(award: str) -> int | None:
    """Return what the table gives for an award, or None for one that it does not know."""
    return next((row.points for row in numbers().awards if row.name == award), None)


def awards_on(table: Table) -> tuple[str, ...]:
    """Return the awards of the table that this group gives."""
    names = [row.name for row in numbers().awards]
    return tuple(name for name in names if name not in SWITCHES or flag(table, SWITCHES[name][0]))


def candidates(table: Table) -> tuple[str, ...]:
    """Return the seats that can be voted for: players with a character; in a new vote only the tied (IM-ADVANCE-5)."""
    leading = tuple(dict.fromkeys(table.actors[actor].seat for actor in party(table)))
    awards = awards_of(table)
    return tuple(seat for seat in leading if awards is None or not awards.tied or seat in awards.tied)


def choices_of(table: Table, voter: str) -> tuple[str, ...]:
    """Return whom a seat may vote for: anybody but oneself, unless the group allows that."""
    return tuple(seat for seat in candidates(table) if seat != voter or flag(table, "self_vote"))


def voters(table: Table) -> tuple[str, ...]:
    """Return who has a vote: each player, and the GM if the group counts him among them (IM-ADVANCE-5)."""
    voting = (seat for seat in table.seats if not table.is_gm(seat) or flag(table, "gm_votes"))
    return tuple(seat for seat in voting if choices_of(table, seat))


def vote_open(table: Table, awards: Awards) -> bool:
    """Say whether votes are being cast now: a tie waits for the GM instead, unless the group votes anew."""
    if awards.voted or not flag(table, "award_entertainment") or word(table, "entertainment_by") != "vote":
        return False
    return not awards.tied or word(table, "entertainment_tie") == "revote"


def verify_end(table: Table, command: EndAdventure) -> None:
    """The GM, while an adventure runs and nothing else is under way."""
    need_gm(table, command, "IM-ADVANCE-1")
    if awards_of(table) is not None:
        raise Refused("awards_open", "IM-ADVANCE-1")
    if not evening(table).running:
        raise Refused("no_adventure", "IM-ADVANCE-1")
    need_free(table)
    if fight(table) is not None:
        raise Refused("end_fight_first", "IM-ADVANCE-1")


def end(draft: Draft, command: EndAdventure) -> None:
    """End it. Survival is given at once to every character alive (IM-ADVANCE-2); the rest is for the group to say."""
    number = evening(draft.table).adventure
    draft.note("adventure_won" if command.success else "adventure_failed", "IM-ADVANCE-1", number=number)
    if not command.success and flag(draft.table, "awards_only_on_success"):
        draft.note("no_awards_for_failure", "IM-ADVANCE-1")
        _close(draft)
        return
    draft.begin(Awards(success=command.success))
    if flag(draft.table, "award_survival"):
        for actor in party(draft.table):
            if not draft.table.actors[actor].has("dead"):
                _give(draft, actor, SURVIVAL, points_for(SURVIVAL) or 0, "IM-ADVANCE-2")


def _give(draft: Draft, actor: str, award: str, points: int, *rules: str) -> None:
    awards = need_awards(draft.table)
    old = awards.given.get(actor, {}).get(award, 0)
    mine = {name: n for name, n in awards.given.get(actor, {}).items() if name != award}
    if points:
        mine[award] = points
    draft.become(replace(awards, given={**awards.given, actor: mine}))
    draft.note(
        "award_changed" if old else "award_given",
        *rules,
        audience=readers(draft.table, actor),
        actor=actor_name(draft.table, actor),
        award=award,
        points=points,
        old=old,
    )


def _close(draft: Draft) -> None:
    """The adventure is over: from now on points can be spent, and who was still being made is finished."""
    become_evening(draft, replace(evening(draft.table), running=False))
    for actor in tuple(draft.table.actors.values()):
        if creation_of(actor) == SPENDING:
            finish_making(draft, actor.id)
    draft.note("spending_time", "IM-ADVANCE-6")


def verify_give(table: Table, command: GiveAward) -> None:
    """The GM; an award that the group gives, or one of his own with its points; entertainment only once voted."""
    need_gm(table, command, "IM-ADVANCE-1")
    awards = need_awards(table)
    need_actor(table, command.actor)
    if not command.award.strip():
        raise Refused("award_name", "IM-ADVANCE-1")
    if command.award in SWITCHES:
        option, rule = SWITCHES[command.award]
        if not flag(table, option):
            raise Refused("award_off", rule, award=command.award)
        if command.award == ENTERTAINMENT and (vote_open(table, awards) or awards.tied):
            raise Refused("vote_decides", rule)
    if command.points is None and points_for(command.award) is None:
        raise Refused("award_points", "IM-ADVANCE-1", award=command.award)


def give(draft: Draft, command: GiveAward) -> None:
    """Write it down; the log keeps every change."""
    rule = SWITCHES[command.award][1] if command.award in SWITCHES else "IM-ADVANCE-1"
    points = points_for(command.award) if command.points is None else command.points
    _give(draft, command.actor, command.award.strip(), points or 0, rule)


def verify_goals(table: Table, command: CountGoals) -> None:
    """The GM, if the group gives points for goals."""
    need_gm(table, command, "IM-ADVANCE-4")
    need_awards(table)
    if not flag(table, "award_goals"):
        raise Refused("award_off", "IM-ADVANCE-4", award=GOAL)


def count_goals(draft: Draft, command: CountGoals) -> None:
    """Give every character of the players the points for each goal."""
    draft.note("goals_counted", "IM-ADVANCE-4", goals=command.goals)
    for actor in party(draft.table):
        _give(draft, actor, GOAL, command.goals * (points_for(GOAL) or 0), "IM-ADVANCE-4")


def _need_vote(table: Table) -> Awards:
    awards = need_awards(table)
    if not vote_open(table, awards):
        raise Refused("no_vote", "IM-ADVANCE-5")
    return awards


def _need_choice(table: Table, voter: str, candidate: str) -> None:
    if voter not in voters(table):
        raise Refused("has_no_vote", "IM-ADVANCE-5", seat=seat_name(table, voter))
    if candidate == voter and not flag(table, "self_vote"):
        raise Refused("no_self_vote", "IM-ADVANCE-5")
    if candidate not in choices_of(table, voter):
        raise Refused("no_candidate", "IM-ADVANCE-5", seat=seat_name(table, candidate))


def verify_vote(table: Table, command: Vote) -> None:
    """One vote each, for somebody who can be voted for (IM-ADVANCE-5)."""
    _need_vote(table)
    _need_choice(table, command.seat, command.candidate)


def vote(draft: Draft, command: Vote) -> None:
    """Put it in, unseen by anybody else; count once all are in."""
    awards = need_awards(draft.table)
    draft.become(replace(awards, votes={**awards.votes, command.seat: command.candidate}))
    draft.note("has_voted", "IM-ADVANCE-5", seat=seat_name(draft.table, command.seat))
    chosen = seat_name(draft.table, command.candidate)
    draft.note("own_vote", "IM-ADVANCE-5", audience=(command.seat,), seat=chosen)
    _count_when_all_in(draft)


def _count_when_all_in(draft: Draft) -> None:
    awards = need_awards(draft.table)
    voting = voters(draft.table)
    if vote_open(draft.table, awards) and voting and all(seat in awards.votes for seat in voting):
        _count(draft, awards.votes)


def verify_hands(table: Table, command: ShowOfHands) -> None:
    """The GM, with at least one vote, each by somebody who has one for somebody who can be voted for."""
    need_gm(table, command, "IM-ADVANCE-5")
    _need_vote(table)
    if not command.votes:
        raise Refused("no_hands", "IM-ADVANCE-5")
    for voter, candidate in command.votes.items():
        _need_choice(table, voter, candidate)


def show_of_hands(draft: Draft, command: ShowOfHands) -> None:
    """Count the hands; secret votes that were cast before are dropped unseen."""
    for voter, candidate in command.votes.items():
        names = {"seat": seat_name(draft.table, voter), "candidate": seat_name(draft.table, candidate)}
        draft.note("open_vote", "IM-ADVANCE-5", seat=names["seat"], candidate=names["candidate"])
    _count(draft, command.votes)


def verify_close(table: Table, command: CloseVote) -> None:
    """The GM, while votes are being cast."""
    need_gm(table, command, "IM-ADVANCE-5")
    _need_vote(table)


def close(draft: Draft, command: CloseVote) -> None:
    """Count what is there."""
    _count(draft, need_awards(draft.table).votes)


def _count(draft: Draft, votes: Mapping[str, str]) -> None:
    """Say how many votes each got, never whose they were, and give the award or settle the tie as the group does."""
    standing = candidates(draft.table)
    counts = Counter(candidate for candidate in votes.values() if candidate in standing)
    draft.learned.update((*draft.table.seats, SHARED))  # whoever goes back behind this has seen how the vote went
    best = tuple(seat for seat in standing if counts[seat] and counts[seat] == max(counts.values()))
    draft.become(replace(need_awards(draft.table), votes={}, tied=(), voted=True))
    draft.figure(votes={seat: counts[seat] for seat in standing if counts[seat]}, best=list(best))
    if not best:
        draft.note("nobody_voted", "IM-ADVANCE-5")
        return
    shown = [f"{seat_name(draft.table, seat)} {counts[seat]}" for seat in standing if counts[seat]]
    draft.note("votes_counted", "IM-ADVANCE-5", votes=shown)
    if len(best) == 1:
        _entertained(draft, best[0])
    else:
        _tie(draft, best)


def _tie(draft: Draft, best: tuple[str, ...]) -> None:
    names = [seat_name(draft.table, seat) for seat in best]
    match word(draft.table, "entertainment_tie"):
        case "all_tied":
            for seat in best:
                _entertained(draft, seat)
        case "none":
            draft.note("tie_for_nobody", "IM-ADVANCE-5", seats=names)
        case "revote":
            draft.become(replace(need_awards(draft.table), tied=best, voted=False))
            draft.note("tie_voted_again", "IM-ADVANCE-5", seats=names)
        case _:
            draft.become(replace(need_awards(draft.table), tied=best, voted=False))
            draft.note("tie_for_gm", "IM-ADVANCE-5", seats=names)


def _entertained(draft: Draft, seat: str) -> None:
    """Give the award to a player's character: one alive before one dead, the first before the others."""
    led = [a for a in party(draft.table) if draft.table.actors[a].seat == seat]
    led.sort(key=lambda actor: draft.table.actors[actor].has("dead"))
    draft.note("entertained", "IM-ADVANCE-5", seat=seat_name(draft.table, seat))
    if led:
        _give(draft, led[0], ENTERTAINMENT, points_for(ENTERTAINMENT) or 0, "IM-ADVANCE-5")


def verify_settle(table: Table, command: SettleTie) -> None:
    """The GM, one of the tied or nobody."""
    need_gm(table, command, "IM-ADVANCE-5")
    awards = need_awards(table)
    if not awards.tied:
        raise Refused("no_tie", "IM-ADVANCE-5")
    if command.candidate and command.candidate not in awards.tied:
        raise Refused("no_candidate", "IM-ADVANCE-5", seat=seat_name(table, command.candidate))


def settle(draft: Draft, command: SettleTie) -> None:
    """Give it, or let it be."""
    awards = need_awards(draft.table)
    names = [seat_name(draft.table, seat) for seat in awards.tied]
    draft.become(replace(awards, votes={}, tied=(), voted=True))
    if command.candidate:
        _entertained(draft, command.candidate)
    else:
        draft.note("tie_for_nobody", "IM-ADVANCE-5", seats=names)


def verify_finish(table: Table, command: FinishAwards) -> None:
    """The GM, once the vote is over."""
    need_gm(table, command, "IM-ADVANCE-1")
    awards = need_awards(table)
    if awards.tied:
        raise Refused("tie_first", "IM-ADVANCE-5")
    if vote_open(table, awards) and voters(table):
        raise Refused("vote_first", "IM-ADVANCE-5")


def finish(draft: Draft, command: FinishAwards) -> None:
    """Add the points to those saved on the sheets; a character without numbers only has it told in the story."""
    awards = need_awards(draft.table)
    end_only(draft, awards)
    for actor_id, given in awards.given.items():
        actor = draft.table.actors.get(actor_id)
        total = sum(given.values())
        if actor is None or not total:
            continue
        if keeps_points(actor):
            write(draft, actor_id, points=points_of(actor) + total)
        draft.note(
            "points_awarded" if keeps_points(actor) else "points_in_story",
            "IM-ADVANCE-1",
            "IM-CHAR-12",
            audience=readers(draft.table, actor_id),
            reckoning=tuple(_award_line(name, points) for name, points in given.items()),
            actor=actor.name,
            points=total,
            saved=points_of(draft.table.actors[actor_id]),
        )
    seen = {a: dict(given) for a, given in awards.given.items() if a in draft.table.actors and given}
    draft.figure(awards={a: given for a, given in seen.items() if not draft.table.actors[a].secret})
    _close(draft)


def _award_line(name: str, points: int) -> Message:
    return Message(key="log.award_line", params={"award": name, "points": points})


def after(draft: Draft, command: Command) -> None:
    """Count a vote that is complete because somebody who had not voted has left, or may vote no more."""
    if not isinstance(command, Vote) and awards_of(draft.table) is not None:
        _count_when_all_in(draft)


def glimpse_awards(table: Table, viewer: str, procedure: Awards) -> Glimpse:
    """Return the awards as a viewer sees them: who has voted, but of the votes only the own one."""
    awards = {
        actor: dict(given)
        for actor, given in procedure.given.items()
        if actor in table.actors and table.may_read(table.actors[actor], viewer)
    }
    voting = vote_open(table, procedure) and bool(voters(table))
    waiting = tuple(seat for seat in voters(table) if seat not in procedure.votes) if voting else ()
    states = ("now", "later") if voting or procedure.tied else ("done", "now")
    steps = tuple(
        StepView(name=name, label=Message(key=f"glimpse.step_{name}"), state=state)
        for name, state in zip(("entertainment", "awards"), states, strict=True)
    )
    return Glimpse(
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


MOVES = (
    Move(EndAdventure, verify_end, end),
    Move(GiveAward, verify_give, give),
    Move(CountGoals, verify_goals, count_goals),
    Move(Vote, verify_vote, vote),
    Move(ShowOfHands, verify_hands, show_of_hands),
    Move(CloseVote, verify_close, close),
    Move(SettleTie, verify_settle, settle),
    Move(FinishAwards, verify_finish, finish),
)
