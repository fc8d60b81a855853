"""Find items by words: full text ranked by any of the terms, joined with trigrams for parts of words.

``terms`` reads a query, ``ranking`` finds and orders. Both treat text as the first migration's functions do.
"""
