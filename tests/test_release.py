"""What a tag publishes: the package, with its date and with links that need no file beside them."""

import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from small_project import ROOT

VERSION = re.search(r'^version = "(.*)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)[1]


def _git(folder, *words, **more):
    subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, **more)


@pytest.fixture
def checkout(tmp_path):
    """A repository with the tracked files of this one, whose only commit has a date and a tag."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("this is no git checkout")
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes((ROOT / name).read_bytes())
            (tmp_path / name).chmod((ROOT / name).stat().st_mode)
    date = {"GIT_AUTHOR_DATE": "2031-05-07T12:00:00Z", "GIT_COMMITTER_DATE": "2031-05-07T12:00:00Z"}
    who = ("-c", "user.name=a", "-c", "user.email=a@b.c")
    _git(tmp_path, "init", "--quiet")
    _git(tmp_path, "add", "--all")
    _git(tmp_path, *who, "commit", "--quiet", "--message", "all", env=date)
    _git(tmp_path, "tag", f"v{VERSION}")
    return tmp_path


def _release(folder, tag):
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    command = [".ci/release", tag, "someone/kpca"]
    return subprocess.run(
        command, cwd=folder, env={"PATH": path}, capture_output=True, text=True, check=False
    )


def test_what_a_tag_publishes_has_its_date_and_absolute_links(checkout):
    ended = _release(checkout, f"v{VERSION}")
    assert ended.returncode == 0, ended.stderr
    (wheel,), (source,) = (checkout.glob(f"dist/*.{end}") for end in ("whl", "tar.gz"))
    with zipfile.ZipFile(wheel) as files:
        about = files.read(f"kpca-{VERSION}.dist-info/METADATA").decode()
    linked = re.findall(r"\]\(([^)]*)\)", about)
    of_files = "https://raw.githubusercontent.com/someone/kpca/v" + VERSION
    assert f"{of_files}/docs/map.png" in linked
    assert f"https://github.com/someone/kpca/blob/v{VERSION}/docs/design.md" in linked
    assert all(one.startswith("https://") for one in linked)
    for one in linked:
        name = one.partition(f"/v{VERSION}/")[2]
        assert not name or (checkout / name).is_file(), one
    with tarfile.open(source) as files:
        texts = {
            name: files.extractfile(f"kpca-{VERSION}/{name}").read().decode()
            for name in ("CITATION.cff", "CHANGELOG.md")
        }
    assert "\ndate-released: 2031-05-07\n" in texts["CITATION.cff"]
    assert f"\n## {VERSION} (2031-05-07)\n" in texts["CHANGELOG.md"]
    again = _release(checkout, f"v{VERSION}")
    assert again.returncode == 2, "the change log has no unreleased version now"
    assert VERSION in again.stderr


def test_a_tag_that_is_not_the_version_publishes_nothing(checkout):
    ended = _release(checkout, "v9.9.9")
    assert (ended.returncode, (checkout / "dist").exists()) == (2, False)
    assert "v9.9.9" in ended.stderr and f"v{VERSION}" in ended.stderr
