"""Every message of the engine has its sentence, and the sentence gets what it speaks of."""

from __future__ import annotations

import pytest

from engine.play.words import texts
from tests.engine.keys import ENGINE, Said, fields_of, said_in, sources

FILES = tuple(path.relative_to(ENGINE).as_posix() for path in sources())


def test_the_scan_sees_the_source() -> None:
    assert {"play/moves/cards.py", "play/commands.py", "play/options.py", "rulesets/registry.py"} <= {*FILES}
    assert len(tuple(said_in(ENGINE / "play/moves/cards.py"))) > 15


@pytest.mark.parametrize("path", FILES)
def test_every_message_has_a_sentence_with_its_parameters(path: str) -> None:
    faults = [fault for said in said_in(ENGINE / path) if (fault := _fault(said)) is not None]
    assert not faults, "\n".join(faults)


def _fault(said: Said) -> str | None:
    templates = said.among(texts())
    if not templates:
        return f"{said.place}: no sentence for {said.key}"
    if said.params is None or said.open:
        return None
    missing = {name for text in templates for name in fields_of(text)} - said.params
    return f"{said.place}: {said.key} does not say {sorted(missing)}" if missing else None
