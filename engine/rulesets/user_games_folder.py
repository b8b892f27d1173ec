"""The user's games folder, beside the campaigns: the window and the command line find the same games there."""

from __future__ import annotations

from pathlib import Path

import platformdirs


def user_documents_folder() -> Path:
    """Return the program's folder among the user's documents. It need not exist."""
    return platformdirs.user_documents_path() / "Kitchen Table"


def user_games_folder() -> Path:
    """Return the folder with the user's games, a folder for each. It need not exist."""
    return user_documents_folder() / "Games"
