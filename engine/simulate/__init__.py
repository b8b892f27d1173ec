"""Simulation: automatic players play a prepared fight many times, and the results are counted."""
