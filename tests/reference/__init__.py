"""The reference: the house rules once more, in plain Python, obvious and slow.

It imports nothing of the program it checks and is written from docs/rules.md alone, so that a
fault has to be made twice, in two languages and in two ways of thinking, to pass unseen. It
tries everything and proves nothing; do not make it faster by being clever.
"""
