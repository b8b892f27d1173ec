"""Rich moments to begin a property from: demos and kept scripts of a game, to any depth, and played on at random."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from engine.asset_folder import ASSETS
from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.manual_moves import EditActor
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.offers import Offer
from engine.presentation.scripts.script import PlayedScript, play_script
from engine.rulesets.loader import game_of
from engine.sheets.editing.new_character_moves import CopyActor
from tests.engine.answering import AtRandom, filled

GOLDEN = Path(__file__).resolve().parents[1] / "golden"


@cache
def scripts_of(ruleset: str) -> tuple[PlayedScript, ...]:
    """Return the demo and the kept scripts of a game, played."""
    kept = [path for path in sorted((GOLDEN / ruleset).glob("*.json")) if not path.name.endswith(".answer.json")]
    return tuple(play_script(path.read_bytes(), game_of) for path in (ASSETS / "demos" / f"{ruleset}.json", *kept))


def a_moment(ruleset: str, random: Random) -> Table:
    """Return the table at some moment of a script, often with secret characters of the GM."""
    scripts = scripts_of(ruleset)
    played = random.choice((scripts[0], *scripts))
    table = played.history.table_at(random.randint(len(played.history.entries) // 3, len(played.history.entries)))
    game, gm = game_of(ruleset), table.gm()
    if gm and table.actors and random.random() < 0.7:
        table = with_somebody_unmet(game, table, random.choice(sorted(table.actors)))
    match random.randrange(10):
        case 0 | 1 | 2 | 3 | 4 | 5:
            table = with_a_fight(game, table, random)
        case 6 | 7:
            table = with_a_secret_roll(game, table, random)
        case _:
            pass
    share = random.choice((0.0, 0.5, 1.0))
    hidden = {
        actor.id: replace(actor, secret=actor.secret or random.random() < (share if actor.seat == gm else 0.1))
        for actor in table.actors.values()
    }
    return replace(table, actors=hidden)


BEFORE_A_FIGHT = {
    "imaginality": ("cancel", "end_exception"),
    "classic_fantasy": ("d100_call_off", "d100_go_to_place", "d100_bring_foes"),
}
"""Offers of the GM that clear the way for a fight, or bring those who fight."""
FIGHTS = ("start_fight", "start_conflict", "start_battle", "d100_start_fight")


def with_somebody_unmet(game: Game, table: Table, like: str) -> Table:
    """Return the table with a secret character of the GM that nobody has noticed, with a record like another's."""
    twin = CopyActor(seat=table.gm(), actor=like, id="shade", name="The Shade", leader=table.gm())
    for command in (twin, EditActor(seat=table.gm(), actor="shade", secret=True)):
        table = game.apply(table, command, SeededChance(0)).table
    return table


def with_a_fight(game: Game, table: Table, random: Random) -> Table:
    """Return the table with a fight between some of those who are there, if one can begin."""
    return _with_offers_taken(game, table, (*BEFORE_A_FIGHT.get(table.ruleset, ()), *FIGHTS), random)


def _with_offers_taken(game: Game, table: Table, names: Iterable[str], random: Random) -> Table:
    for name in names:
        offers = [one for one in game.offers(table, table.gm()) if one.name == name and one.denial is None]
        if offers:
            table = _done(game, table, offers[0], random) or table
    return table


def with_a_secret_roll(game: Game, table: Table, random: Random) -> Table:
    """Return the table with a roll under way that the GM makes in secret, perhaps thrown, where the game has such."""
    table = _with_offers_taken(game, table, BEFORE_A_FIGHT.get(table.ruleset, ()), random)
    secret = [
        offer for offer in game.offers(table, table.gm()) if any(ask.field == "secret" for ask in offer.questions)
    ]
    free = [offer for offer in secret if offer.denial is None]
    if not free:
        return table
    begun: Any = filled(random.choice(free), table, AtRandom(random))
    try:
        table = game.apply(table, replace(begun, secret=True), SeededChance(random.randrange(2**32))).table
    except Refused:
        return table
    throws = [
        offer
        for offer in game.offers(table, table.gm())
        if offer.primary and offer.denial is None and not offer.questions
    ]
    return (_done(game, table, throws[0], random) if throws and random.random() < 0.6 else None) or table


def _done(game: Game, table: Table, offer: Offer, random: Random) -> Table | None:
    try:
        return game.apply(table, filled(offer, table, AtRandom(random)), SeededChance(random.randrange(2**32))).table
    except Refused:
        return None


def play_on(game: Game, table: Table, random: Random, steps: int) -> list[tuple[Table, Command, int]]:
    """Play a table on by what is on offer; return each table with the command that is done next, and its seed."""
    found = []
    for _ in range(steps):
        offers = [offer for seat in table.seats for offer in game.offers(table, seat) if offer.denial is None]
        if not offers:
            break
        main = [offer for offer in offers if offer.primary]
        kinds = sorted({offer.name.partition(":")[0] for offer in offers})
        kind = random.choice(kinds)  # or else the many skills of many people would crowd out everything else
        some = main if main and random.random() < 0.4 else [o for o in offers if o.name.partition(":")[0] == kind]
        offer = game.complete_offer(table, random.choice(some))
        seed = random.randrange(2**32)
        try:
            command = filled(offer, table, AtRandom(random))
            after = game.apply(table, command, SeededChance(seed)).table
        except (Refused, AssertionError):
            continue
        found.append((table, command, seed))
        table = after
    return found


def a_moment_of_play(game: Game, random: Random) -> tuple[Table, Command | None, int]:
    """Return a rich moment after some more gestures, and which is done next with which seed, if any is."""
    table = a_moment(game.ruleset.id, random)
    steps = play_on(game, table, random, random.randint(1, 12))
    return steps[-1] if steps else (table, None, 0)
