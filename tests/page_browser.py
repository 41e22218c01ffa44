"""A page in a real browser: the server as a user starts it, and a tab that lets nothing pass."""

import json
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from conftest import require_browser


@contextmanager
def served(folder, *options):
    """The address of a page over a folder, started as a user would; ended at the end."""
    command = [sys.executable, "-m", "plywise", "serve", str(folder), "--port", "0", "--no-open"]
    words = [*command, "--json", *map(str, options)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        yield json.loads(process.stdout.readline())["address"].rstrip("/")
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@contextmanager
def browser():
    """One browser for all tests of a file."""
    from playwright.sync_api import sync_playwright

    path = require_browser()
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()


class Tab:
    """A tab; `quiet()` fails if anything was said to the console or asked of another host."""

    def __init__(self, started, address, *, dark=False, width=1280, height=900, touch=False):
        scheme = "dark" if dark else "light"
        size = {"width": width, "height": height}
        self.context = started.new_context(viewport=size, color_scheme=scheme, has_touch=touch)
        self.page = self.context.new_page()
        self.address = address
        self.complaints = []
        self.expected = 0
        self.page.set_default_timeout(8_000)
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._asked)

    def _asked(self, request):
        if not request.url.startswith(self.address):
            self.complaints.append(f"asked elsewhere: {request.url}")

    def open(self, path):
        """Go to a page of the server, and wait until it answers to clicks and keys."""
        self.page.goto(self.address + path)
        return self.live()

    def live(self):
        """Wait until the page answers to clicks and keys, also one that a click led to."""
        if self.page.locator("body[data-modules]").count():
            self.page.wait_for_selector("body[data-live]", state="attached")
        return self.page

    def quiet(self):
        """Nothing was complained of, nothing asked elsewhere, and nothing sticks out sideways."""
        assert self.complaints == []
        size = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert size[0] <= size[1], f"{size[0]} px in a window of {size[1]}"

    def picture(self, folder, name):
        """A screenshot, where a folder for such is given."""
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=str(Path(folder) / f"{name}.png"))

    def close(self):
        """Done with it."""
        self.context.close()
