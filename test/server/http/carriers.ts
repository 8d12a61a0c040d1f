/** The two HTTP carriers, asked in the same way: a real socket, and `server.fetch`. */
import { request as httpRequest } from 'node:http'
import { onTestFinished } from 'vitest'
import type { Agent } from '../../../src/agent/define.ts'
import { type ServeOptions, serve } from '../../../src/server/index.ts'

export interface AskInput {
  method?: string
  headers?: Record<string, string>
  body?: string | object
}

export interface Answer {
  status: number
  /** By names in lower case. */
  headers: Record<string, string>
  text: string
}

export type Ask = (path: string, asked?: AskInput) => Promise<Answer>

function requestOf({ method, headers = {}, body }: AskInput) {
  return {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(body === undefined ? undefined : { 'content-type': 'application/json' }), ...headers },
    body: typeof body === 'object' ? JSON.stringify(body) : body,
  }
}

/** Asks over a socket of its own. Any header can be sent, Host too; one that comes twice is joined as fetch joins it. */
export function askAt(url: string): Ask {
  return (path, asked = {}) =>
    new Promise((resolve, reject) => {
      const { method, headers, body } = requestOf(asked)
      const sent = httpRequest(`${url}${path}`, { method, headers, agent: false })
      sent.once('error', reject).once('response', response => {
        let text = ''
        response.setEncoding('utf8').on('data', piece => {
          text += piece
        })
        response.once('error', reject).once('end', () => {
          const seen = Object.entries(response.headersDistinct).map(([name, values = []]) => [name, values.join(', ')])
          resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(seen), text })
        })
      })
      sent.end(body)
    })
}

async function overSocket(agent: Agent, options: ServeOptions): Promise<Ask> {
  const listening = await serve(agent, options).listen({ port: 0 })
  onTestFinished(() => listening.close())
  return askAt(listening.url)
}

async function overFetch(agent: Agent, options: ServeOptions): Promise<Ask> {
  const server = serve(agent, options)
  onTestFinished(() => server.close())
  return async (path, asked = {}) => {
    const { method, headers, body } = requestOf(asked)
    const response = await server.fetch(
      new Request(`http://localhost${path}`, { method, headers, ...(body === undefined ? undefined : { body }) }),
    )
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
  }
}

/** By name, for `describe.each`. */
export const httpCarriers = [
  ['a socket', overSocket],
  ['fetch', overFetch],
] as const
