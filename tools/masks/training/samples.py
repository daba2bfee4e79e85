"""Training samples from shards, which generate.py may still be writing."""

from glob import glob
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from generator.scene import FRAME
from training.loss import known_planes

THIN_RIMS = 2.2
"""Rims narrower than a pixel cover less than half of it: their masks are raised so that the net calls them whole."""
MAX_SHARDS = 22
"""About 0.4 GB of memory each at 1500 samples."""
Batch = tuple[Tensor, Tensor, Tensor, Tensor]
"""Pictures (n, 3, h, w) 0-255, truth and known (n, 6, h, w), on the face (n, 1, h, w)."""


class Shards:
    """The newest shards of some folders' patterns, read as they appear."""

    def __init__(self, patterns: list[str]):
        self.patterns = patterns
        self.loaded: dict[Path, dict[str, np.ndarray]] = {}
        self.refresh()

    def refresh(self) -> int:
        """Reads new shards and forgets the oldest; returns how many samples there are."""
        files = {Path(file) for pattern in self.patterns for file in glob(pattern) if ".part" not in file}
        newest = sorted(files, key=lambda file: file.stat().st_mtime)[-MAX_SHARDS:]
        self.loaded = {file: self.loaded.get(file) or _read(file) for file in newest}
        return sum(len(shard["pictures"]) for shard in self.loaded.values())

    def draw(self, numbers: np.random.Generator, count: int) -> Batch:
        """Random samples, half of them mirrored, in slightly other tones."""
        shards = list(self.loaded.values())
        places = [(shards[k], numbers.integers(len(shards[k]["pictures"]))) for k in numbers.integers(len(shards), size=count)]
        stack = lambda key: torch.from_numpy(np.stack([shard[key][i] for shard, i in places]))
        pictures = stack("pictures").permute(0, 3, 1, 2).float()
        truth = stack("masks").float() / 255
        truth[:, FRAME] = (truth[:, FRAME] * THIN_RIMS).clamp(max=1)
        known, face = known_planes(stack("known"))
        mirrored = torch.from_numpy(numbers.random(count) < 0.5)
        for planes in (pictures, truth, known, face):
            planes[mirrored] = planes[mirrored].flip(3)
        return _other_tones(pictures, numbers), truth, known, face


def _read(file: Path) -> dict[str, np.ndarray]:
    with np.load(file) as stored:
        return {key: stored[key] for key in ("pictures", "masks", "known")}


def _other_tones(pictures: Tensor, numbers: np.random.Generator) -> Tensor:
    count = len(pictures)
    random = lambda low, high, channels: torch.from_numpy(
        numbers.uniform(low, high, (count, channels, 1, 1)).astype(np.float32)
    )
    changed = pictures * random(0.85, 1.15, 1) * random(0.95, 1.05, 3) + random(-8, 8, 1)
    return changed.clamp(0, 255)
