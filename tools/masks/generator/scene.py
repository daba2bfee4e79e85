"""A picture in the making, with its exact masks."""

from dataclasses import dataclass

import numpy as np

from generator.canvas import BIG
from generator.chance import Chance
from generator.head import Head

FRAME, LENS, HAIR, COVER, BEARD, SKIN = range(6)
CLASSES = ("frame", "lens", "hair", "cover", "beard", "skin")


@dataclass
class Scene:
    """What is drawn, and on what."""

    chance: Chance
    image: np.ndarray
    """(BIG, BIG, 3) float32, RGB 0-255."""
    head: Head
    labels: np.ndarray
    """(5, BIG, BIG) float32 0-1: all classes but skin, which is what remains."""
    light: float
    """Brightness of the face, about 0.4-1.15: things in front of it are lit alike."""

    def lay(self, kind: int, alpha: np.ndarray) -> None:
        """Marks a thing (BIG, BIG) that hides what was drawn before it."""
        self.labels *= 1 - alpha
        self.labels[kind] = np.maximum(self.labels[kind], alpha)

    def skin_at(self, landmarks: list[int]) -> np.ndarray:
        """Median colour (3,) at some landmarks."""
        return np.median(self.colours_at(self.head.landmarks[landmarks, :2]), 0)

    def colours_at(self, points: np.ndarray) -> np.ndarray:
        """Colours (n, 3) at points (n, 2)."""
        x, y = np.clip(points, 0, BIG - 1).astype(int).T
        return self.image[y, x]
