"""Ends of a request that are no page."""

from pages.rows import Row


class RefusedError(Exception):
    """A request that cannot be answered: status, one sentence why, and addresses that may be meant."""

    def __init__(self, status: int, message: str, nearest: list[Row] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.nearest = nearest or []

    @property
    def body(self) -> Row:
        """The refusal as data, with the keys of Datasette's own errors and `nearest`."""
        return {
            "ok": False,
            "error": self.message,
            "errors": [self.message],
            "status": self.status,
            "nearest": self.nearest,
        }


class MovedError(Exception):
    """A thing that stands at another address now."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path
