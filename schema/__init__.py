"""What a record may be: types, quantities, the dictionary and agreement. No files, no SQL, no clock."""
