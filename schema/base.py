"""The base of every type: unknown keys are errors, values do not change, docstrings are the documentation."""

from pydantic import BaseModel, ConfigDict


class Strict(BaseModel):
    """A frozen record in which only the keys written here may stand."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)
