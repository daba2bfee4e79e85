"""Face masks, scarves over the mouth, head scarves, hats and hoods."""

import numpy as np

from generator.canvas import BIG, blur, noise, polygon, soft
from generator.covers.hand import Layer
from generator.covers.things import rounded
from generator.scene import Scene
from generator.textures import Textures

JAW_LINE = [234, 132, 58, 172, 150, 152, 379, 397, 288, 361, 454]
OVER_NOSE, UNDER_NOSE = [447, 347, 345, 6, 116, 118, 227], [425, 436, 2, 216, 205]
OVAL = [
    10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152,
    148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
]  # fmt: skip
FOREHEAD = [389, 251, 284, 332, 297, 338, 10, 109, 67, 103, 54, 21, 162]
MASK_COLOURS = [(150, 190, 215), (235, 238, 240), (25, 25, 28), (200, 160, 170), (90, 110, 140)]
NOSE_TOPS = [6, 197, 195, 5, 4]


def cloth(scene: Scene, textures: Textures) -> Layer:
    """One of them."""
    chance = scene.chance
    kind = chance.numbers.random()
    mask = _face_mask(scene) if kind < 0.5 else _head_scarf(scene) if kind < 0.75 else _hat(scene)
    colours = textures.stuff(chance)
    if kind < 0.5 and chance.happens(0.6):
        colours[:] = np.float32(chance.choice(MASK_COLOURS)) * chance.between(0.7, 1.05)
    folds = np.sin(np.arange(BIG)[:, None] * chance.between(0.1, 0.35) + chance.between(0, 6))
    shading = noise(chance, chance.whole(3, 7), 0.7, 1.15) + 0.06 * folds
    colours = colours * shading[..., None] * chance.between(0.6, 1.15) * scene.light
    return np.clip(colours, 0, 255).astype(np.float32), blur(soft(mask), chance.between(0.3, 1.5))


def _shaken(scene: Scene, landmarks: list[int], mm: float) -> np.ndarray:
    spread = scene.chance.normal(mm * scene.head.mm, (len(landmarks), 2))
    return scene.head.landmarks[landmarks, :2] + spread


def _face_mask(scene: Scene) -> np.ndarray:
    """Over mouth and nose, worn too low, or a scarf."""
    chance = scene.chance
    if chance.happens(0.7):
        upper = [id if id != 6 else chance.choice(NOSE_TOPS) for id in OVER_NOSE]
    else:
        upper = UNDER_NOSE
    below = [0, chance.between(0, 12) * scene.head.mm]
    outline = np.r_[_shaken(scene, JAW_LINE, 1.5) + below, _shaken(scene, upper, 1.5)]
    return rounded(polygon(outline), 3)


def _head_scarf(scene: Scene) -> np.ndarray:
    """All around the face, with an opening that may cut into it."""
    chance, head = scene.chance, scene.head
    oval = head.landmarks[OVAL, :2]
    middle = oval.mean(0)
    size = np.array([chance.between(0.82, 1.0), chance.between(0.84, 1.02)])
    moved = np.array([chance.between(-6, 6), chance.between(-4, 8)]) * head.mm
    opening = middle + (oval - middle) * size + moved
    return rounded(255 - polygon(opening), 3)


def _hat(scene: Scene) -> np.ndarray:
    """A hat, a cap or a band deep on the forehead."""
    chance, head = scene.chance, scene.head
    brim = head.landmarks[FOREHEAD, :2] + [0, chance.between(0, 30) * head.mm]
    arch = np.linspace(-1, 1, len(brim)) ** 2 * chance.between(-14, 6) * head.mm
    brim = brim + np.c_[np.zeros(len(brim)), arch]
    height = chance.between(25, 160) * head.mm
    outwards = (brim - brim.mean(0)) * chance.between(1.0, 1.3) + brim.mean(0)
    return rounded(polygon(np.r_[brim, outwards[::-1] - [0, height]]), 2)
