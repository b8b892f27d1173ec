"""Tactics on the command line: each side gets its own; an unknown name is one sentence."""

from __future__ import annotations

import msgspec
import pytest

from engine.__main__ import main
from engine.kit.bots.tactics import TACTICS
from engine.rulesets.classic_fantasy.attacks.attack_commands import DeclareAttack
from engine.rulesets.loader import game_of
from engine.simulate.simulation import PreparedFight, play_fight
from engine.simulate.worker_processes import WorkerOrders
from tests.engine.simulate.prepared_fights import FIGHTS, begun, bot_with, steps


def test_a_side_gets_its_tactic_on_the_command_line(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    script, answers = str(FIGHTS / "imaginality.json"), []
    for words in ((), ("--tactic", "party=spend_early", "--tactic", "opposition=keep_resources")):
        assert main(("simulate", script, "--fights", "2", *words)) == 0
        answers.append(msgspec.json.decode(capsysbinary.readouterr().out))
    assert answers[0]["fights"] == 2
    assert answers[0]["undecided"] == 0
    assert answers[0] != answers[1]
    assert main(("tactics",)) == 0
    assert [line.split()[0].decode() for line in capsysbinary.readouterr().out.splitlines()] == list(TACTICS)


def test_an_ally_of_the_party_fights_beside_it_and_is_attacked_by_the_foes_alone() -> None:
    bot, table = bot_with("classic_fantasy").with_allies(["smuggler-1"]), begun("classic_fantasy")
    assert bot.side(table, "smuggler-1") == "party"
    sides, attacks = dict[str, str](), set[tuple[str, str]]()
    for before, command, after in steps(table, bot, 1):
        sides |= bot.result(before, after).sides
        if isinstance(command, DeclareAttack):
            attacks.add((sides[command.actor], sides[command.target]))
    assert attacks == {("party", "opposition"), ("opposition", "party")}
    fight = PreparedFight(game_of("classic_fantasy"), table, bot, 0)
    assert [play_fight(WorkerOrders.of(fight).fight(fight.game), 0)] == [play_fight(fight, 0)]


def test_allies_are_named_on_the_command_line(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    script, sides = str(FIGHTS / "imaginality.json"), []
    foe = next(actor.id for actor in begun("imaginality").actors.values() if actor.seat == "gm")
    for words in ((), ("--ally", foe)):
        assert main(("simulate", script, "--fights", "1", *words)) == 0
        sides.append(msgspec.json.decode(capsysbinary.readouterr().out)["bodies"][foe]["side"])
    assert sides == ["opposition", "party"]
    assert main(("simulate", script, "--fights", "1", "--ally", "nobody")) == 2
    assert "“nobody” is not a character of the GM" in capsysbinary.readouterr().err.decode()


@pytest.mark.parametrize(
    ("word", "says"),
    [("party=reckless", "no tactic “reckless”"), ("heroes=careful", "the side “heroes”"), ("careful", "party=careful")],
)
def test_an_unknown_side_or_tactic_is_one_sentence(
    word: str, says: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(("simulate", str(FIGHTS / "imaginality.json"), "--fights", "2", "--tactic", word)) == 2
    out, err = capsysbinary.readouterr()
    assert out == b""
    assert says in err.decode()
    assert err.count(b"\n") == 1
