"""The examples of property tests: new ones each run, from a seed that is printed, and more in a long run.

    python3 packaging/dev.py test                                  a few new examples of each property
    python3 packaging/dev.py test --long                           many, and the tests marked `long`
    python3 packaging/dev.py test PATH --hypothesis-seed=NUMBER    the examples of an earlier run again

A failing example is kept in `.hypothesis/` and tried first the next time. Continuous integration (where `CI` is set)
takes its seed from the commit: each commit draws new examples, and the same commit always draws the same.
"""

from __future__ import annotations

import os
import secrets
import subprocess
from pathlib import Path

from hypothesis import HealthCheck, Phase, settings
from hypothesis.database import DirectoryBasedExampleDatabase

ROOT = Path(__file__).parents[1]
LONG_FACTOR = 30
"""Number of examples in a long run, as a multiple of the usual number."""
_mode = {"factor": 1}


def load_profile(*, long: bool) -> None:
    """Set how property tests look by default: to be called before any of them is imported."""
    _mode["factor"] = LONG_FACTOR if long else 1
    common = settings(
        deadline=None,
        derandomize=False,
        database=DirectoryBasedExampleDatabase(ROOT / ".hypothesis" / "examples"),
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )
    # A failure of the short run is printed as it was found: making it smaller can take minutes.
    as_found = (Phase.explicit, Phase.reuse, Phase.generate)
    settings.register_profile("short", common, max_examples=12, stateful_step_count=32, phases=as_found)
    settings.register_profile("long", common, max_examples=400, stateful_step_count=80)
    settings.load_profile("long" if long else "short")


def examples(count: int) -> settings:
    """Draw this many examples in a short run, and many times as many in a long one.

    Args:
        count: the number of examples of a short run.
    """
    return settings(max_examples=count * _mode["factor"])


def new_seed() -> int:
    """Return the seed of this run: the commit's in continuous integration, a random one elsewhere."""
    if os.environ.get("CI"):
        commit = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=ROOT, check=False, capture_output=True, text=True
        ).stdout.strip()
        if commit:
            return int(commit[:8], 16)
    return secrets.randbelow(2**32)
