"""Links in notes follow characters and entries of Prep that get another name, in the same move, and tell nobody."""

from __future__ import annotations

import pytest

from engine.core.events import Noted
from engine.core.manual_moves import EditActor
from engine.core.redaction import redact
from engine.kit.encounters.encounter_records import ENCOUNTERS
from engine.kit.every_game.full_content_editor import content_editor_of
from engine.kit.handouts.handout_commands import SaveHandouts
from engine.kit.handouts.handout_records import HANDOUTS
from engine.kit.notes.note_commands import SaveNotes
from engine.kit.notes.note_records import NOTES, QUICK_NOTES, SHARED_NOTES
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
