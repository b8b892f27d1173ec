"""Commands by which the GM overrides a step of something in progress: a number, a word, a choice of the rules.

A subclass has a field for what the GM says, and finds what is in progress. By default its fields replace those of the
same name. Here the GM sets the damage of a blow that waits for its target:

>>> from engine.core.chance import SeededChance
>>> from engine.messages.refusal import Refused
>>> from engine.model.frozen import Frozen
>>> from engine.model.seats import Role, Seat
>>> class Blow(Frozen, Procedure, tag_field="procedure", tag="blow"):
...     damage: int
>>> class RuleDamage(GmOverride[Blow]):
...     RULES = ("EX-DMG-1",)
...     damage: int
...     def subject(self, table):
...         return table.procedures[-1]
...     def follow(self, draft, before):
...         draft.record_results(damage=self.damage, computed=before.damage)

>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM), "tom": Seat(id="tom", name="Tom")}
>>> draft = Draft(Table(ruleset="example", seats=seats, procedures=(Blow(damage=7),)), SeededChance(1))
>>> try:
...     RuleDamage(seat="tom", damage=2).verify(draft.table)
... except Refused as refused:
...     refused.message.key, refused.rules
('refused.gm_only', ('EX-DMG-1',))
>>> ruling = RuleDamage(seat="gm", damage=2)
>>> ruling.verify(draft.table)
>>> ruling.decide(draft)
>>> draft.table.procedures, draft.results
((Blow(damage=2),), {'damage': 2, 'computed': 7})
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar, cast

from engine.core.draft import Draft
from engine.kit.gm_requests import GmRequest
from engine.model.frozen import replace
from engine.model.table import Procedure, Table

P = TypeVar("P", bound=Procedure)
T = TypeVar("T")


class GmDecision(GmRequest, Generic[P]):
    """A decision of the GM about something in progress."""

    ABSTRACT = True

    def subject(self, table: Table) -> P:
        """Return what is in progress. Raises Refused if there is nothing of the kind, or if it is too late."""
        raise NotImplementedError

    def follow(self, draft: Draft, before: P) -> None:
        """Let the game go on from the decision; `before` is what was in progress before it."""

    def verify(self, table: Table) -> None:
        """Allow the GM, while there is something to decide about."""
        super().verify(table)
        self.subject(table)

    def decide(self, draft: Draft) -> None:
        """Carry the decision out."""
        self.follow(draft, self.subject(draft.table))


class GmOverride(GmDecision[P]):
    """A decision of the GM that changes a step of what is in progress; `follow` logs it, and lets the game go on."""

    ABSTRACT = True

    def overridden(self, table: Table, subject: P) -> P:
        """Return what is in progress as the GM says: by default with the fields of the command. May raise Refused."""
        return self.applied_to(subject)

    def applied_to(self, part: T) -> T:
        """Return something with the fields of this command in place of its own of the same names."""
        command: Any = self
        whole: Any = part
        fields = {name: getattr(self, name) for name in command.__struct_fields__ if name != "seat"}
        return cast(T, replace(whole, **fields))

    def verify(self, table: Table) -> None:
        """Allow the GM, while there is something to override, in a way that is possible."""
        super().verify(table)
        self.overridden(table, self.subject(table))

    def decide(self, draft: Draft) -> None:
        """Override it, and let the game go on."""
        before = self.subject(draft.table)
        draft.replace_procedure(self.overridden(draft.table, before))
        self.follow(draft, before)
