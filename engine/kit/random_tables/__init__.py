"""Random tables: weighted rows with dice in their texts, which can lead to other tables; every game has them.

The GM prepares them in the Prep room and rolls on them, for the GM alone or for all. A game needs no code for them.
"""
