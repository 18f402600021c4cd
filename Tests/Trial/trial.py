#!/usr/bin/env python3
"""What two keepers' slips do to real games: points off, questions asked; by the pages or by binaries.

    trial.py                        by Protocol/vectors/events.py
    trial.py --binary scored        by `scored import` and `status --json`
    trial.py --binary scored --old  by a binary whose fix has one base and that knows no wallCompared
Options: --games N, --seeds N, --rows WORD (rows whose name holds the word), --tracked.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

from keepers import *

import events

GAMES = HERE / "../Fixtures/games"


def rows():
    for readings in 2, 8, 15:
        yield f"clock {readings:2} s, nobody errs", dict(readings=readings)
        yield f"clock {readings:2} s, nobody errs, shared", dict(readings=readings, shared=True)
        yield f"clock {readings:2} s, nobody errs, divided", dict(readings=readings, shared="players")
        for slip in SLIPS:
            for mend in MENDS:
                yield f"clock {readings:2} s, {slip}, {mend}", dict(
                    readings=readings, slip=slip, mend=mend)
    for skew in 0, 15, 60, 600:
        for readings in 2, 8:
            base = dict(readings=readings, clock=False, skew=skew)
            yield f"walls {skew:3} s apart, {readings} s, nobody errs", base
            yield f"walls {skew:3} s apart, {readings} s, nobody errs, shared", dict(
                base, shared=True)
            for slip, mend in [("kind", "own"), ("player", "other"), ("both", "at once"),
                               ("both", "undo"), ("kind", "nobody"), ("player", "nobody")]:
                yield f"walls {skew:3} s apart, {readings} s, {slip}, {mend}", dict(
                    base, slip=slip, mend=mend)


class Row:
    def __init__(self):
        self.games = self.slips = self.off = self.players = self.right = 0
        self.true = self.false = self.hints = self.wrong = self.silent = 0

    def __str__(self):
        return (f"{self.slips:5} {self.off:6} {self.players:8} {self.right:4}/{self.games:<4}"
                f"{self.true:5} {self.false:6} {self.hints:6} {self.wrong:6} {self.silent:7}")


HEAD = f"{'row':40} slips    off  players finals    true  false  hints  wrong  silent"


def by_pages(keeping):
    """Score; counted values by true event; the true events of each question and of each pair."""
    game = events.Game(keeping.entries)
    counted_values = []
    for m in game.moves:
        if game.counts(m):
            v = game.value(m.event)
            counted_values.append((keeping.tags[m.id], v["kind"], v["subject"][2]))
    return (game.score(), counted_values,
            [{keeping.tags[m.id] for m in e.moves} for e in game.questions],
            [{keeping.tags[m.id] for m in pair} for pair in game.pointed_out])


class Binary:
    """Asks a program: a fresh home, `import`, `status`, `log`."""

    def __init__(self, path):
        self.path = path

    def __call__(self, keeping):
        with tempfile.TemporaryDirectory() as home:
            file = pathlib.Path(home) / "table.scoredlog"
            file.write_bytes(keeping.file())
            def run(*words):
                done = subprocess.run(
                    [self.path, "--state", home + "/home", *words], capture_output=True, text=True)
                if done.returncode != 0:
                    sys.exit(f"{words}: {done.stdout}{done.stderr}")
                return done.stdout
            run("import", str(file))
            try:
                status = json.loads(run("status", "--json"))
                log = json.loads(run("log", "--json"))
            finally:
                run("down")
        return self.read(keeping, status, log)

    def read(self, keeping, status, log):
        """A held move is a question where the status lists no questions: each waits for an answer."""
        game, rows = status["game"], log["entries"]
        lines = {}
        for n, (side, _, _) in enumerate(keeping.truth.lines):
            slot = sum(line[0] == side for line in keeping.truth.lines[: n + 1])
            lines[f"{'ha'[side]}#{slot}"] = n
        tags = {keeping.name(i): index for i, index in keeping.tags.items()}
        counted_values = [
            (tags[row["name"]], self.kind(row), lines[row["player"]]) for row in rows
            if row["name"] in tags and row["state"] == "live"]
        if "questions" in game:
            asked = [q["moves"] for q in game["questions"]]
        else:
            asked = [(m["name"], m["of"]) for m in game.get("heldMoves", ())]
            asked += [row["names"] + [row["name"]] for row in rows if row.get("conflicts")]
        pairs = [(row["name"], row["resembles"]) for row in rows if row.get("resembles")]
        def true(names):
            return {tags[n] for n in names if n in tags}
        return ([game[side]["score"] for side in ("home", "away")], counted_values,
                list(map(true, asked)), list(map(true, pairs)))

    def kind(self, row):
        """The words of a corrected move are those of the correction, its kind may be its own."""
        words = dict(onePoint="one point", twoPoints="two points", threePoints="three points",
                     freeThrow="free throw", assist="assist")
        said = [KINDS[k] for k, text in words.items() if row["text"].endswith(text)]
        return said[0] if said else KINDS.get(row["kind"], 0)


def judge(row, keeping, asked):
    score, values, questions, pairs = asked(keeping)
    truth = keeping.truth
    row.games += 1
    row.slips += len(keeping.slips)
    off = sum(abs(a - b) for a, b in zip(score, truth.score))
    row.off += off
    row.right += off == 0
    slips = set(keeping.slips)
    row.true += sum(bool(q & slips) for q in questions)
    row.false += sum(not q & slips for q in questions)
    row.hints += len(pairs)
    said = set().union(*questions, *pairs)
    points = {}
    found = [[] for _ in truth.events]
    for index, kind, line in values:
        found[index].append((kind, line))
    expected, got = {}, {}
    for index, e in enumerate(truth.events):
        key = (e["line"], e["kind"])
        expected[key] = expected.get(key, 0) + 1
    for _, kind, line in values:
        got[line, kind] = got.get((line, kind), 0) + 1
    row.players += sum(
        abs(expected.get(k, 0) - got.get(k, 0)) for k in {*expected, *got})
    for index, e in enumerate(truth.events):
        if found[index] != [(e["kind"], e["line"])]:
            # counted under a neighbouring event's entry: no error if the numbers agree
            near = [i for i in range(max(0, index - 6), min(len(found), index + 7))]
            want = sorted((truth.events[i]["kind"], truth.events[i]["line"]) for i in near
                          if (truth.events[i]["kind"], truth.events[i]["line"]) == (e["kind"], e["line"]))
            have = sorted(v for i in near for v in found[i] if v == (e["kind"], e["line"]))
            others = [v for v in found[index] if v != (e["kind"], e["line"])]
            if want == have and not others:
                continue
            row.wrong += 1
            row.silent += index not in said


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--games", type=int, default=20)
    p.add_argument("--seeds", type=int, default=1)
    p.add_argument("--rows", default="")
    p.add_argument("--tracked", action="store_true")
    p.add_argument("--binary")
    p.add_argument("--old", action="store_true")
    a = p.parse_args()
    truths = [Truth(path) for path in sorted(GAMES.resolve().glob("*.jsonl"))[: a.games]]
    ask = Binary(a.binary) if a.binary else by_pages
    print(HEAD, flush=True)
    for name, options in rows():
        if a.rows not in name:
            continue
        row = Row()
        for seed in range(a.seeds):
            for n, truth in enumerate(truths):
                keeping = Keeping(truth, f"{seed}/{n}/{name}", tracked=a.tracked, old=a.old, **options)
                judge(row, keeping, ask)
        print(f"{name:40} {row}", flush=True)


if __name__ == "__main__":
    main()
