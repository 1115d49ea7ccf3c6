"""Writes data/manifest.json: the SHA-256 of every data file, which the program checks before it trusts them."""
import hashlib
import json
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"
NAMES = (
    "cells.bin",
    "entities.tsv",
    "everyday.tsv",
    "filler.tsv",
    "foreign.tsv",
    "lexicon.bin",
    "meaning.bin",
    "morphemes.bin",
    "queries/classes.tsv",
    "queries/rules.tsv",
    "queries/structures.tsv",
    "tasks.ndjson",
    "terms.tsv",
    "words.bin",
)


def write_manifest() -> None:
    digests = {name: hashlib.sha256((DATA / name).read_bytes()).hexdigest() for name in NAMES}
    (DATA / "manifest.json").write_text(json.dumps(digests, indent=2) + "\n")
    for name in NAMES:
        print(f"{name}: {(DATA / name).stat().st_size} bytes")


if __name__ == "__main__":
    write_manifest()
