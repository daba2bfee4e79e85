"""The usual face swap recipe on OpenCV: every triangle of the same mesh warped by its own affine map, then seamlessClone.

Reads one JSON object a line from standard input, {source, target, width, height, sourceWidth, sourceHeight: raw RGB files
and their sizes, sourceMarks, targetMarks: [[x, y], ...], triangles: [[a, b, c], ...], runs}, and answers each with
{warp, mask, blend: milliseconds of each stage, the lower quartile of the runs}.
"""

import json
import sys
import time

import cv2
import numpy


class Clock:
    """Adds up what each stage takes, milliseconds."""

    def __init__(self):
        self.times = {"warp": 0.0, "mask": 0.0, "blend": 0.0}
        self.last = time.process_time()

    def end(self, stage):
        now = time.process_time()
        self.times[stage] += 1000 * (now - self.last)
        self.last = now


def warp_triangle(source, target, mask, source_marks, target_marks, clock):
    source_box = cv2.boundingRect(numpy.float32([source_marks]))
    x, y, width, height = cv2.boundingRect(numpy.float32([target_marks]))
    left, top = max(0, x), max(0, y)
    right, bottom = min(target.shape[1], x + width), min(target.shape[0], y + height)
    if right <= left or bottom <= top:
        return
    source_x, source_y = max(0, source_box[0]), max(0, source_box[1])
    patch = source[source_y : source_box[1] + source_box[3], source_x : source_box[0] + source_box[2]]
    if patch.size == 0:
        return
    affine = cv2.getAffineTransform(
        numpy.float32(source_marks - numpy.float32([source_x, source_y])),
        numpy.float32(target_marks - numpy.float32([left, top])),
    )
    size = (right - left, bottom - top)
    warped = cv2.warpAffine(patch, affine, size, None, cv2.INTER_LINEAR, cv2.BORDER_REFLECT_101)
    clock.end("warp")
    inside = numpy.zeros((size[1], size[0]), numpy.uint8)
    cv2.fillConvexPoly(inside, numpy.int32(numpy.round(target_marks - numpy.float32([left, top]))), 255)
    cv2.copyTo(inside, inside, mask[top:bottom, left:right])
    clock.end("mask")
    cv2.copyTo(warped, inside, target[top:bottom, left:right])
    clock.end("warp")


def swap(source, target, source_marks, target_marks, triangles):
    clock = Clock()
    warped = target.copy()
    mask = numpy.zeros(target.shape[:2], numpy.uint8)
    for corners in triangles:
        warp_triangle(source, warped, mask, source_marks[corners], target_marks[corners], clock)
    x, y, width, height = cv2.boundingRect(mask)
    clock.end("mask")
    cv2.seamlessClone(warped, target, mask, (x + width // 2, y + height // 2), cv2.NORMAL_CLONE)
    clock.end("blend")
    return clock.times


def read(path, width, height):
    return numpy.fromfile(path, numpy.uint8).reshape(height, width, 3)


def main():
    cv2.setNumThreads(1)
    for line in sys.stdin:
        job = json.loads(line)
        source = read(job["source"], job["sourceWidth"], job["sourceHeight"])
        target = read(job["target"], job["width"], job["height"])
        source_marks = numpy.float32(job["sourceMarks"])
        target_marks = numpy.float32(job["targetMarks"])
        runs = [swap(source, target, source_marks, target_marks, job["triangles"]) for _ in range(job["runs"])]
        quartiles = {stage: sorted(run[stage] for run in runs)[len(runs) // 4] for stage in runs[0]}
        print(json.dumps(quartiles), flush=True)


main()
