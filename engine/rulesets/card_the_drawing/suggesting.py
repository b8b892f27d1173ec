"""A legal plan for an actor, with the reasons, to spare a GM who has many of them (CD-UI-18).

The rule is plain. The best card comes first: the one that is worth most for the slots and the Adrenaline it takes, if
what is aimed at is aimed at as well as can be. Each further card is weighed as if the earlier ones had done their
damage. What cannot be paid is left in the hand; so is what would take the Adrenaline for an Interrupt there, unless it
is worth more. A Ritual goes over the round's end only where nothing else fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.play.leading import leader
from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.card_the_drawing import facts, people, settings, zones
from engine.rulesets.card_the_drawing.hindering import interrupts, slots
from engine.rulesets.card_the_drawing.planning import charging, first_free, laid_out
from engine.rulesets.card_the_drawing.records import Card
from engine.rulesets.card_the_drawing.scene import Acting
from engine.rulesets.card_the_drawing.scene_of import reckoner
from engine.rulesets.card_the_drawing.values import Reckoner
from engine.rulesets.card_the_drawing.weighing import Worth, then, worth
from engine.rulesets.remembering import Remembered
from engine.table.cards import face_of
from engine.table.frozen import Frozen, Json
from engine.table.table import Table

SPARE = 2
"""What a card must be worth more than an Interrupt's cost to be paid with what that would need, for each Adrenaline."""


class Proposed(Frozen):
    """A card of a proposed plan, with the reason."""

    card: str
    reason: Message


class Suggestion(Frozen):
    """A proposed plan: its cards in their order, and what is to be said of it as a whole."""

    cards: tuple[Proposed, ...] = ()
    notes: tuple[Message, ...] = ()


class _Weighed(Frozen):
    card: str
    worth: Worth
    cost: int
    slots: int

    @property
    def rank(self) -> tuple[int, int]:
        """The most for each slot, then the cheapest; a card's cost counts as so many points less."""
        return ((self.worth.points - self.cost) * 60 // self.slots, -self.cost)


_plans: Remembered[Suggestion] = Remembered()


def plan_for(table: Table, actor: str) -> Suggestion:
    """Return a plan that its leader could lay now, of the cards which that seat may see."""
    now = facts.need_battle(table)
    own = (zones.hand_zone(table, actor), zones.plan_of(actor))
    # What others lay face down changes nothing, and they do that one after the other.
    around = (table.actors, table.seats, table.options, table.lists, now.field, now.in_force, now.round)
    made_of = (*around, facts.need_fighter(table, actor), *(table.zones.get(zone) for zone in own))
    return _plans.get(actor, made_of, lambda: _Planner(table, actor).suggest())


def hidden_from(table: Table, seat: str) -> frozenset[str]:
    """Return the fighters whose numbers a seat may not know."""
    return frozenset(who for who in facts.taking_part(table) if not table.may_read(table.actors[who], seat))


class _Planner:
    def __init__(self, table: Table, actor: str) -> None:
        self.table, self.actor, self.at = table, actor, reckoner(table)
        self.seat = leader(table, actor)
        self.hidden = hidden_from(table, self.seat)
        self.library = settings.library(table)
        fighter = facts.need_fighter(table, actor)
        self.unpaid = sum(self._cost(slot.card) for slot in charging(fighter) if not slot.paid)
        self.room = max(0, self.at.speed(actor).value - first_free(fighter) + 1)
        places = (zones.plan_of(actor), zones.hand_zone(table, actor))
        known = tuple(card for zone in places for card in zones.known_cards(table, zone, self.seat))
        stopping = tuple(card for card in known if interrupts(self.at, self._record(card), actor))
        self.hand = tuple(card for card in known if card not in stopping)
        has = people.adrenaline(table, actor) - self.unpaid
        costs = sorted((cost, card) for card in stopping if 0 < (cost := self._cost(card)) <= has)
        self.kept, self.kept_for = costs[0] if costs else (0, "")
        self.has = max(0, has)

    def suggest(self) -> Suggestion:
        chosen: list[_Weighed] = []
        left, room, at = self.has, self.room, self.at
        while room > 0:
            found = max(self._fitting(at, chosen, left, room), key=lambda one: one.rank, default=None)
            if found is None:
                break
            chosen.append(found)
            left, room = left - found.cost, room - found.slots
            at = then(at, self._acting(found.card, found.worth.targets))
        ordered = self._in_order(chosen)
        return Suggestion(
            cards=tuple(Proposed(card=one.card, reason=self._reason(one)) for one in ordered),
            notes=tuple(self._notes(ordered, left)),
        )

    def _fitting(self, at: Reckoner, chosen: Sequence[_Weighed], left: int, room: int) -> Iterator[_Weighed]:
        """Go through the cards that could come next; what runs over the round's end only if nothing else does."""
        taken = {one.card for one in chosen}
        seen: dict[str, _Weighed] = {}
        lasting = {face_of(one.card) for one in chosen if one.worth.lasts}
        for card in self.hand:
            face = face_of(card)
            if card in taken or face in seen or face in lasting:
                continue
            cost = self._cost(card)
            if cost > left:
                continue
            long = slots(at, self._record(card), self.actor)
            weighed = worth(at, self._acting(card), self.hidden)
            dips = left - cost < self.kept
            if weighed.points <= 0 or (dips and weighed.points <= SPARE * (cost + self.kept)):
                continue
            seen[face] = _Weighed(card=card, worth=weighed, cost=cost, slots=long)
        short = [one for one in seen.values() if one.slots <= room]
        yield from short or [one for one in seen.values() if self._lays((*(c.card for c in chosen), one.card))]

    def _in_order(self, chosen: Sequence[_Weighed]) -> tuple[_Weighed, ...]:
        """Put what protects first, then the most damage, then what waits for others; over the end goes the last one."""

        def key(one: _Weighed) -> tuple[bool, bool, int]:
            return (one.worth.later, not (one.worth.lasts and not one.worth.harm), -one.rank[0])

        over = sum(one.slots for one in chosen) > self.room
        rest = sorted(chosen[:-1] if over else chosen, key=key)
        ordered = (*rest, chosen[-1]) if over else tuple(rest)
        while ordered and not self._lays(tuple(one.card for one in ordered)):
            ordered = ordered[:-1]
        return ordered

    def _lays(self, cards: Sequence[str]) -> bool:
        try:
            laid_out(self.table, self.actor, cards)
        except Refused:
            return False
        return True

    def _acting(self, card: str, targets: tuple[str, ...] = ()) -> Acting:
        return Acting(card=self._record(card), owner=self.actor, id=card, targets=targets)

    def _record(self, card: str) -> Card:
        return zones.card_of(self.library, card)

    def _cost(self, card: str) -> int:
        return self.at.cost(self._record(card), self.actor).value

    # ---- in words ----------------------------------------------------------------------------------------------------

    def _reason(self, one: _Weighed) -> Message:
        found, names = one.worth, self.at.scene.bodies
        params: dict[str, Json] = {
            "targets": [names[body].name for body in found.targets if body in names],
            "damage": found.harm,
            "fells": [names[body].name for body in found.fells],
            "cost": one.cost,
        }
        holds = {"fells": found.fells, "later": found.later, "damage": found.harm, "lasts": found.lasts}
        kind = next((name for name, so in holds.items() if so), "helps")
        kind = "damage_all" if kind == "damage" and len(found.targets) > 1 else kind
        return Message(key=f"drawing.suggest.{kind}", params=params)

    def _notes(self, chosen: Sequence[_Weighed], left: int) -> Iterator[Message]:
        if not chosen:
            yield Message(key="drawing.suggest.nothing")
        elif len(chosen) < self.room and sum(one.slots for one in chosen) < self.room:
            yield Message(key="drawing.suggest.room", params={"count": self.room - sum(one.slots for one in chosen)})
        if self.kept and left >= self.kept:
            name = self._record(self.kept_for).name
            yield Message(key="drawing.suggest.kept", params={"count": self.kept, "card": name})
