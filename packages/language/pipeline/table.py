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
PENALTY, STEPS = 3.0, 12
NEIGHBOURS, NEAR = 8, 0.4
LEVELS = 7  # of a 4-bit number: -7 … 7


def word_weights(words: list[str]) -> np.ndarray:
    """How much a word says; a phrase says as much as its words together."""
    return np.array([sum(COMMON / (COMMON + word_frequency(part, "en")) for part in word.split(" ")) for word in words], dtype=np.float32)


def merged(words: list[str], number: dict[str, int]) -> list[str]:
    """The same words with known pairs joined, from left to right."""
    found, at = [], 0
    while at < len(words):
        pair = " ".join(words[at : at + 2])
        if pair in number and at + 1 < len(words):
            found.append(pair)
            at += 2
        else:
            found.append(words[at])
            at += 1
    return found


def design(texts: list[str], words: list[str], weights: np.ndarray) -> csr_matrix:
    number = {word: i for i, word in enumerate(words)}
    rows, columns, values = [], [], []
    for row, text in enumerate(texts):
        for word in merged(pieces(text), number):
            if (column := number.get(word)) is not None:
                rows.append(row)
                columns.append(column)
                values.append(weights[column])
    return csr_matrix((np.array(values, np.float32), (rows, columns)), shape=(len(texts), len(words)))


def fit(start: np.ndarray, x: csr_matrix, target: np.ndarray, penalty: float = PENALTY) -> np.ndarray:
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
        image = xt @ (x @ direction) + penalty * direction
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


def quantise(vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Whole numbers and the scale of each row; of a few scales the one that keeps the direction best."""
    best = np.full(len(vectors), -1.0, np.float32)
    scale = np.ones(len(vectors), np.float32)
    largest = np.maximum(np.abs(vectors).max(1), 1e-9)
    length = np.maximum(np.linalg.norm(vectors, axis=1), 1e-9)
    for share in (1.0, 0.9, 0.8, 0.7, 0.6):
        step = share * largest / LEVELS
        levels = np.clip(np.round(vectors / step[:, None]), -LEVELS, LEVELS)
        cosine = (levels * vectors).sum(1) / np.maximum(np.linalg.norm(levels, axis=1) * length, 1e-9)
        # The scale keeps the length of the row, which is what its word brings to a sum.
        fitted = (levels * vectors).sum(1) / np.maximum((levels * levels).sum(1), 1e-9)
        better = cosine > best
        scale[better], best[better] = fitted[better], cosine[better]
        if share == 1.0:
            chosen = levels
        else:
            chosen[better] = levels[better]
    return chosen.astype(np.int8), scale


def pack(words: list[str], phrases: list[str], vectors: np.ndarray) -> bytes:
    """Words with neighbours, then phrases without, both in alphabetical order; rows of two 4-bit numbers a byte."""
    both = words + phrases
    levels, scale = quantise(vectors)
    ids, cosines = nearest((levels * scale[:, None])[: len(words)])
    offset = (levels + 8).astype(np.uint8)
    nibbles = offset[:, 0::2] | offset[:, 1::2] << 4
    header = struct.pack("<6I", MAGIC, VERSION, len(words), len(phrases), DIMENSIONS, NEIGHBOURS)
    return b"".join((
        header,
        scale.astype("<f4").tobytes(),
        word_weights(both).astype("<f4").tobytes(),
        ids.astype("<u2").tobytes(),
        cosines.tobytes(),
        nibbles.tobytes(),
        bytes(len(word) for word in both),
        "".join(both).encode("ascii"),
    ))
