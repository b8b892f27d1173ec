"""Prepared content: forms, saving, and bringing it to the table (CF-UI-11, CF-UI-12)."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import ScriptedChance, SeededChance
from engine.core.events import Noted, Rolled
from engine.core.manual_moves import EditActor, RemoveActor, SetLocation, SetTrack
from engine.core.redaction import redact
from engine.kit.cast.individuals import listed_names
from engine.kit.content_editor.content_editor import HasContentEditor, HasDecks
from engine.kit.content_editor.view_models import (
    EditorField,
    EditorFieldKind,
    EditorView,
    EditRefused,
    ImportStatus,
    Record,
)
from engine.kit.encounters.encounter_commands import RemoveEncounter, ResetEncounter
from engine.kit.encounters.encounter_runs import RUNS, arrivals_of, present_actors
from engine.messages.texts import say, texts
from engine.model.frozen import Json
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.session_state import session_state
from engine.rulesets.classic_fantasy.combat.combat_commands import StartFight
from engine.rulesets.classic_fantasy.editor.deployment_commands import BringFoes, GoToPlace, LayPrepared
from engine.rulesets.classic_fantasy.editor.prepared_commands import KeepPrepared
from engine.rulesets.classic_fantasy.editor.prepared_records import (
    FOES,
    FORMS,
    KINDS,
    PLACES,
    SECRET,
    STRUCTS,
    TRAPS,
    PreparedFoe,
)
from engine.rulesets.classic_fantasy.editor.trap_simulation import ONCE
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import HAZARDS, LetHazard, known_hazards
from engine.rulesets.classic_fantasy.health.asphyxiation_commands import LoseBreath
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_level
from engine.rulesets.classic_fantasy.traps.placed_traps import all_traps
from engine.rulesets.classic_fantasy.traps.trap_commands import RemoveTrap, SpringTrap
from engine.rulesets.classic_fantasy.traps.trap_rules import samples
from tests.engine.rulesets.classic_fantasy.table import GAME, laid, outcome, play, refused
from tests.properties import examples

assert isinstance(GAME.ruleset, HasContentEditor)
SHOP = GAME.ruleset.content_editor
ALL = [(kind, entry.id) for kind in KINDS for entry in SHOP.entries({}, {}, kind)]
HALL: Record = {
    "id": "hall",
    "number": 2,
    "name": "Hall of salt",
    "read_out": "Salt crunches underfoot.",
    "notes": "The steward is Zorbulax.",
    "light": "dark",
    "traps": [{"trap": "pitfall", "place": "by the arch"}, {"trap": "gone"}],
    "foes": [{"foe": "hound", "count": 2}, {"foe": "smuggler", "name": "Old Nib", "shown": True}],
    "hazards": [{"hazard": "Fumes", "place": "the vats"}],
    "fires": [{"intensity": 3, "place": "the hearth"}],
}


def parts(shown: EditorView) -> dict[str, EditorField]:
    """Return every field of a form by its path, those of rows too."""
    found = {part.path: part for group in shown.groups for part in group.parts}
    return {**found, **{part.path: part for top in found.values() for row in top.rows for part in row.parts}}


def kept(table: Table, kind: str, record: Record) -> tuple[str, Table]:
    """Return the id and the table on which a record has been saved."""
    id_, command = SHOP.save_command("gm", table.lists, table.options, kind, record)
    return id_, play(table, command)


def with_hall() -> Table:
    return play(laid(), KeepPrepared(seat="gm", put={PLACES: (HALL,)}))


# ---- forms -----------------------------------------------------------------------------------------------------------


def test_a_game_without_decks_has_none_of_their_functions() -> None:
    assert not isinstance(SHOP, HasDecks)


@pytest.mark.rule("CF-UI-11", "CF-UI-12")
def test_shipped_records_have_no_faults_and_all_texts() -> None:
    assert [id_ for kind, id_ in ALL if kind == TRAPS] == ["pitfall", "poison_needle"]
    assert 6 <= sum(kind == FOES for kind, _ in ALL) <= 12
    for kind, id_ in ALL:
        record = SHOP.record({}, {}, kind, id_)
        assert record is not None
        shown = SHOP.editor_view({}, {}, kind, record)
        assert (shown.problems, shown.changed, shown.can_save) == ((), False, True), id_
        assert shown.reading
        assert all(part.label not in texts() and part.label != part.path for part in parts(shown).values()), id_


@pytest.mark.rule("CF-UI-11", "CF-UI-12")
def test_forms_have_all_fields_of_the_records_and_all_texts() -> None:
    for kind, declared in FORMS.kinds.items():
        fields = declared.fields
        form: Any = STRUCTS[kind]
        held = {info.encode_name for info in msgspec.structs.fields(form)} - {"id", "rules"}
        assert {field.key for field in fields} == held, kind
        for key in (field.key for field in fields if field.kind is EditorFieldKind.ROWS):
            row: Any = FORMS.rows[key].form
            assert set(FORMS.rows[key].fields) == {info.encode_name for info in msgspec.structs.fields(row)}, key
            record = SHOP.with_row(kind, SHOP.blank({}, {}, kind), key)
            if kind == FOES and key == "locations":
                record = SHOP.with_value(kind, record, "build", "own")
            shown = parts(SHOP.editor_view({}, {}, kind, record))
            assert {f"{key}[0].{name}" for name in FORMS.rows[key].fields} <= shown.keys()
            ways = [way for part in shown.values() for way in part.choices]
            assert all(way.label and not way.label.startswith("d100.") for way in ways)


@pytest.mark.rule("CF-TRAP-11", "CF-TRAP-15", "CF-TRAP-2", "CF-UI-12")
def test_a_maker_s_skill_says_what_a_trap_can_do_and_costs() -> None:
    trap: Record = {"name": "Blade", "maker": 70, "purposes": ["maiming", "death"]}
    shown = SHOP.editor_view({}, {}, TRAPS, trap)
    assert parts(shown)["damage"].placeholder == "1d8+1d6"
    lower = parts(SHOP.editor_view({}, {}, TRAPS, {**trap, "spread": 1}))
    assert (lower["spread"].spoken, lower["damage"].placeholder) == ("2d6, locations: 1d2", "2d6")
    assert any("70 gold" in line for line in shown.reading)
    too_hard = SHOP.editor_view({}, {}, TRAPS, {**trap, "maker": 10, "damage": "2d10"})
    assert [(problem.path, problem.rule) for problem in too_hard.problems] == [("damage", "CF-TRAP-11")]
    assert not too_hard.can_save
    wide = SHOP.editor_view({}, {}, TRAPS, {**trap, "spread": 7})
    assert [problem.path for problem in wide.problems] == ["spread"]
    with pytest.raises(EditRefused):
        SHOP.save_command("gm", {}, {}, TRAPS, {**trap, "spread": 7})


@pytest.mark.rule("CF-TRAP-11", "CF-TRAP-15", "CF-TRAP-2")
def test_a_trap_with_dice_shows_ranges_and_is_sound_for_all_their_results() -> None:
    blade: Record = {"name": "Blade", "maker": "1d20+50", "spread": "1d3-1", "purposes": ["death"]}
    shown = SHOP.editor_view({}, {}, TRAPS, blade)
    fields = parts(shown)
    assert (fields["maker"].spoken, fields["spread"].spoken) == ("51 to 70, average 60.5", "0 to 2, average 1")
    assert fields["damage"].placeholder == "1d8 to 1d8+1d6"
    assert {"51 to 70 %", "51 gold to 70 gold"} <= {
        words for line in shown.reading for words in ("51 to 70 %", "51 gold to 70 gold") if words in line
    }
    assert not shown.problems
    faults: dict[str, Record] = {
        "spread": {"maker": "1d20"},
        "damage": {"spread": 0, "damage": "2d10"},
        "maker": {"maker": "1d20-1"},
    }
    for path, change in faults.items():
        assert [each.path for each in SHOP.editor_view({}, {}, TRAPS, {**blade, **change}).problems] == [path]


@pytest.mark.rule("CF-GEN-1")
def test_a_hazard_with_dice_reads_as_ranges_of_time_and_repeats_at_least_once() -> None:
    mire: Record = {"name": "Mire", "damage": "1d6", "every": "1d20+40", "steps": "1d4+1"}
    shown = SHOP.editor_view({}, {}, HAZARDS, mire)
    assert "The hazard repeats every 41 to 60 seconds, up to 2 to 5 times." in shown.reading
    wrong = SHOP.editor_view({}, {}, HAZARDS, {**mire, "every": "1d20-1"})
    assert [each.path for each in wrong.problems] == ["every"]


@pytest.mark.rule("CF-TRAP-3", "CF-TRAP-17")
def test_dice_of_a_trap_are_rolled_for_each_that_is_placed_and_nobody_sees_them() -> None:
    pit: Record = {"name": "Pit", "maker": "1d20+50", "depth": "2d6", "purposes": ["death"]}
    id_, table = kept(laid(), TRAPS, pit)
    chance = ScriptedChance({"d20": [1, 20], "d6": [1, 2, 6, 5]}, then=SeededChance(1))
    for _ in range(2):
        found = GAME.apply(table, LayPrepared(seat="gm", trap=id_), chance)
        assert not [event for event in found.events if isinstance(event, Rolled)]
        table = found.table
    assert [(each.trap.maker, each.trap.depth) for each in all_traps(table)] == [(51, 3), (70, 11)]


# ---- kept and restored -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-TRAP-17", "CF-UI-12")
def test_a_sample_can_be_changed_and_is_as_shipped_again() -> None:
    first = SHOP.record({}, {}, TRAPS, "pitfall")
    assert first is not None
    id_, table = kept(laid(), TRAPS, SHOP.with_value(TRAPS, first, "maker", 80))
    assert id_ == "pitfall"
    assert all_traps(play(table, LayPrepared(seat="gm", trap="pitfall")))[0].trap.maker == 80
    shown = SHOP.editor_view(table.lists, {}, TRAPS, SHOP.record(table.lists, {}, TRAPS, id_) or {})
    assert (shown.origin, shown.has_original) == ("changed", True)
    table = play(table, SHOP.delete_command("gm", table.lists, TRAPS, id_))
    assert SHOP.record(table.lists, {}, TRAPS, id_) == first
    assert all_traps(play(table, LayPrepared(seat="gm", trap=id_)))[0].trap == samples()[0]
    with pytest.raises(EditRefused):
        SHOP.delete_command("gm", table.lists, TRAPS, id_)


@pytest.mark.rule("CF-GEN-1", "CF-UI-11")
def test_a_hazard_of_the_editor_can_be_used_and_stays_while_in_progress() -> None:
    hazard: Record = {"name": "Fumes", "fatigue": "1", "damage": "", "every": 60, "steps": 3}
    id_, table = kept(laid(), HAZARDS, hazard)
    assert (id_, known_hazards(table)[0].name) == ("Fumes", "Fumes")
    table = play(table, LetHazard(seat="gm", actor="ana", name="Fumes"))
    assert (
        refused(table, SHOP.delete_command("gm", table.lists, HAZARDS, "Fumes")).message.key
        == "refused.d100_hazard_in_use"
    )


@pytest.mark.parametrize("form", ["toml", "json"])
def test_everything_goes_through_a_file_and_is_the_same(form: str) -> None:
    table = with_hall()
    chosen = [*ALL, (PLACES, "hall")]
    text = SHOP.export_file(table.lists, {}, chosen, form)
    assert (tomllib.loads(text) if form == "toml" else json.loads(text))["ruleset"] == "classic_fantasy"
    again = SHOP.read_file(table.lists, {}, text)
    assert {one.arrival for one in again.records} == {ImportStatus.SAME}
    assert all(one.gm_only for one in again.records)
    fresh = SHOP.read_file({}, {}, text)
    assert {one.id: one.arrival for one in fresh.records}["hall"] is ImportStatus.NEW
    other = laid()
    other = play(other, SHOP.import_command("gm", other.lists, fresh, range(len(fresh.records))))
    assert other.lists[PLACES] == table.lists[PLACES]
    assert set(other.lists) == {PLACES}, "what is as shipped is no change of the group’s"


# ---- whatever the editor lets through --------------------------------------------------------------------------------

DICE = st.sampled_from(["", "0", "1", "1d2", "1d6", "2d6", "1d8+1d6", "1d4-1", "x", "3d", "all", "1d3+2", "99d99"])
WORDS = st.sampled_from(["", " ", "Blade", "Evade", "Head", "Shell", "Fu:mes", "é", "Chest ", "x" * 90])
VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 1200), DICE, WORDS, st.lists(st.sampled_from(["alarm", "death"]))
)


@st.composite
def edited(draw: st.DrawFn, kind: str) -> Record:
    """Make a record by edits alone, as the room makes them: fields of any kind, values chosen, typed and mistyped."""
    start = draw(st.sampled_from([SHOP.record({}, {}, kind, id_) for of, id_ in ALL if of == kind] or [None]))
    record = start if start is not None and draw(st.booleans()) else SHOP.blank({}, {}, kind)
    if draw(st.booleans()):
        record = SHOP.duplicate({}, {}, kind, record)
    for _ in range(draw(st.integers(0, 8))):
        shown = parts(SHOP.editor_view({}, {}, kind, record))
        path = draw(st.sampled_from(sorted(shown)))
        if shown[path].adds and draw(st.booleans()):
            record = SHOP.with_row(kind, record, path)
        else:
            ways: list[Json] = [way.value for way in shown[path].choices]
            value = draw(st.one_of(VALUES, st.sampled_from(ways)) if ways else VALUES)
            record = SHOP.with_value(kind, record, path, value)
    return SHOP.with_value(kind, record, "name", draw(st.sampled_from(["Thing", "Thing", ""])))


def judged(kind: str, record: Record) -> tuple[str, Table] | None:
    """Keep what can be kept; of anything else the room says why it cannot, at a place."""
    shown = SHOP.editor_view({}, {}, kind, record)
    assert shown.can_save is not any(problem.form for problem in shown.problems)
    if not shown.can_save:
        assert all(problem.text and not problem.text.startswith(("d100.", "bench.")) for problem in shown.problems)
        with pytest.raises(EditRefused):
            SHOP.save_command("gm", {}, {}, kind, record)
        return None
    try:
        return kept(laid(), kind, record)
    except EditRefused:  # it is just as shipped
        assert not shown.changed
        return None


@pytest.mark.rule("CF-TRAP-9", "CF-TRAP-10", "CF-TRAP-16", "CF-UI-12")
@examples(60)
@given(edited(TRAPS))
def test_each_saved_trap_can_be_placed_triggered_and_tried(record: Record) -> None:
    found = judged(TRAPS, record)
    if found is None:
        return
    id_, table = found
    table = play(table, LayPrepared(seat="gm", trap=id_))
    (trap,) = all_traps(table)
    assert trap.state == "hidden"
    table = play(table, SpringTrap(seat="gm", trap=trap.id, victims=("ana",)))
    for way in SHOP.situations({}, {}, TRAPS, record)[::3]:
        tried = SHOP.try_out({}, {}, TRAPS, record, situation=way.value)
        assert tried.lines
        assert not tried.wrong


@pytest.mark.rule("CF-HITLOC-4", "CF-X-20")
@examples(60)
@given(edited(FOES))
def test_each_saved_foe_can_be_brought_with_a_body_of_its_own(record: Record) -> None:
    found = judged(FOES, record)
    if found is None:
        return
    id_, table = found
    table = play(table, BringFoes(seat="gm", foe=id_, count=2))
    first, second = (table.actors[f"{id_}-{number}"] for number in (1, 2))
    listed = listed_names(msgspec.convert({**record, "id": id_}, PreparedFoe).names)
    assert [first.name, second.name] == [*listed, "Thing 1", "Thing 2"][:2]
    assert first.secret
    assert first.body is not None
    own = [row["name"] for row in record.get("locations", ())]  # type: ignore[union-attr, call-overload, index]
    if record.get("build") == "own":
        assert set(first.body.locations) == set(own)
    GAME.offers(table, "gm", "gm")


def test_the_number_of_an_open_foe_does_not_reveal_hidden_ones() -> None:
    hidden = play(laid(), BringFoes(seat="gm", foe="hound", count=2, name="Hound"))
    result = outcome(hidden, BringFoes(seat="gm", foe="hound", name="Hound", shown=True))
    names = {actor.name: actor.secret for actor in result.table.actors.values()}
    assert not names["Hound"]
    assert names["Hound 1"]
    assert names["Hound 2"]
    result = outcome(result.table, BringFoes(seat="gm", foe="hound", count=2, name="Hound", shown=True))
    names = {actor.name: actor.secret for actor in result.table.actors.values()}
    assert (names["Hound 1"], names["Hound 2"], names["Hound 3"], names["Hound 4"]) == (False, False, True, True)
    renamed = [e for e in result.events if isinstance(e, Noted) and e.message.key == "log.cast_renamed"]
    assert [note.audience for note in renamed] == [("gm",), ("gm",)]


@pytest.mark.rule("CF-GEN-1", "CF-UI-11")
@examples(60)
@given(edited(HAZARDS))
def test_each_saved_hazard_can_be_used(record: Record) -> None:
    found = judged(HAZARDS, {**record, "skill": "Endurance" if record.get("skill") else ""})
    if found is not None:
        start = ("Chest",) if record.get("near") else ()
        play(found[1], LetHazard(seat="gm", actor="ana", name=found[0], start=start))


@examples(60)
@given(edited(PLACES))
def test_each_saved_place_can_be_visited_and_brings_nothing_twice(record: Record) -> None:
    found = judged(PLACES, record)
    if found is None:
        return
    id_, table = found
    once = play(table, GoToPlace(seat="gm", place=id_))
    again = play(once, GoToPlace(seat="gm", place=id_))
    assert (again.actors, again.lists) == (once.actors, once.lists)


# ---- going somewhere -------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-UI-12", "CF-TIME-8")
def test_a_visit_shows_the_text_and_brings_waiting_content_once() -> None:
    found = outcome(with_hall(), GoToPlace(seat="gm", place="hall"))
    table = found.table
    assert (session_state(table).place, session_state(table).dark) == ("Hall of salt", True)
    assert "Hall of salt" in say(GAME.view_for(table, "shared").under_way[0].title)
    (trap,) = all_traps(table)
    assert (trap.trap.name, trap.place, trap.state, trap.known) == ("Pitfall", "by the arch", "hidden", ())
    foes = {actor.name: actor.secret for actor in table.actors.values() if actor.id not in ("ana", "bor", "orc")}
    assert foes == {"Hound 1": True, "Hound 2": True, "Old Nib": False}
    public = [say(event.message) for event in found.events if isinstance(event, Noted) and event.audience is None]
    assert public[:2] == ["The party arrives at “Hall of salt”", "Salt crunches underfoot."]
    # What was taken away does not come back, what is new there comes, and all of it comes where the GM says so.
    table = play(table, RemoveTrap(seat="gm", trap=trap.id))
    more: Record = {**HALL, "foes": [{"foe": "hound", "count": 3}]}
    table = play(table, KeepPrepared(seat="gm", put={PLACES: (more,)}), GoToPlace(seat="gm", place="hall"))
    assert all_traps(table) == ()
    assert sorted(a.name for a in table.actors.values() if a.name.startswith("Hound")) == [
        "Hound 1",
        "Hound 2",
        "Hound 3",
    ]
    anew = play(table, GoToPlace(seat="gm", place="hall", anew=True))
    assert len(all_traps(anew)) == 1
    assert "Hound 6" in {actor.name for actor in anew.actors.values()}


@pytest.mark.rule("CF-UI-12")
def test_a_place_runs_and_its_foes_are_reset_as_they_came() -> None:
    came = play(with_hall(), GoToPlace(seat="gm", place="hall"))
    (run,) = RUNS.all(came)
    foes = [actor.id for actor in present_actors(came, run.id)]
    assert foes == [id_ for id_ in came.actors if id_ not in ("ana", "bor", "orc")]
    hurt = play(came, EditActor(seat="gm", actor=foes[0], secret=False), RemoveActor(seat="gm", actor=foes[1]))
    assert play(hurt, ResetEncounter(seat="gm", run=run.id)).actors == came.actors
    removed = play(hurt, RemoveEncounter(seat="gm", run=run.id))
    assert not set(foes) & removed.actors.keys()
    fight = play(came, StartFight(seat="gm", fighters=("ana", foes[0])))
    found = GAME.refusal(fight, ResetEncounter(seat="gm", run=run.id))
    assert found is not None
    assert found.message.key == "refused.encounter_busy"


@pytest.mark.rule("CF-UI-12", "CF-FATIGUE-4")
def test_foes_of_a_place_have_a_side_and_begin_with_their_starting_values() -> None:
    hall: Record = {**HALL, "foes": [{"foe": "hound", "count": 2, "side": "Pack", "tracks": "Luck 0, Fatigue 2"}]}
    table = play(with_hall(), KeepPrepared(seat="gm", put={PLACES: (hall,)}), GoToPlace(seat="gm", place="hall"))
    (run,) = RUNS.all(table)
    assert {(arrival.side, len(arrival.opening)) for arrival in arrivals_of(table, run.id)} == {("Pack", 2)}
    hounds = [actor.id for actor in present_actors(table, run.id)]
    tracks = [(table.actors[hound].tracks["Luck"].value, fatigue_level(table, hound)) for hound in hounds]
    assert tracks == [(0, 2), (0, 2)]
    rested = play(table, SetTrack(seat="gm", actor=hounds[0], track="Fatigue", value=0))
    assert fatigue_level(rested, hounds[0]) == 0
    again = play(rested, ResetEncounter(seat="gm", run=run.id))
    assert (again.actors[hounds[0]].tracks["Fatigue"].value, fatigue_level(again, hounds[0])) == (2, 2)
    faulty: Record = {**HALL, "foes": [{"foe": "hound", "tracks": "Luck"}]}
    assert "foes[0].tracks" in [problem.path for problem in SHOP.editor_view({}, {}, PLACES, faulty).problems]


@pytest.mark.rule("CF-UI-12")
def test_a_reset_ends_what_time_would_still_do_to_foes() -> None:
    came = play(with_hall(), GoToPlace(seat="gm", place="hall"))
    (run,) = RUNS.all(came)
    foe = present_actors(came, run.id)[0]
    assert foe.body is not None
    hurt = play(
        came,
        SetLocation(seat="gm", actor=foe.id, location=next(iter(foe.body.locations)), level=0, bleeding=True),
        SetTrack(seat="gm", actor=foe.id, track="Fatigue", value=3),
        LoseBreath(seat="gm", actor=foe.id),
    )
    session = session_state(hurt)
    assert all(foe.id in times for times in (session.injuries, session.tired, session.breathless))
    for command in (ResetEncounter(seat="gm", run=run.id), RemoveEncounter(seat="gm", run=run.id)):
        assert session_state(play(hurt, command)) == session_state(came)


@pytest.mark.rule("CF-UI-11", "CF-UI-12")
def test_only_the_gm_learns_of_prepared_content() -> None:
    assert GAME.secret_lists >= SECRET
    table = laid()
    for command in (
        KeepPrepared(seat="gm", put={PLACES: (HALL,)}),
        GoToPlace(seat="gm", place="hall"),
        KeepPrepared(seat="gm", drop={PLACES: ("hall",)}),
    ):
        found = outcome(table, command)
        for viewer in ("tom", "shared", "print"):
            assert not SECRET & GAME.view_for(found.table, viewer).lists.keys()
            told = repr(redact(table, found.events, viewer, GAME.secret_lists))
            hidden = ("Zorbulax", "Hound", "Pitfall", "Fumes", "hearth", "by the arch", "hall'")
            assert not [word for word in hidden if word in told], (viewer, told)
            names = {offer.name for offer in GAME.offers(found.table, "gm", viewer)}
            assert not names & {"d100_go_to_place", "d100_lay_prepared", "d100_bring_foes", "d100_hazard"}
        table = found.table
    assert refused(laid(), KeepPrepared(seat="tom", put={PLACES: (HALL,)})).message.key == "refused.gm_only"


@pytest.mark.rule("CF-TRAP-3", "CF-UI-12")
def test_a_maker_with_the_default_skill_is_saved() -> None:
    for maker in (50, 49):
        id_, table = kept(laid(), TRAPS, {"name": "Snare", "purposes": ["ensnaring"], "maker": maker})
        record = SHOP.record(table.lists, {}, TRAPS, id_)
        assert record is not None
        part = parts(SHOP.editor_view(table.lists, {}, TRAPS, record))["maker"]
        assert str(part.value or part.placeholder) == str(maker)


@pytest.mark.rule("CF-GEN-1", "CF-UI-11")
def test_the_log_says_only_that_a_hazard_is_used() -> None:
    hazard: Record = {"name": "Fumes", "fatigue": "1", "every": 60, "skill": "Endurance", "notes": "From Zorbulax."}
    table = kept(laid(), HAZARDS, hazard)[1]
    before = {viewer: repr(GAME.offers(table, "gm", viewer)) for viewer in ("gm", "tom", "shared")}
    assert {viewer for viewer, told in before.items() if "Fumes" in told} == {"gm"}
    found = outcome(table, LetHazard(seat="gm", actor="ana", name="Fumes"))
    told = {viewer: repr(redact(found.table, found.events, viewer, GAME.secret_lists)) for viewer in before}
    assert all("Fumes" in words for words in told.values())
    assert {viewer for viewer, words in told.items() if "Zorbulax" in words} == {"gm"}


def test_a_fault_in_a_file_is_refused_with_its_place() -> None:
    bad: list[Mapping[str, Json]] = [{"id": "x"}, {"id": "X!", "name": "x"}, {"id": "x", "name": "x", "odd": 1}]
    for row in bad:
        assert refused(laid(), KeepPrepared(seat="gm", put={PLACES: (row,)})).message.key == "refused.d100_record_form"
        head = 'format = "kitchen-table-workshop"\nversion = 1\nruleset = "classic_fantasy"\n'
        found = SHOP.read_file(
            {}, {}, head + "[[place]]\n" + "".join(f"{k} = {json.dumps(v)}\n" for k, v in row.items())
        )
        assert [one.arrival for one in found.records] == [ImportStatus.FAULTY]
        assert "place 1" in found.records[0].told


@pytest.mark.rule("CF-UI-12")
def test_a_simulation_follows_the_rules_and_repeats() -> None:
    pit = SHOP.record({}, {}, TRAPS, "pitfall")
    assert pit is not None
    once = SHOP.try_out({}, {}, TRAPS, pit, situation=ONCE, answers=("1",))
    assert once == SHOP.try_out({}, {}, TRAPS, pit, situation=ONCE, answers=("1",))
    assert once.asked[0].chosen == "1"
    assert any("CF-TRAP-10" in line.rules for line in once.lines)
    assert any("Athletics" in line.text for line in once.lines)
    hard, easy = (SHOP.try_out({}, {}, TRAPS, pit, situation=name).lines[0].text for name in ("many_30", "many_70"))
    clear = [int(text.split(" of ")[0]) for text in (hard, easy)]
    assert clear[0] in range(80, 250)
    assert clear[1] in range(400, 600)
