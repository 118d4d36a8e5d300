"""How near the memory answers come to real runs, beside the published formulas of other calculators.

`python -m bench.fit_accuracy [--ledger FILE] [--rows]` reads tests/evidence/memory-truth.csv and the built ledger.
Nothing is fitted here and no answer is kept: a row is answered from its model's facts and the settings it prints.
"""

import argparse
import csv
import statistics
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from bench.fit_cases import Result, results
from bench.fit_peers import PEERS
from bench.fit_truth import EVIDENCE, LEDGER, Ledger, rows

AVERAGED = ("KV tokens", "KV bytes", "pool", "weights, bytes recorded")
COLUMNS = f"{'n':>5} {'median %':>9} {'worst %':>9}"


def main() -> None:
    options = argparse.ArgumentParser(description="Compare memory answers with real runs.")
    options.add_argument("--ledger", type=Path, default=LEDGER)
    options.add_argument("--evidence", type=Path, default=EVIDENCE)
    options.add_argument("--rows", action="store_true", help="print every row")
    options.add_argument("--validated", type=Path, help="write how many runs stand behind each kind of answer")
    chosen = options.parse_args()
    if not chosen.ledger.exists():
        options.error(f"{chosen.ledger}: no ledger there; `make build` makes build/ledger.db")
    found = results(Ledger(chosen.ledger), rows(chosen.evidence))
    if chosen.rows:
        print_rows(found)
    if chosen.validated:
        write_validated(found, chosen.validated)
    for part in (print_quantities, print_averages, print_fits, print_peers, print_peer_fits, print_unanswered):
        part(found)


def write_validated(found: list[Result], path: Path) -> None:
    """Runs with an answered row by engine, device class and attention class, where all three are known."""
    kinds = {(result.kind, result.row.run) for result in found if result.predicted is not None and all(result.kind)}
    counts = Counter(kind for kind, _ in kinds)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("engine", "device_class", "attention_class", "runs"))
        writer.writerows((*kind, count) for kind, count in sorted(counts.items()))


def grouped(found: Iterable[Result], key: Callable[[Result], str]) -> dict[str, list[Result]]:
    """Rows with an error, by key in alphabetic order."""
    groups: dict[str, list[Result]] = {}
    for result in found:
        if result.error is not None:
            groups.setdefault(key(result), []).append(result)
    return dict(sorted(groups.items()))


def summary(errors: Iterable[float | None]) -> str:
    """n, median and worst absolute error in per cent."""
    sizes = sorted(abs(error) * 100 for error in errors if error is not None)
    return f"{len(sizes):5d} {statistics.median(sizes):9.2f} {sizes[-1]:9.2f}"


def size(result: Result) -> float:
    """Absolute error."""
    return abs(result.error or 0.0)


def print_quantities(found: list[Result]) -> None:
    print(f"\n{'quantity':54} {COLUMNS}   worst row")
    for quantity, group in grouped(found, lambda result: result.quantity).items():
        worst = max(group, key=size)
        print(f"{quantity:54} {summary(map(size, group))}   {worst.row.id} {worst.row.model}")


def print_averages(found: list[Result]) -> None:
    """The same per run, engine and device, since rows of one run are no independent witnesses."""
    chosen = [result for result in found if result.quantity in AVERAGED]
    print(f"\n{'medians of runs':54} {COLUMNS}")
    for quantity in AVERAGED:
        per_run = grouped((r for r in chosen if r.quantity == quantity), lambda result: str(result.row.run))
        if per_run:
            print(f"{quantity:54} {summary(statistics.median(map(size, group)) for group in per_run.values())}")
    print_by("engine", chosen, lambda result: result.row.engine)
    print_by("device", chosen, lambda result: result.row.device.split(" (")[0] or "not named")


def print_by(title: str, chosen: list[Result], key: Callable[[Result], str]) -> None:
    print(f"\n{'by ' + title:54} {COLUMNS}")
    for name, group in grouped(chosen, lambda result: f"{result.quantity}, {key(result)}").items():
        print(f"{name:54} {summary(map(size, group))}")


def verdict(result: Result) -> str:
    said, was = bool(result.predicted), result.row.cells["value"] == "yes"
    return "right" if said == was else "false yes" if said else "false no"


def print_fits(found: list[Result]) -> None:
    asked = [result for result in found if result.quantity == "fits" and result.predicted is not None]
    firm = [result for result in asked if "weak row" not in result.row.note]
    for title, group in (("all rows", asked), ("without rows that the evidence calls weak", firm)):
        kinds = Counter(map(verdict, group))
        share = 100 * kinds["right"] / max(len(group), 1)
        print(f"\nyes or no, {title}: {kinds['right']} of {len(group)} right ({share:.1f} %),", end=" ")
        print(f"false yes {kinds['false yes']}, false no {kinds['false no']}", end="")
    print()
    for result in asked:
        if verdict(result) != "right":
            row = result.row
            print(f"  {verdict(result)}: {row.id} {row.model} on {row.device_count}x {row.device}:", end=" ")
            print(f"{result.why}; {row.note}")


def print_peers(found: list[Result]) -> None:
    """Others on the rows that they output, and ours on the same rows."""
    print(f"\n{'other formulas on the same rows':34} {'calculator':10} {COLUMNS} | {'ours':>5} {COLUMNS[6:]}")
    for quantity, group in grouped(found, lambda result: result.row.quantity).items():
        for peer in PEERS:
            same = [result for result in group if peer.name in (result.peers or {})]
            if same:
                theirs = summary((result.peers or {})[peer.name] / result.row.measured - 1 for result in same)
                print(f"{quantity:34} {peer.name:10} {theirs} | {'':5} {summary(map(size, same))[6:]}")


def print_peer_fits(found: list[Result]) -> None:
    asked = [result for result in found if result.quantity == "fits" and result.predicted is not None]
    for peer in PEERS:
        same = [result for result in asked if peer.name in (result.peers or {})]
        theirs = sum((result.peers or {})[peer.name] == (result.row.cells["value"] == "yes") for result in same)
        ours = sum(verdict(result) == "right" for result in same)
        print(f"{'fits, right answers':34} {peer.name:10} {len(same):5d} {theirs:9d} {'':9} | {'':5} {ours:9d}")


def print_unanswered(found: list[Result]) -> None:
    silent = [result for result in found if result.predicted is None]
    print(f"\nwithout an answer: {len(silent)} of {len(found)} rows")
    for (quantity, why), count in Counter((r.row.quantity, r.why) for r in silent).most_common():
        named = sorted({result.row.model for result in silent if (result.row.quantity, result.why) == (quantity, why)})
        print(f"  {count:3d} {quantity}: {why} ({', '.join(named)})")


def print_rows(found: list[Result]) -> None:
    for result in found:
        row = result.row
        error = "" if result.error is None else f"{100 * result.error:+8.2f} %"
        said = "-" if result.predicted is None else f"{result.predicted:.6g}"
        answer = f"{row.cells['value']:>12} {said:>12} {error:>10}"
        print(f"{row.id} {result.quantity:34} {row.model[:34]:34} {answer} {result.why}")


if __name__ == "__main__":
    main()
