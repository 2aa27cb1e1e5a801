"""The arrows between the modules of the engine, each of which uses only those above it in lib.rs,
and the tree of the Python ones.
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORE = ROOT / "rust" / "gin-core" / "src"


def module_order() -> list[str]:
    return re.findall(r"^(?:pub )?mod (\w+);", (CORE / "lib.rs").read_text(), re.MULTILINE)


def files_of(module: str) -> list[Path]:
    return [*CORE.glob(f"{module}.rs"), *(CORE / module).glob("**/*.rs")]


def product_code(path: Path) -> str:
    """The file without its tests, which may look anywhere."""
    return path.read_text().split("#[cfg(test)]")[0]


def test_engine_modules_use_only_modules_listed_before_them() -> None:
    order = module_order()
    assert order[0] == "card"
    upward = [
        f"{path.relative_to(CORE)} uses {used}"
        for at, module in enumerate(order)
        for path in files_of(module)
        for used in re.findall(r"\bcrate::(\w+)", product_code(path))
        if used in order and order.index(used) > at
    ]
    assert not upward


def test_every_engine_file_belongs_to_a_listed_module() -> None:
    listed = {path for module in module_order() for path in files_of(module)}
    assert set(CORE.glob("**/*.rs")) == listed | {CORE / "lib.rs"}


def test_every_python_module_stands_in_the_tree() -> None:
    tree = (ROOT / "ARCHITECTURE.md").read_text().split("## The tree")[1].split("\n## ")[0]
    package = ROOT / "python" / "gin"
    modules = [path.name for path in package.glob("[!_]*.py")]
    packages = [f"{path.parent.name}/" for path in package.glob("*/__init__.py")]
    assert modules
    missing = [name for name in (*modules, *packages) if not re.search(rf"[`/]{name}`", tree)]
    assert not missing
