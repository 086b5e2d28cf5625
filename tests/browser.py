"""Chromium without a screen, and what a page does in it."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

SIZES = {"phone": (390, 844), "desk": (1440, 900)}
NOTHING_ELSE = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-dev-shm-usage", "--hide-scrollbars"),
)
LOST = """
return {
  scrolls: document.documentElement.scrollWidth > window.innerWidth,
  formulas: [...document.querySelectorAll(".katex-error")].map((one) => one.textContent),
  raw: [...document.querySelectorAll("article p, article li, article h1, article h2, article td")]
    .map((one) => [...one.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data).join(""))
    .filter((text) => /\\$[^$]*\\$|\\\\\\(|\\\\tilde/.test(text)),
  pictures: [...document.images].filter((one) => !one.complete || !one.naturalWidth || !one.alt)
    .map((one) => one.src.slice(-60)),
}
"""
AXE = """
const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ["violations"]}).then((found) => done(
  found.violations.filter((one) => ["serious", "critical"].includes(one.impact)).map((one) =>
    [one.id, one.help, ...one.nodes.slice(0, 2).map((node) => node.html.slice(0, 160))].join(": "))
));
"""


def missing() -> str:
    """Why there is no browser; "" if there is one."""
    absent = [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]
    return f"not installed: {', '.join(absent)} (Debian: chromium, chromium-driver)" * bool(absent)


def shown() -> Iterator["Browser"]:
    """For a fixture: a browser, or a skipped test where there is none."""
    if missing():
        pytest.skip(f"pages are not opened: {missing()}")
    with chromium() as one:
        yield one


@contextmanager
def chromium() -> Iterator["Browser"]:
    """A browser that ends with the context."""
    options = Options()
    options.binary_location = str(shutil.which("chromium"))
    for argument in NOTHING_ELSE:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options, Service(str(shutil.which("chromedriver"))))
    driver.set_script_timeout(60)
    try:
        yield Browser(driver)
    finally:
        driver.quit()


class Browser:
    """Opens pages from disk, and says what is wrong with them."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        self.driver = driver
        self.axe = (files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")

    def look(self, size: str, theme: str) -> None:
        """The size of the window, and whether the reader prefers dark pages."""
        width, height = SIZES[size]
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        media = {"features": [{"name": "prefers-color-scheme", "value": theme}]}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)

    def wide(self, width: int) -> None:
        """A window of this width."""
        metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def open(self, page: Path, place: str = "") -> None:
        """Open a page, and forget what earlier ones logged."""
        for kind in ("browser", "performance"):
            self.driver.get_log(kind)
        self.driver.get(page.as_uri() + place)

    def faults(self) -> list[str]:
        """What is wrong with the page that is open; messages and requests of its loading."""
        lost = self.driver.execute_script(LOST)
        found = [f"console: {one['message']}" for one in self.driver.get_log("browser")]
        found += [f"request: {address}" for address in self._requests()]
        found += ["the page scrolls sideways"] * lost.pop("scrolls")
        return found + [f"{kind}: {one}" for kind, those in lost.items() for one in those]

    def _requests(self) -> list[str]:
        events = [
            json.loads(one["message"])["message"] for one in self.driver.get_log("performance")
        ]
        sent = [one["params"] for one in events if one["method"] == "Network.requestWillBeSent"]
        addresses = [one["request"]["url"] for one in sent]
        return [one for one in addresses if not one.startswith(("file:", "data:"))]

    def inaccessible(self) -> list[str]:
        """The serious and critical findings of axe-core on the page that is open."""
        self.driver.execute_script(self.axe)
        return list(self.driver.execute_async_script(AXE))

    def picture(self, file: Path) -> None:
        """Store what is visible."""
        file.parent.mkdir(parents=True, exist_ok=True)
        self.driver.save_screenshot(str(file))
