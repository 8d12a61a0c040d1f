"""A book that somebody has at home."""
from dataclasses import dataclass
from datetime import date, timedelta

LOAN_DAYS = 28


@dataclass(frozen=True)
class Loan:
    """Who has which book, and until when."""

    isbn: str
    reader: str
    since: date

    def due(self) -> date:
        """The day on which the book is expected back."""
        return self.since + timedelta(days=LOAN_DAYS)
