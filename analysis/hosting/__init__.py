"""Which hardware holds which model, asked of a ledger's rows: one meaning for the command, the pages and the tables.

    shelf = Shelf(fetch)                               # `fetch(sql, **parameters)` gives rows of a ledger
    known = shelf.model("qwen3-32b")
    answer = answered(known.model, shelf.devices["nvidia-b200"], Question(users=16), known.released, shelf.validated)
    as_json(answer)                                    # the JSON of `specledger fit` and of /fit.json

Pure: what the SQL in `queries` is run on is the reader's business.
"""
