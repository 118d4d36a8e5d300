"""The ledger's own pages, as a Datasette plugin: `plugin` holds the hooks, `routes` the addresses."""
