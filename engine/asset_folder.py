"""The folder of the shared data: texts, art, rules tables."""

from __future__ import annotations

from pathlib import Path

ASSETS = Path(__file__).resolve().parents[1] / "assets"
"""The folder `assets`, in the checkout and in the frozen program alike."""
