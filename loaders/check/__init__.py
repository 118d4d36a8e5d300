"""Checks of records: each rule a small object, all of them in one run, every problem at its line."""
