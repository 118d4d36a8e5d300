"""Benchmarks: every figure a ratio measured in one run against a floor or a peer."""
