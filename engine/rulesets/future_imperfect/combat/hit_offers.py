"""Offers about an attack in progress: reactions, each step of a hit, and the GM's overrides."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.memo import memo
from engine.kit.calculation import total
from engine.kit.checks.check_commands import throws_at_once
from engine.kit.control import controller_of, may_act_for
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import Answers, Asks, offer_of
from engine.presentation.offers import Drag, Offer, denial, with_denial
from engine.rulesets.future_imperfect.actions.weapon_use import is_melee
from engine.rulesets.future_imperfect.character.character_sheet import GroupLists
from engine.rulesets.future_imperfect.checks.check_commands import RuleTotal, SetTarget
from engine.rulesets.future_imperfect.chips import fate_chip_rules
from engine.rulesets.future_imperfect.combat.attack_commands import SIDES, AttackPurpose, StopAttack, is_before_dice
from engine.rulesets.future_imperfect.combat.damage_commands import RollDamage, RuleArmour, RuleDamage, RuleWind
from engine.rulesets.future_imperfect.combat.defence_commands import Defend, RunAway
from engine.rulesets.future_imperfect.combat.hit_commands import (
    MOST_SHIFT,
    MissAfterAll,
    RuleHit,
    SetCover,
    ShiftHit,
    locations_by_raises,
    locations_on,
    need_hit,
    parts_to_cover,
)
from engine.rulesets.future_imperfect.damage.wind import perhaps_dead
from engine.rulesets.future_imperfect.damage.wound_commands import (
    RuleDead,
    RuleWounds,
    SaveSkin,
    TakeHarm,
    need_unmarked_wounds,
)
from engine.rulesets.future_imperfect.damage.wound_marks import chart_for
from engine.rulesets.future_imperfect.initiative.action_cards import reserved
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack, current_attack
from engine.rulesets.future_imperfect.procedures.check_procedure import current_check, is_checking
from engine.rulesets.future_imperfect.procedures.conflict_procedure import current_conflict
from engine.rulesets.future_imperfect.procedures.participants import taking_part
from engine.rulesets.future_imperfect.procedures.session_procedure import POT
from engine.rulesets.future_imperfect.procedures.wound_procedure import PendingWounds, pending_wounds
from engine.rulesets.future_imperfect.rules import melee_rules
from engine.rulesets.future_imperfect.settings import OBSTACLES
from engine.rulesets.future_imperfect.sheet_lookups import charts_of

USUAL_RUN = 10
ACTED_OUT = {"dodge": ("cover", "prone", ""), "fighting": ("ground", "")}
"""Ways to act an active defence out; the last one is none (FI-DEFEND-6)."""


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the offers of a seat for the attack or the wounds in front."""
    yield from player_step_offers(table, seat, viewer)
    if table.is_gm(seat):
        yield from deaths(table, seat, viewer)
        yield from gm_step_offers(table, seat, viewer)


def player_step_offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the same offers without the rulings of the GM."""
    harm, attack = pending_wounds(table), current_attack(table)
    if harm is not None:
        yield from _harm(table, seat, harm)
    elif attack is not None:
        yield from _steps(table, seat, viewer, attack)


def reactions(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the offers about an attack during its roll: before the dice fall the target may react."""
    if not throws_for_others(table, seat):
        yield from answers(table, seat, viewer)
    if table.is_gm(seat):
        yield from deaths(table, seat, viewer)
    if table.is_gm(seat) and current_attack(table) is not None and current_check(table) is not None:
        yield from gm_step_offers(table, seat, viewer)


def deaths(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the decision about the death of each character whose Wind is so low, if the viewer reads that."""
    for actor in perhaps_dead(table):
        if table.may_read(table.actors[actor], viewer):
            name, rule = actor_name(table, actor), RuleDead(seat=seat, actor=actor)
            yield offer_of(None, rule, name=f"rule_dead_now:{actor}", actor=name)


def throws_for_others(table: Table, seat: str) -> bool:
    """Say whether the GM, who is attacked, could throw for the attacker: the own answers come before that."""
    attack = current_attack(table)
    if attack is None or not table.is_gm(seat) or controller_of(table, attack.actor) == seat:
        return False
    return any(controller_of(table, actor) == seat for actor in attack.targets)


def answers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the reactions of the attacked characters of a seat, before the dice fall."""
    attack, rolled = current_attack(table), current_check(table)
    if attack is not None and rolled is not None and isinstance(rolled.then, AttackPurpose) and not rolled.fallen:
        yield from _answers(table, seat, viewer, attack)


def _answers(table: Table, seat: str, viewer: str, attack: Attack) -> Iterator[Offer]:
    """Yield the reactions of attacked characters: defend, run, name their cover (FI-DEFEND-1, FI-RES-10)."""
    for actor in attack.targets:
        if controller_of(table, actor) != seat:
            continue
        yield from _defences(table, seat, actor, viewer, attack)
        conflict = current_conflict(table)
        if conflict is not None and actor in conflict.fighters and reserved(table, actor) is not None:
            yield offer_of(table, RunAway(seat=seat, actor=actor, distance=USUAL_RUN))
    yield from _cover(table, seat, viewer, attack)
    if controller_of(table, attack.actor) == seat and not table.is_gm(seat):
        yield offer_of(table, StopAttack(seat=seat))


def defences(table: Table, seat: str) -> Iterator[Offer]:
    """Yield the active defences of the attacked characters of a seat, before the dice fall."""
    attack, rolled = current_attack(table), current_check(table)
    if attack is not None and rolled is not None and isinstance(rolled.then, AttackPurpose) and not rolled.fallen:
        for actor in attack.targets:
            if controller_of(table, actor) == seat:
                yield from _defences(table, seat, actor, seat, attack)


def _defences(table: Table, seat: str, actor: str, viewer: str, attack: Attack) -> Iterator[Offer]:
    """Yield the active defences of a character; a denial would reveal a secret sheet to other viewers."""
    readable = table.may_read(table.actors[actor], viewer)
    yield _defend(table, seat, actor, "dodge", readable)
    if is_melee(attack) or not readable:  # otherwise it is denied
        fights = _defend(table, seat, actor, "fighting", readable)
        if fights.denial is None:
            yield fights


def _defend(table: Table, seat: str, actor: str, by: str, readable: bool) -> Offer:
    ways = ACTED_OUT[by]
    throws, asks = throws_at_once(table, seat, actor), {"how": Asks("defended", choices=ways, called=_still())}
    defend = Defend(seat=seat, actor=actor, by=by, how=ways[0], throws=throws)
    offer = offer_of(None, defend, name=f"defend_{by}:{actor}", asks=asks, actor=actor_name(table, actor))
    return with_denial(table, offer) if readable else offer


def _still() -> dict[str, Message]:
    """Return the name of a defence that is not acted out, with its penalty (FI-DEFEND-6)."""
    penalty = total(melee_rules.defense_parts(acted_out=False))
    return {"": Message(key="ask.defended_still", params={"penalty": penalty})}


def _cover(table: Table, seat: str, viewer: str, attack: Attack) -> Iterator[Offer]:
    obstacles = _obstacles(table.lists)
    for actor in attack.targets if obstacles else ():
        if may_act_for(table, seat, actor):
            cover = SetCover(seat=seat, target=actor, obstacle=obstacles[0])
            parts = parts_to_cover(table, actor) if table.may_read(table.actors[actor], viewer) else None
            asks: dict[str, Answers] = {"target": None, "places": parts, "obstacle": obstacles}
            fields, name = ("obstacle", "places", "value"), actor_name(table, actor)
            yield offer_of(table, cover, fields=fields, asks=asks, actor=name)


@memo
def _obstacles(lists: GroupLists) -> tuple[str, ...]:
    return tuple([str(row["name"]) for row in lists.get(OBSTACLES, ()) if row.get("name")])


# ---- a hit, step by step ---------------------------------------------------------------------------------------------


def _steps(table: Table, seat: str, viewer: str, attack: Attack) -> Iterator[Offer]:
    is_controller, gm = controller_of(table, attack.actor) == seat, table.is_gm(seat)
    if attack.hits and attack.hits[0].at is not None:
        if is_controller or gm:
            main = is_controller or table.is_gm(controller_of(table, attack.actor))
            yield offer_of(None, RollDamage(seat=seat), primary=main)
            yield from _shifts(table, seat, attack)
        yield from _cover(table, seat, viewer, attack)


def _shifts(table: Table, seat: str, attack: Attack) -> Iterator[Offer]:
    """Yield the ways to move the present hit by raises (FI-HITLOC-4).

    The hit chart of a secret target is on its record: its locations are told by no offer, and all shifts are offered.
    """
    hit = attack.hits[0]
    if not table.actors[hit.target].secret:
        for shift, at in locations_by_raises(table, attack, hit).items():
            move, name = ShiftHit(seat=seat, by=shift), f"shift_hit:{shift}"
            yield offer_of(None, move, name=name, fields=(), place=at.place)
    elif hit.natural is not None and not hit.damage:
        most = min(attack.raises, MOST_SHIFT)
        for shift in range(-most, most + 1):
            if shift != hit.shift:
                move, name = ShiftHit(seat=seat, by=shift), f"shift_hit:{shift}"
                made = offer_of(None, move, name=name, fields=(), place="")
                label = Message(key="offer.shift_hit_by", params={"by": shift})
                yield replace(made, label=label)


def _harm(table: Table, seat: str, pending: PendingWounds) -> Iterator[Offer]:
    name = actor_name(table, pending.actor)
    is_controller = controller_of(table, pending.actor) == seat
    for colour in fate_chip_rules.fate_tables().colours:
        if table.chips.get(seat, {}).get(colour.key) and colour.wounds:
            save, drag = SaveSkin(seat=seat, colour=colour.key), Drag(source=seat, target=POT, colour=colour.key)
            yield offer_of(table, save, drag=drag, actor=name, colour=colour.key, count=colour.wounds)
    if is_controller or table.is_gm(seat):
        main = is_controller or table.is_gm(controller_of(table, pending.actor))
        take = TakeHarm(seat=seat, throws=throws_at_once(table, seat, pending.actor))
        yield offer_of(None, take, primary=main, actor=name)


# ---- the GM's rulings on every step ----------------------------------------------------------------------------------


def gm_step_offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the GM's offers to stop, change and override each step; those of other steps are denied, with the reason.

    Declaration, roll, location, armour, damage, wounds, Wind: the same offers at each step, in that order. Who may not
    read a character is asked for none of its locations, as its hit chart is on its record. To stop an attack is rare
    once dice have fallen: between the buttons for chips and wounds it would be pressed by mistake.
    """
    attack, harm = current_attack(table), pending_wounds(table)
    if attack is not None:
        yield offer_of(table, StopAttack(seat=seat), rare=not is_before_dice(table, attack))
        if not is_checking(table):
            number, total = SetTarget(seat=seat, tn=0), RuleTotal(seat=seat, total=0)
            yield offer_of(table, number, name="set_number", fields=())
            yield offer_of(table, total, name="rule_result", fields=())
        yield from _rulings(table, seat, viewer, attack)
    if harm is not None or attack is not None:
        yield from _rule_harm(table, seat, viewer, attack, harm)


def _rulings(table: Table, seat: str, viewer: str, attack: Attack) -> Iterator[Offer]:
    target = attack.hits[0].target if attack.hits else next(iter(attack.targets), "")
    if not target:
        return
    others = tuple([actor for actor in taking_part(table) if actor not in (attack.actor, target)])
    charts = charts_of(table)
    known = [charts[actor] if table.may_read(table.actors[actor], viewer) else "" for actor in (target, *others)]
    hit = _rule_hit(seat, others, known[0], tuple(known[1:]))
    why = denial(need_hit, table)
    if why is not None:  # all of them need a hit
        rulings = RuleArmour(seat=seat, value=0), RuleDamage(seat=seat, damage=0), MissAfterAll(seat=seat)
        yield from (offer.unless(why) for offer in (hit, *(offer_of(None, ruling) for ruling in rulings)))
        return
    yield with_denial(table, hit)
    yield offer_of(table, RuleArmour(seat=seat, value=0))
    yield offer_of(table, RuleDamage(seat=seat, damage=0))
    yield offer_of(table, MissAfterAll(seat=seat))


@memo
def _rule_hit(seat: str, others: tuple[str, ...], chart: str, charts: tuple[str, ...]) -> Offer:
    """Return the offer to override who is hit, and where, with the locations on each one's known hit chart."""
    bodies = zip(("", *others), (chart, *charts), strict=True)
    among = {actor: locations_on(its) for actor, its in bodies if its}
    where = replace(Asks.by_choice("target", among), instead=Message(key="ask.roll_again")) if among else None
    asks: dict[str, Answers] = {
        "target": Asks("hit_instead", choices=others, rare=True, instead=Message(key="ask.hit_same"))
        if others
        else None,
        "location": where,
        "side": SIDES if among else None,
    }
    hit, fields = RuleHit(seat=seat, side=SIDES[0]), ("target", "location", "side")
    return offer_of(None, hit, name="rule_hit", fields=fields, asks=asks)


def _rule_harm(
    table: Table, seat: str, viewer: str, attack: Attack | None, harm: PendingWounds | None
) -> Iterator[Offer]:
    hurt = harm.actor if harm is not None else next(iter(attack.targets), "") if attack is not None else ""
    if not hurt:
        return
    areas = tuple(chart_for(table, hurt).areas) if table.may_read(table.actors[hurt], viewer) else None
    name, wounds = actor_name(table, hurt), sum(harm.wounds.values()) if harm is not None else 0
    why = denial(need_unmarked_wounds, table)  # of both; otherwise nothing denies them to the GM
    yield offer_of(None, RuleWounds(seat=seat, wounds=wounds), asks={"area": areas}, actor=name).unless(why)
    yield offer_of(None, RuleWind(seat=seat, wind=0), actor=name).unless(why)
