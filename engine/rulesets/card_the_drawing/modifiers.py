"""Which `modify` effects lie in play, whose they are, how old, and what may use them up (5.6, CD-DMG-5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from engine.play.words import Message
from engine.rulesets.card_the_drawing.parts import Operation, Part, Spent
from engine.rulesets.card_the_drawing.records import Effect
from engine.rulesets.card_the_drawing.scene import Acting, Fielded, Scene, Timed, place_of, split_tag
from engine.table.frozen import Frozen

Key = tuple[str, str, str]
"""What makes effects of several copies the same: the card or tag, where it stands there, and who bears it."""


class Modifier(Frozen):
    """A `modify` that lies in play.

    Attributes:
        acting: the card that has it, its caster and its bearer.
        entered: how old it is; less is older.
        tag: the tag that has it; empty for an effect of the card itself.
        number: the number of the tag.
        place: where it stands on the card (`place_of`).
        used: how often it has been used.
        timed: the `Timed` that it is; empty for one of a card in the field.
    """

    effect: Effect
    acting: Acting
    entered: int
    tag: str
    number: int
    place: str
    used: int
    timed: str
    key: Key

    @property
    def spent(self) -> Spent | None:
        """What using it once takes away; None for one without limit."""
        uses = self.effect.uses
        if uses is None:
            return None
        last = self.used + 1 >= uses
        discards = last and self.effect.when_spent == "discard_self" and not self.timed
        place = "" if self.timed else self.place
        return Spent(holder=self.timed or self.acting.id, place=place, last=last, discards=discards)

    def part(self, op: Operation, value: Fraction | int) -> Part:
        """Return it as a step of a reckoning."""
        card = self.acting.card.name
        told = value.numerator if value.denominator == 1 else str(value)
        params = {"value": told, "card": card, "tag": self.tag}
        key = f"drawing.part.tag.{op}" if self.tag else f"drawing.part.card.{op}"
        return Part(op=op, value=str(value), words=Message(key=key, params=params), card=card)


def spent_by(found: Iterable[Modifier]) -> tuple[Spent, ...]:
    """Return what modifiers lose by taking part."""
    return tuple(spent for modifier in found if (spent := modifier.spent) is not None)


_Lying = tuple[int, Fielded | Timed, int, Effect, str]
"""An effect in play that has not been asked for yet: how old, on what, where there, the effect, the tag that has it."""


class Modifiers:
    """The modifiers of a scene by the value that they change; those that nobody asks for are never made."""

    __slots__ = ("_lying", "_made")

    def __init__(self, scene: Scene) -> None:
        lying: dict[str, list[_Lying]] = {}
        lasting = {tag.id: tag for tag in scene.tags.values() for effect in tag.effects if effect.on == "while"}
        for lies in (*scene.surroundings, *scene.field):
            for index, effect in enumerate(lies.card.effects):
                if effect.on == "while":
                    lying.setdefault(effect.stat, []).append((lies.entered, lies, index, effect, ""))
            for tag in lasting.values():
                for index, effect in enumerate(tag.effects):
                    if effect.on == "while":
                        lying.setdefault(effect.stat, []).append((lies.entered, lies, index, effect, tag.id))
        for timed in scene.timed:
            lying.setdefault(timed.effect.stat, []).append((timed.entered, timed, timed.index, timed.effect, timed.tag))
        self._lying: Mapping[str, list[_Lying]] = lying
        self._made: dict[str, tuple[Modifier, ...]] = {}

    def of(self, stat: str) -> tuple[Modifier, ...]:
        """Return the modifiers of a value, the oldest first; whether they are in force is another question."""
        found = self._made.get(stat)
        if found is None:
            found = self._made[stat] = tuple(self._make(stat)) if stat in self._lying else ()
        return found

    def _make(self, stat: str) -> Iterator[Modifier]:
        for entered, on, index, effect, tag in sorted(self._lying[stat], key=lambda lying: lying[0]):
            place = place_of(index, tag)
            if isinstance(on, Timed):
                acting = Acting(card=on.card, owner=on.owner, bearer=on.bearer, id=on.card_id)
                used, timed, number = on.used, on.id, on.number
                bearer = on.owner if effect.scope == "user" else on.bearer
            else:
                acting = Acting(card=on.card, owner=on.owner, bearer=on.bearer, id=on.id)
                used, timed, bearer = on.used.get(place, 0), "", on.bearer
                number = (dict(map(split_tag, on.card.tags)).get(tag) or 0) if tag else 0
            yield Modifier(
                effect=effect,
                acting=acting,
                entered=entered,
                tag=tag,
                number=number,
                place=place,
                used=used,
                timed=timed,
                key=(tag or acting.card.name, place, bearer),
            )
