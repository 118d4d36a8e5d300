"""A ledger after a few records were edited: what stands is copied, and only what follows from them is made anew.

What cannot be told apart with certainty is not revised: the caller builds the whole ledger instead.
"""
