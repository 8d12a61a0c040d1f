"""Lending books and taking them back."""
from datetime import date

from lending.models.loan import Loan
from lending.repositories.book_repository import BookRepository
from lending.repositories.loan_repository import LoanRepository


class LendingError(Exception):
    """Why a book cannot be lent."""


class LendingService:
    """The rules of lending."""

    def __init__(self, books: BookRepository, loans: LoanRepository) -> None:
        self._books = books
        self._loans = loans

    def lend(self, isbn: str, reader: str, today: date) -> Loan:
        """Lends a book that is there and not lent."""
        if self._books.find(isbn) is None:
            raise LendingError("There is no such book.")
        if self._loans.find(isbn) is not None:
            raise LendingError("The book is lent.")
        loan = Loan(isbn=isbn, reader=reader, since=today)
        self._loans.save(loan)
        return loan

    def take_back(self, isbn: str) -> None:
        """Ends a loan."""
        self._loans.remove(isbn)
