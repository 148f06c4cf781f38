"""Keys: those of all kinds of keyboards, and those that the player binds."""
import os

from terminal import PlayCase, main


class Keyboards(PlayCase):
    def walk(self, terminal, sends, turns):
        """Sends a key that takes a turn, as the bytes that a keyboard sends."""
        terminal.tmux("send-keys", "-H", *(f"{byte:02x}" for byte in sends))
        terminal.wait(f"turn {turns}")

    def test_sequences_of_many_terminals_walk(self):
        terminal = self.begin()
        turn = 1
        # east and back again: the room is wide enough for both
        for east, west in [(b"l", b"h"), (b"\x1b[C", b"\x1b[D"), (b"\x1bOC", b"\x1bOD"),
                           (b"6", b"4"), (b"\x1bOv", b"\x1bOt"),  # keypad, application mode
                           (b"\x1b[6~", b"\x1b[1~"), (b"n", b"y"), (b"3", b"7"),  # and diagonally
                           (b"\x1b[5~", b"\x1b[4~"), (b"u", b"b"), (b"\x1bOs", b"\x1b[7~"), (b"9", b"\x1b[8~"),
                           (b"\x1b[6~", b"\x1b[H"), (b"\x1b[5~", b"\x1bOF")]:
            place = terminal.flag("cursor_x"), terminal.flag("cursor_y")
            for sends in [east, west]:
                turn += 1
                self.walk(terminal, sends, turn)
            self.assertEqual((terminal.flag("cursor_x"), terminal.flag("cursor_y")), place,
                             (east, west))

    def test_shifted_arrows_run(self):
        for seed, sends in enumerate([b"\x1b[1;2A", b"\x1b[a", b"K"]):
            terminal = self.begin("ruggrogue", 42, env={"XDG_STATE_HOME": f"{self.folder}/{seed}"})
            top = int(terminal.flag("cursor_y"))
            terminal.tmux("send-keys", "-H", *(f"{byte:02x}" for byte in sends))
            terminal.until("at the wall", lambda: int(terminal.flag("cursor_y")) < top - 2)
            terminal.close()

    def test_escape_is_quick(self):
        terminal = self.begin()
        terminal.keys("?")
        terminal.wait("In the dungeon")
        terminal.tmux("send-keys", "-H", "1b")
        terminal.wait("HP ")

    def test_mouse_walks(self):
        terminal = self.begin()
        self.assertEqual(terminal.flag("mouse_any_flag"), "1")
        x, y = int(terminal.flag("cursor_x")), int(terminal.flag("cursor_y"))
        press = b"\x1b[M" + bytes([32, 33 + x + 1, 33 + y])
        self.walk(terminal, press, 2)
        self.assertEqual(int(terminal.flag("cursor_x")), x + 1)

    def test_cursor_is_on_the_player(self):
        terminal = self.begin()
        x, y = int(terminal.flag("cursor_x")), int(terminal.flag("cursor_y"))
        self.assertEqual(terminal.screen().splitlines()[y][x], "@")


class Bindings(PlayCase):
    def test_file_of_keys_is_obeyed(self):
        self.write("config/wyrm/keys", "wait = w\nequip = e\nsave = !\n")
        terminal = self.begin()
        terminal.keys("w")
        terminal.wait("turn 2")
        terminal.keys("?")
        terminal.wait("In the dungeon")
        self.assertRegex(terminal.wait("wait a turn"), r" w +wait a turn")
        terminal.keys("Escape")
        terminal.wait("turn 2")
        terminal.keys("!")
        terminal.wait("Continue ruggrogue")

    def test_errors_of_the_file_are_told_before_anything_else(self):
        path = self.write("config/wyrm/keys", "wiat = w\n")
        terminal = self.play()
        self.assertEqual(terminal.wait_exit(), 3)
        self.assertEqual(terminal.stderr(),
                         f"{path}:1:1: error: unknown deed 'wiat' (did you mean 'wait'?)\n"
                         "    1 | wiat = w\n      | ^~~~\n"
                         f"{path}: 1 error\n")

    def test_printed_file_binds_what_holds(self):
        terminal = self.play("--keys")
        self.assertEqual(terminal.wait_exit(), 0)
        self.assertIn(os.path.join("config", "wyrm", "keys"), terminal.stderr())
        self.assertIn("#cancel = Esc Q", terminal.screen())


if __name__ == "__main__":
    main()
