"""A new character: the offer to add it with its questions, and its name and id."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from engine.core.commands import Command
from engine.messages.message import Message
from engine.model.frozen import Json, replace
from engine.model.seats import Role
from engine.presentation.offers import Offer, Question, QuestionKind
from engine.presentation.visibility import VisibleTable
from engine.sheets.editing.new_character_moves import JoinActor
from vtt.shared.campaign_panel import acting_seat


def offer_to_join(
    view: VisibleTable, label: Message, *, name: str = "", sheet: Mapping[str, Json] | None = None
) -> Offer:
    """Return the offer to add a character; its command already names the most likely player.

    Args:
        view: all that the viewer may know.
        label: the heading above the questions.
        name: the proposed name; a number is added if a character already has it.
        sheet: the fields that the record has from the start.
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
        questions=(
            Question(field="name", kind=QuestionKind.TEXT, label=_message("ask_name")),
            Question(
                field="leader",
                kind=QuestionKind.CHOICE,
                label=_message("ask_leader"),
                choices=tuple(view.seats) if is_gm else (seat,),
            ),
            Question(field="secret", kind=QuestionKind.FLAG, label=_message("secret"), optional=True),
        ),
    )


def free_name(view: VisibleTable, name: str) -> str:
    """Return a name that no character known to the viewer has: `Wolves`, else `Wolves 2`."""
    taken = {actor.name for actor in view.actors.values()}
    return next(tried for tried in (name, *(f"{name} {n}" for n in range(2, len(taken) + 3))) if tried not in taken)


def with_id(taken: frozenset[str], command: Command) -> Command:
    """Return the command with an id made from the new character's name."""
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
