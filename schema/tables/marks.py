"""What a field of a row can be marked as; column types, keys and references follow from it."""

from typing import Annotated, Literal


class Key:
    """Marks the primary key of a table."""


class Ref:
    """Marks a foreign key to another table's primary key."""

    def __init__(self, table: str) -> None:
        self.table = table


class Json:
    """Marks a column that holds JSON."""


Entity = Annotated[str, Ref("entities")]
MaybeEntity = Annotated[str | None, Ref("entities")]
SourceRef = Annotated[str, Ref("sources")]
Flag = Literal[0, 1]
Year = Annotated[int | None, "generated"]
