"""Playing the tiny game into a campaign file, for the tests of the room that keeps it."""

from __future__ import annotations

import hashlib
import random
import sqlite3
import zlib
from pathlib import Path

from sqlalchemy import insert

from engine.core.chance import SeededChance
from engine.core.codec import Codec
from engine.core.commands import Command
from engine.core.history import History, HistoryEntry
from engine.core.manual_moves import MoveCards, RollDice, Say, SetTrack, ShuffleZone, TurnCards
from engine.kit.game_factory import make_game
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.presentation.game import Game
from engine.sheets.editing.new_character_moves import JoinActor
from tests.engine.tiny import Challenge, Deal, Lay, Raise, Tiny, seats_of
from vtt.campaign.campaign_records import PICTURE_KINDS, CampaignExtras, StoredEncounter, StoredPicture, StoredSheet
from vtt.storage import record_rows
from vtt.storage.campaign_opening import OpenedCampaign
from vtt.storage.campaign_store import CampaignFileStore
from vtt.storage.database_tables import ENCOUNTER, SHEET
from vtt.storage.record_rows import encounter_row, sheet_row

GAME = make_game(Tiny())


def games(ruleset: str) -> Game:
    """The games of a program that has the tiny one only."""
    if ruleset != "tiny":
        raise Refused("no_such_ruleset", ruleset=ruleset, known=["tiny"])
    return GAME


def new_table() -> Table:
    """Four seats, a knight and a secret spy, four decks: 216 cards."""
    options: dict[str, Json] = {"deck_count": 4, "hand_size": 5, "hands_private": True, "hit_by": "die"}
    table = GAME.ruleset.new_table(seats_of(4), options)
    for command in (
        ShuffleZone(seat="gm", zone="deck"),
        JoinActor(seat="gm", id="knight", name="Knight", leader="p1", sheet={"strength": 4, "story": "long ago " * 50}),
        JoinActor(seat="gm", id="spy", name="Spy", leader="gm", secret=True),
        Deal(seat="gm"),
    ):
        table = GAME.apply(table, command, SeededChance(4)).table
    return table


def some_command(table: Table, choice: random.Random) -> Command:
    """A command that this table may well allow, of many kinds."""
    seat = choice.choice(tuple(table.seats))
    filled = [z for z in table.zones.values() if z.cards and (not z.owners or seat in z.owners)]
    source = choice.choice(filled or [z for z in table.zones.values() if z.cards])
    cards = tuple(choice.sample(source.cards, min(len(source.cards), choice.randint(1, 3))))
    match choice.randrange(12):
        case 0:
            return ShuffleZone(seat="gm", zone="deck")
        case 1:
            return TurnCards(seat="gm", cards=cards, face=choice.choice(("up", "as_zone")))
        case 2:
            return RollDice(seat=seat, dice="3d6+1", reason="why not")
        case 3:
            return Say(seat=seat, text="something <b>bold</b> \u202eand backwards 🂡")
        case 4:
            return Challenge(seat="p1", actor="knight", target="spy")
        case 5 | 6:
            return Lay(seat=choice.choice(("p1", "gm")), card="hand:p1#0")
        case 7:
            return Raise(seat="p1", count=1)
        case 8:
            return SetTrack(seat="gm", actor="spy", track="Health", value=choice.randint(0, 5))
        case 9:
            return Deal(seat="gm")
        case _:
            return MoveCards(seat="gm", cards=cards, target=choice.choice([z for z in table.zones if z != source.id]))


def some_entry(table: Table, choice: random.Random) -> tuple[HistoryEntry, Table]:
    """A gesture that this table allows."""
    while True:
        try:
            outcome = GAME.apply(table, some_command(table, choice), SeededChance(choice.random().hex()))
        except Refused:
            continue
        made = f"2026-11-27T20:{choice.randrange(60):02}:00+01:00"
        return replace(outcome.entry(), made=made), outcome.table


def some_history(count: int, seed: int = 1) -> tuple[Table, tuple[HistoryEntry, ...]]:
    """A table and so many gestures from it."""
    start = table = new_table()
    choice = random.Random(seed)
    entries = []
    for _ in range(count):
        entry, table = some_entry(table, choice)
        entries.append(entry)
    return start, tuple(entries)


def play(opened: OpenedCampaign, count: int, seed: int = 1) -> None:
    """Do so many gestures, each into the file and then the history, as a Session does."""
    choice = random.Random(seed)
    for _ in range(count):
        entry, table = some_entry(opened.history.table, choice)
        opened.store.commit(entry, opened.history.cursor + 1, table)
        opened.history.add(entry, table)


def some_picture(choice: random.Random) -> StoredPicture:
    """Return one of three pictures; its name says what it holds, so that half of one is known."""
    content = PICTURE_KINDS["image/png"][1] + choice.randbytes(60_000)
    name = hashlib.sha256(content).hexdigest()
    return StoredPicture(id=f"face-{choice.randrange(3)}", name=name, media_type="image/png", content=content)


def add_old_records(store: CampaignFileStore, *records: StoredSheet | StoredEncounter) -> None:
    """Write rows as only older versions of the program did. The present one reads them, exports and imports them."""
    with store._change() as connection:
        for record in records:
            if isinstance(record, StoredSheet):
                connection.execute(insert(SHEET), sheet_row(record))
            else:
                connection.execute(insert(ENCOUNTER), encounter_row(record))


def extras_in(store: CampaignFileStore) -> CampaignExtras:
    """Return what an open campaign file holds besides the game."""
    with store._reading() as connection:
        return record_rows.extras(connection)


def whole_pictures(opened: OpenedCampaign) -> bool:
    """Say whether each of those is what it says."""
    return all(
        hashlib.sha256(picture.content).hexdigest() == picture.name for picture in extras_in(opened.store).pictures
    )


def go_to(opened: OpenedCampaign, position: int) -> None:
    """Undo or redo, as an open campaign does."""
    opened.history.go_to(position, consent=True, keep=lambda note: opened.store.move_cursor(position, note))


def same_history(one: History, other: History) -> bool:
    """Say whether two histories tell the same, at every moment."""
    return (
        list(one.entries) == list(other.entries)
        and list(one.asides) == list(other.asides)
        and one.cursor == other.cursor
        and all(one.table_at(n) == other.table_at(n) for n in range(len(one.entries) + 1))
    )


def rows(path: Path, sql: str) -> list[tuple]:
    """Ask a file something with no help from the program."""
    connection = sqlite3.connect(path)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def mark_of(table: Table) -> str:
    """Return a short text that differs between two tables."""
    return f"{zlib.crc32(Codec(GAME).encode(table)):08x}"


def one_step(before: tuple[int, int], after: tuple[int, int]) -> bool:
    """Say whether one gesture, or one move of the cursor, leads from these counts (all, counting) to those."""
    (entries, cursor), (entries_after, cursor_after) = before, after
    done = entries_after == cursor_after == cursor + 1
    moved = entries_after == entries and cursor_after != cursor
    return done or moved
