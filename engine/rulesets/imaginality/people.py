"""Who leads whom, who can act at all, and who is in whose way."""

from __future__ import annotations

from collections.abc import Iterable

from engine.play import leading
from engine.play.commands import Request
from engine.play.leading import leader as leader
from engine.play.refusal import Refused
from engine.rulesets.imaginality.procedures import action, noticed
from engine.table.table import Table

DOWN = ("unconscious", "dying", "dead")
HELPLESS = (*DOWN, "helpless")


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


def is_dead(table: Table, actor: str, viewer: str) -> bool:
    """Say whether a character is dead, for all that a viewer may know."""
    found = table.actors.get(actor)
    return found is not None and found.has("dead") and table.may_read(found, viewer)


def living_first(table: Table, actors: Iterable[str], viewer: str) -> tuple[str, ...]:
    """Return those who may be aimed at, the dead last: whoever is chosen to begin with is alive."""
    return tuple(sorted(actors, key=lambda actor: is_dead(table, actor, viewer)))


def foes_first(table: Table, actors: Iterable[str], seat: str, viewer: str) -> tuple[str, ...]:
    """Return those whom a seat may strike: whom the other side leads comes first, the dead last of all."""
    gm = table.is_gm(seat)
    return living_first(table, sorted(actors, key=lambda actor: table.is_gm(leader(table, actor)) == gm), viewer)


def need_somebody(table: Table, actors: Iterable[str], viewer: str, rule: str) -> None:
    """Raise Refused unless there is somebody alive to aim at, for all that a viewer may know."""
    if all(is_dead(table, actor, viewer) for actor in actors):
        raise Refused("nobody_else", rule)


def need_known(table: Table, seat: str, actor: str) -> None:
    """Raise Refused for a character of whom a seat does not know: none of that id, or a secret one not yet noticed."""
    leading.need_known(table, seat, actor, noticed(table, seat))


def need_free(table: Table, rule: str = "IM-ACT-9") -> None:
    """Raise Refused while an action is under way."""
    if action(table) is not None:
        raise Refused("action_under_way", rule)


def need_leader(table: Table, command: Request, actor: str, *rules: str) -> None:
    """Raise Refused unless the one who asks leads the character, or is the GM (IM-GM-1)."""
    leading.need_leader(table, command, actor, *rules, noticed=noticed(table, command.seat))
