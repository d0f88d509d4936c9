"""Changes one value of a text and leaves everything else as it is: comments, order, spaces.

The text is TOML, or the file of a game whose numbers stand in its `SETTINGS`.
"""

import ast
import json
import re
import tomllib
from copy import deepcopy

Place = tuple[str | int, ...]
"""The way to a value: names, and positions in lists from 0."""
VALUE = r"""("[^"\n]*"|'[^'\n]*'|\[[^\[\]]*\]|[^\s,}\]#]+)"""


class NotFound(ValueError):
    """No single value of the text is the one that is meant."""


def value_at(content: object, place: Place) -> object:
    """The value at a place."""
    for part in place:
        inside = dict(enumerate(content)) if isinstance(content, list) else content
        if not isinstance(inside, dict) or part not in inside:
            raise NotFound(f"there is no {'.'.join(map(str, place))}")
        content = inside[part]
    return content


def edited(text: str, place: Place, value: object) -> str:
    """The text with another value at a place. Of all values of that name, the one is taken that makes the change."""
    before = tomllib.loads(text)
    if value_at(before, place) == value:
        return text
    wanted = deepcopy(before)
    holder = value_at(wanted, place[:-1])
    assert isinstance(holder, dict)
    holder[place[-1]] = value
    written = json.dumps(value, ensure_ascii=False)
    for found in re.finditer(rf'(?<![\w-])"?{re.escape(str(place[-1]))}"?\s*=\s*{VALUE}', text):
        tried = text[: found.start(1)] + written + text[found.end(1) :]
        try:
            if tomllib.loads(tried) == wanted:
                return tried
        except tomllib.TOMLDecodeError:
            continue
    raise NotFound(f"{'.'.join(map(str, place))} is not written as « name = value »")


def edited_settings(text: str, name: str, value: object) -> str:
    """The file of a game with another default of a setting: `SETTINGS = {"name": Setting(default, ...)}`."""
    node = _default(ast.parse(text), name)
    if node is None or node.end_lineno is None or node.end_col_offset is None:
        raise NotFound(f'{name} is not written as SETTINGS = {{"{name}": Setting(number, ...)}}')
    lines = text.encode().splitlines(keepends=True)
    start = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    end = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
    written = f'"{value}"' if isinstance(value, str) else repr(value)
    return b"".join([text.encode()[:start], written.encode(), text.encode()[end:]]).decode()


def _default(tree: ast.Module, name: str) -> ast.expr | None:
    """Where a setting's default is written."""
    for one in tree.body:
        if not isinstance(one, ast.Assign | ast.AnnAssign) or not isinstance(one.value, ast.Dict):
            continue
        targets = one.targets if isinstance(one, ast.Assign) else [one.target]
        if [ast.unparse(target) for target in targets] == ["SETTINGS"]:
            for key, call in zip(one.value.keys, one.value.values, strict=True):
                if isinstance(key, ast.Constant) and key.value == name and isinstance(call, ast.Call):
                    named = [each.value for each in call.keywords if each.arg == "default"]
                    return next(iter([*call.args[:1], *named]), None)
    return None
