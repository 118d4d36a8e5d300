"""Judging the figures of a pasted text against the ledger: no model, no files, no network; the same text, the same answer."""
