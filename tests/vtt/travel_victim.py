"""A program that is killed while it takes a campaign along: `python -m tests.vtt.travel_victim HERE TAKEN PATH TRAVEL`.

It says when it begins, puts the campaign of TRAVEL in the place of HERE, and writes PATH over TAKEN.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from vtt.storage.travel.travel_file import put_in_place_of, write_travel_file


def main() -> None:
    """Do both, once."""
    here, taken, path, travel = map(Path, sys.argv[1:])
    os.write(sys.stdout.fileno(), b"begun\n")
    put_in_place_of(travel, here, here.parent / "backups" / "here", beside=here.with_name(f"{os.getpid()}.ktable"))
    write_travel_file(path, taken, entries=7, write_entries=lambda file: file.write(b"entries"), replace=True)


if __name__ == "__main__":
    main()
