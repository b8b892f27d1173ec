"""What a script answers: one JSON document, the same on every machine, with no more in it than its viewer may know."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

import msgspec

from engine.play.offers import Offer
from engine.play.redact import redact
from engine.play.script import Played
from engine.play.words import Message, say
from engine.table.frozen import Json


def answer(played: Played, viewer: str | None = None) -> dict[str, Json]:
    """Return the document of a script that was played.

    With no viewer, the view is the GM's (or the first seat's at a table without one) and the facts are given whole, for
    tests and bug reports. With one, nothing in the document says more than this viewer may know.
    """
    timeline, secret = played.timeline, played.game.secret_lists
    eyes = viewer or timeline.table.gm() or next(iter(timeline.table.seats))
    events: list[Json] = []
    for number, entry in enumerate(timeline.entries):
        facts = entry.events if viewer is None else redact(timeline.table_at(number), entry.events, viewer, secret)
        events.extend(spelled_out(fact) for fact in facts)
    return {
        **_verdict(played),
        "view": spelled_out(played.game.view_for(timeline.table, eyes)),
        "log": [{"text": say(line.message), "rules": list(line.rules)} for line in timeline.log(eyes)],
        "events": events,
        "results": [spelled_out(figures) for figures in played.results],
    }


def offers_answer(played: Played, seat: str, viewer: str | None = None) -> dict[str, Json]:
    """Return the document of what a seat could do after a script, with no more in it than a viewer may know.

    With no viewer, the seat itself looks.
    """
    table, game = played.timeline.table, played.game
    offers = tuple(game.worked_out(table, offer, viewer) for offer in game.offers(table, seat, viewer))
    return {**_verdict(played), "seat": seat, "offers": [_offer(offer) for offer in offers]}


def written(document: Mapping[str, Json]) -> bytes:
    """Return a document as the bytes that are printed."""
    return msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"


def spelled_out(value: Any) -> Json:
    """Return a value as plain JSON with all its fields, defaults too, and each message also in words."""
    if isinstance(value, Message):
        return {"text": say(value), "key": value.key, "params": spelled_out(value.params)}
    if isinstance(value, msgspec.Struct):
        config = value.__struct_config__
        found: dict[str, Json] = {str(config.tag_field): config.tag} if config.tag_field is not None else {}
        return {**found, **{name: spelled_out(getattr(value, name)) for name in value.__struct_fields__}}
    if isinstance(value, Mapping):
        return {str(key): spelled_out(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [spelled_out(part) for part in value]
    return value.value if isinstance(value, Enum) else value  # type: ignore[no-any-return]


def _verdict(played: Played) -> dict[str, Json]:
    if played.stopped is None:
        return {"ok": True}
    at, refused = played.stopped
    return {"ok": False, "at": at, "error": _reason(refused.message, refused.rules)}


def _offer(offer: Offer) -> dict[str, Json]:
    return {
        "name": offer.name,
        "label": say(offer.label),
        "command": spelled_out(offer.command),
        "asks": spelled_out(offer.asks),
        "drag": spelled_out(offer.drag),
        "main": offer.main,
        "denial": _reason(offer.denial.message, offer.denial.rules) if offer.denial else None,
    }


def _reason(message: Message, rules: tuple[str, ...]) -> dict[str, Json]:
    return {"key": message.key, "text": say(message), "rules": list(rules)}
