/** MCP over stdio: one client, whatever its revision, for as long as it keeps the pipe open. */
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { McpHost } from './host.ts'
import { type LineOptions, Lines } from './lines.ts'
import { mcpServer } from './server.ts'

export interface McpStdio {
  /** Settles when the client has closed its end. */
  readonly closed: Promise<void>
  close(): Promise<void>
}

export interface McpStdioOptions extends LineOptions {
  input: Readable
  output: Writable
  answerMs: number
}

export function mcpStdio(host: McpHost, { input, output, answerMs, ...lineOptions }: McpStdioOptions): McpStdio {
  const closed = Promise.race([once(input, 'end'), once(input, 'close')]).then(() => {})
  const lines = new Lines(output, lineOptions)
  input.pipe(lines)
  input.once('close', () => lines.end())
  const handle = serveStdio(
    ({ era }) =>
      mcpServer({
        host,
        answerMs,
        era: era === 'modern' ? 'modern' : 'handshake',
        httpOf: () => undefined,
        room: async () => {},
      }),
    {
      transport: new StdioServerTransport(lines, output),
      onerror: error => host.failed(error),
    },
  )
  return {
    closed,
    close() {
      input.unpipe(lines).pause()
      return handle.close()
    },
  }
}
