/** `requestState` is good once, for its own caller and its own call, and only as it was given. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/lib/json-value.ts'
import { type CallerName, headersOf, listenToCallers } from './callers.ts'
import { modern, type RawAnswer } from './raw.ts'

let server: Awaited<ReturnType<typeof listenToCallers>>
let now = Date.now()

beforeAll(async () => {
  server = await listenToCallers({ now: () => now })
})

afterAll(() => server.close())

const call = (params: JsonObject, who: CallerName = 'ada') =>
  modern(server.mcp, 'tools/call', params, { headers: headersOf(who) })

const question = { name: 'optimize', arguments: { campaign: 'spring' } }
const answers = { input: { action: 'accept', content: { metric: 'ctr' } } }

async function paused(): Promise<string> {
  const { body } = await call(question)
  expect(body.result).toMatchObject({ resultType: 'input_required', inputRequests: { input: {} } })
  return String(body.result?.requestState)
}

function expectRefusal({ body }: RawAnswer): void {
  expect(body.error).toEqual({
    code: -32602,
    message: 'The requestState is not valid.',
    data: { reason: 'invalid_request_state' },
  })
}

describe('a requestState', () => {
  test('takes the call up again, and is refused the second time', async () => {
    const requestState = await paused()
    const again = { ...question, inputResponses: answers, requestState }
    expect((await call(again)).body.result).toMatchObject({ structuredContent: { campaign: 'spring', metric: 'ctr' } })
    expectRefusal(await call(again))
  })

  test('is good for one of many who use it at once', async () => {
    const requestState = await paused()
    const all = await Promise.all(
      Array.from({ length: 10 }, () => call({ ...question, inputResponses: answers, requestState })),
    )
    expect(all.filter(({ body }) => body.result !== undefined)).toHaveLength(1)
  })

  test('is refused when any of its characters is another', async () => {
    const requestState = await paused()
    const refused: string[] = []
    for (let at = 0; at < requestState.length; at++) {
      const other = requestState[at] === 'A' ? 'B' : 'A'
      const flipped = requestState.slice(0, at) + other + requestState.slice(at + 1)
      const { body } = await call({ ...question, inputResponses: answers, requestState: flipped })
      refused.push(String(body.error?.code))
    }
    expect(new Set(refused)).toEqual(new Set(['-32602']))
    // None of it has used the state up.
    expect((await call({ ...question, inputResponses: answers, requestState })).body.error).toBeUndefined()
  })

  test('is refused when its last character only decodes to the same bytes', async () => {
    const requestState = await paused()
    const bytes = Buffer.from(requestState, 'base64url')
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_='
    const twins = [...alphabet, ''].flatMap(end => {
      const twin = end === '=' ? `${requestState}=` : requestState.slice(0, -1) + end
      return twin !== requestState && Buffer.from(twin, 'base64url').equals(bytes) ? [twin] : []
    })
    expect(twins.length).toBeGreaterThan(0)
    for (const twin of twins) expectRefusal(await call({ ...question, inputResponses: answers, requestState: twin }))
  })

  test('is refused for another caller, of the same tenant and of another', async () => {
    const requestState = await paused()
    expectRefusal(await call({ ...question, inputResponses: answers, requestState }, 'bob'))
    expectRefusal(await call({ ...question, inputResponses: answers, requestState }, 'eve'))
  })

  test('is refused for another tool and for other arguments', async () => {
    const requestState = await paused()
    expectRefusal(await call({ name: 'greet', arguments: question.arguments, requestState }))
    expectRefusal(await call({ name: 'optimize', arguments: { campaign: 'autumn' }, requestState }))
  })

  test('is refused when its time is over', async () => {
    const requestState = await paused()
    now += 10 * 60_000
    expectRefusal(await call({ ...question, inputResponses: answers, requestState }))
  })
})

describe('answers', () => {
  test('that were not asked for are ignored', async () => {
    const requestState = await paused()
    const inputResponses = { ...answers, other: { action: 'accept', content: { campaign: 'hijacked' } } }
    const { body } = await call({ ...question, inputResponses, requestState })
    expect(body.result?.structuredContent).toEqual({ campaign: 'spring', metric: 'ctr' })
  })

  test('that are missing are asked for again', async () => {
    const requestState = await paused()
    const { body } = await call({ ...question, inputResponses: {}, requestState })
    expect(body.result).toMatchObject({ resultType: 'input_required' })
    expect(body.result?.requestState).not.toBe(requestState)
  })

  test('that the tool would refuse are asked for again, with a new state', async () => {
    const requestState = await paused()
    const wrong = { input: { action: 'accept', content: { metric: 'clicks' } } }
    const { body } = await call({ ...question, inputResponses: wrong, requestState })
    expect(body.result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { input: { params: { message: expect.stringContaining('The answer is not valid: /metric') } } },
    })
    const again = { ...question, inputResponses: answers, requestState: String(body.result?.requestState) }
    expect((await call(again)).body.result).toMatchObject({ structuredContent: { campaign: 'spring', metric: 'ctr' } })
  })

  test('that a task would refuse are asked for again, with a new state', async () => {
    const researching = { name: 'research', arguments: { steps: 0 } }
    const first = await call(researching)
    const answer = (topic: string | number, state: JsonObject | undefined) =>
      call({
        ...researching,
        inputResponses: { input: { action: 'accept', content: { topic } } },
        requestState: String(state?.requestState),
      })
    const second = await answer(7, first.body.result)
    expect(second.body.result).toMatchObject({ resultType: 'input_required', inputRequests: { input: {} } })
    const third = await answer('bees', second.body.result)
    expect(third.body.result).toMatchObject({ structuredContent: { topic: 'bees' } })
  })

  test.each([
    ['decline', { code: 'DECLINED', category: 'forbidden' }],
    ['cancel', { code: 'CANCELED' }],
  ])('%s ends the call', async (action, error) => {
    const requestState = await paused()
    const { body } = await call({ ...question, inputResponses: { input: { action } }, requestState })
    expect(body.result).toMatchObject({ isError: true, structuredContent: { error } })
  })
})

describe('an approval', () => {
  const spending = { name: 'spend', arguments: { amount: 5 } }
  const approve = { spend: { action: 'accept', content: { approve: true } } }

  test('is not given by somebody who may not decide: they are asked again', async () => {
    const first = await call(spending)
    const { body } = await call({
      ...spending,
      inputResponses: approve,
      requestState: String(first.body.result?.requestState),
    })
    expect(body.result).toMatchObject({ resultType: 'input_required', inputRequests: { spend: {} } })
  })

  test('that somebody else has given meanwhile lets the call proceed', async () => {
    const first = await call({ ...spending, arguments: { amount: 6 } })
    const listed = await fetch(`${server.url}/approvals?state=open`, { headers: headersOf('bob') })
    const [approval] = ((await listed.json()) as { id: string; input: { amount: number } }[]).filter(
      ({ input }) => input.amount === 6,
    )
    await fetch(`${server.url}/approvals/${approval?.id}:decide`, {
      method: 'POST',
      headers: { ...headersOf('bob'), 'content-type': 'application/json' },
      body: JSON.stringify({ decision: 'approve' }),
    })
    const { body } = await call({
      name: 'spend',
      arguments: { amount: 6 },
      inputResponses: approve,
      requestState: String(first.body.result?.requestState),
    })
    expect(body.result?.structuredContent).toEqual({ spent: 6, by: 'bob' })
  })

  test('is never given by an answer that came before the question', async () => {
    const { body } = await call({ ...spending, arguments: { amount: 7 }, inputResponses: approve })
    expect(body.result).toMatchObject({ resultType: 'input_required' })
  })
})
