"""The GM's word on cards and mobs: cancelling, aiming anew, waiting no longer, minions that come and go (CD-UI-13)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.offers import AskKind, Offer, ask, denial, offered
from engine.rulesets.card_the_drawing import facts, mobs, people
from engine.rulesets.card_the_drawing.asking import question
from engine.rulesets.card_the_drawing.current import card_record
from engine.rulesets.card_the_drawing.mobs import AddMinions, RemoveMinion
from engine.rulesets.card_the_drawing.offering.eyes import Eyes, places_of, whom
from engine.rulesets.card_the_drawing.procedures import Carrying, Stage, Stand, carrying, window
from engine.rulesets.card_the_drawing.scene_of import scene_of
from engine.rulesets.card_the_drawing.steering import CancelCard, CarryOn, SetTargets

WAITS = (Stand.DOWN, Stand.CHARGING, Stand.UP)


def offers(eyes: Eyes) -> Iterator[Offer]:
    """Yield what the GM may do whatever the rules think."""
    if not eyes.gm:
        return
    yield from _carrying(eyes)
    yield from _mobs(eyes)


def _carrying(eyes: Eyes) -> Iterator[Offer]:
    table, seat, now = eyes.table, eyes.seat, eyes.battle
    if now is None:
        return
    if window(table) is not None or question(table) is not None:
        yield offered("carry_on", CarryOn(seat=seat))
    found = carrying(table)
    if found is not None and found.stage in (Stage.TARGETS, Stage.BEFORE):
        bodies = tuple(scene_of(table).bodies)
        asks = (ask("ruled_targets", AskKind.CHOICES, bodies, field="targets", least=0, most=len(bodies)),)
        bare = SetTargets(seat=seat, targets=tuple(body for body in found.targets if body in bodies))
        yield offered("set_targets", bare, asks=asks, seldom=True, card=card_record(table, found.card).name)
    carried = [each.card for each in table.procedures if isinstance(each, Carrying)]
    planned = [slot.card for fighter in now.fighters.values() for slot in fighter.slots if slot.stand in WAITS]
    places = places_of(table, dict.fromkeys((*reversed(carried), *planned)))
    if places:
        asks = (ask("cancelled", AskKind.CARD, places, field="card"),)
        yield offered("cancel_card", CancelCard(seat=seat, card=places[0]), asks=asks, seldom=True)


def _mobs(eyes: Eyes) -> Iterator[Offer]:
    table, seat = eyes.table, eyes.seat
    known = tuple(actor for actor in eyes.noticed if people.is_mob(table.actors[actor]) and eyes.reads(actor))
    room = tuple(actor for actor in known if len(people.bodies(table, actor)) < mobs.MOST)
    if room:
        least_room = mobs.MOST - max(len(people.bodies(table, actor)) for actor in room)
        asks = (*whom(room, "mob"), ask("minions", AskKind.NUMBER, field="count", least=1, most=least_room))
        yield offered("add_minions", AddMinions(seat=seat, actor=room[0]), asks=asks)
    bodies = tuple(body for actor in known for body in people.bodies(table, actor))
    if bodies:
        asks = (ask("minion", AskKind.CHOICE, bodies, field="body"),)
        bare = RemoveMinion(seat=seat, body=bodies[0])
        yield offered("remove_minion", bare, asks=asks).unless(denial(facts.need_between, table))
