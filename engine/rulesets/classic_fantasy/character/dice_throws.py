"""Dice of several kinds thrown on the table, named for the character that throws them, or behind the GM's hand."""

from __future__ import annotations

from contextlib import AbstractContextManager

from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.model.frozen import Json
from engine.rulesets.classic_fantasy.character.character_audience import audience_for, is_veiled
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed, small_die

SMALL = (2, 3)
"""Dice that are thrown as a d6 (CF-X-11)."""
_D6 = 6


def throw(draft: Draft, dice: str, *, secret: bool = False) -> int:
    """Throw dice such as `1d8+1d6` or `-1d4`, in secret if the GM does, and return their total.

    `0` and an empty text throw none.
    """
    if not dice:
        return 0
    mixed_dice = mixed(dice)
    faces = list[int]()
    for dice_term in mixed_dice.dice:
        small = dice_term.sides in SMALL
        faces_thrown = _faces(draft, _D6 if small else dice_term.sides, abs(dice_term.count), secret)
        faces += [small_die(dice_term.sides, face) if small else face for face in faces_thrown]
    return mixed_dice.total(faces)


def d100(draft: Draft, *, secret: bool = False) -> int:
    """Throw a d100; 00 is 100 (CF-X-1)."""
    return _faces(draft, 100, 1, secret)[0]


def _faces(draft: Draft, sides: int, count: int, secret: bool) -> tuple[int, ...]:
    if not secret:
        return draft.roll(sides, count)
    with draft.rolling_for(draft.about, hidden=True):
        return draft.roll(sides, count)


def labelled_dice(
    draft: Draft, actor: str, word: str, *, sums: bool = False, hidden: bool = False, **params: Json
) -> AbstractContextManager[None]:
    """Name the character and the purpose of the dice thrown in this context; hide dice that not every seat may see.

    Args:
        draft: the draft that the dice are written to.
        actor: the character that throws them.
        word: the sentence `activity_view.<word>`.
        sums: values of the record are added to the dice. Then those of a secret character stay hidden too, as the
            difference to the total would show the record.
        hidden: nobody sees the dice in any case.
        params: the parameters of the sentence besides `actor`.
    """
    if not draft.reports or audience_for(draft.table, actor) is not None:
        return draft.rolling_for(None, hidden=True)
    named = {"actor": actor_name(draft.table, actor), **params}
    dice_params = named if actor else {**params, "actor": params["name"], "name": ""}
    hidden = hidden or (sums and actor in draft.table.actors and is_veiled(draft.table, actor))
    return draft.rolling_for(Message(key=f"glimpse.{word}", params=dice_params), hidden=hidden)
