"""The ledger as files that other programs open: CSV, JSON, XLSX, Parquet, with descriptions of all of them."""
