"""Awards, votes and advancement."""
