"""Scenes: what belongs together is seen together, a long gesture is not, and each scene stays as long as it is read."""

from __future__ import annotations

import dataclasses
from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QApplication

from engine.messages.message import Message
from engine.model import frozen
from engine.model.seats import SHARED
from engine.presentation.activity_view import TurnView
from engine.presentation.moments import Moment, RevealedCards, RolledDie
from tests.vtt.table_stage import make_session, make_table
from vtt.moments.moment_length import MomentLength
from vtt.moments.scene_painting import _lay_cards, lay_out_scene, line_font
from vtt.moments.scenes import MOST_THROWN, CardGroup, Scene, SceneCard, scenes_of
from vtt.shared.card_faces.card_face_cache import BRIEF, card_width
from vtt.shared.fitted_text import shrunk_font, text_width
from vtt.widgets.look.theme import Theme
from vtt.widgets.look.ui_fonts import ui_font

VIEW = make_session(make_table(3, duel=True, laid=1)).viewer_campaign(SHARED).view


def roll(*faces: int, sides: int = 6) -> Moment:
    dice = tuple(RolledDie(sides=sides, face=face) for face in faces)
    return Moment(dice=dice, line=Message(key="It rolls"), headline=Message(key=str(sum(faces))))


def result(words: str) -> Moment:
    return Moment(line=Message(key=f"{words} it is"), headline=Message(key=words))


def reveal(zone: str, *cards: str) -> Moment:
    return Moment(reveals=(RevealedCards(zone=zone, cards=cards),), line=Message(key=f"{zone} is turned up"))


def numbers(scene: Scene) -> list[str]:
    return [die.numbers[die.top] for die in scene.dice]


def test_a_result_joins_the_dice_that_it_comes_from() -> None:
    (scene,) = scenes_of((roll(4, 3), result("hit")), VIEW, "1")
    assert (numbers(scene), scene.headline) == (["4", "3"], "7 · Hit")
    assert scene.lines == ("It rolls", "hit it is")


def test_cards_that_are_revealed_one_after_the_other_are_seen_together_by_their_owners() -> None:
    (scene,) = scenes_of((reveal("committed:actor", "8H"), reveal("committed:opposition", "2S")), VIEW, "1")
    assert [[card.id for card in group.cards] for group in scene.groups] == [["8H"], ["2S"]]
    assert [group.label for group in scene.groups] == ["Tom – forces the lock", "Ada – the old oak door"]


def test_a_sum_below_that_of_its_cards_is_explained_beside_them() -> None:
    activity = VIEW.under_way[-1]
    actor, *others = activity.sides
    lower = frozen.replace(
        activity, sides=(frozen.replace(actor, total=3, penalty=5), *(frozen.replace(o, total=9) for o in others))
    )
    view = frozen.replace(VIEW, under_way=(*VIEW.under_way[:-1], lower))
    (scene,) = scenes_of((reveal("committed:actor", "8H"), reveal("committed:opposition", "9S")), view, "1")
    labels = ("Tom – forces the lock: 8 − 5 = 3", "Ada – the old oak door")
    assert sorted(group.label for group in scene.groups) == sorted(labels)


def test_the_cards_of_a_turn_order_are_seen_in_that_order() -> None:
    orc, rat, tom = (TurnView(actor=actor, rank=-n, state="waiting") for n, actor in enumerate(("orc", "rat", "tom")))
    fight = frozen.replace(VIEW.under_way[0], order=(frozen.replace(orc, others=("rat",)), tom))
    answers = frozen.replace(fight, order=(tom, rat, orc), asks=True)
    view = frozen.replace(VIEW, under_way=(fight, answers))
    moments = [reveal(f"open:{actor}", "8H") for actor in ("tom", "orc", "rat")]
    (scene,) = scenes_of(moments, view, "1")
    assert [group.actor for group in scene.groups] == ["orc", "rat", "tom"], "two share a place"
    (other,) = scenes_of([*moments, reveal("open:mirjam", "8H")], view, "1")
    assert [group.actor for group in other.groups] == ["tom", "orc", "rat", "mirjam"], "not all of them have a turn"


def test_what_one_card_does_to_several_is_seen_together_and_counted() -> None:
    words = ("10 damage", "10 damage", "defeated", "10 damage", "defeated")
    (scene,) = scenes_of([result(each) for each in words], VIEW, "1")
    assert scene.headline == "10 damage × 3 · Defeated × 2"
    assert len(scene.lines_shown) == 5, "who they are"
    assert scene.read_ms(MomentLength.NORMAL) > Scene(lines=scene.lines[:2]).read_ms(MomentLength.NORMAL)
    long = scenes_of(
        [result(f"{word} wound in the left arm") for word in ("slight", "deep", "grave", "fatal")], VIEW, "1"
    )
    assert [len(scene.lines) for scene in long] == [2, 2], "as large as ever"


def test_cards_that_all_turn_up_at_once_are_seen_at_once(qapp: QApplication) -> None:
    zones = ("committed:actor", "committed:opposition", "hand:tom", "hand:mirjam", "hand:gm")
    (scene,) = scenes_of([reveal(zone, "8H") for zone in zones], VIEW, "1")
    assert (len(scene.groups), len(scene.lines), scene.lines_shown) == (5, 5, ())
    two = scenes_of([reveal(zone, "8H") for zone in zones[:2]], VIEW, "1")[0]
    assert scene.read_ms(MomentLength.NORMAL) >= 1.4 * two.read_ms(MomentLength.NORMAL)
    layout = lay_out_scene(scene, QRectF(0, 0, 860, 400), Theme())
    wide = card_width(layout.card_height)
    assert wide >= 140, "as large as five cards side by side can be"
    assert layout.card_height >= BRIEF, "a game's own cards have their text"
    assert all(one.middle.x() + wide < other.middle.x() for one, other in pairwise(layout.cards))
    longer = dataclasses.replace(
        scene, groups=tuple(dataclasses.replace(group, label="Madge of the Mill") for group in scene.groups)
    )
    layout = lay_out_scene(longer, QRectF(0, 0, 860, 400), Theme())
    assert [name for _, name in layout.labels] == ["Madge of", "the Mill"] * 5, "no name is cut"
    assert not layout.lines


@pytest.mark.parametrize(
    "names",
    [
        ("The defence of the old harbour", "Damage", "Resistance: Brock the wrecker"),
        ("Pell the wrecker", "Ottilie Brandt: 13 − 5 = 8"),
        ("Finch: 11 − 2 = 9", "Doctor Sable", "Brock the wrecker", "Pell the wrecker"),
    ],
)
def test_long_names_over_cards_take_the_free_room_beside_them(qapp: QApplication, names: tuple[str, ...]) -> None:
    card, font, room = SceneCard(id="8H", printed=None), ui_font(24), QRectF(0, 0, 1000, 220)
    _, _, labels = _lay_cards(tuple(CardGroup(name, (card,)) for name in names), room, font)
    assert [name for _, name in labels] == [*names]
    for rect, name in labels:
        assert text_width(name, font) * 0.9 <= rect.width() + 1, "written hardly smaller"
        assert room.left() <= rect.left() <= rect.right() <= room.right()
    assert all(one.right() + font.pixelSize() / 2 <= other.left() for (one, _), (other, _) in pairwise(labels))


@pytest.mark.parametrize("wide", [860, 1200])
def test_two_lines_of_the_log_are_whole(wide: int, qapp: QApplication) -> None:
    told = "Raider on the gantry rolls Shooting: slugthrower: 9 − 1 = 8 against 6 (dice 6+3, 5)"
    spent = "Ada spends a white chip for Raider by the crane: the extra die gives 7, total 6 against 6, so it hits"
    for first in (told, spent):
        room = QRectF(0, 0, wide, 400)
        layout = lay_out_scene(
            Scene(lines=(first, "Raider on the gantry hits"), headlines=("8 against 6",)), room, Theme()
        )
        assert " ".join(text for _, text in layout.lines) == f"{first} Raider on the gantry hits"
        font = shrunk_font(line_font(Theme()), 0, Theme().metrics.font_least)
        assert all(text_width(text, font) <= rect.width() for rect, text in layout.lines), (
            "none is cut when it is painted"
        )
        assert room.top() < layout.lines[0][0].top()
        assert layout.lines[-1][0].bottom() <= room.bottom()


def test_of_a_long_gesture_the_beginning_and_the_end_are_seen() -> None:
    scenes = scenes_of([roll(face, sides=20) for face in range(1, 11)], VIEW, "1")
    assert [numbers(scene) for scene in scenes] == [["1"], ["2"], ["3"], ["10"]]


def test_many_dice_lie_there_at_once_and_all_of_them_are_shown() -> None:
    (scene,) = scenes_of((roll(*[n % 6 + 1 for n in range(MOST_THROWN + 4)]),), VIEW, "1")
    assert len(scene.dice) == MOST_THROWN + 4
    assert scene.motion_ms(MomentLength.NORMAL, reduced=False) == 0


def test_longer_words_stay_longer_within_bounds_and_short_moments_half_as_long() -> None:
    short, long, endless = (Scene(headlines=("Hit",), lines=("x" * length,)) for length in (5, 90, 5000))
    times = [scene.read_ms(MomentLength.NORMAL) for scene in (short, long, endless)]
    assert times == sorted(times)
    assert times[0] >= 1000
    assert times[-1] <= 3000
    assert long.read_ms(MomentLength.SHORT) == round(times[1] / 2)
    thrown = scenes_of((roll(1),), VIEW, "1")[0]
    assert thrown.motion_ms(MomentLength.NORMAL, reduced=True) == 0
    assert (
        0 < thrown.motion_ms(MomentLength.SHORT, reduced=False) < thrown.motion_ms(MomentLength.NORMAL, reduced=False)
    )
