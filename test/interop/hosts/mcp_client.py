"""Calls a tool of an MCP server with the official Python client and prints the texts that a host would show.

usage: mcp_client.py URL TOOL
"""
import asyncio
import json
import sys

from mcp.client import Client


async def main(url: str, tool: str) -> None:
    async with Client(url) as client:
        result = await client.call_tool(tool, {"topic": "x"})
        print(json.dumps([block.text for block in result.content if block.type == "text"]))


asyncio.run(main(*sys.argv[1:]))
