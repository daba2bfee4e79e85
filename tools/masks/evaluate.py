"""Measures a trained net on faces it was not trained on, and draws contact sheets.

python3 evaluate.py WEIGHTS.pt LIBRARY.npz SHEETS_DIR [--level 0.5]

The folder of a picture tells what it shows: worn (glasses), bare (photographs without glasses, beards and covers, unless
notes.json says otherwise), other (paintings, children, grimaces), beard; any other name will do.
Notes that are respected: beard, stubble (neither clearly a beard nor none), cover.
"""

import argparse
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np

from evaluation.look import Result, load_net, look
from evaluation.sheet import sheet
from faces.library import Face, load
from generator.scene import BEARD, CLASSES, COVER, FRAME, HAIR

FRAME_SHARE = 0.5
"""Per cent of the face that a frame covers at least."""
BEARD_SHARE, COVER_SHARE = 3.0, 2.0
PER_SHEET = 32


def report_glasses(folder: str, results: list[Result], level: float) -> None:
    """Pictures with a frame."""
    found = [result for result in results if result.share(FRAME, level) > FRAME_SHARE]
    print(f"{folder}: frame on {len(found)} of {len(results)} (> {FRAME_SHARE} % of the face at {level})")
    listed = found if folder != "worn" else [result for result in results if result not in found]
    for result in listed:
        print(f"   {result.name} {result.share(FRAME, level):.2f} % there {result.there[FRAME]:.2f}")


def report_share(title: str, results: list[Result], kind: int, least: float) -> None:
    """Pictures in which a class covers much of the face."""
    found = sorted((r for r in results if r.share(kind) > least), key=lambda r: -r.share(kind))
    names = ", ".join(f"{r.name.split('/')[1]} {r.share(kind):.0f} %" for r in found)
    print(f"{title}: {CLASSES[kind]} above {least} % on {len(found)} of {len(results)}: {names}")


def report(folder: str, faces: list[Face], results: list[Result], level: float) -> None:
    """All figures of one folder."""
    report_glasses(folder, results, level)
    notes = {face.name: face.notes for face in faces}
    without = lambda *words: [result for result in results if not notes[result.name] & set(words)]
    report_share(f"{folder}, no cover", without("cover"), COVER, COVER_SHARE)
    report_share(f"{folder}, no beard", without("beard", "stubble"), BEARD, BEARD_SHARE)
    bearded = [result for result in results if "beard" in notes[result.name]]
    report_share(f"{folder}, beard", bearded, BEARD, BEARD_SHARE)
    report_share(f"{folder}", results, HAIR, 1.0)
    print()


def main() -> None:
    """Prints figures folder by folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path)
    parser.add_argument("library", type=Path)
    parser.add_argument("sheets", type=Path)
    parser.add_argument("--level", type=float, default=0.5)
    options = parser.parse_args()
    options.sheets.mkdir(parents=True, exist_ok=True)
    net = load_net(options.weights)
    folders: dict[str, list[Face]] = defaultdict(list)
    for face in load(options.library):
        folders[face.name.split("/")[0]].append(face)
    for folder, faces in folders.items():
        results = look(net, faces)
        report(folder, faces, results, options.level)
        for start in range(0, len(results), PER_SHEET):
            page = sheet(results[start : start + PER_SHEET])
            cv2.imwrite(str(options.sheets / f"{folder}-{start // PER_SHEET + 1}.png"), page)


if __name__ == "__main__":
    main()
