"""The examples in the engine's own docstrings run; a compiled module is passed over otherwise."""

import doctest
import inspect

import pytest

from gin import _core


def documented() -> dict[str, str]:
    """Every docstring of the module with an example, by dotted name."""
    found: dict[str, str] = {}
    for name in _core.__all__:
        member = getattr(_core, name)
        parts = {name: member}
        if inspect.isclass(member):
            parts |= {f"{name}.{at}": part for at, part in vars(member).items()}
        for at, part in parts.items():
            text = getattr(part, "__doc__", None)
            if isinstance(text, str) and ">>>" in text:
                found[at] = text
    return found


EXAMPLES = documented()


def test_functions_and_classes_have_examples() -> None:
    plain = [name for name in _core.__all__ if callable(getattr(_core, name))]
    assert set(plain) - set(EXAMPLES) <= {"HandIterator"}


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_the_example_runs(name: str) -> None:
    example = doctest.DocTestParser().get_doctest(EXAMPLES[name], {}, name, None, None)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    assert runner.run(example).failed == 0
