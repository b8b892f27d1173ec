"""An encounter by mouse: prepared, run, reset, paused, resumed and removed; nobody else learns of an unseen one."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from engine.core.game_options import complete_options
from engine.kit.cast.arrivals import ARRIVALS
from engine.kit.content_editor.persistence import row_of
from engine.kit.encounters.encounter_records import ENCOUNTERS, KEPT, KeptCharacter
from engine.kit.encounters.encounter_runs import RUNS, present_actors
from engine.kit.encounters.printable_encounters import printable_encounters
from engine.kit.notes.note_links import text_without_links
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.seats import SHARED, Actor, Role, Seat
from engine.rulesets.loader import game_of
from tests.journeys import record_hands
from tests.journeys.crew import crew
from tests.journeys.kit import Desk
from tests.journeys.prep_hands import (
    add_row,
    also,
    choose,
    click_line,
    key_of_use,
    open_category,
    open_entry,
    part,
    prep_of,
    write,
)
from tests.journeys.screen import texts_of
from tests.journeys.status_page_hands import (
    buttons,
    common_screen,
    gms_screen,
    open_status_page,
    press_button,
    reads,
)
from tests.journeys.test_journey_ready_to_fight import answer
from vtt.player_window.player_window import PlayerWindow
from vtt.prep.record_form.text_controls import LinesControl

NAME, NOTE, LINE, RUN = "Dock nine", "The crane is rigged.", "Cut the lights", "dock_nine"
DICE, PAGE = "2d6+3", "Harbour"
LINKS = f" [[{DICE}]] guards from the [[{PAGE}]]."
FOE = "Lurker"


@pytest.mark.journey
def test_an_unseen_encounter_is_run_reset_paused_resumed_and_removed(desk: Desk, tmp_path: Path) -> None:
    table = crew()
    kept = KeptCharacter(id="lurker", name=FOE, character=row_of(table.actors["guard"]))
    desk.open_table_of(replace(table, lists={**table.lists, KEPT: (row_of(kept),)}))
    desk.open_player_window()  # so this screen is the GM's own
    prepare(desk)
    before = seen_by_others(desk)
    print_it(desk, tmp_path / "dock.pdf")
    assert seen_by_others(desk) == before
    came = run(desk)
    assert seen_by_others(desk) == before
    hurt(desk, came[0])
    assert seen_by_others(desk) == before
    desk.go_to("table")
    press_button(desk, "Reset")
    assert foes(desk) == came
    assert seen_by_others(desk) == before
    press_button(desk, f"{LINE}: Tick")
    press_button(desk, "Pause")
    assert [foe.archived for foe in foes(desk)] == [True, True]
    assert "Resume" in " ".join(buttons(desk))
    desk.picture("running-encounter-4-paused")
    assert seen_by_others(desk) == before
    press_button(desk, "Resume")
    assert foes(desk) == came
    assert seen_by_others(desk) == before
    common_screen(desk)
    assert not [words for words in texts_of(desk.house.window) if named(words)]
    desk.reopen()
    gms_screen(desk)
    remove(desk)
    assert seen_log(desk) == before[1]


@pytest.mark.journey
@pytest.mark.parametrize(
    ("game", "category"),
    [
        ("imaginality", "encounters"),
        ("future_imperfect", "encounters"),
        pytest.param("card_the_drawing", "encounters", marks=pytest.mark.rule("CD-UI-25")),
        pytest.param("classic_fantasy", "places", marks=pytest.mark.rule("CF-UI-12")),
    ],
)
def test_an_encounter_of_each_game_is_prepared_printed_run_reset_resumed_and_removed(
    desk: Desk, tmp_path: Path, game: str, category: str
) -> None:
    ruleset = game_of(game).ruleset
    seats = (Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom"))
    desk.open_table_of(ruleset.new_table(seats, complete_options(ruleset.options, {})))
    gms_screen(desk)
    desk.go_to("prep")
    open_category(desk, category)
    encounter = printable_encounters(game_of(game), desk.truth)[0]
    open_entry(desk, encounter.name)
    write_notes(desk, NOTE)
    text = " ".join(printed(desk, f"{category}/{encounter.id}", tmp_path / "encounter.pdf").split())
    also(desk, key_of_use(desk), "")
    answer(desk)
    desk.wait(lambda: bool(desk.truth.lists.get(RUNS.name)))
    (run,) = RUNS.all(desk.truth)
    came = present_actors(desk.truth, run.id)
    assert came
    assert all(words in text for words in (encounter.name, NOTE, *(foe.name.rstrip(" 0123456789") for foe in came))), (
        text
    )
    desk.go_to("table")
    open_status_page(desk, "encounters")
    press_button(desk, "Pause")
    assert all(foe.archived for foe in present_actors(desk.truth, run.id))
    press_button(desk, "Resume")
    press_button(desk, "Reset")
    assert present_actors(desk.truth, run.id) == came
    desk.picture(f"running-encounter-5-{game}")
    press_button(desk, "Remove")
    assert not desk.truth.actors


def named(words: str) -> bool:
    """Say whether words name anything of the encounter."""
    return any(secret in words for secret in (NAME, NOTE, LINE, FOE))


def players_of(desk: Desk) -> PlayerWindow:
    """Return the player window."""
    switch = desk.house.window.viewer_switch
    assert switch is not None
    assert switch.player_window is not None
    return switch.player_window


def seen_log(desk: Desk) -> dict[str, object]:
    """Return what everybody but the GM reads in the log, is offered and sees of the table."""
    views = {
        viewer: desk.page.campaign.viewer_campaign(viewer)
        for viewer in (SHARED, *(seat.id for seat in desk.truth.seats.values() if not seat.is_gm))
    }
    return {
        viewer: (
            [say(line.message) for line in campaign.log()],
            [campaign.offers(seat) for seat in desk.truth.seats],
            campaign.status_page_tabs(),
            campaign.view,
        )
        for viewer, campaign in views.items()
    }


def seen_by_others(desk: Desk) -> tuple[list[str], dict[str, object], QImage]:
    """Return the texts and the picture of the player window too."""
    players = players_of(desk)
    return texts_of(players), seen_log(desk), players.grab().toImage()


def foes(desk: Desk) -> tuple[Actor, ...]:
    """Return those who came, as they are."""
    return present_actors(desk.truth, RUN)


def prepare(desk: Desk) -> None:
    """Write an encounter with two unseen foes."""
    desk.go_to("prep")
    open_category(desk, ENCOUNTERS)
    desk.click(prep_of(desk).pane.new)
    write(desk, "name", NAME)
    write_notes(desk, NOTE + LINKS)
    add_row(desk, "cast")
    choose(desk, "cast[0].who", FOE)
    write(desk, "cast[0].count", "2")
    add_row(desk, "checklist")
    write(desk, "checklist[0].text", LINE)
    desk.click(prep_of(desk).head.save)
    desk.wait(lambda: not prep_of(desk).head.save.isEnabled())
    desk.picture("running-encounter-1-prepared")


def write_notes(desk: Desk, words: str) -> None:
    """Write the GM's notes, save them, and read their page beside the form."""
    notes = part(desk, "notes").control
    assert isinstance(notes, LinesControl)
    desk.click(notes.first_stop())
    desk.press("Ctrl+A")
    desk.write(words)
    desk.press("Ctrl+S")
    room = prep_of(desk)
    desk.wait(lambda: not room.head.save.isEnabled())
    page = room.beside.page
    desk.wait(lambda: page.isVisible() and text_without_links(words) in page.toPlainText())
    desk.picture(f"running-encounter-0-notes-{desk.truth.ruleset}")


def print_it(desk: Desk, out: Path) -> None:
    """Print it from its page: one page with its texts, a box to tick, and what its characters need in a fight."""
    text = printed(desk, f"{ENCOUNTERS}/{RUN}", out)
    assert all(words in text for words in (NAME, NOTE, f"{DICE} guards", LINE, f"{FOE} × 2", "Wind", "Head")), text
    assert "[[" not in text


def printed(desk: Desk, encounter: str, out: Path) -> str:
    """Print the open encounter on one page, and return what the file says."""
    also(desk, "print", "Opens the print room")
    room = record_hands.print_room(desk)
    assert room.choices.which_encounters.ticked == (encounter,)
    desk.wait(lambda: room.preview.is_whole)
    assert room.preview.count == 1
    desk.picture(f"running-encounter-2-printed-{desk.truth.ruleset}")
    room.save_to(out)
    desk.wait(lambda: "is saved" in room.said.text())
    desk.press("Escape")
    desk.wait(lambda: QApplication.activeModalWidget() is None)
    return subprocess.run(["pdftotext", str(out), "-"], capture_output=True, check=True).stdout.decode()


def run(desk: Desk) -> tuple[Actor, ...]:
    """Run it by its button, and read its page on the table."""
    also(desk, "run", "Run “")
    desk.wait(lambda: bool(desk.truth.lists.get(RUNS.name)))
    desk.go_to("table")
    open_status_page(desk, "encounters")
    page = " ".join(reads(desk))
    assert all(words in page for words in (NAME, NOTE, LINE, f"{FOE} 1", f"{FOE} 2")), page
    desk.picture("running-encounter-3-runs")
    came = foes(desk)
    assert [foe.secret for foe in came] == [True, True]
    press_button(desk, f"Roll {DICE}")
    assert desk.page.page_links is not None
    assert desk.page.page_links.menu is not None
    click_line(desk, desk.page.page_links.menu, "Roll for the GM")
    desk.wait(lambda: desk.read_log()[-1].startswith(f"{DICE}: "))
    return came


def hurt(desk: Desk, foe: Actor) -> None:
    """Write a wound on the record of a foe."""
    desk.go_to("characters")
    record_hands.room_of(desk).show_actor(foe.id)
    record_hands.write(desk, "body.head", "2")
    assert desk.truth.actors[foe.id].body != foe.body


def remove(desk: Desk) -> None:
    """Remove it, and see that only what was prepared is left."""
    open_status_page(desk, "encounters")
    press_button(desk, "Remove")
    assert not any(FOE in actor.name for actor in desk.truth.actors.values())
    assert (desk.truth.lists[RUNS.name], desk.truth.lists[ARRIVALS.name]) == ((), ())
    assert [row["name"] for row in desk.truth.lists[ENCOUNTERS]] == [NAME]
