"""The help pages that come with the program and with each game: Markdown files with pictures beside them.

A page is a file `help/<name>.md` of the program or of a game folder; its first line is its title (`# Title`). Pages are
in the order of their file names; those of a first evening are in `help/tour`. Pictures are in `help/pictures`. Pages of
a game may come from strangers: they are bounded, and no picture outside that folder is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.asset_folder import ASSETS, game_folder

HELP_FOLDER: Final = ASSETS / "help"
TOUR, PROGRAM, GAMES = "tour", "program", "games"
"""The sections of the help, in order; their headings are `help.section.<name>`."""
LONGEST_PAGE: Final = 100_000
"""The size limit of a page, in bytes."""
LARGEST_PICTURE: Final = 4_000_000
"""The size limit of a picture, in bytes."""
MOST_PAGES: Final = 40
"""The number of pages that are read of a folder."""
_LINK: Final = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_SIGNS: Final = re.compile(r"[*`#]|^- ", re.MULTILINE)
PICTURE_ENDINGS: Final = (".png", ".jpg", ".jpeg", ".webp")


@dataclass(frozen=True, slots=True)
class HelpPage:
    """One page.

    Attributes:
        key: the file name without its ending; a page of the tour has `tour/` in front, one of a game the game's id.
        section: the section of the help that it belongs to.
        title: its title.
        markdown: its text, with the title.
        folder: the folder of its pictures.
    """

    key: str
    section: str
    title: str
    markdown: str
    folder: Path

    @property
    def text(self) -> str:
        """Its words in small letters, without the signs of Markdown and the names of pictures."""
        return _SIGNS.sub("", _LINK.sub(r"\1", self.markdown)).casefold()

    def picture(self, name: str) -> Path | None:
        """Return a picture of this page; None for one that is not in its folder, or too large."""
        try:
            path = (self.folder / name).resolve()
            is_ours = path.parent == self.folder.resolve() and path.suffix.lower() in PICTURE_ENDINGS
            return path if is_ours and path.is_file() and path.stat().st_size <= LARGEST_PICTURE else None
        except (OSError, ValueError):  # a name that no file can have, or a folder that cannot be read
            return None

    def has_words(self, words: str) -> bool:
        """Return whether all words of a search are in the page, in any order; upper and lower case are the same."""
        return all(word in self.text for word in words.casefold().split())


def help_pages(game: str | None = None) -> tuple[HelpPage, ...]:
    """Return the pages of the program, then those of the games, a given game first."""
    # The list of games is read when somebody asks for help, not at the start.
    from engine.rulesets.loader import ruleset_ids

    games = sorted(ruleset_ids(), key=lambda known: known != game)
    pictures = HELP_FOLDER / "pictures"
    return (
        *_pages_in(HELP_FOLDER / TOUR, TOUR, f"{TOUR}/", pictures),
        *_pages_in(HELP_FOLDER, PROGRAM, "", pictures),
        *(page for known in games for page in _pages_of_game(known)),
    )


def _pages_of_game(game: str) -> Iterator[HelpPage]:
    folder = game_folder(game) / "help"
    return _pages_in(folder, GAMES, f"{game}/", folder / "pictures")


def _pages_in(folder: Path, section: str, prefix: str, pictures: Path) -> Iterator[HelpPage]:
    for path in _files_in(folder):
        markdown = ""
        with suppress(OSError), path.open("rb") as stream:
            markdown = stream.read(LONGEST_PAGE).decode("utf-8", errors="replace")
        if not markdown:
            continue
        title = next((line[2:].strip() for line in markdown.splitlines() if line.startswith("# ")), path.stem)
        yield HelpPage(key=f"{prefix}{path.stem}", section=section, title=title, markdown=markdown, folder=pictures)


def _files_in(folder: Path) -> list[Path]:
    """Return the pages of a folder in their order; none of a folder that cannot be read."""
    try:
        return sorted(path for path in folder.glob("*.md") if path.is_file())[:MOST_PAGES]
    except OSError:
        return []
