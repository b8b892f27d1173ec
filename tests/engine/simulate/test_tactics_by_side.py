"""Tactics on the command line: each side gets its own; an unknown name is one sentence."""

from __future__ import annotations

import msgspec
import pytest

from engine.__main__ import main
from engine.kit.bots.tactics import TACTICS
from tests.engine.simulate.prepared_fights import FIGHTS


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
