"""Chooses the words of the table: what people write, what the dictionary answers with, what software and APIs are called by."""
import re
from collections import Counter
from pathlib import Path

from wordfreq import top_n_list, word_frequency

from lexicon import Gloss

GENERAL, MOST, MOST_PHRASES = 36_000, 44_000, 8_000
WORD = re.compile(r"[a-z0-9]*[a-z][a-z0-9]*")


def split(text: str) -> list[str]:
    """Words as the program sees them: joined across hyphens and apostrophes, camelCase also in pieces."""
    found = []
    for raw in re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", text):
        bare = re.sub(r"['’]s$", "", raw).replace("'", "").replace("’", "")
        word = bare.replace("-", "").lower()
        pieces = re.findall(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+", bare)
        found.append([word, *(piece.lower() for piece in pieces if len(pieces) > 1 and len(piece) > 1)])
    return [word for words in found for word in words]


def pieces(text: str) -> list[str]:
    """The words a vector is summed from: a compound in pieces, or whole where it has none."""
    found = []
    for raw in re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", text):
        words = split(raw)
        found += words[1:] or words
    return found


def choose_words(glosses: dict[str, list[Gloss]], everyday: set[str], curated: list[str], corpora: list[tuple[list[str], int]]) -> list[str]:
    rank: dict[str, float] = {}

    def offer(word: str, value: float) -> None:
        if WORD.fullmatch(word) and 1 < len(word) <= 24:
            rank[word] = max(rank.get(word, 0), value)

    for word in curated:
        offer(word, 9)
    for place, word in enumerate(top_n_list("en", GENERAL)):
        offer(word, 8 - 6 * place / GENERAL)
    uses = Counter(word for key, found in glosses.items() for phrase, _ in found[: 3 if key in everyday else 1] for word in phrase)
    for word, count in uses.items():
        offer(word.replace("-", "").replace("'", ""), min(3, 0.6 * count) + 1e5 * word_frequency(word, "en"))
    for texts, least in corpora:
        seen = Counter(word for text in texts for word in set(split(text)))
        for word, count in seen.items():
            if count >= least:
                offer(word, min(7, 1 + 0.5 * count / least))
    best = sorted(rank, key=lambda word: (-rank[word], word))[:MOST]
    return sorted(best)


def wordnet_phrases(folder: Path) -> set[str]:
    """WordNet's lemmas of two words: space station, sign in."""
    found = set()
    for kind in ("noun", "verb", "adj", "adv"):
        for line in (folder / f"index.{kind}").read_text("utf8").splitlines():
            lemma = line.split(" ", 1)[0]
            if re.fullmatch(r"[a-z]+_[a-z]+", lemma):
                found.add(lemma.replace("_", " "))
    return found


def choose_phrases(words: list[str], named: set[str], glosses: dict[str, list[Gloss]], curated: set[str], texts: list[str]) -> list[str]:
    """Pairs of words that mean something as a pair: named by WordNet or a gloss, and used in the texts."""
    known = set(words)
    glossed = Counter(" ".join(phrase) for found in glosses.values() for phrase, _ in found[:2] if len(phrase) == 2)
    uses: Counter[str] = Counter()
    for text in texts:
        run = pieces(text)
        uses.update({f"{a} {b}" for a, b in zip(run, run[1:])})
    rank = {phrase: 1000.0 for phrase in curated}
    for phrase in named | set(glossed):
        if uses[phrase] or (phrase in named and phrase in glossed):
            rank.setdefault(phrase, uses[phrase] + 2 * (phrase in named) + glossed[phrase])
    fit = [phrase for phrase in rank if set(phrase.split(" ")) <= known]
    return sorted(sorted(fit, key=lambda phrase: (-rank[phrase], phrase))[:MOST_PHRASES])
