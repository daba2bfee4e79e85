"""Contact sheets: each face, and below it what the net found."""

import cv2
import numpy as np

from evaluation.look import Result
from faces.frame import NET_SIDE
from generator.scene import BEARD, COVER, FRAME, HAIR, LENS

COLOURS = {
    FRAME: (255, 0, 0), LENS: (0, 160, 255), HAIR: (0, 255, 0), COVER: (255, 0, 255), BEARD: (255, 200, 0),
}  # fmt: skip
DRAWN = (LENS, BEARD, HAIR, COVER, FRAME)
CAPTION, ENLARGED = 12, 2


def overlay(result: Result) -> np.ndarray:
    """The picture, darker, with the masks of the face in colours; glasses are shown beyond its outline, too."""
    shown = result.picture.astype(np.float32) * 0.55
    for kind in DRAWN:
        mask = result.masks[kind] * (1 if kind in (FRAME, LENS) else result.hull)
        alpha = np.clip((mask - 0.25) / 0.5, 0, 1)[..., None] * 0.75
        shown += (np.float32(COLOURS[kind]) - shown) * alpha
    outline = cv2.morphologyEx(result.hull.astype(np.uint8), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
    shown[outline] = shown[outline] * 0.8 + 50
    return shown


def sheet(results: list[Result], columns: int = 8) -> np.ndarray:
    """(h, w, 3) uint8 BGR."""
    side = NET_SIDE * ENLARGED
    rows = -(-len(results) // columns)
    page = np.zeros((rows * (2 * side + CAPTION), columns * side, 3), np.uint8)
    enlarge = lambda picture: cv2.resize(picture, (side, side), interpolation=cv2.INTER_LINEAR)[:, :, ::-1]
    for i, result in enumerate(results):
        y, x = i // columns * (2 * side + CAPTION), i % columns * side
        page[y : y + side, x : x + side] = enlarge(result.picture)
        page[y + side : y + 2 * side, x : x + side] = enlarge(overlay(result))
        name = result.name.split("/")[1][:20]
        caption = f"{name} " + " ".join(f"{value:.1f}" for value in result.there)
        cv2.putText(page, caption, (x + 2, y + 2 * side + 9), 0, 0.34, (255, 255, 255), 1)
    return page
