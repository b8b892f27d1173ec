"""The second window: what the players may see, and nothing else."""
