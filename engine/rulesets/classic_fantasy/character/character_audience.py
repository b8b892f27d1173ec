"""The audience of a character: openly taking part, noticed, or secret."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import audience
from engine.core.audience import record_readers
from engine.core.commands import Request
from engine.core.memo import memo
from engine.kit import control
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.activity import Activity


@memo
def taking_part(table: Table) -> tuple[str, ...]:
    """Return the characters that openly take part in what is in progress: every seat knows that they are present.

    These are the fighters of a combat, and characters that roll with or against a character that every seat knows. A
    secret character stays secret where it only suffers something, or rolls on its own.
    """
    noticed: dict[str, None] = {}
    for procedure in table.procedures:
        if isinstance(procedure, Activity):
            noticed |= dict.fromkeys(procedure.openly_present(table, noticed))
    return tuple(noticed)


def audience_for(table: Table, actor: str) -> tuple[str, ...] | None:
    """Return the seats that may read what happens to a character.

    None means all seats; of a secret character that is not noticed yet, only the readers of its record.
    """
    character = table.actors.get(actor)
    return None if character is None or actor in taking_part(table) else record_readers(table, character)


def audience_for_all(table: Table, actors: Sequence[str]) -> tuple[str, ...] | None:
    """Return the seats that may read what happens to several characters together.

    None (all seats) if that is so for any of them, or if there are none.
    """
    audiences = [audience_for(table, actor) for actor in actors]
    if not audiences or None in audiences:
        return None
    return tuple(sorted({seat for audience in audiences if audience is not None for seat in audience}))


def may_follow(table: Table, viewer: str, audience: tuple[str, ...] | None) -> bool:
    """Say whether a viewer belongs to an audience (`audience_for`, `audience_for_check`)."""
    return audience is None or viewer in audience or table.is_gm(viewer)


def is_veiled(table: Table, actor: str) -> bool:
    """Say whether all seats see what a character does, but not its record: a secret one that has been noticed."""
    return table.actors[actor].secret and audience_for(table, actor) is None


def need_known(table: Table, seat: str, actor: str) -> None:
    """Raise Refused for a character that a seat does not know of."""
    audience.need_known(table, seat, actor, taking_part(table))


def need_controller(table: Table, command: Request, actor: str, *rules: str) -> None:
    """Raise Refused unless the command comes from the character's player or the GM."""
    control.need_controller(table, command, actor, *rules, noticed=taking_part(table))


def characters_in_progress(table: Table) -> frozenset[str]:
    """Return the characters that the procedures in progress need, also the secret ones."""
    activities = (procedure for procedure in table.procedures if isinstance(procedure, Activity))
    return frozenset((*taking_part(table), *(actor for activity in activities for actor in activity.bound_actors())))
