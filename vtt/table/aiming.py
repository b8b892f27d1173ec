"""What touching a body of a station means: it is chosen for whatever is asked, or the record of its owner is shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from PySide6.QtCore import QPointF

from engine.play.commands import Command
from engine.play.offers import Ask, AskKind, Offer
from engine.play.words import say
from engine.table.frozen import Json, replace
from vtt.lens import Lens
from vtt.table.drops import filled, needed
from vtt.table.naming import clean, isolated, tell
from vtt.table.places import aimed, seats_to_answer, stations_of

_CHOOSING = (AskKind.CHOICE, AskKind.CHOICES)


class Stage(Protocol):
    """The table, as far as aiming is concerned."""

    def lens(self) -> Lens:
        """The table as it is shown."""
        ...

    def submit(self, command: Command) -> bool:
        """Do a command."""
        ...

    def refuse(self, text: str, rules: tuple[str, ...], where: QPointF) -> None:
        """Say why something cannot be done."""
        ...

    def ask(self, offer: Offer, answers: dict[str, Json]) -> None:
        """Ask what an offer still wants to know."""
        ...

    def show_chosen(self, bodies: tuple[str, ...]) -> None:
        """Show which bodies are chosen."""
        ...

    def open_actor(self, actor: str) -> None:
        """Show a character."""
        ...


class Aiming:
    """The bodies that are chosen by click, until they are as many as are asked for.

    Args:
        stage: the widget.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._about: object = None
        self._chosen: tuple[str, ...] = ()

    def forget(self) -> None:
        """Forget what was chosen: the table has changed."""
        self._about, self._chosen = None, ()

    def enter(self, body: str, actor: str, where: QPointF) -> None:
        """Let a body answer what is asked; else say why it cannot, or show whose it is."""
        if self.answer(body, where):
            return
        side = aimed(self._stage.lens().view).get(body)
        if side is not None and side.verdict is not None:
            self._stage.refuse(say(side.verdict), (), where)
        else:
            self._stage.open_actor(actor)

    def answer(self, body: str, where: QPointF) -> bool:
        """Choose a body for what is asked, or no longer; with the last one asked for it is done.

        Return whether anything is asked that this body answers.
        """
        found = self._asked(self._stage.lens(), body)
        if found is None:
            return False
        offer, question = found
        if question.kind is AskKind.CHOICE:
            self._do(offer, question, body)
        else:
            self._choose(offer, question, body, where)
        return True

    def _choose(self, offer: Offer, question: Ask, body: str, where: QPointF) -> None:
        side = aimed(self._stage.lens().view).get(body)
        self._begin(offer, question)
        taken = body in self._chosen
        others = tuple(other for other in self._chosen if other != body)
        self._chosen = others if taken else (*others, body)
        most = question.most
        if most is not None and len(self._chosen) > most:  # the one that was chosen first gives way
            self._chosen = self._chosen[-most:]
        self._stage.show_chosen(self._chosen)
        if side is not None and side.figures.get("ally") is True:
            if taken and question.most == 1:
                self._do(offer, question, (body,))
            elif not taken:
                self._stage.refuse(tell("ally", name=isolated(clean(say(side.label)))), (), where)
        elif most is not None and len(self._chosen) == most and not taken:
            self._do(offer, question, self._chosen)
        elif len(self._chosen) < max(1, question.least):
            words = tell("chosen_few", count=len(self._chosen), least=max(1, question.least))
            self._stage.refuse(words, (), where)
        else:
            self._stage.refuse(tell("chosen", count=len(self._chosen), most=most or len(question.choices)), (), where)

    def confirm(self, where: QPointF) -> bool:
        """Do it with those that are chosen; say whether anybody is."""
        lens = self._stage.lens()
        found = self._asked(lens, self._chosen[0]) if self._chosen else None
        if found is None or self._about != found[0].name:
            return False
        offer, question = found
        if len(self._chosen) < max(1, question.least):
            words = tell("chosen_few", count=len(self._chosen), least=max(1, question.least))
            self._stage.refuse(words, (), where)
        else:
            self._do(offer, question, self._chosen)
        return True

    def _begin(self, offer: Offer, question: Ask) -> None:
        if self._about != offer.name:
            given = getattr(offer.command, question.field, ())
            self._about, self._chosen = offer.name, tuple(given)

    def _do(self, offer: Offer, question: Ask, answer: Json) -> None:
        rest = needed(tuple(a for a in offer.asks if a is not question))
        answers: dict[str, Json] = {question.field: answer}
        self.forget()
        self._stage.show_chosen(())
        if rest:
            self._stage.ask(offer, answers)
        else:
            self._stage.submit(filled(offer, answers))

    def _asked(self, lens: Lens, body: str) -> tuple[Offer, Ask] | None:
        """Return the natural next step for which a body may be chosen, with its question."""
        for offer in offers_at(lens):
            if offer.main and offer.denial is None:
                for question in offer.asks:
                    if question.kind in _CHOOSING and body in question.choices:
                        return offer, question
        return None


def offers_at(lens: Lens) -> Iterator[Offer]:
    """Go through the offers that a click may take up, first of those who are waited for."""
    for seat in seats_to_answer(lens.view):
        yield from lens.offers(seat)


def about_body(lens: Lens, body: str, actor: str) -> list[Offer]:
    """Return what can be done with a body or its owner, as far as that is known filled in."""
    found: dict[str, Offer] = {}
    for offer in offers_at(lens):
        if offer.handled:
            continue
        named = _naming(offer, body, actor)
        if named is not None:
            found.setdefault(f"{offer.command.seat} {offer.name}", named)
    ordered = sorted(found.values(), key=lambda offer: (offer.denial is not None, not offer.main))
    told = next((s for s in stations_of(lens.view) if s.actor == actor), None)
    tracks = [b.track for b in told.bodies if b.id == body] if told is not None else []
    tracks += [bar.track for bar in told.bars if bar.track] if told is not None else []
    return [*ordered, *(offer for track in tracks for offer in lens.by_hand().number(actor, track))]


def _naming(offer: Offer, body: str, actor: str) -> Offer | None:
    for question in offer.asks:
        if question.kind in _CHOOSING and question.part == "":
            answer = next((one for one in (body, actor) if one in question.choices), "")
            if answer and question.kind is AskKind.CHOICE:
                asks = tuple(a for a in offer.asks if a is not question)
                return replace(offer, command=filled(offer, {question.field: answer}), asks=asks)
            if answer and offer.main:
                return offer
    return offer if getattr(offer.command, "actor", "") == actor else None
