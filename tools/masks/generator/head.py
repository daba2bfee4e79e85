"""The axes of a head in the picture: things are drawn in millimetres and follow turned heads."""

import cv2
import numpy as np


def _unit(vector: np.ndarray) -> np.ndarray:
    return vector / (np.linalg.norm(vector) + 1e-6)


class Head:
    """Origin at the root of the nose; x to the picture's right, y down, z away from the camera."""

    def __init__(self, landmarks: np.ndarray):
        """landmarks: (478, 3), canvas pixels."""
        self.landmarks = landmarks
        x = _unit(_unit(landmarks[263] - landmarks[33]) + _unit(landmarks[454] - landmarks[234]))
        down = landmarks[152] - landmarks[10]
        y = _unit(down - x * (x @ down))
        self.axes = np.stack([x, y, np.cross(x, y)])
        eyes, height = landmarks[263] - landmarks[33], landmarks[152] - landmarks[10]
        self.mm = float(max(np.linalg.norm(eyes) / 92, np.linalg.norm(height) / 165))
        """Canvas pixels per millimetre."""
        self.origin = 0.6 * landmarks[168] + 0.4 * landmarks[6]
        self.hull = cv2.convexHull(landmarks[:468, :2].astype(np.float32))[:, 0]
        """Outline of the mesh, (n, 2)."""

    @property
    def turned(self) -> float:
        """How far the picture's right side of the head lies away from the camera, -1 to 1."""
        return float(self.axes[0][2])

    def inside(self, landmark: int) -> np.ndarray:
        """A landmark in the head's millimetres (3,)."""
        return self.axes @ (self.landmarks[landmark] - self.origin) / self.mm

    def at(self, points: np.ndarray) -> np.ndarray:
        """Points (n, 3), millimetres, on the canvas (n, 2)."""
        points = np.atleast_2d(np.asarray(points, np.float32))
        return (self.origin + (points * self.mm) @ self.axes)[:, :2]

    def on_front(self, points: np.ndarray, z: float) -> np.ndarray:
        """Points (n, 2), millimetres, at one depth, on the canvas (n, 2)."""
        points = np.atleast_2d(points)
        return self.at(np.c_[points, np.full(len(points), z)])

    def pixel(self, landmark: int) -> np.ndarray:
        """A landmark on the canvas (2,)."""
        return self.landmarks[landmark, :2]
