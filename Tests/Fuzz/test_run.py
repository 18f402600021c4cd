"""When a job of the fuzzer is started again. Run it: python3 Tests/Fuzz/test_run.py"""
import pathlib
import tempfile
import unittest

import run


class Work(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        run.build = pathlib.Path(folder.name)

    def work(self, *ends, is_over=lambda: False):
        """The job's runs end so, each as exit code, seconds of processor and last words."""
        ends, self.left = list(ends), []

        def once(log, left):
            self.left.append(left)
            code, spent, words = ends.pop(0)
            log.write_text(words)
            return code, spent

        logs, _, spent, hung = run.work("a-0", 60, once, is_over)
        self.assertEqual(len(set(logs)), len(self.left))
        return spent, hung

    def test_a_time_out_starts_it_again_for_the_rest(self):
        late = (70, 5, "==1== ERROR: libFuzzer: timeout after 3 seconds")
        self.assertEqual(self.work(late, late, (0, 49, "DONE")), (59, False))
        self.assertEqual(self.left, [60, 55, 50])

    def test_a_job_that_waited_goes_on_until_its_time_is_spent(self):
        self.assertEqual(self.work((0, 30, "DONE"), (0, 25, "DONE")), (55, False))
        self.assertEqual(self.left, [60, 30])

    def test_a_finding_and_a_hang_end_it(self):
        self.assertEqual(self.work((77, 5, "ERROR: AddressSanitizer")), (5, False))
        self.assertEqual(self.work((137, 5, "")), (5, True))
        late = (70, 5, "libFuzzer: timeout")
        self.assertEqual(self.work(late, is_over=lambda: True), (5, False))


if __name__ == "__main__":
    unittest.main()
