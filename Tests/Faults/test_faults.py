#!/usr/bin/env python3
"""The parts of the trials that judge: each must see what it is there for. No daemon, no strace."""
import os, random, tempfile, unittest

import judging  # First: it finds the modules of the torture.
import calls, kinds, model
from daemon import Refused
from patient import Said
from session import step
from test_checker import World

ROOT = "/t"
PLAIN = "nothing was recorded: cannot write 00000001.seg: input/output error"
UNSURE = "it is not certain that this was recorded: cannot make 00000001.seg durable"


def refusal(words):
    return Refused(503, {"error": {"code": "disk-failed", "message": words}})


def text(word):
    return "".join(f"\\x{byte:02x}" for byte in word.encode())


class Written:
    """A trace by hand: one call a line, a second apart, each of which takes half a second."""

    def __init__(self):
        self.lines = []

    def add(self, call, result=0, shown=""):
        self.lines.append(f"7 {len(self.lines)}.000000 {call} = {result}{shown} <0.500000>")
        return self

    def open(self, path, number, flags="O_RDWR|O_CREAT"):
        at = f"AT_FDCWD<{text(ROOT)}>"
        return self.add(f'openat({at}, "{text(path)}", {flags}, 0600)', number, f"<{text(path)}>")

    def write(self, number, data, offset, written=None):
        words = f'pwrite64({number}<{text(ROOT)}>, "{text(data)}", {len(data)}, {offset})'
        return self.add(words, len(data) if written is None else written)

    def sync(self, number, name="fdatasync"):
        return self.add(f"{name}({number}<{text(ROOT)}>)")

    def rename(self, path, new_path):
        return self.add(f'rename("{text(path)}", "{text(new_path)}")')

    def read(self):
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("\n".join(self.lines) + "\n")
            file.flush()
            return calls.read(file.name)

    def disk(self, **others):
        disk = model.Disk(ROOT, **others)
        for call in self.read():
            step(disk, "do", call)
        return disk


def states(disk, count=300):
    """What a cut may leave, as often drawn as it takes to see each."""
    return [disk.survivors(random.Random(seed))[0] for seed in range(count)]


class CallTests(unittest.TestCase):
    def test_cut_lines_are_joined(self):
        trace = Written()
        trace.lines = [
            f'7 1.000000 pwrite64(5<{text("/t/a")}>, "{text("hi")}", 2, 60 <unfinished ...>',
            "8 1.100000 poll([{fd=3, events=POLLIN}], 1, -1) = 1 <0.000001>",
            "7 1.200000 <... pwrite64 resumed>) = 2 <0.200000>",
        ]
        first, second = trace.read()
        self.assertEqual((first.name, first.start, first.end), ("pwrite64", 1.0, 1.2))
        self.assertEqual(first.words[1:], [b"hi", 2, 60])
        self.assertEqual((first.words[0].number, first.words[0].path), (5, "/t/a"))
        self.assertEqual(second.name, "poll")

    def test_deleted_files_octal_modes_and_failures(self):
        trace = Written().add(f"close(5<{text('/t/a')}>(deleted))")
        trace.add(f'mkdir("{text("/t/b")}", 0700)', -1, " EEXIST (File exists)")
        close, mkdir = trace.read()
        self.assertEqual(close.words[0].number, 5)
        self.assertEqual(mkdir.words, [b"/t/b", 0o700])
        self.assertFalse(mkdir.succeeded)

    def test_killed_within_a_call(self):
        trace = Written()
        trace.lines = [f"7 1.000000 fdatasync(5<{text('/t/a')}> <unfinished ...>"]
        self.assertIsNone(trace.read()[0].result)


class ModelTests(unittest.TestCase):
    def named(self):
        """A file whose name is durable."""
        return Written().open("/t/a", 5).open("/t", 4, "O_RDONLY").sync(4, "fsync")

    def test_synced_bytes_stay(self):
        disk = self.named().write(5, "old", 0).sync(5).write(5, "NEW", 3).disk()
        found = {bytes(state["a"]) for state in states(disk)}
        self.assertEqual({content[:3] for content in found}, {b"old"})
        self.assertTrue({b"old", b"oldNEW", b"oldN"} <= found)

    def test_unsynced_bytes_may_go(self):
        disk = self.named().write(5, "abc", 0).disk()
        self.assertIn(b"", {bytes(state["a"]) for state in states(disk)})
        self.assertIn(b"abc", {bytes(state["a"]) for state in states(disk)})

    def test_a_later_write_may_survive_alone(self):
        disk = self.named().write(5, "a" * 600, 0).write(5, "b" * 600, 600).disk()
        self.assertIn(bytes(600) + b"b" * 600, {bytes(state["a"]) for state in states(disk)})

    def test_sectors_are_old_or_new(self):
        disk = self.named().write(5, "a" * 1024, 0).sync(5).write(5, "b" * 1024, 0).disk()
        found = {bytes(state["a"]) for state in states(disk)}
        self.assertIn(b"a" * 512 + b"b" * 512, found)
        self.assertIn(b"b" * 512 + b"a" * 512, found)

    def test_a_short_write_counts_as_far_as_it_came(self):
        disk = self.named().write(5, "abcdef", 0, written=2).sync(5).disk()
        self.assertEqual({bytes(state["a"]) for state in states(disk)}, {b"ab"})

    def test_a_name_needs_its_folder_synced(self):
        disk = Written().open("/t/a", 5).write(5, "x", 0).sync(5).disk()
        self.assertEqual({"a" in state for state in states(disk)}, {True, False})
        self.assertEqual({"a" in state for state in states(self.named().disk())}, {True})

    def test_a_rename_comes_as_a_whole(self):
        trace = self.named().write(5, "old", 0).sync(5).open("/t/b", 6).write(6, "new", 0).sync(6)
        trace.sync(4, "fsync").rename("/t/b", "/t/a")
        found = {tuple((name, bytes(content)) for name, content in state.items())
                 for state in states(trace.disk())}
        self.assertEqual(found, {(("a", b"old"), ("b", b"new")), (("a", b"new"),)})

    def test_a_disk_that_lies_loses(self):
        trace = self.named().write(5, "abc", 0).sync(5)
        self.assertEqual({bytes(state["a"]) for state in states(trace.disk())}, {b"abc"})
        lying = trace.disk(believes=lambda path: False)
        self.assertIn({}, states(lying))

    def test_what_is_left_can_be_put_down(self):
        disk = self.named().write(5, "abc", 0).sync(5).disk()
        with tempfile.TemporaryDirectory() as folder:
            model.put_down(states(disk, 1)[0], folder)
            with open(os.path.join(folder, "a"), "rb") as file:
                self.assertEqual(file.read(), b"abc")


class JudgeTests(unittest.TestCase):
    def test_planted_faults_are_seen(self):
        for seed in range(20):
            world = World(seed)
            self.assertEqual(judging.judge(world.history, world.readings), [])
            fresh = lambda: [world.reading(device) for device in ("ana", "bo", "cy")]
            self.assertEqual(judging.unseen(world.history, fresh), [], seed)

    def test_what_refusals_say(self):
        cases = [
            ([PLAIN], "refused"), ([PLAIN, PLAIN], "refused"), ([UNSURE], "unknown"),
            ([UNSURE, PLAIN], "unknown"), (["the daemon is busy"], "unknown"),
            ([None, PLAIN], "unknown"),
        ]
        for answers, outcome in cases:
            said = Said()
            for words in answers:
                if words is None:
                    said.cut_off()
                else:
                    said.refused(refusal(words))
            self.assertEqual(said.outcome, outcome, answers)


class DrawTests(unittest.TestCase):
    def test_a_seed_draws_the_same(self):
        first, second = kinds.draws(5), kinds.draws(5)
        for _ in range(50):
            self.assertEqual(str(next(first)), str(next(second)))

    def test_every_kind_is_drawn_and_left_out(self):
        draws = kinds.draws(5, ["openat"])
        names = {next(draws).name for _ in range(2000)}
        self.assertEqual(
            names, {kind.names for kind in kinds.KINDS if kind.names != "openat"}
            | {"kill -9", "slow fdatasync"})


if __name__ == "__main__":
    unittest.main()
