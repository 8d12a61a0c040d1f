/** Names: no page reaches a server by a name of its own, and no such name is told to others. */
import { request as httpRequest } from 'node:http'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Authenticate } from '../../src/auth/principal.ts'
import { defineAgent, operation } from '../../src/index.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'

let runs = 0
const agent = defineAgent({
  name: 'spender',
  version: '1.0.0',
  operations: {
    spend: operation({
      title: 'Spend',
      route: 'POST /spend',
      input: z.object({ amount: z.number() }),
      handler: ({ amount }) => ({ amount, runs: ++runs }),
    }),
    visit: operation({
      title: 'Visit',
      route: 'GET /visits',
      effects: 'additive',
      input: z.looseObject({}),
      handler: () => ({ runs: ++runs }),
    }),
    look: operation({ title: 'Look', route: 'GET /looks', input: z.looseObject({}), handler: () => ({ runs }) }),
  },
})

const input = { amount: 1 }
const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ data: { skill: 'spend', parameters: input } }] }
const calls: Record<string, object> = {
  '/a2a': { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } },
  '/a2a/message:send': { message },
  '/spend': input,
  '/agents/run/sync': { request_id: 'r', task_type: 'SPEND', inputs: input },
}

interface Answer {
  status: number | undefined
  headers: NodeJS.Dict<string | string[]>
  text: string
}

/** A request with a Host and an Origin, which fetch would not let be set. */
function asked(url: string, headers: Record<string, string>, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', 'a2a-version': '1.0', ...headers },
    })
    sent.once('error', reject).once('response', response => {
      let text = ''
      response
        .setEncoding('utf8')
        .on('data', piece => {
          text += piece
        })
        .once('end', () => resolve({ status: response.statusCode, headers: response.headers, text }))
    })
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

async function served<T>(options: ServeOptions, work: (url: string) => Promise<T>, host = '127.0.0.1'): Promise<T> {
  const listening = await serve(agent, options).listen({ port: 0, host })
  try {
    return await work(listening.url.replace('0.0.0.0', '127.0.0.1'))
  } finally {
    await listening.close()
  }
}

const rebound = { host: 'evil.example', origin: 'http://evil.example' }
const known: Authenticate = async () => ({ tenant: 't', subject: 's', roles: [] })

describe('a server that asks nobody who they are', () => {
  test.each(Object.entries(calls))('%s runs nothing for a name that was rebound, or for a page', async (path, body) => {
    const before = runs
    await served({}, async url => {
      for (const headers of [
        rebound,
        { host: 'evil.example' },
        { origin: 'http://evil.example' },
        { origin: 'null' },
      ]) {
        expect((await asked(`${url}${path}`, headers, body)).status).toBe(403)
      }
      expect(runs).toBe(before)
      expect((await asked(`${url}${path}`, {}, body)).status).toBe(200)
    })
  })

  test.each(Object.entries(calls))('%s is called by the names and the pages that are allowed', async (path, body) => {
    const headers = { host: 'agents.example', origin: 'https://pages.example' }
    const names = { hosts: ['agents.example'], origins: ['https://pages.example'] }
    for (const options of [names, { mcp: names }]) {
      await served(options, async url => expect((await asked(`${url}${path}`, headers, body)).status).toBe(200))
    }
  })

  test('tells what is wrong in the contract of the caller', async () => {
    const { text } = await served({ contract: 'yaagents' }, url => asked(`${url}/spend`, rebound, input))
    expect(text).toContain('This host is not served here.')
  })

  test('operations of one that others may call have any name', async () => {
    const { status } = await served(
      { authenticate: false },
      url => asked(`${url}/spend`, { host: 'agent' }, input),
      '0.0.0.0',
    )
    expect(status).toBe(200)
  })
})

describe('a page that is read on the machine of an open server', () => {
  const port = (url: string, other: number) => `http://localhost:${Number(new URL(url).port) + other}`

  test.each(['/console/', '/openapi.json', '/health', '/health/ready', '/'])(
    'reads nothing of %s by a name that was rebound',
    async path => {
      await served({}, async url => {
        const accept = { accept: 'text/html' }
        const { status, text } = await asked(`${url}${path}`, { ...accept, host: 'evil.example' })
        expect(status).toBe(path === '/' ? 404 : 403)
        if (path !== '/') expect(text).toContain('This host is not served here.')
        expect((await asked(`${url}${path}`, accept)).status).toBe(path === '/' ? 302 : 200)
      })
      await served({ hosts: ['agents.example'] }, async url => {
        const { status } = await asked(`${url}${path}`, { accept: 'text/html', host: 'agents.example' })
        expect(status).toBe(path === '/' ? 302 : 200)
      })
    },
  )

  test('reads the pages of a server that asks who calls, under any name', async () => {
    const { status } = await served({ authenticate: known }, url =>
      asked(`${url}/console/`, { host: 'agents.example' }),
    )
    expect(status).toBe(200)
  })

  test.each(Object.entries(calls))('calls %s from the very same port alone', async (path, body) => {
    await served({}, async url => {
      const before = runs
      const host = { host: new URL(port(url, 0)).host }
      expect((await asked(`${url}${path}`, { ...host, origin: port(url, 1) }, body)).status).toBe(403)
      expect((await asked(`${url}${path}`, { ...host, origin: 'http://localhost' }, body)).status).toBe(403)
      expect(runs).toBe(before)
      expect((await asked(`${url}${path}`, { ...host, origin: port(url, 0) }, body)).status).toBe(200)
    })
  })

  test.each([...Object.entries(calls), ['/visits', undefined] as const])(
    'has no effects at %s from elsewhere, though no Origin is sent',
    async (path, body) => {
      await served({}, async url => {
        const before = runs
        for (const site of ['cross-site', 'same-site']) {
          expect((await asked(`${url}${path}`, { 'sec-fetch-site': site }, body)).status).toBe(403)
        }
        expect(runs).toBe(before)
        for (const site of ['same-origin', 'none']) {
          expect((await asked(`${url}${path}`, { 'sec-fetch-site': site }, body)).status).toBe(200)
        }
      })
    },
  )

  test('may be linked to what only reads', async () => {
    await served({}, async url => {
      for (const path of ['/looks', '/console/', '/openapi.json']) {
        expect((await asked(`${url}${path}`, { 'sec-fetch-site': 'cross-site' })).status).toBe(200)
      }
    })
  })
})

test('a server that asks who calls guards A2A by its names, its operations by credentials', async () => {
  await served({ authenticate: known }, async url => {
    expect((await asked(`${url}/a2a`, rebound, calls['/a2a'])).status).toBe(403)
    expect((await asked(`${url}/spend`, rebound, input)).status).toBe(200)
  })
})

describe('the card', () => {
  const interfaceOf = ({ text }: Answer) => JSON.parse(text).supportedInterfaces[0].url as string
  const path = '/.well-known/agent-card.json'

  test('tells the name that it is asked by if it is one of the server, and varies by it', async () => {
    await served({ hosts: ['agents.example'] }, async url => {
      const own = await asked(`${url}${path}`, { host: 'agents.example' })
      expect(interfaceOf(own)).toBe('http://agents.example/a2a')
      expect(own.headers.vary).toBe('A2A-Version, Host')
      expect(interfaceOf(await asked(`${url}${path}`, {}))).toBe(`${url}/a2a`)
    })
  })

  test('tells where the server listens, or is said to be, to whoever asks by another name', async () => {
    await served({}, async url => expect(interfaceOf(await asked(`${url}${path}`, rebound))).toBe(`${url}/a2a`))
    await served({ a2a: { url: 'https://agents.example/a2a' } }, async url => {
      expect(interfaceOf(await asked(`${url}${path}`, rebound))).toBe('https://agents.example/a2a')
      expect((await asked(`${url}/a2a`, { host: 'agents.example' }, calls['/a2a'])).status).toBe(200)
    })
  })
})
