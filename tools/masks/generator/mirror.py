"""Which landmark is which in the mirror."""

import json
from pathlib import Path

import numpy as np

MESH = Path(__file__).resolve().parents[3] / "engine" / "mesh" / "canonical-mesh.json"
IRISES = [473, 474, 475, 476, 477, 468, 469, 470, 471, 472]


def mirrored_landmarks() -> np.ndarray:
    """(478,): for each landmark its counterpart on the other side of the canonical mesh."""
    vertices = np.array(json.loads(MESH.read_text())["vertices"]).reshape(-1, 3)
    opposite = vertices * [-1, 1, 1]
    nearest = [int(np.argmin(((vertices - point) ** 2).sum(1))) for point in opposite]
    return np.array(nearest + IRISES)
