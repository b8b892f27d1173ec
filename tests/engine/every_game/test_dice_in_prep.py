"""Every number of a prepared record may be dice, except those with a reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kit.content_editor.form_definitions import RecordField
from engine.kit.content_editor.view_models import EditorFieldKind
from engine.kit.every_game.full_content_editor import content_editor_of
from engine.presentation.game import Game
from engine.rulesets.loader import game_of, ruleset_ids

PRINTED = "it is printed on a card, and every copy of the card is the same"
BASE = "it is the base of every hero of an archetype, and the limits of its decks follow from it"
REASONS = {
    "rows[].weight": "it is a share of the table, not a result",
    "card_the_drawing.cards.cost": PRINTED,
    "card_the_drawing.cards.init": PRINTED,
    "card_the_drawing.effects[].uses": PRINTED,
    "card_the_drawing.decks.cards": "a deck is made of certain cards",
    **{
        f"card_the_drawing.archetypes.{name}": BASE
        for name in ("strength", "stamina", "intelligence", "wisdom", "speed", "health")
    },
    "classic_fantasy.places.number": "it is the place's position in the list",
    **{
        f"classic_fantasy.locations[].{name}": "it is a row of the hit table, and the rows must meet"
        for name in ("first", "last")
    },
}
NUMBERS = (EditorFieldKind.WHOLE, EditorFieldKind.COUNTED)


def fields_of(game: Game) -> Iterator[tuple[str, RecordField]]:
    """Yield all fields of a game's Prep, also those of rows, by their names."""
    combined: Any = content_editor_of(game)
    own = combined._own._own
    for editor, game_id in ((own, f"{game.ruleset.id}."), *((each, "") for each in combined._shared.values())):
        for kind, record in editor.forms.kinds.items():
            yield from ((f"{game_id}{kind}.{field.key}", field) for field in record.fields)
        for key, row in editor.forms.rows.items():
            yield from ((f"{game_id}{key}[].{field.key}", field) for field in row.fields.values())


def test_every_number_of_prep_takes_dice_or_has_a_reason() -> None:
    fields = dict(each for ruleset in ruleset_ids() for each in fields_of(game_of(ruleset)))
    without = {name for name, field in fields.items() if field.kind in NUMBERS}
    assert without == REASONS.keys()
    assert sum(field.kind is EditorFieldKind.DICE for field in fields.values()) > 40
