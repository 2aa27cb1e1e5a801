"""A program that plays by the line protocol, and goes wrong in the way it is told to.

It passes, draws from the stock and throws what it drew. The first argument is the way, the second
a file that some ways need. Standard library only, so that it starts quickly.
"""

import os
import subprocess
import sys

FOREVER = "import time; time.sleep(1000)"


def say(line: str) -> None:
    os.write(1, line.encode() + b"\n")


def hang() -> None:
    subprocess.run([sys.executable, "-c", FOREVER], check=False)


def keep(path: str, away: bool) -> None:
    """A child of the child that holds `path`, a named pipe, open for as long as it lives.

    Where it is to be `away`, it leaves the session and its parent, as a service does.
    """
    code = f"import os; os.open({path!r}, os.O_WRONLY); {FOREVER}"
    if away:
        code = f"import os; os.fork() and os._exit(0); os.setsid(); {code}"
    started = subprocess.Popen([sys.executable, "-S", "-c", code])
    if away:
        started.wait()


def go_wrong(way: str) -> bool:  # noqa: PLR0912 - one branch a way
    """Go wrong instead of answering `draw?`; whether that was all."""
    if way == "flood":
        while True:
            os.write(1, b"x" * 4096)
    elif way == "lines":
        while True:
            os.write(1, b"stock\n" * 500)
    elif way == "errors":
        while True:
            os.write(2, b"oh no\n" * 500)
    elif way in ("late", "forks and hangs"):
        hang()
    elif way == "closes":
        os.close(1)
        hang()
    elif way == "ends":
        os.write(2, b"first words\nlast words\n")
        sys.exit(3)
    elif way == "aborts":
        os.kill(os.getpid(), 6)
    elif way == "half":
        os.write(1, b"sto")
        hang()
    elif way == "tab":
        say("stock\tplease")
    elif way == "binary":
        os.write(1, b"\xff\x00\x1b[31m\n")
    elif way == "wrong":
        say("fold")
    elif way == "twice":
        os.write(1, b"stock\nstock\n")
    elif way == "other":
        say("take")
    elif way == "nothing":
        say("")
    else:
        return False
    return True


def main() -> None:  # noqa: PLR0912
    way, path = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    if way == "once":
        way = "good" if os.path.exists(path) else "wrong"  # noqa: PTH110
    if way.startswith("forks"):
        keep(path, way == "forks away")
    drawn = ""
    while words := sys.stdin.readline().split():
        match words:
            case ["gin", "1"]:
                say("ready child")
                if way == "deaf":
                    hang()
            case ["deal", *_] if way == "unasked":
                say("pass")
            case ["offer?"]:
                say("pass")
            case ["draw?"]:
                if sys.argv[1] == "once" and way == "wrong":
                    os.close(os.open(path, os.O_CREAT))
                if not go_wrong(way):
                    say("stock")
            case ["act", "me", "stock", card]:
                drawn = card
            case ["discard?"]:
                say("knock " + drawn if way == "illegal" else "discard " + drawn)
            case ["bye"] if way == "stays":
                hang()
            case ["bye"]:
                return
            case _:
                pass


if __name__ == "__main__":
    main()
