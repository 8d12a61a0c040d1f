/** Requests of MCP sessions, each over a connection of its own: it goes to any process of a gateway. */
import { request } from 'node:http'
import { connect } from 'node:net'
import { until } from './gateway-processes.ts'

export interface Answer {
  status: number
  session: string
  text: string
}

export interface Sent {
  readonly session?: string | undefined
  readonly method?: string
}

export function post(url: string, body: object, { session, method = 'POST' }: Sent = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session === undefined ? {} : { 'mcp-session-id': session }),
    }
    const sending = request(`${url}/mcp`, { method, agent: false, headers }, response => {
      let text = ''
      response.on('data', chunk => {
        text += chunk
      })
      response.once('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, session: String(response.headers['mcp-session-id']), text }),
      )
    })
    sending.once('error', reject)
    sending.end(method === 'POST' ? JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }) : undefined)
  })
}

export const callOf = (name: string, args: object = {}, id = 1) => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})

export const hello = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
}

export const processOf = ({ session }: Answer): string => session.split('.')[0] ?? ''

/** A session of each of two processes. */
export async function sessionsOfBoth(url: string): Promise<[Answer, Answer]> {
  const opened: Answer[] = []
  await until(async () => {
    opened.push(await post(url, hello))
    return new Set(opened.map(processOf)).size === 2
  })
  return [...new Map(opened.map(one => [processOf(one), one])).values()] as [Answer, Answer]
}

/** Bytes as they are, over connections of which some go to each process; what came back until the first answer. */
export function sendRaw(url: string, text: string): Promise<string> {
  return new Promise(resolve => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text))
    let received = ''
    socket.on('data', data => {
      received += data
      if (!received.includes('\r\n\r\n')) return
      resolve(received)
      socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
  })
}
