"""Trains the table of subjects: vectors of the pieces and a direction for each task, so that what people say of a task
lies nearer to it than to any other task."""
import jax
import jax.numpy as jnp
import numpy as np

SEED, EPOCHS, BATCH = 402, 20, 1024
# The softmax over the cosines with all tasks, and the share of the pieces of a text that are left out.
TEMPERATURE, DROPOUT = 0.06, 0.4
# A text of a task counts a little for similar tasks (label smoothing), by a softmax over their cosines.
SMOOTHING, SMOOTHING_TEMPERATURE = 0.1, 0.04
# Adagrad, for the pieces as a share of how large their vectors are.
PIECE_RATE, TASK_RATE = 0.3, 0.015


def unit(vectors):
    return vectors / jnp.sqrt((vectors * vectors).sum(-1, keepdims=True) + 1e-12)


def loss(values, weights, targets, texts, mask, labels):
    pieces, directions = values
    sums = (pieces[texts] * (weights[texts] * mask)[..., None]).sum(1)
    log_probabilities = jax.nn.log_softmax(unit(sums) @ unit(directions).T / TEMPERATURE)
    return -(targets[labels] * log_probabilities).sum(1).mean()


@jax.jit
def learn(values, squares, weights, targets, texts, mask, labels, rates):
    gradients = jax.grad(loss)(values, weights, targets, texts, mask, labels)
    squares = [square + gradient * gradient for square, gradient in zip(squares, gradients)]
    updated = [value - rate * gradient / jnp.sqrt(square + 1e-12) for value, gradient, square, rate in zip(values, gradients, squares, rates)]
    return updated, squares


def train_tasks(table: np.ndarray, weights: np.ndarray, lines: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Returns the vectors of the pieces, times their weights, and the directions of the tasks. They start at the table
    and the sums of the lines of each task, which are given as pieces."""
    rng = np.random.default_rng(SEED)
    table, weights = np.append(table, np.zeros((1, table.shape[1]), np.float32), 0), jnp.append(weights, 0)
    texts, labels = np.concatenate(lines), np.repeat(np.arange(len(lines)), [len(some) for some in lines])
    start = unit(jnp.stack([unit((table[some] * weights[some][..., None]).sum(1)).sum(0) for some in lines]))
    identity = jnp.eye(len(lines))
    targets = (1 - SMOOTHING) * identity + SMOOTHING * jax.nn.softmax((start @ start.T - 9 * identity) / SMOOTHING_TEMPERATURE)
    values = [jnp.asarray(table), start]
    squares = [jnp.full_like(value, 1e-10) for value in values]
    rates, steps, step = (PIECE_RATE * float(table.std()), TASK_RATE), EPOCHS * (len(texts) // BATCH), 0
    for _ in range(EPOCHS):
        order = rng.permutation(len(texts))
        for at in range(0, len(order) - BATCH + 1, BATCH):
            batch = order[at : at + BATCH]
            mask = (rng.random(texts[batch].shape) > DROPOUT).astype(np.float32)
            values, squares = learn(values, squares, weights, targets, texts[batch], mask, labels[batch], [rate * (1 - step / steps) for rate in rates])
            step += 1
    vectors, directions = values
    return np.asarray(vectors * weights[:, None])[:-1], np.asarray(unit(directions))
