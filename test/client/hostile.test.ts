/** Servers that misbehave, over real sockets: one outcome, a clear reason, bounded memory. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { ConnectOptions, Moment, Reply } from '../../src/client/index.ts'
import { answering, clientAt, served, sockets, testClock } from './servers.ts'

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'

async function call(url: string, options: ConnectOptions = {}): Promise<Reply> {
  return clientAt(url, { attempts: 1, timeoutMs: 20_000, ...options }).call('POST /x' as 'fail', {})
}

describe('a server', () => {
  test('that is not there', async () => {
    const gone = createServer().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const { port } = gone.address() as AddressInfo
    gone.close()
    await once(gone, 'close')
    expect((await call(`http://127.0.0.1:${port}`)).outcome).toMatchObject({
      kind: 'failed',
      fault: { category: 'unavailable', code: 'UNREACHABLE', began: false },
    })
  })

  test('that dies before it answers', async () => {
    const url = await sockets(socket => void socket.on('data', () => socket.destroy()))
    expect((await call(url)).outcome).toMatchObject({ kind: 'failed', fault: { code: 'UNREACHABLE' } })
  })

  test('that dies in the middle of its answer', async () => {
    const url = await sockets(
      socket =>
        void socket.on('data', () => socket.write(`${head}content-length: 99\r\n\r\n{"a`, () => socket.destroy())),
    )
    expect((await call(url)).outcome).toMatchObject({
      kind: 'failed',
      fault: { code: 'BROKEN_OFF', message: 'The answer broke off; whether the call took effect is unknown.' },
    })
  })

  test('that stalls before its answer', async () => {
    const url = await sockets(() => {})
    expect((await call(url, { timeoutMs: 50 })).outcome).toMatchObject({
      fault: { category: 'timeout', message: 'The agent did not answer in time.' },
    })
  })

  test('that stalls in the middle of its answer', async () => {
    const url = await sockets(
      socket => void socket.on('data', () => socket.write(`${head}content-length: 99\r\n\r\n{"a`)),
    )
    expect((await call(url, { idleMs: 50 })).outcome).toMatchObject({
      fault: { category: 'timeout', message: 'The agent sent nothing for too long.' },
    })
  })

  test('that drips its answer byte by byte', async () => {
    const url = await sockets(socket => {
      socket.on('data', () => {
        socket.write(`${head}content-length: 999999\r\n\r\n`)
        const timer = setInterval(() => socket.write(' '), 5)
        socket.on('close', () => clearInterval(timer))
      })
    })
    expect((await call(url, { timeoutMs: 200, idleMs: 10_000 })).outcome).toMatchObject({
      fault: { category: 'timeout', message: 'The agent did not answer in time.' },
    })
  })

  test.each([
    ['one document', 'application/json', 'x'],
    ['one event', 'text/event-stream', 'data: x'],
    ['one line', 'text/event-stream', 'x'],
  ])('that sends 1 GB as %s is left when there is too much', async (_, type, start) => {
    let sent = 0
    const piece = Buffer.alloc(1024 * 1024, 'x')
    const url = await answering((_, response) => {
      response.writeHead(200, { 'content-type': type })
      response.write(start)
      const more = (): void => {
        while (sent < 1024 ** 3 && !response.destroyed) {
          sent += piece.byteLength
          if (!response.write(piece)) return void response.once('drain', more)
        }
      }
      more()
    })
    const { outcome } = await call(url, { maxBytes: 4 * 1024 * 1024 })
    expect(outcome).toMatchObject({ kind: 'failed', fault: { code: 'ANSWER_TOO_LARGE', recovery: 'stop' } })
    // What the kernel holds is more than was read, and far less than there is.
    expect(sent).toBeLessThan(64 * 1024 * 1024)
  })

  test.each([301, 302, 303, 307, 308])('that redirects with %i is not followed', async status => {
    let followed = 0
    const other = await answering((_, response) => {
      followed++
      response.end('{}')
    })
    const url = await answering((_, response) => void response.writeHead(status, { location: `${other}/x` }).end())
    expect((await call(url)).outcome).toMatchObject({ fault: { category: 'dependency', code: 'REDIRECTED' } })
    expect(followed).toBe(0)
  })

  test('that answers 404 with {}', async () => {
    const url = await answering((_, response) => {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    })
    const { outcome, contract } = await call(url)
    expect(outcome).toMatchObject({ kind: 'failed', fault: { category: 'not-found' } })
    expect(contract?.reason).toBe('no contract recognises the answer')
  })

  test.each([
    ['HTML', 200, 'text/html', '<html>'],
    ['half of a JSON text', 200, 'application/json', '{"a":'],
    ['nothing', 200, 'application/json', ''],
    ['JSON that is too deep', 200, 'application/json', '['.repeat(100) + ']'.repeat(100)],
    ['bytes that are no text', 500, 'application/json', '\xff\xfe'],
  ])('that sends %s has one outcome', async (_, status, type, body) => {
    const url = await answering((_, response) => {
      response.writeHead(status, { 'content-type': type, 'x-yaagents-profile': 'v0.3' }).end(body, 'latin1')
    })
    const { outcome } = await call(url)
    expect(outcome.kind).toBe('failed')
  })

  test('whose task is elsewhere gets no headers of ours', async () => {
    const asked: string[] = []
    const other = await answering(({ headers }, response) => {
      asked.push(String(headers.authorization))
      response.end('{}')
    })
    const url = await answering((_, response) => {
      const type = 'application/vnd.yaagents.operation+json'
      response.writeHead(202, { 'content-type': type, 'x-yaagents-profile': 'v0.3' })
      const trace = { correlationId: 'c', requestId: 'r' }
      const body = { type: 'operation_accepted', code: 'OPERATION_ACCEPTED', message: 'x', operationId: 'o' }
      response.end(JSON.stringify({ ...body, statusUrl: `${other}/status`, trace }))
    })
    const client = clientAt(url, { headers: { authorization: 'Bearer secret' } })
    const { outcome } = await client.call('POST /x' as 'fail', {}, { wait: true, timeoutMs: 5000 })
    expect(outcome.kind).toBe('pending')
    expect(asked).toEqual([])
  })
})

describe('a stream that breaks', () => {
  /** The bytes of a recorded session: the events of a stream of ours. */
  async function recorded(contract: string): Promise<{ headers: Record<string, string>; body: Buffer }> {
    const { url } = await served()
    const response = await fetch(`${url}/counts?envelope=${contract}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: '{"to":3}',
    })
    const { 'content-type': type = '', ...rest } = Object.fromEntries(response.headers)
    const profile = rest['x-yaagents-profile']
    const headers = { 'content-type': type, ...(profile === undefined ? undefined : { 'x-yaagents-profile': profile }) }
    return { headers, body: Buffer.from(await response.arrayBuffer()) }
  }

  test.each(['yaagents', 'agent-run', 'jpcite'])('at every byte has one outcome (%s)', async contract => {
    const { headers, body } = await recorded(contract)
    let cut = 0
    const url = await answering((_, response) => {
      response.writeHead(200, headers)
      response.write(body.subarray(0, cut), () => response.destroy())
    })
    const client = clientAt(url, { attempts: 1, breaker: false, contract })
    const ends = new Map<string, number>()
    for (cut = 1; cut <= body.byteLength; cut++) {
      const moments: Moment[] = []
      for await (const moment of client.stream('POST /counts' as 'count', { to: 3 })) moments.push(moment)
      const outcomes = moments.filter(({ kind }) => kind === 'outcome')
      expect(outcomes).toHaveLength(1)
      const [last] = outcomes
      const end = last?.kind === 'outcome' ? last.outcome : undefined
      const name = end?.kind === 'failed' ? end.fault.code : String(end?.kind)
      ends.set(name, (ends.get(name) ?? 0) + 1)
    }
    expect(
      [...ends.keys()].filter(name => !['completed', 'BROKEN_OFF', 'UNREACHABLE', 'STREAM_CUT'].includes(name)),
    ).toEqual([])
    expect(ends.get('completed')).toBeGreaterThan(0)
  })

  test.each(['with a length', 'in chunks'])('in the middle of a document, at every byte, %s', async how => {
    const { url: real } = await served()
    const answer = await fetch(`${real}/sums`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1,"b":2}',
    })
    const profile = answer.headers.get('x-yaagents-profile') ?? ''
    const body = Buffer.from(await answer.arrayBuffer())
    let cut = 0
    const url = await answering((_, response) => {
      const head = { 'content-type': 'application/json', 'x-yaagents-profile': profile }
      response.writeHead(200, how === 'in chunks' ? head : { ...head, 'content-length': body.byteLength })
      response.write(body.subarray(0, cut), () => response.destroy())
    })
    const client = clientAt(url, { attempts: 1, breaker: false })
    for (cut = 1; cut < body.byteLength; cut++) {
      const { outcome } = await client.call('POST /sums' as 'add', { a: 1, b: 2 })
      const code = outcome.kind === 'failed' ? outcome.fault.code : outcome.kind
      // A head that did not get through is no answer.
      expect(['BROKEN_OFF', 'UNREACHABLE']).toContain(code)
    }
  })

  test('is resumed after every byte without loss and without a repeat', async () => {
    const { headers, body } = await recorded('yaagents')
    const text = body.toString()
    // Each event gets an id, as the log of a task has them.
    const events = text.split('\n\n').filter(event => event.includes('data:'))
    const log = events.map((event, index) => `id: ${index + 1}\n${event.replace(/^id:.*\n/m, '')}\n\n`)
    const whole = Buffer.from(log.join(''))
    let cut = 0
    let isCut = false
    const url = await answering((request, response) => {
      const after = Number(request.headers['last-event-id'] ?? 0)
      response.writeHead(200, { ...headers, 'content-location': '/events' })
      if (isCut) return void response.end(log.slice(after).join(''))
      isCut = true
      response.write(whole.subarray(0, cut), () => response.destroy())
    })
    const client = clientAt(url, { attempts: 1, breaker: false, clock: testClock() })
    for (cut = 1; cut < whole.byteLength; cut++) {
      isCut = false
      const texts: string[] = []
      const outcomes: string[] = []
      for await (const moment of client.stream('POST /counts' as 'count', { to: 3 })) {
        if (moment.kind === 'delta' && moment.part.kind === 'text') texts.push(moment.part.text)
        if (moment.kind === 'outcome') outcomes.push(moment.outcome.kind)
      }
      expect([cut, texts.join(''), outcomes]).toEqual([cut, '1 2 3 ', ['completed']])
    }
  })

  test('and begins again from the start has no event twice', async () => {
    const { headers, body } = await recorded('yaagents')
    const events = body
      .toString()
      .split('\n\n')
      .filter(event => event.includes('data:'))
    const log = events.map((event, index) => `id: ${index + 1}\n${event.replace(/^id:.*\n/m, '')}\n\n`)
    let isCut = false
    const url = await answering((_, response) => {
      response.writeHead(200, { ...headers, 'content-location': '/events' })
      if (isCut) return void response.end(log.join(''))
      isCut = true
      response.end(log.slice(0, 2).join(''))
    })
    const texts: string[] = []
    for await (const moment of clientAt(url, { attempts: 1, clock: testClock() }).stream('POST /counts' as 'count', {
      to: 3,
    })) {
      if (moment.kind === 'delta' && moment.part.kind === 'text') texts.push(moment.part.text)
    }
    expect(texts.join('')).toBe('1 2 3 ')
  })
})
