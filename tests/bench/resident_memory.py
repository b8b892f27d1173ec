"""The memory of this process. It imports nothing of the program, so that it can be asked at the start."""

from __future__ import annotations

from pathlib import Path


def megabytes() -> float:
    """Return the resident memory of this process."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024
