/** MCP servers over real sockets: the SDK's second line in both eras, and its first. */
import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { onTestFinished } from 'vitest'
import { newWorld, toolServer, type World } from './mcp-tools.ts'
import { v1Handler } from './mcp-v1.ts'

export interface Served {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string
  readonly headers: IncomingMessage['headers'][]
}

export async function listening(listener: Parameters<typeof createServer>[1]): Promise<Served> {
  const headers: IncomingMessage['headers'][] = []
  const server: HttpServer = createServer((request, response) => {
    headers.push(request.headers)
    listener?.(request, response as never)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, headers }
}

/** The second line, which serves both eras. */
export async function modernServer(): Promise<Served & { world: World }> {
  const world = newWorld()
  const handler = createMcpHandler(() => toolServer(world) as never)
  const served = await listening(getRequestListener(request => handler.fetch(request)))
  return { ...served, world }
}

/** The first line: initialize, sessions, elicitation in the middle of a call. */
export async function legacyServer(): Promise<Served & Omit<ReturnType<typeof v1Handler>, 'listener'>> {
  const { listener, ...rest } = v1Handler()
  return { ...(await listening(listener)), ...rest }
}
