"""The reference: OpenCV's GrabCut, seeded by the mask of the network. Needs Debian's python3-opencv.

Usage: python3 grabcut.py CORPUS SIZE < ids, one per line. Writes CORPUS/grabcut-SIZE/<id>.png, a grey mask of the size of
the image, and <id>.json with the CPU time and the memory beyond the image. The second file comes last.
"""

import json
import os
import resource
import sys
import time

import cv2
import numpy

SIDE = 900
ITERATIONS = 4
SURE = 0.95

corpus, size = sys.argv[1], int(sys.argv[2])


def peak_bytes():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


target = os.path.join(corpus, f"grabcut-{size}")
os.makedirs(target, exist_ok=True)
cv2.setNumThreads(1)
for name in sys.stdin.read().split():
    path = os.path.join(target, name)
    image = cv2.imread(os.path.join(corpus, "scenes", f"{name}.png"))
    region = numpy.fromfile(os.path.join(corpus, f"regions-{size}", f"{name}.f32"), numpy.float32)
    height, width = image.shape[:2]
    before, start = peak_bytes(), time.process_time()
    scale = min(1, SIDE / max(width, height))
    small = (round(width * scale), round(height * scale))
    shrunk = cv2.resize(image, small, interpolation=cv2.INTER_AREA)
    probability = cv2.resize(region.reshape(size, size), small, interpolation=cv2.INTER_CUBIC)
    mask = numpy.where(probability > 0.5, cv2.GC_PR_FGD, cv2.GC_PR_BGD).astype(numpy.uint8)
    mask[probability > SURE] = cv2.GC_FGD
    mask[probability < 1 - SURE] = cv2.GC_BGD
    both = {value & 1 for value in numpy.unique(mask)} == {0, 1}
    if both:
        models = numpy.zeros((1, 65)), numpy.zeros((1, 65))
        cv2.grabCut(shrunk, mask, None, *models, ITERATIONS, cv2.GC_INIT_WITH_MASK)
    cut = ((mask & 1) * 255).astype(numpy.uint8)
    cut = cv2.resize(cut, (width, height), interpolation=cv2.INTER_LINEAR)
    cost = {"ms": 1000 * (time.process_time() - start), "megabytes": (peak_bytes() - before) / 1e6}
    cv2.imwrite(f"{path}.png", cut)
    with open(f"{path}.json", "w") as file:
        json.dump(cost, file)
