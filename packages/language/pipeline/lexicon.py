"""Chooses glosses for every Japanese headword and packs them for the program to read in place."""
import re
import struct
from collections import defaultdict

from wordfreq import zipf_frequency

from edict import GRAMMAR, Entry

MAGIC, VERSION, EVERYDAY = 0x584C4853, 1, 0x80
MOST_GLOSSES, LONGEST_GLOSS = 5, 3
# Weights of the first, second, third gloss of a sense, and of the first, second, third sense.
GLOSS_WEIGHTS, SENSE_WEIGHTS = (1.0, 0.8, 0.65, 0.55, 0.5), (1.0, 0.7, 0.5, 0.4)
SMALL = {"of", "the", "a", "an", "in", "on", "to", "for", "and", "or", "with", "by", "at", "from", "one's", "oneself", "something", "someone", "be", "as", "etc"}
Gloss = tuple[tuple[str, ...], float]


def fold_kana(text: str) -> str:
    """The same folding as the program's foldKana."""
    text = re.sub(r"(?<=[\u30a1-\u30fa])[\u2010-\u2015\u2212-](?=[\u30a1-\u30fa]|$)", "ー", text)
    for variant, usual in (
        ("ヴァ", "バ"), ("ヴィ", "ビ"), ("ヴェ", "ベ"), ("ヴォ", "ボ"), ("ヴ", "ブ"),
        ("ウエア", "ウェア"), ("ウエブ", "ウェブ"), ("フェイス", "フェース"),
    ):
        text = text.replace(variant, usual)
    text = re.sub("ー{2,}", "ー", text)
    return re.sub(r"([\u30a1-\u30fa][\u30a1-\u30fc]{2,})ー(?![\u30a1-\u30fc])", r"\1", text)


def words_of(gloss: str) -> tuple[str, ...]:
    words = re.findall(r"[a-z0-9]+(?:['-][a-z0-9]+)*", gloss.lower())
    return tuple(word for word in words if word not in SMALL)


def is_english(words: tuple[str, ...]) -> bool:
    """Whether people write every word of it now and then: leaves out Latin names and transcriptions."""
    return all(zipf_frequency(word, "en") >= 1.5 for word in words)


def rank(entry: Entry) -> tuple[int, int]:
    """Common entries first, then computing ones; grammar and rare words last."""
    return (0 if entry.common else 1 if entry.computing else 3 if entry.rare or entry.marks & GRAMMAR else 2, len(entry.senses[0][0]))


def glosses_of(entries: list[Entry]) -> list[Gloss]:
    found: dict[tuple[str, ...], float] = {}
    for place, entry in enumerate(sorted(entries, key=rank)[:3]):
        damping = (1.0, 0.6, 0.4)[place]
        if place and rank(entry)[0] >= 2 and rank(entries[0])[0] < 2:
            break
        for sense, sense_weight in zip(entry.senses, SENSE_WEIGHTS):
            for gloss, gloss_weight in zip(sense, GLOSS_WEIGHTS):
                words = words_of(gloss)
                if 0 < len(words) <= LONGEST_GLOSS and (entry.common or entry.computing or is_english(words)):
                    found.setdefault(words, damping * sense_weight * gloss_weight)
    most = MOST_GLOSSES if entries[0].common or entries[0].computing else 3
    best = sorted(found.items(), key=lambda item: -item[1])[:most]
    if best and best[0][1] < 1:
        best = [(words, weight / best[0][1]) for words, weight in best]
    return best


def choose(entries: list[Entry]) -> tuple[dict[str, list[Gloss]], set[str]]:
    """Headword → glosses, and the headwords of everyday use."""
    by_key: dict[str, list[Entry]] = defaultdict(list)
    by_reading: dict[str, list[Entry]] = defaultdict(list)
    everyday = set()
    for entry in entries:
        key = fold_kana(entry.headword)
        if len(key) > 20 or entry.rare or ("exp" in entry.marks and not entry.common):
            continue
        by_key[key].append(entry)
        if entry.common and not entry.marks & GRAMMAR:
            everyday.add(key)
            by_reading[fold_kana(entry.reading)].append(entry)
    chosen = {key: glosses_of(sorted(found, key=rank)) for key, found in by_key.items()}
    for reading, found in by_reading.items():
        # A reading shared by many words says too little.
        if reading not in chosen and len(found) <= 2:
            chosen[reading] = glosses_of(sorted(found, key=rank))
    return {key: glosses for key, glosses in chosen.items() if glosses}, everyday


def pack(chosen: dict[str, list[Gloss]], everyday: set[str]) -> bytes:
    words = sorted({word for glosses in chosen.values() for phrase, _ in glosses for word in phrase})
    if len(words) > 65_535:
        raise SystemExit(f"{len(words)} English words do not fit 16-bit numbers: raise the bar for entries")
    number = {word: i for i, word in enumerate(words)}
    keys = sorted(chosen, key=lambda key: key.encode())
    units, counts = [], []
    for key in keys:
        before = len(units)
        for place, (phrase, weight) in enumerate(chosen[key]):
            mark = EVERYDAY if place == 0 and key in everyday else 0
            units.append((len(phrase) | mark) << 8 | round(weight * 255))
            units += [number[word] for word in phrase]
        counts.append(len(units) - before)
    word_pool, key_pool = [word.encode("latin1") for word in words], [key.encode() for key in keys]
    return b"".join((
        struct.pack("<6I", MAGIC, VERSION, len(words), len(keys), len(units), 0),
        struct.pack(f"<{len(units)}H", *units),
        bytes(len(word) for word in word_pool),
        bytes(len(key) for key in key_pool),
        bytes(counts),
        *word_pool,
        *key_pool,
    ))
