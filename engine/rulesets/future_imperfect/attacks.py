"""What all attacks have in common: who may, what it costs, the roll, and what comes after it (2.34 ATTACK 1 to 8)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Final

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import checks, decks, initiative, melee, people, shooting, states
from engine.rulesets.future_imperfect.acting import need_card
from engine.rulesets.future_imperfect.ammunition import need_rounds, spend_rounds
from engine.rulesets.future_imperfect.cells import folded
from engine.rulesets.future_imperfect.checks import PURPOSES, Decided, Purpose
from engine.rulesets.future_imperfect.counting import become_turn, need_turn, use_preparation
from engine.rulesets.future_imperfect.dice_of import need_weapon
from engine.rulesets.future_imperfect.gear import Weapon
from engine.rulesets.future_imperfect.harming import THEN, need_no_harm
from engine.rulesets.future_imperfect.leading import need_known, need_leader
from engine.rulesets.future_imperfect.parts import Part, counting
from engine.rulesets.future_imperfect.procedures import (
    Attack,
    Check,
    Evening,
    Mark,
    Miss,
    Turn,
    Use,
    attack,
    check,
    evening,
    fight,
)
from engine.rulesets.future_imperfect.rounds import become_fighter, laid_of, need_fight, need_fighter, need_free
from engine.table.frozen import replace
from engine.table.table import Table

Hand = Annotated[str, Meta(description="main or off", pattern="^(main|off)$")]
WeaponName = Annotated[str, Meta(description="a weapon on the sheet or of the group's list")]
Metres = Annotated[int, Meta(ge=0, le=99_999, description="metres to the target")]
Called = Annotated[str, Meta(description="a called spot: guts, arm, leg, head, hand, foot, eyeball, heart")]
Place = Annotated[str, Meta(description="which of the places that the spot may mean")]
Which = Annotated[str, Meta(description="left or right", pattern="^(left|right|)$")]
Counters = Annotated[int, Meta(ge=0, le=99, description="aim counters, where no cards are counted down")]
Free = Annotated[bool, Meta(description="the Master lets it cost no action")]
Two = Annotated[bool, Meta(description="a weapon in each hand is used in this action")]
Harness = Annotated[bool, Meta(description="the weapon is worn with a harness")]
Mounted = Annotated[bool, Meta(description="shoots or throws from a mount")]
Carried = Annotated[bool, Meta(description="rides on something that runs")]
PointBlank = Annotated[bool, Meta(description="the muzzle nearly touches")]
Hidden = Annotated[bool, Meta(description="nothing of the target shows, but it is known about where it is")]
Thing = Annotated[
    str, Meta(description="a thing that is attacked instead of its bearer; the Master says what it costs")
]


class RollAttack(Request):
    """Take up the roll of an attack again that was called off."""

    RULES = ("FI-CORE-9",)


class StopAttack(Request):
    """The attack ends as it stands; until its dice have fallen it has cost nothing."""

    RULES = ("FI-CORE-21",)


@dataclass(frozen=True, slots=True)
class Manner:
    """A kind of attack.

    Attributes:
        check: what is rolled for the mark at hand.
        hits: what follows a success; it ends with `go_on`, or waits.
        misses: what follows a failure; likewise.
    """

    check: Callable[[Table, Attack], Check]
    hits: Callable[[Draft, Decided], None]
    misses: Callable[[Draft, Decided], None]


MANNERS: Final[dict[str, Manner]] = {}
"""Each room puts in its own kinds of attack."""
LOCATE: Final = "locate"
"""Under this name `landing` puts into `THEN` what finds the place of the hit at hand."""


def need_attack(table: Table) -> Attack:
    """Return the attack under way. Raises Refused if there is none."""
    found = attack(table)
    if found is None:
        raise Refused("no_attack")
    return found


def need_front(table: Table) -> Attack:
    """Return the attack, if nothing is being rolled or taken within it."""
    found = need_attack(table)
    if table.procedures[-1] is not found:
        raise Refused("roll_first", "FI-CORE-21")
    return found


def weapon_of(table: Table, now: Attack) -> Weapon:
    """Return what is attacked with; what is in hand, or the bare hand, where nothing was named (FI-MELEE-2)."""
    if now.weapon:
        throws = now.kind == "throw"
        return (thrown_of if throws else need_weapon)(table, now.actor, now.weapon)
    return people.guard(table.actors[now.actor], table.lists).weapon


def thrown_of(table: Table, actor: str, name: str) -> Weapon:
    """Return what is thrown: one of the explosives on the sheet, or any weapon (FI-THROW-1, FI-BOOM)."""
    own = (one for one in people.explosives(table.actors[actor], table.lists) if folded(one.name) == folded(name))
    explosive = next(own, None)
    return replace(explosive, thrown=True) if explosive is not None else need_weapon(table, actor, name)


def is_melee(now: Attack) -> bool:
    """Say whether it is fought hand to hand."""
    return now.kind in ("blow", "close", "distance", "entangle")


def mark_of(now: Attack, actor: str) -> Mark:
    """Return how somebody is attacked; who was hit instead is where the one at hand is (FI-STRAY-2)."""
    found = next((mark for mark in now.marks if mark.actor == actor), None)
    if found is not None:
        return found
    return replace(now.marks[min(now.index, len(now.marks) - 1)], actor=actor)


# ---- declaring -------------------------------------------------------------------------------------------------------


def need_attacker(table: Table, command: Request, wanted: Attack, *, times: int = 1) -> None:
    """Raise Refused unless somebody may attack like this now.

    In a conflict that takes the turn of the one who attacks, and a use of the weapon that is left in it; a slow weapon
    must be prepared (FI-ACT-1 to FI-ACT-4, FI-TWO-1). Out of a conflict the Master may let anybody attack.

    Args:
        table: as it is.
        command: what is asked.
        wanted: the attack.
        times: how many of the weapon's uses in an action it takes.
    """
    need_leader(table, command, wanted.actor, "FI-ACT-1")
    need_free(table)
    need_no_harm(table)
    for target in wanted.targets:
        need_known(table, command.seat, target)
    states.need_able(table, wanted.actor)
    if states.STUNNED in states.states_of(table, wanted.actor):
        raise Refused("is_stunned", "FI-STUN-4", actor=actor_name(table, wanted.actor))
    weapon = weapon_of(table, wanted)
    if wanted.free or fight(table) is None:
        need_gm(table, command, "FI-ACT-1")
    else:
        turn = need_turn(table, wanted.actor)
        _need_use_left(table, turn, wanted, weapon, times)
        if not turn.used:
            need_card(table, wanted.actor)
            _need_prepared(table, wanted.actor, weapon.cards(harness=wanted.harness), weapon.name)
    need_rounds(table, wanted.actor, weapon, sum(mark.rounds for mark in wanted.marks))


def _own_uses(turn: Turn, actor: str) -> tuple[Use, ...]:
    return tuple(use for use in turn.used if use.actor == actor)


def _need_use_left(table: Table, turn: Turn, wanted: Attack, weapon: Weapon, times: int) -> None:
    spent = Refused("action_spent", "FI-ACT-1", "FI-ACT-3", actor=actor_name(table, wanted.actor))
    most = 1 if is_melee(wanted) else weapon.rof
    for use in _own_uses(turn, wanted.actor):
        same = use.hand == wanted.hand and folded(use.weapon) == folded(weapon.name)
        if same and use.times + times > most:
            raise spent
        if not same and (use.hand == wanted.hand or not (use.two_weapons and wanted.two_weapons)):
            raise spent
        if use.two_weapons != wanted.two_weapons:
            raise Refused("say_two_weapons", "FI-TWO-1", "FI-CORE-9")


def _need_prepared(table: Table, actor: str, speed: int, weapon: str) -> None:
    plan = need_fighter(table, actor)[1].preparation
    left = initiative.preparation_left(speed, plan.paid if plan else 0)
    if left:
        raise Refused("prepare_first", "FI-ACT-4", weapon=weapon, count=left)


def counters_of(table: Table, actor: str, weapon: Weapon, target: str, told: int, *, free: bool) -> int:
    """Return the aim counters that a shot has: those of the aim, or of an earlier shot of this action (FI-AIM-2).

    Args:
        table: as it is.
        actor: who shoots.
        weapon: what with.
        target: at whom.
        told: what the Master says, where no cards are counted down.
        free: the shot costs no action.
    """
    now = fight(table)
    if now is None or free:
        return told
    _, fighter = need_fighter(table, actor)
    aim = fighter.aim
    if aim is not None and aim.target == target and folded(aim.weapon) == folded(weapon.name):
        return aim.counters
    turn = now.turns[-1] if now.turns else None
    uses = _own_uses(turn, actor) if turn else ()
    mine = (use for use in uses if use.target == target and folded(use.weapon) == folded(weapon.name))
    return max((use.counters for use in mine), default=0)


def begin_attack(draft: Draft, wanted: Attack) -> None:
    """Put an attack to the front, and its roll on it; now is the time for reactions (2.34 ATTACK 2)."""
    if evening(draft.table).missed is not None:
        draft.become(replace(evening(draft.table), missed=None))
    draft.begin(wanted)
    names = [actor_name(draft.table, actor) for actor in wanted.targets]
    draft.note(
        f"attacks_{wanted.kind}",
        "FI-CORE-9",
        actor=actor_name(draft.table, wanted.actor),
        targets=names,
        at=", ".join(names),
        weapon=weapon_of(draft.table, wanted).name,
        spot=wanted.called,
        thing=wanted.thing,
        calls_for=("throw_dice", "defend"),
    )
    open_roll(draft)


def open_roll(draft: Draft) -> None:
    """Put the roll for the mark at hand to the front."""
    now = need_attack(draft.table)
    checks.open_check(draft, attack_check(draft.table, now))


def attack_check(table: Table, now: Attack) -> Check:
    """Return the roll for the mark at hand, with the defense that stands against this action (FI-DEFEND-7)."""
    found = MANNERS[now.kind].check(table, now)
    conflict = fight(table)
    turn = conflict.turns[-1] if conflict and conflict.turns and not now.free else None
    target = now.marks[now.index].actor
    defense = next((one for one in turn.defenses if one.actor == target), None) if turn else None
    return defended(found, defense.total, bust=defense.bust) if defense else found


def defended(found: Check, defense: int, *, bust: bool) -> Check:
    """Return a roll against an active defense: the greater number is to be reached (FI-DEFEND-4, FI-DEFEND-7)."""
    if found.tn is None:
        return found
    tn = melee.defended_tn(found.tn, defense, bust=bust)
    more = counting(Part(reason="defended", value=tn - found.tn))
    return replace(found, tn=tn, tn_parts=(*found.tn_parts, *more))


def common_parts(table: Table, now: Attack) -> tuple[Part | None, ...]:
    """Return what the attacker's hands and a called spot add to the roll, not what his state does (FI-TWO, FI-CALL)."""
    hands = shooting.Circumstances(two_weapons=now.two_weapons, off_hand=now.hand == "off")
    parts = melee.blow_parts(hands)
    called = shooting.called_part(now.called, automatic=now.kind == "burst") if now.called else None
    return (*parts, called)


# ---- what comes of it ------------------------------------------------------------------------------------------------


def _decided(draft: Draft, result: Decided) -> None:
    """Book what the attack cost, and go on by how the roll came out."""
    now = need_attack(draft.table)
    if now.index == 0:
        _book(draft, now)
    manner = MANNERS[now.kind]
    who = actor_name(draft.table, now.actor)
    target = actor_name(draft.table, now.marks[now.index].actor)
    if result.successes:
        raises = max(0, result.successes - 1)
        draft.note("attack_succeeds", "FI-CORE-10", "FI-CORE-11", actor=who, target=target, raises=raises)
        manner.hits(draft, result)
    else:
        draft.note("attack_fails", "FI-CORE-10", actor=who, target=target)
        manner.misses(draft, result)


PURPOSES["attack"] = Purpose(_decided)


def _book(draft: Draft, now: Attack) -> None:
    """The dice have fallen: rounds are gone, the action is used, an aim is over (FI-ACT-3, FI-AIM-7)."""
    weapon = weapon_of(draft.table, now)
    rounds = sum(mark.rounds for mark in now.marks)
    spend_rounds(draft, now.actor, weapon, rounds if not is_melee(now) and now.kind != "throw" else 0)
    if now.free or fight(draft.table) is None:
        return
    turn = need_turn(draft.table, now.actor)
    if not turn.used:
        use_preparation(draft, turn.fighter, weapon.cards(harness=now.harness))
    times = weapon.rof if now.kind == "burst" else 1
    mine = (now.actor, folded(weapon.name), now.hand)
    before = [use for use in turn.used if (use.actor, folded(use.weapon), use.hand) == mine]
    others = tuple(use for use in turn.used if use not in before)
    use = Use(
        actor=now.actor,
        weapon=weapon.name,
        hand=now.hand,
        times=times + sum(one.times for one in before),
        two_weapons=now.two_weapons,
        counters=now.counters,
        target=now.marks[0].actor,
    )
    become_turn(draft, replace(turn, acted=True, used=(*others, use)))
    _end_aim(draft, turn.fighter)


def _end_aim(draft: Draft, name: str) -> None:
    fighter = need_fight(draft.table).fighters[name]
    if fighter.aim is None:
        return
    become_fighter(draft, name, replace(fighter, aim=None))
    if fighter.preparation is None:
        decks.discard(draft, fighter.side, draft.table.zones[laid_of(name)].cards, laid_of(name))


def go_on(draft: Draft) -> None:
    """Go on to the next hit, the next target, or the end of the attack."""
    now = need_attack(draft.table)
    if now.hits:
        THEN[LOCATE](draft)
    elif now.index + 1 < len(now.marks):
        draft.become(replace(now, index=now.index + 1, raises=0))
        open_roll(draft)
    else:
        end_attack(draft)


THEN["attack"] = go_on


def end_attack(draft: Draft) -> None:
    """End it; rounds that went past may still hit somebody, if the Master wants to know (FI-STRAY-1, FI-SHOOT-10)."""
    now = need_attack(draft.table)
    draft.finish(Attack)
    if not now.missed or now.kind not in ("shot", "burst") or draft.procedure(Evening) is None:
        return
    weapon = weapon_of(draft.table, now)
    mark = now.marks[-1]
    miss = Miss(
        actor=now.actor,
        weapon=weapon.name,
        target=mark.actor,
        distance=mark.distance,
        rounds=now.missed,
        spread=now.kind == "burst" or weapon.ae > 0,
    )
    draft.become(replace(evening(draft.table), missed=miss))
    who = actor_name(draft.table, now.actor)
    near = shooting.numbers().stray
    metres = near.reach_suppression if weapon.suppression else near.reach
    draft.note(
        "rounds_went_past",
        "FI-STRAY-1",
        "FI-STRAY-3",
        "FI-STRAY-6",
        actor=who,
        count=now.missed,
        metres=metres,
        calls_for=("check_strays",),
    )
    draft.figure(stray_metres=metres)


def verify_roll_again(table: Table, command: RollAttack) -> None:
    """Whoever leads the attacker, while nothing is rolled and no hit waits."""
    now = need_front(table)
    need_leader(table, command, now.actor)
    if now.hits or now.kind not in MANNERS:
        raise Refused("hit_first", "FI-HITLOC-1")


def roll_again(draft: Draft, command: RollAttack) -> None:
    """Open it."""
    open_roll(draft)


def verify_stop(table: Table, command: StopAttack) -> None:
    """The Master at any time; who attacks until the dice have fallen."""
    now = need_attack(table)
    if table.is_gm(command.seat):
        return
    need_leader(table, command, now.actor, "FI-CORE-21")
    rolled = check(table)
    if now.hits or now.index or table.procedures[-1] not in (now, rolled) or (rolled is not None and rolled.thrown):
        raise Refused("dice_have_fallen", "FI-CORE-21")


def stop(draft: Draft, command: StopAttack) -> None:
    """End it as it stands."""
    draft.note("attack_stopped", "FI-CORE-21", actor=actor_name(draft.table, need_attack(draft.table).actor))
    draft.finish(Attack)


MOVES = (
    Move(RollAttack, verify_roll_again, roll_again),
    Move(StopAttack, verify_stop, stop),
)
