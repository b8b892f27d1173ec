"""Everybody sees what a noticed secret character does, and the log tells nobody else a number of its record."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.kit.bots.bot import RandomOfferBot, allowed_offers
from engine.kit.bots.offer_answers import UnanswerableQuestion
from engine.kit.conformance.game_profile import profile_of
from engine.kit.conformance.hidden_changes import another_actor, histories
from engine.kit.conformance.other_worlds import difference
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.seats import SHARED, Actor
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.offers import Offer
from engine.rulesets.loader import game_of
from tests.engine.every_game.test_secret_numbers import a_calm_table
from tests.properties import examples

SHADE = "shade"
STEPS, TRIES, CHANGES = 8, 20, 3


def with_actor(table: Table, actor: Actor) -> Table:
    return replace(table, actors={**table.actors, actor.id: actor})


def is_about(offer: Offer) -> bool:
    """Say whether an offer is about the secret character, or may become so."""
    return SHADE in str(offer.command) or any(SHADE in ask.choices for ask in offer.questions)


def next_command(game: Game, table: Table, offers: list[Offer], random: Random, word: str = "") -> Command | None:
    """Return a command of one of the offers that is allowed and names a word; None if none is found."""
    bot = RandomOfferBot(random)
    for _ in range(TRIES if offers else 0):
        with suppress(UnanswerableQuestion):
            command = bot.take(game, table, random.choice(offers))
            if word in str(command) and game.refusal(table, command) is None:
                return command
    return None


def a_fight(game: Game, random: Random) -> Table:
    """Return a combat of the Shade with the others."""
    table, openings = a_calm_table(game.ruleset.id), profile_of(game).openings
    offers = [offer for offer in game.offers(table, table.gm()) if offer.name in openings]
    for _ in range(TRIES):
        command = next_command(game, table, offers, random, SHADE)
        if command is not None:
            begun = game.apply(table, command, SeededChance(1)).table
            if SHADE in game.view_for(begun, SHARED).actors:
                return begun
    raise AssertionError("no combat begins")


@pytest.mark.parametrize("ruleset", ["card_the_drawing", "classic_fantasy", "future_imperfect"])
@examples(8)
@given(seed=st.integers(0, 2**32))
def test_the_log_about_a_noticed_secret_character_is_the_same_whatever_its_record_says(ruleset: str, seed: int) -> None:
    game, random = game_of(ruleset), Random(seed)
    table, profile = a_fight(game, random), profile_of(game)
    for _ in range(random.randint(0, 4)):  # hurt, tired, held …
        table = with_actor(table, another_actor(game, table, table.actors[SHADE], random)[1])
    for _ in range(STEPS):
        offers = list(allowed_offers(game, table, table.seats))
        about = [offer for offer in offers if is_about(offer)]
        command = next_command(game, table, about if about and random.random() < 0.75 else offers, random)
        if command is None:
            break
        for _ in range(CHANGES):
            change, other = another_actor(game, table, table.actors[SHADE], random)
            if not profile.is_visible_change(table, table.actors[SHADE], other):
                both = histories(game, table, with_actor(table, other), command, seed, SHARED)
                assert both is None or difference(both[0].log(SHARED), both[1].log(SHARED)) is None, (command, change)
        try:
            table = game.apply(table, command, SeededChance(seed)).table
        except Refused:
            break
        if SHADE not in table.actors or table.may_read(table.actors[SHADE], SHARED):
            break
