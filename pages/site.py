"""Where this ledger stands, and where its records can be corrected."""

from dataclasses import dataclass
from urllib.parse import quote, urlencode

from pages.rows import Row


@dataclass(frozen=True)
class Site:
    """`address` has no slash at its end; `repository` is empty where datasette.yml names none."""

    address: str
    repository: str = ""
    branch: str = "main"

    def edit(self, row: Row) -> str:
        """Address of the line that a row stands in; empty without a repository."""
        if not self.repository:
            return ""
        line = f"#L{row['line']}" if row.get("line") else ""
        return f"{self.repository}/blob/{quote(self.branch)}/{quote(row['file'])}{line}"

    def report(self, title: str, path: str) -> str:
        """Address of a form to report a mistake on the page at `path`; empty without a repository."""
        if not self.repository:
            return ""
        return f"{self.repository}/issues/new?{urlencode({'title': title, 'body': self.address + path})}"


def site_of(address: str, settings: Row | None) -> Site:
    """The site at `address` with the plugin settings `repository` and `branch`; other kinds of address are ignored."""
    settings = settings or {}
    repository = str(settings.get("repository") or "").rstrip("/")
    known = repository.startswith(("https://", "http://"))
    return Site(address.rstrip("/"), repository if known else "", str(settings.get("branch") or "main"))
