"""Variants of a fight, the costs of fights, and when a simulation knows enough."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.events import CardsMoved
from engine.model.body import Body, Location
from engine.model.frozen import Json, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.model.zones import Sight, Zone
from engine.presentation.game import Game
from engine.presentation.scripts.script import play_script
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.bot import BattleBot
from engine.rulesets.card_the_drawing.encounters.battle_start import StartBattle
from engine.rulesets.card_the_drawing.encounters.encounter_commands import BeginEncounter
from engine.rulesets.loader import bot_of, game_of
from engine.simulate.fight_costs import FightCosts, cards_from_hands, fight_costs
from engine.simulate.fight_variants import FightFacts, VariantKind, usual_variants
from engine.simulate.script_simulation import fight_of_script
from engine.simulate.sensitivity import sensitivity
from engine.simulate.simulation import PRECISION_STEP, PlayedFight, PreparedFight, collect, play_fight
from engine.simulate.simulation_results import FightResult, SimulationResults, proportion, spread
from tests.engine.rulesets.card_the_drawing.table import GAME, laid
from tests.engine.simulate.prepared_fights import FIGHTS, GAMES, bot_with

BOT = BattleBot()


def fight(won: bool, **costs: object) -> PlayedFight:
    """Return a fight of one hero against one foe that was won or lost."""
    result = FightResult(
        winner="party" if won else "opposition",
        rounds=1,
        health_left={"hero": won, "foe": not won},
        sides={"hero": "party", "foe": "opposition"},
        costs=FightCosts(**costs),  # type: ignore[arg-type]
    )
    return PlayedFight(result=result, by_chance=True)


@given(st.lists(st.booleans(), min_size=400, max_size=400), st.integers(4, 20))
def test_a_simulation_stops_at_the_first_look_at_which_each_interval_is_narrow_enough(
    wins: list[bool], points: int
) -> None:
    results = collect(map(fight, wins), 0, None, points)

    def is_known(count: int) -> bool:
        shares = [sum(wins[:count]), count - sum(wins[:count])]
        return all((share := proportion(won, count)).high - share.low <= 2 * points for won in shares)

    looks = range(PRECISION_STEP, len(wins) + 1, PRECISION_STEP)
    assert results.times == next((count for count in looks if is_known(count)), len(wins))
    assert results.precise == any(map(is_known, looks))
    assert collect(map(fight, wins), 0, None, None).times == len(wins)


def test_costs_are_counted_over_all_fights_also_those_without_any() -> None:
    spent = {"tracks": {"hero": {"Luck": -2}}, "cards": {"tom": 3}, "wounds": {"hero": ("arm",)}}
    results = SimulationResults(fights=(fight(True, **spent).result, fight(True).result, fight(False).result))
    assert results.changes() == {"hero": {"Luck": spread([-2, 0, 0])}}
    assert results.cards_played() == {"tom": spread([3, 0, 0])}
    assert results.wounds()["hero"]["arm"].count == 1
    assert results.wounds()["hero"]["arm"].of == 3


def test_a_card_counts_when_it_leaves_what_its_owner_alone_sees() -> None:
    own = {name: Zone(id=name, sight=Sight.OWNERS, owners=("tom",)) for name in ("hand", "plan")}
    table = Table(ruleset="example", zones={**own, "middle": Zone(id="middle"), "deck": Zone(id="deck")})
    ways = (("hand", "plan"), ("plan", "hand"), ("deck", "hand"), ("middle", "deck"), ("plan", "middle"))
    moves = [CardsMoved(cards=("2S", "3S"), source=source, target=target) for source, target in ways]
    assert [tuple(cards_from_hands(table, (move,))) for move in moves] == [(), (), (), (), (("tom", 2),)]


@pytest.mark.parametrize("change", [{"level": 2}, {"bleeding": 1}])
def test_a_location_is_wounded_if_its_level_changes_or_it_bleeds(change: dict[str, int]) -> None:
    def table(level: int = 1, bleeding: int = 0) -> Table:
        arm = Location(level=level, bleeding=bool(bleeding))
        body = Body(chart="man", locations={"arm": arm, "leg": Location(level=1)})
        return Table(ruleset="example", actors={"tom": Actor(id="tom", name="Tom", seat="tom", body=body)})

    assert fight_costs(table(), table(**change), {}).wounds == {"tom": ("arm",)}
    assert fight_costs(table(bleeding=1), table(), {}).wounds == {}


@pytest.mark.rule("CD-UI-25")
def test_the_costs_of_a_battle_are_the_health_and_the_cards_that_it_took() -> None:
    begin = StartBattle(seat="gm", fighters=("tia", "rats"))
    table = laid("tia", "rats", tracks={"tia": {"Health": 31}})
    played = play_fight(PreparedFight(GAME, table, BOT, 3, begin), 0)
    costs, left = played.result.costs, played.result.health_left
    lost = 31 - left["tia"]
    assert costs.tracks.get("tia", {}).get("Health", 0) == -lost
    for number in range(1, 5):
        full = actor_sheet.health_left(table, f"rats#{number}")
        assert costs.tracks["rats"][f"Minion {number}"] == left[f"rats#{number}"] - full
    assert costs.cards["tom"] > 0
    assert costs.cards["gm"] > 0
    assert played.result.commands > 10


@pytest.mark.rule("CD-UI-25", "CD-MINION-1")
def test_the_variants_of_a_battle_have_one_foe_fewer_or_more_or_weaker_heroes() -> None:
    begin = StartBattle(seat="gm", fighters=("tia", "ogre", "rats"))
    variants = {one.kind: one for one in BOT.variants(GAME, laid("tia", "ogre", "rats"), begin)}
    assert [*variants] == [VariantKind.FOE_FEWER, VariantKind.FOE_MORE, VariantKind.HALF_WOUNDED]
    bodies = {kind: len(actor_sheet.body_ids(one.table, "rats")) for kind, one in variants.items()}
    assert (bodies[VariantKind.FOE_FEWER], bodies[VariantKind.FOE_MORE]) == (3, 5)
    halved = variants[VariantKind.HALF_WOUNDED].table.actors["tia"].tracks["Health"]
    assert halved.value == (laid("tia").actors["tia"].tracks["Health"].value + 1) // 2


@pytest.mark.rule("CD-UI-25")
def test_a_single_foe_stays_and_comes_twice() -> None:
    begin = StartBattle(seat="gm", fighters=("tia", "ogre"), sides={"ogre": "red"})
    variants = {one.kind: one for one in BOT.variants(GAME, laid("tia", "ogre"), begin)}
    assert VariantKind.FOE_FEWER not in variants, "nobody would be left to fight"
    more = variants[VariantKind.FOE_MORE].opening
    assert isinstance(more, StartBattle)
    assert (more.fighters, more.sides) == (("tia", "ogre", "ogre-1"), {"ogre": "red", "ogre-1": "red"})


@pytest.mark.rule("CD-UI-25")
def test_the_foes_of_an_encounter_are_changed_as_others_are() -> None:
    fight_of = PreparedFight(GAME, laid("tia"), BOT, 1, BeginEncounter(seat="gm", encounter="ford", fighters=("tia",)))
    seen: list[int] = []

    def none(changed: PreparedFight) -> SimulationResults:
        seen.append(sum(len(actor_sheet.body_ids(changed.table, actor)) for actor in changed.table.actors))
        return SimulationResults()

    rows = [row.variant.kind for row in sensitivity(fight_of, none)]
    assert rows == [VariantKind.FOE_FEWER, VariantKind.FOE_MORE, VariantKind.HALF_WOUNDED]
    assert seen == [5, 7, 6], "five robbers at the ford, and Tia"


@pytest.mark.parametrize("ruleset", GAMES)
def test_half_wounded_heroes_have_about_half_of_their_health_left(ruleset: str) -> None:
    played = play_script((FIGHTS / f"{ruleset}.json").read_bytes(), game_of)
    prepared, bot = fight_of_script(played, bot_of, 0), bot_with(ruleset)
    variants = {one.kind: one.table for one in bot.variants(prepared.game, prepared.table, prepared.opening)}
    halved = variants[VariantKind.HALF_WOUNDED]
    for actor in prepared.table.actors.values():
        health = bot.health(halved, actor.id)
        assert (health == 100) if actor.seat == "gm" else (40 <= health <= 60), (actor.id, health)
    twice = usual_variants(prepared.game, halved, prepared.opening, FightFacts(half_wound=bot.FACTS.half_wound))
    assert VariantKind.HALF_WOUNDED not in {one.kind for one in twice}, "a wound is no deeper than that"


def test_armour_comes_off_and_hit_points_are_halved_where_a_game_has_them() -> None:
    game: Game = game_of("classic_fantasy")
    seats: list[Json] = [{"id": "gm", "role": "gm"}, {"id": "tom"}]
    hero: Json = {"id": "hero", "seat": "tom", "sheet": {"armour": [{"item": "Mail", "location": "Chest"}]}}
    script: Json = {"ruleset": "classic_fantasy", "seats": seats, "actors": [hero]}
    table = play_script(msgspec.json.encode(script), game_of).history.table
    body = Body(chart="humanoid", locations={"Chest": Location(level=5, least=None, most=5, armour=4)})
    table = replace(table, actors={"hero": replace(table.actors["hero"], body=body)})
    variants = {one.kind: one.table.actors["hero"] for one in usual_variants(game, table, None, FightFacts())}
    bare, hurt = variants[VariantKind.ARMOUR_OFF], variants[VariantKind.HALF_WOUNDED]
    assert bare.body is not None
    assert hurt.body is not None
    assert not bare.sheet.get("armour")
    assert (bare.body.locations["Chest"].armour, bare.body.locations["Chest"].level) == (0, 5)
    assert (hurt.body.locations["Chest"].armour, hurt.body.locations["Chest"].level) == (4, 3)


def test_wounds_are_not_hit_points() -> None:
    """A location that counts wounds from 0 upwards is as it was for a hero who is half wounded: a game must say how."""
    table = laid("tia")
    body = Body(chart="man", locations={"arm": Location(level=1, least=0, most=6)})
    table = replace(table, actors={"tia": replace(table.actors["tia"], body=body)})
    assert [*usual_variants(GAME, table, None, FightFacts())] == []
