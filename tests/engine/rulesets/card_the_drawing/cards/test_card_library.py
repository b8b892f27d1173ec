"""The shipped records match the catalogue, and the group's own records change them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from engine.kit.content_editor.persistence import row_of, with_row, without_row
from engine.kit.content_editor.view_models import RecordOrigin
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.rulesets.card_the_drawing.cards.card_library import (
    ARCHETYPES,
    AUTO,
    CARDS,
    ENVIRONMENT,
    TAGS,
    library_of,
    outside_effects,
    shipped_record,
)
from engine.rulesets.card_the_drawing.cards.card_records import Archetype, Card, Effect, Tag
from engine.rulesets.card_the_drawing.cards.record_validation import record_problems
from engine.rulesets.card_the_drawing.decks.deck_rules import deck_problems, owner_profile_of
from engine.sheets.catalogue.sheet_library import sheets_of, tables_of
from engine.sheets.model.character_record import Record
from engine.sheets.model.filled_sheet import FilledSheet

SHIPPED = library_of()
OWN_PUNCH: Mapping[str, Json] = {"id": "punch", "name": "Hard Punch", "lists": ["Universal"], "cost": 1, "init": 4}


@pytest.mark.rule("CD-CARD-1", "CD-CARD-3", "CD-ARCH-1", "CD-ARCH-5")
def test_all_printed_cards_are_there_and_the_house_cards_are_marked() -> None:
    printed = [card for card in SHIPPED.cards.values() if not card.proposed]
    by_list = {name: [card for card in SHIPPED.cards.values() if name in card.lists] for name in SHIPPED.lists()}
    assert len(printed) == 15
    assert {name: len(cards) for name, cards in by_list.items()} == {
        "Universal": 4,
        "Titan": 11,
        "Shadow": 13,
        "Sorcerer": 14,
        "GM/Minion": 12,
        "Environment": 8,
        "Auto": 1,
    }
    assert {card.lists for card in printed} == {("Universal",), ("Titan",)}
    assert all(card.text for card in SHIPPED.cards.values())
    assert all((card.cost is None) is bool({ENVIRONMENT, AUTO} & {*card.lists}) for card in SHIPPED.cards.values())


@pytest.mark.parametrize(
    ("id_", "cost", "init", "tags", "out"),
    [
        ("punch", 0, 5, "Close", "brute_force"),
        ("retreat", 0, 5, "Distant", "flee"),
        ("thrown_rock", 0, 5, "", "flee"),
        ("take_cover", 0, 5, "Condition", "flee"),
        ("broad_swing", 0, 6, "Close", "brute_force"),
        ("careless_assault", 0, 2, "Condition Close", "brute_force"),
        ("counter_strike", 2, 0, "Close Interrupt", "achilles_heel"),
        ("desperate_blow", 0, 4, "Close", "achilles_heel"),
        ("furious_charge", 2, 2, "", "achilles_heel"),
        ("hamstring", 2, 3, "Close Condition Injury", "achilles_heel"),
        ("patch_up", 0, 10, "", "endurance"),
        ("polearm", 0, 8, "Condition", "improvised_tool"),
        ("shields_up", 0, 1, "Condition", "endurance"),
        ("staggering_blow", 2, 3, "Close Stun", "brute_force"),
        ("swing_blade", 0, 4, "Close", "brute_force"),
    ],
)
@pytest.mark.rule("CD-CARD-1", "CD-OUT-1")
def test_a_printed_card_bears_the_numbers_of_the_list(id_: str, cost: int, init: int, tags: str, out: str) -> None:
    card = SHIPPED.cards[id_]
    assert (card.cost, card.init, card.tags, card.out) == (cost, init, tuple(tags.split()), out)


@pytest.mark.parametrize("card", SHIPPED.cards.values(), ids=lambda card: card.id)
def test_a_shipped_card_has_no_problems(card: Card) -> None:
    assert [say(message) for message in record_problems(card, SHIPPED)] == []


@pytest.mark.rule("CD-TAG-BLAST", "CD-TAG-CONDITION", "CD-TAG-INTERRUPT", "CD-TAG-RITUAL")
def test_the_tags_have_what_the_vocabulary_gives_them() -> None:
    tags = SHIPPED.tags
    assert [say(message) for tag in tags.values() for message in record_problems(tag, SHIPPED)] == []
    assert [tag for tag in tags if tags[tag].param] == ["Blast", "Ritual"]
    assert [tag for tag in tags if tags[tag].persist] == ["Condition"]
    assert [tag for tag in tags if tags[tag].play_mode == "interrupt"] == ["Interrupt"]
    assert [tag for tag in tags if tags[tag].slots == "n"] == ["Ritual"]
    assert [tag for tag in tags if not (tags[tag].effects or tags[tag].persist or tags[tag].play_mode)] == [
        *("Close", "Injury", "Ritual", "Fire")
    ]
    assert all(tag.text for tag in tags.values())


@pytest.mark.rule("CD-ARCH-2", "CD-ARCH-3", "CD-ARCH-4")
def test_the_archetypes_are_the_printed_ones() -> None:
    stats = {a.name: (a.strength, a.stamina, a.intelligence, a.wisdom, a.speed) for a in SHIPPED.archetypes.values()}
    assert stats == {"Titan": (4, 3, 5, 2, 2), "Shadow": (2, 2, 5, 2, 3), "Sorcerer": (1, 3, 5, 3, 2)}
    assert all(not record_problems(archetype, SHIPPED) for archetype in SHIPPED.archetypes.values())


@pytest.mark.parametrize(("deck", "size"), [("titan", 18), ("shadow", 22), ("sorcerer", 20), ("mob", 25), ("boss", 17)])
@pytest.mark.rule("CD-DECK-2", "CD-DECK-3", "CD-BOSS-2", "CD-MINION-6")
def test_a_starter_deck_is_legal_and_without_warnings(deck: str, size: int) -> None:
    card_deck = SHIPPED.decks[deck]
    owner = SHIPPED.archetypes.get(card_deck.archetype) or SHIPPED.foes[deck]
    assert sum(card_deck.cards.values()) == size
    assert deck_problems(card_deck.cards, owner_profile_of(owner), SHIPPED) == ()


@pytest.mark.rule("CD-MINION-6", "CD-BOSS-1", "CD-ENV-3")
def test_the_encounters_are_made_of_what_is_there() -> None:
    assert (SHIPPED.foes["mob"].health, owner_profile_of(SHIPPED.foes["boss"]).health) == (8, 45)
    assert list(SHIPPED.encounters) == ["ford", "pit", "dam"]
    for foe in SHIPPED.foes.values():
        assert record_problems(foe, SHIPPED) == ()
    for encounter in SHIPPED.encounters.values():
        assert record_problems(encounter, SHIPPED) == ()


@pytest.mark.rule("CD-OUT-1", "CD-OUT-2")
def test_every_out_of_combat_effect_is_named_and_explained() -> None:
    known = outside_effects()
    assert len(known) == 17
    assert all(name and meaning for name, meaning in known.values())
    assert {card.out for card in SHIPPED.cards.values() if card.out} <= known.keys()


def test_the_house_content_can_be_left_out() -> None:
    printed = library_of(use_proposed=False)
    assert len(printed.cards) == 15
    assert [printed.decks, printed.foes, printed.encounters] == [{}, {}, {}]
    assert printed.archetypes.keys() == SHIPPED.archetypes.keys()
    mine = library_of({CARDS: (row_of(SHIPPED.cards["so_spark"]),)}, use_proposed=False)
    assert mine.cards.keys() == printed.cards.keys() | {"so_spark"}


def test_a_row_of_the_group_stands_over_the_original_until_it_is_taken_away() -> None:
    rows = with_row((), row_of(msgspec.convert(OWN_PUNCH, Card)))
    changed = library_of({CARDS: rows})
    assert changed.cards["punch"].name == "Hard Punch"
    assert list(changed.cards) == list(SHIPPED.cards)
    assert changed.origin(CARDS, changed.cards["punch"]) is RecordOrigin.CHANGED
    assert shipped_record(CARDS, "punch") == SHIPPED.cards["punch"]
    assert library_of({CARDS: without_row(rows, "punch")}).cards == SHIPPED.cards


def test_where_a_record_comes_from_is_told() -> None:
    own = Card(id="mine", name="Mine")
    mine = library_of({CARDS: (row_of(own),)})
    origins = [mine.origin(CARDS, mine.cards[id_]) for id_ in ("punch", "so_spark", "mine")]
    assert origins == [RecordOrigin.PRINTED, RecordOrigin.HOUSE, RecordOrigin.OWN]


def test_a_row_keeps_every_word_of_a_record() -> None:
    effect = Effect(on="resolve", do="damage", if_="user.stunned", amount=3, target="one", from_="same")
    card = Card(id="mine", name="Mine", tags=("Blast2",), effects=(effect,))
    row = row_of(card)
    assert msgspec.json.decode(msgspec.json.encode(row), type=Card) == card
    assert with_row(with_row((), row_of(card)), row_of(replace(card, name="Ours"))) == (
        row_of(replace(card, name="Ours")),
    )
    for shipped in SHIPPED.cards.values():
        assert msgspec.convert(row_of(shipped), Card) == shipped


@pytest.mark.parametrize(
    ("rows", "place"),
    [
        (({"name": "No id"},), "cards[0]"),
        (({"id": " ", "name": "Blank"},), "cards[0]"),
        (({"id": "a", "name": "A"}, {"id": "a", "name": "B"}), "cards[1]"),
        (({"id": "a", "name": "A", "colour": "red"},), "cards[0]"),
        (({"id": "a", "name": "A", "cost": "two"},), "cards[0]"),
        (({"id": "a", "name": "A", "effects": [{"on": "resolve"}]},), "cards[0]"),
        (({"id": "a", "name": "A", "effects": 7},), "cards[0]"),
    ],
)
def test_a_row_that_is_no_card_is_passed_over_and_named(rows: tuple[Mapping[str, Json], ...], place: str) -> None:
    library = library_of({CARDS: rows})
    assert [fault.params["place"] for fault in library.faults] == [place]
    assert library.cards.keys() - SHIPPED.cards.keys() <= {"a"}
    sentence = say(library.faults[0])
    assert sentence.startswith(place)
    assert "`" not in sentence, "it is in plain words"


def test_the_same_lists_make_the_same_library() -> None:
    lists = {CARDS: (OWN_PUNCH,), TAGS: (row_of(Tag(id="Cold")),)}
    assert library_of(lists) is library_of(dict(lists))
    assert library_of(lists) is not library_of({CARDS: (dict(OWN_PUNCH),)})


def test_cards_and_archetypes_are_found_by_what_stands_on_a_sheet() -> None:
    card = SHIPPED.card_named(" swing BLADE ")
    assert card is not None
    assert card.id == "swing_blade"
    assert SHIPPED.card_named("no such card") is None
    titan = SHIPPED.archetype_named("TITAN")
    assert titan is SHIPPED.archetypes["titan"]


@pytest.mark.rule("CD-ARCH-1", "CD-ARCH-6")
def test_a_sheet_takes_its_stats_from_the_groups_archetype_first() -> None:
    witch = Archetype(id="witch", name="Witch", strength=1, stamina=4, intelligence=6, wisdom=3, speed=1)
    titan = replace(SHIPPED.archetypes["titan"], strength=5)
    lists = {ARCHETYPES: (row_of(witch), row_of(titan))}

    def stats(archetype: str, lists: Mapping[str, tuple[Mapping[str, Json], ...]]) -> list[Json]:
        record = Record(sheet={"archetype": archetype})
        sheet = FilledSheet(sheets_of("card_the_drawing")["hero"], record, {}, lists, tables_of("card_the_drawing"))
        return [sheet.value(key) for key in ("strength", "stamina", "intelligence", "wisdom", "speed", "health_most")]

    assert stats("Witch", lists) == [1, 4, 6, 3, 1, 40]
    assert stats("Titan", lists) == [5, 3, 5, 2, 2, 35]
    assert stats("Titan", {}) == [4, 3, 5, 2, 2, 35]
    assert stats("Witch", {}) == [None] * 6
