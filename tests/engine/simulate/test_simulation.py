"""Prepared fights that are played many times: the same answer for the same question, and numbers that are honest."""

from __future__ import annotations

import math
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.__main__ import main
from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.scripts.script import ScriptError, play_script
from engine.rulesets.card_the_drawing.battle.battle_procedures import current_battle
from engine.rulesets.card_the_drawing.bot import BattleBot
from engine.rulesets.card_the_drawing.encounters.battle_start import StartBattle
from engine.rulesets.loader import bot_of, game_of, ruleset_ids
from engine.simulate.script_simulation import simulate_script
from engine.simulate.simulation import PreparedFight, simulate
from engine.simulate.simulation_results import FightResult, SimulationResults, proportion
from tests.engine.rulesets.card_the_drawing.table import GAME, deck, laid, planning

FRAIL = {"tia": {"Health": 12}, "eli": {"Health": 12}}
SIDES = {"tia": "red", "eli": "blue"}
BEGIN = StartBattle(seat="gm", fighters=("tia", "eli"), sides=SIDES)
PILOT = BattleBot()


def duels(times: int, seed: int = 4, **more: object) -> SimulationResults:
    """Return the results of duels."""
    return simulate(PreparedFight(GAME, laid("tia", "eli", tracks=FRAIL), PILOT, seed, BEGIN), times, **more)  # type: ignore[arg-type]


@pytest.mark.rule("CD-UI-25")
def test_the_same_seed_gives_the_same_results_and_another_gives_others() -> None:
    tally = duels(6)
    assert tally == duels(6)
    assert tally.fights != duels(6, seed=5).fights
    assert len(set(map(repr, tally.fights))) > 1, "each fight has its own luck"


@pytest.mark.rule("CD-UI-25")
def test_a_tally_that_is_stopped_early_is_the_beginning_of_the_whole_one() -> None:
    seen: list[int] = []

    def enough(so_far: SimulationResults) -> bool:
        seen.append(so_far.times)
        return so_far.times < 3

    stopped = duels(6, progress=enough)
    assert seen == [1, 2, 3]
    assert stopped.fights == duels(6).fights[:3]


@pytest.mark.rule("CD-UI-25", "CD-ROUND-4")
def test_what_is_counted_is_what_came_of_each_fight() -> None:
    tally = duels(8)
    assert sum(won.count for won in tally.won().values()) + tally.drawn() + tally.undecided() == 8
    assert tally.undecided() == 0
    assert set(tally.won()) == {"red", "blue"}
    assert sum(tally.rounds().values()) == 8
    for fight in tally.fights:
        assert fight.defeated == tuple(body for body, health in fight.health_left.items() if health <= 0)
        assert {fight.sides[body] for body in fight.health_left if body not in fight.defeated} == {fight.winner} - {""}
    for body, left in tally.bodies().items():
        assert left.fell.count == sum(body in fight.defeated for fight in tally.fights)
        assert left.least <= left.middle <= left.most


class Idle(BattleBot):
    """Nobody ever does anything."""

    def next_command(self, game: Game, table: Table) -> Command | None:
        return None


def test_a_fight_in_which_nobody_knows_how_to_go_on_is_undecided() -> None:
    tally = simulate(PreparedFight(GAME, laid("tia", "eli"), Idle(), 1, BEGIN), 2)
    assert tally.undecided() == 2
    assert all(won.count == 0 for won in tally.won().values())


def test_a_fight_in_progress_continues_from_its_current_state() -> None:
    table = GAME.apply(laid("tia", "eli", tracks=FRAIL), BEGIN, SeededChance(2)).table
    tally = simulate(PreparedFight(GAME, table, PILOT, 1), 2)
    assert tally.undecided() == 0
    assert current_battle(table) is not None


def under_way(health: int, **of_deck: str) -> Table:
    """Return a duel with so much Health each, in its Planning phase."""
    sheets = {who: {"deck": deck(cards)} for who, cards in of_deck.items()}
    table = laid("tia", "eli", sheets=sheets, tracks={who: {"Health": health} for who in SIDES})
    return planning(GAME.apply(table, BEGIN, SeededChance(2)).table)


@pytest.mark.rule("CD-CORE-2", "CD-UI-25")
def test_a_fight_without_chance_is_played_once_and_has_no_interval() -> None:
    table = under_way(1, tia="swing_blade*2 furious_charge*2 shields_up*2", eli="punch*2 broad_swing*2 take_cover*2")
    seen: list[SimulationResults] = []

    def told(tally: SimulationResults) -> bool:
        seen.append(tally)
        return True

    tally = simulate(PreparedFight(GAME, table, PILOT, 1), 20, told)
    assert tally.certain
    assert (tally.times, seen) == (1, [tally])
    for seed in range(2, 8):
        assert simulate(PreparedFight(GAME, table, PILOT, seed), 20).fights == tally.fights, (
            "no seed plays it in another way"
        )
    answer = tally.as_json()
    assert answer["certain"] is True
    assert "_percent" not in repr(answer)


@pytest.mark.rule("CD-CORE-2", "CD-UI-25", "CD-DECK-7")
def test_unseen_cards_of_a_fight_in_progress_are_shuffled_each_time() -> None:
    table = under_way(30)
    tally = simulate(PreparedFight(GAME, table, PILOT, 1), 6)
    assert not tally.certain
    assert tally.times == 6
    assert len(set(map(repr, tally.fights))) > 1
    assert simulate(PreparedFight(GAME, table, PILOT, 1), 6) == tally
    assert "low_percent" in repr(tally.as_json())


class IdleBot(BattleBot):
    """A bot that never does anything."""

    def next_command(self, game: Game, table: Table) -> Command | None:
        """Do nothing."""
        return None


def test_a_fight_in_which_no_shuffled_card_is_drawn_is_played_once() -> None:
    tally = simulate(PreparedFight(GAME, under_way(30), IdleBot(), 1), 3)
    assert tally.certain
    assert tally.times == 1


@pytest.mark.rule("CD-CORE-2")
def test_piles_of_equal_cards_have_only_one_order() -> None:
    """Whatever is drawn is the same card, and blows of different Initiative need no dice."""
    sheets = {"tia": {"deck": deck("punch*9")}, "eli": {"deck": deck("swing_blade*9")}}
    table = laid("tia", "eli", sheets=sheets, tracks=FRAIL)
    tally = simulate(PreparedFight(GAME, table, PILOT, 1, replace(BEGIN, override=True)), 3)
    assert tally.certain
    assert tally.undecided() == 0


@given(st.integers(1, 400).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_the_interval_is_that_of_wilson_rounded_outwards(counted: tuple[int, int]) -> None:
    count, of = counted
    found = proportion(count, of)
    p, z = count / of, 1.959963984540054
    for edge, low in ((found.low, True), (found.high, False)):
        # Wilson's ends are where p lies just z standard errors of the supposed share away.
        inside, outside = (edge + 1, edge) if low else (edge - 1, edge)
        if 0 < outside < 100:
            assert abs(p - outside / 100) >= z * math.sqrt(outside * (100 - outside) / of) / 100 - 1e-9
        if 0 < inside < 100 and (inside <= 100 * p if low else inside >= 100 * p):
            assert abs(p - inside / 100) <= z * math.sqrt(inside * (100 - inside) / of) / 100 + 1e-9
    assert 0 <= found.low <= 100 * p <= found.high <= 100


def test_nothing_at_all_is_known_of_no_fights() -> None:
    assert (proportion(0, 0).low, proportion(0, 0).high) == (0, 100)
    assert SimulationResults().won() == {}
    assert SimulationResults(fights=(FightResult(winner="", rounds=1),)).drawn() == 1


# ---- without a window ------------------------------------------------------------------------------------------------

SCRIPT: dict[str, Json] = {
    "ruleset": "card_the_drawing",
    "seats": [{"id": "gm", "role": "gm"}, {"id": "tom"}],
    "actors": [
        {
            "id": who,
            "seat": "tom",
            "sheet": {"archetype": "Titan", "deck": deck("punch*2 swing_blade*2 counter_strike")},
        }
        for who in ("tia", "eli")
    ],
    "tracks": FRAIL,
    "commands": [{"kind": "start_battle", "seat": "gm", "fighters": ["tia", "eli"], "sides": SIDES}],
}


def simulated(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], script: dict[str, Json], *arguments: str
) -> tuple[int, bytes, str]:
    path = tmp_path / "fight.json"
    path.write_bytes(msgspec.json.encode(script))
    status = main(("simulate", str(path), *arguments))
    out, err = capsysbinary.readouterr()
    return status, out, err.decode()


@pytest.mark.rule("CD-UI-25")
def test_the_same_script_gives_the_same_answer_byte_for_byte(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    status, out, _ = simulated(tmp_path, capsysbinary, SCRIPT, "--times", "4")
    assert status == 0
    assert simulated(tmp_path, capsysbinary, SCRIPT, "--times", "4")[1] == out
    told = msgspec.json.decode(out)
    assert told["ok"]
    assert told["fights"] == 4
    assert set(told["won"]) == {"red", "blue"}
    assert told["bodies"]["tia"]["fell"]["of"] == 4
    assert simulated(tmp_path, capsysbinary, SCRIPT, "--times", "4", "--seed", "9")[1] != out


@pytest.mark.parametrize(
    ("change", "arguments", "says"),
    [
        ({"commands": []}, (), "The script does not end in a fight"),
        ({}, ("--times", "0"), "1 to"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(
    change: dict[str, Json],
    arguments: tuple[str, ...],
    says: str,
    tmp_path: Path,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    status, out, err = simulated(tmp_path, capsysbinary, {**SCRIPT, **change}, *arguments)
    assert status == 2
    assert out == b""
    assert says in err
    assert err.count("\n") == 1


def test_a_refused_script_names_the_command(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    wrong = {"kind": "start_battle", "seat": "tom", "fighters": ["tia", "eli"]}
    status, out, _ = simulated(tmp_path, capsysbinary, {**SCRIPT, "commands": [wrong]})
    assert status == 2
    assert msgspec.json.decode(out)["at"] == 0


def test_every_game_of_the_program_has_a_bot() -> None:
    assert [ruleset for ruleset in ruleset_ids() if bot_of(ruleset) is None] == []


def test_the_fights_of_a_game_without_a_bot_are_refused() -> None:
    played = play_script(msgspec.json.encode(SCRIPT), game_of)
    with pytest.raises(ScriptError) as raised:
        simulate_script(played, lambda _: None, 1, 0)
    assert raised.value.args == ("simulate_no_pilot",)
