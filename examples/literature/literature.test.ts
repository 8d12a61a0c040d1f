import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { editionOf, readStream } from '../../src/codec/index.ts'
import { Body, check, contract, httpWire } from '../../src/index.ts'
import { type Listening, serve } from '../../src/server/index.ts'
import agent from './agent.ts'
import { Corpus } from './search.ts'

const agentRun = contract('agent-run')
let server: Listening
beforeAll(async () => {
  server = await serve(agent, { contract: 'agent-run' }).listen({ port: 0 })
})
afterAll(() => server.close())

async function post(path: string, body: object | string) {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
}

async function sync(body: object | string) {
  const { status, headers, text } = await post('/agents/run/sync', body)
  expect(check(agentRun, httpWire({ status, headers, body: Body.ofText(text) }))).toEqual([])
  return { status, body: JSON.parse(text) }
}

const ask = (inputs: object, more: object = {}) => ({ request_id: 'r-7', task_type: 'LIT_RETRIEVAL', inputs, ...more })

describe('LIT_RETRIEVAL', () => {
  test('ranks the papers that answer, and grounds every one', async () => {
    const { status, body } = await sync(ask({ query: 'naps of nurses', limit: 3 }))
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'ok', request_id: 'r-7' })
    expect(body.outputs.papers).toHaveLength(3)
    expect(body.outputs.papers[0].title).toContain('Night-shift naps')
    const ids = body.outputs.papers.map(({ id }: { id: string }) => id)
    expect(body.grounding.citations).toEqual(ids)
    expect(body.grounding.sources.map(({ id }: { id: string }) => id)).toEqual(ids)
    expect(body.grounding.span_refs.length).toBeGreaterThan(0)
  })

  test('a span is where it says it is', () => {
    for (const { paper, spans } of Corpus.load().search('sleep in intensive care', { limit: 5 })) {
      for (const { start, end, text } of spans) expect(paper.abstract.slice(start, end)).toBe(text)
    }
  })

  test('filters by year and design', async () => {
    const { body } = await sync(ask({ query: 'studies', fromYear: 2020, design: 'cohort study', limit: 20 }))
    for (const { year, design } of body.outputs.papers) {
      expect(year).toBeGreaterThanOrEqual(2020)
      expect(design).toBe('cohort study')
    }
  })

  test('an empty search is a success with no papers', async () => {
    const { status, body } = await sync(ask({ query: 'quantum zeppelins' }))
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'ok', outputs: { papers: [] } })
    expect(body.error).toBe(undefined)
  })

  test('streams progress and ends with the same answer', async () => {
    const { headers, text } = await post('/agents/run/stream', ask({ query: 'naps of nurses', limit: 3 }))
    expect(headers['content-type']).toBe('text/event-stream')
    const { moments, findings } = readStream(agentRun, editionOf(agentRun), text)
    expect(findings).toEqual([])
    expect(moments.map(({ kind }) => kind)).toEqual(['progress', 'progress', 'outcome'])
    const { body } = await sync(ask({ query: 'naps of nurses', limit: 3 }))
    expect(moments.at(-1)).toMatchObject({ outcome: { kind: 'completed', payload: { value: body.outputs } } })
  })
})

describe('POLICY_REVIEW', () => {
  const review = (text: string, mode: string) =>
    sync({ request_id: 'r-8', task_type: 'POLICY_REVIEW', mode, inputs: { text } }).then(({ body }) => body.outputs)
  const verdicts = (outputs: { findings: { policy: string; verdict: string }[] }) =>
    Object.fromEntries(outputs.findings.map(({ policy, verdict }) => [policy, verdict]))

  test('finds what identifies a person, and where', async () => {
    const text = 'Contact ada@example.org. MRN 123456. Consent was obtained. Data is kept for 5 years.'
    const outputs = await review(text, 'DEMO')
    expect(verdicts(outputs)).toMatchObject({
      'no-email': 'broken',
      'no-record-number': 'broken',
      consent: 'met',
      retention: 'met',
    })
    const [{ evidence }] = outputs.findings
    expect(text.slice(evidence[0].start, evidence[0].end)).toBe('ada@example.org')
  })

  test('what the text does not say is unclear in LIVE mode, and never passes', async () => {
    const outputs = await review('A text about nothing.', 'LIVE')
    expect(verdicts(outputs)).toMatchObject({ consent: 'unclear', retention: 'unclear' })
    expect(outputs.overallPass).toBe(false)
  })
})

describe('always the envelope', () => {
  test.each([
    ['a task type that there is not', { request_id: 'r-1', task_type: 'DANCE' }, 422, 'UNSUPPORTED_TASK_TYPE'],
    ['no request id', { task_type: 'LIT_RETRIEVAL' }, 422, 'VALIDATION_ERROR'],
    ['a wrong input', ask({ query: 7 }), 422, 'VALIDATION_ERROR'],
    ['broken JSON', '{"request_id":', 422, 'VALIDATION_ERROR'],
  ])('%s', async (_, body, status, code) => {
    const answer = await sync(body)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ status: 'error', outputs: {}, error: { code } })
    expect(answer.body.request_id).not.toBe('')
  })

  test('a budget of time is kept', async () => {
    const { body } = await sync(ask({ query: 'naps' }, { budgets: { timeout_ms: 0 } }))
    expect(body).toMatchObject({ status: 'error', error: { code: 'TIMEOUT' } })
  })
})
