"""A disk that fails at any call: what was there stays whole or is replaced whole, what is half written is told of and
can be gone on with, and nothing is left lying about (tests/failing_io.c)."""
import os
import subprocess

from wyrm_case import ENVIRONMENT, WYRM, WyrmCase, main

SHIM = os.environ.get("FAILING_IO", "")
OLD = "what was there before\n"


class Disk(WyrmCase):
    def with_failure(self, number, for_ever, *arguments):
        env = dict(ENVIRONMENT, LD_PRELOAD=SHIM, FAIL_COUNT=os.path.join(self.folder, "count"), FAIL_AT=str(number))
        if for_ever:
            env["FAIL_ON"] = "1"
        process = subprocess.run([WYRM, *arguments], env=env, cwd=self.folder, stdin=subprocess.DEVNULL,
                                 capture_output=True, timeout=60)
        with open(os.path.join(self.folder, "count"), encoding="utf-8") as file:
            calls = int(file.read())
        os.remove(os.path.join(self.folder, "count"))
        return process, calls

    def sweep(self, arguments, begin, hold):
        """Every call fails in turn, once and from then on. `hold` is given whether the command said it was done."""
        begin()
        process, calls = self.with_failure(0, False, *arguments)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertGreater(calls, 2)
        failed = 0
        for number in range(1, calls + 1):
            for for_ever in (False, True):
                with self.subTest(number=number, for_ever=for_ever, of=calls):
                    begin()
                    process, _ = self.with_failure(number, for_ever, *arguments)
                    self.assertIn(process.returncode, (0, 3, 4), process.stderr)
                    if process.returncode != 0:
                        failed += 1
                        self.assertTrue(process.stderr.startswith(b"wyrm "), process.stderr)
                    hold(process.returncode == 0)
        self.assertGreater(failed, 2)

    def nothing_else(self, *names):
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(names))

    def files(self, name, *arguments):
        path = os.path.join(self.folder, name)
        self.assertEqual(self.run_wyrm(*arguments).code, 0)
        with open(path, encoding="utf-8") as file:
            wanted = file.read()

        def begin():
            self.write(name, OLD)

        def hold(done):
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), wanted if done else OLD)
            self.nothing_else(name)
        self.sweep(arguments, begin, hold)

    def test_a_baseline_is_replaced_whole_or_not_at_all(self):
        self.files("base.json", "compare", "tutorial", "--baseline", "base.json", "--runs", "2")

    def test_a_page_is_replaced_whole_or_not_at_all(self):
        self.files("curve.svg", "hit", "yarl", "player@1", "orc", "--curve", "defense=0..2", "--svg", "curve.svg")

    def test_runs_are_whole_or_gone_on_with(self):
        arguments = ("sim", "tutorial", "--runs", "6", "--threads", "1", "-o", "runs.db")
        wanted = self.text("sim", "tutorial", "--runs", "6", "--json")
        half = os.path.join(self.folder, "runs.db")
        self.text("sim", "tutorial", "--runs", "3", "-o", "runs.db")
        with open(half, "rb") as file:
            first = file.read()

        def begin():
            for name in os.listdir(self.folder):
                os.remove(os.path.join(self.folder, name))
            with open(half, "wb") as file:
                file.write(first)

        def hold(done):
            again = self.run_wyrm(*arguments, "--json")
            self.assertEqual((again.code, again.out), (0, wanted), again.err)
            self.nothing_else("runs.db")
        self.sweep(arguments, begin, hold)


if __name__ == "__main__":
    main()
