"""The works of other people in the packaged program, with their licences: a list and a folder of texts.

`packaging/installers/third_party.py` writes them beside the assets. A checkout has none: its libraries are installed by
themselves, each with its licence.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.asset_folder import ASSETS

LICENCES: Final = ASSETS.parent / "licences"
LIST: Final = "list.tsv"
"""The list in the folder: name, version, licence and the file of its text, with tabs between them."""


@dataclass(frozen=True, slots=True)
class ThirdParty:
    """One work: its name, version and licence in a few words, and the file of its licence."""

    name: str
    version: str
    licence: str
    file: Path

    @property
    def title(self) -> str:
        """Its name and version."""
        return f"{self.name} {self.version}".strip()

    def text(self) -> str:
        """Return the whole licence.

        Raises:
            OSError: the file cannot be read.
        """
        return self.file.read_text(encoding="utf-8", errors="replace")


def third_party(folder: Path = LICENCES) -> tuple[ThirdParty, ...]:
    """Return the works in the order of the list; none where there is no list."""
    try:
        lines = (folder / LIST).read_text(encoding="utf-8").splitlines()
    except OSError:
        return ()
    rows = (line.split("\t") for line in lines)
    return tuple(ThirdParty(row[0], row[1], row[2], folder / row[3]) for row in rows if len(row) == 4)
