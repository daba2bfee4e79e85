"""What cameras, small sizes and compression do. Pictures have the net's size."""

import cv2
import numpy as np

from faces.frame import NET_SIDE
from generator.canvas import blur
from generator.chance import Chance


def photograph(picture: np.ndarray, chance: Chance) -> np.ndarray:
    """Degrades a picture (160, 160, 3) float32; returns uint8."""
    if chance.happens(0.15):
        picture = picture + chance.between(0.3, 1.2) * (picture - blur(picture, chance.between(0.7, 1.5)))
    picture = _tones(_sharpness(picture, chance), chance)
    if chance.happens(0.45):
        picture = picture + _grain(chance)
    exposed = np.clip(picture, 0, 255).astype(np.uint8)
    if chance.happens(0.45):
        quality = [cv2.IMWRITE_JPEG_QUALITY, chance.whole(18, 92)]
        exposed = cv2.imdecode(cv2.imencode(".jpg", exposed, quality)[1], cv2.IMREAD_COLOR)
    return exposed


def _sharpness(picture: np.ndarray, chance: Chance) -> np.ndarray:
    kind = chance.numbers.random()
    if kind < 0.33:
        small = int(NET_SIDE * chance.between(0.15, 0.85))
        shrunk = cv2.resize(picture, (small, small), interpolation=cv2.INTER_AREA)
        how = chance.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC])
        return cv2.resize(shrunk, (NET_SIDE, NET_SIDE), interpolation=how)
    if kind < 0.5:
        return blur(picture, chance.between(0.4, 1.6))
    if kind < 0.56:
        length = chance.whole(3, 8)
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, chance.whole(0, length)), (length - 1, chance.whole(0, length)), 1)
        return cv2.filter2D(picture, -1, kernel / kernel.sum())
    return picture


def _tones(picture: np.ndarray, chance: Chance) -> np.ndarray:
    if chance.happens(0.35):
        picture = picture * chance.between(0.7, 1.25) + chance.between(-25, 25)
    grey = picture.mean(2, keepdims=True)
    if chance.happens(0.3):
        picture = grey + (picture - grey) * chance.between(0.2, 1.5)
    if chance.happens(0.08):
        picture = np.repeat(picture.mean(2, keepdims=True), 3, 2)
        picture = picture * (np.float32([1, 0.93, 0.8]) if chance.happens(0.3) else 1)
    return picture


def _grain(chance: Chance) -> np.ndarray:
    channels = 1 if chance.happens(0.5) else 3
    grain = chance.normal(chance.between(1, 13), (NET_SIDE, NET_SIDE, channels)).astype(np.float32)
    if chance.happens(0.35):
        grain = blur(grain, chance.between(0.5, 1.2)).reshape(NET_SIDE, NET_SIDE, -1) * 2
    return grain
