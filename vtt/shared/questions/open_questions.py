"""The questions of an offer that are still open, with the choices that the earlier answers leave."""

from __future__ import annotations

from collections.abc import Mapping

from engine.presentation.offers import Offer, Question


def as_asked(offer: Offer, question: Question, answers: Mapping[str, object]) -> Question:
    """Return a question of an offer with the choices that the earlier answers, or the command's own, leave."""
    return (
        question.after(answers.get(question.by, getattr(offer.command, question.by, None))) if question.by else question
    )


def open_questions(offer: Offer, answers: Mapping[str, object]) -> tuple[Question, ...]:
    """Return the required questions that are not answered, each with the choices that the answers leave."""
    required = {question.field for question in offer.questions if not question.optional}
    return tuple(
        as_asked(offer, question, answers)
        if question.by and (question.by in answers or question.by not in required)
        else question
        for question in offer.questions
        if not question.optional and question.field not in answers
    )
