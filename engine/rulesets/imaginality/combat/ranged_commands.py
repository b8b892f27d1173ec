"""Ranged combat: shots, dodges, and cards drawn for those who cannot dodge (IM-RANGED)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.commands import need_gm
from engine.core.draft import Draft
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.model.table import Table
from engine.rulesets.imaginality.actions.action_commands import (
    advantage_cards,
    first_cards,
    lacks_skill,
    mark_acting,
    need_attribute,
    opposition_extras,
)
from engine.rulesets.imaginality.actions.card_play_commands import open_sides
from engine.rulesets.imaginality.character_state import is_helpless
from engine.rulesets.imaginality.combat.attack import Attack
from engine.rulesets.imaginality.damage import weapon_in_hand, weapon_row
from engine.rulesets.imaginality.procedures import Action, ActionKind, ActionSide, ActionStage, ExtraCards
from engine.rulesets.imaginality.settings import number
from engine.rulesets.imaginality.turns.turn_commands import has_acted, need_turn

Metres = Annotated[float, Meta(ge=0)]


class Shoot(Attack):
    """Shoot or throw at a target: a card face down (two at close range); the target dodges, or a card is drawn."""

    RULES = ("IM-RANGED-1", "IM-RANGED-2", "IM-RANGED-6", "IM-RANGED-8", "IM-RANGED-9", "IM-RANGED-12")
    cover: Annotated[bool, Meta(description="the target is in cover or otherwise hard to hit")] = False
    close: Annotated[bool, Meta(description="very close range; a distance says it too")] = False
    distance_m: Annotated[Metres | None, Meta(description="the distance in metres")] = None
    attribute: Annotated[str, Meta(description="the GM's word on the attribute where the skill is missing")] = ""

    def verify(self, table: Table) -> None:
        """A character on turn against another, by these rules."""
        super().verify(table)
        if self.attribute:
            need_gm(table, self, "IM-RANGED-10")
            need_attribute(table, self.actor, self.skill, self.attribute)
        need_turn(table, self.actor)

    def decide(self, draft: Draft) -> None:
        """Open the shot. For a target that cannot dodge a card is drawn once the attack is complete (IM-RANGED-6)."""
        table = draft.table
        lacking = lacks_skill(table, self.actor, self.skill)
        close = is_close(table, self)
        can_dodge = self.aware and not is_helpless(table, self.target) and not has_acted(table, self.target)
        weapon = self.weapon or weapon_in_hand(table, self.actor, melee=False)
        by_weapon = "physical" if weapon_row(table, weapon).get("size") == "big" else "mental"
        stands_in = (self.attribute or by_weapon) if lacking else ""
        draft.push_procedure(
            Action(
                kind=ActionKind.RANGED,
                stage=ActionStage.ATTACK,
                what=self.what,
                actor=self.actor,
                target=self.target,
                weapon=weapon,
                skill=self.skill,
                attribute=stands_in,
                aware=self.aware,
                cover=self.cover,
                response="" if can_dodge else "drawn",
            )
        )
        mark_acting(draft, self.actor)
        name, against = actor_name(table, self.actor), actor_name(table, self.target)
        draft.note("shoots", "IM-RANGED-1", actor=name, target=against, what=self.what, weapon=weapon)
        if not can_dodge:
            draft.note("cannot_dodge", "IM-RANGED-6", "IM-RANGED-5", actor=against)
        if lacking:
            draft.note("unskilled", "IM-RANGED-9", "IM-RANGED-10", skill=self.skill, attribute=stands_in)
        mine = list(advantage_cards(table, "actor", self.advantage))
        theirs = list(opposition_extras(table, self.disadvantage, lacking))
        for reason, applies, extras in (("close", close, mine), ("cover", self.cover, theirs)):
            if applies:
                extras.append(ExtraCards(reason=reason, count=1))
        attacker = ActionSide(
            seat=controller_of(table, self.actor),
            actor=self.actor,
            base=first_cards(table, self.actor, lacking, stands_in),
            extras=tuple(mine),
        )
        target = ActionSide(
            seat=controller_of(table, self.target), actor=self.target, extras=tuple(theirs), pure=not can_dodge
        )
        open_sides(draft, (("actor", attacker), ("opposition", target)))


def is_close(table: Table, command: Shoot) -> bool:
    """Say whether it is close range: by the GM's flag, or the distance in metres (IM-RANGED-2)."""
    near = command.distance_m is not None and command.distance_m <= number(table, "close_range_m")
    return command.close or near
