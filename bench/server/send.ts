/** One call over a kept connection. */
import { type Agent, request } from 'node:http'
import type { Answered, Sent } from './calls.ts'

export function send(agent: Agent, origin: string, { method = 'POST', path, headers, body }: Sent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': Buffer.byteLength(body) }
    const sent = request(origin + path, { agent, method, headers: { ...headers, ...length } }, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, body: Buffer.concat(chunks).toString('utf8') })
      })
    })
    sent.on('error', reject)
    sent.setTimeout(30_000, () => sent.destroy(new Error('No answer within 30 s.')))
    sent.end(body)
  })
}
