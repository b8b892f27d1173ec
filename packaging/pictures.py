"""Make the README's pictures from the program as it is: `python3 packaging/dev.py pictures`."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "packaging" / "pictures"
DEMO = ("--demo", "imaginality")
PICTURES: dict[str, tuple[str, ...]] = {
    "table": (*DEMO, "--size", "1600x900"),
    "light": (*DEMO, "--size", "1600x900", "--look", "light"),
    "television": (*DEMO, "--size", "1920x1080", "--scale", "1.75", "--look", "high_contrast"),
    "characters": (*DEMO, "--size", "1280x800", "--room", "characters"),
    "story": (*DEMO, "--size", "1280x800", "--room", "story"),
    "options": (*DEMO, "--size", "1280x800", "--room", "options"),
    "welcome": ("--size", "1280x720"),
}
PAPER: dict[str, tuple[str, ...]] = {"paper": ("--blank", "future_imperfect")}
"""First pages of what is printed."""


def main() -> int:
    """Draw each picture offscreen; return how many failed."""
    FOLDER.mkdir(exist_ok=True)
    failed = 0
    for name, words in (PICTURES | PAPER).items():
        # Drawn aside first, so that a picture that cannot be made leaves the old one in its place.
        with tempfile.TemporaryDirectory() as aside:
            drawn = Path(aside) / f"{name}.png"
            if all(_runs(command) for command in _commands(name, words, drawn)) and drawn.is_file():
                (FOLDER / drawn.name).write_bytes(drawn.read_bytes())
                print(f"packaging/pictures/{name}.png")
            else:
                failed += 1
                print(f"{name}: no picture was made", file=sys.stderr)
    return failed


def _commands(name: str, words: tuple[str, ...], drawn: Path) -> tuple[tuple[str, ...], ...]:
    """Return the commands that make a picture, one after the other."""
    program = (sys.executable, "-m", "vtt")
    if name in PICTURES:
        return ((*program, *words, "--screenshot", str(drawn)),)
    pages = str(drawn.with_suffix(".pdf"))
    return (
        (*program, "print", *words, "--out", pages),
        ("pdftoppm", "-r", "110", "-png", "-singlefile", pages, str(drawn.with_suffix(""))),
    )


def _runs(command: tuple[str, ...]) -> bool:
    try:
        return subprocess.run(command, cwd=ROOT, check=False).returncode == 0
    except OSError as error:
        print(error, file=sys.stderr)
        return False


if __name__ == "__main__":
    sys.exit(main())
