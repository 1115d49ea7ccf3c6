"""Packs the morphological dictionary IPADIC into data/morphemes.bin, whose form src/data/morphemes.ts describes.

Reads the compiled dictionary of PyPI's `ipadic`: `python morphemes.py --ipadic ipadic-1.0.0/ipadic/dicdir`. What the
segmenter never meets is left out: words with other characters than Japanese ones, and of words that differ in their
reading alone all but the likeliest. Needs nothing but Python.
"""
import argparse
import json
import re
import struct
from array import array
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"
MAGIC, VERSION = 0x4F4D4853, 1
JAPANESE = re.compile(r"[\u3005-\u3007\u3021-\u3029\u3038-\u303b\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff"
                      r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")


def read_words(path: Path):
    """Each word of one of MeCab's dictionaries: (surface, context, cost, features)."""
    file = path.read_bytes()
    _, _, _, _, left, right, trie_size, token_size, _, _ = struct.unpack_from("<10I", file)
    assert left == right
    trie = struct.unpack_from(f"<{trie_size // 4}i", file, 72)
    tokens, features = 72 + trie_size, 72 + trie_size + token_size
    base, check = trie[0::2], trie[1::2]
    children: dict[int, list[int]] = {}
    for place, parent in enumerate(check):
        children.setdefault(parent, []).append(place)
    found = []
    rest = [(base[0], b"")]
    while rest:
        node, surface = rest.pop()
        if node < len(base) and check[node] == node and base[node] < 0:
            value = -base[node] - 1
            for token in range(value >> 8, (value >> 8) + (value & 255)):
                before, after, _, cost, start, _ = struct.unpack_from("<3HhII", file, tokens + 16 * token)
                assert before == after
                text = file[features + start : file.index(b"\0", features + start)].decode()
                found.append((surface.decode(), before, cost, text.split(",")))
        rest += [(base[place], surface + bytes([place - node - 1])) for place in children.get(node, ()) if place != node]
    return found, left


def read_characters(path: Path):
    """The categories (name, whether words are made of it beside known ones, whether of a whole run), and where each begins."""
    file = path.read_bytes()
    (count,) = struct.unpack_from("<I", file)
    names = [file[4 + 32 * i : 36 + 32 * i].rstrip(b"\0").decode() for i in range(count)]
    categories = [[name, False, False] for name in names]
    runs = []
    for code, (info,) in enumerate(struct.iter_unpack("<I", file[4 + 32 * count :])):
        category = (info >> 18) & 255
        categories[category][1:] = [bool(info >> 31), bool((info >> 30) & 1)]
        if not runs or runs[-1][1] != category:
            runs.append([code, category])
    return categories, runs


def make_trie(surfaces):
    """A trie of the sorted surfaces in order of breadth: of each node its character, children and place in the list."""
    labels, children, ends = array("H", [0]), array("H"), [-1]
    level = [(0, len(surfaces), 0)]
    while level:
        following = []
        for start, end, depth in level:
            if len(surfaces[start]) == depth:
                start += 1
            before = len(following)
            while start < end:
                label, first = surfaces[start][depth], start
                while start < end and surfaces[start][depth] == label:
                    start += 1
                labels.append(ord(label))
                ends.append(first if len(surfaces[first]) == depth + 1 else -1)
                following.append((first, start, depth + 1))
            children.append(len(following) - before)
        level = following
    return labels, children, ends


def form_of(surface: str, base: str):
    """The dictionary form as what is cut off the end of the surface, and what is put there."""
    same = 0
    while same < min(len(surface), len(base)) and surface[same] == base[same]:
        same += 1
    return len(surface) - same, base[same:]


def write_morphemes(folder: Path) -> None:
    words, contexts = read_words(folder / "sys.dic")
    kinds = [["*", "*"] for _ in range(contexts)]
    entries: dict[str, dict] = {}
    forms = {(0, ""): 0}
    for surface, context, cost, features in words:
        kinds[context] = features[:2]
        if not JAPANESE.fullmatch(surface):
            continue
        base = surface if features[6] == "*" else features[6].strip("\u3000")
        form = forms.setdefault(form_of(surface, base), len(forms))
        likeliest = entries.setdefault(surface, {})
        likeliest[context, form] = min(cost, likeliest.get((context, form), cost))
    surfaces = sorted(entries)
    labels, children, ends = make_trie(surfaces)
    counts, ids, costs, bases = array("B"), array("H"), array("h"), array("B")
    for place in ends:
        of_word = entries[surfaces[place]].items() if place >= 0 else ()
        counts.append(len(of_word))
        for (context, form), cost in of_word:
            ids.append(context)
            costs.append(cost)
            bases.append(form)
    categories, characters = read_characters(folder / "char.bin")
    unknown: dict[str, list] = {}
    for name, context, cost, _ in read_words(folder / "unk.dic")[0]:
        unknown.setdefault(name, []).append([context, cost])
    text = json.dumps(
        {
            "kinds": kinds,
            "forms": list(forms),
            "characters": characters,
            "categories": [{"always": always, "group": group, "words": unknown[name]} for name, always, group in categories],
        },
        ensure_ascii=False,
        separators=(",", ":"),
    ).encode()
    header = struct.pack("<6I", MAGIC, VERSION, contexts, len(labels), len(ids), len(text))
    matrix = (folder / "matrix.bin").read_bytes()[4:]
    parts = [labels, children, ids, costs, counts, bases]
    (DATA / "morphemes.bin").write_bytes(header + matrix + b"".join(part.tobytes() for part in parts) + text)
    print(f"morphemes: {len(surfaces)} words, {len(ids)} entries, {len(labels)} nodes, {len(forms)} forms")


if __name__ == "__main__":
    from manifest import write_manifest

    parser = argparse.ArgumentParser()
    parser.add_argument("--ipadic", type=Path, required=True)
    write_morphemes(parser.parse_args().ipadic)
    write_manifest()
