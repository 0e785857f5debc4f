"""Prints "from<TAB>to" for every import of a tree that a file of it answers."""
import ast
import os
import sys
from importlib.machinery import PathFinder

root = os.path.abspath(sys.argv[1])


def top(folder):
    while os.path.exists(os.path.join(folder, "__init__.py")) and folder != root:
        folder = os.path.dirname(folder)
    return folder


def find(path, dotted):
    """The file of a module and the search path inside it, as the import system finds them."""
    spec, where = None, path
    for part in dotted.split("."):
        if where is None:
            return None, None
        spec = PathFinder.find_spec(part, where)
        if spec is None:
            return None, None
        found = spec.submodule_search_locations
        where = list(found) if found is not None else None
    origin = spec.origin if spec.origin and spec.origin.startswith(root) else None
    return origin, where


def edges(name, tree):
    folder = os.path.dirname(name)
    base = top(folder)
    paths, up = [], base
    while True:
        paths += [up, os.path.join(up, "src"), os.path.join(up, "lib")]
        if up == root:
            break
        up = os.path.dirname(up)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for a in node.names:
                yield find(paths, a.name)[0]
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                where = folder
                for _ in range(node.level - 1):
                    where = os.path.dirname(where)
                if node.module:
                    origin, inside = find([where], node.module)
                else:
                    init = os.path.join(where, "__init__.py")
                    origin, inside = (init if os.path.exists(init) else None), [where]
            else:
                origin, inside = find(paths, node.module)
            whole = False
            for a in node.names:
                sub = find(inside, a.name)[0] if inside and a.name != "*" else None
                if sub:
                    yield sub
                else:
                    whole = True
            if whole:
                yield origin


for folder, dirs, names in os.walk(root):
    for n in names:
        if not n.endswith(".py"):
            continue
        path = os.path.join(folder, n)
        try:
            with open(path, encoding="utf-8") as f:
                tree = ast.parse(f.read())
        except (SyntaxError, ValueError):
            continue
        for to in set(edges(path, tree)):
            if to and to.startswith(root + os.sep):
                print(os.path.relpath(path, root), os.path.relpath(to, root), sep="\t")
