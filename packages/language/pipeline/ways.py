"""Trains the table of ways: which way a text points between a task and its opposite.

The vectors of meaning hardly differ between "Word to PDF" and "PDF to Word". Here only texts of opposite tasks
(opposites.ndjson) are compared with each other, so that only what tells the two apart counts. A piece counts as itself,
and by its role: the pieces around it ("to", "from", 「を」, 「から」) turn it to either side.
"""
import jax
import jax.numpy as jnp
import numpy as np

DIMENSIONS, SEED, EPOCHS, RATE, DECAY = 32, 402, 96, 3e-3, 1e-4
# The pairs of a step, and the texts of users and sellers of either side that are drawn.
PAIRS, ASKS, SELLS = 16, 8, 5
SHARPNESS, DROPPED = 4, 0.2
# Texts with little to tell stay short.
SHORTEST = 1
# Where the pieces stand that turn a piece, and how many pieces of a text are read.
AROUND, LONGEST = (-3, -2, -1, 1, 2, 3), 48
NONE = -1


def padded(texts: list[list[int]]) -> np.ndarray:
    return np.array([(text + [NONE] * LONGEST)[:LONGEST] for text in texts], np.int32)


def roles(around, own):
    """How much each piece of a text is turned: src/data/meanings.ts does the same."""
    length = own.shape[1]
    for i, place in enumerate(AROUND):
        at = jnp.arange(length) + place
        own += jnp.where((at >= 0) & (at < length), jnp.roll(around[:, :, i], -place, 1), 0)
    return jnp.tanh(own)


def point(values: dict, known, texts, kept):
    """The ways of texts, given as pieces. `kept` is 0 for pieces that are ignored."""
    start = known[texts] * kept[..., None]
    plain, turned, around = (start @ values[f"{name} start"] + values[name][texts] * kept[..., None] for name in ("plain", "turned", "around"))
    sums = (plain + turned * roles(around, values["own"][texts])[..., None]).sum(1)
    return sums / jnp.sqrt((sums * sums).sum(1, keepdims=True) + SHORTEST)


def loss(values: dict, known, texts, kept, side):
    """Texts of a side should point the same way, those of opposite sides apart, and those of other pairs neither."""
    ways = point(values, known, texts, kept)
    near = ways @ ways.T
    same = (side[:, None] // 2 == side // 2) * (1 - jnp.eye(len(side)))
    other = side[:, None] // 2 != side // 2
    apart = jnp.logaddexp(0, jnp.where(side[:, None] == side, -SHARPNESS, SHARPNESS) * near)
    return (apart * same).sum() / same.sum() + (near**2 * other).sum() / other.sum()


def train_ways(known: np.ndarray, pairs: list[list[list[np.ndarray]]]) -> tuple[np.ndarray, np.ndarray]:
    """Returns the rows of the pieces, plain and turned, and how they turn the pieces around them and themselves (Adam).
    `known` are the vectors of the pieces, and each pair has two sides: the texts of its users, and of its sellers."""
    rng = np.random.default_rng(SEED)
    known = np.concatenate([known, np.zeros((1, known.shape[1]), np.float32)])

    def some(rows: int, columns: int, size: float) -> np.ndarray:
        return size * rng.standard_normal((rows, columns), np.float32)

    values = {"own": np.zeros(len(known), np.float32)}
    for name, columns, size, start_size in (("plain", DIMENSIONS, 0.05, 0.08), ("turned", DIMENSIONS, 0.05, 0.08), ("around", len(AROUND), 0.02, 0.02)):
        values[name], values[f"{name} start"] = some(len(known), columns, size), some(known.shape[1], columns, start_size)
    known, side = jnp.asarray(known), np.repeat(np.arange(2 * PAIRS), ASKS + SELLS)
    steps = EPOCHS * -(-len(pairs) // PAIRS)

    @jax.jit
    def learn(values, means, squares, texts, kept, step):
        slope = jax.grad(loss)(values, known, texts, kept, side)
        means = jax.tree.map(lambda mean, s: 0.9 * mean + 0.1 * s, means, slope)
        squares = jax.tree.map(lambda square, s: 0.999 * square + 0.001 * s * s, squares, slope)
        rate = RATE * (1 - (step - 1) / steps)

        def moved(value, mean, square):
            change = mean / (1 - 0.9**step) / (jnp.sqrt(square / (1 - 0.999**step)) + 1e-8)
            return value * (1 - rate * DECAY) - rate * change

        return jax.tree.map(moved, values, means, squares), means, squares

    means = squares = jax.tree.map(jnp.zeros_like, values)
    step = 0
    for _ in range(EPOCHS):
        order = rng.permutation(len(pairs))
        order = np.concatenate([order, order[: -len(order) % PAIRS]])
        for at in range(0, len(order), PAIRS):
            texts = np.concatenate([
                lines[rng.integers(0, len(lines), count)]
                for pair in order[at : at + PAIRS]
                for who in pairs[pair]
                for lines, count in zip(who, (ASKS, SELLS))
            ])
            kept = (texts != NONE) & (rng.random(texts.shape) > DROPPED)
            step += 1
            values, means, squares = learn(values, means, squares, texts, kept.astype(np.float32), step)
    plain, turned, around = (np.asarray(known @ values[f"{name} start"] + values[name])[:-1] for name in ("plain", "turned", "around"))
    return np.concatenate([plain, turned], 1), np.concatenate([around, np.asarray(values["own"])[:-1, None]], 1)
