"""Non-interference: one hidden thing is changed, and everything that a viewer gets is compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

import msgspec

from engine.core.chance import SeededChance
from engine.core.codec import Codec
from engine.core.commands import Command
from engine.core.history import History
from engine.core.unseen_cards import unknown_cards
from engine.kit.conformance.finding_texts import finding_text
from engine.kit.conformance.game_profile import profile_of
from engine.kit.conformance.other_worlds import difference, renaming, swapped_table, swapping
from engine.messages.message import Message
from engine.messages.refusal import Refused, without_traceback
from engine.messages.texts import game_texts, texts
from engine.model.conditions import Condition
from engine.model.frozen import Json, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.odds.odds import Odds
from engine.presentation.game import Game
from engine.presentation.manual_move_offers import ManualMoveOffers
from engine.presentation.offers import Offer, QuestionKind

_GROUP = "condition."
LEVELS = (0, 1, -1, 3, 10**9)
NOTES = ("", "word", "3d6", "nobody", "mia", "10 m")
MOST_ODDS = 3
"""About so many odds are compared in each world."""
MOMENTS = (None, 0, 1, 10**9)
T = TypeVar("T")


def conditions_of_the_game(game: Game) -> tuple[str, ...]:
    """Return the names of all conditions that the language file has words for, and one that nobody knows."""
    keys = {**texts(), **game_texts(game.ruleset.id)}
    return (*sorted(key.removeprefix(_GROUP) for key in keys if key.startswith(_GROUP)), "a word of one's own")


def a_condition(game: Game, table: Table, random: Random) -> Condition:
    """Return any condition, with any parameters that the data model allows."""
    names = conditions_of_the_game(game)
    return Condition(
        id="hidden#1",
        name=random.choice(names),
        level=random.choice(LEVELS),
        note=random.choice((*NOTES, *table.actors)),
        until=random.choice((*MOMENTS, table.clock, table.clock + 60)),
    )


def another_value(value: Json, random: Random) -> Json:
    """Return something else of the same kind."""
    match value:
        case bool():
            return not value
        case int() | float():
            return random.choice([other for other in (0, 1, 7, -3, 99, value + 1) if other != value])
        case str():
            return random.choice([other for other in ("", "Other words", "12", "1d6") if other != value])
        case list() | tuple() if value:
            at = random.randrange(len(value))
            fewer = [*value[:at], *value[at + 1 :]]
            changed = [*value[:at], another_value(value[at], random), *value[at + 1 :]]
            return random.choice([fewer, changed, changed, []])
        case Mapping() if value:
            key = random.choice(sorted(value))
            return {**value, key: another_value(value[key], random)}
        case _:
            return random.choice((5, "Other words", []))


def another_actor(game: Game, table: Table, actor: Actor, random: Random) -> tuple[str, Actor]:
    """Return a character with one thing changed on its record or beside it, and the name of that thing."""
    ways: list[tuple[str, Actor]] = []
    if actor.sheet:
        key = random.choice(sorted(actor.sheet))
        ways.append(
            (f"sheet {key}", replace(actor, sheet={**actor.sheet, key: another_value(actor.sheet[key], random)}))
        )
        ways.append((f"no {key}", replace(actor, sheet={k: v for k, v in actor.sheet.items() if k != key})))
    for name, track in actor.tracks.items():
        for value in {0, track.value - 1, track.value + 1, track.most or 0}:
            if (other := track.clamped(value)) != track.value:
                ways.append(
                    (f"{name} {other}", replace(actor, tracks={**actor.tracks, name: replace(track, value=other)}))
                )
        most = replace(track, most=(track.most or 10) + 3)
        ways.append((f"most {name}", replace(actor, tracks={**actor.tracks, name: most})))
    body = actor.body
    if body is not None and body.locations:
        for _ in range(4):
            name = random.choice(sorted(body.locations))
            place = body.locations[name]
            other_place = random.choice(
                [
                    replace(place, level=place.least if place.least is not None else -9),
                    replace(place, level=place.most if place.most is not None else 9),
                    replace(place, level=place.level + random.choice((-1, 1))),
                    replace(place, armour=place.armour + 3),
                    replace(place, bleeding=not place.bleeding),
                ]
            )
            other_body = replace(body, locations={**body.locations, name: other_place})
            ways.append((f"body {name} {other_place}", replace(actor, body=other_body)))
    for at, lying in enumerate(actor.conditions):
        rest = (*actor.conditions[:at], *actor.conditions[at + 1 :])
        ways.append((f"no {lying.name}", replace(actor, conditions=rest)))
        for changed in (replace(lying, level=lying.level + 1), replace(lying, note=f"{lying.note} too")):
            ways.append((f"other {lying.name}", replace(actor, conditions=(*rest, changed))))
    for _ in range(3):
        new = a_condition(game, table, random)
        ways.append((f"{new}", replace(actor, conditions=(*actor.conditions, new))))
    told, other_actor = random.choice(ways)
    return f"{actor.id}: {told}", other_actor


def _with(table: Table, actor: Actor) -> Table:
    return replace(table, actors={**table.actors, actor.id: actor})


def hidden_changes(
    game: Game, codec: Codec, table: Table, viewer: str, random: Random, each: int = 3
) -> Iterator[tuple[str, Table, Mapping[str, str]]]:
    """Yield tables that differ in one thing that a viewer may not know: what it is, the table, and swapped names."""
    profile = profile_of(game)
    met = game.view_for(table, viewer).actors
    unread = [actor for actor in table.actors.values() if not table.may_read(actor, viewer)]
    for actor in unread:
        for _ in range(each):
            told, other = another_actor(game, table, actor, random)
            if other != actor and not (actor.id in met and profile.is_visible_change(table, actor, other)):
                yield told, _with(table, other), {}
    # The note of a condition stays as it is written, even if somebody unmet is called so.
    names = {one: other for one, other in renaming(table, met).items() if one not in NOTES}
    if names:
        yield "other names", swapped_table(codec, table, names), names
    cards = unknown_cards(table, viewer).union(table.away)
    swaps = {k: v for some in profile.indistinguishable_cards(table, cards) for k, v in swapping(some, random).items()}
    if any(one != other for one, other in swaps.items()):
        yield "other cards", swapped_table(codec, table, swaps), swaps
    for place, procedure in enumerate(table.procedures):
        for told, other_procedure in profile.hidden_variants(table, procedure, viewer, random):
            if other_procedure != procedure:
                procedures = (*table.procedures[:place], other_procedure, *table.procedures[place + 1 :])
                yield told, replace(table, procedures=procedures), {}
    for name in sorted(game.secret_lists & table.lists.keys()) if not table.is_gm(viewer) else ():
        rows = table.lists[name]
        unknown = profile.hidden_rows(name, rows)
        if unknown:
            at = random.choice(unknown)
            key = random.choice(sorted(rows[at].keys() - {"id", "known", "state"}) or ["name"])
            changed = {**rows[at], key: another_value(rows[at].get(key), random)}
            other_rows = (*rows[:at], changed, *rows[at + 1 :])
            yield f"list {name}, {key}", replace(table, lists={**table.lists, name: other_rows}), {}


def interference_problems(
    game: Game,
    codec: Codec,
    table: Table,
    viewer: str,
    random: Random,
    command: Command | None = None,
    seed: int = 0,
    each: int = 3,
) -> Iterator[str]:
    """Yield a sentence for each hidden change by which something differs that the viewer gets.

    Compared are the view, offers, previews of time, status pages, moves by hand, refusals, and the log of the next
    command.

    Args:
        game: the game.
        codec: its codec.
        table: the table.
        viewer: a viewer who may not know everything.
        random: the source of the changes.
        command: the next command; None if there is none.
        seed: the seed of its chance.
        each: the number of changes of each character that the viewer may not read.
    """
    here = shown_to(game, table, viewer)
    tried = commands_of(here["offers"].get(viewer, ()))
    refused = [refused_to(game, table, one) for one in tried]
    for change, other, swapped in hidden_changes(game, codec, table, viewer, random, each):
        if found := difference(here, shown_to(game, other, viewer)):
            yield finding_text("hidden_seen", viewer=viewer, change=change, difference=found)
        elif found := difference(refused, [refused_to(game, other, one) for one in tried]):
            yield finding_text("hidden_refused", viewer=viewer, change=change, difference=found)
        elif command is not None and not swapped:
            both = histories(game, table, other, command, seed, viewer)
            if both is not None and (found := difference(both[0].log(viewer), both[1].log(viewer), "log")):
                log = {"viewer": viewer, "command": str(command), "change": change, "difference": found}
                yield finding_text("hidden_logged", **log)


def shown_to(game: Game, table: Table, viewer: str) -> dict[str, Any]:
    """Return everything that a viewer gets of a table."""
    offers = {seat: game.offers(table, seat, viewer) for seat in table.seats}
    tabs = game.status_page_tabs(table, viewer)
    view = game.view_for(table, viewer)
    return {
        "view": view,
        "offers": offers,
        "worked out": [
            game.complete_offer(table, offer, viewer) for some in offers.values() for offer in some if offer.lazy
        ],
        "time previews": [
            game.time_preview(table, offer.command, viewer) for some in offers.values() for offer in some
        ],
        "row budgets": [game.row_budget(table, offer.command, viewer) for some in offers.values() for offer in some],
        "odds": [
            (game.odds(table, offer, viewer), _odds_of_cards(game, table, offer, viewer))
            for offer in _some([offer for some in offers.values() for offer in some])
        ],
        "tabs": tabs,
        "ledgers": {tab.key: game.status_page(table, viewer, tab.key) for tab in tabs},
        "figure notes": {actor: game.body_annotations(table, actor, viewer) for actor in view.actors},
        "by hand": list(ManualMoveOffers(game, table, viewer).all_offers("guest_1")),
        "countdowns": game.answer_timeouts(table),
    }


def _some(offers: Sequence[T]) -> Sequence[T]:
    """Return a few of many offers, the same ones for equal offers: the odds of all would take long.

    >>> min(len(_some(range(count))) for count in range(1, 100)) == 1
    True
    """
    step = max(1, len(offers) // MOST_ODDS)
    return offers[len(offers) % min(step, 7) :: step]


def _odds_of_cards(game: Game, table: Table, offer: Offer, viewer: str) -> list[Mapping[str, Odds]]:
    asked = [question for question in offer.questions if question.kind in (QuestionKind.CARD, QuestionKind.CARDS)]
    return [game.odds_of_choices(table, offer, question.field, viewer) for question in asked]


def histories(
    game: Game, table: Table, other: Table, command: Command, seed: int, viewer: str
) -> tuple[History, History] | None:
    """Return the same gesture done in two worlds, or None where a viewer may see that something else came of it."""
    if _brings_out(table, other, command):
        return None
    try:
        here, there = (game.apply(world, command, SeededChance(seed)) for world in (table, other))
    except Refused:
        return None  # in one of the worlds it cannot be done, and whoever does it is told so
    if here.results != there.results or game.view_for(here.table, viewer) != game.view_for(there.table, viewer):
        return None
    both = History(table, (here.entry(),)), History(other, (there.entry(),))
    said = [[_outcome(game, line.message) for line in history.log(viewer)] for history in both]
    return both if said[0] == said[1] else None


def _outcome(game: Game, message: Message) -> tuple[str, object]:
    """Return what a line of the log says of the course of things: which it is, and an outcome that everybody sees."""
    is_outcome = message.plain_key in profile_of(game).outcome_lines
    return message.key, message.params if is_outcome else None


def _brings_out(table: Table, other: Table, command: Command) -> bool:
    """Say whether a command names a row of a list that differs, such as the trap that goes off: that is seen then."""
    pairs = (pair for name, rows in table.lists.items() for pair in zip(rows, other.lists[name], strict=True))
    named = list(msgspec.to_builtins(command).values())
    return any("id" in row and row["id"] in named for row, twin in pairs if row != twin)


def refused_to(game: Game, table: Table, command: Command) -> tuple[object, ...]:
    """Return in which words a command is refused; nothing for one that is not."""
    try:
        refused = game.refusal(table, command)
    except Refused as raised:
        refused = without_traceback(raised)
    return () if refused is None else (refused.message, refused.rules)


def commands_of(offers: Iterable[Offer]) -> tuple[Command, ...]:
    """Return the commands of offers as offered."""
    return tuple(offer.command for offer in offers)
