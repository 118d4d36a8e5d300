"""Judging the figures of a pasted text against the ledger: no files, no network; the same text, the same answer."""
