"""Pictures of the README, taken anew: `python -m bench.pictures [ADDRESS]` with the ledger served there."""

import argparse
import sys
from pathlib import Path

from playwright.sync_api import ViewportSize, sync_playwright

from tests import chromium

FOLDER = Path(__file__).parents[1] / "docs/images"
SIZE = ViewportSize(width=1280, height=860)
PICTURES = {
    "home": "/",
    "device": "/device/nvidia-h200-sxm",
    "compare": "/compare?ids=nvidia-h200-sxm,amd-mi300x,google-tpu-v5p&to=nvidia-h200-sxm",
    "explore": "/explore?kind=device&chart=timeline&x=released&y=memory_capacity",
}


def main() -> int:
    """Write each picture to docs/images; 1 without Chromium."""
    options = argparse.ArgumentParser(description="Take the pictures of the README.")
    options.add_argument("address", nargs="?", default="http://127.0.0.1:8001")
    address = options.parse_args().address.rstrip("/")
    path = chromium.find()
    if path is None:
        print(chromium.MISSING)
        return 1
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport=SIZE, color_scheme="light")
        for name, where in PICTURES.items():
            page.goto(address + where)
            page.screenshot(path=FOLDER / f"{name}.png")
            print(f"docs/images/{name}.png")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
