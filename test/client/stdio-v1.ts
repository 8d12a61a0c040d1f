/** The first line over a pipe. */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { v1Server } from './mcp-v1.ts'

await v1Server().connect(new StdioServerTransport() as never)
