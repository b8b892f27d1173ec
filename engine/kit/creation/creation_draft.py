"""The draft of a character that is being made: the answers to the steps, and nothing else.

A draft is a frozen value. It is not on the table and in no file; `CharacterCreation` calculates the sheet from it.

>>> draft = CharacterDraft(name="Hild").with_answer("species", StepAnswer(chosen=("Elf",)))
>>> draft.answer("species").chosen
('Elf',)
>>> draft.with_answer("species", UNANSWERED) == CharacterDraft(name="Hild")
True
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.frozen import Frozen, replace


class StepAnswer(Frozen):
    """The answer to one step; each kind of step uses some of it.

    Attributes:
        chosen: the names of the chosen options.
        method: the way to get numbers; empty for the usual one.
        numbers: the numbers by field, or the points added to rows by the name of the row.
        faces: the faces of dice that were rolled on the screen, by field.
        rolls: how often dice were rolled on the screen.
        places: the place of the assigned value in the list of values, by field.
        words: the words by field.
        overruled: the limits of the step do not count.
    """

    chosen: tuple[str, ...] = ()
    method: str = ""
    numbers: Mapping[str, int] = {}
    faces: Mapping[str, tuple[int, ...]] = {}
    rolls: int = 0
    places: Mapping[str, int] = {}
    words: Mapping[str, str] = {}
    overruled: bool = False


UNANSWERED = StepAnswer()


class CharacterDraft(Frozen):
    """A character that is being made.

    Attributes:
        name: the name of the character.
        answers: the answers by step.
    """

    name: str = ""
    answers: Mapping[str, StepAnswer] = {}

    def answer(self, step: str) -> StepAnswer:
        """Return the answer to a step; an empty one if there is none yet."""
        return self.answers.get(step, UNANSWERED)

    def with_answer(self, step: str, answer: StepAnswer) -> CharacterDraft:
        """Return the draft with another answer to a step; an empty answer is left out."""
        others = {key: one for key, one in self.answers.items() if key != step}
        return replace(self, answers=others if answer == UNANSWERED else {**others, step: answer})
