"""Runs one case in this process and prints its figures as one JSON line.

    python case.py PEER CASE N [option=value ...]
"""

import importlib
import json
import signal
import sys


def main(peer, case, n, *options):
    # An order to end must run what ends the daemons.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    cases = importlib.import_module(f"peer_{peer}").cases(**dict(o.split("=", 1) for o in options))
    print(json.dumps(getattr(cases, case)(int(n))))


main(*sys.argv[1:])
