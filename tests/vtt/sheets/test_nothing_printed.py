"""Nothing that goes on paper or into a file of the story depends on what whoever prints may not know."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.play.codec import Codec
from engine.play.game import Game
from engine.play.sight import PRINT, SHARED, View
from engine.play.timeline import Timeline
from engine.rulesets.registry import game_of, ruleset_ids
from engine.table.table import Table
from tests.engine.hidden import hidden_changes, histories
from tests.engine.rich import a_moment_of_play
from tests.engine.worlds import difference
from tests.properties import examples
from vtt.panels.log_export import StoryForm, written
from vtt.sheets import command as command_line
from vtt.sheets.stock import decks_of_forms, stock_of_hands, stock_of_view


@pytest.mark.parametrize("ruleset", ruleset_ids())
@examples(6)
@given(seed=st.integers(0, 2**32))
def test_one_hidden_thing_more_or_less_is_on_no_paper(ruleset: str, seed: int) -> None:
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
    """Return all that a viewer is offered to print, and the answers to whom the command line names."""
    view = game.view_for(table, viewer)
    return {
        "stock": stock_of_view(view, "Thursday", also),
        "hands": stock_of_hands(view),
        "decks": decks_of_forms(view),
        "named": {name: answered(view, name) for name in names},
    }


def answered(view: View, name: str) -> object:
    """Return what the command line prints of somebody, or says."""
    try:
        return command_line._forms_of_people(view, [name], None)
    except command_line.Unfit as reason:
        return str(reason)


def stories(history: Timeline, viewer: str) -> list[str]:
    """Return the story as a viewer may read it, in each form that it is written down in."""
    return [written(history.log(viewer), form, "Thursday") for form in StoryForm]
