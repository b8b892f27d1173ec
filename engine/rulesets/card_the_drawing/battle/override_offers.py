"""The GM's override offers: cancel cards, set targets, stop waiting, add and remove minions (CD-UI-13)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.presentation.command_offers import Answers, Asks
from engine.presentation.offers import Offer, denial
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.battle import battle_requirements, minion_commands
from engine.rulesets.card_the_drawing.battle.battle_procedures import (
    CardResolution,
    ResolutionStage,
    SlotStatus,
    current_resolution,
    open_window,
)
from engine.rulesets.card_the_drawing.battle.gm_override import CancelCard, CarryOn, SetTargets
from engine.rulesets.card_the_drawing.battle.minion_commands import AddMinions, RemoveMinion
from engine.rulesets.card_the_drawing.battle.offer_context import OfferContext, places_of
from engine.rulesets.card_the_drawing.battle.resolution.pending_choice import pending_choice
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import card_record
from engine.rulesets.card_the_drawing.battle.snapshot_builder import snapshot_of

WAITS = (SlotStatus.DOWN, SlotStatus.CHARGING, SlotStatus.UP)


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
        asks = {"targets": Asks("ruled_targets", choices=bodies, optional=False)}
        yield context.offer(bare, asks=asks, rare=True, card=card_record(table, resolution.card).name)
    carried = [each.card for each in table.procedures if isinstance(each, CardResolution)]
    planned = [slot.card for fighter in battle.fighters.values() for slot in fighter.slots if slot.stand in WAITS]
    places = places_of(table, dict.fromkeys((*reversed(carried), *planned)))
    if places:
        cancel, cards = CancelCard(seat=seat, card=places[0]), {"card": Asks("cancelled", choices=places)}
        yield context.offer(cancel, asks=cards, rare=True)


def _mobs(context: OfferContext) -> Iterator[Offer]:
    table, seat = context.table, context.seat
    known = tuple(
        actor for actor in context.noticed_actors if actor_sheet.is_mob(table.actors[actor]) and context.may_read(actor)
    )
    room = tuple(actor for actor in known if len(actor_sheet.body_ids(table, actor)) < minion_commands.MOST_MINIONS)
    if room:
        least_room = minion_commands.MOST_MINIONS - max(len(actor_sheet.body_ids(table, actor)) for actor in room)
        add = AddMinions(seat=seat, actor=room[0])
        asks: dict[str, Answers] = {
            "actor": Asks("mob", choices=room) if len(room) > 1 else None,
            "count": Asks("minions", most=least_room, optional=False),
        }
        yield context.offer(add, name="add_minions", asks=asks)
    bodies = tuple(body for actor in known for body in actor_sheet.body_ids(table, actor))
    if bodies:
        remove, asked = RemoveMinion(seat=seat, body=bodies[0]), {"body": Asks("minion", choices=bodies)}
        why_not = denial(battle_requirements.need_no_resolution, table)
        yield context.offer(remove, asks=asked).unless(why_not)
