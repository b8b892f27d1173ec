"""The content that comes with the games, as items of a library: their prepared records and ready-made heroes."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from typing import Final

from engine.core.game_options import complete_options
from engine.kit.content_editor.view_models import EditRefused
from engine.kit.every_game.full_content_editor import content_editor_of
from engine.kit.heroes.ready_made_heroes import HEROES, heroes_of
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.presentation.game import Game
from engine.rulesets.game_folder import GameOrigin
from engine.rulesets.loader import game_of, games
from engine.sheets.catalogue.sheet_library import description_for, tables_of
from engine.sheets.exchange.character_file import portable_character
from engine.sheets.model.character_record import blank_record
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.record_migration import with_version
from vtt.campaign.library_protocol import LibraryItem
from vtt.shared.record_library_item import record_library_item
from vtt.sheets.exchange.character_library_item import character_library_item

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
            yield from _heroes_of(game, check)
            yield from _items_of(game, check)


def _id_of(game: Game, kind: str, id_: str) -> str:
    return uuid.uuid5(_NAMESPACE, f"{game.ruleset.id}/{kind}/{id_}").hex


def _heroes_of(game: Game, check: Callable[[], object]) -> Iterator[LibraryItem]:
    ruleset = game.ruleset.id
    options = complete_options(game.ruleset.options, {})
    for hero in heroes_of(ruleset).values():
        check()
        description = description_for(ruleset, hero.sheet, {})
        if description is None:
            continue
        record = replace(blank_record(), name=hero.name, sheet=with_version(description, hero.sheet))
        sheet = FilledSheet(description, record, options, {}, tables_of(ruleset), ruleset)
        item = character_library_item(portable_character(description, ruleset, record), sheet)
        entry = replace(item.entry, id=_id_of(game, HEROES, hero.id), source=hero.id, line=hero.about)
        yield replace(item, entry=entry)


def _items_of(game: Game, check: Callable[[], object]) -> Iterator[LibraryItem]:
    editor = content_editor_of(game)
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
                    entry_id=_id_of(game, category.kind, listed.id),
                )
            except EditRefused:
                continue
