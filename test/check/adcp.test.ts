/** The checker is checked: a good seller passes over every carrier, and each fault is found by exactly its rule. */
import { describe, expect, test } from 'vitest'
import { type Root, refusal, type SellerFaults, sellerCases, startSeller } from './adcp-service.ts'
import { brokenRules, checkService, errorsIn } from './kit.ts'

const overRest = async (faults: SellerFaults = {}) =>
  checkService(await startSeller(faults), 'adcp', { cases: sellerCases, timeoutMs: 2000 })
const overMcp = async (faults: SellerFaults = {}) =>
  checkService(`mcp+${await startSeller(faults)}/mcp`, 'adcp', { cases: sellerCases, timeoutMs: 2000 })
const overA2a = async (faults: SellerFaults = {}) =>
  checkService(`a2a+${await startSeller(faults)}`, 'adcp', { cases: sellerCases, timeoutMs: 2000 })

test.each([
  ['REST', overRest, ['service/head']],
  ['MCP', overMcp, []],
  ['A2A', overA2a, []],
] as const)('a good seller passes every check over %s', async (_, check, missing) => {
  const report = await check()
  expect(report.checks.flatMap(({ findings }) => findings)).toEqual([])
  expect(errorsIn(report)).toEqual([])
  const notProbed = report.checks.filter(({ status }) => status === 'not-probed').map(({ id }) => id)
  expect(notProbed.filter(id => !id.startsWith('row/'))).toEqual(missing)
})

const of =
  (operation: string, change: (root: Root, args: Root) => Root): NonNullable<SellerFaults['root']> =>
  (root, called, args) =>
    called === operation ? change(root, args) : root

const without = (root: Root, name: string): Root => {
  const { [name]: _, ...rest } = root
  return rest
}

const failed =
  (change: (root: Root) => Root): NonNullable<SellerFaults['root']> =>
  root =>
    root.adcp_error === undefined ? root : change(root)

const done = (root: Root): Root => ({ ...without(without(root, 'adcp_error'), 'errors'), status: 'completed' })
const refused = ({ adcp_version, context_id, timestamp, context }: Root): Root => ({
  ...{ adcp_version, context_id, timestamp },
  ...(context === undefined ? undefined : { context }),
  ...refusal('REFERENCE_NOT_FOUND', 'There is nothing of this name.'),
})
const codeOf = (root: Root): unknown => (root.adcp_error as Root | undefined)?.code

const behaviour: Record<string, [rule: string, faults: SellerFaults]> = {
  'capabilities without protocols': [
    'adcp/capabilities',
    { root: of('get_adcp_capabilities', root => without(root, 'supported_protocols')) },
  ],
  'capabilities that are refused': [
    'adcp/capabilities-answered',
    { root: of('get_adcp_capabilities', root => refused(root)) },
  ],
  'a task that is forgotten': [
    'adcp/task-poll',
    { root: of('get_task_status', root => (root.adcp_error === undefined ? refused(root) : root)) },
  ],
  'a context that is lost': ['adcp/context-echo', { root: of('get_products', root => without(root, 'context')) }],
  'a context that is lost on errors': ['adcp/context-echo', { root: failed(root => without(root, 'context')) }],
  'a context that is changed': [
    'adcp/context-echo',
    {
      root: of('get_products', root =>
        root.context === undefined ? root : { ...root, context: { ...(root.context as Root), more: 1 } },
      ),
    },
  ],
  'a context that is invented': [
    'adcp/context-invented',
    { root: root => (root.context === undefined ? { ...root, context: {} } : root) },
  ],
  'an unknown version accepted': [
    'adcp/version-negotiation',
    { root: root => (codeOf(root) === 'VERSION_UNSUPPORTED' ? done(root) : root) },
  ],
  'a purchase without a key': [
    'adcp/key-required',
    {
      root: of('create_media_buy', root =>
        codeOf(root) === 'INVALID_REQUEST' ? { ...done(root), media_buy_id: 'mb-1' } : root,
      ),
    },
  ],
  'a repetition that is done again': [
    'adcp/replay',
    {
      root: of('create_media_buy', root =>
        root.replayed ? { ...without(root, 'replayed'), media_buy_id: 'mb-other' } : root,
      ),
    },
  ],
  'a repetition that does not say so': [
    'adcp/replay',
    { root: of('create_media_buy', root => without(root, 'replayed')) },
  ],
  'another request under the same key': [
    'adcp/key-conflict',
    { root: root => (codeOf(root) === 'IDEMPOTENCY_CONFLICT' ? done(root) : root) },
  ],
  'an error in one layer': ['adcp/two-layers', { root: failed(root => without(root, 'errors')) }],
  'an error without recovery': [
    'adcp/recovery',
    { root: failed(root => ({ ...root, adcp_error: without(root.adcp_error as Root, 'recovery') })) },
  ],
  'a webhook that is not sent': ['adcp/webhook-sent', { webhook: () => undefined }],
  'a webhook with a wrong signature': [
    'adcp/webhook-signature',
    { sign: text => text.replace(/.$/, last => (last === '0' ? '1' : '0')) },
  ],
  'a webhook of another operation': ['adcp/webhook-echo', { webhook: body => ({ ...body, operation_id: 'other' }) }],
  'a webhook without a key': ['adcp/webhook', { webhook: body => without(body, 'idempotency_key') }],
}

/** Over A2A the task has the state. */
const flat: Record<string, [rule: string, faults: SellerFaults]> = {
  'no status': ['adcp/status', { root: of('get_products', root => without(root, 'status')) }],
}

const restOnly: Record<string, [rule: string, faults: SellerFaults]> = {
  'a failure answered with 200': [
    'adcp/transport-marker',
    {
      reply: (reply, { path }) =>
        path === '/get_task_status' && reply.status === 404 ? { ...reply, status: 200 } : reply,
    },
  ],
  'a stack trace on an unknown path': [
    'service/stack-trace',
    {
      reply: (reply, { path }) =>
        path.startsWith('/replywire')
          ? { ...reply, body: undefined, text: 'Traceback (most recent call last)' }
          : reply,
    },
  ],
  'an unknown path without a Content-Type': [
    'service/content-type',
    { reply: (reply, { path }) => (path.startsWith('/replywire') ? { ...reply, headers: {} } : reply) },
  ],
  'an input of the wrong type accepted': [
    'service/wrong-type',
    {
      root: of('get_products', (root, args) =>
        typeof args.brief === 'object' ? { ...done(root), products: [] } : root,
      ),
    },
  ],
}

const mcpOnly: Record<string, [rule: string, faults: SellerFaults]> = {
  'a payload that is nested': [
    'adcp/mcp-nested-payload',
    { root: of('get_products', root => ({ ...root, payload: { products: [] } })) },
  ],
  'a text that says something else': [
    'adcp/mcp-mirror',
    {
      result: (result, name) =>
        name === 'get_products' ? { ...result, content: [{ type: 'text', text: '{"status":"completed"}' }] } : result,
    },
  ],
  'a failure without isError': ['adcp/transport-marker', { result: result => without(result, 'isError') }],
}

const taskOf =
  (operation: string, change: (task: Root) => Root): NonNullable<SellerFaults['task']> =>
  (task, called) =>
    called === operation ? change(task) : task

/** The data part of a task at its end. */
const dataOf = (task: Root): Root => (task.artifacts as [{ parts: [{ data: Root }] }])[0].parts[0].data
const withParts = (task: Root, ...parts: object[]): Root => ({ ...task, artifacts: [{ artifactId: 'a-1', parts }] })

const a2aOnly: Record<string, [rule: string, faults: SellerFaults]> = {
  'a frame in a frame': ['adcp/a2a-frame', { task: taskOf('get_products', task => ({ task: { task } })) }],
  'no state': ['adcp/a2a-frame', { task: taskOf('get_products', task => ({ ...task, status: {} })) }],
  'an unknown state': [
    'adcp/a2a-state',
    {
      task: taskOf('get_adcp_capabilities', task => ({
        ...task,
        status: { ...(task.status as Root), state: 'done' },
      })),
    },
  ],
  'a body inside response': [
    'adcp/a2a-wrapper',
    {
      task: taskOf('get_products', task => withParts(task, { kind: 'data', data: { response: dataOf(task) } })),
    },
  ],
  'words alone': [
    'adcp/a2a-data',
    {
      task: taskOf('get_adcp_capabilities', task => withParts(task, { kind: 'text', text: 'Media buys.' })),
    },
  ],
  'a second artifact': [
    'adcp/a2a-one-artifact',
    {
      task: taskOf('get_products', task => ({
        ...task,
        artifacts: [
          ...(task.artifacts as object[]),
          { artifactId: 'a-2', parts: [{ kind: 'text', text: 'Five products.' }] },
        ],
      })),
    },
  ],
  'an artifact before the end': [
    'adcp/a2a-interim',
    {
      task: taskOf('create_media_buy', task => {
        const { state, message } = task.status as { state: string; message?: { parts: object[] } }
        return state === 'submitted' ? withParts(task, ...(message?.parts ?? [])) : task
      }),
    },
  ],
  'another task_id in the data': [
    'adcp/a2a-task-id',
    {
      task: taskOf('get_products', task =>
        withParts(task, { kind: 'data', data: { ...dataOf(task), task_id: 'task-other' } }),
      ),
    },
  ],
  'another status in the data': [
    'adcp/a2a-status',
    {
      task: taskOf('get_adcp_capabilities', task =>
        withParts(task, { kind: 'data', data: { ...dataOf(task), status: 'working' } }),
      ),
    },
  ],
  'an error in a second part': [
    'adcp/a2a-one-part',
    {
      task: task => {
        const data = task.artifacts === undefined ? {} : dataOf(task)
        if (data.adcp_error === undefined) return task
        return withParts(task, { kind: 'data', data: { adcp_error: data.adcp_error } }, { kind: 'data', data })
      },
    },
  ],
  'a wrong type accepted': [
    'service/wrong-type',
    {
      root: of('get_products', (root, args) =>
        typeof args.brief === 'object' ? { ...done(root), products: [] } : root,
      ),
    },
  ],
}

describe('a seller that is wrong in one way, over REST', () => {
  test.each(Object.entries({ ...behaviour, ...flat, ...restOnly }))('%s', async (_, [rule, faults]) => {
    const report = await overRest(faults)
    expect(errorsIn(report)).toEqual([])
    expect(brokenRules(report)).toEqual([rule])
  })
})

describe('a seller that is wrong in one way, over MCP', () => {
  test.each(Object.entries({ ...behaviour, ...flat, ...mcpOnly }))('%s', async (_, [rule, faults]) => {
    const report = await overMcp(faults)
    expect(errorsIn(report)).toEqual([])
    expect(brokenRules(report)).toEqual([rule])
  })
})

describe('a seller that is wrong in one way, over A2A', () => {
  test.each(Object.entries({ ...behaviour, ...a2aOnly }))('%s', async (_, [rule, faults]) => {
    const report = await overA2a(faults)
    expect(errorsIn(report)).toEqual([])
    expect(brokenRules(report)).toEqual([rule])
  })
})
