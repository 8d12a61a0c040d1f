"""Loans over HTTP."""
from datetime import date

from lending.services.lending_service import LendingError, LendingService


class LoansApi:
    """POST /loans and DELETE /loans/{isbn}."""

    def __init__(self, service: LendingService) -> None:
        self._service = service

    def post(self, body: dict) -> tuple[int, dict]:
        """201 with the day it is due, or 409 with the reason."""
        try:
            loan = self._service.lend(body["isbn"], body["reader"], date.today())
        except LendingError as error:
            return 409, {"error": str(error)}
        return 201, {"isbn": loan.isbn, "due": loan.due().isoformat()}

    def delete(self, isbn: str) -> tuple[int, dict]:
        self._service.take_back(isbn)
        return 204, {}
