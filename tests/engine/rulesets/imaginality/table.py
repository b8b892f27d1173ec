"""Tables of Imaginality with stacked decks, for the tests.

Who sits there: Ada is the GM, then players (Tom and Eve, more if wanted). Tom plays `rex`, Eve plays `sal`, further
players a character of their own name; the GM leads `orc` and `elf`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.core.chance import Chance, SeededChance
from engine.core.commands import Command
from engine.core.events import Noted
from engine.core.rules import AppliedCommand
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.seats import Role
from engine.model.table import Table
from engine.presentation.scripts import script as scripts
from engine.presentation.scripts.script import ActorLine, Script, SeatLine
from engine.rulesets.imaginality.action_resolution import Reveal, Settle
from engine.rulesets.imaginality.actions.action_commands import Attempt
from engine.rulesets.imaginality.actions.card_play_commands import Draw, Play
from engine.rulesets.imaginality.procedures import Action, current_action
from engine.rulesets.loader import game_of

GAME = game_of("imaginality")
ATTEMPT = Attempt(seat="tom", actor="rex")
REVEAL, SETTLE = Reveal(seat="gm"), Settle(seat="gm")
ELSEWHERE = "character_points"
"""A place for cards that shall be out of the way."""
PLAYERS = ("tom", "eve", "ida", "max", "pia", "uwe", "zoe", "ben")
CHARACTERS = {"tom": "rex", "eve": "sal"}


def laid(
    zones: Mapping[str, str] | None = None,
    *,
    options: Mapping[str, Json] | None = None,
    sheets: Mapping[str, Mapping[str, Json]] | None = None,
    tracks: Mapping[str, Mapping[str, int]] | None = None,
    players: int = 2,
    rest: str = "deck",
) -> Table:
    """Return a table with the named cards laid out, each zone's in one string: `{"hand:tom": "8H 2C"}`.

    The deck is given from the top; the cards named nowhere lie under it, or in the zone `rest`.
    """
    seats = PLAYERS[:players]
    led = [*((CHARACTERS.get(seat, seat), seat) for seat in seats), ("orc", "gm"), ("elf", "gm")]
    script = Script(
        ruleset="imaginality",
        seats=(SeatLine(id="gm", name="Ada", role=Role.GM), *(SeatLine(id=s, name=s.title()) for s in seats)),
        actors=tuple(
            ActorLine(id=actor, seat=seat, name=actor.title(), sheet=(sheets or {}).get(actor, {}))
            for actor, seat in led
        ),
        options=options or {},
        zones={zone: tuple(cards.split()) for zone, cards in (zones or {}).items()},
        tracks=tracks or {},
    )
    table = scripts.starting_table(script, GAME, SeededChance(1))
    if rest != "deck":
        named = script.zones.get("deck", ())
        deck, other = table.zones["deck"], table.zones[rest]
        under = tuple(card for card in deck.cards if card not in named)
        moved = {"deck": replace(deck, cards=named), rest: replace(other, cards=(*other.cards, *under))}
        table = replace(table, zones={**table.zones, **moved})
    return table


def vectors_of(chapter: str) -> list[Any]:
    """Return the vectors of a chapter of `vectors_characters.toml`; each bears its own row of the catalogue."""
    text = (Path(__file__).parent / "vectors_characters.toml").read_text(encoding="utf-8")
    return [
        pytest.param(
            vector, id=name, marks=pytest.mark.rule(*([name] if name.startswith("IM-") else []), *vector["rules"])
        )
        for name, vector in tomllib.loads(text)[chapter].items()
    ]


def lay(seat: str, side: str, *laid_cards: str) -> Play:
    """A seat plays cards for a side."""
    return Play(seat=seat, side=side, cards=laid_cards)


def draw(seat: str, side: str) -> Draw:
    """A seat draws for a side."""
    return Draw(seat=seat, side=side)


def outcome(table: Table, command: Command, chance: Chance | None = None) -> AppliedCommand:
    """Return what comes of a command."""
    return GAME.apply(table, command, chance or SeededChance(1))


def play(table: Table, *commands: Command) -> Table:
    """Return the table after some commands."""
    for command in commands:
        table = outcome(table, command).table
    return table


def figures(table: Table, *commands: Command) -> Mapping[str, Json]:
    """Return the figures of the last of some commands."""
    return outcome(play(table, *commands[:-1]), commands[-1]).results


def refused(table: Table, command: Command) -> Refused:
    """Return why a command is refused; fails if it is not."""
    refusal = GAME.refusal(table, command)
    assert refusal is not None, f"{command} was let through"
    return refusal


def why(table: Table, command: Command) -> tuple[str, ...]:
    """Return the key of what refuses a command, then its rules; fails if nothing does."""
    refusal = refused(table, command)
    return (refusal.message.key.removeprefix("refused."), *refusal.rules)


def cards(table: Table, zone: str) -> list[str]:
    """Return the cards of a zone; none if it is not there."""
    pile = table.zones.get(zone)
    return list(pile.cards) if pile else []


def under_way(table: Table) -> Action:
    """Return the action under way."""
    action = current_action(table)
    assert action is not None, "no action is under way"
    return action


def notes(result: AppliedCommand, viewer: str | None = None) -> list[str]:
    """Return the keys of the lines that a command wrote, all or those that a viewer may read."""
    log_lines = [event for event in result.events if isinstance(event, Noted)]
    return [
        note.message.key.removeprefix("log.")
        for note in log_lines
        if viewer is None or note.audience is None or viewer in note.audience
    ]


def texts_of(result: AppliedCommand) -> list[str]:
    """Return the lines that a command wrote, as text."""
    return [say(event.message) for event in result.events if isinstance(event, Noted)]


def rules_told(result: AppliedCommand, key: str) -> list[tuple[str, ...]]:
    """Return the rules that each line of one kind bears."""
    log_lines = [event for event in result.events if isinstance(event, Noted)]
    return [line.rules for line in log_lines if line.message.key == f"log.{key}"]
