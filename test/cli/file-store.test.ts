/** Agent files with a store: keys, approvals and tasks mean what they mean on a server. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callCli as cli } from './call-cli.ts'
import { folder } from './run-cli.ts'

const library = new URL('../../src/index.ts', import.meta.url).href

/** An agent that writes down what it does. */
const agent = `
import { appendFileSync } from 'node:fs'
import { defineAgent, operation, requireApproval } from '${library}'
const did = what => appendFileSync(new URL('did.txt', import.meta.url), what + '\\n')
const input = { type: 'object', required: ['amount'], properties: { amount: { type: 'number' } } }
export default defineAgent({ name: 'spender', version: '1', operations: {
  count: operation({ title: 'Count', input, handler: ({ amount }) => { did('count ' + amount); return { amount } } }),
  later: operation({ title: 'Later', input, async: true, handler: async ({ amount }, ctx) => {
    await ctx.step('one', () => did('step ' + amount))
    return { amount }
  } }),
  spend: operation({ title: 'Spend', input, handler({ amount }, ctx) {
    const decision = ctx.approval('spend')
    if (decision === undefined) return requireApproval('spend', { action: 'Spend ' + amount })
    did('spent ' + amount)
    return { spent: amount }
  } }),
} })`

function scene() {
  const dir = folder({ 'agent.mjs': agent })
  const store = `sqlite:${join(dir, 'tasks.db')}`
  let requests = 0
  return {
    store,
    did: () => readFileSync(join(dir, 'did.txt'), 'utf8').trim().split('\n'),
    /** Asks through a file, and returns what the response file says. */
    async ask(operation: string, amount: number, call: object = {}) {
      const request = {
        request_id: `00000000-0000-4000-8000-00000000000${++requests}`,
        version: '1.0',
        phase: 6,
        phase_name: 'agent_invocation',
        agent_name: operation,
        prompt: JSON.stringify({ amount }),
        timeout_seconds: 60,
        created_at: new Date().toISOString(),
        context: Object.keys(call).length === 0 ? {} : { replywire: { call } },
        model: null,
      }
      writeFileSync(join(dir, '.agent-request.json'), JSON.stringify(request))
      const { err } = await cli(['file', 'answer', '--dir', dir, join(dir, 'agent.mjs'), '--store', store])
      const file = join(dir, '.agent-response.json')
      const response = JSON.parse(readFileSync(file, 'utf8'))
      rmSync(file)
      return { ...response, err } as { status: string; response: string; error_type: string; metadata: object }
    },
  }
}

describe('agent files with a store', () => {
  test('a key is run once, whatever processes answer', async () => {
    const { ask, did } = scene()
    const first = await ask('count', 7, { idempotency_key: 'order-7' })
    const second = await ask('count', 7, { idempotency_key: 'order-7' })
    expect([first.status, second.status]).toEqual(['success', 'success'])
    expect([JSON.parse(first.response), JSON.parse(second.response)]).toEqual([{ amount: 7 }, { amount: 7 }])
    expect(did()).toEqual(['count 7'])
    expect((await ask('count', 8, { idempotency_key: 'order-7' })).status).toBe('error')
    expect(did()).toEqual(['count 7'])
  })

  test('an approval is decided on the store and redeemed by the next request, once', async () => {
    const { ask, did, store } = scene()
    const request = await ask('spend', 5)
    expect(request).toMatchObject({ status: 'error', error_type: 'approval_required' })
    const [, token] = /"(apr_[\w-]+)"/.exec(JSON.stringify(request)) ?? []
    expect(token).toMatch(/^apr_/)
    const call = { approval_tokens: [token] }
    expect((await ask('spend', 5, call)).error_type).toBe('approval_required')
    const inbox = await cli(['inbox', '--store', store, '--json'])
    const [, id = ''] = /"(apv_[\w-]+)"/.exec(inbox.out) ?? []
    expect((await cli(['approve', id, '--store', store])).code).toBe(0)
    expect(JSON.parse((await ask('spend', 5, call)).response)).toEqual({ spent: 5 })
    expect((await ask('spend', 5, call)).status).toBe('error')
    expect(did()).toEqual(['spent 5'])
  })

  test('an operation that is always a task is waited for, and is a task of the store', async () => {
    const { ask, did, store } = scene()
    expect(JSON.parse((await ask('later', 3)).response)).toEqual({ amount: 3 })
    expect(did()).toEqual(['step 3'])
    const { out } = await cli(['tasks', 'list', '--store', store, '--json'])
    expect(JSON.parse(out)).toMatchObject({ tasks: [{ operation: 'later', state: 'completed' }] })
  })

  test('a store goes with an agent of a file', async () => {
    const { code, err } = await cli(['file', 'answer', '--url', 'http://127.0.0.1:1', '--store', 'sqlite:x.db'])
    expect([code, err]).toEqual([2, expect.stringContaining('--store and --url exclude each other: leave one out.')])
  })
})
