"""Random tables: the GM prepares two of them, rolls in secret from Prep, and openly from the command palette."""

from __future__ import annotations

import pytest

from engine.kit.random_tables.random_table_records import tables_in
from engine.messages.texts import say
from engine.model.seats import SHARED
from tests.journeys.kit import Desk
from tests.journeys.prep_hands import add_row, also, choose, open_category, open_entry, prep_of, write
from tests.journeys.screen import texts_of
from tests.journeys.status_page_hands import common_screen, gms_screen

KIND, WOOD, LOOT = "random_tables", "Wood at night", "Loot of the camp"


@pytest.mark.journey
@pytest.mark.parametrize("game", ["future_imperfect", "imaginality"])
def test_a_random_table_is_prepared_and_rolled(desk: Desk, game: str) -> None:
    desk.open_welcome()
    desk.new_campaign(game, "Ada", "Tom")
    desk.open_player_window()  # so this screen is the GM's own
    prepare(desk)
    before = seen_by_others(desk)
    roll_in_secret(desk)
    desk.wait(lambda: seen_by_others(desk) == before)
    hide_it_from_everybody(desk)
    gms_screen(desk)
    roll_for_all(desk)
    common_screen(desk)
    desk.reopen()
    assert [str(row["name"]) for row in desk.truth.lists[KIND]] == [LOOT, WOOD]
    rolls = {viewer: sum(words.startswith(f"{WOOD}: ") for words in read) for viewer, read in logs(desk).items()}
    assert rolls.pop("gm") == 2, "the GM reads both another evening"
    assert set(rolls.values()) == {1}


def logs(desk: Desk) -> dict[str, list[str]]:
    """Return what each viewer reads in the log; that of the GM is under `gm`."""
    campaign = desk.page.campaign
    viewers = {SHARED: SHARED, **{seat.id: "gm" if seat.is_gm else seat.id for seat in desk.truth.seats.values()}}
    return {
        name: [say(line.message) for line in campaign.viewer_campaign(viewer).log()] for viewer, name in viewers.items()
    }


def seen_by_others(desk: Desk) -> object:
    """Return everything that the player window says, and the log of each player and of the shared screen."""
    viewer_switch = desk.house.window.viewer_switch
    assert viewer_switch is not None
    assert viewer_switch.player_window is not None
    others = {viewer: read for viewer, read in logs(desk).items() if viewer != "gm"}
    return texts_of(viewer_switch.player_window), others


def prepare(desk: Desk) -> None:
    """Make two tables; a row of the second leads to the first."""
    desk.go_to("prep")
    open_category(desk, KIND)
    room = prep_of(desk)
    for name, texts in ((LOOT, ["a ring", "2d6+6 coins"]), (WOOD, ["1d3 wolves", "an old camp"])):
        desk.click(room.pane.new)
        write(desk, "name", name)
        write(desk, "rows[0].text", texts[0])
        add_row(desk, "rows")
        write(desk, "rows[1].text", texts[1])
        if name == WOOD:
            choose(desk, "rows[1].table", LOOT)
        desk.click(room.head.save)
        desk.wait(lambda: not room.head.save.isEnabled())
    _, wood = tables_in(desk.truth.lists).values()
    assert [row.table for row in wood.rows] == ["", "loot_of_the_camp"]
    desk.picture(f"random-tables-1-prepared-{desk.truth.ruleset}")


def roll_in_secret(desk: Desk) -> None:
    """Roll for the GM by the button over the form."""
    open_entry(desk, WOOD)
    desk.wait(lambda: "roll" in prep_of(desk).head.also)
    also(desk, "roll", "Roll for the GM")
    desk.wait(lambda: desk.said().startswith(f"{WOOD}: "))
    assert desk.page.room == "prep", "the GM goes on preparing"
    desk.picture(f"random-tables-2-rolled-{desk.truth.ruleset}")


def hide_it_from_everybody(desk: Desk) -> None:
    """On the shared screen no room and no palette has a word of the tables."""
    common_screen(desk)
    for room in ("prep", "story", "options", "table"):
        desk.go_to(room)
        if room == "prep":
            desk.choose("Cancel")  # it asks whether everybody is to see it
        assert not [words for words in texts_of(desk.house.window) if WOOD in words or LOOT in words], room
    desk.press("Ctrl+K")
    desk.write("wood")
    assert not [words for words in found_in_palette(desk) if WOOD in words]
    desk.press("Escape")


def found_in_palette(desk: Desk) -> list[str]:
    """Return the titles that the command palette lists."""
    palette = desk.page._palette
    assert palette is not None
    model = palette.search.model
    entries = (model.entry(row) for row in range(model.rowCount()))
    return [entry.title for entry in entries if entry is not None]


def roll_for_all(desk: Desk) -> None:
    """Find the table in the palette and roll for all, from a room where the log is not in sight."""
    desk.go_to("characters")
    desk.press("Ctrl+K")
    desk.write("roll for all wood")
    assert found_in_palette(desk)[0].startswith(f"Roll for all: {WOOD}")
    desk.picture(f"random-tables-3-palette-{desk.truth.ruleset}")
    desk.press("Return")
    desk.wait(lambda: desk.said().startswith(f"{WOOD}: "))
    desk.wait(lambda: all(read and read[-1].startswith(f"{WOOD}: ") for read in logs(desk).values()))
    desk.go_to("table")
    desk.picture(f"random-tables-4-for-all-{desk.truth.ruleset}")
