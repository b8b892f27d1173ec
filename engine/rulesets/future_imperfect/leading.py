"""Who leads whom, which side is whose, and who has been noticed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.play import leading
from engine.play.commands import Request
from engine.play.draft import Draft
from engine.play.leading import leader as leader
from engine.play.moves.fields import audience_of
from engine.play.names import actor_name
from engine.play.words import Message
from engine.rulesets.future_imperfect.procedures.attack import Attack
from engine.rulesets.future_imperfect.procedures.check import HALTED_BY, Check
from engine.rulesets.future_imperfect.procedures.conflict import CREW, MASTER, Fight
from engine.rulesets.future_imperfect.procedures.evening import Evening
from engine.rulesets.future_imperfect.procedures.harm import Harm
from engine.rulesets.future_imperfect.procedures.stakes import Price, Stakes
from engine.rulesets.remembering import Remembered
from engine.table.frozen import Json
from engine.table.table import Table

_TAKING_PART = Remembered[tuple[str, ...]]()


def side_of(table: Table, actor: str) -> str:
    """Return the side from whose Action Deck a character draws: as its sheet says, else that of who leads it."""
    found = table.actors.get(actor)
    said = str(found.sheet.get("side") or "").casefold() if found else ""
    if said in (CREW, MASTER):
        return said
    return MASTER if table.is_gm(leader(table, actor)) else CREW


def taking_part(table: Table) -> tuple[str, ...]:
    """Return the characters that openly take part in what is under way: everybody knows that they are there."""
    return _TAKING_PART.get("", (table.procedures,), lambda: _taking_part(table))


def _taking_part(table: Table) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for under_way in table.procedures:
        if type(under_way) is Evening:  # it lies under everything, and nobody takes part in it
            continue
        match under_way:
            case Fight(fighters=fighters):
                found |= dict.fromkeys([actor for fighter in fighters.values() for actor in fighter.members])
            case Attack(actor=actor, targets=targets):
                found |= dict.fromkeys((actor, *targets))
            case Check(rolls=rolls, about=about):
                found |= dict.fromkeys(roll.actor for roll in rolls)
                if HALTED_BY in about:
                    found |= {str(about[HALTED_BY]): None}
            case Stakes(actor=actor, target=target):
                found |= dict.fromkeys((actor, target))
            case Harm(actor=actor) | Price(actor=actor):
                found |= {actor: None}
            case _:
                pass
    return tuple(found)


def told_of(table: Table, actor: str) -> tuple[str, ...] | None:
    """Return who may read what befalls a character: everybody; of a secret one not yet noticed only its own."""
    found = table.actors.get(actor)
    if found is None or not found.secret or actor in taking_part(table):
        return None
    return audience_of(table, found)


def note_of(
    draft: Draft,
    actor: str,
    key: str,
    *rules: str,
    reckoning: Sequence[Message] = (),
    calls_for: Sequence[str] = (),
    **params: Json,
) -> None:
    """Write a line of the log on a character, by name, for those who may know of it.

    Of a secret one that has been noticed only those who may read its record are told what its numbers are made of.
    """
    found, name, audience = draft.table.actors.get(actor), actor_name(draft.table, actor), told_of(draft.table, actor)
    veiled = found is not None and found.secret and audience is None
    shown = () if veiled else reckoning
    draft.note(key, *rules, audience=audience, reckoning=shown, tells=(), calls_for=calls_for, actor=name, **params)
    if veiled and found is not None and reckoning:
        draft.note("made_of", audience=audience_of(draft.table, found), reckoning=reckoning, actor=name)


def note_openly(
    draft: Draft,
    actor: str,
    key: str,
    *rules: str,
    reckoning: Sequence[Message] = (),
    seen: str = "",
    hides: Collection[str] = (),
    **params: Json,
) -> None:
    """Write a line for everybody on what a character does openly.

    Of a secret one only those who may read its record are told what its numbers are made of.

    Args:
        draft: what it is written down in.
        actor: who does it.
        key: the sentence.
        rules: what it rests on.
        reckoning: what its numbers are made of.
        seen: the sentence that all others read of a secret character, where the line itself tells a part of a number.
        hides: the parameters that tell it.
        params: what the sentence speaks of.
    """
    found, name = draft.table.actors[actor], actor_name(draft.table, actor)
    if found.secret and seen:
        few = audience_of(draft.table, found)
        rest = {word: value for word, value in params.items() if word not in hides}
        draft.note(seen, *rules, audience=None, reckoning=(), tells=(), calls_for=(), actor=name, **rest)
        draft.note(key, *rules, audience=few, reckoning=reckoning, tells=(), calls_for=(), actor=name, **params)
        return
    shown = () if found.secret else reckoning
    draft.note(key, *rules, audience=None, reckoning=shown, tells=(), calls_for=(), actor=name, **params)
    if found.secret and reckoning:
        draft.note("made_of", audience=audience_of(draft.table, found), reckoning=reckoning, actor=name)


def figure_of(draft: Draft, actor: str, **figures: Json) -> None:
    """Write down figures of a character, unless they are not for everybody."""
    if told_of(draft.table, actor) is None:
        draft.figure(**figures)


def need_known(table: Table, seat: str, actor: str) -> None:
    """Raise Refused for a character of whom a seat does not know."""
    leading.need_known(table, seat, actor, _noticed(table, actor))


def need_leader(table: Table, command: Request, actor: str, *rules: str) -> None:
    """Raise Refused unless the one who asks leads the character, or is the Master."""
    leading.need_leader(table, command, actor, *rules, noticed=_noticed(table, actor))


def _noticed(table: Table, actor: str) -> tuple[str, ...]:
    """Return who has been noticed, where a character is one that can be unknown at all."""
    found = table.actors.get(actor)
    return taking_part(table) if found is not None and found.secret else ()
