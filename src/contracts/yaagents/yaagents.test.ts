import { createHash } from 'node:crypto'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { seal } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import { completed, created, failed, type Outcome, pending } from '../../outcome/outcome.ts'
import { Body } from '../../wire/body.ts'
import { httpWire } from '../../wire/http.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { PROFILE_VERSION, yaagents } from './index.ts'

const exchange = seal({ requestId: 'r', correlationId: 'c' }, { id: () => 'x', now: () => new Date(0) })
const write = (outcome: Outcome, version = '0.3') => encode(outcome, exchange, version)

describe('the table', () => {
  const folders = '{src,examples,openapi,schemas,docs,demo,templates,scripts,console,bench}'
  const scanned = [
    ...globSync(`${folders}/**/*.{ts,tsx,js,json,yaml,yml,md,txt,html}`),
    ...globSync('*.{md,json,yaml}'),
  ]
    // The samples of the console are written from the fixtures.
    .filter(file => !/\.test\.ts$|\/fixtures\/|samples\.generated\.ts$|node_modules|^package-lock/.test(file))
    .map(file => ({ file, text: readFileSync(file, 'utf8') }))

  test('stands in one file: no other source, schema, page, example or demo spells a vendor media type', () => {
    const copies = scanned.filter(({ text }) => text.includes('vnd.yaagents.')).map(({ file }) => file)
    expect(copies.toSorted()).toEqual(['openapi/yaagents-components.yaml', 'src/contracts/yaagents/status.ts'])
    for (const folder of ['openapi/', 'schemas/', 'docs/', 'console/', 'examples/', 'templates/']) {
      expect(scanned.some(({ file }) => file.startsWith(folder))).toBe(true)
    }
  })

  test('reference pages link to it', () => {
    const link = (root: string) => `(${root}/src/contracts/yaagents/status.ts)`
    expect(readFileSync('docs/reference/contracts/yaagents.md', 'utf8')).toContain(link('../../..'))
    expect(readFileSync('docs/reference/matrix.md', 'utf8')).toContain(link('../..'))
  })

  test('the version has one source, and every declaration states it', () => {
    expect(PROFILE_VERSION).toBe('0.3')
    const spelt = scanned
      .filter(({ file }) => /^src\/contracts\/yaagents\/(?!.*\.generated)/.test(file))
      .filter(({ text }) => /['"`v]0\.3['"`\s.]/.test(text))
      .map(({ file, text }) => `${file} ${text.match(/['"`v]0\.3['"`\s.]/g)?.length}`)
    // The example of the exported contract shows the value.
    expect(spelt.toSorted()).toEqual(['src/contracts/yaagents/index.ts 1', 'src/contracts/yaagents/status.ts 1'])
    for (const file of ['package.json', 'templates/agent/package.json.txt']) {
      const { profile, declaration } = JSON.parse(readFileSync(file, 'utf8')).yaagents
      expect([file, profile, declaration]).toEqual([file, 'v0.3', 'Supports YAAgents Profile v0.3'])
    }
    expect(yaagents.editions[PROFILE_VERSION]?.version).toBe(yaagents.current)
    expect(readFileSync('openapi/yaagents-components.yaml', 'utf8')).toContain('const: v0.3')
  })

  test('gives HTTP statuses outside the ten rows to the error media type', () => {
    const { wire } = write(failed(fault('not-found', 'No such campaign.')))
    expect(wire.status).toBe(404)
    expect(wire.headers['content-type']).toBe('application/vnd.yaagents.error+json')
  })
})

describe('frozen editions', () => {
  const hash = (version: string) => {
    const sum = createHash('sha256')
    for (const name of readdirSync(`schemas/yaagents/${version}`).toSorted()) {
      sum.update(name).update(readFileSync(`schemas/yaagents/${version}/${name}`))
    }
    return sum.digest('hex')
  }

  test('v0.1 is what it was', () => {
    expect(hash('0.1')).toBe('1ad76052633ac9f7c95dd9ea2d26d7854e021b5f1c5db3f6cf3d44ef79cb2c0c')
  })

  test('v0.2 is what it was', () => {
    expect(hash('0.2')).toBe('9d2d37b071868678b3c322fbf08655410d5ccd605a1235cba0eb21fbe1c3eb08')
  })

  test('v0.3 differs from v0.2 in $id alone', () => {
    for (const name of readdirSync('schemas/yaagents/0.3')) {
      const [older, newer] = ['0.2', '0.3'].map(version => readFileSync(`schemas/yaagents/${version}/${name}`, 'utf8'))
      expect(newer).toBe(older?.replace('/schemas/v0.2/', '/schemas/v0.3/'))
      expect(newer).toContain(`"$id": "https://yaagents.io/schemas/v0.3/${name}"`)
    }
  })

  test('v0.1 says how long to wait in a header only', () => {
    const limited = failed(fault('rate-limited', 'Slow down.', { retryAfterMs: 5000 }))
    expect(write(limited, '0.1').wire.headers['retry-after']).toBe('5')
    expect(write(limited, '0.1').wire.body.text()).not.toContain('retryAfter')
    expect(write(limited, '0.3').wire.body.text()).toContain('"retryAfter":5')
  })
})

describe('reading', () => {
  test('takes a deadline for what the code says it is', () => {
    const wire = httpWire({
      status: 500,
      headers: { 'content-type': 'application/vnd.yaagents.error+json', 'x-yaagents-profile': 'v0.3' },
      body: {
        type: 'error',
        code: 'EXECUTION_TIMEOUT',
        message: 'Too long.',
        trace: { correlationId: 'c', requestId: 'r' },
      },
    })
    expect(decode(wire, '0.3').outcome).toMatchObject({ kind: 'failed', fault: { category: 'timeout' } })
  })

  test.each([
    ['nothing', ''],
    ['a scalar', '7'],
    ['an array', '[]'],
    ['an object without type', '{}'],
    ['wrong types everywhere', '{"type":7,"trace":[],"requiredInputs":{},"errors":7,"code":[]}'],
    ['a prototype', '{"__proto__":{"polluted":true},"type":"error"}'],
  ])('never throws on %s, under any status and media type', (_, text) => {
    for (const status of [undefined, 200, 201, 202, 400, 401, 403, 409, 412, 418, 422, 424, 429, 500, 502]) {
      for (const type of ['application/json', 'text/html', 'operation', 'clarification', 'validation-error', 'error']) {
        const contentType = type.includes('/') ? type : `application/vnd.yaagents.${type}+json`
        const wire = httpWire({ status, headers: { 'content-type': contentType }, body: Body.ofText(text) })
        expect(decode(wire, '0.3').outcome.kind).toBeTypeOf('string')
      }
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('writing', () => {
  test('never lets a challenge scheme break out of its header', () => {
    const { wire } = write({ kind: 'paused', needs: [{ kind: 'credentials', scheme: 'Basic\r\nSet-Cookie: a=b' }] })
    expect(wire.status).toBe(401)
    expect(wire.headers['www-authenticate']).toBe('Bearer')
  })

  test('marks a replay', () => {
    const { wire } = encode({ kind: 'canceled' }, { ...exchange, replayed: true }, '0.3')
    expect(wire.headers['idempotency-replayed']).toBe('true')
  })
})

describe('detection', () => {
  test.each([
    ['the profile header', { 'x-yaagents-profile': 'v0.2' }, {}, { version: '0.2', sure: 'certain' }],
    [
      'a media type',
      { 'content-type': 'application/vnd.yaagents.error+json' },
      {},
      { version: '0.3', sure: 'certain' },
    ],
    ['a body type with a trace', {}, { type: 'conflict', trace: {} }, { version: '0.3', sure: 'likely' }],
    ['a body type alone', {}, { type: 'error' }, { version: '0.3', sure: 'possible' }],
  ])('knows %s', (_, headers, body, expected) => {
    expect(yaagents.detect(httpWire({ headers, body }))).toMatchObject(expected)
  })

  test('leaves other bodies alone', () => {
    expect(yaagents.detect(httpWire({ headers: {}, body: { status: 'ok' } }))).toBeUndefined()
  })
})

function lost(outcome: Outcome): string[] {
  const pointers = write(outcome).losses.map(({ pointer }) => pointer)
  return pointers.filter(pointer => pointer.startsWith('/outcome'))
}

describe('what a header cannot hold', () => {
  test('an address is percent-encoded there, and the body has it as it is', () => {
    const { wire } = write(pending({ id: 't', statusUrl: '/plän 7\r\nx: y' }, { message: 'Wait.' }))
    expect(wire.headers.location).toBe('/pl%C3%A4n%207%0D%0Ax:%20y')
    expect(wire.body.json()).toMatchObject({ value: { statusUrl: '/plän 7\r\nx: y' } })
    const made = created({}, { location: '/é' })
    expect(write(made).wire.headers.location).toBe('/%C3%A9')
    expect(lost(made)).toEqual(['/outcome/created/location'])
  })

  test('half a character in the id of a task is replaced in the path that is made of it', () => {
    expect(write(pending({ id: 'a\ud800' })).wire.headers.location).toBe('/operations/a%EF%BF%BD/status')
  })

  test('an empty status URL is none', () => {
    const outcome = pending({ id: 't', statusUrl: '' }, { message: 'Wait.' })
    expect(write(outcome).wire.headers.location).toBe('/operations/t/status')
    expect(lost(outcome)).toEqual(['/outcome/task/statusUrl'])
  })

  test.each([
    [-1, '0'],
    [1500, '2'],
    [1e300, '999999999'],
  ])('a wait of %d ms is %s s, and that is named', (retryAfterMs, header) => {
    const outcome = failed(fault('rate-limited', 'Slow down.', { retryAfterMs }))
    expect(write(outcome).wire.headers['retry-after']).toBe(header)
    expect(lost(outcome)).toEqual(['/outcome/fault/retryAfterMs'])
  })
})

test('a trace of more than the ids of the headers keeps the rest, and the writer names it', () => {
  const trace = { correlationId: 'body', requestId: 'r', dependency: 'iam' }
  const wire = httpWire({
    status: 500,
    headers: {
      'content-type': 'application/vnd.yaagents.error+json',
      'x-correlation-id': 'head',
      'x-request-id': 'r',
    },
    body: { type: 'error', code: 'X', message: 'm', trace },
  })
  const { outcome, exchange: told } = decode(wire, '0.3')
  const rest = { correlationId: 'body', dependency: 'iam' }
  expect(told).toEqual({ correlationId: 'head', requestId: 'r', extra: { yaagents: { trace: rest } } })
  const { losses } = encode(outcome, { ...exchange, ...told }, '0.3')
  expect(losses.map(({ pointer }) => pointer)).toContain('/exchange/extra/yaagents')
})

describe("a service's own body", () => {
  const read = (body: object) => decode(write(completed(body)).wire, '0.3')

  test('of the type of a vendor body is sent as a value, and that is named', () => {
    const body = { type: 'conflict', parties: 2 }
    expect(read(body).findings).toEqual([])
    expect(read(body).outcome).toMatchObject({ kind: 'completed', payload: { value: { value: body } } })
    expect(lost(completed(body))).toEqual(['/outcome/payload'])
  })

  test('with a trace that contradicts the headers gets that of the answer, and that is named', () => {
    const body = { trace: { correlationId: 'another', spans: 2 } }
    expect(read(body).findings).toEqual([])
    expect(lost(completed(body))).toEqual(['/outcome/payload/value/trace'])
  })
})

test('an input in a place that there is not is found, read as one of the body, and the place rides along', () => {
  const asked = {
    type: 'clarification_required',
    code: 'CLARIFICATION_REQUIRED',
    message: 'More, please.',
    requiredInputs: [{ name: 'x', location: 'cookie', type: 'string', required: true, question: 'Which?' }],
    trace: { correlationId: 'c', requestId: 'r' },
  }
  const { outcome, findings } = decode(httpWire({ headers: {}, body: asked }), '0.3')
  expect(findings).toMatchObject([{ rule: 'yaagents/required-inputs', pointer: '/requiredInputs/0/location' }])
  expect(outcome).toMatchObject({
    needs: [{ kind: 'input', name: 'x', location: 'body', extra: { yaagents: { location: 'cookie' } } }],
  })
})
