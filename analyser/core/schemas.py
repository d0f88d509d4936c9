"""Data files that people edit (TOML) and programs write (JSON): read and checked against a typed form, by msgspec.

A form is a `msgspec.Struct` (usually `Form`, which forbids unknown keys). What does not fit is refused with the
file, the line where it can be found, what was found and what is allowed. What msgspec cannot know, a form checks in
`__post_init__`: it raises a ValueError that says what was found and what is allowed, without a full stop.
"""

import re
import tomllib
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from analyser.core.errors import AnalyseError, BadInput
from analyser.core.files import read_file

Kind = TypeVar("Kind")
Parts = list[str | int]
"""The path to a value in a file: names, and positions in lists from 0."""
Hook = Callable[[type, Any], object]
REMEMBERED = 64
"""How many contents are remembered, with what was read from them."""


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename=None):
    """What a file, or a part of it, must hold: a field for each key, no other key."""


def read_text(path: Path, error: type[AnalyseError] = BadInput) -> str:
    """A text file of a sensible size."""
    try:
        return read_file(path).decode()
    except FileNotFoundError:
        raise error(f"{path} is missing. Restore it, or type another path.") from None
    except (OSError, ValueError) as problem:
        reason = (problem.strerror if isinstance(problem, OSError) else None) or problem
        raise error(f"{path} cannot be read: {reason}. Correct the file or restore it.") from None


def read_tables(path: Path, kind: type[Kind], error: type[AnalyseError] = BadInput) -> dict[str, Kind]:
    """A TOML file of tables of one form, by their names."""
    content, text = _toml(path, error)
    return {name: checked(entry, kind, path, text, error, at=[name]) for name, entry in content.items()}


def read_toml(path: Path, kind: type[Kind], error: type[AnalyseError] = BadInput) -> Kind:
    """A TOML file, checked."""
    content, text = _toml(path, error)
    return checked(content, kind, path, text, error)


def _toml(path: Path, error: type[AnalyseError]) -> tuple[dict[str, object], str]:
    text = read_text(path, error)
    try:
        return tomllib.loads(text), text
    except (ValueError, RecursionError) as problem:
        raise error(f"{path}: {problem}. Correct the file or restore it.") from None


def read_json(path: Path, kind: type[Kind], error: type[AnalyseError] = BadInput) -> Kind:
    """A JSON file, checked."""
    text = read_text(path, error)
    content: object = None
    try:
        content = msgspec.json.decode(text)
        return msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError as problem:
        raise error(f"{path}: {_told(problem, kind, content, has_line=False)}") from None
    except (msgspec.DecodeError, RecursionError) as problem:
        raise error(f"{path} cannot be read: {problem}. Nothing was changed.") from None


def checked(
    content: object,
    kind: type[Kind],
    path: Path,
    text: str,
    error: type[AnalyseError] = BadInput,
    read: Hook | None = None,
    at: Sequence[str] = (),
) -> Kind:
    """What was read from a file, or from its table `at`, in its typed form. Refuses with file and line.

    `read` makes values of types that msgspec does not know.
    """
    try:
        return msgspec.convert(content, kind, dec_hook=read)
    except msgspec.ValidationError as problem:
        line = line_of(text, [*at, *_parts(problem)])
        where = f"{path}, line {line}" if line else str(path)
        table = "".join(f"[{name}] " for name in at)
        raise error(f"{where}: {table}{_told(problem, kind, content, has_line=bool(line))}") from None


def once(read: Callable[[Path], Kind]) -> Callable[[Path], Kind]:
    """A reader of a file, or of a folder, that reads again only when the content has changed.

    Readers share what it returns, so nobody may change that.
    """

    @lru_cache(maxsize=REMEMBERED)
    def remembered(path: Path, content: Hashable) -> Kind:
        return read(path)

    @wraps(read)
    def reader(path: Path) -> Kind:
        return remembered(path, content_of(path))

    return reader


def content_of(path: Path) -> bytes | tuple[tuple[str, bytes], ...] | None:
    """All bytes of a file, or of the files of a folder; None if there are none."""
    try:
        if path.is_dir():
            return tuple((one.name, read_file(one)) for one in sorted(path.iterdir()) if one.is_file())
        return read_file(path)
    except OSError:
        return None


def _parts(problem: msgspec.ValidationError) -> Parts:
    """Where msgspec found it: « $.page[2].title » is page, 2, title."""
    found = re.search(r" - at (?:`key` in )?`\$(.*)`$", str(problem))
    pieces = re.findall(r"\.([^.\[\]]+)|\[(\d+)\]", found.group(1)) if found else []
    return [int(index) if index else name for name, index in pieces]


def _told(problem: msgspec.ValidationError, kind: type, content: object, has_line: bool) -> str:
    """What msgspec, or the form itself, has against a value, as a reader would say it."""
    what, parts = str(problem).rpartition(" - at ")[0] or str(problem), _parts(problem)
    named = _named(parts, has_line)
    at = f"{named}: " if named else ""
    if isinstance(problem.__cause__, ValueError | TypeError):
        return f"{at}{what}. Correct the file."
    form = _form_at(inspect.type_info(kind), content, parts)
    if isinstance(form, inspect.DictType) and ("[...]" in str(problem) or " - at `key` in " in str(problem)):
        form = form.value_type if "[...]" in str(problem) else form.key_type
    missing = re.fullmatch(r"Object missing required field `(.+)`", what)
    strange = re.fullmatch(r"Object contains unknown field `(.+)`", what)
    invalid = re.fullmatch(r"Invalid (?:enum )?value (.+)", what)
    if missing:
        return f"{at}« {missing.group(1)} » is missing. Add it."
    if strange:
        known = f" Allowed: {', '.join(_keys(form))}." if _keys(form) else ""
        return f"{at}« {strange.group(1)} » is not known here.{known} Check its spelling or remove it."
    wanted = _wanted(form) or "something else"
    if "[...]" in str(problem):
        return f"{at}not every value is {wanted}. Correct the values."
    if invalid:
        return f"{at}« {invalid.group(1).strip(chr(39))} » is not known. Allowed: {wanted.removeprefix('one of ')}."
    return f"{at}found {_shown(_value_at(content, parts))}, where {wanted} is allowed. Correct the value."


def _named(parts: Parts, has_line: bool) -> str:
    """The place in words; the line, if there is one, already says which entry of a list it is."""
    if has_line:
        places = [place for place, part in enumerate(parts) if isinstance(part, int)]
        return ".".join(str(part) for part in parts[places[-1] + 1 if places else 0 :])
    return ", ".join(f"entry {part + 1}" if isinstance(part, int) else part for part in parts)


def _value_at(content: object, parts: Parts) -> object:
    for part in parts:
        inside = dict(enumerate(content)) if isinstance(content, list) else content
        content = inside.get(part, content) if isinstance(inside, dict) else content
    return content


def _shown(value: object) -> str:
    if isinstance(value, str):
        return f"« {value if len(value) <= 40 else value[:40] + '…'} »"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "a table of names and values"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return "nothing" if value is None else str(value)


def _form_at(form: inspect.Type, content: object, parts: Parts) -> inspect.Type:
    """The form that msgspec wants at a place; of several forms, the one that the content names by its tag."""
    if isinstance(form, inspect.Metadata):
        return _form_at(form.type, content, parts)
    if isinstance(form, inspect.UnionType):
        tagged = [one for one in form.types if isinstance(one, inspect.StructType) and one.tag_field]
        if parts and any(one.tag_field == parts[0] for one in tagged):
            return inspect.LiteralType(tuple(one.tag for one in tagged))
        named = [one for one in tagged if isinstance(content, dict) and content.get(one.tag_field) == one.tag]
        inside = [one for one in form.types if isinstance(one, inspect.StructType | inspect.ListType)] if parts else []
        return _form_at((named or inside)[0], content, parts) if named or inside else form
    if not parts:
        return form
    if isinstance(form, inspect.StructType):
        inner = {field.encode_name: field.type for field in form.fields}.get(str(parts[0]), form)
    elif isinstance(form, inspect.ListType | inspect.VarTupleType):
        inner = form.item_type
    elif isinstance(form, inspect.TupleType):
        inner = form.item_types[int(parts[0])]
    else:
        inner = form.value_type if isinstance(form, inspect.DictType) else form
    return _form_at(inner, _value_at(content, parts[:1]), parts[1:])


def _keys(form: inspect.Type) -> list[str]:
    return sorted(field.encode_name for field in form.fields) if isinstance(form, inspect.StructType) else []


def _wanted(form: inspect.Type) -> str:
    """What a form allows, in words."""
    if isinstance(form, inspect.IntType | inspect.FloatType):
        if form.ge is not None and form.ge == form.le:
            return str(form.ge)
        return ("a whole number" if isinstance(form, inspect.IntType) else "a number") + _span(form.ge, form.le)
    if isinstance(form, inspect.ListType | inspect.VarTupleType):
        size = _span(form.min_length, form.max_length).replace(" from", " of")
        return f"a list{size}{' entries' if size else ''}"
    if isinstance(form, inspect.TupleType):
        return f"a list of {len(form.item_types)}"
    if isinstance(form, inspect.LiteralType):
        return "one of " + _several(form.values)
    if isinstance(form, inspect.EnumType):
        return "one of " + _several(one.value for one in form.cls)
    if isinstance(form, inspect.UnionType):
        return " or ".join(_wanted(one) for one in form.types)
    if isinstance(form, inspect.DictType):
        keys = f" ({_wanted(form.key_type)})" if isinstance(form.key_type, inspect.LiteralType) else ""
        return f"a table of names and values{keys}"
    if isinstance(form, inspect.StructType):
        return f"a table with {', '.join(_keys(form))}"
    return {inspect.StrType: "text", inspect.BoolType: "true or false", inspect.NoneType: "nothing"}.get(type(form), "")


def _several(values: Iterable[object]) -> str:
    return ", ".join(str(value) for value in values)


def _span(least: float | None, most: float | None) -> str:
    if least is not None and most is not None:
        return f" from {least} to {most}" if least != most else f" of {least}"
    return f" of at least {least}" if least is not None else f" of at most {most}" if most is not None else ""


def line_of(text: str, parts: Parts) -> int | None:
    """The line of a value in a TOML text, found by its keys; None if it cannot be found."""
    lines = text.split("\n")
    found, prefix, start = None, "", 0
    for place, part in enumerate(parts):
        if isinstance(part, int):
            continue
        prefix = f"{prefix}.{part}" if prefix else part
        after = parts[place + 1] if place + 1 < len(parts) else None
        nth = after if isinstance(after, int) else 0
        header = re.compile(rf"\s*\[\[?\s*{re.escape(prefix)}\s*\]\]?")
        heads = [number for number, line in enumerate(lines) if header.match(line)]
        if len(heads) > nth:
            found = start = heads[nth]
            continue
        key = re.compile(rf"\s*\"?{re.escape(part)}\"?\s*=")
        line = next((number for number in range(start, len(lines)) if key.match(lines[number])), None)
        if line is not None:
            found = start = line if after is None or not isinstance(after, int) else _line_of_entry(lines, line, after)
    return None if found is None else found + 1


def _line_of_entry(lines: list[str], first: int, entry: int) -> int:
    """The line of an entry of the list that begins in line `first`, if no entry goes over several lines."""
    n = 0
    for number in range(first + 1, len(lines)):
        try:
            n += len(tomllib.loads(f"x = [{lines[number]}\n]")["x"])
        except ValueError:
            break
        if n > entry:
            return number
    return first
