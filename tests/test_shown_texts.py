"""A recorded run knows what the program showed, and lists the rest."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from engine.messages.texts import texts
from tests.engine.messages.unshown_texts import shown_keys, unshown_texts

ROOT = Path(__file__).parents[1]
RUN = """
import contextlib, sys
from pathlib import Path
from tests import shown_texts
shown_texts.record_shown_texts()
from engine.__main__ import main
from engine.messages.message import Message
from engine.messages.texts import say, texts
with contextlib.suppress(SystemExit):
    main(["--help"])
__name__ = "tests.any"
say(Message(key="refused.gm_only"))
assert texts()["refused.no_such_seat"]
shown_texts.write_shown_texts(Path(sys.argv[1]))
"""


def test_a_text_is_shown_if_the_program_and_not_a_test_asks_for_it(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", RUN, tmp_path / "record"], check=True, env=env, capture_output=True)
    shown = shown_keys([tmp_path / "record"])
    listed = unshown_texts(shown)
    others = [key for keys in listed.values() for key in keys]
    assert any(key.startswith("command_line.") for key in shown)
    assert {"refused.gm_only", "refused.no_such_seat"} <= {*listed["refused"]}
    assert all(key.startswith("explain.") for key in texts().keys() - shown - {*others})
    assert not shown & {*others}


def test_an_explanation_is_shown_with_its_offer() -> None:
    listed = unshown_texts({"offer.start_adventure"})
    assert "explain.start_adventure" not in listed["explain"]
    assert "explain.refill_own" in listed["explain"]
