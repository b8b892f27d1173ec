"""Bystanders: whom rounds hit that missed their target (FI-STRAY). The Master names who stands near enough."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import misses, shooting
from engine.rulesets.future_imperfect.attacks import go_on
from engine.rulesets.future_imperfect.fighters import need_free
from engine.rulesets.future_imperfect.harming import need_no_harm
from engine.rulesets.future_imperfect.leading import need_known
from engine.rulesets.future_imperfect.lying import thrown_for
from engine.rulesets.future_imperfect.procedures.attack import Attack, Hit, Mark
from engine.rulesets.future_imperfect.procedures.evening import evening
from engine.table.frozen import replace
from engine.table.table import Table


class CheckStrays(Request):
    """See whether rounds that missed hit anybody else; those past each target of a split burst, one after the other."""

    RULES = ("FI-STRAY-1", "FI-STRAY-3", "FI-STRAY-4", "FI-STRAY-5", "FI-STRAY-6", "FI-STRAY-7", "FI-AUTO-7")
    bystanders: Annotated[
        tuple[str, ...],
        Meta(min_length=1, max_length=50, description="who stands near the path, the nearest to the shooter first"),
    ]


def verify_strays(table: Table, command: CheckStrays) -> None:
    """The Master, after a miss; neither who shot nor who was shot at stands by."""
    need_gm(table, command, "FI-STRAY-1")
    need_free(table)
    need_no_harm(table)
    missed = next(iter(evening(table).missed), None)
    if missed is None or missed.actor not in table.actors:
        raise Refused("nothing_missed", "FI-STRAY-1")
    for actor in command.bystanders:
        need_known(table, command.seat, actor)
        if actor in (missed.actor, missed.target):
            raise Refused("no_bystander", "FI-STRAY-3", actor=actor_name(table, actor))
    if len(set(command.bystanders)) != len(command.bystanders):
        raise Refused("target_twice", "FI-STRAY-4")


def check_strays(draft: Draft, command: CheckStrays) -> None:
    """Test the bystanders for each round, one after the other, until it hits one of them (FI-STRAY-4, FI-STRAY-5)."""
    now = evening(draft.table)
    missed, *others = now.missed
    draft.become(replace(now, missed=tuple(others)))
    victims = tuple(
        victim
        for _ in range(missed.rounds)
        if (victim := _round(draft, command.bystanders, spread=missed.spread)) is not None
    )
    draft.figure(strays=list(victims))
    if not victims:
        draft.note("no_strays", "FI-STRAY-4")
        return
    marks = tuple(Mark(actor=victim, distance=missed.distance) for victim in dict.fromkeys(victims))
    hits = tuple(Hit(target=victim, strays=True) for victim in victims)
    draft.begin(
        Attack(kind="stray", actor=missed.actor, weapon=missed.weapon, marks=marks, index=len(marks), hits=hits)
    )
    go_on(draft)


def _round(draft: Draft, order: tuple[str, ...], *, spread: bool) -> str | None:
    faces: list[int] = []
    for actor in order:
        with thrown_for(draft, actor, "dice_stray"):
            faces += draft.roll(shooting.numbers().stray.sides)
        if misses.stray_victim(order, faces, spread=spread) is not None:
            draft.note("stray_hits", "FI-STRAY-3", actor=actor_name(draft.table, actor), dice=faces)
            return actor
    return None


MOVES = (Move(CheckStrays, verify_strays, check_strays),)
