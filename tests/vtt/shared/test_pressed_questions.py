"""Which question of an offer is asked next, what is not asked, and what can be done again."""

from __future__ import annotations

import pytest

from engine.core.commands import Command
from engine.core.manual_moves import RemoveActor
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.presentation.offers import Offer, Question, QuestionKind
from engine.rulesets.card_the_drawing.health_recovery import RestoreHealth
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import FireBurst, Shoot
from vtt.shared.offers.pressed_questions import needs_form, next_question, with_sole_answers
from vtt.shared.offers.repeated_answers import RepeatedAnswers


def question(field: str, kind: QuestionKind = QuestionKind.CHOICE, **more: object) -> Question:
    return Question(field=field, kind=kind, label=Message(key=f"ask.{field}"), **more)  # type: ignore[arg-type]


SHOT = Shoot(seat="gm", actor="raider", target="chuk", weapon="rifle", distance=10)
ACTOR = question("actor", choices=("raider", "frost"))
WEAPON = question("weapon", by="actor", among={"raider": ("rifle",), "frost": ("pistol", "knife")}, choices=("rifle",))
TARGET = question("target", by="actor", among={"raider": ("chuk", "frost"), "frost": ("chuk",)}, choices=("chuk",))
DISTANCE = question("distance", QuestionKind.NUMBER, most=900)
CALLED = question("called", choices=("head",), optional=True)


def offer(*questions: Question, command: Command = SHOT) -> Offer:
    return Offer(name="shoot", command=command, label=Message(key="offer.shoot"), questions=questions)


def test_questions_come_one_after_the_other_and_what_has_one_answer_is_not_asked() -> None:
    shoot = offer(ACTOR, WEAPON, TARGET, DISTANCE, CALLED)
    first = next_question(shoot, {})
    assert first is not None
    assert first.question == ACTOR
    answers = with_sole_answers(shoot, {"actor": "raider"})
    assert answers == {"actor": "raider", "weapon": "rifle"}
    second = next_question(shoot, answers)
    assert second is not None
    assert (second.question.field, second.question.choices) == ("target", ("chuk", "frost"))
    last = next_question(shoot, {**answers, "target": "chuk"})
    assert last is not None
    assert (last.question.field, last.proposal) == ("distance", 10)
    assert next_question(shoot, {**answers, "target": "chuk", "distance": 30}) is None


def test_the_choices_of_a_question_follow_what_the_command_says_where_that_is_not_asked() -> None:
    asked = next_question(offer(TARGET), {})
    assert asked is not None
    assert asked.question.choices == ("chuk", "frost")


@pytest.mark.rule("FI-AUTO-4")
def test_the_rows_of_a_table_are_chosen_first_and_a_single_one_is_asked_only_what_is_not_shared() -> None:
    number = QuestionKind.NUMBER
    columns = (question("distances", number), question("rounds", number, total=3), question("dice", number, total=2))
    rows = question("targets", QuestionKind.ROWS, choices=("chuk", "frost"), least=1, most=2, columns=columns)
    burst = offer(
        rows, command=FireBurst(seat="gm", actor="raider", weapon="rifle", targets=("chuk",), distances=(20,))
    )
    first = next_question(burst, {})
    assert first is not None
    assert first.is_several
    assert first.is_of_table
    one, two = {"targets": ("frost",)}, {"targets": ("chuk", "frost")}
    assert (needs_form(burst, one), needs_form(burst, two)) == (False, True)
    assert next_question(burst, two) is None
    known = with_sole_answers(burst, one)
    assert known == {**one, "rounds": (3,), "dice": (2,)}
    last = next_question(burst, known)
    assert last is not None
    assert (last.question.field, last.proposal, last.value_of(15)) == ("distances", 20, (15,))
    assert next_question(burst, {**known, "distances": (15,)}) is None


def test_a_text_that_may_stay_empty_is_asked_alone_and_no_other_text() -> None:
    text = question("called", QuestionKind.TEXT, optional=True)
    asked = next_question(offer(text), {})
    assert asked is not None
    assert asked.is_text
    assert next_question(offer(text), {"called": ""}) is None, "it is answered, and the offer is done"
    others = (replace(text, secret=True), replace(text, optional=False), replace(text, rare=True))
    for questions in (*[(other,) for other in others], (text, DISTANCE), (text, CALLED)):
        first = next_question(offer(*questions), {})
        assert first is None or not first.is_text
    assert next_question(offer(text, command=RemoveActor(seat="gm", actor="chuk")), {}) is None, "far-reaching"


def test_what_needs_a_form_is_left_to_it() -> None:
    assert next_question(offer(CALLED), {}) is None, "only optional questions"
    assert next_question(offer(ACTOR, question("what", QuestionKind.TEXT)), {}) is None
    assert next_question(offer(replace(ACTOR, own_words=True)), {}) is None
    assert next_question(offer(replace(ACTOR, secret=True)), {}) is None
    assert next_question(offer(replace(ACTOR, warns=True)), {}) is None


def test_one_press_answers_what_takes_a_list_of_exactly_one() -> None:
    several = question("targets", QuestionKind.CHOICES, choices=("chuk", "frost"), least=1, most=1)
    asked = next_question(offer(several), {})
    assert asked is not None
    assert (asked.question.kind, asked.question.choices) == (QuestionKind.CHOICE, ("chuk", "frost"))
    assert asked.value_of("frost") == ("frost",)
    single = next_question(offer(TARGET), {})
    assert single is not None
    assert single.value_of("frost") == "frost"
    for least, most in ((0, 1), (1, 2), (2, 2), (1, None)):
        chosen_together = next_question(offer(replace(several, least=least, most=most)), {})
        assert chosen_together is not None
        assert chosen_together.is_several
        assert chosen_together.value_of(("chuk", "frost")) == ("chuk", "frost")


def test_several_that_are_proposed_are_asked_on_the_table_if_nothing_else_is() -> None:
    several = question("actors", QuestionKind.CHOICES, choices=("tia", "rats"), optional=True)
    rest = offer(several, command=RestoreHealth(seat="gm", actors=("tia",)))
    asked = next_question(rest, {})
    assert asked is not None
    assert asked.is_several
    assert next_question(rest, {"actors": ("rats",)}) is None
    for other in (RestoreHealth(seat="gm"), RestoreHealth(seat="gm", actors=("tia", "eli"))):
        assert next_question(replace(rest, command=other), {}) is None, "nothing that can be chosen is proposed"


def test_the_same_can_be_done_again_while_it_is_possible() -> None:
    kept = RepeatedAnswers()
    shoot = offer(ACTOR, TARGET, DISTANCE, CALLED)
    assert kept.last([shoot]) is None
    kept.keep(shoot, replace(SHOT, distance=40))
    assert kept.last([shoot]) == (shoot, {"actor": "raider", "target": "chuk", "distance": 40, "called": ""})
    gone = offer(ACTOR, replace(TARGET, among={"raider": ("frost",)}), DISTANCE, CALLED)
    assert kept.last([gone]) is None, "that target is not there any more"
    assert kept.last([offer(ACTOR)]) is None, "something else is asked now"
    kept.forget()
    assert kept.last([shoot]) is None


def test_only_what_was_chosen_last_is_done_again_and_steps_without_a_choice_do_not_count() -> None:
    kept = RepeatedAnswers()
    shoot, answers = offer(ACTOR), {"actor": "raider"}
    kept.keep(shoot, SHOT)
    kept.keep(offer(), SHOT)
    assert kept.last([shoot]) == (shoot, answers)
    assert kept.last_seat == "gm"
    kept.keep(replace(offer(ACTOR, replace(CALLED, secret=True)), name="whisper"), SHOT)
    assert kept.last([shoot]) is None, "what was chosen last cannot be done again"
    assert kept.last_seat == ""
    kept.keep(shoot, SHOT)
    kept.chose_otherwise()
    assert kept.last([shoot]) is None
    assert kept.answers_to(shoot) == answers, "a question still proposes what was answered to it"


def test_nothing_secret_or_costly_and_no_card_is_kept() -> None:
    for shoot in (
        offer(replace(ACTOR, secret=True)),
        offer(replace(ACTOR, kind=QuestionKind.CARD)),
        replace(offer(ACTOR), at_cost_of="gm"),
        replace(offer(ACTOR), lazy=True),
        offer(),
    ):
        kept = RepeatedAnswers()
        kept.keep(shoot, SHOT)
        assert kept.last([shoot]) is None
