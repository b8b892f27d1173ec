"""The full content editor of a game: its own, and those of the content that every game has.

>>> from engine.kit.game_factory import make_game
>>> from engine.kit.manual_game import ManualGame
>>> [category.title for category in content_editor_of(make_game(ManualGame("example"))).categories()]
['Notes', 'Handouts', 'Random tables', 'Encounters', 'Kept characters']
"""

from __future__ import annotations

from engine.kit.content_editor.combined_editor import combined_editor
from engine.kit.content_editor.content_editor import ContentEditor
from engine.kit.content_editor.editor_fault_isolation import isolated_editor_of
from engine.kit.encounters.cast import has_own_encounters
from engine.kit.encounters.encounter_editor import EncounterEditor
from engine.kit.handouts.handout_editor import HandoutEditor
from engine.kit.notes.note_editor import NoteEditor
from engine.kit.random_tables.random_table_editor import RandomTableEditor
from engine.presentation.game import Game


def content_editor_of(game: Game) -> ContentEditor:
    """Return the content editor of a game: its own, with its faults isolated, and those of every game as one.

    It has the members of `HasDecks` if the editor of the game has them.
    """
    encounters = () if has_own_encounters(game.ruleset) else (EncounterEditor(game),)
    return combined_editor(
        isolated_editor_of(game), (NoteEditor(game), HandoutEditor(game), RandomTableEditor(game), *encounters)
    )
