"""The table of where each module goes and under which name: complete, and without two modules at one place."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "engine" / "docs" / "module_names.tsv"
GOES = "-"
MOST_MODULES = 20
"""How many modules a folder has at the most."""
OF_PACKAGES = {"__init__.py", "__main__.py"}


def rows() -> dict[str, tuple[str, str]]:
    """Return the new path and the remark of each module, by its old path."""
    found: dict[str, tuple[str, str]] = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            old, new, remark = (*line.split("\t"), "")[:3]
            assert old not in found, f"{old} has two rows"
            found[old] = (new, remark)
    return found


def test_every_module_has_a_row_and_every_row_a_module() -> None:
    modules = {str(path.relative_to(ROOT)) for package in ("engine", "vtt") for path in (ROOT / package).rglob("*.py")}
    assert modules ^ rows().keys() == set()


def test_modules_come_to_one_place_only_where_they_are_merged() -> None:
    meet: dict[str, list[str]] = defaultdict(list)
    for new, remark in rows().values():
        meet[new].append(remark)
    for new, remarks in meet.items():
        assert new == GOES or len(remarks) == 1 or any("merge" in remark for remark in remarks), new


def test_a_name_stands_once_in_a_game_and_no_folder_is_crowded() -> None:
    new = {Path(path) for path, _ in rows().values() if path != GOES}
    for game in {path.parts[2] for path in new if path.parts[:2] == ("engine", "rulesets") and len(path.parts) > 3}:
        own = Counter(path.name for path in new if game in path.parts and path.name not in OF_PACKAGES)
        assert not [name for name, count in own.items() if count > 1], game
    assert {
        str(folder): count for folder, count in Counter(p.parent for p in new).items() if count > MOST_MODULES
    } == {}
