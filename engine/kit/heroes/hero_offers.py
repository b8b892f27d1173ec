"""The offers to add ready-made heroes: to a player who plays no character, and to the GM.

`new_character_offers` yields them together with the offer to create a character.

>>> from engine.model.seats import Role, Seat
>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM), "p1": Seat(id="p1", name="Tom")}
>>> table = Table(ruleset="imaginality", seats=seats)
>>> [offer.name for offer in hero_offers(table, "gm")], [offer.name for offer in hero_offers(table, "p1")]
(['bring_party', 'bring_hero'], ['bring_hero'])
>>> hero_offers(Table(ruleset="example", seats=seats), "gm")
()
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.memo import memo
from engine.kit.heroes.hero_commands import (
    ANY,
    BringHero,
    BringParty,
    absent_heroes,
    party_seats,
    players_without_character,
)
from engine.kit.heroes.people_at_table import table_of_people
from engine.kit.heroes.ready_made_heroes import heroes_of
from engine.messages.message import Message
from engine.model.table import Table
from engine.presentation.command_offers import Asks, offer_of, unchecked
from engine.presentation.offers import Offer, make_offer


def hero_offers(table: Table, seat: str) -> tuple[Offer, ...]:
    """Return the offers of a seat. They depend only on characters that everybody knows, so any viewer may read them."""
    return _offers(table_of_people(table), seat) if heroes_of(table.ruleset) else ()


@memo
def _offers(table: Table, seat: str) -> Iterator[Offer]:
    gm, waiting = table.is_gm(seat), players_without_character(table)
    if gm and (coming := party_seats(table)):
        first = all(actor.secret for actor in table.actors.values())
        yield make_offer("bring_party", BringParty(seat=seat), primary=first, count=len(coming))
    if gm or seat in waiting:
        heroes = {hero.id: hero for hero in absent_heroes(table) or heroes_of(table.ruleset).values()}
        ask = Asks(
            choices=(*heroes, ANY),
            called={
                **{id_: Message(key="hero.name", params={"name": hero.name}) for id_, hero in heroes.items()},
                ANY: Message(key="hero.any"),
            },
            told={id_: Message(key="hero.about", params={"about": hero.about}) for id_, hero in heroes.items()},
            optional=False,
        )
        first_hero = BringHero(seat=seat, hero=next(iter(heroes)))
        yield offer_of(table, first_hero, unchecked, name="bring_hero", asks={"hero": ask}, rare=not waiting)
