"""Play through offers only, as people do who know buttons and forms but no commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.core.chance import ScriptedChance, SeededChance
from engine.core.manual_moves import LayCondition, MoveChips, SetLocation, SetTrack
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.offers import Offer, Question, QuestionKind
from engine.rulesets.future_imperfect.procedures.check_procedure import current_check
from tests.engine.rulesets.future_imperfect.table import GAME, counted, dealt, play

Offered = dict[str, set[str]]
"""Of each command that was offered and could be done, by its class: the fields that were asked for or filled."""


class Group:
    """A group that plays only what is offered.

    Attributes:
        table: the present table.
        offered: all allowed offers, at every table of the game so far.
    """

    def __init__(self, table: Table, offered: Offered) -> None:
        self.offered = offered
        self.table = table
        self.look()

    def look(self) -> dict[str, Offer]:
        """Return what is offered to everybody, by its name; and remember it."""
        offers: dict[str, Offer] = {}
        for seat in self.table.seats:
            for offer in GAME.offers(self.table, seat):
                if offer.denial is None:
                    offers.setdefault(f"{seat} {offer.name}", offer)
                    self.offered.setdefault(type(offer.command).__name__, set()).update(_reached(offer))
        return offers

    def does(
        self, seat: str, name: str, /, *, fall: Mapping[str, Sequence[int]] | None = None, **answers: Any
    ) -> Group:
        """Take an offer, with answers to what it asks by the field that they fill; what must be answered is."""
        offers = self.look()
        assert f"{seat} {name}" in offers, f"{name} is not offered to {seat}, but: {sorted(offers)}"
        offer = offers[f"{seat} {name}"]
        columns = {column.field for ask in offer.questions for column in ask.columns}
        needed = {ask.field for ask in offer.questions if not ask.optional}
        assert needed <= set(answers), f"{name} asks for {needed - set(answers)}"
        for field in set(answers) - columns:
            asks = [ask for ask in offer.questions if ask.field == field]
            assert any(_fits(ask, answers, offer) for ask in asks), (
                f"{name} does not let {field} be {answers[field]}: {asks}"
            )
        command: Any = offer.command
        types = {field.name: field.type for field in fields_of(type(command))}
        values = {key: msgspec.convert(value, types[key], strict=False) for key, value in answers.items()}
        chance = ScriptedChance(dict(fall or {}), SeededChance(7))
        self.table = GAME.apply(self.table, replace(command, **values), chance).table
        self.look()
        return self

    def rolls(self, seat: str, /, *, total: int | None = None, **faces: Sequence[int]) -> Group:
        """Throw, override the total as the GM if given, and accept; without a useful chip it is accepted by itself.

        In a contest with a GM's character the GM throws and accepts, too.
        """
        self.does(seat, "throw_dice", fall=faces)
        rolled = current_check(self.table)
        if rolled is not None and rolled.fallen and not rolled.thrown:
            self.does("gm", "throw_dice")
        if total is not None and "gm rule_total:0" in self.look():
            self.does("gm", "rule_total:0", total=total)
        for who in dict.fromkeys((seat, "gm")):
            if f"{who} accept_roll" in self.look():
                self.does(who, "accept_roll")
        return self

    def goes_on(self, *steps: tuple[str, str]) -> Group:
        """Take one offer after another that asks for nothing."""
        for seat, name in steps:
            self.does(seat, name)
        return self

    # ---- what a group does by hand, so that a scene begins somewhere

    def dealt(self, rank: str = "", **hands: str) -> Group:
        """Let all have drawn and kept these cards, and let the countdown reach a rank."""
        self.table = dealt(self.table, **hands)
        self.look()
        if rank:
            self.table = counted(self.table, rank)
        self.look()
        return self

    def laid(self, actor: str, state: str, **more: Any) -> Group:
        """Add a condition to a character by hand."""
        self.table = play(self.table, LayCondition(seat="gm", actor=actor, condition=state, **more))
        self.look()
        return self

    def hurt(self, actor: str, area: str, level: int) -> Group:
        """Mark a wound by hand."""
        self.table = play(self.table, SetLocation(seat="gm", actor=actor, location=area, level=level))
        self.look()
        return self

    def breath(self, actor: str, wind: int) -> Group:
        """Set a character's Wind by hand."""
        self.table = play(self.table, SetTrack(seat="gm", actor=actor, track="Wind", value=wind))
        self.look()
        return self

    def chips(self, seat: str, **chips: int) -> Group:
        """Hand chips out of the pot."""
        self.table = play(self.table, MoveChips(seat="gm", source="pot", target=seat, chips=chips))
        self.look()
        return self


_FIELDS: dict[type[Any], tuple[msgspec.structs.FieldInfo, ...]] = {}


def fields_of(command: type[Any]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return the fields of a kind of command; they are looked up once."""
    if command not in _FIELDS:
        _FIELDS[command] = msgspec.structs.fields(command)
    return _FIELDS[command]


def _reached(offer: Offer) -> set[str]:
    """Return the fields of a command that an offer asks for, or fills otherwise than they usually are."""
    command: Any = offer.command
    asked = {ask.field for ask in offer.questions} | {column.field for ask in offer.questions for column in ask.columns}
    filled = {
        field.name
        for field in fields_of(type(command))
        if field.required or getattr(command, field.name) != field.default
    }
    return asked | filled


def _fits(ask: Question, answers: Mapping[str, Any], offer: Offer) -> bool:
    """Say whether an answer is one that the question lets be given."""
    value = answers[ask.field]
    if ask.part:
        return ask.part in value and _in_bounds(ask, value[ask.part])
    chosen = value if isinstance(value, (list, tuple)) else (value,)
    match ask.kind:
        case QuestionKind.CHOICE | QuestionKind.CHOICES if not ask.own_words:
            by = answers.get(ask.by, getattr(offer.command, ask.by)) if ask.by else None
            return set(chosen) <= set(ask.choices_for(by))
        case QuestionKind.ROWS:
            return {row[ask.row] if ask.row else row for row in value} <= set(ask.choices)
        case QuestionKind.NUMBER:
            return _in_bounds(ask, value)
        case _:
            return True


def _in_bounds(ask: Question, value: int) -> bool:
    return ask.least <= value and (ask.most is None or value <= ask.most)
