"""What Schemathesis has to know of the media types of `dehusk serve`."""

import json

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def ndjson(_context, value):
    """A body of lines: any text, or a value as one line of JSON."""
    return (value if isinstance(value, str) else json.dumps(value)).encode("utf-8", "replace")


@schemathesis.deserializer("image/png")
def png(_context, response):
    """A picture is described as a string; that it is one is enough here."""
    return response.content.decode("latin-1")
