"""The base of every type: unknown keys are errors, values do not change, docstrings are the documentation."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from schema.dates import DATE_FORMS, PARTIAL_DATE, is_partial_date


class Strict(BaseModel):
    """A frozen record in which only the keys written here may stand."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


def _on_the_calendar(text: str) -> str:
    if not is_partial_date(text):
        raise PydanticCustomError("calendar", "a day that the calendar has, as in {forms}", {"forms": DATE_FORMS})
    return text


Date = Annotated[str, Field(pattern=f"^{PARTIAL_DATE}$"), AfterValidator(_on_the_calendar)]
"""A date of any precision."""
