"""The view of bodies: hit locations and their shifts, the penalty of wounds, and armour by location."""

from __future__ import annotations

import pytest

from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.body_annotations import BodyAnnotations, LocationMark
from engine.presentation.offers import Offer
from engine.rulesets.future_imperfect.character.hit_locations import unhurt_body
from engine.rulesets.future_imperfect.combat.hit_commands import ShiftHit
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import Shoot
from engine.sheets.catalogue.sheet_library import sheet_of_actor
from engine.sheets.model.sheet_description import FigureField
from tests.engine.rulesets.future_imperfect.attack_helpers import DAMAGE, THROW, armed, goes
from tests.engine.rulesets.future_imperfect.table import GAME, laid

RIFLE = {"frost": armed("Blast rifle", hands=["right"])}
SHOT = Shoot(seat="gm", actor="frost", target="thug", weapon="Blast rifle", counters=3)


def marks(table: Table, viewer: str = "shared") -> tuple[LocationMark, ...]:
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
    assert {(mark.location, mark.place) for mark in reach} == {("guts", "lower_torso"), ("left_arm", "left_arm")}
    for mark in reach:
        moved = goes(hit, offer(hit.table, mark.offer).command)
        assert moved.figures["place"] == mark.place
        landed, *others = marks(moved.table)
        assert landed.place == mark.place
        (back,) = [other for other in others if other.place == "vitals"]
        assert goes(moved, offer(moved.table, back.offer).command).figures["place"] == "vitals"


@pytest.mark.rule("FI-HITLOC-4", "FI-WOUND-1")
def test_without_raises_no_location_can_be_reached_and_after_damage_the_wounds_are_marked() -> None:
    hit = goes(laid(sheets=RIFLE), SHOT, THROW, d8=[3, 5, 7], d20=[16])
    assert [mark.state for mark in marks(hit.table)] == ["hit"]
    shifted = goes(laid(sheets=RIFLE), SHOT, THROW, d8=[2, 8, 2, 3], d20=[10])
    hurt = goes(goes(shifted, ShiftHit(seat="tom", by=1)), DAMAGE, d8=[4, 5, 5])
    assert [(mark.location, mark.state) for mark in marks(hurt.table)] == [("left_arm", "hit")]
    (dice,) = [activity for activity in GAME.view_for(hurt.table, "tom").under_way if activity.sides]
    assert dice.outcome is not None
    assert say(dice.outcome) == "2 wounds: left arm", "below the damage that made them"
    actors = {**hurt.table.actors, "thug": replace(hurt.table.actors["thug"], secret=True)}
    secret = GAME.view_for(replace(hurt.table, actors=actors), "tom").under_way
    assert not any(activity.outcome is not None and "wounds:" in say(activity.outcome) for activity in secret)


def test_a_secret_body_shows_no_mark_and_its_locations_are_told_by_no_offer() -> None:
    table = goes(laid(sheets=RIFLE), SHOT, THROW, d8=[2, 8, 2, 3], d20=[10]).table

    def with_chart(chart: str) -> Table:
        thug = replace(table.actors["thug"], secret=True, sheet={"chart": chart})
        return replace(table, actors={**table.actors, "thug": thug})

    human = with_chart("human")
    assert {mark.offer for mark in marks(human, "gm")} <= {"", *(one.name for one in GAME.offers(human, "gm"))}
    offered = []
    for secret in (human, with_chart("six_limbed")):
        assert marks(secret, "gm")
        assert not marks(secret, "tom")
        assert not marks(secret, "shared")
        seen = [*GAME.offers(secret, "tom"), *GAME.offers(secret, "gm", "shared")]
        offered.append([(one.name, say(one.label), one.questions) for one in seen])
    assert offered[0] == offered[1]
    assert ("shift_hit:1", "Move the hit by +1 on the hit chart", ()) in offered[0]
    (ruling,) = [one for one in GAME.offers(human, "gm") if one.name == "rule_hit"]
    assert "vitals" in next(asked for asked in ruling.questions if asked.field == "location").choices_for("")


@pytest.mark.rule("FI-WOUND-9", "FI-WOUND-10", "FI-ARMOR-10")
def test_a_body_shows_its_worst_penalty_and_its_armour() -> None:
    vest = {"armour": [{"area": area, "name": "Vest", "value": 2} for area in ("upper torso", "lower torso")]}
    table = laid(sheets={"thug": vest})
    assert GAME.body_annotations(table, "thug", "tom") == BodyAnnotations(armour={"guts": 2})
    thug = table.actors["thug"]
    assert thug.body is not None
    levels = {"head": 1, "left_leg": 3}
    places = {n: replace(place, level=levels.get(n, 0)) for n, place in thug.body.locations.items()}
    hurt = replace(table, actors={**table.actors, "thug": replace(thug, body=replace(thug.body, locations=places))})
    (penalty,) = GAME.body_annotations(hurt, "thug", "tom").penalties
    assert (penalty.key, penalty.params["value"]) == ("part.wounds", -3)


@pytest.mark.rule("FI-HITLOC-9", "FI-WOUND-9")
def test_the_sheet_of_a_six_limbed_character_uses_its_own_body() -> None:
    table = laid()
    body = unhurt_body("six_limbed")
    hurt = replace(body, locations={**body.locations, "left_foreleg": replace(body.locations["thorax"], level=4)})
    strange = replace(table, actors={**table.actors, "thug": replace(table.actors["thug"], body=hurt)})
    view = GAME.view_for(strange, "gm")
    sheet = sheet_of_actor(view, "thug")
    assert sheet is not None
    assert sheet.value("wound_modifier") == -4
    figure = sheet.plan.fields["body"]
    assert isinstance(figure, FigureField)
    assert [area.name for area in figure.areas] == list(body.locations)
    again, human = sheet_of_actor(view, "thug"), sheet_of_actor(view, "guard")
    assert again is not None
    assert again.description is sheet.description, "it is made ready but once"
    assert human is not None
    assert human.description is not sheet.description
