"""Writes trained weights as ONNX.

python3 export.py WEIGHTS.pt MODEL.onnx
"""

import sys
from pathlib import Path

import torch

from faces.frame import NET_SIDE
from training.net import Exported, MaskNet

OPSET = 13


def main() -> None:
    """Normalisation is folded into the convolutions. The file appears only once it is whole."""
    weights, output = sys.argv[1], Path(sys.argv[2])
    net = MaskNet()
    net.load_state_dict(torch.load(weights))
    net.eval()
    partial = output.with_suffix(".part")
    torch.onnx.export(
        Exported(net),
        torch.zeros(1, 3, NET_SIDE, NET_SIDE),
        str(partial),
        input_names=["image"],
        output_names=["masks", "there"],
        opset_version=OPSET,
        do_constant_folding=True,
    )
    partial.rename(output)
    print(f"{output}: {output.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
