"""The group's options, set by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.core.events import OptionSet
from engine.core.game_options import OptionSpec, check_option, option_value_text
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.model.table import Table


class SetOption(Request):
    """Set an option, for the whole game or only for the current scene; null ends a scene's exception."""

    option: Annotated[str, Meta(description="the name of the option")]
    value: Annotated[Json, Meta(description="what it becomes")]
    scene: Annotated[bool, Meta(description="for the present scene only")] = False


def moves_for(options: Mapping[str, OptionSpec]) -> tuple[Move[Any], ...]:
    """Return the move that sets an option of a game."""

    def verify_option(table: Table, command: SetOption) -> None:
        need_gm(table, command)
        if not (command.scene and command.value is None):
            check_option(options, command.option, command.value)
        elif command.option not in options:
            raise Refused("no_such_option", option=command.option)
        if command.scene and "scene" not in options[command.option].scopes:
            raise Refused("option_scope", option=command.option)

    def set_option(draft: Draft, command: SetOption) -> None:
        draft.emit(OptionSet(name=command.option, value=command.value, scene=command.scene))
        spec, ruleset = options[command.option], draft.table.ruleset
        value = option_value_text(command.option, spec, command.value, ruleset)
        key = "option_set_scene" if command.scene else "option_set"
        draft.note(key, *spec.rules, option=spec.label, value=value)

    return (Move(SetOption, verify_option, set_option),)
