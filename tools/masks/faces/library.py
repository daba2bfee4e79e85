"""Stored crops: the faces that the generator draws on and the evaluation looks at."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

UNKNOWN = 255
"""In `materials`: nothing is known of this pixel."""
SKIN, EYE, TEETH, CLOTH, HAIR, BROW, LASH = 1, 2, 3, 4, 6, 7, 8
"""In `materials`: what a renderer drew there. Beards are drawn as BROW. 0 is the background."""


@dataclass
class Face:
    """One stored crop."""

    name: str
    """Folder, file and number of the face: `people/a-1.jpg#0`."""
    pixels: np.ndarray
    """(256, 256, 3) uint8, RGB."""
    landmarks: np.ndarray
    """(478, 3) float32, pixels of the crop."""
    materials: np.ndarray
    """(256, 256) uint8."""
    notes: frozenset[str]
    """What the face wears by itself, from the folder's notes.json: beard, hair (over the forehead)."""

    @property
    def person(self) -> str:
        """Pictures of one person share what stands before the first dash of their names; so do the frames of a clip."""
        folder, file = self.name.split("/", 1)
        return f"{folder}/{file.split('-')[0].split('#')[0]}"


def save(path: Path, faces: list[Face]) -> None:
    """Writes a library."""
    np.savez(
        path,
        names=np.array([face.name for face in faces]),
        pixels=np.stack([face.pixels for face in faces]),
        landmarks=np.stack([face.landmarks for face in faces]).astype(np.float32),
        materials=np.stack([face.materials for face in faces]),
        notes=np.array([" ".join(sorted(face.notes)) for face in faces]),
    )


def load(path: Path) -> list[Face]:
    """Reads a library."""
    with np.load(path) as stored:
        columns = [stored[key] for key in ("names", "pixels", "landmarks", "materials", "notes")]
    return [
        Face(str(name), pixels, landmarks, materials, frozenset(str(notes).split()))
        for name, pixels, landmarks, materials, notes in zip(*columns)
    ]
