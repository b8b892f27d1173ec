"""Card: the Drawing's profile for the conformance suite."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.core.unseen_cards import unknown_cards
from engine.kit.conformance.game_profile import GameProfile
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Procedure, Table
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.battle.actor_zones import owner_of
from engine.rulesets.card_the_drawing.battle.battle_procedures import Battle, Slot, SlotStatus
from engine.rulesets.card_the_drawing.settings import word


class CardTheDrawingProfile(GameProfile):
    """Plans that are face down, and bodies that everybody sees fall."""

    changes_decks = True

    openings = ("start_battle",)
    visible_fields = frozenset({"sheet", "minions"})

    def indistinguishable_cards(self, table: Table, cards: frozenset[str]) -> tuple[frozenset[str], ...]:
        """A player knows the deck of the own character; cards never change their owner (CD-DECK-8)."""
        by_owner: dict[str, list[str]] = {}
        for card in sorted(cards):
            by_owner.setdefault(owner_of(table, card), []).append(card)
        return tuple(frozenset(by_owner[owner]) for owner in sorted(by_owner))

    def is_visible_change(self, table: Table, before: Actor, after: Actor) -> bool:
        """Say whether everybody who has noticed a secret character sees a change of it: one of its bodies falls."""
        if super().is_visible_change(table, before, after):
            return True
        worlds = [replace(table, actors={**table.actors, actor.id: actor}) for actor in (before, after)]
        old, new = ([(body.name, body.health > 0) for body in actor_sheet.bodies_of(w, before.id)] for w in worlds)
        return old != new

    def hidden_variants(
        self, table: Table, procedure: Procedure, viewer: str, random: Random
    ) -> Iterator[tuple[str, Procedure]]:
        """Yield battles in which a card that is planned face down has another target or another duration."""
        unknown = unknown_cards(table, viewer)
        for actor, fighter in procedure.fighters.items() if isinstance(procedure, Battle) else ():
            for place, slot in enumerate(fighter.slots):
                if isinstance(procedure, Battle) and slot.stand is SlotStatus.DOWN and slot.card in unknown:
                    plan = _another_plan(table, slot, random)
                    other = replace(fighter, slots=(*fighter.slots[:place], plan, *fighter.slots[place + 1 :]))
                    yield f"{actor} plans {plan}", replace(procedure, fighters={**procedure.fighters, actor: other})

    def are_hands_secret(self, table: Table) -> bool:
        """A group that does not ask everybody has chosen that a pause tells of hidden hands (CD-UI-9)."""
        return word(table, "interrupt_windows") == "everybody"


def _another_plan(table: Table, slot: Slot, random: Random) -> Slot:
    """Return a planned card with another target or another duration."""
    if random.random() < 0.5:
        return replace(slot, targets=(random.choice(sorted(table.actors)),))
    return replace(slot, last=slot.last + random.choice((1, 2)))
