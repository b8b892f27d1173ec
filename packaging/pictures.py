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
    "welcome": (
        "--size",
        "1280x720",
    ),
}


def main() -> int:
    """Draw each picture offscreen; return how many failed."""
    FOLDER.mkdir(exist_ok=True)
    failed = 0
    for name, words in PICTURES.items():
        # Drawn aside first, so that a picture that cannot be made leaves the old one in its place.
        with tempfile.TemporaryDirectory() as aside:
            drawn = Path(aside) / f"{name}.png"
            command = [sys.executable, "-m", "vtt", *words, "--screenshot", str(drawn)]
            done = subprocess.run(command, cwd=ROOT, check=False)
            if done.returncode == 0 and drawn.is_file():
                (FOLDER / drawn.name).write_bytes(drawn.read_bytes())
                print(f"packaging/pictures/{name}.png")
            else:
                failed += 1
                print(f"{name}: no picture was made", file=sys.stderr)
    return failed


if __name__ == "__main__":
    sys.exit(main())
