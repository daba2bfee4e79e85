"""What the net is trained for. Pixels whose truth is unknown do not count."""

import torch
from torch import Tensor
from torch.nn import functional

from training.net import CLASSES

POSITIVE_WEIGHTS = (5.0, 1.0, 1.5, 1.2, 1.3, 1.0)
"""Of frame, lens, hair, cover, beard, skin: rims are thin."""
CROSS_ENTROPY, PRESENCE = 4.0, 0.15
PRESENT_PIXELS = 50
"""A class is there if it has so many pixels on the face."""
ON_FACE_BIT = 6


def known_planes(bits: Tensor) -> tuple[Tensor, Tensor]:
    """Known (n, 6, h, w) and on the face (n, 1, h, w), both float 0-1. bits: (n, h, w) uint8."""
    planes = torch.stack([(bits >> bit) & 1 for bit in range(CLASSES)], 1).float()
    return planes, ((bits >> ON_FACE_BIT) & 1)[:, None].float()


def loss_of(masks: Tensor, there: Tensor, truth: Tensor, known: Tensor, face: Tensor) -> tuple[Tensor, Tensor]:
    """Loss, and one minus the dice of each class (6,).

    masks: (n, 6, h, w) logits. there: (n, 6) logits. truth, known: (n, 6, h, w) 0-1. face: (n, 1, h, w) 0-1.
    """
    weights = torch.tensor(POSITIVE_WEIGHTS)[None, :, None, None]
    entropy = functional.binary_cross_entropy_with_logits(masks, truth, reduction="none", pos_weight=weights)
    found, real = torch.sigmoid(masks) * known, truth * known
    both = (found * real).sum((0, 2, 3))
    dice = 1 - (2 * both + 1) / ((found * found).sum((0, 2, 3)) + (real * real).sum((0, 2, 3)) + 1)
    presence = _presence(there, truth, known, face)
    return CROSS_ENTROPY * (entropy * known).mean() + dice.mean() + PRESENCE * presence, dice


def _presence(there: Tensor, truth: Tensor, known: Tensor, face: Tensor) -> Tensor:
    present = ((truth > 0.4) * known * face).sum((2, 3)) > PRESENT_PIXELS
    unknown = ((1 - known) * face).sum((2, 3)) > PRESENT_PIXELS
    entropy = functional.binary_cross_entropy_with_logits(there, present.float(), reduction="none")
    return (entropy * (present | ~unknown)).mean()
