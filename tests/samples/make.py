"""Makes a sample of every game: `python -m tests.samples.make FOLDER`, or with `script` after it golden scripts.

With `in_progress` after it, the campaigns are those with the most kinds of procedure, and stop while one waits.
Each campaign is the demo, played on at random by what is on offer and by hand. Samples that are kept are never made
again: see README.md. A new set goes into a folder of its own.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from engine.asset_folder import game_folder
from engine.core.chance import Chance, ScriptedChance, SeededChance
from engine.core.codec import Codec, CodecError
from engine.core.commands import Command, kind_of
from engine.core.events import Noted, ProcedureSet
from engine.core.history import History, HistoryEntry
from engine.core.manual_moves import LayCondition, MoveChips, RollDice, Say, SetList, SetTrack, TurnCards
from engine.kit.bots.offer_answers import RandomAnswers, answered_command
from engine.kit.content_editor.content_editor import HasContentEditor
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.offers import Offer
from engine.presentation.scripts.script import play_script, read_script, starting_table
from engine.rulesets.loader import bot_of, game_of, ruleset_ids
from engine.sheets.catalogue.sheet_customisation import AddField, AddSection
from engine.sheets.editing.record_moves import EditSheet
from engine.sheets.editing.sheet_customisation_moves import TailorSheet
from engine.sheets.model.sheet_description import TextField
from tests.vtt.save_kit import add_old_records
from vtt.campaign.campaign_records import StoredEncounter, StoredPicture, StoredSheet
from vtt.storage.campaign_export import export_campaign
from vtt.storage.campaign_opening import OpenedCampaign, create_campaign

GESTURES = 90
"""Number of commands after the demo."""
WAITING = 9
"""Number of undone commands in the kept file."""
SELDOM = (
    *("new_character", "join_seat", "leave_", "remove_", "end_", "say", "note", "set_clock", "stop", "cancel", "abort"),
    *("begin_encounter", "new_scene", "add_minions", "draw_hand"),
)
"""Offers that would end what is going on, or that fill the story with empty words."""


WANTED = (
    *("rest_on", "choose_rest", "begin_rest", "tend", "advance_time", "sleep", "throw_damage", "take_harm", "shoot"),
    *("strike", "roll_damage", "play_interrupt", "play_reserve", "play_red_joker", "treat_wound", "heal_naturally"),
    *("find_location", "accept_damage", "accept_consequences", "save_skin", "declare_attack", "react", "take_action"),
)
"""Commands that a history shall have: harm, rests, interrupts."""


def demo_of(ruleset: str) -> bytes:
    """Return the script of a game's demo."""
    return (game_folder(ruleset) / "demo.json").read_bytes()


def png(side: int, colour: tuple[int, int, int]) -> bytes:
    """Return a small picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4)

    rows = b"".join(b"\0" + bytes(c * (x + y) // (2 * side) for x in range(side) for c in colour) for y in range(side))
    head = side.to_bytes(4) * 2 + bytes((8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def on_offer(game: Game, table: Table, random: Random, done: Counter[str]) -> Iterator[Command]:
    """Give commands that can be tried now, what was seldom done before the others."""
    pilot = bot_of(table.ruleset)
    if pilot is not None and pilot.is_fight_running(table) and random.random() < 0.95:
        found = pilot.next_command(game, table)
        if found is not None:
            yield found
    able = [offer for seat in table.seats for offer in game.offers(table, seat) if offer.denial is None]
    weights = [_weight(offer, done) for offer in able]
    new = [offer for offer in able if kind_of(offer.command) in WANTED and not done[kind_of(offer.command)]]
    if new and random.random() < 0.6:
        able, weights = new, [1.0] * len(new)
    for offer in random.choices(able, weights, k=30):
        try:
            command = answered_command(offer, table, RandomAnswers(random))
        except (AssertionError, ValueError, IndexError, TypeError):
            continue
        yield command


def can_be_kept(game: Game, entry: HistoryEntry) -> bool:
    """Say whether a gesture is read back from a file as it was written; a window refuses any other."""
    codec = Codec(game)
    try:
        return codec.entry(codec.encode(entry)) == entry
    except CodecError:
        return False


def _weight(offer: Offer, done: Counter[str]) -> float:
    weight = 0.02 if offer.name.startswith(SELDOM) else 6.0 if offer.primary else 1.0
    weight *= 6 if kind_of(offer.command) in WANTED else 1
    return weight / (1 + done[kind_of(offer.command)])


def play_on(game: Game, timeline: History, chance: Chance, count: int, random: Random) -> list[Command]:
    """Play so many more gestures; return what was done."""
    done: Counter[str] = Counter(kind_of(entry.command) for entry in timeline.entries)
    commands: list[Command] = []
    for _ in range(count):
        for command in on_offer(game, timeline.table, random, done):
            if game.refusal(timeline.table, command) is not None:
                continue
            outcome = game.apply(timeline.table, command, chance)
            if not can_be_kept(game, outcome.entry()):
                print("not kept:", command)
                continue
            timeline.add(outcome.entry(), outcome.table)
            done[kind_of(command)] += 1
            commands.append(command)
            break
    return commands


def by_hand(table: Table) -> Iterator[Command]:
    """Give moves by hand that most tables allow."""
    actor = next(a for a in table.actors.values() if not a.secret)
    yield Say(seat="gm", text="„Ça va?“ <b>Ὀδυσσεύς</b> – 3 × ½ 🂡")
    yield RollDice(seat="gm", dice="2d6+1", reason="the weather")
    yield EditSheet(seat="gm", actor=actor.id, fields={"notes": "Owes the ferryman two coins."})
    for track, value in actor.tracks.items():
        yield SetTrack(seat="gm", actor=actor.id, track=track, value=value.clamped(value.value - 1))
        break
    yield LayCondition(seat="gm", actor=actor.id, condition="in love", level=1, note="with the ferryman")
    for bag, chips in table.chips.items():
        for colour in chips:
            yield MoveChips(seat="gm", source=bag, target="", chips={colour: 1})
            break
        break
    for zone in table.zones.values():
        if zone.cards:
            yield TurnCards(seat="gm", cards=(f"{zone.id}#0",), face="up")
            break


def prepared(game: Game, table: Table) -> Iterator[Command]:
    """Give what the group writes for itself: prepared records, rows of its lists, a sheet to its liking."""
    if isinstance(game.ruleset, HasContentEditor):
        workshop = game.ruleset.content_editor
        for category in workshop.categories():
            for entry in workshop.entries(table.lists, table.options, category.kind)[:1]:
                record = workshop.record(table.lists, table.options, category.kind, entry.id)
                if record is not None:
                    made = {**workshop.duplicate(table.lists, table.options, category.kind, record)}
                    yield workshop.save_command("gm", table.lists, table.options, category.kind, made)[1]
    for name, rows in table.lists.items():
        if rows and not name.startswith("sheet:"):
            yield SetList(seat="gm", list=name, rows=(*rows, {**rows[-1], "name": "Our own", "id": "our_own"}))
            yield SetList(seat="gm", list=name, rows=(*rows, {**rows[-1], "name": "Our own"}))
    yield TailorSheet(
        seat="gm",
        sheet="hero",
        ops=(
            AddSection(key="own_house", title="Of this house"),
            AddField(section="own_house", added=TextField(key="own_debts", label="Debts")),
        ),
    )
    actor = next(a for a in table.actors.values() if not a.secret)
    yield EditSheet(seat="gm", actor=actor.id, fields={"own_debts": "Two coins"})


def history_of(ruleset: str, seed: int) -> tuple[Game, History]:
    """Return the demo, played on."""
    played = play_script(demo_of(ruleset), game_of)
    assert played.stopped is None
    game, timeline, random = played.game, played.history, Random(seed)
    chance = SeededChance(seed)
    for part in range(3):
        for command in (*by_hand(timeline.table), *prepared(game, timeline.table)) if part == 1 else ():
            try:
                outcome = game.apply(timeline.table, command, chance)
            except Refused:
                continue
            timeline.add(outcome.entry(), outcome.table)
        play_on(game, timeline, chance, GESTURES // 3, random)
        if part < 2:  # something is taken back, and something else is done
            timeline.go_to(timeline.cursor - 4, consent=True)
            timeline.add_aside(Noted(message=Message(key="log.undone_past_reveal", params={"count": 4})))
    return game, timeline


def richest(ruleset: str, tries: int) -> tuple[Game, History]:
    """Return the history of the most different gestures, of so many."""
    found = [history_of(ruleset, seed) for seed in range(tries)]
    return max(found, key=lambda one: _variety(kind_of(entry.command) for entry in one[1].entries))


def _variety(kinds: Iterable[str]) -> int:
    """Return how rich a history is: what it shall have counts more."""
    return sum(4 if kind in WANTED else 1 for kind in set(kinds))


def shapes_of(timeline: History) -> set[tuple[str, str]]:
    """Return the kinds of procedure in a history, each with the name of its continuation."""
    return {
        (str(kind), str(name if isinstance(name, str) else ""))
        for entry in timeline.entries
        for event in entry.events
        if isinstance(event, ProcedureSet)
        for procedure in json.loads(msgspec.json.encode(event.procedures))
        for kind in (procedure["procedure"],)
        for name in (procedure.get("purpose") or procedure.get("then") or procedure.get("harm", {}).get("after"),)
    }


def waiting_positions(timeline: History) -> list[int]:
    """Return the gestures after which a check is in progress, later ones last."""
    return [
        position
        for position in range(1, len(timeline.entries) + 1)
        for procedures in (timeline.table_at(position).procedures,)
        if procedures and type(procedures[-1]).__name__ == "Check"
    ]


def most_in_progress(ruleset: str, tries: int) -> tuple[Game, History]:
    """Return the history with the most kinds of procedure, of so many."""
    found = (history_of(ruleset, seed) for seed in range(tries))
    return max(found, key=lambda one: len(shapes_of(one[1])) * bool(waiting_positions(one[1])))


def add_pictures(opened: OpenedCampaign) -> None:
    """Bring pictures: one that records name, one that a kept sheet names, and one that nobody does."""
    game, timeline, store = opened.game, opened.history, opened.store
    for name, colour in (("face", (200, 120, 40)), ("map", (30, 90, 160)), ("spare", (90, 90, 90))):
        store.keep_picture(StoredPicture(id=name, name=f"The {name}", media_type="image/png", content=png(24, colour)))
    for actor in list(timeline.table.actors)[:3]:
        outcome = game.apply(
            timeline.table, EditSheet(seat="gm", actor=actor, fields={"portrait": "face"}), SeededChance(1)
        )
        store.commit(outcome.entry(), timeline.cursor + 1, outcome.table)
        timeline.add(outcome.entry(), outcome.table)
    hero = next(iter(timeline.table.actors.values()))
    add_old_records(
        store,
        StoredSheet(id="spare-hero", name="A spare hero", content=hero.sheet, picture="map"),
        StoredEncounter(id="bridge", name="The bridge", content={"foes": [{"name": "Troll", "count": 2}]}),
    )
    store.keep_setting("sound", {"volume": 3, "on": True})


def tables_of(timeline: History) -> dict[str, Any]:
    """Return the tables that must be found again, by the gestures that count."""
    marks = sorted({0, timeline.cursor, len(timeline.entries), *range(0, len(timeline.entries), 40)})
    return {str(mark): msgspec.json.decode(msgspec.json.encode(timeline.table_at(mark))) for mark in marks}


def make_campaign(ruleset: str, folder: Path, *, in_progress: bool = False) -> None:
    """Make the campaign file of a game, its export, and what must be found in both."""
    game, timeline = most_in_progress(ruleset, 60) if in_progress else richest(ruleset, 12)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "campaign.ktable"
    with tempfile.TemporaryDirectory() as spare:
        opened = create_campaign(
            path,
            f"Sample of {ruleset}",
            timeline.table_at(0),
            game,
            entries=tuple(timeline.entries),
            asides=tuple(timeline.asides),
            backups=Path(spare),
        )
        with closing(opened.store):
            add_pictures(opened)
            asides = len(opened.history.asides)
            last = waiting_positions(opened.history)[-1] if in_progress else len(opened.history.entries) - WAITING
            opened.history.go_to(last, consent=True)
            opened.store.move_cursor(opened.history.cursor)
            answer = {
                "name": opened.name,
                "entries": len(opened.history.entries),
                "cursor": opened.history.cursor,
                "asides": asides,
                "tables": tables_of(opened.history),
            }
        opened.store.close()
        export_campaign(path, folder / "export.ktable.zip", games=game_of)
    (folder / "campaign.ktable.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    path.unlink()
    (folder / "answer.json").write_bytes(msgspec.json.encode(answer) + b"\n")
    kinds = {kind_of(entry.command) for entry in timeline.entries}
    print(ruleset, len(timeline.entries), "gestures of", len(kinds), "kinds", sorted(shapes_of(timeline)))


def shortened(text: bytes) -> bytes:
    """Return a demo as it is; of a battle with many, a smaller one, for each of its gestures writes all of it down."""
    script = json.loads(text)
    if script["ruleset"] == "card_the_drawing":
        there = {"hild", "wick", "gang"}
        script["actors"] = [actor for actor in script["actors"] if actor["id"] in there]
        script["seats"] = [seat for seat in script["seats"] if seat["id"] in {"gm", "mia", "jonas"}]
        gang = script["actors"][-1]["sheet"]
        gang["minions"] = gang["minions"][:2]
        start = {"kind": "start_battle", "seat": "gm", "fighters": sorted(there), "environment": []}
        script["commands"] = [script["commands"][0], start]
    return json.dumps(script).encode()


def make_script(ruleset: str, path: Path, count: int = 45, seed: int = 0) -> None:
    """Make a script: the demo, and so many more commands."""
    text = shortened(demo_of(ruleset))
    game, best, raw = game_of(ruleset), list[Command](), json.loads(text)
    count = 26 if ruleset == "card_the_drawing" else count
    for number in range(seed, seed + 30):
        text = json.dumps({**raw, "seed": number}).encode()
        script = read_script(text)
        chance = ScriptedChance({}, then=SeededChance(script.seed))
        timeline = History(starting_table(script, game, chance))
        for entry in play_script(text, game_of).history.entries:
            outcome = game.apply(timeline.table, entry.command, chance)
            timeline.add(outcome.entry(), outcome.table)
        found = play_on(game, timeline, chance, count, Random(number))
        if _variety(map(kind_of, found)) > _variety(map(kind_of, best)):
            best, raw["seed"] = found, number
    raw["commands"] += [json.loads(msgspec.json.encode(command)) for command in best]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(raw, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(ruleset, Counter(map(kind_of, best)))


def main(folder: Path, what: str = "campaign") -> None:
    """Make everything in a folder."""
    for ruleset in ruleset_ids():
        if what == "script" and ruleset not in {"card_the_drawing", "classic_fantasy"}:
            continue  # those have scripts of their own
        if what == "script":
            make_script(ruleset, folder / ruleset / "demo_played_on.json")
        elif what == "in_progress":
            if ruleset in {"classic_fantasy", "future_imperfect"}:
                make_campaign(ruleset, folder / f"{ruleset}_in_progress", in_progress=True)
        else:
            make_campaign(ruleset, folder / ruleset)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
