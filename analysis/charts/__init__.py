"""Charts as SVG without scripts: scales, places for labels, and the pictures themselves."""
