"""The editors: what they show of a record, what an edit makes of it, what is written down (CD-UI-20 to CD-UI-25)."""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.codec import Codec
from engine.core.commands import Command
from engine.core.events import Noted
from engine.kit.content_editor import record_editor
from engine.kit.content_editor.content_editor import HasContentEditor, HasDecks
from engine.kit.content_editor.json_record_edits import value_at
from engine.kit.content_editor.persistence import row_of
from engine.kit.content_editor.record_form_view import RecordFormView
from engine.kit.content_editor.view_models import EditorField, EditorFieldKind, EditorView, EditRefused, Note, Record
from engine.kit.every_game.every_game_content import SECRET_LISTS
from engine.messages.message import Message
from engine.messages.texts import say, texts
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.rulesets.card_the_drawing.battle.actor_zones import field_zone, hand_cards
from engine.rulesets.card_the_drawing.battle.battle_procedures import current_battle
from engine.rulesets.card_the_drawing.battle.planning.planning_phase import PlanCards
from engine.rulesets.card_the_drawing.cards.card_library import (
    BROUGHT_FOES,
    CARDS,
    DECKS,
    FOES,
    FORMS,
    TAGS,
    library_of,
)
from engine.rulesets.card_the_drawing.cards.card_records import OPERATIONS, PRIMITIVES, TRIGGERS
from engine.rulesets.card_the_drawing.cards.expressions import SELECTORS
from engine.rulesets.card_the_drawing.editor import record_fields
from engine.rulesets.card_the_drawing.editor.record_commands import KeepRecords
from engine.rulesets.card_the_drawing.editor.record_fields import EFFECT, SHAPES
from tests.engine.keys import fields_of
from tests.engine.rulesets.card_the_drawing import table as tables
from tests.engine.rulesets.card_the_drawing.card_strategies import ANY_CARDS
from tests.properties import examples

assert isinstance(tables.GAME.ruleset, HasContentEditor)
SHOP = tables.GAME.ruleset.content_editor
CODEC = Codec(tables.GAME)


def desk(record: Record, kind: str = CARDS, lists: Mapping[str, Any] | None = None, **options: Json) -> EditorView:
    return SHOP.editor_view(lists or {}, options, kind, record)


def parts(shown: EditorView) -> dict[str, EditorField]:
    """Return every field of a form by its path, those of rows too."""
    by_path = {part.path: part for group in shown.groups for part in group.parts}
    rows = [row for part in by_path.values() for row in part.rows]
    return {**by_path, **{part.path: part for row in rows for part in row.parts}}


def places(shown: EditorView) -> list[str]:
    return [problem.path for problem in shown.problems]


def printed(id_: str, kind: str = CARDS) -> Record:
    record = SHOP.record({}, {}, kind, id_)
    assert record is not None
    return record


def kept(table: Table, kind: str, record: Record) -> tuple[str, Table]:
    """Return the id and the table on which a record has been saved."""
    id_, command = SHOP.save_command("gm", table.lists, table.options, kind, record)
    return id_, tables.play(table, command)


# ---- what there is ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CD-UI-23", "CD-UI-24", "CD-UI-25")
@pytest.mark.parametrize("kind", SHAPES.kinds)
def test_what_is_shipped_lies_on_the_desk_without_a_fault_and_unchanged(kind: str) -> None:
    entries = SHOP.entries({}, {}, kind)
    assert entries
    for entry in entries:
        shown = desk(printed(entry.id, kind), kind)
        assert (shown.problems, shown.changed, shown.can_save, entry.problems) == ((), False, True, 0)
        assert all(part.label not in texts() and part.label != part.path for part in parts(shown).values()), entry.id
        assert shown.record == printed(entry.id, kind)


@pytest.mark.rule("CD-UI-21")
def test_the_facets_divide_what_there_is() -> None:
    entries = SHOP.entries({}, {}, CARDS)
    for facet in SHOP.facets({}, {}, CARDS):
        for value in facet.values:
            matching = [entry for entry in entries if value.value in entry.facets[facet.id]]
            assert 0 < len(matching) == value.count, (facet.id, value)
    blast = {e.id for e in entries if "Blast" in e.facets["tag"]}
    assert blast == {id_ for id_, card in library_of().cards.items() if any(t.startswith("Blast") for t in card.tags)}
    assert all("counter strike" in e.text for e in entries if e.id == "counter_strike")


def test_a_tag_that_comes_or_goes_is_seen_at_every_card_that_bears_it() -> None:
    own: dict[str, Any] = {CARDS: ({"id": "ice", "name": "Ice", "cost": 0, "init": 1, "tags": ["Cold"]},)}
    for _ in range(2):
        for lists, wrong in ((own, 1), ({**own, TAGS: ({"id": "Cold"},)}, 0)):
            assert {e.id: e.problems for e in SHOP.entries(lists, {}, CARDS)}["ice"] == wrong


def test_what_the_gm_alone_may_know_is_told_to_be_so() -> None:
    drawers = SHOP.categories()
    closed = {name for drawer in drawers if drawer.gm_only for name in drawer.lists}
    assert closed < SHOP.gm_lists < {name for drawer in drawers for name in drawer.lists}
    mine: dict[str, Any] = {"name": "Maw", "secret": True, "cards": {"punch": 1}}
    assert SHOP.for_gm(DECKS, mine)
    assert not SHOP.for_gm(DECKS, SHOP.with_value(DECKS, mine, "secret", False))
    assert SHOP.for_gm(FOES, {})
    assert tables.GAME.secret_lists == SHOP.gm_lists | SECRET_LISTS | {BROUGHT_FOES}


# ---- edits -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CD-UI-23")
def test_an_effect_has_the_fields_of_its_primitive_and_no_others() -> None:
    started = SHOP.blank({}, {}, CARDS)
    for do, primitive in PRIMITIVES.items():
        changed = SHOP.with_value(CARDS, started, "effects[0].do", do)
        keys = {path.removeprefix("effects[0].") for path in parts(desk(changed)) if path.startswith("effects[0].")}
        assert keys <= {"do", "on", "if", *primitive.needs, *primitive.takes}, do
        assert keys >= {"do", "on", *primitive.needs}, do
        assert all(value_at(changed, f"effects[0].{key}") not in (None, "") for key in primitive.needs), do


@pytest.mark.rule("CD-UI-23")
def test_a_new_card_is_made_in_a_few_gestures() -> None:
    card = SHOP.with_value(CARDS, SHOP.blank({}, {}, CARDS), "name", "Fire Storm!")
    card = SHOP.with_value(CARDS, card, "tags", ["Blast2", "Fire"])
    card = SHOP.with_value(CARDS, card, "effects[0].amount", "3 + user.intelligence")
    shown = desk(card)
    assert (shown.problems, shown.id, shown.exists, shown.draft) == ((), "", False, "")
    assert parts(shown)["effects[0].amount"].spoken == "3 + Intelligence"
    assert shown.face is not None
    assert shown.face.name == "Fire Storm!"
    id_, table = kept(tables.laid(), CARDS, card)
    assert id_ == "fire_storm"
    assert library_of(table.lists).cards[id_].tags == ("Blast2", "Fire")
    assert {e.id: e.origin for e in SHOP.entries(table.lists, {}, CARDS)}[id_] == "own"


@pytest.mark.rule("CD-UI-23")
def test_an_effect_that_was_added_is_valid_and_says_that_nobody_has_touched_it() -> None:
    added = {**SHOP.with_row(CARDS, printed("swing_blade"), "effects"), "text": ""}
    shown = desk(added)
    assert [(p.path, p.warning) for p in shown.problems] == [("effects[1]", True)]
    assert shown.can_save
    assert not shown.draft
    assert value_at(added, "effects[1]") != value_at(added, "effects[0]")
    assert places(desk(SHOP.with_value(CARDS, added, "effects[1].amount", "2"))) == []


@pytest.mark.rule("CD-UI-21")
def test_a_deck_that_is_nobodys_says_why_it_has_no_limits() -> None:
    nobodys: Record = {"name": "Odds", "cards": {"so_spark": 9, "punch": 9}}
    assert [(p.path, p.warning) for p in desk(nobodys, DECKS).problems] == [("archetype", True)]
    titans = places(desk({**nobodys, "archetype": "titan"}, DECKS))
    assert titans == ["cards.so_spark", "cards.so_spark", "cards.punch"]


@pytest.mark.rule("CD-UI-23")
@pytest.mark.parametrize("typed", ["many", "4.5", "-2", "700"])
def test_one_field_says_one_thing_that_is_wrong(typed: str) -> None:
    shown = desk(SHOP.with_value(FOES, printed("mob", FOES), "minions", typed), FOES)
    unreadable = say(Message(key="bench.misfit.dice", params={"least": 0, "most": 99}))
    wanted = "Enter a whole number from 0 to 99." if typed in ("-2", "700") else unreadable
    assert [p.text for p in shown.problems if p.path == "minions"] == [wanted]
    assert parts(shown)["minions"].problems == (wanted,)


def test_a_text_where_a_number_should_be_stays_and_is_told() -> None:
    typed = SHOP.with_value(CARDS, printed("punch"), "cost", "twelve")
    shown = desk(typed)
    assert typed["cost"] == "twelve" == parts(shown)["cost"].value
    assert not shown.can_save
    assert shown.record is None
    assert [p.path for p in shown.problems if p.form] == ["cost"]
    assert parts(shown)["cost"].problems
    with pytest.raises(EditRefused):
        SHOP.save_command("gm", {}, {}, CARDS, typed)
    assert SHOP.with_value(CARDS, typed, "cost", "0") == printed("punch")


def test_what_is_of_no_account_is_shown_only_while_something_stands_there() -> None:
    punch = printed("punch")
    assert "interrupt_when" not in parts(desk(punch))
    assert "cost" in parts(desk(punch))
    odd = {**punch, "interrupt_when": "event.is_attack", "lists": ["Environment"]}
    fields = parts(desk(odd))
    assert not fields["interrupt_when"].matters
    assert not fields["cost"].matters
    assert "cost" not in parts(desk({**odd, "cost": None}))


@pytest.mark.rule("CD-UI-23")
def test_the_words_that_are_offered_for_an_effect_go_with_the_rest_of_it() -> None:
    """Whatever is chosen from what is offered to whom it is for and when, makes no problem there."""
    for card in ("punch", "polearm", "counter_strike", "env_burning_ground"):
        for path, part in parts(desk(printed(card))).items():
            if path.rpartition(".")[2] in {"target", "scope", "op", "if", "where", "amount", "by"}:
                for way in part.choices:
                    changed = SHOP.with_value(CARDS, printed(card), path, way.value)
                    assert path not in places(desk(changed)), (card, path, way.value)


_PATHS = [
    *(field.key for field in SHAPES.kinds[CARDS].fields),
    *("cards", "cards.punch", "id", "foes", "environment", "nonsense", "effects[0]", "", "effects[9].do", "tags[0]"),
    *(f"effects[{n}].{key}" for n in (0, 1) for key in EFFECT),
    *(f"foes[{n}].{key}" for n in (0, 1) for key in SHAPES.rows["foes"].fields),
    *("strength", "stamina", "intelligence", "wisdom", "speed", "health", "minions", "deck", "param", "slots"),
]
_VALUES: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 12),
    st.sampled_from((2**53, -(10**15), 10**15)),
    st.text(max_size=20),
    st.sampled_from(("x" * 10_000, "n", "2 + user.strength", "'Close' in event.tags", "1/0", "((((", "punch", "mob")),
    st.sampled_from((*PRIMITIVES, *TRIGGERS, *OPERATIONS, *SELECTORS)),
    st.lists(st.sampled_from(("Close", "Blast2", "Auto", "Environment", "auto_timber_body", "odd", "")), max_size=3),
    st.dictionaries(st.sampled_from(("punch", "odd", "a.b")), st.one_of(st.integers(-3, 10**15), st.text(max_size=3))),
    st.just([{"foe": "boss"}, 7, {"do": "damage"}]),
)
_EDITS = st.lists(
    st.tuples(st.sampled_from(("value",) * 6 + ("row", "drop", "move", "double")), st.sampled_from(_PATHS), _VALUES),
    max_size=8,
)


def _edited(kind: str, record: Record, edits: list[tuple[str, str, Any]]) -> Record:
    for how, path, value in edits:
        match how:
            case "value":
                record = SHOP.with_value(kind, record, path, value)
            case "row":
                record = SHOP.with_row(kind, record, path.partition("[")[0])
            case "drop":
                record = SHOP.without_row(kind, record, path.partition(".")[0])
            case "move":
                record = SHOP.moved_row(kind, record, path.partition(".")[0], value if isinstance(value, int) else 0)
            case _:
                record = SHOP.duplicated_row(kind, record, path.partition(".")[0])
    return record


_STARTS = [(kind, entry.id) for kind in SHAPES.kinds for entry in SHOP.entries({}, {}, kind)] + [
    (kind, "") for kind in SHAPES.kinds
]


@examples(250)
@given(st.sampled_from(_STARTS), _EDITS)
def test_whatever_is_edited_into_whatever_lies_on_the_desk_and_what_can_be_saved_is_saved(
    start: tuple[str, str], edits: list[tuple[str, str, Any]]
) -> None:
    kind, id_ = start
    record = _edited(kind, printed(id_, kind) if id_ else SHOP.blank({}, {}, kind), edits)
    shown = desk(record, kind)
    json = msgspec.json.encode(record)
    assert all(problem.text and "drawing." not in problem.text for problem in shown.problems)
    assert len(shown.name) <= 80
    if not shown.can_save:
        with pytest.raises(EditRefused):
            SHOP.save_command("gm", {}, {}, kind, record)
        return
    try:
        saved, command = SHOP.save_command("gm", {}, {}, kind, record)
    except EditRefused:
        assert len(json) > 50_000 or kind == TAGS or not shown.changed
        return
    assert isinstance(command, KeepRecords)
    assert CODEC.command(CODEC.encode(command)) == command
    again = desk({**record, "id": saved}, kind, {kind: command.put[kind]})
    assert again.exists
    assert not again.changed or shown.draft


@examples(60)
@given(ANY_CARDS)
def test_every_problem_of_a_card_stands_at_a_field_of_its_form(card: Any) -> None:
    shown = desk({**row_of(card), "id": "made"})
    known = parts(shown)
    for problem in shown.problems:
        editor_field = known.get(problem.path) or known.get(problem.path.partition("[")[0])
        assert editor_field is not None, problem.path
        assert editor_field.problems or editor_field.rows, problem.path


def test_an_edit_of_a_card_with_twenty_effects_is_settled_at_once() -> None:
    card = printed("hamstring")
    for _ in range(20):
        card = SHOP.with_row(CARDS, card, "effects")
    card = {**card, "effects": card["effects"][:20]}  # type: ignore[index]
    desk(card)
    started = time.process_time()
    for number in range(10):
        card = SHOP.with_value(CARDS, card, "effects[3].amount", f"{number} + user.strength")
        desk(card)
    assert (time.process_time() - started) / 10 < 0.05


@pytest.mark.rule("CD-UI-23")
def test_a_text_that_tells_of_what_a_card_did_before_is_warned_of() -> None:
    changed = SHOP.with_value(CARDS, printed("punch"), "effects[0].amount", 9)
    assert [(p.path, p.warning) for p in desk(changed).problems] == [("text", True)]
    assert not desk(changed).draft
    _, table = kept(tables.laid(), CARDS, changed)
    record = SHOP.record(table.lists, {}, CARDS, "punch") or {}
    assert places(desk(record, lists=table.lists)) == ["text"]
    assert "9 damage to one target" in desk(SHOP.with_value(CARDS, changed, "text", "")).face.text  # type: ignore[union-attr]
    assert not desk(SHOP.with_value(CARDS, changed, "text", "")).problems


# ---- ids -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("Punch", "punch_2"),
        ("Über-Schlag / 2", "uber_schlag_2"),
        ("../../etc", "etc"),
        ("拳", "card"),
        ("X", "x"),
        ("a" * 10_000, "a" * 40),
    ],
)
def test_an_id_is_made_of_the_name_and_is_nobody_elses(name: str, id_: str) -> None:
    record = {**SHOP.blank({}, {}, CARDS), "name": name}
    new_id, command = SHOP.save_command("gm", {}, {}, CARDS, record)
    assert new_id == id_
    assert bool(desk(record).draft) is (len(name) > 60)
    assert tables.GAME.refusal(tables.laid(), command) is None


@pytest.mark.parametrize(
    "row",
    [
        {"id": "a/2", "name": "A"},
        {"id": "hand:tom#0", "name": "A"},
        {"id": "A", "name": "A"},
        {"id": "", "name": "A"},
        {"id": "a", "name": "A", "cost": "x"},
        {"id": "a", "name": "A", "strange": 1},
        {"id": "a", "name": "A" * 60_000},
    ],
)
def test_what_cannot_lie_on_a_table_is_not_kept(row: Record) -> None:
    refused = tables.refused(tables.laid(), KeepRecords(seat="gm", put={CARDS: (row,)}))
    assert (refused.message.key, refused.message.params["list"]) == ("refused.drawing_record_form", "Cards")
    assert not re.search(r"`|\$\.|Object|Expected", str(refused.message.params["why"]))


def test_records_are_the_gms_and_only_lists_of_the_game_are_kept() -> None:
    put = {CARDS: (row_of(library_of().cards["punch"]),)}
    assert tables.refused(tables.laid(), KeepRecords(seat="tom", put=put)).message.key == "refused.gm_only"
    assert tables.refused(tables.laid(), KeepRecords(seat="gm", put={"templates": ()})).message.key.endswith("drawer")
    assert tables.refused(tables.laid(), KeepRecords(seat="gm", drop={CARDS: ("x",)})).message.key.endswith("write")


@pytest.mark.rule("CD-UI-25")
def test_what_is_written_of_foes_only_the_gm_reads() -> None:
    foe = {**printed("boss", FOES), "id": "dragon", "name": "Dragon of doom"}
    put: dict[str, Any] = {FOES: (foe,), CARDS: ({"id": "a", "name": "Plain"},)}
    outcome = tables.outcome(tables.laid(), KeepRecords(seat="gm", put=put))
    params_by_audience = {
        event.audience: str(event.message.params) for event in outcome.events if isinstance(event, Noted)
    }
    assert params_by_audience.keys() == {None, ("gm",)}
    assert "Dragon" not in params_by_audience[None]
    assert "Plain" in params_by_audience[None]
    assert "Dragon" in params_by_audience["gm",]
    assert "Dragon" not in str(outcome.title.params)
    assert b"Dragon" not in msgspec.json.encode(tables.GAME.view_for(outcome.table, "tom"))


# ---- originals and drafts --------------------------------------------------------------------------------------------


@pytest.mark.rule("CD-UI-23")
def test_an_original_is_changed_and_restored() -> None:
    table = tables.laid()
    id_, changed = kept(table, CARDS, SHOP.with_value(CARDS, printed("punch"), "cost", 3))
    shown = desk(SHOP.record(changed.lists, {}, CARDS, id_) or {}, lists=changed.lists)
    assert (id_, shown.origin, shown.has_original, shown.changed) == ("punch", "changed", True, False)
    restored = tables.play(changed, SHOP.delete_command("gm", changed.lists, CARDS, "punch"))
    assert library_of(restored.lists).cards == library_of().cards
    with pytest.raises(EditRefused):
        SHOP.delete_command("gm", restored.lists, CARDS, "punch")
    _, by_hand = kept(
        changed, CARDS, SHOP.with_value(CARDS, SHOP.record(changed.lists, {}, CARDS, id_) or {}, "cost", 0)
    )
    assert not by_hand.lists[CARDS], "what is as printed is no change"


@pytest.mark.rule("CD-UI-23", "CD-DECK-3")
def test_a_card_with_problems_is_kept_as_a_draft_and_comes_back_when_it_is_mended() -> None:
    wrong = SHOP.with_value(CARDS, printed("punch"), "effects[0].amount", "2 + user.strenght")
    assert desk(wrong).can_save
    assert desk(wrong).draft
    _, table = kept(tables.laid(), CARDS, wrong)
    assert library_of(table.lists).cards["punch"].disabled
    assert [flaw.rule for flaw in _deck_flaws(table)] == ["CD-DECK-3"]
    with pytest.raises(EditRefused):
        SHOP.disable_command("gm", table.lists, {}, CARDS, "punch", aside=False)
    saved_record = SHOP.record(table.lists, {}, CARDS, "punch") or {}
    _, mended = kept(table, CARDS, SHOP.with_value(CARDS, saved_record, "effects[0].amount", "2 + user.strength"))
    assert not library_of(mended.lists).cards["punch"].disabled
    aside = tables.play(mended, SHOP.disable_command("gm", mended.lists, {}, CARDS, "punch", aside=True))
    assert library_of(aside.lists).cards["punch"].disabled
    _, still = kept(aside, CARDS, {**(SHOP.record(aside.lists, {}, CARDS, "punch") or {}), "cost": 1})
    assert library_of(still.lists).cards["punch"].disabled, "what was put aside on purpose stays so"


def _deck_flaws(table: Table) -> list[Any]:
    from engine.rulesets.card_the_drawing import actor_sheet

    return [flaw for flaw in actor_sheet.actor_deck_problems(table, "tia") if not flaw.warning]


# ---- a battle under way ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["deleted", "emptied", "aside"])
@pytest.mark.rule("CD-UI-23", "CD-DECK-7", "CD-COND-4")
def test_a_card_that_lies_in_a_battle_may_change_or_go(how: str) -> None:
    """Nothing breaks: what lies there keeps its place, and goes on as what is written now."""
    own = {**printed("polearm"), "id": "pike", "name": "Pike"}
    sheet = {"archetype": "Titan", "deck": tables.deck("pike*2 punch*2 swing_blade*2 retreat*2")}
    _, table = kept(tables.laid("tia", "eli"), CARDS, own)
    table = replace(table, actors={**table.actors, "tia": replace(table.actors["tia"], sheet=sheet)})
    table = tables.started(table, "tia", "eli", sides={"tia": "red", "eli": "blue"})
    table = tables.arranged(table, "tia", hand="pike punch pike")
    table = tables.carried_on(tables.planned(tables.planning(table), tia="pike"))
    assert tables.faces(table, field_zone("tia")) == ["pike"]
    command: Command = {
        "deleted": SHOP.delete_command("gm", table.lists, CARDS, "pike"),
        "emptied": SHOP.save_command("gm", table.lists, {}, CARDS, {**own, "effects": [], "tags": ["Close"]})[1],
        "aside": SHOP.disable_command("gm", table.lists, {}, CARDS, "pike", aside=True),
    }[how]
    changed = tables.play(table, command)
    assert tables.faces(changed, field_zone("tia")) == ["pike"]
    for seat in ("gm", "tom", "eve"):
        tables.GAME.view_for(changed, seat)
        tables.GAME.offers(changed, seat)
    changed = tables.planning(changed)
    pike = next(card for card in hand_cards(changed, "tia") if card.startswith("pike"))
    field = current_battle(changed)
    assert field is not None
    cards_on_field = tuple(field_card.card for field_card in field.field)
    changed = tables.play(changed, PlanCards(seat="tom", actor="tia", cards=(pike,), dismissed=cards_on_field))
    changed = tables.carried_on(tables.play(changed, PlanCards(seat="eve", actor="eli")))
    assert current_battle(changed) is not None
    assert sorted(changed.all_cards()) == sorted(table.all_cards())
    assert CODEC.table(CODEC.encode(changed)) == changed


# ---- decks -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CD-UI-21", "CD-DECK-2", "CD-DECK-3", "CD-DECK-5")
def test_a_deck_tells_what_its_owner_may_not_hold() -> None:
    deck: Record = {"name": "Mine", "archetype": "titan", "cards": {"punch": 3, "so_spark": 1, "gone": 1}}
    shown = desk(deck, DECKS)
    cards = parts(shown)["cards"]
    assert cards.kind is EditorFieldKind.COUNTED
    assert cards.pool_kind == CARDS
    assert set(cards.flaws) == {"punch", "so_spark", "gone"}
    assert {(p.path, p.rule, p.warning) for p in shown.problems} == {
        ("cards.punch", "CD-DECK-2", False),
        ("cards.so_spark", "CD-DECK-3", False),
        ("cards.gone", "CD-DECK-3", False),
        ("cards", "CD-DECK-5", True),
    }
    assert shown.can_save
    picks = {pick.entry.id: pick for pick in cards.pool}
    assert (picks["punch"].most, picks["punch"].why_not) == (2, "")
    assert picks["so_spark"].why_not
    assert "env_burning_ground" not in picks
    fewer = SHOP.with_value(DECKS, deck, "cards.punch", 2)
    assert parts(desk(fewer, DECKS))["cards"].pool is cards.pool
    assert "cards.punch" not in places(desk(fewer, DECKS))


def _note(shown: EditorView, id_: str) -> Note:
    return next(note for note in shown.notes if note.id == id_)


@pytest.mark.rule("CD-UI-22")
def test_the_statistics_of_a_deck_are_those_that_anybody_can_count() -> None:
    shown = desk({"name": "M", "archetype": "titan", "cards": {"punch": 2, "counter_strike": 2, "retreat": 6}}, DECKS)
    assert [(bar.label, bar.of, bar.among) for bar in _note(shown, "costs").rows] == [
        ("0", 8, 8),
        ("1", 0, 8),
        ("2", 2, 8),
    ]
    shares = {bar.label: bar.told for bar in _note(shown, "shares").rows}
    assert shares["Close"] == "40 % (4 of 10)"
    assert shares["Interrupt"] == "20 % (2 of 10)"
    chances = {bar.ref: bar.told for bar in _note(shown, "opening").rows}
    assert chances["punch"] == "78 % (7/9)"  # 1 − C(8,5)/C(10,5)
    assert chances["retreat"] == "100 % (1/1)"  # only four other cards are there
    bar_texts = {bar.label: bar.told for bar in _note(shown, "sum").rows}
    assert bar_texts["Average damage of a card"] == "2.8"  # (2·6 + 2·8) / 10
    assert bar_texts["Draw pile empty for the first time"] == "in round 7"


@pytest.mark.rule("CD-UI-21", "CD-DECK-4")
def test_a_named_deck_goes_on_a_sheet_and_comes_from_one_but_not_during_a_battle() -> None:
    assert isinstance(SHOP, HasDecks)
    table = tables.laid("tia", "eli", "ogre", secret=("ogre",))
    view = tables.GAME.view_for(table, "tom")
    assert {holder.actor: holder.why_not for holder in SHOP.deck_owners(view)} == {"tia": "", "eli": ""}
    named = printed("titan", DECKS)
    dealt = tables.play(table, SHOP.assign_deck_command("tom", view, named, "tia"))
    assert dealt.actors["tia"].sheet["deck_name"] == named["name"] == "Titan"
    deck_of_tia = SHOP.deck_of(tables.GAME.view_for(dealt, "tom"), "tia")
    assert deck_of_tia == {"name": "Titan", "archetype": "titan", "cards": named["cards"]}
    assert SHOP.deck_of(view, "eli")["name"] == "Eli", "a deck without a name is called as whose it is"
    assert [note.id for note in SHOP.deck_statistics(view, "tia")][:2] == ["sum", "costs"]
    assert SHOP.deck_statistics(view, "ogre") == ()
    assert SHOP.deck_of(view, "ogre") == {"name": ""}
    fights = tables.started(table, "tia", "ogre")
    locked = tables.GAME.view_for(fights, "tom")
    assert {holder.actor: bool(holder.why_not) for holder in SHOP.deck_owners(locked)} == {"tia": True, "eli": False}
    assert tables.refused(fights, SHOP.assign_deck_command("tom", locked, named, "tia")).rules == ("CD-DECK-4",)


@pytest.mark.rule("CD-UI-23")
def test_who_speaks_of_a_record_is_told() -> None:
    assert desk(printed("polearm")).used_by == ("deck “Titan”",)
    assert "foe “Mob”" in desk(printed("mob", DECKS), DECKS).used_by
    assert "encounter “Robbers at the ford”" in desk(printed("mob", FOES), FOES).used_by


def test_every_field_has_a_name_and_every_word_too() -> None:
    for kind in SHAPES.kinds:
        form: Any = FORMS[kind]
        assert {*(field.key for field in SHAPES.kinds[kind].fields), "id"} == {
            f.encode_name for f in msgspec.structs.fields(form)
        }
        assert all(SHAPES.field_at(kind, field.key) is field for field in SHAPES.kinds[kind].fields)
    known = texts()
    assert all(f"drawing.field.effects.{key}" in known for key in EFFECT)
    assert all(f"drawing.word.do.{do}" in known and f"drawing.means.do.{do}" in known for do in PRIMITIVES)
    assert all(f"drawing.word.changed.{stat}" in known for stat in OPERATIONS)


OVERRIDDEN = (r"in_row\.[a-z_]+", frozenset("*"))
"""What `RecordFormView.row_line` tells, which no form of this game calls."""


def _forms_of_the_game() -> Iterator[type[RecordFormView[Any, Any]]]:
    kinds: list[type[RecordFormView[Any, Any]]] = [RecordFormView]
    for kind in kinds:
        kinds += kind.__subclasses__()
        if kind.__module__.startswith("engine.rulesets.card_the_drawing.") and not kind.__subclasses__():
            yield kind


def test_every_form_tells_its_rows_by_sentences_of_its_own() -> None:
    """So the game needs no sentence `in_row` of the kit."""
    forms = list(_forms_of_the_game())
    assert len(forms) >= 2
    assert [form.__name__ for form in forms if form.row_line is RecordFormView.row_line] == []


def _told() -> Iterator[tuple[str, frozenset[str]]]:
    """Go through what the workshop tells: the key as a pattern, and the names that are handed in."""
    for module, says in ((record_fields, "editor_text"), (record_editor, "text")):
        for path in sorted(Path(str(module.__file__)).parent.glob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and _name_of(node.func, in_game=says == "editor_text") == says:
                    yield from (told for told in _keys_of(node) if told != OVERRIDDEN)


def _name_of(function: ast.expr, *, in_game: bool) -> str:
    """Return the name by which the game, or the kit, says something: the game by a function, the kit by a method."""
    name = getattr(function, "id" if in_game else "attr", "")
    assert isinstance(name, str)
    return name


def _keys_of(node: ast.Call) -> Iterator[tuple[str, frozenset[str]]]:
    named = frozenset(k.arg or "*" for k in node.keywords)
    several = [node.args[0].body, node.args[0].orelse] if isinstance(node.args[0], ast.IfExp) else [node.args[0]]
    for key in several:
        pieces = key.values if isinstance(key, ast.JoinedStr) else [key]
        yield "".join(re.escape(str(p.value)) if isinstance(p, ast.Constant) else r"[a-z_]+" for p in pieces), named


def _texts_below(group: str) -> Mapping[str, str]:
    return {key.removeprefix(group): text for key, text in texts().items() if key.startswith(group)}


def test_every_sentence_of_the_workshop_is_there_and_is_said() -> None:
    own, shared = _texts_below("drawing.bench."), _texts_below("bench.")
    there = {**shared, **own}
    sentences = list(_told())
    assert len(sentences) > 60
    for pattern, named in sentences:
        matching = [key for key in there if re.fullmatch(pattern, key)]
        assert matching, pattern
        if len(matching) == 1 and "*" not in named:
            assert fields_of(there[matching[0]]) <= named, pattern
    patterns = [pattern for pattern, _ in sentences]
    assert [key for key in own if not any(re.fullmatch(pattern, key) for pattern in patterns)] == []
