"""What is a prepared fight likely to come to? It is played many times by automatic players, and counted."""
