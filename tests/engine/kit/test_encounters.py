"""Encounters: prepared ones are never changed by play; running ones can be reset, paused, resumed and removed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from engine.core.chance import SeededChance
from engine.core.codec import Codec
from engine.core.commands import Command, Request
from engine.core.draft import Draft
from engine.core.events import ListSet, Noted, ProcedureSet
from engine.core.history import History
from engine.core.manual_moves import EditActor, LayCondition, RemoveActor, SetTrack
from engine.core.redaction import redact
from engine.kit.cast import cast_commands
from engine.kit.cast.arrivals import ARRIVALS
from engine.kit.cast.cast_commands import BringCast, RollCastAgain
from engine.kit.cast.prepared_cast import PreparedCast
from engine.kit.content_editor.content_library import ContentLibrary
from engine.kit.content_editor.dice_numbers import Dice
from engine.kit.content_editor.persistence import LARGEST, MOST_KEPT, row_of
from engine.kit.encounters.cast import has_own_encounters
from engine.kit.encounters.encounter_commands import (
    FireTrigger,
    KeepCharacter,
    PauseEncounter,
    RemoveEncounter,
    ResetEncounter,
    ResumeEncounter,
    RevealFoes,
    RunEncounter,
    SaveEncounters,
    TickEncounter,
)
from engine.kit.encounters.encounter_records import ENCOUNTERS, KEPT
from engine.kit.encounters.encounter_runs import RECORD_LISTS, RUNS, present_actors
from engine.kit.encounters.encounter_triggers import fire_triggers, numbers_of_rounds
from engine.kit.every_game.full_content_editor import content_editor_of
from engine.kit.game_factory import make_game
from engine.kit.manual_game import ManualGame
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Frozen, Json, replace
from engine.model.seats import PRINT, SHARED, Actor, Role, Seat
from engine.model.table import Procedure, Table
from engine.model.tracks import Track
from engine.presentation.activity_view import ActivityView
from engine.presentation.game import Game
from engine.rulesets.loader import game_of, ruleset_ids

SEATS = {"gm": Seat(id="gm", name="Gm", role=Role.GM), "tom": Seat(id="tom", name="Tom")}
WOLF = Actor(id="wolf", name="Wolf", seat="gm", secret=True, tracks={"Hits": Track(value=5, most=5)})
HERO = Actor(id="hero", name="Hild", seat="tom", tracks={"Hits": Track(value=9, most=9)})


class PreparedWolf(Frozen):
    """A prepared wolf, whose Hits may be dice."""

    id: str
    name: str = ""
    hits: Annotated[int, Meta(ge=1, le=9)] | Dice = 5


WOLVES: PreparedCast[PreparedWolf] = PreparedCast(
    "wolves",
    ContentLibrary({"wolves": PreparedWolf}, lambda _kind: (PreparedWolf(id="grey", name="Grey", hits="1d6"),)),
    faults=lambda wolf, table: (),
    sheet=lambda wolf, table: {"hits": wolf.hits},
)


class Pack(ManualGame):
    """A game with prepared wolves, a fight that holds who is named, and rounds."""

    casts = (WOLVES,)
    secret_lists = frozenset({"wolves", WOLVES.rolled.name})
    record_lists = frozenset({WOLVES.rolled.name})

    def __init__(self, ruleset: str) -> None:
        super().__init__(ruleset)
        self.moves = (*self.moves, *cast_commands.moves_for(WOLVES, self.new_actor))

    def new_actor(self, table: Table, actor: Actor, tracks: Mapping[str, int]) -> Actor:
        hits = actor.sheet.get("hits")
        wolf = replace(actor, tracks={"Hits": Track(value=hits, most=hits)}) if isinstance(hits, int) else actor
        return super().new_actor(table, wolf, tracks)

    def verify_manual_move(self, table: Table, command: Command) -> None:
        if isinstance(command, RemoveActor) and table.actors[command.actor].has_condition("fighting"):
            raise Refused("no_such_actor", actor=command.actor)


GAME = make_game(Pack("example"))
AMBUSH: Mapping[str, Json] = {
    "id": "ambush",
    "name": "Ambush",
    "read_out": "Fog.",
    "notes": "They are hungry.",
    "loot": "A ring",
    "cast": [{"who": "wolves/grey", "count": "1d3+1", "side": "Pack"}],
    "checklist": [{"text": "Howl"}, {"text": "Ring"}],
    "triggers": [{"round": 3, "what": "More wolves"}, {"when": "the door opens", "what": "Wind"}],
}


def table_with(*encounters: Mapping[str, Json], **lists: tuple[Mapping[str, Json], ...]) -> Table:
    actors = {"hero": HERO, "wolf": WOLF}
    return Table(ruleset="example", seats=SEATS, actors=actors, lists={ENCOUNTERS: encounters or (AMBUSH,), **lists})


def do(table: Table, *commands: Command, seed: int = 1, game: Game = GAME) -> Table:
    for command in commands:
        table = game.apply(table, command, SeededChance(seed)).table
    return table


def refusal(table: Table, command: Command, game: Game = GAME) -> str:
    found = game.refusal(table, command)
    return "" if found is None else found.message.key.removeprefix("refused.")


def lines_of(table: Table, command: Command) -> list[tuple[str, tuple[str, ...] | None]]:
    events = GAME.apply(table, command, SeededChance(1)).events
    return [(e.message.key.removeprefix("log."), e.audience) for e in events if isinstance(e, Noted)]


RUN = RunEncounter(seat="gm", encounter="ambush")


def of_run(kind: Any, **more: Any) -> Any:
    return kind(seat="gm", run="ambush", **more)


ABOUT_A_RUN: tuple[Command, ...] = (
    RUN,
    of_run(ResetEncounter),
    of_run(PauseEncounter),
    of_run(ResumeEncounter),
    of_run(RemoveEncounter),
    of_run(TickEncounter, line="1"),
)


def harmed(table: Table, seed: int) -> Table:
    """Return the table after moves that change, show, rename, archive or remove those who came."""
    random = Random(seed)
    for _ in range(6):
        here = [actor.id for actor in present_actors(table, "ambush")]
        if not here:
            break
        actor = random.choice(here)
        moves: tuple[Command, ...] = (
            SetTrack(seat="gm", actor=actor, track="Hits", value=0),
            LayCondition(seat="gm", actor=actor, condition="prone"),
            EditActor(seat="gm", actor=actor, secret=False),
            EditActor(seat="gm", actor=actor, archived=True),
            EditActor(seat="gm", actor=actor, name="Old Grey"),
            RemoveActor(seat="gm", actor=actor),
        )
        table = do(table, random.choice(moves))
    return table


class RoundCounter(ManualGame):
    """A game whose round is the time; it counts how often its rounds are looked at."""

    looks = 0

    def activity_view(self, table: Table, viewer: str) -> tuple[ActivityView, ...]:
        self.looks += 1
        return (ActivityView(title=Message(key="example"), figures={"round": table.clock}),)


@pytest.mark.parametrize(("before", "now"), [*product((0, 2, 3, 4), repeat=2)])
def test_a_trigger_happens_as_its_round_begins_and_other_rounds_cost_one_look(before: int, now: int) -> None:
    game = RoundCounter("example")
    draft = Draft(replace(do(table_with(), RUN), clock=before), SeededChance(1))
    draft.table = replace(draft.table, clock=now, procedures=(Procedure(),))
    fire_triggers(numbers_of_rounds(game), draft)
    happens = now == 3 != before
    assert [type(event) for event in draft.events] == ([ProcedureSet, ListSet, Noted] if happens else [])
    assert game.looks == (2 if now == 3 else 1)


@given(st.integers(0, 2**16), st.integers(0, 2**16))
def test_reset_gives_back_all_as_they_came(seed: int, luck: int) -> None:
    came = do(table_with(), RUN, seed=luck)
    ticked = do(came, of_run(TickEncounter, line="1"), of_run(FireTrigger, trigger="2"))
    after = do(harmed(ticked, seed), of_run(ResetEncounter))
    assert (after.actors, after.lists) == (came.actors, came.lists)
    assert after.lists[ENCOUNTERS] == (AMBUSH,)


@given(st.integers(0, 2**16))
def test_pause_and_resume_give_back_all_as_they_were(seed: int) -> None:
    now = harmed(do(table_with(), RUN), seed)
    paused = do(now, of_run(PauseEncounter))
    assert all(actor.archived for actor in present_actors(paused, "ambush"))
    after = do(paused, of_run(ResumeEncounter))
    assert (after.actors, after.lists) == (now.actors, now.lists)


@given(st.integers(0, 2**16))
def test_remove_takes_them_away_and_each_gesture_can_be_undone(seed: int) -> None:
    table = table_with()
    timeline = History(table)
    states = [table]
    commands = (
        RUN,
        of_run(TickEncounter, line="2"),
        of_run(PauseEncounter),
        of_run(ResumeEncounter),
        of_run(ResetEncounter),
        of_run(RemoveEncounter),
    )
    for command in commands:
        outcome = GAME.apply(states[-1], command, SeededChance(seed))
        timeline.add(outcome.entry(), outcome.table)
        states.append(outcome.table)
    assert states[-1].actors == table.actors
    assert (states[-1].lists[RUNS.name], states[-1].lists[ARRIVALS.name]) == ((), ())
    for place in reversed(range(len(states))):
        assert timeline.go_to(place, consent=True) == states[place]


def test_the_text_is_for_all_and_the_notes_for_the_gm_alone() -> None:
    lines = lines_of(table_with(), RUN)
    assert ("encounter_read_out", None) in lines
    assert ("encounter_notes", ("gm",)) in lines
    assert ("encounter_runs", ("gm",)) in lines
    assert [audience for key, audience in lines if key == "actor_joined"] == [("gm",)] * (len(lines) - 3)


def test_nothing_of_an_unseen_run_reaches_others() -> None:
    silent = {**AMBUSH, "read_out": ""}
    table = table_with(silent)
    changed = table
    ran = [RUN, of_run(TickEncounter, line="1"), of_run(FireTrigger, trigger="1"), of_run(PauseEncounter)]
    for command in (*ran, of_run(ResumeEncounter), of_run(ResetEncounter)):
        outcome = GAME.apply(changed, command, SeededChance(1))
        for viewer in ("tom", SHARED, PRINT):
            assert redact(changed, outcome.events, viewer, GAME.secret_lists) == ()
            assert viewer not in outcome.learned
        changed = outcome.table
        for viewer in ("tom", SHARED, PRINT):
            assert GAME.view_for(changed, viewer) == GAME.view_for(table, viewer)
            assert GAME.status_page_tabs(changed, viewer) == ()
            assert GAME.status_page(changed, viewer, "encounters") is None
            assert GAME.offers(changed, "tom", viewer) == GAME.offers(table, "tom", viewer)
            assert GAME.offers(changed, "gm", viewer) == GAME.offers(table, "gm", viewer)
    assert [tab.key for tab in GAME.status_page_tabs(changed, "gm")] == ["encounters"]


@given(st.sampled_from([id_ for id_ in ruleset_ids() if not has_own_encounters(game_of(id_).ruleset)]), st.data())
def test_no_order_of_commands_about_unseen_characters_tells_others_anything(ruleset: str, data: st.DataObject) -> None:
    game = game_of(ruleset)
    start = game.new_table(tuple(SEATS.values()), {n: spec.default for n, spec in game.ruleset.options.items()})
    hero, lurker = (game.new_actor(start, replace(who, tracks={}), {}) for who in (HERO, WOLF))
    encounter = {**AMBUSH, "read_out": "", "cast": [{"who": "kept_characters/c", "count": "1d3", "side": "Pack"}]}
    kept = {"id": "c", "name": "Lurker", "character": row_of(lurker)}
    before = replace(start, actors={"hero": hero}, lists={ENCOUNTERS: (encounter,), KEPT: (kept,)})
    table = before
    for drawn in (RUN, *data.draw(st.lists(st.sampled_from([*ABOUT_A_RUN, LayCondition]), max_size=8))):
        here = present_actors(table, "ambush")
        command: Command = drawn if isinstance(drawn, Request) else of_run(ResetEncounter)
        if drawn is LayCondition and here:
            condition = next(iter(game.conditions(table, here[0].id, "gm")))
            command = LayCondition(seat="gm", actor=here[0].id, condition=condition)
        if game.refusal(table, command) is not None:
            continue
        outcome = game.apply(table, command, SeededChance(1))
        for viewer in ("tom", SHARED, PRINT):
            assert redact(table, outcome.events, viewer, game.secret_lists, game.linked_conditions) == ()
            assert viewer not in outcome.learned
            assert game.view_for(outcome.table, viewer) == game.view_for(before, viewer)
            for seat in SEATS:
                assert game.offers(outcome.table, seat, viewer) == game.offers(before, seat, viewer)
        table = outcome.table


@pytest.mark.parametrize("command", [of_run(ResetEncounter), of_run(RemoveEncounter), of_run(PauseEncounter)])
def test_what_is_in_progress_holds_them(command: Command) -> None:
    table = do(table_with(), RUN)
    actor = present_actors(table, "ambush")[0].id
    fighting = do(table, LayCondition(seat="gm", actor=actor, condition="fighting"))
    assert refusal(fighting, command) == "encounter_busy"
    (offer,) = (offer for offer in GAME.offers(fighting, "gm") if offer.command == command)
    assert offer.denial is not None
    assert refusal(table, command) == ""


def test_refusals() -> None:
    table, ran = table_with(), do(table_with(), RUN)
    paused = do(ran, of_run(PauseEncounter))
    assert refusal(table, RunEncounter(seat="tom", encounter="ambush")) == "gm_only"
    assert refusal(table, RunEncounter(seat="gm", encounter="gone")) == "no_encounter"
    assert refusal(table, of_run(ResetEncounter)) == "no_encounter_run"
    assert refusal(ran, of_run(ResumeEncounter)) == "encounter_not_paused"
    assert refusal(paused, of_run(PauseEncounter)) == "encounter_paused"
    assert refusal(ran, of_run(TickEncounter, line="3")) == "no_encounter_line"
    assert refusal(ran, of_run(FireTrigger, trigger="0")) == "no_encounter_line"
    assert refusal(ran, of_run(RevealFoes, actors=())) == "encounter_nobody_hidden"
    assert refusal(ran, of_run(RevealFoes, actors=("hero",))) == "encounter_not_hidden"
    for cast in ({"who": "wolves/red"}, {"who": "dragons/red"}, {"who": "kept_characters/gone"}, {}):
        own = {None: "encounter_no_cast", "wolves/red": "cast_gone"}
        expected = own.get(cast.get("who"), "encounter_unknown_cast")
        assert refusal(table_with({**AMBUSH, "cast": [cast]}), RUN) == expected
    unread = {"who": "wolves/grey", "tracks": "Hits 3, tired"}
    assert refusal(table_with({**AMBUSH, "cast": [unread]}), RUN) == "encounter_opening"
    spoilt = tuple({**row, "character": {"id": 7}} for row in ran.lists[ARRIVALS.name])
    assert refusal(replace(ran, lists={**ran.lists, ARRIVALS.name: spoilt}), of_run(ResetEncounter)) == (
        "encounter_arrival_spoilt"
    )
    keep = KeepCharacter(seat="gm", actor="hero")
    full = tuple({"id": f"c{number}", "name": "C"} for number in range(MOST_KEPT))
    assert refusal(table_with(kept_characters=full), keep) == "kept_characters_full"
    large = replace(table, actors={"hero": replace(HERO, sheet={"notes": "x" * LARGEST})})
    assert refusal(large, keep) == "kept_character_large"
    broken = table_with(
        {**AMBUSH, "cast": [{"who": "kept_characters/c"}]},
        kept_characters=({"id": "c", "name": "C", "character": {"id": 7}},),
    )
    assert refusal(broken, RUN) == "kept_character_spoilt"
    save = SaveEncounters(seat="gm", put={"dragons": ({"id": "a"},)})
    assert refusal(table, save) == "encounter_no_drawer"
    assert refusal(table, replace(save, put={ENCOUNTERS: ({"id": "a", "name": "x" * 10_000},)})) == (
        "encounter_record_form"
    )
    many = tuple({"id": f"e{number}", "name": "E"} for number in range(MOST_KEPT))
    assert refusal(table_with(*many), replace(save, put={ENCOUNTERS: ({"id": "new", "name": "N"},)})) == (
        "encounter_too_many_records"
    )


def test_characters_begin_with_their_starting_values_and_a_reset_restores_these() -> None:
    wolf: dict[str, Json] = {"who": "kept_characters/old", "tracks": "hits 1"}
    ambush: dict[str, Json] = {
        **AMBUSH,
        "cast": [{"who": "wolves/grey", "count": 2, "tracks": "hits 99, Fear −2"}, wolf],
    }
    kept: dict[str, Json] = {"id": "old", "name": "Old wolf", "character": row_of(WOLF)}
    ran = do(table_with(ambush, kept_characters=(kept,)), RUN)
    came = present_actors(ran, "ambush")
    assert [(actor.tracks["Hits"].value, actor.tracks["Hits"].most) for actor in came[:2]] == [
        (actor.sheet["hits"], actor.sheet["hits"]) for actor in came[:2]
    ], "never above the maximum"
    assert [actor.tracks["Fear"].value for actor in came[:2]] == [-2, -2], "a track that the rules do not give"
    assert came[2].tracks == {"Hits": Track(value=1, most=5)}
    hurt = do(ran, SetTrack(seat="gm", actor=came[2].id, track="Hits", value=0))
    assert present_actors(do(hurt, of_run(ResetEncounter)), "ambush") == came
    assert present_actors(do(hurt, of_run(RemoveEncounter)), "ambush") == ()
    view = content_editor_of(GAME).editor_view(
        {}, {}, ENCOUNTERS, {**ambush, "cast": [{"who": "wolves/grey", "tracks": "tired"}]}
    )
    assert [problem.path for problem in view.problems if "tired" in problem.text] == ["cast[0].tracks"]


@pytest.mark.parametrize("kind", [ResetEncounter, PauseEncounter, RemoveEncounter])
def test_a_character_that_a_player_plays_now_stays_as_it_is(kind: Any) -> None:
    ran = do(table_with(), RUN)
    first = present_actors(ran, "ambush")[0].id
    given = do(ran, EditActor(seat="gm", actor=first, leader="tom", name="Fang", secret=False))
    given = do(given, SetTrack(seat="tom", actor=first, track="Hits", value=0))
    assert do(given, of_run(kind)).actors[first] == given.actors[first]
    assert all("Fang" not in str(line) for line in GAME.apply(given, of_run(kind), SeededChance(1)).events)


def test_a_character_of_a_seat_that_is_gone_comes_back_as_the_gms() -> None:
    ran = do(table_with(), RUN)
    first = present_actors(ran, "ambush")[0].id
    arrivals: Any = [
        {**row, "character": {**row["character"], "seat": "gone"}} if row["id"] == first else row
        for row in map(dict[str, Any], ran.lists[ARRIVALS.name])
    ]
    after = do(replace(ran, lists={**ran.lists, ARRIVALS.name: tuple(arrivals)}), of_run(ResetEncounter))
    assert after.actors[first].seat == "gm"


def test_a_number_in_the_name_of_a_track_is_not_read_as_its_value() -> None:
    ran = do(table_with(), RUN)
    first = present_actors(ran, "ambush")[0]
    mob = replace(first, tracks={"Minion 1": Track(value=8, most=9), "Minion 2": Track(value=3)})
    page = GAME.status_page(replace(ran, actors={**ran.actors, first.id: mob}), "gm", "encounters")
    assert page is not None
    (line,) = (line for line in page.lines if line.actor == first.id)
    assert [say(text) for cell in line.cells for text in cell.texts][-2:] == ["Minion 1: 8 of 9", "Minion 2: 3"]


@pytest.mark.parametrize("ticked", [(7, 0), (-1,), (0, 9)])
def test_a_tick_of_no_line_in_a_file_keeps_all_offers(ticked: tuple[int, ...]) -> None:
    ran = do(table_with(), RUN)
    (row,) = ran.lists[RUNS.name]
    odd = replace(ran, lists={**ran.lists, RUNS.name: ({**row, "ticked": ticked},)})
    names = {offer.name for offer in GAME.offers(odd, "gm")}
    assert ("untick_encounter:ambush" in names) == (0 in ticked)
    assert {"tick_encounter:ambush", "reset_encounter:ambush"} <= names
    assert GAME.status_page(odd, "gm", "encounters") is not None


def test_impossible_dice_in_a_list_written_by_hand_bring_nobody() -> None:
    table = table_with({**AMBUSH, "cast": [{"who": "wolves/grey", "count": "9d9"}]})
    assert refusal(table, RUN) == "no_encounter"


def test_reveal_shows_those_and_no_others() -> None:
    table = do(table_with(), RUN)
    first, second = present_actors(table, "ambush")[:2]
    shown = do(table, of_run(RevealFoes, actors=(first.id,)))
    assert first.id in GAME.view_for(shown, "tom").actors
    assert second.id not in GAME.view_for(shown, "tom").actors
    assert lines_of(table, of_run(RevealFoes, actors=(first.id,))) == [("actor_shown", None)]
    everybody = do(table, of_run(RevealFoes, actors=tuple(actor.id for actor in present_actors(table, "ambush"))))
    opens = [{tab.key: tab.now for tab in GAME.status_page_tabs(at, "gm")} for at in (table, shown, everybody)]
    assert [tabs["encounters"] for tabs in opens] == [True, True, False], "its page opens until all are shown"


def test_a_removed_character_leaves_its_id_to_nobody() -> None:
    table = do(table_with(), RUN)
    first = present_actors(table, "ambush")[0].id
    again = do(table, RemoveActor(seat="gm", actor=first), RUN)
    assert first not in again.actors
    after = do(again, of_run(ResetEncounter))
    assert len(after.actors) == len(again.actors) + 1


def test_an_id_that_an_encounter_can_bring_back_is_not_given_to_an_individual() -> None:
    table = do(table_with(), RUN)
    first = present_actors(table, "ambush")[0]
    again = do(table, RemoveActor(seat="gm", actor=first.id), BringCast(seat="gm", record="grey"))
    assert first.id not in again.actors
    assert do(again, of_run(ResetEncounter)).actors == {**again.actors, first.id: first}


def test_those_of_an_encounter_are_rolled_again_and_come_back_with_their_new_numbers() -> None:
    table = do(table_with(), RUN)
    ids = tuple(actor.id for actor in present_actors(table, "ambush"))
    again = RollCastAgain(seat="gm", record="grey", actors=ids)
    rolled = next(new for seed in range(20) if (new := do(table, again, seed=seed)).actors != table.actors)
    shown = do(rolled, *(EditActor(seat="gm", actor=id_, secret=False) for id_ in ids))
    hurt = do(shown, SetTrack(seat="gm", actor=ids[0], track="Hits", value=0))
    assert refusal(hurt, again) == "cast_changed"
    after = do(hurt, of_run(ResetEncounter))
    assert (after.actors, after.lists[ARRIVALS.name]) == (rolled.actors, rolled.lists[ARRIVALS.name])
    assert refusal(after, again) == ""


def test_those_that_are_rolled_again_keep_their_starting_values() -> None:
    ambush: dict[str, Json] = {**AMBUSH, "cast": [{"who": "wolves/grey", "count": 2, "tracks": "hits 1, Fear −2"}]}
    table = do(table_with(ambush), RUN)
    came = present_actors(table, "ambush")
    again = RollCastAgain(seat="gm", record="grey", actors=tuple(actor.id for actor in came))
    rolled = next(new for seed in range(20) if (new := do(table, again, seed=seed)).actors != table.actors)
    after = present_actors(rolled, "ambush")
    assert [actor.sheet for actor in after] != [actor.sheet for actor in came]
    assert [(actor.tracks["Hits"].value, actor.tracks["Fear"].value) for actor in after] == [(1, -2)] * 2
    assert [actor.tracks["Hits"].most for actor in after] == [actor.sheet["hits"] for actor in after]
    hurt = do(rolled, SetTrack(seat="gm", actor=after[0].id, track="Hits", value=0))
    assert present_actors(do(hurt, of_run(ResetEncounter)), "ambush") == after


@given(st.sampled_from(["wolves/grey", "kept_characters/grey"]), st.integers(0, 2**16))
def test_an_encounter_names_its_characters_as_the_cast_does(who: str, luck: int) -> None:
    kept: Mapping[str, Json] = {"id": "grey", "name": "Grey", "character": row_of(HERO)}
    for count, shown, names in ((1, False, ["Grey"]), (3, False, ["Grey 1", "Grey 2", "Grey 3"]), (1, True, ["Grey"])):
        row: Mapping[str, Json] = {"who": who, "count": count, "shown": shown}
        table = do(table_with({**AMBUSH, "cast": [row]}, kept_characters=(kept,)), RUN, seed=luck)
        assert [actor.name for actor in present_actors(table, "ambush")] == names


def test_a_kept_character_comes_as_a_copy() -> None:
    kept = do(table_with(), KeepCharacter(seat="gm", actor="hero", name="Guard"))
    (row,) = kept.lists[KEPT]
    table = replace(
        kept,
        lists={
            **kept.lists,
            ENCOUNTERS: ({**AMBUSH, "cast": [{"who": "kept_characters/guard", "count": 2, "shown": True}]},),
        },
    )
    after = do(table, RUN)
    copies = present_actors(after, "ambush")
    assert [(copy.name, copy.seat, copy.secret, copy.tracks) for copy in copies] == [
        (name, "gm", False, HERO.tracks) for name in ("Guard 1", "Guard 2")
    ]
    assert after.lists[KEPT] == (row,)
    for viewer in ("tom", SHARED):
        assert KEPT not in GAME.view_for(kept, viewer).lists


@pytest.mark.parametrize(("written", "expected"), [("", "c"), (" \n ", "c"), ("Old\nGuard", "Old Guard")])
def test_a_copy_has_a_name_of_one_line(written: str, expected: str) -> None:
    kept: Mapping[str, Json] = {"id": "c", "name": written, "character": row_of(replace(HERO, name=""))}
    table = do(table_with({**AMBUSH, "cast": [{"who": "kept_characters/c"}]}, kept_characters=(kept,)), RUN)
    assert [actor.name for actor in present_actors(table, "ambush")] == [expected]


def test_every_game_opens_the_page_only_for_its_gm() -> None:
    for id_ in ruleset_ids():
        game = game_of(id_)
        table = game.new_table(tuple(SEATS.values()), {n: spec.default for n, spec in game.ruleset.options.items()})
        run = {
            "id": "b",
            "kind": ENCOUNTERS,
            "record": "b",
            "name": "Bridge",
            "loot": "Ring",
            "checklist": [{"text": "Rope"}],
        }
        ran = replace(table, lists={**table.lists, RUNS.name: (run,)})
        assert game.status_page_tabs(ran, "gm")[-1].key == "encounters"
        assert game.status_page_tabs(ran, "tom") == game.status_page_tabs(table, "tom")
        assert game.view_for(ran, "tom") == game.view_for(table, "tom")
        page = game.status_page(ran, "gm", "encounters")
        assert page is not None
        names = {offer.name for offer in game.offers(ran, "gm")}
        buttons = {button.offer for line in page.lines for button in line.buttons}
        assert buttons == {"reset_encounter:b", "pause_encounter:b", "remove_encounter:b", "tick_encounter:b"}
        assert buttons <= names
        assert game.record_lists & game.secret_lists >= RECORD_LISTS


def test_every_game_has_one_kind_of_encounter() -> None:
    for id_ in ruleset_ids():
        offers = {name for category in content_editor_of(game_of(id_)).categories() for name in category.offers}
        assert len(offers & {"run_encounter", "d100_go_to_place", "begin_encounter"}) == 1


def test_a_run_is_the_same_after_it_was_stored() -> None:
    table = do(table_with(), RUN)
    codec = Codec(GAME)
    assert codec.table(codec.encode(table)) == table
