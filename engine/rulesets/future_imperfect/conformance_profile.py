"""Future Imperfect's profile for the conformance suite."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.kit.calculation import CalculationStep
from engine.kit.conformance.game_profile import GameProfile
from engine.model.cards import copy_of, face_of, is_joker, rank_of
from engine.model.frozen import replace
from engine.model.table import Procedure, Table
from engine.model.zones import is_separate_deck
from engine.rulesets.future_imperfect.editor.prepared_records import RECORD_LISTS
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckRoll


class FutureImperfectProfile(GameProfile):
    """Cards that are called by rank, and secret rolls with a public total."""

    preparations = ("bring_gang", "bring_foes")
    openings = ("start_conflict",)
    met_lists = RECORD_LISTS
    numbering_commands = frozenset({"bring_cast", "bring_gang"})
    outcome_lines = frozenset(
        {
            "log.dice_fall_seen",
            "log.dice_bust_seen",
            "log.chip_spent_seen",
            "log.damage_done_seen",
            "log.wounds_marked",  # what the wound now means is told to all (FI-WOUND-7), as its moment shows it
        }
    )

    def indistinguishable_cards(self, table: Table, cards: frozenset[str]) -> tuple[frozenset[str], ...]:
        """A called rank turns its cards up (FI-INIT-10), jokers show what they do (FI-JOKER-4), backs their deck.

        Where a card comes up from a deck, the others of its rank are left out: a black joker takes the highest card, of
        equals by suit (FI-JOKER-6), and so tells which of them were not drawn.
        """
        groups: dict[tuple[str, int], list[str]] = {}
        for card in cards:
            groups.setdefault(_group(table, card), []).append(card)
        decks = [zone.cards for id_, zone in table.zones.items() if is_separate_deck(id_)]
        up = {_group(table, card) for deck in decks for card in deck if card not in cards and not is_joker(card)}
        return tuple(frozenset(groups[group]) for group in sorted(groups) if group not in up)

    def hidden_variants(
        self, table: Table, procedure: Procedure, viewer: str, random: Random
    ) -> Iterator[tuple[str, Procedure]]:
        """Yield checks in which a secret roll has the same total from other parts."""
        for place, roll in enumerate(procedure.rolls if isinstance(procedure, Check) else ()):
            if isinstance(procedure, Check) and not table.may_read(table.actors[roll.actor], viewer):
                changed = _made_otherwise(roll, random)
                rolls = (*procedure.rolls[:place], changed, *procedure.rolls[place + 1 :])
                yield f"made of {changed}", replace(procedure, rolls=rolls)


def _group(table: Table, card: str) -> tuple[str, int]:
    return face_of(card) if is_joker(card) else rank_of(card), copy_of(card) if table.has_separate_decks() else 0


def _made_otherwise(roll: CheckRoll, random: Random) -> CheckRoll:
    """Return a roll with the same total from other parts; only the total of a secret record is public (FI-CORE-8)."""
    less = random.randint(1, 5)
    parts = (*roll.parts, CalculationStep(reason="said", value=less), CalculationStep(reason="said", value=-less))
    if roll.thrown is None:
        return replace(roll, parts=parts, dice=replace(roll.dice, count=roll.dice.count + 1))
    return replace(roll, parts=parts, thrown=replace(roll.thrown, dice=tuple(reversed(roll.thrown.dice))))
