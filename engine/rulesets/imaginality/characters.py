"""Making characters with numbers: where their points come from (IM-CHAR, `character_creation`)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Command, Move, Request, need_gm
from engine.play.draft import Draft, find_procedure
from engine.play.moves import EditSheet, WriteRecord
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.play.sight import Glimpse
from engine.play.words import Message
from engine.rulesets.imaginality import spending
from engine.rulesets.imaginality.contest import card_value
from engine.rulesets.imaginality.data import numbers
from engine.rulesets.imaginality.deck import DECK, DISCARD, discard, take
from engine.rulesets.imaginality.people import leader, need_leader
from engine.rulesets.imaginality.procedures import PointDraw
from engine.rulesets.imaginality.settings import flag, has_attributes, word
from engine.rulesets.imaginality.sheet import (
    ATTRIBUTES,
    DRAWING,
    SPENDING,
    creation_of,
    end_only,
    lowest_level,
    note_of,
    points_of,
    write,
)
from engine.table.cards import is_joker
from engine.table.table import Table

POINTS_ZONE = "character_points"
METHODS = ("fixed_8", "draw")


class BeginCharacter(Request):
    """Give a character numbers: all attributes at their lowest, and starting points by the group's method."""

    RULES = ("IM-CHAR-1", "IM-CHAR-3", "IM-CHAR-7")
    actor: ActorId
    method: Annotated[str, Meta(description="`fixed_8` or `draw`; empty is what the group has prescribed")] = ""
    override: Annotated[bool, Meta(description="the GM's word for this character, whatever the options say")] = False


class DrawPoints(Request):
    """Draw the card whose value is the starting points; a Joker is thrown away for exactly one other card."""

    RULES = ("IM-CHAR-4", "IM-CHAR-5", "IM-CHAR-6", "IM-DRAW-3")
    actor: ActorId


class RedrawPoints(Request):
    """After a low card, draw once more and use the higher one."""

    RULES = ("IM-CHAR-6",)
    actor: ActorId


class KeepPoints(Request):
    """Be content with a low card."""

    RULES = ("IM-CHAR-6",)
    actor: ActorId


class FinishCharacter(Request):
    """The character is made; points that are left stay on the sheet for later."""

    RULES = ("IM-CHAR-12",)
    actor: ActorId


class PlayYourself(Request):
    """A player plays himself or herself: the character knows and can do what the player does, without any numbers."""

    RULES = ("IM-CHAR-2",)
    actor: ActorId
    play: Annotated[bool, Meta(description="false ends it")] = True


def open_draw(table: Table) -> PointDraw | None:
    """Return the draw for points that waits for its player's choice."""
    return find_procedure(table, PointDraw)


def verify_begin(table: Table, command: BeginCharacter) -> None:
    """The group makes characters with points by this method, and this one has none yet (IM-CHAR-1, IM-CHAR-3)."""
    need_leader(table, command, command.actor, "IM-CHAR-1")
    actor = table.actors[command.actor]
    if command.override:
        need_gm(table, command, "IM-CHAR-1")
    elif not flag(table, "character_creation"):
        raise Refused("no_character_points", "IM-CHAR-1")
    if actor.sheet.get("playing_yourself"):
        raise Refused("plays_self", "IM-CHAR-2", actor=actor.name)
    if has_attributes(actor):
        raise Refused("has_numbers", "IM-CHAR-1", actor=actor.name)
    prescribed = word(table, "cp_method")
    if (command.method or prescribed) not in METHODS:
        raise Refused("choose_method", "IM-CHAR-3", methods=list(METHODS))
    if prescribed in METHODS and command.method not in {"", prescribed} and not command.override:
        raise Refused("method_prescribed", "IM-CHAR-3", method=prescribed)


def begin(draft: Draft, command: BeginCharacter) -> None:
    """Set every attribute to its lowest level, and give the fixed points or let a card be drawn for them."""
    method = command.method or word(draft.table, "cp_method")
    drawing = method == "draw"
    points = 0 if drawing else numbers().points.start
    levels = dict.fromkeys(ATTRIBUTES, lowest_level())
    write(draft, command.actor, **levels, points=points, creation=DRAWING if drawing else SPENDING)
    if command.override:
        note_of(draft, command.actor, "creation_ruled", "IM-GEN-1")
    if drawing:
        note_of(draft, command.actor, "character_begun_drawing", "IM-CHAR-3", "IM-CHAR-7", level=lowest_level())
    else:
        note_of(draft, command.actor, "character_begun", "IM-CHAR-3", "IM-CHAR-7", level=lowest_level(), points=points)


def verify_draw(table: Table, command: DrawPoints) -> None:
    """A card is still due to this character, nobody else's waits on the table, and there is a card to draw."""
    need_leader(table, command, command.actor, "IM-CHAR-4")
    actor = table.actors[command.actor]
    if creation_of(actor) != DRAWING:
        raise Refused("no_draw_due", "IM-CHAR-4", actor=actor.name)
    waiting = open_draw(table)
    if waiting is not None:
        raise Refused("points_lie", "IM-CHAR-6", actor=actor_name(table, waiting.actor))
    _need_cards(table)


def _need_cards(table: Table) -> None:
    if not table.zones[DECK].cards and not table.zones[DISCARD].cards:
        raise Refused("no_card_for_points", "IM-DECK-7", "IM-DECK-8")


def draw(draft: Draft, command: DrawPoints) -> None:
    """Draw; a low card may lie there until the player has chosen (IM-CHAR-6), any other counts at once (IM-CHAR-4)."""
    card = _draw_card(draft, command.actor)
    if card is None:
        return
    value = card_value(card)
    low = value < numbers().points.low_card_below
    if low and flag(draft.table, "cp_low_redraw"):
        draft.begin(PointDraw(actor=command.actor, first=value))
        note_of(draft, command.actor, "points_low", "IM-CHAR-6", card=card, points=value)
    else:
        _set_points(draft, command.actor, value)


def _draw_card(draft: Draft, actor: str) -> str | None:
    """Draw a card for points, a Joker being thrown away for one other, again and again (IM-CHAR-5).

    Returns None if nothing but Jokers is left in deck and discard pile: the draw then stays due.
    """
    left = len(draft.table.zones[DECK].cards) + len(draft.table.zones[DISCARD].cards)
    for _ in range(2 * left):  # all of deck and discards, and once more after a reshuffle: a card with a value comes up
        drawn = take(draft, 1, POINTS_ZONE)
        if not drawn:
            break
        note_of(draft, actor, "points_card", "IM-CHAR-4", "IM-DRAW-3", card=drawn[0])
        if not is_joker(drawn[0]):
            return drawn[0]
        discard(draft, drawn, POINTS_ZONE)
        note_of(draft, actor, "points_joker", "IM-CHAR-5")
    draft.note("no_points_card", "IM-DECK-7")
    return None


def _set_points(draft: Draft, actor: str, points: int) -> None:
    """Clear the drawn cards away and write the points down."""
    discard(draft, draft.table.zones[POINTS_ZONE].cards, POINTS_ZONE)
    write(draft, actor, points=points, creation=SPENDING)
    note_of(draft, actor, "points_drawn", "IM-CHAR-4", points=points)


def _need_open_draw(table: Table, command: RedrawPoints | KeepPoints) -> PointDraw:
    need_leader(table, command, command.actor, "IM-CHAR-6")
    waiting = open_draw(table)
    if waiting is None or waiting.actor != command.actor:
        raise Refused("no_redraw", "IM-CHAR-6", below=numbers().points.low_card_below)
    return waiting


def verify_redraw(table: Table, command: RedrawPoints) -> None:
    """The low card of this character lies there, and there is another card."""
    _need_open_draw(table, command)
    _need_cards(table)


def redraw(draft: Draft, command: RedrawPoints) -> None:
    """Draw once more, even a low card is the last; the higher one counts, both are discarded (IM-CHAR-6)."""
    waiting = _need_open_draw(draft.table, command)
    card = _draw_card(draft, command.actor)
    end_only(draft, waiting)
    second = 0 if card is None else card_value(card)
    _set_points(draft, command.actor, max(waiting.first, second))


def verify_keep(table: Table, command: KeepPoints) -> None:
    """The low card of this character lies there."""
    _need_open_draw(table, command)


def keep(draft: Draft, command: KeepPoints) -> None:
    """Let the first card count."""
    waiting = _need_open_draw(draft.table, command)
    end_only(draft, waiting)
    _set_points(draft, command.actor, waiting.first)


def verify_finish(table: Table, command: FinishCharacter) -> None:
    """The character is being made, and no card is due to it."""
    need_leader(table, command, command.actor, "IM-CHAR-12")
    actor = table.actors[command.actor]
    if creation_of(actor) == DRAWING:
        raise Refused("draw_points_first", "IM-CHAR-4", actor=actor.name)
    if not creation_of(actor):
        raise Refused("not_being_made", "IM-CHAR-12", actor=actor.name)


def finish(draft: Draft, command: FinishCharacter) -> None:
    """Finish."""
    finish_making(draft, command.actor)


def finish_making(draft: Draft, actor: str) -> None:
    """End the making of a character; what is unspent stays on the sheet (IM-CHAR-12)."""
    write(draft, actor, creation=None)
    note_of(draft, actor, "character_finished", "IM-CHAR-12", points=points_of(draft.table.actors[actor]))


def verify_self(table: Table, command: PlayYourself) -> None:
    """The group plays so (or the GM says it for one); who has numbers is made already (IM-CHAR-2)."""
    need_leader(table, command, command.actor, "IM-CHAR-2")
    actor = table.actors[command.actor]
    if not flag(table, "playing_yourself") and not table.is_gm(command.seat):
        raise Refused("nobody_plays_self", "IM-CHAR-2")
    if has_attributes(actor):
        raise Refused("has_numbers", "IM-CHAR-2", actor=actor.name)
    if bool(actor.sheet.get("playing_yourself")) == command.play:
        raise Refused("so_already", "IM-CHAR-2")


def play_yourself(draft: Draft, command: PlayYourself) -> None:
    """Mark it; what such a character can do is never looked up, for it is what the player can do."""
    if command.play:
        write(draft, command.actor, playing_yourself=True, skill_mode="freeform")
    else:
        write(draft, command.actor, playing_yourself=None, skill_mode=None)
    note_of(draft, command.actor, "plays_self" if command.play else "plays_self_no_more", "IM-CHAR-2")


def after(draft: Draft, command: Command) -> None:
    """Clear a draw for points away whose character has left; a record that says who plays oneself means all of it."""
    match command:
        case EditSheet(actor=actor, fields=fields) | WriteRecord(actor=actor, fields=fields):
            if "playing_yourself" in fields and "skill_mode" not in fields:
                write(draft, actor, skill_mode="freeform" if fields["playing_yourself"] else None)
        case _:
            pass
    waiting = open_draw(draft.table)
    if waiting is not None and waiting.actor not in draft.table.actors:
        end_only(draft, waiting)
        discard(draft, draft.table.zones[POINTS_ZONE].cards, POINTS_ZONE)


def glimpse_points(table: Table, viewer: str, procedure: PointDraw) -> Glimpse:
    """Return a draw for points as a viewer sees it; its card lies open for everyone."""
    who = {"actor": actor_name(table, procedure.actor)}
    return Glimpse(
        title=Message(key="glimpse.point_draw", params=who),
        waiting_for=(leader(table, procedure.actor),),
        figures={"actor": procedure.actor, "first": procedure.first},
    )


MOVES = (
    Move(BeginCharacter, verify_begin, begin),
    Move(DrawPoints, verify_draw, draw),
    Move(RedrawPoints, verify_redraw, redraw),
    Move(KeepPoints, verify_keep, keep),
    Move(FinishCharacter, verify_finish, finish),
    Move(PlayYourself, verify_self, play_yourself),
    *spending.MOVES,
)
