"""Making characters with numbers: the sources of their points (IM-CHAR, `character_creation`)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Command, Request, need_gm
from engine.core.draft import Draft, find_procedure
from engine.core.memo import projection
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.cards import is_joker
from engine.model.table import Table
from engine.presentation.activity_view import ActivityView
from engine.presentation.command_offers import Asks
from engine.rulesets.imaginality.character_state import (
    ATTRIBUTES,
    DRAWING,
    SPENDING,
    add_log_line,
    creation_step,
    end_procedure,
    lowest_level,
    need_controller,
    points_of,
    write_fields,
)
from engine.rulesets.imaginality.comparison_rules import card_value
from engine.rulesets.imaginality.deck.deck_commands import DECK, DISCARD, discard_cards, take_cards
from engine.rulesets.imaginality.procedures import PointDraw
from engine.rulesets.imaginality.settings import flag, has_attributes, numbers, word
from engine.sheets.editing.record_moves import EditSheet, WriteRecord

POINTS_ZONE = "character_points"
METHODS = ("fixed_8", "draw")


class BeginCharacter(Request):
    """Give a character numbers: all attributes at their lowest, and starting points by the group's method."""

    RULES = ("IM-CHAR-1", "IM-CHAR-3", "IM-CHAR-7")
    actor: Annotated[ActorId, Asks()]
    method: Annotated[
        str,
        Meta(description="`fixed_8` or `draw`; empty is what the group has prescribed"),
        Asks(choices=METHODS, optional=False),
    ] = ""
    override: Annotated[bool, Meta(description="the GM's word for this character, whatever the options say")] = False

    def verify(self, table: Table) -> None:
        """The group makes characters with points by this method, and this one has none yet (IM-CHAR-1, IM-CHAR-3)."""
        need_controller(table, self, self.actor, "IM-CHAR-1")
        actor = table.actors[self.actor]
        if self.override:
            need_gm(table, self, "IM-CHAR-1")
        elif not flag(table, "character_creation"):
            raise Refused("no_character_points", "IM-CHAR-1")
        if actor.sheet.get("playing_yourself"):
            raise Refused("plays_self", "IM-CHAR-2", actor=actor.name)
        if has_attributes(actor):
            raise Refused("has_numbers", "IM-CHAR-1", actor=actor.name)
        prescribed = word(table, "cp_method")
        if (self.method or prescribed) not in METHODS:
            raise Refused("choose_method", "IM-CHAR-3")
        if prescribed in METHODS and self.method not in {"", prescribed} and not self.override:
            raise Refused("method_prescribed", "IM-CHAR-3", method=prescribed)

    def decide(self, draft: Draft) -> None:
        """Set every attribute to its lowest level, and give the fixed points or request a card for them."""
        method = self.method or word(draft.table, "cp_method")
        drawing = method == "draw"
        points = 0 if drawing else numbers().points.start
        level, rules = lowest_level(), ("IM-CHAR-3", "IM-CHAR-7")
        levels = dict.fromkeys(ATTRIBUTES, level)
        write_fields(draft, self.actor, **levels, points=points, creation=DRAWING if drawing else SPENDING)
        if self.override:
            add_log_line(draft, self.actor, "creation_ruled", "IM-GEN-1")
        if drawing:
            add_log_line(draft, self.actor, "character_begun_drawing", *rules, level=level)
        else:
            add_log_line(draft, self.actor, "character_begun", *rules, level=level, points=points)


class DrawPoints(Request):
    """Draw the card whose value is the starting points; a Joker is discarded for exactly one other card."""

    RULES = ("IM-CHAR-4", "IM-CHAR-5", "IM-CHAR-6", "IM-DRAW-3")
    actor: ActorId

    def verify(self, table: Table) -> None:
        """A card is still due to this character, no other draw is open on the table, and there is a card to draw."""
        need_controller(table, self, self.actor, "IM-CHAR-4")
        actor = table.actors[self.actor]
        if creation_step(actor) != DRAWING:
            raise Refused("no_draw_due", "IM-CHAR-4", actor=actor.name)
        waiting = open_draw(table)
        if waiting is not None:
            if not table.may_read(table.actors[waiting.actor], self.seat):
                raise Refused("points_lie_unnamed", "IM-CHAR-6")
            raise Refused("points_lie", "IM-CHAR-6", actor=actor_name(table, waiting.actor))
        _need_cards(table)

    def decide(self, draft: Draft) -> None:
        """Draw; a low card waits until the player has chosen (IM-CHAR-6), any other counts at once (IM-CHAR-4)."""
        card = _draw_card(draft, self.actor)
        if card is None:
            return
        value = card_value(card)
        low = value < numbers().points.low_card_below
        if low and flag(draft.table, "cp_low_redraw"):
            draft.push_procedure(PointDraw(actor=self.actor, first=value))
            add_log_line(draft, self.actor, "points_low", "IM-CHAR-6", card=card, points=value)
        else:
            _set_points(draft, self.actor, value)


def _need_open_draw(table: Table, command: RedrawPoints | KeepPoints) -> PointDraw:
    need_controller(table, command, command.actor, "IM-CHAR-6")
    waiting = open_draw(table)
    if waiting is None or waiting.actor != command.actor:
        raise Refused("no_redraw", "IM-CHAR-6", below=numbers().points.low_card_below)
    return waiting


class RedrawPoints(Request):
    """After a low card, draw once more and use the higher one."""

    RULES = ("IM-CHAR-6",)
    NEEDS = (_need_open_draw, lambda table, command: _need_cards(table))
    actor: ActorId

    def decide(self, draft: Draft) -> None:
        """Draw once more, even if the low card is the last; the higher one counts, both are discarded (IM-CHAR-6)."""
        waiting = _need_open_draw(draft.table, self)
        card = _draw_card(draft, self.actor)
        end_procedure(draft, waiting)
        second = 0 if card is None else card_value(card)
        _set_points(draft, self.actor, max(waiting.first, second))


class KeepPoints(Request):
    """Keep the points of a low card."""

    RULES = ("IM-CHAR-6",)
    NEEDS = (_need_open_draw,)
    actor: ActorId

    def decide(self, draft: Draft) -> None:
        """Use the first card."""
        waiting = _need_open_draw(draft.table, self)
        end_procedure(draft, waiting)
        _set_points(draft, self.actor, waiting.first)


class FinishCharacter(Request):
    """The character is made; points that are left stay on the sheet for later."""

    RULES = ("IM-CHAR-12",)
    actor: ActorId

    def verify(self, table: Table) -> None:
        """The character is being made, and no card is due to it."""
        need_controller(table, self, self.actor, "IM-CHAR-12")
        actor = table.actors[self.actor]
        if creation_step(actor) == DRAWING:
            raise Refused("draw_points_first", "IM-CHAR-4", actor=actor.name)
        if not creation_step(actor):
            raise Refused("not_being_made", "IM-CHAR-12", actor=actor.name)

    def decide(self, draft: Draft) -> None:
        """Finish."""
        finish_making(draft, self.actor)


class PlayYourself(Request):
    """A player plays himself or herself: the character knows and can do what the player can, without numbers."""

    RULES = ("IM-CHAR-2",)
    actor: Annotated[ActorId, Asks()]
    play: Annotated[bool, Meta(description="false ends it")] = True

    def verify(self, table: Table) -> None:
        """The group plays so (or the GM allows it for one); a character with numbers is made already (IM-CHAR-2)."""
        need_controller(table, self, self.actor, "IM-CHAR-2")
        actor = table.actors[self.actor]
        if not flag(table, "playing_yourself") and not table.is_gm(self.seat):
            raise Refused("nobody_plays_self", "IM-CHAR-2")
        if has_attributes(actor):
            raise Refused("has_numbers", "IM-CHAR-2", actor=actor.name)
        if bool(actor.sheet.get("playing_yourself")) == self.play:
            raise Refused("so_already", "IM-CHAR-2")

    def decide(self, draft: Draft) -> None:
        """Mark it; the abilities of such a character are never looked up, for they are the player's own."""
        if self.play:
            write_fields(draft, self.actor, playing_yourself=True, skill_mode="freeform")
        else:
            write_fields(draft, self.actor, playing_yourself=None, skill_mode=None)
        add_log_line(draft, self.actor, "plays_self" if self.play else "plays_self_no_more", "IM-CHAR-2")


@projection
def open_draw(table: Table) -> PointDraw | None:
    """Return the draw for points that waits for its player's choice."""
    return find_procedure(table, PointDraw)


def _need_cards(table: Table) -> None:
    if not table.zones[DECK].cards and not table.zones[DISCARD].cards:
        raise Refused("no_card_for_points", "IM-DECK-7", "IM-DECK-8")


def _draw_card(draft: Draft, actor: str) -> str | None:
    """Draw a card for points; a Joker is discarded for one other, again and again (IM-CHAR-5).

    Returns None if nothing but Jokers is left in deck and discard pile: the draw then stays due.
    """
    left = len(draft.table.zones[DECK].cards) + len(draft.table.zones[DISCARD].cards)
    for _ in range(2 * left):  # deck and discards, and again after a reshuffle: a card with a value will appear
        drawn = take_cards(draft, 1, POINTS_ZONE)
        if not drawn:
            break
        add_log_line(draft, actor, "points_card", "IM-CHAR-4", "IM-DRAW-3", card=drawn[0])
        if not is_joker(drawn[0]):
            return drawn[0]
        discard_cards(draft, drawn, POINTS_ZONE)
        add_log_line(draft, actor, "points_joker", "IM-CHAR-5")
    draft.note("no_points_card", "IM-DECK-7")
    return None


def _set_points(draft: Draft, actor: str, points: int) -> None:
    """Clear the drawn cards away and write the points down."""
    discard_cards(draft, draft.table.zones[POINTS_ZONE].cards, POINTS_ZONE)
    write_fields(draft, actor, points=points, creation=SPENDING)
    add_log_line(draft, actor, "points_drawn", "IM-CHAR-4", points=points)


def finish_making(draft: Draft, actor: str) -> None:
    """End the creation of a character; unspent points stay on the sheet (IM-CHAR-12)."""
    write_fields(draft, actor, creation=None)
    add_log_line(draft, actor, "character_finished", "IM-CHAR-12", points=points_of(draft.table.actors[actor]))


def after(draft: Draft, command: Command) -> None:
    """Clear a draw for points after its character has left; keep the fields of "play yourself" together."""
    match command:
        case EditSheet(actor=actor, fields=fields) | WriteRecord(actor=actor, fields=fields):
            if "playing_yourself" in fields and "skill_mode" not in fields:
                write_fields(draft, actor, skill_mode="freeform" if fields["playing_yourself"] else None)
        case _:
            pass
    waiting = open_draw(draft.table)
    if waiting is not None and waiting.actor not in draft.table.actors:
        end_procedure(draft, waiting)
        discard_cards(draft, draft.table.zones[POINTS_ZONE].cards, POINTS_ZONE)


def point_draw_view(table: Table, viewer: str, procedure: PointDraw) -> ActivityView | None:
    """Return a draw for points as a viewer sees it; its card is open for everyone.

    None for a character that the viewer does not know of.
    """
    if not table.may_read(table.actors[procedure.actor], viewer):
        return None
    who = {"actor": actor_name(table, procedure.actor)}
    return ActivityView(
        title=Message(key="glimpse.point_draw", params=who),
        waiting_for=(controller_of(table, procedure.actor),),
        figures={"actor": procedure.actor, "first": procedure.first},
    )
