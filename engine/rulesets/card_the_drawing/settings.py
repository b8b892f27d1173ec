"""The group's options (sections 4.3 and 7), and the library that follows from them."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from engine.core.memo import memo
from engine.kit.option_values import GameOptions
from engine.kit.rules_data import rules_table
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import BattleOptions
from engine.rulesets.card_the_drawing.cards.card_library import RULESET, Library, library_of


class Prices(Frozen):
    """The prices of the Drawing phase: Adrenaline for a draw, Adrenaline and Health for a reshuffle."""

    draw: int
    reshuffle: int
    health: int


prices = rules_table(RULESET, "prices", Prices)
"""The prices (CD-DRAW-5, CD-DRAW-6)."""
_OPTIONS = GameOptions(RULESET)
option_specs = _OPTIONS.specs
"""All options of the game."""
flag, number, limit, word = _OPTIONS.flag, _OPTIONS.number, _OPTIONS.limit, _OPTIONS.word


class GroupRules(NamedTuple):
    """The rules of a group: the records that it plays with, and its options that change a calculation."""

    library: Library
    options: BattleOptions


@memo
def group_rules(table: Table) -> GroupRules:
    """Return the rules that the group plays by."""
    form: Any = BattleOptions
    options = msgspec.convert({name: table.option(name) for name in form.__struct_fields__}, BattleOptions)
    return GroupRules(library_of(table.lists, use_proposed=flag(table, "use_proposed_cards")), options)


def library(table: Table) -> Library:
    """Return the records that the group plays with."""
    return group_rules(table).library
