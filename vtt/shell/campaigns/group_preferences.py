"""The settings of the group, which travel with a campaign. Those of the machine stay where they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.model.frozen import Json
from vtt.shell.campaigns.campaign_controller import PEOPLE
from vtt.shell.user_settings import UserSettings
from vtt.widgets.look.theme import ThemeHub

_FLAGS: Final = {
    "table.four_colour": "four_colour",
    "table.suit_letters": "suit_letters",
    "view.rule_numbers": "rule_numbers",
}
"""Settings of cards and rules: the name of each setting, and the field of the theme."""
_MOST_PEOPLE: Final = 30
_LONGEST_NAME: Final = 60


def group_preferences(user_settings: UserSettings) -> dict[str, Json]:
    """Return the settings of the group: those of cards and rules, and the people of a new campaign."""
    theme = user_settings.theme()
    people = _people(user_settings.extra(PEOPLE))
    return {name: getattr(theme, field) for name, field in _FLAGS.items()} | ({PEOPLE: people} if people else {})


def differing_preferences(user_settings: UserSettings, brought: Mapping[str, Json]) -> dict[str, Json]:
    """Return those settings that are known, whole, and other than those that are in force."""
    known: dict[str, Json] = {name: brought[name] for name in _FLAGS if isinstance(brought.get(name), bool)}
    people = _people(brought.get(PEOPLE))
    known |= {PEOPLE: people} if people else {}
    here = group_preferences(user_settings)
    return {name: value for name, value in known.items() if here.get(name) != value}


def use_preferences(user_settings: UserSettings, hub: ThemeHub, preferences: Mapping[str, Json]) -> None:
    """Use settings that `differing_preferences` has returned."""
    flags = {field: preferences[name] is True for name, field in _FLAGS.items() if name in preferences}
    if PEOPLE in preferences:
        user_settings.keep_extra(PEOPLE, preferences[PEOPLE])
    if flags:
        hub.set_theme(replace(hub.theme, **flags))  # type: ignore[arg-type]


def _people(kept: Json) -> list[Json]:
    """Return people as they are stored; nothing if they are not whole."""
    people: list[Json] = []
    for person in kept if isinstance(kept, (list, tuple)) else ():
        name = person.get("name") if isinstance(person, Mapping) else None
        if not isinstance(name, str) or not name.strip():
            return []
        people.append({"name": " ".join(name.split())[:_LONGEST_NAME], "gm": person.get("gm") is True})
    return people if 1 < len(people) <= _MOST_PEOPLE else []
