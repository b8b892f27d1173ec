"""The bot: it picks a seat's next command in a battle, only from the offers of that seat.

It knows nothing that the seat may not know. It rates cards by `card_evaluation`; without a rating it takes the first
offer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.commands import Command, card_at
from engine.kit.control import controller_of
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.offers import Offer, Question
from engine.rulesets.card_the_drawing import actor_sheet, settings
from engine.rulesets.card_the_drawing.battle import actor_zones, battle_changes, phase_flow
from engine.rulesets.card_the_drawing.battle.battle_procedures import current_battle, current_resolution, open_window
from engine.rulesets.card_the_drawing.battle.planning.planning_phase import PlanCards
from engine.rulesets.card_the_drawing.battle.resolution.interrupts import (
    NobodyInterrupts,
    PlayInterrupt,
    interrupt_denial,
    interruptible_event,
    unanswered_actors,
    unpaid_after,
)
from engine.rulesets.card_the_drawing.battle.resolution.pending_choice import pending_choice
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import card_record, effect_context_of
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import NOBODY, EffectContext, opposed
from engine.rulesets.card_the_drawing.offer_list import complete_offer, offers_of
from engine.rulesets.card_the_drawing.tactics.card_evaluation import (
    best_card_worth,
    best_targets,
    card_worth,
    points_by_target,
)
from engine.rulesets.card_the_drawing.tactics.plan_suggestion import hidden_from
from engine.simulate.simulation_results import FightResult

BUY_RESERVE = 2
"""The bot buys a draw only with at least this many times its price in Adrenaline."""
UNPAID_PENALTY = 2
"""The points that an Interrupt loses for each planned card that is unaffordable after it."""


def next_command(table: Table, seat: str) -> Command | None:
    """Return a seat's next command for its own actors, from its offers; None if nothing waits for the seat."""
    offers = {offer.name: offer for offer in offers_of(table, seat, seat) if offer.denial is None}
    if open_window(table) is not None:
        response = _answer_window(table, offers)
        if response is not None:
            return response
    if current_resolution(table) is not None:
        return _answer_choice(table, seat, offers)
    return _draw_cards(table, offers) or _plan_cards(table, seat, offers)


# ---- the phases ------------------------------------------------------------------------------------------------------


def _offers_of_kind(offers: Mapping[str, Offer], kind: str, *, primary: bool = False) -> Sequence[Offer]:
    """Return the offers of a kind, one for each actor; with `primary` only those that are a natural next step."""
    return [
        offer for name, offer in offers.items() if name.partition(":")[0] == kind and (offer.primary or not primary)
    ]


def _draw_cards(table: Table, offers: Mapping[str, Offer]) -> Command | None:
    """Return the next command of the drawing phase: draw what is due, then buy draws, then finish."""
    for offer in _offers_of_kind(offers, "draw_due"):
        return _with_payer(table, offer)
    for offer in _offers_of_kind(offers, "finish_drawing", primary=True):
        finish: Any = offer.command
        buy = offers.get(f"buy_draw:{finish.actor}")
        return _with_payer(table, buy) if buy is not None and _wants_to_buy(table, finish.actor) else finish
    return None


def _wants_to_buy(table: Table, actor: str) -> bool:
    """Return whether to buy a draw: the hand is smaller than Speed, and there is Adrenaline to spare."""
    hand_is_small = len(actor_zones.hand_cards(table, actor)) < calculator_of(table).speed(actor).value
    can_spare = actor_sheet.adrenaline(table, actor) >= BUY_RESERVE * settings.prices().draw
    return hand_is_small and can_spare and not battle_changes.would_exhaust(table, actor, 1)


def _with_payer(table: Table, offer: Offer) -> Command:
    """Return the command of an offer; if it asks which minion pays, the one with the most Health does."""
    command: Any = offer.command
    for question in offer.questions:
        if question.field == "body":
            health_by_body = {body: _health(table, body) for body in question.choices}
            return replace(command, body=max(health_by_body, key=lambda body: health_by_body[body]))  # type: ignore[no-any-return]
    return command  # type: ignore[no-any-return]


def _health(table: Table, body: str) -> int:
    track = actor_sheet.health_track(table, body)
    return track.value if track is not None else 0


def _plan_cards(table: Table, seat: str, offers: Mapping[str, Offer]) -> Command | None:
    """Return an actor's plan, locked: the suggested one, else the planning offer with its default answers."""
    for offer in (*_offers_of_kind(offers, "suggest_plan"), *_offers_of_kind(offers, "plan_cards")):
        plan = complete_offer(table, offer, seat).command
        if isinstance(plan, PlanCards):
            return replace(plan, lock=True)
    return None


# ---- windows ---------------------------------------------------------------------------------------------------------


def _answer_window(table: Table, offers: Mapping[str, Offer]) -> Command | None:
    """Return the best Interrupt of an actor that is asked, or a pass; None if nobody of this seat is asked."""
    for offer in _offers_of_kind(offers, "pass_window", primary=True):
        pass_command: Any = offer.command
        interrupt = offers.get(f"interrupt:{pass_command.actor}")
        if interrupt is not None:
            play_command: Any = interrupt.command
            card_by_place = {
                place: card_at(table, place) for question in interrupt.questions for place in question.choices
            }
            card = best_interrupt(table, pass_command.actor, tuple(card_by_place.values()))
            if card:
                chosen_place = next(place for place, candidate in card_by_place.items() if candidate == card)
                return replace(play_command, card=chosen_place)  # type: ignore[no-any-return]
        return pass_command  # type: ignore[no-any-return]
    return None


def best_interrupt(table: Table, actor: str, cards: Sequence[str]) -> str:
    """Return the card that gains most as an Interrupt now, after its cost; empty if none gains anything."""
    calculator, hidden = calculator_of(table), hidden_from(table, controller_of(table, actor))
    event = interruptible_event(table)
    gains: list[tuple[int, str]] = []
    for card in cards:
        if interrupt_denial(table, actor, card) is not None:
            continue
        record = card_record(table, card)
        worth = best_card_worth(calculator, EffectContext(card=record, owner=actor, id=card, event=event), hidden)
        gain = (
            worth.points - calculator.cost(record, actor).value - UNPAID_PENALTY * len(unpaid_after(table, actor, card))
        )
        if gain > 0:
            gains.append((gain, card))
    return max(gains, key=lambda pair: pair[0])[1] if gains else ""


# ---- choices in a resolution -----------------------------------------------------------------------------------------


def _answer_choice(table: Table, seat: str, offers: Mapping[str, Offer]) -> Command | None:
    """Return the answer to the pending choice of the resolution; None if this seat has no offer for one."""
    choice, resolution = pending_choice(table), current_resolution(table)
    if choice is None or resolution is None:
        return None
    hidden = hidden_from(table, seat)
    calculator, context = calculator_of(table), effect_context_of(table, resolution)
    if "choose_targets" in offers:
        choose_command: Any = offers["choose_targets"].command
        allowed = offers["choose_targets"].questions[0].choices
        targets = best_targets(choice.choice, points_by_target(calculator, context, allowed, hidden, resolution.on))
        if choice.choice.refusal(targets) is not None:
            targets = choice.choice.likeliest()
        if not targets and "decline_targets" in offers:
            return offers["decline_targets"].command
        return replace(choose_command, targets=targets)  # type: ignore[no-any-return]
    for name in ("discard_cards", "remove_conditions"):
        if name in offers:
            cards_command: Any = offers[name].command
            return replace(cards_command, cards=_chosen_cards(table, choice.actor, offers[name].questions[0], name))  # type: ignore[no-any-return]
    if "choose_place" in offers:
        place_command: Any = offers["choose_place"].command
        opposing_takers = [
            body
            for body in choice.ways.takers
            if opposed(calculator.snapshot, choice.actor, calculator.snapshot.bodies[body].fighter)
        ]
        return replace(place_command, taker=next(iter(opposing_takers), choice.ways.takers[0]))  # type: ignore[no-any-return]
    if "use_effect" in offers:
        is_worth_using = card_worth(calculator, context, hidden, resolution.on).points >= 0
        return offers["use_effect" if is_worth_using else "decline_effect"].command
    return None


def _chosen_cards(table: Table, actor: str, question: Question, offer_name: str) -> tuple[str, ...]:
    """Return the places of cards: the most expensive ones to discard, or opponents' Conditions to remove."""
    calculator = calculator_of(table)

    def rank(place: str) -> int:
        card = card_at(table, place)
        if offer_name == "discard_cards":
            return -calculator.cost(card_record(table, card), actor).value
        return 0 if opposed(calculator.snapshot, actor, actor_zones.owner_of(table, card)) else 1

    return tuple(sorted(question.choices, key=rank)[: question.least])


# ---- the bot ---------------------------------------------------------------------------------------------------------


class BattleBot:
    """Plays all sides of a battle: a `simulation.Bot`."""

    def is_fight_running(self, table: Table) -> bool:
        """Return whether a battle is in progress."""
        return current_battle(table) is not None

    def next_command(self, table: Table) -> Command | None:
        """Return the next command of an actor that the battle waits for.

        In an Interrupt window the first actor with a card worth playing plays it; else nobody interrupts.
        """
        if open_window(table) is not None:
            for actor in unanswered_actors(table):
                card = best_interrupt(table, actor, actor_zones.hand_cards(table, actor))
                if card:
                    return PlayInterrupt(seat=controller_of(table, actor), actor=actor, card=card)
            return NobodyInterrupts(seat=table.gm() or next(iter(table.seats)))
        choice = pending_choice(table)
        if choice is not None:
            return next_command(table, controller_of(table, choice.actor) if choice.actor != NOBODY else table.gm())
        unfinished = phase_flow.unfinished_actors(table)
        return next_command(table, controller_of(table, unfinished[0])) if unfinished else None

    def result(self, last: Table, end: Table) -> FightResult:
        """Return the result of a battle.

        Args:
            last: the last table with the battle in progress; its round is the number of rounds.
            end: the table at the end.
        """
        battle = current_battle(last)
        if battle is None:
            return FightResult(winner="", rounds=0, decided=False)
        fighter_by_body = {body: fighter for fighter in battle.fighters for body in actor_sheet.body_ids(end, fighter)}
        side_by_body = {body: battle.fighters[fighter].side for body, fighter in fighter_by_body.items()}
        sides_standing = tuple(
            dict.fromkeys(side_by_body[body] for body in fighter_by_body if actor_sheet.is_standing(end, body))
        )
        return FightResult(
            winner=sides_standing[0] if len(sides_standing) == 1 else "",
            rounds=battle.round,
            health_left={body: _health(end, body) for body in fighter_by_body},
            defeated=tuple(body for body in fighter_by_body if not actor_sheet.is_standing(end, body)),
            names={body: actor_sheet.body_name(end, body) for body in fighter_by_body},
            sides=side_by_body,
            decided=len(sides_standing) <= 1,
        )
