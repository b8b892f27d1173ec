"""Time that passes: the clock, scheduled events, expiry, preview."""
