"""Answers to scripts: one JSON document, the same on every machine, with only what its viewer may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from fractions import Fraction
from typing import Any

import msgspec

from engine.core.redaction import redact
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.odds.odds import Odds, gain_in_words, percent
from engine.presentation.offers import Offer, Question
from engine.presentation.scripts.script import PlayedScript

_LONG_FRACTION = 10**12
_PROMISED_NAMES: Mapping[type, Mapping[str, str]] = {Question: {"rare": "seldom"}}
"""Fields that have another name in answers than in the code, because scripts of users read that name."""


def play_answer(played: PlayedScript, viewer: str | None = None) -> dict[str, Json]:
    """Return the answer to a played script.

    Without a viewer, the view is the GM's (or the first seat's at a table without one) and the events are complete, for
    tests and bug reports. With one, the document contains nothing that this viewer may not know.
    """
    history, game = played.history, played.game
    eyes = viewer or history.table.gm() or next(iter(history.table.seats))
    events: list[Json] = []
    for number, entry in enumerate(history.entries):
        facts = entry.events
        if viewer is not None:
            facts = redact(history.table_at(number), facts, viewer, game.secret_lists, game.linked_conditions)
        events.extend(with_all_fields(fact) for fact in facts)
    return {
        **_verdict(played),
        "view": with_all_fields(played.game.view_for(history.table, eyes)),
        "log": [{"text": say(line.message), "rules": list(line.rules)} for line in history.log(eyes)],
        "events": events,
        "results": [with_all_fields(figures) for figures in played.results],
    }


def offers_answer(played: PlayedScript, seat: str, viewer: str | None = None) -> dict[str, Json]:
    """Return the offers of a seat after a script, with only what a viewer may know.

    Without a viewer, the seat itself is the viewer.
    """
    table, game = played.history.table, played.game
    offers = tuple(game.complete_offer(table, offer, viewer) for offer in game.offers(table, seat, viewer))
    return {**_verdict(played), "seat": seat, "offers": [_offer(offer) for offer in offers]}


def odds_answer(played: PlayedScript, seat: str, viewer: str | None = None) -> dict[str, Json]:
    """Return the odds of the offers of a seat after a script, with only what a viewer may know.

    Offers without odds are left out. Without a viewer, the seat itself is the viewer.
    """
    table, game = played.history.table, played.game
    found: list[Json] = []
    for offer in game.offers(table, seat, viewer):
        offer = game.complete_offer(table, offer, viewer)
        odds = game.odds(table, offer, viewer)
        choices: dict[str, Json] = {}
        for asked in offer.questions:
            chosen = game.odds_of_choices(table, offer, asked.field, viewer)
            if chosen:
                choices[asked.field] = {choice: _odds(of_choice) for choice, of_choice in chosen.items()}
        if odds is not None or choices:
            known = _odds(Odds() if odds is None else odds)
            found.append({"name": offer.name, "label": say(offer.label), **known, "choices": choices})
    return {**_verdict(played), "seat": seat, "odds": found}


def odds_lines(answer: Mapping[str, Any]) -> Iterator[str]:
    """Yield an answer about odds as lines for people."""
    for odds in answer["odds"]:
        yield from _lines_of_odds(odds["label"], odds, "")


def _lines_of_odds(label: str, odds: Mapping[str, Any], indent: str) -> Iterator[str]:
    yield f"{indent}{label}{': ' if odds['shown'] else ''}{odds['shown']}"
    for part in odds["distributions"]:
        outcomes = ", ".join(f"{outcome['label']}: {outcome['shown']}" for outcome in part["outcomes"])
        yield f"{indent}    {part['title']}: {outcomes}"
    yield from (f"{indent}    {line}" for line in (*odds["assumptions"], *odds["explanation"]))
    for field, choices in odds["choices"].items():
        for choice, chosen in choices.items():
            yield f"{indent}    {field} = {choice}: {chosen['shown']}"


def answer_bytes(document: Mapping[str, Json]) -> bytes:
    """Return a document as the bytes that are printed."""
    return msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"


def with_all_fields(value: Any) -> Json:
    """Return a value as plain JSON with all its fields, defaults too, and each message also as text."""
    if isinstance(value, Message):
        return {"text": say(value), "key": value.key, "params": with_all_fields(value.params)}
    if isinstance(value, msgspec.Struct):
        config = value.__struct_config__
        found: dict[str, Json] = {str(config.tag_field): config.tag} if config.tag_field is not None else {}
        names = _PROMISED_NAMES.get(type(value), {})
        fields = value.__struct_fields__
        return {**found, **{names.get(field, field): with_all_fields(getattr(value, field)) for field in fields}}
    if isinstance(value, Mapping):
        return {str(key): with_all_fields(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [with_all_fields(part) for part in value]
    return value.value if isinstance(value, Enum) else value  # type: ignore[no-any-return]


def _verdict(played: PlayedScript) -> dict[str, Json]:
    if played.stopped is None:
        return {"ok": True}
    at, refused = played.stopped
    return {"ok": False, "at": at, "error": _reason(refused.message, refused.rules)}


def _offer(offer: Offer) -> dict[str, Json]:
    return {
        "name": offer.name,
        "label": say(offer.label),
        "command": with_all_fields(offer.command),
        "asks": with_all_fields(offer.questions),
        "drag": with_all_fields(offer.drag),
        "main": offer.primary,
        "denial": _reason(offer.denial.message, offer.denial.rules) if offer.denial else None,
    }


def _odds(odds: Odds) -> dict[str, Json]:
    return {
        "success": say(odds.success),
        "shown": gain_in_words(odds),
        "chance": _chance(odds.chance),
        "before": _chance(odds.before),
        "distributions": [
            {
                "title": say(part.title),
                "outcomes": [
                    {
                        "name": one.outcome.name,
                        "label": say(one.outcome.label),
                        "succeeds": one.outcome.succeeds,
                        "shown": f"{percent(one.chance)} %",
                        "chance": _chance(one.chance),
                    }
                    for one in part.outcomes
                ],
            }
            for part in odds.distributions
        ],
        "assumptions": [say(line) for line in odds.assumptions],
        "explanation": [say(line) for line in odds.explanation],
    }


def _chance(chance: Fraction | None) -> str | None:
    """Return an exact chance as a fraction, or as a decimal number with twelve places if its numbers are longer."""
    if chance is None:
        return None
    return str(chance) if chance.denominator < _LONG_FRACTION else f"{float(chance):.12f}"


def _reason(message: Message, rules: tuple[str, ...]) -> dict[str, Json]:
    return {"key": message.key, "text": say(message), "rules": list(rules)}
