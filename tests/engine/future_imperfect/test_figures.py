"""What is told of bodies: where a hit lands and may be moved to, what wounds cost, what is worn where."""

from __future__ import annotations

import pytest

from engine.play.offers import Offer
from engine.play.sight import FigureNotes, Mark
from engine.rulesets.future_imperfect.landing import ShiftHit
from engine.rulesets.future_imperfect.locations import body_of
from engine.rulesets.future_imperfect.shots import Shoot
from engine.sheets.description import Figure
from engine.sheets.shelf import sheet_of
from engine.table.frozen import replace
from engine.table.table import Table
from tests.engine.future_imperfect.skirmish import DAMAGE, THROW, armed, goes
from tests.engine.future_imperfect.table import GAME, laid

RIFLE = {"frost": armed("Blast rifle", hands=["right"])}
SHOT = Shoot(seat="gm", actor="frost", target="thug", weapon="Blast rifle", counters=3)


def marks(table: Table, viewer: str = "shared") -> tuple[Mark, ...]:
    return next((g.marks for g in reversed(GAME.view_for(table, viewer).under_way) if g.marks), ())


def offer(table: Table, name: str) -> Offer:
    return next(offer for offer in GAME.offers(table, "tom") if offer.name == name)


@pytest.mark.rule("FI-HITLOC-1", "FI-HITLOC-4")
def test_every_place_within_reach_of_the_raises_is_marked_and_the_offer_takes_a_hit_there() -> None:
    hit = goes(laid(sheets=RIFLE), SHOT, THROW, d8=[2, 8, 2, 3], d20=[10])
    landed, *reach = marks(hit.table)
    assert (landed.actor, landed.location, landed.state, landed.place, landed.offer) == (
        *("thug", "guts", "hit", "vitals"),
        "",
    )
    assert {(mark.location, mark.place, *mark.answers.values()) for mark in reach} == {
        ("guts", "lower_torso", -1),
        ("left_arm", "left_arm", 1),
    }
    for mark in reach:
        bare = offer(hit.table, mark.offer).command
        moved = goes(hit, replace(bare, **mark.answers))
        assert moved.figures["place"] == mark.place
        assert marks(moved.table)[0].place == mark.place
        assert {(back.place, *back.answers.values()) for back in marks(moved.table)[1:]} >= {("vitals", 0)}


@pytest.mark.rule("FI-HITLOC-4", "FI-WOUND-1")
def test_without_raises_nothing_can_be_reached_and_once_damage_lies_the_wounds_are_marked() -> None:
    hit = goes(laid(sheets=RIFLE), SHOT, THROW, d8=[3, 5, 7], d20=[16])
    assert [mark.state for mark in marks(hit.table)] == ["hit"]
    shifted = goes(laid(sheets=RIFLE), SHOT, THROW, d8=[2, 8, 2, 3], d20=[10])
    hurt = goes(goes(shifted, ShiftHit(seat="tom", by=1)), DAMAGE, d8=[4, 5, 5])
    assert [(mark.location, mark.state) for mark in marks(hurt.table)] == [("left_arm", "hit")]


def test_nobody_is_shown_a_mark_on_a_body_that_is_secret() -> None:
    table = goes(laid(sheets=RIFLE), SHOT, THROW, d8=[2, 8, 2, 3], d20=[10]).table
    secret = replace(table, actors={**table.actors, "thug": replace(table.actors["thug"], secret=True)})
    assert marks(secret, "gm")
    assert not marks(secret, "tom")
    assert not marks(secret, "shared")


@pytest.mark.rule("FI-WOUND-9", "FI-WOUND-10", "FI-ARMOR-10")
def test_beside_a_body_stands_what_its_worst_wound_costs_and_what_it_wears() -> None:
    vest = {"armour": [{"area": area, "name": "Vest", "value": 2} for area in ("upper torso", "lower torso")]}
    table = laid(sheets={"thug": vest})
    assert GAME.figure_notes(table, "thug", "tom") == FigureNotes(armour={"guts": 2})
    thug = table.actors["thug"]
    assert thug.body is not None
    levels = {"head": 1, "left_leg": 3}
    places = {n: replace(place, level=levels.get(n, 0)) for n, place in thug.body.locations.items()}
    hurt = replace(table, actors={**table.actors, "thug": replace(thug, body=replace(thug.body, locations=places))})
    (penalty,) = GAME.figure_notes(hurt, "thug", "tom").penalties
    assert (penalty.key, penalty.params["value"]) == ("part.wounds", -3)


@pytest.mark.rule("FI-HITLOC-9", "FI-WOUND-9")
def test_the_sheet_of_a_six_limbed_character_has_its_own_body_and_reckons_with_all_of_it() -> None:
    table = laid()
    body = body_of("six_limbed")
    hurt = replace(body, locations={**body.locations, "left_foreleg": replace(body.locations["thorax"], level=4)})
    strange = replace(table, actors={**table.actors, "thug": replace(table.actors["thug"], body=hurt)})
    view = GAME.view_for(strange, "gm")
    sheet = sheet_of(view, "thug")
    assert sheet is not None
    assert sheet.value("wound_modifier") == -4
    figure = sheet.plan.fields["body"]
    assert isinstance(figure, Figure)
    assert [area.name for area in figure.areas] == list(body.locations)
    again, human = sheet_of(view, "thug"), sheet_of(view, "guard")
    assert again is not None
    assert again.description is sheet.description, "it is made ready but once"
    assert human is not None
    assert human.description is not sheet.description
