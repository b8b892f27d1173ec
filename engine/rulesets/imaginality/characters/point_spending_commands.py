"""Spending points: attributes, skills and special equipment, when they may be bought, and the GM's exceptions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Request, need_actor, need_gm
from engine.core.draft import Draft
from engine.core.events import ListSet
from engine.kit.gm_requests import GmActorRequest, GmRequest
from engine.messages.refusal import Refused, needed
from engine.model.frozen import Json
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.imaginality.character_state import (
    ATTRIBUTES,
    DRAWING,
    MOST_POINTS,
    add_log_line,
    cost_of_next,
    creation_step,
    level_of,
    list_entries,
    need_controller,
    points_of,
    write_fields,
)
from engine.rulesets.imaginality.procedures import adventure_runs
from engine.rulesets.imaginality.settings import has_attributes, number, numbers, owns_skill

Ruled = Annotated[
    Annotated[int, Meta(ge=0, le=999)] | None,
    Meta(description="the GM's word on the cost instead of the rules'; it also counts in mid-adventure"),
]
FreeName = Annotated[str, Meta(description="what the group calls it", max_length=60)]


class _Purchase(Request):
    """Something that points are spent on; `ruled_cost` is the last field of each kind."""

    ABSTRACT = True

    actor: ActorId
    if TYPE_CHECKING:
        ruled_cost: int | None

    def need_payment(self, table: Table, cost: int) -> None:
        """Raise Refused unless the points are there (IM-CHAR-13) and this is the time; the GM can waive both."""
        actor = table.actors[self.actor]
        if self.ruled_cost is None:
            need_spending_time(table, actor)
        else:
            need_gm(table, self, "IM-CHAR-13")
            cost = self.ruled_cost
        if creation_step(actor) == DRAWING:
            raise Refused("draw_points_first", "IM-CHAR-4", actor=actor.name)
        if points_of(actor) < cost:
            raise Refused("too_few_points", "IM-CHAR-13", actor=actor.name, points=points_of(actor), cost=cost)

    def pay(self, draft: Draft, price: int, **fields: Json) -> tuple[int, int]:
        """Write the purchase and take its points; return the cost that counted, and the points that are left."""
        actor = draft.table.actors[self.actor]
        cost = price if self.ruled_cost is None else self.ruled_cost
        left = points_of(actor) - cost
        write_fields(draft, actor.id, **fields, points=left)
        if not actor.secret:
            draft.record_results(cost=cost, computed_cost=price)
        if cost != price:
            add_log_line(draft, actor.id, "cost_ruled", "IM-CHAR-13", "IM-GEN-1", cost=cost, computed=price)
        return cost, left


class RaiseAttribute(_Purchase):
    """Raise an attribute by one level for its points."""

    RULES = ("IM-CHAR-7", "IM-CHAR-8", "IM-CHAR-13", "IM-ADVANCE-6")
    attribute: Annotated[str, Meta(description="`mental`, `physical` or `social`"), Asks("raise_which")]
    ruled_cost: Ruled = None

    def verify(self, table: Table) -> None:
        """One of the three attributes, below its highest level, and affordable (IM-CHAR-8)."""
        need_controller(table, self, self.actor, "IM-CHAR-8")
        actor = need_numbers(table, self.actor, "IM-CHAR-8")
        if self.attribute not in ATTRIBUTES:
            raise Refused("attribute_name", "IM-CHAR-7", names=list(ATTRIBUTES))
        cost = needed(cost_of_next(actor, self.attribute), "attribute_highest", "IM-CHAR-8", attribute=self.attribute)
        self.need_payment(table, cost)

    def decide(self, draft: Draft) -> None:
        """Raise it by one level."""
        actor = draft.table.actors[self.actor]
        name, level = self.attribute, level_of(actor, self.attribute) + 1
        cost, left = self.pay(draft, cost_of_next(actor, name) or 0, **{name: level})
        rules = ("IM-CHAR-8", "IM-CHAR-12")
        add_log_line(draft, actor.id, "attribute_raised", *rules, attribute=name, level=level, cost=cost, left=left)


class AgreeSkill(GmRequest):
    """The GM agrees to a skill: its name and what it covers are put on the group's own list."""

    RULES = ("IM-CHAR-10",)
    skill: Annotated[FreeName, Asks("new_skill")]
    covers: Annotated[str, Meta(description="what it is good for"), Asks()] = ""

    def verify(self, table: Table) -> None:
        """The GM, for a skill with a name."""
        super().verify(table)
        if not self.skill.strip():
            raise Refused("skill_name", "IM-CHAR-10")

    def decide(self, draft: Draft) -> None:
        """Put it on the list; agreeing again replaces what it covers."""
        _agree(draft, self.skill.strip(), self.covers)


class BuySkill(_Purchase):
    """Buy a skill on which player and GM have agreed; it has no level, and nobody has it twice."""

    RULES = ("IM-CHAR-9", "IM-CHAR-10", "IM-CHAR-13", "IM-ADVANCE-6")
    skill: Annotated[FreeName, Asks("agreed_skill")]
    ruled_cost: Ruled = None

    def verify(self, table: Table) -> None:
        """Agreed upon (a GM who buys it agrees by that), not owned yet, and affordable (IM-CHAR-9, IM-CHAR-10)."""
        need_controller(table, self, self.actor, "IM-CHAR-9")
        actor = need_numbers(table, self.actor, "IM-CHAR-9")
        if not self.skill.strip():
            raise Refused("skill_name", "IM-CHAR-10")
        if owns_skill(actor, self.skill):
            raise Refused("has_skill", "IM-CHAR-9", actor=actor.name, skill=self.skill)
        agreed = map(_comparable_name, agreed_skills(table))
        if not table.is_gm(self.seat) and _comparable_name(self.skill) not in agreed:
            raise Refused("skill_not_agreed", "IM-CHAR-10", skill=self.skill)
        self.need_payment(table, numbers().points.skill)

    def decide(self, draft: Draft) -> None:
        """Write it on the sheet, by the agreed name. The list reveals nothing of a secret character."""
        actor = draft.table.actors[self.actor]
        agreed = {_comparable_name(name): name for name in agreed_skills(draft.table)}
        if _comparable_name(self.skill) not in agreed and not actor.secret:
            _agree(draft, self.skill.strip(), "")
        skill = agreed.get(_comparable_name(self.skill), self.skill.strip())
        cost, left = self.pay(draft, numbers().points.skill, skills=[*list_entries(actor, "skills"), skill])
        add_log_line(draft, actor.id, "skill_bought", "IM-CHAR-9", "IM-CHAR-12", skill=skill, cost=cost, left=left)


class BuyEquipment(_Purchase):
    """The GM approves of something very special, unusual or powerful, and charges points for it."""

    RULES = ("IM-CHAR-11", "IM-CHAR-13")
    item: Annotated[FreeName, Asks()]
    ruled_cost: Ruled = None

    def verify(self, table: Table) -> None:
        """The GM approves and charges; a character without numbers can be charged nothing (IM-CHAR-11)."""
        need_gm(table, self, "IM-CHAR-11")
        need_actor(table, self.actor)
        need_numbers(table, self.actor, "IM-CHAR-11")
        if not self.item.strip():
            raise Refused("item_name", "IM-CHAR-11")
        self.need_payment(table, number(table, "equipment_cost"))

    def decide(self, draft: Draft) -> None:
        """Put it among the possessions."""
        actor = draft.table.actors[self.actor]
        price, item = number(draft.table, "equipment_cost"), self.item.strip()
        cost, left = self.pay(draft, price, possessions=[*list_entries(actor, "possessions"), item])
        add_log_line(draft, actor.id, "equipment_bought", "IM-CHAR-11", item=item, cost=cost, left=left)


class GrantPoints(GmActorRequest):
    """The GM gives a character points outside the rules, or takes some."""

    RULES = ("IM-CHAR-13", "IM-GEN-1")
    points: Annotated[
        int, Meta(ge=-999, le=999, description="how many more; negative takes away"), Asks(least=1, most=MOST_POINTS)
    ]
    reason: Annotated[str, Meta(description="what for"), Asks()] = ""

    def verify(self, table: Table) -> None:
        """The GM, for a character with numbers, and never below none."""
        super().verify(table)
        actor = need_numbers(table, self.actor, "IM-CHAR-13")
        if creation_step(actor) == DRAWING:
            raise Refused("draw_points_first", "IM-CHAR-4", actor=actor.name)
        if self.points == 0 or (self.points < 0 and points_of(actor) + self.points < 0):
            raise Refused("grant_bounds", "IM-CHAR-13", actor=actor.name, points=points_of(actor))

    def decide(self, draft: Draft) -> None:
        """Give or take; the log keeps the earlier number."""
        old = points_of(draft.table.actors[self.actor])
        new = old + self.points
        write_fields(draft, self.actor, points=new)
        rules, why = ("IM-CHAR-13", "IM-GEN-1"), self.reason
        add_log_line(draft, self.actor, "points_granted", *rules, change=self.points, old=old, points=new, reason=why)


def need_numbers(table: Table, actor_id: str, *rules: str) -> Actor:
    """Return a character, or raise Refused if it has no numbers."""
    actor = table.actors[actor_id]
    if not has_attributes(actor):
        raise Refused("no_numbers", *rules, actor=actor.name)
    return actor


def need_spending_time(table: Table, actor: Actor) -> None:
    """Raise Refused in the middle of an adventure (IM-ADVANCE-6).

    A new character who is still being made may spend at any time: the rule is about saved points and awards, and a
    character that joins in mid-adventure could not be made otherwise. Unfinished characters are finished at the end
    of the adventure.
    """
    if adventure_runs(table) and not creation_step(actor):
        raise Refused("not_in_adventure", "IM-ADVANCE-6")


def agreed_skills(table: Table) -> tuple[str, ...]:
    """Return the skills on which the group has agreed (IM-CHAR-10)."""
    return tuple(str(row.get("name")) for row in table.lists.get("skills", ()))


def _comparable_name(skill: str) -> str:
    return skill.strip().casefold()


def _agree(draft: Draft, skill: str, covers: str) -> None:
    rows = draft.table.lists.get("skills", ())
    row: dict[str, Json] = {"name": skill, "covers": covers}
    kept = tuple(row if _comparable_name(str(r.get("name"))) == _comparable_name(skill) else r for r in rows)
    if row not in kept:
        kept = (*kept, row)
    draft.emit(ListSet(name="skills", rows=kept))
    draft.note("skill_agreed", "IM-CHAR-10", skill=skill, covers=covers)
