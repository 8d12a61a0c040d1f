/** A service that exists already and knows nothing of Replywire. It forgets the trace of its conflicts. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
// The media types of the profile are spelt in one file.
import { vendorPrefix } from '../../src/contracts/yaagents/status.ts'

export async function startReports(): Promise<{ url: string; close(): void }> {
  const server = createServer(({ url = '' }, response) => {
    if (url.endsWith('/busy')) {
      response.writeHead(409, { 'content-type': `${vendorPrefix}conflict+json` })
      response.end(JSON.stringify({ type: 'conflict', code: 'REPORT_BUSY', message: 'The report is being written.' }))
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ report: url.split('/').at(-1), pages: 12 }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}
