"""Harm that the GM deals by hand: dice or a number, where it lands, and what shields from it (CF-UI-10, CF-GEN-1)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.rulesets.classic_fantasy.characters import chart_of_actor
from engine.rulesets.classic_fantasy.damage import Parry
from engine.rulesets.classic_fantasy.dice import mixed
from engine.rulesets.classic_fantasy.grades import Level, Rolled
from engine.rulesets.classic_fantasy.harming import ALL, Places
from engine.rulesets.classic_fantasy.leading import need_known
from engine.rulesets.classic_fantasy.procedures.attack import Kindling
from engine.rulesets.classic_fantasy.procedures.wounding import Harm
from engine.rulesets.classic_fantasy.rolling import need_free
from engine.rulesets.classic_fantasy.wounding import hurt
from engine.table.table import Table

DiceText = Annotated[str, Meta(description="dice, such as `1d8+1d6`, or a number")]


class HarmSomebody(Request):
    """The GM lets something hurt somebody: dice or a number, where it lands, and what shields from it."""

    RULES = ("CF-DMG-1", "CF-HITLOC-5", "CF-WOUND-21", "CF-GEN-1", "CF-FIRE-10", "CF-FIRE-11", "CF-AMB-28")
    actor: ActorId
    damage: DiceText
    what: Annotated[str, Meta(description="what does it, in words")] = ""
    locations: Places = ()
    count: Annotated[str, Meta(description="dice for how many locations, or `all`, where none is named")] = "1"
    modifier: Annotated[str, Meta(description="dice of a Damage Modifier")] = ""
    magic: Annotated[int, Meta(ge=-99, le=99, description="what magic adds or takes")] = 0
    parry: Annotated[Parry, Meta(description="what a parry stops")] = "none"
    armour: Annotated[bool, Meta(description="armour helps")] = True
    attack: Annotated[Level | None, Meta(description="what the attack came to, if there was one")] = None
    roll: Annotated[int, Meta(ge=0, le=100, description="what the attack's d100 showed")] = 0
    kindles: Annotated[Kindling, Meta(description="what it may set alight by")] = ""


def verify_harm(table: Table, command: HarmSomebody) -> None:
    """The GM, with dice that are dice and locations that are there."""
    need_gm(table, command, "CF-DMG-1")
    need_known(table, command.seat, command.actor)
    need_free(table)
    for dice in (command.damage, command.modifier, "" if command.count == ALL else command.count):
        if dice or dice is command.damage:
            mixed(dice)
    for name in command.locations:
        chart_of_actor(table, command.actor).place(name)


def harm_somebody(draft: Draft, command: HarmSomebody) -> None:
    """Begin it; what is chosen beforehand is not asked again."""
    attack = None if command.attack is None else Rolled(level=command.attack, roll=command.roll, value=command.roll)
    harm = Harm(
        actor=command.actor,
        source="weapon",
        what=command.what,
        dice=command.damage,
        modifier=command.modifier,
        magic=command.magic,
        parry=command.parry,
        locations=command.count,
        attack=attack,
        ignores_armour=not command.armour,
        chosen=command.locations,
        kindles=command.kindles,
    )
    hurt(draft, harm)


MOVES = (Move(HarmSomebody, verify_harm, harm_somebody),)
