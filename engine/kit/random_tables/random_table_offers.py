"""The offers to roll on random tables: two for each table, and only for the GM.

>>> from engine.model.seats import Role, Seat
>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM), "p1": Seat(id="p1", name="Tom")}
>>> forest = {"id": "forest", "name": "Forest"}
>>> table = Table(ruleset="tiny", seats=seats, lists={"random_tables": (forest,)})
>>> [offer.name for offer in random_table_offers(table, "gm", "gm")]
['roll_random_table_for_gm:forest', 'roll_random_table_for_all:forest']
>>> random_table_offers(table, "gm", "shared"), random_table_offers(table, "p1", "p1")
((), ())
"""

from __future__ import annotations

from typing import Final

from engine.core.memo import memo
from engine.kit.random_tables.random_table_commands import RollRandomTable
from engine.kit.random_tables.random_table_records import RANDOM_TABLES, tables_in
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.offers import Offer, make_offer

FOR_GM: Final = "roll_random_table_for_gm"
FOR_ALL: Final = "roll_random_table_for_all"
_GROUP: Final = Message(key="random_table.group")


def random_table_offers(table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
    """Return the offers of the GM to roll on the random tables, in the order of the tables; none for other viewers."""
    if RANDOM_TABLES not in table.lists or not (table.is_gm(seat) and table.is_gm(viewer)):
        return ()
    return _offers(table, seat)


@memo
def _offers(table: Table, seat: str) -> tuple[Offer, ...]:
    offers: list[Offer] = []
    for id_, found in tables_in(table.lists).items():
        for name, to_all in ((FOR_GM, False), (FOR_ALL, True)):
            command = RollRandomTable(seat=seat, table=id_, to_all=to_all)
            offer = make_offer(f"{name}:{id_}", command, rare=True, table=found.name)
            offers.append(replace(offer, group=_GROUP))  # the command says what is wrong with a table
    return tuple(offers)
