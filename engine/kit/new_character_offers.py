"""Offers to create a character, or to add a ready-made one, as every game has them.

>>> from engine.model.seats import Role, Seat
>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM), "p1": Seat(id="p1", name="Tom")}
>>> hero = Actor(id="p1-1", name="Hild", seat="p1")
>>> table = Table(ruleset="example", seats=seats, actors={"p1-1": hero})
>>> [offer.command.leader for offer in new_character_offers(table, "gm", [hero])]
['gm']
>>> list(new_character_offers(table, "p1", [hero]))
[]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.memo import memo
from engine.kit.heroes.hero_offers import hero_offers
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.offers import Offer, QuestionKind, make_offer, question
from engine.sheets.editing.new_character_moves import JoinActor


def new_character_offers(table: Table, seat: str, known: Sequence[Actor]) -> Iterator[Offer]:
    """Yield the offers to add a character: for a player who plays none, and for the GM at any time.

    Creating one is the natural next step for that player, and for the GM while there are no characters.

    Args:
        table: the current table.
        seat: the seat that would create it.
        known: the characters that the viewer may read; the offer reveals no others.
    """
    gm, plays_a_character = table.is_gm(seat), any(a.seat == seat for a in known)
    if gm or not plays_a_character:
        yield _join(seat, not known if gm else not plays_a_character)
    yield from hero_offers(table, seat)


@memo
def _join(seat: str, main: bool) -> Offer:
    command = JoinActor(seat=seat, id="", name="", leader=seat)  # an id would reveal that an unseen one has another
    return make_offer("new_character", command, questions=(question("name", QuestionKind.TEXT, least=1),), primary=main)
