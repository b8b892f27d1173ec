"""Prepared encounters on the table: who comes, with what, in one gesture, and what nobody but the GM learns."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.core.chance import ScriptedChance, SeededChance
from engine.core.events import Noted, Rolled
from engine.core.history import History
from engine.core.manual_moves import RemoveActor, SetTrack
from engine.core.redaction import redact
from engine.kit.content_editor.persistence import row_of
from engine.kit.encounters.encounter_commands import ResetEncounter
from engine.kit.encounters.encounter_records import EncounterTrigger
from engine.kit.encounters.encounter_runs import RUNS, arrivals_of, present_actors
from engine.model.frozen import Json, replace
from engine.model.seats import PRINT, SHARED
from engine.model.table import Table
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.battle.battle_procedures import current_battle
from engine.rulesets.card_the_drawing.bot import BattleBot
from engine.rulesets.card_the_drawing.cards.card_library import ENCOUNTERS, library_of
from engine.rulesets.card_the_drawing.cards.card_records import EncounterFoe, PreparedEncounter
from engine.rulesets.card_the_drawing.decks.deck_rules import most_health, rows_for
from engine.rulesets.card_the_drawing.encounters.encounter_commands import (
    BeginEncounter,
    encounter_actors,
    need_encounter,
)
from engine.simulate.simulation import PreparedFight, simulate
from engine.simulate.simulation_results import SimulationResults
from tests.engine.rulesets.card_the_drawing.offer_driver import does, named
from tests.engine.rulesets.card_the_drawing.table import GAME, laid, now, outcome, play, refused, why

AMBUSH = PreparedEncounter(
    id="ambush",
    name="The duke's treason",
    foes=(
        EncounterFoe(foe="mob", name="Guards", minions=3, health=6, adrenaline=4),
        EncounterFoe(foe="mob", name="Guards", minions=2),
        EncounterFoe(foe="boss", name="The Duke", health=60, adrenaline=1),
    ),
    environment=("env_thin_air",),
)


def with_encounters(table: Table, *encounters: PreparedEncounter) -> Table:
    """Return a table whose group has written these encounters."""
    return replace(table, lists={**table.lists, ENCOUNTERS: tuple(row_of(encounter) for encounter in encounters)})


def ready() -> Table:
    """Return a table with two characters and an encounter."""
    return with_encounters(laid("tia", "eli"), AMBUSH)


def begun(**more: object) -> BeginEncounter:
    """Return how it begins."""
    given: Mapping[str, object] = {"encounter": "ambush", "fighters": ("tia", "eli"), **more}
    return BeginEncounter(seat="gm", **given)  # type: ignore[arg-type]


@pytest.mark.rule("CD-UI-25", "CD-GM-1", "CD-MINION-1", "CD-MINION-3", "CD-BOSS-1", "CD-ENV-1", "CD-ADR-1")
def test_an_encounter_begins_in_one_gesture_as_it_was_prepared() -> None:
    before = ready()
    result = outcome(before, begun())
    table = result.table
    names = {table.actors[who].name: who for who in now(table).fighters}
    assert list(names) == ["Tia", "Eli", "Guards", "Guards 2", "The Duke"]
    guards, others, duke = names["Guards"], names["Guards 2"], names["The Duke"]
    assert [body.health for body in actor_sheet.bodies_of(table, guards)] == [6, 6, 6]
    assert [body.name for body in actor_sheet.bodies_of(table, guards)] == ["Guards 1", "Guards 2", "Guards 3"]
    assert [body.most for body in actor_sheet.bodies_of(table, others)] == [8, 8]
    assert [(body.health, body.most) for body in actor_sheet.bodies_of(table, duke)] == [(60, 60)]
    # Thin Air halves what is gained: 2 to 1, 5 to 3; what they were given beforehand comes on top.
    assert [actor_sheet.adrenaline(table, who) for who in (guards, others, duke, names["Tia"])] == [5, 1, 4, 2]
    assert {now(table).fighters[who].side for who in (guards, others, duke)} == {actor_sheet.OPPOSITION}
    assert all(table.actors[who].seat == "gm" for who in (guards, others, duke))
    timeline = History(before)
    timeline.add(result.entry(), table)
    assert timeline.go_to(0, consent=True) == before
    assert timeline.go_to(1) == table


@pytest.mark.rule("CD-UI-25")
def test_foes_may_come_without_a_battle_more_than_once_and_while_one_is_fought() -> None:
    table = does(ready(), "gm", "place_encounter", encounter="ambush")
    assert current_battle(table) is None
    assert len(table.actors) == 5
    table = does(table, "gm", "place_encounter", encounter="ford", secret=True)
    assert [actor.secret for actor in table.actors.values()] == [False] * 5 + [True]
    table = does(table, "gm", "begin_encounter", encounter="ambush", fighters=("tia",))
    assert len(table.actors) == 9
    assert why(table, begun()) == ("drawing_battle_runs", "CD-ROUND-1")
    table = does(table, "gm", "place_encounter", encounter="ford")
    assert len(table.actors) == 10


@pytest.mark.rule("CD-UI-25", "CD-GM-1")
def test_foes_come_seen_or_unseen_as_they_were_prepared() -> None:
    foes = (replace(AMBUSH.foes[0], unseen=True), *AMBUSH.foes[1:])
    before = with_encounters(laid("tia", "eli"), replace(AMBUSH, foes=foes))
    result = outcome(before, begun(begin=False, fighters=()))
    came = [actor for id_, actor in result.table.actors.items() if id_ not in before.actors]
    assert [(actor.name, actor.secret) for actor in came] == [
        ("Guards 2", True),
        ("Guards", False),
        ("The Duke", False),
    ], "the number of one that is seen counts no other"
    told = {
        note.audience: note.message.params["names"]
        for note in result.events
        if isinstance(note, Noted) and note.message.key.endswith("drawing_encounter")
    }
    assert told == {None: ["Guards", "The Duke"], ("gm",): ["Guards 2"]}
    assert all(
        actor.secret
        for actor in play(before, begun(begin=False, fighters=(), secret=True)).actors.values()
        if actor.id not in before.actors
    )


@pytest.mark.rule("CD-UI-25", "CD-GM-1")
def test_nobody_but_the_gm_learns_what_is_prepared() -> None:
    table = ready()
    assert named(table, "gm", "begin_encounter").questions[0].choices == ("ford", "pit", "dam", "ambush")
    for viewer in (SHARED, "print", "tom"):
        for seat in table.seats:
            assert not any("encounter" in offer.name for offer in GAME.offers(table, seat, viewer))
    assert not any("encounter" in offer.name for offer in GAME.offers(table, "tom"))
    for command in (begun(), begun(begin=False, secret=True), begun(begin=False)):
        result = outcome(table, command)
        for viewer in (SHARED, "tom"):
            seen = repr((redact(table, result.events, viewer, GAME.secret_lists), result.title))
            assert "treason" not in seen
            assert "treason" not in repr(History(table, (result.entry(),)).log(viewer))
            assert (command.secret and not command.begin) != ("Guards" in seen)
        assert "treason" in repr(History(table, (result.entry(),)).log("gm"))


@pytest.mark.rule("CD-UI-25", "CD-DECK-5", "CD-DECK-6", "CD-ENV-1", "CD-ROUND-4")
def test_what_cannot_begin_says_why() -> None:
    table = ready()
    assert refused(table, replace(begun(), seat="tom")).message.key == "refused.gm_only"
    assert refused(table, begun(encounter="nowhere")).message.key == "refused.drawing_no_encounter"
    assert why(table, begun(fighters=())) == ("drawing_two_sides", "CD-ROUND-4")
    bare = with_encounters(
        table,
        replace(AMBUSH, id="ambush", foes=()),
        replace(AMBUSH, id="odd", foes=(EncounterFoe(foe="dragon"),)),
        replace(AMBUSH, id="deaf", environment=("punch",)),
    )
    assert refused(bare, begun()).message.key == "refused.drawing_encounter_empty"
    assert refused(bare, begun(encounter="odd")).message.key == "refused.drawing_encounter_foe"
    assert why(bare, begun(encounter="deaf")) == ("drawing_no_environment", "CD-ENV-1")
    assert named(bare, "gm", "begin_encounter").questions[0].choices == ("ford", "pit", "dam", "deaf")
    poor = with_encounters(laid("tia", "eli", sheets={"tia": {"deck": []}}), AMBUSH)
    assert {"drawing_deck", "CD-DECK-5"} <= {*why(poor, begun())}
    assert current_battle(play(poor, begun(override=True))) is not None
    twice = play(table, begun(begin=False, number=7))
    assert refused(twice, begun(number=7)).message.key == "refused.id_taken"


def test_ids_are_free_whatever_the_foes_are_called() -> None:
    odd = replace(
        AMBUSH, foes=tuple(EncounterFoe(foe="mob", name=name) for name in ("Ωμέγα", "***", "A" * 90, "a" * 90))
    )
    table = with_encounters(laid("tia"), odd)
    made = encounter_actors(table, need_encounter(table, "ambush"), begun())
    assert len({actor.id for actor in made}) == 4
    GAME.apply(table, begun(begin=False), SeededChance(1))


@pytest.mark.rule("CD-UI-25")
@pytest.mark.parametrize(("encounter", "least", "most"), [("ford", 10, 10), ("pit", 2, 8), ("dam", 1, 5)])
def test_what_is_ready_to_play_is_gentle_even_or_hard_as_it_says(encounter: str, least: int, most: int) -> None:
    """Of ten fights four characters of the starter decks win so many; who plays is simple.

    No more are fought once it stands that they win enough of the ten, and lose enough.
    """
    library = library_of()
    decks = ("titan", "titan", "shadow", "sorcerer")
    sheets: dict[str, Mapping[str, Json]] = {
        f"hero{number}": {
            "archetype": library.archetypes[deck].name,
            "deck": list(rows_for(library.decks[deck], library)),
        }
        for number, deck in enumerate(decks)
    }
    table = laid(*sheets, sheets=sheets, leaders=dict.fromkeys(sheets, "tom"))
    opening = BeginEncounter(seat="gm", encounter=encounter, fighters=tuple(sheets))

    def is_open(tally: SimulationResults) -> bool:
        won = tally.won()[actor_sheet.PARTY].count
        return won < least or tally.times - won < 10 - most

    assert not is_open(simulate(PreparedFight(GAME, table, BattleBot(), 3, opening), 10, is_open))


@pytest.mark.rule("CD-UI-25", "CD-MINION-1", "CD-GM-1")
def test_dice_of_an_encounter_are_rolled_for_each_foe_and_shown_to_nobody() -> None:
    mob = EncounterFoe(foe="mob", name="Guards", minions="1d4+1", health="2d6", adrenaline="1d3")
    before = with_encounters(laid("tia", "eli"), replace(AMBUSH, foes=(mob, mob), environment=()))
    chance = ScriptedChance({"d4": [1, 4], "d6": [1, 1, 6, 6], "d3": [1, 3]}, SeededChance(1))
    command = begun(begin=False, secret=True, fighters=())
    result = outcome(before, command, chance)
    few, many = (actor for actor in result.table.actors.values() if actor.name.startswith("Guards"))
    assert [len(actor_sheet.bodies_of(result.table, actor.id)) for actor in (few, many)] == [2, 5]
    assert [actor_sheet.bodies_of(result.table, actor.id)[0].most for actor in (few, many)] == [2, 12]
    assert [actor.tracks[actor_sheet.ADRENALINE].value for actor in (few, many)] == [1, 3]
    one, other = (outcome(before, command, SeededChance(seed)) for seed in (1, 2))
    assert one.table != other.table
    for viewer in (SHARED, PRINT, *[seat for seat in before.seats if not before.is_gm(seat)]):
        told = []
        for found in (one, other):
            assert not [event for event in found.events if isinstance(event, Rolled)]
            seen = redact(found.table, found.events, viewer, GAME.secret_lists)
            told.append(repr((GAME.view_for(found.table, viewer), seen)))
        assert told[0] == told[1], "other dice, the same view"


@pytest.mark.rule("CD-UI-25")
def test_an_encounter_whose_dice_cannot_be_read_is_left_out() -> None:
    row: Mapping[str, Json] = {"id": "ambush", "name": "Ambush", "foes": [{"foe": "mob", "minions": "1d4 guards"}]}
    table = replace(laid("tia"), lists={ENCOUNTERS: (row,)})
    (fault,) = library_of(table.lists).faults
    assert fault.key == "drawing.library.form"
    assert refused(table, begun(fighters=("tia",))).message.key == "refused.drawing_no_encounter"


@pytest.mark.rule("CD-UI-25")
def test_a_running_encounter_is_reset_as_it_came_and_held_by_a_battle() -> None:
    placed = play(ready(), begun(begin=False))
    run = placed.lists[RUNS.name][0]["id"]
    foe = present_actors(placed, str(run))[-1].id
    reset = ResetEncounter(seat="gm", run=str(run))
    hurt = play(placed, SetTrack(seat="gm", actor=foe, track="Health", value=1))
    gone = play(hurt, RemoveActor(seat="gm", actor=present_actors(placed, str(run))[0].id))
    assert play(gone, reset).actors == placed.actors
    battle = play(ready(), begun())
    refusal = GAME.refusal(battle, reset)
    assert refusal is not None
    assert refusal.message.key == "refused.encounter_busy"


@pytest.mark.rule("CD-UI-25")
def test_a_trigger_reminds_the_gm_alone_when_its_round_begins() -> None:
    triggers = (EncounterTrigger(round=1, what="The bridge falls"), EncounterTrigger(round=2, what="Rain"))
    result = outcome(with_encounters(laid("tia", "eli"), replace(AMBUSH, triggers=triggers, loot="Gold")), begun())
    lines = [event for event in result.events if isinstance(event, Noted) and "encounter_trigger" in event.message.key]
    assert [(line.message.params["what"], line.audience) for line in lines] == [("The bridge falls", ("gm",))]
    assert RUNS.all(result.table)[0].fired == (0,)


@pytest.mark.rule("CD-UI-25")
def test_dice_of_a_foes_health_are_rolled_for_each_foe_of_an_encounter_and_nobody_sees_them() -> None:
    table = with_encounters(laid("tia", "eli"), replace(AMBUSH, foes=(EncounterFoe(foe="boss", side="Court"),) * 2))
    boss = replace(library_of().foes["boss"], health="2d6+40")
    table = replace(table, lists={**table.lists, "foes": (row_of(boss),)})
    begin = BeginEncounter(seat="gm", encounter="ambush", begin=False)
    found = GAME.apply(table, begin, ScriptedChance({"d6": [1, 2, 6, 5]}, then=SeededChance(1)))
    assert not [event for event in found.events if isinstance(event, Rolled)]
    (run,) = RUNS.all(found.table)
    came = present_actors(found.table, run.id)
    assert [actor.tracks[actor_sheet.HEALTH].most for actor in came] == [43, 51]
    assert {arrival.side for arrival in arrivals_of(found.table, run.id)} == {"Court"}


@pytest.mark.rule("CD-UI-25", "CD-MINION-2", "CD-STAT-7")
def test_dice_of_a_foes_stats_and_minions_are_rolled_for_each_foe_of_an_encounter() -> None:
    foes = library_of().foes
    boss = replace(foes["boss"], stamina="1d6", wisdom="1d8+1", speed="1d4", health=None)
    mob = replace(foes["mob"], minions="1d4+1", strength="1d6")
    placed = tuple(EncounterFoe(foe=foe) for foe in ("boss", "boss", "mob", "mob"))
    table = with_encounters(laid("tia", "eli"), replace(AMBUSH, foes=placed))
    table = replace(table, lists={**table.lists, "foes": (row_of(boss), row_of(mob))})
    chance = ScriptedChance({"d6": [2, 5, 3, 6], "d8": [1, 8], "d4": [3, 4, 1, 4]}, then=SeededChance(1))
    found = GAME.apply(table, BeginEncounter(seat="gm", encounter="ambush", begin=False), chance)
    assert not [event for event in found.events if isinstance(event, Rolled)]
    came = present_actors(found.table, RUNS.all(found.table)[0].id)
    sheets = [actor_sheet.actor_sheet_of(found.table, actor.id) for actor in came]
    bosses, mobs = sheets[:2], sheets[2:]
    assert [(each.stats.stamina, each.stats.wisdom, each.stats.speed) for each in bosses] == [(2, 2, 3), (5, 9, 4)]
    assert [each.health for each in bosses] == [most_health(2), most_health(5)]
    assert [each.stats.strength for each in mobs] == [3, 6]
    assert [len(actor_sheet.minions(actor)) for actor in came[2:]] == [2, 5]
