"""Encounters: what a GM prepares for a scene, and its running copies: run, reset, paused, resumed, removed."""
