"""What `pip install .` installs: all code, all assets, and a command that works away from the checkout."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from fnmatch import fnmatch
from importlib import import_module
from importlib.metadata import distribution
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

import pytest

from vtt import __version__

ROOT = Path(__file__).parents[2]


def tracked(*folders: str) -> set[str]:
    """Return the files of the project in some folders."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", *folders], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return {line for line in listed.stdout.splitlines() if (ROOT / line).is_file()}


@pytest.fixture
def contents(monkeypatch: pytest.MonkeyPatch) -> Mapping[str, object]:
    """The packages and data files of the wheel."""
    pytest.importorskip("setuptools")
    monkeypatch.chdir(ROOT)
    found: Mapping[str, object] = runpy.run_path(str(ROOT / "packaging" / "wheel_backend.py"))["contents"]()
    return found


def test_every_module_and_every_asset_is_in_the_wheel(contents: Mapping[str, object]) -> None:
    packages, data = contents["packages"], contents["package_data"]
    assert isinstance(packages, list)
    assert isinstance(data, dict)
    folders = {package.replace(".", "/") for package in packages}
    modules = {path for path in tracked("engine", "vtt") if path.endswith(".py") and "/docs/" not in path}
    assert {str(PurePosixPath(path).parent) for path in modules} <= folders
    others = tracked("engine", "vtt") - modules
    assert [path for path in others if not path.startswith("engine/docs/") and not path.endswith("README.md")] == []
    assert (data["kitchen_table_assets"], data["engine"]) == (["**/*"], ["docs/**/*"])
    assert contents["package_dir"] == {"kitchen_table_assets": "assets"}
    assert not any(fnmatch(package, pattern) for package in packages for pattern in ("assets*", "tests*", "packaging*"))


def test_the_command_of_the_wheel_exists() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, _, function = project["scripts"]["kitchen-table"].partition(":")
    assert callable(getattr(import_module(module), function))


def test_an_installed_program_finds_its_assets_and_nobody_elses(tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "assets").mkdir()  # of some other distribution
    module = tmp_path / "engine" / "asset_folder.py"
    module.write_bytes((ROOT / "engine" / "asset_folder.py").read_bytes())
    assert runpy.run_path(str(module))["ASSETS"] == tmp_path.resolve() / "assets"
    (tmp_path / "kitchen_table_assets").mkdir()
    assert runpy.run_path(str(module))["ASSETS"] == tmp_path.resolve() / "kitchen_table_assets"


@pytest.mark.long
def test_the_wheel_plays_away_from_the_checkout(tmp_path: Path) -> None:
    new_enough = int(distribution("setuptools").version.partition(".")[0]) >= 77
    isolation = ["--no-build-isolation"] if new_enough else []
    pip = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--quiet", *isolation, "--wheel-dir", str(tmp_path)]
    built = subprocess.run([*pip, str(copy_of_checkout(tmp_path))], check=False, capture_output=True, text=True)
    if built.returncode and not new_enough:
        pytest.skip("the build needs a newer setuptools, and there is no network")
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    place = tmp_path / "place"
    with ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        archive.extractall(place)
    assert wheel.name.startswith(f"kitchen_table-{__version__}-")
    assert {name.partition("/")[0] for name in names} == {"engine", "vtt", "kitchen_table_assets"}
    expected = {f"kitchen_table_{path}" for path in tracked("assets")} | {
        path for path in tracked("engine", "vtt") if path.endswith(".py") or path.startswith("engine/docs/")
    }
    assert expected - names == set()
    demo = place / "kitchen_table_assets" / "rulesets" / "imaginality" / "demo.json"
    assert away_from_checkout(place, "-m", "engine", "play", str(demo)).startswith('{\n  "ok": true')
    assert "--demo" in away_from_checkout(place, "-c", "from vtt.__main__ import run; run()", "--help")


def copy_of_checkout(folder: Path) -> Path:
    """Copy what is built to another folder, because a build leaves files behind."""
    copy = folder / "checkout"
    for name in (
        *tracked("engine", "vtt", "assets"),
        "packaging/wheel_backend.py",
        "pyproject.toml",
        "README.md",
        "LICENSE",
    ):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes((ROOT / name).read_bytes())
    return copy


def away_from_checkout(place: Path, *words: str) -> str:
    """Run Python on what was installed in a folder, and return what it prints."""
    env = {**os.environ, "PYTHONPATH": str(place)}
    done = subprocess.run([sys.executable, *words], check=False, cwd=place, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout
