"""Hands before a face: rendered ones (RGBA pictures, 14 pixels a centimetre), or drawn ones of rounded limbs."""

from pathlib import Path

import cv2
import numpy as np

from faces.frame import NET_SIDE
from generator.canvas import BIG, noise
from generator.scene import Scene

PIXELS_PER_MM = 1.4
FACE_TONES = [50, 280, 205, 425, 151]
NEAR_EDGES = [152, 148, 377, 172, 397, 58, 288, 132, 361, 234, 454, 54, 284, 13, 17, 4]

Layer = tuple[np.ndarray, np.ndarray]
"""Colours (BIG, BIG, 3) and alpha (BIG, BIG)."""


def load_hands(folder: Path | None) -> list[np.ndarray]:
    """RGBA pictures, upright: fingers up, wrist at the lower edge."""
    files = sorted(folder.glob("*.png")) if folder else []
    read = (cv2.imread(str(file), cv2.IMREAD_UNCHANGED) for file in files)
    return [cv2.cvtColor(picture, cv2.COLOR_BGRA2RGBA) for picture in read]


def hand(scene: Scene, rendered: list[np.ndarray]) -> Layer:
    """A hand somewhere on the face, mostly in the tone of the face."""
    if rendered and scene.chance.happens(0.7):
        return _rendered_hand(scene, scene.chance.choice(rendered))
    return _drawn_hand(scene)


def _tone(scene: Scene) -> np.ndarray:
    chance = scene.chance
    cast = np.float32([1, chance.between(0.92, 1.05), chance.between(0.88, 1.08)])
    return np.clip(scene.skin_at(FACE_TONES) * chance.between(0.65, 1.25) * cast, 4, 255)


def _target(scene: Scene) -> np.ndarray:
    """Where the hand lies, on the canvas: anywhere, or at the chin, cheek, mouth or temple."""
    chance, head = scene.chance, scene.head
    landmark = chance.choice(NEAR_EDGES) if chance.happens(0.5) else chance.whole(0, 468)
    return head.pixel(landmark) + chance.normal(12)


def _rendered_hand(scene: Scene, picture: np.ndarray) -> Layer:
    chance, head = scene.chance, scene.head
    side = picture.shape[0]
    scale = head.mm / PIXELS_PER_MM * chance.between(0.8, 1.15)
    turn = chance.between(-np.pi, np.pi) if chance.happens(0.35) else chance.normal(0.7, 1)[0]
    mirror = chance.side()
    grip = np.array([side * chance.between(0.35, 0.65), side * chance.between(0.05, 0.55)])
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    matrix = np.array([[c * mirror, -s], [s * mirror, c]])
    matrix = np.c_[matrix, _target(scene) - matrix @ grip]
    layer = cv2.warpAffine(picture, matrix, (BIG, BIG), flags=cv2.INTER_AREA).astype(np.float32)
    alpha = layer[..., 3] / 255
    colours = layer[..., :3] / np.maximum(alpha, 0.05)[..., None]
    if chance.happens(0.8):
        seen = colours[alpha > 0.9]
        own = np.median(seen, 0) if len(seen) else np.full(3, 128.0)
        colours = colours * (_tone(scene) / np.maximum(own, 4))
    colours = colours * noise(chance, 30, 0.94, 1.06)[..., None]
    return np.clip(colours, 0, 255), alpha


_Y, _X = np.mgrid[0:NET_SIDE, 0:NET_SIDE].astype(np.float32)


def _limb(start: np.ndarray, end: np.ndarray, start_radius: float, end_radius: float) -> Layer:
    """Depth inside a rounded limb, and its radius there; at the net's size."""
    along = end - start
    t = ((_X - start[0]) * along[0] + (_Y - start[1]) * along[1]) / max(float(along @ along), 1e-3)
    t = np.clip(t, 0, 1)
    radius = start_radius + (end_radius - start_radius) * t
    return radius - np.hypot(_X - start[0] - t * along[0], _Y - start[1] - t * along[1]), radius


def _drawn_hand(scene: Scene) -> Layer:
    chance, mm = scene.chance, scene.head.mm / 2
    tone, light = _tone(scene), chance.normal(1)
    angle, spread = chance.between(0, 2 * np.pi), chance.between(0.02, 0.22)
    fingers = chance.whole(1, 6)
    length, radius = chance.between(40, 80) * mm, chance.between(6.5, 9.5) * mm
    forward = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-forward[1], forward[0]])
    target = _target(scene) / 2 + forward * (length * chance.between(0.6, 1.5) if chance.happens(0.4) else 0)
    palm = target - forward * length
    limbs = []
    if chance.happens(0.75):
        wrist = palm - forward * chance.between(40, 60) * mm
        limbs.append((palm - forward * 25 * mm, wrist, (fingers * 0.9 + 2) * radius, 24 * mm))
    for i in range(fingers):
        offset = i - (fingers - 1) / 2
        towards = forward * np.cos(offset * spread) + across * np.sin(offset * spread)
        root = palm + across * offset * radius * chance.between(1.9, 2.2) - forward * 10 * mm
        tip = root + towards * (length + 10 * mm) * (1 - 0.05 * offset * offset) * chance.between(0.93, 1.04)
        knuckle = (root + tip) / 2 + across * chance.between(-4, 4) * mm
        limbs += [(root, knuckle, radius * 1.08, radius), (knuckle, tip, radius, radius * 0.82)]
    alpha, shading = _shade_limbs(scene, limbs, light)
    larger = lambda field: cv2.resize(field, (BIG, BIG), interpolation=cv2.INTER_LINEAR)
    colours = tone * larger(shading)[..., None] * noise(chance, 30, 0.93, 1.07)[..., None]
    return np.clip(colours, 0, 255), larger(alpha)


def _shade_limbs(scene: Scene, limbs: list[tuple], light: np.ndarray) -> Layer:
    chance, mm = scene.chance, scene.head.mm / 2
    alpha, shading = np.zeros((NET_SIDE, NET_SIDE), np.float32), np.ones((NET_SIDE, NET_SIDE), np.float32)
    flatness, dark = chance.between(0.4, 1.6), chance.between(0.35, 0.6)
    for start, end, start_radius, end_radius in limbs:
        depth, radius = _limb(start, end, start_radius, end_radius)
        here = np.clip(depth + 0.5, 0, 1)
        bulge = np.sqrt(np.clip(depth / (radius + 1e-3), 0, 1))
        tone = 1.05 - (1.05 - dark) * (1 - bulge**0.8) ** flatness
        middle = (start + end) / 2
        slope = ((_X - middle[0]) * light[0] + (_Y - middle[1]) * light[1]) / (60 * mm)
        shading = shading * (1 - here) + tone * np.clip(1 + 0.12 * slope, 0.7, 1.3) * here
        alpha = np.maximum(alpha, here)
    return alpha, shading
