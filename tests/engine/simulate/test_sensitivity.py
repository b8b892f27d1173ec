"""Variants of a fight, the costs of fights, and when a simulation knows enough."""

from __future__ import annotations

import dataclasses
from itertools import islice
from unittest.mock import patch

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.core.events import CardsMoved
from engine.kit.cast.arrivals import ARRIVALS
from engine.model.body import Body, Location
from engine.model.conditions import Condition
from engine.model.frozen import Json, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.model.tracks import Track
from engine.model.zones import Sight, Zone
from engine.presentation.game import Game
from engine.presentation.scripts.script import play_script
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.bot import BattleBot
from engine.rulesets.card_the_drawing.encounters.battle_start import StartBattle
from engine.rulesets.card_the_drawing.encounters.encounter_commands import BeginEncounter
from engine.rulesets.imaginality.turns.turn_commands import JoinFight, LeaveFight
from engine.rulesets.loader import bot_of, game_of
from engine.simulate.fight_costs import FightCosts, cards_from_hands, fight_costs
from engine.simulate.fight_variants import FightFacts, VariantKind, usual_variants
from engine.simulate.script_simulation import fight_of_script
from engine.simulate.sensitivity import changed_fights, sensitivity
from engine.simulate.simulation import PRECISION_STEP, PlayedFight, PreparedFight, collect, play_fight
from engine.simulate.simulation_results import FightResult, SimulationResults, proportion, spread
from engine.simulate.worker_processes import WorkerOrders
from tests.engine.rulesets.card_the_drawing.table import GAME, laid, started
from tests.engine.simulate.prepared_fights import FIGHTS, GAMES, begun, bot_with, steps

BOT = BattleBot()
CARD_THE_DRAWING = pytest.param("card_the_drawing", marks=pytest.mark.rule("CD-UI-25"))


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


def under_way(ruleset: str) -> PreparedFight:
    """Return a fight of a game that has just begun, with several foes; the last one is no group."""
    if ruleset == "card_the_drawing":
        return PreparedFight(GAME, started(laid("tia", "tam", "eli", "rats", "ogre")), BOT, 1, viewer="gm")
    return PreparedFight(game_of(ruleset), begun(ruleset), bot_with(ruleset), 1, viewer="gm")


def bodies(fight: PreparedFight) -> list[str]:
    """Return all foes of a fight, each minion by itself, as they are at its end."""
    return sorted(body for body, side in play_fight(fight, 0).result.sides.items() if side == "opposition")


def of_foes(fight: PreparedFight) -> dict[VariantKind, PreparedFight]:
    """Return the changed fights with other foes."""
    kinds = (VariantKind.FOE_FEWER, VariantKind.FOE_MORE)
    return {variant.kind: changed for variant, changed in changed_fights(fight) if variant.kind in kinds}


@pytest.mark.parametrize("ruleset", [*GAMES, CARD_THE_DRAWING])
def test_in_a_fight_under_way_a_foe_leaves_or_another_one_joins_as_it_came(ruleset: str) -> None:
    fight = under_way(ruleset)
    foes, came = fight.bot.standing_foes(fight.table), fight.table.actors
    last = fight.table.actors[foes[-1]]
    wounds = {name: replace(track, value=1) for name, track in last.tracks.items()}
    hurt = replace(last, tracks=wounds, conditions=(*last.conditions, Condition(id="tired", name="Tired")))
    fight = dataclasses.replace(fight, table=replace(fight.table, actors={**came, last.id: hurt}))
    assert fight.bot.standing_foes(fight.table) == foes
    changed, before = of_foes(fight), bodies(fight)
    fewer, more = changed[VariantKind.FOE_FEWER], changed[VariantKind.FOE_MORE]
    assert fewer.table is fight.table
    (copy,) = more.table.actors.keys() - came.keys()
    assert more.table == replace(fight.table, actors={**fight.table.actors, copy: more.table.actors[copy]})
    fresh = laid(last.id).actors[last.id] if ruleset == "card_the_drawing" else last
    assert more.table.actors[copy] == replace(fresh, id=copy), "unhurt, without conditions of this fight"
    assert bodies(fewer) == [foe for foe in before if foe != last.id]
    assert bodies(more) == sorted([*before, copy])
    for each in changed.values():
        orders = msgspec.json.encode(WorkerOrders.of(each))
        elsewhere = msgspec.json.decode(orders, type=WorkerOrders).fight(fight.game)
        assert play_fight(elsewhere, 1) == play_fight(each, 1), "the same seed, the same fight, also in a worker"


@pytest.mark.parametrize("ruleset", GAMES)
def test_foes_change_only_where_the_rules_allow_it(ruleset: str) -> None:
    fight, refused = under_way(ruleset), 0
    for table, _, _ in islice(steps(fight.table, bot_with(ruleset), 5), 0, 200, 20):
        foes = fight.bot.standing_foes(table)
        changed = of_foes(dataclasses.replace(fight, table=table))
        leave = fight.bot.leaving(fight.game, table, foes[-1])
        may_leave = leave is not None and fight.game.refusal(table, leave) is None
        refused += not may_leave
        assert (VariantKind.FOE_FEWER in changed) == (may_leave and len(foes) > 1)
        assert all(play_fight(each, 0).result.decided for each in changed.values())
    assert refused, "such as while an attack is in progress"


@pytest.mark.parametrize("ruleset", [*GAMES, CARD_THE_DRAWING])
def test_the_last_foe_that_can_act_stays(ruleset: str) -> None:
    fight = under_way(ruleset)
    *others, _ = fight.bot.standing_foes(fight.table)
    for foe in reversed(others):
        assert VariantKind.FOE_FEWER in of_foes(fight), foe
        leave = fight.bot.leaving(fight.game, fight.table, foe)
        assert leave is not None
        fight = dataclasses.replace(fight, table=fight.game.apply(fight.table, leave, SeededChance(1)).table)
    assert [*of_foes(fight)] == [VariantKind.FOE_MORE]


@pytest.mark.rule("CD-UI-25", "CD-MINION-3")
def test_a_mob_in_a_battle_has_one_minion_fewer_or_more_and_an_ally_of_the_party_is_no_foe() -> None:
    table = started(laid("tia", "rats", "ogre"), sides={"ogre": "party"})
    rats = table.actors["rats"]
    down = {name: replace(track, value=0) for name, track in rats.tracks.items() if name == "Minion 4"}
    table = replace(table, actors={**table.actors, "rats": replace(rats, tracks={**rats.tracks, **down})})
    changed = of_foes(PreparedFight(GAME, table, BOT, 1, viewer="gm"))
    assert bodies(changed[VariantKind.FOE_FEWER]) == ["rats#1", "rats#2", "rats#4"], "one that is not defeated leaves"
    assert bodies(changed[VariantKind.FOE_MORE]) == [f"rats#{number}" for number in range(1, 6)]
    alone = replace(rats, tracks={**rats.tracks, **{f"Minion {number}": down["Minion 4"] for number in (2, 3, 4)}})
    single = replace(table, actors={**table.actors, "rats": alone})
    assert [*of_foes(PreparedFight(GAME, single, BOT, 1))] == [VariantKind.FOE_MORE]


def test_the_foe_of_an_encounter_joins_as_the_encounter_brought_it() -> None:
    fight = under_way("imaginality")
    last = fight.table.actors[fight.bot.standing_foes(fight.table)[-1]]
    tracks: Json = {"Grit": {"value": 3}}
    row: Json = {
        "id": last.id,
        "run": "ambush",
        "character": {"id": last.id, "name": "A", "seat": "x", "tracks": tracks},
    }
    brought = dataclasses.replace(fight, table=replace(fight.table, lists={ARRIVALS.name: (row,)}))
    table = of_foes(brought)[VariantKind.FOE_MORE].table
    (copy,) = table.actors.keys() - fight.table.actors.keys()
    assert table.actors[copy] == Actor(id=copy, name=last.name, seat="gm", tracks={"Grit": Track(value=3)})
    broken = replace(fight.table, lists={ARRIVALS.name: ({"id": last.id, "run": "ambush", "character": {"id": 1}},)})
    assert [*of_foes(dataclasses.replace(fight, table=broken))] == [VariantKind.FOE_FEWER]


def test_a_game_without_such_commands_keeps_the_foes_of_a_fight_under_way() -> None:
    fight = under_way("imaginality")
    others = {name: command for name, command in fight.game.commands.items() if command not in (JoinFight, LeaveFight)}
    with patch.object(Game, "commands", others):
        assert of_foes(fight) == {}


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
