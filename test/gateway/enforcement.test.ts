/** What is done about answers that break their contract, in each mode and in every contract. */
import { describe, expect, test } from 'vitest'
import { contracts } from '../../src/contracts/registry.ts'
import type { Enforcement } from '../../src/gateway/config.ts'
import { fault } from '../../src/outcome/fault.ts'
import { completed, failed } from '../../src/outcome/outcome.ts'
import { httpEdition } from '../../src/server/negotiate.ts'
import { gateway, pool, route, sendJson, traceOf, upstream } from './kit.ts'

const operation = 'application/vnd.yaagents.operation+json'

/** 202 answers: with what the text requires, what only the schema requires, and what the schema does not allow. */
async function accepting(body: object, enforce: Enforcement) {
  const agents = await upstream((received, response) =>
    sendJson(response, 202, { ...body, trace: traceOf(received) }, operation),
  )
  const opened = await gateway({ pools: [pool(agents.url)], routes: [route({ enforce })] })
  const response = await fetch(`${opened.url}/campaigns/7/optimizations`, { method: 'POST' })
  const { code } = (await response.json()) as { code?: string }
  return { status: response.status, code, ...opened }
}

const whole = {
  type: 'operation_accepted',
  code: 'OPERATION_ACCEPTED',
  message: '',
  operationId: 'op-1',
  statusUrl: '/s',
}
const byText = { type: 'operation_accepted', operationId: 'op-1', statusUrl: '/s' }
const broken = { type: 'operation_accepted', code: 'OPERATION_ACCEPTED', message: '', statusUrl: '/s' }

describe('enforcement', () => {
  test.each([
    ['enforce', whole, 202, 'OPERATION_ACCEPTED'],
    ['enforce', byText, 500, 'UPSTREAM_CONTRACT_VIOLATION'],
    ['enforce', { ...whole, more: 1 }, 500, 'UPSTREAM_CONTRACT_VIOLATION'],
    ['enforce', broken, 500, 'UPSTREAM_CONTRACT_VIOLATION'],
    ['enforce-must', byText, 202, undefined],
    ['enforce-must', { ...whole, more: 1 }, 202, 'OPERATION_ACCEPTED'],
    ['enforce-must', broken, 500, 'UPSTREAM_CONTRACT_VIOLATION'],
    ['report', broken, 202, 'OPERATION_ACCEPTED'],
    ['off', broken, 202, 'OPERATION_ACCEPTED'],
  ] as const)('%s of %o is %i', async (enforce, body, status, code) => {
    expect(await accepting(body, enforce)).toMatchObject({ status, code })
  })

  test('findings are counted by rule and level, and named in the log', async () => {
    const { metric, lines } = await accepting(broken, 'report')
    const total = 'replywire_gateway_findings_total'
    expect(await metric(total, { route: 'optimize', rule: 'yaagents/operation', level: 'must' })).toBe(1)
    expect(lines).toContainEqual(expect.objectContaining({ rules: 'yaagents/operation', operation: 'optimize' }))
  })

  test('a refusal is counted by its code', async () => {
    const { metric } = await accepting(broken, 'enforce')
    const labels = { route: 'optimize', code: 'UPSTREAM_CONTRACT_VIOLATION' }
    expect(await metric('replywire_gateway_refusals_total', labels)).toBe(1)
    expect(await metric('yaagents_gateway_requests_total', { route: 'optimize', status: '500' })).toBe(1)
  })

  test('an answer of the upstream that fails is no refusal of the gateway', async () => {
    const agents = await upstream((received, response) =>
      sendJson(
        response,
        403,
        { type: 'forbidden', code: 'NO', message: 'No.', trace: traceOf(received) },
        'application/vnd.yaagents.error+json',
      ),
    )
    const { url, metric } = await gateway({ pools: [pool(agents.url)] })
    expect((await fetch(`${url}/campaigns/7/optimizations`, { method: 'POST' })).status).toBe(403)
    expect(await metric('replywire_gateway_refusals_total')).toBeUndefined()
  })

  test('a body beyond what is verified passes in report mode', async () => {
    const text = JSON.stringify({ much: 'x'.repeat(3000) })
    const agents = await upstream((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write(text.slice(0, 1500))
      setTimeout(() => response.end(text.slice(1500)), 10)
    })
    const { url } = await gateway({
      pools: [pool(agents.url)],
      routes: [route({ enforce: 'report' })],
      limits: { maxVerifiedBodyBytes: 1000 },
    })
    const response = await fetch(`${url}/campaigns/7/optimizations`, { method: 'POST' })
    expect(await response.text()).toBe(text)
  })
})

const spoken = contracts.filter(contract => httpEdition(contract) !== undefined)

describe('every contract over HTTP', () => {
  test('there are five of them at least', () => {
    expect(spoken.length).toBeGreaterThanOrEqual(5)
  })

  test.each(spoken.map(({ id }) => id))('%s: good answers pass byte by byte, others are replaced in it', async id => {
    const edition = httpEdition(spoken.find(contract => contract.id === id) as (typeof spoken)[number])
    if (edition === undefined) throw new Error('It has no face.')
    let bytes = ''
    const agents = await upstream((received, response) => {
      if (received.path === '/bad') {
        sendJson(response, 400, ['surprise'], 'application/problem+json')
        return
      }
      const { correlationId, requestId } = traceOf(received)
      const exchange = { correlationId, requestId, at: '2026-08-01T00:00:00.000Z', durationMs: 3 }
      const outcome =
        received.path === '/good' ? completed({ text: 'Hello' }) : failed(fault('not-found', 'There is no such thing.'))
      const { wire } = edition.face.encode(outcome, exchange)
      bytes = wire.body.text()
      response.writeHead(wire.status ?? 200, wire.headers)
      response.end(bytes)
    })
    const one = (path: string) => route({ id: path, method: 'GET', path, contract: id })
    const { url } = await gateway({
      contract: id,
      pools: [pool(agents.url)],
      routes: ['/good', '/fault', '/bad'].map(one),
    })
    const good = await fetch(`${url}/good`)
    expect(await good.text()).toBe(bytes)
    const failing = await fetch(`${url}/fault`)
    expect(await failing.text()).toBe(bytes)
    const bad = await fetch(`${url}/bad`)
    const text = await bad.text()
    expect(text).not.toContain('surprise')
    for (const response of [bad, await fetch(`${url}/nowhere`)]) {
      const body = response === bad ? text : await response.text()
      const wire = { carrier: 'http', status: response.status, headers: Object.fromEntries(response.headers) } as const
      const { Body } = await import('../../src/wire/body.ts')
      const { findings } = edition.face.decode({ ...wire, body: Body.ofText(body) })
      expect(findings.filter(({ level }) => level === 'must')).toEqual([])
    }
  })
})
