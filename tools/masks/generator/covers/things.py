"""Microphones, phones, cups, flowers, cloth."""

import cv2
import numpy as np

from generator.canvas import BIG, blur, noise, polygon, soft
from generator.covers.hand import Layer
from generator.scene import Scene
from generator.textures import Textures

AROUND_MOUTH = [13, 17, 152, 200, 61, 291]
_Y, _X = np.mgrid[0:BIG, 0:BIG].astype(np.float32)


def rounded(mask: np.ndarray, sigma: float) -> np.ndarray:
    """A drawn mask with round corners."""
    return (blur(mask.astype(np.float32), sigma) > 127).astype(np.uint8) * 255


def thing(scene: Scene, textures: Textures) -> Layer:
    """One of them, at a random place of the face."""
    chance = scene.chance
    kind = chance.numbers.random()
    draw = _microphone if kind < 0.35 else _box if kind < 0.7 else _blob
    mask, shading, dim = draw(scene)
    colours = textures.stuff(chance) * shading[..., None] * dim * chance.between(0.6, 1.15)
    return np.clip(colours, 0, 255), blur(soft(mask), chance.between(0.3, 2.0))


def _place(scene: Scene) -> np.ndarray:
    return scene.head.pixel(scene.chance.whole(0, 468)) + scene.chance.normal(8)


def _microphone(scene: Scene) -> tuple[np.ndarray, np.ndarray, float]:
    """A head on a stick, mostly from below."""
    chance, head = scene.chance, scene.head
    near_mouth = chance.happens(0.75)
    at = head.pixel(chance.choice(AROUND_MOUTH)) + chance.normal(10) if near_mouth else _place(scene)
    radius, angle = chance.between(9, 30) * head.mm, chance.between(0.4, 2.75)
    along = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-along[1], along[0]]) * radius
    far = at + along * 250
    mask = polygon(np.array([at + across * 0.55, at - across * 0.55, far - across * 0.5, far + across * 0.5]))
    size = (int(radius), int(radius * chance.between(0.8, 1.3)))
    cv2.ellipse(mask, (int(at[0]), int(at[1])), size, np.degrees(angle), 0, 360, 255, -1, cv2.LINE_AA)
    offset = ((_X - at[0]) * across[0] + (_Y - at[1]) * across[1]) / radius**2 + chance.between(-0.4, 0.4)
    return mask, np.clip(1.25 - 0.9 * np.abs(offset), 0.35, 1.3), chance.between(0.15, 1)


def _box(scene: Scene) -> tuple[np.ndarray, np.ndarray, float]:
    """A phone, a card, a cup, a bar."""
    chance, head = scene.chance, scene.head
    at, angle = _place(scene), chance.between(0, np.pi)
    width, height = chance.between(10, 80) * head.mm, chance.between(10, 120) * head.mm
    along = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-along[1], along[0]]) * height / 2
    half, taper = along * width / 2, 1 - chance.between(0, 0.25)
    corners = [at + half * taper + across, at - half * taper + across, at - half - across, at + half - across]
    mask = polygon(np.array(corners))
    if chance.happens(0.5):
        mask = rounded(mask, chance.between(2, 8))
    u = ((_X - at[0]) * along[0] + (_Y - at[1]) * along[1]) / width
    shading = 1 + chance.between(-0.6, 0.6) * u + chance.between(-1.5, 0) * u * u
    return mask, np.clip(shading, 0.4, 1.4), 1.0


def _blob(scene: Scene) -> tuple[np.ndarray, np.ndarray, float]:
    """A flower, cloth, food."""
    chance, head = scene.chance, scene.head
    at, count = _place(scene), chance.whole(5, 12)
    turn = np.linspace(0, 2 * np.pi, count, endpoint=False)
    radius = chance.between(10, 55) * head.mm * chance.numbers.uniform(0.6, 1.3, count)
    flat = chance.between(0.5, 1.2)
    points = np.stack([at[0] + radius * np.cos(turn), at[1] + radius * np.sin(turn) * flat], 1)
    return rounded(polygon(points), chance.between(2, 7)), noise(chance, chance.whole(2, 7), 0.6, 1.25), 1.0


