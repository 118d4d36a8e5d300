"""Records and what the analysis makes of them, as rows of the tables."""
