"""Fights on the table: initiative, Turns, Action Points, attack, defence, the end of a Round (CF-X-13 to CF-X-33)."""

from __future__ import annotations

from typing import Literal

import pytest

from engine.core.commands import Command
from engine.core.events import Noted, Rolled
from engine.core.manual_moves import SetLocation
from engine.core.redaction import redact
from engine.messages.texts import say
from engine.model.conditions import Condition
from engine.model.frozen import Json, replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.attacks.attack_commands import DeclareAttack, Defend
from engine.rulesets.classic_fantasy.attacks.attack_procedure import Attack
from engine.rulesets.classic_fantasy.attacks.bleeding_effect import MakeBleed
from engine.rulesets.classic_fantasy.character.character_conditions import DEADLINE, lay
from engine.rulesets.classic_fantasy.character.session_state import session_state
from engine.rulesets.classic_fantasy.checks.check_commands import AcceptRoll, CallOff, RollContest, RollSkill, ThrowDice
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, current_check
from engine.rulesets.classic_fantasy.combat.combat_commands import (
    ActTogether,
    EndFight,
    LeaveFight,
    RollInitiative,
    RuleInitiative,
    StartFight,
)
from engine.rulesets.classic_fantasy.combat.combat_procedure import Combat, current_combat
from engine.rulesets.classic_fantasy.combat.prone_commands import LieDown, StandUp
from engine.rulesets.classic_fantasy.combat.round_commands import DEEDS, EndRound, EndTurn, PassRound, React, TakeAction
from engine.rulesets.classic_fantasy.combat.turn_order import initiatives
from engine.rulesets.classic_fantasy.damage.damage_commands import (
    AcceptConsequences,
    AcceptDamage,
    ChooseLocations,
    FindLocation,
    HarmSomebody,
    StopHarm,
    ThrowDamage,
)
from engine.rulesets.classic_fantasy.damage.damage_procedure import current_damage
from engine.rulesets.classic_fantasy.health.body_state import stabilise
from engine.rulesets.classic_fantasy.health.fatigue_commands import SetResting, Weary
from engine.rulesets.classic_fantasy.health.spell_concentration import EndSpell, HoldSpell, RollSpell
from engine.rulesets.classic_fantasy.luck.luck_commands import SpendLuck
from engine.rulesets.classic_fantasy.treatment.healing_magic_commands import CastHealing
from engine.rulesets.classic_fantasy.treatment.treatment_commands import Tend
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.model.sheet_description import FlagField
from tests.engine.rulesets.classic_fantasy.fixed_dice_tables import (
    GAME,
    dice,
    harm,
    hp,
    laid,
    names,
    outcome,
    play,
    refused,
    states,
    with_states,
)
from tests.engine.rulesets.classic_fantasy.table import notes, secretly


def begun(table: Table, *faces: int, fighters: tuple[str, ...] = ("bran", "orc")) -> Table:
    """Return a combat with these initiative dice."""
    return play(table, StartFight(seat="gm", fighters=fighters), RollInitiative(seat="gm"), chance=dice(d10=faces))


def now(table: Table) -> Combat:
    """Return the fight."""
    found = current_combat(table)
    assert found is not None
    return found


def offer_named(table: Table, seat: str, name: str) -> Offer:
    """Return an offer of a seat."""
    return next(offer for offer in GAME.offers(table, seat) if offer.name == name)


def points(table: Table, actor: str) -> int:
    """Return the Action Points left."""
    return table.actors[actor].tracks["Action Points"].value


def with_state(table: Table, actor: str, **held: int) -> Table:
    """Return a table on which a character has these conditions, with these levels."""
    laid_on = tuple(Condition(id=name, name=name, level=level) for name, level in held.items())
    found = replace(table.actors[actor], conditions=laid_on)
    return replace(table, actors={**table.actors, actor: found})


@pytest.mark.rule("CF-X-16", "CF-X-13", "CF-UI-9")
def test_initiative_is_the_die_the_bonus_and_the_heaviest_armour_and_a_tie_goes_by_dex_then_by_a_roll() -> None:
    sheets: dict[str, dict[str, Json]] = {
        "bran": {"armour": [{"location": "Chest", "worn": 5}]},
        "orc": {"dex": 9, "int": 15},
    }
    found = play(laid(sheets=sheets), StartFight(seat="gm", fighters=("bran", "mira", "orc")))
    assert points(found, "bran") == 2
    labels = {seat: say(offer_named(found, seat, "d100_initiative").label) for seat in ("tom", "gm")}
    assert labels == {"tom": "Roll initiative", "gm": "Roll initiative for all"}
    thrown = outcome(found, RollInitiative(seat="gm"), dice(d10=[9, 4, 4]))
    assert thrown.results["initiative"] == {"bran": 16, "mira": 16, "orc": 16}
    assert now(thrown.table).order == ("bran", "mira", "orc") or now(thrown.table).order == ("mira", "bran", "orc")
    same = outcome(found, RollInitiative(seat="gm"), dice(d10=[9, 4, 1, 3, 8]))
    assert now(same.table).order == ("mira", "bran", "orc")
    assert now(play(same.table, RuleInitiative(seat="gm", actor="orc", value=30))).order[0] == "orc"


@pytest.mark.rule("CF-X-16", "CF-UI-9")
def test_who_acts_together_has_the_highest_initiative_of_them_but_never_that_of_a_secret_one() -> None:
    together = ActTogether(seat="gm", actors=("bran", "orc"))
    fought = play(laid(), StartFight(seat="gm", fighters=("bran", "mira", "orc")))
    assert refused(fought, together).message.key == "refused.d100_no_initiative"
    assert refused(fought, replace(together, actors=("orc", "orc"))).message.key == "refused.d100_name_company"
    fought = play(fought, RollInitiative(seat="gm"), chance=dice(d10=[2, 5, 9]))
    before = {each.who: each.value for each in initiatives(fought, now(fought))}
    assert before["bran"] < before["mira"] < before["orc"]
    acting = play(fought, together, chance=dice(d10=[1, 2]))
    assert {each.value for each in initiatives(acting, now(acting)) if each.who != "mira"} == {before["orc"]}
    assert set(now(acting).order[:2]) == {"bran", "orc"}
    hidden = replace(fought, actors={**fought.actors, "orc": replace(fought.actors["orc"], secret=True)})
    acting = play(hidden, together, chance=dice(d10=[1, 2]))
    assert {each.value for each in initiatives(acting, now(acting)) if each.who != "mira"} == {before["bran"]}


@pytest.mark.rule("CF-FATIGUE-6", "CF-FATIGUE-7", "CF-EX-53")
def test_fatigue_lowers_initiative_and_action_points() -> None:
    table = laid()
    tired = Condition(id="fatigue:exertion", name="fatigue", level=4, note="exertion")
    bran = replace(table.actors["bran"], conditions=(tired,))
    table = begun(replace(table, actors={**table.actors, "bran": bran}), 5, 5)
    assert points(table, "bran") == 1
    assert {turn.actor: turn.rank for turn in GAME.view_for(table, "gm").under_way[1].order} == {"bran": 13, "orc": 17}


@pytest.mark.rule("CF-X-27", "CF-TIME-3")
def test_turns_go_on_until_no_points_are_left_and_a_round_takes_five_seconds() -> None:
    table = begun(laid(), 9, 1)
    assert now(table).turn == "bran"
    assert refused(table, TakeAction(seat="gm", actor="orc")).message.key == "refused.d100_not_your_turn"
    table = play(table, TakeAction(seat="tom", actor="bran", what="draws"))
    assert refused(table, TakeAction(seat="tom", actor="bran")).message.key == "refused.d100_acted_already"
    table = play(table, EndTurn(seat="tom"), React(seat="tom", actor="bran"))
    assert (now(table).turn, points(table, "bran")) == ("orc", 0)
    table = play(table, EndTurn(seat="gm"))
    assert (now(table).turn, points(table, "orc")) == ("orc", 1)
    table = play(table, PassRound(seat="gm", actor="orc"))
    assert now(table).turn == ""
    found = outcome(table, EndRound(seat="gm"))
    assert found.table.clock == table.clock + 5
    assert (now(found.table).number, now(found.table).turn, points(found.table, "bran")) == (2, "bran", 2)
    spent = play(found.table, TakeAction(seat="tom", actor="bran"))
    for ending in (EndFight(seat="gm"), LeaveFight(seat="gm", actor="bran")):
        assert points(play(spent, ending), "bran") == 2, "Action Points are counted in a combat alone"
    assert current_combat(play(spent, EndFight(seat="gm"))) is None


@pytest.mark.rule("CF-X-27")
def test_an_action_is_chosen_with_one_press_and_ends_the_turn() -> None:
    table = begun(laid(), 9, 1)
    offer = next(each for each in GAME.offers(table, "tom") if each.name == "d100_act:bran")
    (asked,) = (each for each in offer.questions if not each.optional)
    assert (asked.field, asked.choices) == ("deed", DEEDS)
    assert isinstance(offer.command, TakeAction)
    for deed in DEEDS:
        done = outcome(table, replace(offer.command, deed=deed))
        assert now(done.table).turn == "orc"
        (line,) = (e.message for e in done.events if isinstance(e, Noted) and e.message.params.get("points") == 1)
        assert ("acts" in say(line)) == (deed == "other"), "the log says what"
        assert "deed" not in say(line)


@pytest.mark.rule("CF-LUCK-9", "CF-LUCK-4")
def test_a_desperate_effort_needs_a_combat_without_points_left() -> None:
    table = begun(laid(tracks={"bran": {"Luck": 1}}), 9, 1)
    asked = SpendLuck(seat="tom", actor="bran", use="desperate_effort")
    assert refused(table, asked).message.key == "refused.d100_luck_points_left"
    table = play(table, React(seat="tom", actor="bran", points=2))
    assert points(play(table, asked), "bran") == 1
    assert refused(laid(tracks={"bran": {"Luck": 1}}), asked).message.key == "refused.d100_luck_no_fight"


@pytest.mark.rule("CF-WOUND-5", "CF-AMB-35")
def test_a_serious_wound_prevents_attacks_for_turns_but_not_parries() -> None:
    table = with_state(begun(laid(), 9, 1), "bran", no_offence=1)
    asked = DeclareAttack(seat="tom", actor="bran", target="orc", weapon="sword")
    assert refused(table, asked).message.key == "refused.d100_no_offence"
    table = play(table, EndTurn(seat="tom"))
    assert "no_offence" not in states(table, "bran")
    hurt = with_state(table, "bran", no_offence=2)
    for out in (EndFight(seat="gm"), LeaveFight(seat="gm", actor="bran")):
        assert states(play(hurt, out), "bran")["no_offence"] == hurt.clock + 10, "where nobody counts Turns, Rounds"
    hurt = play(hurt, DeclareAttack(seat="gm", actor="orc", target="bran", weapon="sword"))
    hurt = play(hurt, ThrowDice(seat="gm"), chance=dice(d100=[30]))
    assert "d100_parry" in names(hurt, "tom")


@pytest.mark.rule("CF-X-28", "CF-DMG-4", "CF-X-8", "CF-DMG-1", "CF-HITLOC-1")
@pytest.mark.parametrize(
    ("weapon", "size", "parried", "left"), [("shield", "", 40, 7), ("", "Small", 40, 4), ("", "Small", 90, 1)]
)
def test_a_parry_stops_by_the_sizes_and_a_failed_one_nothing(weapon: str, size: str, parried: int, left: int) -> None:
    table = play(laid(), DeclareAttack(seat="gm", actor="orc", target="bran", weapon="sword"))
    table = play(table, ThrowDice(seat="gm"), chance=dice(d100=[30]))
    table = play(
        table,
        Defend(seat="tom", how="parry", weapon=weapon, size=size),
        ThrowDice(seat="tom"),
        chance=dice(d100=[parried]),
    )
    table = play(table, FindLocation(seat="gm"), chance=dice(d20=[11]))
    table = play(table, ThrowDamage(seat="gm"), AcceptDamage(seat="gm"), chance=dice(d8=[6]))
    assert hp(table, "bran", "Chest") == left
    assert len(table.procedures) == 1


@pytest.mark.rule("CF-X-33", "CF-X-7")
def test_an_evading_target_falls_prone_and_is_hit_unless_it_wins() -> None:
    table = play(laid(), DeclareAttack(seat="gm", actor="orc", target="bran", weapon="sword"))
    table = play(table, ThrowDice(seat="gm"), chance=dice(d100=[30]))
    table = play(table, Defend(seat="tom", how="evade"))
    away = outcome(table, ThrowDice(seat="tom"), dice(d100=[45]))
    assert (away.results["hit"], len(away.table.procedures)) == (False, 1)
    assert "prone" in states(away.table, "bran")
    hit = play(table, ThrowDice(seat="tom"), chance=dice(d100=[20]))
    assert harm(hit).harm.attack is not None
    up = play(away.table, StandUp(seat="tom", actor="bran"))
    assert "prone" not in states(up, "bran")
    assert refused(up, StandUp(seat="tom", actor="bran")).rules == ("CF-X-33",)


@pytest.mark.rule("CF-X-28")
@pytest.mark.parametrize("secret", [False, True])
def test_a_defender_reads_what_each_weapon_stops_but_not_of_a_foe_whose_sheet_is_secret(secret: bool) -> None:
    rows: list[Json] = [{"name": n, "size": size} for n, size in (("Knife", "Small"), ("Mace", "Large"), ("Rope", ""))]
    table = begun(laid(sheets={"bran": {"weapons": rows}}), 1, 9)
    table = secretly(table, "orc") if secret else table
    attack = DeclareAttack(seat="gm", actor="orc", target="bran", weapon="sword", size="Medium", throws=True)
    table = play(table, attack, chance=dice(d100=[30]))
    (asked,) = [
        question for question in offer_named(table, "tom", "d100_parry").questions if question.field == "weapon"
    ]
    told = {weapon: say(words) for weapon, words in asked.called.items()}
    assert told == ({} if secret else {"Knife": "Knife: stops half", "Mace": "Mace: stops all"})


@pytest.mark.rule("CF-X-33")
def test_fighting_prone_is_formidable_and_standing_up_takes_a_contest() -> None:
    table = play(laid(), LieDown(seat="tom", actor="bran"))
    swung = play(table, DeclareAttack(seat="tom", actor="bran", target="orc", weapon="sword"))
    assert GAME.view_for(swung, "tom").under_way[-1].sides[0].target == 30
    held = play(table, StandUp(seat="tom", actor="bran", foe="orc"), ThrowDice(seat="gm"), chance=dice(d100=[20, 40]))
    assert "prone" in states(held, "bran")
    offers = {offer.name: offer for offer in GAME.offers(table, "tom")}
    assert not offers["d100_stand_up:bran"].questions
    who, *skills = offers["d100_break_free:bran"].questions
    assert (who.field, who.choices, who.optional, who.rare) == ("foe", ("orc", "mira"), False, False)
    assert all(question.rare for question in skills)


@pytest.mark.rule("CF-UI-2", "CF-X-16")
def test_the_log_shows_no_numbers_of_a_secret_fighter() -> None:
    table = laid()
    orc = replace(table.actors["orc"], secret=True)
    table = begun(replace(table, actors={**table.actors, "orc": orc}), 9, 1)
    seen = GAME.view_for(table, "tom").under_way[1]
    assert {turn.actor: (turn.rank, turn.label is None) for turn in seen.order}["orc"] == (0, True)
    table = play(table, EndTurn(seat="gm"), DeclareAttack(seat="gm", actor="orc", target="bran", weapon="sword"))
    side = GAME.view_for(table, "tom").under_way[-1].sides[0]
    assert (side.target, side.reasons, side.figures) == (None, (), {})


@pytest.mark.rule("CF-X-27")
@pytest.mark.parametrize(("secret", "turn"), [(False, ""), (True, "orc")])
def test_a_turn_without_a_point_left_is_over_with_its_action(secret: bool, turn: str) -> None:
    """The Turn of a secret fighter is not: it would tell that the last Action Point is spent."""
    table = play(begun(laid(), 9, 1), PassRound(seat="tom", actor="bran"), TakeAction(seat="gm", actor="orc"))
    assert (now(table).turn, points(table, "orc")) == ("orc", 1), "it can still react in its Turn"
    table = replace(table, actors={**table.actors, "orc": replace(table.actors["orc"], secret=secret)})
    table = play(table, EndTurn(seat="gm"), TakeAction(seat="gm", actor="orc"))
    assert (now(table).turn, points(table, "orc")) == (turn, 0)


@pytest.mark.rule("CF-X-27", "CF-X-1")
def test_an_offered_attack_is_rolled_at_once_and_ends_the_turn_unless_another_seat_rolls_or_it_is_taken_apart() -> None:
    table = begun(laid(), 9, 1)
    for seat, actor, target in (("tom", "bran", "orc"), ("gm", "orc", "bran")):
        attack = next(offer.command for offer in GAME.offers(table, seat, seat) if offer.name == f"d100_attack:{actor}")
        attack = replace(attack, target=target, weapon="sword")
        after = play(table, attack, chance=dice(d100=[90]))
        assert (now(after).turn, points(after, actor)) == (target, 1), "a miss is over with one press"
        assert {"d100_parry", "d100_evade"} <= {*names(play(table, attack, chance=dice(d100=[30])), "gm")}
        apart = play(table, replace(attack, throws=False))
        assert "d100_throw" in names(apart, seat)
        assert play(apart, ThrowDice(seat=seat), chance=dice(d100=[90])) == after
        assert "d100_throw" in names(play(table, replace(attack, seat="gm")), "tom") or seat == "gm", "a player rolls"
        table = after


@pytest.mark.rule("CF-X-27", "CF-DMG-4", "CF-LUCK-7", "CF-LUCK-8", "CF-LUCK-9")
@pytest.mark.parametrize(
    ("luck", "secret", "spent", "parries", "weapon", "stops_at"),
    [
        ("", "", False, False, "shield", "damage"),
        ("bran", "", False, False, "shield", "where"),
        ("", "bran", False, False, "shield", "where"),
        ("", "orc", False, False, "shield", "damage"),
        ("", "", False, True, "shield", ""),
        ("bran", "", False, True, "shield", ""),
        ("", "", False, True, "", "damage"),
        ("", "orc", False, True, "shield", "damage"),
        ("", "", True, False, "shield", "damage"),
        ("orc", "", True, False, "shield", "defence"),
        ("", "orc", True, False, "shield", "defence"),
    ],
)
def test_an_attack_goes_on_by_itself_where_everybody_knows_that_nobody_has_a_choice(
    luck: str, secret: str, spent: bool, parries: bool, weapon: str, stops_at: str
) -> None:
    """Where it does, the result is that of single steps, with the same dice."""
    arms: list[Json] = [{"name": "shield", "size": "Large"}]
    table = laid(sheets={"orc": {"weapons": arms}}, tracks={luck: {"Luck": 1}} if luck else {})
    table = replace(table, options={**table.options, "luck_npc": "all" if luck == "orc" else "off"})
    table = begun(table, 9, 1)
    if spent:
        table = play(table, React(seat="gm", actor="orc", points=2))
    if secret:
        table = replace(table, actors={**table.actors, secret: replace(table.actors[secret], secret=True)})
    ends, chance = [], {"d100": [30, 40], "d20": [11], "d8": [6]}
    for goes_on in (True, False):
        faces = dice(**chance)
        attack = DeclareAttack(seat="tom", actor="bran", target="orc", weapon="sword", throws=True, goes_on=goes_on)
        found = play(table, attack, chance=faces)
        if isinstance(found.procedures[-1], Check):
            found = play(found, AcceptRoll(seat="gm" if luck == "orc" else "tom"))
        waits = current_damage(found) is None
        assert waits == (not goes_on or not spent or stops_at == "defence")
        if waits and (not goes_on or stops_at != "defence"):
            defence = Defend(seat="gm", how="parry" if parries else "none", weapon=weapon, throws=True)
            found = play(found, defence, chance=faces)
        process = current_damage(found)
        if goes_on:
            assert (
                process.stage if process is not None else "defence" if len(found.procedures) > 2 else ""
            ) == stops_at
        if process is not None and process.stage == "where":
            found = play(found, FindLocation(seat="tom"), chance=faces)
        if (process := current_damage(found)) is not None:
            assert process.blow.lies == (goes_on and stops_at == "damage")
            found = play(found, *(() if process.blow.lies else (ThrowDamage(seat="tom"),)), chance=faces)
            found = play(found, AcceptDamage(seat="gm"))
        ends.append(found)
    assert ends[0].actors == ends[1].actors or stops_at == "defence"


@pytest.mark.rule("CF-LUCK-7", "CF-DMG-6", "CF-WOUND-20")
@pytest.mark.parametrize("gm_attacks", [False, True])
def test_a_seat_accepts_beforehand_only_what_it_would_be_asked_itself(gm_attacks: bool) -> None:
    """A player accepts the dice of its attack; the GM also accepts the damage, but no dice for a player."""
    seat, actor, target = ("gm", "orc", "bran") if gm_attacks else ("tom", "bran", "orc")
    sheets: dict[str, dict[str, Json]] = {"orc": {"weapons": [{"name": "sword", "damage": "1d8", "size": "Medium"}]}}
    table = laid(sheets=sheets, tracks={"bran": {"Luck": 1}})
    table = begun(table, *((1, 9) if gm_attacks else (9, 1)))
    attack = DeclareAttack(seat=seat, actor=actor, target=target, weapon="sword", throws=True, goes_on=True)
    assert isinstance(play(table, attack, chance=dice(d100=[30])).procedures[-1], Check), "the Luck of Bran"
    chance = dice(d100=[30], d20=[11], d8=[3])
    table = play(table, replace(attack, accepts=True), chance=chance)
    assert isinstance(table.procedures[-1], Check if gm_attacks else Attack)
    table = play(table, Defend(seat="tom" if gm_attacks else "gm", how="none", accepts=gm_attacks), chance=chance)
    process = current_damage(table)
    if gm_attacks:
        assert process is None, "the damage is taken off"
    else:
        assert process is not None, "the GM has not accepted it"
        assert process.stage in ("where", "damage")


@pytest.mark.rule("CF-DMG-1", "CF-X-25")
def test_an_attack_without_a_weapon_is_named_for_the_skill_as_people_call_it() -> None:
    skills: list[Json] = [{"name": "Combat Skill (class)", "total": 50}]
    table = laid(sheets={"bran": {"skills": skills}})
    attack = DeclareAttack(seat="tom", actor="bran", target="orc", damage="1d6")
    attacked = outcome(table, attack)
    found = next(each for each in attacked.table.procedures if isinstance(each, Attack))
    assert found.weapon == "Combat Skill"
    assert not any("(class)" in say(each.message) for each in attacked.events if isinstance(each, Noted))


@pytest.mark.rule("CF-X-28", "CF-X-8", "CF-DMG-4")
@pytest.mark.parametrize(
    ("rolled", "parried", "kindles", "is_over"),
    [(30, 40, "", True), (40, 3, "", True), (3, 40, "", False), (30, 40, "fire", False), (30, 90, "", False)],
)
def test_a_blow_that_a_parry_stops_has_no_location_and_no_damage_unless_it_has_another_effect(
    rolled: int, parried: int, kindles: Literal["", "fire"], *, is_over: bool
) -> None:
    arms: list[Json] = [{"name": "shield", "size": "Large"}]
    table = begun(laid(sheets={"orc": {"weapons": arms}}, options={"luck_npc": "off"}), 9, 1)
    attack = DeclareAttack(
        seat="tom", actor="bran", target="orc", weapon="sword", throws=True, goes_on=True, kindles=kindles
    )
    faces = dice(d100=[rolled, parried], d20=[11], d8=[6])
    defence = Defend(seat="gm", how="parry", weapon="shield", throws=True)
    parry = outcome(play(table, attack, chance=faces), defence, faces)
    told = {event.message.key for event in parry.events if isinstance(event, Noted)}
    assert ("log.d100_parried" in told, "log.d100_struck" in told) == (is_over, not is_over)
    assert not is_over or isinstance(parry.table.procedures[-1], Combat)


@pytest.mark.rule("CF-X-27", "CF-LUCK-7")
@pytest.mark.parametrize(("orc_luck", "secret", "answers"), [(0, False, True), (1, False, False), (0, True, False)])
def test_a_defence_accepts_dice_that_only_the_luck_of_the_target_could_change(
    orc_luck: int, secret: bool, answers: bool
) -> None:
    luck = {"bran": {"Luck": 1}, "orc": {"Luck": orc_luck}}
    table = begun(laid(tracks=luck, options={"luck_npc": "all"}), 1, 9)
    table = replace(table, actors={**table.actors, "orc": replace(table.actors["orc"], secret=secret)})
    attack = DeclareAttack(seat="gm", actor="orc", target="bran", weapon="sword", throws=True)
    missed = play(table, attack, chance=dice(d100=[90]))
    assert isinstance(missed.procedures[-1], Combat) == (not orc_luck and not secret), "nobody waits for worse dice"
    table = play(table, attack, chance=dice(d100=[30]))
    offered, undefended = names(table, "tom"), Defend(seat="tom", how="none")
    assert ("d100_parry" in offered, "d100_let_stand" in offered) == (answers, not answers)
    assert "d100_luck_force_reroll:bran" in offered
    outsider = refused(table, Defend(seat="eve", how="none"))
    assert outsider.message.key == "refused.not_your_character", "whether it could be answered is not said"
    if answers:
        evade = next(offer for offer in GAME.offers(table, "tom") if offer.name == "d100_evade")
        odds = GAME.odds(table, evade, "tom")
        assert odds is not None
        assert odds.before is None, "the roll that it accepts is no chance any more"
        assert harm(play(table, undefended)).stage == "where"
    else:
        assert refused(table, undefended).message.key == "refused.d100_not_now"


@pytest.mark.rule("CF-HITLOC-1", "CF-DMG-1", "CF-LUCK-7")
@pytest.mark.parametrize(("luck", "secret", "together"), [(0, False, True), (1, False, False), (0, True, False)])
def test_location_and_damage_are_one_press_where_no_luck_could_roll_the_location_again(
    luck: int, secret: bool, together: bool
) -> None:
    """Everybody sees how the GM goes on, so that it does not depend on what only the GM knows of the attacker."""
    table = laid(tracks={"orc": {"Luck": luck}}, options={"luck_npc": "all"})
    table = replace(table, actors={**table.actors, "orc": replace(table.actors["orc"], secret=secret)})
    hit = struck(table, seat="gm", actor="orc", target="bran")
    for viewer in (SHARED, "gm"):
        offered = {offer.name: offer.primary for offer in GAME.offers(hit, "gm", viewer)}
        assert ("d100_find_and_damage" in offered, offered["d100_find_location"]) == (together, not together)
    stopped = harm(hit)
    stopped = replace(stopped, harm=replace(stopped.harm, parry="all"))
    parried = replace(hit, procedures=(*hit.procedures[:-1], stopped))
    seen = {offer.name for offer in GAME.offers(parried, "gm", SHARED)}
    assert ("d100_find_and_damage" in seen) is not secret, "a parry that stops all leaves nothing to luck"
    blow = harm(play(hit, FindLocation(seat="gm", damage=True), chance=dice(d20=[11], d8=[6]))).blow
    assert (blow.location, blow.base) == ("Chest", 6)


@pytest.mark.rule("CF-UI-2", "CF-X-16")
def test_the_initiative_of_a_secret_fighter_shows_in_nothing_but_the_order() -> None:
    """Three initiatives of the orc that all come first, the last one after a tie with Mira."""
    table = play(laid(), StartFight(seat="gm", fighters=("bran", "mira", "orc")))
    table = replace(table, actors={**table.actors, "orc": replace(table.actors["orc"], secret=True)})
    known = []
    for faces in ([2, 5, 9], [2, 5, 6], [2, 5, 5, 1, 8]):
        found = outcome(table, RollInitiative(seat="gm"), dice(d10=faces))
        assert now(found.table).order == ("orc", "mira", "bran")
        told = [*redact(table, found.events, SHARED, GAME.secret_lists)]
        known.append((told, GAME.view_for(found.table, SHARED)))
    assert known[0] == known[1] == known[2]
    assert sum(isinstance(event, Rolled) for event in known[0][0]) == 2, "those of the characters that all may read"
    lines = [event.message for event in known[0][0] if isinstance(event, Noted)]
    (together,) = [line.params["initiatives"] for line in lines if line.key == "log.d100_initiatives"]
    assert together == ["Mira (17)", "Bran (14)"], "the number of a foe such as Smuggler 2 is not its initiative"
    assert "log.d100_initiative_is" not in {line.key for line in lines}, "each initiative is told once"
    (steps,) = [event.reckoning for event in known[0][0] if isinstance(event, Noted) and event.reckoning]
    assert [say(step) for step in steps] == [
        "Mira (17): Initiative die: 5, DEX and INT: +12",
        "Bran (14): Initiative die: 2, DEX and INT: +12",
    ]


def struck(table: Table, *, seat: str = "tom", actor: str = "bran", target: str = "orc") -> Table:
    """Return the table after an undefended hit; the damage waits for its dice."""
    swung = play(table, DeclareAttack(seat=seat, actor=actor, target=target, weapon="sword"))
    swung = play(swung, ThrowDice(seat=seat), chance=dice(d100=[30]))
    waits = isinstance(swung.procedures[-1], Check)
    return play(swung, *((AcceptRoll(seat=seat),) if waits else ()), Defend(seat="gm", how="none"))


@pytest.mark.rule("CF-X-8", "CF-T-DIFF")
@pytest.mark.parametrize("target", ["stands by", "has no points left", "is out of the fight"])
@pytest.mark.parametrize(("rolled", "effects"), [(30, "1 Special Effect"), (2, "2 Special Effects")])
def test_a_hit_that_nobody_defends_against_counts_as_a_failed_defence(rolled: int, effects: str, target: str) -> None:
    """The attacker's own player has the effects then, as after a defence that fails."""
    table = begun(laid(), 9, 1)
    if target == "has no points left":
        table = play(table, React(seat="gm", actor="orc", points=2))
    elif target == "is out of the fight":
        table = with_state(table, "orc", incapacitated=1)
    attack = DeclareAttack(seat="tom", actor="bran", target="orc", weapon="sword", throws=True, goes_on=True)
    chance = dice(d100=[rolled], d20=[11], d8=[4])
    last: Command = attack
    if target == "stands by":
        table, last = play(table, attack, chance=chance), Defend(seat="gm", how="none")
    told = outcome(table, last, chance=chance)
    lines = [say(event.message) for event in told.events if isinstance(event, Noted)]
    assert f"Bran gets {effects}" in lines
    table = play(table, last, chance=chance)
    while not names(table, "tom").keys() & {"d100_make_bleed"}:
        step = FindLocation(seat="tom") if harm(table).stage == "where" else ThrowDamage(seat="tom")
        table = play(table, step, chance=chance)
    assert "d100_choose_locations" in names(table, "tom")
    chosen = play(table, ChooseLocations(seat="tom", locations=("Head",)))
    (before,), (blow,) = harm(table).blows, harm(chosen).blows
    assert (blow.location, blow.base) == ("Head", before.base), "the dice stay"
    assert refused(table, ChooseLocations(seat="eve", locations=("Head",))).message.key == "refused.not_your_character"


@pytest.mark.rule("CF-X-8", "CF-HITLOC-3")
def test_without_a_special_effect_only_the_gm_chooses_another_location() -> None:
    """A parry of the same level leaves nobody ahead; it stops no damage of a weapon that is so much larger."""
    attack = DeclareAttack(seat="tom", actor="bran", target="orc", weapon="sword", size="Enormous")
    table = play(laid(), attack, ThrowDice(seat="tom"), chance=dice(d100=[30]))
    table = play(table, Defend(seat="gm", how="parry", size="Small"), ThrowDice(seat="gm"), chance=dice(d100=[25]))
    table = play(table, FindLocation(seat="tom", damage=True), chance=dice(d20=[11], d8=[4]))
    assert harm(table).harm.won == 0
    assert "d100_choose_locations" not in names(table, "tom")
    elsewhere = ChooseLocations(seat="tom", locations=("Head",))
    assert refused(table, elsewhere).message.key == "refused.gm_only"
    assert play(table, replace(elsewhere, seat="gm")) != table


@pytest.mark.rule("CF-HEAL-3", "CF-X-31", "CF-REST-1", "CF-FATIGUE-13")
def test_an_attacker_has_exerted_itself_after_the_attack() -> None:
    table = play(laid(), SetLocation(seat="gm", actor="bran", location="Chest", level=3))
    table = play(table, Weary(seat="gm", actor="bran", cause="exertion"), SetResting(seat="tom", actor="bran"))
    held = play(table, DeclareAttack(seat="tom", actor="bran", target="orc", weapon="sword"))
    waived = play(held, CallOff(seat="gm"))
    assert session_state(waived).tired["bran"].resting is not None, "nothing was struck"
    done = play(struck(table), StopHarm(seat="gm"), chance=dice(d6=[3]))
    assert session_state(done).injuries["bran"]["Chest"].strain == 2, "1d3 of a 3 on a d6"
    assert session_state(done).tired["bran"].resting is None
    bled = play(laid(), SetLocation(seat="gm", actor="bran", location="Chest", level=6, bleeding=True))
    closed = with_states(bled, lambda draft: stabilise(draft, "bran", "Chest", by="first_aid"))
    assert "bleeding" not in states(closed, "bran")
    done = play(struck(closed), StopHarm(seat="gm"), chance=dice(d6=[1]))
    assert "bleeding" in states(done, "bran"), "what First Aid had closed is open again"


@pytest.mark.rule("CF-X-31", "CF-BLOOD-1")
@pytest.mark.parametrize(("endured", "bleeds"), [(90, True), (31, False), (20, True)])
def test_a_blow_can_make_its_victim_bleed(endured: int, bleeds: bool) -> None:
    table = play(struck(laid()), FindLocation(seat="tom"), chance=dice(d20=[11]))
    assert refused(table, MakeBleed(seat="gm")).message.key == "refused.d100_no_blow_yet"
    table = play(table, ThrowDamage(seat="tom"), chance=dice(d8=[4]))
    assert "d100_make_bleed" in names(table, "gm")
    assert refused(table, MakeBleed(seat="eve")).message.key.startswith("refused.")
    table = play(table, MakeBleed(seat="gm"), ThrowDice(seat="gm"), chance=dice(d100=[endured]))
    assert ("bleeding" in states(table, "orc")) == bleeds, "30 was a success; Endurance 52"
    assert harm(table).stage == "damage"
    assert refused(table, MakeBleed(seat="gm")).message.key == "refused.d100_bleeds_asked"
    table = play(table, AcceptDamage(seat="gm"))
    assert hp(table, "orc", "Chest") == 3


@pytest.mark.rule("CF-X-31", "CF-DMG-5")
def test_what_the_armour_of_a_secret_character_stops_shows_in_no_offer_to_make_it_bleed() -> None:
    tables = list[Table]()
    for worn in (0, 8):
        table = struck(laid(sheets={"orc": {"armour": [{"location": "Chest", "worn": worn}]}}))
        table = replace(table, actors={**table.actors, "orc": replace(table.actors["orc"], secret=True)})
        table = play(table, FindLocation(seat="tom"), ThrowDamage(seat="tom"), chance=dice(d20=[11], d8=[4]))
        assert "d100_make_bleed" in {offer.name for offer in GAME.offers(table, "gm", SHARED)}
        assert ("d100_make_bleed" in names(table, "gm")) == (not worn)
        tables.append(table)
    table = tables[-1]
    won = tuple(replace(one, margin=1) if isinstance(one, Attack) else one for one in table.procedures)
    table = play(replace(table, procedures=won), MakeBleed(seat="tom"), ThrowDice(seat="gm"), chance=dice(d100=[90]))
    assert "bleeding" not in states(table, "orc"), "8 stop all of it"


@pytest.mark.rule("CF-LUCK-7", "CF-LUCK-5", "CF-HITLOC-1", "CF-UI-4")
def test_luck_throws_the_location_again_and_remembers_the_action() -> None:
    table = struck(laid(tracks={"bran": {"Luck": 2}}))
    table = play(table, FindLocation(seat="tom"), chance=dice(d20=[2]))
    assert harm(table).blow.location == "Right Leg"
    again = SpendLuck(seat="tom", actor="bran", use="reroll")
    assert refused(table, SpendLuck(seat="tom", actor="bran", use="swap")).rules == ("CF-LUCK-7", "CF-AMB-43")
    table = play(table, again, chance=dice(d20=[20]))
    assert harm(table).blow.location == "Head"
    assert table.actors["bran"].tracks["Luck"].value == 1
    assert table.actors["bran"].sheet["luck_spent"] == [{"action": "sword", "use": "roll again"}]
    assert refused(table, again).rules == ("CF-LUCK-5",)
    chosen = play(struck(laid(tracks={"orc": {"Luck": 2}})), ChooseLocations(seat="gm", locations=("Chest",)))
    assert refused(chosen, SpendLuck(seat="gm", actor="bran", use="reroll")).rules, "nobody threw for it"


@pytest.mark.rule("CF-AMB-42", "CF-LUCK-8")
@pytest.mark.parametrize(("allowed", "key", "may"), [("key", True, True), ("key", False, False), ("off", True, False)])
def test_luck_of_the_gms_characters(allowed: str, key: bool, may: bool) -> None:
    sheets = {"orc": {"key_character": key}}
    table = laid(sheets=sheets, options={"luck_npc": allowed}, tracks={"orc": {"Luck": 1}})
    table = play(table, DeclareAttack(seat="tom", actor="bran", target="orc", weapon="sword"))
    table = play(table, ThrowDice(seat="tom"), chance=dice(d100=[30]))
    assert isinstance(table.procedures[-1], Check) == may, "the roll waits for who could change it"
    for sheet in ("hero", "creature"):
        assert isinstance(sheets_of("classic_fantasy")[sheet].field("key_character"), FlagField)


@pytest.mark.rule("CF-AMB-32", "CF-X-27", "CF-WOUND-18", "CF-WOUND-5")
@pytest.mark.parametrize(
    ("takes", "rounds", "saved"), [("1_turn", 0, True), ("1_round", 1, True), ("1_minute", 4, False)]
)
def test_preventing_death_takes_a_turn_and_the_time_of_the_option(takes: str, rounds: int, saved: bool) -> None:
    aids: dict[str, dict[str, Json]] = {"bran": {"skills": [{"name": "First Aid", "total": 50}]}}
    table = begun(laid(sheets=aids, options={"wound_stabilise_time": takes}), 9, 5, 1, fighters=("bran", "mira", "orc"))
    table = play(table, SetLocation(seat="gm", actor="mira", location="Head", level=-5))
    table = with_states(table, lambda draft: lay(draft, "mira", DEADLINE, "Head", until=table.clock + 20))
    aid = Tend(seat="tom", actor="bran", patient="mira", location="Head", emergency=True)
    assert refused(table, replace(aid, emergency=False)).rules == ("CF-AMB-32",)
    assert refused(table, replace(aid, seat="gm", actor="orc")).message.key == "refused.d100_not_your_turn"
    begins = outcome(table, aid)
    assert points(begins.table, "bran") == 1
    assert refused(play(table, TakeAction(seat="tom", actor="bran")), aid).message.key == "refused.d100_acted_already"
    table = begins.table
    if takes == "1_turn":
        table = play(table, ThrowDice(seat="tom"), chance=dice(d100=[30]))
    for _ in range(rounds):
        table = play(table, *(PassRound(seat="gm", actor=one) for one in ("bran", "orc")))
        table = play(table, EndRound(seat="gm"), chance=dice(d100=[30]))
    assert (DEADLINE in states(table, "mira"), "dead" in states(table, "mira")) == (False, not saved)


@pytest.mark.rule("CF-AMB-32")
def test_another_action_ends_care_that_takes_a_round() -> None:
    table = begun(laid(options={"wound_stabilise_time": "1_round"}), 9, 1)
    table = play(table, SetLocation(seat="gm", actor="bran", location="Head", level=-5))
    aid = Tend(seat="tom", actor="bran", patient="bran", location="Head", emergency=True)
    table = play(table, aid, EndTurn(seat="tom"), EndTurn(seat="gm"))
    assert "d100_rescue_broken" in notes(outcome(table, TakeAction(seat="tom", actor="bran")))
    assert "d100_rescue_broken" not in notes(outcome(table, React(seat="tom", actor="bran")))


@pytest.mark.rule("CF-WOUND-5", "CF-X-27", "CF-X-39", "CF-HEAL-8")
def test_a_serious_wound_keeps_from_beginning_a_spell_and_a_spell_is_the_action_of_a_turn() -> None:
    table = begun(laid(tracks={"bran": {"Magic": 4}}), 9, 1)
    table = play(table, SetLocation(seat="gm", actor="bran", location="Chest", level=3))
    spell = CastHealing(seat="tom", actor="bran", patient="bran", location="Chest", spell="cure_minor")
    assert refused(with_state(table, "bran", no_offence=1), spell).rules == ("CF-WOUND-5",)
    assert refused(with_state(table, "bran", unconscious=0), spell).message.key == "refused.d100_cannot_act"
    assert refused(with_state(table, "bran", casting=0, spell_shaken=0), spell).rules == ("CF-X-39",)
    for before in (table, with_state(table, "bran", casting=0)):
        cast = outcome(before, spell, dice(d4=[1]))
        done = cast.table
        assert (points(done, "bran"), hp(done, "bran", "Chest")) == (1, 5)
        assert "casting" not in states(done, "bran")
        assert "d100_spell_over" not in notes(cast), "this is the spell that was begun"
        assert refused(done, spell).message.key == "refused.d100_acted_already"


@pytest.mark.rule("CF-X-27")
def test_who_has_a_spell_book_begins_a_spell_of_it_and_nothing_need_be_typed() -> None:
    table = begun(laid(sheets={"bran": {"spells": [{"name": "Sleep"}, {"name": "Light"}, {}]}}), 9, 1)
    offers = {offer.name: offer for offer in GAME.offers(table, "tom")}
    cast = offers["d100_begin_spell:bran"]
    assert [(question.field, question.choices) for question in cast.questions] == [("what", ("Sleep", "Light"))]
    assert all(question.optional or question.choices for question in offers["d100_act:bran"].questions)
    assert "d100_begin_spell:orc" not in names(table, "gm")
    done = outcome(table, replace(cast.command, what="Light"))
    assert "casting" in states(done.table, "bran")
    assert points(done.table, "bran") == points(table, "bran") - 1
    assert "d100_begins_spell" in notes(done)


@pytest.mark.rule("CF-X-4")
@pytest.mark.parametrize(
    ("rolled", "key", "sentence"),
    [
        (20, "d100_spell_cast", "Bran casts the spell Sleep: success"),
        (90, "d100_spell_missed", "Bran tries to cast the spell Sleep: failure"),
    ],
)
def test_a_spell_that_was_begun_is_rolled_for_with_one_press_and_is_over(rolled: int, key: str, sentence: str) -> None:
    knows: Json = [{"name": "Arcane Casting", "total": 25}, {"name": "Channel", "total": 40}]
    table = begun(laid(sheets={"bran": {"professional": knows}}), 9, 1)
    assert "d100_roll_spell:bran" not in names(table, "tom")
    table = play(table, TakeAction(seat="tom", actor="bran", what="Sleep", casting=True))
    offer = next(each for each in GAME.offers(table, "tom") if each.name == "d100_roll_spell:bran")
    assert (offer.command, offer.primary) == (RollSpell(seat="tom", actor="bran", skill="Channel"), True)
    lit = {each.name for seat in ("tom", "gm") for each in GAME.offers(table, seat) if each.primary}
    assert lit == {offer.name}, "the spell is the one next step"
    page = GAME.status_page(table, "tom", "fight")
    assert page is not None
    assert "Bran is casting Sleep. Roll for the spell." in [say(sentence) for sentence in page.sentences]
    [which] = offer.questions
    assert (which.field, which.choices) == ("skill", ("Channel", "Arcane Casting")), "the spell may be of either"
    other = replace(offer.command, skill="Athletics")
    assert refused(table, other).message.key == "refused.d100_casts_not_with"
    rolling = play(table, offer.command)
    assert "“Sleep”" in say(GAME.ruleset.activity_view(rolling, "tom")[-1].title), "everybody sees which spell it is"
    cast = outcome(rolling, ThrowDice(seat="tom"), dice(d100=[rolled]))
    [said] = [event.message for event in cast.events if isinstance(event, Noted) and event.message.key == f"log.{key}"]
    assert say(said) == sentence
    assert offer_named(cast.table, "tom", "d100_end_turn").primary
    assert "casting" not in states(cast.table, "bran")
    assert refused(cast.table, offer.command).message.key == "refused.d100_casts_nothing"
    over = outcome(table, EndFight(seat="gm"))
    assert "casting" not in states(over.table, "bran"), "nobody casts for days"
    assert "d100_spell_over" in notes(over)


@pytest.mark.rule("CF-X-27")
def test_a_foe_is_proposed_to_leave_the_combat_before_the_heroes() -> None:
    table = begun(laid(), 9, 1)
    [leave] = [offer for offer in GAME.offers(table, "gm") if offer.name.startswith("d100_leave_fight")]
    assert leave.command == LeaveFight(seat="gm", actor="orc")


def test_a_plain_roll_of_the_casting_skill_ends_the_spell_too() -> None:
    knows: Json = [{"name": "Arcane Casting", "total": 25}]
    table = begun(laid(sheets={"bran": {"professional": knows}}), 9, 1)
    table = play(table, TakeAction(seat="tom", actor="bran", what="Sleep", casting=True))
    [roll] = [each for each in GAME.offers(table, "tom") if each.name == "d100_roll_spell:bran"]
    assert not roll.questions
    assert say(roll.label) == "Bran: roll for the spell: Arcane Casting"
    for skill, is_over in (("Athletics", False), ("arcane casting", True)):
        rolled = outcome(play(table, RollSkill(seat="tom", actor="bran", skill=skill)), ThrowDice(seat="tom"))
        ended = "casting" not in states(rolled.table, "bran"), "d100_spell_over" in notes(rolled)
        assert ended == (is_over, is_over)


def test_a_contest_of_the_casting_skill_ends_the_spell_of_either_side() -> None:
    knows: Json = [{"name": "Arcane Casting", "total": 25}]
    table = begun(laid(sheets={name: {"professional": knows} for name in ("bran", "orc")}), 9, 1)
    table = with_state(with_state(table, "bran", casting=0), "orc", casting=0)
    for first, second in (("bran", "orc"), ("orc", "bran")):
        contest = RollContest(seat="gm", actor=first, skill="Athletics", other=second, other_skill="Arcane Casting")
        rolled = outcome(play(table, contest), ThrowDice(seat="gm"))
        assert "casting" in states(rolled.table, first)
        assert "casting" not in states(rolled.table, second)
        assert notes(rolled).count("d100_spell_over") == 1
        shaken = with_state(table, second, spell_shaken=0)
        assert refused(shaken, contest).message.key == "refused.d100_spell_unheld"


def test_a_contest_ends_no_spell_of_a_character_that_its_seat_does_not_decide_for() -> None:
    """The seat that begins a contest chooses the skill of both sides; a shaken spell hinders what would end it."""
    knows: Json = [{"name": "Arcane Casting", "total": 25}]
    table = laid(sheets={name: {"professional": knows} for name in ("bran", "mira", "orc")})
    table = begun(table, 9, 5, 1, fighters=("bran", "mira", "orc"))
    for name in ("bran", "mira", "orc"):
        table = with_state(table, name, casting=0)
    asked = RollContest(seat="tom", actor="bran", skill="Arcane Casting", other="", other_skill="Arcane Casting")
    yields = replace(table, actors={**table.actors, "mira": replace(table.actors["mira"], seat="tom")})
    for started, contest, casters in (
        (table, replace(asked, other="mira"), {"mira", "orc"}),
        (table, replace(asked, other="orc"), {"mira", "orc"}),
        (table, replace(asked, other="orc", seat="gm"), {"mira"}),
        (yields, replace(asked, other="mira"), {"orc"}),
    ):
        rolled = play(play(started, contest), ThrowDice(seat="gm"))
        assert current_check(rolled) is None
        assert {name for name in rolled.actors if "casting" in states(rolled, name)} == casters
        shaken = with_state(started, contest.other, spell_shaken=0)
        is_refused = GAME.refusal(shaken, contest) is not None
        assert is_refused is (contest.other not in casters)


@pytest.mark.rule("CF-X-24", "CF-X-39", "CF-UI-2")
@pytest.mark.parametrize(
    ("skill", "value", "sheets"),
    [
        ("Arcane Casting", None, ([{"name": "Arcane Casting", "total": 0}], [])),
        ("arcane  CASTING", 40, ([{"name": "Arcane Casting", "total": 25}], [{"name": "Channel", "total": 25}], [])),
    ],
)
@pytest.mark.parametrize("fallen", [30, 99])
def test_no_answer_to_a_contest_tells_the_skills_of_a_secret_foe_nor_that_its_spell_is_shaken(
    skill: str, value: int | None, sheets: tuple[Json, ...], fallen: int
) -> None:
    contest = RollContest(
        seat="tom", actor="bran", skill="Athletics", other="orc", other_skill=skill, other_value=value
    )
    told = []
    for professional in sheets:
        table = secretly(begun(laid(sheets={"orc": {"professional": professional}}), 9, 1), "orc")
        for states_of_orc in ({"casting": 0}, {"casting": 0, "spell_shaken": 0}):
            held = with_state(table, "orc", **states_of_orc)
            asked = outcome(held, contest)
            rolled = outcome(asked.table, ThrowDice(seat="gm"), dice(d100=[20, fallen]))
            for before, done in ((held, asked), (asked.table, rolled)):
                seen = [*redact(before, done.events, "tom")]
                told.append((seen, GAME.view_for(done.table, "tom"), GAME.offers(done.table, "tom")))
    assert told[0::2] == [told[0]] * (len(told) // 2)
    assert told[1::2] == [told[1]] * (len(told) // 2)


@pytest.mark.rule("CF-X-24", "CF-X-39")
def test_the_gm_is_told_why_a_contest_against_a_secret_foe_cannot_begin() -> None:
    knows: Json = [{"name": "Arcane Casting", "total": 25}]
    table = secretly(begun(laid(sheets={"orc": {"professional": knows}}), 9, 1), "orc")
    contest = RollContest(seat="gm", actor="bran", skill="Athletics", other="orc", other_skill="Arcane Casting")
    shaken = with_state(table, "orc", casting=0, spell_shaken=0)
    assert refused(shaken, contest).message.key == "refused.d100_spell_unheld"
    assert refused(table, replace(contest, other_skill="Channel")).message.key == "refused.d100_not_learned"


@pytest.mark.rule("CF-X-39")
@pytest.mark.parametrize(
    ("damage", "willpower", "target"), [(1, 20, 25), (1, 90, 17), (7, 20, 17), (7, 90, 13), (14, 20, None), (0, 90, 25)]
)
def test_a_wound_of_the_caster_makes_a_spell_harder_or_fail(damage: int, willpower: int, target: int | None) -> None:
    knows: Json = [{"name": "Arcane Casting", "total": 25}]
    table = begun(laid(sheets={"bran": {"professional": knows}}), 9, 1)
    table = play(table, TakeAction(seat="tom", actor="bran", what="a spell", casting=True))
    assert "casting" in states(table, "bran")
    blow = HarmSomebody(seat="gm", actor="bran", damage=str(damage), locations=("Chest",))
    table = play(table, blow, ThrowDamage(seat="gm"), AcceptDamage(seat="gm"))
    if current_damage(table) is not None:
        table = play(table, ThrowDice(seat="gm"), chance=dice(d100=[20], d6=[1]))
        table = play(table, AcceptConsequences(seat="gm"))
    cast = RollSkill(seat="gm", actor="bran", skill="arcane casting")
    hold = HoldSpell(seat="gm", actor="bran")
    if target is None:
        assert "casting" not in states(table, "bran")
        nothing = refused(table, EndSpell(seat="gm", actor="bran"))
        assert (nothing.message.key, nothing.rules) == ("refused.d100_casts_nothing", ())
        return
    if damage:
        against = RollContest(seat="gm", actor="bran", skill="Arcane Casting", other="orc", other_skill="Endurance")
        for begun_anyway in (cast, against):
            assert refused(table, begun_anyway).message.key == "refused.d100_spell_unheld"
        assert "d100_hold_spell:bran" in names(table, "tom")
        table = play(table, hold, ThrowDice(seat="gm"), chance=dice(d100=[willpower]))
    assert refused(table, hold).message.key == "refused.d100_spell_steady"
    for rolled in (
        cast,
        RollContest(seat="gm", actor="bran", skill="Arcane Casting", other="orc", other_skill="Brawn"),
    ):
        assert GAME.view_for(play(table, rolled), "gm").under_way[-1].sides[0].target == target
    assert "casting" not in states(play(table, EndSpell(seat="tom", actor="bran")), "bran")
    again = play(table, EndTurn(seat="tom"), EndTurn(seat="gm"), LieDown(seat="tom", actor="bran"))
    assert "casting" in states(again, "bran")
    for command, still_casts in (
        (TakeAction(seat="tom", actor="bran"), False),
        (TakeAction(seat="tom", actor="bran", what="the next spell", casting=True), True),
        (StandUp(seat="tom", actor="bran"), False),
    ):
        acted = outcome(again, command)
        assert ("casting" in states(acted.table, "bran")) is still_casts
        assert ("d100_spell_over" in notes(acted)) is not still_casts
