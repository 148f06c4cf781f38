"""One who plays by what the screen shows: explores, strikes who stands beside, drinks when hurt."""
import re
import time

SETTLED = 0.05  # seconds without a change: what was typed is done
MAP_WIDTH = 51  # of a window of 80 columns

DIRECTIONS = {(0, -1): "k", (0, 1): "j", (-1, 0): "h", (1, 0): "l",
              (-1, -1): "y", (1, -1): "u", (-1, 1): "b", (1, 1): "n"}


class Player:
    """Plays in a terminal of 80 x 24."""

    def __init__(self, terminal):
        self.terminal = terminal
        self.hurt_at = 0.5   # the share of hit points below which it rests or drinks
        self.idle = 0

    def settle(self):
        """The screen once nothing happens by itself any more."""
        before = None
        end = time.monotonic() + 60
        while time.monotonic() < end:
            screen = self.terminal.screen()
            if screen == before and "any key stops" not in screen:
                return screen
            before = screen
            time.sleep(SETTLED)
        raise AssertionError(f"never at rest:\n{screen}")

    def press(self, *keys):
        self.terminal.keys(*keys)
        return self.settle()

    def number(self, pattern, screen=None):
        found = re.search(pattern, screen or self.terminal.screen())
        if not found:
            raise AssertionError(f"{pattern!r} is not in\n{screen or self.terminal.screen()}")
        return int(found.group(1))

    def turn(self):
        return self.number(r"turn (\d+)")

    def beside(self, screen):
        """The key towards a monster (a letter on the map) beside the cursor; None: there is none."""
        rows = screen.split("\n")
        x, y = int(self.terminal.flag("cursor_x")), int(self.terminal.flag("cursor_y"))
        for (right, down), key in DIRECTIONS.items():
            row = rows[y + down] if 0 <= y + down < 19 else ""
            column = x + right
            if 0 <= column < min(len(row), MAP_WIDTH) and row[column].isalpha():
                return key
        return None

    def is_hurt(self, screen):
        found = re.search(r"HP (\d+)/(\d+)", screen)
        return bool(found) and int(found.group(1)) < self.hurt_at * int(found.group(2))

    def step(self, screen):
        """Does one thing that makes sense; returns the screen after it."""
        if "-- more --" in screen or "A new level" in screen:
            return self.press("Enter")
        key = self.beside(screen)
        if key:
            return self.press(key)
        if "In view" in screen:
            after = self.press("x", "Enter")  # up to it
            return after if after != screen else self.press(".")
        if self.is_hurt(screen):
            rested = self.press("Z")
            if rested != screen:
                return rested
        after = self.press("o")
        if re.search(r"[Nn]othing( is)? left", after):
            after = self.press(">")
            if "press Enter" not in after and self.turn() == self.number(r"turn (\d+)", screen):
                return self.press("Enter")
        return after

    def until_told(self, text, steps=200):
        """Plays until a message has come, on the screen or before."""
        for _ in range(steps):
            if text in " ".join(self.press("p").split()):
                return self.press("Escape")
            screen = self.press("Escape")
            if "press Enter" in screen:
                break
            self.step(screen)
        raise AssertionError(f"never told: {text!r}; the screen is\n{self.settle()}")

    def until(self, text, steps=600):
        """Plays until a text is shown."""
        screen = self.settle()
        for _ in range(steps):
            if text in screen:
                return screen
            if "press Enter" in screen:
                break
            screen = self.step(screen)
        if text not in screen:
            raise AssertionError(f"never: {text!r}; the screen is\n{screen}")
        return screen
