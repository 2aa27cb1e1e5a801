"""What has a text is laid out in format strings as texts are; the package tells its version."""

from importlib.metadata import version

import pytest

import gin

VALUES = [
    gin.Card("TH"),
    gin.Hand("AS 2S"),
    gin.Hand(),
    gin.Meld("JH JD JC"),
    gin.Action.PASS,
    gin.Action.knock("9C"),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
@pytest.mark.parametrize("spec", ["", ">12", "*^20s", ".1"])
def test_a_value_is_laid_out_as_its_text(value: object, spec: str) -> None:
    assert format(value, spec) == format(str(value), spec)


def test_a_layout_that_is_none_is_refused_as_for_texts() -> None:
    for value in (VALUES[0], str(VALUES[0])):
        with pytest.raises(ValueError, match="Unknown format code 'd' for object of type 'str'"):
            format(value, "d")


def test_the_package_tells_its_version() -> None:
    assert gin.__version__ == version("gin-rummy")
    assert "__version__" in dir(gin)
