"""The arena of Dungeon Crawl Stone Soup, asked by wyrm: a band of monsters goes down the dungeon.

At every depth the band, whole again, meets monsters that the game itself would place there, until it loses a fight or
has won at the last depth. Run as `python3 arena.py`; needs the program `crawl` (Debian's package) and Python 3.7.

The arena is told on its command line who fights. It wants a terminal, writes the messages of its fights to a file,
and shows on its screen who is left; so it gets a pseudo-terminal of the simplest kind that it knows, a VT52. One start
takes a third of a second and plays up to 99 fights between the same two sides, so fights are played ahead, depth by
depth; each is used once, in the order in which they were played. No seed decides them: see "seeded" below.
"""
import codecs
import collections
import fcntl
import functools
import os
import pathlib
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "kits" / "python"))  # beside a game of your own a copy of wyrm_kit.py does
import wyrm_kit  # noqa: E402

CRAWL = shutil.which("crawl", path=os.environ.get("PATH", "") + ":/usr/games")
DEPTHS = 15  # of the branch of the dungeon that is called D
SECONDS = 20  # for the fights of one start; the one that is then fought is broken off: some would never end
FIRST, MOST = 5, 80  # fights of a start: the first time, and at most
BANDS = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ,'-]{0,199}")  # nothing with ':', which would steer the arena

HELLO = {
    "name": "crawl-arena",
    "seeded": False,  # crawl's -seed decides dungeons; the arena draws anew every time
    "stages": {"name": "depth", "last": DEPTHS},
    "metrics": [
        {"name": "turns", "kind": "by stage", "unit": "turns"},
        {"name": "left", "kind": "by stage", "unit": "monsters",
         "about": "of the band after a victory, with those that it summoned"},
        {"name": "foes_left", "kind": "amount", "unit": "monsters", "about": "of those who beat it"}],
    "parameters": [
        {"key": "band", "kind": "text", "default": "3 orc, orc priest", "about": "who goes down, as crawl names them"},
        {"key": "foes", "kind": "whole", "range": [1, 8], "default": 3, "unit": "monsters",
         "about": "how many wait at each depth"},
        {"key": "first", "kind": "whole", "range": [1, DEPTHS], "default": 1, "unit": "depth",
         "about": "where it starts"},
        {"key": "summons", "kind": "bool", "default": True, "about": "whether monsters may summon others"}],
}

# `won` by the band (None: broken off); `left` of the side that won; `striker`: the foe that attacked last.
Fight = collections.namedtuple("Fight", "won turns left striker")


def play(seed, agent, set, limit):
    turns, left = [None] * (set["first"] - 1), [None] * (set["first"] - 1)
    for depth in range(set["first"], DEPTHS + 1):
        fight = next_fight(set["band"], set["foes"], depth, set["summons"])
        turns.append(fight.turns)
        result = {"stage": depth, "metrics": {"turns": turns, "left": left}}
        if fight.won is None or (limit is not None and sum(filter(None, turns)) > limit):
            return dict(result, outcome="unfinished")
        if not fight.won:
            result["metrics"]["foes_left"] = fight.left
            return dict(result, outcome="lost", cause=fight.striker)
        left.append(fight.left)
    return dict(result, outcome="won")


WAITING = collections.defaultdict(collections.deque)  # fights that were played ahead, by their sides
STARTS = collections.Counter()


def next_fight(band, foes, depth, summons):
    if not BANDS.fullmatch(band) or re.search(r"\bvs?\b", band):
        raise ValueError("'%s' is no band of monsters" % band)
    tags = "arena_place:D:%d%s" % (depth, "" if summons else " no_summons")  # without it zombies are of anything
    sides = (band, "%d place:D:%d" % (foes, depth), tags)
    if not WAITING[sides]:
        count = min(FIRST << STARTS[sides], MOST)
        STARTS[sides] += 1
        WAITING[sides].extend(fights(sides, foes, count))
    return WAITING[sides].popleft()


# ---- One start of the arena ----

def fights(sides, foes, count):
    teams = "t:%d delay:0 %s %s v %s" % (count, sides[2], sides[0], sides[1])
    screen, cache = Screen(), crawl_folder()
    with tempfile.TemporaryDirectory(prefix="arena-") as folder:
        (pathlib.Path(folder) / "options").write_text("arena_dump_msgs = true\narena_delay = 0\n")
        run_crawl(["-dir", cache, "-rc", "options", "-arena", teams], folder, screen, SECONDS)
        screen.look()
        try:
            text = (pathlib.Path(folder) / "arena.result").read_text("utf-8", "replace")
        except OSError:
            raise RuntimeError("the arena wrote no result: " + screen.text()[-300:])
    return read_result(text, sides, foes, screen)


def crawl_folder():
    """Where crawl keeps what it makes of its data at its first start, which takes ten seconds."""
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    cache = os.path.join(caches, "crawl-arena-" + version())
    os.makedirs(cache, exist_ok=True)
    with open(os.path.join(cache, "lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(os.path.join(cache, "ready")):
            with tempfile.TemporaryDirectory(prefix="arena-") as folder:
                run_crawl(["-dir", cache, "-arena", "delay:0 rat v kobold"], folder, Screen(), 10 * SECONDS)
            open(os.path.join(cache, "ready"), "w").close()
    return cache


def run_crawl(arguments, folder, screen, seconds):
    """Runs it until it ends; after `seconds` it is told to stop (q), a little later it is killed."""
    if CRAWL is None:
        raise RuntimeError("there is no program 'crawl' here")
    master, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", Screen.ROWS, Screen.COLUMNS, 0, 0))
    process = subprocess.Popen([CRAWL] + arguments, cwd=folder, stdin=terminal, stdout=terminal, stderr=terminal,
                               env=dict(os.environ, TERM="vt52", HOME=folder))
    os.close(terminal)
    end, told = time.monotonic() + seconds, False
    try:
        while True:
            if not select.select([master], [], [], max(0, end - time.monotonic()))[0] or time.monotonic() > end:
                if told:
                    raise RuntimeError("crawl does not end")
                os.write(master, b"q")
                end, told = time.monotonic() + 5, True
                continue
            try:
                data = os.read(master, 65536)
            except OSError:  # so a pseudo-terminal says that nobody has it open any more
                break
            if not data:
                break
            screen.feed(data)
    finally:
        process.kill()
        process.wait()
        os.close(master)


class Screen:
    """Follows a VT52: ESC Y row column, ESC A to D, H, J, K. The banner above the list of monsters counts victories;
    when it changes, the list before that is what a fight ended with: `left` has their lengths, fight by fight."""
    ROWS, COLUMNS = 60, 100
    RIGHT = 37  # the column where the map ends
    BANNER = slice(1, 6)  # its rows: two sides with their victories, the round
    PIECE = re.compile(r"\x1bY..|\x1b\[[\d;?]*[^\d;?]|\x1b[^Y\[]|[^\x1b]", re.S)

    def __init__(self):
        self.cells = [[" "] * self.COLUMNS for _ in range(self.ROWS)]
        self.row = self.column = 0
        self.rest, self.decoder = "", codecs.getincrementaldecoder("utf-8")("replace")
        self.left, self.before = [], None

    def feed(self, data):
        text, at = self.rest + self.decoder.decode(data), 0
        while True:
            piece = self.PIECE.match(text, at)
            if not piece:
                break
            self.act(piece.group())
            at = piece.end()
        self.rest = text[at:]  # of a command that is still to come

    def act(self, piece):
        if piece.startswith("\x1bY"):
            self.go(ord(piece[2]) - 32, ord(piece[3]) - 32)
            if self.column == 0:  # where the cursor waits between two pictures
                self.look()
        elif piece == "\x1bK":
            self.cells[self.row][self.column:] = " " * (self.COLUMNS - self.column)
        elif piece == "\x1bJ":
            for row in range(self.row, self.ROWS):
                self.cells[row] = [" "] * self.COLUMNS
        elif piece in ("\x1bA", "\x1bB", "\n"):
            self.go(self.row + (-1 if piece == "\x1bA" else 1), self.column)
        elif piece in ("\x1bC", "\x1bD", "\b"):
            self.go(self.row, self.column + (1 if piece == "\x1bC" else -1))
        elif piece == "\x1bH" or piece == "\r":
            self.go(0 if piece == "\x1bH" else self.row, 0)
        elif piece >= " ":
            self.cells[self.row][self.column] = piece
            self.go(self.row, self.column + 1)

    def go(self, row, column):
        self.row, self.column = min(max(row, 0), self.ROWS - 1), min(max(column, 0), self.COLUMNS - 1)

    def lines(self, rows):
        return ["".join(cells[self.RIGHT:]).strip() for cells in self.cells[rows]]

    def look(self):
        banner = re.findall(r"\((\d+)\)|Round (\d+)", "\n".join(self.lines(self.BANNER)))
        if self.before and banner != self.before[0]:
            self.left.append(self.before[1])
        listed = (re.match(r"\S+ +(\d*) *\w", line) for line in self.lines(slice(6, None)))
        self.before = (banner, sum(int(line.group(1) or 1) for line in listed if line)) if banner else None

    def text(self):
        return " ".join(" ".join("".join(cells) for cells in self.cells).split())


# ---- Its file ----

ENTERS = re.compile(r"(?:an? |the )?(.+) enters the arena!")
TURN = re.compile(r"---- Turn #(\d+) ----")
WINNER = re.compile(r"-{10} (?:Winner: (.+)!|Tie) -{10}")


def read_result(text, sides, foes, screen):
    error = re.search(r"^err: (.*)", text, re.M)
    if error:
        raise ValueError(error.group(1))
    told, rest = [], []
    for line in text.splitlines():
        winner = WINNER.fullmatch(line)
        if not winner:
            rest.append(line)
            continue
        if winner.group(1) not in (None, sides[0].strip(), sides[1]):
            raise RuntimeError("'%s' is neither side" % winner.group(1))
        left = screen.left[len(told)] if winner.group(1) else 0
        told.append(one_fight(rest, len(told), foes, winner.group(1) == sides[0].strip(), left))
        rest = []
    if "---- Turn #0 ----" in rest:
        told.append(one_fight(rest, len(told), foes, None, 0))
    if not told:
        raise RuntimeError("the arena told no fight: " + text[-300:])
    return told


def one_fight(lines, number, foes, won, left):
    """The two sides are placed in turns: in every other fight the foes first."""
    begin = lines.index("---- Turn #0 ----") if "---- Turn #0 ----" in lines else len(lines)
    placed = [match.group(1) for match in map(ENTERS.fullmatch, lines[:begin]) if match]
    names = placed[:foes] if number % 2 == 0 else placed[-foes:]
    named = re.compile(r"(?:the )?(%s)\b" % "|".join(sorted(map(re.escape, set(names)), key=len, reverse=True)))
    strikes = (named.match(line) for line in reversed(lines[begin:]))
    turns = [int(match.group(1)) for match in map(TURN.fullmatch, lines) if match]
    striker = next((match.group(1) for match in strikes if match), None) if names else None
    return Fight(won, turns[-1] + 1 if turns else 0, left, striker or (names[0] if names else None))


@functools.lru_cache(None)
def version():
    try:
        told = subprocess.run([CRAWL, "-version"], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=5).stdout
        return told.decode("ascii", "replace").split("\n")[0].split()[-1]
    except (OSError, TypeError, IndexError, subprocess.TimeoutExpired):
        return ""


if __name__ == "__main__":
    wyrm_kit.serve(dict(HELLO, version=version()), play)
