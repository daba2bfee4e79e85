"""What lenses do to what is seen through them."""

import cv2
import numpy as np

from generator.canvas import BIG, blend, blur, darken, edge, noise, polygon, shift, soft
from generator.scene import Scene

Lens = tuple[np.ndarray, np.ndarray]
"""Its middle (2,) and its drawn mask."""


def refract(scene: Scene, lenses: list[Lens]) -> None:
    """Strong lenses scale what is seen through them."""
    scale = scene.chance.between(0.84, 1.08)
    for centre, mask in lenses:
        matrix = np.float32([[scale, 0, centre[0] * (1 - scale)], [0, scale, centre[1] * (1 - scale)]])
        seen = cv2.warpAffine(scene.image, matrix, (BIG, BIG), borderMode=cv2.BORDER_REFLECT)
        blend(scene.image, seen, soft(mask))


def shade(scene: Scene, rims: np.ndarray, glass: np.ndarray) -> None:
    """Shadow of the frame on the skin, and a little of the lenses'."""
    chance, mm = scene.chance, scene.head.mm
    frame = shift(blur(rims, chance.between(0.8, 3.5) * mm), chance.between(-3, 3) * mm, chance.between(0.5, 7) * mm)
    glow = shift(blur(glass, 3 * mm), 0, chance.between(1, 5) * mm)
    shadow = frame * chance.between(0.1, 0.6) + glow * chance.between(0, 0.12)
    darken(scene.image, np.clip(shadow, 0, 0.8))


def tint(scene: Scene, glass: np.ndarray, dark: bool) -> None:
    """Sunglasses, dark or coloured, often paler below; or the slight tint of ordinary lenses."""
    chance = scene.chance
    if dark:
        colour = chance.colour(5, 60) if chance.happens(0.8) else chance.colour(20, 200)
        amount, paler = chance.between(0.55, 1.0), chance.between(0.3, 1)
    else:
        colour, amount, paler = chance.colour(60, 255), chance.between(0.02, 0.25), 1.0
    fade = np.linspace(1, paler, BIG, dtype=np.float32)[:, None]
    blend(scene.image, colour * (scene.light if dark else 1), glass * amount * fade)


def reflect(scene: Scene, lenses: list[Lens], glass: np.ndarray) -> None:
    """Windows, lamps and slanting bands."""
    chance, mm = scene.chance, scene.head.mm
    glow = np.zeros((BIG, BIG), np.float32)
    for centre, mask in lenses:
        for _ in range(chance.whole(1, 4)):
            shape = _window(scene, centre) if chance.happens(0.5) else _band(scene, centre)
            glow = np.maximum(glow, soft(polygon(shape)) * (mask > 0) * chance.between(0.05, 0.8))
    colour = np.float32([255 * chance.between(0.8, 1), 255 * chance.between(0.85, 1), 255])
    blend(scene.image, colour, blur(glow, chance.between(0.3, 5)) * glass)


def mirror(scene: Scene, glass: np.ndarray) -> None:
    """Mirrored sunglasses show a blurred landscape."""
    chance = scene.chance
    sky, ground = chance.colour(60, 255), chance.colour(10, 160)
    mix = np.clip((noise(chance, 3) - 0.5) * 2 + np.linspace(1.2, -0.4, BIG, dtype=np.float32)[:, None], 0, 1)
    blend(scene.image, ground + (sky - ground) * mix[..., None], glass * chance.between(0.3, 0.9))


def cut_edge(scene: Scene, mask: np.ndarray) -> None:
    """The edge of the glass catches light, or looks dark."""
    chance = scene.chance
    strength = noise(chance, chance.whole(6, 30), -1, 1) * chance.between(20, 90)
    scene.image += (edge(mask) * strength)[..., None]


def _window(scene: Scene, centre: np.ndarray) -> np.ndarray:
    chance, mm = scene.chance, scene.head.mm
    width, height = chance.between(2, 12) * mm, chance.between(2, 14) * mm
    skew = chance.between(-0.5, 0.5)
    corners = [[-width, -height], [width, -height + skew * height], [width + skew * width, height]]
    corners.append([-width, height + skew * height])
    return np.array(corners) / 2 + centre + chance.numbers.uniform(-14, 14, 2) * mm


def _band(scene: Scene, centre: np.ndarray) -> np.ndarray:
    chance, mm = scene.chance, scene.head.mm
    width, lean = chance.between(2, 10) * mm, chance.between(-1.2, 1.2) * 40 * mm
    x, y = centre + chance.numbers.uniform(-12, 12, 2) * mm
    reach = 40 * mm
    top, bottom = [x + lean, y - reach], [x - lean, y + reach]
    return np.array([top, [top[0] + width, top[1]], [bottom[0] + width, bottom[1]], bottom])
