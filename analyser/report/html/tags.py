"""HTML, piece by piece: every text is escaped here."""

from html import escape


def text(content: str) -> str:
    """A text as HTML."""
    return escape(content, quote=False)


def tag(name: str, *inside: str, **attributes: str) -> str:
    """An element around what is HTML already. `class_` and `for_` are written without their last sign."""
    facts = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items())
    return f"<{name}{facts}>{''.join(inside)}</{name}>"


def link(target: str, content: str) -> str:
    """A link within the page."""
    return tag("a", text(content), href=f"#{target}")
