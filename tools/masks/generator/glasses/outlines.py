"""Outlines of lenses, and what kind of frame holds them."""

from dataclasses import dataclass

import numpy as np

from generator.chance import Chance

POINTS = 72
KINDS = ("round", "round", "oval", "rectangle", "rectangle", "trapeze", "trapeze", "aviator", "cat", "hexagon")
EXPONENTS = {
    "round": (2.0, 2.0), "oval": (2, 2.5), "rectangle": (3.5, 7), "trapeze": (2.8, 4.2),
    "aviator": (2.2, 2.8), "cat": (2.3, 3.4), "hexagon": (2, 3),
}  # fmt: skip
HEIGHTS = {
    "round": (0.9, 1.05), "hexagon": (0.85, 1), "oval": (0.65, 0.85), "rectangle": (0.52, 0.75),
    "trapeze": (0.65, 0.85), "aviator": (0.72, 0.95), "cat": (0.6, 0.85),
}  # fmt: skip


@dataclass
class Shape:
    """One lens, x growing outwards from its middle, y down; millimetres."""

    kind: str
    half_width: float
    half_height: float
    points: np.ndarray
    """(72, 2)."""
    normals: np.ndarray
    """(72, 2), outwards."""

    def reach(self, y: float, inner: bool) -> float:
        """How far from the lens's middle its inner or outer edge lies at a height."""
        behind = self.points[:, 0] > 0 if inner else self.points[:, 0] < 0
        nearest = np.argmin(np.abs(self.points[:, 1] - y) + 100 * behind)
        return float(abs(self.points[nearest, 0]))


def draw_shape(chance: Chance, thin: bool, dark: bool) -> Shape:
    """A random lens; thin frames and dark lenses are more often large."""
    kind = chance.choice(KINDS)
    half_width = chance.between(20, 26) if kind in ("round", "hexagon") else chance.between(23, 30)
    half_height = half_width * chance.between(*HEIGHTS[kind])
    if chance.happens(0.4 if thin else 0.35 if dark else 0.1):
        half_width *= chance.between(1, 1.14)
        half_height *= chance.between(1, 1.2)
    points = _outline(chance, kind, half_width, half_height)
    along = np.roll(points, -1, 0) - np.roll(points, 1, 0)
    normals = np.stack([along[:, 1], -along[:, 0]], 1)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-6
    return Shape(kind, half_width, half_height, points, normals)


def _outline(chance: Chance, kind: str, half_width: float, half_height: float) -> np.ndarray:
    if kind == "hexagon":
        return _hexagon(chance, half_width, half_height)
    turn = np.linspace(0, 2 * np.pi, POINTS, endpoint=False)
    exponent = 2 / chance.between(*EXPONENTS[kind])
    c, s = np.cos(turn), np.sin(turn)
    x = half_width * np.sign(c) * np.abs(c) ** exponent
    y = half_height * np.sign(s) * np.abs(s) ** exponent
    v = y / half_height
    if kind == "trapeze":
        x = x * (1 - chance.between(0.05, 0.14) * v)
        y = y - chance.between(0, 0.1) * half_height * x / half_width
    if kind == "aviator":
        x = x * (1 - 0.1 * v) + chance.between(0, 0.12) * half_width * v
        y = np.where(y < 0, y * chance.between(0.7, 0.95), y * chance.between(1, 1.2))
    if kind == "cat":
        y = y - chance.between(0.12, 0.4) * half_height * np.clip(x / half_width, 0, 1) ** 2 * (v < 0.3)
        x = x * (1 - chance.between(0.03, 0.12) * v)
    if kind == "rectangle":
        x = x * (1 - chance.between(-0.02, 0.08) * v)
    if chance.happens(0.3):
        y = np.maximum(y, -chance.between(0.75, 0.95) * half_height)
    return np.stack([x, y], 1)


def _hexagon(chance: Chance, half_width: float, half_height: float) -> np.ndarray:
    corners = np.linspace(0, 2 * np.pi, 7) + chance.between(0, 0.5)
    place = np.linspace(0, 6, POINTS, endpoint=False)
    x = np.interp(place, np.arange(7), np.cos(corners))
    y = np.interp(place, np.arange(7), np.sin(corners))
    return np.stack([half_width * x, half_height * y], 1)
