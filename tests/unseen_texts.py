"""Lists the texts that no test looks up: `python3 packaging/dev.py test -p tests.unseen_texts`.

A text that is looked up was shown, printed or written by something. The list is a hint: a text for a rare fault may be
in it, and so may a text whose key is made of a name that no demo has. Remove a text only if nothing can make its key,
and never one whose key campaign files hold (`log.`, `zone.`, `condition.`).
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

from engine.messages import texts as texts_module

FOLDER = Path(".pytest_cache") / "seen_texts"


class _Watched(dict[str, str]):
    """Texts that remember which of them were looked up."""

    def __init__(self, known: dict[str, str]) -> None:
        super().__init__(known)
        self.seen: set[str] = set()

    def __getitem__(self, key: str) -> str:
        self.seen.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: str | None = None) -> str | None:  # type: ignore[override]
        self.seen.add(key)
        return super().get(key, default)


_watched = _Watched(dict(texts_module.texts()))
texts_module._texts = lambda _language: _watched  # type: ignore[assignment]


@pytest.hookimpl(hookwrapper=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None, None, None]:
    yield
    FOLDER.mkdir(parents=True, exist_ok=True)
    worker = getattr(session.config, "workerinput", None)
    name = worker["workerid"] if worker is not None else "main"
    (FOLDER / name).write_text("\n".join(sorted(_watched.seen)), encoding="utf-8")
    if worker is not None:
        return
    seen = {key for path in FOLDER.iterdir() for key in path.read_text(encoding="utf-8").split("\n")}
    for path in FOLDER.iterdir():
        path.unlink()
    unseen = sorted(set(_watched) - seen)
    print(f"\n{len(unseen)} of {len(_watched)} texts were looked up by no test:", *unseen, sep="\n  ")
