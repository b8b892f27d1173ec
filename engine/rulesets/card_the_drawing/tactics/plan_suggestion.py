"""A legal plan for an actor, with the reasons, as help for a GM who has many of them (CD-UI-18).

The rule is plain. The best card comes first: the one with the most points for its slots and its Adrenaline, with the
best targets. Each further card is rated as if the earlier ones had done their damage. Cards that are unaffordable stay
in the hand; so does a card that would take the Adrenaline for an Interrupt there, unless it has more points. A Ritual
goes over the round's end only where nothing else fits. Cards are rated on the battle as the viewer knows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.memo import memo_of_moment
from engine.kit.card_piles import known_cards
from engine.kit.control import controller_of
from engine.messages.message import Message
from engine.model.cards import face_of
from engine.model.frozen import Frozen, Json
from engine.model.table import Table
from engine.presentation.offers import denial
from engine.rulesets.card_the_drawing import actor_sheet, settings
from engine.rulesets.card_the_drawing.battle import actor_zones, participants
from engine.rulesets.card_the_drawing.battle.planning.planning_phase import (
    charging_rituals,
    first_free_slot,
    plan_slots,
)
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import EffectContext
from engine.rulesets.card_the_drawing.calculation.play_restrictions import is_interrupt, slots_needed
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator
from engine.rulesets.card_the_drawing.cards.card_records import Card
from engine.rulesets.card_the_drawing.tactics.card_evaluation import CardWorth, best_card_worth, calculator_after
from engine.rulesets.card_the_drawing.tactics.known_battle import known_calculator

SPARE_FACTOR = 2
"""A card paid with an Interrupt's Adrenaline needs more points than both costs times this."""


class SuggestedCard(Frozen):
    """A card of a suggested plan, with the reason."""

    card: str
    reason: Message


class PlanSuggestion(Frozen):
    """A suggested plan: its cards in their order, and notes on the whole."""

    cards: tuple[SuggestedCard, ...] = ()
    notes: tuple[Message, ...] = ()


class _RatedCard(Frozen):
    card: str
    worth: CardWorth
    cost: int
    slots: int

    @property
    def rank(self) -> tuple[int, int]:
        """The points for each slot, less the cost; then the cheapest."""
        return ((self.worth.points - self.cost) * 60 // self.slots, -self.cost)


@memo_of_moment
def suggest_plan(table: Table, actor: str, viewer: str = "") -> PlanSuggestion:
    """Return a plan that its controller could make now, of cards which that seat may see.

    Args:
        table: the table.
        actor: an actor that the viewer may read, with a hand that the viewer may see.
        viewer: another viewer who reads the suggestion; empty if only the controller does.
    """
    return _Planner(table, actor, viewer).suggest()


class _Planner:
    def __init__(self, table: Table, actor: str, viewer: str) -> None:
        self.table, self.actor, self.calculator = table, actor, calculator_of(table)
        self.seat = controller_of(table, actor)
        self.known = known_calculator(table, self.seat, viewer)
        self.library = settings.library(table)
        fighter = participants.need_fighter(table, actor)
        self.unpaid = sum(self._cost(slot.card) for slot in charging_rituals(fighter) if not slot.paid)
        self.room = max(0, self.calculator.speed(actor).value - first_free_slot(fighter) + 1)
        places = (actor_zones.plan_zone(actor), actor_zones.hand_zone(table, actor))
        known = tuple(card for zone in places for card in known_cards(table, zone, self.seat))
        stopping = tuple(card for card in known if is_interrupt(self.calculator, self._record(card), actor))
        self.hand = tuple(card for card in known if card not in stopping)
        has = actor_sheet.adrenaline(table, actor) - self.unpaid
        costs = sorted((cost, card) for card in stopping if 0 < (cost := self._cost(card)) <= has)
        self.kept, self.kept_for = costs[0] if costs else (0, "")
        self.has = max(0, has)
        self.costs = {card: self._cost(card) for card in self.hand}

    def suggest(self) -> PlanSuggestion:
        chosen: list[_RatedCard] = []
        left, room, calculator = self.has, self.room, self.known
        worths: dict[str, CardWorth] = {}
        while room > 0 and (fitting := self._fitting(calculator, worths, chosen, left, room)):
            best = max(fitting, key=lambda rated: rated.rank)
            chosen.append(best)
            left, room = left - best.cost, room - best.slots
            if room > 0:
                after = calculator_after(calculator, self._acting(best.card, best.worth.targets))
                worths = worths if after is calculator else {}
                calculator = after
        ordered = self._in_order(chosen)
        cards = tuple(SuggestedCard(card=rated.card, reason=self._reason(rated)) for rated in ordered)
        return PlanSuggestion(cards=cards, notes=tuple(self._notes(ordered, left)))

    def _fitting(
        self,
        calculator: BattleCalculator,
        worths: dict[str, CardWorth],
        chosen: Sequence[_RatedCard],
        left: int,
        room: int,
    ) -> list[_RatedCard]:
        """Return the cards that could come next; those that run over the round's end only if nothing else fits.

        `worths` are those known on this battle, by the faces of the cards; it gains the others.
        """
        taken = [rated.card for rated in chosen]
        lasting = {face_of(rated.card) for rated in chosen if rated.worth.lasts}
        fitting: dict[str, _RatedCard] = {}
        rated_faces = set[str]()
        for card in self.hand:
            face, cost = face_of(card), self.costs[card]
            if card in taken or face in rated_faces or face in lasting or cost > left:
                continue
            rated_faces.add(face)
            worth = worths.get(face)
            if worth is None:
                worth = worths[face] = best_card_worth(calculator, self._acting(card))
            dips = left - cost < self.kept
            if worth.points > (SPARE_FACTOR * (cost + self.kept) if dips else 0):
                slots = slots_needed(calculator, self._record(card), self.actor)
                fitting[face] = _RatedCard(card=card, worth=worth, cost=cost, slots=slots)
        short = [rated for rated in fitting.values() if rated.slots <= room]
        return short or [rated for rated in fitting.values() if self._lays((*taken, rated.card))]

    def _in_order(self, chosen: Sequence[_RatedCard]) -> tuple[_RatedCard, ...]:
        """Put protection first, then the most damage, then cards that wait; an overflowing Ritual goes last."""

        def key(rated: _RatedCard) -> tuple[bool, bool, int]:
            return rated.worth.later, not (rated.worth.lasts and not rated.worth.harm), -rated.rank[0]

        over = sum(rated.slots for rated in chosen) > self.room
        ordered = (*sorted(chosen[:-1], key=key), chosen[-1]) if over else tuple(sorted(chosen, key=key))
        while ordered and not self._lays(tuple(rated.card for rated in ordered)):
            ordered = ordered[:-1]
        return ordered

    def _lays(self, cards: Sequence[str]) -> bool:
        return denial(plan_slots, self.table, self.actor, cards) is None

    def _acting(self, card: str, targets: tuple[str, ...] = ()) -> EffectContext:
        return EffectContext(card=self._record(card), owner=self.actor, id=card, targets=targets)

    def _record(self, card: str) -> Card:
        return actor_zones.card_record_in(self.library, card)

    def _cost(self, card: str) -> int:
        return self.calculator.cost(self._record(card), self.actor).value

    # ---- in words ----------------------------------------------------------------------------------------------------

    def _reason(self, rated: _RatedCard) -> Message:
        worth, names = rated.worth, self.calculator.snapshot.bodies
        params: dict[str, Json] = {
            "targets": [names[body].name for body in worth.targets if body in names],
            "damage": worth.harm,
            "fells": [names[body].name for body in worth.fells],
            "cost": rated.cost,
        }
        holds = {"fells": worth.fells, "later": worth.later, "damage": worth.harm, "lasts": worth.lasts}
        kind = next((name for name, so in holds.items() if so), "helps")
        kind = "damage_all" if kind == "damage" and len(worth.targets) > 1 else kind
        return Message(key=f"drawing.suggest.{kind}", params=params)

    def _notes(self, chosen: Sequence[_RatedCard], left: int) -> Iterator[Message]:
        free = self.room - sum(rated.slots for rated in chosen)
        if not chosen:
            yield Message(key="drawing.suggest.nothing")
        elif free > 0:
            yield Message(key="drawing.suggest.room", params={"count": free})
        if self.kept and left >= self.kept:
            name = self._record(self.kept_for).name
            yield Message(key="drawing.suggest.kept", params={"count": self.kept, "card": name})
