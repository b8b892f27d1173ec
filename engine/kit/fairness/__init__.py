"""The dice and cards of a session against what fair ones would show."""
