"""Which test files a fast run chooses, and from which seed property tests draw."""

from __future__ import annotations

import json
from pathlib import Path

import grimp
import pytest
from hypothesis import settings

from tests import fast, properties


def graph() -> grimp.ImportGraph:
    """Draw three tests over two rules: test_a reads rule_a, test_b reads test_kit, which reads rule_b."""
    made = grimp.ImportGraph()
    for importer, imported in (
        ("tests.test_a", "engine.rule_a"),
        ("tests.test_b", "tests.kit"),
        ("tests.kit", "engine.rule_b"),
    ):
        made.add_import(importer=importer, imported=imported)
    made.add_module("tests.test_alone")
    return made


def test_a_test_file_is_as_far_away_as_its_imports_lead() -> None:
    assert fast.distances(graph(), ["engine.rule_b"]) == {"engine.rule_b": 0, "tests.kit": 1, "tests.test_b": 2}
    assert fast.distances(graph(), ["tests.test_alone", "engine.gone"]) == {"tests.test_alone": 0}


def test_what_is_always_run_is_there() -> None:
    assert all((fast.ROOT / path).exists() for path in fast.ALWAYS)


def test_the_nearest_files_come_first_and_no_more_than_the_budget_holds() -> None:
    near = {"far": 2, "near": 1, "huge": 1, "always": -1}
    durations = {"far": 1.0, "near": 2.0, "huge": 50.0, "always": 3.0}
    assert fast.choose(near, durations, 6.0) == ["always", "near", "far"]
    assert fast.choose(near, durations, 5.5) == ["always", "near"]
    assert fast.choose(near, durations, 60.0) == ["always", "near", "huge", "far"]


def test_a_data_file_concerns_the_modules_that_its_path_names() -> None:
    modules = ["engine.rulesets.imaginality.combat", "engine.rulesets.future_imperfect.combat", "vtt.shell.application"]
    found = fast.named_by_data("assets/rulesets/imaginality/weapons.toml", modules)
    assert list(found) == ["engine.rulesets.imaginality.combat"]


def test_durations_are_kept_and_a_partial_run_does_not_shorten_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast, "DURATIONS", tmp_path / "folder" / "durations.json")
    assert fast.kept_durations() == {}
    fast.keep_durations({"a": 3.0, "b": 1.0})
    fast.keep_durations({"a": 1.0, "b": 2.0})
    assert fast.kept_durations() == {"a": 3.0, "b": 2.0}
    for broken in ("[1]", "{", json.dumps({"a": "x"})):
        fast.DURATIONS.write_text(broken, encoding="utf-8")
        assert fast.kept_durations() == {}


def test_the_seed_is_new_each_time_and_the_commit_s_in_continuous_integration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    assert properties.new_seed() != properties.new_seed()
    monkeypatch.setenv("CI", "true")
    assert properties.new_seed() == properties.new_seed()


def test_property_tests_draw_anew_keep_what_failed_and_say_how_to_repeat_it() -> None:
    profile = settings.default
    assert profile is not None
    assert not profile.derandomize
    assert profile.database is not None
    assert profile.print_blob
