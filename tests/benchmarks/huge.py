"""A hundred million games of Faut pas pousser: memory, and what storing and summing up cost on top of the kernel.

    make huge

Other programs on the machine change how long a run takes much more than how much of the processors it uses: so costs
are compared in processor seconds, in turns: the kernel, a run, the kernel, a run.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import analyser  # before numpy, whose threads it limits

__all__ = ["analyser"]

import numpy as np
import polars as pl

from analyser.benchmarks.speed import kernel_rate, peak_megabytes
from analyser.games.loader import find_game

GAME = "faut-pas-pousser"
LOOK_SECONDS = 0.05
KERNEL_SECONDS = 5.0
ROUNDS = 4


def kernel_cost() -> float:
    """Processor seconds of one game of random play, nothing stored, on all cores."""
    before = time.process_time()
    threads = os.cpu_count() or 1
    began = time.perf_counter()
    rate = kernel_rate(find_game(GAME), "random", threads, KERNEL_SECONDS)
    games = rate.games * (time.perf_counter() - began)
    return (time.process_time() - before) / games


def run_command(*words: str) -> dict[str, float]:
    """A whole command: seconds, processor seconds, and the most memory at a tenth of its time, half, and the end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    looks: list[float] = []
    command = [sys.executable, "-m", "analyser", "simulate", *words]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None:
            looks.append(peak_megabytes(process.pid))
            time.sleep(LOOK_SECONDS)
    took = time.perf_counter() - began
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    a_tenth, half = looks[len(looks) // 10], looks[len(looks) // 2]
    return {"seconds": took, "processor": used, "tenth_mb": a_tenth, "half_mb": half, "peak_mb": max(looks)}


def keeping_sums(n_games: int, folder: Path) -> None:
    """The run that keeps only sums: its memory, and its size on disk."""
    found = run_command(*_words("random", n_games), "--keep", "summary", "--out", str(folder / "sums"))
    size = sum(path.stat().st_size for path in (folder / "sums").rglob("*") if path.is_file())
    print(f"{n_games:,} games, --keep summary, {os.cpu_count()} cores:")
    print(f"  {found['seconds']:.1f} s in all, {n_games / found['seconds']:,.0f} games/s; {size:,} bytes on disk")
    print(
        f"  peak memory: {found['tenth_mb']:.0f} MB at a tenth of the time, {found['half_mb']:.0f} MB at half, "
        f"{found['peak_mb']:.0f} MB at the end"
    )


def cost_of_sums(n_games: int, n_all: int, folder: Path) -> None:
    """What keeping sums costs on top of the kernel, and what with the start of a run of `n_all` games.

    The start is that of two small parts: a run of one part does not even import joblib.
    """
    kernel, runs, start = [], [], []
    for round_ in range(ROUNDS):
        kernel.append(kernel_cost() * n_games)
        for costs, size, parts in ((runs, n_games, ()), (start, 1000, ("--part-games", "500"))):
            words = ("--keep", "summary", *parts, "--out", str(folder / f"cost-{round_}-{size}"))
            costs.append(run_command(*_words("random", size), *words)["processor"])
    alone, start_up = float(np.mean(kernel)), float(np.mean(start))
    summing = float(np.mean(runs)) - start_up - alone
    on_top = 100 * (summing / alone + start_up / (alone * n_all / n_games))
    print(f"{n_games:,} games, {ROUNDS} rounds in turns, processor seconds: the kernel alone {alone:.2f} s", end="")
    print(f" ({min(kernel):.2f} to {max(kernel):.2f}), a run without its start {alone + summing:.2f} s", end="")
    print(f" ({min(runs) - start_up:.2f} to {max(runs) - start_up:.2f}), its start {start_up:.2f} s")
    print(
        f"  storing and summing up: {100 * summing / alone:.1f} % on top; with the start, of {n_all:,}: {on_top:.1f} %"
    )


def keeping_rows(n_games: int, folder: Path) -> None:
    """The run that keeps rows, read back."""
    found = run_command(*_words("random", n_games), "--out", str(folder / "rows"))
    again = run_command("--resume", str(folder / "rows"))
    began = time.perf_counter()
    seats = pl.scan_parquet(folder / "rows" / "seats" / "*.parquet")
    table = seats.group_by("turn_position").agg(pl.len(), pl.col("win").mean()).sort("turn_position")
    wins = table.collect(engine="streaming")
    lazily = time.perf_counter() - began
    size = sum(path.stat().st_size for path in (folder / "rows").rglob("*") if path.is_file())
    print(f"{n_games:,} games, rows kept ({size / 1e6:,.0f} MB): {found['seconds']:.1f} s, {found['peak_mb']:.0f} MB")
    print(f"  checked, read back and summarised (--resume): {again['seconds']:.1f} s, {again['peak_mb']:.0f} MB")
    print(f"  Polars, lazily, {4 * n_games:,} rows by turn_position: {lazily:.1f} s; plays {wins['len'].to_list()}")


def _words(strategy: str, n_games: int) -> list[str]:
    return ["--game", GAME, "--strategies", strategy, "--games", str(n_games)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000_000)
    parser.add_argument("--rows", type=int, default=10_000_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [sys.executable, "-m", "analyser", "simulate", *_words("random", 1000), "--out", f"{folder}/warm"],
            check=True,
            capture_output=True,
        )
        keeping_sums(asked.games, Path(folder))
        manifest = json.loads((Path(folder) / "sums" / "run.json").read_text(encoding="utf-8"))
        assert manifest["games_played"] == asked.games
        cost_of_sums(asked.rows, asked.games, Path(folder))
        keeping_rows(asked.rows, Path(folder))


if __name__ == "__main__":
    main()
