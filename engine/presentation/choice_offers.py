"""Offers whose required fields are chosen: one of several characters, targets or weapons.

>>> from engine.core.commands import Request

>>> class Bandage(Request):
...     actor: str
...     patient: str
...     area: str

>>> def bandages(healers: tuple[str, ...], patients: tuple[str, ...]) -> tuple[Offer, ...]:
...     return choice_offers(Bandage, "gm", {"actor": OneOf(healers), "patient": patients}, {"area": "leg"}, name="aid")
>>> [both] = bandages(("eve", "tom"), ("hild", "tom"))
>>> both.command  # the first choices are proposed
Bandage(seat='gm', actor='eve', patient='hild', area='leg')
>>> [question.field for question in both.questions]
['actor', 'patient']
>>> [eve] = bandages(("eve",), ("hild",))  # the only healer is not asked for
>>> [question.field for question in eve.questions]
['patient']
>>> bandages(("eve",), ())  # nobody to help
()
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.core.commands import Command
from engine.model.table import Table
from engine.presentation.command_offers import Answers, Asks, offer_of, required_fields
from engine.presentation.offers import Offer


class OneOf(NamedTuple):
    """Choices of which a single one needs no question; `word` as in `Asks`."""

    choices: tuple[str, ...]
    word: str | None = None

    @property
    def answers(self) -> Answers:
        """The question, if there is more than one choice."""
        if len(self.choices) < 2:
            return None
        return self.choices if self.word is None else Asks(self.word, choices=self.choices)


Choices = Mapping[str, Answers | OneOf]
"""The possible answers for fields of a command."""


def choice_offers(
    kind: type[Command],
    seat: str,
    asks: Choices,
    given: Mapping[str, object] | None = None,
    *,
    table: Table | None = None,
    **details: Any,
) -> tuple[Offer, ...]:
    """Return the offer of a command, in which the first choice for each required field is proposed.

    Args:
        kind: the class of the command.
        seat: the seat that acts.
        asks: for single fields, the possible answers.
        given: the values of other fields.
        table: the current table, for an offer whose command is checked.
        details: as for `offer_of`.

    Returns:
        One offer; none if there is nothing to choose from for a required field.
    """
    fields: dict[str, Any] = {"seat": seat, **(given or {})}
    for field in required_fields(kind):
        if field in asks and field not in fields:
            choices = _choices(asks[field], fields)
            if not choices:
                return ()
            fields[field] = choices[0]
    asked = {field: answers.answers if isinstance(answers, OneOf) else answers for field, answers in asks.items()}
    return (offer_of(table, kind(**fields), asks=asked, **details),)


def _choices(answers: Answers | OneOf, fields: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the choices for a field; where they depend on another field, those for its proposed answer."""
    if isinstance(answers, Asks) and answers.by is not None and answers.among is not None:
        return answers.among.get(fields[answers.by], ())
    if isinstance(answers, Asks):
        return answers.choices or ()
    if isinstance(answers, OneOf):
        return answers.choices
    return tuple(answers or ())
