"""The SQL function `fit(model, device, precision, context, users)`, which answers with JSON."""

import json
import sqlite3
from typing import Any

from analysis.hosting.question import CONTEXT, MOST_TOKENS, MOST_USERS, USERS, Question, problems
from analysis.hosting.reply import as_json, engine_support
from analysis.hosting.shelf import Known, Shelf
from pages.fit_shelf import fetching, shelf_on

NAME, ARGUMENTS = "fit", 5
KEPT = 512


class FitFunction:
    """Answers for one connection; devices and models are read when they are first asked for."""

    def __init__(self, conn: sqlite3.Connection, datasette: Any) -> None:
        self.conn = conn
        self.datasette = datasette
        self.models: dict[str, Known] = {}

    def __call__(
        self, model: str | None, device: str | None, precision: str | None, context: int | None, users: int | None
    ) -> str | None:
        """The answer as JSON text, NULL without a model; what is wrong stands under `error`."""
        if model is None:
            return None
        numbers = (context if context is not None else CONTEXT, users if users is not None else USERS)
        limits = zip(("context", "users"), numbers, (MOST_TOKENS, MOST_USERS), strict=True)
        found = problems(precision, "fp16", limits, None)
        if found:
            return json.dumps({"error": "; ".join(found)}, ensure_ascii=False)
        return json.dumps(self._answer(model, device, Question(precision, "fp16", *numbers)), ensure_ascii=False)

    def _answer(self, model: str, device: str | None, question: Question) -> dict[str, object]:
        shelf = shelf_on(self.datasette, self.conn)
        known = self._known(shelf, model)
        named, near = shelf.device_names.find(device) if device else (None, [])
        if known is None or (device and named is None):
            kind, text = ("model", model) if known is None else ("device", device)
            offered = shelf.models.find(model)[1] if known is None else near
            return {"error": f"the ledger has no {kind} “{text}”", "nearest": offered}
        place = shelf.devices[named] if named else None
        answer = shelf.answer(known, place, question)
        return as_json(answer, supports=engine_support(known.facts, answer.engine))

    def _known(self, shelf: Shelf, model: str) -> Known | None:
        id_ = shelf.models.find(model)[0]
        if id_ is None:
            return None
        if id_ not in self.models:
            if len(self.models) >= KEPT:
                self.models.clear()
            self.models[id_] = shelf.model(id_, fetching(self.conn))
        return self.models[id_]


def register(conn: sqlite3.Connection, datasette: Any) -> None:
    """Teach the connection the function."""
    conn.create_function(NAME, ARGUMENTS, FitFunction(conn, datasette), deterministic=True)
