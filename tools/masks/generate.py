"""Draws training samples.

python3 generate.py OUT.npz COUNT SEED --library LIBRARY.npz SHARE [--library …] [--hands DIR]
"""

import argparse
import time
import traceback
from pathlib import Path

import numpy as np

from faces.frame import NET_SIDE
from faces.library import load
from generator.chance import Chance
from generator.compose import Composer, Recipe

ALLOWED_FAILURES = 0.02
"""Share of samples that may fail, say because a shape lies outside the canvas."""


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--hands", type=Path)
    parser.add_argument("--library", nargs=2, action="append", required=True, metavar=("FILE", "SHARE"))
    return parser.parse_args()


def main() -> None:
    """Writes COUNT samples; sample i depends on the seed and i alone."""
    options = arguments()
    libraries = [load(Path(file)) for file, _ in options.library]
    shares = [float(share) for _, share in options.library]
    composer = Composer(libraries, shares, options.hands, Recipe())
    started, failures = time.time(), 0
    pictures = np.empty((options.count, NET_SIDE, NET_SIDE, 3), np.uint8)
    masks = np.empty((options.count, 6, NET_SIDE, NET_SIDE), np.uint8)
    known = np.empty((options.count, NET_SIDE, NET_SIDE), np.uint8)
    for i in range(options.count):
        for attempt in range(100):
            try:
                seed = (options.seed * 1_000_000 + i) * 100 + attempt
                pictures[i], masks[i], known[i] = composer.sample(Chance(seed))
                break
            except (ValueError, IndexError, ZeroDivisionError):
                failures += 1
                if failures > 3 + options.count * ALLOWED_FAILURES:
                    raise
                traceback.print_exc()
    partial = options.output.with_suffix(".part.npz")
    np.savez(partial, pictures=pictures, masks=masks, known=known)
    partial.rename(options.output)
    each = (time.time() - started) / options.count
    print(f"{options.output}: {options.count} samples, {each * 1000:.0f} ms each, {failures} failed attempts")


if __name__ == "__main__":
    main()
