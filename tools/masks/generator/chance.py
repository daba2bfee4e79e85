"""Seeded random choices."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

T = TypeVar("T")


class Chance:
    """One stream of random numbers; the same seed draws the same pictures."""

    def __init__(self, seed: int):
        self.numbers = np.random.default_rng(seed)

    def between(self, low: float, high: float) -> float:
        """Uniform in [low, high)."""
        return float(self.numbers.uniform(low, high))

    def whole(self, low: int, high: int) -> int:
        """Integer in [low, high)."""
        return int(self.numbers.integers(low, high))

    def happens(self, probability: float) -> bool:
        """True with that probability."""
        return bool(self.numbers.random() < probability)

    def choice(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.whole(0, len(options))]

    def normal(self, spread: float, shape: int | tuple[int, ...] = 2) -> np.ndarray:
        """Normally distributed around 0."""
        return self.numbers.normal(0, spread, shape)

    def colour(self, low: float, high: float) -> np.ndarray:
        """(3,) float32 RGB, each channel by itself."""
        return self.numbers.uniform(low, high, 3).astype(np.float32)

    def side(self) -> int:
        """-1 or 1."""
        return -1 if self.happens(0.5) else 1
