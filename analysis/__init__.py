"""Pure reasoning over statements and facts: no files, no SQL, no clock. Knows only the schema."""
