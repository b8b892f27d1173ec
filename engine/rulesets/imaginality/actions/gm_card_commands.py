"""The GM's control of a side's cards: leave to draw, a look, extra cards, and how to continue without cards."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.draft import Draft
from engine.core.events import CardsTurned
from engine.kit.gm_requests import GmRequest
from engine.messages.display_names import seat_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.imaginality.actions.action_sides import (
    SideName,
    cards_laid,
    drawn_zone,
    need_action,
    need_side,
    open_keys,
    set_side,
    side_label,
    standins_due,
    take_standins,
    undecided_keys,
)
from engine.rulesets.imaginality.actions.card_play_commands import after_laying, draw_due_cards, draw_for
from engine.rulesets.imaginality.deck.deck_commands import DECK, DISCARD
from engine.rulesets.imaginality.procedures import Action, ActionKind, ExtraCards
from engine.rulesets.imaginality.settings import word


class AllowDraw(GmRequest):
    """The GM lets a player draw for a side of this one action, or takes that leave back."""

    RULES = ("IM-GM-5", "IM-DRAW-3")
    side: SideName
    allow: Annotated[bool, Meta(description="false takes the leave back")] = True

    def verify(self, table: Table) -> None:
        """The GM's leave, for a player's side."""
        super().verify(table)
        _, side = need_side(table, self.side)
        if table.is_gm(side.seat) or side.pure:
            raise Refused("needs_no_leave", "IM-GM-5")
        if side.may_draw == self.allow:
            raise Refused("already_so", "IM-GM-5")
        if word(table, "player_may_draw") == "never":
            raise Refused("players_never_draw", "IM-GM-5")

    def decide(self, draft: Draft) -> None:
        """Give or take the leave."""
        _, side = need_side(draft.table, self.side)
        set_side(draft, self.side, replace(side, may_draw=self.allow))
        key = "may_draw" if self.allow else "may_draw_no_more"
        draft.note(key, "IM-GM-5", seat=seat_name(draft.table, side.seat))


class LookAtDraw(GmRequest):
    """The GM looks at cards drawn for a side and keeps them hidden."""

    RULES = ("IM-GM-4",)
    side: SideName

    def verify(self, table: Table) -> None:
        """The GM, for face-down cards of the GM's own side."""
        super().verify(table)
        _, side = need_side(table, self.side)
        if side.seat != self.seat:
            raise Refused("not_your_side", "IM-GM-4")
        zone = table.zones[drawn_zone(self.side)]
        if not zone.cards:
            raise Refused("nothing_drawn", "IM-GM-4")
        if all(zone.may_see(card, self.seat) for card in zone.cards):
            raise Refused("already_so", "IM-GM-4")

    def decide(self, draft: Draft) -> None:
        """Look, and keep it hidden from everybody else."""
        zone = draft.table.zones[drawn_zone(self.side)]
        draft.emit(CardsTurned(zone=zone.id, cards=zone.cards, shown_to=(self.seat,)))
        draft.note("gm_looks", "IM-GM-4", seat=seat_name(draft.table, self.seat))
        draft.note("cards_were", "IM-GM-4", audience=(self.seat,), cards=zone.cards)


class GrantCards(GmRequest):
    """The GM gives a side extra cards, or takes some away again, with a reason."""

    RULES = ("IM-ADV-1", "IM-ADV-2", "IM-ADV-4", "IM-ADV-6", "IM-DMG-1", "IM-DMG-7")
    side: SideName
    count: Annotated[int, Meta(description="how many more; negative takes away")] = 1
    reason: Annotated[str, Meta(description="what for; cards for one reason are counted together")] = "advantage"

    def verify(self, table: Table) -> None:
        """The GM decides on advantages; nobody loses the first card (IM-ADV-4)."""
        super().verify(table)
        act, side = need_side(table, self.side)
        need_extras(act, self.side)
        if self.count == 0:
            raise Refused("extra_bounds", "IM-ADV-4", "IM-ADV-5")
        need_due(self.side, side.due + self.count, cards_laid(table, self.side))
        if not self.reason.strip():
            raise Refused("nothing_to_write", "IM-ADV-1")

    def decide(self, draft: Draft) -> None:
        """Add the cards under their reason; cards of different rules add up (IM-ADV-6). Drawn sides draw at once."""
        _, side = need_side(draft.table, self.side)
        extras = [e for e in side.extras if e.reason != self.reason]
        old = sum(e.count for e in side.extras if e.reason == self.reason)
        if old + self.count:
            extras.append(ExtraCards(reason=self.reason, count=old + self.count))
        new = replace(side, extras=tuple(extras), done=False)
        set_side(draft, self.side, new)
        rules = ("IM-ADV-1", "IM-ADV-6")
        label = side_label(draft.table, self.side, side)
        draft.note("extra_cards", *rules, side=label, count=self.count, reason=self.reason, due=new.due)
        open_now = self.side in open_keys(need_action(draft.table))
        lacking = new.due - cards_laid(draft.table, self.side) - new.missing
        if new.pure and open_now and lacking > 0:
            draw_due_cards(draft, self.side, *rules)
        if not new.pure:
            after_laying(draft, self.side)


class ResolveShortage(GmRequest):
    """The GM says how a side continues when cards could not be drawn because deck and discard pile are empty."""

    RULES = ("IM-DECK-7",)
    side: SideName
    how: Annotated[
        str, Meta(description="`draw` (after a deck was added), `without`, or `value`"), Asks(least=1, most=1)
    ]
    value: Annotated[
        int, Meta(ge=0, le=60, description="the value that the GM names"), Asks("missing_value", optional=False)
    ] = 0

    def verify(self, table: Table) -> None:
        """Something must be missing, and a draw needs cards."""
        super().verify(table)
        _, side = need_side(table, self.side)
        if not side.missing:
            raise Refused("nothing_missing", "IM-DECK-7")
        if self.how not in {"draw", "without", "value"}:
            raise Refused("shortage_word", "IM-DECK-7", how=self.how[:40])
        if self.how == "draw" and not table.zones[DECK].cards and not table.zones[DISCARD].cards:
            raise Refused("nothing_to_take", "IM-DECK-7", "IM-DECK-8")

    def decide(self, draft: Draft) -> None:
        """Draw after all, continue without, or let the GM name a value."""
        _, side = need_side(draft.table, self.side)
        missing = side.missing
        of_jokers = sum(standins_due(draft.table, cards) for cards in side.standins.values())
        if self.how == "draw":
            new = replace(side, missing=0)
        else:
            # Cards that the side goes without are no longer due; a Joker's stand-ins were never the side's own cards.
            own = missing - of_jokers
            extras = (*side.extras, ExtraCards(reason="shortage", count=-own)) if own else side.extras
            named = side.named + (self.value if self.how == "value" else 0)
            blanks = {joker: (*got, *("",) * standins_due(draft.table, got)) for joker, got in side.standins.items()}
            new = replace(side, missing=0, named=named, extras=extras, standins=blanks)
        set_side(draft, self.side, new)
        draft.note("shortage_resolved", "IM-DECK-7", how=self.how, count=missing, value=self.value)
        if self.how == "draw":
            _fill_standins(draft, self.side)
            if missing > of_jokers:
                draw_for(draft, self.side, missing - of_jokers)
        after_laying(draft, self.side)


def need_extras(action: Action, key: str) -> None:
    """Raise Refused unless the number of a side's cards can still be changed."""
    if key not in undecided_keys(action):
        raise Refused("side_not_open", "IM-ACT-8")
    if action.response == "nothing" and action.kind is ActionKind.MELEE:
        raise Refused("no_extras_against_nothing", "IM-HTH-14")


def need_due(key: str, due: int, laid_count: int) -> None:
    """Raise Refused unless a side can owe so many cards, some of which it has already."""
    floor = 0 if key in {"damage", "resistance"} else 1
    if not floor <= due <= 20:
        raise Refused("extra_bounds", "IM-ADV-4", "IM-ADV-5")
    if due < laid_count:
        raise Refused("already_laid", "IM-ADV-5")


def _fill_standins(draft: Draft, key: str) -> None:
    """Draw the missing stand-ins of Jokers for value; those that are not there stay missing."""
    for joker, cards in need_action(draft.table).sides[key].standins.items():
        filled = take_standins(draft, key, cards)
        act, side = need_side(draft.table, key)
        missing = side.missing + standins_due(draft.table, filled)
        new = replace(side, standins={**side.standins, joker: filled}, missing=missing)
        set_side(draft, key, new, arrival=(*act.arrival, *filled[len(cards) :]))
