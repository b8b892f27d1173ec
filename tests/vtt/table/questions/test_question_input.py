"""Questions on the table: what is lit, what a click on it does, when a question goes, and that it tells no secret."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QListWidget, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from engine.core.manual_moves import EditActor, MoveChips, SetClock, SetTrack
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.table import Table
from engine.model.zones import hand_of
from engine.odds.odds import Odds
from engine.presentation.game import Game
from engine.presentation.offers import Offer, Question, QuestionKind
from tests.engine.tiny import POT, Challenge, Raise
from tests.on_screen import lay_out
from tests.vtt.table.status_pages.test_status_pages import House
from vtt.panels.dice_roller import DiceRoller
from vtt.shared.odds.odds_figure import OddsFigure, odds_figure
from vtt.shared.odds.odds_panel import OddsPanel
from vtt.shared.offers.pressed_questions import PressedQuestion
from vtt.shared.questions import typed_choice
from vtt.shell.window.notices import Notice, Toast
from vtt.table.questions.answering_pieces import AnsweringPiece, answer_lit_at, outlines_of
from vtt.table.questions.choice_buttons import ChoiceButtons
from vtt.table.questions.question_bubble import MOST_BUTTONS, QuestionBubble
from vtt.widgets.look.theme import Theme


@pytest.fixture
def house(qtbot: QtBot) -> Iterator[House]:
    made = House(qtbot)
    yield made
    made.room.close()
    made.hub.set_theme(Theme())  # the application keeps its type, also for other tests


def challenge(house: House, actor: str = "hero_p1") -> Offer:
    """Return the offer in which a hero challenges somebody."""
    seat = house.campaign._history.table.actors[actor].seat
    offers = house.campaign.viewer_campaign(house.room.table.viewer).offers(seat)
    return next(offer for offer in offers if offer.name == f"challenge:{actor}")


def asked(house: House) -> QuestionBubble:
    """Return what is asked."""
    bubble = house.room.table.question_input.bubble
    assert bubble is not None
    return bubble


def buttons(house: House) -> ChoiceButtons:
    """Return the buttons of the choices that are asked for."""
    found = asked(house).choice_buttons
    assert found is not None
    return found


def piece(house: House, answer: str) -> QPoint:
    """Return a point on a piece that is lit for an answer."""
    found = [lit for lit in house.room.table.question_input.pieces if lit.answer == answer]
    return found[-1].rect.center().toPoint()


def click(house: House, point: QPoint) -> None:
    QTest.mouseClick(house.room.table.viewport(), Qt.MouseButton.LeftButton, pos=point)


def last_command(house: House) -> object:
    return house.campaign._history.entries[-1].command


def test_a_click_on_a_lit_piece_answers(house: House) -> None:
    house.room.offers.take(challenge(house))
    assert house.room.offers.taker.dialog is None
    lit = {found.answer for found in house.room.table.question_input.pieces}
    assert lit == set(asked(house).choices) == {"hero_p2", "orc", "rat"}
    assert len(outlines_of(house.room.table.question_input.pieces)) >= len(lit)
    click(house, piece(house, "rat"))
    assert last_command(house) == Challenge(seat="p1", actor="hero_p1", target="rat")
    assert not house.room.table.question_input.is_asking
    assert house.room.table.question_input.pieces == ()


@pytest.mark.parametrize("scale", [1.0, 2.0, 3.0])
def test_a_ring_around_a_piece_covers_no_name(house: House, scale: float) -> None:
    house.hub.set_theme(Theme(scale=scale, reduced_motion=True))
    QApplication.processEvents()
    scene, asking = house.room.table.table_scene, house.room.table.question_input
    names = [r.rect.adjusted(1, 1, -1, -1) for r in scene.static_items.regions if r.kind in ("seat", "actor", "body")]

    def pictures() -> list[QImage]:
        found = []
        for rect in names:
            image = QImage(rect.size().toSize(), QImage.Format.Format_RGB32)
            image.fill(0)
            painter = QPainter(image)
            scene.render(painter, QRectF(image.rect()), rect)
            painter.end()
            found.append(image)
        return found

    before = pictures()
    house.room.offers.take(challenge(house))
    assert asking.pieces
    assert pictures() == before
    assert any(item.boundingRect().intersects(rect) for item in asking._lit for rect in names), "they are lit"


def test_the_second_click_of_a_double_click_answers_no_further_question(house: House) -> None:
    first, second = (
        Question(field=field, kind=QuestionKind.CHOICE, label=Message(key="whom"), choices=("orc", "rat"))
        for field in ("target", "actor")
    )
    asking, answers = house.room.table.question_input, list[object]()
    asking.answered.connect(lambda _asked, answer: answers.append(answer))
    house.room.offers.taker.take(replace(challenge(house), questions=(first, second), lazy=False))
    point = piece(house, "orc")
    click(house, point)
    assert asking.is_asking, "the next question"
    QTest.mouseDClick(house.room.table.viewport(), Qt.MouseButton.LeftButton, pos=point)
    QTest.mouseRelease(house.room.table.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert answers == ["orc"]
    click(house, piece(house, "orc"))
    assert answers == ["orc", "orc"], "a click of its own answers it"


def test_a_choice_is_found_by_typing_its_name_and_a_space_in_it_presses_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {"orc": "Smuggler 1", "rat": "Smuggler 2"}
    for actor, name in names.items():
        assert house.campaign.submit(EditActor(seat="gm", actor=actor, name=name))
    house.room.offers.take(challenge(house))
    shown = asked(house).choices
    before = len(house.campaign._history.entries)

    def types(words: str) -> None:
        for letter in words:
            QTest.keyClicks(asked(house).focusWidget(), letter)

    first = shown["hero_p2"]
    first.setFocus()
    types("smuggler ")
    assert shown["orc"].hasFocus(), "the first one of these names"
    types("2")
    assert shown["rat"].hasFocus()
    types(" x ")
    assert shown["rat"].hasFocus(), "nobody is called so"
    assert len(house.campaign._history.entries) == before
    monkeypatch.setattr(typed_choice, "PAUSE_SECONDS", 0.0)
    types(first.text()[0])
    assert first.hasFocus(), "after a pause another name is typed"
    types(" ")
    assert last_command(house) == Challenge(seat="p1", actor="hero_p1", target="hero_p2"), "a space alone presses"


def test_a_later_word_finds_a_choice_and_after_a_name_that_nobody_has_enter_presses_nothing(house: House) -> None:
    """“Captain”, Enter, where no captain is among the targets, would strike at whoever is first."""
    names = {"orc": "Raider with a scar", "rat": "Raider by the crane"}
    for actor, name in names.items():
        assert house.campaign.submit(EditActor(seat="gm", actor=actor, name=name))
    house.room.offers.take(challenge(house))
    shown = asked(house).choices
    before = len(house.campaign._history.entries)
    QTest.keyClicks(asked(house).focusWidget(), "crane")
    assert shown["rat"].hasFocus()
    QTest.keyClicks(asked(house).focusWidget(), "captain")
    QTest.keyClick(asked(house).focusWidget(), Qt.Key.Key_Return)
    assert len(house.campaign._history.entries) == before
    assert shown["rat"].hasFocus(), "it is still asked"
    QTest.keyClick(asked(house).focusWidget(), Qt.Key.Key_Up)
    chosen = next(actor for actor, button in shown.items() if button.hasFocus())
    QTest.keyClick(asked(house).focusWidget(), Qt.Key.Key_Return)
    assert last_command(house) == Challenge(seat="p1", actor="hero_p1", target=chosen), "what is chosen then is meant"


def test_a_choice_among_too_many_for_buttons_says_where_to_click(house: House) -> None:
    choices = ("orc", "rat", *(f"more{number}" for number in range(MOST_BUTTONS)))
    many = Question(field="target", kind=QuestionKind.CHOICE, label=Message(key="whom"), choices=choices)
    house.room.offers.taker.take(replace(challenge(house), questions=(many,), lazy=False))
    assert asked(house).choice_buttons is None
    words = [part.text() for part in asked(house).findChildren(QLabel) if part.isVisible()]
    assert any("outlined on the table" in text and asked(house).more.text() in text for text in words), words
    click(house, piece(house, "rat"))
    assert last_command(house) == Challenge(seat="p1", actor="hero_p1", target="rat")


def test_a_click_between_the_parts_of_what_is_lit_as_a_whole_answers_too() -> None:
    body, box = QRectF(0, 0, 40, 100), QRectF(120, 0, 40, 20)
    pell = [AnsweringPiece("pell", rect, whole="pell") for rect in (body, box)]
    plate = AnsweringPiece("orla", QRectF(140, 60, 60, 20))
    assert answer_lit_at(pell, QPointF(80, 60)) == "pell"
    assert answer_lit_at(pell, QPointF(80, 140)) is None
    assert answer_lit_at([*pell, plate], QPointF(150, 70)) == "orla"
    orla = [AnsweringPiece("orla", rect.translated(60, 0), whole="orla") for rect in (body, box)]
    assert answer_lit_at([*pell, *orla], QPointF(110, 60)) is None, "it could be either"


def test_after_clicks_on_several_pieces_enter_confirms(house: House) -> None:
    several = Question(
        field="target",
        kind=QuestionKind.CHOICES,
        label=Message(key="whom"),
        choices=("hero_p2", "orc", "rat"),
        least=1,
        most=3,
    )
    asking = house.room.table.question_input
    answers = list[object]()
    asking.answered.connect(lambda _asked, answer: answers.append(answer))
    house.room.offers.taker.take(replace(challenge(house), questions=(several,), lazy=False))
    for answer in ("orc", "rat", "orc", "hero_p2"):  # the last one is proposed
        click(house, piece(house, answer))
    QTest.keyClick(house.room.window().focusWidget(), Qt.Key.Key_Return)
    assert answers == [("rat",)]


def test_who_is_chosen_on_the_table_stays_chosen_in_the_form(house: House) -> None:
    several = Question(
        field="target", kind=QuestionKind.CHOICES, label=Message(key="whom"), choices=("hero_p2", "orc", "rat"), most=3
    )
    why = Question(field="why", kind=QuestionKind.TEXT, label=Message(key="why"), optional=True, rare=True)
    asking, forms = house.room.table.question_input, list[PressedQuestion]()
    asking.form_wanted.disconnect()
    asking.form_wanted.connect(forms.append)
    asking.ask_beside(
        PressedQuestion(replace(challenge(house), questions=(several, why), lazy=False), challenge(house), several)
    )
    for answer in ("orc", "rat"):
        click(house, piece(house, answer))
    assert asking.bubble is not None
    given = asking.bubble.chosen
    assert {"orc", "rat"}.issubset(given)
    asking.bubble.more.click()
    assert [asked.answers["target"] for asked in forms] == [given]


def test_a_click_elsewhere_is_what_it_always_is(house: House) -> None:
    house.room.offers.take(challenge(house))
    position = house.campaign.position
    click(house, QPoint(4, 4))
    assert house.campaign.position == position
    assert house.room.table.question_input.is_asking


@pytest.mark.parametrize("from_bar", [False, True])
def test_a_button_answers_like_its_piece_and_enter_takes_the_one_with_the_focus(
    house: House, *, from_bar: bool
) -> None:
    table, bar = house.room.table, house.room.offers
    table.focus_hand("p2")
    if from_bar:
        bar.tiles[0].setFocus()
    bar.take(challenge(house))
    QTest.keyClick(asked(house), Qt.Key.Key_Right)
    QTest.keyClick(asked(house), Qt.Key.Key_Return)
    assert last_command(house) == Challenge(seat="p1", actor="hero_p1", target=[*("hero_p2", "orc", "rat")][1])
    assert table.hasFocus() is not from_bar
    assert bar.isAncestorOf(house.room.focusWidget()) is from_bar, "the keyboard is where it was"
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert not table.drag_controller.picked, "no card that had the focus before the question"


@pytest.mark.parametrize(("proposed", "is_asked_there"), [("Ugh", True), ("Somebody else", False)])
def test_one_choice_that_an_offer_proposes_is_asked_beside_its_piece(
    house: House, proposed: str, *, is_asked_there: bool
) -> None:
    renamed = EditActor(seat="gm", actor="orc", name=proposed)
    name = Question(
        field="name", kind=QuestionKind.CHOICE, label=Message(key="x"), choices=("Grim", "Ugh"), optional=True
    )
    house.room.offers.take(Offer(name="x", command=renamed, label=Message(key="x"), questions=(name,)))
    dialog = house.room.offers.taker.dialog
    assert (dialog is None) == house.room.table.question_input.is_asking == is_asked_there
    if dialog is not None:
        dialog.reject()  # as it is, is an answer that needs a form
    else:
        QTest.keyClick(asked(house), Qt.Key.Key_Return)
        assert last_command(house) == renamed, "the proposal has the focus"


@pytest.mark.parametrize(("targets", "is_asked_who"), [(("orc",), False), (("orc", "rat"), True)])
def test_what_has_only_one_answer_is_not_asked_before_another_question(
    house: House, targets: tuple[str, ...], *, is_asked_who: bool
) -> None:
    who = Question(field="actor", kind=QuestionKind.CHOICE, label=Message(key="x"), choices=targets)
    number = Question(field="target", kind=QuestionKind.CHOICE, label=Message(key="y"), choices=("hero_p1", "hero_p2"))
    house.room.offers.taker.take(replace(challenge(house), questions=(who, number), lazy=False))
    assert set(asked(house).choices) == set(targets if is_asked_who else number.choices)
    asking = house.room.table.question_input
    asking.stop_asking()
    house.room.offers.taker.take(replace(challenge(house), questions=(who,), lazy=False))
    assert set(asked(house).choices) == set(targets), "the last question confirms, also with a single answer"


@pytest.mark.parametrize("rare", [True, False])
def test_a_choice_beside_which_only_rare_things_can_be_said_is_asked_on_the_table(house: House, *, rare: bool) -> None:
    name = Question(field="target", kind=QuestionKind.CHOICE, label=Message(key="x"), choices=("jump", "wait"))
    words = Question(field="actor", kind=QuestionKind.TEXT, label=Message(key="y"), optional=True, rare=rare)
    house.room.offers.taker.take(replace(challenge(house), questions=(name, words), lazy=False))
    dialog = house.room.offers.taker.dialog
    assert (dialog is None) == house.room.table.question_input.is_asking == rare
    if dialog is not None:
        dialog.reject()
    else:
        assert asked(house).more.isVisible(), "they are said in the form"


def test_escape_leaves_and_nothing_has_happened(house: House) -> None:
    position = house.campaign.position
    house.room.offers.take(challenge(house))
    QTest.keyClick(asked(house), Qt.Key.Key_Escape)
    assert not house.room.table.question_input.is_asking
    assert house.campaign.position == position
    assert house.room.table.hasFocus(), "the keyboard is on the table again"


def test_the_odds_of_choices_that_use_a_hand_go_with_the_look_at_it(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def odds(_game: Game, table: Table, _offer: Offer, viewer: str) -> Odds:
        sees_hand = viewer in table.zones[hand_of("p1")].owners
        return Odds(chance=Fraction(1, 4 if sees_hand else 2))

    def words() -> set[str]:
        return {odds.figure.words for odds in buttons(house).odds.values() if odds.figure is not None}

    monkeypatch.setattr(Game, "odds", odds)
    table = house.room.table
    house.room.offers.take(challenge(house))
    qtbot.waitUntil(lambda: words() == {"50 %"})
    table.hand_peek.begin("p1")
    assert words() == set()
    qtbot.waitUntil(lambda: words() == {"25 %"})
    assert table.question_input.open_odds()
    table.hand_peek.end()
    assert not any(panel.isVisible() for panel in house.room.window().findChildren(OddsPanel)), (
        "what is read in full, too"
    )
    assert words() == set()
    qtbot.waitUntil(lambda: words() == {"50 %"})
    first, second, _ = asked(house).choices.values()
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Right)
    assert second.hasFocus(), "arrows walk among the answers"
    QTest.keyClick(second, Qt.Key.Key_Tab)
    assert buttons(house).odds["orc"].hasFocus(), "and Tab reaches the odds, too"
    QTest.keyClick(buttons(house).odds["orc"], Qt.Key.Key_Left)
    assert first.hasFocus()


def test_where_a_look_shows_no_odds_nothing_seems_to_be_calculated(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Game, "odds", lambda *_: Odds(chance=Fraction(1, 2)))
    house.room.offers.take(challenge(house))
    qtbot.waitUntil(lambda: all(odds.figure is not None for odds in buttons(house).odds.values()))
    monkeypatch.setattr(type(house.campaign.odds_choices), "show", lambda *_: False)
    house.room.table.hand_peek.begin("p1")
    assert buttons(house).odds
    assert not any(waiting.isVisible() for waiting in buttons(house)._waiting.values())
    house.room.table.hand_peek.end()


def test_a_question_that_depends_on_something_that_is_no_field_of_the_command_is_asked(house: House) -> None:
    among = {"": ("orc", "rat")}
    question = Question(
        field="target",
        kind=QuestionKind.CHOICE,
        label=Message(key="whom"),
        choices=("orc", "rat"),
        by="whose",
        among=among,
    )
    offer = challenge(house)
    about = PressedQuestion(offer=replace(offer, questions=(question,)), listed=offer, question=question)
    house.room.table.question_input.ask_beside(about)
    assert house.room.table.question_input.is_asking


def test_room_for_odds_is_kept_where_there_were_some_without_a_look(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    half = Odds(chance=Fraction(1, 2))

    def ask(*, are_known: bool, looks: bool = False) -> None:
        """Ask a question whose odds everybody knows, or nobody who does not look, until they are shown."""

        def odds(_game: Game, table: Table, _offer: Offer, viewer: str) -> Odds | None:
            return half if are_known or viewer in table.zones[hand_of("p1")].owners else None

        monkeypatch.setattr(Game, "odds", odds)
        house.room.offers.take(challenge(house))
        if looks:
            house.room.table.hand_peek.begin("p1")
        reading = house.room.table.question_input._odds
        assert reading is not None
        qtbot.waitUntil(lambda: not reading.is_busy)
        figures = 3 if are_known or looks else 0
        qtbot.waitUntil(lambda: sum(one.figure is not None for one in buttons(house).odds.values()) == figures)
        assert asked(house).has_room
        house.room.table.question_input.stop_asking()
        house.room.table.hand_peek.end()

    def keeps_room() -> bool:
        house.room.offers.take(challenge(house))
        has_room = buttons(house).has_odds_room
        house.room.table.question_input.stop_asking()
        return has_room

    assert keeps_room(), "nobody knows yet"
    ask(are_known=False)
    assert not keeps_room()
    ask(are_known=False, looks=True)
    assert not keeps_room(), "what a look tells is known during the look alone"
    ask(are_known=True)
    assert keeps_room()


def test_odds_that_are_still_calculated_have_a_sign_and_an_offer_without_any_has_no_room(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def signs() -> int:
        return sum(label.isVisibleTo(house.room) for label in buttons(house).findChildren(QLabel))

    known = {"orc"}
    monkeypatch.setattr(
        Game,
        "odds",
        lambda _game, _table, offer, _viewer: Odds(chance=Fraction(1, 2)) if offer.command.target in known else None,
    )
    house.room.offers.take(challenge(house))
    where = asked(house).geometry()
    assert signs() == 3
    qtbot.waitUntil(lambda: buttons(house).odds["orc"].figure is not None)
    qtbot.waitUntil(lambda: signs() == 0)
    assert asked(house).geometry() == where, "nothing moves"
    house.room.table.question_input.stop_asking()
    monkeypatch.setattr(Game, "may_have_odds", lambda *_: False)
    house.room.offers.take(challenge(house))
    assert buttons(house).odds == {}
    assert asked(house).height() < where.height(), "also where there was room before"


def test_odds_that_are_the_same_for_many_choices_are_said_once_above_them(house: House) -> None:
    choices = ("Madge", "Brannoch", "Orla", "Sidonie")
    question = Question(field="target", kind=QuestionKind.CHOICE, label=Message(key="x"), choices=choices)
    hub, view, page = house.hub, house.room.table.table_scene.view, QWidget(house.room)

    def figures(*chances: int) -> dict[Hashable, OddsFigure]:
        odds = [Odds(chance=Fraction(chance, 100)) for chance in chances]
        return {choice: odds_figure(choice, one) for choice, one in zip(choices, odds, strict=False)}

    def shown() -> tuple[str, list[str]]:
        found = [made.shared_odds, *made.odds.values()]
        shared, *each = ["" if one.figure is None else one.figure.words for one in found]
        return shared, [words for words in each if words]

    made = ChoiceButtons(hub, question, view, page, may_have_odds=True, has_odds_room=True)
    tall = made.sizeHint().height()
    made.show_odds(figures(41, 41), more_come=True)
    assert shown() == ("", ["41 %", "41 %"]), "the others may differ"
    assert not made.show_odds(figures(41, 41, 41, 41), may_share=False)
    assert shown() == ("", ["41 %"] * 4), "nothing moves below the mouse or during a look"
    assert made.show_odds(figures(41, 41, 41, 41))
    assert shown() == ("41 %", [])
    assert made.shared_odds in made.parts
    assert [chosen.accessibleDescription() for chosen in made.buttons.values()] == [figures(41)["Madge"].spoken] * 4
    assert made.shared_odds.figure is not None
    assert [one.title for one in made.shared_odds.figure.in_full] == [*choices]
    assert made.sizeHint().height() < tall
    assert not made.shared_line.isHidden()
    assert not made.show_odds({}, more_come=True), "nor does a look move anything then"
    made.show_odds(figures(41, 41, 41, 41))
    assert made.show_odds(figures(41, 41, 41, 50), may_share=False)
    assert shown() == ("", ["41 %"] * 3 + ["50 %"])
    assert made.shared_line.isHidden()
    made.show_odds(figures(41, 41, 41))
    assert shown() == ("", ["41 %"] * 3), "one has none"
    again = ChoiceButtons(hub, question, view, page, may_have_odds=True, has_odds_room=True, odds_were_alike=True)
    assert not again.show_odds(figures(41, 41), more_come=True)
    assert not again.show_odds(figures(41, 41, 41, 41)), "the line was there already, so that nothing moves"
    again.show_odds(figures(1, 2, 3, 4), may_share=False)
    again.show_odds({}, more_come=True)
    assert again.is_shared, "what a look has told does not stay"


@pytest.mark.parametrize(
    "choices",
    [
        ("Madge of the Lantern", "Cellar dog", "Tallow bat", "Brannoch Weir", "Orla Greywater", "Sidonie Ash"),
        ("Step back 1 m", "Without moving, but with a penalty"),
    ],
)
def test_a_question_is_never_so_narrow_that_it_is_higher_than_the_table_or_cuts_a_choice(
    house: House, qtbot: QtBot, choices: tuple[str, ...]
) -> None:
    question = Question(field="target", kind=QuestionKind.CHOICE, label=Message(key="x"), choices=choices)
    offer = Offer(name="x", command=Raise(seat="p1", count=4), label=Message(key="x"), questions=(question,))
    page = QWidget(house.room)
    page.resize(893, 425)
    asked_there = PressedQuestion(offer, offer, question)
    bubble = QuestionBubble(
        house.hub, asked_there, house.room.table.table_scene.view, page, may_have_odds=True, has_odds_room=True
    )
    qtbot.addWidget(bubble)
    covered = [QRectF(0, 0, 893, 130), QRectF(660, 0, 233, 425), QRectF(0, 200, 250, 225)]
    bubble.place.show_beside(QRectF(440, 260, 440, 160), covered, [QRectF(page.rect())])
    assert bubble.has_room, (bubble.geometry(), page.rect())
    lay_out(page)
    cut = [words for words, chosen in bubble.choices.items() if chosen.width() < chosen.sizeHint().width()]
    assert not cut


def test_a_list_of_many_choices_is_as_wide_as_the_longest(house: House, qtbot: QtBot) -> None:
    choices = (*(f"Cellar dog {n}" for n in range(10)), "Madge of the Lantern")
    question = Question(field="targets", kind=QuestionKind.CHOICES, label=Message(key="x"), choices=choices)
    offer = Offer(name="x", command=Raise(seat="p1", count=4), label=Message(key="x"), questions=(question,))
    page = QWidget(house.room)
    page.resize(893, 425)
    view = house.room.table.table_scene.view
    bubble = QuestionBubble(house.hub, PressedQuestion(offer, offer, question), view, page)
    qtbot.addWidget(bubble)
    covered = [QRectF(0, 0, 893, 100), QRectF(660, 0, 233, 425), QRectF(0, 100, 350, 325)]
    bubble.place.show_beside(QRectF(440, 260, 440, 160), covered, [QRectF(page.rect())])
    lay_out(page)
    (listed,) = bubble.findChildren(QListWidget)
    assert listed.count() == len(choices)
    assert bubble.width() < 32 * house.hub.theme.metrics.font_body
    assert not listed.horizontalScrollBar().maximum()


def test_a_number_is_asked_beside_its_piece_and_answered_with_its_button(house: House) -> None:
    question = Question(field="value", kind=QuestionKind.NUMBER, label=Message(key="x"), least=1, most=9)
    health = SetTrack(seat="gm", actor="orc", track="Health", value=4)
    house.room.offers.take(Offer(name="x", command=health, label=Message(key="x"), questions=(question,)))
    assert house.room.offers.taker.dialog is None
    ok = asked(house).ok_button
    assert ok is not None
    assert ok.isVisible()
    QTest.keyClick(QApplication.focusWidget() or asked(house), Qt.Key.Key_Tab)
    assert ok.hasFocus()
    QTest.mouseClick(ok, Qt.MouseButton.LeftButton)
    assert last_command(house) == health


def test_the_gm_is_shown_that_a_secret_character_is_not_proposed(qtbot: QtBot) -> None:
    house = House(qtbot, viewer="gm")
    house.do(EditActor(seat="gm", actor="orc", secret=True))
    several = Question(
        field="target", kind=QuestionKind.CHOICES, label=Message(key="x"), choices=("hero_p2", "orc", "rat")
    )
    proposed = Challenge(seat="p1", actor="hero_p1", target="hero_p2")
    shown = []
    for command in (proposed, replace(proposed, target="")):
        offer = Offer(name="x", command=command, label=Message(key="x"), questions=(several,))
        house.room.offers.take(offer)
        shown.append(asked(house).hint.text())
        asked(house).toggle("orc")
        shown.append(asked(house).hint.text())
    house.room.close()
    assert ["1 secret character is not chosen." in hint for hint in shown] == [True, False, False, False]


@pytest.mark.parametrize("written", ["Grom", ""])
def test_an_optional_text_is_asked_beside_its_piece_and_enter_passes_over_it(house: House, written: str) -> None:
    question = Question(field="name", kind=QuestionKind.TEXT, label=Message(key="x"), optional=True)
    shown = EditActor(seat="gm", actor="orc", secret=False)
    house.room.offers.take(Offer(name="x", command=shown, label=Message(key="x"), questions=(question,)))
    assert house.room.offers.taker.dialog is None
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    assert asked(house).isAncestorOf(field)
    QTest.keyClicks(field, written)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert last_command(house) == replace(shown, name=written or None)
    assert not house.room.table.question_input.is_asking


def test_there_is_one_question_at_a_time(house: House) -> None:
    house.room.offers.take(challenge(house))
    house.room.offers.take(challenge(house, "hero_p2"))
    bubbles = [found for found in house.room.findChildren(QuestionBubble) if found.isVisible()]
    assert bubbles == [asked(house)]
    assert "hero_p2" not in asked(house).choices
    house.room.offers.open_more()
    assert not house.room.table.question_input.is_asking, "a list takes its place"


def test_a_question_stays_while_its_offer_does_and_goes_with_it(house: House) -> None:
    house.room.offers.take(challenge(house))
    house.do(SetClock(seat="gm", seconds=60))
    assert house.room.table.question_input.is_asking
    house.do(Challenge(seat="p2", actor="hero_p2", target="rat"))
    assert not house.room.table.question_input.is_asking


def test_another_viewer_is_asked_nothing(house: House) -> None:
    house.room.offers.take(challenge(house))
    house.room.set_viewer("gm")
    assert not house.room.table.question_input.is_asking
    assert not [found for found in house.room.findChildren(QuestionBubble) if found.isVisible()]


@pytest.mark.parametrize("name", ["Orc", "A very long name for somebody who hides behind the door"])
def test_nothing_that_is_lit_or_asked_depends_on_a_secret_character(house: House, name: str) -> None:
    house.do(EditActor(seat="gm", actor="orc", secret=True))
    house.room.offers.take(challenge(house))
    before = (asked(house).geometry(), [(p.answer, p.rect) for p in house.room.table.question_input.pieces])
    house.room.table.question_input.stop_asking()
    house.do(EditActor(seat="gm", actor="orc", name=name))
    house.do(SetTrack(seat="gm", actor="orc", track="Health", value=3))
    house.room.offers.take(challenge(house))
    after = (asked(house).geometry(), [(p.answer, p.rect) for p in house.room.table.question_input.pieces])
    assert after == before
    assert set(asked(house).choices) == {"hero_p2", "rat"}
    assert "orc" not in {found.answer for found in house.room.table.question_input.pieces}


def test_again_does_the_same_and_a_viewer_change_forgets_it(house: House) -> None:
    house.room.offers.take(challenge(house))
    click(house, piece(house, "rat"))
    house.campaign.undo()
    refused: list[object] = []
    house.campaign.refused.connect(refused.append)
    house.room.offers.taker.again(("p1", "p2"))
    assert last_command(house) == Challenge(seat="p1", actor="hero_p1", target="rat")
    house.campaign.undo()
    house.room.offers.taker.again(("p2",))
    house.room.set_viewer("gm")
    house.room.offers.taker.again(("p1", "p2"))
    assert [refusal.message.key for refusal in refused] == ["refused.nothing_to_repeat"] * 2  # type: ignore[attr-defined]


def test_again_does_what_was_answered_in_the_form(house: House) -> None:
    house.room.offers.take(challenge(house))
    house.room.offers.taker.ask_in_form(asked(house).asked)
    dialog = house.room.offers.taker.dialog
    assert dialog is not None
    rat = next(found for found in dialog.findChildren(QRadioButton) if found.accessibleName() == "Rat")
    rat.setChecked(True)
    assert dialog.form.submit()
    done = last_command(house)
    assert done == Challenge(seat="p1", actor="hero_p1", target="rat")
    house.campaign.undo()
    house.room.offers.taker.again(("p1", "p2"))
    assert last_command(house) == done
    assert house.room.offers.taker.dialog is None


def test_again_does_nothing_after_free_dice(house: House, qtbot: QtBot) -> None:
    house.room.offers.take(challenge(house))
    click(house, piece(house, "rat"))
    house.campaign.undo()
    roller = DiceRoller(house.campaign, house.room.table.viewer, house.hub)
    qtbot.addWidget(roller)
    assert roller.roll()
    rolled = last_command(house)
    house.room.offers.taker.again(("p1", "p2"))
    assert last_command(house) == rolled
    house.room.offers.take(challenge(house))
    assert asked(house).again.isVisible(), "beside the question it is still proposed"


def take_chips(house: House, total: int | None = None, colours: Sequence[str] = ("white", "red")) -> None:
    """Ask for a player's chips from the pot, colour by colour."""
    house.do(MoveChips(seat="gm", source="", target=POT, chips={"white": 20, "red": 2}))
    rows = tuple(
        Question(
            field="chips",
            kind=QuestionKind.NUMBER,
            label=Message(key="how many"),
            zone=POT,
            least=1,
            most=most,
            optional=True,
            part=colour,
            total=total,
        )
        for colour, most in (("white", 20), ("red", 2))
        if colour in colours
    )
    bare = MoveChips(seat="p1", source=POT, target="p1", chips={})
    house.room.offers.taker.take(Offer(name="x", command=bare, label=Message(key="x"), questions=rows))


def test_chips_of_several_colours_are_clicked_on_the_table_or_entered(house: House) -> None:
    house.do(MoveChips(seat="gm", source="", target="p1", chips={"white": 3}))
    take_chips(house)
    bubble, ok = asked(house), asked(house).ok_button
    assert {found.answer for found in house.room.table.question_input.pieces} == {"white", "red"}
    assert ok is not None
    assert not ok.isEnabled(), "no chip is no answer"
    elsewhere = [
        stack.cell if place.cell is None else place.cell.in_scene(stack.cell)
        for place in house.room.table.table_scene.bags
        for stack in place.stacks
        if place.bag == "p1"
    ]
    assert elsewhere
    assert not any(lit.rect.intersects(rect) for lit in house.room.table.question_input.pieces for rect in elsewhere)
    for colour in ("red", "red", "red", "white"):
        click(house, piece(house, colour))
    assert bubble.isAncestorOf(house.room.window().focusWidget()), "the keyboard stays with the question"
    QTest.keyClicks(bubble.rows["white"].spin, "7")
    assert [row.value() for row in bubble.rows.values()] == [7, 2], "there are two red ones at most"
    QTest.keyClick(bubble, Qt.Key.Key_Return)
    assert last_command(house) == MoveChips(seat="p1", source=POT, target="p1", chips={"white": 7, "red": 2})
    assert not house.room.table.question_input.is_asking


def test_a_question_about_one_colour_of_chips_is_asked_once(house: House) -> None:
    take_chips(house, colours=("white",))
    (row,) = asked(house).rows.values()
    words = say(asked(house).asked.question.label)
    assert [shown.text() for shown in asked(house).findChildren(QLabel)].count(words) == 1
    assert row.spin.accessibleName() == words


def test_chips_that_must_make_a_sum_are_an_answer_only_then(house: House) -> None:
    take_chips(house, total=2)
    bubble, ok = asked(house), asked(house).ok_button
    assert ok is not None
    position = house.campaign.position
    click(house, piece(house, "white"))
    QTest.keyClick(bubble, Qt.Key.Key_Return)
    assert (house.campaign.position, ok.isEnabled()) == (position, False)
    assert bubble.accessibleName().endswith(bubble.count.text())
    click(house, piece(house, "red"))
    QTest.mouseClick(ok, Qt.MouseButton.LeftButton)
    assert last_command(house) == MoveChips(seat="p1", source=POT, target="p1", chips={"white": 1, "red": 1})


def test_chips_of_a_colour_that_cannot_be_read_are_not_left_out(house: House) -> None:
    take_chips(house)
    bubble, ok = asked(house), asked(house).ok_button
    assert ok is not None
    position = house.campaign.position
    QTest.keyClicks(bubble.rows["white"].spin, "99")
    click(house, piece(house, "red"))
    QTest.keyClick(bubble, Qt.Key.Key_Return)
    assert (house.campaign.position, ok.isEnabled()) == (position, False), "there are not so many white ones"
    click(house, piece(house, "white"))
    assert ok.isEnabled()


def test_a_question_is_narrower_where_it_would_cover_what_answers_it(house: House) -> None:
    take_chips(house)
    bubble = asked(house)
    around, usual = bubble.parentWidget(), bubble.width()
    assert around is not None
    pieces = [QRectF(0, 0, around.width() - usual + 60, around.height())]
    bubble.place.show_beside(QRectF(0, 0, 40, 40), pieces, [])
    assert bubble.width() < usual
    assert not QRectF(bubble.geometry()).intersects(pieces[0])
    bubble.place.show_beside(QRectF(0, 0, 40, 40), [], [])
    assert bubble.width() == usual
    bubble.place.show_beside(QRectF(0, 0, 40, 40), [], [], kept=pieces)
    assert not QRectF(bubble.geometry()).intersects(pieces[0]), "nor over the hands of others, if it fits beside them"


@pytest.mark.parametrize("asks_first", [False, True])
def test_a_notice_covers_no_question(house: House, asks_first: bool) -> None:
    toast, notice = Toast(house.hub, house.room), Notice("Your earlier game is kept. " * 4)
    house.room.offers.take(challenge(house))
    bubble = asked(house)
    around = bubble.parentWidget()
    assert around is not None
    corner = QRectF(around.width() - 60, 0, 60, 4)
    toast.say(notice)
    toast.withdraw()
    bubble.place.show_beside(corner, [], [])
    assert toast.geometry().intersects(QRect(bubble.mapTo(house.room, QPoint()), bubble.size())), (
        "each takes this place"
    )
    toast.say(notice)
    if not asks_first:
        bubble.move(0, around.height() - bubble.height())
        toast.say(notice)
        bubble.place.show_beside(corner, [], [])
    assert toast.isVisible()
    assert bubble.has_room
    assert not toast.geometry().intersects(QRect(bubble.mapTo(house.room, QPoint()), bubble.size()))


def test_a_question_without_room_is_asked_in_a_form(house: House) -> None:
    house.room.resize(700, 500)
    house.hub.set_theme(Theme(scale=3.0, reduced_motion=True))
    QApplication.processEvents()
    take_chips(house)
    assert not house.room.table.question_input.is_asking
    dialog = house.room.offers.taker.dialog
    assert dialog is not None
    dialog.reject()


def test_esc_leaves_a_question_wherever_the_focus_in_the_room_is(house: House) -> None:
    for take_focus in (house.room.table.setFocus, house.room.offers._more.setFocus, house.room.log.setFocus):
        house.room.offers.take(challenge(house))
        take_focus()
        house.room.offers.choose_seat("p2")
        QTest.keyClick(QApplication.focusWidget() or house.room, Qt.Key.Key_Escape)
        assert not house.room.table.question_input.is_asking
        house.room.offers.choose_seat("p1")


def test_a_greeting_goes_with_the_first_gesture_and_another_notice_only_after_it_was_read(house: House) -> None:
    toast = Toast(house.hub, house.room)
    house.room.table.question_input.begun.connect(toast.make_way)
    for is_greeting in (True, False):
        toast.say(Notice("The demo starts from the beginning again."), is_greeting=is_greeting)
        house.room.offers.take(challenge(house))
        assert toast.isVisible() != is_greeting
        house.room.table.question_input.stop_asking()
