"""A terminal without tmux: a pseudo-terminal, and what the program wrote there as a screen. Starts in no time, so that
a game can be killed thousands of times; knows only the sequences that programs send to an xterm."""
import codecs
import fcntl
import os
import re
import select
import signal
import struct
import termios
import time

from terminal import KEPT, PATIENCE, WYRM

# One sequence of escape, or a run of characters.
PIECE = re.compile(r"\x1b\][^\x07]*\x07|\x1b\[([?>]?)([\d;]*)([@-~])|\x1b[()][A-Z0-9]|\x1b[=>78DME]|"
                   r"[\x00-\x1a\x1c-\x1f]|[^\x00-\x1f]+")


class Screen:
    """What a terminal shows of what was written to it. Attributes are left out."""

    def __init__(self, width, height):
        self.modes = {7, 25}  # private ones that are set: lines wrap, the cursor is shown
        self.rest = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.resize(width, height)

    def resize(self, width, height):
        self.width, self.height = width, height
        self.clear()
        self.x = self.y = self.top = 0
        self.bottom = height  # of the rows that scroll
        self.last = " "

    def clear(self):
        self.rows = [[" "] * self.width for _ in range(self.height)]

    def text(self):
        return "\n".join("".join(row) for row in self.rows)

    def write(self, some):
        text = self.rest + self.decoder.decode(some)
        self.rest = ""
        at = 0
        while at < len(text):
            piece = PIECE.match(text, at)
            if not piece:  # a sequence that goes on in what is written next
                self.rest = text[at:]
                return
            at = piece.end()
            self.take(piece)

    def take(self, piece):
        word = piece.group(0)
        if piece.group(3):
            self.steer(piece.group(1), [int(number or 0) for number in piece.group(2).split(";")], piece.group(3))
        elif word == "\r":
            self.x = 0
        elif word == "\n":
            if self.y + 1 == self.bottom:
                self.scroll(self.top, 1)
            else:
                self.y = min(self.y + 1, self.height - 1)
        elif word == "\b":
            self.x = max(self.x - 1, 0)
        elif word == "\t":
            self.x = min(self.x // 8 * 8 + 8, self.width - 1)
        elif word == "\x1bM":
            if self.y == self.top:
                self.scroll(self.top, -1)
            else:
                self.y = max(self.y - 1, 0)
        elif word[0] >= " ":
            for character in word:
                self.put(character)

    def scroll(self, top, lines):
        """Moves the rows from `top` up, or down where `lines` is below 0."""
        for _ in range(abs(lines)):
            gone, new = (top, self.bottom - 1) if lines > 0 else (self.bottom - 1, top)
            del self.rows[gone]
            self.rows.insert(new, [" "] * self.width)

    def put(self, character):
        if self.x >= self.width:  # it waited behind the last column
            self.x, self.y = 0, min(self.y + 1, self.height - 1)
        self.rows[self.y][self.x] = self.last = character
        self.x += 1

    def steer(self, private, numbers, letter):
        first = numbers[0]
        count = max(first, 1)
        row = self.rows[self.y]
        self.x = min(self.x, self.width) if letter in "bXK" else min(self.x, self.width - 1)
        if private and letter in "hl":
            for number in numbers:
                (self.modes.add if letter == "h" else self.modes.discard)(number)
                if number in (47, 1047, 1049):
                    self.clear()
        elif letter in "Hf":
            self.y = min(count, self.height) - 1
            self.x = min(max(numbers[1] if len(numbers) > 1 else 1, 1), self.width) - 1
        elif letter == "A":
            self.y = max(self.y - count, 0)
        elif letter == "B":
            self.y = min(self.y + count, self.height - 1)
        elif letter == "C":
            self.x = min(self.x + count, self.width - 1)
        elif letter == "D":
            self.x = max(self.x - count, 0)
        elif letter == "G":
            self.x = min(count, self.width) - 1
        elif letter == "d":
            self.y = min(count, self.height) - 1
        elif letter == "b":
            for _ in range(count):
                self.put(self.last)
        elif letter == "X":
            row[self.x:self.x + count] = [" "] * len(row[self.x:self.x + count])
        elif letter == "K":
            begin, end = [(self.x, self.width), (0, self.x + 1), (0, self.width)][first]
            row[begin:end] = [" "] * len(row[begin:end])
        elif letter == "P":
            del row[self.x:self.x + count]
            row.extend([" "] * (self.width - len(row)))
        elif letter == "@":
            row[self.x:self.x] = [" "] * count
            del row[self.width:]
        elif letter == "r":
            self.top = count - 1
            self.bottom = numbers[1] if len(numbers) > 1 and numbers[1] else self.height
            self.x = self.y = 0
        elif letter in "ST":
            self.scroll(self.top, count if letter == "S" else -count)
        elif letter in "LM":
            self.scroll(self.y, count if letter == "M" else -count)
        elif letter == "J":
            begin, end = [(self.y, self.height), (0, self.y + 1), (0, self.height)][first]
            for y in range(begin, end):
                if first == 2 or y != self.y:
                    self.rows[y] = [" "] * self.width
            if first != 2:
                self.steer("", [first], "K")


class Bare:
    """A program in such a terminal, as a shell starts it: so it can be stopped and go on."""

    def __init__(self, folder, *arguments, size=(80, 24), env=None):
        environment = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "HOME": folder,
                       "TERM": "xterm-256color", "XDG_STATE_HOME": os.path.join(folder, "state"),
                       "XDG_CONFIG_HOME": os.path.join(folder, "config")}
        environment.update((name, value) for name, value in os.environ.items() if name.startswith(KEPT))
        environment.update(env or {})
        self.screen = Screen(*size)
        self.written = b""
        self.status = None
        self.master, self.slave = os.openpty()
        self.set_size(*size)
        self.modes = termios.tcgetattr(self.slave)
        self.errors, errors = os.pipe()
        self.told, tell = os.pipe()
        stay, self.leave = os.pipe()
        self.shell = os.fork()
        if self.shell == 0:
            try:
                os.setsid()
                fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
                for number in (0, 1):
                    os.dup2(self.slave, number)
                os.dup2(errors, 2)
                ready, go = os.pipe()
                pid = os.fork()
                if pid == 0:
                    os.read(ready, 1)
                    os.closerange(3, 100)
                    os.execve(WYRM, [WYRM, *arguments], environment)
                os.setpgid(pid, pid)
                os.tcsetpgrp(0, pid)
                os.write(tell, struct.pack("i", pid))
                os.write(go, b"x")
                status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                os.write(tell, struct.pack("i", status if status >= 0 else 128 - status))
                os.close(self.leave)
                os.read(stay, 1)  # with it the terminal would go, and what was not yet read of it
            finally:
                os._exit(0)
        for file in (errors, tell, stay):
            os.close(file)
        self.pid = struct.unpack("i", os.read(self.told, 4))[0]
        os.set_blocking(self.master, False)

    def set_size(self, width, height):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def resize(self, width, height):
        self.screen.resize(width, height)
        self.set_size(width, height)
        self.signal(signal.SIGWINCH)

    def send(self, text):
        """Bytes as a keyboard or a mouse sends them."""
        some = text.encode() if isinstance(text, str) else text
        while some:
            try:
                some = some[os.write(self.master, some):]
            except BlockingIOError:
                self.pump(0.01)

    def pump(self, seconds=0.0):
        """Shows what was written; waits so long for something."""
        if not select.select([self.master], [], [], max(seconds, 0.0))[0]:
            return False
        try:
            some = os.read(self.master, 1 << 16)
        except OSError:  # all ends of it are closed
            return False
        self.written += some
        self.screen.write(some)
        return bool(some)

    def show(self):
        while self.pump():
            pass
        return self.screen.text()

    def ended(self):
        if self.status is None and select.select([self.told], [], [], 0)[0]:
            self.status = struct.unpack("i", os.read(self.told, 4))[0]
        return self.status is not None

    def until(self, holds, what):
        end = time.monotonic() + PATIENCE
        while not holds(self.show()):
            if self.ended():
                if holds(self.show()):
                    return self.screen.text()
                raise AssertionError(f"never: {what}; it ended with {self.status}:\n{self.screen.text()}\n"
                                     f"{self.said()}")
            if time.monotonic() > end:
                raise AssertionError(f"never: {what}; the screen is\n{self.screen.text()}")
            self.pump(0.05)
        return self.screen.text()

    def wait(self, text):
        return self.until(lambda screen: text in screen, repr(text))

    def wait_gone(self, text):
        return self.until(lambda screen: text not in screen, f"{text!r} no longer shown")

    def settle(self):
        """Waits until nothing is written for some frames."""
        while self.pump(0.08):
            pass
        return self.screen.text()

    def wait_end(self):
        """The exit status as a shell has it."""
        end = time.monotonic() + PATIENCE
        while not self.ended():
            if time.monotonic() > end:
                raise AssertionError(f"it does not end; the screen is\n{self.show()}")
            self.pump(0.02)
        self.show()
        return self.status

    def said(self):
        """What it has written to standard error."""
        os.set_blocking(self.errors, False)
        try:
            return os.read(self.errors, 1 << 16).decode()
        except BlockingIOError:
            return ""

    def signal(self, number):
        try:
            os.kill(self.pid, number)
        except ProcessLookupError:
            pass  # it has ended by itself

    def stopped(self):
        with open(f"/proc/{self.pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] == "T"

    def answers(self):
        """Whether it still listens: a new size is drawn."""
        for width in (81, 80):
            self.show()
            self.written = b""
            self.resize(width, 24)
            self.until(lambda screen: self.ended() or b"\x1b[2J" in self.written or b"\x1b[J" in self.written,
                       "drawn anew")

    def whole(self):
        """What is not as it was of the terminal; "" where all is."""
        self.show()
        wrong = [f"mode {mode}" for mode in sorted(self.screen.modes ^ {7, 25})]
        if self.screen.rest:
            wrong.append("a sequence that was begun")
        if termios.tcgetattr(self.slave) != self.modes:
            wrong.append("the modes of the line are others")
        return ", ".join(wrong)

    def close(self):
        if self.master is None:
            return
        self.signal(signal.SIGKILL)
        for file in (self.leave, self.master, self.slave, self.errors, self.told):
            os.close(file)
        os.waitpid(self.shell, 0)
        self.master = None
