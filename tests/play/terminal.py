"""A terminal to play in: tmux with a socket of its own, keys in, the screen out."""
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

WYRM = os.environ.get("WYRM", "wyrm")
TMUX = shutil.which("tmux")
PATIENCE = float(os.environ.get("PATIENCE", "20"))  # seconds that anything may take

SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGCONT, SIGKILL, SIGSEGV = (
    signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGTSTP, signal.SIGCONT, signal.SIGKILL,
    signal.SIGSEGV)

SKIPPED = 77  # the exit status that meson takes for "skipped"

# What every game sees: no settings of the machine that happens to run the tests.
KEPT = ("ASAN_", "UBSAN_", "LSAN_", "TSAN_", "GCOV_", "LD_LIBRARY_PATH")


def gone(pid):
    """Whether a process has ended; one that nobody has asked after yet has."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


class Terminal:
    """One window. The program runs below a shell that stays, so that what is left of the terminal can be
    looked at: the exit status is shown as [exit N]. With `jobs` the shell can stop it: then [stopped] is
    shown, and Enter lets it go on."""

    def __init__(self, folder, *arguments, size=(80, 24), env=None, term="screen-256color",
                 jobs=False):
        self.folder = folder
        self.own = tempfile.mkdtemp(prefix="window-", dir=folder)
        self.socket = os.path.join(self.own, "tmux")
        environment = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "HOME": folder,
                       "XDG_STATE_HOME": os.path.join(folder, "state"),
                       "XDG_CONFIG_HOME": os.path.join(folder, "config")}
        environment.update((name, value) for name, value in os.environ.items()
                           if name.startswith(KEPT))
        inside = dict(environment, **(env or {}))
        if term is not None:
            inside["TERM"] = term
        settings = " ".join(f"{name}='{value}'" for name, value in inside.items())
        words = " ".join(f"'{word}'" for word in arguments)
        resume = ("while [ $status = 148 ]; do echo '[stopped]'; read line; fg >/dev/null; "
                  "status=$?; done\n")
        script = (f"{'set -m' if jobs else ''}\n"
                  f"trap : INT\n"  # Ctrl-C is for the program
                  f"stty -g >'{self.path('modes-before')}'\n"
                  f"env -i {settings} '{WYRM}' {words} 2>'{self.path('stderr')}'\n"
                  f"status=$?\n"
                  f"{resume if jobs else ''}"
                  f"echo \"[exit $status]\"\n"
                  f"stty -g >'{self.path('modes-after')}'\n"
                  f"exec cat\n")
        with open(self.path("script"), "w", encoding="utf-8") as file:
            file.write(script)
        self.environment = environment
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(size[0]), "-y", str(size[1]),
                  "sh", self.path("script"))
        self.tmux("set-option", "-g", "status", "off")
        self.tmux("set-option", "-g", "escape-time", "0")
        self.resize(*size)

    def path(self, name):
        """A file of this window."""
        return os.path.join(self.own, name)

    def tmux(self, *words):
        done = subprocess.run([TMUX, "-S", self.socket, *words], env=self.environment, text=True,
                              capture_output=True, timeout=PATIENCE)
        if done.returncode != 0:
            raise AssertionError(f"tmux {words}: {done.stderr}")
        return done.stdout

    def keys(self, *names):
        """Names of keys as tmux calls them: "Up", "Enter", "C-l"; or single characters."""
        for name in names:
            self.tmux("send-keys", *(["-l", name] if len(name) == 1 else [name]))

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def screen(self, colours=False):
        return self.tmux("capture-pane", "-p", *(["-e"] if colours else []))

    def flag(self, name):
        """A fact about the terminal, such as alternate_on, cursor_x or mouse_any_flag."""
        return self.tmux("display-message", "-p", "#{%s}" % name).strip()

    def until(self, what, holds):
        """Waits until something holds; fails with the screen where it never does."""
        end = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > end:
                raise AssertionError(f"never: {what}; the screen is\n{self.screen()}"
                                     f"and standard error\n{self.stderr()}")
            time.sleep(0.02)

    def wait(self, text):
        """Waits for a text; gives up at once where the program has ended."""
        def shown():
            screen = self.screen()
            if text not in screen and "[exit " in screen:
                raise AssertionError(f"{text!r} never came: {screen.strip()}\n{self.stderr()}")
            return text in screen

        self.until(f"{text!r} shown", shown)
        return self.screen()

    def wait_gone(self, text):
        self.until(f"{text!r} no longer shown", lambda: text not in self.screen())
        return self.screen()

    def settle(self):
        """Waits until the screen stays as it is for some frames; returns it."""
        before, screen = None, self.screen()
        while before != screen:
            time.sleep(0.1)
            before, screen = screen, self.screen()
        return screen

    def resize(self, width, height):
        self.tmux("resize-window", "-x", str(width), "-y", str(height))

    def pid(self):
        """The process of the program."""
        shell = self.flag("pane_pid")
        with open(f"/proc/{shell}/task/{shell}/children", encoding="utf-8") as file:
            return int(file.read().split()[0])

    def signal(self, number):
        os.kill(self.pid(), number)

    def wait_exit(self):
        """The exit status of the program."""
        self.wait("[exit ")
        return int(re.search(r"\[exit (\d+)\]", self.screen()).group(1))

    def stderr(self):
        try:
            with open(self.path("stderr"), encoding="utf-8") as file:
                return file.read()
        except OSError:
            return ""

    def hang_up(self):
        """Closes the window from outside, as who closes a terminal or loses a connection; returns once
        the program has ended."""
        pid = self.pid()
        self.tmux("kill-server")
        self.wait_gone_process(pid)

    def wait_gone_process(self, pid):
        end = time.monotonic() + PATIENCE
        while not gone(pid):
            if time.monotonic() > end:
                raise AssertionError("the program outlives its terminal")
            time.sleep(0.02)

    def close(self):
        """The same, whether or not anything still runs."""
        try:
            pid = self.pid()
        except (AssertionError, OSError, IndexError):
            pid = None
        subprocess.run([TMUX, "-S", self.socket, "kill-server"], env=self.environment,
                       capture_output=True, timeout=PATIENCE)
        if pid is not None:
            self.wait_gone_process(pid)


class PlayCase(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="wyrm-play-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def start(self, *arguments, **how):
        terminal = Terminal(self.folder, *arguments, **how)
        self.addCleanup(terminal.close)
        return terminal

    def play(self, *arguments, **how):
        return self.start("play", *arguments, **how)

    def begin(self, ruleset="ruggrogue", seed=42, *arguments, **how):
        """A new game, in the dungeon."""
        terminal = self.play(ruleset, "--seed", str(seed), *arguments, **how)
        terminal.wait("HP ")
        return terminal

    def games(self):
        folder = os.path.join(self.folder, "state", "wyrm", "games")
        return sorted(os.listdir(folder)) if os.path.isdir(folder) else []

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def assert_clean(self, terminal):
        """The terminal is as it was: the screen, the cursor, the mouse, the modes of the line."""
        self.assertEqual({name: terminal.flag(name) for name in
                          ["alternate_on", "cursor_flag", "mouse_any_flag", "keypad_flag",
                           "keypad_cursor_flag", "insert_flag", "wrap_flag", "origin_flag"]},
                         {"alternate_on": "0", "cursor_flag": "1", "mouse_any_flag": "0",
                          "keypad_flag": "0", "keypad_cursor_flag": "0", "insert_flag": "0",
                          "wrap_flag": "1", "origin_flag": "0"})
        terminal.until("modes written", lambda: os.path.exists(terminal.path("modes-after")) and
                       os.path.getsize(terminal.path("modes-after")) > 0)
        with open(terminal.path("modes-before"), encoding="utf-8") as file:
            before = file.read()
        with open(terminal.path("modes-after"), encoding="utf-8") as file:
            self.assertEqual(file.read(), before)


def main():
    if TMUX is None:
        print("tmux is missing: nothing can be played (Debian: tmux)")
        raise SystemExit(SKIPPED)
    unittest.main(verbosity=0)
