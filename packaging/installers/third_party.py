"""The list of what other people wrote in the frozen program: name, version, licence, and the texts of the licences.

Every file that goes into the program has an owner: a Python distribution of the environment, Python itself, or a
package of the system (found by `dpkg`). Each owner is one component of the list; a file without a known owner is one,
too, but without a text, and with such a list nothing may be given away.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions
from pathlib import Path

from vtt.help.licences import LIST, third_party

TEXTS = Path(__file__).with_name("licences")
QT_TEXTS = ("qt.txt", "lgpl-3.0.txt", "gpl-3.0.txt")
"""The texts of the distributions of Qt, which bring none."""
QT_DISTRIBUTIONS = frozenset({"PySide6_Essentials", "shiboken6"})
QT_PARTS = "qt-parts.txt"
COMMON = Path("/usr/share/common-licenses")
"""The folder of licences that the packages of Debian refer to."""
_COMMON = re.compile(rf"{COMMON}/([A-Za-z]+(?:-\d+(?:\.\d+)*)?)")
_LICENCE_FILE = re.compile(r"(licen[cs]e|copying|notice|authors)", re.IGNORECASE)
_CLASSIFIER = "License :: OSI Approved :: "
_DEP5_LICENCE = re.compile(r"^License: *(\S.*)$", re.MULTILINE)


@dataclass(frozen=True, order=True, slots=True)
class Component:
    """Something that other people wrote.

    Attributes:
        name: its name.
        version: its version; empty for the text of a licence that others refer to.
        licence: its licence in a few words.
        text: the whole text of its licences; empty if it is not known.
    """

    name: str
    version: str
    licence: str
    text: str


def components_of(sources: Iterable[Path], ours: Iterable[Path], fonts: Path) -> list[Component]:
    """Return the components that files belong to, in the order of their names.

    Args:
        sources: the files that go into the program.
        ours: the folders of our own files.
        fonts: the folder of the fonts, each with a file `LICENSE-<name>.txt`.
    """
    by_file = _distributions_by_file()
    owners: dict[str, Component] = {}
    foreign: set[Path] = set()
    own_folders = tuple(ours)
    for source in sorted(set(sources)):
        distribution = by_file.get(source)
        if distribution is not None:
            owners.setdefault(distribution.name, component_of_distribution(distribution))
        elif _is_of_python(source):
            owners.setdefault("Python", _python())
        elif not source.is_relative_to(sys.prefix) and any(source.is_relative_to(folder) for folder in own_folders):
            continue
        else:
            foreign.add(source)
    # PyInstaller's own start is in the program's executable file, which has no source here.
    owners["pyinstaller"] = component_of_distribution(Distribution.from_name("pyinstaller"))
    found = [*owners.values(), *_fonts(fonts), *_components_of_system(foreign)]
    if QT_DISTRIBUTIONS & owners.keys():
        found.append(Component("Qt: parts by other authors", "", "see text", _text_of(QT_PARTS)))
    return sorted([*found, *_common_licences(found)], key=lambda component: component.name.casefold())


def component_of_distribution(distribution: Distribution) -> Component:
    """Return a Python distribution as a component."""
    name, metadata = distribution.name, distribution.metadata
    classifiers = metadata.get_all("Classifier") or []
    licences = (line.removeprefix(_CLASSIFIER) for line in classifiers if line.startswith(_CLASSIFIER))
    licence = metadata["License-Expression"] or metadata["License"] or ", ".join(licences)
    if name in QT_DISTRIBUTIONS:
        return Component(name, distribution.version, "LGPL-3.0-only", "\n\n".join(map(_text_of, QT_TEXTS)))
    files = [file for file in distribution.files or () if ".dist-info" in str(file)]
    texts = [file.read_text(encoding="utf-8") for file in files if _LICENCE_FILE.match(file.name)]
    boms = [json.loads(file.read_text(encoding="utf-8")) for file in files if file.parent.name == "sboms"]
    parts = [line for bom in boms for line in _parts_of(bom)]
    if parts:
        texts.append("\n".join(("It contains:", *parts)))
    return Component(name, distribution.version, " ".join(licence.split()), "\n\n".join(texts))


def write_licences(components: Iterable[Component], folder: Path) -> None:
    """Write the list and the texts into a folder, in place of those that were there."""
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    lines: list[str] = []
    for component in components:
        file = ""
        if component.text.strip():
            file = re.sub(r"[^a-z0-9.+]+", "-", component.name.casefold()).strip("-") + ".txt"
            (folder / file).write_text(component.text.rstrip() + "\n", encoding="utf-8", newline="\n")
        lines.append(f"{component.name}\t{component.version}\t{component.licence}\t{file}")
    (folder / LIST).write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def without_text(folder: Path) -> list[str]:
    """Return the names in the list of a folder that have no text there."""
    return [work.name for work in third_party(folder) if not work.file.is_file()]


def _distributions_by_file() -> dict[Path, Distribution]:
    known = ((distribution, file) for distribution in distributions() for file in distribution.files or ())
    return {Path(str(distribution.locate_file(file))).resolve(): distribution for distribution, file in known}


def _is_of_python(source: Path) -> bool:
    folders = {Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib")}
    base = Path(sys.base_prefix).resolve()
    is_module = any(source.is_relative_to(folder) for folder in folders) and "site-packages" not in source.parts
    return is_module or (source.is_relative_to(base) and base != Path("/usr")) or source.name.startswith("libpython")


def _python() -> Component:
    base = Path(sys.base_prefix)
    places = (Path(sysconfig.get_path("stdlib")) / "LICENSE.txt", base / "LICENSE.txt", base / "LICENSE")
    text = next((place.read_text(encoding="utf-8") for place in places if place.is_file()), "")
    return Component("Python", sys.version.partition(" ")[0], "PSF-2.0", text)


def _fonts(folder: Path) -> Iterator[Component]:
    for path in sorted(folder.glob("LICENSE-*.txt")):
        name = path.stem.removeprefix("LICENSE-")
        yield Component(f"Font {name}", "", "OFL-1.1", path.read_text(encoding="utf-8"))


def _parts_of(bom: Mapping[str, object]) -> Iterator[str]:
    """Give a line for each part that a bill of materials (CycloneDX) names."""
    components = bom.get("components", [])
    assert isinstance(components, list)
    for part in components:
        licences = [entry.get("expression") or entry["license"].get("id", "") for entry in part.get("licenses", [])]
        yield f"{part['name']} {part.get('version', '')}: {', '.join(licences)}"


def _components_of_system(sources: Iterable[Path]) -> Iterator[Component]:
    """Give the packages of the system that files belong to, each once by its source."""
    given: set[str] = set()
    for source in sources:
        package = _package_of(source)
        if package is None:
            yield Component(source.name, "", "unknown", "")
            continue
        query = ["dpkg-query", "--show", "--showformat", "${source:Package}\t${source:Version}", package]
        name, version = subprocess.check_output(query, text=True).split("\t")
        if name not in given:
            given.add(name)
            text = Path("/usr/share/doc", package.partition(":")[0], "copyright").read_text(encoding="utf-8")
            yield Component(name, version, _licences_in(text), text)


def _package_of(source: Path) -> str | None:
    """Return the package that a file belongs to; None if it is not known."""
    if shutil.which("dpkg-query") is None:
        return None
    # The list may have the place from before /lib became a link to /usr/lib.
    names = [str(source), str(source).removeprefix("/usr")]
    found = subprocess.run(["dpkg-query", "--search", *names], check=False, capture_output=True, text=True)
    return found.stdout.partition(": ")[0].partition(",")[0] or None


def _licences_in(text: str) -> str:
    """Return the licence that a copyright file of Debian names first, that of most files."""
    names = list(dict.fromkeys(_DEP5_LICENCE.findall(text)))
    return "see text" if not names else names[0] if len(names) == 1 else f"{names[0]} (others: see text)"


def _common_licences(components: Iterable[Component]) -> Iterator[Component]:
    """Give the licences that the texts of the system refer to by the name of a file."""
    names = {name for component in components for name in _COMMON.findall(component.text)}
    for name in sorted(names):
        path = COMMON / name
        if path.is_file():
            yield Component(f"Licence text {name}", "", name, path.read_text(encoding="utf-8"))


def _text_of(name: str) -> str:
    return (TEXTS / name).read_text(encoding="utf-8")
