"""A simulation for one viewer depends on what that viewer knows of the cards, and on nothing else."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.core.chance import SeededChance
from engine.core.codec import Codec
from engine.core.unseen_cards import unknown_cards
from engine.kit.conformance.other_worlds import swapped_table, swapping
from engine.model.cards import copy_of
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.scripts.script import play_script
from engine.rulesets.loader import bot_of, game_of
from engine.simulate.simulation import FightBot, PreparedFight, play_fight
from engine.simulate.unknown_cards import with_unknown_cards_dealt

RULESETS = Path(__file__).parents[3] / "assets" / "rulesets"


def demo_table(ruleset: str) -> Table:
    """Return the table at the end of a game's demo."""
    return play_script((RULESETS / ruleset / "demo.json").read_bytes(), game_of).history.table


def bot_for(ruleset: str) -> FightBot:
    """Return the bot of a game."""
    bot = bot_of(ruleset)
    assert bot is not None
    return bot


@pytest.mark.parametrize("ruleset", ["card_the_drawing", "future_imperfect", "imaginality"])
def test_hidden_cards_change_places_within_their_decks_and_known_ones_stay(ruleset: str) -> None:
    game, bot, table = game_of(ruleset), bot_for(ruleset), demo_table(ruleset)
    unknown = unknown_cards(table, "gm")
    dealt, swapped = with_unknown_cards_dealt(game, table, "gm", SeededChance(3), bot.deck_of)
    assert swapped <= unknown
    assert any(dealt.zones[zone].cards != table.zones[zone].cards for zone in table.zones if zone.startswith("hand:"))
    for zone in table.zones.values():
        after = dealt.zones[zone.id].cards
        assert len(after) == len(zone.cards)
        for card, other in zip(zone.cards, after, strict=True):
            assert card in unknown or card == other
            assert bot.deck_of(table, card) == bot.deck_of(table, other)
            assert ruleset != "future_imperfect" or copy_of(card) == copy_of(other)
    assert dealt.actors is table.actors


@pytest.mark.parametrize("ruleset", ["card_the_drawing", "future_imperfect"])
def test_a_fight_tells_the_gm_nothing_of_the_cards_of_the_players(ruleset: str) -> None:
    """Other worlds that the GM cannot tell from this one have the same fights."""
    game, bot, table = game_of(ruleset), bot_for(ruleset), demo_table(ruleset)
    fight = PreparedFight(game, table, bot, 0, viewer="gm")
    fights = [play_fight(fight, number) for number in range(2)]
    assert fights[0] != fights[1]
    hand = next(zone for zone in table.zones.values() if zone.id.startswith("hand:") and len(zone.cards) > 1)
    deck = bot.deck_of(table, hand.cards[0])
    alike = [card for card in unknown_cards(table, "gm") if bot.deck_of(table, card) == deck]
    bare = Table(ruleset=ruleset, zones=table.zones, procedures=table.procedures)
    other = swapped_table(Codec(game), bare, swapping(alike, Random(1)))
    world = replace(table, zones=other.zones, procedures=other.procedures)
    assert world.zones[hand.id].cards != hand.cards or world.zones != table.zones
    assert [play_fight(replace_table(fight, world), number) for number in range(2)] == fights


def replace_table(fight: PreparedFight, table: Table) -> PreparedFight:
    """Return a fight on another table."""
    return PreparedFight(fight.game, table, fight.bot, fight.seed, fight.opening, fight.viewer)
