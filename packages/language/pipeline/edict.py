"""Reads EDICT and COMPDIC (Debian's package edict) into headwords with their senses."""
import re
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path

LINE = re.compile(r"^(\S+)(?: \[([^\]]+)\])? /(.+)/\s*$")
MARK = re.compile(r"^\(([^)]*)\)\s*")
PARENTHESIS = re.compile(r"\([^)]*\)|\{[^}]*\}")
# Entries nobody would type in a search box: archaic, obscure, vulgar, irregular spellings.
RARE = {"arch", "obs", "obsc", "rare", "ok", "oK", "oik", "vulg", "X"}
GRAMMAR = {"prt", "aux", "aux-v", "aux-adj", "cop", "conj", "int", "pref", "suf", "ctr"}


@dataclass
class Entry:
    headword: str
    reading: str
    common: bool
    computing: bool
    rare: bool
    marks: set[str] = field(default_factory=set)
    # One list of glosses for each numbered sense.
    senses: list[list[str]] = field(default_factory=list)


def fold(text: str) -> str:
    """The spelling under which a headword is kept: NFKC, lower case, no middle dots or spaces."""
    return re.sub(r"[・\s]", "", unicodedata.normalize("NFKC", text)).lower()


def clean(gloss: str) -> str:
    gloss = PARENTHESIS.sub(" ", gloss)
    gloss = re.sub(r"\s+", " ", gloss).strip(" .,;!?")
    return re.sub(r"^(to be|to|a|an|the) ", "", gloss)


def parse(line: str, computing: bool) -> Entry | None:
    match = LINE.match(line)
    if not match:
        return None
    headword, reading, body = match.groups()
    entry = Entry(fold(headword), fold(reading or headword), False, computing, False)
    for part in body.split("/"):
        if part == "(P)":
            entry.common = True
            continue
        new_sense = not entry.senses
        while mark := MARK.match(part):
            names = set(mark.group(1).split(","))
            if mark.group(1).isdigit():
                new_sense = True
            elif not all(re.fullmatch(r"[A-Za-z0-9:.-]{1,8}", name) for name in names):
                break
            entry.marks |= names
            part = part[mark.end() :]
        if new_sense:
            entry.senses.append([])
        gloss = clean(part)
        if gloss and re.fullmatch(r"[\x20-\x7e\u00c0-\u024f]+", gloss):
            entry.senses[-1].append(gloss)
    entry.senses = [sense for sense in entry.senses if sense]
    entry.computing |= "comp" in entry.marks
    entry.rare = bool(entry.marks & RARE) and not entry.common
    return entry if entry.senses else None


def read_entries(folder: Path) -> list[Entry]:
    entries = []
    for name, computing in (("edict", False), ("compdic", True)):
        for line in (folder / name).read_bytes().decode("euc_jp", "replace").splitlines()[1:]:
            if entry := parse(line, computing):
                entries.append(entry)
    return entries
