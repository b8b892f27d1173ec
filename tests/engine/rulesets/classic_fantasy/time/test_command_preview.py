"""Preview of every command that moves the clock, and its confirmation before unwelcome events."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from engine.asset_folder import game_folder
from engine.core.chance import SeededChance
from engine.core.codec import Codec
from engine.core.commands import Command, kind_of
from engine.core.manual_moves import SetClock
from engine.kit.bots.offer_answers import RandomAnswers, answered_command
from engine.kit.conformance.hidden_changes import hidden_changes
from engine.kit.schedule.time_flow import Forecast, ForecastLine
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.scripts.script import play_script
from engine.rulesets.classic_fantasy.character.character_conditions import BLEEDING, DEADLINE, HUNGRY, MAIMING, lay
from engine.rulesets.classic_fantasy.combat.combat_commands import RollInitiative, StartFight
from engine.rulesets.classic_fantasy.combat.round_commands import EndRound
from engine.rulesets.classic_fantasy.command_preview import seconds_by
from engine.rulesets.classic_fantasy.health.ageing_commands import SkipYears
from engine.rulesets.classic_fantasy.health.rest_commands import BeginRest, ChooseRest, RestOn, Sleep
from engine.rulesets.classic_fantasy.time.time_advance import AdvanceTime
from engine.rulesets.classic_fantasy.time.time_passage_procedure import time_passage
from engine.rulesets.classic_fantasy.time.time_preview import forecast, next_scheduled
from engine.rulesets.classic_fantasy.travel.party_travel import Walk
from engine.rulesets.classic_fantasy.treatment.treatment_commands import Tend
from engine.rulesets.loader import game_of
from tests.engine.rulesets.classic_fantasy.table import GAME, LUCKLESS, hurt, laid, play, secretly, skilled, with_states
from tests.properties import new_seed

HEALS = skilled(First_Aid=60, Healing=60, Endurance=60, Willpower=60)
AID = Tend(seat="tom", actor="ana", patient="ana", location="Left Leg")
HEALING = Tend(seat="tom", actor="ana", patient="ana", location="Left Leg", how="healing")
DITHER = ChooseRest(seat="gm", actor="ana", action="dither")


def _table(*commands: Command) -> Table:
    table = laid(sheets=dict.fromkeys(("ana", "bor", "orc"), HEALS), tracks=LUCKLESS)
    return play(hurt(table, "ana", Left_Leg=4), *commands)


def _fight(table: Table) -> Table:
    return play(table, StartFight(seat="gm", fighters=("ana", "orc")), RollInitiative(seat="gm"))


def _dying(table: Table, actor: str, after: int) -> Table:
    return with_states(table, lambda draft: lay(draft, actor, DEADLINE, "Chest", until=table.clock + after))


MOVES_THE_CLOCK = {
    "minutes": (_table(), AdvanceTime(seat="gm", unit="minute", count=7), 420),
    "years": (_table(), SkipYears(seat="gm", years=1), 360 * 86400),
    "night": (_table(), Sleep(seat="gm", hours=8), 8 * 3600),
    "way": (_table(), Walk(seat="gm", feet=100), 600),
    "first aid": (_table(), AID, 900),
    "healing": (_table(), HEALING, 3600),
    "first aid in a rest": (_table(BeginRest(seat="gm", steps=9)), AID, 0),
    "round": (_fight(_table()), EndRound(seat="gm"), 5),
    "the first to choose": (_table(BeginRest(seat="gm", steps=2)), DITHER, 0),
    "the last to choose": (_table(BeginRest(seat="gm", steps=2, actors=("ana",))), DITHER, 900),
    "rest on": (_table(BeginRest(seat="gm", steps=2)), RestOn(seat="gm"), 900),
    "clock by hand": (_table(), SetClock(seat="gm", seconds=77), 77),
}


@pytest.mark.rule("CF-UI-8", "CF-UI-9", "CF-TIME-1")
@pytest.mark.parametrize("what", MOVES_THE_CLOCK)
def test_the_seconds_of_a_command_are_known(what: str) -> None:
    table, command, seconds = MOVES_THE_CLOCK[what]
    assert seconds_by(table, command) == seconds
    assert (GAME.time_preview(table, command) is None) is (not seconds)
    assert GAME.refusal(table, command) is None or not seconds
    if GAME.refusal(table, command) is None:
        assert play(table, command).clock - table.clock == seconds


@pytest.mark.rule("CF-UI-8", "CF-UI-9")
def test_no_command_moves_the_clock_without_a_preview() -> None:
    moved = set[str]()
    for seed in range(2, 10):
        played = play_script((game_folder("classic_fantasy") / "demo.json").read_bytes(), game_of)
        table, random, chance = played.history.table, Random(seed), SeededChance(seed)
        for _ in range(60):
            offers = [one for seat in table.seats for one in GAME.offers(table, seat) if one.denial is None]
            one = random.choice(offers)
            command = answered_command(one, table, RandomAnswers(random))
            if GAME.refusal(table, command) is not None:
                continue
            after = GAME.apply(table, command, chance).table
            if after.clock != table.clock and time_passage(table) is None:  # what waited was foretold as it began
                moved.add(kind_of(command))
                assert after.clock - table.clock <= seconds_by(table, command), kind_of(command)
                assert GAME.time_preview(table, command) is not None
            table = after
    assert len(moved) > 3, moved


@pytest.mark.rule("CF-UI-9", "CF-REST-6")
def test_first_aid_asks_where_another_character_dies_meanwhile() -> None:
    dies = _dying(_table(), "bor", 600)
    found = GAME.time_preview(dies, AID)
    assert found is not None
    assert found.asks
    assert "Bor" in say(found.message)
    for harmless in (_table(), _dying(_table(), "bor", 901)):
        told = GAME.time_preview(harmless, AID)
        assert told is not None
        assert not told.asks
    unseen = secretly(_dying(_table(), "orc", 600), "orc")
    for viewer, asks in (("tom", False), ("gm", True)):
        told = GAME.time_preview(unseen, AID, viewer)
        assert told is not None
        assert told.asks is asks, "of whom nobody knows nothing is said"
        assert ("Orc" in say(told.message)) is asks


@pytest.mark.rule("CF-UI-8", "CF-TIME-1")
@pytest.mark.parametrize(
    ("command", "asks"),
    [
        (AdvanceTime(seat="gm", unit="minute", count=59), False),
        (AdvanceTime(seat="gm", unit="hour"), True),
        (AdvanceTime(seat="gm", unit="month"), True),
        (SetClock(seat="gm", seconds=3599), False),
        (SetClock(seat="gm", seconds=3600), True),
        (Sleep(seat="gm", hours=1), True),
        (SkipYears(seat="gm", years=1), True),
    ],
)
def test_long_jumps_ask(command: Command, asks: bool) -> None:
    found = GAME.time_preview(_table(), command)
    assert found is not None
    assert found.asks is asks


@pytest.mark.rule("CF-UI-14", "CF-AGE-2")
def test_the_preview_of_years_names_rolls_against_age() -> None:
    table = laid(sheets={"ana": {"age": 38}, "bor": {"age": 20}, "orc": {"age": 39}}, tracks=LUCKLESS)
    for years, aged in ((1, False), (2, True)):
        found = GAME.time_preview(table, SkipYears(seat="gm", years=years))
        assert found is not None
        assert ("make ageing rolls: Ana" in say(found.message)) is aged, say(found.message)
    hidden = secretly(table, "ana")
    told = GAME.time_preview(hidden, SkipYears(seat="gm", years=2), "eve")
    assert told is not None
    assert "Ana" not in say(told.message)


@pytest.mark.rule("CF-UI-9")
def test_a_combat_round_asks_only_where_somebody_may_die_in_it() -> None:
    table = _fight(_table())
    for state, asks in (("", False), (HUNGRY, False), (BLEEDING, False), (DEADLINE, True)):
        now = with_states(table, partial(lay, actor="orc", name=state, until=5)) if state else table
        found = GAME.time_preview(now, EndRound(seat="gm"))
        assert found is not None
        assert found.asks is asks, state


@pytest.mark.rule("CF-UI-8")
def test_a_quarter_of_an_hour_asks_before_all_unwelcome_events() -> None:
    quarter = AdvanceTime(seat="gm", unit="rest_action")
    for state, asks in (("", False), (HUNGRY, False), (MAIMING, True), (DEADLINE, True)):
        lays = partial(lay, actor="bor", name=state, location="Chest", until=900)
        found = GAME.time_preview(with_states(_table(), lays) if state else _table(), quarter)
        assert found is not None
        assert found.asks is asks, state


# ---- what a viewer does not know -------------------------------------------------------------------------------------

WITH_SECRETS = {
    **MOVES_THE_CLOCK,
    "a step of the way": (_table(), Walk(seat="gm", feet=1), 600),
    "a night of named people": (_table(), Sleep(seat="gm", hours=8, actors=("ana", "bor")), 8 * 3600),
    "years of one": (_table(), SkipYears(seat="gm", years=1, actors=("bor",)), 360 * 86400),
    "first aid for somebody noticed": (
        _fight(hurt(_table(), "orc", Left_Leg=2)),
        Tend(seat="tom", actor="ana", patient="orc", location="Left Leg", emergency=True),
        0,
    ),
    "the choice of all but one": (
        _table(BeginRest(seat="gm", steps=2, actors=("ana", "bor"))),
        DITHER,
        0,
    ),
}


@pytest.mark.rule("CF-UI-8", "CF-UI-9", "CF-UI-2")
@pytest.mark.parametrize("what", WITH_SECRETS)
def test_nothing_that_a_viewer_does_not_know_changes_a_preview_or_whether_there_is_one(what: str) -> None:
    """Numbers, wounds and conditions of secret characters, of the party too, that let the rules refuse the command."""
    table, command, _ = WITH_SECRETS[what]
    table, codec, seed, changed = secretly(secretly(table, "orc"), "bor"), Codec(GAME), new_seed(), 0
    for viewer in ("tom", SHARED):
        here = GAME.time_preview(table, command, viewer)
        for change, other, swapped in hidden_changes(GAME, codec, table, viewer, Random(seed), each=12):
            if not swapped:
                assert GAME.time_preview(other, command, viewer) == here, f"{viewer}, {change}, with seed {seed}"
                changed += 1
    assert changed > 20


@pytest.mark.rule("CF-UI-8", "CF-TIME-4", "CF-UI-2")
def test_a_way_is_foretold_by_the_pace_of_the_members_that_a_viewer_knows() -> None:
    """A secret member that cannot move lets the rules refuse the way, and one that crawls makes it longer."""
    way, table = Walk(seat="gm", feet=600), secretly(_table(), "bor")
    foretold = {}
    for feet in (0, 1, 20, 90):
        slow = replace(table.actors["bor"], sheet={**table.actors["bor"].sheet, "movement": feet})
        world = replace(table, actors={**table.actors, "bor": slow})
        assert (GAME.refusal(world, way) is not None) is (feet == 0)
        foretold[feet] = [GAME.time_preview(world, way, viewer) for viewer in ("tom", SHARED, "gm", "eve")]
    for feet in (1, 20, 90):
        assert foretold[feet][:2] == foretold[0][:2]
    assert None not in foretold[0][:2]
    assert foretold[1][2:] != foretold[90][2:], "the GM and its player know"
    assert foretold[0][2:] == [None, None]


@pytest.mark.rule("CF-UI-9", "CF-REST-2")
def test_who_has_chosen_in_secret_does_not_show_in_whether_a_choice_ends_the_quarter() -> None:
    table = secretly(_table(BeginRest(seat="gm", steps=2, actors=("ana", "bor"))), "bor")
    chosen = play(table, ChooseRest(seat="gm", actor="bor", action="dither"))
    assert GAME.time_preview(table, DITHER, "tom") == GAME.time_preview(chosen, DITHER, "tom")
    assert GAME.time_preview(table, DITHER, "gm") is None
    assert GAME.time_preview(chosen, DITHER, "gm") is not None


# ---- the edges of a preview ------------------------------------------------------------------------------------------


def _line(at: int) -> ForecastLine:
    return ForecastLine(at=at, message=Message(key="log.d100_night", params={"hours": 8}))


@pytest.mark.rule("CF-UI-8")
def test_the_last_moment_of_a_time_belongs_to_it() -> None:
    whole = Forecast(lines=(_line(10), _line(20)), unknown=20, dice="burning:all")
    assert whole.within(20) == whole
    assert whole.within(19) == Forecast(lines=(_line(10),))
    assert whole.within(10) == Forecast(lines=(_line(10),))
    assert whole.within(9) == Forecast()
    table = _dying(_table(), "bor", 600)
    assert [(line.at, line.kind) for line in forecast(table, 600).lines] == [(600, "deadline")]
    assert forecast(table, 599).lines == ()


@pytest.mark.rule("CF-UI-8")
def test_the_preview_names_the_moment_of_the_first_dice() -> None:
    burns = with_states(_table(), lambda draft: lay(draft, "orc", "burning", "Chest", level=1))
    assert (forecast(burns, 4).unknown, forecast(burns, 5).unknown) == (None, 5)
    assert forecast(burns, 5).dice == "burning:all"


@pytest.mark.rule("CF-UI-8")
def test_scheduled_events_are_shown_once_and_past_ones_never() -> None:
    table = play(_dying(_table(), "bor", 900), AdvanceTime(seat="gm", unit="minute", count=10))
    for after, until, found in ((600, 900, 1), (600, 899, 0), (900, 1800, 0), (899, 900, 1)):
        assert len([due for due in next_scheduled(table, after, until) if due.kind == "deadline"]) == found, (
            after,
            until,
        )
    bleeds = with_states(_table(), lambda draft: lay(draft, "orc", BLEEDING, "Chest", level=1))
    assert [int(due.at) for due in next_scheduled(bleeds, 0, 60) if due.kind == "bleeding"] == [5], (
        "the next time alone"
    )
