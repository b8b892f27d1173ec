"""No text is left whose key nothing can make."""

from __future__ import annotations

import pytest

from engine.messages.texts import texts
from tests.engine.messages import unused_texts


def test_every_text_can_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert unused_texts.unused_texts() == []
    known = {**texts(), "log.nobody_says": "x"}
    monkeypatch.setattr(unused_texts, "texts", lambda: known)
    assert unused_texts.unused_texts() == ["log.nobody_says"]
