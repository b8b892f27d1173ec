"""Percentile checks: difficulty, opposed rolls, results."""
