"""Checks of guided creation: the steps of a game fit its sheet, and random characters are accepted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.core.chance import SeededChance
from engine.core.game_options import complete_options
from engine.kit.conformance.finding_texts import finding_text
from engine.kit.creation.character_creation import creation_of
from engine.kit.creation.creation_draft import CharacterDraft
from engine.kit.creation.random_character import fill_draft
from engine.messages.refusal import Refused
from engine.model.seats import Role, Seat
from engine.presentation.game import Game

CHARACTERS: Final = 6


def creation_problems(game: Game, seed: int) -> Iterator[str]:
    """Yield everything that is wrong with the steps of a game; nothing for a game that declares none."""
    rules = game.ruleset
    seats = (Seat(id="gm", name="GM", role=Role.GM), Seat(id="ann", name="Ann"))
    table = rules.new_table(seats, complete_options(rules.options, {}))
    view = game.view_for(table, "ann")
    try:
        making = creation_of(rules.id, {**view.options, **view.scene}, view.lists)
        for number in range(CHARACTERS if making is not None else 0):
            assert making is not None
            chance = SeededChance(seed + number)
            draft = fill_draft(making, making.named(CharacterDraft(), "Ann"), chance)
            game.apply(table, making.finish(draft, seat="ann", leader="ann"), chance)
    except Refused as refused:
        yield finding_text("creation", why=refused.text)
