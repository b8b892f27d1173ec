"""The dialog in which a character advances: shown to those who may, one move, real dice asked for, nothing is lost."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QScrollArea
from pytestqt.qtbot import QtBot

from engine.core.manual_moves.character_moves import EditActor
from engine.kit.heroes.hero_commands import BringHero
from engine.kit.heroes.ready_made_heroes import heroes_of
from engine.model.frozen import Json
from engine.model.seats import SHARED, Actor
from engine.presentation.dice_and_card_source import SourceKind
from engine.sheets.editing.new_character_moves import JoinActor
from engine.sheets.editing.record_moves import WriteRecord
from tests.vtt.sheets.creation.test_creation_dialog import campaign_of
from tests.vtt.sheets.sheet_stage import hub, room_of
from vtt.campaign.open_campaign import OpenCampaign
from vtt.sheets.characters.characters_room import CharactersRoom
from vtt.sheets.creation.advancement_dialog import AdvancementDialog
from vtt.sheets.creation.step_pages import ChoosePage, SpendPage
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import MessageDialog

__all__ = ["hub"]

_MOST_ALIKE = 12
"""So many random characters may have the same archetype by chance: one test in millions meets them."""


def hero_of(campaign: OpenCampaign, **fields: Json) -> str:
    """Add a hero of Tom's with other values in some fields; return its id."""
    hero = next(iter(heroes_of(campaign.game.ruleset.id)))
    campaign.submit(BringHero(seat="tom", hero=hero))
    (actor,) = campaign.viewer_campaign("gm").view.actors
    campaign.submit(WriteRecord(seat="tom", actor=actor, fields=fields))
    return actor


def advancing(room: CharactersRoom, actor: str) -> AdvancementDialog:
    room.show_actor(actor)
    assert room.form.head is not None
    room.form.head.advance.click()
    dialog = room.advancement.dialog
    assert isinstance(dialog, AdvancementDialog)
    return dialog


def raises(dialog: AdvancementDialog, step: str) -> dict[str, QPushButton]:
    dialog.go_to(step)
    page = dialog.page
    assert isinstance(page, SpendPage)
    return page.raises


def test_skills_are_raised_with_dice_as_one_move(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = campaign_of("classic_fantasy")
    actor = hero_of(campaign, experience=2)
    room = room_of(qtbot, hub, campaign, "tom")
    dialog = advancing(room, actor)
    assert not dialog.finish.isEnabled()
    raises(dialog, "standard")["Brawn"].click()
    assert dialog.left.text() == "1 of 2 Experience Rolls left"
    page, shown = dialog.page, dialog._steps.start.shown("skills[2].total")
    assert isinstance(page, SpendPage)
    assert shown in page._totals["Brawn"].text(), "what the dice bring is not known yet"
    raises(dialog, "standard")["Drive"].click()
    buttons = raises(dialog, "standard")
    assert not buttons["Swim"].isEnabled(), "all is spent"
    buttons["Drive"].click()
    buttons["Swim"].click()
    dialog.undo.click()
    assert [name for name, button in buttons.items() if button.isChecked()] == ["Brawn"]
    before, position = campaign.viewer_campaign("gm").view.actors[actor].sheet, campaign.position
    dialog.finish.click()
    after = campaign.viewer_campaign("gm").view.actors[actor].sheet
    assert (after["experience"], campaign.position) == (1, position + 1)
    told = room.advancement.dialog
    assert isinstance(told, MessageDialog)
    told.reject()
    assert room.advancement.dialog is None
    campaign.undo(consent=True)  # dice that everybody has seen are taken back
    assert campaign.viewer_campaign("gm").view.actors[actor].sheet == before


def test_real_dice_are_asked_for_and_the_dialog_waits(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = campaign_of("classic_fantasy")
    actor = hero_of(campaign, experience=1)
    campaign.set_source("dice", SourceKind.REAL)
    asked: list[object] = []
    campaign.asked.connect(asked.append)
    dialog = advancing(room_of(qtbot, hub, campaign, "gm"), actor)
    raises(dialog, "standard")["Brawn"].click()
    dialog.finish.click()
    (pending,) = asked
    assert dialog.isVisible()
    entered: dict[str, int | str] = {}
    while True:
        rehearsal = campaign.rehearse(pending, entered)  # type: ignore[arg-type]
        if rehearsal.outcome is not None:
            break
        entered |= {field.key: 2 for field in rehearsal.fields if field.key not in entered}
    campaign.submit_input(pending, entered)  # type: ignore[arg-type]
    assert not dialog.isVisible()
    assert campaign.viewer_campaign("gm").view.actors[actor].sheet["experience"] == 0


def test_what_the_table_would_refuse_is_said_before(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = campaign_of("classic_fantasy")
    actor = hero_of(campaign, experience=3, rank=2)
    dialog = advancing(room_of(qtbot, hub, campaign, "gm"), actor)
    dialog.go_to("training")
    page = dialog.page
    assert isinstance(page, ChoosePage)
    assert page.choose_by_number(1)
    assert dialog.missing.text() == "Fill in: Who or what teaches it?"
    QTest.keyClicks(page.asked["source"], "An old friend")
    assert dialog.missing.text() == ""
    assert dialog.finish.isEnabled()
    dialog.go_to("rank")
    dialog.page.choose_by_number(1)
    assert not dialog.finish.isEnabled()
    assert "Rank 3" in dialog.said.text()
    assert dialog.said.text() in dialog.finish.toolTip()
    dialog.reject()


def test_a_step_without_a_choice_has_no_tick_and_one_without_rows_says_so(qtbot: QtBot, hub: ThemeHub) -> None:
    hub.set_theme(replace(hub.theme, scale=2.0))
    campaign = campaign_of("classic_fantasy")
    actor = hero_of(campaign, experience=3, passions=[{"name": "Love"}])
    room = room_of(qtbot, hub, campaign, "gm")
    room.resize(1900, 1000)
    dialog = advancing(room, actor)
    inside = dialog._card.findChild(QScrollArea)
    assert inside is not None
    assert inside.verticalScrollBar().maximum() == 0, "the page scrolls, and nothing inside of it"
    keys = [one.step.key for one in dialog.progress.steps]
    raises(dialog, "standard")
    item = dialog.list.item(keys.index("standard"))
    before = item.text()
    dialog.overrule.click()
    assert (dialog.overrule.isChecked(), item.text(), dialog.said.text()) == (True, before, "")
    raises(dialog, "passions")["Love"].click()
    raises(dialog, "passions_fall")
    page = dialog.page
    assert isinstance(page, SpendPage)
    assert page.none.isVisibleTo(dialog), "the only passion rises, so none falls"
    dialog.undo.click()
    assert not page.none.isVisibleTo(dialog)
    dialog.reject()


def test_a_card_says_what_it_does_before_it_is_added_to_a_deck(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = campaign_of("card_the_drawing")
    dialog = advancing(room_of(qtbot, hub, campaign, "gm"), hero_of(campaign, archetype="Titan"))
    dialog.go_to("cards")
    page = dialog.page
    assert isinstance(page, SpendPage)
    offered = [page.more.itemText(at) for at in range(1, page.more.count())]
    assert offered
    assert all(" – Cost " in words for words in offered), offered
    at = next(at for at in range(1, page.more.count()) if page.more.itemText(at).startswith("Punch – "))
    page.more.setCurrentIndex(at)
    page.more.activated.emit(at)
    assert "Cost 0, Initiative 5: 2 + Strength damage to one target." in page._totals["Punch"].text()
    assert all("Initiative" in said.text() for said in page._totals.values()), "so do those that are in it"
    dialog.reject()


def test_a_key_on_a_button_that_has_no_more_to_do_does_not_start_over(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = campaign_of("card_the_drawing")
    dialog = advancing(room_of(qtbot, hub, campaign, "tom"), hero_of(campaign))
    dialog.activateWindow()
    for pressed in (dialog.next, dialog.back):
        pressed.setFocus()
        qtbot.waitUntil(pressed.hasFocus)
        for _ in range(20):
            if pressed.isEnabled():
                assert pressed.hasFocus()
                QTest.keyClick(pressed, Qt.Key.Key_Space)
        assert not pressed.isEnabled()
        focus = dialog.focusWidget()
        assert focus is dialog.page or dialog.page.isAncestorOf(focus), pressed.text()


def test_the_sheet_may_change_meanwhile_and_a_draft_waits_only_for_the_same_sheet(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = campaign_of("future_imperfect")
    actor = hero_of(campaign, bounty=30, bounty_earned=30)
    room = room_of(qtbot, hub, campaign, "gm")
    dialog = advancing(room, actor)
    next(iter(raises(dialog, "coordination").values())).click()
    chosen = dialog.history.draft
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    dialog = advancing(room, actor)
    assert dialog.history.draft == chosen
    campaign.submit(WriteRecord(seat="tom", actor=actor, fields={"bounty": 1}))
    assert not dialog.finish.isEnabled(), "the bounty has gone"
    dialog.reject()
    assert advancing(room, actor).history.draft != chosen
    campaign.submit(EditActor(seat="gm", actor=actor, secret=True))
    room.set_viewer("eva")
    assert room.advancement.dialog is None


@pytest.mark.parametrize("viewer", ["tom", "gm", "eva", SHARED])
def test_only_those_who_may_write_on_a_sheet_see_the_button(qtbot: QtBot, hub: ThemeHub, viewer: str) -> None:
    campaign = campaign_of("imaginality")
    actor = hero_of(campaign, quote="Hm.")
    campaign.submit(EditActor(seat="gm", actor=actor, secret=True))
    room = room_of(qtbot, hub, campaign, viewer)
    room.show_actor(actor)
    head = room.form.head
    assert (head is not None and head.advance.isVisible()) is (viewer in ("tom", "gm"))
    room.advancement.start(actor)
    assert (room.advancement.dialog is not None) is (viewer in ("tom", "gm"))
    room.advancement.leave()


@pytest.mark.parametrize("game", ["classic_fantasy", "card_the_drawing", "imaginality", "future_imperfect"])
def test_a_random_character_is_one_click_more(qtbot: QtBot, hub: ThemeHub, game: str) -> None:
    campaign = campaign_of(game)
    room = room_of(qtbot, hub, campaign, "gm")
    made: list[Actor] = []
    while len(made) < 2 or (made[0].sheet == made[-1].sheet and len(made) < _MOST_ALIKE):
        room.new.click()
        assert room.dialog is not None
        buttons = {button.accessibleName(): button for button in room.dialog.findChildren(QPushButton)}
        buttons["Random character"].click()
        qtbot.waitUntil(partial(has_actors, campaign, len(made) + 1))
        made = [*campaign.viewer_campaign("gm").view.actors.values()]
    assert made[0].sheet != made[-1].sheet
    ready = {hero.name for hero in heroes_of(game).values()}
    assert {actor.name for actor in made}.isdisjoint({*ready, ""})
    assert room.form.actor == made[-1].id
    campaign.undo()
    assert has_actors(campaign, len(made) - 1)


def test_a_random_character_is_not_made_for_somebody_else(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = campaign_of("imaginality")
    room = room_of(qtbot, hub, campaign, "gm")
    made = JoinActor(seat="gm", id="", name="Nyx", leader="tom")
    room.guided.make_random(made)
    room.guided.make_random(made)  # the first one is being made
    room.set_viewer("tom")
    qtbot.waitUntil(lambda: room.guided._filling is None)
    assert has_actors(campaign, 0)
    room.set_viewer("gm")
    room.guided.make_random(made)
    qtbot.waitUntil(partial(has_actors, campaign, 1))


def has_actors(campaign: OpenCampaign, count: int) -> bool:
    return len(campaign.viewer_campaign("gm").view.actors) == count
