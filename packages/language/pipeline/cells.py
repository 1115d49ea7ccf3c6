"""Divides the space of meanings into cells and writes data/cells.bin.

The cells are clusters of the word table's own vectors: nothing of a catalog goes in, so
that the cell of a service never changes while the catalog does. Needs numpy and words.bin
alone: `python cells.py` makes the file anew after a change of the table.
"""
import struct
from pathlib import Path

import numpy as np

DATA = Path(__file__).resolve().parent.parent / "data"
MAGIC, VERSION = 0x4C434853, 1
CELLS, STEPS, SEED = 1024, 10, 402


def read_vectors() -> np.ndarray:
    """The unit vectors of words.bin, whose form src/data/wordTable.ts describes."""
    file = (DATA / "words.bin").read_bytes()
    _, _, words, pairs, dimensions, neighbours = struct.unpack_from("<6I", file)
    rows = words + pairs
    start = 24 + 8 * rows + 3 * words * neighbours
    nibbles = np.frombuffer(file, np.uint8, rows * dimensions // 2, start).reshape(rows, -1)
    vectors = np.empty((rows, dimensions), np.float32)
    vectors[:, 0::2] = nibbles & 15
    vectors[:, 1::2] = nibbles >> 4
    return unit(vectors - 8)


def unit(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)


def nearest(vectors: np.ndarray, centres: np.ndarray) -> np.ndarray:
    return np.concatenate([(vectors[at : at + 4096] @ centres.T).argmax(1) for at in range(0, len(vectors), 4096)])


def cluster(vectors: np.ndarray) -> np.ndarray:
    """k-means by cosine, from centres that are always the same."""
    centres = vectors[np.sort(np.random.default_rng(SEED).choice(len(vectors), CELLS, replace=False))].copy()
    for _ in range(STEPS):
        sums = np.zeros_like(centres)
        np.add.at(sums, nearest(vectors, centres), vectors)
        used = np.linalg.norm(sums, axis=1) > 1e-6
        centres[used] = unit(sums[used])
    return centres


def write_cells() -> None:
    centres = cluster(read_vectors())
    levels = np.round(centres * (127 / np.abs(centres).max(1, keepdims=True))).astype(np.int8)
    header = struct.pack("<4I", MAGIC, VERSION, *levels.shape)
    (DATA / "cells.bin").write_bytes(header + levels.tobytes())
    print(f"cells: {len(levels)}")


if __name__ == "__main__":
    from manifest import write_manifest

    write_cells()
    write_manifest()
