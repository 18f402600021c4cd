#!/usr/bin/env python3
"""A target that is missed must be told from one that is met: `python3 test_table.py`."""
import unittest

import table
from targets import Row, Run

OURS, OTHER = Run("scored", "case"), Run("other", "case")


class TableTests(unittest.TestCase):
    def judge(self, ours, other, limit=0.5, **options):
        row = Row("case", "title", OURS["s"], "ms", limit, against={"other": OTHER["s"]}, **options)
        return table.judge(row, {OURS: ours, OTHER: other}, {})

    def test_a_ratio_is_judged(self):
        met = self.judge([{"s": 0.4}], [{"s": 1.0}], of="other")
        self.assertEqual((met["verdict"], met["scored"], met["ratios"]["other"]), ("met", 400, 0.4))
        self.assertEqual(self.judge([{"s": 0.6}], [{"s": 1.0}], of="other")["verdict"], "MISSED")
        self.assertEqual(self.judge([{"s": 0.6}], [{"s": 1.0}], of="other", is_least=True)["verdict"], "met")

    def test_a_number_is_judged_in_its_unit(self):
        self.assertEqual(self.judge([{"s": 0.0027}], [], 2.8)["verdict"], "met")
        self.assertEqual(self.judge([{"s": 0.0029}], [], 2.8)["verdict"], "MISSED")

    def test_the_median_of_the_rounds_counts(self):
        rounds = [{"s": 9.0}, {"s": 0.1}, {"failed": "once"}, {"s": 0.2}]
        self.assertEqual(self.judge(rounds, [{"s": 1.0}], of="other")["scored"], 200)

    def test_what_fails_is_said(self):
        failed = self.judge([{"failed": "no daemon"}], [{"s": 1.0}], of="other")
        self.assertEqual((failed["verdict"], failed["why"]), ("FAILED", "no daemon"))
        self.assertIn("FAILED no daemon", table.text({}, [failed], "", {}))
        self.assertEqual(self.judge([{"s": 0.1}], [{"failed": "x"}], of="other")["verdict"], "no other")

    def test_what_is_missed_is_named_below_the_table(self):
        missed = self.judge([{"s": 0.6}], [{"s": 1.0}], of="other")
        self.assertIn("1 of 1 targets missed: title", table.text({}, [missed], "", {}))


if __name__ == "__main__":
    unittest.main()
