"""A process of its own that plays a long evening in a session and prints its memory at half time and at the end."""

from __future__ import annotations

import sys
from random import Random

from engine.core.chance import SeededChance
from engine.core.history import History
from engine.core.manual_moves import SetClock
from engine.model.seats import SHARED
from engine.rulesets.loader import game_of
from tests.bench.evening import crowded_table, on_offer
from tests.bench.resident_memory import megabytes
from vtt.campaign.open_campaign import OpenCampaign


def main(commands: int) -> None:
    """Play, with the common screen and the GM looking on."""
    game, random = game_of("imaginality"), Random(7)
    timeline = History(crowded_table(game))
    campaign = OpenCampaign(game, timeline, SeededChance(7))
    lenses = campaign.viewer_campaign(SHARED), campaign.viewer_campaign("gm")
    marks = []
    for number in range(1, commands + 1):
        table = timeline.table
        seat = random.choice(list(table.seats))
        assert campaign.submit(on_offer(game, table, seat, random) or SetClock(seat="gm", seconds=number))
        for viewer_campaign in lenses:
            assert viewer_campaign.view.zones
        if number in {commands // 2, commands}:
            marks.append(megabytes())
    print(*marks)


if __name__ == "__main__":
    main(int(sys.argv[1]))
