"""The state of characters: who controls them, who can act, and who can be a target."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core import audience
from engine.core.commands import Request
from engine.kit import control
from engine.kit.control import controller_of as leader
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.rulesets.imaginality.procedures import current_action, noticed

DOWN = ("unconscious", "dying", "dead")
HELPLESS = (*DOWN, "helpless")


def is_players(table: Table, actor: str) -> bool:
    """Return whether a player controls a character."""
    character = table.actors.get(actor)
    return character is not None and not table.is_gm(character.seat)


def can_act(table: Table, actor: str) -> bool:
    """Say whether a character can act, block, counterattack or dodge (IM-WOUND-12)."""
    character = table.actors.get(actor)
    return character is not None and not any(character.has_condition(state) for state in DOWN)


def is_helpless(table: Table, actor: str) -> bool:
    """Return whether a character cannot answer any blow or shot (IM-HTH-10, IM-RANGED-6)."""
    character = table.actors.get(actor)
    return character is None or any(character.has_condition(state) for state in HELPLESS)


def is_dead(table: Table, actor: str, viewer: str) -> bool:
    """Return whether a character is dead, as far as a viewer may know."""
    character = table.actors.get(actor)
    if character is None or not character.conditions:
        return False
    return character.has_condition("dead") and table.may_read(character, viewer)


def living_first(table: Table, actors: Iterable[str], viewer: str) -> tuple[str, ...]:
    """Return the possible targets, the dead last, so that the first choice is alive."""
    return tuple(sorted(actors, key=lambda actor: is_dead(table, actor, viewer)))


def foes_first(table: Table, actors: Iterable[str], seat: str, viewer: str) -> tuple[str, ...]:
    """Return the characters that a seat may attack: those of the other side first, the dead last of all."""
    gm = table.is_gm(seat)
    return living_first(table, sorted(actors, key=lambda actor: table.is_gm(leader(table, actor)) == gm), viewer)


def need_somebody(table: Table, actors: Iterable[str], viewer: str, rule: str) -> None:
    """Raise Refused unless there is a living target, as far as a viewer may know."""
    if all(is_dead(table, actor, viewer) for actor in actors):
        raise Refused("nobody_else", rule)


def need_known(table: Table, seat: str, actor: str) -> None:
    """Raise Refused for a character that a seat does not know: an unknown id, or a secret one not yet noticed."""
    audience.need_known(table, seat, actor, noticed(table, seat))


def need_free(table: Table, rule: str = "IM-ACT-9") -> None:
    """Raise Refused while an action is in progress."""
    if current_action(table) is not None:
        raise Refused("action_under_way", rule)


def need_controller(table: Table, command: Request, actor: str, *rules: str) -> None:
    """Raise Refused unless the seat controls the character, or is the GM (IM-GM-1)."""
    control.need_controller(table, command, actor, *rules, noticed=noticed(table, command.seat))
