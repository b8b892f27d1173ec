"""The documents name only files that exist, and their tables are short enough to read."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HELP = Path("assets/help")
"""The folder of the program's help pages; those in a folder of it have their pictures beside the others, too."""
MOST_LETTERS = 240
"""Letters of a table cell at the most: about two lines of a page."""
PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b(?!\.md)")
"""A part of a path for which the reader puts in something else: `GAME/sheets/ID.toml`."""
LIST_FILES = ("git", "ls-files", "-co", "--exclude-standard")
FILES = tuple(map(Path, subprocess.check_output(LIST_FILES, cwd=ROOT, text=True).splitlines()))
DOCUMENTS = tuple(path for path in FILES if path.suffix == ".md")


def named_paths(text: str) -> set[str]:
    """Return what the text names as a file or a folder: in backquotes with a slash or an ending, or as a link."""
    quoted = re.findall(r"`((?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:py|md|toml|json|tsv))`", text)
    linked = re.findall(r"\]\((?!https?:)([^)#]+)", text)
    return {*quoted, *linked}


def test_there_are_documents() -> None:
    assert {Path("README.md"), Path("engine/README.md"), Path("vtt/README.md")} <= {*DOCUMENTS}


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_a_document_names_only_what_exists(document: Path) -> None:
    games = [*(ROOT / "engine" / "rulesets").iterdir(), *(ROOT / "engine" / "docs" / "examples").iterdir()]
    folders = [ROOT, (ROOT / document).parent, *games, *([ROOT / HELP] if document.is_relative_to(HELP) else [])]
    names = {path.name for path in FILES}
    missing = [
        path
        for path in named_paths((ROOT / document).read_text(encoding="utf-8"))
        if not (any((folder / path).exists() for folder in folders) or path in names or PLACEHOLDER.search(path))
    ]
    assert missing == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_no_table_cell_is_a_paragraph(document: Path) -> None:
    lines = (ROOT / document).read_text(encoding="utf-8").splitlines()
    cells = [cell.strip() for line in lines if line.startswith("|") for cell in line.strip("|").split("|")]
    assert [cell[:60] for cell in cells if len(cell) > MOST_LETTERS] == []
