"""Scripts: the start of a table, and commands to play on it."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from engine.core.chance import Chance, ScriptedChance, SeededChance
from engine.core.command_fields import need_id
from engine.core.commands import Command
from engine.core.game_options import complete_options
from engine.core.history import History
from engine.core.strict_parsing import DuplicateKey, is_too_deep, load_json
from engine.messages.invalid_data import invalid_place, invalid_problem
from engine.messages.message import Message
from engine.messages.refusal import Refused, without_traceback
from engine.messages.texts import say
from engine.model.frozen import Frozen, Json, replace
from engine.model.seats import Actor, Role, Seat
from engine.model.table import Table
from engine.model.zones import Sight, Zone
from engine.presentation.game import Game

FindGame = Callable[[str], Game]
MOST_LEVELS = 100
"""The maximum nesting of a script; deeper values could be read, but not written again."""
_DIE = re.compile(r"d([1-9]\d{0,3})")


class ScriptError(Exception):
    """A script that is unreadable or does not fit the game; nothing of it was played. `text` is one sentence."""

    def __init__(self, key: str, **params: Json) -> None:
        super().__init__(key)
        self.text = say(Message(key=f"script.{key}", params=params))

    def __str__(self) -> str:
        return self.text


class SeatLine(Frozen):
    """A person in a script; without a name, the id is the name."""

    id: str
    name: str = ""
    role: Role = Role.PLAYER
    turn: int = 0


class ActorLine(Frozen):
    """A character in a script; without a name, the id is the name."""

    id: str
    seat: str
    name: str = ""
    sheet: Mapping[str, Json] = {}
    secret: bool = False


class Script(Frozen):
    """The contents of a script file.

    Attributes:
        zones: the cards of each zone, first on top or leftmost. A card that is not named stays where the game puts it,
            under those that are named; in a face-down pile these are shuffled.
        dice: the next faces of each kind of die.
        tracks: for each character, its numbers by name.
        chips: for each bag, the number of chips by colour.
        commands: the commands as plain data; the game knows their kinds.
    """

    ruleset: str
    seats: Annotated[tuple[SeatLine, ...], Meta(min_length=1)]
    options: Mapping[str, Json] = {}
    actors: tuple[ActorLine, ...] = ()
    seed: int = 0
    zones: Mapping[str, tuple[str, ...]] = {}
    dice: Mapping[str, tuple[int, ...]] = {}
    tracks: Mapping[str, Mapping[str, int]] = {}
    chips: Mapping[str, Mapping[str, Annotated[int, Meta(ge=0)]]] = {}
    commands: tuple[Mapping[str, Json], ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedScript:
    """The result of a script.

    Attributes:
        history: the table at the start, and one entry for each applied command.
        results: for each of those, the computed results by name.
        stopped: the index of the refused command and the reason, or None if all were applied.
    """

    game: Game
    history: History
    commands: tuple[Command, ...]
    results: tuple[Mapping[str, Json], ...]
    stopped: tuple[int, Refused] | None = None


def play_script(text: bytes, find_game: FindGame) -> PlayedScript:
    """Play a script to its end, or to the first command that is refused.

    Raises:
        ScriptError: the text is no script, or does not fit the game; nothing was played.
    """
    script = read_script(text)
    try:
        game = find_game(script.ruleset)
    except Refused as refused:  # the sentence is about the game, and the script may be right
        raise ScriptError("no_game", reason=refused.text) from refused
    commands = read_commands(script.commands, game)
    chance = ScriptedChance(_checked_dice(script.dice), then=SeededChance(script.seed))
    history = History(starting_table(script, game, chance))
    results: list[Mapping[str, Json]] = []
    for number, command in enumerate(commands):
        try:
            outcome = game.apply(history.table, command, chance)
        except Refused as refused:
            return PlayedScript(game, history, commands, tuple(results), (number, without_traceback(refused)))
        history.add(outcome.entry(), outcome.table)
        results.append(outcome.results)
    return PlayedScript(game, history, commands, tuple(results))


def read_script(text: bytes) -> Script:
    """Read a script without its commands. Raises ScriptError."""
    text = text.removeprefix(codecs.BOM_UTF8)
    try:
        if is_too_deep(load_json(text), MOST_LEVELS):
            raise ScriptError("too_deep", most=MOST_LEVELS)
        return msgspec.json.decode(text, type=Script)
    except DuplicateKey as error:
        raise ScriptError("key_twice", name=error.name) from error
    except msgspec.ValidationError as error:
        raise _invalid(error, "$") from error
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise ScriptError("unfit", reason=invalid_problem(error)) from error


def read_commands(commands: Sequence[Mapping[str, Json]], game: Game) -> tuple[Command, ...]:
    """Read commands of a game. Raises ScriptError with the key and the place (`$.commands[2].cards`)."""
    known = game.commands
    named = [kind for command in commands if isinstance(kind := command.get("kind"), str) and kind in known]
    # A script needs few of the kinds of a game; but with a wrong kind, the error lists all that exist.
    right = len(named) == len(commands) > 0
    kinds: Any = reduce(or_, [known[kind] for kind in dict.fromkeys(named)] if right else known.values())
    try:
        found: tuple[Command, ...] = msgspec.convert(commands, tuple[kinds, ...])
    except msgspec.ValidationError as error:
        raise _invalid(error, "$.commands") from error
    return found


def starting_table(script: Script, game: Game, chance: Chance) -> Table:
    """Return the table at the start of a script. Raises ScriptError."""
    seats: dict[str, Seat] = {}
    for number, seat in enumerate(script.seats):
        with _at(f"$.seats[{number}]"):
            need_id(seat.id, seats)
            if seat.turn not in {0, 90, 180, 270}:
                raise Refused("seat_turn")
            if seat.role is Role.GM and any(other.role is Role.GM for other in seats.values()):
                raise Refused("one_gm")
        seats[seat.id] = Seat(id=seat.id, name=seat.name or seat.id, role=seat.role, turn=seat.turn)
    with _at("$.options"):
        options = complete_options(game.ruleset.options, script.options)
    with _at("$.seats"):
        table = game.new_table(tuple(seats.values()), options)
    table = _with_cards(table, script.zones, chance)
    table = _with_chips(table, script.chips)
    return _with_actors(table, script, game)


def _with_cards(table: Table, wanted: Mapping[str, tuple[str, ...]], chance: Chance) -> Table:
    known = set(table.all_cards())
    named: set[str] = set()
    for zone_id, cards in wanted.items():
        with _at(f"$.zones.{zone_id}"):
            if zone_id not in table.zones:
                raise Refused("no_such_zone", zone=zone_id)
        for index, card in enumerate(cards):
            place = f"$.zones.{zone_id}[{index}]"
            if card not in known:
                raise _misfit(place, "card_unknown", card=card)
            if card in named:
                raise _misfit(place, "card_twice", card=card)
            named.add(card)
    zones: dict[str, Zone] = {}
    for zone in table.zones.values():
        rest = tuple(card for card in zone.cards if card not in named)
        if zone.sight is Sight.NOBODY and rest:
            rest = chance.shuffle(rest)
        zones[zone.id] = replace(zone, cards=(*wanted.get(zone.id, ()), *rest))
    return replace(table, zones=zones)


def _with_chips(table: Table, wanted: Mapping[str, Mapping[str, int]]) -> Table:
    colours = {colour: None for bag in table.chips.values() for colour in bag}
    for bag, chips in wanted.items():
        if bag not in table.chips:
            raise _misfit(f"$.chips.{bag}", "bag_unknown", bag=bag, known=list(table.chips))
        for colour in chips:
            if colours and colour not in colours:
                raise _misfit(f"$.chips.{bag}.{colour}", "colour_unknown", colour=colour, known=list(colours))
    return replace(table, chips={**table.chips, **wanted})


def _with_actors(table: Table, script: Script, game: Game) -> Table:
    for number, line in enumerate(script.actors):
        with _at(f"$.actors[{number}]"):
            need_id(line.id, table.actors)
            if line.seat not in table.seats:
                raise Refused("no_such_seat", seat=line.seat)
            bare = Actor(id=line.id, name=line.name or line.id, seat=line.seat, sheet=line.sheet, secret=line.secret)
            game.new_actor(table, bare, {})  # errors of the sheet are reported here, others below
        with _at(f"$.tracks.{line.id}"):
            actor = game.new_actor(table, bare, script.tracks.get(line.id, {}))
        table = replace(table, actors={**table.actors, line.id: actor})
    for actor_id, tracks in script.tracks.items():
        with _at(f"$.tracks.{actor_id}"):
            if actor_id not in table.actors:
                raise Refused("no_such_actor", actor=actor_id)
        for name, value in tracks.items():
            with _at(f"$.tracks.{actor_id}.{name}"):
                track = table.actors[actor_id].tracks.get(name)
                if track is not None and track.clamped(value) != value:
                    raise Refused("track_bounds", track=name, value=value, most=track.most)
    return table


def _checked_dice(dice: Mapping[str, tuple[int, ...]]) -> Mapping[str, tuple[int, ...]]:
    for die, faces in dice.items():
        found = _DIE.fullmatch(die)
        if found is None:
            raise _misfit(f"$.dice.{die}", "die_name", die=die)
        for index, face in enumerate(faces):
            if not 1 <= face <= int(found[1]):
                raise _misfit(f"$.dice.{die}[{index}]", "die_face", die=die, face=face)
    return dice


@contextmanager
def _at(place: str) -> Iterator[None]:
    """Turn a refusal into a ScriptError that names the place in the script."""
    try:
        yield
    except Refused as refused:
        raise ScriptError("unfit_at", place=place, reason=refused.text) from refused


def _invalid(error: msgspec.ValidationError, part: str) -> ScriptError:
    """Return the error of data that do not have the form of a part of the script, with their place."""
    inside = invalid_place(error)
    place = f"{part}{inside}" if inside.startswith("[") or not inside else f"{part}.{inside}"
    return ScriptError("unfit_at", place=place, reason=f"{invalid_problem(error)}.")


def _misfit(place: str, key: str, **params: Json) -> ScriptError:
    return ScriptError("unfit_at", place=place, reason=say(Message(key=f"script.{key}", params=params)) + ".")
