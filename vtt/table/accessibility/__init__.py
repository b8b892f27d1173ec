"""Focus order and screen readers."""
