"""The words of a game for its options and for the lists of the group, as the options page shows them."""

from __future__ import annotations

from collections.abc import Mapping

from engine.asset_folder import cached_per_game, game_folder, is_game_id
from engine.core.game_options import option_choice_label, read_options
from engine.messages.display_names import readable_id
from engine.messages.message import Message
from engine.messages.texts import key_in_game, say, template_of
from engine.sheets.formulas.expression_terms import Value, value_text


def option_label(ruleset: str, name: str) -> str:
    """Return the label of an option; its readable name if the game does not describe it."""
    return _option_labels(ruleset).get(name) or readable_id(name)


def option_value_words(ruleset: str, name: str, value: Value) -> str:
    """Return the value of an option in words."""
    if not isinstance(value, str) or not value:
        return value_text(value)
    return option_choice_label(name, value, ruleset)


def list_label(ruleset: str, name: str) -> str:
    """Return the name of a list of the group: `weapons` is Weapons."""
    text = _text_of(ruleset, f"list.{name}", f"word.{name}") or readable_id(name)
    return text[:1].upper() + text[1:]


def _text_of(ruleset: str, *keys: str) -> str:
    """Return the text of the first key that has one, first in the texts of the game; empty if there is none."""
    found = (key for key in (key_in_game(ruleset, key) for key in keys) if template_of(key) is not None)
    key = next(found, "")
    return say(Message(key=key)) if key else ""


@cached_per_game
def _option_labels(ruleset: str) -> Mapping[str, str]:
    path = game_folder(ruleset) / "options.toml" if is_game_id(ruleset) else None
    if path is None or not path.is_file():
        return {}
    try:
        return {name: spec.label for name, spec in read_options(path).items()}
    except (OSError, ValueError):  # a faulty file of a game of somebody else, which is reported where games are listed
        return {}
