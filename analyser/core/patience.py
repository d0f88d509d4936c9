"""A limit for code of which nobody knows whether it comes to an end."""

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class TooLong(BaseException):
    """It took longer than allowed."""

    def __str__(self) -> str:
        return "it does not come to an end (an endless loop?)"


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """What runs in this thread as Python is stopped by `TooLong` after so many seconds."""
    me = ctypes.c_ulong(threading.get_ident())
    bell = threading.Timer(seconds, ctypes.pythonapi.PyThreadState_SetAsyncExc, (me, ctypes.py_object(TooLong)))
    bell.daemon = True
    bell.start()
    try:
        yield
    finally:
        bell.cancel()
