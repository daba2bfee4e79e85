"""Hair that hangs over a face: fringes, locks beside it, single strands, curls."""

import numpy as np

from generator.canvas import bezier
from generator.hair.strands import Locks

TOP, LEFT_BROW, FOREHEAD_Z = 10, 105, -4.0
MAX_FRINGE_LOCKS = 34


def fringe(locks: Locks) -> None:
    """From the hairline down, swept or straight, with gaps or none; long ones reach the eyes."""
    scene = locks.scene
    chance, head = scene.chance, scene.head
    top = head.inside(TOP)[1]
    left, right = sorted((chance.between(-80, 30), chance.between(-30, 80)))
    if chance.happens(0.5):
        left, right = -75, 75
    length = -top + (chance.between(0, 22) if chance.happens(0.3) else chance.between(-28, 14))
    sweep, curve = chance.between(-45, 45), chance.between(-20, 20)
    count = chance.whole(5, MAX_FRINGE_LOCKS)
    gap = chance.between(0.4, 1.2)
    for i in chance.numbers.permutation(count):
        x = left + (right - left) * (i + chance.between(-0.3, 0.3)) / max(count - 1, 1)
        rounder = 0.006 * x * x * chance.between(0, 1)
        start = np.array([x * 0.95, top - 22])
        end = np.array([x + sweep + chance.between(-6, 6), top + length * chance.between(0.6, 1.08) + rounder])
        near = start + (end - start) * 0.35 + [curve * chance.between(0.3, 1), -3]
        far = start + (end - start) * 0.7 + [curve * chance.between(0, 0.7), 0]
        spine = head.on_front(bezier(start, near, far, end), FOREHEAD_Z)
        width = max(3.0, (right - left) / count * chance.between(1.0, 2.2) * gap)
        locks.add(spine, width * head.mm, chance.whole(6, 26), chance.between(0.05, 0.6))


def side_locks(locks: Locks) -> None:
    """Down one or both sides, over cheek, temple or eye."""
    chance, head = locks.scene.chance, locks.scene.head
    top = head.inside(TOP)[1]
    for side in (-1, 1) if chance.happens(0.45) else (chance.side(),):
        inner = chance.between(18, 66)
        for _ in range(chance.whole(2, 11)):
            start = np.array([side * chance.between(5, 62), top - chance.between(5, 25)])
            x = side * (inner + chance.between(0, 25))
            end = np.array([x + side * chance.between(-14, 20), chance.between(20, 160)])
            near, far = np.array([x, top * 0.5]), np.array([x + chance.between(-12, 12), 20])
            spine = head.on_front(bezier(start, near, far, end, 14), -3.0)
            locks.add(spine, chance.between(3, 20) * head.mm, chance.whole(6, 30), chance.between(0.1, 0.7))


def single_strands(locks: Locks) -> None:
    """Thin strands in any direction, some blown across the face."""
    chance, head = locks.scene.chance, locks.scene.head
    top = head.inside(TOP)[1]
    for _ in range(chance.whole(1, 10)):
        start = np.array([chance.between(-75, 75), top - chance.between(0, 25)])
        end = np.array([chance.between(-70, 70), chance.between(-40, 110)])
        middle = (start + end) / 2
        curve = bezier(start, middle + chance.normal(14), middle + chance.normal(14), end, 16)
        width = chance.between(0.6, 5) * head.mm
        strands = chance.whole(1, 8)
        locks.add(head.on_front(curve, -3.0), width, strands, chance.between(0.2, 1), dense=chance.happens(0.3))


def curls(locks: Locks) -> None:
    """Curls at the hairline and the temples."""
    chance, head = locks.scene.chance, locks.scene.head
    top = head.inside(TOP)[1]
    for _ in range(chance.whole(3, 26)):
        x = chance.between(-70, 70)
        centre = np.array([x, top + chance.between(-15, 30) + 0.012 * x * x])
        radius, t = chance.between(4, 13), np.linspace(0, chance.between(3, 9), 20)
        curl = np.c_[centre[0] + radius * np.cos(t) * (1 + 0.04 * t), centre[1] + radius * np.sin(t)]
        curl[:, 1] += t * chance.between(0, 3)
        width = chance.between(1, 5) * head.mm
        locks.add(head.on_front(curl, -3.0), width, chance.whole(2, 9), 0.6, dense=chance.happens(0.6))
