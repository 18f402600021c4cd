#!/usr/bin/env python3
"""Pictures of every page at three sizes, and of a phone that keeps. Usage: shots.py BINARY FOLDER [--long]"""
import argparse, os, signal, sys

from chromium import Browser, not_run, program
from hosted import Phone, PhoneStage, Terminal
from stage import LONG_NAMES, LONG_TEAMS, NAMES, PAGES, TEAMS, Truth

SIZES = ((390, 844, True), (800, 600, False), (1920, 1080, False))
PHONE_SIZES = ((360, 640, True), (390, 844, True), (800, 600, True))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("folder")
    parser.add_argument("--long", action="store_true", help="with names as long as they come")
    given = parser.parse_intermixed_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if program() is None:
        not_run("screenshots", "no Chromium is installed")
    os.makedirs(given.folder, exist_ok=True)
    teams, names = (LONG_TEAMS, LONG_NAMES) if given.long else (TEAMS, NAMES)
    with (Browser(words=["--ignore-certificate-errors"]) as browser,
          PhoneStage(given.binary, devices=2) as stage):
        stage.new_game(teams, names)
        stage.record(70)
        stage.score(100)
        truth = Truth(stage)
        for name in ("index", *PAGES):
            for width, height, is_mobile in SIZES:
                tab = browser.page(stage.links.get(name, stage.index), width, height, is_mobile)
                if name != "index":
                    truth.await_in(tab, name)
                path = os.path.join(given.folder, f"{name}-{width}x{height}.png")
                tab.picture(path, is_whole=name not in ("hall", "overlay"))
                tab.close()
                print(path, flush=True)
        keep(stage, browser, given.folder)


def keep(stage, browser, folder):
    """The page of a phone, from the words to the end."""

    def picture(name, is_whole=False):
        for width, height, is_mobile in PHONE_SIZES:
            phone.tab.resize(width, height, is_mobile)
            browser.wait(0.3)
            path = os.path.join(folder, f"keep-{name}-{width}x{height}.png")
            phone.tab.picture(path, is_whole)
            print(path, flush=True)
        phone.tab.resize(*PHONE_SIZES[0])

    phone = Phone(stage, browser, "Cy")
    with Terminal(stage, "phone", "Cy") as terminal:
        phone.tab.open(terminal.code())
        phone.words()
        picture("pair")
    # Nobody answered; another code binds another key to the same device.
    phone.pair()
    stage.agree(phone)
    stage.device.post("/v1/clock", {"action": "set", "remainingMilliseconds": 251_000, "period": 2})
    stage.device.post("/v1/clock", {"action": "start"})
    phone.tap("showMore")
    phone.tap("trackHome")
    phone.await_sent()
    phone.tap("showKeep")
    phone.move("h#1", "twoPoints")
    phone.move("a#2", "foul")
    phone.await_sent()
    # Recorded differently on two devices at one time, so there is a question.
    bo = stage.devices[1]
    bo.post("/v1/moves", {"player": "h#3", "kind": "onePoint"})
    stage.agree(phone)
    phone.move("h#3", "twoPoints")
    phone.await_sent()
    bo.freeze()
    browser.wait(1)
    picture("keep")
    phone.tap("showHome")
    phone.tap_row("homePlayers", "h#1")
    picture("picked")
    phone.tap("about")
    picture("sheet")
    phone.tap("sheetClose")
    phone.tap("showLog")
    phone.tab.until("document.querySelector('#logRows>[data-k]')", 5)
    picture("log")
    phone.tap("showSearch")
    phone.tab.tap("#searchText")
    phone.tab.write("ana")
    phone.tap("find")
    phone.tab.until("document.querySelector('#found>[data-k]')", 5)
    picture("search")
    phone.tap("showMore")
    picture("more", is_whole=True)
    phone.tap_row("held", phone.rows("held")[0][0])
    picture("settle")
    browser.wait(0.45)
    phone.tap("sheetClose")
    phone.tap("ask")
    phone.tab.until("!document.getElementById('question').hidden", 5)
    picture("question")
    browser.wait(0.45)
    phone.tap("no")
    phone.tap("showKeep")
    phone.tab.be_offline(True)
    phone.move("h#2", "threePoints")
    phone.move("h#4", "foul")
    phone.await_text("waiting", "2 here")
    picture("offline")
    bo.thaw()


if __name__ == "__main__":
    main()
