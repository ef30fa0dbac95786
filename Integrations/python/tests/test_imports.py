# SPDX-License-Identifier: Apache-2.0
"""The package's own imports: whoever reads a module can first read what it imports."""

import ast
import graphlib
import pathlib
import tempfile
import unittest

from support import IMPORTED


def imports(package):
    """Returns the modules of a package, each with those of them that it imports outside of functions, also for types only."""
    paths = {}
    for path in package.rglob("*.py"):
        names = path.relative_to(package.parent).with_suffix("").parts
        paths[".".join(names[:-1] if names[-1] == "__init__" else names)] = path
    found = {}
    for module, path in paths.items():
        names = set()
        for statement in statements(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(statement, ast.Import):
                names.update(alias.name for alias in statement.names)
            elif isinstance(statement, ast.ImportFrom):
                parts = [f"{statement.module}.{alias.name}" for alias in statement.names]
                names.update(name if name in paths else statement.module for name in parts)
        found[module] = names.intersection(paths) - {module}
    return found


def statements(node):
    """Returns the statements below a node, except for those of functions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.stmt, ast.ExceptHandler)) and not isinstance(
            child, (ast.FunctionDef, ast.AsyncFunctionDef)
        ):
            yield child
            yield from statements(child)


class ImportTests(unittest.TestCase):
    def test_no_module_imports_itself_through_others(self):
        found = imports(pathlib.Path(IMPORTED, "lineament"))
        self.assertIn("lineament._views", found["lineament.image"])
        graphlib.TopologicalSorter(found).prepare()  # raises CycleError, which names the circle

    def test_a_circle_of_types_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            package = pathlib.Path(folder, "package")
            package.mkdir()
            (package / "__init__.py").touch()
            (package / "one.py").write_text("from package import two", encoding="utf-8")
            (package / "two.py").write_text("if TYPE_CHECKING:\n    from package.one import One", encoding="utf-8")
            with self.assertRaises(graphlib.CycleError):
                graphlib.TopologicalSorter(imports(package)).prepare()


if __name__ == "__main__":
    unittest.main()
