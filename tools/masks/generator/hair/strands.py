"""Colours of hair and bundles of strands."""

import cv2
import numpy as np

from generator.canvas import SHIFT_BITS, colour_of, fixed, line, polygon
from generator.scene import Scene

PALETTE = [
    (18, 15, 14), (28, 22, 20), (45, 32, 24), (70, 48, 33), (95, 66, 44), (130, 98, 66), (170, 135, 92),
    (205, 175, 130), (225, 205, 170), (120, 55, 30), (150, 80, 40), (140, 138, 135), (215, 213, 210),
]  # fmt: skip
ABOVE_FACE, CHEEKS_AND_BROW = 10, [50, 280, 151]


def hair_colours(scene: Scene, count: int) -> np.ndarray:
    """Colours (count, 3) of strands: the person's own from above the face, a palette's, or nearly the skin's."""
    chance, head = scene.chance, scene.head
    kind = chance.numbers.random()
    if kind < 0.4:
        above = head.at([[chance.between(-50, 50), head.inside(ABOVE_FACE)[1] - 8, 0]])[0]
        own = scene.colours_at(above + chance.normal(10, (200, 2)))
        darkest = own[np.argsort(own.sum(1))[:120]]
        return darkest[chance.numbers.integers(0, len(darkest), count)]
    base = np.float32(chance.choice(PALETTE)) * scene.light
    if kind > 0.85:
        base = scene.skin_at(CHEEKS_AND_BROW) * chance.between(0.55, 1.05)
    base = base * chance.between(0.7, 1.15)
    varied = base * (1 + chance.normal(chance.between(0.08, 0.3), (count, 1))) + chance.normal(3, (count, 3))
    return np.clip(varied, 0, 255)


class Locks:
    """Bundles of strands drawn on top of each other."""

    def __init__(self, scene: Scene):
        self.scene = scene
        self.colours = hair_colours(scene, 64)
        size = scene.image.shape[:2]
        self.picture = np.empty_like(scene.image)
        self.picture[:] = self.colours.mean(0)
        self.mask = np.zeros(size, np.uint8)

    def add(self, spine: np.ndarray, width: float, count: int, taper: float, dense: bool = True) -> None:
        """Draws one lock along a spine (n, 2); its strands run together at the end. Canvas pixels."""
        chance = self.scene.chance
        t = np.linspace(0, 1, len(spine))[:, None]
        along = np.gradient(spine, axis=0)
        normal = np.stack([-along[:, 1], along[:, 0]], 1)
        normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-6
        widths = width * (1 - (1 - taper) * t ** chance.between(0.7, 2.5))
        if dense:
            body = np.r_[spine + normal * widths / 2, (spine - normal * widths / 2)[::-1]]
            ground = colour_of(self.colours[chance.whole(0, 64)] * chance.between(0.6, 0.95))
            cv2.fillPoly(self.picture, [fixed(body)], ground, cv2.LINE_AA, SHIFT_BITS)
            polygon(body, self.mask)
        for _ in range(count):
            wave = chance.between(-0.15, 0.15) * np.sin(t * chance.between(2, 7) + chance.between(0, 6))
            strand = spine + normal * widths * (chance.between(-0.55, 0.55) + wave)
            strand = strand[: max(int(len(strand) * chance.between(0.75, 1)), 3)]
            thick = 1 if chance.happens(0.7) else 2
            colour = colour_of(self.colours[chance.whole(0, 64)])
            cv2.polylines(self.picture, [fixed(strand)], False, colour, thick, cv2.LINE_AA, SHIFT_BITS)
            line(self.mask, strand, thick)
