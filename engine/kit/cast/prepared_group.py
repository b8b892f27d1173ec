"""Prepared records of a kind that each bring several characters at once, such as a gang.

>>> class Pack(Frozen):
...     id: str
...     name: str = ""
...     wolves: int = 2
>>> def bring(draft, pack, new_actor, *, shown, name=""):
...     return tuple([f"wolf-{number}" for number in range(1, pack.wolves + 1)])
>>> library = ContentLibrary[Pack]({"packs": Pack}, lambda _kind: ())
>>> packs = PreparedGroup("packs", library, lambda _pack, _table: (), bring=bring, size=lambda pack: pack.wolves)
>>> table = Table(ruleset="example", lists={"packs": ({"id": "grey", "wolves": 3},)})
>>> packs.size(packs.record(table, "grey"))
3
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from engine.core.draft import Draft
from engine.kit.cast.sound_records import SoundRecords
from engine.kit.content_editor.content_library import ContentLibrary, Fault
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.sheets.editing.new_character_moves import NewActorSetup

R = TypeVar("R", bound=Frozen)
R_contra = TypeVar("R_contra", bound=Frozen, contravariant=True)


class BringsGroup(Protocol[R_contra]):
    """Brings the characters of a group to the table."""

    def __call__(
        self, draft: Draft, record: R_contra, new_actor: NewActorSetup, /, *, shown: bool, name: str = ""
    ) -> tuple[str, ...]:
        """Bring them, and return their ids.

        Args:
            draft: the draft.
            record: the group.
            new_actor: completes a character.
            shown: everybody sees them at once.
            name: another name of the group; empty for its own.
        """
        ...


class PreparedGroup(SoundRecords[R]):
    """The groups of one kind.

    Attributes:
        bring: as given.
        size: as given.

    Args:
        kind: the kind.
        library: the records of the group.
        faults: returns the faults of a record on a table.
        bring: brings the characters of a record.
        size: returns how many they are at most.
    """

    def __init__(
        self,
        kind: str,
        library: ContentLibrary[Any],
        faults: Callable[[R, Table], Iterable[Fault]],
        *,
        bring: BringsGroup[R],
        size: Callable[[R], int],
    ) -> None:
        super().__init__(kind, library, faults)
        self.bring = bring
        self.size = size
