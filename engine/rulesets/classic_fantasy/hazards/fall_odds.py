"""The exact chances of the damage of a fall to a location, before its dice are thrown (CF-FALL-1 to CF-FALL-5).

Only odds need this module: it loads the dice library.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from engine.messages.message import Message
from engine.model.table import Table
from engine.odds.dice_odds import total_chances
from engine.odds.every_result import TooManyResults
from engine.odds.odds import Distribution, numbers
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.hazards import falling_rules
from engine.rulesets.classic_fantasy.settings import settings_of


def fall_distributions(table: Table, actor: str, feet: float, *, deft: Fraction) -> tuple[Distribution, ...]:
    """Return the chances of the damage to the first location that is hit; the others are hit in the same way.

    Args:
        table: the table.
        actor: the character.
        feet: how far it falls.
        deft: the chance that it lands deftly.
    """
    settings = settings_of(table)
    fall_dice = falling_rules.fall(feet, settings=settings)
    count, modifier = fall_dice.locations, character_sheet_of(table, actor).damage_modifier
    wanted = (
        falling_rules.rolls_wanted(count, settings=settings),
        falling_rules.modifiers_wanted(count, settings=settings),
    )
    damages: dict[int, Fraction] = {}
    try:
        bases = total_chances(mixed(fall_dice.dice)) if fall_dice.dice else {}
        added = total_chances(mixed(modifier)) if modifier not in ("", "0") else {None: Fraction(1)}
    except TooManyResults:
        return ()
    for (base, chance), (more, share), (lands, part) in product(
        bases.items(), added.items(), ((True, deft), (False, 1 - deft))
    ):
        damage, *_ = falling_rules.fall_damage(
            count,
            (base,) * wanted[0],
            () if more is None else (more,) * wanted[1],
            acrobatics=lands,
            settings=settings,
        )
        damages[damage.value] = damages.get(damage.value, Fraction(0)) + chance * share * part
    return (numbers(Message(key="d100.odds_fall", params={"count": count}), damages),) if damages else ()
