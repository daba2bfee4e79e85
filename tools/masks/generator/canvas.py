"""Drawing on a canvas of twice the net's size. Masks are (BIG, BIG); uint8 while drawn, float32 0-1 afterwards."""

import cv2
import numpy as np

from faces.frame import NET_SIDE
from generator.chance import Chance

BIG = 2 * NET_SIDE
SHIFT_BITS = 4

cv2.setNumThreads(1)


def fixed(points: np.ndarray) -> np.ndarray:
    """Points (n, 2) in OpenCV's fixed-point notation."""
    return np.round(np.asarray(points) * (1 << SHIFT_BITS)).astype(np.int32)


def empty() -> np.ndarray:
    """A uint8 mask without anything on it."""
    return np.zeros((BIG, BIG), np.uint8)


def polygon(points: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    """Fills a polygon (n, 2), anti-aliased."""
    mask = empty() if mask is None else mask
    cv2.fillPoly(mask, [fixed(points)], 255, cv2.LINE_AA, SHIFT_BITS)
    return mask


def line(mask: np.ndarray, points: np.ndarray, width: float, value=255) -> None:
    """Draws a polyline (n, 2). OpenCV knows whole widths only: less than a pixel is drawn fainter."""
    if width < 1 and value == 255:
        value = int(255 * max(width, 0.35))
    cv2.polylines(mask, [fixed(points)], False, value, max(1, int(round(width))), cv2.LINE_AA, SHIFT_BITS)


def soft(mask: np.ndarray) -> np.ndarray:
    """A drawn mask as float32 0-1."""
    return mask.astype(np.float32) / 255


def blur(field: np.ndarray, sigma: float) -> np.ndarray:
    """Gaussian; sigma in canvas pixels."""
    return cv2.GaussianBlur(field, (0, 0), sigma) if sigma > 0.3 else field


def shift(field: np.ndarray, dx: float, dy: float) -> np.ndarray:
    """Moves a field; what comes in is 0."""
    return cv2.warpAffine(field, np.float32([[1, 0, dx], [0, 1, dy]]), (field.shape[1], field.shape[0]))


def edge(mask: np.ndarray) -> np.ndarray:
    """The outline of a drawn mask, float32 0-1."""
    return soft(cv2.morphologyEx(mask, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)))


def noise(chance: Chance, cells: int, low: float = 0.0, high: float = 1.0) -> np.ndarray:
    """Smooth random field (BIG, BIG) with so many cells to a side."""
    coarse = chance.numbers.random((cells, cells)).astype(np.float32)
    return low + (high - low) * np.clip(cv2.resize(coarse, (BIG, BIG), interpolation=cv2.INTER_CUBIC), 0, 1)


def blend(image: np.ndarray, colour: np.ndarray, alpha: np.ndarray) -> None:
    """Paints a colour or a picture over an image (BIG, BIG, 3), in place."""
    image += alpha[..., None] * (colour - image)


def darken(image: np.ndarray, amount: np.ndarray) -> None:
    """Multiplies an image by 1 - amount (BIG, BIG), in place."""
    image *= 1 - np.clip(amount, 0, 1)[..., None]


def bezier(a: np.ndarray, b: np.ndarray, c: np.ndarray, d: np.ndarray, count: int = 12) -> np.ndarray:
    """Points (count, 2) of a cubic curve."""
    t = np.linspace(0, 1, count)[:, None]
    return (1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t * t * (1 - t) * c + t**3 * d


def colour_of(colour: np.ndarray) -> tuple[float, ...]:
    """A colour as OpenCV's drawing functions want it."""
    return tuple(float(channel) for channel in colour)
