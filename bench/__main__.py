"""Everything that is said of speed and endurance, measured anew and printed as one table: `python -m bench [--full]`.

The short form takes about five minutes, the full one an hour. `--older` names the Python of an environment with the
last Datasette before 1.0, which then stands beside the others. How near memory answers come to real runs is another
table: `python -m bench.fit_accuracy`.
"""

import argparse
from dataclasses import replace

from bench.table import FULL, HEAD, SHORT, lines


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument(
        "--full", action="store_true", help="100,000 records, a million statements, ten minutes of load"
    )
    options.add_argument("--older", help="Python of an environment with Datasette 0.65.5")
    chosen = options.parse_args()
    print(HEAD)
    for line in lines(replace(FULL if chosen.full else SHORT, older=chosen.older)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
