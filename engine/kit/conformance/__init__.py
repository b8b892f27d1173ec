"""The conformance suite: everything that holds for every game, checked on one game and told in plain sentences."""
