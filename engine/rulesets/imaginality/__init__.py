"""Imaginality: no dice; seven cards in every hand, played face down."""
