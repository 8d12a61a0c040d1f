import { describe, expect, test } from 'vitest'
import { contract, contracts } from '../contracts/registry.ts'
import { completed } from '../outcome/outcome.ts'
import { Body } from '../wire/body.ts'
import { httpWire } from '../wire/http.ts'
import { mcpWire } from '../wire/mcp.ts'
import { check, decode, editionOf } from './check.ts'
import { detect } from './detect.ts'
import { Losses } from './loss.ts'
import { payloadJson, payloadObject } from './payload.ts'
import { translate } from './translate.ts'

const yaagents = contract('yaagents')
const answer = httpWire({
  status: 200,
  headers: { 'Content-Type': 'application/json', 'X-YAAgents-Profile': 'v0.3' },
  body: Body.ofText('{"n": 12345678901234567890, "trace": {"correlationId":"c","requestId":"r"}}'),
})

describe('editions', () => {
  test.each(['0.3', 'v0.3', undefined])('%s is the same edition', version => {
    expect(editionOf(yaagents, version).version).toBe('0.3')
  })

  test.each(['9', 'constructor', '__proto__', 'toString'])('%s is refused with those there are', version => {
    expect(() => editionOf(yaagents, version)).toThrow('it has 0.1, 0.2, 0.3')
  })

  test.each(['constructor', '__proto__'])('%s is no document of any', message => {
    expect(() => check(contract('adcp'), answer, { message })).toThrow('adcp 3.1 has no')
  })

  test('an unknown contract is refused with those there are', () => {
    expect(() => contract('nope')).toThrow('yaagents')
  })
})

describe('a body with more oddities than are listed', () => {
  const body = Body.ofText(`[${Array.from({ length: 1500 }, () => '1e400').join()}]`)
  const wire = httpWire({ status: 200, headers: { 'content-type': 'application/json' }, body })

  test('is found to have more, in one finding', () => {
    const found = check(contract('problem'), wire).filter(({ rule }) => rule === 'json/exact-numbers')
    expect(found).toHaveLength(1001)
    expect(found.at(-1)).toMatchObject({ pointer: '', message: 'The same problem occurs in 500 more places.' })
  })

  test('is translated with one loss for them all', () => {
    const { losses } = translate(wire, { from: contract('problem'), to: yaagents })
    expect(losses).toContainEqual({ pointer: '/source', reason: 'The same problem occurs in 500 more places.' })
  })
})

describe('check', () => {
  test('refuses a carrier that the contract does not speak', () => {
    expect(() => check(yaagents, mcpWire({}))).toThrow('not spoken over mcp')
  })

  test('refuses a message that the contract does not have', () => {
    expect(() => check(yaagents, answer, { message: 'request' })).toThrow('no request over http')
    expect(() => check(yaagents, answer, { message: 'parade' })).toThrow('no parade over http')
  })

  test('says of every finding what, where, which clause and how to mend it', () => {
    expect(check(yaagents, answer)).toEqual([
      {
        rule: 'json/exact-numbers',
        level: 'should',
        pointer: '/n',
        message: 'A double cannot hold this number.',
        clause: 'RFC 8259 §6',
        fix: 'Send the number as a string.',
      },
    ])
  })
})

describe('detect', () => {
  test('puts the surest first and says why', () => {
    expect(detect(contracts, answer)[0]).toMatchObject({
      contract: { id: 'yaagents' },
      version: '0.3',
      sure: 'certain',
      reason: 'the header X-YAAgents-Profile',
    })
  })
})

describe('translate', () => {
  test('passes the very bytes through when nothing changes', () => {
    const { wire, losses } = translate(answer, { from: yaagents, to: yaagents })
    expect(wire).toBe(answer)
    expect(losses).toEqual([])
  })

  test('names what is not as its contract has it and is nowhere in what was read', () => {
    const body = { status: 'error', request_id: 'r', outputs: {}, error: { code: { no: 'CODE' }, message: 'm' } }
    const { losses } = translate(httpWire({ status: 200, body }), { from: contract('agent-run'), to: yaagents })
    expect(losses.map(({ pointer }) => pointer)).toContain('/source/error/code')
  })

  test('names a number that the reader had to change', () => {
    const { losses } = translate(answer, { from: yaagents, to: yaagents, toVersion: '0.2' })
    expect(losses).toEqual([{ pointer: '/source/n', reason: 'A double cannot hold this number.' }])
  })

  test('does not call lost what the seal itself added', () => {
    const { losses } = translate(httpWire({ headers: {}, body: { a: 1 } }), {
      from: yaagents,
      to: yaagents,
      toVersion: '0.1',
    })
    expect(losses).toEqual([])
  })
})

describe('payloads', () => {
  const written = (payload: Parameters<typeof payloadJson>[0], write: typeof payloadJson) => {
    const losses = new Losses('x')
    return { json: write(payload, losses), lost: losses.list.map(({ pointer }) => pointer) }
  }

  test.each([
    [{ kind: 'value', value: { a: 1 } }, { a: 1 }, []],
    [{ kind: 'value', value: 7 }, { value: 7 }, ['/outcome/payload']],
    [{ kind: 'rows', rows: [1] }, { rows: [1] }, ['/outcome/payload']],
    [
      { kind: 'text', text: 'x', mediaType: 'text/plain' },
      { text: 'x', mediaType: 'text/plain' },
      ['/outcome/payload'],
    ],
    [{ kind: 'bytes', base64: 'eA==', mediaType: 'a/b' }, { base64: 'eA==', mediaType: 'a/b' }, ['/outcome/payload']],
  ] as const)('%j is an object', (payload, json, lost) => {
    expect(written(payload as never, payloadObject)).toEqual({ json, lost })
  })

  test.each([
    [{ kind: 'value', value: null }, null, []],
    [{ kind: 'value', value: [1] }, [1], ['/outcome/payload']],
    [{ kind: 'value', value: 'x' }, 'x', ['/outcome/payload']],
    [{ kind: 'rows', rows: [1], page: { total: 9 } }, [1], ['/outcome/payload/page']],
    [{ kind: 'text', text: 'x', mediaType: 'a/b' }, 'x', ['/outcome/payload/mediaType']],
  ] as const)('%j is any value', (payload, json, lost) => {
    expect(written(payload as never, payloadJson)).toEqual({ json, lost })
  })

  test('a plain value becomes the form that it is', () => {
    expect(completed([1]).payload).toEqual({ kind: 'rows', rows: [1] })
    expect(completed('x').payload).toEqual({ kind: 'text', text: 'x' })
    expect(completed({ a: 1 }).payload).toEqual({ kind: 'value', value: { a: 1 } })
    expect(completed()).toEqual({ kind: 'completed' })
  })
})

test('a body that says the same thing twice is judged and still read', () => {
  const wire = httpWire({ headers: {}, body: Body.ofText('{"a":1,"a":2}') })
  expect(decode(yaagents, wire).outcome).toMatchObject({ payload: { value: { a: 2 } } })
})
