"""Cells and texts that all status pages share, and the characters that they may show."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.audience import readable_actors
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.table import Table
from engine.presentation.status_pages import OfferButton, StatusPageCell, StatusPageLine
from engine.rulesets.classic_fantasy.character.character_conditions import is_dead
from engine.rulesets.classic_fantasy.dice.success_levels import EffectiveSkill
from engine.sheets.model.condition_names import condition_label

BLANK = StatusPageCell()


def known_characters(table: Table, viewer: str) -> tuple[str, ...]:
    """Return the characters in the story that a viewer may know of."""
    return tuple(actor.id for actor in readable_actors(table, viewer))


def living_characters(table: Table, viewer: str) -> tuple[str, ...]:
    """Return the living characters that a viewer may know of."""
    return tuple(actor for actor in known_characters(table, viewer) if not is_dead(table, actor))


def may_read(table: Table, viewer: str, actor: str) -> bool:
    """Say whether a viewer may see the numbers of a character; those of no character are open to all."""
    character = table.actors.get(actor)
    return character is None or table.may_read(character, viewer)


def plain_text(text: object) -> Message:
    """Return a text or a number as a message."""
    return Message(
        key="d100.ledger.words", params={"words": str(text).replace("-", "−") if _whole(text) else str(text)}
    )


def _whole(text: object) -> bool:
    return isinstance(text, int) and not isinstance(text, bool)


def as_list(messages: Iterable[Message]) -> Message:
    """Return several messages as one list."""
    return Message(key="d100.ledger.list", params={"what": " · ".join(say(message) for message in messages)})


def name_cell(table: Table, actor: str, sign: str = "", tone: str = "") -> StatusPageCell:
    """Return the cell with a character's name."""
    return StatusPageCell(text=plain_text(actor_name(table, actor)), sign=sign, tone=tone)


def state_words(name: str) -> Message:
    """Return the name of a condition."""
    return plain_text(condition_label(name))


def heading(
    key: str, cells: Iterable[StatusPageCell], actor: str = "", touches: tuple[OfferButton, ...] = ()
) -> StatusPageLine:
    """Return the heading of a group."""
    return StatusPageLine(key=key, cells=tuple(cells), actor=actor, head=True, buttons=touches)


def button_for(offer: str, actor: str, label: Message) -> tuple[OfferButton, ...]:
    """Return the button of a character for an offer, be it its own or one that asks for the character."""
    return (
        OfferButton(offer=f"{offer}:{actor}", label=label),
        OfferButton(offer=offer, answers={"actor": actor}, label=label),
    )


def d100_face(roll: int) -> Message:
    """Return the face of a d100: 00 for 100."""
    return plain_text(f"{roll % 100:02}")


def ranges_of(against: EffectiveSkill) -> Message:
    """Return the highest roll for a critical success, and the lowest for a fumble."""
    params = {"critical": say(d100_face(against.critical)), "fumble": say(d100_face(against.fumble))}
    return Message(key="d100.ledger.roll.critical_fumble", params=params)
