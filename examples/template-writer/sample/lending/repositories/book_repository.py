"""Where books are kept."""
from lending.models.book import Book


class BookRepository:
    """Books by their ISBN."""

    def __init__(self) -> None:
        self._books: dict[str, Book] = {}

    def save(self, book: Book) -> None:
        """Adds a book, or replaces it."""
        self._books[book.isbn] = book

    def find(self, isbn: str) -> Book | None:
        """The book with this ISBN, if there is one."""
        return self._books.get(isbn)
