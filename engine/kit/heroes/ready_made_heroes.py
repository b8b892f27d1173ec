"""The ready-made heroes of a game: the rows of `heroes.toml` in its folder.

>>> [hero.name for hero in heroes_of("imaginality").values()][:2], heroes_of("no_such_game")
(['Ottilie Brandt', 'Finch'], mappingproxy({}))
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final

from msgspec import Meta

from engine.asset_folder import cached_per_game
from engine.kit.content_editor.content_library import shipped_records
from engine.kit.content_editor.persistence import ID_FORM
from engine.model.frozen import Frozen, Json

HEROES: Final = "heroes"
"""The name of the file."""
LONGEST_NAME, LONGEST_LINE = 80, 160


class ReadyMadeHero(Frozen):
    """A hero who is ready to play.

    Attributes:
        id: the id, which also begins the id of the character.
        name: the name of the character.
        about: a few words that help to choose.
        sheet: the fields of the record sheet; those that are not there begin as on a new sheet.
    """

    id: Annotated[str, Meta(pattern=f"^{ID_FORM.pattern}$")]
    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    about: Annotated[str, Meta(max_length=LONGEST_LINE)] = ""
    sheet: Mapping[str, Json] = {}


@cached_per_game
def heroes_of(ruleset: str) -> Mapping[str, ReadyMadeHero]:
    """Return the ready-made heroes of a game by their ids, in the order of the file; none if it brings none."""
    return MappingProxyType({hero.id: hero for hero in shipped_records(ruleset, HEROES, ReadyMadeHero)})
