# SPDX-License-Identifier: Apache-2.0
"""Checks answers against /openapi.json, if the package jsonschema is installed."""

import json

try:
    import jsonschema
except ImportError:
    jsonschema = None

_documents = {}
checked = 0


def check(server, path, headers, body, token):
    """Fails unless an answer under /v1 that is JSON is as the server's own description says."""
    global checked
    kind = headers.get("Content-Type", "").split(";")[0]
    path = path.split("?")[0]
    if jsonschema is None or not kind.endswith("json") or not body:
        return
    document = _documents.get(server.port) or server.describe(token)
    if document is None:
        return
    _documents[server.port] = document
    for line in body.splitlines() if kind.endswith("x-ndjson") else [body]:
        schema = _schema(document, path, kind)
        if schema is None:
            return
        value = json.loads(line)
        jsonschema.Draft202012Validator({**schema, "components": document["components"]}).validate(value)
        if path in document["paths"] and "post" in document["paths"][path] and kind != "application/problem+json":
            _check_members(document, schema, value)
        checked += 1


def _schema(document, path, kind):
    if kind == "application/problem+json":
        return {"$ref": "#/components/schemas/Problem"}
    operation = document["paths"].get(path, {})
    answers = (operation.get("post") or operation.get("get") or {}).get("responses", {})
    return answers.get("200", {}).get("content", {}).get(kind, {}).get("schema")


def _check_members(document, schema, value):
    """Fails if a result has a member that its schema does not name."""
    names = [choice["$ref"].rpartition("/")[2] for choice in schema.get("anyOf", [schema])]
    known = set().union(*(document["components"]["schemas"][name]["properties"] for name in names))
    assert set(value) <= known, f"members that the description lacks: {set(value) - known}"
