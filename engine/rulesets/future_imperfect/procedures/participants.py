"""Participants: the side of a character, who openly takes part, and who may know about a character."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.core import audience
from engine.core.audience import record_readers
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.core.memo import memo
from engine.kit import control
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.model.frozen import Json
from engine.model.table import Table
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack
from engine.rulesets.future_imperfect.procedures.check_procedure import Check
from engine.rulesets.future_imperfect.procedures.conflict_procedure import CREW, MASTER, Conflict
from engine.rulesets.future_imperfect.procedures.session_procedure import SessionState
from engine.rulesets.future_imperfect.procedures.stakes_procedure import SocialPrice, Stakes
from engine.rulesets.future_imperfect.procedures.wound_procedure import PendingWounds


def side_of(table: Table, actor: str) -> str:
    """Return the side with a character's Action Deck: as its sheet says, else that of its controller."""
    character = table.actors.get(actor)
    side = str(character.sheet.get("side") or "").casefold() if character else ""
    if side in (CREW, MASTER):
        return side
    return MASTER if table.is_gm(controller_of(table, actor)) else CREW


@memo
def taking_part(table: Table) -> tuple[str, ...]:
    """Return the characters that openly take part in a procedure: everybody knows that they are there."""
    actors: dict[str, None] = {}
    for under_way in table.procedures:
        if type(under_way) is SessionState:  # nobody takes part in it
            continue
        match under_way:
            case Conflict(fighters=fighters):
                actors |= dict.fromkeys([actor for fighter in fighters.values() for actor in fighter.members])
            case Attack(actor=actor, targets=targets):
                actors |= dict.fromkeys((actor, *targets))
            case Check(rolls=rolls, halted_by=interrupter):
                actors |= dict.fromkeys(roll.actor for roll in rolls)
                if interrupter:
                    actors |= {interrupter: None}
            case Stakes(actor=actor, target=target):
                actors |= dict.fromkeys((actor, target))
            case PendingWounds(actor=actor) | SocialPrice(actor=actor):
                actors |= {actor: None}
            case _:
                pass
    return tuple(actors)


def audience_for(table: Table, actor: str) -> tuple[str, ...] | None:
    """Return the seats that may read about a character: None for all; for a secret one not noticed yet, its own."""
    character = table.actors.get(actor)
    if character is None or not character.secret or actor in taking_part(table):
        return None
    return record_readers(table, character)


def add_log_line(
    draft: Draft,
    actor: str,
    key: str,
    *rules: str,
    reckoning: Sequence[Message] = (),
    calls_for: Sequence[str] = (),
    **params: Json,
) -> None:
    """Write a log line about a character, by name, for those who may know of it.

    For a secret character that has been noticed, only readers of its record see the calculation.
    """
    character, name, audience = (
        draft.table.actors.get(actor),
        actor_name(draft.table, actor),
        audience_for(draft.table, actor),
    )
    veiled = character is not None and character.secret and audience is None
    shown = () if veiled else reckoning
    draft.note(key, *rules, audience=audience, reckoning=shown, tells=(), calls_for=calls_for, actor=name, **params)
    if veiled and character is not None and reckoning:
        draft.note("made_of", audience=record_readers(draft.table, character), reckoning=reckoning, actor=name)


def add_open_log_line(
    draft: Draft,
    actor: str,
    key: str,
    *rules: str,
    reckoning: Sequence[Message] = (),
    seen: str = "",
    hides: Collection[str] = (),
    **params: Json,
) -> None:
    """Write a log line for everybody about an open action of a character.

    For a secret character, only readers of its record see the calculation.

    Args:
        draft: the draft.
        actor: the character.
        key: the key of the sentence.
        rules: the rule IDs.
        reckoning: the calculation.
        seen: the sentence for all other readers about a secret character, if the line itself reveals part of a number.
        hides: the parameters that reveal it.
        params: the parameters of the sentence.
    """
    character, name = draft.table.actors[actor], actor_name(draft.table, actor)
    if character.secret and seen:
        few = record_readers(draft.table, character)
        rest = {word: value for word, value in params.items() if word not in hides}
        draft.note(seen, *rules, audience=None, reckoning=(), tells=(), calls_for=(), actor=name, **rest)
        draft.note(key, *rules, audience=few, reckoning=reckoning, tells=(), calls_for=(), actor=name, **params)
        return
    shown = () if character.secret else reckoning
    draft.note(key, *rules, audience=None, reckoning=shown, tells=(), calls_for=(), actor=name, **params)
    if character.secret and reckoning:
        draft.note("made_of", audience=record_readers(draft.table, character), reckoning=reckoning, actor=name)


def record_result(draft: Draft, actor: str, **figures: Json) -> None:
    """Record results about a character, unless only some seats may know of it."""
    if audience_for(draft.table, actor) is None:
        draft.record_results(**figures)


def need_known(table: Table, seat: str, actor: str) -> None:
    """Raise Refused for a character that a seat does not know of."""
    audience.need_known(table, seat, actor, _noticed_characters(table, actor))


def need_controller(table: Table, command: Request, actor: str, *rules: str) -> None:
    """Raise Refused unless the asking seat controls the character, or is the GM's."""
    control.need_controller(table, command, actor, *rules, noticed=_noticed_characters(table, actor))


def _noticed_characters(table: Table, actor: str) -> tuple[str, ...]:
    """Return the characters that have been noticed, for a secret character; else none."""
    character = table.actors.get(actor)
    return taking_part(table) if character is not None and character.secret else ()
