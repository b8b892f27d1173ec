"""Who leads whom, who can act at all, and who is in whose way."""

from __future__ import annotations

from engine.play.commands import Request, need_actor
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.imaginality.procedures import action, noticed
from engine.table.table import Table

DOWN = ("unconscious", "dying", "dead")
HELPLESS = (*DOWN, "helpless")


def leader(table: Table, actor: str) -> str:
    """Return the seat that plays for a character; the GM for everybody without one (IM-GM-1)."""
    found = table.actors.get(actor)
    return found.seat if found is not None and found.seat in table.seats else table.gm()


def is_players(table: Table, actor: str) -> bool:
    """Say whether a character is led by a player."""
    found = table.actors.get(actor)
    return found is not None and not table.is_gm(found.seat)


def able(table: Table, actor: str) -> bool:
    """Say whether a character can act, block, counterattack or dodge (IM-WOUND-12)."""
    found = table.actors.get(actor)
    return found is not None and not any(found.has(state) for state in DOWN)


def helpless(table: Table, actor: str) -> bool:
    """Say whether a character cannot answer a blow or a shot, whoever aims it (IM-HTH-10, IM-RANGED-6)."""
    found = table.actors.get(actor)
    return found is None or any(found.has(state) for state in HELPLESS)


def need_known(table: Table, seat: str, actor: str) -> None:
    """Raise Refused for a character of whom a seat does not know: none of that id, or a secret one not yet noticed."""
    need_actor(table, actor)
    if not table.may_read(table.actors[actor], seat) and actor not in noticed(table, seat):
        raise Refused("no_such_actor", actor=actor)


def need_free(table: Table, rule: str = "IM-ACT-9") -> None:
    """Raise Refused while an action is under way."""
    if action(table) is not None:
        raise Refused("action_under_way", rule)


def need_leader(table: Table, command: Request, actor: str, *rules: str) -> None:
    """Raise Refused unless the one who asks leads the character, or is the GM."""
    need_known(table, command.seat, actor)
    if leader(table, actor) != command.seat and not table.is_gm(command.seat):
        raise Refused("not_your_character", *rules, actor=actor_name(table, actor))
