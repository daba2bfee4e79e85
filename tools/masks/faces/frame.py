"""The square that the net sees: upright around a face, as engine/nets/face-masker.ts cuts it."""

import numpy as np

NET_SIDE = 160
"""Pixels to a side of the net's input."""
STORED_SIDE = 256
"""Pixels to a side of a stored crop; it shows more than the net sees, so that the generator can shift and zoom."""
VIEW = 0.78
"""Share of a stored crop's side that the net sees."""
EYE_DISTANCES = 2.45
"""Side of a stored crop, in distances between the outer eye corners."""

LEFT_EYE, RIGHT_EYE, TOP, CHIN, LEFT_SIDE, RIGHT_SIDE = 33, 263, 10, 152, 234, 454


def frame_of(landmarks: np.ndarray) -> tuple[np.ndarray, float, float]:
    """Centre (2, pixels), side (pixels) and angle (radians) of the stored square.

    The eye distance is three-dimensional, so that a turned head keeps its size.
    landmarks: (468 or 478, 3), pixels.
    """
    left, right = landmarks[LEFT_EYE], landmarks[RIGHT_EYE]
    height = np.linalg.norm(landmarks[TOP] - landmarks[CHIN])
    side = EYE_DISTANCES * max(np.linalg.norm(right - left), 0.62 * height)
    across = (right - left)[:2]
    angle = float(np.arctan2(across[1], across[0]))
    down = np.array([-np.sin(angle), np.cos(angle)])
    between_eyes = (left[:2] + right[:2]) / 2
    between_sides = (landmarks[LEFT_SIDE, :2] + landmarks[RIGHT_SIDE, :2]) / 2
    middle = (between_eyes + between_sides) / 2
    centre = middle + down * ((between_eyes - middle) @ down + 0.15 * side)
    return centre, float(side), angle


def crop_matrix(landmarks: np.ndarray) -> tuple[np.ndarray, float]:
    """Affine map (2, 3) from the picture to the stored crop, and its scale."""
    centre, side, angle = frame_of(landmarks)
    scale = STORED_SIDE / side
    c, s = np.cos(angle) * scale, np.sin(angle) * scale
    half = STORED_SIDE / 2
    x, y = centre
    return np.array([[c, s, half - c * x - s * y], [-s, c, half + s * x - c * y]]), scale


def view_matrix() -> np.ndarray:
    """Affine map (2, 3) from a stored crop to the net's input."""
    scale = NET_SIDE / (STORED_SIDE * VIEW)
    shift = NET_SIDE / 2 - scale * STORED_SIDE / 2
    return np.array([[scale, 0, shift], [0, scale, shift]])


def transform(landmarks: np.ndarray, matrix: np.ndarray, scale: float) -> np.ndarray:
    """Landmarks (n, 3) moved by an affine map; depth scales along."""
    moved = np.empty_like(landmarks)
    moved[:, :2] = landmarks[:, :2] @ matrix[:, :2].T + matrix[:, 2]
    moved[:, 2] = landmarks[:, 2] * scale
    return moved
