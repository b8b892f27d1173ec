"""Commands about a character, for the seat that plays it: the base class checks the right to give them.

A game derives a class of its own with its audiences; its commands derive from that one.

>>> from engine.core.draft import Draft
>>> from engine.messages.refusal import Refused
>>> from engine.model.seats import Actor, Role, Seat
>>> class TinyRequest(ActorRequest):
...     ABSTRACT = True
...     AUDIENCES = Audiences(lambda table: ())
>>> class Rest(TinyRequest):
...     RULES = ("TINY-REST-1", "TINY-REST-2")
...     def decide(self, draft: Draft) -> None:
...         draft.note("rests", actor=self.actor)

>>> players = (Seat(id="gm", name="GM", role=Role.GM), Seat(id="p1", name="Tom"), Seat(id="p2", name="Ann"))
>>> seats = {seat.id: seat for seat in players}
>>> table = Table(ruleset="example", seats=seats, actors={"hild": Actor(id="hild", name="Hild", seat="p1")})
>>> def refusal(seat: str) -> str:
...     try:
...         Rest(seat=seat, actor="hild").verify(table)
...     except Refused as refused:
...         return f"{refused.message.key} {refused.rules}"
...     return "allowed"
>>> refusal("p1"), refusal("gm"), refusal("p2")
('allowed', 'allowed', "refused.not_your_character ('TINY-REST-1',)")
"""

from __future__ import annotations

from typing import ClassVar

from engine.core.command_fields import ActorId
from engine.core.commands import Request
from engine.kit.log_audiences import Audiences
from engine.model.table import Table


class ActorRequest(Request):
    """A command about a character that its player or the GM may give.

    Attributes:
        AUDIENCES: the audiences of the game; only known characters can be named.
    """

    ABSTRACT = True
    AUDIENCES: ClassVar[Audiences]

    actor: ActorId

    def verify(self, table: Table) -> None:
        """Raise Refused unless the player of the character or the GM asks; a kind adds its own needs and checks."""
        self.AUDIENCES.need_controller(table, self, self.actor, *self.cited)
        super().verify(table)
