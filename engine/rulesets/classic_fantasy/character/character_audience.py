"""The audience of a character: openly taking part, noticed, or secret."""

from __future__ import annotations

from engine.core.memo import memo
from engine.kit.actor_requests import ActorRequest
from engine.kit.log_audiences import Audiences
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


AUDIENCES = Audiences(taking_part)
audience_for, audience_for_all, is_veiled = AUDIENCES.audience_for, AUDIENCES.audience_for_all, AUDIENCES.is_veiled
need_known, need_controller = AUDIENCES.need_known, AUDIENCES.need_controller


class CharacterRequest(ActorRequest):
    """A command about a character that its player or the GM may give."""

    ABSTRACT = True
    AUDIENCES = AUDIENCES


def may_follow(table: Table, viewer: str, audience: tuple[str, ...] | None) -> bool:
    """Say whether a viewer belongs to an audience (`audience_for`, `audience_for_check`)."""
    return audience is None or viewer in audience or table.is_gm(viewer)


def characters_in_progress(table: Table) -> frozenset[str]:
    """Return the characters that the procedures in progress need, also the secret ones."""
    activities = (procedure for procedure in table.procedures if isinstance(procedure, Activity))
    return frozenset((*taking_part(table), *(actor for activity in activities for actor in activity.bound_actors())))
