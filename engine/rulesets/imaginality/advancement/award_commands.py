"""The awards of a completed adventure (IM-ADVANCE-1), and the players' vote for the best entertainer (IM-ADVANCE-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from engine.core.commands import Request
from engine.core.draft import Draft, find_procedure
from engine.kit.gm_requests import GmRequest
from engine.messages.display_names import seat_name
from engine.messages.refusal import Refused, needed
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.imaginality.character_state import add_log_line, is_players
from engine.rulesets.imaginality.procedures import Awards
from engine.rulesets.imaginality.settings import flag, numbers, word

SURVIVAL, ROLEPLAYING, GOAL, ENTERTAINMENT = "survival", "roleplaying", "goal", "entertainment"


# The option and the rule of each award of the table; other awards are the GM's own (IM-ADVANCE-1).
SWITCHES = {
    SURVIVAL: ("award_survival", "IM-ADVANCE-2"),
    ROLEPLAYING: ("award_roleplaying", "IM-ADVANCE-3"),
    GOAL: ("award_goals", "IM-ADVANCE-4"),
    ENTERTAINMENT: ("award_entertainment", "IM-ADVANCE-5"),
}


def awards_of(table: Table) -> Awards | None:
    """Return the awards being given."""
    return find_procedure(table, Awards)


def need_awards(table: Table) -> Awards:
    """Return the awards being given, or raise Refused."""
    return needed(awards_of(table), "no_awards", "IM-ADVANCE-1")


def party(table: Table) -> tuple[str, ...]:
    """Return the players' characters; those in the archive took no part."""
    return tuple(a.id for a in table.actors.values() if not a.archived and is_players(table, a.id))


def points_for(award: str) -> int | None:
    """Return the table's points for an award, or None for an unknown one."""
    return next((row.points for row in numbers().awards if row.name == award), None)


def awards_on(table: Table) -> tuple[str, ...]:
    """Return the awards of the table that this group gives."""
    names = [row.name for row in numbers().awards]
    return tuple(name for name in names if name not in SWITCHES or flag(table, SWITCHES[name][0]))


def give_award(draft: Draft, actor: str, award: str, points: int, *rules: str) -> None:
    """Give a character an award, replacing an earlier one of that name."""
    awards = need_awards(draft.table)
    old = awards.given.get(actor, {}).get(award, 0)
    mine = {name: n for name, n in awards.given.get(actor, {}).items() if name != award}
    if points:
        mine[award] = points
    draft.replace_procedure(replace(awards, given={**awards.given, actor: mine}))
    key = "award_changed" if old not in {0, points} else "award_given"
    add_log_line(draft, actor, key, *rules, award=award, points=points, old=old)


Candidate = Annotated[str, Meta(description="the seat of a player")]


class Vote(Request):
    """Vote in secret for the best entertainer; until all have voted, the vote may be changed and nobody sees it."""

    RULES = ("IM-ADVANCE-5",)
    candidate: Annotated[Candidate, Asks()]

    def verify(self, table: Table) -> None:
        """One vote each, for a candidate (IM-ADVANCE-5)."""
        _need_vote(table)
        _need_choice(table, self.seat, self.candidate)

    def decide(self, draft: Draft) -> None:
        """Cast it in secret; count once all votes are in."""
        awards = need_awards(draft.table)
        draft.replace_procedure(replace(awards, votes={**awards.votes, self.seat: self.candidate}))
        draft.note("has_voted", "IM-ADVANCE-5", seat=seat_name(draft.table, self.seat))
        chosen = seat_name(draft.table, self.candidate)
        draft.note("own_vote", "IM-ADVANCE-5", audience=(self.seat,), seat=chosen)
        count_when_all_in(draft)


class ShowOfHands(GmRequest):
    """The GM enters an open vote: the candidate of each voter."""

    RULES = ("IM-ADVANCE-5",)
    votes: Annotated[Mapping[str, str], Meta(description="for each voting seat, the seat of the player it voted for")]

    def verify(self, table: Table) -> None:
        """The GM, with at least one vote, each by a voter for a candidate of theirs."""
        super().verify(table)
        _need_vote(table)
        if not self.votes:
            raise Refused("no_hands", "IM-ADVANCE-5")
        for voter, candidate in self.votes.items():
            _need_choice(table, voter, candidate)

    def decide(self, draft: Draft) -> None:
        """Count the hands; secret votes cast before are dropped unseen."""
        for voter, candidate in self.votes.items():
            names = {"seat": seat_name(draft.table, voter), "candidate": seat_name(draft.table, candidate)}
            draft.note("open_vote", "IM-ADVANCE-5", seat=names["seat"], candidate=names["candidate"])
        _count(draft, self.votes)


class CloseVote(GmRequest):
    """The GM counts the present votes; without votes there is no award."""

    RULES = ("IM-ADVANCE-5",)
    NEEDS = (lambda table, command: _need_vote(table),)

    def decide(self, draft: Draft) -> None:
        """Count the present votes."""
        _count(draft, need_awards(draft.table).votes)


class SettleTie(GmRequest):
    """The GM chooses which of the tied gets the award."""

    RULES = ("IM-ADVANCE-5",)
    candidate: Annotated[str, Meta(description="one of the tied, or empty for nobody"), Asks(optional=False)] = ""

    def verify(self, table: Table) -> None:
        """The GM, one of the tied or nobody."""
        super().verify(table)
        awards = need_awards(table)
        if not awards.tied:
            raise Refused("no_tie", "IM-ADVANCE-5")
        if self.candidate and self.candidate not in awards.tied:
            raise Refused("no_candidate", "IM-ADVANCE-5", seat=seat_name(table, self.candidate))

    def decide(self, draft: Draft) -> None:
        """Give the award, or none."""
        awards = need_awards(draft.table)
        names = [seat_name(draft.table, seat) for seat in awards.tied]
        draft.replace_procedure(replace(awards, votes={}, tied=(), voted=True))
        if self.candidate:
            _grant_entertainer_award(draft, self.candidate)
        else:
            draft.note("tie_for_nobody", "IM-ADVANCE-5", seats=names)


def candidates(table: Table) -> tuple[str, ...]:
    """Return the seats that can be voted for: players with a character; in a new vote only the tied (IM-ADVANCE-5)."""
    leading = tuple(dict.fromkeys(table.actors[actor].seat for actor in party(table)))
    awards = awards_of(table)
    return tuple(seat for seat in leading if awards is None or not awards.tied or seat in awards.tied)


def choices_of(table: Table, voter: str) -> tuple[str, ...]:
    """Return the candidates of a voter: all but the voter, unless the group allows that."""
    return tuple(seat for seat in candidates(table) if seat != voter or flag(table, "self_vote"))


def voters(table: Table) -> tuple[str, ...]:
    """Return the voters: each player, and the GM if the group includes the GM (IM-ADVANCE-5)."""
    voting = (seat for seat in table.seats if not table.is_gm(seat) or flag(table, "gm_votes"))
    return tuple(seat for seat in voting if choices_of(table, seat))


def vote_open(table: Table, awards: Awards) -> bool:
    """Return whether votes are being cast now: a tie waits for the GM instead, unless the group votes again."""
    if awards.voted or not flag(table, "award_entertainment") or word(table, "entertainment_by") != "vote":
        return False
    return not awards.tied or word(table, "entertainment_tie") == "revote"


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


def count_when_all_in(draft: Draft) -> None:
    """Count the votes once all voters have cast theirs."""
    awards = need_awards(draft.table)
    voting = voters(draft.table)
    if vote_open(draft.table, awards) and voting and all(seat in awards.votes for seat in voting):
        _count(draft, awards.votes)


def _count(draft: Draft, votes: Mapping[str, str]) -> None:
    """Log how many votes each candidate got, never the voters, and give the award or settle the tie."""
    standing = candidates(draft.table)
    counts = Counter(candidate for candidate in votes.values() if candidate in standing)
    draft.learned.update((*draft.table.seats, SHARED))  # all have seen the result, so undoing past it needs the GM
    best = tuple(seat for seat in standing if counts[seat] and counts[seat] == max(counts.values()))
    draft.replace_procedure(replace(need_awards(draft.table), votes={}, tied=(), voted=True))
    draft.record_results(votes={seat: counts[seat] for seat in standing if counts[seat]}, best=list(best))
    if not best:
        draft.note("nobody_voted", "IM-ADVANCE-5")
        return
    shown = [f"{seat_name(draft.table, seat)} {counts[seat]}" for seat in standing if counts[seat]]
    draft.note("votes_counted", "IM-ADVANCE-5", votes=shown)
    if len(best) == 1:
        _grant_entertainer_award(draft, best[0])
    else:
        _tie(draft, best)


def _tie(draft: Draft, best: tuple[str, ...]) -> None:
    names = [seat_name(draft.table, seat) for seat in best]
    match word(draft.table, "entertainment_tie"):
        case "all_tied":
            for seat in best:
                _grant_entertainer_award(draft, seat)
        case "none":
            draft.note("tie_for_nobody", "IM-ADVANCE-5", seats=names)
        case "revote":
            draft.replace_procedure(replace(need_awards(draft.table), tied=best, voted=False))
            draft.note("tie_voted_again", "IM-ADVANCE-5", seats=names)
        case _:
            draft.replace_procedure(replace(need_awards(draft.table), tied=best, voted=False))
            draft.note("tie_for_gm", "IM-ADVANCE-5", seats=names, calls_for=("settle_tie",))


def _grant_entertainer_award(draft: Draft, seat: str) -> None:
    """Give the award to a player's character: one alive before one dead, the first before the others."""
    led = [a for a in party(draft.table) if draft.table.actors[a].seat == seat]
    led.sort(key=lambda actor: draft.table.actors[actor].has_condition("dead"))
    draft.note("entertained", "IM-ADVANCE-5", seat=seat_name(draft.table, seat))
    if led:
        give_award(draft, led[0], ENTERTAINMENT, points_for(ENTERTAINMENT) or 0, "IM-ADVANCE-5")
