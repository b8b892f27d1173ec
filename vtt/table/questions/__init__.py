"""Questions of offers that the table asks: one at a time, beside the piece that each is about."""
