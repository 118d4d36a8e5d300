"""The commands in Markdown, in the words of their own help."""

from collections.abc import Iterator

import click

WIDTH = 100
"""Columns of the help; a terminal's would make the document depend on who writes it."""


def commands_document(program: click.Group, name: str) -> str:
    """Help of every command and of the commands below it, each under its name."""
    parts = (f"## {path}\n\n```\n{text}\n```" for path, text in _helps(program, name))
    return "\n\n".join(parts)


def _helps(command: click.Command, path: str, above: click.Context | None = None) -> Iterator[tuple[str, str]]:
    context = click.Context(command, above, info_name=path.rpartition(" ")[2], terminal_width=WIDTH)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            if (below := command.get_command(context, name)) and not below.hidden:
                yield from _helps(below, f"{path} {name}", context)
    else:
        yield path, command.get_help(context)
