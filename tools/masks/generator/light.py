"""Light on the scene, and lines that are no glasses."""

import cv2
import numpy as np

from generator.canvas import BIG, SHIFT_BITS, blur, darken, empty, fixed, line, noise, soft
from generator.scene import Scene

WRINKLES = [33, 263, 119, 348, 101, 330, 168, 9, 151, 205, 425, 46, 276]
EYES = ([33, 160, 158, 133, 153, 144], [362, 385, 387, 263, 373, 380])
BROWS = ([70, 63, 105, 66, 107], [336, 296, 334, 293, 300])


def relight(scene: Scene, lamps: float) -> None:
    """Side light, coloured lamps, patches of sun, cast, exposure. lamps: how often there are coloured ones."""
    chance, image = scene.chance, scene.image
    if chance.happens(0.4):
        angle, x = chance.between(0, 6.3), np.linspace(-1, 1, BIG, dtype=np.float32)
        slope = np.cos(angle) * x[None, :] + np.sin(angle) * x[:, None]
        side = chance.between(0, 0.8) * np.tanh(slope * chance.between(0.8, 5))
        image *= (1 + side)[..., None] * chance.between(0.7, 1)
    if chance.happens(lamps):
        mix = np.tanh((noise(chance, chance.whole(2, 5)) - 0.5) * chance.between(3, 10))[..., None] * 0.5 + 0.5
        image *= mix * chance.colour(0.5, 1.5) + (1 - mix) * chance.colour(0.5, 1.4)
    if chance.happens(lamps * 0.5):
        patches = np.clip((noise(chance, chance.whole(4, 9)) - chance.between(0.6, 0.8)) * chance.between(2, 8), 0, 1)
        image += patches[..., None] * chance.colour(10, 140)
    if chance.happens(0.4):
        image *= chance.colour(0.8, 1.2)
    if chance.happens(0.5):
        np.clip(image, 0, 255, image)
        image[:] = 255 * (image / 255) ** chance.between(0.6, 1.8)


def retone_skin(scene: Scene) -> None:
    """Darker or paler skin: a gain that keeps highlights. Bright faces mostly get darker."""
    chance, image = scene.chance, scene.image
    gain = chance.between(0.3, 0.9) if scene.light > 0.6 else chance.between(0.8, 1.5)
    cast = np.float32([1, chance.between(0.82, 1.0), chance.between(0.7, 1.0)])
    np.clip(image, 0, 255, image)
    bright = np.clip((image.mean(2, keepdims=True) - 170) / 85, 0, 1) * 0.6
    image *= gain * cast * (1 - bright) + bright


def add_decoys(scene: Scene) -> None:
    """Wrinkles, make-up, strong brows, lines of shadow: nothing is marked."""
    chance, head, mm = scene.chance, scene.head, scene.head.mm
    layer = empty()
    if chance.happens(0.5):
        for _ in range(chance.whole(1, 7)):
            x, y = head.pixel(chance.choice(WRINKLES)) + chance.normal(5) * mm
            t, length = np.linspace(-1, 1, 8), chance.between(5, 22) * mm
            angle, bend = chance.between(-0.6, 0.6), chance.between(-5, 5) * mm
            curve = np.stack([x + t * length * np.cos(angle), y + t * length * np.sin(angle) + bend * t * t], 1)
            line(layer, curve, chance.between(1, 3))
        darken(scene.image, blur(soft(layer), chance.between(0.8, 3)) * chance.between(0.1, 0.45))
        return
    for ring in EYES:
        points = head.landmarks[ring, :2]
        middle = points.mean(0)
        wider = middle + (points - middle) * chance.between(1.2, 2.2)
        cv2.fillPoly(layer, [fixed(wider)], 255, cv2.LINE_AA, SHIFT_BITS)
    if chance.happens(0.5):
        for brow in BROWS:
            line(layer, head.landmarks[brow, :2], chance.between(1.5, 5) * mm)
    darken(scene.image, blur(soft(layer), chance.between(1, 6)) * chance.between(0.1, 0.6))
