"""The base of the status pages of this game: the characters that a viewer may know, and texts of several pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.core.audience import readable_actors
from engine.core.memo import memo_of_moment
from engine.kit.status_pages import StatusPageView
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.status_pages import OfferButton, StatusPageCell
from engine.rulesets.classic_fantasy.character.character_audience import audience_for, may_follow
from engine.rulesets.classic_fantasy.character.character_conditions import is_dead
from engine.rulesets.classic_fantasy.dice.success_levels import EffectiveSkill, d100_digits

OVERRULE: Final = Message(key="d100.ledger.overrule")


class D100StatusPage(StatusPageView):
    """A status page of this game."""

    TEXTS = "d100.ledger"

    def living_characters(self) -> tuple[str, ...]:
        """Return the living characters that the viewer may know of."""
        return _living_characters(self.table, self.viewer)

    def knows_bodies(self) -> bool:
        """Say whether the viewer knows of a living character with a body."""
        return any(self.table.actors[actor].body is not None for actor in self.living_characters())

    def follows(self, actor: str) -> bool:
        """Say whether the viewer may know what happens to a character."""
        return may_follow(self.table, self.viewer, audience_for(self.table, actor))

    def countdown(self, cell: StatusPageCell) -> StatusPageCell:
        """Return a cell that counts down; one whose moment has come says so in its text `<key>_due`."""
        if cell.text is None or cell.until is None or cell.until > self.table.clock:
            return cell
        return replace(cell, text=replace(cell.text, key=f"{cell.text.key}_due"), until=None)

    def actor_buttons(self, offer: str, actor: str, label: str) -> Iterator[OfferButton]:
        """Yield the button of a character for an offer, be it its own or one that asks for the character."""
        yield self.button(f"{offer}:{actor}", label)
        yield self.button(offer, label, actor=actor)


@memo_of_moment
def _living_characters(table: Table, viewer: str) -> tuple[str, ...]:
    return tuple([actor.id for actor in readable_actors(table, viewer) if not is_dead(table, actor.id)])


def percent(value: int) -> Message:
    """Return a value of a skill."""
    return Message(key="d100.percent", params={"value": value})


def d100_face(roll: int) -> Message:
    """Return the face of a d100: 00 for 100."""
    return D100StatusPage.plain(d100_digits(roll))


def ranges_of(against: EffectiveSkill) -> Message:
    """Return the highest roll for a critical success, and the lowest for a fumble, in one text."""
    return Message(key="d100.ledger.roll.critical_fumble", params=_ends_of(against))


def range_ends_of(against: EffectiveSkill) -> tuple[Message, Message]:
    """Return the highest roll for a critical success and the lowest for a fumble, for a place where one may fit."""
    params = _ends_of(against)
    keys = ("d100.ledger.roll.critical_up_to", "d100.ledger.roll.fumble_from")
    return Message(key=keys[0], params=params), Message(key=keys[1], params=params)


def _ends_of(against: EffectiveSkill) -> dict[str, str]:
    return {"critical": d100_digits(against.critical), "fumble": d100_digits(against.fumble)}
