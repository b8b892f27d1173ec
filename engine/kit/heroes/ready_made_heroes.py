"""The ready-made heroes of a game: the rows of `heroes.toml` in its folder.

>>> [hero.name for hero in heroes_of("imaginality").values()][:2], heroes_of("no_such_game")
(['Ottilie Brandt', 'Finch'], mappingproxy({}))
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from engine.asset_folder import cached_per_game
from engine.core.commands import need_name
from engine.core.strict_parsing import is_too_deep
from engine.kit.content_editor.content_file_format import unsupported_values
from engine.kit.content_editor.content_library import shipped_records
from engine.kit.content_editor.persistence import ID_FORM, LARGEST
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, Json

HEROES: Final = "heroes"
"""The name of the file."""
LONGEST_NAME, LONGEST_LINE = 80, 160
MOST_LEVELS: Final = 12
"""The maximum depth of the fields of a hero."""


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

    def __post_init__(self) -> None:
        """Raise ValueError for a name that nobody sees, and for fields that a campaign cannot store.

        The file may come from a stranger, and every copy of the campaign has what is in it.
        """
        try:
            need_name(self.name)
        except Refused as refused:
            raise ValueError(refused.text) from refused
        if is_too_deep(self.sheet, MOST_LEVELS):
            raise ValueError(f"the fields nest more than {MOST_LEVELS} deep")
        unsupported = next(unsupported_values(self.sheet, "sheet"), "")
        if unsupported:
            raise ValueError(f"{unsupported[:LONGEST_LINE]} is a value that a campaign cannot store")
        if len(msgspec.json.encode(self.sheet)) > LARGEST:
            raise ValueError(f"larger than {LARGEST // 1000} kB")


@cached_per_game
def heroes_of(ruleset: str) -> Mapping[str, ReadyMadeHero]:
    """Return the ready-made heroes of a game by their ids, in the order of the file; none if it brings none."""
    return MappingProxyType({hero.id: hero for hero in shipped_records(ruleset, HEROES, ReadyMadeHero)})
