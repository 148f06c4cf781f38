"""A browser without a window: Debian's chromium, spoken to over a pair of pipes in the protocol of its
developer tools. Standard Python only.
"""
import base64
import fcntl
import itertools
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PATIENCE = 60  # seconds for one answer


def program():
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Failed(Exception):
    """What the browser could not do."""


class Browser:
    """One page at a time. `told` collects what a page says: errors, warnings, requests."""

    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="wyrm-browser-")
        self.numbers = itertools.count(1)
        self.buffer = b""
        self.told = []
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()
        self.process = subprocess.Popen(
            [program(), "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-dev-shm-usage", "--disable-background-networking", "--disable-sync",
             "--disable-component-update", "--hide-scrollbars", "--remote-debugging-pipe",
             "--user-data-dir=" + self.home, "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=lambda: self.take_pipes(to_browser, from_browser), close_fds=False)
        os.close(to_browser)
        os.close(from_browser)
        target = self.call("Target.createTarget", {"url": "about:blank"}, session=None)
        self.session = self.call("Target.attachToTarget",
                                 {"targetId": target["targetId"], "flatten": True},
                                 session=None)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    @staticmethod
    def take_pipes(to_browser, from_browser):
        """In the child: it reads from 3 and writes to 4. Copies first, lest one cover the other."""
        copies = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_browser, from_browser)]
        os.dup2(copies[0], 3)
        os.dup2(copies[1], 4)

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.output)
        os.close(self.input)
        shutil.rmtree(self.home, ignore_errors=True)

    def call(self, method, parameters=None, session=""):
        """The result of a command of the protocol. `session` None: to the browser itself."""
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters or {}}
        if session is not None:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + PATIENCE
        while True:
            answer = self.next_message(end, method)
            if answer.get("id") == number:
                if "error" in answer:
                    raise Failed(f"{method}: {answer['error'].get('message')}")
                return answer["result"]

    def next_message(self, end, doing):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.input], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise Failed(f"{doing}: no answer within {PATIENCE} s")
            piece = os.read(self.input, 1 << 20)
            if not piece:
                raise Failed(f"{doing}: the browser is gone")
            self.buffer += piece
        line, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(line)
        self.note(message)
        return message

    def note(self, message):
        """Keeps what a page should not have to say, and what it asks for."""
        method, what = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.told.append(("error", what["exceptionDetails"].get("text", "exception")))
        elif method == "Runtime.consoleAPICalled" and what["type"] in ("error", "warning", "assert"):
            self.told.append(("error", str(what["args"])))
        elif method == "Log.entryAdded":
            self.told.append(("error", what["entry"]["text"]))
        elif method == "Network.requestWillBeSent":
            self.told.append(("request", what["request"]["url"]))

    def said(self, kind):
        return [text for told, text in self.told if told == kind]

    def shape(self, width, height, dark):
        """The size of the window in pixels, and the theme that the reader prefers."""
        self.call("Emulation.setDeviceMetricsOverride",
                  {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        theme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", {"features": [theme]})

    def open(self, path, script=True):
        """Loads a file, and waits for its end. Without `script`, as with JavaScript switched off."""
        self.told.clear()
        self.call("Emulation.setScriptExecutionDisabled", {"value": not script})
        self.call("Page.navigate", {"url": "file://" + str(path)})
        end = time.monotonic() + PATIENCE
        while self.next_message(end, "loading").get("method") != "Page.loadEventFired":
            pass

    def run(self, source):
        """The value of an expression in the page, awaited where it is a promise."""
        answer = self.call("Runtime.evaluate", {"expression": source, "awaitPromise": True,
                                                "returnByValue": True, "allowUnsafeEvalBlockedByCSP": True})
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise Failed(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def point(self, x, y):
        """Moves the pointer."""
        self.call("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y})

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent",
                      {"type": kind, "key": key, "code": key,
                       "windowsVirtualKeyCode": {"Tab": 9, "Escape": 27, "Enter": 13}.get(key, 0)})

    def photograph(self, path):
        """The whole page as PNG."""
        answer = self.call("Page.captureScreenshot", {"format": "png", "captureBeyondViewport": True})
        with open(path, "wb") as file:
            file.write(base64.b64decode(answer["data"]))
