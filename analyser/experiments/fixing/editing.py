"""Changes one value of a TOML text and leaves everything else as it is: comments, order, spaces."""

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
