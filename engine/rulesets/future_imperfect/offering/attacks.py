"""Who can attack whom now: whoever acts, whoever aims, the Master for anybody; and what comes afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.play.offers import AskKind, Denial, Offer, ask, checked, denial, offered
from engine.rulesets.future_imperfect import (
    aimed,
    aiming,
    ammunition,
    blows,
    declaring,
    entangling,
    melee,
    recovering,
    states,
    strays,
    striking,
    wielding,
)
from engine.rulesets.future_imperfect.cells import folded
from engine.rulesets.future_imperfect.gear import Weapon
from engine.rulesets.future_imperfect.leading import leader, taking_part
from engine.rulesets.future_imperfect.offering import forms, freely
from engine.rulesets.future_imperfect.offering.arms import (
    FIGHTING,
    HANDS,
    SHOOTING,
    Arms,
    arms_of,
    bodies_of,
    lights_of,
    listed_names,
)
from engine.rulesets.future_imperfect.offering.forms import EITHER, Held
from engine.rulesets.future_imperfect.offering.scene import Scene, others_of
from engine.rulesets.future_imperfect.procedures.attack import Attack, Mark
from engine.rulesets.future_imperfect.procedures.conflict import Fight, Turn, Use
from engine.rulesets.future_imperfect.procedures.evening import evening
from engine.rulesets.future_imperfect.steady import guards_of, keeps_secrets
from engine.table.frozen import kept, replace
from engine.table.seats import Actor

Names = tuple[str, ...]


def offers(scene: Scene) -> Iterator[Offer]:
    """Yield how those who act now can attack, and the shots of those who aim (FI-AIM-9, FI-AIM-10)."""
    now = scene.conflict
    if now is None:
        return
    if now.turns:
        for member in now.fighters[now.turns[-1].fighter].members:
            # What one could attack with stands on its sheet, so that is offered only to who may read it.
            if leader(scene.table, member) == scene.seat and scene.reads(member):
                yield from _actions(scene, scene.table.actors[member], now)
    for name, fighter in now.fighters.items():
        if fighter.aim is not None and leader(scene.table, name) == scene.seat:
            target = aimed.moving_target(now, fighter.aim)
            for track in (True,) if target is not None and target.moved else (False,):
                yield checked(scene.table, _aimed(scene.seat, name, scene.name(name), track), aimed.verify_aimed)


class _Acting:
    """Somebody who acts on a card.

    Attributes:
        scene: the table as it acts on it.
        actor: who.
        turn: its turn.
        targets, bodies: whom it may attack, and the hit charts that they have.
        arms: what it can attack with.
        gate: why it cannot attack at all, if so.
        aim: the aim out of which it fires; nothing else is done then (FI-AIM-11).
        first: with which hand the first attack of an action is made; whoever has both may choose.
        held: with which hand the next attack of this action is made; the first one leaves that open (FI-TWO-1).
    """

    def __init__(self, scene: Scene, actor: Actor, turn: Turn) -> None:
        self.scene, self.actor, self.turn = scene, actor, turn
        self.targets = scene.foes_first(actor.id)
        self.bodies = bodies_of(scene.table, scene.viewer, self.targets)
        self.arms = arms_of(scene.table, actor)
        self.gate = denial(declaring.need_fit, scene.table, actor.id, turn)
        self.aim = turn.aim
        self.first = EITHER if len(self.arms.hands) != 1 else Held(hand=self.arms.hands[0], free=self.arms.hands)
        self.held = self._held() if turn.used else self.first

    def _held(self) -> Held:
        uses = wielding.own_uses(self.turn, self.actor.id)
        if not uses:
            return self.first
        other = next(hand for hand in HANDS if hand != uses[0].hand)
        if uses[0].two_weapons and len(uses) == 1:
            return Held(hand=other, two_weapons=True, free=(other,))
        left = next((use for use in uses if self._left(use)), uses[0])
        return Held(hand=left.hand, two_weapons=left.two_weapons, free=(left.hand,))

    def _left(self, use: Use) -> bool:
        weapon = next((one for name, one in self.arms.by_name.items() if folded(name) == folded(use.weapon)), None)
        return weapon is not None and use.times < weapon.rof

    def may(
        self, kind: str, weapon: Weapon, rounds: int = 1, times: int = 1, *, harness: bool = False
    ) -> Denial | None:
        """Return what forbids an attack with a weapon; None if it can be made."""
        if self.gate is not None:
            return self.gate
        wanted = Attack(
            kind=kind,
            actor=self.actor.id,
            weapon=weapon.name,
            marks=(Mark(actor=self.aim.target if self.aim is not None else "", rounds=rounds),),
            hand=self.held.hand,
            two_weapons=self.held.two_weapons,
            harness=harness,
        )
        return denial(partial(declaring.need_ready, times=times), self.scene.table, self.turn, wanted, weapon)

    def able(self, kind: str, names: Names) -> tuple[Names, Denial | None]:
        """Return those of several weapons that can be used now, or all of them with what forbids the first."""
        why = {name: self.may(kind, self.arms.by_name[name]) for name in names}
        able = tuple(name for name in names if why[name] is None)
        return (able, None) if able else (names, why[names[0]])


def _actions(scene: Scene, actor: Actor, now: Fight) -> Iterator[Offer]:
    table, seat, name = scene.table, scene.seat, actor.name
    if actor.has(states.STUNNED):
        yield checked(table, _recover(seat, actor.id, name), recovering.verify_recover)
    acts = _Acting(scene, actor, now.turns[-1])
    targets = acts.targets
    if acts.turn.kind == "aim":
        if not acts.turn.used:
            yield from _out_of_aim(acts)
        return
    if targets:
        if acts.arms.guns:
            yield from _shots(acts, targets)
        yield from _blows(acts, targets, now)
    if acts.arms.thrown and targets:
        things, why = acts.able("throw", acts.arms.thrown)
        far, lights = acts.arms.reach, lights_of(table)
        yield forms.throw(seat, actor.id, name, targets, acts.bodies, things, far, lights, acts.held).unless(why)
    yield from _besides(scene, actor, acts.arms)


def _out_of_aim(acts: _Acting) -> Iterator[Offer]:
    """Yield the one shot for which somebody acts who has aimed (FI-AIM-11)."""
    aim = acts.aim
    guns = tuple(gun for gun in acts.arms.guns if aim is not None and folded(gun) == folded(aim.weapon))
    if aim is not None and guns:
        yield _single_shot(acts, (aim.target,), guns, ())


def _single_shot(acts: _Acting, targets: Names, guns: Names, more: Names) -> Offer:
    """Return a single shot with one of some guns, or with something else of the group's list (FI-SHOOT-4)."""
    actor, arms, held = acts.actor, acts.arms, acts.held
    guns, why = acts.able("shot", guns)
    if why is not None:
        worn = tuple(gun for gun in guns if _worn(acts, "shot", arms.by_name[gun]))
        if worn:
            guns, why, held = worn, None, replace(held, harness=True)
    elif any(arms.by_name[gun].harness_speed is not None for gun in guns):
        held = replace(held, harness=False)
    lights, aim = lights_of(acts.scene.table), _aim(acts, guns, targets)
    made = forms.shoot(acts.scene.seat, actor.id, actor.name, targets, acts.bodies, guns, more, lights, held, aim)
    return made.unless(why)


def _shots(acts: _Acting, targets: Names) -> Iterator[Offer]:
    """Yield a single shot, and a burst with each weapon that fires them (FI-SHOOT-4, FI-AUTO-1)."""
    seat, actor, arms = acts.scene.seat, acts.actor, acts.arms
    table, lights = acts.scene.table, lights_of(acts.scene.table)
    yield _single_shot(acts, targets, arms.guns, listed_names(table, SHOOTING) if not acts.turn.used else ())
    for gun in arms.bursts:
        weapon, held = arms.by_name[gun.weapon], acts.held
        why = acts.may("burst", weapon, gun.rounds, weapon.rof)
        if why is not None and _worn(acts, "burst", weapon, gun.rounds, weapon.rof):
            why, held = None, replace(held, harness=True)
        yield forms.burst(seat, actor.id, actor.name, targets, gun, lights, held).unless(why)


def _aim(acts: _Acting, guns: Names, targets: Names) -> forms.Aimed | None:
    """Return the aim of whoever acts, while the weapon can be fired and the target is there (FI-AIM-2)."""
    now, actor = acts.scene.conflict, acts.actor.id
    aim = acts.aim or (now.fighters[acts.turn.fighter].aim if now is not None else None)
    weapon = next((gun for gun in guns if aim is not None and folded(gun) == folded(aim.weapon)), None)
    if aim is None or weapon is None or aim.target not in targets:
        return None
    bonus = aiming.bonus_of(acts.scene.table, actor, aim)
    return forms.Aimed(target=aim.target, name=acts.scene.name(aim.target), weapon=weapon, bonus=bonus)


def _worn(acts: _Acting, kind: str, weapon: Weapon, rounds: int = 1, times: int = 1) -> bool:
    """Say whether a weapon is ready if it is worn with a harness (FI-ACT-2)."""
    return weapon.harness_speed is not None and acts.may(kind, weapon, rounds, times, harness=True) is None


def _blows(acts: _Acting, targets: Names, now: Fight) -> Iterator[Offer]:
    """Yield blows, closing in and getting away, and what entangles or trips (FI-MELEE-1, FI-CLOSE-1, FI-ENT-1)."""
    scene, actor, arms, held = acts.scene, acts.actor, acts.arms, acts.held
    seat, own = scene.seat, guards_of(scene.table)[actor.id].weapon
    may = acts.may("blow", own)
    weapons = acts.able("blow", arms.melee)[0] if arms.melee else ()
    more = listed_names(scene.table, FIGHTING) if not acts.turn.used else ()
    yield forms.strike(seat, actor.id, actor.name, targets, acts.bodies, weapons, more, held, not arms.guns).unless(may)
    longer, inside = _reach(scene, actor, now, targets, own)
    if held.hand == acts.first.hand:
        if longer:
            yield forms.close(seat, actor.id, actor.name, longer).unless(may)
        if inside:
            yield forms.away(seat, actor.id, actor.name, inside).unless(may)
    for made, names in ((forms.entangle, arms.holding), (forms.trip, arms.tripping)):
        if names:
            able, why = acts.able("entangle", names)
            yield made(seat, actor.id, actor.name, targets, able, held).unless(why)


def _reach(scene: Scene, actor: Actor, now: Fight, targets: Names, own: Weapon) -> tuple[Names, Names]:
    """Return whose reach one may get into, and whom one has inside the own (FI-CLOSE-1, FI-CLOSE-3)."""
    longer: list[str] = []
    inside: list[str] = []
    guards = guards_of(scene.table)
    # What somebody holds stands on the sheet.
    for other in filter(scene.reads, targets) if keeps_secrets(scene.table) else targets:
        theirs = guards[other].weapon
        within = (actor.id, other) in now.inside
        if melee.may_close(own.db, theirs.db, unarmed=own.unarmed) and not within:
            longer.append(other)
        if (other, actor.id) in now.inside and striking.closed_on(scene.table, other, actor.id):
            inside.append(other)
    return tuple(longer), tuple(inside)


def _besides(scene: Scene, actor: Actor, arms: Arms) -> Iterator[Offer]:
    """Yield getting free, and loading (FI-ENT-2, FI-ENT-3, FI-RELOAD-1)."""
    table, seat = scene.table, scene.seat
    if actor.has(states.ENTANGLED):
        for way in ("wriggle", "break"):
            yield checked(table, _break(seat, actor.id, actor.name, way), entangling.verify_break)
    if arms.loads:
        told = scene.gm and not any(arms.by_name[name].black_powder for name in arms.loads)
        load = forms.reload(seat, actor.id, actor.name, arms.loads, told)
        yield checked(table, load, ammunition.verify_reload)


@kept
def _break(seat: str, actor: str, name: str, way: str) -> Offer:
    return offered(f"{way}_free:{actor}", entangling.BreakFree(seat=seat, actor=actor, way=way), actor=name)


@kept
def _recover(seat: str, actor: str, name: str) -> Offer:
    return offered(f"recover:{actor}", recovering.RecoverFromStun(seat=seat, actor=actor), main=True, actor=name)


@kept
def _aimed(seat: str, actor: str, name: str, track: bool) -> Offer:
    key = "track_aim" if track else "shoot_from_aim"
    return offered(f"{key}:{actor}", aimed.ShootFromAim(seat=seat, actor=actor, track=track), actor=name)


# ---- without cards ---------------------------------------------------------------------------------------------------


def without_cards(scene: Scene) -> Iterator[Offer]:
    """Yield what those can do who do not act by cards now: come to, get free, load again."""
    for actor in scene.mine:
        if actor.id in scene.fighting:
            continue
        if actor.conditions and actor.has(states.STUNNED):
            yield checked(scene.table, _recover(scene.seat, actor.id, actor.name), recovering.verify_recover)
        elif actor.conditions or actor.sheet.get("weapons"):
            yield from _besides(scene, actor, arms_of(scene.table, actor))


# ---- the Master ------------------------------------------------------------------------------------------------------


def masters(scene: Scene) -> Iterator[Offer]:
    """Yield what the Master does about attacks: who was in the way, who attacks out of turn, who is dead."""
    missed = next(iter(evening(scene.table).missed), None)
    if missed is not None:
        beside = scene.living_first(a for a in scene.seen if a not in (missed.actor, missed.target))
        target = scene.table.actors.get(missed.target)
        unseen = target is not None and target.secret and target.id not in scene.seen  # as after the fight it was in
        if beside and not unseen:
            past = scene.name(missed.target)
            yield checked(scene.table, _strays(scene.seat, beside, past), strays.verify_strays)
    yield from freely.offers(scene)
    now = scene.conflict
    near = scene.living_first(taking_part(scene.table)) if now is not None else ()
    if now is not None and len(near) > 1:
        yield _set_closed(scene.seat, near, bool(now.inside))
    if scene.people.living:
        yield _rule_dead(scene.seat, scene.people.living, True)
    if scene.people.dead:
        yield _rule_dead(scene.seat, scene.people.dead, False)


@kept
def _strays(seat: str, beside: Names, past: str) -> Offer:
    asks = (ask("bystanders", AskKind.CHOICES, beside, least=1, most=len(beside), ordered=True),)
    return offered("check_strays", strays.CheckStrays(seat=seat, bystanders=beside[:1]), asks=asks, target=past)


@kept
def _set_closed(seat: str, actors: Names, closed: bool) -> Offer:
    asks = (
        ask("inside", AskKind.CHOICE, actors, field="actor"),
        ask("outside", AskKind.CHOICE, actors, field="target", by="actor", among=others_of(actors)),
        ask("closed", AskKind.FLAG, optional=True),
    )
    bare = blows.SetClosed(seat=seat, actor=actors[0], target=actors[1], closed=not closed)
    return offered("set_closed", bare, asks=asks)


@kept
def _rule_dead(seat: str, actors: Names, dead: bool) -> Offer:
    bare = recovering.RuleDead(seat=seat, actor=actors[0], dead=dead)
    asks = (ask("actor", AskKind.CHOICE, actors),)
    return offered(f"rule_{'dead' if dead else 'alive'}", bare, asks=asks)
