"""Commands by which the GM overrides a step of something in progress: a number, a word, a choice of the rules.

A subclass has a field for what the GM says, finds what is in progress, and returns it as it is then. Here the GM sets
the damage of a blow that waits for its target:

>>> from engine.core.chance import SeededChance
>>> from engine.messages.refusal import Refused
>>> from engine.model.frozen import Frozen, replace
>>> from engine.model.seats import Role, Seat
>>> class Blow(Frozen, Procedure, tag_field="procedure", tag="blow"):
...     damage: int
>>> class RuleDamage(GmOverride[Blow]):
...     RULES = ("EX-DMG-1",)
...     damage: int
...     def subject(self, table):
...         return table.procedures[-1]
...     def overridden(self, table, subject):
...         return replace(subject, damage=self.damage)
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

from typing import Generic, TypeVar

from engine.core.draft import Draft
from engine.kit.gm_requests import GmRequest
from engine.model.table import Procedure, Table

P = TypeVar("P", bound=Procedure)


class GmOverride(GmRequest, Generic[P]):
    """A command by which the GM overrides a step of something in progress."""

    def subject(self, table: Table) -> P:
        """Return what is in progress. Raises Refused if there is nothing of the kind, or if it is too late."""
        raise NotImplementedError

    def overridden(self, table: Table, subject: P) -> P:
        """Return what is in progress as the GM says; unchanged if all else follows. Raises Refused if it cannot be."""
        return subject

    def follow(self, draft: Draft, before: P) -> None:
        """Log it, and let the game go on from there; `before` is what was in progress without the override."""

    def verify(self, table: Table) -> None:
        """Allow the GM, while there is something to override."""
        super().verify(table)
        self.overridden(table, self.subject(table))

    def decide(self, draft: Draft) -> None:
        """Override it, and let the game go on."""
        before = self.subject(draft.table)
        after = self.overridden(draft.table, before)
        if after is not before:
            draft.replace_procedure(after)
        self.follow(draft, before)
