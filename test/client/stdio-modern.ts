/** The second line over a pipe. */
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { newWorld, toolServer } from './mcp-tools.ts'

const world = newWorld()
serveStdio(() => toolServer(world) as never)
