"""Brine House on the common screen: what is hidden there may be called anything, and nobody can tell the difference."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import pytest

from engine.play.chance import Seeded
from engine.play.script import play_script, read_commands
from engine.play.sight import SHARED
from engine.play.words import ASSETS, say
from engine.rulesets.registry import game_of
from engine.table.frozen import Json
from vtt.session import Session

OTHERWISE = {
    "Tallow smoke": "Breath of the vats",
    "The missing stair": "A loose tread",
    "The apothecary's drawer": "A sprung box",
    "Cellar dog": "Kennel wolf",
    "Tallow bat": "Owl",
    "Madge of the Lantern": "Old Perrin",
    "The candle store": "The wax room",
    "The counting room": "The office",
    "The dry room": "The loft",
}
"""Everything in the demo that only the GM has seen, each under another name."""
MEANWHILE: Mapping[str, Mapping[str, Json]] = {
    "nothing": {},
    "a day": {"kind": "advance_time", "unit": "day"},
    "a night": {"kind": "sleep"},
    "years": {"kind": "skip_years", "years": 3},
    "an award": {"kind": "award_rolls", "rolls": 3},
    "a secret roll": {"kind": "roll_skill", "actor": "dog", "skill": "Athletics", "secret": True},
    "a foe that tires": {"kind": "weary", "actor": "dog", "levels": 3, "cause": "blood"},
    "a foe that dies": {"kind": "weary", "actor": "captain", "levels": 9, "cause": "starvation"},
}


def told_to(viewer: str, step: Mapping[str, Json], names: Mapping[str, str]) -> Iterator[str]:
    """Yield all that a viewer is told after a step of the GM's, in the demo with other names."""
    demo = (ASSETS / "demos" / "classic_fantasy.json").read_text(encoding="utf-8")
    for name, other in names.items():
        assert name in demo
        demo = demo.replace(name, other)
    told = json.loads(demo)
    told["commands"].pop()
    played = play_script(json.dumps(told).encode(), game_of)
    session = Session(played.game, played.timeline, Seeded(3))
    for command in read_commands(({**step, "seat": "gm"},) if step else (), played.game):
        assert session.submit(command)
    lens = session.lens(viewer)
    yield repr(lens.view)
    for seat in lens.view.seats:
        for offer in lens.offers(seat):
            yield repr(lens.working_out(offer)() if offer.later else offer)
    for tab in lens.ledger_tabs():
        yield repr((tab, lens.ledger(tab.key)))
    for actor in lens.view.actors:
        yield repr(lens.figure_notes(actor))
    for line in lens.log():
        yield repr((say(line.message), line))


@pytest.mark.parametrize("viewer", [SHARED, "mia"])
@pytest.mark.parametrize("step", MEANWHILE)
def test_what_is_hidden_may_be_called_anything(viewer: str, step: str) -> None:
    assert [*told_to(viewer, MEANWHILE[step], {})] == [*told_to(viewer, MEANWHILE[step], OTHERWISE)]


def test_the_gm_reads_it() -> None:
    told = "".join(told_to("gm", {}, OTHERWISE))
    assert not [name for name in OTHERWISE.values() if name not in told]
