"""Handouts: every game has them, only the GM knows of them, and a game's own kind of that name comes first."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from engine.core.manual_moves import SetList
from engine.core.redaction import redact
from engine.kit.content_editor.persistence import MOST_KEPT
from engine.kit.content_editor.view_models import EditRefused
from engine.kit.every_game.full_content_editor import content_editor_of
from engine.kit.handouts.handout_commands import SaveHandouts
from engine.kit.handouts.handout_records import HANDOUTS
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.model.seats import PRINT, SHARED, Role, Seat
from engine.model.table import Table
from engine.presentation.game import Game
from engine.rulesets.loader import game_of, ruleset_ids

SEATS = (Seat(id="gm", name="Gm", role=Role.GM), Seat(id="tom", name="Tom"))
MAP: dict[str, Json] = {"id": "map", "name": "Old map", "text": "Here be dragons.", "notes": "The dragon is asleep."}


@pytest.fixture(params=ruleset_ids())
def game(request: pytest.FixtureRequest) -> Game:
    return game_of(request.param)


def bare_table(game: Game) -> Table:
    return game.new_table(SEATS, {name: spec.default for name, spec in game.ruleset.options.items()})


def table_of(game: Game, *, gm: str = "gm") -> tuple[Table, tuple[object, ...]]:
    """Return a table with a handout, and the log lines of its making."""
    table = bare_table(game)
    outcome = game.apply(table, SaveHandouts(seat=gm, put={HANDOUTS: (MAP,)}), SeededChance(1))
    return outcome.table, outcome.events


def test_every_game_has_handouts_behind_its_own_categories(game: Game) -> None:
    (category,) = (each for each in content_editor_of(game).categories() if each.kind == HANDOUTS)
    after = content_editor_of(game).categories()[content_editor_of(game).categories().index(category) :]
    assert all(each.in_every_game for each in after)
    assert category.gm_only
    assert category.title == "Handouts"


def test_only_the_gm_knows_of_them(game: Game) -> None:
    table, events = table_of(game)
    bare = bare_table(game)
    outcome = game.apply(bare, SaveHandouts(seat="gm", put={HANDOUTS: (MAP,)}), SeededChance(1))
    for viewer in ("tom", SHARED, PRINT):
        assert HANDOUTS not in game.view_for(table, viewer).lists
        assert redact(bare, outcome.events, viewer, game.secret_lists) == ()
        for seat in bare.seats:
            assert game.offers(table, seat, viewer) == game.offers(bare, seat, viewer)
    assert str(MAP["name"]) not in say(outcome.title)
    assert outcome.learned == frozenset()
    (row,) = game.view_for(table, "gm").lists[HANDOUTS]
    assert row["notes"] == MAP["notes"]
    assert [getattr(event, "audience", ()) for event in events if hasattr(event, "message")] == [("gm",)]


def test_a_player_cannot_save_one_and_a_faulty_one_is_refused(game: Game) -> None:
    with pytest.raises(Refused):
        table_of(game, gm="tom")
    table, _ = table_of(game)
    for wrong in ({"picture": "../../etc/passwd"}, {"text": "x" * 8001}, {"id": "No Id"}, {"more": 1}):
        with pytest.raises(Refused) as refused:
            game.apply(table, SaveHandouts(seat="gm", put={HANDOUTS: ({**MAP, **wrong},)}), SeededChance(1))
        assert refused.value.message.key == "refused.handout_record_form"
    many = tuple({"id": f"m{number}", "name": "Map"} for number in range(MOST_KEPT + 1))
    for put, key in (({HANDOUTS: many}, "handout_too_many_records"), ({"cards": (MAP,)}, "handout_no_drawer")):
        with pytest.raises(Refused) as refused:
            game.apply(table, SaveHandouts(seat="gm", put=put), SeededChance(1))
        assert refused.value.message.key == f"refused.{key}"


def test_the_log_line_of_a_list_written_by_hand_is_for_the_gm(game: Game) -> None:
    table, _ = table_of(game)
    outcome = game.apply(
        table, SetList(seat="gm", list=HANDOUTS, rows=(MAP, {**MAP, "id": "b", "name": "B"})), SeededChance(1)
    )
    assert [event.audience for event in outcome.events if hasattr(event, "audience")] == [("gm",)]


def test_a_file_of_handouts_comes_back_and_others_go_to_the_game(game: Game) -> None:
    table, _ = table_of(game)
    editor = content_editor_of(game)
    for form in ("toml", "json"):
        written = editor.export_file(table.lists, {}, ((HANDOUTS, "map"),), form)
        incoming = editor.read_file({}, {}, written)
        assert [(record.name, record.gm_only) for record in incoming.records] == [("Old map", True)]
        command = editor.import_command("gm", {}, incoming, (0,))
        assert isinstance(command, SaveHandouts)
        (row,) = command.put[HANDOUTS]
        assert dict(row) == {**MAP}
    with pytest.raises(EditRefused):
        editor.read_file({}, {}, '{"format": "kitchen-table-workshop", "version": 1, "nonsense": []}')


def test_entries_of_the_game_and_handouts_do_not_share_a_file() -> None:
    editor = content_editor_of(game_of("classic_fantasy"))
    trap = editor.entries({}, {}, "prepared_traps")[0].id
    with pytest.raises(EditRefused, match="can hold only handouts"):
        editor.export_file({HANDOUTS: (MAP,)}, {}, (("prepared_traps", trap), (HANDOUTS, "map")))
    assert "prepared_trap" in editor.export_file({}, {}, (("prepared_traps", trap),))
