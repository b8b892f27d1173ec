"""The Drawing phase on the table (sections 2.2 and 2.7)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.odds.every_result import every_result
from engine.presentation.offers import Offer
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.battle import actor_zones, participants
from engine.rulesets.card_the_drawing.battle.actor_zones import card_record_in, hand_zone
from engine.rulesets.card_the_drawing.battle.battle_procedures import FieldCardState, Phase, current_battle
from engine.rulesets.card_the_drawing.battle.drawing_phase import (
    BuyDraw,
    BuyReshuffle,
    DrawDue,
    FinishDrawing,
    FinishDrawingForAll,
)
from engine.rulesets.card_the_drawing.battle.phase_flow import ForceOn, unfinished_actors
from engine.rulesets.card_the_drawing.battle.planning.planning_phase import PlanCards
from engine.rulesets.card_the_drawing.settings import library
from tests.engine.rulesets.card_the_drawing.table import (
    GAME,
    arranged,
    cards,
    counts,
    deck,
    duel,
    faces,
    fighter,
    finished,
    laid,
    next_round,
    notes,
    now,
    outcome,
    planned,
    planning,
    play,
    refused,
    started,
    why,
    with_tracks,
)

VECTORS = tomllib.loads((Path(__file__).parents[1] / "upkeep" / "drawing.toml").read_text(encoding="utf-8"))
KINDS: Mapping[str, type[Any]] = {"buy_draw": BuyDraw, "buy_reshuffle": BuyReshuffle}
NUMBERS = ("hand", "pile", "discard", "adrenaline", "health")


def _with_field(table: Table, actor: str, face: str) -> Table:
    """Return a battle in which a card out of the draw pile is in the field before its owner."""
    pile, field = table.zones[actor_zones.draw_pile_zone(actor)], table.zones[actor_zones.field_zone(actor)]
    card = next(card for card in pile.cards if card.startswith(face))
    changed = {
        pile.id: replace(pile, cards=tuple(other for other in pile.cards if other != card)),
        field.id: replace(field, cards=(card,)),
    }
    battle = now(table)
    fight = replace(battle, field=(*battle.field, FieldCardState(card=card, owner=actor, bearer=actor)))
    procedures = tuple(fight if procedure is battle else procedure for procedure in table.procedures)
    return replace(table, zones={**table.zones, **changed}, procedures=procedures)


def _to_drawing(has: Mapping[str, Any]) -> Table:
    table = duel()
    if "field" in has:
        table = _with_field(table, "tia", has["field"])
    table = planning(table)
    table = arranged(table, "tia", hand=has["hand"], pile=has["pile"], discard=has["discard"])
    numbers = {name.title(): has[name] for name in ("health", "adrenaline") if name in has}
    return planned(with_tracks(table, "tia", **numbers))


def _shown(table: Table, wanted: Mapping[str, Any]) -> dict[str, int]:
    counts_of_tia = counts(table, "tia")
    return {name: counts_of_tia[name] for name in NUMBERS if name in wanted}


def _wanted(step: Mapping[str, Any]) -> dict[str, int]:
    return {name: step[name] for name in NUMBERS if name in step}


@pytest.mark.parametrize("name", VECTORS)
@pytest.mark.rule(
    *(name for name in VECTORS if name.startswith("CD-EX")),
    *(f"CD-DRAW-{number}" for number in range(1, 11)),
    *("CD-ADR-1", "CD-ADR-2", "CD-ADR-3", "CD-ADR-4", "CD-STAT-3", "CD-STAT-4", "CD-STAT-10"),
)
def test_what_is_drawn_and_bought(name: str) -> None:
    vector = VECTORS[name]
    if vector["drawn"].get("health") == 0:  # the battle would end, so another one fights on that side
        _falls(vector)
        return
    table = _to_drawing(vector["has"])
    assert _shown(table, vector["drawn"]) == _wanted(vector["drawn"])
    for step in vector["does"]:
        kind = next(kind for kind in KINDS if kind in step)
        command: Command = KINDS[kind](seat="tom", actor="tia", **step[kind])
        if "refused" in step:
            assert step["refused"] in refused(table, command).rules
        elif step.get("health") == 0:
            result = outcome(table, command)
            assert current_battle(result.table) is None
            assert {"falls", "won"} <= {*notes(result)}
            continue
        else:
            table = play(table, command)
        assert _shown(table, step) == _wanted(step)
        if "field" in step:
            assert len(cards(table, "field:tia")) == step["field"]


def _falls(vector: Mapping[str, Any]) -> None:
    """Exhaustion defeats: no card is drawn, and who is defeated buys nothing (CD-EX-10)."""
    table = started(laid("tia", "eli", "tam"), sides={"tia": "red", "tam": "red", "eli": "blue"})
    has = vector["has"]
    table = arranged(planning(table), "tia", hand=has["hand"], pile=has["pile"], discard=has["discard"])
    table = planned(with_tracks(table, "tia", Health=has["health"], Adrenaline=has["adrenaline"]))
    assert _shown(table, vector["drawn"]) == _wanted(vector["drawn"])
    for step in vector["does"]:
        assert step["refused"] in refused(table, BuyDraw(seat="tom", actor="tia")).rules
    assert unfinished_actors(table) == ("eli", "tam")


@pytest.mark.rule("CD-DRAW-1", "CD-DRAW-2", "CD-ROUND-1")
def test_a_full_hand_first_then_one_card_a_round() -> None:
    table = duel()
    assert (counts(table, "tia")["hand"], counts(table, "tia")["pile"]) == (5, 25)
    assert now(table).phase is Phase.DRAWING
    table = arranged(table, "tia", hand=2, pile=20)
    table = next_round(table)
    assert (counts(table, "tia")["hand"], counts(table, "tia")["pile"]) == (3, 19)
    assert counts(table, "tia")["adrenaline"] == 6


@pytest.mark.rule("CD-DRAW-10", "CD-MINION-7")
def test_the_gm_says_which_minion_pays_for_an_empty_pile() -> None:
    table = started(laid("tia", "rats"))
    table = arranged(planning(table), "rats", hand=2, pile=0, discard=5)
    table = planned(table)
    assert counts(table, "rats")["hand"] == 2
    assert fighter(table, "rats").due == 1
    assert {"drawing_due", "CD-DRAW-4"} <= {*why(table, FinishDrawing(seat="gm", actor="rats"))}
    assert {"drawing_due", "CD-DRAW-4"} <= {*why(table, BuyDraw(seat="gm", actor="rats"))}
    assert why(table, DrawDue(seat="gm", actor="rats", body="rats#9")) == ("drawing_no_such_body", "CD-DRAW-10")
    table = play(table, DrawDue(seat="gm", actor="rats", body="rats#3"))
    health = [actor_sheet.health_track(table, body) for body in actor_sheet.body_ids(table, "rats")]
    assert [track.value for track in health if track is not None] == [8, 8, 5, 8]
    assert (counts(table, "rats")["hand"], counts(table, "rats")["pile"]) == (3, 4)
    assert {"drawing_nothing_due", "CD-DRAW-2"} <= {*why(table, DrawDue(seat="gm", actor="rats"))}


@pytest.mark.rule("CD-MINION-7", "CD-AMB-37")
def test_a_mob_may_draw_as_many_cards_as_its_speed() -> None:
    table = started(laid("tia", "rats", options={"mob_draw": "speed"}))
    table = planned(arranged(planning(table), "rats", hand=0, pile=9))
    assert counts(table, "rats")["hand"] == 4


@pytest.mark.rule("CD-AMB-10", "CD-DRAW-4")
def test_the_regular_draw_is_skipped_only_where_the_group_wishes() -> None:
    table = next_round(arranged(duel(options={"may_skip_draw": True}), "tia", hand=2, pile=9))
    assert counts(table, "tia")["hand"] == 2
    drawn = play(table, DrawDue(seat="tom", actor="tia"))
    assert counts(drawn, "tia")["hand"] == 3
    assert fighter(play(table, FinishDrawing(seat="tom", actor="tia")), "tia").ready


@pytest.mark.rule("CD-AMB-11", "CD-DRAW-5")
def test_how_many_draws_are_bought_may_be_limited() -> None:
    table = arranged(duel(options={"extra_draws_per_round": 1}), "tia", hand=1, pile=9)
    table = play(with_tracks(table, "tia", Adrenaline=9), BuyDraw(seat="tom", actor="tia"))
    assert {"drawing_no_more_draws", "CD-DRAW-5"} <= {*why(table, BuyDraw(seat="tom", actor="tia"))}


@pytest.mark.rule("CD-AMB-11", "CD-DRAW-6")
def test_the_last_health_may_be_out_of_the_question() -> None:
    table = with_tracks(duel(options={"lethal_payment": "forbid"}), "tia", Adrenaline=9, Health=3)
    assert {"drawing_lethal", "CD-DRAW-6"} <= {*why(table, BuyReshuffle(seat="tom", actor="tia", sure=True))}


@pytest.mark.rule("CD-AMB-12", "CD-DRAW-7")
@pytest.mark.parametrize(("cost", "health"), [(0, 35), (5, 30)])
def test_what_an_empty_pile_costs(cost: int, health: int) -> None:
    table = arranged(duel(options={"exhaustion_cost": cost}), "tia", hand=1, pile=0, discard=6)
    table = play(with_tracks(table, "tia", Adrenaline=2), BuyDraw(seat="tom", actor="tia"))
    assert counts(table, "tia") == {"hand": 2, "pile": 5, "discard": 0, "adrenaline": 0, "health": health}


@pytest.mark.rule("CD-DRAW-6")
def test_a_mob_that_reshuffles_pays_with_the_minion_that_the_gm_names() -> None:
    table = with_tracks(started(laid("tia", "rats")), "rats", Adrenaline=6)
    table = play(table, BuyReshuffle(seat="gm", actor="rats", body="rats#2"))
    track = actor_sheet.health_track(table, "rats#2")
    assert track is not None
    assert track.value == 5
    weak = with_tracks(table, "rats", Adrenaline=6, **{"Minion 2": 3})
    assert {"drawing_be_sure", "CD-DRAW-6"} <= {*why(weak, BuyReshuffle(seat="gm", actor="rats", body="rats#2"))}
    fallen = play(weak, BuyReshuffle(seat="gm", actor="rats", body="rats#2", sure=True))
    assert participants.standing_actors(fallen) == ("tia", "rats")
    assert actor_sheet.standing_bodies(fallen, "rats") == ("rats#1", "rats#3", "rats#4")
    assert counts(fallen, "rats")["hand"] == 5


@pytest.mark.rule("CD-UI-4", "CD-DRAW-7")
def test_what_happens_by_itself_is_told_and_chance_is_the_tables_own() -> None:
    table = arranged(planning(duel()), "tia", hand=2, pile=0, discard=5)
    table = with_tracks(table, "tia", Adrenaline=0)
    result = outcome(table, _last_plan(table), SeededChance(7))
    assert [key for key in notes(result) if key in ("gains", "exhausted", "loses", "draws")] == [
        "gains",
        "exhausted",
        "loses",
        "draws",
        "gains",
    ]
    again = outcome(table, _last_plan(table), SeededChance(7))
    assert again.table == result.table


def _last_plan(table: Table) -> Command:
    first, *_ = unfinished_actors(table)
    assert first == "tia"
    return ForceOn(seat="gm") if len(unfinished_actors(table)) > 1 else PlanCards(seat="tom", actor="tia")


@pytest.mark.rule("CD-UI-3", "CD-UI-13")
def test_the_gm_goes_on_without_waiting() -> None:
    table = duel()
    assert unfinished_actors(table) == ("tia", "eli")
    assert refused(table, ForceOn(seat="tom")).message.key == "refused.gm_only"
    table = play(table, FinishDrawing(seat="tom", actor="tia"))
    assert unfinished_actors(table) == ("eli",)
    table = play(table, ForceOn(seat="gm"))
    assert now(table).phase is Phase.PLANNING
    assert {"drawing_not_drawing", "CD-ROUND-1"} <= {*why(table, BuyDraw(seat="tom", actor="tia"))}


@pytest.mark.rule("CD-ROUND-1", "CD-DRAW-4", "CD-DRAW-10")
def test_one_press_finishes_for_a_seat_or_for_all_but_a_draw_that_is_due_is_made() -> None:
    table = arranged(planning(started(laid("tia", "eli", "ogre", "rats"))), "rats", hand=1, pile=0, discard=5)
    table = planned(table)
    names = [offer.name for offer in GAME.offers(table, "tom")]
    assert names[:2] == ["finish_drawing:tia", "finish_drawing_for_all"]
    mine = play(table, FinishDrawingForAll(seat="eve", mine=True))
    assert unfinished_actors(mine) == ("tia", "ogre", "rats")
    table = play(table, FinishDrawingForAll(seat="tom"))
    assert unfinished_actors(table) == ("rats",), "the GM must say which minion pays"
    assert why(table, FinishDrawingForAll(seat="tom")) == ("drawing_nobody_waited_for", "CD-ROUND-1")
    table = play(table, DrawDue(seat="gm", actor="rats", body="rats#1"), FinishDrawingForAll(seat="tom"))
    assert now(table).phase is Phase.PLANNING
    assert "drawing_not_drawing" in why(table, FinishDrawingForAll(seat="tom"))


def test_nobody_draws_for_somebody_elses_character() -> None:
    table = with_tracks(arranged(duel(), "tia", hand=1, pile=9), "tia", Adrenaline=9)
    assert refused(table, BuyDraw(seat="eve", actor="tia")).message.key == "refused.not_your_character"
    assert refused(table, BuyDraw(seat="eve", actor="nobody")).message.key == "refused.no_such_actor"


@pytest.mark.rule("CD-ADR-2", "CD-STAT-3")
def test_everybody_gains_by_stamina_with_the_reasons() -> None:
    table = laid("tia", "eli", sheets={"eli": {"archetype": "Shadow", "deck": deck("punch*2 retreat*2")}})
    table = started(table, sides={"tia": "red", "eli": "blue"}, environment=["env_roaring_crowd"])
    assert (counts(table, "tia")["adrenaline"], counts(table, "eli")["adrenaline"]) == (4, 3)
    assert counts(table, "eli")["hand"] == 4  # the whole deck: there is nothing to shuffle, and nothing is lost
    assert counts(table, "eli")["health"] == 30
    assert faces(finished(table), "surroundings") == ["env_roaring_crowd"]


@pytest.mark.rule("CD-DRAW-5", "CD-DRAW-7")
@pytest.mark.parametrize(("pile", "discard"), [(4, 2), (0, 4)])
def test_an_extra_draw_has_the_odds_of_its_pile(pile: int, discard: int) -> None:
    """The order of the pile does not matter to them; an empty pile is filled with the discards first."""
    table = _to_drawing({"hand": 2, "pile": pile + 1 if pile else 1, "discard": discard, "adrenaline": 6})
    buy = BuyDraw(seat="tom", actor="tia")
    offer = Offer(name="any", command=buy, label=Message(key="any"))
    own = "draw:tia"
    known, counted = set(), dict[str, Fraction]()
    hand = set(cards(table, hand_zone(table, "tia")))
    for top in range(max(1, len(table.zones[own].cards))):
        order = table.zones[own].cards[top:] + table.zones[own].cards[:top]
        world = replace(table, zones={**table.zones, own: replace(table.zones[own], cards=order)})
        odds = GAME.odds(world, offer, "tom")
        assert odds is not None
        known.add(tuple((part.outcome.name, part.chance) for part in odds.distributions[0].outcomes))
        ways = every_result(lambda chance, at=world: GAME.apply(at, buy, chance).table, most=24)  # type: ignore[misc]
        for after, chance in ways:
            (card,) = set(cards(after, hand_zone(after, "tia"))) - hand
            name = card_record_in(library(table), card).name
            counted[name] = counted.get(name, Fraction(0)) + chance / max(1, len(order))
    assert [dict(found) for found in known] == [counted]
    assert sum(counted.values()) == 1
    assert [GAME.odds(table, offer, viewer) for viewer in ("eve", "shared", "print")] == [None] * 3
