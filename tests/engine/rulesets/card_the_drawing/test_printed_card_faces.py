"""The printed face of a card, for every viewer: from its record and the group's own lists."""

from __future__ import annotations

import pytest

from engine.kit.content_editor.persistence import row_of
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.card_the_drawing.cards.card_library import CARDS, TAGS
from engine.rulesets.card_the_drawing.cards.card_records import Card, Tag
from engine.rulesets.card_the_drawing.printed_card_faces import KINDS, face_of_card, library_in, reference_of
from engine.rulesets.loader import card_face, printer_of
from tests.engine.rulesets.card_the_drawing.table import GAME, laid

LIBRARY = library_in({}, {})


@pytest.mark.rule("CD-CARD-1", "CD-CARD-2")
@pytest.mark.parametrize(
    ("id_", "kind", "numbers", "tags"),
    [
        ("swing_blade", "attack", (0, 4), ["Close"]),
        ("patch_up", "action", (0, 10), []),
        ("hamstring", "condition", (2, 3), ["Close", "Condition", "Injury"]),
        ("so_meteor", "ritual", (3, 7), ["Ritual 2", "Blast 3", "Fire"]),
        ("counter_strike", "interrupt", (2, 0), ["Close", "Interrupt"]),
        ("env_burning_ground", "surroundings", (), ["Fire"]),
        ("auto_timber_body", "automatic", (), ["Condition"]),
    ],
)
def test_a_face_tells_cost_initiative_tags_and_both_uses(
    id_: str, kind: str, numbers: tuple[int, ...], tags: list[str]
) -> None:
    card = LIBRARY.cards[id_]
    face = face_of_card(card, LIBRARY)
    assert (face.name, face.kind, face.text) == (card.name, kind, card.text)
    assert tuple(number.value for number in face.numbers) == numbers
    assert sorted(tag.words for tag in face.tags) == sorted(tags)
    assert all(tag.meaning for tag in face.tags)
    assert bool(face.second) == bool(face.second_text) == bool(card.out)
    assert face.mark == ("Added" if card.proposed else "")


def test_a_card_of_which_nobody_wrote_is_read_from_its_data() -> None:
    face = face_of_card(replace(LIBRARY.cards["swing_blade"], text=" "), LIBRARY)
    assert face.text == "4 + Strength damage to one target."


def _with(table: Table, card: Card, tag: Tag) -> Table:
    return replace(table, lists={CARDS: (row_of(card),), TAGS: (row_of(tag),)})


def test_the_groups_own_cards_and_tags_stand_on_the_faces_of_every_copy() -> None:
    table = laid("tia")
    before = card_face(GAME.view_for(table, "shared"), "swing_blade/2")
    changed = replace(LIBRARY.cards["swing_blade"], name="Scythe", cost=3, disabled=True)
    tag = replace(LIBRARY.tags["Close"], text="Near by.")
    after = card_face(GAME.view_for(_with(table, changed, tag), "shared"), "swing_blade/2")
    assert before is not None
    assert after is not None
    assert before != after, "pictures are shared by content"
    assert (after.name, after.numbers[0].value, after.mark) == ("Scythe", 3, "Disabled")
    assert after.tags[0].meaning == "Near by."
    assert card_face(GAME.view_for(table, "shared"), "nothing_of_the_kind") is None


@pytest.mark.rule("CD-UI-26")
def test_the_reference_has_every_kind_every_tag_and_the_groups_prices() -> None:
    parts = {part.title: dict(part.lines) for part in reference_of(LIBRARY, {"exhaustion_cost": 5}).parts}
    assert "5 Health" in parts["Costs"]["An empty draw pile"]
    assert len(parts["Kinds of cards"]) == len(KINDS)
    assert {name.split()[0] for name in parts["Tags"]} == set(LIBRARY.tags)


def test_games_with_playing_cards_print_no_faces() -> None:
    assert printer_of("imaginality") is None
    assert printer_of("no_such_game") is None
    assert printer_of(GAME.ruleset.id) is not None
