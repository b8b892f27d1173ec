"""Rich tables to begin a check from: moments of a game's scripts, with secrets added, and played on at random."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, Final

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.history import History
from engine.core.manual_moves import EditActor
from engine.kit.bots.bot import RandomOfferBot, allowed_offers
from engine.kit.bots.offer_answers import UnanswerableQuestion
from engine.kit.conformance.game_profile import profile_of
from engine.kit.encounters.encounter_runs import RUNS
from engine.kit.random_tables.random_table_records import RANDOM_TABLES
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.offers import Offer
from engine.sheets.editing.new_character_moves import CopyActor

_RANDOM_TABLE: Final[Mapping[str, Json]] = {
    "id": "gloom",
    "name": "Gloom",
    "rows": [{"text": "1d3 lanterns", "weight": 3}, {"text": "whispers", "table": "gloom", "times": "1d2"}],
}
_RUN: Final[Mapping[str, Json]] = {
    "id": "bridge",
    "kind": "encounters",
    "record": "bridge",
    "name": "Bridge",
    "notes": "It is unsafe.",
    "checklist": [{"text": "Rope"}],
    "triggers": [{"round": 2, "what": "The bridge falls"}],
}
UNMET = "shade"
"""The id of the secret character that nobody has noticed."""


def rich_table(game: Game, histories: Sequence[History], random: Random) -> Table:
    """Return the table at some moment, often with secrets of the GM, a combat or a secret roll.

    Args:
        game: the game.
        histories: played evenings of the game, the one that is chosen most often first.
        random: the source of all choices.
    """
    history = random.choice((histories[0], *histories))
    table = history.table_at(random.randint(len(history.entries) // 3, len(history.entries)))
    gm = table.gm()
    if gm and table.actors and random.random() < 0.7:
        table = with_unmet_character(game, table, random.choice(sorted(table.actors)))
    if random.random() < 0.3:
        secrets = {RANDOM_TABLES: (_RANDOM_TABLE,), RUNS.name: (_RUN,)}
        table = replace(table, lists={**table.lists, **secrets})
    match random.randrange(10):
        case 0 | 1 | 2 | 3 | 4 | 5:
            table = with_opening(game, table, random)
        case 6 | 7:
            table = with_secret_roll(game, table, random)
        case _:
            pass
    share = random.choice((0.0, 0.5, 1.0))
    for actor in tuple(table.actors.values()):
        if not actor.secret and random.random() < (share if actor.seat == gm else 0.1):
            table = _with_secret(game, table, actor.id)
    return table


def _with_secret(game: Game, table: Table, actor: str) -> Table:
    """Return the table with a character hidden as the GM would do it, or else only marked as secret."""
    try:
        hidden = EditActor(seat=table.gm(), actor=actor, secret=True)
        return game.apply(table, hidden, SeededChance(0)).table
    except Refused:
        return replace(table, actors={**table.actors, actor: replace(table.actors[actor], secret=True)})


def with_unmet_character(game: Game, table: Table, like: str) -> Table:
    """Return the table with a secret character of the GM that nobody has noticed, with a record like another's."""
    gm = table.gm()
    twin = CopyActor(seat=gm, actor=like, id=UNMET, name="The Shade", leader=gm)
    for command in (twin, EditActor(seat=gm, actor=UNMET, secret=True)):
        table = game.apply(table, command, SeededChance(0)).table
    return table


def with_opening(game: Game, table: Table, random: Random) -> Table:
    """Return the table after the GM's offers that begin something, such as a combat, as far as they are allowed."""
    profile = profile_of(game)
    return _with_offers_taken(game, table, (*profile.preparations, *profile.openings), random)


def _with_offers_taken(game: Game, table: Table, names: Iterable[str], random: Random) -> Table:
    for name in names:
        offers = [one for one in game.offers(table, table.gm()) if one.name == name and one.denial is None]
        if offers:
            table = _taken(game, table, offers[0], random) or table
    return table


def with_secret_roll(game: Game, table: Table, random: Random) -> Table:
    """Return the table with a roll in progress that the GM makes in secret, if the game has such rolls."""
    table = _with_offers_taken(game, table, profile_of(game).preparations, random)
    secret = [offer for offer in game.offers(table, table.gm()) if any(q.field == "secret" for q in offer.questions)]
    free = [offer for offer in secret if offer.denial is None]
    if not free:
        return table
    try:
        begun: Any = RandomOfferBot(random).take(game, table, random.choice(free))
        table = game.apply(table, replace(begun, secret=True), SeededChance(random.randrange(2**32))).table
    except (Refused, UnanswerableQuestion):
        return table
    throws = [
        offer
        for offer in game.offers(table, table.gm())
        if offer.primary and offer.denial is None and not offer.questions
    ]
    return (_taken(game, table, throws[0], random) if throws and random.random() < 0.6 else None) or table


def _taken(game: Game, table: Table, offer: Offer, random: Random) -> Table | None:
    try:
        command = RandomOfferBot(random).take(game, table, offer)
        return game.apply(table, command, SeededChance(random.randrange(2**32))).table
    except (Refused, UnanswerableQuestion):
        return None


def play_on(game: Game, table: Table, random: Random, steps: int) -> list[tuple[Table, Command, int]]:
    """Play a table on by its offers; return each table with the command that follows, and the seed of its chance."""
    played, bot = [], RandomOfferBot(random)
    for _ in range(steps):
        offers = allowed_offers(game, table, table.seats)
        if not offers:
            break
        seed = random.randrange(2**32)
        try:
            command = bot.take(game, table, bot.pick(offers))
            after = game.apply(table, command, SeededChance(seed)).table
        except (Refused, UnanswerableQuestion):
            continue
        played.append((table, command, seed))
        table = after
    return played
