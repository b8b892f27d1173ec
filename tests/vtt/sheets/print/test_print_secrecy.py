"""Nothing on paper or in a story file depends on what the viewer may not know."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.codec import Codec
from engine.core.history import History
from engine.kit.conformance.hidden_changes import hidden_changes, histories
from engine.kit.conformance.other_worlds import difference
from engine.model.seats import PRINT, SHARED
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.visibility import VisibleTable
from engine.rulesets.loader import game_of, ruleset_ids
from tests.engine.rich import a_moment_of_play
from tests.properties import examples
from vtt.sheets.print_room.printable_items import decks_of_forms, items_of_hands, items_of_view
from vtt.shell import print_command as command_line
from vtt.story.log_export import StoryFormat, export_story


@pytest.mark.parametrize("ruleset", ruleset_ids())
@examples(6)
@given(seed=st.integers(0, 2**32))
def test_hidden_things_change_nothing_on_paper(ruleset: str, seed: int) -> None:
    """Sheets, decks, hands, what the command line says to a name, and the story as a file in each form are the same."""
    game, random = game_of(ruleset), Random(seed)
    table, command, chance = a_moment_of_play(game, random)
    viewer = random.choice([PRINT, SHARED, *(seat for seat in table.seats if not table.is_gm(seat))])
    names = sorted({word for actor in table.actors.values() for word in (actor.id, actor.name)})
    also = random.choice(["", *game.view_for(table, viewer).actors])
    here = printed_by(game, table, viewer, names, also)
    for told, other, swapped in hidden_changes(game, Codec(game), table, viewer, random):
        found = difference(here, printed_by(game, other, viewer, names, also))
        assert found is None, f"{viewer} can tell that it is otherwise ({told}): {found}"
        both = histories(game, table, other, command, chance, viewer) if command is not None and not swapped else None
        if both is not None:
            one, another = (stories(history, viewer) for history in both)
            assert one == another, f"{viewer} reads otherwise ({told}) after {command}"


def printed_by(game: Game, table: Table, viewer: str, names: list[str], also: str) -> dict[str, object]:
    """Return all that a viewer can print, and the command line's answers for these names."""
    view = game.view_for(table, viewer)
    return {
        "stock": items_of_view(view, "Thursday", also),
        "hands": items_of_hands(view),
        "decks": decks_of_forms(view),
        "named": {name: answered(view, name) for name in names},
    }


def answered(view: VisibleTable, name: str) -> object:
    """Return what the command line prints for a character, or its refusal."""
    try:
        return command_line._forms_of_people(view, [name], None)
    except command_line.PrintArgumentError as reason:
        return str(reason)


def stories(history: History, viewer: str) -> list[str]:
    """Return the story as a viewer may read it, in each form that it is written down in."""
    return [export_story(history.log(viewer), form, "Thursday") for form in StoryFormat]
