"""Puts glasses on a head."""

import cv2
import numpy as np

from generator.canvas import BIG, blend, blur, darken, edge, empty, line, noise, polygon, soft
from generator.chance import Chance
from generator.glasses import lenses as optics
from generator.glasses.material import Material, draw_material
from generator.glasses.outlines import Shape, draw_shape
from generator.scene import FRAME, HAIR, LENS, Scene

PUPIL_DISTANCE_EYES = (33, 133), (362, 263)
HEAVIER_TOP = 0.8


class Fit:
    """Where one pair sits: the front is a plane that is curved, tilted and a little askew. Millimetres of the head."""

    def __init__(self, scene: Scene, shape: Shape, material: Material, style: str):
        chance, head = scene.chance, scene.head
        self.scene, self.shape, self.material, self.style = scene, shape, material, style
        left, right = ((head.inside(a) + head.inside(b)) / 2 for a, b in PUPIL_DISTANCE_EYES)
        gap = chance.between(13, 21)
        apart = (abs(left[0]) + abs(right[0])) / 2 * chance.between(0.97, 1.08)
        self.x = max(apart, shape.half_width + gap / 2)
        low = chance.between(4, 14) if chance.happens(0.08) else 0
        self.y = (left[1] + right[1]) / 2 + chance.between(-2, 7) + low
        self.z, self.wrap = -chance.between(2, 7), chance.between(3, 13)
        self.tilt, self.roll = chance.between(0, 0.2), chance.between(-0.03, 0.03)
        self.thickness = _thickness(chance, material)

    def depth(self, x: np.ndarray | float) -> np.ndarray | float:
        """Of the front at a distance from the nose."""
        return self.z + self.wrap * (x / 65) ** 2

    def place(self, points: np.ndarray) -> np.ndarray:
        """Points (n, 2) of the front on the canvas (n, 2)."""
        points = np.atleast_2d(points)
        x, y = points[:, 0] - self.roll * points[:, 1], points[:, 1] + self.roll * points[:, 0]
        return self.scene.head.at(np.stack([x, y, self.depth(x) + self.tilt * (y - self.y)], 1))


def _thickness(chance: Chance, material: Material) -> float:
    if material.metal:
        return chance.between(0.5, 1.0) if chance.happens(0.5) else chance.between(0.8, 1.9)
    if material.clear:
        return chance.between(1.0, 4.0)
    return chance.between(1.4, 4.2) if chance.happens(0.8) else chance.between(4, 7)


def _style(chance: Chance, material: Material) -> str:
    kind = chance.numbers.random()
    if kind < (0.72 if material.metal else 0.93):
        return "full"
    return "half" if kind < (0.87 if material.metal else 1) else "rimless"


def wear_glasses(scene: Scene) -> None:
    """Draws one pair with its shadow, lenses and temples."""
    chance = scene.chance
    dark = chance.happens(0.2)
    material = draw_material(chance, scene.light)
    shape = draw_shape(chance, material.metal, dark)
    fit = Fit(scene, shape, material, _style(chance, material))
    rims, glass, pair = _rims(fit)
    _bridge(fit, rims)
    _pads(fit, rims)
    for side in (-1, 1):
        rims = np.maximum(rims, _temple(fit, side))
    frame = blur(soft(rims), chance.between(0.3, 0.9) if chance.happens(0.6) else 0)
    _paint(fit, frame, rims, glass, pair, dark)
    seen_lens = soft(glass) * (1 - frame)
    scene.labels *= 1 - frame
    scene.labels[HAIR] *= 1 - 0.5 * seen_lens * dark
    scene.labels[FRAME] = np.maximum(scene.labels[FRAME], frame)
    scene.labels[LENS] = np.maximum(scene.labels[LENS], seen_lens)


def _rims(fit: Fit) -> tuple[np.ndarray, np.ndarray, list[optics.Lens]]:
    chance, shape = fit.scene.chance, fit.shape
    rims, glass, pair = empty(), empty(), []
    upper = np.clip(0.5 - shape.points[:, 1:] / shape.half_height, 0, 1)
    heavier = chance.between(0, HEAVIER_TOP) if not fit.material.metal or chance.happens(0.2) else 0
    fade = chance.between(2, 4)
    for side in (-1, 1):
        thick = fit.thickness * (1 + heavier * (upper - 0.5))
        if fit.style == "half":
            thick = thick * np.clip(upper * fade - 0.8, 0.0, 1) + 0.15
        if fit.style == "rimless":
            thick = np.full_like(upper, 0.25)
        flip, middle = np.array([side, 1]), [side * fit.x, fit.y]
        outer = polygon(fit.place((shape.points + shape.normals * thick / 2) * flip + middle))
        inner = polygon(fit.place((shape.points - shape.normals * thick / 2) * flip + middle))
        rims = np.maximum(rims, cv2.subtract(outer, inner))
        glass = np.maximum(glass, inner)
        pair.append((fit.place(np.array([middle]))[0], inner))
    return rims, glass, pair


def _bridge(fit: Fit, rims: np.ndarray) -> None:
    chance, shape, mm = fit.scene.chance, fit.shape, fit.scene.head.mm
    height = -shape.half_height * chance.between(0.05, 0.55)
    arch = chance.between(0.5, 5)
    metal = fit.material.metal
    width = max(fit.thickness * chance.between(0.7, 1.4), 0.8) if metal else fit.thickness * chance.between(0.8, 1.6)
    reach = fit.x - shape.reach(height, inner=True) + 0.5
    x = np.linspace(-reach, reach, 9)
    line(rims, fit.place(np.stack([x, fit.y + height - arch * (1 - (x / reach) ** 2)], 1)), width * mm)
    if (shape.kind == "aviator" and chance.happens(0.6)) or chance.happens(0.04):
        y = fit.y - shape.half_height * chance.between(0.7, 0.95)
        line(rims, fit.place(np.array([[-fit.x * 0.6, y], [fit.x * 0.6, y]])), max(fit.thickness, 0.8) * mm)


def _pads(fit: Fit, rims: np.ndarray) -> None:
    chance, mm = fit.scene.chance, fit.scene.head.mm
    if not chance.happens(0.75 if fit.material.metal else 0.5 if fit.material.clear else 0.0):
        return
    inner = fit.x - fit.shape.half_width
    for side in (-1, 1):
        top = [side * (inner - 0.5), fit.y + chance.between(-4, 2)]
        bottom = [side * (inner - chance.between(2, 5)), fit.y + chance.between(3, 8)]
        line(rims, fit.place(np.array([top, bottom])), chance.between(0.8, 2.2) * mm)


def _temple(fit: Fit, side: int) -> np.ndarray:
    """Hinge and temple of one side; of a turned head's far side only the hinge is seen."""
    chance, head = fit.scene.chance, fit.scene.head
    height = -fit.shape.half_height * chance.between(0.1, 0.75)
    width = chance.between(0.8, 2.2) if fit.material.metal else chance.between(2, 6)
    ear_point = head.inside(234 if side < 0 else 454)
    x = fit.x + fit.shape.reach(height, inner=False)
    hinge = np.array([side * x, fit.y + height, fit.depth(x)])
    outwards = max(x + chance.between(0.5, 3), min(abs(ear_point[0]) + chance.between(-2, 3), x + 10))
    corner = np.array([side * outwards, fit.y + height, hinge[2] + chance.between(3, 8)])
    ear = np.array([side * (abs(ear_point[0]) + chance.between(1, 5)), ear_point[1] - chance.between(-3, 12), 0.0])
    ear[2] = max(ear_point[2] + chance.between(0, 20), hinge[2] + 40)
    seen = chance.between(0.25, 0.6) if chance.happens(0.3) else 1
    along = corner + (ear - corner) * seen
    points = head.at(np.stack([hinge, corner, (corner + along) / 2 - [0, 1, 0], along]))
    mask = empty()
    line(mask, points[:2], max(width, fit.thickness) * head.mm * chance.between(0.8, 1.2))
    line(mask, points[1:], width * head.mm)
    if head.turned * side > 0.12:
        behind = polygon(head.hull)
        cv2.circle(behind, tuple(int(v) for v in points[0]), int(5 * head.mm), 0, -1)
        mask = cv2.subtract(mask, behind)
    return mask


def _paint(fit: Fit, frame: np.ndarray, rims: np.ndarray, glass: np.ndarray, pair: list, dark: bool) -> None:
    scene, chance, material = fit.scene, fit.scene.chance, fit.material
    seen = soft(glass)
    if chance.happens(0.5):
        optics.refract(scene, pair)
    if chance.happens(0.75):
        optics.shade(scene, frame, seen)
    if dark or chance.happens(0.3):
        optics.tint(scene, seen, dark)
    if dark and chance.happens(0.2):
        optics.mirror(scene, seen)
    if chance.happens(0.5):
        optics.reflect(scene, pair, seen)
    if fit.style == "rimless" or chance.happens(0.15):
        optics.cut_edge(scene, glass)
    if material.clear:
        darken(scene.image, edge(rims) * noise(chance, chance.whole(5, 20)) * chance.between(0.1, 0.6))
    blend(scene.image, material.field, frame * material.opacity)
