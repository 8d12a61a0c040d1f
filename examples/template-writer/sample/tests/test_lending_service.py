"""Lending as readers see it."""
from datetime import date

from lending.models.book import Book
from lending.repositories.book_repository import BookRepository
from lending.repositories.loan_repository import LoanRepository
from lending.services.lending_service import LendingService


def test_a_book_is_due_after_four_weeks() -> None:
    books = BookRepository()
    books.save(Book(isbn="1", title="Maps", shelf="A"))
    loan = LendingService(books, LoanRepository()).lend("1", "Ada", date(2026, 1, 1))
    assert loan.due() == date(2026, 1, 29)
