"""High Card as a game: its commands, its offers, and its view."""

from __future__ import annotations

from engine.core.commands import Command
from engine.core.draft import Draft, find_procedure
from engine.kit.manual_game import ManualGame
from engine.messages.message import Message
from engine.model.table import Table
from engine.model.zones import hand_of
from engine.presentation.activity_view import ActivityView, SideView
from engine.presentation.offers import Drag, Offer, QuestionKind, make_offer, question, with_denial

from .bot import HighCardBot
from .commands import Deal, Play, compare
from .rules import Duel, hit_points, place_of, standing, waiting_for


class HighCard(ManualGame):
    """The game; manual moves, characters and sheets come from the kit."""

    id = "high_card"
    moves = (Deal, Play)
    procedures = (Duel,)

    def after_command(self, draft: Draft, command: Command) -> None:
        """Compare the cards as soon as nobody is waited for any more; a person may also have left."""
        super().after_command(draft, command)
        if find_procedure(draft.table, Duel) is not None and not waiting_for(draft.table):
            compare(draft)

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        """Return what a seat can do now; `viewer` is who looks at the buttons."""
        if seat not in table.seats:
            return ()
        found = [with_denial(table, make_offer("deal", Deal(seat=seat), primary=True))]
        if seat in waiting_for(table):
            hand = hand_of(seat)
            card = question("card", QuestionKind.CARD, zone=hand)
            drag = Drag(source=hand, target=place_of(seat))
            found.append(make_offer("play", Play(seat=seat, card=""), questions=(card,), drag=drag, primary=True))
        return (*found, *super().offers(table, seat, viewer))

    def activity_view(self, table: Table, viewer: str) -> tuple[ActivityView, ...]:
        """Return the duel as everybody sees it: who has played, and how many hit points are left."""
        duel = find_procedure(table, Duel)
        if duel is None:
            return ()
        sides = tuple(
            SideView(
                name=actor.id,
                label=Message(key="high_card.fighter", params={"actor": actor.name, "left": hit_points(actor)}),
                seat=actor.seat,
                zones=(place_of(actor.seat),),
                due=1,
                laid=len(table.cards_in(place_of(actor.seat))),
            )
            for actor in standing(table)
        )
        title = Message(key="high_card.duel", params={"round": duel.round})
        return (ActivityView(title=title, sides=sides, waiting_for=waiting_for(table)),)

    def bot(self) -> HighCardBot:
        """Return the bot for simulations."""
        return HighCardBot()
