"""A simulation for one viewer depends on what that viewer knows of the cards, and on nothing else."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from random import Random
from unittest.mock import patch

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
from engine.simulate.fight_variants import VariantKind
from engine.simulate.sensitivity import changed_fights
from engine.simulate.simulation import FightBot, PreparedFight, play_fight
from engine.simulate.unknown_cards import with_unknown_cards_dealt
from tests.engine.simulate.prepared_fights import FIGHTS

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
    there = replace_table(fight, world)
    assert [play_fight(there, number) for number in range(2)] == fights
    here = {variant.kind: play_fight(changed, 0) for variant, changed in changed_fights(fight)}
    assert here.keys() >= {VariantKind.FOE_FEWER, VariantKind.FOE_MORE}
    assert {variant.kind: play_fight(changed, 0) for variant, changed in changed_fights(there)} == here


def start_of_fight(ruleset: str) -> PreparedFight:
    """Return a fight that begins with a command: that of a game's demo, or one of four against six."""
    path = RULESETS / ruleset / "demo.json" if ruleset != "classic_fantasy" else FIGHTS / f"{ruleset}.json"
    history, bot = play_script(path.read_bytes(), game_of).history, bot_for(ruleset)
    running = (at for at in range(len(history.entries)) if bot.is_fight_running(history.table_at(at + 1)))
    at = next(running)
    return PreparedFight(game_of(ruleset), history.table_at(at), bot, 0, history.entries[at].command)


def dealt_for(fight: PreparedFight, number: int) -> tuple[Table, tuple[str, ...]]:
    """Return the table when a fight has just begun, and the zones that are said to be the same in every fight."""
    tables: list[Table] = []
    with patch.object(type(fight.bot), "next_command", lambda _self, _game, table: tables.append(table)):
        unvaried = play_fight(fight, number).unvaried
    return tables[0], unvaried


@pytest.mark.rule("CD-CORE-2")
@pytest.mark.parametrize("viewer", ["", "gm"])
@pytest.mark.parametrize("ruleset", ["card_the_drawing", "classic_fantasy", "future_imperfect", "imaginality"])
def test_each_fight_has_its_own_deal_and_the_rest_is_said(ruleset: str, viewer: str) -> None:
    """Cards that the viewer does not know, or in a script nobody, differ; other hidden cards are in named zones."""
    start = dataclasses.replace(start_of_fight(ruleset), viewer=viewer)
    under_way = a_little_later(start)
    for fight in (start, under_way):
        dealt = [dealt_for(fight, number) for number in range(8)]
        tables, [unvaried] = [table for table, _ in dealt], {frozenset(zones) for _, zones in dealt}
        assert len({tuple(zone.cards for zone in table.zones.values()) for table in tables}) > 1 or not tables[0].zones
        for zone in tables[0].zones.values():
            deals = [table.zones[zone.id].cards for table in tables]
            if any(not zone.may_see(card, seat) for card in zone.cards for seat in tables[0].seats):
                known = [cards for cards in zip(*deals, strict=False) if len({*cards}) == 1]
                assert bool(known) == (zone.id in unvaried), (zone.id, unvaried)
            else:
                assert zone.id not in unvaried
            if fight is under_way:
                for seat in [viewer] if viewer else [*tables[0].seats]:
                    seen = {tuple(card if zone.may_see(card, seat) else "" for card in cards) for cards in deals}
                    assert len(seen) == 1, "nobody who asks sees other cards than on the table"


def a_little_later(start: PreparedFight) -> PreparedFight:
    """Return a fight a few commands after its start."""
    assert start.opening is not None
    table, chance = start.game.apply(start.table, start.opening, SeededChance(5)).table, SeededChance(5)
    for _ in range(12):
        command = start.bot.next_command(start.game, table)
        assert command is not None
        table = start.game.apply(table, command, chance).table
    return dataclasses.replace(start, table=table, opening=None)


def replace_table(fight: PreparedFight, table: Table) -> PreparedFight:
    """Return a fight on another table."""
    return PreparedFight(fight.game, table, fight.bot, fight.seed, fight.opening, fight.viewer)
