"""Sessions in every game: their records, attendance, and what undo takes back."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.events import Noted
from engine.core.history import History
from engine.kit.game_factory import make_game
from engine.kit.manual_game import ManualGame
from engine.kit.sessions.session_commands import (
    EditSession,
    EndPlainSession,
    SessionEnd,
    SessionStart,
    StartPlainSession,
)
from engine.kit.sessions.session_records import RESTING, SESSIONS, running_session, session_in, sessions_in
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.seats import Actor, Role, Seat
from engine.model.table import Table
from engine.presentation.game import Game
from engine.rulesets.classic_fantasy.progression.session_commands import SetSession
from engine.rulesets.loader import game_of, ruleset_ids

GM = Seat(id="gm", name="Ada", role=Role.GM)
TOM, ANN = Seat(id="tom", name="Tom"), Seat(id="ann", name="Ann")


def table_of(game: Game) -> Table:
    options = {name: spec.default for name, spec in game.ruleset.options.items()}
    table = game.new_table((GM, TOM, ANN), options)
    actors = (Actor(id=id_, name=id_, seat=seat) for id_, seat in (("hild", "tom"), ("wil", "ann")))
    return replace(table, actors={actor.id: game.new_actor(table, actor, {}) for actor in actors})


def done(game: Game, history: History, command: Command) -> None:
    outcome = game.apply(history.table, command, SeededChance(1))
    history.add(outcome.entry(), outcome.table)


def refusal_key(game: Game, table: Table, command: Command) -> str:
    refused = game.refusal(table, command)
    return "" if refused is None else refused.message.plain_key


@pytest.fixture
def plain() -> Game:
    return make_game(ManualGame("tiny"))


@pytest.mark.parametrize("name", ruleset_ids())
def test_every_game_has_one_start_and_one_end_which_undo_takes_back(name: str) -> None:
    game = game_of(name)
    start, end = game.commands["start_session"], game.commands["end_session"]
    assert issubclass(start, SessionStart)
    assert issubclass(end, SessionEnd)
    history = History(table_of(game))
    done(game, history, start(seat="gm", number=4, title=" The mill ", date="1 May", absent={"tom": True}))
    session = running_session(history.table.lists)
    assert session is not None
    assert (session.number, session.title, session.date) == (4, "The mill", "1 May")
    assert (session.present, session.absent) == (("Ada", "Ann"), ("Tom",))
    assert [actor.archived for actor in history.table.actors.values()] == [True, False]
    started = [line for line in history.log("shared") if line.message.plain_key == f"log.{start.STARTED}"]
    assert [line.message.params["number"] for line in started] == [4]
    done(game, history, end(seat="gm"))
    assert running_session(history.table.lists) is None
    assert not any(actor.archived for actor in history.table.actors.values())
    history.go_to(1, consent=True)
    assert running_session(history.table.lists) == session
    history.go_to(0, consent=True)
    assert sessions_in(history.table.lists) == ()
    assert not any(line.message.plain_key == f"log.{start.STARTED}" for line in history.log("shared"))


def test_a_session_starts_and_ends_once_and_no_number_comes_twice(plain: Game) -> None:
    history = History(table_of(plain))
    assert refusal_key(plain, history.table, EndPlainSession(seat="gm")) == "refused.session_not_running"
    assert refusal_key(plain, history.table, StartPlainSession(seat="tom")) == "refused.gm_only"
    assert refusal_key(plain, history.table, StartPlainSession(seat="gm", absent={"x": True})) == "refused.no_such_seat"
    done(plain, history, StartPlainSession(seat="gm", number=7))
    assert refusal_key(plain, history.table, StartPlainSession(seat="gm")) == "refused.session_in_progress"
    done(plain, history, EndPlainSession(seat="gm"))
    assert refusal_key(plain, history.table, StartPlainSession(seat="gm", number=7)) == "refused.session_number_used"
    done(plain, history, StartPlainSession(seat="gm"))
    assert [session.number for session in sessions_in(history.table.lists)] == [7, 8]


def test_a_character_that_was_archived_before_stays_archived(plain: Game) -> None:
    table = table_of(plain)
    hild = table.actors["hild"]
    history = History(replace(table, actors={"hild": replace(hild, archived=True)}))
    done(plain, history, StartPlainSession(seat="gm", absent={"tom": True}))
    done(plain, history, EndPlainSession(seat="gm"))
    assert history.table.actors["hild"].archived


def test_a_player_who_is_absent_but_played_by_the_gm_keeps_the_characters_in_play(plain: Game) -> None:
    history = History(table_of(plain))
    done(plain, history, StartPlainSession(seat="gm", absent={"tom": False}))
    assert not history.table.actors["hild"].archived
    assert RESTING not in history.table.lists


def test_only_the_gm_knows_which_characters_rest(plain: Game) -> None:
    history = History(table_of(plain))
    done(plain, history, StartPlainSession(seat="gm", absent={"tom": True}))
    assert RESTING in plain.view_for(history.table, "gm").lists
    for viewer in ("shared", "tom", "ann"):
        view = plain.view_for(history.table, viewer)
        assert RESTING not in view.lists
        assert SESSIONS in view.lists


def test_the_title_of_any_session_can_change_also_of_one_without_a_record(plain: Game) -> None:
    history = History(table_of(plain))
    done(plain, history, StartPlainSession(seat="gm", number=3))
    done(plain, history, EditSession(seat="gm", session="3", title="Fog", date="May"))
    done(plain, history, EditSession(seat="gm", session="1", title="Once"))
    assert [(s.number, s.title) for s in sessions_in(history.table.lists)] == [(1, "Once"), (3, "Fog")]
    assert running_session(history.table.lists) is not None
    unchanged = EditSession(seat="gm", session="3", title="Fog", date="May")
    assert refusal_key(plain, history.table, unchanged) == "refused.nothing_to_write"
    assert refusal_key(plain, history.table, EditSession(seat="tom", session="3")) == "refused.gm_only"


def test_a_list_from_a_strangers_file_is_read_as_far_as_it_is_sound() -> None:
    rows: tuple[dict[str, Json], ...] = (
        {"id": "x", "number": 1},
        {"id": "1", "number": 1, "title": "x" * 10_000},
        {"id": "2", "number": 2},
        {},
    )
    assert [session.id for session in sessions_in({SESSIONS: rows})] == ["2"]


def test_cf_luck_3_the_number_that_the_gm_sets_is_the_number_of_the_session() -> None:
    game = game_of("classic_fantasy")
    history = History(table_of(game))
    done(game, history, game.commands["start_session"](seat="gm", number=2))  # type: ignore[call-arg]
    done(game, history, game.commands["end_session"](seat="gm"))  # type: ignore[call-arg]
    done(game, history, game.commands["start_session"](seat="gm"))  # type: ignore[call-arg]
    assert refusal_key(game, history.table, SetSession(seat="gm", number=2)) == "refused.session_number_used"
    done(game, history, SetSession(seat="gm", number=12))
    renamed = session_in(history.table.lists, "3")
    assert renamed is not None
    assert renamed.number == 12


def test_fi_fate_4_who_is_absent_draws_no_chips_until_they_come() -> None:
    game = game_of("future_imperfect")
    history = History(table_of(game))
    done(game, history, game.commands["start_session"](seat="gm", absent={"tom": False}))  # type: ignore[call-arg]
    assert sum(history.table.chips.get("tom", {}).values()) == 0
    assert sum(history.table.chips["ann"].values()) == 3
    done(game, history, game.commands["draw_chips"](seat="gm", bag="tom"))  # type: ignore[call-arg]
    assert sum(history.table.chips["tom"].values()) == 3


def test_a_refused_start_changes_nothing(plain: Game) -> None:
    history = History(table_of(plain))
    with pytest.raises(Refused):
        done(plain, history, StartPlainSession(seat="gm", absent={"nobody": True}))
    assert history.cursor == 0


def test_a_character_in_a_combat_stays_in_play_though_its_player_is_absent() -> None:
    game = game_of("imaginality")
    table = table_of(game)
    known, hidden = (Actor(id=id_, name=id_, seat="tom", secret=id_ == "spy") for id_ in ("cook", "spy"))
    table = replace(table, actors={**table.actors, **{a.id: game.new_actor(table, a, {}) for a in (known, hidden)}})
    history = History(table)
    done(game, history, game.commands["start_fight"](seat="gm", fighters=("hild", "spy", "wil")))  # type: ignore[call-arg]
    outcome = game.apply(history.table, StartPlainSession(seat="gm", absent={"tom": True}), SeededChance(1))
    actors = outcome.table.actors
    assert [actors[id_].archived for id_ in ("hild", "spy", "cook", "wil")] == [False, False, True, False]
    stays = [e for e in outcome.events if isinstance(e, Noted) and e.message.plain_key == "log.session_stays"]
    assert [(note.message.params["actor"], note.audience) for note in stays] == [("hild", None), ("spy", ("gm", "tom"))]


def test_the_session_in_progress_stays_the_last_when_a_later_number_gets_a_title(plain: Game) -> None:
    history = History(table_of(plain))
    done(plain, history, StartPlainSession(seat="gm", number=3))
    done(plain, history, EditSession(seat="gm", session="5", title="Once"))
    running = running_session(history.table.lists)
    assert running is not None
    assert running.number == 3
    assert refusal_key(plain, history.table, EndPlainSession(seat="gm")) == ""


def test_no_session_gets_the_last_number_twice(plain: Game) -> None:
    history = History(table_of(plain))
    done(plain, history, StartPlainSession(seat="gm", number=9999))
    done(plain, history, EndPlainSession(seat="gm"))
    assert refusal_key(plain, history.table, StartPlainSession(seat="gm")) == "refused.session_number_used"
    assert refusal_key(plain, history.table, StartPlainSession(seat="gm", number=4)) == ""


def test_cf_luck_3_the_number_of_the_session_in_progress_can_be_set_back() -> None:
    game = game_of("classic_fantasy")
    history = History(table_of(game))
    done(game, history, game.commands["start_session"](seat="gm", number=2))  # type: ignore[call-arg]
    done(game, history, SetSession(seat="gm", number=12))
    assert refusal_key(game, history.table, SetSession(seat="gm", number=2)) == ""
