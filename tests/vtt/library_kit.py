"""Entries for the tests of the library, and a writer that is killed: `python -m tests.vtt.library_kit FILE BACKUPS`.

The writer stores three entries a step for ever, and says after each step how many there are.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from engine.model.frozen import replace
from vtt.campaign.campaign_records import StoredPicture
from vtt.campaign.library_protocol import CHARACTER, LibraryContent, LibraryDetail, LibraryEntry, LibraryItem
from vtt.storage.library.library_opening import open_library

GAMES = {"classic_fantasy": "Classic d100", "imaginality": "Imaginality"}


def item(name: str, number: int = 0, **more: object) -> LibraryItem:
    """An entry whose content says its name."""
    fields = {
        "id": f"{number:032x}",
        "game": "classic_fantasy",
        "game_name": "Classic d100",
        "kind": "foes",
        "kind_name": "foe",
        "source": name.casefold(),
        "name": name,
        **more,
    }
    details = (LibraryDetail(label="Text", value=f"It is called {name}."),)
    return LibraryItem(
        entry=LibraryEntry(**fields),  # type: ignore[arg-type]
        content=LibraryContent(content=f'{{"name": "{name}"}}', details=details),
    )


def pictured(name: str, number: int) -> LibraryItem:
    """An entry with a picture of its own, and one that every fourth entry has too."""
    contents = (b"\x89PNG\r\n\x1a\n" + text.encode() for text in (name, str(number % 4)))
    pictures = (
        StoredPicture(id=hashlib.sha256(content).hexdigest(), name=name, media_type="image/png", content=content)
        for content in contents
    )
    return replace(item(name, number), pictures=tuple(pictures))


def many(count: int) -> list[LibraryItem]:
    """So many entries of several games, kinds, tags and folders, each with a page of text."""
    choice = Random(7)
    words = ["".join(choice.choices("abcdefghijklmnoprstuvw", k=choice.randint(3, 9))) for _ in range(3000)]
    made = []
    for number in range(count):
        game = choice.choice(tuple(GAMES))
        made.append(
            LibraryItem(
                entry=LibraryEntry(
                    id=f"{number:032x}",
                    game=game,
                    game_name=GAMES[game],
                    kind=choice.choice((CHARACTER, "foes", "traps")),
                    kind_name="entry",
                    source=f"entry_{number}",
                    name=" ".join(choice.choices(words, k=3)).title(),
                    line=" ".join(choice.choices(words, k=6)),
                    folder=choice.choice(("", "Marsh", "City")),
                    tags=tuple(choice.sample(words[:20], k=2)),
                    favourite=number % 50 == 0,
                ),
                content=LibraryContent(
                    content="{}",
                    details=tuple(
                        LibraryDetail(label=choice.choice(words), value=" ".join(choice.choices(words, k=10)))
                        for _ in range(8)
                    ),
                ),
            )
        )
    return made


def seconds_of(act: Callable[[], object]) -> float:
    """Return the least time that this thread works for an act, of five times; other work on the machine is left out."""
    took = []
    for _ in range(5):
        start = time.thread_time()
        act()
        took.append(time.thread_time() - start)
    return min(took)


def main() -> None:
    """Store until killed."""
    store = open_library(Path(sys.argv[1]), backups=Path(sys.argv[2])).store
    number = len(store.entries)
    while True:
        store.store(pictured(f"Entry {number + at}", number + at) for at in range(3))
        number += 3
        os.write(sys.stdout.fileno(), f"{number}\n".encode())


if __name__ == "__main__":
    main()
