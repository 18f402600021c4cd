"""A real game of the fixtures, kept by two phones of one laptop and the terminal of another."""
import collections, json, os

from chromium import must
from hosted import KINDS
from stage import until

GAME = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "Fixtures", "games", "euroleague-2024-001.jsonl")
# What the button of a miss is called.
MISSES = {"twoPoints": "missedTwo", "threePoints": "missedThree", "freeThrow": "missedFreeThrow"}


class RealGame:
    """A game of the fixtures, its players shared out among keepers by their number of moves."""

    def __init__(self, path, keepers):
        with open(path, encoding="utf-8") as file:
            self.header, *self.events = map(json.loads, file)
        self.path, self.slots = path, {}
        for side in ("home", "away"):
            team = [player["id"] for player in self.header["players"] if player["team"] == side]
            self.slots.update({player: f"{side[0]}#{n + 1}" for n, player in enumerate(team)})
        counts = collections.Counter(e["player"] for e in self.events if e.get("player") and self.kind(e))
        loads = {keeper: 0 for keeper in keepers}
        self.keeper = {}
        for player, count in counts.most_common():
            keeper = min(loads, key=loads.get)
            loads[keeper] += count
            self.keeper[player] = keeper

    @staticmethod
    def kind(event):
        """As a button of the page is called; nothing for what this keeper leaves out."""
        kind = event["kind"]
        return MISSES.get(event.get("of"), "") if kind == "miss" else kind if kind in KINDS else ""

    def moves(self, keeper, period):
        return [(self.slots[e["player"]], self.kind(e)) for e in self.events
                if e["period"] == period and self.kind(e) and self.keeper.get(e.get("player")) == keeper]


def game(run):
    """A real game by two phones of one laptop and a terminal of another: the official score, signed by all."""
    real = RealGame(GAME, ("Cy", "Di", "bo"))
    periods = range(1, 1 + max(event["period"] for event in real.events))
    with run.stage(devices=2) as stage:
        mine, bo = stage.devices
        stage.run("import", real.path, "--roster-only")
        stage.game = mine.status()["game"]["name"]
        phones = [run.phone(stage, name) for name in ("Cy", "Di")]
        for phone in phones:
            phone.pair()
        stage.agree(*phones)
        bo.post("/v1/use", {"game": stage.game})
        sent = 0
        for period in periods:
            bo.post("/v1/clock", {"action": "set", "seconds": 0, "period": period, "force": True})
            stage.agree(*phones)
            for phone in phones:
                phone.tab.until(f"document.querySelector('.period').textContent === 'Q{period}'", 5)
            away = phones[1] if period == 2 else None
            if away:
                away.tab.be_offline(True)
            # By turns, some moves at a time.
            left = {phone: real.moves(phone.name, period) for phone in phones}
            typed = real.moves("bo", period)
            while typed or any(left.values()):
                for phone in phones:
                    phone.click(left[phone][:5])
                    sent += len(left[phone][:5])
                    left[phone] = left[phone][5:]
                for slot, kind in typed[:5]:
                    stage.run("move", slot, kind, device=bo)
                typed = typed[5:]
                run.browser.wait(0.1)
            if away:
                count = len(real.moves(away.name, period))
                away.await_text("waiting", f"{count} here", 2)
                away.tab.be_offline(False)
                away.await_desk()
            for phone in phones:
                phone.await_sent(60)
                must(not phone.rows("refused"), f"{phone.name}: {phone.rows('refused')}")
            stage.agree(*phones)
        bo.post("/v1/clock", {"action": "set", "remainingMilliseconds": 0, "period": periods[-1], "force": True})
        bo.post("/v1/end", {"game": stage.game, "force": True})
        stage.agree(*phones)
        for phone in phones:
            phone.tap("showMore")
            phone.tab.until("document.getElementById('ask').textContent === 'Sign'", 5)
            phone.tap("ask")
            phone.answer(True)
            until(lambda: not phone.tab.evaluate("document.getElementById('ask').offsetHeight"), "no signature")
        stage.agree(*phones)
        bo.post("/v1/sign", {"game": stage.game, "force": True})
        stage.agree(*phones)
        final, box = real.header["final"], real.header["box"]
        for device in (mine, bo, *(phone.daemon for phone in phones)):
            board = device.status()["game"]
            must(board["isOfficial"], f"{device.name}: {board['state']}")
            told = {side: board[side]["score"] for side in ("home", "away")}
            must(told == final, f"{device.name}: {told}, not {final}")
            points = {p["slot"]: p["points"] for side in ("home", "away") for p in board[side]["players"]}
            wrong = [player for player, line in box.items() if points[real.slots[player]] != line["pts"]]
            must(not wrong, f"{device.name}: points of {wrong}")
            must({s["device"] for s in board["signatures"] if s["isAgreed"]} >= {"cy", "di", "bo"}, "signatures")
        for phone in phones:
            phone.await_text("state", "official")
            shown = {side: phone.text(side + "Score") for side in ("home", "away")}
            must(phone.text("result") == phones[0].text("result"), "other words")
            must(shown == {side: str(points) for side, points in final.items()}, f"{phone.name} shows {shown}")
        return (f"{final['home']}:{final['away']}, {sent} of its moves by the buttons of two phones, clicked by a"
                f" script and not by fingers; {phones[0].text('result')!r} on all")
