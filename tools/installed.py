#!/usr/bin/env python3
"""The targets of a build folder that are installed, for ninja: what `make install` builds, without the tests.

  installed.py BUILD
"""

import json
import os
import subprocess
import sys


def main():
    build = os.path.realpath(sys.argv[1]) + os.sep
    files = json.loads(subprocess.check_output(["meson", "introspect", sys.argv[1], "--installed"]))
    print(*(file[len(build):] for file in files
            if file.startswith(build) and not file.startswith(build + "meson-private")))


if __name__ == "__main__":
    main()
