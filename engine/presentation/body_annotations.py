"""Annotations of a body diagram: marked locations, signs, armour, levels of harm."""

from __future__ import annotations

from collections.abc import Mapping

from engine.messages.message import Message
from engine.model.frozen import Frozen, Json


class LocationMark(Frozen):
    """A hit location that a procedure refers to.

    Attributes:
        actor: the character with the body.
        location: a hit location of its chart.
        state: `hit` where the attack hits, `reach` where it can be moved to, `open` where it can be aimed before the
            location is known.
        place: a more exact name of the place, if the chart has one.
        offer: for `reach` and `open` the name of the offer that does it.
        answers: the answers to that offer's questions for this place.
    """

    actor: str
    location: str
    state: str
    place: str = ""
    offer: str = ""
    answers: Mapping[str, Json] = {}


class BodySign(Frozen):
    """A sign on a location of a body diagram.

    Attributes:
        icon: the name of the icon.
        words: its meaning.
        until: the clock time at which it ends or takes effect; None if it has none.
        grave: it is urgent, and drawn so.
    """

    icon: str
    words: Message
    until: int | None = None
    grave: bool = False


class HarmLevel(Frozen):
    """A game's name for the harm of a location, and its severity: 0 for none, 5 for a lost location."""

    words: Message
    grade: int = 0


class BodyAnnotations(Frozen):
    """A game's annotations of a body.

    Attributes:
        penalties: the penalties from its state.
        armour: worn armour, by location.
        cover: cover, by location.
        levels: the name of its harm, by location; without a name, only the number is shown.
        signs: other signs, by location.
        shorts: short names of the character's numbers for narrow places.
        unsaid: the locations with numbers that nobody has entered or changed: they are not shown.
    """

    penalties: tuple[Message, ...] = ()
    armour: Mapping[str, int] = {}
    cover: Mapping[str, int] = {}
    levels: Mapping[str, HarmLevel] = {}
    signs: Mapping[str, tuple[BodySign, ...]] = {}
    shorts: Mapping[str, Message] = {}
    unsaid: frozenset[str] = frozenset()

    def signs_at(self, location: str) -> tuple[BodySign, ...]:
        """Return the signs of one location."""
        return self.signs.get(location, ())
