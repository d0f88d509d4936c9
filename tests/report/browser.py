"""A real browser, driven through its own pipe: Chromium without a window, and with a profile of its own."""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
BEGIN = """import fcntl, os, sys
ends = [fcntl.fcntl(int(one), fcntl.F_DUPFD, 10) for one in sys.argv[1:3]]
os.dup2(ends[0], 3)
os.dup2(ends[1], 4)
os.execvp(sys.argv[3], sys.argv[3:])"""
"""Chromium reads from 3 and writes to 4."""
WATCHED = ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded", "Network.requestWillBeSent")


def found() -> str | None:
    """The browser, if this machine has one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """One page."""

    def __init__(self, send: int, receive: int) -> None:
        self.send, self.receive = send, receive
        self.waiting, self.number, self.session = b"", 0, ""
        self.events: list[dict[str, Any]] = []

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self.waiting:
            more = os.read(self.receive, 1 << 16)
            assert more, "the browser has gone"
            self.waiting += more
        message, _, self.waiting = self.waiting.partition(b"\0")
        return dict(json.loads(message))

    def do(self, method: str, **params: Any) -> dict[str, Any]:
        """One command of the devtools protocol."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.send, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self.number:
                assert "error" not in answer, answer
                return dict(answer["result"])
            self.events.append(answer)

    def open(self, path: Path, width: int = 1200, height: int = 900, is_dark: bool = False) -> None:
        """Show a file."""
        if not self.session:
            target = self.do("Target.createTarget", url="about:blank")["targetId"]
            self.session = self.do("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            for domain in ("Page", "Runtime", "Log", "Network"):
                self.do(f"{domain}.enable")
        self.do(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        theme = [{"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}]
        self.do("Emulation.setEmulatedMedia", features=theme)
        self.events.clear()
        self.do("Page.navigate", url=path.resolve().as_uri())
        while not any(one.get("method") == "Page.loadEventFired" for one in self.events):
            self.events.append(self._read())

    def run(self, script: str) -> Any:
        """The value of an expression on the page."""
        answer = self.do("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """A key, as a person presses it."""
        for kind in ("keyDown", "keyUp"):
            self.do("Input.dispatchKeyEvent", type=kind, key=key, code=key)

    def picture(self, path: Path) -> None:
        """What is in view."""
        path.write_bytes(base64.b64decode(self.do("Page.captureScreenshot")["data"]))

    def printed(self) -> bytes:
        """The page as a PDF."""
        return base64.b64decode(self.do("Page.printToPDF")["data"])

    @property
    def complaints(self) -> list[dict[str, Any]]:
        """Errors, messages, and requests to anywhere but the file itself."""
        self.run("1")
        said = [one for one in self.events if one.get("method") in WATCHED]
        return [
            one
            for one in said
            if one["method"] != "Network.requestWillBeSent" or not one["params"]["request"]["url"].startswith("file:")
        ]


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser with nothing remembered."""
    path = found()
    assert path is not None
    (to_read, send), (receive, to_write) = os.pipe(), os.pipe()

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [path, *QUIET, f"--user-data-dir={profile}", "about:blank"]
        words = [sys.executable, "-c", BEGIN, str(to_read), str(to_write), *command]
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        running = subprocess.Popen(words, pass_fds=(to_read, to_write), **silent)
        os.close(to_read), os.close(to_write)
        try:
            yield Browser(send, receive)
        finally:
            os.close(send), os.close(receive)
            running.terminate()
            running.wait(20)
