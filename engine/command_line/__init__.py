"""The commands of `python -m engine` for people who write games."""
