"""Offers about an attack in progress: reactions, each step of a hit, and the GM's overrides."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.memo import memo
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.model.table import Table
from engine.presentation.offers import Drag, Offer, QuestionKind, make_offer, question, with_denial
from engine.rulesets.future_imperfect.checks import roll_override
from engine.rulesets.future_imperfect.chips import fate_chip_rules
from engine.rulesets.future_imperfect.combat import (
    attack_commands,
    damage_commands,
    defence_commands,
    hit_commands,
    hit_override,
)
from engine.rulesets.future_imperfect.combat.attack_commands import AttackPurpose
from engine.rulesets.future_imperfect.combat.attack_questions import FAR, SIDES, rare_question
from engine.rulesets.future_imperfect.damage import wound_commands
from engine.rulesets.future_imperfect.damage.wound_marks import chart_for
from engine.rulesets.future_imperfect.default_lists import OBSTACLES
from engine.rulesets.future_imperfect.initiative.action_cards import reserved
from engine.rulesets.future_imperfect.offer_context import Names
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack, current_attack
from engine.rulesets.future_imperfect.procedures.check_procedure import current_check, is_checking
from engine.rulesets.future_imperfect.procedures.conflict_procedure import current_conflict
from engine.rulesets.future_imperfect.procedures.participants import taking_part
from engine.rulesets.future_imperfect.procedures.session_procedure import POT
from engine.rulesets.future_imperfect.procedures.wound_procedure import PendingWounds, pending_wounds
from engine.rulesets.future_imperfect.sheet_lookups import charts_of

MOST_WOUNDS = 20
MOST_DAMAGE = 999
MOST_ARMOUR = 20
MOST_WIND = 99
USUAL_RUN = 10
ACTED_OUT = {"dodge": ("cover", "prone", ""), "fighting": ("ground", "")}
"""Ways to act an active defence out; the last one is none (FI-DEFEND-6)."""


def offers(table: Table, seat: str) -> Iterator[Offer]:
    """Yield the offers of a seat for the attack or the wounds in front."""
    harm, attack = pending_wounds(table), current_attack(table)
    if harm is not None:
        yield from _harm(table, seat, harm)
    elif attack is not None:
        yield from _steps(table, seat, attack)
    if table.is_gm(seat):
        yield from gm_step_offers(table, seat)


def reactions(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the offers about an attack during its roll: before the dice fall the target may react."""
    attack, rolled = current_attack(table), current_check(table)
    if attack is None or rolled is None:
        return
    if isinstance(rolled.then, AttackPurpose) and not rolled.fallen:
        yield from _answers(table, seat, viewer, attack)
    if table.is_gm(seat):
        yield from gm_step_offers(table, seat)


def _answers(table: Table, seat: str, viewer: str, attack: Attack) -> Iterator[Offer]:
    """Yield the reactions of attacked characters: defend, run, name their cover (FI-DEFEND-1, FI-RES-10)."""
    for actor in attack.targets:
        if controller_of(table, actor) != seat:
            continue
        name = actor_name(table, actor)
        dodges, fights = (_defend(seat, actor, name, by) for by in ("dodge", "fighting"))
        if table.may_read(table.actors[actor], viewer):
            dodges, fights = (with_denial(table, offer, defence_commands.verify_defend) for offer in (dodges, fights))
        yield dodges  # a denial would reveal a secret sheet to other viewers
        if fights.denial is None:
            yield fights
        conflict = current_conflict(table)
        if conflict is not None and actor in conflict.fighters and reserved(table, actor) is not None:
            yield with_denial(table, _run(seat, actor, name), defence_commands.verify_run)
    yield from _cover(table, seat, attack)
    if controller_of(table, attack.actor) == seat and not table.is_gm(seat):
        yield with_denial(table, _stop_attack(seat), attack_commands.verify_stop)


@memo
def _defend(seat: str, actor: str, name: str, by: str) -> Offer:
    ways = ACTED_OUT[by]
    bare = defence_commands.Defend(seat=seat, actor=actor, by=by, how=ways[0])
    questions = (question("defended", QuestionKind.CHOICE, ways, field="how", optional=True),)
    return make_offer(f"defend_{by}:{actor}", bare, questions=questions, actor=name)


@memo
def _run(seat: str, actor: str, name: str) -> Offer:
    questions = (
        question("distance", QuestionKind.NUMBER, least=0, most=FAR),
        question("hidden", QuestionKind.FLAG, optional=True),
    )
    bare = defence_commands.RunAway(seat=seat, actor=actor, distance=USUAL_RUN)
    return make_offer(f"run_away:{actor}", bare, questions=questions, actor=name)


def _cover(table: Table, seat: str, attack: Attack) -> Iterator[Offer]:
    obstacles = tuple(str(row["name"]) for row in table.lists.get(OBSTACLES, ()) if row.get("name"))
    for actor in attack.targets:
        if obstacles and (controller_of(table, actor) == seat or table.is_gm(seat)):
            offer = _set_cover(
                seat, actor, actor_name(table, actor), hit_commands.parts_to_cover(table, actor), obstacles
            )
            yield with_denial(table, offer, hit_commands.verify_cover)


@memo
def _set_cover(seat: str, actor: str, name: str, places: Names, obstacles: Names) -> Offer:
    questions = (
        question("obstacle", QuestionKind.CHOICE, obstacles),
        question("places", QuestionKind.CHOICES, places, least=1, most=len(places), optional=True),
        rare_question("cover_value", QuestionKind.NUMBER, field="value", most=MOST_ARMOUR),
    )
    bare = hit_commands.SetCover(seat=seat, target=actor, obstacle=obstacles[0])
    return make_offer(f"set_cover:{actor}", bare, questions=questions, actor=name)


# ---- a hit, step by step ---------------------------------------------------------------------------------------------


def _steps(table: Table, seat: str, attack: Attack) -> Iterator[Offer]:
    is_controller, gm = controller_of(table, attack.actor) == seat, table.is_gm(seat)
    if attack.hits and attack.hits[0].at is not None:
        if is_controller or gm:
            yield _damage(seat, is_controller or table.is_gm(controller_of(table, attack.actor)))
            if attack.raises and attack.hits[0].natural is not None:
                yield _shift(seat, attack.raises)
        yield from _cover(table, seat, attack)


@memo
def _stop_attack(seat: str) -> Offer:
    return make_offer("stop_attack", attack_commands.StopAttack(seat=seat))


@memo
def _damage(seat: str, main: bool) -> Offer:
    return make_offer("roll_damage", damage_commands.RollDamage(seat=seat), primary=main)


@memo
def _shift(seat: str, raises: int) -> Offer:
    most = min(raises, hit_commands.MOST_SHIFT)
    questions = (question("by", QuestionKind.NUMBER, least=-most, most=most),)
    return make_offer("shift_hit", hit_commands.ShiftHit(seat=seat, by=0), questions=questions, count=raises)


def _harm(table: Table, seat: str, pending: PendingWounds) -> Iterator[Offer]:
    name = actor_name(table, pending.actor)
    is_controller = controller_of(table, pending.actor) == seat
    for colour in fate_chip_rules.fate_tables().colours:
        if table.chips.get(seat, {}).get(colour.key) and colour.wounds:
            yield with_denial(table, _save_skin(seat, name, colour.key, colour.wounds), wound_commands.verify_save)
    if is_controller or table.is_gm(seat):
        yield _take(seat, name, is_controller or table.is_gm(controller_of(table, pending.actor)))


@memo
def _save_skin(seat: str, name: str, colour: str, wounds: int) -> Offer:
    bare = wound_commands.SaveSkin(seat=seat, colour=colour)
    drag = Drag(source=seat, target=POT, colour=colour)
    return make_offer(f"save_skin:{colour}", bare, drag=drag, actor=name, colour=colour, count=wounds)


@memo
def _take(seat: str, name: str, main: bool) -> Offer:
    return make_offer("take_harm", wound_commands.TakeHarm(seat=seat), primary=main, actor=name)


# ---- the GM's rulings on every step ----------------------------------------------------------------------------------


@memo
def gm_step_offers(table: Table, seat: str) -> Iterator[Offer]:
    """Yield the GM's offers to stop, change and override each step; those of other steps are denied, with the reason.

    Declaration, roll, location, armour, damage, wounds, Wind: the same offers at each step, in that order.
    """
    attack, harm = current_attack(table), pending_wounds(table)
    if attack is not None:
        yield with_denial(table, _stop_attack(seat), attack_commands.verify_stop)
        if not is_checking(table):
            yield with_denial(table, _number(seat), roll_override.verify_target)
            yield with_denial(table, _total(seat), roll_override.verify_rule_total)
        yield from _rulings(table, seat, attack)
    if harm is not None or attack is not None:
        yield from _rule_harm(table, seat, attack, harm)


def _rulings(table: Table, seat: str, attack: Attack) -> Iterator[Offer]:
    target = attack.hits[0].target if attack.hits else next(iter(attack.targets), "")
    if not target:
        return
    others = tuple(actor for actor in taking_part(table) if actor not in (attack.actor, target))
    charts = charts_of(table)
    offer = _rule_hit(seat, tuple((other, charts[other]) for other in (target, *others)))
    yield with_denial(table, offer, hit_commands.verify_rule_hit)
    yield with_denial(table, _rule_armour(seat), hit_override.verify_armour)
    yield with_denial(table, _rule_damage(seat), hit_override.verify_damage)
    yield with_denial(table, _miss(seat), hit_commands.verify_miss)


def _rule_harm(table: Table, seat: str, attack: Attack | None, harm: PendingWounds | None) -> Iterator[Offer]:
    hurt = harm.actor if harm is not None else next(iter(attack.targets), "") if attack is not None else ""
    if not hurt:
        return
    areas = tuple(chart_for(table, hurt).areas)
    name, wounds = actor_name(table, hurt), sum(harm.wounds.values()) if harm is not None else 0
    yield with_denial(table, _rule_wounds(seat, name, wounds, areas), wound_commands.verify_rule)
    yield with_denial(table, _rule_wind(seat, name), hit_override.verify_wind)


@memo
def _number(seat: str) -> Offer:
    return make_offer("set_number", roll_override.SetTarget(seat=seat, tn=0))


@memo
def _total(seat: str) -> Offer:
    return make_offer("rule_result", roll_override.RuleTotal(seat=seat, total=0))


@memo
def _rule_hit(seat: str, charts: tuple[tuple[str, str], ...]) -> Offer:
    """Return the offer to set the location of a hit; the locations depend on the character that is hit."""
    places = [(actor, hit_commands.locations_on(chart)) for actor, chart in charts]
    (_, own), *others = places
    among = {"": own, **dict(others)}
    every = tuple(dict.fromkeys(place for _, areas in places for place in areas))
    instead = tuple(actor for actor, _ in others)
    questions = (
        *((rare_question("hit_instead", QuestionKind.CHOICE, instead, field="target"),) if instead else ()),
        question("location", QuestionKind.CHOICE, every, by="target", among=among, optional=True),
        question("side", QuestionKind.CHOICE, SIDES, optional=True),
    )
    return make_offer("rule_hit", hit_commands.RuleHit(seat=seat, side=SIDES[0]), questions=questions)


@memo
def _miss(seat: str) -> Offer:
    return make_offer("miss_after_all", hit_commands.MissAfterAll(seat=seat))


@memo
def _rule_armour(seat: str) -> Offer:
    questions = (question("armour_value", QuestionKind.NUMBER, field="value", least=0, most=MOST_ARMOUR),)
    return make_offer("rule_armour", hit_override.RuleArmour(seat=seat, value=0), questions=questions)


@memo
def _rule_damage(seat: str) -> Offer:
    questions = (question("damage", QuestionKind.NUMBER, least=0, most=MOST_DAMAGE),)
    return make_offer("rule_damage", hit_override.RuleDamage(seat=seat, damage=0), questions=questions)


@memo
def _rule_wounds(seat: str, name: str, wounds: int, areas: Names) -> Offer:
    questions = (
        question("wounds", QuestionKind.NUMBER, least=0, most=MOST_WOUNDS),
        question("area", QuestionKind.CHOICE, areas, optional=True),
    )
    return make_offer(
        "rule_wounds", wound_commands.RuleWounds(seat=seat, wounds=wounds), questions=questions, actor=name
    )


@memo
def _rule_wind(seat: str, name: str) -> Offer:
    questions = (question("wind", QuestionKind.NUMBER, least=0, most=MOST_WIND),)
    return make_offer("rule_wind", hit_override.RuleWind(seat=seat, wind=0), questions=questions, actor=name)
