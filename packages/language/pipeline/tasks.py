"""Trains the table of subjects: vectors of the pieces and a direction for each task, so that what people say of a task
lies nearer to it than to any other task."""
import jax
import jax.numpy as jnp
import numpy as np

SEED, EPOCHS, BATCH = 402, 20, 1024
# The softmax over the cosines with all tasks, and the share of the pieces of a text that are left out.
TEMPERATURE, DROPPED = 0.06, 0.4
# What is said of a task counts a little for the tasks of which the like is said: a softmax over their cosines.
SHARED, LIKE = 0.1, 0.04
# Adagrad, for the pieces as a share of how large their vectors are.
PIECE_RATE, TASK_RATE = 0.3, 0.015


def unit(vectors):
    return vectors / jnp.sqrt((vectors * vectors).sum(-1, keepdims=True) + 1e-12)


def loss(values, weights, targets, texts, kept, about):
    pieces, directions = values
    sums = (pieces[texts] * (weights[texts] * kept)[..., None]).sum(1)
    likely = jax.nn.log_softmax(unit(sums) @ unit(directions).T / TEMPERATURE)
    return -(targets[about] * likely).sum(1).mean()


@jax.jit
def learn(values, squares, weights, targets, texts, kept, about, rates):
    slopes = jax.grad(loss)(values, weights, targets, texts, kept, about)
    squares = [square + slope * slope for square, slope in zip(squares, slopes)]
    moved = [value - rate * slope / jnp.sqrt(square + 1e-12) for value, slope, square, rate in zip(values, slopes, squares, rates)]
    return moved, squares


def train_tasks(table: np.ndarray, weights: np.ndarray, said: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Returns the vectors of the pieces, times their weights, and the directions of the tasks. They start at the table
    and the sums of what is `said` of each task, as pieces."""
    rng = np.random.default_rng(SEED)
    table, weights = np.append(table, np.zeros((1, table.shape[1]), np.float32), 0), jnp.append(weights, 0)
    texts, about = np.concatenate(said), np.repeat(np.arange(len(said)), [len(lines) for lines in said])
    start = unit(jnp.stack([unit((table[lines] * weights[lines][..., None]).sum(1)).sum(0) for lines in said]))
    own = jnp.eye(len(said))
    targets = (1 - SHARED) * own + SHARED * jax.nn.softmax((start @ start.T - 9 * own) / LIKE)
    values = [jnp.asarray(table), start]
    squares = [jnp.full_like(value, 1e-10) for value in values]
    rates, steps, step = (PIECE_RATE * float(table.std()), TASK_RATE), EPOCHS * (len(texts) // BATCH), 0
    for _ in range(EPOCHS):
        order = rng.permutation(len(texts))
        for at in range(0, len(order) - BATCH + 1, BATCH):
            some = order[at : at + BATCH]
            kept = (rng.random(texts[some].shape) > DROPPED).astype(np.float32)
            values, squares = learn(values, squares, weights, targets, texts[some], kept, about[some], [rate * (1 - step / steps) for rate in rates])
            step += 1
    vectors, directions = values
    return np.asarray(vectors * weights[:, None])[:-1], np.asarray(unit(directions))
