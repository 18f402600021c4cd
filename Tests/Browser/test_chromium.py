#!/usr/bin/env python3
"""The judges of the pages against pages with planted faults: each fault must be seen, and a sound page must not be
blamed. Usage: test_chromium.py"""
import http.server, threading, unittest

import marionette
from chromium import Browser, Failed, not_run, program
from courts import faults_of_games, said_at_terminal
from courtside import Move, faults_of_display
from outages import Taps
from pages import SPILLS, tall

POLICY = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; \
connect-src 'self'; require-trusted-types-for 'script'"
FILES = {
    "/sound": "<p data-n=a>short</p><div style='overflow-x:auto;width:9em'><pre>a row wider than its box</pre></div>",
    "/inline": "<p>x</p><script>document.title = 'ran'</script>",
    "/picture": "<img src=/missing.png>",
    "/throws": "<script src=/throws.js></script>",
    "/says": "<script src=/says.js></script>",
    "/trusts": "<p>x</p><script src=/trusts.js></script>",
    "/late": "<p id=late></p><script src=/late.js></script>",
    "/wide": "<div style='width:500px'>x</div>",
    "/spills": "<div style='width:9em'><p style='white-space:nowrap'>a line that is wider than its box</p></div>",
    "/cuts": "<p style='width:5em;overflow:hidden;text-overflow:ellipsis;white-space:nowrap'>longer than 5 em</p>",
    "/clamps": "<p style='width:5em;overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;"
               "-webkit-line-clamp:1'>more than one line of words</p>",
    "/covered": "<input style='width:9em'><div style='position:fixed;inset:0'></div>",
    "/tall": "<div style='height:3000px'>x</div>",
    "/sound.js": "",
    "/throws.js": "nothing.at.all;",
    "/says.js": "console.error('planted');",
    "/trusts.js": "document.querySelector('p').innerHTML = '<b>x</b>';",
    "/late.js": "setTimeout(function () { document.getElementById('late').textContent = 'now'; }, 300);",
}


class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        text = FILES.get(self.path)
        self.send_response(404 if text is None else 200)
        is_script = self.path.endswith(".js")
        self.send_header("content-type", "text/javascript" if is_script else "text/html")
        self.send_header("content-security-policy", POLICY)
        self.end_headers()
        head = "" if is_script else (
            "<!doctype html><title>x</title><link rel=icon href='data:,'>"
            "<meta name=viewport content='width=device-width, initial-scale=1'>")
        self.wfile.write((head + (text or "")).encode())

    def log_message(self, *_):
        pass


def serve():
    """A server of these files, and its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}"


class Judges(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server, cls.url = serve()
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.end()
        cls.server.shutdown()
        cls.server.server_close()

    def page(self, path, **words):
        return self.browser.page(self.url + path, **words)

    def test_a_sound_page_has_no_fault(self):
        page = self.page("/sound", width=360, height=640, is_mobile=True)
        self.assertEqual(page.evaluate(f"{SPILLS}(360)"), [])
        self.assertEqual(tall(page, "x"), [])
        self.assertEqual(page.take_troubles(), [])

    def test_troubles_are_reported(self):
        for path, words in (
                ("/inline", "Content Security Policy"), ("/picture", ""), ("/throws", "ReferenceError"),
                ("/says", "planted"), ("/trusts", "TrustedHTML")):
            with self.subTest(path):
                page = self.page(path)
                troubles = page.take_troubles()
                self.assertTrue(troubles)
                self.assertIn(words, " ".join(troubles))
                self.assertEqual(page.evaluate("document.title"), "x")

    def test_what_is_too_large_is_reported(self):
        page = self.page("/wide", width=360, height=640, is_mobile=True)
        self.assertTrue(page.evaluate(f"{SPILLS}(360)"))
        page = self.page("/spills", width=800, height=600)
        self.assertIn("past its box", " ".join(page.evaluate(f"{SPILLS}(800)")))
        for path in ("/cuts", "/clamps"):
            page = self.page(path, width=800, height=600)
            self.assertIn("is cut", " ".join(page.evaluate(f"{SPILLS}(800)")))
            self.assertEqual(page.evaluate(f"{SPILLS}(800, true)"), [])
        self.assertTrue(tall(self.page("/tall", width=800, height=600), "x"))

    def test_a_condition_is_awaited(self):
        page = self.page("/late")
        page.until("document.getElementById('late').textContent === 'now'", 5)
        with self.assertRaises(Failed):
            page.until("document.getElementById('late').textContent === 'never'", 0.2)

    def test_profiles_are_apart(self):
        cookie = "document.cookie"
        one, other = (self.page("/sound", context=self.browser.context()) for _ in range(2))
        one.evaluate(f"{cookie} = 'a=1'")
        self.assertEqual((one.evaluate(cookie), other.evaluate(cookie)), ("a=1", ""))

    def test_a_page_without_script_runs_none(self):
        page = self.page("/late", runs_scripts=False)
        self.browser.wait(0.6)
        self.assertEqual(page.evaluate("document.getElementById('late').textContent"), "")

    def test_offline_is_seen_by_the_page(self):
        page = self.page("/sound")
        page.be_offline(True)
        self.assertFalse(page.evaluate("navigator.onLine"))
        self.assertEqual(page.evaluate("fetch('/sound.js').then(() => 'answered', () => 'failed')"), "failed")
        page.be_offline(False)
        self.assertEqual(page.evaluate("fetch('/sound.js').then(() => 'answered', () => 'failed')"), "answered")

    def test_a_touch_and_a_key_arrive(self):
        page = self.page("/sound")
        page.evaluate("document.body.appendChild(document.createElement('input')), 0")
        page.tap("input")
        page.write("abc")
        self.assertEqual(page.evaluate("document.querySelector('input').value"), "abc")
        with self.assertRaises(Failed):
            page.tap("button")
        with self.assertRaises(Failed):
            self.page("/covered").tap("input")


class Phone:
    author = "cy"


@unittest.skipIf(marionette.program() is None, "not run: no Firefox is installed")
class FirefoxJudges(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server, cls.url = serve()
        cls.browser = marionette.Firefox()

    @classmethod
    def tearDownClass(cls):
        cls.browser.end()
        cls.server.shutdown()
        cls.server.server_close()

    def test_a_page_with_a_fault_is_not_quiet(self):
        tab = self.browser.page(self.url + "/sound")
        self.assertEqual(self.browser.take_troubles(), [])
        for fault, words in (
                ("inline", "Content-Security-Policy"), ("throws", "nothing is not defined"), ("trusts", "innerHTML")):
            with self.subTest(fault):
                tab.open(f"{self.url}/{fault}")
                self.assertIn(words, "; ".join(self.browser.take_troubles()))

    def test_what_does_not_come_true_fails(self):
        tab = self.browser.page(self.url + "/late")
        tab.until("document.getElementById('late').textContent === 'now'", 5)
        with self.assertRaises(Failed):
            tab.until("document.getElementById('late').textContent === 'never'", 0.2)

    def test_what_is_covered_cannot_be_clicked(self):
        tab = self.browser.page(self.url + "/covered")
        for selector in ("input", "button"):
            with self.subTest(selector), self.assertRaises(Failed):
                tab.tap(selector)

    def test_without_scripts_none_runs(self):
        with marionette.Firefox(runs_scripts=False) as browser:
            tab = browser.page(self.url + "/throws")
            self.assertEqual((browser.take_troubles(), tab.evaluate("document.scripts.length")), ([], 1))


class Stage:
    """The entries of a laptop."""

    def __init__(self, *entries):
        self.entries = [{"player": player, "kind": kind, "clock": clock} for player, kind, clock in entries]

    def entries_of(self, _):
        return self.entries


class TapJudges(unittest.TestCase):
    def test_each_tap_must_be_recorded_once_in_order_with_its_reading(self):
        taps = Taps(Phone())
        taps.moves = [("h#1", "foul", 598, 597), ("h#2", "foul", 590, 590)]
        first, second = ("h#1", "foul", "Q1 09:58"), ("h#2", "foul", "Q1 09:51")
        taps.check(Stage(first, second))
        for name, entries in (
                ("lost", (first,)), ("twice", (first, first, second)), ("order", (second, first)),
                ("late", (first, ("h#2", "foul", "Q1 09:49"))), ("early", (first, ("h#2", "foul", "Q1 09:52"))),
                ("unread", (first, ("h#2", "foul", ""))), ("other", (first, ("h#3", "foul", "Q1 09:51")))):
            with self.subTest(name), self.assertRaises(Failed):
                taps.check(Stage(*entries))


class CourtJudges(unittest.TestCase):
    """Of two games at a time."""
    typed = {"hawks-owls": {"ana": [Move("h#1", "foul"), Move("h#2", "block")], "gus": [Move("a#1", "assist")]},
             "rams-bulls": {"bo": [Move("h#1", "steal")]}}

    def test_each_move_must_be_in_its_game_once_in_order(self):
        self.assertEqual(faults_of_games(self.typed, self.typed), [])
        foul, block = self.typed["hawks-owls"]["ana"]
        for name, game, author, moves in (
                ("lost", "hawks-owls", "ana", [foul]), ("twice", "hawks-owls", "ana", [foul, block, block]),
                ("order", "hawks-owls", "ana", [block, foul]), ("no author", "hawks-owls", "gus", []),
                ("undone", "hawks-owls", "ana", [foul, block._replace(is_live=False)]),
                ("other court", "rams-bulls", "ana", [foul]), ("stranger", "rams-bulls", "eve", [block]), ("no move", "rams-bulls", "ana", [])):
            with self.subTest(name):
                recorded = {**self.typed, game: {**self.typed[game], author: moves}}
                wrong = faults_of_games(self.typed, recorded)
                self.assertTrue(wrong)
                self.assertTrue(all(line.startswith(game) for line in wrong), wrong)

    def test_a_display_of_another_game_is_wrong(self):
        game = {"name": "hawks-owls", "home": "Hawks", "away": "Owls", "homeScore": "12", "awayScore": "9"}
        large = ["    hawks-owls · 10 min or to 13", "", "   Hawks          Owls", "", "   ███   ███"]
        small = ["Hawks 12 : 9 Owls", "10:00  stopped", "live"]
        page = {"home": "Hawks", "away": "Owls", "homeScore": "12", "awayScore": "9", "state": "live"}
        for shown in (said_at_terminal(large), said_at_terminal(small), page):
            self.assertEqual(faults_of_display(shown, game), [])
        for shown in (
                said_at_terminal([large[0].replace("hawks", "rams"), *large[1:]]), said_at_terminal([]),
                said_at_terminal([*large[:2], "   Rams          Owls"]), said_at_terminal(["Hawks 12 : 8 Owls"]),
                said_at_terminal(["looking for the daemon"]), {**page, "home": "Rams"}, {**page, "awayScore": "8"}, {}):
            with self.subTest(str(shown)):
                self.assertTrue(faults_of_display(shown, game))


if __name__ == "__main__":
    if program() is None:
        not_run("test_chromium", "no Chromium is installed")
    unittest.main()
