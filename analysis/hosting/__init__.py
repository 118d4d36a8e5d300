"""Which hardware holds which model, asked of a ledger's rows: one meaning for the command, the pages and the tables.

    known = Shelf(devices, facts)                      # rows of a ledger, read once
    reply = answer(model, device, Question(...))       # the JSON of `specledger fit`

Pure: rows come from whoever reads the database.
"""
