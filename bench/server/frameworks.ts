/** The operation on bare node:http and on three web frameworks, as their own documentation would have it. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { advise, input, pieces } from './operation.ts'

export interface Started {
  readonly origin: string
  /** What each call has to send. */
  readonly headers?: Readonly<Record<string, string>>
  close(): Promise<void>
}

export async function listen(listener: RequestListener): Promise<Started> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { origin: originOf(server), close: () => closed(server) }
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise(resolve => server.close(() => resolve()))
}

const route = /^\/campaigns\/([^/]+)\/optimizations$/

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body)
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text)
}

/** The input of a call on bare node:http; undefined where it was refused. */
async function accepted(request: IncomingMessage, response: ServerResponse) {
  const campaignId = route.exec(request.url ?? '')?.[1]
  if (request.method !== 'POST' || campaignId === undefined) return void send(response, 404, { error: 'not found' })
  const given = input.safeParse({ ...JSON.parse(await readBody(request)), campaignId })
  if (!given.success) return void send(response, 400, { error: 'not valid' })
  return given.data
}

export function startNodeHttp(): Promise<Started> {
  return listen(async (request, response) => {
    const given = await accepted(request, response)
    if (given !== undefined) send(response, 201, advise(given))
  })
}

export function startNodeHttpStream(): Promise<Started> {
  return listen(async (request, response) => {
    const given = await accepted(request, response)
    if (given === undefined) return
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
    for (const [index, text] of pieces.entries()) {
      response.write(`id: ${index + 1}\nevent: delta\ndata: ${JSON.stringify({ text })}\n\n`)
      await null
    }
    response.end(`id: ${pieces.length + 1}\nevent: outcome\ndata: ${JSON.stringify(advise(given))}\n\n`)
  })
}

export async function startFastify(): Promise<Started> {
  const { fastify } = await import('fastify')
  const app = fastify({ logger: false })
  app.post('/campaigns/:campaignId/optimizations', (request, reply) => {
    const given = input.safeParse({ ...(request.body as object), ...(request.params as object) })
    return given.success ? reply.code(201).send(advise(given.data)) : reply.code(400).send({ error: 'not valid' })
  })
  return { origin: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() }
}

export async function startHono(): Promise<Started> {
  const [{ Hono }, { getRequestListener }] = await Promise.all([import('hono'), import('@hono/node-server')])
  const app = new Hono()
  app.post('/campaigns/:campaignId/optimizations', async context => {
    const given = input.safeParse({ ...(await context.req.json()), ...context.req.param() })
    return given.success ? context.json(advise(given.data), 201) : context.json({ error: 'not valid' }, 400)
  })
  return listen(getRequestListener(app.fetch))
}

export async function startExpress(): Promise<Started> {
  const { default: express } = await import('express')
  const app = express()
  app.use(express.json())
  app.post('/campaigns/:campaignId/optimizations', (request, response) => {
    const given = input.safeParse({ ...request.body, ...request.params })
    if (given.success) response.status(201).json(advise(given.data))
    else response.status(400).json({ error: 'not valid' })
  })
  return listen(app)
}
