"""Texts on the table are correct: plates, piles, chips, numbers, slots, dice and the faces of cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.manual_moves import JoinSeat
from engine.model.cards import standard_decks
from engine.model.frozen import replace
from engine.model.seats import SHARED, Actor
from engine.model.table import Table
from engine.presentation.scripts.script import play_script
from engine.presentation.stations import Station
from engine.rulesets.classic_fantasy.checks.check_commands import ThrowDice
from engine.rulesets.classic_fantasy.checks.check_procedure import current_check
from engine.rulesets.classic_fantasy.luck.luck_prompts import SetLuckPrompt
from engine.rulesets.loader import game_of
from engine.sheets.editing.new_character_moves import CopyActor
from tests.vtt.painted import Painted, lines_of, painted
from tests.vtt.table_hand import Hand
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.card_faces import card_face_painting
from vtt.shared.card_faces.card_face_ids import read_face
from vtt.shared.card_faces.card_face_painting import CardFaceStyle, paint_face
from vtt.shared.table_queries import stations_of
from vtt.table.layout.table_plan import ZoneBox
from vtt.table.painting.card_in_play_painting import CardInPlayLook, paint_card_in_play
from vtt.table.painting.cloth import Cloth, paint_cloth
from vtt.table.scene.static_items import discards_have_room_for_names
from vtt.table.seats.seat_items import seat_mat
from vtt.widgets.look.theme import Theme

DEMOS = ("imaginality", "future_imperfect", "card_the_drawing", "classic_fantasy")
LARGE = (1900, 1060)
"""Large enough that nothing is cut."""


def at_demo(qtbot: QtBot, name: str, viewer: str = SHARED, size: tuple[int, int] = LARGE) -> Hand:
    """Return a table at which a demo is played."""
    played = play_script(Path(f"assets/rulesets/{name}/demo.json").read_bytes(), game_of)
    return Hand(qtbot, OpenCampaign(played.game, played.history, SeededChance(1)), viewer=viewer, size=size)


@pytest.fixture(params=[(demo, viewer) for demo in DEMOS for viewer in (SHARED, "gm")], ids="-".join)
def drawn(request: pytest.FixtureRequest, qtbot: QtBot) -> tuple[Hand, Painted]:
    """Return a demo's table for one viewer, and the texts on it."""
    demo, viewer = request.param
    hand = at_demo(qtbot, demo, viewer)
    return hand, painted(hand.view)[1]


def of(found: Painted, kind: str) -> dict[str, list[str]]:
    """Return what is written on the pictures of a kind, by the rest of their names."""
    return {name.removeprefix(f"{kind} "): lines for name, lines in found.items() if name.startswith(f"{kind} ")}


def led(table: Table, seat: str) -> list[Actor]:
    """Return the characters of a seat that are in the story."""
    return [actor for actor in table.actors.values() if actor.seat == seat and not actor.archived]


def held_by(table: Table, seat: str) -> int | None:
    """Return the number of a seat's cards, in its hand and those of its characters; None without a hand."""
    own = {f"hand:{seat}", *(f"{kind}:{actor.id}" for actor in led(table, seat) for kind in ("cards", "hand"))}
    there = [zone for zone in own if zone in table.zones]
    return sum(len(table.zones[zone].cards) for zone in there) if there else None


def test_each_plate_tells_its_name_and_how_many_cards_are_held(drawn: tuple[Hand, Painted]) -> None:
    hand, found = drawn
    plates = of(found, "plate")
    assert list(plates) == [seat.id for seat in hand.view.table_scene.placement.seats]
    for seat, lines in plates.items():
        count, badge = held_by(hand.table, seat), str(list(hand.table.seats).index(seat) + 1)
        assert lines == [*([] if count is None else [str(count)]), badge, hand.table.seats[seat].name], seat


def test_each_pile_shows_the_number_of_its_cards(drawn: tuple[Hand, Painted]) -> None:
    hand, found = drawn
    piles = {zone: lines for zone, lines in of(found, "zone").items() if zone in hand.view.table_scene.placement.piles}
    piles |= {name.partition(" pile ")[2]: lines for name, lines in of(found, "station").items() if " pile " in name}
    assert bool(piles) is (hand.table.ruleset != "classic_fantasy")
    for zone, lines in piles.items():
        assert lines[-1] == str(len(hand.table.zones[zone].cards)), zone
        assert all(line.startswith(("Deck", "Discard", "Crew", "GM", "Draw")) for line in lines[:-1]), zone


@pytest.mark.parametrize(("size", "is_whole"), [((1900, 1060), True), ((893, 440), False)])
def test_two_discards_say_whose_they_are_and_no_name_is_cut(
    qtbot: QtBot, size: tuple[int, int], is_whole: bool
) -> None:
    hand = at_demo(qtbot, "future_imperfect", size=size)
    found = of(painted(hand.view)[1], "zone")
    names = [" ".join(dict.fromkeys(found[zone][:-1])) for zone in ("discard:crew", "discard:master")]
    assert names == (["Crew discard", "GM discard"] if is_whole else ["Discard", "Discard"])
    tips = [text for _, text in hand.view.table_scene.static_items.tips]
    assert [tip for tip in tips if tip.startswith("Crew discard")]
    assert [tip for tip in tips if tip.startswith("GM discard")]


def test_a_discard_keeps_its_name_while_cards_come_and_go(qtbot: QtBot) -> None:
    scene = at_demo(qtbot, "future_imperfect").view.table_scene
    view, placement, plan = scene.view, scene.placement, scene.plan
    crew, master = "discard:crew", "discard:master"
    answers = set()
    for wide in range(40, 240, 2):
        foot, none = QRectF(0, 0, wide, plan.lengths.least_line), QRectF()
        boxes = {zone: ZoneBox(none, none, none, foot) for zone in (crew, master)}
        named = set()
        for count in (0, 9, 10, 40):
            zones = {**view.zones, crew: replace(view.zones[crew], count=count, cards=())}
            named.add(discards_have_room_for_names(replace(view, zones=zones), placement, boxes, plan))
        assert len(named) == 1, wide
        answers |= named
    assert answers == {True, False}


def test_each_stack_of_chips_tells_its_number_and_no_other_is_there(drawn: tuple[Hand, Painted]) -> None:
    hand, found = drawn
    there = {f"{bag} {colour}": [str(n)] for bag, chips in hand.table.chips.items() for colour, n in chips.items() if n}
    assert of(found, "count") == there
    assert bool(there) is (hand.table.ruleset == "future_imperfect")


def test_each_pill_tells_a_character_of_its_seat(drawn: tuple[Hand, Painted]) -> None:
    hand, found = drawn
    for name, lines in of(found, "pill").items():
        seat, _, actor = name.partition(" ")
        if actor:
            assert hand.table.actors[actor].seat == seat
            assert lines[0] == hand.table.actors[actor].name
            gauges = [f"{track} {n.value}" for track, n in hand.table.actors[actor].tracks.items()]
            states = [state.name.title() for state in hand.table.actors[actor].conditions]
            assert all(line in gauges or line.split(" ")[0].title() in states for line in lines[1:]), lines


def test_each_number_of_a_character_is_written_as_it_stands(drawn: tuple[Hand, Painted]) -> None:
    hand, found = drawn
    for seat, lines in of(found, "numbers").items():
        pairs = dict(zip(lines[::2], lines[1::2], strict=True))
        front = next(a for a in led(hand.table, seat) if set(pairs) <= set(a.tracks) | _places(a))
        for name, written in pairs.items():
            if name in front.tracks:
                track = front.tracks[name]
                assert written in (str(track.value), f"{track.value}/{track.most}"), (seat, name)
    for seat, lines in of(found, "figure").items():
        bodies = [a.body for a in led(hand.table, seat) if a.body is not None]
        points = [line for line in lines if "/" in line]
        if points:
            assert sorted(points) == sorted(f"{at.level}/{at.most}" for at in bodies[0].locations.values()), seat


def _places(actor: Actor) -> set[str]:
    return set(actor.body.locations) if actor.body is not None else set()


def stations(hand: Hand) -> dict[str, Station]:
    """Return the places of characters, by character."""
    return {station.actor: station for station in stations_of(hand.view.table_scene.view)}


def test_slots_count_from_one_and_bodies_tell_their_health(drawn: tuple[Hand, Painted]) -> None:
    hand, found = drawn
    lines, shown = of(found, "station"), stations(hand)
    assert bool(shown) is (hand.table.ruleset == "card_the_drawing")
    for actor, station in shown.items():
        mine = {name.removeprefix(f"{actor} "): said for name, said in lines.items() if name.startswith(f"{actor} ")}
        slots = {name: said for name, said in mine.items() if name.startswith(("slot ", "tag "))}
        covered = {number for card in station.cards for number in range(card.first, card.last + 1)}
        assert [int(name.partition(" ")[2]) for name in slots if name.startswith("slot ")] == [
            number for number in range(1, len(station.slots) + 1) if number not in covered
        ]
        assert all(said == [name.partition(" ")[2]] for name, said in slots.items() if name.startswith("slot ")), slots
        tags = {str(card.first) if card.first == card.last else f"{card.first}–{card.last}" for card in station.cards}
        assert {said[0] for name, said in slots.items() if name.startswith("tag ")} <= tags
        for body in station.bodies:
            track = hand.table.actors[actor].tracks[body.track]
            assert mine[f"body {body.id}"][0] in (str(track.value), f"{track.value}/{track.most}"), body.id
        told = [said[0] for name, said in mine.items() if name.startswith("line ")]
        assert f"Hand {len(hand.table.zones[station.hand].cards)}" in told
        set_there = mine["numbers"]  # in boxes that are set by hand
        told += [f"{name} {number}" for name, number in zip(set_there[::2], set_there[1::2], strict=True)]
        assert f"Adrenaline {hand.table.actors[actor].tracks['Adrenaline'].value}" in told, actor


def test_the_clock_and_the_dice_tell_what_is_so(qtbot: QtBot) -> None:
    hand = at_demo(qtbot, "classic_fantasy")
    seconds = hand.table.clock
    found = painted(hand.view)[1]
    hours, rest = divmod(seconds % 86400, 3600)
    assert found["clock"] == [f"{hours}:{rest // 60:02}:{rest % 60:02}"]
    assert found["dice roll0"] == ["d%", "d%"], "not thrown yet"
    check = current_check(hand.table)
    assert check is not None
    roller = check.rolls[0].actor
    assert hand.campaign.submit(SetLuckPrompt(seat="leo", actor=roller, luck_prompt="always"))
    assert hand.campaign.submit(ThrowDice(seat="leo"))
    tens, ones = painted(hand.view)[1]["dice roll0"]
    thrown = next(e for e in hand.campaign._history.entries[-1].events if hasattr(e, "faces"))
    assert (int(tens) + int(ones)) % 100 == sum(thrown.faces) % 100, (tens, ones, thrown)


@pytest.mark.parametrize("demo", DEMOS[:3])
def test_the_key_in_an_eyes_tooltip_turns_up_that_hand_and_no_other(demo: str, qtbot: QtBot) -> None:
    hand = at_demo(qtbot, demo)
    eyes = {hot.names[0]: hot.rect for hot in hand.view.table_scene.static_items.regions if hot.kind == "eye"}
    assert set(eyes) == set(hand.table.seats)
    for seat, rect in eyes.items():
        told = hand.view.table_scene.static_items.tip_at(rect.center())
        (digit,) = (word for word in re.findall(r"\d+", told))
        QTest.keyPress(hand.view, digit)
        assert hand.view.looking_seat == seat, told
        QTest.keyRelease(hand.view, digit)
        qtbot.waitUntil(lambda: not hand.view.looking_seat)


class Inked:
    """The print on a playing card: its letters and its pips."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.letters: list[str] = []
        self.pips: list[tuple[str, float, float]] = []
        pip = card_face_painting.pip

        def rank(text: str) -> QPainterPath:
            self.letters.append(text)
            return QPainterPath()

        def sign(painter: QPainter, sign: str, middle: QPointF, side: float, colour: str, **more: bool) -> None:
            self.pips.append((sign, middle.x(), middle.y()))
            pip(painter, sign, middle, side, colour, **more)

        monkeypatch.setattr(card_face_painting, "_rank_path", rank)
        monkeypatch.setattr(card_face_painting, "_letter_path", rank)
        monkeypatch.setattr(card_face_painting, "pip", sign)


@pytest.fixture
def paper() -> Iterator[QPainter]:
    """Return a painter on paper."""
    image = QImage(126, 176, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    yield painter
    painter.end()


@pytest.mark.parametrize("letters", [False, True])
def test_every_playing_card_shows_its_rank_in_both_corners_and_as_many_pips(
    paper: QPainter, monkeypatch: pytest.MonkeyPatch, letters: bool
) -> None:
    cards = standard_decks(1, ())
    assert len(cards) == 52
    for card in cards:
        rank, suit = card[:-1], card[-1]
        inked = Inked(monkeypatch)
        paint_face(paper, QRectF(0, 0, 126, 176), read_face(card), CardFaceStyle(suit_letters=letters))
        assert inked.letters == ([rank, suit] if letters else [rank]) * 2, card
        assert {sign for sign, *_ in inked.pips} == {suit}, card
        inside = [(x, y) for _, x, y in inked.pips if x > card_face_painting.INDEX_X]
        wanted = {"A": 1, "J": 4, "Q": 4, "K": 4}.get(rank) or int(rank)
        assert len(inside) == wanted, card
        assert rank in "JQK" or len(set(inside)) == wanted, f"{card}: no pip lies on another"
        monkeypatch.undo()


def seated(name: str, players: int) -> OpenCampaign:
    """Return a demo with more seats, each with a character and a few cards, as newcomers have."""
    played = play_script(Path(f"assets/rulesets/{name}/demo.json").read_bytes(), game_of)
    campaign = OpenCampaign(played.game, played.history, SeededChance(1))
    gm = campaign._history.table.gm()
    hero = next(a.id for a in campaign._history.table.actors.values() if a.seat != gm)
    for person in ("Kirsten", "Tobias", "Wilhelmina", "Yusuf", "Noor", "Philippa"):
        if len(campaign._history.table.seats) < players:
            seat = person.lower()
            assert campaign.submit(JoinSeat(seat=gm, id=seat, name=person))
            assert campaign.submit(CopyActor(seat=gm, actor=hero, id=f"{seat}_hero", name=person, leader=seat))
    return campaign


@pytest.mark.parametrize(("demo", "people"), [*((demo, people) for demo in DEMOS for people in (6, 7)), (DEMOS[2], 8)])
def test_at_a_full_table_each_seat_has_a_mat(demo: str, people: int, qtbot: QtBot) -> None:
    hand = Hand(qtbot, seated(demo, people), size=(878, 422))  # the table of a window of 1280 × 720
    plan, found = hand.view.table_scene.plan, painted(hand.view)[1]
    mats = {cell.seat: cell.in_scene(seat_mat(cell)) for cell in plan.cells if not cell.stations}
    assert set(of(found, "mat")) == {seat for seat, mat in mats.items() if not mat.isEmpty()}
    for cell in plan.cells:
        own = [cell.in_scene(part) for part in (cell.fan, cell.pills, cell.figure, cell.beside) if not part.isEmpty()]
        for seat, mat in mats.items():
            if seat == cell.seat:
                assert all(mat.adjusted(-1, -1, 1, 1).contains(part) for part in own)
            else:
                assert not any(mat.adjusted(1, 1, -1, -1).intersects(part) for part in own), (seat, cell.seat)
    for seat, lines in of(found, "plate").items():
        assert lines[-1] == hand.table.seats[seat].name, "a name is written smaller before it is cut"


def test_with_room_between_seats_there_is_no_mat(qtbot: QtBot) -> None:
    assert not of(painted(at_demo(qtbot, "imaginality").view)[1], "mat")


@pytest.mark.parametrize("size", [(878, 422), (1280, 720)])
@pytest.mark.parametrize("demo", DEMOS)
def test_no_name_is_cut_on_the_table_of_a_small_window(demo: str, size: tuple[int, int], qtbot: QtBot) -> None:
    hand = at_demo(qtbot, demo, size=size)
    for seat, lines in of(painted(hand.view)[1], "plate").items():
        assert lines[-1] == hand.table.seats[seat].name


def test_the_cloth_of_a_huge_table_fills_it_as_that_of_a_usual_one_does() -> None:
    whole = QRect(0, 0, 6000, 4000)
    theme = Theme(scale=3.0)
    pictures = []
    for paint in (Cloth().paint, paint_cloth):
        picture = QImage(whole.size(), QImage.Format.Format_RGB32)
        painter = QPainter(picture)
        paint(painter, whole, theme)
        painter.end()
        pictures.append(picture.scaled(60, 40, mode=Qt.TransformationMode.SmoothTransformation))
    for x, y in ((0, 0), (59, 39), (59, 0), (30, 20), (3, 36), (56, 20)):
        first, second = (picture.pixelColor(x, y) for picture in pictures)
        assert abs(first.lightness() - second.lightness()) < 6, (x, y)


def test_the_words_of_a_card_in_play_lose_the_question_first_and_never_get_it_back(qapp: QApplication) -> None:
    theme = Theme()
    look = CardInPlayLook("Tia plays Punch", ("9 against 6",), "Hit", "Who interrupts?", says="Costs nothing.")
    shown = list[set[str]]()
    for high in range(260, 20, -4):
        room = QRectF(0, 0, 400, high)
        paint = partial(paint_card_in_play, room=room, look=look, theme=theme, m=theme.metrics)
        shown.append({line.text for line in lines_of(paint, room)})
    asked = [look.asked in words for words in shown]
    assert asked[0]
    assert asked == sorted(asked, reverse=True), "the steps above the table say it"
    assert look.lines[0] in shown[asked.index(False)]
