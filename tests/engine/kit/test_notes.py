"""Notes: every game has them, only the GM knows those that are not shared, and quick notes are never shared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.events import Noted
from engine.core.redaction import redact
from engine.core.rules import AppliedCommand
from engine.kit.content_editor.persistence import MOST_KEPT
from engine.kit.every_game.full_content_editor import content_editor_of
from engine.kit.notes.note_commands import QuickNote, RollDiceForGM, SaveNotes
from engine.kit.notes.note_links import can_be_linked, linked_names, links_in, name_key, with_renamed_links
from engine.kit.notes.note_records import (
    LONGEST_TEXT,
    NOTES,
    QUICK_NOTES,
    SHARED_NOTES,
    NoteRecord,
    notes_in,
    pages_linked_from,
    search_parts,
    text_with_backlinks,
)
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.model.seats import PRINT, SHARED, Role, Seat
from engine.model.table import Table
from engine.presentation.game import Game
from engine.rulesets.loader import game_of, ruleset_ids
from tests.properties import examples

SEATS = (Seat(id="gm", name="Gm", role=Role.GM), Seat(id="tom", name="Tom"))
MILL: dict[str, Json] = {"id": "n1", "name": "Old mill", "text": "Zorbulax. See [[Inn]]."}
INN: dict[str, Json] = {"id": "n2", "name": "Inn", "text": "By the [[old mill|mill]].", "shared": True}
OTHERS = ("tom", SHARED, PRINT)


@pytest.fixture(params=ruleset_ids())
def game(request: pytest.FixtureRequest) -> Game:
    return game_of(request.param)


def bare_table(game: Game) -> Table:
    return game.new_table(SEATS, {name: spec.default for name, spec in game.ruleset.options.items()})


def do(game: Game, table: Table, command: Command) -> AppliedCommand:
    return game.apply(table, command, SeededChance(1))


def laid(game: Game) -> Table:
    return do(game, bare_table(game), SaveNotes(seat="gm", put={NOTES: (MILL,), SHARED_NOTES: (INN,)})).table


def test_other_viewers_know_the_shared_pages_alone(game: Game) -> None:
    bare = bare_table(game)
    secret = do(game, bare, SaveNotes(seat="gm", put={NOTES: (MILL,)}))
    for viewer in OTHERS:
        assert game.view_for(secret.table, viewer) == game.view_for(bare, viewer)
        assert redact(bare, secret.events, viewer, game.secret_lists) == ()
    table = laid(game)
    only_inn = do(game, bare, SaveNotes(seat="gm", put={SHARED_NOTES: (INN,)})).table
    for viewer in OTHERS:
        view = game.view_for(table, viewer)
        assert view == game.view_for(only_inn, viewer)
        assert [note.name for note in notes_in(view.lists)] == ["Inn"]
        assert pages_linked_from(view.lists, "Inn") == ()  # though the secret page links to it
        for seat in table.seats:
            assert game.offers(table, seat, viewer) == game.offers(bare, seat, viewer)
    assert [note.name for note in notes_in(game.view_for(table, "gm").lists)] == ["Inn", "Old mill"]


def test_a_page_is_shared_and_unshared_with_no_line_for_others(game: Game) -> None:
    table = laid(game)
    editor = content_editor_of(game)
    options = table.options
    record = editor.record(table.lists, options, NOTES, "n1")
    assert record is not None
    _, share = editor.save_command("gm", table.lists, options, NOTES, {**record, "shared": True})
    shared = do(game, table, share)
    assert [note.name for note in notes_in(game.view_for(shared.table, "tom").lists)] == ["Inn", "Old mill"]
    _, unshare = editor.save_command("gm", shared.table.lists, options, NOTES, record)
    outcome = do(game, shared.table, unshare)
    assert game.view_for(outcome.table, "tom") == game.view_for(table, "tom")
    for applied in (shared, outcome):
        lines = [event for event in applied.events if isinstance(event, Noted)]
        assert [(line.audience, line.message.key) for line in lines] == [(("gm",), "log.notes_kept")]
        assert "mill" not in say(applied.title)
    assert all("Zorbulax" not in repr(each) for each in redact(shared.table, outcome.events, "tom", game.secret_lists))


def test_a_new_title_of_a_secret_page_changes_nothing_for_others() -> None:
    game = game_of("imaginality")
    table, editor = laid(game), content_editor_of(game)
    for shared in (False, True):
        record = {**MILL, "name": "New mill", **({"shared": True} if shared else {})}
        after = do(game, table, editor.save_command("gm", table.lists, {}, NOTES, record)[1]).table
        (inn,) = (row for row in after.lists[SHARED_NOTES] if row["id"] == "n2")
        assert inn["text"] == INN["text"]
    table = do(game, table, SaveNotes(seat="gm", put={NOTES: ({"id": "n3", "name": "Ford", "text": "[[Inn]]"},)})).table
    after = do(game, table, editor.save_command("gm", table.lists, {}, NOTES, {**INN, "name": "Tavern"})[1]).table
    assert [row["text"] for row in after.lists[NOTES]] == ["Zorbulax. See [[Tavern]].", "[[Tavern]]"]


@pytest.mark.parametrize("secret", [(), ({"id": "n9", "name": "Inn"},)])
def test_links_between_shared_pages_change_whatever_the_gm_has(secret: tuple[dict[str, Json], ...]) -> None:
    game = game_of("imaginality")
    road: dict[str, Json] = {"id": "n3", "name": "Road", "text": "[[Inn]]", "shared": True}
    table = do(game, bare_table(game), SaveNotes(seat="gm", put={NOTES: secret, SHARED_NOTES: (INN, road)})).table
    command = content_editor_of(game).save_command("gm", table.lists, {}, NOTES, {**INN, "name": "Tavern"})[1]
    view = game.view_for(do(game, table, command).table, "tom")
    assert [note.text for note in notes_in(view.lists) if note.name == "Road"] == ["[[Tavern]]"]


def test_a_search_of_players_finds_only_what_they_read() -> None:
    page = NoteRecord(id="n1", name="A", text="See [[Zorbulax|the count]], [here](Zorbulax).\n\n[//]: # (Zorbulax)")
    assert "Zorbulax" in "".join(search_parts(page, is_gm=True))
    assert "".join(search_parts(page, is_gm=False)).strip() == "See the count, here."


def test_the_line_of_a_page_in_the_list_reads_like_its_text(game: Game) -> None:
    mill = {**MILL, "text": "# Mill\nThe **worm** hides at the [[Inn]]. Meet [[Count Orlok|the count]].\n> *Run!*"}
    (entry,) = content_editor_of(game).entries({NOTES: (mill,)}, {}, NOTES)
    assert entry.line == "Mill The worm hides at the Inn. Meet the count. Run!"


def test_links_back_name_titles_with_bars_as_text() -> None:
    text = text_with_backlinks(NoteRecord(id="n1", name="A"), (NoteRecord(id="n2", name="B|C"),))
    assert text.endswith("B|C")


def test_the_id_of_a_new_page_tells_nothing_of_others() -> None:
    game = game_of("imaginality")
    editor = content_editor_of(game)
    ids = {editor.save_command("gm", {NOTES: (MILL,)}, {}, NOTES, {"name": "Old mill"})[0] for _ in range(3)}
    assert len(ids) == 3
    assert not any("mill" in id_ for id_ in ids)


def test_quick_notes_stay_with_the_gm_and_turn_the_page(game: Game) -> None:
    table = bare_table(game)
    first = do(game, table, QuickNote(seat="gm", text="Zorbulax\nlies", stamp="20:15"))
    for viewer in OTHERS:
        assert game.view_for(first.table, viewer) == game.view_for(table, viewer)
        assert redact(table, first.events, viewer, game.secret_lists) == ()
    (page,) = first.table.lists[QUICK_NOTES]
    assert page["text"] == "- **20:15** Zorbulax lies"
    second = do(game, first.table, QuickNote(seat="gm", text="More")).table
    assert [row["text"] for row in second.lists[QUICK_NOTES]] == ["- **20:15** Zorbulax lies\n- More"]

    editor = content_editor_of(game)
    (saved,) = notes_in(second.lists)
    record = editor.record(second.lists, {}, NOTES, saved.id)
    assert record is not None
    _, share = editor.save_command("gm", second.lists, {}, NOTES, {**record, "shared": True})
    third = do(game, do(game, second, share).table, QuickNote(seat="gm", text="Not for Tom")).table
    assert "Not for Tom" not in repr(game.view_for(third, "tom").lists)
    assert [row["name"] for row in third.lists[QUICK_NOTES]] == ["Quick notes 2"]

    full: dict[str, Json] = {"id": "quick_notes", "name": "Quick notes", "text": "x" * (LONGEST_TEXT - 3)}
    table = do(game, table, SaveNotes(seat="gm", put={QUICK_NOTES: (full,)})).table
    table = do(game, table, QuickNote(seat="gm", text="Next page")).table
    assert [row["text"] for row in table.lists[QUICK_NOTES]][1:] == ["- Next page"]


def test_dice_for_the_gm_are_seen_by_nobody_else(game: Game) -> None:
    table = bare_table(game)
    outcome = do(game, table, RollDiceForGM(seat="gm", dice="2d6+3"))
    assert redact(table, outcome.events, "tom", game.secret_lists) == ()
    (line,) = (event for event in outcome.events if isinstance(event, Noted))
    assert line.audience == ("gm",)


@pytest.mark.parametrize(
    ("command", "key"),
    [
        (SaveNotes(seat="gm", put={"cards": (MILL,)}), "notes_no_drawer"),
        (SaveNotes(seat="gm", put={NOTES: ({**MILL, "shared": True},)}), "notes_record_form"),
        (SaveNotes(seat="gm", put={SHARED_NOTES: (MILL,)}), "notes_record_form"),
        (SaveNotes(seat="gm", put={QUICK_NOTES: (MILL,)}), "notes_record_form"),
        (SaveNotes(seat="gm", put={NOTES: ({**MILL, "text": "x" * (LONGEST_TEXT + 1)},)}), "notes_record_form"),
        (SaveNotes(seat="gm", put={NOTES: ({**MILL, "picture": "../../etc/passwd"},)}), "notes_record_form"),
        (
            SaveNotes(seat="gm", put={NOTES: tuple({"id": f"m{at}", "name": "M"} for at in range(MOST_KEPT + 1))}),
            "notes_too_many_records",
        ),
        (QuickNote(seat="gm", text=" \n "), "quick_note_empty"),
        (RollDiceForGM(seat="gm", dice="999999d6"), "dice_form"),
    ],
)
def test_what_cannot_be_is_refused(command: Command, key: str) -> None:
    game = game_of("imaginality")
    with pytest.raises(Refused) as refused:
        do(game, bare_table(game), command)
    assert refused.value.message.key == f"refused.{key}"


def test_a_player_writes_no_notes(game: Game) -> None:
    table = laid(game)
    for command in (
        SaveNotes(seat="tom", put={NOTES: (MILL,)}),
        QuickNote(seat="tom", text="a"),
        RollDiceForGM(seat="tom", dice="d6"),
    ):
        with pytest.raises(Refused):
            do(game, table, command)


def test_a_file_of_notes_comes_back(game: Game) -> None:
    table, editor = laid(game), content_editor_of(game)
    for form in ("toml", "json", "csv"):
        chosen = ((NOTES, "n1"), (NOTES, "n2"))
        incoming = editor.read_file({}, {}, editor.export_file(table.lists, {}, chosen, form))
        assert [record.gm_only for record in incoming.records] == [True, True]
        arrived = do(game, bare_table(game), editor.import_command("gm", {}, incoming, (0, 1))).table
        assert arrived.lists[NOTES] == table.lists[NOTES]
        assert arrived.lists[SHARED_NOTES] == table.lists[SHARED_NOTES]


@given(st.text(alphabet="[]|ab \n", max_size=60))
def test_links_are_where_they_say(text: str) -> None:
    for link in links_in(text):
        assert text[link.start : link.start + 2] == "[["
        assert text[link.end - 2 : link.end] == "]]"
        assert can_be_linked(link.target)
    renamed = with_renamed_links(text, {"a": "zz"})
    assert not any(link.target == "a" for link in links_in(renamed))
    assert len(links_in(renamed)) == len(links_in(text))


@examples(200)
@given(
    st.lists(st.sampled_from(["[[", "]]", "[", "|", "\\", " ", "\n", "Old", "old", "mill", "2d6", "İ"])).map("".join)
)
def test_the_names_that_a_text_links_to_are_those_of_its_links(text: str) -> None:
    assert linked_names(text) == tuple(dict.fromkeys(name_key(link.target) for link in links_in(text)))
