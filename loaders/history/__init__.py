"""What has changed in the records, from the repository's own log."""
