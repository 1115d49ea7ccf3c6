"""Fits the word table and packs it.

A text's vector is the weighted sum of its words' vectors. The words start at MiniLM's
vectors of them alone, and move so that the sum comes close to MiniLM's vector of the
whole text (ridge regression towards the start, a few conjugate-gradient steps).
"""
import struct

import numpy as np
from scipy.sparse import csr_matrix
from wordfreq import word_frequency

from vocabulary import pieces

MAGIC, VERSION, DIMENSIONS = 0x54574853, 1, 128
COMMON = 1e-3  # a of the word weight a / (a + p)
PENALTY, STEPS = 1.0, 12
NEIGHBOURS, NEAR = 16, 0.4


def word_weights(words: list[str]) -> np.ndarray:
    return np.array([COMMON / (COMMON + word_frequency(word, "en")) for word in words], dtype=np.float32)


def design(texts: list[str], words: list[str], weights: np.ndarray) -> csr_matrix:
    number = {word: i for i, word in enumerate(words)}
    rows, columns, values = [], [], []
    for row, text in enumerate(texts):
        for word in pieces(text):
            if (column := number.get(word)) is not None:
                rows.append(row)
                columns.append(column)
                values.append(weights[column])
    return csr_matrix((np.array(values, np.float32), (rows, columns)), shape=(len(texts), len(words)))


def fit(start: np.ndarray, x: csr_matrix, target: np.ndarray) -> np.ndarray:
    """Word vectors near `start` whose sums over the rows of x come close to `target`."""
    length = np.linalg.norm(x @ start, axis=1)
    used = length > 1e-6
    x = csr_matrix(x[used].multiply(1 / length[used][:, None]), dtype=np.float32)
    xt = csr_matrix(x.T)
    residual = xt @ (target[used] - x @ start)
    change = np.zeros_like(start)
    direction = residual.copy()
    size = (residual * residual).sum()
    for _ in range(STEPS):
        image = xt @ (x @ direction) + PENALTY * direction
        step = size / (direction * image).sum()
        change += step * direction
        residual -= step * image
        smaller = (residual * residual).sum()
        direction = residual + (smaller / size) * direction
        size = smaller
    return start + change


def project(vectors: np.ndarray, sentences: np.ndarray) -> np.ndarray:
    """Mean removed, on the main axes of the sentence vectors."""
    mean = sentences.mean(0)
    centred = sentences - mean
    values, axes = np.linalg.eigh((centred.T @ centred).astype(np.float64))
    main = axes[:, np.argsort(-values)[:DIMENSIONS]]
    # The sign of an axis is arbitrary: fixed here, so that the file comes out the same everywhere.
    main *= np.sign(main[np.abs(main).argmax(0), np.arange(DIMENSIONS)])
    return ((vectors - mean) @ main).astype(np.float32)


def nearest(vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each word the numbers and cosines of its nearest others."""
    unit = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    ids = np.zeros((len(unit), NEIGHBOURS), np.uint16)
    cosines = np.zeros((len(unit), NEIGHBOURS), np.uint8)
    for start in range(0, len(unit), 512):
        block = unit[start : start + 512] @ unit.T
        block[np.arange(len(block)), np.arange(start, start + len(block))] = -1
        best = np.argpartition(-block, NEIGHBOURS, axis=1)[:, :NEIGHBOURS]
        order = np.argsort(-np.take_along_axis(block, best, 1), axis=1, kind="stable")
        best = np.take_along_axis(best, order, 1)
        near = np.take_along_axis(block, best, 1)
        ids[start : start + 512] = best
        cosines[start : start + 512] = np.where(near > NEAR, np.round(np.clip(near, 0, 1) * 255), 0)
    return ids, cosines


def pack(words: list[str], weights: np.ndarray, vectors: np.ndarray, with_neighbours: bool = True) -> bytes:
    scale = np.abs(vectors).max(1) / 127
    scale[scale == 0] = 1
    quantised = np.round(vectors / scale[:, None]).astype(np.int8)
    ids, cosines = nearest(quantised * scale[:, None])
    lengths = bytes(len(word) for word in words)
    pool = "".join(words).encode("ascii")
    header = struct.pack("<6I", MAGIC, VERSION, len(words), DIMENSIONS, NEIGHBOURS, len(pool))
    parts = (header, scale.astype("<f4").tobytes(), weights.astype("<f4").tobytes(), ids.astype("<u2").tobytes(), cosines.tobytes(), quantised.tobytes(), lengths, pool)
    return b"".join(parts)
