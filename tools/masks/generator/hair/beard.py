"""Beards, moustaches and stubble, with exact masks."""

import cv2
import numpy as np

from generator.canvas import BIG, SHIFT_BITS, blend, blur, colour_of, empty, fixed, noise, polygon, soft
from generator.hair.strands import hair_colours
from generator.scene import BEARD, Scene

JAW = [93, 132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 361, 323]
CHEEKS = [425, 410, 164, 186, 205]
MOUSTACHE = [57, 186, 92, 165, 167, 164, 393, 391, 322, 410, 287, 0]
LIPS = [61, 40, 37, 0, 267, 270, 291, 321, 314, 17, 84, 91]
CHIN = [84, 17, 314, 406, 418, 369, 377, 152, 148, 140, 194, 182]
SIDEBURNS = ([127, 234, 93, 132, 58, 172, 138, 215, 147, 116], [356, 454, 323, 361, 288, 397, 367, 435, 376, 345])
STYLES = ("full", "full", "full", "moustache", "goatee", "strap", "stubble", "stubble")


def wear_beard(scene: Scene) -> None:
    """Draws one of several styles, from stubble to a long full beard."""
    chance = scene.chance
    style = chance.choice(STYLES)
    zone = _zone(scene, style)
    if not zone.any():
        return
    colours = hair_colours(scene, 48)
    if style == "stubble" or chance.happens(0.15):
        _stubble(scene, zone, colours)
    else:
        _strands(scene, zone, colours, long=style == "full" and chance.happens(0.4))


def _zone(scene: Scene, style: str) -> np.ndarray:
    """Where hair grows (BIG, BIG) uint8."""
    chance, head = scene.chance, scene.head
    mm, zone = head.mm, empty()
    shaken = lambda ids: head.landmarks[ids, :2] + chance.normal(2 * mm, (len(ids), 2))
    if style in ("full", "stubble"):
        line_of_cheeks = shaken(CHEEKS) + [0, chance.between(-4, 12) * mm]
        jaw = head.landmarks[JAW, :2] + [0, chance.between(0, 8) * mm]
        polygon(np.r_[jaw[2:-2], line_of_cheeks], zone)
    if style in ("full", "strap", "stubble") and chance.happens(0.8):
        for side in SIDEBURNS:
            polygon(shaken(side), zone)
    if style == "strap":
        outer = head.landmarks[JAW, :2]
        inner = outer + (head.pixel(17) - outer) * chance.between(0.15, 0.35)
        polygon(np.r_[outer, inner[::-1]], zone)
    if style == "goatee":
        polygon(shaken(CHIN) + [0, chance.between(0, 6) * mm], zone)
    if style in ("moustache", "goatee") or chance.happens(0.85):
        polygon(shaken(MOUSTACHE), zone)
    lips = head.landmarks[LIPS, :2]
    bare = polygon(lips.mean(0) + (lips - lips.mean(0)) * chance.between(0.92, 1.08))
    ragged = blur(soft(zone), chance.between(1, 3.5) * mm) + noise(chance, chance.whole(20, 60), -0.2, 0.2)
    return cv2.subtract((ragged > 0.5).astype(np.uint8) * 255, bare)


def _stubble(scene: Scene, zone: np.ndarray, colours: np.ndarray) -> None:
    """Darkens the skin with fine grain; only clear stubble is marked."""
    chance, mm = scene.chance, scene.head.mm
    seen = blur(soft(zone), chance.between(1.5, 5) * mm)
    grain = np.float32(chance.numbers.random((BIG, BIG)))
    grain = np.clip(0.5 + (blur(grain, chance.between(0.4, 0.9)) - 0.5) * chance.between(2, 5), 0, 1)
    amount = chance.between(0.25, 0.8)
    blend(scene.image, colours.mean(0), seen * amount * (0.35 + 0.65 * grain))
    scene.lay(BEARD, np.clip(seen * 1.4 - 0.2, 0, 1) * np.clip(amount * 2.2 - 0.35, 0, 1))


def _strands(scene: Scene, zone: np.ndarray, colours: np.ndarray, long: bool) -> None:
    chance, mm = scene.chance, scene.head.mm
    density = chance.between(0.35, 1)
    ground = blur(soft(zone), chance.between(0.8, 3) * mm) * np.clip(noise(chance, 9, 0.4, 1.6), 0, 1)
    below = colours.mean(0) * chance.between(0.6, 1)
    blend(scene.image, below, ground * chance.between(0.3, 0.95) * density)
    y, x = np.nonzero(zone > 128)
    layer, mask = scene.image.copy(), empty()
    middle = scene.head.pixel(152)[0]
    reach = chance.between(8, 30) if long else chance.between(2, 8)
    curl = chance.between(0, 2.5)
    for k in chance.numbers.integers(0, len(y), int(chance.between(350, 1500) * density)):
        root = np.array([x[k], y[k]], float)
        outwards = (root[0] - middle) / (60 * mm)
        step = np.array([outwards * 1.5 + chance.between(-1, 1) * curl, chance.between(0.3, 1) * reach]) * mm
        bend = np.array([chance.between(-1, 1) * curl, 0]) * mm
        strand = [fixed(np.array([root, root + step * 0.5 + bend, root + step]))]
        cv2.polylines(layer, strand, False, colour_of(chance.choice(colours)), 1, cv2.LINE_AA, SHIFT_BITS)
        cv2.polylines(mask, strand, False, 255, 1, cv2.LINE_AA, SHIFT_BITS)
    drawn = np.minimum(blur(soft(mask), 0.4) * 1.2, 1)
    blend(scene.image, layer * chance.between(0.85, 1.15), drawn * chance.between(0.5, 1))
    body = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    scene.lay(BEARD, np.maximum(np.clip(blur(soft(body), 1.0), 0, 1) * max(density, 0.75), ground * 0.9))
