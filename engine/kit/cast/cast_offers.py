"""The GM's offers to bring individuals of prepared records to the table, and to roll their numbers again.

>>> from engine.kit.content_editor.content_library import ContentLibrary
>>> from engine.model.frozen import Frozen
>>> from engine.model.seats import Role, Seat
>>> class Wolf(Frozen):
...     id: str
...     name: str = ""
>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM), "p1": Seat(id="p1", name="Tom")}
>>> table = Table(ruleset="example", seats=seats, lists={"wolves": ({"id": "wolf", "name": "Wolf"},)})
>>> library = ContentLibrary[Wolf]({"wolves": Wolf}, lambda _kind: ())
>>> cast = PreparedCast("wolves", library, faults=lambda wolf, table: (), sheet=lambda wolf, table: {})
>>> [offer.name for offer in cast_offers(cast, table, "gm", "gm")]
['bring_wolves']
>>> [*cast_offers(cast, table, "gm", "p1")], [*cast_offers(cast, table, "p1", "p1")]
([], [])
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.memo import memo
from engine.kit.cast.cast_commands import BringCast, RollCastAgain
from engine.kit.cast.prepared_cast import PreparedCast
from engine.messages.message import Message
from engine.model.table import Table
from engine.presentation.choice_offers import choice_offers
from engine.presentation.command_offers import Asks, offer_of, unchecked
from engine.presentation.offers import Offer


def bring_offer(kind: str) -> str:
    """Return the name of the offer to bring records of a kind: `bring_foes`."""
    return f"bring_{kind}"


def cast_offers(cast: PreparedCast[Any], table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the offers of the GM; another viewer does not even see that something is prepared."""
    if table.is_gm(seat) and table.is_gm(viewer):
        yield from _offers(table, seat, cast)


@memo
def _offers(table: Table, seat: str, cast: PreparedCast[Any]) -> Iterator[Offer]:
    names = cast.names(table)
    rare = not table.lists.get(cast.kind)  # what comes with the game is for Prep, until the group adds to it
    records = {"record": record_question(names)}
    yield from choice_offers(BringCast, seat, records, name=bring_offer(cast.kind), rare=rare)
    yield from roll_again_offers(table, seat, cast.to_roll_again(table), names)


def roll_again_offers(
    table: Table, seat: str, groups: Mapping[str, tuple[str, ...]], names: Mapping[str, str]
) -> Iterator[Offer]:
    """Yield the GM's offers to roll the numbers of characters again, for the GM's own view only.

    Args:
        table: the table.
        seat: the GM.
        groups: the characters whose numbers can be rolled again, by the id of their record.
        names: the names of the records by their ids.
    """
    for id_, actors in groups.items():
        again = RollCastAgain(seat=seat, record=id_, actors=actors)
        yield offer_of(
            table, again, unchecked, name=f"roll_cast_again:{id_}", asks={"actors": actors}, record=names[id_]
        )


def record_question(names: Mapping[str, str], told: Mapping[str, Message] | None = None) -> Asks:
    """Return the question for one of some prepared records, by their ids and names; `told` says more about some."""
    called = {id_: Message(key="cast.record", params={"name": name}) for id_, name in names.items()}
    return Asks(choices=tuple(names), called=called, told=told)
