"""Who plays by himself: simple answers to everything that a battle asks, taken from what is offered alone.

Nothing is done that was not on offer to that seat, and nothing is known that the seat may not know. Cards are weighed
as `weighing` does; where that says nothing, the first thing offered will do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.play.commands import Command, card_at
from engine.play.leading import leader
from engine.play.offers import Ask, Offer
from engine.rulesets.card_the_drawing import facts, flow, people, settings, zones
from engine.rulesets.card_the_drawing.asking import question
from engine.rulesets.card_the_drawing.current import acting_of, card_record
from engine.rulesets.card_the_drawing.offering import offers_of, worked_out
from engine.rulesets.card_the_drawing.planning import PlanCards
from engine.rulesets.card_the_drawing.procedures import battle, carrying, window
from engine.rulesets.card_the_drawing.scene import NOBODY, Acting, opposed
from engine.rulesets.card_the_drawing.scene_of import reckoner
from engine.rulesets.card_the_drawing.suggesting import hidden_from
from engine.rulesets.card_the_drawing.weighing import best, points_on, weighed, worth
from engine.rulesets.card_the_drawing.windows import (
    NobodyInterrupts,
    PlayInterrupt,
    cannot_play,
    left_unpaid,
    shown,
    still_asked,
)
from engine.simulate.tally import Fight
from engine.table.frozen import replace
from engine.table.table import Table

BUYS_FROM = 2
"""A draw is bought with so many times its price at hand, and only while the hand is smaller than the plan may be."""
LOST = 2
"""What each planned card counts that could not be paid after an Interrupt."""


def next_command(table: Table, seat: str) -> Command | None:
    """Return what a seat does next for its own, from what it is offered; None if it is not waited for."""
    offers = {offer.name: offer for offer in offers_of(table, seat, seat) if offer.denial is None}
    if window(table) is not None:
        found = _in_window(table, offers)
        if found is not None:
            return found
    if carrying(table) is not None:
        return _answer(table, seat, offers)
    return _drawing(table, offers) or _planning(table, seat, offers)


# ---- the phases ------------------------------------------------------------------------------------------------------


def _of(offers: Mapping[str, Offer], kind: str, *, main: bool = False) -> Sequence[Offer]:
    """Return the offers of a kind, one for each actor; those alone that are the next step, if that is wanted."""
    return [offer for name, offer in offers.items() if name.partition(":")[0] == kind and (offer.main or not main)]


def _drawing(table: Table, offers: Mapping[str, Offer]) -> Command | None:
    for offer in _of(offers, "draw_due"):
        return _paid_by(table, offer)
    for offer in _of(offers, "finish_drawing", main=True):
        finish: Any = offer.command
        buys = offers.get(f"buy_draw:{finish.actor}")
        return _paid_by(table, buys) if buys is not None and _buys(table, finish.actor) else finish
    return None


def _buys(table: Table, actor: str) -> bool:
    """Say whether another card is wanted: more could be planned than is held, and there is Adrenaline to spare."""
    few = len(zones.hand_cards(table, actor)) < reckoner(table).speed(actor).value
    rich = people.adrenaline(table, actor) >= BUYS_FROM * settings.prices().draw
    return few and rich and not facts.would_exhaust(table, actor, 1)


def _paid_by(table: Table, offer: Offer) -> Command:
    """Let the minion with the most Health pay, where one has to."""
    command: Any = offer.command
    for asked in offer.asks:
        if asked.field == "body":
            healths = {body: _health(table, body) for body in asked.choices}
            return replace(command, body=max(healths, key=lambda body: healths[body]))  # type: ignore[no-any-return]
    return command  # type: ignore[no-any-return]


def _health(table: Table, body: str) -> int:
    track = people.health_track(table, body)
    return track.value if track is not None else 0


def _planning(table: Table, seat: str, offers: Mapping[str, Offer]) -> Command | None:
    for offer in (*_of(offers, "suggest_plan"), *_of(offers, "plan_cards")):
        bare = worked_out(table, offer, seat).command
        if isinstance(bare, PlanCards):
            return replace(bare, lock=True)
    return None


# ---- windows ---------------------------------------------------------------------------------------------------------


def _in_window(table: Table, offers: Mapping[str, Offer]) -> Command | None:
    for offer in _of(offers, "pass_window", main=True):
        passing: Any = offer.command
        chosen = offers.get(f"interrupt:{passing.actor}")
        if chosen is not None:
            play: Any = chosen.command
            held = {place: card_at(table, place) for ask in chosen.asks for place in ask.choices}
            card = best_interrupt(table, passing.actor, tuple(held.values()))
            if card:
                return replace(play, card=next(place for place, one in held.items() if one == card))  # type: ignore[no-any-return]
        return passing  # type: ignore[no-any-return]
    return None


def best_interrupt(table: Table, actor: str, cards: Sequence[str]) -> str:
    """Return which of these an actor had best play as an Interrupt now: one that is worth its cost; "" for none."""
    at, hidden = reckoner(table), hidden_from(table, leader(table, actor))
    event = shown(table)
    rated: list[tuple[int, str]] = []
    for card in cards:
        if cannot_play(table, actor, card) is not None:
            continue
        record = card_record(table, card)
        found = worth(at, Acting(card=record, owner=actor, id=card, event=event), hidden)
        gain = found.points - at.cost(record, actor).value - LOST * len(left_unpaid(table, actor, card))
        if gain > 0:
            rated.append((gain, card))
    return max(rated, key=lambda pair: pair[0])[1] if rated else ""


# ---- questions -------------------------------------------------------------------------------------------------------


def _answer(table: Table, seat: str, offers: Mapping[str, Offer]) -> Command | None:
    asked, found = question(table), carrying(table)
    if asked is None or found is None:
        return None
    hidden = hidden_from(table, seat)
    at, acting = reckoner(table), acting_of(table, found)
    if "choose_targets" in offers:
        aims: Any = offers["choose_targets"].command
        allowed = offers["choose_targets"].asks[0].choices
        chosen = best(asked.choice, points_on(at, acting, allowed, hidden, found.on))
        if asked.choice.fault(chosen) is not None:
            chosen = asked.choice.some_way()
        if not chosen and "decline_targets" in offers:
            return offers["decline_targets"].command
        return replace(aims, targets=chosen)  # type: ignore[no-any-return]
    for name in ("discard_cards", "remove_conditions"):
        if name in offers:
            cards: Any = offers[name].command
            return replace(cards, cards=_cards(table, asked.actor, offers[name].asks[0], name))  # type: ignore[no-any-return]
    if "choose_place" in offers:
        place: Any = offers["choose_place"].command
        foes = [body for body in asked.ways.takers if opposed(at.scene, asked.actor, at.scene.bodies[body].fighter)]
        return replace(place, taker=next(iter(foes), asked.ways.takers[0]))  # type: ignore[no-any-return]
    if "use_effect" in offers:
        good = weighed(at, acting, hidden, found.on).points >= 0
        return offers["use_effect" if good else "decline_effect"].command
    return None


def _cards(table: Table, actor: str, ask: Ask, name: str) -> tuple[str, ...]:
    """Return the places of cards: of a hand those that cost most, of Conditions those that opponents have cast."""
    at = reckoner(table)

    def rank(place: str) -> int:
        card = card_at(table, place)
        if name == "discard_cards":
            return -at.cost(card_record(table, card), actor).value
        return 0 if opposed(at.scene, actor, zones.owner_of(table, card)) else 1

    return tuple(sorted(ask.choices, key=rank)[: ask.least])


# ---- all sides of a fight --------------------------------------------------------------------------------------------


class Automatic:
    """Everybody in a battle plays by himself: a `simulate.driver.Pilot`."""

    def is_fought(self, table: Table) -> bool:
        """Say whether a battle is under way."""
        return battle(table) is not None

    def next_command(self, table: Table) -> Command | None:
        """Return what one of those does who are waited for. In a window nobody is asked who plays nothing anyway."""
        if window(table) is not None:
            for actor in still_asked(table):
                card = best_interrupt(table, actor, zones.hand_cards(table, actor))
                if card:
                    return PlayInterrupt(seat=leader(table, actor), actor=actor, card=card)
            return NobodyInterrupts(seat=table.gm() or next(iter(table.seats)))
        asked = question(table)
        if asked is not None:
            return next_command(table, leader(table, asked.actor) if asked.actor != NOBODY else table.gm())
        waits = flow.waited_for(table)
        return next_command(table, leader(table, waits[0])) if waits else None

    def result(self, last: Table, end: Table) -> Fight:
        """Return what came of a battle; `rounds` is the one in which somebody was asked last."""
        now = battle(last)
        if now is None:
            return Fight(winner="", rounds=0, decided=False)
        bodies = {body: who for who in now.fighters for body in people.bodies(end, who)}
        sides = {body: now.fighters[who].side for body, who in bodies.items()}
        up = tuple(dict.fromkeys(sides[body] for body in bodies if people.stands(end, body)))
        return Fight(
            winner=up[0] if len(up) == 1 else "",
            rounds=now.round,
            left={body: _health(end, body) for body in bodies},
            fell=tuple(body for body in bodies if not people.stands(end, body)),
            names={body: people.body_name(end, body) for body in bodies},
            sides=sides,
            decided=len(up) <= 1,
        )
