"""The content that comes with the games, as items of a library."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from typing import Final

from engine.kit.content_editor.editor_fault_isolation import isolated_editor_of
from engine.kit.content_editor.view_models import EditRefused
from engine.messages.refusal import Refused
from engine.presentation.game import Game
from engine.rulesets.game_folder import GameOrigin
from engine.rulesets.loader import game_of, games
from vtt.campaign.library_protocol import LibraryItem
from vtt.shared.record_library_item import record_library_item

_NAMESPACE: Final = uuid.UUID("5d6ac4c1-6f1a-4bfa-9d1c-9a5b7a1ef0c2")
"""Makes the ids of the entries. They are in people's libraries, so it never changes."""


def included_items(check: Callable[[], object] = lambda: None) -> Iterator[LibraryItem]:
    """Yield what the bundled games have in a new campaign, with ids that are the same in every library.

    Games from other folders are left out: their code runs only when somebody opens a campaign of theirs.

    Args:
        check: is called before each item, and may raise to end the work.
    """
    for listed in games():
        if listed.origin is GameOrigin.BUNDLED and listed.usable:
            try:
                game = game_of(listed.id)
            except Refused:
                continue
            yield from _items_of(game, check)


def _items_of(game: Game, check: Callable[[], object]) -> Iterator[LibraryItem]:
    editor = isolated_editor_of(game)
    if editor is None:
        return
    for category in editor.categories():
        for listed in editor.entries({}, {}, category.kind):
            check()
            record = editor.record({}, {}, category.kind, listed.id)
            if record is None:
                continue
            try:
                yield record_library_item(
                    editor,
                    game=game.ruleset.id,
                    lists={},
                    options={},
                    category=category,
                    listed=listed,
                    editor_view=editor.editor_view({}, {}, category.kind, record),
                    entry_id=uuid.uuid5(_NAMESPACE, f"{game.ruleset.id}/{category.kind}/{listed.id}").hex,
                )
            except EditRefused:
                continue
