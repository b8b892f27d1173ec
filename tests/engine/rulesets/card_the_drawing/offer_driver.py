"""Battles fought by nothing but what is offered, and what must hold of the offers at every moment."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.kit.bots.offer_answers import RandomAnswers, answered_command, fields_of
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.offers import Denial, Offer
from engine.rulesets.card_the_drawing.battle.battle_procedures import current_battle
from tests.engine.rulesets.card_the_drawing.table import GAME

Offered = dict[str, set[str]]
"""Of each command that was offered and could be done, by its class: the fields that were asked for or filled."""

TOGETHER = {
    "PlanCards": ("CD-PLAN-1", "CD-PLAN-4", "CD-TAG-RITUAL"),
    "LayCard": ("CD-PLAN-1", "CD-PLAN-3", "CD-PLAN-4", "CD-TAG-RITUAL"),
    "BeginEncounter": ("CD-ROUND-4", "CD-DECK-5", "CD-DECK-6", "CD-DECK-3", "CD-ARCH-5"),
    "ChooseTargets": ("CD-TAG-BLAST",),
    "StartBattle": ("CD-ROUND-4", "CD-DECK-5", "CD-DECK-6", "CD-DECK-3", "CD-ARCH-5"),
    "JoinBattle": ("CD-DECK-5", "CD-DECK-6", "CD-DECK-3"),
}
"""Commands whose answers must fit together, with the rules by which they may not."""
ENDS = (
    "end_battle",
    "leave_battle",
    "remove_minion",
    "new_scene",
    "set_clock",
    "new_character",
    "add_minions",
    "begin_",
    "place_",
)
SELDOM = (
    "cancel_card",
    "set_targets",
    "join_battle",
    "add_surroundings",
    "carry_on",
    "force_on",
    "nobody_interrupts",
    "reopen_plan",
    "pass_on",
    "ask_again",
    "ask_briefly",
    "choose_body",
    "buy_draw",
    "buy_reshuffle",
    "move_card",
    "take_card_back",
    "mark_dismissal",
)


def offers_at(table: Table) -> list[Offer]:
    """Return what is offered to everybody."""
    return [offer for seat in table.seats for offer in GAME.offers(table, seat)]


def remember(offers: Iterable[Offer], offered: Offered) -> None:
    """Note which commands could be done, and which of their fields were asked for or filled."""
    for offer in offers:
        if offer.denial is None:
            command: Any = offer.command
            fields = fields_of(type(command))
            put = {field.name for field in fields if field.required or getattr(command, field.name) != field.default}
            reached = {ask.field for ask in offer.questions} | put
            offered.setdefault(type(offer.command).__name__, set()).update(reached)


def holds(table: Table, offers: list[Offer]) -> None:
    """What is denied cannot be done, whoever is waited for has something to do, and every sentence can be said."""
    for offer in offers:
        say(offer.label)
        for ask in offer.questions:
            say(ask.label)
        if offer.denial is not None:
            say(offer.denial.message)
            assert not offer.primary, offer.name
            if all(ask.optional for ask in offer.questions):
                refused = GAME.refusal(table, offer.command)
                assert refused is not None, f"{offer.name} was denied, but can be done"
                assert Denial.of(refused) == offer.denial, f"{offer.name} was denied for another reason"
    names = [(offer.command.seat, offer.name) for offer in offers]
    assert len(set(names)) == len(names), "each offer has a name of its own"
    waiting = {seat for view in GAME.view_for(table, SHARED).under_way for seat in view.waiting_for}
    for seat in waiting:
        mine = [offer for offer in offers if offer.command.seat == seat and offer.denial is None]
        assert any(offer.primary for offer in mine), f"{seat} is waited for: {[offer.name for offer in mine]}"
    if current_battle(table) is not None:
        assert waiting, "a battle always waits for somebody"


def answered(table: Table, offer: Offer, random: Random) -> Command | None:
    """Return an offer as a command; None where the answers do not fit together, which only some can."""
    for _ in range(6):
        command = answered_command(offer, table, RandomAnswers(random))
        refused = GAME.refusal(table, command)
        if refused is None:
            return command
        known = TOGETHER.get(type(command).__name__, ())
        assert set(refused.rules) & set(known), f"{offer.name}: {command}: {refused.message} {refused.rules}"
    return None


def played(table: Table, random: Random, most: int, offered: Offered, *, ends: float = 0.0) -> Table:
    """Let people do at random what is offered, until the battle is over or they have done so much."""
    chance = SeededChance(random.randrange(2**32))
    fought = current_battle(table) is not None
    for _ in range(most):
        offers = offers_at(table)
        holds(table, offers)
        remember(offers, offered)
        able = [offer for offer in offers if offer.denial is None]
        weights = [_weight(offer, ends) for offer in able]
        assert any(weights), "nothing can be done"
        command = None
        for offer in random.choices(able, weights, k=20):
            command = answered(table, offer, random)
            if command is not None:
                break
        assert command is not None, "nothing that was tried can be done"
        table = GAME.apply(table, command, chance).table
        if fought and current_battle(table) is None:
            return table
    return table


def _weight(offer: Offer, ends: float) -> float:
    """Return how often something is done: what ends or steers a battle hardly ever, what is asked mostly."""
    if offer.name.startswith(ENDS):
        return ends
    if offer.name.startswith(SELDOM):
        return 0.1
    return 12 if offer.primary or offer.name.startswith("interrupt") else 1


def named(table: Table, seat: str, name: str, viewer: str = "") -> Offer:
    """Return an offer by its name."""
    offers = {offer.name: offer for offer in GAME.offers(table, seat, viewer or seat)}
    assert name in offers, f"{name} is not offered to {seat}, but: {sorted(offers)}"
    return offers[name]


def does(table: Table, seat: str, name: str, **answers: Any) -> Table:
    """Take an offer with answers to what it asks."""
    offer = named(table, seat, name)
    assert offer.denial is None, offer.denial
    needed = {ask.field for ask in offer.questions if not ask.optional}
    assert needed <= set(answers), f"{name} asks for {needed - set(answers)}"
    assert set(answers) <= {ask.field for ask in offer.questions}
    return GAME.apply(table, replace(offer.command, **answers), SeededChance(3)).table
