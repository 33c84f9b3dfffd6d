"""UNO: profiles."""

from ._core import UnoProfile as Profile

__all__ = ["Profile"]
