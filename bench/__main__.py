"""All benches in a short form, one table after another, each figure beside what it is measured against."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BENCHES = {
    "records to ledger": ("bench.build_speed", "--records", "1000", "--repeat", "2"),
    "ledger to pages": ("bench.serve_speed", "--statements", "100000", "--rounds", "2"),
    "under load, with a rebuild": ("bench.soak", "--minutes", "0.5", "--rebuild-seconds", "12", "--records", "100"),
    "memory answers": ("bench.fit_accuracy",),
}
LONG = (
    "Longer: bench.build_speed --records 10000 100000, bench.serve_speed, bench.soak --minutes 10, each by `python -m`."
)


def main() -> int:
    """Run every bench, whatever the others do; 1 when one failed."""
    codes = []
    for name, command in BENCHES.items():
        print(f"--- {name}: python -m {' '.join(command)}", flush=True)
        codes.append(subprocess.run([sys.executable, "-m", *command], cwd=ROOT, check=False).returncode)
    print(LONG)
    return 1 if any(codes) else 0


if __name__ == "__main__":
    sys.exit(main())
