"""A TCP relay in a thread that counts what goes by, and how much of it came after the TLS handshake."""

import selectors
import socket
import threading

# A Finished message of TLS 1.3 under AES-GCM or ChaCha20: 4 + 32 or 48 bytes, 1 for the type, 16 for the tag.
FINISHED_BYTES = (53, 69)
APPLICATION_DATA = 23


class Direction:
    """Bytes one way. The handshake ends with the record that has the length of a Finished message."""

    def __init__(self):
        self.bytes = 0
        self.handshake = None
        self.buffer = b""

    def take(self, data):
        self.bytes += len(data)
        if self.handshake is not None:
            return
        self.buffer += data
        at = 0
        while len(self.buffer) - at >= 5:
            length = int.from_bytes(self.buffer[at + 3:at + 5], "big")
            if len(self.buffer) - at - 5 < length:
                break
            at += 5 + length
            if self.buffer[at - 5 - length] == APPLICATION_DATA and length in FINISHED_BYTES:
                self.handshake = self.bytes - len(self.buffer) + at
                return
        self.buffer = self.buffer[at:]

    @property
    def after_handshake(self):
        return self.bytes - (self.handshake or 0)


class Relay:
    """Listens on a port of its own and passes every connection on to `port`."""

    def __init__(self, port):
        self.target = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.to_target, self.from_target = Direction(), Direction()
        self.connections = 0
        self.selector = selectors.DefaultSelector()
        self.ends = False
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.selector.register(self.listener, selectors.EVENT_READ)

    def run(self):
        while not self.ends:
            for key, _ in self.selector.select(0.05):
                if key.fileobj is self.listener:
                    self.accept()
                else:
                    self.pass_on(key.fileobj, *key.data)

    def accept(self):
        near, _ = self.listener.accept()
        far = socket.create_connection(("127.0.0.1", self.target))
        self.connections += 1
        for end in (near, far):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.selector.register(near, selectors.EVENT_READ, (far, self.to_target))
        self.selector.register(far, selectors.EVENT_READ, (near, self.from_target))

    def pass_on(self, source, target, direction):
        try:
            data = source.recv(1 << 18)
            target.sendall(data)
        except OSError:
            data = b""
        if data:
            direction.take(data)
            return
        for end in (source, target):
            try:
                self.selector.unregister(end)
            except (KeyError, ValueError):
                pass
            end.close()

    @property
    def bytes(self):
        return self.to_target.bytes + self.from_target.bytes

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ends = True
        self.thread.join()
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()
