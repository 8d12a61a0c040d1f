/** A service that exists already and knows nothing of Replywire. Its conflicts have no trace. */
import { createServer, type Server } from 'node:http'
import { editionOf, faceOf } from '../../codec/check.ts'
import { contract, defaultContract } from '../../contracts/registry.ts'
import { seal } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import { failed } from '../../outcome/outcome.ts'
import type { HttpWire } from '../../wire/http.ts'

export function reportService(): Server {
  const spoken = contract(defaultContract)
  const busy = failed(fault('conflict', 'The report is being written.', { code: 'REPORT_BUSY' }))
  const { wire } = faceOf<HttpWire>(spoken, editionOf(spoken), 'http').encode(busy, seal({}))
  const { trace: _, ...broken } = JSON.parse(wire.body.text()) as Record<string, unknown>
  const type = wire.headers['content-type'] ?? 'application/json'
  return createServer(({ url = '' }, response) => {
    if (url.endsWith('/busy')) {
      response.writeHead(409, { 'content-type': type }).end(JSON.stringify(broken))
      return
    }
    const report = url.split('/').at(-1) ?? ''
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ report, pages: 12 }))
  })
}
