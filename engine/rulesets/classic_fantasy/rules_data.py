"""The id and the folder of the game."""

from __future__ import annotations

from engine.asset_folder import game_folder

RULESET = "classic_fantasy"
FOLDER = game_folder(RULESET)
