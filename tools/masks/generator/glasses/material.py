"""What frames are made of."""

from dataclasses import dataclass

import numpy as np

from generator.canvas import BIG, noise
from generator.chance import Chance

METALS = [
    (190, 160, 110), (175, 175, 180), (80, 80, 85), (165, 120, 95), (45, 42, 42), (35, 32, 32),
    (120, 112, 105), (220, 220, 222), (235, 232, 225), (205, 190, 160), (150, 148, 150), (25, 24, 26),
]  # fmt: skip


@dataclass
class Material:
    """Colour field (BIG, BIG, 3) and opacity of a frame."""

    field: np.ndarray
    opacity: float
    metal: bool = False
    clear: bool = False


def draw_material(chance: Chance, light: float) -> Material:
    """Dark plastic, tortoise or coloured plastic, metal, or clear plastic."""
    kind = chance.numbers.random()
    if kind < 0.27:
        material = _dark_plastic(chance)
    elif kind < 0.38:
        material = _mottled_plastic(chance)
    elif kind < 0.80:
        material = _metal(chance)
    else:
        material = _clear_plastic(chance)
    material.field = np.clip(material.field * light, 0, 255)
    return material


def _glints(chance: Chance, cells: tuple[int, int], strength: tuple[float, float]) -> np.ndarray:
    peaks = np.clip(noise(chance, chance.whole(*cells)) - chance.between(0.6, 0.85), 0, 1)
    return (peaks * chance.between(*strength))[..., None]


def _plain(colour: np.ndarray) -> np.ndarray:
    return np.broadcast_to(np.float32(colour), (BIG, BIG, 3)).copy()


def _dark_plastic(chance: Chance) -> Material:
    warm = np.float32([chance.between(0, 18), chance.between(0, 10), chance.between(0, 12)])
    field = _plain(chance.between(5, 45) + warm) * noise(chance, chance.whole(4, 16), 0.6, 1.5)[..., None]
    if chance.happens(0.6):
        field += _glints(chance, (12, 40), (100, 500))
    return Material(field, 1.0)


def _mottled_plastic(chance: Chance) -> Material:
    dark = np.float32([chance.between(20, 70), chance.between(10, 35), chance.between(5, 20)])
    pale = np.float32([chance.between(90, 180), chance.between(50, 110), chance.between(15, 70)])
    if chance.happens(0.5):
        dark = chance.colour(10, 150)
        pale = np.clip(dark * chance.between(1, 1.9), 0, 255)
    mix = np.clip((noise(chance, chance.whole(16, 50)) - 0.5) * 4 + 0.5, 0, 1)[..., None]
    return Material(dark + (pale - dark) * mix, chance.between(0.85, 1))


def _metal(chance: Chance) -> Material:
    shine = noise(chance, chance.whole(10, 50), chance.between(0.3, 0.7), chance.between(1.1, 1.7))
    field = _plain(chance.choice(METALS)) * shine[..., None] * chance.between(0.7, 1.15)
    if chance.happens(0.6):
        field += _glints(chance, (20, 60), (150, 700))
    return Material(field, chance.between(0.7, 1), metal=True)


def _clear_plastic(chance: Chance) -> Material:
    colour = [chance.between(150, 245), chance.between(145, 240), chance.between(130, 235)]
    field = _plain(colour) * noise(chance, 12, 0.6, 1.15)[..., None] + _glints(chance, (14, 50), (100, 600))
    return Material(field, chance.between(0.15, 0.7), clear=True)
