"""Helpers for tests of attacks: armed characters, rows of commands with their dice, and the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.core.commands import Command
from engine.core.events import Noted
from engine.model.table import Table
from engine.rulesets.future_imperfect.checks.check_commands import Accept, ThrowDice
from engine.rulesets.future_imperfect.combat.damage_commands import RollDamage
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import PlayCard
from engine.rulesets.future_imperfect.damage.wound_commands import TakeHarm
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack, current_attack
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, current_check
from engine.rulesets.future_imperfect.procedures.wound_procedure import PendingWounds, pending_wounds
from tests.engine.rulesets.future_imperfect.table import conflict, counted, dealt, dice, laid, outcome, play, refused

THROW, ACCEPT = ThrowDice(seat="gm"), Accept(seat="gm")
DAMAGE, TAKE = RollDamage(seat="gm"), TakeHarm(seat="gm")
SKILLS = (
    {"name": "shooting", "concentration": "blast rifle", "level": 3, "trait": "dexterity"},
    {"name": "shooting", "concentration": "shotgun", "level": 2, "trait": "dexterity"},
    {"name": "shooting", "concentration": "blast pistol", "level": 2, "trait": "dexterity"},
    {"name": "shooting", "concentration": "heavy blasters", "level": 5, "trait": "dexterity"},
    {"name": "fighting", "concentration": "knives", "level": 2, "trait": "dexterity"},
    {"name": "fighting", "concentration": "lariat", "level": 2, "trait": "dexterity"},
    {"name": "throwing", "concentration": "", "level": 1, "trait": "dexterity"},
    {"name": "dodge", "concentration": "", "level": 2, "trait": "dexterity"},
)
Sheets = Mapping[str, Mapping[str, Any]]


def armed(*weapons: str, hands: Sequence[str] = (), **more: Any) -> dict[str, Any]:
    """Return a sheet with these weapons, each in the hand named for it."""
    hand_names = (*hands, *([""] * len(weapons)))
    rows = [{"name": name, "hand": hand} for name, hand in zip(weapons, hand_names, strict=False)]
    return {"aptitudes": list(SKILLS), "weapons": rows, **more}


def brawler(level: int, **more: Any) -> dict[str, Any]:
    """Return the sheet of a character that fights with bare hands or clubs."""
    row = {"name": "fighting", "concentration": "brawling", "level": level, "trait": "dexterity"}
    return {"aptitudes": [row], **more}


@dataclass
class Played:
    """A table after some commands, the figures of all of them, and the lines that they wrote."""

    table: Table
    figures: dict[str, Any] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    @property
    def attack(self) -> Attack:
        """The attack under way."""
        attack = current_attack(self.table)
        assert attack is not None, "no attack is under way"
        return attack

    @property
    def check(self) -> Check:
        """The check in progress."""
        check = current_check(self.table)
        assert check is not None, "nothing is being rolled"
        return check

    @property
    def harm(self) -> PendingWounds:
        """The wounds on their way."""
        wounds = pending_wounds(self.table)
        assert wounds is not None, "no wounds are on their way"
        return wounds

    def level(self, actor: str, area: str) -> int:
        """Return how badly an area is hurt."""
        body = self.table.actors[actor].body
        assert body is not None
        return body.locations[area].level

    def wind(self, actor: str) -> int:
        """Return the Wind of a character."""
        return self.table.actors[actor].tracks["Wind"].value

    def states(self, actor: str) -> set[str]:
        """Return the conditions of a character, but for its injuries."""
        return {condition.name for condition in self.table.actors[actor].conditions} - {"injury"}


def goes(table: Table | Played, *commands: Command, **faces: Sequence[int]) -> Played:
    """Play commands with dice that fall as written, `d8=[3, 5]`."""
    played = Played(table.table if isinstance(table, Played) else table)
    chance = dice(**faces)
    for command in commands:
        came = outcome(played.table, command, chance)
        played.table = came.table
        played.figures |= came.results
        played.lines += [e.message.key.removeprefix("log.") for e in came.events if isinstance(e, Noted)]
    return played


def why(table: Table | Played, command: Command) -> str:
    """Return the key of what refuses a command; fails if nothing does."""
    return refused(table.table if isinstance(table, Played) else table, command).message.key.removeprefix("refused.")


def values(check: Check, index: int = 0) -> dict[str, int]:
    """Return what a roll's modifiers are, by reason."""
    return {part.reason: part.value for part in check.rolls[index].parts}


def needs(check: Check) -> dict[str, int]:
    """Return what a target number is made of."""
    return {part.reason: part.value for part in check.tn_parts}


def acting(sheets: Sheets, hands: Mapping[str, str], actor: str, **more: Any) -> Table:
    """Return a conflict in which a character acts on its first card; hands are of the cards that each keeps."""
    table = dealt(conflict(laid(sheets=sheets, **more), *hands), **hands)
    first = hands[actor].split()[0]
    table = counted(table, first[:-1].split("/")[0] if "/" not in first else first.split("/")[0][:-1])
    return play(table, PlayCard(seat="gm", actor=actor))
