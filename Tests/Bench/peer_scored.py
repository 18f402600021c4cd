"""scored itself: real daemons of the release binary on 127.0.0.1, with TLS, signatures and fdatasync all on."""

import json
import os
import time
from statistics import median

import peer_floor
from common import batches, free_port, now, quantiles_us, until
from homes import BINARY, benchmarks, copies, expected_scores, recorded, workload_file
from peer_floor import Disk
from relay import Relay
from scored import Connection, Daemon, Stream, log_bytes
from workload import GAME_MOVES, columns

OFFLINE = '{"schema":1,"isOnline":false,"peers":[],"remembered":{}}\n'


def pair(folder, near, far, through_relay=False):
    """Two daemons, the near one with a fixed peer and not online yet."""
    port = free_port()
    relay = Relay(port) if through_relay else None
    (folder / near).joinpath("settings.json").write_text(OFFLINE)
    sender = Daemon(BINARY, folder / far, listen=f"127.0.0.1:{port}")
    receiver = Daemon(BINARY, folder / near, peers=[f"127.0.0.1:{relay.port if relay else port}"])
    return receiver, sender, relay


def go_online(daemon, connection):
    connection.send(connection.request("POST", "/v1/sync", {"online": True}))


def await_entries(connection, count, limit_s, pause_s):
    """Asks for status until so many entries count; the last answer."""
    end = now() + limit_s
    while True:
        status = connection.ask("GET", "/v1/status")
        if status["sync"]["entries"] >= count:
            return status
        if now() > end:
            raise TimeoutError(f"{status['sync']['entries']} of {count} entries after {limit_s} s")
        time.sleep(pause_s)


def scores_of(games):
    return {game["name"]: (game["home"], game["away"]) for game in games}


def move(number, game):
    """A move as a client sends it."""
    played = number % GAME_MOVES * 2400 // GAME_MOVES
    return {"player": f"{'ha'[number % 2]}#{1 + number % 3}", "kind": ("rebound", "steal", "assist")[number % 3],
            "force": True, "period": 1 + played // 600, "clockSeconds": played % 600, "game": game,
            "request": os.urandom(16).hex()}


def new_games(connection, moves):
    """Games for so many moves, of which 450 are of one, as in the workload."""
    roster = [{"number": str(number), "name": f"Player {number}"} for number in range(4, 14)]
    return [connection.ask("POST", "/v1/games", {
        "home": {"name": f"Reds {number}", "roster": roster}, "away": {"name": f"Blues {number}", "roster": roster},
        "rules": {"preset": "fiba"}})["game"] for number in range(-(-moves // GAME_MOVES))]


class Cases:
    def catchup(self, n):
        """A device that was invited and holds nothing gets online: until all is durable, status says so and the
        scores of all games have been read. Bytes on the wire are counted in a second run, through a relay."""
        out = self.caught_up(n, False)
        return out | self.caught_up(n, True)

    def caught_up(self, n, is_counting):
        with copies(recorded(n), "fresh", "full") as folder:
            receiver, sender, relay = pair(folder, "fresh", "full", is_counting)
            with sender, receiver:
                sender.start()
                receiver.start()
                base = receiver.memory()
                own = log_bytes(folder / "fresh")
                entries = sender.status()["sync"]["entries"] + 1
                connection = receiver.connection()
                if relay:
                    relay.__enter__()
                used = [daemon.processor_seconds() for daemon in (receiver, sender)]
                begun = now()
                go_online(receiver, connection)
                connection.answer()
                await_entries(connection, entries, 200, 0.003 if n < 500_000 else 0.02)
                until(lambda: self.agree(sender, receiver), 20)
                agreed = now() - begun
                games = connection.ask("GET", "/v1/games")["games"]
                took = now() - begun
                if relay:
                    until(lambda: self.agree(sender, receiver), 20)
                    time.sleep(0.2)
                    relay.__exit__()
                    return {"bytes_per_move": relay.bytes / n, "connections": relay.connections}
                if scores_of(games) != expected_scores(n):
                    raise RuntimeError("the scores are not those of the workload")
                memory = receiver.memory()
                return {"s": took, "agreed_s": agreed, "receiver_processor_s": receiver.processor_seconds() - used[0],
                        "sender_processor_s": sender.processor_seconds() - used[1],
                        "disk_bytes_per_move": (log_bytes(folder / "fresh") - own) / n,
                        "rss_per_move": (memory[0] - base[0]) / n, "anonymous_per_move": (memory[1] - base[1]) / n}

    @staticmethod
    def agree(*daemons):
        return len({daemon.status()["sync"]["digest"] for daemon in daemons}) == 1

    def open(self, n):
        """From the start of the process until status has been answered; then the scores of all games."""
        with copies(recorded(n), "full") as folder:
            with Daemon(BINARY, folder / "full") as daemon:
                took = daemon.start(is_guarded=False)
                used = daemon.processor_seconds()
                begun = now()
                games = daemon.games()
                read = now() - begun
                if scores_of(games) != expected_scores(n):
                    raise RuntimeError("the scores are not those of the workload")
                memory = daemon.memory()
        with copies(recorded(n), "fresh") as folder:
            with Daemon(BINARY, folder / "fresh") as daemon:
                empty = daemon.start(is_guarded=False)
                base = daemon.memory()
        own = (columns(n)["author"] == 0).sum()
        return {"s": took, "processor_s": used, "empty_s": empty, "all_scores_s": read,
                "own_disk_bytes_per_move": log_bytes(recorded(n) / "own") / own,
                "rss_per_move": (memory[0] - base[0]) / n, "anonymous_per_move": (memory[1] - base[1]) / n}

    def durable(self, n):
        """Moves through the local API of a daemon that holds n, one at a time; in groups of 1,000 in the core and the
        store. Between the moves a file is synced, as the floor."""
        count, out, floor = 2_000, {}, Disk()
        with copies(recorded(n), "full") as folder:
            with Daemon(BINARY, folder / "full") as daemon:
                daemon.start()
                connection = daemon.connection()
                games = new_games(connection, count)
                requests = [Connection.request("POST", "/v1/moves", move(i, games[i // GAME_MOVES]))
                            for i in range(count)]
                self.exchange(connection, requests[:200])
                before = log_bytes(folder / "full")
                used = daemon.processor_seconds()
                out["one_per_s"] = self.rate(connection, requests[200:], floor)
                out["one_processor_us"] = (daemon.processor_seconds() - used) / (count - 200) * 1e6
                out["disk_bytes_per_move"] = (log_bytes(folder / "full") - before) / (count - 200)
            out["floor_per_s"] = len(floor.took) / sum(floor.took)
            floor.end()
            for case, key in (("durable", "core_one_per_s"), ("grouped", "grouped_per_s")):
                said = benchmarks("core", case, "--moves", min(n, 100_000), "--workload",
                                  workload_file(min(n, 100_000)), "--repeat", 1, "--folder", folder)
                out[key] = 1e9 / json.loads(said)["ns"]
        return out

    def rate(self, connection, requests, floor):
        """Moves a second, of the time in which no other file is synced."""
        took = 0
        for some in batches(requests, 200):
            begun = now()
            self.exchange(connection, some)
            took += now() - begun
            floor.sync(50)
        return len(requests) / took

    @staticmethod
    def exchange(connection, requests):
        """Sends each request when the one before is answered; an answer says that the move is durable."""
        for request in requests:
            connection.send(request)
            status, body = connection.answer()
            if status != 200:
                raise RuntimeError(f"{status} {body[:200]}")

    def live(self, n, count=1_000):
        """A move is sent to A's local API, until it is in B's event stream; both hold n. The floor is two fdatasync,
        measured between the moves, and two round trips."""
        with copies(recorded(n), "full", "other") as folder:
            a, b, _ = pair(folder, "other", "full")
            with a, b:
                b.start()
                a.start()
                connection = a.connection()
                go_online(a, connection)
                connection.answer()
                until(lambda: b.status()["sync"]["state"] == "inSync" and self.agree(a, b), 30, 0.05)
                games = new_games(connection, count + 50)
                until(lambda: self.agree(a, b), 10)
                stream, took, floor = Stream(b.socket), [], Disk(is_reserved=True)
                used = a.processor_seconds() + b.processor_seconds()
                for number in range(count + 50):
                    request = Connection.request("POST", "/v1/moves", move(number, games[number // GAME_MOVES]))
                    begun = now()
                    connection.send(request)
                    stream.wait_for(b'"arrived":[')
                    took.append(now() - begun)
                    connection.answer()
                    if number % 4 == 0:
                        floor.sync(1)
                used = (a.processor_seconds() + b.processor_seconds() - used) / (count + 50) * 1e6
                until(lambda: self.agree(a, b), 10)
        sync = median(floor.took) * 1e6
        floor.end()
        trip = peer_floor.Cases().round_trip_us()
        return quantiles_us(took[50:]) | {
            "floor_us": 2 * sync + 2 * trip, "fdatasync_us": sync, "round_trip_us": trip, "processor_us": used}

    def resync(self, n, extra=1_000):
        """Two devices that share n moves and recorded 1,000 more each: from connect until both hold all."""
        out = self.resynced(n, extra, False)
        out |= self.resynced(n, extra, True)
        with copies(recorded(n), "full", "other") as folder:
            near, far, relay = pair(folder, "other", "full", True)
            with near, far:
                far.start()
                near.start()
                connection = near.connection()
                with relay:
                    go_online(near, connection)
                    connection.answer()
                    until(lambda: near.status()["sync"]["state"] == "inSync", 20, 0.02)
                    time.sleep(0.3)
            out["idle_bytes_out"] = relay.to_target.after_handshake
            out["idle_bytes_in"] = relay.from_target.after_handshake
            out["handshake_bytes"] = relay.bytes - out["idle_bytes_out"] - out["idle_bytes_in"]
        return out

    def resynced(self, n, extra, is_counting):
        with copies(recorded(n, extra), "left", "right") as folder:
            near, far, relay = pair(folder, "left", "right", is_counting)
            with near, far:
                far.start()
                near.start()
                ends = [near.connection(), far.connection()]
                count = ends[0].ask("GET", "/v1/status")["sync"]["entries"] + extra
                if relay:
                    relay.__enter__()
                begun = now()
                go_online(near, ends[0])
                ends[0].answer()
                for end in ends:
                    await_entries(end, count, 60, 0.0003)
                took = now() - begun
                until(lambda: self.agree(near, far), 10)
                if relay:
                    relay.__exit__()
                    after = relay.to_target.after_handshake + relay.from_target.after_handshake
                    return {"bytes_per_move": after / (2 * extra)}
                return {"s": took}


def cases(**options):
    return Cases(**options)
