"""Links in notes follow characters and entries of Prep that get another name, in the same move, and tell nobody."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from engine.core.draft import Draft
from engine.core.events import ActorSet, ListRowsSet, Noted
from engine.core.manual_moves import EditActor
from engine.core.redaction import redact
from engine.kit.encounters.encounter_records import ENCOUNTERS
from engine.kit.every_game.full_content_editor import content_editor_of
from engine.kit.handouts.handout_commands import SaveHandouts
from engine.kit.handouts.handout_records import HANDOUTS
from engine.kit.notes.note_commands import SaveNotes
from engine.kit.notes.note_records import LONGEST_TEXT, NOTES, QUICK_NOTES, SHARED_NOTES
from engine.kit.notes.note_renames import follow_renames
from engine.kit.random_tables.random_table_records import RANDOM_TABLES
from engine.model.frozen import Json, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.game import Game
from tests.engine.kit.test_notes import OTHERS, bare_table, do, game

__all__ = ["game"]
TEXT = "[[Old mill]], [[old  MILL|there]], [[Old mills]]"
FOLLOWED = "[[New mill]], [[New mill|there]], [[Old mills]]"


def with_pages(game: Game, table: Table) -> Table:
    """A page of the GM, one of quick notes, and one that all may read, each with links to “Old mill”."""
    put: dict[str, tuple[dict[str, Json], ...]] = {
        NOTES: ({"id": "n1", "name": "Mine", "text": TEXT},),
        QUICK_NOTES: ({"id": "quick_notes", "name": "Quick", "text": TEXT},),
        SHARED_NOTES: ({"id": "n3", "name": "Ours", "text": TEXT, "shared": True},),
    }
    return do(game, table, SaveNotes(seat="gm", put=put)).table


def texts_of(table: Table) -> list[Json]:
    return [row["text"] for name in (NOTES, QUICK_NOTES, SHARED_NOTES) for row in table.lists[name]]


def with_character(game: Game, *, secret: bool) -> Table:
    table = bare_table(game)
    actor = game.new_actor(table, Actor(id="mill", name="Old mill", seat="gm", secret=secret), {})
    return replace(table, actors={"mill": actor})


@pytest.mark.parametrize("kind", [HANDOUTS, RANDOM_TABLES, ENCOUNTERS])
def test_links_follow_an_entry_of_prep_in_the_pages_of_the_gm_alone(game: Game, kind: str) -> None:
    table, editor = with_pages(game, bare_table(game)), content_editor_of(game)
    kinds = [category.kind for category in editor.categories()]
    kind = kind if kind in kinds else kinds[0]  # a game without encounters has others, such as places
    record: dict[str, Json] = {"name": "Old mill"}
    if kind == RANDOM_TABLES:
        record["rows"] = ({"text": "a"},)
    id_, saving = editor.save_command("gm", table.lists, table.options, kind, record)
    table = do(game, table, saving).table
    stored = editor.record(table.lists, table.options, kind, id_)
    assert stored is not None
    rename = editor.save_command("gm", table.lists, table.options, kind, {**stored, "name": "New mill"})[1]
    outcome = do(game, table, rename)
    assert texts_of(outcome.table) == [FOLLOWED, FOLLOWED, TEXT], (
        "in one move, and no reader learns of the GM's entries"
    )
    lines = [event for event in outcome.events if isinstance(event, Noted)]
    assert "log.links_followed" in {line.message.key for line in lines}
    assert {line.audience for line in lines if line.message.key == "log.links_followed"} == {("gm",)}
    for viewer in OTHERS:
        assert game.view_for(outcome.table, viewer).lists == game.view_for(table, viewer).lists
        assert "mill" not in repr(redact(table, outcome.events, viewer, game.secret_lists))


@pytest.mark.parametrize("secret", [False, True])
def test_links_follow_a_character_and_in_shared_pages_one_that_everybody_knows(game: Game, secret: bool) -> None:
    table = with_pages(game, with_character(game, secret=secret))
    after = do(game, table, EditActor(seat="gm", actor="mill", name="New mill")).table
    assert texts_of(after) == [FOLLOWED, FOLLOWED, TEXT if secret else FOLLOWED]


def test_links_stay_where_another_thing_has_the_old_name_and_where_none_can_name_the_new_one(game: Game) -> None:
    handout: dict[str, Json] = {"id": "h", "name": "Old mill"}
    table = with_pages(game, with_character(game, secret=False))
    both = do(game, table, SaveHandouts(seat="gm", put={HANDOUTS: (handout,)})).table
    after = do(game, both, EditActor(seat="gm", actor="mill", name="New mill")).table
    assert texts_of(after) == [TEXT, TEXT, FOLLOWED], "readers of the shared page know of one thing with that name"
    after = do(game, table, EditActor(seat="gm", actor="mill", name="a]] [[b")).table
    assert texts_of(after) == [TEXT] * 3


def test_many_renames_and_many_pages_are_one_piece_of_each_list(game: Game) -> None:
    count = 200
    links = " ".join(f"[[Map {number}]]" for number in range(count))
    pages: tuple[dict[str, Json], ...] = tuple({"id": f"n{at}", "name": f"Page {at}", "text": links} for at in range(9))
    pages = (*pages, {"id": "n9", "name": "Between", "text": ""}, {"id": "n10", "name": "Last", "text": links})
    maps: tuple[dict[str, Json], ...] = tuple({"id": f"h{at}", "name": f"Map {at}"} for at in range(count))
    table = do(game, bare_table(game), SaveNotes(seat="gm", put={NOTES: pages})).table
    table = do(game, table, SaveHandouts(seat="gm", put={HANDOUTS: maps})).table
    renamed = tuple({**row, "name": f"Old {row['name']}"} for row in maps)
    outcome = do(game, table, SaveHandouts(seat="gm", put={HANDOUTS: renamed}))
    followed = " ".join(f"[[Old Map {number}]]" for number in range(count))
    assert [row["text"] for row in outcome.table.lists[NOTES]] == [followed] * 9 + ["", followed]
    written = [event for event in outcome.events if isinstance(event, ListRowsSet) and event.name == NOTES]
    assert [(event.start, len(event.rows)) for event in written] == [(0, 9), (10, 1)]


@pytest.mark.parametrize("first", ["secret", "known"])
def test_a_secret_thing_with_the_same_name_changes_nothing_in_a_shared_page(game: Game, first: str) -> None:
    table = with_pages(game, bare_table(game))
    ids = ("secret", "known") if first == "secret" else ("known", "secret")
    actors = {
        id_: game.new_actor(table, Actor(id=id_, name="Old mill", seat="gm", secret=id_ == "secret"), {}) for id_ in ids
    }
    new = {id_: replace(actor, name="Lair" if actor.secret else "New mill") for id_, actor in actors.items()}
    draft = Draft(replace(table, actors=actors), SeededChance(1))
    draft.table = replace(draft.table, actors=new)
    follow_renames(draft)
    assert draft.table.lists[SHARED_NOTES][0]["text"] == FOLLOWED


def test_rows_without_a_proper_id_stop_no_command(game: Game) -> None:
    table = with_pages(game, bare_table(game))
    odd: tuple[dict[str, Json], ...] = ({"id": {"a": 1}, "name": "Old mill"}, {"name": "x"})
    lists = {**table.lists, NOTES: (*odd, *table.lists[NOTES]), HANDOUTS: (*odd, {"id": "h", "name": "Old mill"})}
    draft = Draft(replace(table, lists=lists), SeededChance(1))
    draft.set_list(HANDOUTS, (*odd, {"id": "h", "name": "New mill"}))
    follow_renames(draft)
    assert draft.table.lists[SHARED_NOTES][0]["text"] == TEXT


@pytest.mark.parametrize(("before", "after"), [(True, False), (False, True), (True, True), (False, False)])
def test_a_shared_page_follows_only_a_character_that_was_known_and_stays_known(
    game: Game, before: bool, after: bool
) -> None:
    """In one move with its new name, a character can also be revealed or hidden: one of its names stays a secret."""
    table = with_pages(game, with_character(game, secret=before))
    draft = Draft(table, SeededChance(1))
    draft.emit(ActorSet(actor=replace(table.actors["mill"], name="New mill", secret=after)))
    follow_renames(draft)
    assert texts_of(draft.table) == [FOLLOWED, FOLLOWED, TEXT if before or after else FOLLOWED]


@pytest.mark.parametrize("other", ["character", "page"])
def test_a_secret_thing_that_keeps_the_old_name_is_not_felt_in_a_shared_page(game: Game, other: str) -> None:
    table = with_pages(game, with_character(game, secret=False))
    if other == "character":
        ghost = game.new_actor(table, Actor(id="ghost", name="Old mill", seat="gm", secret=True), {})
        table = replace(table, actors={**table.actors, "ghost": ghost})
    else:
        mine: dict[str, Json] = {"id": "n4", "name": "Old mill", "text": ""}
        table = do(game, table, SaveNotes(seat="gm", put={NOTES: (mine,)})).table
    after = do(game, table, EditActor(seat="gm", actor="mill", name="New mill")).table
    assert texts_of(after)[-1] == FOLLOWED
    assert texts_of(after)[0] == TEXT, "the GM’s own links lead to the thing that still has the name"


def test_a_page_that_would_be_too_long_keeps_its_links_and_its_text(game: Game) -> None:
    full = TEXT + "x" * (LONGEST_TEXT - len(TEXT))
    page: dict[str, Json] = {"id": "n1", "name": "Mine", "text": full}
    table = do(game, with_character(game, secret=False), SaveNotes(seat="gm", put={NOTES: (page,)})).table
    after = do(game, table, EditActor(seat="gm", actor="mill", name="The newest mill")).table
    assert after.actors["mill"].name == "The newest mill"
    assert after.lists[NOTES][0]["text"] == full
