"""What all attacks have in common: the roll, and what comes after it (2.34 ATTACK 1 to 8)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import checks, melee, overruling, shooting, states
from engine.rulesets.future_imperfect.checks import PURPOSES, CallingOff, Decided, Purpose
from engine.rulesets.future_imperfect.harming import THEN
from engine.rulesets.future_imperfect.leading import need_leader
from engine.rulesets.future_imperfect.parts import Part, counting
from engine.rulesets.future_imperfect.procedures.attack import Attack, Mark, attack
from engine.rulesets.future_imperfect.procedures.check import Check, check
from engine.rulesets.future_imperfect.procedures.conflict import fight
from engine.rulesets.future_imperfect.procedures.evening import Evening, Miss, evening
from engine.rulesets.future_imperfect.wielding import book, weapon_of
from engine.table.frozen import replace
from engine.table.table import Table


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
DEFENDED: Final = "defended"
"""Under this name the roll of an attack knows who has defended against it."""
DEFENSE: Final = "defense"
"""And under this one, what the defense came to, unless it went bust."""
LOCATE: Final = "locate"
"""Under this name `landing` puts into `THEN` what finds the place of the hit at hand."""


def need_attack(table: Table) -> Attack:
    """Return the attack under way. Raises Refused if there is none."""
    found = attack(table)
    if found is None:
        raise Refused("no_attack", "FI-CORE-9")
    return found


def need_front(table: Table) -> Attack:
    """Return the attack, if nothing is being rolled or taken within it."""
    found = need_attack(table)
    if table.procedures[-1] is not found:
        raise Refused("roll_first", "FI-CORE-21")
    return found


def mark_of(now: Attack, actor: str) -> Mark:
    """Return how somebody is attacked; who was hit instead is where the one at hand is (FI-STRAY-2)."""
    found = next((mark for mark in now.marks if mark.actor == actor), None)
    if found is not None:
        return found
    return replace(now.marks[min(now.index, len(now.marks) - 1)], actor=actor)


def begin_attack(draft: Draft, wanted: Attack, *, said: Check | None = None) -> None:
    """Put an attack to the front, and its roll on it; now is the time for reactions (2.34 ATTACK 2).

    Args:
        draft: the table being played on.
        wanted: the attack.
        said: its roll as it stood before the attack had to wait; what was said of it by hand counts on.
    """
    if evening(draft.table).missed:
        draft.become(replace(evening(draft.table), missed=()))
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
    open_roll(draft, said=said)


def open_roll(draft: Draft, *, said: Check | None = None) -> None:
    """Put the roll for the mark at hand to the front, with what was `said` of it by hand before it had to wait."""
    now = need_attack(draft.table)
    checks.open_check(draft, attack_check(draft.table, now, said=said))


def attack_check(table: Table, now: Attack, *, said: Check | None = None) -> Check:
    """Return the roll for the mark at hand, with the defense that stands against this action (FI-DEFEND-7).

    Args:
        table: as it is.
        now: the attack.
        said: the roll as it stood before it is reckoned anew; what was said of it by hand stays said.
    """
    found = MANNERS[now.kind].check(table, now)
    conflict = fight(table)
    turn = conflict.turns[-1] if conflict and conflict.turns and not now.free else None
    target = now.marks[now.index].actor
    defense = next((one for one in turn.defenses if one.actor == target), None) if turn else None
    if said is not None and said.about.get(DEFENDED) == target:
        found = replace(found, about={**found.about, DEFENDED: target, DEFENSE: said.about.get(DEFENSE)})
    total = defense.total if defense and not defense.bust else found.about.get(DEFENSE)
    if isinstance(total, int):
        found = defended(found, total)
    return overruling.as_said(found, said) if said is not None else found


def defended(found: Check, defense: int, *, bust: bool = False) -> Check:
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


def _decided(draft: Draft, result: Decided) -> None:
    """Book what the attack cost, and go on by how the roll came out."""
    now = need_attack(draft.table)
    states.book_roll(draft, result.check.rolls[0])
    if now.index == 0:
        book(draft, now)
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


PURPOSES["attack"] = Purpose(_decided, off=CallingOff.ELSEWHERE)


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
    if now.kind in MANNERS:
        states.end_action(draft, now.actor)
    past = [mark for mark in now.marks if mark.missed]
    if not past or now.kind not in ("shot", "burst") or draft.procedure(Evening) is None:
        return
    weapon = weapon_of(draft.table, now)
    misses = tuple(
        Miss(
            actor=now.actor,
            weapon=weapon.name,
            target=mark.actor,
            distance=mark.distance,
            rounds=mark.missed,
            spread=now.kind == "burst" or weapon.ae > 0,
        )
        for mark in past
    )
    draft.become(replace(evening(draft.table), missed=misses))
    near = shooting.numbers().stray
    metres = near.reach_suppression if weapon.suppression else near.reach
    for miss in misses:
        draft.note(
            "rounds_went_past",
            "FI-STRAY-1",
            "FI-STRAY-3",
            "FI-STRAY-6",
            actor=actor_name(draft.table, now.actor),
            count=miss.rounds,
            target=actor_name(draft.table, miss.target),
            metres=metres,
            calls_for=("check_strays",),
        )
    draft.figure(stray_metres=metres)


def verify_stop(table: Table, command: StopAttack) -> None:
    """The Master at any time; who attacks until any dice have fallen, those of an active defense too."""
    now = need_attack(table)
    if table.is_gm(command.seat):
        return
    need_leader(table, command, now.actor, "FI-CORE-21")
    rolled = check(table)
    if rolled is None or rolled.purpose != "attack" or now.index or rolled.fallen or DEFENDED in rolled.about:
        raise Refused("dice_have_fallen", "FI-CORE-21")


def stop(draft: Draft, command: StopAttack) -> None:
    """End it as it stands."""
    draft.note("attack_stopped", "FI-CORE-21", actor=actor_name(draft.table, need_attack(draft.table).actor))
    draft.finish(Attack)


MOVES = (Move(StopAttack, verify_stop, stop),)
