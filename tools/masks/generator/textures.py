"""Materials for things and hair, cut from pictures or drawn."""

import cv2
import numpy as np

from faces.library import HAIR, Face
from generator.canvas import BIG, noise
from generator.chance import Chance

MIN_HAIR_PIXELS, PATCH = 500, (40, 90)


class Textures:
    """Pieces of the training pictures, and drawn patterns."""

    def __init__(self, faces: list[Face]):
        self.pictures = [face.pixels for face in faces]
        self.patches = [patch for face in faces for patch in _hair_patches(face)]

    @property
    def has_hair(self) -> bool:
        """Whether any picture tells where its hair is."""
        return bool(self.patches)

    def hair(self, chance: Chance) -> np.ndarray:
        """A field (BIG, BIG, 3) of hair in any tone, mirrored at its borders until it fills the canvas."""
        patch = chance.choice(self.patches).astype(np.float32)
        if chance.happens(0.5):
            patch = patch[:, ::-1]
        patch = patch * chance.between(0.5, 1.5) * chance.colour(0.88, 1.12)
        scale = chance.between(1.2, 2.6)
        patch = cv2.resize(patch, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
        shear = [1, chance.between(-0.4, 0.4), chance.between(0, 60)]
        matrix = np.float32([shear, [chance.between(-0.2, 0.2), 1, chance.between(-30, 30)]])
        return cv2.warpAffine(patch, matrix, (BIG, BIG), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)

    def stuff(self, chance: Chance) -> np.ndarray:
        """A material (BIG, BIG, 3): plain, striped, meshed or printed."""
        base = chance.colour(0, 255) if chance.happens(0.5) else np.full(3, chance.between(5, 250), np.float32)
        field = np.broadcast_to(base, (BIG, BIG, 3)).astype(np.float32)
        kind = chance.numbers.random()
        if kind < 0.4:
            field = field * noise(chance, chance.whole(2, 8), 0.7, 1.2)[..., None]
        elif kind < 0.52:
            field = _stripes(chance, field)
        elif kind < 0.65:
            wave = np.sin(np.arange(BIG) * chance.between(0.8, 2))
            field = field * (0.75 + 0.35 * np.outer(wave, wave))[..., None]
        else:
            field = self._print(chance)
        return np.clip(field, 0, 255).astype(np.float32)

    def _print(self, chance: Chance) -> np.ndarray:
        picture, size = chance.choice(self.pictures), chance.whole(30, 70)
        x, y = chance.choice([0, 256 - size]), chance.whole(0, 256 - size)
        piece = picture[y : y + size, x : x + size]
        return cv2.resize(piece, (BIG, BIG), interpolation=cv2.INTER_CUBIC).astype(np.float32)


def _stripes(chance: Chance, field: np.ndarray) -> np.ndarray:
    frequency, angle = chance.between(0.05, 0.6), chance.between(0, np.pi)
    x = np.arange(BIG)
    wave = np.sin(frequency * (x[None, :] * np.cos(angle) + x[:, None] * np.sin(angle)))
    return np.where((wave > chance.between(-0.5, 0.8))[..., None], chance.colour(0, 255), field)


def _hair_patches(face: Face) -> list[np.ndarray]:
    """Rectangles of a face that show nothing but hair: as the renderer or a note `hair@x,y,width,height` tells."""
    noted = [word[5:].split(",") for word in face.notes if word.startswith("hair@")]
    if noted:
        return [face.pixels[y : y + h, x : x + w] for x, y, w, h in (map(int, numbers) for numbers in noted)]
    is_hair = (face.materials == HAIR).astype(np.uint8)
    if is_hair.sum() < MIN_HAIR_PIXELS:
        return []
    depth = cv2.distanceTransform(np.pad(is_hair, 1), cv2.DIST_C, 3)[1:-1, 1:-1]
    y, x = np.unravel_index(np.argmax(depth), depth.shape)
    half = int(depth[y, x]) - 1
    return [face.pixels[y - half : y + half, x - half : x + half]] if half >= 8 else []
