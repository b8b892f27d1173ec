"""Odds are those of the rules: whatever the dice can show is played, and counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import Chance, SeededChance
from engine.core.commands import Command
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.odds.every_result import every_result
from engine.odds.odds import Odds
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.attacks.attack_commands import DeclareAttack, Defend
from engine.rulesets.classic_fantasy.attacks.attack_procedure import Attack
from engine.rulesets.classic_fantasy.checks.check_commands import (
    AcceptRoll,
    RollContest,
    RollSkill,
    ThrowDice,
)
from engine.rulesets.classic_fantasy.checks.check_procedure import EffectRoll, current_check
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, check_result
from engine.rulesets.classic_fantasy.combat.combat_commands import RollInitiative, StartFight
from engine.rulesets.classic_fantasy.combat.combat_procedure import current_combat
from engine.rulesets.classic_fantasy.damage.damage_commands import AcceptDamage, FindLocation, ThrowDamage
from engine.rulesets.classic_fantasy.damage.damage_procedure import current_damage
from engine.rulesets.classic_fantasy.damage.damage_sources import damage_of
from engine.rulesets.classic_fantasy.hazards.falling_commands import DropObject, FallDown
from engine.rulesets.classic_fantasy.hazards.poison_commands import MakePoison, PoisonSomebody
from engine.rulesets.classic_fantasy.health.fatigue_commands import Refreshment
from engine.rulesets.classic_fantasy.luck.luck_commands import SpendLuck
from engine.rulesets.classic_fantasy.progression.experience_commands import Improve
from engine.rulesets.classic_fantasy.traps.trap_commands import BuildTrap, SpringTrap
from engine.rulesets.classic_fantasy.traps.trap_rules import Resistance
from engine.rulesets.classic_fantasy.traps.trap_trigger_commands import ResistTrap
from engine.rulesets.classic_fantasy.treatment.healing_magic_commands import CastHealing
from engine.simulate.simulation_results import proportion
from tests.engine.rulesets.classic_fantasy.table import GAME, LUCKLESS, dice, hurt, laid, play, secretly, skilled
from tests.properties import examples

SKILLS = st.sampled_from([0, 3, 5, 50, 95, 97, 100, 101, 130])
GRADES = st.sampled_from(["Very Easy", "Standard", "Hard", "Herculean"])


def offered(command: Command) -> Offer:
    return Offer(name="any", command=command, label=Message(key="any"))


def odds_of(table: Table, command: Command, viewer: str = "gm") -> Odds:
    odds = GAME.odds(table, offered(command), viewer)
    assert odds is not None
    return odds


def played(
    table: Table, command: Command, of: Callable[[Mapping[str, Any]], Any], most: int = 100
) -> dict[Any, Fraction]:
    """Return the chances of what the results of a command say, by all faces of its dice."""
    chances: dict[Any, Fraction] = {}

    def act(chance: Chance) -> Any:
        return of(GAME.apply(table, command, chance).results)

    for result, chance in every_result(act, most):
        chances[result] = chances.get(result, Fraction(0)) + chance
    return chances


def chances_of(odds: Odds, at: int = 0) -> dict[str, Fraction]:
    return {part.outcome.name: part.chance for part in odds.distributions[at].outcomes}


@pytest.mark.rule("CF-X-1", "CF-X-2", "CF-X-3", "CF-X-4", "CF-X-5")
@given(value=SKILLS, grade=GRADES)
def test_a_roll_has_the_odds_of_its_hundred_faces(value: int, grade: Any) -> None:
    roll = RollSkill(seat="tom", actor="ana", skill="Brawn", value=value, grade=grade)
    table = play(laid(tracks=LUCKLESS), roll)
    levels = played(table, ThrowDice(seat="tom"), lambda results: results["level"])
    odds = odds_of(table, ThrowDice(seat="tom"))
    assert chances_of(odds) == levels
    assert odds.chance == sum(chance for level, chance in levels.items() if level in ("critical", "success"))
    assert odds_of(laid(tracks=LUCKLESS), roll) == odds  # before it is begun, too


@pytest.mark.rule("CF-X-7", "CF-X-8", "CF-X-9", "CF-X-10")
@pytest.mark.parametrize("sort", ["opposed", "differential"])
@examples(3)
@given(one=SKILLS, other=SKILLS)
def test_a_contest_has_the_odds_of_all_pairs_of_faces(sort: Any, one: int, other: int) -> None:
    """A few faces of the first side against all hundred of the second are counted by the rules themselves."""
    contest = RollContest(
        seat="tom", actor="ana", skill="x", value=one, other="bor", other_skill="y", other_value=other, sort=sort
    )
    table = play(laid(tracks=LUCKLESS), contest)
    check = current_check(table)
    assert check is not None
    for face in (1, one // 2, one - 1, one, one + 1, 96, 100):
        if not 1 <= face <= 100:
            continue
        begun = CHECKS.with_roll(check, 0, replace(check.rolls[0], thrown=face))
        front = replace(table, procedures=(*table.procedures[:-1], begun))
        counted = {"acting": 0, "resisting": 0, "neither": 0}
        for answer in range(1, 101):
            result = check_result(front, CHECKS.with_roll(begun, 1, replace(check.rolls[1], thrown=answer)))
            assert result.contest is not None
            counted[result.contest.winner or "neither"] += 1
        known = {name: Fraction(count, 100) for name, count in counted.items() if count}
        assert chances_of(odds_of(front, ThrowDice(seat="gm"))) == known
        for seat, end in (("gm", "acting"), ("tom", "acting"), ("eve", "resisting")):
            assert odds_of(front, ThrowDice(seat=seat)).chance == known.get(end, 0), "Eve plays the other side"


@pytest.mark.rule("CF-X-7")
def test_a_whole_contest_is_the_mean_over_the_faces_of_one_side() -> None:
    contest = RollContest(seat="tom", actor="ana", skill="x", value=64, other="bor", other_skill="y", other_value=117)
    table = play(laid(tracks=LUCKLESS), contest)
    check = current_check(table)
    assert check is not None
    whole = odds_of(table, ThrowDice(seat="gm"))
    wins = Fraction(0)
    for face in range(1, 101):
        begun = CHECKS.with_roll(check, 0, replace(check.rolls[0], thrown=face))
        front = replace(table, procedures=(*table.procedures[:-1], begun))
        wins += (odds_of(front, ThrowDice(seat="gm")).chance or Fraction(0)) / 100
    assert whole.chance == wins


BUILD = BuildTrap(seat="gm", name="Blade", maker=70, resistance=(Resistance(skill="Brawn"),))
VIPER = MakePoison(seat="gm", name="Viper", potency=70)
BLOW = DeclareAttack(
    seat="gm", actor="orc", target="ana", skill="Unarmed", damage="1d4+7", modifier=False, location="Head"
)
STRUCK = (ThrowDamage(seat="gm"), AcceptDamage(seat="gm"))
SPRUNG = (BUILD, SpringTrap(seat="gm", trap="blade", victims=("ana",)), ResistTrap(seat="tom"))
"""A trap goes off at Ana, a snake bites her, an orc strikes at her: the other side of her roll comes first."""


@pytest.mark.rule("CF-TRAP-9", "CF-AMB-45", "CF-X-7", "CF-X-28", "CF-X-37", "CF-WOUND-4")
@pytest.mark.parametrize("first", [14, 93])
@pytest.mark.parametrize(
    ("steps", "options", "is_good"),
    [
        (SPRUNG, {}, lambda results: results["resisted"] == "won"),
        (SPRUNG, {"trap_both_fail": "favour_victim"}, lambda results: results["resisted"] == "won"),
        ((VIPER, PoisonSomebody(seat="gm", actor="ana", name="Viper")), {}, lambda r: r["winner"] != "acting"),
        ((BLOW, Defend(seat="tom", how="evade")), {}, lambda results: not results["hit"]),
        ((BLOW, Defend(seat="tom", how="parry", skill="Unarmed")), {}, lambda results: results["parry"] != "none"),
        ((BLOW, Defend(seat="tom", how="none"), *STRUCK), {}, lambda results: not results["endurance_lost"]),
    ],
)
def test_who_resists_has_the_odds_of_resisting(
    steps: tuple[Command, ...], options: Mapping[str, Json], is_good: Callable[[Mapping[str, Any]], bool], first: int
) -> None:
    """All faces of the second side are played against a low and a high face of the first one."""
    sheets = {"ana": skilled(Brawn=18, Evade=18, Unarmed=18, Endurance=18), "orc": skilled(Unarmed=96)}
    table = play(laid(tracks=LUCKLESS, sheets=sheets, options=options))
    for step in steps:
        table = play(table, step)
        if step is BLOW:
            table = play(table, ThrowDice(seat="gm"), chance=dice(d100=[first]))
    check = current_check(table)
    assert check is not None
    if check.rolls[0].stands is None:
        table = replace(
            table,
            procedures=(*table.procedures[:-1], CHECKS.with_roll(check, 0, replace(check.rolls[0], thrown=first))),
        )
    odds = odds_of(table, ThrowDice(seat="gm"))
    assert odds.chance == played(table, ThrowDice(seat="gm"), is_good, 1_000).get(True)
    assert odds.success == Message(key="d100.odds_succeeds", params={"actor": "Ana"})


@pytest.mark.rule("CF-LUCK-7", "CF-LUCK-8")
def test_luck_says_what_it_gains() -> None:
    table = play(laid(tracks={"ana": {"Luck": 2}}), RollSkill(seat="tom", actor="ana", skill="Brawn", value=58))
    table = play(table, ThrowDice(seat="tom"), chance=dice(d100=[72]))
    again = odds_of(table, SpendLuck(seat="tom", actor="ana", use="reroll"))
    assert (again.before, again.chance) == (Fraction(0), Fraction(58, 100))
    swapped = odds_of(table, SpendLuck(seat="tom", actor="ana", use="swap"))
    assert (swapped.before, swapped.chance) == (Fraction(0), Fraction(1))  # 27
    table = play(laid(tracks={"ana": {"Luck": 2}}, sheets={"ana": skilled(Brawn=18)}), *SPRUNG)
    table = play(table, ThrowDice(seat="gm"), chance=dice(d100=[90, 40]))
    swapped = odds_of(table, SpendLuck(seat="tom", actor="ana", use="swap"))
    assert (swapped.before, swapped.chance) == (Fraction(0), Fraction(1)), "04 is a success, and the trap has failed"


@pytest.mark.rule("CF-X-5", "CF-UI-2")
def test_each_grade_says_its_chance() -> None:
    table = play(laid(), RollSkill(seat="tom", actor="ana", skill="Brawn", value=60))
    offer = next(offer for offer in GAME.offers(table, "gm") if offer.name == "d100_grade:0")
    known = GAME.odds_of_choices(table, offer, "grade")
    assert {grade: odds.chance for grade, odds in known.items()} == {
        "Very Easy": Fraction(95, 100),
        "Easy": Fraction(90, 100),
        "Hard": Fraction(40, 100),
        "Formidable": Fraction(30, 100),
        "Herculean": Fraction(12, 100),
    }
    assert {odds.before for odds in known.values()} == {Fraction(60, 100)}
    told = offer.questions[0].told
    assert say(told["Very Easy"]) == "skill 120", "a skill may be above 100, a chance may not"


@pytest.mark.rule("CF-X-1", "CF-X-2", "CF-X-3", "CF-X-4")
@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0, "Critical up to –, success up to 05, fumble from 99"),
        (3, "Critical up to 01, success up to 05, fumble from 99"),
        (60, "Critical up to 06, success up to 60, fumble from 99"),
        (120, "Critical up to 12, success up to 95, fumble from 00"),
    ],
)
def test_the_ranges_are_written_as_on_the_dice(value: int, words: str) -> None:
    table = play(laid(), RollSkill(seat="tom", actor="ana", skill="Brawn", value=value))
    assert say(odds_of(table, ThrowDice(seat="tom")).explanation[-1]) == words


@pytest.mark.rule("CF-DMG-1", "CF-DMG-2", "CF-DMG-3", "CF-DMG-5", "CF-HITLOC-1", "CF-WOUND-1", "CF-WOUND-3")
@pytest.mark.parametrize(("damage", "magic"), [("1d6", 0), ("1d3+1", 2), ("2d2", -3)])
def test_a_blow_has_the_odds_of_its_locations_and_dice(damage: str, magic: int) -> None:
    """All twenty locations and all faces of the damage are played to the wound that they cause."""
    armour: list[Json] = [{"location": "Chest", "ap": 3}, {"location": "Head", "ap": 1}]
    table = laid(tracks=LUCKLESS, sheets={"ana": skilled(Unarmed=60), "orc": {"armour": armour}})
    attack = DeclareAttack(
        seat="tom", actor="ana", target="orc", skill="Unarmed", damage=damage, magic=magic, modifier=False
    )
    hit = odds_of(table, attack)
    assert hit.chance == Fraction(60, 100)
    table = play(table, attack)
    table = play(table, ThrowDice(seat="tom"), chance=dice(d100=[30]))
    if current_check(table) is not None:
        table = play(table, AcceptRoll(seat="gm"))
    table = play(table, Defend(seat="gm", how="none"))

    def act(chance: Chance) -> tuple[str, int, str]:
        struck = GAME.apply(table, FindLocation(seat="tom"), chance).table
        thrown = GAME.apply(struck, ThrowDamage(seat="tom"), chance).table
        results = GAME.apply(thrown, AcceptDamage(seat="gm"), chance).results
        return str(results["location"]), int(str(results["damage"])), str(results["level"])

    all_blows = list(every_result(act, most=20 * 36))
    before, inside = odds_of(table, FindLocation(seat="tom")), hit.distributions[1:4]
    for part, index in zip(before.distributions[:3], range(3), strict=True):
        known: dict[str, Fraction] = {}
        for result, chance in all_blows:
            known[str(result[index])] = known.get(str(result[index]), Fraction(0)) + chance
        assert {one.outcome.name: one.chance for one in part.outcomes} == known
    assert inside == before.distributions[:3]


@pytest.mark.rule("CF-WOUND-4", "CF-WOUND-17", "CF-WOUND-21")
def test_a_blow_has_the_odds_of_death() -> None:
    """The damage to the head and the Endurance against the roll of the attack are played to their consequences."""
    table = laid(tracks=LUCKLESS, sheets={"ana": skilled(Unarmed=60), "orc": skilled(Endurance=45)})
    attack = DeclareAttack(
        seat="tom", actor="ana", target="orc", skill="Unarmed", damage="1d4+7", modifier=False, location="Head"
    )
    table = play(play(table, attack), ThrowDice(seat="tom"), chance=dice(d100=[30]))
    table = play(table, Defend(seat="gm", how="none"))

    deaths = 0
    for damage in range(1, 5):
        thrown = play(table, ThrowDamage(seat="tom"), AcceptDamage(seat="gm"), chance=dice(d4=[damage]))
        for face in range(1, 101):
            after = GAME.apply(thrown, ThrowDice(seat="gm"), dice(d100=[face])).table
            process = current_damage(after)
            deaths += process is not None and any(line.what == "dead" for line in process.proposed)
    assert 0 < deaths < 400
    death = odds_of(table, ThrowDamage(seat="tom")).distributions[-1]
    assert death.chance_of("dead") == Fraction(deaths, 400)


@pytest.mark.rule("CF-WOUND-4", "CF-WOUND-17", "CF-X-7")
@pytest.mark.parametrize(("skill", "endurance"), [(12, 45), (8, 104), (110, 20)])
def test_the_odds_of_death_before_an_attack_are_the_mean_over_its_hits(skill: int, endurance: int) -> None:
    """Each face of the attack that hits has the odds of death that it has once it is thrown."""
    sheets = {"ana": skilled(Unarmed=skill), "orc": skilled(Endurance=endurance)}
    table = laid(tracks=LUCKLESS, sheets=sheets)
    attack = DeclareAttack(
        seat="tom", actor="ana", target="orc", skill="Unarmed", damage="1d4+7", modifier=False, location="Head"
    )
    before, declared = odds_of(table, attack), play(table, attack)
    after: list[Fraction] = []
    for face in range(1, 101):
        hit = play(declared, ThrowDice(seat="tom"), chance=dice(d100=[face]))
        if hit.procedures and isinstance(hit.procedures[-1], Attack):
            struck = play(hit, Defend(seat="gm", how="none"))
            after.append(odds_of(struck, ThrowDamage(seat="tom")).distributions[-1].chance_of("dead"))
    known = before.distributions[-1].chance_of("dead")
    assert 0 < known < 1
    assert len(after) == 100 * (before.chance or 0)
    assert known == sum(after, Fraction(0)) / len(after)


@pytest.mark.rule("CF-LUCK-7", "CF-LUCK-8")
def test_luck_for_damage_has_the_odds_of_the_dice_before_they_fell() -> None:
    table = laid(tracks={"ana": {"Luck": 2}, "bor": {"Luck": 2}}, sheets={"ana": skilled(Unarmed=60)})
    attack = DeclareAttack(
        seat="tom", actor="ana", target="bor", skill="Unarmed", damage="1d6", modifier=False, location="Chest"
    )
    table = play(play(table, attack), ThrowDice(seat="tom"), chance=dice(d100=[30]))
    table = play(table, AcceptRoll(seat="tom"), AcceptRoll(seat="eve"), Defend(seat="eve", how="none"))
    before = odds_of(table, ThrowDamage(seat="tom"))
    thrown = play(table, ThrowDamage(seat="tom"), chance=dice(d6=[2]))
    assert odds_of(thrown, SpendLuck(seat="tom", actor="ana", use="reroll")) == before
    assert odds_of(thrown, SpendLuck(seat="eve", actor="bor", use="force_reroll")) == before


@pytest.mark.rule("CF-LUCK-7", "CF-X-11")
@pytest.mark.parametrize(("best", "better"), [("most", Fraction(1, 3)), ("least", Fraction(1, 3)), ("", None)])
def test_luck_for_an_effect_says_the_chance_of_a_better_total(best: Any, better: Fraction | None) -> None:
    """A d3 that is thrown as a d6 shows each number as often."""
    table = laid(tracks={"ana": {"Luck": 1}})
    effect = EffectRoll(
        then=Refreshment(potion=True), actor="ana", dice="1d3", word="d100_refreshing_dice", best=best, value=2
    )
    odds = odds_of(
        replace(table, procedures=(*table.procedures, effect)), SpendLuck(seat="tom", actor="ana", use="reroll")
    )
    assert odds.chance == better
    assert chances_of(odds) == dict.fromkeys(("1", "2", "3"), Fraction(1, 3))


@pytest.mark.rule("CF-X-16", "CF-LUCK-7")
def test_initiative_has_the_odds_of_all_dice() -> None:
    """Each pair of faces is played; those who are tied act in either order as often."""
    table = laid(tracks={"ana": {"Luck": 2}})
    table = play(table, StartFight(seat="gm", fighters=("ana", "bor", "orc")))
    rolled = play(table, RollInitiative(seat="eve"), chance=dice(d10=[5]))
    sides = 10

    def first(own: int, other: int) -> Fraction:
        """Return the chance that Ana acts first with these faces."""
        thrown = play(rolled, RollInitiative(seat="tom"), chance=dice(d10=[own]))
        ends = [
            GAME.apply(thrown, RollInitiative(seat="gm"), dice(d10=[other, *tie])).table
            for tie in permutations((1, 2, 3))
        ]
        orders = [combat.order for end in ends if (combat := current_combat(end)) is not None]
        assert len(orders) == 6
        return Fraction(sum(order[0] == "ana" for order in orders), 6)

    faces = [(own, other) for own in range(1, sides + 1) for other in range(1, sides + 1)]
    known = sum((first(*pair) for pair in faces), Fraction(0)) / sides**2
    odds = odds_of(rolled, RollInitiative(seat="tom"))
    assert chances_of(odds)["1"] == known
    assert odds.chance is None, "a bare per cent on the button would not say of what"

    done = play(rolled, RollInitiative(seat="tom"), RollInitiative(seat="gm"), chance=dice(d10=[3, 8, 1, 2, 3]))
    again = odds_of(done, SpendLuck(seat="tom", actor="ana", use="reroll"))
    combat = current_combat(done)
    assert combat is not None
    now, earlier = combat.order.index("ana"), Fraction(0)
    for face in range(1, sides + 1):
        for tie in ((1, 9), (9, 1)):
            luck = SpendLuck(seat="tom", actor="ana", use="reroll")
            order = current_combat(GAME.apply(done, luck, dice(d10=[face, *tie])).table)
            assert order is not None
            earlier += Fraction(order.order.index("ana") < now, 2 * sides)
    assert again.chance == earlier
    secret = secretly(rolled, "orc")
    roll = offered(RollInitiative(seat="tom"))
    assert [GAME.odds(secret, roll, viewer) is None for viewer in ("gm", "tom", "shared")] == [False, True, True]


@pytest.mark.rule("CF-UI-4")
def test_odds_of_secret_numbers_are_for_their_readers() -> None:
    """The other side of a contest is secret: its player and the GM have odds, nobody else has any."""
    table = secretly(laid(sheets={"orc": skilled(Brawn=40)}), "orc")
    contest = RollContest(seat="gm", actor="orc", skill="Brawn", other="ana", other_skill="y", other_value=50)
    table = play(table, contest)
    offer = offered(ThrowDice(seat="tom"))
    assert GAME.odds(table, offer, "gm") is not None
    assert [GAME.odds(table, offer, viewer) for viewer in ("tom", "eve", "shared", "print")] == [None] * 4
    hidden = play(laid(), RollSkill(seat="gm", actor="ana", skill="x", value=50, secret=True))
    assert GAME.odds(hidden, offer, "tom") is None


@pytest.mark.rule("CF-FALL-1", "CF-FALL-3", "CF-FALL-4", "CF-FALL-5", "CF-FALL-10", "CF-X-32")
@pytest.mark.parametrize("fall_mode", ["split", "each", "one_roll"])
@pytest.mark.parametrize("acrobatics", [False, True])
def test_falls_hurt_as_often_as_their_odds_say(fall_mode: str, acrobatics: bool) -> None:
    """The exact chance of each sum of damage is in the narrow interval of the falls that are played."""
    sheet = {**skilled(Acrobatics=40), "damage_modifier": "1d2"}
    table = laid(tracks=LUCKLESS, sheets={"ana": sheet}, options={"fall_mode": fall_mode})
    fall = FallDown(seat="gm", actor="ana", feet=15, acrobatics=acrobatics)
    odds, source, falls = odds_of(table, fall), SeededChance(3), 400
    (hurt,) = [part for part in odds.distributions if part.title.key == "d100.odds_fall"]
    counts: dict[str, int] = {}
    for _ in range(falls):
        after = GAME.apply(table, fall, source).table
        after = GAME.apply(after, ThrowDice(seat="gm"), source).table if acrobatics else after
        while (process := current_damage(after)) is not None and not process.blows:
            after = GAME.apply(after, FindLocation(seat="gm"), source).table
        after = (
            after if process is None or process.blow.lies else GAME.apply(after, ThrowDamage(seat="gm"), source).table
        )
        process = current_damage(after)
        assert process is not None
        damage = str(damage_of(after, process, 0).value)
        counts[damage] = counts.get(damage, 0) + 1
    chances = {part.outcome.name: part.chance for part in hurt.outcomes}
    assert set(counts) <= set(chances)
    for damage, chance in chances.items():
        if chance > Fraction(1, 10):
            played_share = proportion(counts.get(damage, 0), falls)
            assert played_share.low <= 100 * chance <= played_share.high
    assert GAME.odds(secretly(table, "ana"), offered(fall), "shared") is None


@pytest.mark.rule("CF-XP-5")
@pytest.mark.parametrize("value", [52, 5, 130])
def test_an_experience_roll_has_the_odds_of_all_its_dice(value: int) -> None:
    row: Json = {"name": "Stealth", "total": value}
    table = laid(sheets={"ana": {"experience": 3, "skills": [row]}})
    improve = Improve(seat="tom", actor="ana", skill="Stealth")
    odds = odds_of(table, improve, "tom")
    after = played(table, improve, lambda results: results["value"], most=1_000)
    assert chances_of(odds) == {str(new - value): chance for new, chance in after.items()}
    assert odds.chance == sum((chance for new, chance in after.items() if new > value + 1), Fraction(0))
    assert GAME.odds(secretly(table, "ana"), offered(improve), "eve") is None


@pytest.mark.rule("CF-HEAL-8", "CF-X-34")
@pytest.mark.parametrize("hit_points", [3, -2])
def test_a_healing_spell_has_the_odds_of_its_dice(hit_points: int) -> None:
    table = hurt(laid(tracks={"bor": {"Magic": 5, "Luck": 0}}), "ana", Chest=hit_points)
    cast = CastHealing(seat="eve", actor="bor", patient="ana", location="Chest", spell="cure_serious")

    def healed(chance: Chance) -> int:
        body = GAME.apply(table, cast, chance).table.actors["ana"].body
        assert body is not None
        return body.locations["Chest"].level - hit_points

    chances: dict[str, Fraction] = {}
    for points, chance in every_result(healed, most=100):
        chances[str(points)] = chances.get(str(points), Fraction(0)) + chance
    assert len(chances) > 1
    assert chances_of(odds_of(table, cast)) == chances
    assert GAME.odds(secretly(table, "ana"), offered(cast), "shared") is None


@pytest.mark.rule("CF-FALL-6", "CF-FALL-8")
def test_a_falling_object_has_the_odds_of_its_location_and_dice() -> None:
    table = laid(tracks=LUCKLESS, sheets={"ana": {"armour": [{"location": "Head", "ap": 2}]}})
    drop = DropObject(seat="gm", actor="ana", siz=6, feet=10)

    def act(chance: Chance) -> tuple[str, str]:
        struck = GAME.apply(table, drop, chance).table
        while (process := current_damage(struck)) is not None and not process.blows:
            struck = GAME.apply(struck, FindLocation(seat="gm"), chance).table
        thrown = GAME.apply(struck, ThrowDamage(seat="gm"), chance).table
        results = GAME.apply(thrown, AcceptDamage(seat="gm"), chance).results
        return str(results["location"]), str(results["damage"])

    odds = odds_of(table, drop)
    for at in (0, 1):
        chances: dict[str, Fraction] = {}
        for result, chance in every_result(act, most=20 * 36):
            chances[result[at]] = chances.get(result[at], Fraction(0)) + chance
        assert chances_of(odds, at) == chances
    assert GAME.odds(secretly(table, "ana"), offered(drop), "shared") is None
