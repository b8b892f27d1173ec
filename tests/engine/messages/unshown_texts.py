"""Lists the texts that a test run never showed: `python -m tests.engine.messages.unshown_texts RECORD…`.

A record is a file that `tests/shown_texts.py` wrote, or a folder of them. The texts are listed by their group: the key
up to its last dot. An explanation is shown if its offer is.
"""

from __future__ import annotations

import sys
from collections.abc import Container, Iterable, Mapping
from pathlib import Path

from engine.messages.texts import texts


def shown_keys(records: Iterable[Path]) -> set[str]:
    """Return the keys in some records."""
    files = (file for record in records for file in (record.glob("*.txt") if record.is_dir() else [record]))
    return {key for file in files for key in file.read_text(encoding="utf-8").splitlines()}


def unshown_texts(shown: Container[str]) -> Mapping[str, list[str]]:
    """Return the keys of the other texts, by their group."""
    found: dict[str, list[str]] = {}
    for key in texts():
        if key not in shown and _offer(key) not in shown:
            found.setdefault(key.rpartition(".")[0], []).append(key)
    return dict(sorted(found.items()))


def _offer(key: str) -> str:
    """Return the key of the offer that an explanation belongs to; that of any other text as it is."""
    return f"offer.{key.removeprefix('explain.')}" if key.startswith("explain.") else key


if __name__ == "__main__":
    for group, keys in unshown_texts(shown_keys(map(Path, sys.argv[1:]))).items():
        print(f"{group} ({len(keys)})", *(f"    {key}: {texts()[key]}" for key in keys), sep="\n")
