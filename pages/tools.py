"""Tools for agents, beside datasette-mcp's own that run SQL: find a thing, read its figures, compare, check a text."""

import asyncio
from collections.abc import Callable
from typing import Any, Literal, TypeVar

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

from analysis.text.checking import AUTO, Report
from analysis.text.plain import TooLongError
from analysis.text.request import NotAskableError, asked
from pages.check import checker_of
from pages.refusals import RefusedError
from pages.site import Site, site_of
from pages.tool_answers import MOST_FACTS, compared, facts, found
from pages.tool_types import CheckedText, Comparison, EntityFacts, FoundEntities, Judged
from pages.visit import catalogue_of, in_ledger

Kind = Literal["device", "system", "model", "software", "benchmark", "organization"]
READ_ONLY = ToolAnnotations(read_only_hint=True, open_world_hint=False)
MOST_CANDIDATES = 25
JUDGED = ("text", "start", "end", "entity", "metric", "value", "value_max", "unit", "verdict", "why")
Answer = TypeVar("Answer")


def register(datasette: Any, mcp: Any) -> None:
    """Add the tools to an MCP server."""

    @mcp.tool(annotations=READ_ONLY)
    async def find_entity(name: str, ctx: Context, kind: Kind | None = None, limit: int = 5) -> FoundEntities:
        """Find what a name means: `H100`, `mi 300x`, `Qwen3 235B`. Use its id with the other tools."""
        return await _answered(datasette, ctx, found, name, [kind] if kind else [], max(1, min(limit, MOST_CANDIDATES)))

    @mcp.tool(annotations=READ_ONLY)
    async def get_facts(
        entity: str, ctx: Context, metrics: list[str] | None = None, with_rivals: bool = False, limit: int = MOST_FACTS
    ) -> EntityFacts:
        """Figures of a thing with scope, source, basis and rivals. `entity` is an id; `metrics` narrows the answer."""
        return await _answered(
            datasette, ctx, facts, entity, metrics or [], with_rivals, max(1, min(limit, MOST_FACTS))
        )

    @mcp.tool(annotations=READ_ONLY)
    async def compare(entities: list[str], ctx: Context, metrics: list[str] | None = None) -> Comparison:
        """Put two to eight things side by side, in rows of equal metric and scope. `entities` are ids."""
        return await _answered(datasette, ctx, compared, entities, metrics or [])

    @mcp.tool(annotations=READ_ONLY)
    async def check_text(text: str, ctx: Context, language: str = AUTO) -> CheckedText:
        """Judge every figure of a text against the ledger, with the sources. Nothing of the text is kept."""
        try:
            checker = await checker_of(datasette)
            report = await asyncio.to_thread(checker.check, text, language, asked(checker.ledger, language, "", ()))
        except (RefusedError, NotAskableError, TooLongError) as error:
            raise ToolError(str(error)) from None
        return _checked(report, _site(datasette, ctx))


def _checked(report: Report, site: Site) -> CheckedText:
    figures = [
        Judged(
            **{name: getattr(answer, name) for name in JUDGED},
            fact=answer.statements[0].stated if answer.statements else None,
            statements=[f"{site.address}/statement/{item.id}" for item in answer.statements],
        )
        for answer in report.answers
    ]
    return CheckedText(language=report.language, figures=figures, unjudged=report.cut)


async def _answered(datasette: Any, ctx: Any, read: Callable[..., Answer], *arguments: object) -> Answer:
    """Answer of `read(connection, catalogue, site, *arguments)`; a refusal becomes the tool's error."""
    try:
        catalogue = await catalogue_of(datasette)
        site = _site(datasette, ctx)
        return await in_ledger(datasette, lambda conn: read(conn, catalogue, site, *arguments))
    except RefusedError as refused:
        nearest = ", ".join(row["id"] for row in refused.nearest)
        raise ToolError(f"{refused.message} {nearest}".strip()) from None


def _site(datasette: Any, ctx: Any) -> Site:
    settings = datasette.plugin_config("specledger") or {}
    request = ctx.request_context.request
    here = f"{request.url.scheme}://{request.url.netloc}" if request else ""
    return site_of(str(settings.get("address") or here), settings)
