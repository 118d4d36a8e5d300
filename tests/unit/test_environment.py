"""The installed environment is the one that the repository describes."""

import re
import tomllib
from importlib import import_module
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("package", ["schema", "loaders", "analysis", "pages"])
def test_our_packages_are_found_here_and_belong_to_nobody_else(package: str) -> None:
    assert import_module(package).__file__ == str(ROOT / package / "__init__.py")
    assert set(packages_distributions()[package]) == {"specledger"}


def test_lock_holds_every_pin_of_the_project_and_no_address() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    pins = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    locked = set(re.findall(r"^([a-z0-9-]+==\S+) \\$", lock, re.MULTILINE))
    assert {re.sub(r"[._]", "-", pin.split("==")[0]).lower() + "==" + pin.split("==")[1] for pin in pins} <= locked
    assert re.findall(r"https?:|--index|--find-links|file:", lock) == []


def test_licences_are_listed_of_all_that_is_locked_and_reasons_of_all_that_is_asked_for() -> None:
    noted = (ROOT / "docs" / "decisions" / "0009-dependencies.md").read_text()
    locked = re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    listed = noted.partition("| licence | packages |")[2].partition("\n\n")[0]
    named = [name for row in listed.splitlines()[2:] for name in row.split("|")[2].strip().split(", ")]
    assert sorted(named) == sorted(locked)
    dependencies = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    told = re.findall(r"^\| (\S+) \| [^|]+ \| [^|]+ \| [^|]+ \|$", noted, re.MULTILINE)[1:]
    assert {pin.split("==")[0] for pin in dependencies} - {name.lower() for name in told} == set()
