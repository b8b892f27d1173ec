"""Every message of the engine has its sentence, and the sentence gets what it speaks of."""

from __future__ import annotations

from itertools import groupby

import pytest

from engine.play.words import texts
from tests.engine.keys import Said, all_said, fields_of

BY_FILE = {path: tuple(said) for path, said in groupby(all_said(), lambda said: said.place.partition(":")[0])}


def test_the_scan_sees_the_source() -> None:
    assert {"play/moves/cards.py", "play/commands.py", "play/options.py", "rulesets/registry.py"} <= BY_FILE.keys()
    assert len(BY_FILE["play/moves/cards.py"]) > 15


@pytest.mark.parametrize("path", BY_FILE)
def test_every_message_has_a_sentence_with_its_parameters(path: str) -> None:
    faults = [fault for said in BY_FILE[path] if (fault := _fault(said)) is not None]
    assert not faults, "\n".join(faults)


def _fault(said: Said) -> str | None:
    templates = {key: text for key, text in texts().items() if said.fits(key)}
    if not templates:
        return f"{said.place}: no sentence for {said.key}"
    if said.params is None or said.open:
        return None
    missing = {name for text in templates.values() for name in fields_of(text)} - said.params
    return f"{said.place}: {said.key} does not say {sorted(missing)}" if missing else None
