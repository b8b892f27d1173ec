"""Commands for the GM alone: their base classes check the right to give them.

>>> from engine.core.draft import Draft
>>> from engine.messages.refusal import Refused
>>> from engine.model.seats import Actor, Role, Seat
>>> class Curse(GmActorRequest):
...     RULES = ("TINY-CURSE-1", "TINY-CURSE-2")
...     def decide(self, draft: Draft) -> None:
...         draft.note("cursed", actor=self.actor)

>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM), "p1": Seat(id="p1", name="Tom")}
>>> table = Table(ruleset="example", seats=seats, actors={"tom": Actor(id="tom", name="Tom", seat="p1")})
>>> def refusal(seat: str, actor: str) -> str:
...     try:
...         Curse(seat=seat, actor=actor).verify(table)
...     except Refused as refused:
...         return f"{refused.message.key} {refused.rules}"
...     return "allowed"
>>> refusal("gm", "tom"), refusal("gm", "ann"), refusal("p1", "tom")
('allowed', 'refused.no_such_actor ()', "refused.gm_only ('TINY-CURSE-1',)")
"""

from __future__ import annotations

from typing import ClassVar

from engine.core.command_fields import ActorId
from engine.core.commands import Need, Request, need_actor, need_gm
from engine.model.table import Table


class GmRequest(Request):
    """A command that only the GM may give."""

    ABSTRACT = True

    def verify(self, table: Table) -> None:
        """Raise Refused unless the GM asks; a kind adds its own needs and checks."""
        need_gm(table, self, *self.cited)
        super().verify(table)


class GmActorRequest(GmRequest):
    """A command of the GM about a character; the GM may read the record of each."""

    ABSTRACT = True
    NEEDS: ClassVar[tuple[Need, ...]] = (lambda table, command: need_actor(table, command.actor),)

    actor: ActorId
