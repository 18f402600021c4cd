#!/usr/bin/env python3
"""Pictures of every page at three sizes. Usage: shots.py BINARY FOLDER [--long]"""
import argparse, os, signal, sys

from chromium import Browser, not_run, program
from stage import LONG_NAMES, LONG_TEAMS, NAMES, PAGES, TEAMS, Stage, Truth

SIZES = ((390, 844, True), (800, 600, False), (1920, 1080, False))


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
    with Browser() as browser, Stage(given.binary) as stage:
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


if __name__ == "__main__":
    main()
