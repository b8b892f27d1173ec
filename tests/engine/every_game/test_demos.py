"""The demos play to their end, always alike, and wait there for a person; the battle has everything to see."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from engine.asset_folder import BUNDLED_GAMES, game_folder
from engine.core.chance import SeededChance
from engine.model.cards import face_of
from engine.model.table import Table
from engine.presentation.scripts.script import PlayedScript, play_script
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.battle import actor_zones
from engine.rulesets.card_the_drawing.battle.battle_procedures import Battle, Phase, current_battle
from engine.rulesets.card_the_drawing.battle.participants import standing_actors
from engine.rulesets.card_the_drawing.cards.card_library import library_of
from engine.rulesets.classic_fantasy.checks.check_commands import CallOff
from engine.rulesets.classic_fantasy.editor.deployment_commands import GoToPlace
from engine.rulesets.classic_fantasy.traps.placed_traps import all_traps
from engine.rulesets.loader import game_of, ruleset_ids

DEMOS = sorted(BUNDLED_GAMES.glob("*/demo.json"))
HEROES = ("hild", "corwin", "wick", "ysolde")


def played(path: Path) -> PlayedScript:
    found = play_script(path.read_bytes(), game_of)
    assert found.stopped is None, found.stopped
    return found


@pytest.mark.parametrize("path", DEMOS, ids=lambda path: path.parent.name)
def test_a_demo_always_plays_to_the_same_end_and_some_seat_has_an_offer(path: Path) -> None:
    assert path.parent.name in ruleset_ids()
    first, again = played(path), played(path)
    assert first.history.table == again.history.table
    table = first.history.table
    open_to = [seat for seat in table.seats for offer in first.game.offers(table, seat) if offer.denial is None]
    assert open_to


@pytest.fixture(scope="module")
def ford() -> Table:
    return played(game_folder("card_the_drawing") / "demo.json").history.table


def the_battle(table: Table) -> Battle:
    found = current_battle(table)
    assert found is not None
    return found


def _faces(table: Table, places: Iterable[str]) -> set[str]:
    return {face_of(card) for place in places for card in table.cards_in(place)}


def test_the_battle_waits_in_the_second_round_for_four_players_to_plan(ford: Table) -> None:
    now = the_battle(ford)
    assert (now.round, now.phase) == (2, Phase.PLANNING)
    assert {actor for actor in standing_actors(ford) if not now.fighters[actor].ready} == set(HEROES)
    for hero in HEROES:
        seat = ford.actors[hero].seat
        (first, *_) = (offer for offer in game_of("card_the_drawing").offers(ford, seat) if offer.primary)
        assert first.name == f"plan_cards:{hero}"


def test_the_battle_has_everything_to_see(ford: Table) -> None:
    library = library_of()
    cards = library.cards
    borne = _faces(ford, map(actor_zones.field_zone, ford.actors))
    assert {"hamstring", "take_cover", "sh_smoke_bomb"} == borne
    assert _faces(ford, [actor_zones.open_zone("ysolde")]) == {"so_meteor"}, "the Ritual goes on over the round's end"
    hands = {actor: {face_of(card) for card in actor_zones.hand_cards(ford, actor)} for actor in ford.actors}
    interrupts = {actor for actor, held in hands.items() if any("Interrupt" in cards[card].tags for card in held)}
    assert {"hild", "wick", "reeve", "gang"} <= interrupts
    assert any("Distant" in cards[card].tags for card in hands["ysolde"])
    assert [body.health > 0 for body in actor_sheet.bodies_of(ford, "gang")] == [True, True, False, True]
    assert all(
        actor_sheet.bodies_of(ford, hero)[0].health < actor_sheet.bodies_of(ford, hero)[0].most for hero in HEROES
    )
    assert all(actor_sheet.adrenaline(ford, hero) >= 3 for hero in HEROES)
    assert _faces(ford, [actor_zones.SURROUNDINGS]) == {"env_knee_deep_mud"}
    assert the_battle(ford).fighters["hild"].stunned


@pytest.mark.rule("CD-DECK-2", "CD-DECK-3")
def test_every_deck_of_the_battle_is_legal_and_every_record_is_about_a_character(ford: Table) -> None:
    for actor, who in ford.actors.items():
        assert actor_sheet.actor_deck_problems(ford, actor) == ()
        assert who.sheet.get("notes")
        if actor in HEROES:
            assert who.sheet.get("description")
    assert {ford.actors[hero].sheet["archetype"] for hero in HEROES} == {"Titan", "Shadow", "Sorcerer"}


def test_each_room_of_brine_house_lays_its_traps_hidden_and_brings_its_foes_unseen_and_nothing_twice() -> None:
    found = played(game_folder("classic_fantasy") / "demo.json")
    chance, game = SeededChance(1), found.game
    table = game.apply(found.history.table, CallOff(seat="gm"), chance).table
    come: dict[str, tuple[list[str], list[str]]] = {}
    for place in table.lists["places"]:
        for _ in range(2):
            before, table = table, game.apply(table, GoToPlace(seat="gm", place=str(place["id"])), chance).table
            new = [trap.trap.name for trap in all_traps(table) if trap not in all_traps(before)]
            foes = [actor.name for name, actor in table.actors.items() if name not in before.actors]
            if new or foes:
                assert place["id"] not in come
                come[str(place["id"])] = (new, foes)
    assert come == {
        "apothecary": (["The apothecary’s drawer"], []),
        "counting_room": ([], ["Madge of the Lantern", "Cellar dog", "Tallow bat"]),
    }
    assert [(trap.trap.name, trap.state, trap.known) for trap in all_traps(table)] == [
        ("The missing stair", "hidden", ()),
        ("The apothecary’s drawer", "hidden", ()),
    ]
    assert {actor.id for actor in table.actors.values() if actor.secret} == {"captain-1", "dog-1", "bat-1"}
