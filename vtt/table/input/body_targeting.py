"""Clicks on a body at a station: it is chosen as a target for an open question, or its owner's record is shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from PySide6.QtCore import QPointF

from engine.core.commands import Command
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.presentation.offers import Offer, Question, QuestionKind
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.offers.card_questions import filled_command, remaining_questions
from vtt.shared.screen_names import bidi_isolated, clean_name, table_text
from vtt.shared.table_queries import seats_to_answer, sides_by_body, stations_of

_CHOOSING = (QuestionKind.CHOICE, QuestionKind.CHOICES)


class BodyTargetingHost(Protocol):
    """The interface of the table that `BodyTargeting` needs."""

    def viewer_campaign(self) -> ViewerCampaign:
        """The campaign as the current viewer sees it."""
        ...

    def submit(self, command: Command) -> bool:
        """Submit a command."""
        ...

    def refuse(self, text: str, rules: tuple[str, ...], where: QPointF) -> None:
        """Show why something is refused."""
        ...

    def ask(self, offer: Offer, answers: dict[str, Json]) -> None:
        """Ask an offer's remaining questions."""
        ...

    def show_chosen(self, bodies: tuple[str, ...]) -> None:
        """Show which bodies are chosen."""
        ...

    def open_actor(self, actor: str) -> None:
        """Show a character."""
        ...


class BodyTargeting:
    """The bodies that are chosen by click, until there are as many as the question asks for.

    Args:
        host: the widget.
    """

    def __init__(self, host: BodyTargetingHost) -> None:
        self._host = host
        self._about: object = None
        self._chosen: tuple[str, ...] = ()

    def forget(self) -> None:
        """Forget the choice, because the table has changed."""
        self._about, self._chosen = None, ()

    def enter(self, body: str, actor: str, where: QPointF) -> bool:
        """Use a body as an answer to an open question; else show why it is refused, or show its owner.

        Return whether an open question takes this body.
        """
        if self.answer(body, where):
            return True
        side = sides_by_body(self._host.viewer_campaign().view).get(body)
        if side is not None and side.verdict is not None:
            self._host.refuse(say(side.verdict), (), where)
        else:
            self._host.open_actor(actor)
        return False

    def answer(self, body: str, where: QPointF) -> bool:
        """Choose a body for an open question, or undo that; the last required choice submits the answer.

        Return whether an open question takes this body.
        """
        asked = self._asked(self._host.viewer_campaign(), body)
        if asked is None:
            return False
        offer, question = asked
        if question.kind is QuestionKind.CHOICE:
            self._do(offer, question, body, where)
        else:
            self._choose(offer, question, body, where)
        return True

    def _choose(self, offer: Offer, question: Question, body: str, where: QPointF) -> None:
        side = sides_by_body(self._host.viewer_campaign().view).get(body)
        self._begin(offer)
        was_chosen = body in self._chosen
        others = tuple(other for other in self._chosen if other != body)
        self._chosen = others if was_chosen else (*others, body)
        most = question.most
        if most is not None and len(self._chosen) > most:  # the first choice is dropped
            self._chosen = self._chosen[-most:]
        self._host.show_chosen(self._chosen)
        if side is not None and side.figures.get("ally") is True:
            if was_chosen and question.most == 1:
                self._do(offer, question, (body,), where)
            elif not was_chosen:
                self._host.refuse(table_text("ally", name=bidi_isolated(clean_name(say(side.label)))), (), where)
        elif not was_chosen and (len(self._chosen) == most or self._are_all_foes(question)):
            self._do(offer, question, self._chosen, where)
        elif len(self._chosen) < max(1, question.least):
            words = table_text("chosen_few", count=len(self._chosen), least=max(1, question.least))
            self._host.refuse(words, (), where)
        else:
            self._host.refuse(
                table_text("chosen", count=len(self._chosen), most=most or len(question.choices)), (), where
            )

    def _are_all_foes(self, question: Question) -> bool:
        """Return whether enough bodies are chosen, and only allies are left."""
        sides = sides_by_body(self._host.viewer_campaign().view)
        foes = {body for body in question.choices if body in sides and not sides[body].figures.get("ally")}
        return set(self._chosen) == foes and len(self._chosen) >= question.least

    def is_chosen(self, body: str) -> bool:
        """Return whether a body is chosen."""
        return body in self._chosen

    def confirm(self, where: QPointF) -> bool:
        """Submit the chosen bodies. Return whether any are chosen."""
        viewer_campaign = self._host.viewer_campaign()
        asked = self._asked(viewer_campaign, self._chosen[0]) if self._chosen else None
        if asked is None or self._about != asked[0].name:
            return False
        offer, question = asked
        if len(self._chosen) < max(1, question.least):
            words = table_text("chosen_few", count=len(self._chosen), least=max(1, question.least))
            self._host.refuse(words, (), where)
        else:
            self._do(offer, question, self._chosen, where)
        return True

    def _begin(self, offer: Offer) -> None:
        """Begin with nobody: only what a person has clicked, and sees as chosen, counts."""
        if self._about != offer.name:
            self._about, self._chosen = offer.name, ()

    def _do(self, offer: Offer, question: Question, answer: Json, where: QPointF) -> None:
        """Submit an answer, or ask what is still missing. Several that are refused stay chosen, to be changed."""
        rest = remaining_questions(tuple(a for a in offer.questions if a is not question))
        answers: dict[str, Json] = {question.field: answer}
        if question.kind is QuestionKind.CHOICES and not rest:
            refused = self._host.viewer_campaign().refusal(filled_command(offer, answers), tried=True)
            if refused is not None:
                self._host.refuse(refused.text, refused.rules, where)
                return
        self.forget()
        self._host.show_chosen(())
        if rest:
            self._host.ask(offer, answers)
        else:
            self._host.submit(filled_command(offer, answers))

    def _asked(self, viewer_campaign: ViewerCampaign, body: str) -> tuple[Offer, Question] | None:
        """Return the primary offer that takes a body as an answer, with its question."""
        for offer in targeting_offers(viewer_campaign):
            if offer.primary and offer.denial is None:
                for question in offer.questions:
                    if question.kind in _CHOOSING and body in question.choices:
                        return offer, question
        return None


def targeting_offers(viewer_campaign: ViewerCampaign) -> Iterator[Offer]:
    """Yield the offers that a click may take; seats that the table waits for come first."""
    for seat in seats_to_answer(viewer_campaign.view):
        yield from viewer_campaign.offers(seat)


def body_menu_offers(viewer_campaign: ViewerCampaign, body: str, actor: str) -> list[Offer]:
    """Return the offers for a body or its owner, with the answers that are known filled in."""
    by_name: dict[str, Offer] = {}
    for offer in targeting_offers(viewer_campaign):
        if offer.direct:
            continue
        named = _naming(offer, body, actor)
        if named is not None:
            by_name.setdefault(f"{offer.command.seat} {offer.name}", named)
    ordered = sorted(by_name.values(), key=lambda offer: (offer.denial is not None, not offer.primary))
    station = next((s for s in stations_of(viewer_campaign.view) if s.actor == actor), None)
    tracks = [b.track for b in station.bodies if b.id == body] if station is not None else []
    tracks += [bar.track for bar in station.bars if bar.track] if station is not None else []
    return [
        *ordered,
        *(offer for track in tracks for offer in viewer_campaign.manual_moves().track_offers(actor, track)),
    ]


def _naming(offer: Offer, body: str, actor: str) -> Offer | None:
    for question in offer.questions:
        if question.kind in _CHOOSING and question.part == "":
            answer = next((name for name in (body, actor) if name in question.choices), "")
            if answer and question.kind is QuestionKind.CHOICE:
                asks = tuple(a for a in offer.questions if a is not question)
                return replace(offer, command=filled_command(offer, {question.field: answer}), questions=asks)
            if answer and offer.primary:
                return offer
    return offer if getattr(offer.command, "actor", "") == actor else None
