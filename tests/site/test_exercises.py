"""Every solution of an exercise is a program that prints what the text says.

Assertions about it stand below it in comments, which no page shows: lines that begin with %.
"""

import re

import pytest

from kpca.site import contents, exercises
from kpca.site.rendering import HERE, TEXT

TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in TEXT.glob("*.md")}
OTHERS = {"reading": "A", "choosing": "B", "unusual": "C"}
"""How the exercises of a page begin that has no number."""

NUMBERS = OTHERS | {name: str(k) for k, name in enumerate(contents.THEORY, start=1)}
PAGES = {name: TEXTS[name] for name in NUMBERS}

SEEN = re.compile(r"you should see \*\*(.+?)\*\*")
"""The number that an exercise promises to a reader who types it."""


def _solutions(text):
    """The parts of a page behind the beginning of an exercise, up to the end of its solution.

    The first one also has what stands before all exercises, such as their data.
    """
    _, _, behind = text.partition("## Exercises\n")
    before, *parts = behind.split("**Exercise ")
    return [part.partition("</details>")[0] for part in [before + parts[0], *parts[1:]]]


def _assertions(solution):
    return "\n".join(re.findall("^% (.+)$", solution, re.MULTILINE))


@pytest.mark.parametrize("page", PAGES)
def test_the_program_in_each_solution_prints_the_promised_number_and_its_assertions_hold(
    page, capsys
):
    names, solutions = {}, _solutions(PAGES[page])
    assert solutions
    for solution in solutions:
        *given, program = re.findall(r"```python\n(.*?)```", solution, re.DOTALL)
        assert len(given) <= 1
        for data in given:
            exec(compile(data, page, "exec"), names)
        exec(compile(program, page, "exec"), names)
        printed = capsys.readouterr().out
        assert printed, program
        promised = SEEN.findall(solution)
        assert {*promised} <= {*printed.split(), *printed.replace("-", "−").split()}, program
        assert promised or _assertions(solution), program
        exec(compile(_assertions(solution), page, "exec"), names)


def test_the_programs_on_the_page_of_maps_by_hand_run_and_their_assertions_hold():
    before = PAGES["theory-by-hand"].partition("## Exercises\n")[0]
    programs, names = re.findall(r"```python\n(.*?)```", before, re.DOTALL), {}
    assert len(programs) == 2
    for program in programs:
        assert "\nassert " in program
        exec(compile(program, "theory-by-hand", "exec"), names)
    with pytest.raises(AssertionError):
        exec(programs[0].replace("- B[0, 1, 0]", "+ B[0, 1, 0]"), {})


@pytest.mark.parametrize("page", PAGES)
def test_an_exercise_of_each_page_is_to_be_typed_and_says_which_number_appears(page):
    assert any(SEEN.search(solution) for solution in _solutions(PAGES[page]))


def test_a_misprinted_centering_fails_the_assertions_of_its_exercise():
    """The control: the printed formula in the place of the right one."""
    solution = _solutions(PAGES["theory-centering"])[0]
    (program,) = re.findall(r"```python\n(.*?)```", solution, re.DOTALL)
    program += _assertions(solution)
    right = "meant = K - means @ K - K @ means + means @ K @ means"
    assert right in program
    with pytest.raises(AssertionError):
        exec(program.replace(right, "meant = K - 2 * means @ K + means @ K @ means"), {})


def test_the_list_has_every_exercise_once_with_the_number_of_its_page():
    listed = exercises.listed(TEXTS)
    assert [name for name, _, _ in listed] == [*NUMBERS]
    for name, _, of_page in listed:
        numbers = [one.number for one in of_page]
        assert numbers == [f"{NUMBERS[name]}.{k}" for k in range(1, len(numbers) + 1)]
        assert len(numbers) >= 3
        assert exercises.with_ids(TEXTS[name]).count("<a id=") == len(numbers) + TEXTS[name].count(
            "<a id="
        )
        assert TEXTS[name].count("**Exercise ") == len(numbers), "each has its level and minutes"
    every = [one for _, _, of_page in listed for one in of_page]
    assert len({one.trains for one in every}) == len(every)
    assert {one.level for one in every} == {"easy", "medium", "hard"}


def test_each_session_takes_ninety_minutes_with_exercises_of_pages_that_it_or_one_before_reads():
    of_page = {
        one.number: (name, int(one.minutes))
        for name, _, page in exercises.listed(TEXTS)
        for one in page
    }
    text = (HERE / "templates/exercises.md.j2").read_text(encoding="utf-8")
    row = r"^\| \d\. [^|]+ \((\d+)\+(\d+)\+(\d+)\) \| ([^|]+) \| ([^|]+) \| [^|]+ \|$"
    sessions, read = re.findall(row, text, re.MULTILINE), set()
    assert len(sessions) == 7
    for *parts, pages, named in sessions:
        reading, solving, talk = map(int, parts)
        assert reading + solving + talk == 90
        read |= set(re.findall(r"page:([\w-]+)", pages))
        found = [of_page[number] for number in re.findall(r"\w+\.\d+", named)]
        assert {name for name, _ in found} <= read
        others = re.findall(r"(\d+) min", named)
        assert solving == sum(minutes for _, minutes in found) + sum(map(int, others))
