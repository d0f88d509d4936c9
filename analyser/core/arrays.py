"""The kinds of numpy arrays that functions take and give."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.signedinteger]
Bools: TypeAlias = npt.NDArray[np.bool_]
Bytes: TypeAlias = npt.NDArray[np.uint8]
Words: TypeAlias = npt.NDArray[np.uint64]
Values: TypeAlias = Sequence[object] | npt.NDArray[np.generic]
"""The values of one column of a table."""
ArrayTable: TypeAlias = Mapping[str, Values]
"""The columns of a table, before it is a frame."""
