"""The commands that add ready-made heroes: one for a player, or a whole party.

>>> from engine.core.chance import SeededChance
>>> from engine.model.seats import Role, Seat
>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM), "p1": Seat(id="p1", name="Tom")}
>>> table = Table(ruleset="imaginality", seats=seats)
>>> one, party = moves_for(lambda table, actor, tracks: actor)
>>> def play(move, command):
...     draft = Draft(table, SeededChance(1))
...     move.verify(table, command)
...     move.decide(draft, command)
...     return [(actor.id, actor.name, actor.seat) for actor in draft.table.actors.values()]
>>> play(one, BringHero(seat="p1", hero="finch")), play(party, BringParty(seat="gm"))
([('finch-1', 'Finch', 'p1')], [('ottilie-1', 'Ottilie Brandt', 'p1')])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Annotated, Any, Final

from msgspec import Meta

from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.kit.cast.individuals import WishedName, bring_individual, free_actor_id
from engine.kit.heroes.ready_made_heroes import ReadyMadeHero, heroes_of
from engine.messages.refusal import Refused
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.sheets.editing.new_character_moves import NewActorSetup
from engine.sheets.editing.record_version import of_present_version

PARTY: Final = 4
"""The number of heroes in a party at a table without players."""
ANY: Final = "*"
"""The answer that lets chance choose the hero."""


class BringHero(Request):
    """Add a ready-made hero, which the seat plays; the GM gives it to the next player without a character."""

    ADDS_CHARACTERS = True
    PROGRAM_DICE = True
    hero: Annotated[
        str,
        Meta(description="which, by its id among the heroes of the game; `*` for one by chance"),
        Asks("which_hero"),
    ] = ANY


class BringParty(Request):
    """The GM adds a ready-made hero for each player without a character, or a party of four if there is none."""

    ADDS_CHARACTERS = True


def players_without_character(table: Table) -> tuple[str, ...]:
    """Return the players who play no character that everybody knows, in the order of the seats.

    Secret characters do not count, so that the result reveals none.
    """
    played = {actor.seat for actor in table.actors.values() if not (actor.secret or actor.archived)}
    return tuple(seat.id for seat in table.seats.values() if not seat.is_gm and seat.id not in played)


def absent_heroes(table: Table) -> tuple[ReadyMadeHero, ...]:
    """Return the heroes whose name no character has that everybody knows."""
    names = {actor.name for actor in table.actors.values() if not actor.secret}
    return tuple(hero for hero in heroes_of(table.ruleset).values() if hero.name not in names)


def party_seats(table: Table) -> tuple[str, ...]:
    """Return the seat of each hero of a party that comes now."""
    players = players_without_character(table)
    is_empty = all(actor.secret for actor in table.actors.values())
    wanted = players or ((table.gm(),) * PARTY if is_empty else ())
    return wanted[: len(absent_heroes(table))]


def moves_for(new_actor: NewActorSetup) -> tuple[Move[Any], ...]:
    """Return the moves that add ready-made heroes in a game; `new_actor` completes its characters."""

    def make(table: Table, hero: ReadyMadeHero, seat: str, name: str) -> Actor:
        sheet: Mapping[str, Any] = of_present_version(table, {}, hero.sheet)
        return new_actor(table, Actor(id=free_actor_id(table, hero.id), name=name, seat=seat, sheet=sheet), {})

    def bring(draft: Draft, heroes: Iterable[ReadyMadeHero], seats: Iterable[str]) -> None:
        for hero, seat in zip(heroes, seats, strict=False):
            bring_individual(draft, WishedName(hero.name), partial(make, draft.table, hero, seat), shown=True)

    def verify_one(table: Table, command: BringHero) -> None:
        heroes = heroes_of(table.ruleset)
        if not heroes:
            raise Refused("no_heroes")
        if command.hero != ANY and command.hero not in heroes:
            raise Refused("no_such_hero", hero=command.hero[:60])

    def bring_one(draft: Draft, command: BringHero) -> None:
        table = draft.table
        heroes = heroes_of(table.ruleset)
        hero = heroes.get(command.hero) or _by_chance(draft, absent_heroes(table) or (*heroes.values(),))
        is_gm = table.is_gm(command.seat)
        seat = next(iter(players_without_character(table)), command.seat) if is_gm else command.seat
        bring(draft, (hero,), (seat,))

    def verify_party(table: Table, command: BringParty) -> None:
        need_gm(table, command)
        if not heroes_of(table.ruleset):
            raise Refused("no_heroes")
        if not party_seats(table):
            raise Refused("party_complete")

    def bring_party(draft: Draft, command: BringParty) -> None:
        bring(draft, absent_heroes(draft.table), party_seats(draft.table))

    return (Move(BringHero, verify_one, bring_one), Move(BringParty, verify_party, bring_party))


def _by_chance(draft: Draft, heroes: tuple[ReadyMadeHero, ...]) -> ReadyMadeHero:
    """Return one of some heroes; everybody sees who comes, so nobody needs to see the die."""
    with draft.rolling_for(None, hidden=True):
        (face,) = draft.roll(len(heroes))
    return heroes[face - 1]
