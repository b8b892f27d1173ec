"""Offers to attack, and to defend against an attack (CF-UI-9)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.model.table import Table
from engine.presentation.offers import Offer, QuestionKind, make_offer, question, with_denial
from engine.rulesets.classic_fantasy.attacks import attack_commands
from engine.rulesets.classic_fantasy.attacks.attack_procedure import Attack
from engine.rulesets.classic_fantasy.character.character_sheet import hit_chart_of, rows_of
from engine.rulesets.classic_fantasy.character.offer_targets import with_visible_denial
from engine.rulesets.classic_fantasy.checks import difficulty_modifiers
from engine.rulesets.classic_fantasy.checks.check_offers import grade_question, skills_of, using_question
from engine.rulesets.classic_fantasy.combat.combat_offers import opponents
from engine.rulesets.classic_fantasy.wounds.wound_tables import numbers


def weapons_with_damage(table: Table, actor: str) -> tuple[str, ...]:
    """Return the names of the weapons on a character's sheet that have damage dice."""
    rows = rows_of(table.actors[actor], "weapons")
    return tuple(dict.fromkeys(str(row["name"]) for row in rows if row.get("name") and attack_commands.is_armed(row)))


def offers_of_actor(table: Table, seat: str, viewer: str, actor: str) -> Iterator[Offer]:
    """Yield the attack of a character, if it has an opponent."""
    targets = opponents(table, viewer, actor)
    if targets:
        offer = _attack_offer(table, seat, actor, targets)
        yield with_denial(table, offer, attack_commands.verify_declare)


def _attack_offer(table: Table, seat: str, actor: str, targets: tuple[str, ...]) -> Offer:
    weapons = weapons_with_damage(table, actor)
    locations_by_target = {target: hit_chart_of(table, target).names for target in targets}
    all_locations = tuple(dict.fromkeys(name for names in locations_by_target.values() for name in names))
    default_skill = attack_commands.fighting_skill(table, actor, "")
    skills = skills_of(table, actor)
    questions = [question("target", QuestionKind.CHOICE, targets)]
    if weapons:
        questions.append(question("weapon", QuestionKind.CHOICE, weapons))
    else:
        questions.append(question("weapon", QuestionKind.TEXT, optional=True))
        questions.append(
            question("damage_dice", QuestionKind.CHOICE, ("1d3", "1d6", "1d8"), field="damage", own_words=True)
        )
    if skills:
        questions.append(question("skill", QuestionKind.CHOICE, skills, optional=True, rare=True))
    questions += [
        grade_question(),
        *using_question(difficulty_modifiers.hindered_locations(table, actor)),
        question(
            "aimed_location",
            QuestionKind.CHOICE,
            all_locations,
            field="location",
            by="target",
            among=locations_by_target,
            optional=True,
            rare=True,
        ),
        question("magic", QuestionKind.NUMBER, least=-9, most=99, optional=True, rare=True),
        question("kindles", QuestionKind.CHOICE, ("fire", "electrical"), optional=True, rare=True),
    ]
    command = attack_commands.DeclareAttack(
        seat=seat,
        actor=actor,
        target=targets[0],
        weapon=weapons[0] if weapons else "",
        damage="" if weapons else "1d3",
        skill=default_skill,
    )
    return make_offer(f"d100_attack:{actor}", command, questions=tuple(questions), actor=actor_name(table, actor))


def defence_offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the defences of the target after the attack roll, and the rulings of the GM."""
    attack = table.procedures[-1]
    assert isinstance(attack, Attack)
    if attack.rolled is None:
        return
    name = actor_name(table, attack.target)
    if table.is_gm(seat) or controller_of(table, attack.target) == seat:
        is_own = controller_of(table, attack.target) == seat
        readable = table.may_read(table.actors[attack.target], viewer)
        rows = rows_of(table.actors[attack.target], "weapons") if readable else ()
        weapons = tuple(dict.fromkeys(str(row["name"]) for row in rows if row.get("name")))
        if weapons:
            questions = [question("weapon", QuestionKind.CHOICE, weapons)]
        else:
            questions = [question("size", QuestionKind.CHOICE, numbers().sizes, optional=True)]
        limb_questions = using_question(
            difficulty_modifiers.hindered_locations(table, attack.target) if readable else ()
        )
        questions += [grade_question(), *limb_questions]
        parry = attack_commands.Defend(seat=seat, how="parry", weapon=weapons[0] if weapons else "")
        parry_offer = make_offer("d100_parry", parry, questions=tuple(questions), primary=is_own, actor=name)
        yield with_visible_denial(table, viewer, attack.target, parry_offer, attack_commands.verify_defend)
        evade = attack_commands.Defend(seat=seat, how="evade")
        evade_offer = make_offer("d100_evade", evade, questions=(grade_question(), *limb_questions), actor=name)
        yield with_visible_denial(table, viewer, attack.target, evade_offer, attack_commands.verify_defend)
        no_defence = attack_commands.Defend(seat=seat, how="none")
        yield make_offer("d100_no_defence", no_defence, at_cost_of=controller_of(table, attack.target), actor=name)
    if table.is_gm(seat):
        yield make_offer("d100_it_hits", attack_commands.RuleHit(seat=seat, hits=True))
        yield make_offer("d100_it_misses", attack_commands.RuleHit(seat=seat, hits=False))
        yield make_offer(
            "d100_attack_off", attack_commands.CallAttackOff(seat=seat), at_cost_of=controller_of(table, attack.actor)
        )
