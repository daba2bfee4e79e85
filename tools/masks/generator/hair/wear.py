"""Puts hair over a face."""

import numpy as np

from generator.canvas import BIG, blend, blur, darken, noise, shift, soft
from generator.hair import styles
from generator.hair.strands import Locks
from generator.scene import HAIR, Scene
from generator.textures import Textures


def wear_hair(scene: Scene, textures: Textures) -> None:
    """Draws a fringe, locks, strands or curls, half of them textured with photographed or rendered hair."""
    chance, mm = scene.chance, scene.head.mm
    locks = Locks(scene)
    kind = chance.numbers.random()
    if kind < 0.42:
        styles.fringe(locks)
        if chance.happens(0.25):
            styles.side_locks(locks)
    elif kind < 0.72:
        styles.side_locks(locks)
    elif kind < 0.9:
        styles.single_strands(locks)
    else:
        styles.curls(locks)
    alpha = soft(locks.mask)
    picture = locks.picture
    if chance.happens(0.5) and textures.has_hair:
        picture = picture + (textures.hair(chance) - picture) * chance.between(0.6, 1.0)
    seen = blur(alpha, chance.between(0.3, 1.0)) * chance.between(0.8, 1)
    if chance.happens(0.8):
        shadow = shift(blur(alpha, chance.between(1, 5) * mm), chance.between(-4, 4) * mm, chance.between(0, 6) * mm)
        darken(scene.image, shadow * chance.between(0.1, 0.5))
    shine = 1 + noise(chance, chance.whole(3, 9), -1, 1) * chance.between(0.05, 0.4)
    slope = 1 + chance.between(-0.3, 0.3) * np.linspace(-1, 1, BIG, dtype=np.float32)
    picture = blur(picture, chance.between(0.3, 0.8)) * shine[..., None] * slope[None, :, None]
    blend(scene.image, np.clip(picture, 0, 255), seen)
    scene.lay(HAIR, seen)
