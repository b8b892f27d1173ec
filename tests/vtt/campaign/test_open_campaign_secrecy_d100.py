"""Brine House on the common screen: what is hidden there may be called anything, and nobody can tell the difference."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import pytest

from engine.asset_folder import game_folder
from engine.core.chance import SeededChance
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.model.seats import SHARED
from engine.presentation.scripts.script import play_script, read_commands
from engine.rulesets.classic_fantasy.traps.placed_traps import all_traps
from engine.rulesets.loader import game_of
from vtt.campaign.open_campaign import OpenCampaign

OTHERWISE = {
    "Tallow smoke": "Breath of the vats",
    "The missing stair": "A loose tread",
    "The apothecary’s drawer": "A sprung box",
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
    "a secret roll": {"kind": "roll_skill", "actor": "dog-1", "skill": "Athletics", "secret": True},
    "a roll of somebody unseen": {"kind": "roll_skill", "actor": "dog-1", "skill": "Athletics"},
    "a foe that tires": {"kind": "weary", "actor": "dog-1", "levels": 3, "cause": "blood"},
    "a foe that dies": {"kind": "weary", "actor": "captain-1", "levels": 9, "cause": "starvation"},
    "a foe that falls": {"kind": "fall_down", "actor": "dog-1", "feet": 20},
    "a foe in a hazard": {"kind": "let_hazard", "actor": "captain-1", "name": "Tallow smoke"},
    "a foe that burns": {"kind": "expose_to_heat", "actor": "dog-1", "intensity": 1, "locations": ["Head"]},
    "a foe in a trap": {"kind": "spring_trap", "victims": ["captain-1"]},
}


def told_to(viewer: str, step: Mapping[str, Json], names: Mapping[str, str]) -> Iterator[str]:
    """Yield everything that a viewer gets after a step of the GM's, in the demo with other names."""
    demo = (game_folder("classic_fantasy") / "demo.json").read_text(encoding="utf-8")
    done = json.dumps(step)
    for name, other in names.items():
        assert name in demo
        demo, done = demo.replace(name, other), done.replace(name, other)
    told = json.loads(demo)
    told["commands"].pop()
    told["commands"] += ({"kind": "bring_foes", "seat": "gm", "foe": foe} for foe in ("captain", "dog", "bat"))
    played = play_script(json.dumps(told).encode(), game_of)
    assert played.stopped is None
    (stair,) = all_traps(played.history.table)
    seen_to: dict[str, Json] = {"seat": "gm", **json.loads(done)}
    if "victims" in seen_to:
        seen_to["trap"] = stair.id
    campaign = OpenCampaign(played.game, played.history, SeededChance(3))
    for command in read_commands((seen_to,) if step else (), played.game):
        assert campaign.submit(command)
    viewer_campaign = campaign.viewer_campaign(viewer)
    yield repr(viewer_campaign.view)
    for seat in viewer_campaign.view.seats:
        for offer in viewer_campaign.offers(seat):
            yield repr(viewer_campaign.offer_completion(offer)() if offer.lazy else offer)
    for tab in viewer_campaign.status_page_tabs():
        yield repr((tab, viewer_campaign.status_page(tab.key)))
    for actor in viewer_campaign.view.actors:
        yield repr(viewer_campaign.body_annotations(actor))
    for line in viewer_campaign.log():
        yield repr((say(line.message), line))


@pytest.mark.parametrize("viewer", [SHARED, "mia"])
@pytest.mark.parametrize("step", MEANWHILE)
def test_what_is_hidden_may_be_called_anything(viewer: str, step: str) -> None:
    assert [*told_to(viewer, MEANWHILE[step], {})] == [*told_to(viewer, MEANWHILE[step], OTHERWISE)]


def test_the_gm_reads_it() -> None:
    told = "".join(told_to("gm", {}, OTHERWISE))
    assert not [name for name in OTHERWISE.values() if name not in told]
