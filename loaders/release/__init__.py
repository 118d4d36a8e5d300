"""Dated releases: an export with a version and the changelog of its figures."""
