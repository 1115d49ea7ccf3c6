"""Trains the table of ways: which way each piece of a text, and each two pieces in this order, point between a task and its opposite.

The vectors of meaning hardly differ between "Word to PDF" and "PDF to Word". Here only texts of opposite tasks
(opposites.ndjson) are compared with each other, so that only what tells the two apart counts.
"""
import numpy as np
from scipy.sparse import csr_matrix, vstack

DIMENSIONS, SEED, EPOCHS, RATE, DECAY = 32, 402, 48, 3e-3, 1e-4
# The pairs of a step, and the texts of users and sellers of either side that are drawn.
PAIRS, ASKS, SELLS = 16, 5, 3
SHARPNESS, DROPPED = 4, 0.2
# Texts with little to tell stay short.
SHORTEST = 1
# Two pieces that follow each other, directly or with one between them, share one of these rows, by their hash.
ROWS_OF_TWO, APART = 2**15, 2


def rows_of(pieces: list[int], count: int) -> list[int]:
    """The rows of a text with these pieces, of so many: src/data/meanings.ts does the same."""
    twos = [(a, b) for gap in range(1, APART + 1) for a, b in zip(pieces, pieces[gap:])]
    return pieces + [count + (((a * 31 + b) * 0x9E3779B1 % 2**32) >> 8) % ROWS_OF_TWO for a, b in twos]


def plain_sums(texts: list[list[int]], count: int) -> csr_matrix:
    """The texts with these pieces as sums of rows."""
    rows = [rows_of(pieces, count) for pieces in texts]
    at = [i for i, found in enumerate(rows) for _ in found]
    columns = [row for found in rows for row in found]
    return csr_matrix((np.ones(len(at), np.float32), (at, columns)), shape=(len(texts), count + ROWS_OF_TWO))


def pointing(sums: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    lengths = np.sqrt((sums * sums).sum(1, keepdims=True) + SHORTEST)
    return sums / lengths, lengths


def train_ways(known: np.ndarray, pairs: list[list[tuple[csr_matrix, csr_matrix]]]) -> np.ndarray:
    """Returns the rows. `known` are the vectors of the pieces, from which their rows start, and each pair has two
    sides: the texts of its users and those of its sellers, as sums of rows. Texts of a side come to point the same way, those of opposite
    sides apart, and those of other pairs neither (logistic loss, Adam)."""
    rng = np.random.default_rng(SEED)
    known = np.concatenate([known, np.zeros((ROWS_OF_TWO, known.shape[1]), np.float32)])
    turn = rng.uniform(-1, 1, (known.shape[1], DIMENSIONS)).astype(np.float32) / known.shape[1] ** 0.5
    own = 0.05 * rng.standard_normal((len(known), DIMENSIONS), np.float32)
    values = [turn, own]
    means, squares = ([np.zeros_like(value) for value in values] for _ in range(2))
    steps = EPOCHS * -(-len(pairs) // PAIRS)
    step = 0
    for _ in range(EPOCHS):
        order = rng.permutation(len(pairs))
        for at in range(0, len(order), PAIRS):
            chosen = order[at : at + PAIRS]
            drawn = [
                texts[rng.integers(0, texts.shape[0], count)]
                for pair in chosen
                for side in pairs[pair]
                for texts, count in zip(side, (ASKS, SELLS))
            ]
            texts = csr_matrix(vstack(drawn))
            texts.data *= rng.random(len(texts.data)) > DROPPED
            points, lengths = pointing(texts @ (known @ values[0] + values[1]))
            near = points @ points.T
            side = np.arange(len(points)) // (ASKS + SELLS)
            alike, same = side[:, None] == side, side[:, None] // 2 == side // 2
            other = ~same
            np.fill_diagonal(same, False)
            slope = same * (1 / (1 + np.exp(-SHARPNESS * near)) - alike) * (SHARPNESS / same.sum())
            slope += other * near * (2 / max(1, other.sum()))
            to_points = 2 * slope @ points
            to_sums = (to_points - points * (to_points * points).sum(1, keepdims=True)) / lengths
            gradient = texts.T @ to_sums.astype(np.float32)
            rate = RATE * (1 - step / steps)
            step += 1
            for i, slope_of in enumerate((known.T @ gradient, gradient)):
                means[i] += 0.1 * (slope_of - means[i])
                squares[i] += 0.001 * (slope_of * slope_of - squares[i])
                change = (means[i] / (1 - 0.9**step)) / (np.sqrt(squares[i] / (1 - 0.999**step)) + 1e-8)
                values[i] = values[i] * (1 - rate * DECAY) - rate * change
    return (known @ values[0] + values[1]).astype(np.float32)
