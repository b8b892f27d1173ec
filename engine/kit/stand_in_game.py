"""The stand-in for a game that is missing: its campaigns can be looked at, and nothing can be done in them.

>>> game, table = StandInGame("high_card"), Table(ruleset="high_card")
>>> game.refusal(table, Command()).message.params["game"]
'High card'
>>> game.ruleset.offers(table, "gm", "gm")
()
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.chance import Chance
from engine.core.commands import Command, Move
from engine.core.continuation import Continuation
from engine.core.draft import Draft
from engine.core.game_options import OptionSpec
from engine.core.rules import AppliedCommand
from engine.kit.every_game.every_game_content import SECRET_LISTS
from engine.kit.game_factory import manual_moves
from engine.messages.display_names import readable_id
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.seats import PRINT, SHARED, Actor, Seat
from engine.model.table import Procedure, Table
from engine.presentation.activity_view import ActivityView
from engine.presentation.game import Game, SharedParts
from engine.presentation.offers import Offer
from engine.presentation.visibility import VisibleTable


class StandInRuleset:
    """The ruleset of a missing game: it offers nothing; `Ruleset` describes each member."""

    moves: tuple[Move[Any], ...] = ()
    procedures: tuple[type[Procedure], ...] = ()
    continuations: tuple[type[Continuation[Any]], ...] = ()
    options: Mapping[str, OptionSpec] = {}

    def __init__(self, ruleset: str) -> None:
        self.id = ruleset

    def new_table(self, seats: tuple[Seat, ...], options: Mapping[str, Json]) -> Table:
        """Refuse: nothing begins without its game."""
        raise _refused(self.id)

    def new_actor(self, table: Table, actor: Actor, tracks: Mapping[str, int]) -> Actor:
        """Refuse: the numbers of a character are the game's."""
        raise _refused(self.id)

    def advised_options(self, players: int, options: Mapping[str, Json]) -> Mapping[str, Json]:
        """No options are advised."""
        return {}

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        """Nothing can be done."""
        return ()

    def activity_view(self, table: Table, viewer: str) -> tuple[ActivityView, ...]:
        """Nothing in progress is shown: only the game knows which of it is secret."""
        return ()

    def verify_manual_move(self, table: Table, command: Command) -> None:
        """Refuse every move."""
        raise _refused(self.id)

    def after_command(self, draft: Draft, command: Command) -> None:
        """Nothing follows, because no command is done."""


class StandInGame(Game):
    """A missing game: every command is refused, and nobody sees more than everybody may see.

    The rules that say who may see what are missing too, so all that may be hidden is hidden: cards that are not open to
    everybody, also from their holder, and the group's lists, except from the GM. Secret characters are the GM's and
    their player's, as in every game.
    """

    def __init__(self, ruleset: str) -> None:
        rules = StandInRuleset(ruleset)
        super().__init__(rules, manual_moves(rules), shared=SharedParts(secret_lists=SECRET_LISTS))

    def refusal(self, table: Table, command: Command) -> Refused:
        """Return the refusal that every command gets."""
        return _refused(self.ruleset.id)

    def apply(self, table: Table, command: Command, chance: Chance, *, reports: bool = True) -> AppliedCommand:
        """Refuse a command."""
        raise _refused(self.ruleset.id)

    def view_for(self, table: Table, viewer: str) -> VisibleTable:
        """Return the table as a viewer may see it, with no card or list that is not open to everybody."""
        view = super().view_for(table, viewer)
        everybody = view if viewer in (SHARED, PRINT) else super().view_for(table, SHARED)
        return replace(view, zones=everybody.zones, lists=view.lists if table.is_gm(viewer) else {})


def _refused(ruleset: str) -> Refused:
    return Refused("game_missing", game=readable_id(ruleset))
