/** jpcite's two shapes, served and responded: by whatever name they are asked for, route and phase decide. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { refuse } from '../../src/agent/answers.ts'
import { defineAgent, operation } from '../../src/agent/define.ts'
import { AuthError } from '../../src/auth/index.ts'
import { check } from '../../src/codec/check.ts'
import { contract } from '../../src/contracts/registry.ts'
import { completed, type Outcome, paused } from '../../src/outcome/outcome.ts'
import { type RespondOptions, respond } from '../../src/server/respond.ts'
import { serve } from '../../src/server/serve.ts'
import type { ServeOptions } from '../../src/server/server-context.ts'
import { Body } from '../../src/wire/body.ts'
import { httpWire } from '../../src/wire/http.ts'
import { callsOpen } from './calls-open.ts'

const input = z.looseObject({})
const rows = { kind: 'rows', rows: [{ id: 1 }], page: { total: 1, limit: 20, offset: 0 } } as const
const listed = { ...completed(), payload: { ...rows, rows: [...rows.rows] } }
const forever = () => new Promise<never>(() => {})

const agent = defineAgent({
  name: 'shapes',
  version: '1.0.0',
  operations: {
    list: operation({
      title: 'List',
      route: 'GET /rows',
      input,
      exports: { csv: { mediaType: 'text/csv', write: () => 'id\n1\n' } },
      handler: () => listed,
    }),
    old: operation({
      title: 'Not migrated',
      route: 'GET /old',
      contractOptions: { jpcite: { migrated: false } },
      input,
      handler: () => listed,
    }),
    refuse: operation({ title: 'Refuse', route: 'GET /refuse', input, handler: () => refuse('not-found', 'ない') }),
    throw: operation({
      title: 'Throw',
      route: 'GET /throw',
      input,
      handler: () => {
        throw new Error('canary')
      },
    }),
    late: operation({ title: 'Late', route: 'GET /late', timeoutMs: 1, input, handler: forever }),
    broken: operation({
      title: 'Broken',
      route: 'GET /broken',
      input,
      output: z.object({ a: z.number() }),
      handler: () => ({ a: 'no number' }) as never,
    }),
    slow: operation({ title: 'Slow', route: 'GET /slow', input, handler: forever }),
  },
})

const headersOf = (response: Response): Record<string, string> => Object.fromEntries(response.headers)

/** The answer in short, and judged: nothing may be found in it. */
async function told(response: Response): Promise<string> {
  const headers = headersOf(response)
  const text = await response.text()
  const version = headers['x-envelope-version'] === 'v2' ? 'v2' : 'legacy'
  const wire = httpWire({ status: response.status, headers, body: Body.ofText(text) })
  expect(check(contract('jpcite'), wire, { version })).toEqual([])
  const body = JSON.parse(text)
  const shape = response.status === 200 ? ('meta' in body ? 'v2' : 'v1') : body.error.code
  expect(headers.vary?.split(', ')).toEqual(expect.arrayContaining(['Accept', 'Accept-Language', 'X-Envelope-Version']))
  expect(headers.deprecation !== undefined).toBe(version === 'legacy')
  return `${response.status} ${shape} ${headers['x-envelope-version']}`
}

/** The ways to answer: each gets the path and the head of a request, and the time. */
const ways = {
  serve(path: string, headers: Record<string, string>, now: number, mount = 'jpcite') {
    const server = serve(agent, { contract: mount, authenticate: false, now: () => now })
    return server.fetch(new Request(`http://x${path}`, { headers }))
  },
  async respond(path: string, headers: Record<string, string>, now: number, mount = 'jpcite') {
    const options: RespondOptions = {
      contract: mount,
      now: () => now,
      contractOptions: { jpcite: { migrated: !path.startsWith('/old') } },
    }
    return respond(new Request(`http://x${path}`, { headers }), listed, options)
  },
}

const vendor = { accept: 'application/vnd.jpcite.v2+json' }
const generic = { accept: 'application/vnd.replywire.jpcite+json' }
const asks: [string, string, Record<string, string>][] = [
  ['nothing', '', {}],
  ['?envelope=v1', '?envelope=v1', vendor],
  ['?envelope=jpcite@legacy', '?envelope=jpcite@legacy', vendor],
  ['?envelope=v2', '?envelope=v2', {}],
  ['?envelope=jpcite@v2', '?envelope=jpcite@v2', {}],
  ['?envelope=jpcite', '?envelope=jpcite', {}],
  ['Accept by its vendor type', '', vendor],
  ['Accept by the generic type', '', generic],
  ['?envelope=v9', '?envelope=v9', {}],
  ['?envelope=v9 with Accept', '?envelope=v9', vendor],
]
const v1 = '200 v1 v1'
const v2 = '200 v2 v2'
const gone = '422 VALIDATION_ERROR v2'
const strange = '422 bad_request v1'
const expected = {
  'opt-in': [v1, v1, v1, v2, v2, v2, v2, v2, strange, gone],
  'default-v2': [v2, v1, v1, v2, v2, v2, v2, v2, gone, gone],
  removed: [v2, gone, gone, v2, v2, v2, v2, v2, gone, gone],
}
const instants: [string, keyof typeof expected][] = [
  ['2026-08-03T23:59:59+09:00', 'opt-in'],
  ['2026-08-04T00:00:00+09:00', 'default-v2'],
  ['2026-08-04T00:00:01+09:00', 'default-v2'],
  ['2026-09-03T23:59:59+09:00', 'default-v2'],
  ['2026-09-04T00:00:00+09:00', 'removed'],
  ['2026-09-04T00:00:01+09:00', 'removed'],
]

describe.each(['serve', 'respond'] as const)('%s', way => {
  test.each(instants)('at %s the phase is %s, by whatever name a shape is asked for', async (instant, phase) => {
    const answers: string[] = []
    for (const [, query, headers] of asks) {
      answers.push(await told(await ways[way](`/rows${query}`, headers, Date.parse(instant))))
    }
    expect(answers.map((answer, n) => `${asks[n]?.[0]}: ${answer}`)).toEqual(
      expected[phase].map((answer, n) => `${asks[n]?.[0]}: ${answer}`),
    )
  })

  test.each(instants)('at %s a route that is not migrated is legacy, whatever is asked', async instant => {
    for (const [name, query, headers] of asks) {
      const answer = await told(await ways[way](`/old${query}`, headers, Date.parse(instant)))
      expect(`${name}: ${answer}`).toBe(`${name}: ${name.includes('v9') ? strange : v1}`)
    }
  })

  test('under the mount of another contract the shapes are the same', async () => {
    const at = (path: string, headers = {}) =>
      ways[way](path, headers, Date.parse('2026-09-04T00:00:00+09:00'), 'yaagents').then(told)
    expect(await at('/rows?envelope=v1')).toBe(gone)
    expect(await at('/rows', vendor)).toBe(v2)
    expect(await at('/old?envelope=jpcite')).toBe(v1)
  })

  test('ids that it mints are ULIDs, and the tag comes back', async () => {
    const response = await ways[way]('/rows', { ...vendor, 'x-client-tag': 'desk-1' }, 0)
    const { meta } = (await response.json()) as { meta: Record<string, unknown> }
    expect(meta.request_id).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
    expect([meta.client_tag, response.headers.get('x-request-id')]).toEqual(['desk-1', meta.request_id])
  })
})

test.each(['envelope=v1', 'envelope=jpcite@legacy', 'envelope=v2', 'envelope=v9'])(
  'an export is untouched by %s, also once the legacy shape is gone',
  async query => {
    const server = serve(agent, {
      contract: 'jpcite',
      authenticate: false,
      contractOptions: { jpcite: { phase: 'removed' } },
    })
    const response = await server.fetch(new Request(`http://x/rows?format=csv&${query}`))
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/csv',
      'id\n1\n',
    ])
  },
)

test.each(['jpcite', 'yaagents'])(
  'an export of a server that speaks %s has the same headers with v2',
  async contract => {
    const server = serve(agent, { contract, authenticate: false, contractOptions: { jpcite: { phase: 'opt-in' } } })
    const ids = { 'x-request-id': '01KQ3XQ77RR7J8XWZ8C0YR2JN2', 'x-correlation-id': 'c-1' }
    const headersOf = async (query: string, accept: string) => {
      const response = await server.fetch(
        new Request(`http://x/rows?format=csv${query}`, { headers: { ...ids, accept } }),
      )
      return [...response.headers]
    }
    const plain = await headersOf('', '*/*')
    const { 'x-envelope-version': version } = Object.fromEntries(plain)
    expect(version).toBe(contract === 'jpcite' ? 'v1' : undefined)
    expect(await headersOf('&envelope=v2', '*/*')).toEqual(plain)
    expect(await headersOf('', 'application/vnd.jpcite.v2+json')).toEqual(plain)
  },
)

test('the adoption of v2 is counted by the shape that was served', async () => {
  const server = serve(agent, {
    contract: 'jpcite',
    authenticate: false,
    contractOptions: { jpcite: { phase: 'opt-in' } },
  })
  const { url, adminUrl, close } = await server.listen({ port: 0, admin: { port: 0 } })
  try {
    const calls: [string, Record<string, string>][] = [
      ['/rows?envelope=v2', {}],
      ['/rows', vendor],
      ['/refuse?envelope=v2', {}],
      ['/rows', {}],
      // Asked for v2, served legacy.
      ['/old?envelope=v2', {}],
    ]
    const versions: (string | null)[] = []
    for (const [path, headers] of calls) {
      const response = await fetch(url + path, { headers })
      versions.push(response.headers.get('x-envelope-version'))
      await response.arrayBuffer()
    }
    expect(versions).toEqual(['v2', 'v2', 'v2', 'v1', 'v1'])
    const text = await (await fetch(`${adminUrl}/metrics`)).text()
    expect(
      text
        .split('\n')
        .filter(line => line.startsWith('replywire_served_edition_total{'))
        .toSorted(),
    ).toEqual([
      'replywire_served_edition_total{contract="jpcite",edition="legacy"} 2',
      'replywire_served_edition_total{contract="jpcite",edition="v2"} 3',
    ])
  } finally {
    await close()
  }
})

test('error.documentation leads to the page that the author names, whoever refuses', async () => {
  const documentation = 'https://docs.example/errors'
  const server = serve(agent, {
    contract: 'jpcite',
    authenticate: false,
    contractOptions: { jpcite: { phase: 'default-v2', documentation } },
  })
  const links: string[] = []
  for (const path of ['/refuse', '/throw', '/nowhere', '/rows?envelope=v9']) {
    const response = await server.fetch(new Request(`http://x${path}`))
    const text = await response.clone().text()
    expect(await told(response)).toContain(' v2')
    links.push(JSON.parse(text).error.documentation)
  }
  expect(links).toEqual([
    'https://docs.example/errors#not_found',
    'https://docs.example/errors#internal_error',
    'https://docs.example/errors#not_found',
    'https://docs.example/errors#validation_error',
  ])
})

test('a run that waits, or was canceled, links to the page that the author names', async () => {
  const waiting = defineAgent({
    name: 'waits',
    version: '1.0.0',
    operations: Object.fromEntries(
      Object.entries<Outcome>({
        ask: paused([{ kind: 'reply', question: 'Which?' }]),
        approve: paused([{ kind: 'approval', key: 'spend', action: 'Spend 5', token: 't' }]),
        login: paused([{ kind: 'credentials' }]),
        canceled: { kind: 'canceled' },
        unknown: { kind: 'unknown', status: 'melted' },
      }).map(([name, outcome]) => [
        name,
        operation({ title: name, route: `GET /${name}`, input, handler: () => outcome as never }),
      ]),
    ),
  })
  const linksOf = async (documentation?: string) => {
    const jpcite = { phase: 'default-v2', ...(documentation === undefined ? undefined : { documentation }) } as const
    const server = serve(waiting, { contract: 'jpcite', authenticate: false, contractOptions: { jpcite } })
    const links: string[] = []
    for (const name of ['ask', 'approve', 'login', 'canceled', 'unknown']) {
      const response = await server.fetch(new Request(`http://x/${name}`))
      const body = (await response.json()) as { error: { documentation: string }; documentation?: string }
      expect(body.documentation).toBeUndefined()
      links.push(body.error.documentation)
    }
    return links
  }
  expect(await linksOf('https://docs.example/errors')).toEqual([
    'https://docs.example/errors#validation_error',
    'https://docs.example/errors#forbidden',
    'https://docs.example/errors#unauthorized',
    'https://docs.example/errors#internal_error',
    'https://docs.example/errors#integrity_error',
  ])
  expect((await linksOf())[0]).toBe('https://jpcite.com/docs/api-reference/response_envelope#validation_error')
})

test('respond writes the legacy shape that its route has', async () => {
  const jpcite = { phase: 'opt-in', legacy: () => ({ mine: true }) } as const
  const response = respond(new Request('http://x/y'), completed({ a: 1 }), {
    contract: 'jpcite',
    contractOptions: { jpcite },
  })
  expect([response.headers.get('x-envelope-version'), await response.json()]).toEqual(['v1', { mine: true }])
})

test('what the app says of the exchange goes before what the request says', async () => {
  const request = new Request('http://x/y?lang=en', { headers: { 'x-client-tag': 'desk-1' } })
  const exchange = { requestId: 'mine-0001', billing: { units: 3 } }
  const jpcite = { phase: 'default-v2' } as const
  const response = respond(request, completed({ a: 1 }), { contract: 'jpcite', exchange, contractOptions: { jpcite } })
  expect(await response.json()).toMatchObject({
    meta: { request_id: 'mine-0001', billable_units: 3, client_tag: 'desk-1', lang: 'en' },
  })
})

describe('the server says in the language of the caller', () => {
  const japanese = /[\u3040-\u30ff]/
  const ask = async (path: string, options: ServeOptions = {}, language?: string) => {
    const server = serve(agent, {
      contract: 'jpcite',
      authenticate: false,
      contractOptions: { jpcite: { phase: 'opt-in' } },
      ...options,
    })
    const headers = language === undefined ? {} : { 'accept-language': language }
    const response = await server.fetch(new Request(`http://x${path}`, { headers }))
    return { status: response.status, headers: headersOf(response), body: await response.json() }
  }
  const unknown: ServeOptions = {
    authenticate: async () => {
      throw new AuthError('keys-unavailable')
    },
  }
  const cases: [string, number, ServeOptions][] = [
    ['/throw', 500, {}],
    ['/late', 504, {}],
    ['/broken', 500, {}],
    ['/nowhere', 404, {}],
    ['/rows', 503, unknown],
  ]

  test.each(cases)('%s is %i, in Japanese unless asked', async (path, status, options) => {
    for (const envelope of ['v1', 'v2']) {
      const plain = await ask(`${path}?envelope=${envelope}`, options)
      expect(plain.body.error.user_message).toMatch(japanese)
      expect(plain.headers.vary).toContain('Accept-Language')
      const english = await ask(`${path}?envelope=${envelope}`, options, 'en-GB, ja;q=0.2')
      expect(english.body.error.user_message).toMatch(/^[\x20-\x7e]+$/)
      if (envelope === 'v2') expect(english.status).toBe(status)
    }
  })

  test('what a handler says stays as it is', async () => {
    expect((await ask('/refuse?envelope=v2', {}, 'en')).body.error.user_message).toBe('ない')
  })

  test('a service that cannot check credentials is unavailable for a while', async () => {
    const { status, headers, body } = await ask('/rows?envelope=v2', unknown)
    expect([status, body.error.code, body.error.retryable]).toEqual([503, 'INTERNAL_ERROR', true])
    expect([headers['retry-after'], body.error.retry_after]).toEqual(['5', 5])
  })

  test('a call that is cut off by the end of the server', async () => {
    const server = serve(agent, {
      contract: 'jpcite',
      shutdownMs: 1,
      contractOptions: { jpcite: { phase: 'default-v2' } },
    })
    const { url, close } = await server.listen({ port: 0, admin: { port: 0 } })
    const answering = fetch(`${url}/slow`)
    await expect.poll(() => callsOpen(server)).toBe(1)
    await close()
    const response = await answering
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(((await response.json()) as { error: { user_message: string } }).error.user_message).toMatch(japanese)
  })
})
