"""Every solution of an exercise is a program whose assertions hold."""

import re

import pytest

from kpca.site import contents, exercises
from kpca.site.rendering import TEXT

PAGES = {name: (TEXT / f"{name}.md").read_text(encoding="utf-8") for name in contents.THEORY}


def _solutions(text):
    """The parts of a page behind the beginning of an exercise, up to the end of its solution."""
    _, _, behind = text.partition("## Exercises\n")
    return [part.partition("</details>")[0] for part in behind.split("**Exercise ")[1:]]


@pytest.mark.parametrize("page", PAGES)
def test_the_program_in_each_solution_runs_and_asserts_what_the_text_says(page):
    names, solutions = {}, _solutions(PAGES[page])
    assert solutions
    for solution in solutions:
        (program,) = re.findall(r"```python\n(.*?)```", solution, re.DOTALL)
        assert re.search(r"^(    )?assert ", program, re.MULTILINE), program
        exec(compile(program, page, "exec"), names)


def test_a_misprinted_centering_fails_the_assertions_of_its_exercise():
    """The control: the printed formula in the place of the right one."""
    solution = _solutions(PAGES["theory-centering"])[0]
    (program,) = re.findall(r"```python\n(.*?)```", solution, re.DOTALL)
    right = "meant = K - means @ K - K @ means + means @ K @ means"
    assert right in program
    with pytest.raises(AssertionError):
        exec(program.replace(right, "meant = K - 2 * means @ K + means @ K @ means"), {})


def test_the_list_has_every_exercise_once_with_the_number_of_its_page():
    listed = exercises.listed(PAGES)
    assert [name for name, _, _ in listed] == list(contents.THEORY)
    for number, (_, _, of_page) in enumerate(listed, start=1):
        numbers = [one.number for one in of_page]
        assert numbers == [f"{number}.{k}" for k in range(1, len(numbers) + 1)]
    trained = [one.trains for _, _, of_page in listed for one in of_page]
    assert len({*trained}) == len(trained)
