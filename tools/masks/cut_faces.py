"""Cuts the faces of `faces.jsonl` (find-faces.ts) into a library of crops.

python3 cut_faces.py FACES.jsonl LIBRARY.npz
"""

import json
import sys
from pathlib import Path

import cv2
import numpy as np

from faces.frame import STORED_SIDE, crop_matrix, transform
from faces.library import UNKNOWN, Face, save

MAX_FACES_PER_PICTURE = 4
SKIPPED = "skip"
"""Note of a picture that is not to be used, say because its person wears glasses."""


def crop(picture: np.ndarray, landmarks: np.ndarray, nearest: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """A stored crop and its landmarks (n, 3)."""
    matrix, scale = crop_matrix(landmarks)
    if scale < 0.5 and not nearest:
        picture = cv2.GaussianBlur(picture, (0, 0), 0.45 / scale)
    size = (STORED_SIDE, STORED_SIDE)
    flags = cv2.INTER_NEAREST if nearest else cv2.INTER_LINEAR
    return cv2.warpAffine(picture, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), transform(
        landmarks, matrix, scale
    )


def materials_beside(file: Path) -> np.ndarray | None:
    """What the renderer drew at each pixel: a grey PNG with the name's ending `.materials`."""
    beside = file.with_suffix(".materials")
    return cv2.imdecode(np.fromfile(beside, np.uint8), cv2.IMREAD_GRAYSCALE) if beside.exists() else None


def notes_of(file: Path) -> frozenset[str]:
    """The folder's notes on a picture: notes.json maps the beginning of a name to words."""
    listed = file.parent / "notes.json"
    notes: dict[str, list[str]] = json.loads(listed.read_text()) if listed.exists() else {}
    return frozenset(word for start, words in notes.items() if file.name.startswith(start) for word in words)


def faces_of(row: dict) -> list[Face]:
    """The faces of one picture, the largest first."""
    file = Path(row["file"])
    notes = notes_of(file)
    if SKIPPED in notes:
        return []
    picture = cv2.cvtColor(cv2.imread(str(file), cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
    drawn = materials_beside(file)
    found = []
    for number, points in enumerate(row["faces"][:MAX_FACES_PER_PICTURE]):
        landmarks = np.array(points, np.float32).reshape(-1, 3)
        pixels, moved = crop(picture, landmarks)
        materials = np.full((STORED_SIDE, STORED_SIDE), UNKNOWN, np.uint8)
        if drawn is not None:
            materials = crop(drawn, landmarks, nearest=True)[0]
        found.append(Face(f"{file.parent.name}/{file.name}#{number}", pixels, moved, materials, notes))
    return found


def main() -> None:
    """Writes the library."""
    rows = [json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines()]
    faces = [face for row in rows for face in faces_of(row)]
    save(Path(sys.argv[2]), faces)
    print(f"{len(faces)} faces of {len(rows)} pictures")


if __name__ == "__main__":
    main()
