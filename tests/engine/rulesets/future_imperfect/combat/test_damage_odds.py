"""Odds of damage are those of the rules: all dice of a hit are thrown in every way, and counted."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.core.chance import Chance
from engine.core.commands import Command
from engine.kit.checks import exploding_dice
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.odds.every_result import every_result
from engine.odds.odds import Odds
from engine.presentation.offers import Offer
from engine.rulesets.future_imperfect.checks import check_chances
from engine.rulesets.future_imperfect.combat import damage_odds
from engine.rulesets.future_imperfect.combat.hit_commands import SetCover, ShiftHit
from engine.rulesets.future_imperfect.combat.melee.melee_commands import Strike
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import FireBurst, Shoot
from engine.rulesets.future_imperfect.combat.ranged.throw_commands import ThrowWeapon
from engine.rulesets.future_imperfect.damage.level_odds import MOST_LEVELS
from tests.engine.rulesets.future_imperfect.attack_helpers import DAMAGE, THROW, armed, brawler, goes
from tests.engine.rulesets.future_imperfect.table import GAME, laid, play

SHOT = Shoot(seat="gm", actor="frost", target="thug", weapon="Blast rifle", counters=3)


def odds_of(table: Table, command: Command = DAMAGE, viewer: str = "gm") -> Odds | None:
    return GAME.odds(table, Offer(name="any", command=command, label=Message(key="any")), viewer)


def chances_of(odds: Odds | None) -> dict[str, Fraction]:
    assert odds is not None
    return {part.outcome.name: part.chance for part in odds.distributions[0].outcomes}


def played(table: Table, figure: str = "levels") -> dict[str, Fraction]:
    chances: dict[str, Fraction] = {}

    def act(chance: Chance) -> str:
        results: Any = GAME.apply(table, DAMAGE, chance).results
        return "0" if "stopped" in results else str(min(results[figure], MOST_LEVELS))

    for levels, chance in every_result(act, most=5_000):
        chances[levels] = chances.get(levels, Fraction(0)) + chance
    return chances


@pytest.fixture(autouse=True)
def _few_aces(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (exploding_dice, damage_odds, check_chances):
        monkeypatch.setattr(module, "MAX_EXPLOSIONS", 1)


@pytest.mark.rule("FI-DMG-1", "FI-DMG-4", "FI-DMG-5", "FI-ARMOR-2", "FI-ARMOR-3", "FI-COVER-1", "FI-COVER-2")
@pytest.mark.parametrize("cover", [1, 4])
def test_a_shot_through_cover(cover: int) -> None:
    """Cover lowers the die of the damage by a step, or stops the hit."""
    table = laid(sheets={"frost": armed("Blast rifle", hands=["right"])})
    cover_arm = SetCover(seat="gm", target="thug", places=("left_arm",), value=cover)
    hit = goes(table, SHOT, cover_arm, THROW, d8=[7, 6, 5], d20=[11]).table
    odds = odds_of(hit)
    assert chances_of(odds) == played(hit)
    assert (chances_of(odds) == {"0": 1}) == (cover == 4)
    assert odds is not None
    assert odds.chance == 1 - played(hit).get("0", 0), "the chance of any wound"


@pytest.mark.rule("FI-DMG-6", "FI-DMG-7")
def test_a_blow_with_the_strength_that_it_adds() -> None:
    sheets = {"frost": armed("Vibro knife", hands=["right"], strength="1d4+1"), "thug": brawler(1)}
    strike = Strike(seat="gm", actor="frost", target="thug", weapon="Vibro knife")
    hit = goes(laid(sheets=sheets), strike, THROW, d8=[8, 8, 7, 7], d20=[3]).table
    assert chances_of(odds_of(hit)) == played(hit)


@pytest.mark.rule("FI-DMG-8", "FI-ARMOR-6", "FI-ARMOR-7", "FI-BRAWL-1")
@pytest.mark.parametrize("unarmed", ["strength_check", "coordination_of_step_die"])
@pytest.mark.parametrize("armour", [0, 1, 9])
def test_a_blow_with_bare_hands(unarmed: str, armour: int) -> None:
    """Armour lowers the die that a hand counts as, and the Strength with it; or it stops the blow."""
    worn: dict[str, Any] = {"armour": [{"area": "upper torso", "value": armour, "name": "Coat"}] if armour else []}
    sheets = {"frost": brawler(3, strength="2d12+4"), "thug": brawler(1, **worn)}
    strike = Strike(seat="gm", actor="frost", target="thug", weapon="", lethal=False)
    table = laid(sheets=sheets, options={"unarmed_damage": unarmed})
    hit = goes(table, strike, THROW, d8=[8, 8, 7, 7, 7, 7], d20=[16]).table
    odds = odds_of(hit)
    assert chances_of(odds) == played(hit)
    assert (chances_of(odds) == {"0": 1}) == (armour == 9)
    assert odds is not None
    assert odds.distributions[0].title == Message(key="odds.levels_nonlethal")
    assert odds.chance == 1 - played(hit).get("0", 0), "a chance of being hurt, not a bare word"
    assert odds.success_word == Message(key="odds.word_nonlethal")


@pytest.mark.rule("FI-THROW-1", "FI-AREA-5")
@pytest.mark.parametrize(("weapon", "wounds"), [("Vibro knife", True), ("Plasma grenade", False)])
def test_a_throw_says_what_a_hit_would_do(weapon: str, wounds: bool) -> None:
    """An explosive wounds when it explodes, wherever it landed."""
    table = laid(sheets={"frost": armed(weapon, hands=["right"])})
    odds = odds_of(table, ThrowWeapon(seat="gm", actor="frost", target="thug", weapon=weapon, distance=5))
    assert odds is not None
    assert [one.title.key for one in odds.distributions[1:]] == (["odds.place", "odds.levels_on_hit"] if wounds else [])


@pytest.mark.rule("FI-HITLOC-3", "FI-HITLOC-4", "FI-HITLOC-8")
def test_a_raise_that_moves_the_hit_has_the_odds_of_the_new_location() -> None:
    table = laid(sheets={"frost": armed("Blast rifle", hands=["right"])})
    hit = goes(table, SHOT, THROW, d8=[2, 8, 2, 3], d20=[9])
    shift = ShiftHit(seat="gm", by=1)
    assert chances_of(odds_of(hit.table, shift)) == chances_of(odds_of(goes(hit, shift).table))
    assert chances_of(odds_of(hit.table, shift)) != chances_of(odds_of(hit.table))
    assert odds_of(hit.table, ShiftHit(seat="gm", by=2)) is None


@pytest.mark.rule("FI-DMG-1")
def test_armour_that_a_viewer_may_not_read_leaves_no_odds() -> None:
    table = laid(sheets={"frost": armed("Blast rifle", hands=["right"])})
    hit = goes(table, SHOT, THROW, d8=[3, 5, 7], d20=[16]).table
    secret = replace(hit, actors={**hit.actors, "thug": replace(hit.actors["thug"], secret=True)})
    assert odds_of(hit, viewer="tom") is not None
    assert odds_of(secret) is not None
    assert [odds_of(secret, viewer=viewer) for viewer in ("tom", "shared", "print")] == [None] * 3


@pytest.mark.rule("FI-HITLOC-1", "FI-HITLOC-8", "FI-DMG-5", "FI-CALL-3")
@pytest.mark.parametrize("called", ["", "head"])
def test_a_declared_shot_says_what_a_hit_would_do(called: str) -> None:
    """The wounds of a hit are those of its locations, each as often as its numbers on the die."""
    vest: dict[str, Any] = {"armour": [{"area": "upper torso", "value": 2, "name": "Flak vest"}]}
    table = laid(sheets={"frost": armed("Blast rifle", hands=["right"]), "thug": vest})
    shot = replace(SHOT, called=called)
    odds = odds_of(table, shot)
    assert odds is not None
    *where, wounds = odds.distributions[1:]
    faces = range(1, 21) if not called else (1,)
    levels: dict[str, Fraction] = {}
    places: dict[str, Fraction] = {}
    for face in faces:
        hit = goes(table, shot, THROW, d8=[8] * 6, d20=[face])
        place = str(hit.figures["place"])
        places[place] = places.get(place, Fraction(0)) + Fraction(1, len(faces))
        for level, chance in chances_of(odds_of(hit.table)).items():
            levels[level] = levels.get(level, Fraction(0)) + chance / len(faces)
    assert {part.outcome.name: part.chance for part in wounds.outcomes} == levels
    assert [{part.outcome.name: part.chance for part in one.outcomes} for one in where] == ([] if called else [places])


@pytest.mark.rule("FI-AUTO-2", "FI-AUTO-6", "FI-HITLOC-1", "FI-DMG-5")
def test_a_burst_says_how_often_it_hits_and_what_all_hits_do() -> None:
    """Each hit has a location and dice of its own; their levels are added up."""
    burst = FireBurst(seat="gm", actor="frost", weapon="Blast rifle", targets=("thug",), distances=(5,))
    row = {"name": "shooting", "concentration": "blast rifle", "level": 2, "trait": "dexterity"}
    weapon = armed("Blast rifle", hands=["right"]) | {"aptitudes": [row]}
    declared = play(laid(sheets={"frost": weapon}), burst)
    odds = odds_of(declared, THROW)
    assert odds is not None
    known = {one.title.key: {part.outcome.name: part.chance for part in one.outcomes} for one in odds.distributions}
    counted: dict[str, Fraction] = {}
    for hits, chance in every_result(lambda chance: str(GAME.apply(declared, THROW, chance).results["hits"]), 5_000):
        counted[hits] = counted.get(hits, Fraction(0)) + chance
    assert known["odds.hits"] == counted
    assert len(counted) > 2
    one = {int(level): chance for level, chance in known["odds.levels_on_hit"].items()}
    together: dict[str, Fraction] = {}
    for hits, chance in counted.items():
        for levels in product(one, repeat=int(hits)):
            total, share = str(min(sum(levels), MOST_LEVELS)), chance
            for level in levels:
                share *= one[level]
            together[total] = together.get(total, Fraction(0)) + share
    assert known["odds.levels_of_burst"] == together
