"""What a reader, an analyst and a contributor rely on."""
