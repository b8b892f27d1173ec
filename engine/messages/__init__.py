"""Messages as keys and parameters, their texts, names and refusals."""
