"""What is known of a picture before anything is drawn on it: its own hair and beard, and where nothing is known."""

import cv2
import numpy as np

from faces.library import BROW, EYE, HAIR, LASH, SKIN, TEETH, UNKNOWN
from generator import scene as kinds
from generator.canvas import BIG, polygon, soft
from generator.head import Head

NOSE_TIP, LEFT_BROW, RIGHT_BROW = 4, 105, 334
HULL_MARGIN = 9
"""Pixels of the canvas inside the mesh's outline, whose edge is uncertain."""
BEARD_GAP = 7
"""Pixels of the canvas between rendered strands that belong to the beard all the same."""


def own_labels(materials: np.ndarray, head: Head) -> np.ndarray:
    """(5, BIG, BIG): hair and beard that the renderer drew. materials: (BIG, BIG) uint8."""
    labels = np.zeros((5, BIG, BIG), np.float32)
    if (materials == UNKNOWN).all():
        return labels
    labels[kinds.HAIR] = materials == HAIR
    strands = (materials == BROW) & (below(head, NOSE_TIP, -4) > 0)
    body = cv2.morphologyEx(strands.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((BEARD_GAP, BEARD_GAP), np.uint8))
    labels[kinds.BEARD] = cv2.GaussianBlur(body.astype(np.float32), (0, 0), 1.0) * (1 - labels[kinds.HAIR])
    return labels


def own_skin(materials: np.ndarray, head: Head) -> np.ndarray:
    """(BIG, BIG) float32: where skin would be seen if nothing lay over it."""
    face = soft(polygon(head.hull))
    if (materials == UNKNOWN).all():
        return face
    seen = np.isin(materials, (SKIN, EYE, TEETH, BROW, LASH)).astype(np.float32)
    return np.maximum(seen, face * ((materials == 0) | (materials == HAIR)))


def known_before(materials: np.ndarray, head: Head, notes: frozenset[str]) -> np.ndarray:
    """(6, BIG, BIG) bool: where each class can be told. Photographs: only inside the mesh's outline."""
    known = np.ones((6, BIG, BIG), bool)
    if (materials == UNKNOWN).all():
        inside = inside_outline(head)
        for kind in (kinds.HAIR, kinds.COVER, kinds.BEARD, kinds.SKIN):
            known[kind] = inside
    if "hair" in notes:
        forehead = polygon(head.at(_above_brows(head))) > 0
        for kind in (kinds.HAIR, kinds.SKIN):
            known[kind] &= ~forehead
    if "beard" in notes:
        jaw = below(head, NOSE_TIP, -12) > 0
        for kind in (kinds.BEARD, kinds.SKIN, kinds.HAIR):
            known[kind] &= ~jaw
    return known


def inside_outline(head: Head) -> np.ndarray:
    """(BIG, BIG) bool: well inside the mesh's outline."""
    return cv2.erode(polygon(head.hull), np.ones((HULL_MARGIN, HULL_MARGIN), np.uint8)) > 127


def below(head: Head, landmark: int, shift: float) -> np.ndarray:
    """Drawn mask of everything below a landmark, shifted down by millimetres."""
    y = head.inside(landmark)[1] + shift
    return polygon(head.at([[-200, y, 0], [200, y, 0], [200, y + 400, 0], [-200, y + 400, 0]]))




def _above_brows(head: Head) -> np.ndarray:
    left, right = head.inside(LEFT_BROW)[1] - 3, head.inside(RIGHT_BROW)[1] - 3
    return np.array([[-90, left, 0], [90, right, 0], [90, -250, 0], [-90, -250, 0]])
