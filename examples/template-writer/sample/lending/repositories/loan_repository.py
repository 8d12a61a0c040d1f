"""Where loans are kept."""
from lending.models.loan import Loan


class LoanRepository:
    """Open loans by ISBN."""

    def __init__(self) -> None:
        self._loans: dict[str, Loan] = {}

    def save(self, loan: Loan) -> None:
        """Adds a loan, or replaces it."""
        self._loans[loan.isbn] = loan

    def find(self, isbn: str) -> Loan | None:
        """The open loan of a book, if there is one."""
        return self._loans.get(isbn)

    def remove(self, isbn: str) -> None:
        self._loans.pop(isbn, None)
