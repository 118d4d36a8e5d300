"""Outside data turned into the rows and draft records of the ledger."""
