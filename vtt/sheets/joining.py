"""A new character: what is asked before one comes into the story, and what it is called among the others."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from engine.play.commands import Command
from engine.play.moves import JoinActor
from engine.play.offers import Ask, AskKind, Offer
from engine.play.sight import View
from engine.play.words import Message
from engine.table.frozen import Json, replace
from engine.table.seats import Role
from vtt.panels.panel import acting_seat


def offer_to_join(view: View, label: Message, *, name: str = "", sheet: Mapping[str, Json] | None = None) -> Offer:
    """Return the offer by which a character comes into the story; its command names who most likely leads it.

    Args:
        view: all that the viewer may know.
        label: what stands above the questions.
        name: what the character may be called; a number is added if somebody is called so.
        sheet: what stands on its record already.
    """
    seat = acting_seat(view)
    is_gm = view.seats[seat].role is Role.GM if seat in view.seats else False
    led = {actor.seat for actor in view.actors.values()}
    without = (s for s, person in view.seats.items() if person.role is not Role.GM and s not in led)
    return Offer(
        name="join_actor",
        command=JoinActor(
            seat=seat,
            id="new",
            name=free_name(view, name),
            leader=next(without, seat) if is_gm else seat,
            sheet=sheet or {},
        ),
        label=label,
        asks=(
            Ask(field="name", kind=AskKind.TEXT, label=_message("ask_name")),
            Ask(
                field="leader",
                kind=AskKind.CHOICE,
                label=_message("ask_leader"),
                choices=tuple(view.seats) if is_gm else (seat,),
            ),
            Ask(field="secret", kind=AskKind.FLAG, label=_message("secret"), optional=True),
        ),
    )


def free_name(view: View, name: str) -> str:
    """Return a name that nobody has whom the viewer knows: `Wolves`, else `Wolves 2`."""
    taken = {actor.name for actor in view.actors.values()}
    return next(tried for tried in (name, *(f"{name} {n}" for n in range(2, len(taken) + 3))) if tried not in taken)


def with_id(taken: frozenset[str], command: Command) -> Command:
    """Give a new character an id made of its name."""
    joining: Any = command
    plain = unicodedata.normalize("NFKD", joining.name[:80]).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40] or "character"
    found, number = stem, 1
    while found in taken or found in {"shared", "print"}:
        number += 1
        found = f"{stem}-{number}"
    return replace(joining, id=found)  # type: ignore[no-any-return]


def _message(key: str) -> Message:
    return Message(key=f"panels.characters.{key}")
