"""What is wrong with a command that is still being filled in depends on no character that the viewer may not read."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.codec import Codec
from engine.core.commands import Command
from engine.core.history import History
from engine.kit.bots.bot import RandomOfferBot
from engine.kit.bots.offer_answers import UnanswerableQuestion
from engine.kit.conformance.hidden_changes import hidden_changes
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.classic_fantasy.travel.party_travel import Walk
from engine.rulesets.loader import game_of, ruleset_ids
from tests.engine.every_game.test_secret_numbers import a_calm_table
from tests.engine.rich import a_moment
from tests.properties import examples
from vtt.campaign.open_campaign import OpenCampaign


def told(table: Table, command: Command, *, tried: bool = False) -> object:
    """Return in which words the common screen refuses a command, live or once it is sent."""
    campaign = OpenCampaign(game_of(table.ruleset), History(table), SeededChance(1))
    refused = campaign.viewer_campaign(SHARED).refusal(command, tried=tried, live=not tried)
    return refused and (refused.message, refused.rules)


@pytest.mark.parametrize("ruleset", ruleset_ids())
@examples(8)
@given(seed=st.integers(0, 2**32))
def test_a_live_refusal_is_the_same_whatever_secret_characters_are_like(qapp: object, ruleset: str, seed: int) -> None:
    game, random = game_of(ruleset), Random(seed)
    table, bot = a_moment(ruleset, random), RandomOfferBot(random)
    commands: list[Command] = []
    for offer in (offer for seat in table.seats for offer in game.offers(table, seat, SHARED)):
        with suppress(UnanswerableQuestion, Refused):
            commands.append(bot.take(game, table, offer))
    commands = random.sample(commands, min(len(commands), 15))
    here = [told(table, command) for command in commands]
    for change, other, swapped in hidden_changes(game, Codec(game), table, SHARED, random):
        if other.actors != table.actors and not swapped:
            assert [told(other, command) for command in commands] == here, change


@pytest.mark.rule("CF-TIME-4")
def test_how_fast_a_secret_member_of_the_party_goes_shows_before_the_party_sets_out_in_nothing(qtbot: QtBot) -> None:
    table = a_calm_table("classic_fantasy")
    slow, walk = table.actors["pell"], Walk(seat="gm", feet=4)
    tried = []
    for feet in (0, 6):
        secret = replace(slow, secret=True, sheet={**slow.sheet, "movement": feet})
        world = replace(table, actors={**table.actors, slow.id: secret})
        assert told(world, walk) is None
        tried.append(told(world, walk, tried=True))
    assert tried[0] is not None
    assert tried[1] is None
