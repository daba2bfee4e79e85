"""Trains the net on shards of generate.py.

python3 train.py WEIGHTS.pt STEPS 'shards/r*.npz' ['shards/m*.npz' …] [--start WEIGHTS.pt] [--rate 0.0025] [--seconds N]

The rate follows a cosine down to nothing; a limit in seconds makes it reach the end earlier, and the result depend on
the machine. The averaged weights are saved every three minutes, so that the training can
be stopped or looked at.
"""

import argparse
import os
import time
from pathlib import Path

import numpy as np
import torch

from generator.scene import CLASSES
from training.loss import loss_of
from training.net import MaskNet
from training.samples import Shards

WARM_UP_STEPS = 60
SAVE_SECONDS, REFRESH_STEPS, REPORT_STEPS = 180, 100, 50
AVERAGING = 0.995


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path)
    parser.add_argument("steps", type=int)
    parser.add_argument("shards", nargs="+")
    parser.add_argument("--start", type=Path)
    parser.add_argument("--rate", type=float, default=2.5e-3)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def save(net: MaskNet, file: Path) -> None:
    """Writes weights; the file is whole at any time."""
    partial = file.with_suffix(".part")
    torch.save(net.state_dict(), partial)
    os.replace(partial, file)


@torch.no_grad()
def average(mean: MaskNet, net: MaskNet, step: int) -> None:
    """Moves the averaged weights towards the net's."""
    keep = min(AVERAGING, (step + 1) / (step + 20))
    for kept, new in zip(mean.state_dict().values(), net.state_dict().values()):
        if kept.dtype.is_floating_point:
            kept.mul_(keep).add_(new, alpha=1 - keep)
        else:
            kept.copy_(new)


def main() -> None:
    """Trains, and prints the running dice of each class."""
    options = arguments()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    numbers = np.random.default_rng(options.seed)
    net = MaskNet()
    if options.start:
        net.load_state_dict(torch.load(options.start))
    mean = MaskNet()
    mean.load_state_dict(net.state_dict())
    net = net.to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=1e-4)
    shards = Shards(options.shards)
    started, saved, step, running = time.time(), time.time(), 0, None
    while (done := max(step / options.steps, (time.time() - started) / options.seconds)) < 1:
        if step % REFRESH_STEPS == 0:
            count = shards.refresh()
        rate = options.rate * min(1, (step + 1) / WARM_UP_STEPS) * (0.5 + 0.5 * np.cos(np.pi * done))
        for group in optimizer.param_groups:
            group["lr"] = rate + 1e-6
        dice = train_step(net, optimizer, shards.draw(numbers, options.batch))
        average(mean, net, step)
        running = dice if running is None else 0.98 * running + 0.02 * dice
        step += 1
        if step % REPORT_STEPS == 0:
            figures = " ".join(f"{name} {1 - value:.3f}" for name, value in zip(CLASSES, running.tolist()))
            print(f"{step} {time.time() - started:.0f}s rate {rate:.5f} of {count} samples: {figures}", flush=True)
        if time.time() - saved > SAVE_SECONDS:
            saved = time.time()
            save(mean, options.weights)
    save(mean, options.weights)


def train_step(net: MaskNet, optimizer: torch.optim.Optimizer, batch: tuple) -> torch.Tensor:
    """One step; returns one minus the dice of each class (6,)."""
    pictures, truth, known, face = batch
    net.train()
    masks, there = net(pictures.contiguous(memory_format=torch.channels_last))
    loss, dice = loss_of(masks, there, truth, known, face)
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
    optimizer.step()
    return dice.detach()


if __name__ == "__main__":
    main()
