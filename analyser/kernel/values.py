"""The canonical form of constants: what their values are, whatever they were computed from."""

import hashlib
from collections.abc import Iterable
from enum import Enum, EnumMeta

import numpy as np

PLAIN = (bool, int, float, complex, str, bytes, range, type(None), type(...))


class Opaque(Exception):
    """A value that is more than data."""


def value_form(value: object) -> str:
    """A constant by its value: numbers, texts, enumerations, dtypes, arrays, and what is made of them."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name} {value_form(value.value)}"
    if isinstance(value, EnumMeta):
        members: Iterable[Enum] = value.__members__.values()
        return f"{value.__name__} {[value_form(one) for one in members]}"
    if type(value) in PLAIN:
        return f"{type(value).__name__} {value!r}"
    if isinstance(value, np.generic | np.ndarray):
        return f"{dtype_form(value.dtype)} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, np.dtype):
        return dtype_form(value)
    if isinstance(value, dict):
        return f"dict {[(value_form(key), value_form(one)) for key, one in value.items()]}"
    if isinstance(value, set | frozenset):
        return f"{type(value).__name__} {sorted(map(value_form, value))}"
    if isinstance(value, tuple | list):
        return f"{type(value).__name__} {[value_form(one) for one in value]}"
    raise Opaque


def dtype_form(dtype: "np.dtype[np.generic]") -> str:
    """A numpy type: for a record its fields with their places."""
    if dtype.hasobject:
        raise Opaque
    if dtype.subdtype is not None:
        return f"{dtype_form(dtype.subdtype[0])} {dtype.subdtype[1]}"
    if dtype.fields is None:
        return dtype.str
    fields = [f"{name} at {field[1]}: {dtype_form(field[0])}" for name, field in dtype.fields.items()]
    return f"{fields} {dtype.itemsize}"
