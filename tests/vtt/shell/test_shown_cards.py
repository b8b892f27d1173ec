"""A card shown large to everybody, like a handout: a secret one only by its holder, after a question."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.game_options import complete_options
from engine.core.history import History
from engine.core.manual_moves import MoveCards, TurnCards
from engine.messages.texts import say
from engine.model.cards import card_label, face_of
from engine.model.frozen import replace
from engine.model.seats import SHARED, Role, Seat
from engine.model.zones import hand_of
from engine.presentation.card_faces import CardFace, FaceTag
from engine.rulesets.loader import game_of
from tests.vtt.panels_stage import words_in
from tests.vtt.prep_kit import lay_out, make_prepared, prep_room
from tests.vtt.shell_kit import dialogue_of, make_file, open_house, play_at
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.shown_handout import CardToShow, ShownHandout, shown_card
from vtt.shared.lists.search_list import ListEntry
from vtt.shell.application import Application
from vtt.shell.window.campaign_page import CampaignPage
from vtt.table.input.drop_targets import ItemPlace
from vtt.widgets.ui_texts import ui_text


@contextmanager
def at_table(tmp_path: Path) -> Iterator[tuple[Application, OpenCampaign, CampaignPage]]:
    path = make_file(tmp_path)
    with open_house(tmp_path) as house:
        campaign, page = play_at(house, path)
        yield house, campaign, page


def seats_of(campaign: OpenCampaign) -> tuple[str, str, str]:
    """The GM and two players."""
    seats = campaign.viewer_campaign(SHARED).view.seats.values()
    gm, players = next(s.id for s in seats if s.is_gm), [s.id for s in seats if not s.is_gm]
    return gm, players[0], players[1]


def with_hand(campaign: OpenCampaign, seat: str) -> str:
    """Give a seat a card from the deck if it has none; return its card."""
    hand, gm = hand_of(seat), seats_of(campaign)[0]
    if not campaign.viewer_campaign(seat).view.zones[hand].count:
        assert campaign.submit(MoveCards(seat=gm, cards=("deck#0",), target=hand))
    card = campaign.viewer_campaign(seat).view.zones[hand].face(0)
    assert card is not None
    return card


def shown(campaign: OpenCampaign) -> ShownHandout | None:
    """What everybody sees now."""
    return campaign.handout


def log_of(campaign: OpenCampaign) -> list[str]:
    return [say(line.message) for line in campaign.viewer_campaign(SHARED).log()]


def test_only_the_holder_can_show_a_secret_card(qtbot: QtBot, tmp_path: Path) -> None:
    with at_table(tmp_path) as (_, campaign, _page):
        gm, tom, eva = seats_of(campaign)
        hand, card = hand_of(tom), with_hand(campaign, tom)
        theirs = CardToShow(zone=hand, index=0, card=card, holder=tom)
        assert campaign.viewer_campaign(tom).card_to_show(hand, 0) == theirs
        assert campaign.viewer_campaign(SHARED).card_to_show(hand, 0, looking=tom) == theirs
        for viewer, looking in ((SHARED, ""), (SHARED, eva), (eva, ""), (eva, tom), (gm, ""), (gm, tom)):
            assert campaign.viewer_campaign(viewer).card_to_show(hand, 0, looking) is None, (viewer, looking)
        for viewer in (SHARED, gm, tom):
            assert campaign.viewer_campaign(viewer).card_to_show("deck", 0) is None
            for zone, index in ((hand, 99), (hand, -1), ("nowhere", 0)):
                assert campaign.viewer_campaign(viewer).card_to_show(zone, index) is None
        # What was asked about is shown, or nothing: never a card that has come to its place meanwhile.
        assert not campaign.viewer_campaign(SHARED).show_card(CardToShow(zone=hand, index=0, card="no", holder=tom))
        assert shown(campaign) is None
        # A card that everybody sees can be shown by anyone, and by nobody's name.
        assert campaign.submit(TurnCards(seat=tom, cards=(f"{hand}#0",), face="up"))
        for viewer in (SHARED, gm, tom, eva):
            found = campaign.viewer_campaign(viewer).card_to_show(hand, 0)
            assert found == CardToShow(zone=hand, index=0, card=card)


def test_whoever_was_let_see_a_secret_card_cannot_show_it_to_everybody(qapp: QApplication) -> None:
    seats = (Seat(id="gm", name="Gm", role=Role.GM), Seat(id="tom", name="Tom"), Seat(id="eva", name="Eva"))
    game = game_of("imaginality")
    table = game.ruleset.new_table(seats, complete_options(game.ruleset.options, {}))
    deck, hand = table.zones["deck"], table.zones[hand_of("tom")]
    top, theirs = deck.cards[:2]
    zones = {
        deck.id: replace(deck, cards=(top,), shown={top: ("gm", "eva")}),
        hand.id: replace(hand, cards=(theirs,), shown={theirs: ("gm", "tom", "eva")}),
    }
    campaign = OpenCampaign(game, History(replace(table, zones={**table.zones, **zones})), SeededChance(1))

    def holder(viewer: str, zone: str) -> str | None:
        found = campaign.viewer_campaign(viewer).card_to_show(zone, 0)
        return None if found is None else found.holder

    assert [holder(viewer, hand.id) for viewer in ("tom", "gm", "eva", SHARED)] == ["tom", None, None, None]
    assert [holder(viewer, deck.id) for viewer in ("gm", "tom", "eva", SHARED)] == ["gm", None, None, None]


def entry_at(page: CampaignPage, zone: str, index: int) -> ListEntry:
    entry = page.table_room.table._card_showing.entry(ItemPlace(zone, index))
    assert entry is not None
    return entry


def test_a_secret_card_is_shown_after_a_question_and_undo_does_not_hide_it(qtbot: QtBot, tmp_path: Path) -> None:
    with at_table(tmp_path) as (house, campaign, page):
        _, tom, _ = seats_of(campaign)
        card, hand = with_hand(campaign, tom), hand_of(tom)
        assert not entry_at(page, hand, 0).enabled
        table = page.table_room.table
        table.hand_peek.begin(tom)
        entry = entry_at(page, hand, 0)
        assert callable(entry.payload)
        entry.payload()
        assert shown(campaign) is None
        question = dialogue_of(house)
        assert not any(card_label(card) in words for words in words_in(question)), "the question tells no card"
        question.buttons[""].click()
        assert shown(campaign) is None
        entry.payload()
        dialogue_of(house).buttons["show"].click()
        large = shown(campaign)
        assert large is not None
        assert (large.card, large.title) == (face_of(card), card_label(card))
        assert not table.hand_peek.seat
        assert campaign.viewer_campaign(SHARED).view.zones[hand].face(0) is None, "the card itself stays secret"
        lines = log_of(campaign)
        assert lines[-1] == f"Tom shows a card to everybody: {card_label(card)}"
        assert house.window.viewer_switch is not None
        screen = house.window.viewer_switch.handout_screen
        qtbot.waitUntil(lambda: page.handouts.has_picture)
        assert screen.isVisible()
        size = page.handouts.picture_size
        assert size.height() == 2048
        assert screen.view.picture_box.contains(screen.view.whole_picture), "it is fitted"
        screen.larger.click()
        assert page.handouts.zoom > 1
        campaign.undo(consent=True)
        assert shown(campaign) == large
        assert log_of(campaign)[-1] == lines[-1]
        screen.away.click()
        assert shown(campaign) is None
        assert screen.isHidden()


def test_the_menu_and_the_key_show_a_card_that_everybody_sees_at_once(qtbot: QtBot, tmp_path: Path) -> None:
    with at_table(tmp_path) as (house, campaign, page):
        _, tom, _ = seats_of(campaign)
        card, hand = with_hand(campaign, tom), hand_of(tom)
        assert campaign.submit(TurnCards(seat=tom, cards=(f"{hand}#0",), face="up"))
        table = page.table_room.table
        target = next(t for t in table.focus_targets() if t.ref == hand and t.index == 0)
        table.setFocus()
        table.set_focus_target(target)
        house.window.named_actions["show_card"].trigger()
        assert shown(campaign) == shown_card(card, None)
        assert log_of(campaign)[-1] == f"Shown large to everybody: {card_label(card)}"
        campaign.hide_handout()
        page.table_room.offers.taker.list((), {}, None, [entry_at(page, hand, 0)])
        popup = page.table_room.offers.taker.popup
        assert popup is not None
        popup.search.chosen.emit(entry_at(page, hand, 0).payload)
        assert shown(campaign) == shown_card(card, None)
        campaign.hide_handout()
        table.set_focus_target(next(t for t in table.focus_targets() if t.ref == "deck"))
        before = log_of(campaign)
        house.window.named_actions["show_card"].trigger()
        assert shown(campaign) is None
        assert log_of(campaign) == before
        said: list[str] = []
        table.said.connect(lambda words, _rules: said.append(words))
        table.set_focus_target(next(t for t in table.focus_targets() if t.ref == "discard"))
        house.window.named_actions["show_card"].trigger()
        assert said == [ui_text("handouts", "card.no_card")], "an empty pile has no secret card"


def test_a_prepared_card_is_shown_as_it_is_in_the_form(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path)
    with open_house(tmp_path) as house:
        house.window.resize(QSize(1920, 1080))
        campaign, room = prep_room(house, path, gm=True)
        kind = next(c.kind for c in room.visible_records.categories if room.visible_records.entries(c.kind))
        lay_out(qtbot, room, kind, room.visible_records.entries(kind)[0].id)
        face = room.editor_view.face if room.editor_view is not None else None
        assert face is not None
        room.head.also["show"].click()
        assert shown(campaign) == shown_card("", face)
        assert "show" not in room.head.also
        assert log_of(campaign)[-1] == f"Ada shows a card to everybody: {face.name}"
        room.record_actions.turn_handout()
        assert shown(campaign) is None
        _, tom, _ = seats_of(campaign)
        for viewer in (tom, SHARED):
            assert not campaign.viewer_campaign(viewer).show_face(face)
        assert shown(campaign) is None


@pytest.mark.parametrize("name", ["Blast", "x" * 10_000, "8H/2"])
def test_a_games_own_card_has_the_meaning_of_its_tags_beside_it(name: str) -> None:
    tags = (FaceTag(name="Blast", number=2, meaning="Hits everybody."), FaceTag(name="Plain"))
    large = shown_card("a/2", CardFace(key="a", name=name, tags=tags))
    assert (large.title, large.text, large.card) == (name, "Blast 2: Hits everybody.", "")
