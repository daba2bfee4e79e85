"""Runs a trained net over a library of crops."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch

from faces.frame import NET_SIDE, transform, view_matrix
from faces.library import Face
from training.net import MaskNet


@dataclass
class Result:
    """What the net says of one face."""

    name: str
    picture: np.ndarray
    """(160, 160, 3) uint8, what the net saw."""
    hull: np.ndarray
    """(160, 160) bool: inside the mesh's outline."""
    masks: np.ndarray
    """(6, 160, 160), 0-1."""
    there: np.ndarray
    """(6,), 0-1."""

    def share(self, kind: int, level: float = 0.5) -> float:
        """Per cent of the face that the mask of a class covers."""
        return 100 * float((self.masks[kind] > level)[self.hull].mean())


def load_net(weights: Path) -> MaskNet:
    """Ready to be asked."""
    net = MaskNet()
    net.load_state_dict(torch.load(weights))
    return net.eval()


def seen_by_net(face: Face) -> tuple[np.ndarray, np.ndarray]:
    """The net's input (160, 160, 3) and the mesh's outline (160, 160) bool."""
    matrix = view_matrix()
    smooth = cv2.GaussianBlur(face.pixels, (0, 0), 0.45)
    size = (NET_SIDE, NET_SIDE)
    picture = cv2.warpAffine(smooth, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    points = transform(face.landmarks, matrix, matrix[0, 0])[:468, :2]
    hull = np.zeros((NET_SIDE, NET_SIDE), np.uint8)
    cv2.fillConvexPoly(hull, cv2.convexHull(points.astype(np.int32)), 1)
    return picture, hull > 0


@torch.no_grad()
def look(net: MaskNet, faces: list[Face]) -> list[Result]:
    """One result per face."""
    results = []
    for face in faces:
        picture, hull = seen_by_net(face)
        image = torch.from_numpy(picture.copy()).permute(2, 0, 1)[None].float()
        masks, there = net(image)
        results.append(Result(face.name, picture, hull, torch.sigmoid(masks)[0].numpy(), torch.sigmoid(there)[0].numpy()))
    return results
