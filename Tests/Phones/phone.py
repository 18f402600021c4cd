"""A phone without a browser: pairs, signs and keeps as the page of the keep door does.

    phone.py FOLDER pair ADDRESS    asks to be let in; prints the four words
    phone.py FOLDER wait            waits for the answer of the person; prints it
    phone.py FOLDER order JSON      signs and sends an order, whose request ID it draws;
                                    prints the code of the answer and its body
    phone.py FOLDER stream TEXT     reads values until the text is among them

FOLDER keeps the key and what a browser would keep, and has `cert.pem`, the certificate that the
door must show. Every command ends within 20 seconds. Only the standard library and `openssl`.
"""

import base64
import hashlib
import hmac
import http.client
import json
import os
import secrets
import ssl
import subprocess
import sys
import time
from urllib.parse import urlsplit

DEADLINE = time.monotonic() + 20


def coded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Phone:
    def __init__(self, folder):
        self.folder = folder
        self.path = os.path.join(folder, "phone.json")
        self.key = os.path.join(folder, "key.pem")
        self.kept = {}
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as file:
                self.kept = json.load(file)

    def keep(self, **changes):
        self.kept.update(changes)
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump(self.kept, file)

    # The connection

    def connection(self):
        """To the port of the address on this machine, in the name of its host."""
        url = urlsplit(self.kept["origin"])
        context = ssl.create_default_context(cafile=os.path.join(self.folder, "cert.pem"))
        link = http.client.HTTPSConnection("127.0.0.1", url.port, timeout=10, context=context)
        link.connect = lambda: self.connect(link, url, context)
        return link

    @staticmethod
    def connect(link, url, context):
        http.client.HTTPConnection.connect(link)
        link.sock = context.wrap_socket(link.sock, server_hostname=url.hostname)

    def ask(self, method, path, body=None, headers=None):
        link = self.connection()
        names = {"Host": urlsplit(self.kept["origin"]).netloc}
        if method == "POST":
            names["Origin"] = self.kept["origin"]
        names.update(headers or {})
        link.request(method, path, body=body, headers=names)
        return link.getresponse()

    # Signatures

    def point(self):
        """The point of the key, which is made at the first time."""
        if not os.path.exists(self.key):
            subprocess.run(
                ["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt",
                 "ec_paramgen_curve:P-256", "-out", self.key], check=True, capture_output=True)
        done = subprocess.run(
            ["openssl", "pkey", "-in", self.key, "-pubout", "-outform", "DER"],
            check=True, capture_output=True)
        return done.stdout[-65:]

    def signature(self, message):
        """r and s in 32 bytes each, of the DER that openssl writes."""
        done = subprocess.run(
            ["openssl", "dgst", "-sha256", "-sign", self.key], input=message,
            check=True, capture_output=True)
        der, numbers, place = done.stdout, [], 2
        for _ in range(2):
            count = der[place + 1]
            numbers.append(int.from_bytes(der[place + 2:place + 2 + count], "big"))
            place += 2 + count
        return b"".join(number.to_bytes(32, "big") for number in numbers)

    def signed(self, path, body):
        counter = max(self.kept.get("counter", 0) + 1, int(time.time() * 1000))
        self.keep(counter=counter)
        phone = self.kept["phone"]
        digest = hashlib.sha256(body).hexdigest()
        text = f"scored order 1\nPOST\n{path}\n{phone}\n{counter}\n{digest}"
        proof = coded(self.signature(text.encode()))
        return self.ask("POST", path, body, {"scored-order": f"{phone} {counter} {proof}"})

    # The commands

    def pair(self, address):
        url = urlsplit(address)
        self.keep(origin=f"{url.scheme}://{url.netloc}")
        secret = decoded(url.fragment)
        key, nonce = coded(self.point()), coded(secrets.token_bytes(16))
        asking = f"scored phone 1\n{key}\n{nonce}".encode()
        proof = coded(hmac.digest(secret, asking, "sha256"))
        body = json.dumps({"key": key, "nonce": nonce, "proof": proof}).encode()
        answer = self.ask("POST", "/k/pair", body)
        document = json.loads(answer.read())
        if answer.status != 200:
            print(answer.status, document["code"])
            return
        phone, other = document["phone"], document["nonce"]
        host = f"scored host 1\n{key}\n{nonce}\n{other}\n{phone}".encode()
        assert document["proof"] == coded(hmac.digest(secret, host, "sha256")), "another host"
        self.keep(phone=phone)
        words = self.ask("GET", "/k/words").read().decode().split()
        digest = hashlib.sha256(f"scored words 1\n{key}\n{nonce}\n{other}".encode()).digest()
        print(*(words[byte] for byte in digest[:4]))

    def wait(self):
        while time.monotonic() < DEADLINE:
            answer = self.signed("/k/wait", b"{}")
            state = json.loads(answer.read()).get("state", str(answer.status))
            if state != "waiting":
                print(state)
                return
            time.sleep(0.1)
        print("waiting")

    def order(self, text):
        order = json.loads(text)
        order.setdefault("request", secrets.token_hex(16))
        body = json.dumps(order).encode()
        # A daemon that starts again is away for a moment: the same order is sent again.
        while True:
            answer = self.signed("/k/order", body)
            said = answer.read().decode()
            if answer.status != 503 or time.monotonic() > DEADLINE:
                print(answer.status, said)
                return
            time.sleep(0.1)

    def stream(self, text):
        session = None
        while session is None and time.monotonic() < DEADLINE:
            answer = self.signed("/k/session", b"{}")
            session = json.loads(answer.read()).get("session")
            if answer.status not in (200, 503):
                print(answer.status)
                return
            time.sleep(0.1)
        answer = self.ask("GET", "/k/stream", headers={"scored-session": session})
        while time.monotonic() < DEADLINE:
            line = answer.readline().decode()
            if not line:
                break
            if text in line:
                print("seen")
                return
        print("not seen")


if __name__ == "__main__":
    folder, command, *rest = sys.argv[1:]
    getattr(Phone(folder), command)(*rest)
