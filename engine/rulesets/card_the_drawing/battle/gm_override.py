"""The GM overrides a resolution: cancels a card, sets its targets, stops waiting (CD-UI-13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from engine.core.commands import Request
from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.model.zones import EVERYONE
from engine.presentation.choice_offers import Choices, OneOf, choice_offers
from engine.presentation.command_offers import Asks
from engine.presentation.offers import Offer, denial
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.battle import participants
from engine.rulesets.card_the_drawing.battle.battle_procedures import (
    CardResolution,
    InterruptWindow,
    ResolutionStage,
    SlotStatus,
    current_resolution,
    open_window,
)
from engine.rulesets.card_the_drawing.battle.minion_commands import MOST_MINIONS, AddMinions, RemoveMinion
from engine.rulesets.card_the_drawing.battle.offer_context import OfferContext, places_of
from engine.rulesets.card_the_drawing.battle.resolution.card_resolution import aim_at, set_slot_status
from engine.rulesets.card_the_drawing.battle.resolution.choice_commands import Bodies
from engine.rulesets.card_the_drawing.battle.resolution.interrupts import NobodyInterrupts
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import (
    PendingChoice,
    begin_next_effect,
    card_record,
    change_resolution,
    pending_choice,
)
from engine.rulesets.card_the_drawing.battle.snapshot_builder import snapshot_of


class CancelCard(Request):
    """Cancel a card: one that is being resolved, or one that has not had its turn yet."""

    RULES = ("CD-UI-13",)
    card: Annotated[str, Meta(description="the card, by id or by place (`open:frost#0`)"), Asks("cancelled")]

    def verify(self, table: Table) -> None:
        """Only the GM; a card of this round that has not taken effect, or a trigger being resolved."""
        participants.need_gm_in_battle(table, self, "CD-UI-13")
        if _carried(table, self.card) is None and not _slot_owner(table, self.card):
            raise Refused("drawing_nothing_to_cancel", "CD-UI-13")

    def decide(self, draft: Draft) -> None:
        """Remove it from the stack, with everything above it."""
        table = draft.table
        resolution, owner = _carried(table, self.card), _slot_owner(table, self.card)
        where = table.zone_of(self.card)
        if where is not None and table.zones[where].may_see(self.card, EVERYONE):
            draft.note("drawing_master_cancels", "CD-UI-13", card=card_record(table, self.card).name)
        else:  # a face-down card stays unknown
            draft.note("drawing_master_cancels_hidden", "CD-UI-13", actor=actor_name(table, owner))
        if owner:
            set_slot_status(draft, owner, self.card, SlotStatus.CANCELLED)
        if resolution is not None:
            for above in reversed(draft.table.procedures[draft.table.procedures.index(resolution) :]):
                if isinstance(above, CardResolution) and above.card != self.card and above.why != "trigger":
                    set_slot_status(draft, above.actor, above.card, SlotStatus.CANCELLED)
                    card, name = card_record(table, above.card).name, actor_name(table, above.actor)
                    draft.note("drawing_cancelled_below", "CD-UI-13", actor=name, card=card)
            while current_resolution(draft.table) != resolution:
                draft.pop_procedure(CardResolution)
            draft.pop_procedure(CardResolution)


class SetTargets(Request):
    """Set the targets of the card that is being resolved, whatever the rules allow."""

    RULES = ("CD-UI-13", "CD-TGT-1")
    targets: Annotated[Bodies, Asks("ruled_targets", optional=False)] = ()

    def verify(self, table: Table) -> None:
        """Only the GM, until the card is paid; bodies of the battle, each once."""
        participants.need_gm_in_battle(table, self, "CD-UI-13")
        resolution = current_resolution(table)
        if resolution is None or resolution.stage not in (ResolutionStage.TARGETS, ResolutionStage.BEFORE):
            raise Refused("drawing_not_asked", "CD-TGT-1")
        bodies = snapshot_of(table).bodies
        for body in self.targets:
            if body not in bodies:
                raise Refused("drawing_target.unknown", "CD-TGT-1", name=body)
        if len(set(self.targets)) < len(self.targets):
            raise Refused("drawing_target.twice", "CD-TGT-1")

    def decide(self, draft: Draft) -> None:
        """Set the targets."""
        resolution = change_resolution(draft)
        names = [snapshot_of(draft.table).bodies[body].name for body in self.targets]
        card = card_record(draft.table, resolution.card).name
        draft.note("drawing_master_aims", "CD-UI-13", card=card, targets=names)
        if resolution.stage is ResolutionStage.TARGETS:
            aim_at(draft, self.targets)
        else:
            change_resolution(draft, targets=self.targets)


class CarryOn(Request):
    """Stop waiting: nobody else interrupts, and the pending choice is made in the likeliest way that is allowed."""

    RULES = ("CD-UI-3", "CD-UI-13")

    def verify(self, table: Table) -> None:
        """Only the GM, while an answer is pending."""
        participants.need_gm_in_battle(table, self, "CD-UI-3")
        if open_window(table) is None and pending_choice(table) is None:
            raise Refused("drawing_not_asked", "CD-UI-3")

    def decide(self, draft: Draft) -> None:
        """Answer in place of the actor that is asked."""
        if isinstance(draft.table.procedures[-1], InterruptWindow):
            NobodyInterrupts(seat=self.seat).decide(draft)
            return
        choice = pending_choice(draft.table)
        assert choice is not None
        answer_for(draft, choice)
        draft.note("drawing_master_carries_on", "CD-UI-3", actor=actor_name(draft.table, choice.actor))


def _slot_owner(table: Table, card: str) -> str:
    """Return the actor that planned a card which has not had its turn yet; empty if there is none."""
    fighters = participants.need_battle(table).fighters.items()
    return next((actor for actor, it in fighters if any(slot.card == card and slot.waits for slot in it.slots)), "")


def _carried(table: Table, card: str) -> CardResolution | None:
    return next((p for p in reversed(table.procedures) if isinstance(p, CardResolution) and p.card == card), None)


def answer_for(draft: Draft, choice: PendingChoice) -> None:
    """Answer a pending choice in the likeliest way that is allowed; an optional effect is declined."""
    match choice.kind:
        case "targets":
            aim_at(draft, choice.choice.targets(choice.choice.likeliest()))
        case "cards":
            change_resolution(draft, chosen=choice.cards[: choice.count])
        case "place":
            change_resolution(draft, chosen=(choice.ways.sources[0], choice.ways.takers[0]))
        case "agree":
            begin_next_effect(draft)


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield what the GM may do regardless of the rules."""
    if not context.gm:
        return
    yield from _carrying(context)
    yield from _mobs(context)


def _carrying(context: OfferContext) -> Iterator[Offer]:
    table, seat, battle = context.table, context.seat, context.battle
    if battle is None:
        return
    if open_window(table) is not None or pending_choice(table) is not None:
        yield context.offer(CarryOn(seat=seat))
    resolution = current_resolution(table)
    if resolution is not None and resolution.stage in (ResolutionStage.TARGETS, ResolutionStage.BEFORE):
        bodies = tuple(snapshot_of(table).bodies)
        bare = SetTargets(seat=seat, targets=tuple(body for body in resolution.targets if body in bodies))
        yield context.offer(bare, asks={"targets": bodies}, rare=True, card=card_record(table, resolution.card).name)
    carried = [each.card for each in table.procedures if isinstance(each, CardResolution)]
    planned = [slot.card for fighter in battle.fighters.values() for slot in fighter.slots if slot.waits]
    places = places_of(table, dict.fromkeys((*reversed(carried), *planned)))
    yield from choice_offers(CancelCard, seat, {"card": places}, rare=True)


def _mobs(context: OfferContext) -> Iterator[Offer]:
    table, seat = context.table, context.seat
    mobs = (actor for actor in context.noticed_actors if actor_sheet.is_mob(table.actors[actor]))
    bodies = {actor: actor_sheet.body_ids(table, actor) for actor in mobs if context.may_read(actor)}
    room = {actor: MOST_MINIONS - len(of_mob) for actor, of_mob in bodies.items() if len(of_mob) < MOST_MINIONS}
    asks: Choices = {"actor": OneOf(tuple(room), "mob"), "count": Asks(most=min(room.values(), default=0))}
    yield from choice_offers(AddMinions, seat, asks, name="add_minions")
    minions = tuple(body for of_mob in bodies.values() for body in of_mob)
    for remove in choice_offers(RemoveMinion, seat, {"body": minions}):
        yield remove.unless(denial(participants.need_no_resolution, table))
