"""Brine House, prepared the evening before: a trap is changed and laid, a place brings foes whom nobody sees yet."""

from __future__ import annotations

import pytest

from engine.rulesets.classic_fantasy.traps.placed_traps import all_traps
from tests.journeys.kit import Desk
from tests.journeys.prep_hands import add_row, also, open_category, open_entry, part, prep_of, said, write
from tests.journeys.status_page_hands import begin_dungeon, common_screen, gms_screen, reads
from vtt.prep.record_form.choice_controls import ChoiceControl

NEEDLE, ROOM, HOUND = "Poison Needle", "5. The dry room", "Hound 1"


def everything_read(desk: Desk) -> str:
    """Return all that can be read off the common screen, and is said of it."""
    return "\n".join((*desk.spoken(), *reads(desk), *desk.read_log(), *desk.headline(), *desk.offers()))


def seen(desk: Desk) -> list[str]:
    """Return the hounds that a screen knows of."""
    return [line for line in desk.spoken() if line.startswith("Hound")]


@pytest.mark.journey
@pytest.mark.rule("CF-TRAP-11", "CF-UI-12")
def test_a_trap_is_changed_and_comes_to_the_table_as_it_was_written_last(desk: Desk) -> None:
    begin_dungeon(desk)
    gms_screen(desk)
    desk.go_to("prep")
    open_category(desk, "prepared_traps")
    open_entry(desk, NEEDLE)
    write(desk, "place", ROOM)
    choose_damage(desk, "3d12")
    room = prep_of(desk)
    desk.wait(
        lambda: "3d12 is too much for a maker with a skill of 60 %. The maximum for this maker is 2d6." in said(room)
    )
    desk.picture("prepared-1-too-much")
    also(desk, "table", "Place a prepared trap")
    assert desk.page.room == "prep", "what cannot be saved does not come to the table either"
    assert NEEDLE not in {laid.trap.name for laid in all_traps(desk.truth)}
    choose_damage(desk, "1d4")
    desk.wait(lambda: "Damage 1d4 to one location" in said(room))
    also(desk, "table", "Place a prepared trap")
    assert desk.page.room == "table"
    assert f"{NEEDLE}, {ROOM}, Effect, 1d4 · Force Large · poison: any" in reads(desk, "traps")
    assert f"{NEEDLE}, {ROOM}, Status, hidden" in reads(desk)
    desk.picture("prepared-2-laid")
    common_screen(desk)
    assert NEEDLE not in everything_read(desk)
    desk.close()
    (laid,) = [laid for laid in all_traps(desk.in_file()) if laid.trap.name == NEEDLE]
    assert (laid.place, laid.trap.damage, laid.state) == (ROOM, "1d4", "hidden")


@pytest.mark.journey
def test_foes_come_with_a_place_unseen_and_are_shown_one_by_one(desk: Desk) -> None:
    begin_dungeon(desk)
    gms_screen(desk)
    desk.go_to("prep")
    open_category(desk, "places")
    open_entry(desk, ROOM)
    add_row(desk, "foes")
    write(desk, "foes[0].count", "2")
    desk.wait(lambda: "Hidden until the GM shows them: 2 × Hound" in said(prep_of(desk)))
    before = desk.truth
    also(desk, "table", "Go to a place")
    assert desk.page.room == "table"
    assert seen(desk) == [f"Hound {n}, played by Ada: Luck 2, hidden from others" for n in (1, 2)]
    desk.picture("prepared-3-gone")
    desk.press("Ctrl+Z")
    assert (desk.truth.actors, desk.truth.clock) == (before.actors, before.clock)
    desk.press("Ctrl+Shift+Z")
    desk.click_offer("Go to a place", seat="Ada")
    desk.answer(place=f"{ROOM} (Already visited)")
    assert len(seen(desk)) == 2, "nothing comes twice"
    common_screen(desk)
    assert "The dry room" in desk.headline()[0]
    assert "Hound" not in everything_read(desk)
    gms_screen(desk)
    desk.right_click("actor", "hound-1")
    desk.choose_offer("Show Hound 1 to everybody")
    assert f"{HOUND} is now visible to everybody" in desk.read_log()
    desk.picture("prepared-4-shown")
    common_screen(desk)
    assert [line.partition(",")[0] for line in seen(desk)] == [HOUND]
    assert "Hound 2" not in everything_read(desk)
    desk.picture("prepared-5-common")
    desk.press("Ctrl+Z")
    desk.choose("Undo")  # everybody came to know something
    assert "Hound" not in everything_read(desk)


def choose_damage(desk: Desk, dice: str) -> None:
    """Write over what stands in the choice, as one can that is no list of words alone."""
    control = part(desk, "damage").control
    assert isinstance(control, ChoiceControl), control
    desk.click(control.combo)
    desk.press("Ctrl+A")
    desk.write(dice)
    desk.press("Tab")
