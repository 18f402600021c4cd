"""A table's log as a file, written and read from Protocol/logfile.md alone."""

import base64
import json

import logs
from peer import *
from words import WORDS

LINE_MAX = 737280
NUMBERS, TEXTS = ("entries", "runs", "foldVersion", "wallMilliseconds"), ("table", "digest", "words", "name")


class Refused(Exception):
    """The number of the line, 0 for the file as a whole."""


def line(**fields):
    return json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def b64(data):
    return base64.b64encode(data).decode()


def from_b64(text):
    data = base64.b64decode(text, validate=True)
    if b64(data) != text:
        raise ValueError("not the only form")
    return data


def run_line(data, by):
    m = logs.read(data)
    return line(run=b64(data), author=m["author"].hex(), after=m["after"], count=m["count"], by=by)


def count_of(table):
    """Entries of all branches, what they share once."""
    return sum(len({tuple(p[:n]) for p in paths for n in range(1, len(p) + 1)})
               for paths in table.paths.values())


def write(story, runs, **changes):
    table = Table(story.founding)
    for _, data in runs:
        assert table.merge(logs.read(data)) in ("admitted", "fork")
    header = dict(
        format="scored-log/1", founding=b64(story.founding), table=table.id.hex(), name="Žofia's",
        entries=count_of(table), runs=len(runs), digest=table.digest().hex(),
        words=spoken(WORDS, table.digest()), foldVersion=2, wallMilliseconds=logs.WALL,
        devices=["mia", "bo", "cy"], games=["hawks-owls"])
    header.update(changes)
    return [line(**header)] + [run_line(data, by) for by, data in runs]


def fields(text, numbers, texts, lists=()):
    f = json.loads(text)
    if not isinstance(f, dict):
        raise ValueError("no object")
    for name in numbers:
        if type(f[name]) is not int:
            raise ValueError(name)
    for name in texts:
        if type(f[name]) is not str:
            raise ValueError(name)
    for name in lists:
        if not all(type(item) is str for item in f[name]):
            raise ValueError(name)
    return f


def read(text):
    """What a reader takes of a file: the table and the runs."""
    lines = [(n, l.rstrip("\r")) for n, l in enumerate(text.removeprefix("\ufeff").split("\n"), 1)]
    lines = [(n, l) for n, l in lines if l.strip(" \t")]
    at, runs = 1, []
    try:
        h = fields(lines[0][1], NUMBERS, TEXTS + ("format", "founding"), ("devices", "games"))
        demand(h["format"] == "scored-log/1")
        table = Table(from_b64(h["founding"]))
        demand(table.id.hex() == h["table"])
        for at, l in lines[1:]:
            demand(len(l.encode()) <= LINE_MAX, "limit")
            f = fields(l, ("after", "count"), ("run", "author", "by"))
            data = from_b64(f["run"])
            m = logs.read(data)
            demand(len(m["signature"]) == 64)
            demand((f["author"], f["after"], f["count"]) == (m["author"].hex(), m["after"], m["count"]))
            demand(table.merge(m) in ("admitted", "fork", "held"))
            runs.append(data)
        at = 0
        demand(h["runs"] == len(runs) and h["entries"] == count_of(table))
        demand(h["digest"] == table.digest().hex())
        demand(h["words"] == spoken(WORDS, table.digest()))
    except (Malformed, ValueError, KeyError, IndexError):
        raise Refused(at)
    return table, runs


def case(name, lines, end="\n"):
    text = "\n".join(lines) + end
    table, runs = read(text)
    return dict(name=name, text=text, table=table.id, entries=count_of(table), runs=runs,
                digest=table.digest(), words=spoken(WORDS, table.digest()))


def refused(name, lines):
    text = "\n".join(lines) + "\n"
    try:
        read(text)
    except Refused as error:
        return dict(name=name, text=text, line=error.args[0])
    raise AssertionError("not refused: " + name)


def flipped(data, at):
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1:]


def logfile():
    s = logs.Story()
    whole = [("mia", s.mia.run()), ("bo", s.bo.run()), ("cy", s.cy.run())]
    good = write(s, whole)
    f = logs.Story()
    twin = f.bo.twin(2).add(6, body=b"twin").add(7, body=b"twin again")
    forked = [("mia", f.mia.run()), ("bo", f.bo.run()), ("bo", twin.run(2)), ("cy", f.cy.run())]
    parts = [("mia", s.mia.run(0, 3)), ("mia", s.mia.run(3)), ("bo", s.bo.run(0, 2)),
             ("bo", s.bo.run(2)), ("cy", s.cy.run())]
    eve = s.start(logs.EVE, b"\x05" * 16, [], 9).run()
    other = base64.b64encode(logs.Story().mia.entries[1]).decode()
    run = json.loads(good[2])
    def changed(**changes):
        return [good[0], good[1], line(**{**run, **changes}), good[3]]
    def header(**changes):
        return [line(**{**json.loads(good[0]), **changes})] + good[1:]
    missing = {k: v for k, v in json.loads(good[0]).items() if k != "words"}
    return dict(
        valid=[
            case("three devices", good), case("one log on two branches", write(f, forked)),
            case("in five runs", write(s, parts)), case("the founding entry alone", write(s, [])),
            case("another reader's ends of lines",
                 ["\ufeff" + good[0] + "\r", "", " \t", good[1] + "\r"] + good[2:], ""),
            case("fields of a later version",
                 [good[0][:-1] + ',"later":{"a":[1]}}'] + good[1:])],
        refused=[
            refused("nothing", []), refused("no JSON", ["scored"] + good[1:]),
            refused("a later format", header(format="scored-log/2")),
            refused("a header without words", [line(**missing)] + good[1:]),
            refused("another table", header(table="00" * 32)),
            refused("founded by another entry", header(founding=other)),
            refused("base 64 with bits left over", changed(run=run["run"][:-3] + "B==")
                    if run["run"].endswith("==") else changed(run=run["run"] + "=")),
            refused("base 64 with a line end", changed(run=run["run"][:8] + "\n" + run["run"][8:])),
            refused("a bit of an entry", changed(run=b64(flipped(s.bo.run(), 60)))),
            refused("a bit of the signature", changed(run=b64(flipped(s.bo.run(), -1)))),
            refused("another author than the run's", changed(author=s.cy.author.hex())),
            refused("another count", changed(count=run["count"] + 1)),
            refused("a count that is a text", changed(count=str(run["count"]))),
            refused("not signed", changed(run=b64(s.bo.unsigned()))),
            refused("signed by another", changed(run=b64(s.bo.run(by=logs.EVE)))),
            refused("a device that nobody invited", good + [run_line(eve, "eve")]),
            refused("a gap", write(s, parts)[:3] + write(s, parts)[4:]),
            refused("a run cut", changed(run=b64(s.bo.run()[:-1]))),
            refused("a line lost at the end", good[:-1]),
            refused("a line twice", good + good[-1:]),
            refused("another digest", header(digest="ff" * 32)),
            refused("other words", header(words="amber-amber-amber-amber")),
            refused("one entry too many", header(entries=json.loads(good[0])["entries"] + 1)),
            refused("a half line", good[:-1] + [good[-1][: len(good[-1]) // 2]])])
