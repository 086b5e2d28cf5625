"""The pages for contributors, followed to the letter on a copy of the project."""

import re
import shutil

import pytest
import worked_examples
from small_project import ROOT, copy_of_the_project
from worked_examples import COMMANDS, LONG, OUTPUT, PROGRAM, Block, PageError

PAGES = {path.stem: path for path in sorted((ROOT / "docs/contributing").glob("*.md"))}
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")

each_page = pytest.mark.parametrize("page", PAGES)


def _blocks(page):
    return worked_examples.blocks(PAGES[page].read_text(encoding="utf-8"))


def _copy(folder):
    """The project with its tests, as a contributor has it."""
    copy_of_the_project(folder)
    ignored = shutil.ignore_patterns("__pycache__")
    for part in ("tests", "benchmarks"):
        shutil.copytree(ROOT / part, folder / part, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def _follow(page, folder, kinds):
    """Make all edits of a page, and run its blocks of the given kinds in their order."""
    steps = _blocks(page)
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        if step.is_edit:
            worked_examples.edit(folder, step)
        elif step.first in kinds:
            ended = worked_examples.run(folder, step)
            assert ended.returncode == 0, step.body + ended.stdout + ended.stderr
            if step.first == PROGRAM:
                assert ended.stdout == after.body, ended.stderr


WITH_LONG = "statement"
"""The page that is followed to the end of its long part. Those of the other pages are runs of the
same kind, for `make test-repeated`.
"""


@pytest.mark.faults
@pytest.mark.parametrize("page", [page for page in PAGES if page != WITH_LONG])
def test_the_example_of_a_page_does_what_the_page_says(page, tmp_path):
    _follow(page, _copy(tmp_path / "project"), {COMMANDS, PROGRAM})


@pytest.mark.faults
@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=[pytest.mark.repeated] * (page != WITH_LONG))
        for page in PAGES
        if page != "kernel"
    ],
)
def test_the_example_of_a_page_with_its_long_part_does_what_the_page_says(page, tmp_path):
    assert LONG in {step.first for step in _blocks(page)}
    _follow(page, _copy(tmp_path / "project"), {COMMANDS, PROGRAM, LONG})


@each_page
def test_every_block_of_a_page_is_an_edit_a_command_or_a_program_with_its_output(page):
    steps = _blocks(page)
    assert {COMMANDS, PROGRAM} <= {step.first for step in steps}
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        if step.language == OUTPUT:
            continue
        assert step.is_edit or step.first in (COMMANDS, LONG, PROGRAM), step.first
        assert step.body.endswith("\n")
        if step.first == PROGRAM:
            assert after.language == OUTPUT, step.body


@pytest.fixture(scope="module")
def without_edits(tmp_path_factory):
    """A copy of the project as it is."""
    return _copy(tmp_path_factory.mktemp("unedited") / "project")


@each_page
def test_without_its_edits_the_program_of_a_page_prints_something_else(page, without_edits):
    program = next(step for step in _blocks(page) if step.first == PROGRAM)
    output = next(step for step in _blocks(page) if step.language == OUTPUT)
    assert worked_examples.run(without_edits, program).stdout != output.body


def test_commands_and_programs_use_the_package_of_the_copy(without_edits):
    program = "import kpca; print(kpca.__file__)"
    expected = str(without_edits / "kpca/__init__.py")
    for block in (
        Block("python", PROGRAM, program),
        Block("sh", COMMANDS, f"python -c '{program}'"),
    ):
        assert worked_examples.run(without_edits, block).stdout.strip() == expected


def test_every_page_is_linked_and_every_link_leads_to_a_file():
    pages = [ROOT / "CONTRIBUTING.md", *PAGES.values()]
    for page in pages:
        for link in LINK.findall(page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), (page.name, link)
    contributing, readme = ((ROOT / name).read_text() for name in ("CONTRIBUTING.md", "README.md"))
    assert {f"docs/contributing/{page}.md" for page in PAGES} <= set(LINK.findall(contributing))
    assert "CONTRIBUTING.md" in LINK.findall(readme)


def test_files_that_the_pages_name_exist_unless_a_page_makes_them():
    named = re.compile(r"`((?:kpca|tests|config|docs|data)/[\w./-]+\.\w+)`")
    for page in PAGES:
        new = {step.first.removeprefix(worked_examples.NEW_FILE) for step in _blocks(page)}
        for path in named.findall(PAGES[page].read_text(encoding="utf-8")):
            assert (ROOT / path).exists() or path in new, (page, path)


@each_page
def test_the_edits_of_a_page_find_their_lines(page, tmp_path):
    edits = [step for step in _blocks(page) if step.is_edit]
    for path in {step.path for step in edits}:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / path).exists():
            shutil.copy(ROOT / path, tmp_path / path)
    for step in edits:
        worked_examples.edit(tmp_path, step)


LINES = "one\ntwo\n  two\n"


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        ("# f.py, after: one", "one\nnew\ntwo\n  two\n"),
        ("# f.py, after:   two", "one\ntwo\n  two\nnew\n"),
        ("# f.py, instead of: two", "one\nnew\n  two\n"),
        ("# f.py, at the end", "one\ntwo\n  two\nnew\n"),
    ],
)
def test_an_edit_is_made_at_its_line(first, expected, tmp_path):
    (tmp_path / "f.py").write_text(LINES)
    worked_examples.edit(tmp_path, Block("python", first, "new\n"))
    assert (tmp_path / "f.py").read_text() == expected


@pytest.mark.parametrize(
    ("content", "first", "message"),
    [
        *(
            (LINES, f"# f.py, after: {line}", f"f.py has 0 lines '{line}'; allowed: 1")
            for line in ("three", "on", "one two")
        ),
        ("one\none\n", "# f.py, instead of: one", "f.py has 2 lines 'one'"),
        (LINES, "# new file: f.py", "f.py is no new file"),
    ],
)
def test_an_edit_is_refused_at_a_line_that_is_gone_or_occurs_twice_and_in_a_file_that_exists(
    content, first, message, tmp_path
):
    (tmp_path / "f.py").write_text(content)
    with pytest.raises(PageError, match=message):
        worked_examples.edit(tmp_path, Block("python", first, "new\n"))
