/** A server on the SDK's first line (2025 revisions). */
import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { ElicitResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'

export function v1Server(ended: string[] = []): McpServer {
  const server = new McpServer({ name: 'first-line', version: '1.0.0' })
  server.registerTool('greet', { description: 'Says hello.', inputSchema: { name: z.string() } }, async ({ name }) => ({
    content: [{ type: 'text', text: `Hello, ${name}.` }],
    structuredContent: { greeting: `Hello, ${name}.` },
  }))
  server.registerTool('fail', {}, async () => ({ isError: true, content: [{ type: 'text', text: 'Out of paper.' }] }))
  const whichSize = {
    message: 'Which size?',
    requestedSchema: { type: 'object' as const, properties: { size: { type: 'string' as const } }, required: ['size'] },
  }
  // Over the stream of the session, which does not say to which call it belongs.
  const askSize = () => server.server.elicitInput(whichSize)
  server.registerTool('insist', {}, async () => {
    const { action, content } = await askSize()
    return { isError: action !== 'accept', content: [{ type: 'text', text: `size: ${content?.size}` }] }
  })
  server.registerTool('order-by-stream', {}, async extra => {
    const said = await extra.sendRequest({ method: 'elicitation/create', params: whichSize }, ElicitResultSchema)
    const words = said.action === 'accept' ? `ordered ${said.content?.size}` : `nothing: ${said.action}`
    return { content: [{ type: 'text', text: words }] }
  })
  server.registerTool('order', {}, async () => {
    const said = await askSize()
    const words = said.action === 'accept' ? `ordered ${said.content?.size}` : `nothing: ${said.action}`
    return { content: [{ type: 'text', text: words }] }
  })
  server.registerTool('slow', {}, async ({ _meta, sendNotification }) => {
    const progressToken = _meta?.progressToken
    if (progressToken !== undefined)
      await sendNotification({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 4 } })
    return { content: [{ type: 'text', text: 'done' }] }
  })
  server.registerTool('huge', {}, async () => ({ content: [{ type: 'text', text: 'x'.repeat(3_000_000) }] }))
  server.registerTool('hang', {}, async ({ signal }) => {
    await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()))
    ended.push('hang')
    return { content: [] }
  })
  server.registerTool('slow-hang', {}, async ({ _meta, sendNotification, signal }) => {
    const progressToken = _meta?.progressToken ?? ''
    await sendNotification({
      method: 'notifications/progress',
      params: { progressToken, progress: 1, message: 'begun' },
    })
    await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()))
    ended.push('hang')
    return { content: [] }
  })
  return server
}

export function v1Handler(): { listener: RequestListener; ended: string[]; forget: () => void } {
  const sessions = new Map<string, StreamableHTTPServerTransport>()
  const ended: string[] = []
  const listener: RequestListener = async (request, response) => {
    const id = request.headers['mcp-session-id']
    let transport = typeof id === 'string' ? sessions.get(id) : undefined
    if (transport === undefined && id !== undefined) {
      response.writeHead(404).end()
      return
    }
    if (transport === undefined) {
      const fresh = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: session => void sessions.set(session, fresh),
        onsessionclosed: session => void ended.push(`session ${sessions.delete(session)}`),
      })
      await v1Server(ended).connect(fresh as never)
      transport = fresh
    }
    await transport.handleRequest(request, response)
  }
  return { listener, ended, forget: () => sessions.clear() }
}
