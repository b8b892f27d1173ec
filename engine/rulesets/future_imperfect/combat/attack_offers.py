"""Offers to attack: for acting characters, for aiming ones, and for the GM; and offers after an attack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial

from engine.core.commands import Command
from engine.core.memo import memo
from engine.kit.checks.check_commands import throws_at_once
from engine.kit.control import controller_of
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.choice_offers import choice_offers
from engine.presentation.command_offers import Answers, Asks, offer_of
from engine.presentation.offers import Denial, Offer, denial
from engine.rulesets.future_imperfect.actions import preparation_commands, weapon_use
from engine.rulesets.future_imperfect.actions.ammunition import Reload
from engine.rulesets.future_imperfect.actions.card_turn import table_in_turn, takes_action
from engine.rulesets.future_imperfect.character.equipment import Weapon
from engine.rulesets.future_imperfect.character.row_reader import folded
from engine.rulesets.future_imperfect.combat import attack_commands, attack_form_offers, gm_attack_offers
from engine.rulesets.future_imperfect.combat.attack_commands import HANDS, AttackRequest, throws_unanswered
from engine.rulesets.future_imperfect.combat.attack_form_offers import (
    EITHER,
    Attacker,
    HandChoice,
    bodies_of,
    lights_of,
)
from engine.rulesets.future_imperfect.combat.available_weapons import (
    FIGHTING,
    SHOOTING,
    AvailableWeapons,
    available_weapons,
    has_attacked,
    is_done,
    listed_names,
    weapon_named,
)
from engine.rulesets.future_imperfect.combat.melee.entangling_commands import BreakFree, EntangleKind
from engine.rulesets.future_imperfect.combat.melee.melee_commands import BlowKind, CloseIn, KeepDistance, SetClosed
from engine.rulesets.future_imperfect.combat.ranged.aimed_shot_commands import ShootFromAim, moving_target
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import BurstKind, CheckStrays, Shoot, ShotKind
from engine.rulesets.future_imperfect.combat.ranged.throw_commands import ThrowKind, ThrowWeapon
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.damage.wound_commands import RecoverFromStun, RuleDead
from engine.rulesets.future_imperfect.initiative.initiative_countdown import next_called
from engine.rulesets.future_imperfect.offer_context import Names, OfferContext, others_of
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack, AttackKind, AttackTarget
from engine.rulesets.future_imperfect.procedures.conflict_procedure import (
    CardTurn,
    Conflict,
    WeaponUse,
    current_conflict,
)
from engine.rulesets.future_imperfect.procedures.participants import taking_part
from engine.rulesets.future_imperfect.procedures.session_procedure import session_state
from engine.rulesets.future_imperfect.rules import melee_rules
from engine.rulesets.future_imperfect.sheet_lookups import guards_of, keeps_secrets

MOST_LOADING = 20


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the attacks of acting characters, and the shots of aiming ones (FI-AIM-9, FI-AIM-10)."""
    conflict = context.conflict
    if conflict is None:
        return
    if conflict.turns:
        for member in conflict.fighters[conflict.turns[-1].fighter].members:
            # The weapons are on the sheet, so these offers are only for readers of the sheet.
            if controller_of(context.table, member) == context.seat and context.reads(member):
                actor = context.table.actors[member]
                ends = conflict.turns[-1].ends and _acts_last(context.table, actor, conflict)
                for offer in _actions(context, actor, conflict):
                    if ends and takes_action(offer.command) and _is_last_action(context.table, actor, offer.command):
                        offer = replace(_named_whole_turn(offer), explained_as=offer.label.key)
                    yield offer
    yield from _whole_turns(context, conflict, _actions)
    for name, fighter in conflict.fighters.items():
        if fighter.aim is not None and controller_of(context.table, name) == context.seat:
            target = moving_target(conflict, fighter.aim)
            track = target is not None and bool(target.moved)
            shot = ShootFromAim(seat=context.seat, actor=name, track=track)
            yield offer_of(context.table, shot, name=f"{'track_aim' if track else 'shoot_from_aim'}:{name}")


def fight_offers(context: OfferContext) -> Iterator[Offer]:
    """Yield those offers of acting characters that a bot takes: to recover, to attack, and to reload."""
    conflict = context.conflict
    if conflict is None:
        return
    if conflict.turns:
        for member in conflict.fighters[conflict.turns[-1].fighter].members:
            if controller_of(context.table, member) == context.seat and context.reads(member):
                yield from _fight_offers_of(context, context.table.actors[member], conflict)
    yield from _whole_turns(context, conflict, _fight_offers_of)


def _whole_turns(
    context: OfferContext,
    conflict: Conflict,
    actions: Callable[[OfferContext, Actor, Conflict], Iterable[Offer]],
) -> Iterator[Offer]:
    """Yield the actions of called characters that are their whole Turn: the card is played for them (FI-ACT-1).

    The Turn of a secret character begins and ends by hand.
    """
    table, seat = context.table, context.seat
    for name in next_called(table) if not conflict.turns else ():
        members = conflict.fighters[name].members
        own = all(controller_of(table, member) == seat for member in members)
        if not own or any(table.actors[member].secret for member in members):
            continue
        with suppress(Refused):
            acting = OfferContext(table_in_turn(table, seat, name), seat, context.viewer, context.people)
            turn = current_conflict(acting.table)
            assert turn is not None
            for actor in [acting.table.actors[member] for member in members]:
                throws, ends = throws_unanswered(acting.table, seat, actor.id), _acts_last(acting.table, actor, turn)
                for offer in actions(acting, actor, turn):
                    command = _as_whole_turn(offer.command, throws)
                    if command is None:
                        continue
                    if ends and _is_last_action(acting.table, actor, command):
                        offer = _named_whole_turn(offer)
                    yield replace(offer, command=command)


def _named_whole_turn(offer: Offer) -> Offer:
    return replace(offer, label=Message(key="offer.whole_turn", params={"action": say(offer.label)}))


def _acts_last(table: Table, actor: Actor, conflict: Conflict) -> bool:
    """Return whether the other members of a hand have no action left, so that its turn may end, as everybody may know.

    A secret member may have one (FI-ACT-3).
    """
    turn = conflict.turns[-1]
    members = [table.actors[member] for member in conflict.fighters[turn.fighter].members]
    if any(member.secret for member in members):
        return False
    return all(is_done(table, member, turn) for member in members if member is not actor)


def _is_last_action(table: Table, actor: Actor, command: Command) -> bool:
    """Return whether an action leaves its character no other shot or throw in this Turn (FI-ACT-3)."""
    arms = available_weapons(table, actor)
    weapons = arms.guns if isinstance(command, Shoot) else arms.thrown if isinstance(command, ThrowWeapon) else ()
    return all(arms.by_name[weapon].rof == 1 for weapon in weapons)


def as_whole_turn(table: Table, command: Command) -> Command | None:
    """Return an action as a whole Turn; the dice of the GM's attacks fall with it if nobody has anything to answer.

    `table` is that of the Turn. None for a command that cannot be a whole Turn.
    """
    throws = isinstance(command, AttackRequest) and throws_unanswered(table, command.seat, command.actor)
    return _as_whole_turn(command, throws)


def _as_whole_turn(command: Command, throws: bool) -> Command | None:
    """Return the same for an attack whose dice fall with it, or do not."""
    if isinstance(command, AttackRequest):
        return replace(command, ends_turn=True, throws=throws)
    return replace(command, ends_turn=True) if takes_action(command) else None


def _fight_offers_of(context: OfferContext, actor: Actor, conflict: Conflict) -> Iterator[Offer]:
    turn = conflict.turns[-1]
    if actor.has_condition(character_conditions.STUNNED):
        yield _recover(context, actor.id)
    if has_attacked(context.table, actor, turn):
        return
    acts = _ActingCharacter(context, actor, turn)
    if acts.turn.kind == "aim":
        if not acts.turn.used:
            yield from _out_of_aim(acts)
        return
    if acts.attacker.targets and acts.gate is None:
        if acts.arms.guns:
            yield _single_shot(acts, acts.attacker, acts.arms.guns, ())
            yield from _bursts(acts)
        if acts.may(BlowKind(), guards_of(context.table)[actor.id].weapon) is None:
            yield _strike(acts, None)
    yield from _break_free_and_reload(context, actor, acts.arms)


class _ActingCharacter:
    """A character that acts on a card.

    Attributes:
        context: the offer context.
        actor: the character.
        turn: its turn.
        arms: the weapons that it can attack with.
        gate: the reason why it cannot attack at all, if any.
        aim: the aim that it shoots out of; then it does nothing else (FI-AIM-11).
        first: the hand of the first attack of an action; a character with both hands chooses.
        attacker: what the forms of its attacks need: with the hand of the next attack of this action, which is open
            before the first one (FI-TWO-1).
    """

    def __init__(self, context: OfferContext, actor: Actor, turn: CardTurn) -> None:
        self.context, self.actor, self.turn = context, actor, turn
        self.arms = available_weapons(context.table, actor)
        self.gate = denial(attack_commands.need_fit, context.table, actor.id, turn)
        self.aim = turn.aim
        self.first = EITHER if len(self.arms.hands) != 1 else HandChoice(hand=self.arms.hands[0], free=self.arms.hands)
        targets, table = context.foes_first(actor.id), context.table
        self.attacker = Attacker(
            seat=context.seat,
            actor=actor.id,
            name=actor.name,
            targets=targets,
            bodies=bodies_of(table, context.viewer, targets),
            lights=lights_of(table),
            hand=self._hand_choice() if turn.used else self.first,
        )

    def _hand_choice(self) -> HandChoice:
        uses = weapon_use.own_uses(self.turn, self.actor.id)
        if not uses:
            return self.first
        other = next(hand for hand in HANDS if hand != uses[0].hand)
        if uses[0].two_weapons and len(uses) == 1:
            return HandChoice(hand=other, two_weapons=True, free=(other,))
        open_use = next((use for use in uses if self._has_uses_left(use)), uses[0])
        return HandChoice(hand=open_use.hand, two_weapons=open_use.two_weapons, free=(open_use.hand,))

    def _has_uses_left(self, use: WeaponUse) -> bool:
        weapon = weapon_named(self.arms.by_name, use.weapon)
        return weapon is not None and use.times < weapon.rof

    def may(
        self, kind: AttackKind, weapon: Weapon, rounds: int = 1, times: int = 1, *, harness: bool = False
    ) -> Denial | None:
        """Return the denial of an attack with a weapon; None if it is possible."""
        if self.gate is not None:
            return self.gate
        attack = Attack(
            kind=kind,
            actor=self.actor.id,
            weapon=weapon.name,
            marks=(AttackTarget(actor=self.aim.target if self.aim is not None else "", rounds=rounds),),
            hand=self.attacker.hand.hand,
            two_weapons=self.attacker.hand.two_weapons,
            harness=harness,
        )
        return denial(partial(attack_commands.need_ready, times=times), self.context.table, self.turn, attack, weapon)

    def able(self, kind: AttackKind, names: Names) -> tuple[Names, Denial | None]:
        """Return the weapons that can be used now, or all of them with the denial of the first."""
        why = {name: self.may(kind, self.arms.by_name[name]) for name in names}
        able = tuple(name for name in names if why[name] is None)
        return (able, None) if able else (names, why[names[0]])


def _actions(context: OfferContext, actor: Actor, conflict: Conflict) -> Iterator[Offer]:
    if actor.has_condition(character_conditions.STUNNED):
        yield _recover(context, actor.id)
    acts = _ActingCharacter(context, actor, conflict.turns[-1])
    if acts.turn.kind == "aim":
        if not acts.turn.used:
            yield from _out_of_aim(acts)
        return
    if acts.attacker.targets:
        if acts.arms.guns:
            yield from _shots(acts)
        yield from _melee_offers(acts, conflict)
        if acts.arms.thrown:
            things, why = acts.able(ThrowKind(), acts.arms.thrown)
            yield attack_form_offers.throw(acts.attacker, things, acts.arms.reach).unless(why)
    yield from _break_free_and_reload(context, actor, acts.arms)


def _out_of_aim(acts: _ActingCharacter) -> Iterator[Offer]:
    """Yield the only shot of a turn out of an aim (FI-AIM-11)."""
    aim = acts.aim
    guns = tuple(gun for gun in acts.arms.guns if aim is not None and folded(gun) == folded(aim.weapon))
    if aim is not None and guns:
        yield _single_shot(acts, replace(acts.attacker, targets=(aim.target,)), guns, ())


def _single_shot(acts: _ActingCharacter, attacker: Attacker, guns: Names, more: Names) -> Offer:
    """Return a single shot with one of some guns, or with another weapon of the group's list (FI-SHOOT-4)."""
    arms, harness = acts.arms, attacker.hand.harness
    guns, why = acts.able(ShotKind(), guns)
    if why is not None:
        worn = tuple(gun for gun in guns if _ready_in_harness(acts, ShotKind(), arms.by_name[gun]))
        if worn:
            guns, why, harness = worn, None, True
    elif any(arms.by_name[gun].harness_speed is not None for gun in guns):
        harness = False
    attacker = replace(attacker, hand=replace(attacker.hand, harness=harness))
    return attack_form_offers.shoot(attacker, guns, more, _aim(acts, guns, attacker.targets)).unless(why)


def _shots(acts: _ActingCharacter) -> Iterator[Offer]:
    """Yield a single shot, and the bursts (FI-SHOOT-4)."""
    listed = listed_names(acts.context.table.lists, SHOOTING) if not acts.turn.used else ()
    yield _single_shot(acts, acts.attacker, acts.arms.guns, listed)
    yield from _bursts(acts)


def _bursts(acts: _ActingCharacter) -> Iterator[Offer]:
    """Yield a burst with each weapon that fires them (FI-AUTO-1)."""
    for gun in acts.arms.bursts:
        weapon, attacker = acts.arms.by_name[gun.weapon], acts.attacker
        why = acts.may(BurstKind(), weapon, gun.rounds, weapon.rof)
        if why is not None and _ready_in_harness(acts, BurstKind(), weapon, gun.rounds, weapon.rof):
            why, attacker = None, replace(attacker, hand=replace(attacker.hand, harness=True))
        yield attack_form_offers.burst(attacker, gun).unless(why)


def _aim(acts: _ActingCharacter, guns: Names, targets: Names) -> attack_form_offers.AimTaken | None:
    """Return the aim of the acting character, while the weapon can fire and the target is there (FI-AIM-2)."""
    conflict, actor = acts.context.conflict, acts.actor.id
    aim = acts.aim or (conflict.fighters[acts.turn.fighter].aim if conflict is not None else None)
    weapon = next((gun for gun in guns if aim is not None and folded(gun) == folded(aim.weapon)), None)
    if aim is None or weapon is None or aim.target not in targets:
        return None
    bonus = preparation_commands.aim_bonus(acts.context.table, actor, aim)
    return attack_form_offers.AimTaken(
        target=aim.target, name=acts.context.name(aim.target), weapon=weapon, bonus=bonus
    )


def _ready_in_harness(
    acts: _ActingCharacter, kind: AttackKind, weapon: Weapon, rounds: int = 1, times: int = 1
) -> bool:
    """Say whether a weapon is ready when worn with a harness (FI-ACT-2)."""
    return weapon.harness_speed is not None and acts.may(kind, weapon, rounds, times, harness=True) is None


def _melee_offers(acts: _ActingCharacter, conflict: Conflict) -> Iterator[Offer]:
    """Yield blows, closing in and getting away, entangling and tripping (FI-MELEE-1, FI-CLOSE-1, FI-ENT-1)."""
    context, actor, arms, attacker = acts.context, acts.actor, acts.arms, acts.attacker
    seat, own_weapon = context.seat, guards_of(context.table)[actor.id].weapon
    may = acts.may(BlowKind(), own_weapon)
    yield _strike(acts, may)
    longer, inside = _reach(context, actor, conflict, attacker.targets, own_weapon)
    if attacker.hand.hand == acts.first.hand:
        if longer:
            closing = CloseIn(seat=seat, actor=actor.id, target=longer[0])
            yield attack_form_offers.manoeuvre(closing, actor.name, longer).unless(may)
        if inside:
            keeping = KeepDistance(seat=seat, actor=actor.id, target=inside[0])
            yield attack_form_offers.manoeuvre(keeping, actor.name, inside).unless(may)
    for hold, names in ((True, arms.holding), (False, arms.tripping)):
        if names:
            able, why = acts.able(EntangleKind(), names)
            yield attack_form_offers.entangle(attacker, able, hold).unless(why)


def _strike(acts: _ActingCharacter, why: Denial | None) -> Offer:
    weapons = acts.able(BlowKind(), acts.arms.melee)[0] if acts.arms.melee else ()
    listed = listed_names(acts.context.table.lists, FIGHTING) if not acts.turn.used else ()
    return attack_form_offers.strike(acts.attacker, weapons, listed, not acts.arms.guns).unless(why)


def _reach(context: OfferContext, actor: Actor, conflict: Conflict, targets: Names, own: Weapon) -> tuple[Names, Names]:
    """Return the targets whose reach the character may enter, and those inside its own (FI-CLOSE-1, FI-CLOSE-3)."""
    table, guards = context.table, guards_of(context.table)
    # The weapon in hand is on the sheet.
    known = tuple(filter(context.reads, targets)) if keeps_secrets(table) else targets
    entered = {other for one, other in conflict.inside if one == actor.id}
    intruders = {other for other, one in conflict.inside if one == actor.id}
    longer = [
        other
        for other in known
        if melee_rules.may_close(own.db, guards[other].weapon.db, unarmed=own.unarmed) and other not in entered
    ]
    inside = [other for other in known if other in intruders and weapon_use.is_inside_reach(table, other, actor.id)]
    return tuple(longer), tuple(inside)


def _break_free_and_reload(context: OfferContext, actor: Actor, arms: AvailableWeapons) -> Iterator[Offer]:
    """Yield breaking free and reloading (FI-ENT-2, FI-ENT-3, FI-RELOAD-1)."""
    table, seat = context.table, context.seat
    if actor.has_condition(character_conditions.ENTANGLED):
        for way in ("wriggle", "break"):
            yield offer_of(table, BreakFree(seat=seat, actor=actor.id, way=way), name=f"{way}_free:{actor.id}")
    if arms.loads:
        which = Asks("load", choices=arms.loads) if len(arms.loads) > 1 else None
        load, name = Reload(seat=seat, actor=actor.id, weapon=arms.loads[0]), f"reload:{actor.id}"
        yield offer_of(table, load, name=name, fields=("weapon",), asks={"weapon": which}, actor=actor.name)
        if context.gm and not any(arms.by_name[name].black_powder for name in arms.loads):
            asks: dict[str, Answers] = {
                "weapon": which,
                "actions": Asks("loading", least=1, most=MOST_LOADING, optional=False),
            }
            load, name = replace(load, actions=1), f"reload_in:{actor.id}"
            yield offer_of(table, load, name=name, asks=asks, rare=True, actor=actor.name)


def _recover(context: OfferContext, actor: str) -> Offer:
    throws = throws_at_once(context.table, context.seat, actor)
    command = RecoverFromStun(seat=context.seat, actor=actor, throws=throws)
    return offer_of(context.table, command, name=f"recover:{actor}", primary=True)


# ---- without cards ---------------------------------------------------------------------------------------------------


def without_cards(context: OfferContext) -> Iterator[Offer]:
    """Yield the offers of characters that do not act by cards now: recover, break free, reload."""
    for actor in context.mine:
        if actor.id in context.fighting:
            continue
        if actor.conditions and actor.has_condition(character_conditions.STUNNED):
            yield _recover(context, actor.id)
        elif actor.conditions or actor.sheet.get("weapons"):
            yield from _break_free_and_reload(context, actor, available_weapons(context.table, actor))


# ---- the GM ----------------------------------------------------------------------------------------------------------


def gm_offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the GM's offers about attacks: bystanders, attacks out of turn, death."""
    missed = next(iter(session_state(context.table).missed), None)
    if missed is not None:
        bystanders = context.living_first(a for a in context.seen if a not in (missed.actor, missed.target))
        target = context.table.actors.get(missed.target)
        # For example after its conflict.
        unseen = target is not None and target.secret and target.id not in context.seen
        if bystanders and not unseen:
            command = CheckStrays(seat=context.seat, bystanders=bystanders[:1])
            asks = {"bystanders": Asks(choices=bystanders, most=len(bystanders))}
            yield offer_of(context.table, command, asks=asks, target=context.name(missed.target))
    yield from gm_attack_offers.offers(context)
    conflict = context.conflict
    nearby = context.living_first(taking_part(context.table)) if conflict is not None else ()
    if conflict is not None and len(nearby) > 1:
        yield _set_closed(context.seat, nearby, not conflict.inside)
    yield from _rule_dead(context.seat, context.people.living, context.people.dead)


@memo
def _rule_dead(seat: str, living: Names, dead: Names) -> Iterator[Offer]:
    """Offer to decide that a character is dead, or that it lives after all."""
    yield from choice_offers(RuleDead, seat, {"actor": living}, {"dead": True}, name="rule_dead")
    yield from choice_offers(RuleDead, seat, {"actor": dead}, {"dead": False}, name="rule_alive")


@memo
def _set_closed(seat: str, nearby: Names, closed: bool) -> Offer:
    inside = Asks("inside", choices=nearby)
    outside = Asks("outside", choices=nearby, by="actor", among=others_of(nearby))
    command = SetClosed(seat=seat, actor=nearby[0], target=nearby[1], closed=closed)
    return offer_of(None, command, name="set_closed", asks={"actor": inside, "target": outside})
