"""The awards of a completed adventure: the chosen ones, their receivers, and writing them (IM-ADVANCE-1)."""

from __future__ import annotations

from engine.core.draft import Draft, find_procedure
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.imaginality.character_sheet import add_log_line
from engine.rulesets.imaginality.character_state import is_players
from engine.rulesets.imaginality.procedures import Awards
from engine.rulesets.imaginality.rules_data import numbers
from engine.rulesets.imaginality.settings import flag

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
    awards = awards_of(table)
    if awards is None:
        raise Refused("no_awards", "IM-ADVANCE-1")
    return awards


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
    add_log_line(draft, actor, "award_changed" if old else "award_given", *rules, award=award, points=points, old=old)
