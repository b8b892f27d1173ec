"""The ranges of a foe before its dice are rolled, and of the numbers that follow (CF-X-14, -16, -20, -22).

>>> from engine.rulesets.classic_fantasy.editor.prepared_records import FoeSkill, PreparedFoe
>>> goblin = PreparedFoe(id="goblin", strength="2d6+1", constitution=11, size="1d3+2", intelligence=9, dexterity="3d6")
>>> damage_modifier(goblin), initiative_bonus(goblin), hit_points(goblin, "chest")
('-1d6 to -1d2', '6 to 14', '5 to 6')
>>> skills = tuple(FoeSkill(name=name, total="1d10+35") for name in ("Brawn", "Evade", "Ride", "Stealth", "Swim"))
>>> rank(PreparedFoe(id="scout", skills=skills))
'0 to 1'
"""

from __future__ import annotations

from collections.abc import Callable

from engine.kit.content_editor.dice_numbers import between, dice_range
from engine.rulesets.classic_fantasy.character import character_rules
from engine.rulesets.classic_fantasy.editor.prepared_records import PreparedFoe
from engine.rulesets.classic_fantasy.settings import Settings


def hit_points(foe: PreparedFoe, region: character_rules.Region) -> str:
    """Return the hit points of a location; empty while CON or SIZ is unknown."""
    return _derived(lambda con, siz: str(character_rules.hit_points(con, siz, region, 0)), foe.constitution, foe.size)


def damage_modifier(foe: PreparedFoe) -> str:
    """Return the Damage Modifier; empty while STR or SIZ is unknown."""
    return _derived(character_rules.damage_modifier, foe.strength, foe.size)


def initiative_bonus(foe: PreparedFoe) -> str:
    """Return the initiative bonus; empty while DEX or INT is unknown."""
    return _derived(lambda dex, wits: str(character_rules.initiative_bonus(dex, wits)), foe.dexterity, foe.intelligence)


def action_points(foe: PreparedFoe, settings: Settings) -> str:
    """Return the Action Points; empty while INT or DEX is unknown."""

    def points(dexterity: int, intelligence: int) -> str:
        characteristics: character_rules.Characteristics = {"INT": intelligence, "DEX": dexterity}
        return str(character_rules.action_points(0, characteristics, settings))

    return _derived(points, foe.dexterity, foe.intelligence)


def rank(foe: PreparedFoe) -> str:
    """Return the Rank of a character with the skills of a foe as class skills; empty for none (CF-X-22)."""
    names = [skill.name for skill in foe.skills]
    totals = [dice_range(skill.total) for skill in foe.skills]
    least, most = (
        character_rules.rank_of(dict(zip(names, values, strict=True)), names)
        for values in ([total.least for total in totals], [total.most for total in totals])
    )
    return between(least, most) if most else ""


def _derived(rule: Callable[[int, int], str], first: int | str | None, second: int | str | None) -> str:
    """Return what follows from the lowest and from the highest of two numbers; each rule here grows with both."""
    if first is None or second is None:
        return ""
    low, high = dice_range(first), dice_range(second)
    return between(rule(low.least, high.least), rule(low.most, high.most))
