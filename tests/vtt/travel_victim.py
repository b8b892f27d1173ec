"""A program that is killed while it takes a campaign along: `python -m tests.vtt.travel_victim HERE TAKEN PATH TRAVEL`.

For each line that it reads, a child of its own says its number, puts the campaign of TRAVEL in the place of HERE, and
writes PATH over TAKEN. After one more line the program waits for the end of the child and says so; until then the
number is the child's. So the modules are loaded once for all kills.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from vtt.storage.travel.travel_file import put_in_place_of, write_travel_file


def main() -> None:
    """Do both for each pair of lines."""
    here, taken, path, travel = map(Path, sys.argv[1:])
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            _tell(str(os.getpid()))
            beside = here.with_name(f"{os.getpid()}.ktable")
            put_in_place_of(travel, here, here.parent / "backups" / "here", beside=beside)
            write_travel_file(path, taken, entries=7, write_entries=lambda file: file.write(b"entries"), replace=True)
            os._exit(0)
        sys.stdin.readline()
        os.waitpid(child, 0)
        _tell("over")


def _tell(words: str) -> None:
    os.write(sys.stdout.fileno(), f"{words}\n".encode())


if __name__ == "__main__":
    main()
