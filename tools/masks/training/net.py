"""The net: a small U-Net that is coarse from its first layer on and writes masks at the input's own size.

Dense 3×3 convolutions: on CPUs they are as fast as depthwise ones that do half the work.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional

CLASSES = 6
WIDTHS = (16, 32, 64, 96)
"""Channels at 80, 40, 20 and 10 pixels to a side. Multiples of 16: others are slower."""


def convolution(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    """Convolution, normalisation, ReLU."""
    layer = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class Residual(nn.Module):
    """Two convolutions beside an identity."""

    def __init__(self, channels: int):
        super().__init__()
        self.first = convolution(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        """Same shape."""
        return functional.relu(x + self.second(self.first(x)))


class MaskNet(nn.Module):
    """Logits of the masks (n, 6, 160, 160) and of whether each class is there at all (n, 6)."""

    def __init__(self, classes: int = CLASSES, widths: tuple[int, int, int, int] = WIDTHS):
        super().__init__()
        a, b, c, d = widths
        self.fold = nn.Conv2d(3, 12, 2, 2)
        self.down0 = nn.Sequential(convolution(12, a), convolution(a, a))
        self.down1 = nn.Sequential(convolution(a, b, 2), convolution(b, b))
        self.down2 = nn.Sequential(convolution(b, c, 2), Residual(c))
        self.down3 = nn.Sequential(convolution(c, d, 2), Residual(d))
        self.context = nn.Linear(d, d)
        self.bottom = convolution(d, d)
        self.there = nn.Linear(d, classes)
        self.narrow2, self.up2 = convolution(d, c, kernel=1), convolution(c, c)
        self.narrow1, self.up1 = convolution(c, b, kernel=1), convolution(b, b)
        self.narrow0, self.up0 = convolution(b, a, kernel=1), convolution(a + 12, a)
        self.masks = nn.Conv2d(a, classes * 4, 3, 1, 1)

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor]:
        """image: (n, 3, 160, 160), RGB 0-255."""
        folded = self.fold((image - 120.0) / 64.0)
        level0 = self.down0(folded)
        level1 = self.down1(level0)
        level2 = self.down2(level1)
        x = self.down3(level2)
        x = functional.relu(x + self.context(x.mean((2, 3)))[:, :, None, None])
        x = self.bottom(x)
        there = self.there(x.mean((2, 3)))
        x = self.up2(_double(self.narrow2(x)) + level2)
        x = self.up1(_double(self.narrow1(x)) + level1)
        x = self.up0(torch.cat([_double(self.narrow0(x)) + level0, folded], 1))
        return functional.pixel_shuffle(self.masks(x), 2), there


def _double(x: Tensor) -> Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


class Exported(nn.Module):
    """The net with probabilities as outputs."""

    def __init__(self, net: MaskNet):
        super().__init__()
        self.net = net

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor]:
        """Masks (n, 6, 160, 160) and presence (n, 6), 0-1."""
        masks, there = self.net(image)
        return torch.sigmoid(masks), torch.sigmoid(there)
