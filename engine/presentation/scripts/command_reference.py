"""Reference for script authors: the commands of a game, and the contents of its table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from inspect import getdoc
from typing import Any

import msgspec

from engine.core.game_options import complete_options
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.model.seats import Actor, Role, Seat
from engine.presentation.game import Game
from engine.presentation.scripts.script_answers import with_all_fields

_DEFS = "#/$defs/{name}"


def command_schemas(game: Game) -> dict[str, Json]:
    """Return every command of a game as JSON Schema with its rules; `start` has the start values for scripts."""
    schemas, definitions = msgspec.json.schema_components(game.commands.values(), ref_template=_DEFS)
    for command in game.commands.values():
        about = definitions[command.__name__]
        about["description"] = " ".join((getdoc(command) or "").split())
        about["rules"] = list(command.RULES)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": game.ruleset.id,
        "anyOf": list(schemas),
        "$defs": definitions,
        "start": _start(game),
    }


def command_reference(game: Game) -> str:
    """Return every command of a game with its fields, types, meanings and rules, as text."""
    return "\n".join(_lines(game))


def _lines(game: Game) -> Iterator[str]:
    defs: Any = command_schemas(game)["$defs"]
    for kind, command in game.commands.items():
        about = defs[command.__name__]
        yield f"{kind}: {about['description']}"
        for name, field in about["properties"].items():
            if name != "kind":
                must = " " if name in about["required"] else f" = {msgspec.json.encode(field.get('default')).decode()} "
                yield f"    {name}: {_type(field, defs)}{must}– {field.get('description', '')}"
        if about["rules"]:
            yield "    " + say(Message(key="command_line.rules", params={"rules": about["rules"]}))
        yield ""


def _type(field: Mapping[str, Any], defs: Mapping[str, Any]) -> str:
    if "anyOf" in field:
        return " or ".join(_type(part, defs) for part in field["anyOf"])
    if "$ref" in field:
        name = field["$ref"].rpartition("/")[2]
        return " or ".join(map(str, defs[name]["enum"])) if "enum" in defs[name] else str(name)
    if field.get("type") == "array":
        return f"list of {_type(field.get('items', {}), defs)}"
    if field.get("type") == "object" and isinstance(field.get("additionalProperties"), Mapping):
        return f"object of {_type(field['additionalProperties'], defs)}"
    if "enum" in field:
        return " or ".join(map(str, field["enum"]))
    return str(field.get("type", "any"))


def _start(game: Game) -> Json:
    """Return the possible values of the keys `options`, `zones`, `chips` and `tracks`, from a table for two."""
    seats = (Seat(id="gm", name="gm", role=Role.GM), Seat(id="SEAT", name="SEAT"))
    table = game.ruleset.new_table(seats, complete_options(game.ruleset.options, {}))
    actor = game.ruleset.new_actor(table, Actor(id="ACTOR", name="ACTOR", seat="SEAT"), {})
    return {
        "options": {name: with_all_fields(spec) for name, spec in game.ruleset.options.items()},
        "zones": list(table.zones),
        "chips": with_all_fields(table.chips),
        "tracks": with_all_fields(actor.tracks),
        "lists": list(table.lists),
    }
