"""A book that the library owns."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Book:
    """One copy of a title."""

    isbn: str
    title: str
    shelf: str
