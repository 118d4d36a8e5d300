"""What automatic checks notice about a claim or a statement. A finding asks; only its reader judges."""
