"""Bystanders hit by rounds that missed their target (FI-STRAY). The GM names those near enough."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.commands import Request, need_gm
from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.future_imperfect.combat.hit_commands import continue_attack
from engine.rulesets.future_imperfect.damage.wound_commands import need_no_pending_wounds
from engine.rulesets.future_imperfect.initiative.action_cards import need_free
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack, AttackHit, AttackKind, AttackTarget
from engine.rulesets.future_imperfect.procedures.participants import dice_purpose, need_known
from engine.rulesets.future_imperfect.procedures.session_procedure import session_state
from engine.rulesets.future_imperfect.rules import miss_rules, ranged_rules


class CheckStrays(Request):
    """Check whether missed rounds hit bystanders; those past each target of a split burst, one after the other."""

    RULES = ("FI-STRAY-1", "FI-STRAY-3", "FI-STRAY-4", "FI-STRAY-5", "FI-STRAY-6", "FI-STRAY-7", "FI-AUTO-7")
    bystanders: Annotated[
        tuple[str, ...],
        Meta(min_length=1, max_length=50, description="who stands near the path, the nearest to the shooter first"),
        Asks(ordered=True),
    ]

    def verify(self, table: Table) -> None:
        """Require the GM, after a miss; neither the shooter nor the target is a bystander."""
        need_gm(table, self, "FI-STRAY-1")
        need_free(table)
        need_no_pending_wounds(table)
        missed = next(iter(session_state(table).missed), None)
        if missed is None or missed.actor not in table.actors:
            raise Refused("nothing_missed", "FI-STRAY-1")
        for actor in self.bystanders:
            need_known(table, self.seat, actor)
            if actor in (missed.actor, missed.target):
                raise Refused("no_bystander", "FI-STRAY-3", actor=actor_name(table, actor))
        if len(set(self.bystanders)) != len(self.bystanders):
            raise Refused("target_twice", "FI-STRAY-4")

    def decide(self, draft: Draft) -> None:
        """Test the bystanders for each round, in order, until it hits one of them (FI-STRAY-4, FI-STRAY-5)."""
        session = session_state(draft.table)
        missed, *others = session.missed
        draft.replace_procedure(replace(session, missed=tuple(others)))
        victims = tuple(
            victim
            for _ in range(missed.rounds)
            if (victim := _round(draft, self.bystanders, spread=missed.spread)) is not None
        )
        draft.record_results(strays=list(victims))
        if not victims:
            draft.note("no_strays", "FI-STRAY-4")
            return
        marks = tuple(AttackTarget(actor=victim, distance=missed.distance) for victim in dict.fromkeys(victims))
        hits = tuple(AttackHit(target=victim, strays=True) for victim in victims)
        draft.push_procedure(
            Attack(kind=StrayKind(), actor=missed.actor, weapon=missed.weapon, marks=marks, index=len(marks), hits=hits)
        )
        continue_attack(draft)


class StrayKind(Frozen, AttackKind, tag_field="then", tag="stray"):
    """Rounds that missed another target; they have no roll of their own (FI-STRAY)."""

    acts = False


def _round(draft: Draft, order: tuple[str, ...], *, spread: bool) -> str | None:
    faces: list[int] = []
    for actor in order:
        with dice_purpose(draft, actor, "dice_stray"):
            faces += draft.roll(ranged_rules.ranged_tables().stray.sides)
        if miss_rules.stray_victim(order, faces, spread=spread) is not None:
            draft.note("stray_hits", "FI-STRAY-3", actor=actor_name(draft.table, actor), dice=faces)
            return actor
    return None
