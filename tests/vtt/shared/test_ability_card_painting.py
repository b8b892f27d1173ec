"""Cards full of words: they fit, are drawn out of the way, and are read large by those alone who may know them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.history import History
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.presentation.card_faces import CardFace
from engine.rulesets.card_the_drawing.cards.card_library import library_of
from engine.rulesets.card_the_drawing.cards.card_records import Card
from engine.rulesets.card_the_drawing.encounters.battle_start import StartBattle
from engine.rulesets.card_the_drawing.printed_card_faces import face_of_card
from engine.sheets.layout.page_geometry import Rect
from engine.sheets.printing.card_face_layout import (
    BODY,
    HIGH,
    SPINE,
    WIDE,
    ComposedCard,
    compose_face,
    compose_small_face,
)
from engine.sheets.printing.text_fitting import LEAST_SIZE, width_of
from tests.engine.rulesets.card_the_drawing.table import GAME, laid
from tests.vtt.table_hand import Hand
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.card_faces.card_face_cache import CardFaceCache
from vtt.shared.print_style.print_fonts import PrintFonts
from vtt.sheets.print.pdf_writer import write_pdf
from vtt.sheets.print.print_job import CardFacesPart, PrintJob
from vtt.widgets.look.colour_palette import Appearance
from vtt.widgets.look.theme import Theme

LIBRARY = library_of()
SHIPPED = tuple(face_of_card(card, LIBRARY) for card in LIBRARY.cards.values())
WORDS = "The bearer of this takes two damage and may then draw a card, or loses one Adrenaline to whoever is nearest. "
FULL = Card(
    id="full",
    name="The Long Way Round the Burning Mountain and Home",
    cost=12,
    init=10,
    tags=("Close", "Blast4", "Ritual2", "Injury", "Fire"),
    out="improvised_tool",
    text=(WORDS * 8)[:600],
    lists=("Universal", "Titan"),
    proposed=True,
)
EVIL = (
    Card(id="a", name="W" * 60, cost=99, init=99, tags=("Q" * 60,) * 12, text="x" * 600, out="?" * 60, disabled=True),
    Card(id="b", name="\u202enope <b>&amp; 😀🎲", tags=("",), text="a\nb\x00\n\n\nc", label="Equipment" * 9),
    Card(id="c", name=""),
)


def runs_of(card: ComposedCard) -> list[tuple[Rect, float]]:
    """Return the place and the size of every line of a card; the column's name is drawn along it."""
    letters = PrintFonts()
    badges = [run for badge in card.badges for run in (badge.name, badge.number) if run is not None]
    corner = [run for number in card.numbers for run in (number.number, number.label) if run is not None]
    flat = (card.name, card.kind, badges, corner, card.text, card.second_title, card.second_name, card.second_text)
    runs = [run for part in (*flat, card.foot) for run in part]
    return [(Rect(run.x, run.y - 0.1, width_of(run, letters), 0.1), run.size) for run in runs]


@pytest.mark.parametrize("face", [*SHIPPED, face_of_card(FULL, LIBRARY)], ids=lambda face: face.key)
def test_everything_on_a_card_has_room_and_is_readable_on_paper(face: CardFace) -> None:
    card = compose_face(face, PrintFonts())
    assert not card.short, "not a word is lost"
    for rect, size in runs_of(card):
        assert size >= LEAST_SIZE
        assert BODY.holds(rect, 0.3) or SPINE.holds(rect, 0.3)
    assert card.second is None or max(run.y for run in card.text) < card.second.y


@pytest.mark.parametrize("card", EVIL, ids=lambda card: card.id)
def test_whatever_a_card_says_stays_on_it(card: Card) -> None:
    face = face_of_card(card, LIBRARY)
    for made in (compose_face(face, PrintFonts()), compose_small_face(face, PrintFonts())):
        assert all(Rect(0, 0, WIDE, HIGH).holds(rect, 0.3) for rect, _ in runs_of(made))


# The pictures ----------------------------------------------------------------------------------------------


@pytest.fixture
def faces(qapp: QApplication) -> Iterator[CardFaceCache]:
    store = CardFaceCache(Theme())
    yield store
    store.close()


def test_many_new_cards_are_drawn_by_a_worker_and_come_out_the_same(qtbot: QtBot, faces: CardFaceCache) -> None:
    first = [faces.sketched(face, 320) for face in SHIPPED]
    late = [face for face, (_, is_whole) in zip(SHIPPED, first, strict=True) if not is_whole]
    assert first[0][1]
    assert len(late) > len(SHIPPED) // 2, "the window does not wait for them"
    with qtbot.waitSignal(faces.arrived):
        pass
    qtbot.waitUntil(lambda: not faces._pending)
    qtbot.wait(0)
    for face in late[:3]:
        picture, is_whole = faces.sketched(face, 320)
        assert is_whole
        other = CardFaceCache(Theme())
        with other.patiently():
            assert other.sketched(face, 320)[0].toImage() == picture.toImage()
        other.close()


@pytest.mark.parametrize("look", list(Appearance))
def test_a_changed_card_has_another_picture_in_every_look(faces: CardFaceCache, look: Appearance) -> None:
    faces.set_theme(Theme(look=look))
    face = SHIPPED[0]
    pictures = [
        faces.face("", high, printed=one).toImage()
        for high in (120, 400)
        for one in (face, replace(face, name="Fist"), replace(face, numbers=()), replace(face, kind="ritual"))
    ]
    assert all(a != b for at, a in enumerate(pictures) for b in pictures[:at])
    assert faces.face("punch", 400, printed=face).cacheKey() == faces.face("punch/2", 400, printed=face).cacheKey()


# The large card --------------------------------------------------------------------------------------------


def battle(qtbot: QtBot, viewer: str) -> Hand:
    campaign = OpenCampaign(GAME, History(laid("tia", "rats")), SeededChance(4))
    campaign.submit(StartBattle(seat="gm", fighters=("tia", "rats")))
    return Hand(qtbot, campaign, viewer=viewer)


def rest_on(hand: Hand, zone: str, index: int) -> None:
    item = hand.view.table_scene.card(zone, index)
    assert item is not None
    QTest.mouseMove(hand.view.viewport(), QPoint(3, 3))
    QTest.mouseMove(hand.view.viewport(), item.pos().toPoint())


@pytest.mark.rule("CD-UI-19")
def test_a_card_on_which_the_pointer_rests_is_read_large_until_it_is_dragged(qtbot: QtBot) -> None:
    hand = battle(qtbot, "tom")
    large = hand.view.large_card
    rest_on(hand, "hand:tom", 2)
    qtbot.waitUntil(lambda: large.face is not None)
    assert large.isVisible()
    card = hand.view.table_scene.pictures.printed(hand.cards("hand:tom")[2])
    assert large.face == card
    assert card is not None
    assert card.text in large.accessibleDescription()
    assert all(tag.meaning in large.accessibleDescription() for tag in card.tags)
    item = hand.view.table_scene.card("hand:tom", 2)
    assert item is not None
    QTest.mousePress(hand.view.viewport(), Qt.MouseButton.LeftButton, pos=item.pos().toPoint())
    assert not large.isVisible()
    assert large.accessibleName() == ""
    QTest.mouseRelease(hand.view.viewport(), Qt.MouseButton.LeftButton, pos=item.pos().toPoint())
    assert hand.view.drag_controller.picked, "a short press is a click as ever"


@pytest.mark.rule("CD-UI-2", "CD-UI-19")
def test_the_large_card_ends_with_the_look_and_never_shows_a_hidden_one(qtbot: QtBot) -> None:
    hand = battle(qtbot, SHARED)
    view, large = hand.view, hand.view.large_card
    view.focus_hand("tom")
    QTest.keyClick(view, Qt.Key.Key_I)
    assert not large.isVisible(), "it lies face down"
    view.hand_peek.begin("tom")
    QTest.keyClick(view, Qt.Key.Key_I)
    first = large.face
    assert first == view.table_scene.pictures.printed(hand.cards("hand:tom")[0])
    view.hand_peek.end()
    assert not large.isVisible(), "not one moment longer than the look"
    assert large.accessibleName() == large.accessibleDescription() == ""


@pytest.mark.rule("CD-UI-2", "CD-UI-19")
def test_a_hand_whose_eye_is_held_with_the_mouse_is_read_like_one_whose_key_is_held(qtbot: QtBot) -> None:
    hand = battle(qtbot, SHARED)
    view, large = hand.view, hand.view.large_card
    eyes = view.table_scene.static_items.regions
    eye = next(region.rect.center().toPoint() for region in eyes if region.kind == "eye" and "tom" in region.names)
    hand.press(eye)
    read = []
    for index in (1, 2):
        item = view.table_scene.card("hand:tom", index)
        assert item is not None
        hand.move(eye, item.pos().toPoint())
        qtbot.waitUntil(lambda: large.face is not None and large.face not in read)
        read.append(large.face)
    assert read == [view.table_scene.pictures.printed(card) for card in hand.cards("hand:tom")[1:3]]
    hand.move(eye, QPoint(3, 3))
    qtbot.waitUntil(lambda: large.face is None)
    hand.release(QPoint(3, 3))
    assert not view.hand_peek.seat
    assert not view.drag_controller.picked, "who has only read has chosen nothing"


@pytest.mark.rule("CD-UI-19")
def test_the_keys_read_card_after_card_and_escape_ends_it(qtbot: QtBot) -> None:
    hand = battle(qtbot, "tom")
    view, large = hand.view, hand.view.large_card
    view.focus_hand("tom")
    read = []
    QTest.keyClick(view, Qt.Key.Key_I)
    for _ in range(3):
        read.append(large.face)
        QTest.keyClick(view, Qt.Key.Key_Right)
    printed = view.table_scene.pictures.printed
    assert read == [printed(card) for card in hand.cards("hand:tom")[:3]]
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert large.face is None
    names = [stop.name for stop in view.focus_targets() if stop.ref == "hand:tom"]
    assert all("Initiative" in name and "Cost" in name for name in names), "a reader hears what it is"


# Paper -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CD-UI-26")
def test_printed_cards_are_read_card_by_card_in_the_order_of_their_parts(tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    part = CardFacesPart(ruleset="card_the_drawing", faces=SHIPPED[:9], plain_backs=True)
    assert write_pdf(PrintJob(title="Cards", parts=[part]), out) == 2
    text = subprocess.run(["pdftotext", str(out), "-"], capture_output=True, check=True, timeout=60).stdout.decode()
    flat = " ".join(text.split())
    at = 0
    for face in SHIPPED[:9]:
        numbers = [f"{number.label} {number.value}" for number in face.numbers]
        for words in (face.name, *numbers, *(tag.words for tag in face.tags), face.text, face.second, face.lists):
            found = flat.find(words, at)
            assert found >= 0, (face.name, words)
            at = found + len(words)
    assert "CC BY-SA" in flat
