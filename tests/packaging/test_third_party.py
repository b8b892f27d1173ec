"""packaging/installers/third_party.py: the list of other people's work is complete, with every licence."""

import os
import shutil
import tomllib
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from installers.third_party import components_of, without_text, write_licences
from vtt.help.licences import third_party

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def pyinstaller(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put something in the place of PyInstaller, which the environment of the tests does not have."""
    from_name = Distribution.from_name
    monkeypatch.setattr(Distribution, "from_name", lambda name: from_name("pytest" if name == "pyinstaller" else name))


def shipped() -> set[str]:
    """Return the names of the distributions that the program needs, down to the last one."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names, waiting = set[str](), list(project["dependencies"])
    while waiting:
        requirement = Requirement(waiting.pop())
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            found = distribution(requirement.name)
            waiting += [] if found.name in names else found.requires or []
            names.add(found.name)
    return names


def a_file_of(found: Distribution) -> Path:
    """Return a file of code that a distribution has installed."""
    code = (file for file in found.files or () if file.suffix in (".py", ".so"))
    return Path(str(found.locate_file(next(code)))).resolve()


def test_each_distribution_and_library_has_its_licence(tmp_path: Path) -> None:
    wanted = shipped()
    assert {"PySide6_Essentials", "SQLAlchemy", "pydantic_core"} <= wanted
    sources = [a_file_of(distribution(name)) for name in wanted]
    sources += [Path(os.__file__).resolve(), ROOT / "vtt" / "__main__.py"]
    library = Path("/usr/lib/x86_64-linux-gnu/libz.so.1")
    if library.exists() and shutil.which("dpkg-query"):
        sources.append(library.resolve())
        wanted.add("zlib")
    components = components_of(sources, [ROOT], ROOT / "assets/art/fonts")
    assert wanted | {"Python", "Font Inter", "Font Vollkorn", "pytest"} <= {part.name for part in components}
    write_licences(components, tmp_path / "licences")
    assert without_text(tmp_path / "licences") == []
    works = {work.name: work for work in third_party(tmp_path / "licences")}
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in works["PySide6_Essentials"].text()
    assert works["SQLAlchemy"].version == distribution("SQLAlchemy").version
    assert all(work.licence for work in works.values())


def test_a_file_of_unknown_origin_is_reported(tmp_path: Path) -> None:
    stranger = tmp_path / "libstranger.so.1"
    stranger.touch()
    write_licences(components_of([stranger], [ROOT], tmp_path), tmp_path / "licences")
    assert without_text(tmp_path / "licences") == ["libstranger.so.1"]
