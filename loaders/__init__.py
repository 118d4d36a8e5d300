"""Text to tables: reads, checks, builds, exports and serves the ledger."""
