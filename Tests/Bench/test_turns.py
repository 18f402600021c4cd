#!/usr/bin/env python3
"""A long turn must be told from one that waits: `python3 test_turns.py`."""
import socket
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import turn_trace
import turns
from turn_watch import Client, worst

LOOP = """
import select, time
poller = select.poll()
poller.poll(0)
end = time.process_time() + 0.06
while time.process_time() < end: pass
poller.poll(0)
time.sleep(0.1)
poller.poll(0)
"""


@unittest.skipUnless(turn_trace.is_possible(), "no process can be traced here")
class TraceTests(unittest.TestCase):
    def traced(self, program):
        with tempfile.TemporaryDirectory() as folder:
            records = Path(folder, "records")
            words = [sys.executable, turn_trace.__file__, records, sys.executable, "-c", program]
            code = subprocess.run(words, check=False).returncode
            return code, turn_trace.turns(records)[0]

    def test_work_is_told_from_waiting(self):
        code, (_, busy, asleep) = self.traced(LOOP)
        self.assertEqual(code, 0)
        self.assertGreater(busy.used, 0.059)
        self.assertGreater(asleep.wall, 0.099)
        self.assertLess(asleep.used, 0.02)
        self.assertEqual(worst([busy, asleep])["long_turns"], 1)

    def test_the_code_of_the_end_is_the_program_s(self):
        self.assertEqual(self.traced("raise SystemExit(3)")[0], 3)


class TableTests(unittest.TestCase):
    def test_a_turn_over_the_bound_is_marked(self):
        self.assertEqual(turns.ms({"turn_processor_s": 0.0251}), "25.1*")
        self.assertEqual(turns.ms({"turn_processor_s": 0.0249}), "24.9")
        self.assertEqual(turns.ms({"turn_wall_s": 0.3}, "turn_wall_s"), "300.0")
        self.assertEqual(turns.ms(None), "–")

    def test_processor_time_is_preferred(self):
        said = {"milliseconds": 300.0, "processorMilliseconds": 30.0}
        self.assertEqual(turns.said(said), "30.0*")
        self.assertEqual(turns.said({"milliseconds": 300.0}), "(300.0)")


class AnswerTests(unittest.TestCase):
    def answer(self, *pieces):
        with tempfile.TemporaryDirectory() as folder:
            place = str(Path(folder, "socket"))
            with socket.socket(socket.AF_UNIX) as listener:
                listener.bind(place)
                listener.listen()

                def serve():
                    end, _ = listener.accept()
                    end.recv(1 << 16)
                    for piece in pieces:
                        end.sendall(piece)
                    end.close()

                thread = threading.Thread(target=serve)
                thread.start()
                client = Client(place)
                try:
                    return client.fetch("GET", "/")
                finally:
                    client.close()
                    thread.join()

    HEAD = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    def test_parts_are_joined(self):
        answer = self.answer(self.HEAD + b"3\r\na\nb\r", b"\n2\r\n\nc\r\n0\r\n\r\n")
        self.assertEqual((answer.bytes, answer.lines, bytes(answer.kept)), (5, 2, b"a\nb\nc"))

    def test_an_answer_that_is_cut_is_no_answer(self):
        for rest in (b"", b"3\r\na", b"3\r\na\nb\r\n"):
            with self.assertRaises(OSError):
                self.answer(self.HEAD + rest)


if __name__ == "__main__":
    unittest.main()
