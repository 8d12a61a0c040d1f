/** An agent whose operations use every way to take input and to answer. */
import Type from 'typebox'
import { z } from 'zod'
import { ask, requireApproval } from '../../src/agent/answers.ts'
import { defineAgent, operation } from '../../src/agent/define.ts'
import { type FaultCategory, fault } from '../../src/outcome/fault.ts'
import { canceled, completed, created, failed, type Outcome, partial, pending } from '../../src/outcome/outcome.ts'

const Campaign = z.object({ id: z.string(), name: z.string(), budget: z.number().positive() })

const search = operation({
  title: 'Search campaigns',
  description: 'Finds campaigns by their tags.',
  route: 'GET /campaigns',
  // Plain JSON Schema, with definitions of its own.
  input: {
    type: 'object',
    $defs: { Tag: { type: 'string', enum: ['spring', 'autumn'], description: 'A season.' } },
    properties: {
      tags: { type: 'array', items: { $ref: '#/$defs/Tag' } },
      limit: { type: 'integer', minimum: 1, maximum: 50, default: 20 },
      archived: { type: 'boolean' },
      format: { type: 'string' },
      apiVersion: { type: 'string' },
      sort: { type: 'array', maxItems: 2 },
    },
    additionalProperties: false,
  },
  output: {
    type: 'array',
    items: { $ref: '#/$defs/Campaign' },
    $defs: {
      Campaign: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string' }, parts: { type: 'array', items: { $ref: '#/$defs/Campaign' } } },
      },
    },
  },
  locations: { apiVersion: 'header' },
  exports: {
    csv: { mediaType: 'text/csv; charset=utf-8', filename: 'campaigns.csv', write: () => 'id\nc-1\n' },
  },
  handler(input) {
    const { limit } = input as { limit: number }
    return Array.from({ length: Math.min(limit, 7) }, (_, n) => ({ id: `c-${n}`, parts: [{ id: 'p' }] }))
  },
})

const optimize = operation({
  title: 'Optimize a campaign',
  route: 'POST /campaigns/{campaignId}/optimizations',
  input: z.object({
    campaignId: z.string(),
    dryRun: z.boolean().optional(),
    clientVersion: z.string().optional(),
    budget: z.number().describe('In the currency of the account.'),
    metric: z.enum(['ctr', 'cpl']).optional(),
  }),
  output: z.strictObject({ id: z.string(), status: z.string(), campaign: Campaign }),
  locations: { dryRun: 'query', clientVersion: 'header' },
  contractOptions: { yaagents: { resource: 'optimization', operationKind: 'recommendation' } },
  handler(input) {
    if (input.metric === undefined) return ask([{ name: 'metric', question: 'Which metric?', allowed: ['ctr', 'cpl'] }])
    if (input.budget > 1000) return requireApproval('spend', { action: `Spend ${input.budget}` })
    const campaign = { id: input.campaignId, name: 'Spring', budget: input.budget }
    return created({ id: 'o-1', status: 'active', campaign }, { location: '/optimizations/o-1' })
  },
})

const pause = operation({
  title: 'Pause a campaign',
  route: 'POST /campaigns/{id}:pause',
  input: Type.Object({ id: Type.String(), note: Type.Optional(Type.String({ maxLength: 20 })) }),
  output: Type.Object({ id: Type.String(), paused: Type.Boolean() }, { additionalProperties: false }),
  effects: 'destructive',
  roles: ['editor'],
  handler: ({ id }) => ({ id, paused: true }),
})

const get = operation({
  title: 'Get a campaign',
  route: 'GET /campaigns/{campaignId}',
  input: z.object({ campaignId: z.string() }),
  output: Campaign,
  public: true,
  handler: ({ campaignId }) => ({ id: campaignId, name: 'Spring', budget: 5 }),
})

const remove = operation({
  title: 'Remove a campaign',
  route: 'DELETE /campaigns/{id}',
  input: Type.Object({ id: Type.String(), force: Type.Optional(Type.Boolean()) }),
  effects: 'destructive',
  handler: () => undefined,
})

/** A schema that refers to itself. */
const Node = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
  additionalProperties: false,
}

const tree = operation({
  title: 'Mirror a tree',
  route: 'PUT /trees',
  input: Node,
  output: Node,
  effects: 'none',
  handler: input => input,
})

const report = operation({
  title: 'Report | in words',
  route: 'GET /reports/{day}',
  input: z.object({ day: z.string() }),
  output: z.string(),
  public: true,
  handler: ({ day }) => `All was well on ${day}.`,
})

const count = operation({
  title: 'Count campaigns',
  route: 'GET /counts',
  input: z.object({}),
  output: z.number().int(),
  async *handler() {
    yield { kind: 'progress', fraction: 0.5 }
    return 3
  },
})

const either = operation({
  title: 'One or the other',
  route: 'POST /choices',
  input: z.union([z.object({ left: z.string() }), z.object({ right: z.number() })]),
  output: z.union([z.strictObject({ left: z.string() }), z.record(z.string(), z.number())]),
  handler: input => input,
})

/** Whatever a run can end with, by name. */
export const endings: Readonly<Record<string, Outcome>> = {
  value: completed({ any: 'thing' }),
  nothing: completed(),
  partial: partial([{ id: 'c-1' }], ['One source did not answer.']),
  message: completed({ any: 'thing' }, { message: 'Here it is.' }),
  queued: pending({ id: 'task_1', statusUrl: '/operations/task_1/status', pollAfterMs: 5000 }),
  working: pending({ id: 'task_1' }, { phase: 'working', progress: { fraction: 0.5 } }),
  question: ask([{ name: 'metric', question: 'Which metric?' }]),
  approval: requireApproval('spend', { action: 'Spend 25000' }),
  credentials: { kind: 'paused', needs: [{ kind: 'credentials', scheme: 'Bearer' }] },
  canceled: canceled(),
  unknown: { kind: 'unknown', status: 'resting' },
  ...Object.fromEntries(
    (
      [
        ...['invalid', 'unauthenticated', 'forbidden', 'license-blocked', 'not-found', 'conflict', 'rate-limited'],
        ...['quota-exceeded', 'dependency', 'timeout', 'integrity', 'unavailable', 'internal'],
      ] as FaultCategory[]
    ).flatMap(category => [
      [category, failed(fault(category, 'It did not work.'))],
      [`refused-${category}`, failed(fault(category, 'It was refused.', { began: false, recovery: 'stop' }))],
    ]),
  ),
}

const end = operation({
  title: 'End in a certain way',
  route: 'POST /endings/{ending}',
  input: z.object({ ending: z.string() }),
  handler: ({ ending }) => endings[ending] ?? completed(),
})

/** Without a route: a task type only. */
const ping = operation({
  title: 'Ping',
  input: z.object({
    text: z
      .string()
      .min(1)
      .max(20)
      .meta({ id: 'PingText', examples: ['hi'], 'x-note': 'kept', note: 'not kept' }),
    pair: z.tuple([z.string(), z.number()]).optional(),
    more: z.tuple([z.string()], z.boolean()).nullish(),
    counts: z.record(z.enum(['a', 'b']), z.int()).optional(),
    at: z.iso.datetime().default('2026-01-01T00:00:00Z'),
    never: z.never().optional(),
    literal: z.literal(['x', 1, null]).optional(),
    unknown: z.unknown().optional(),
    list: z.array(z.any()).optional(),
    both: z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })).optional(),
  }),
  output: z.object({ text: z.string() }),
  effects: 'none',
  handler: ({ text }) => ({ text }),
})

export const agent = defineAgent({
  name: 'campaigns',
  version: '1.2.0',
  title: 'Campaigns',
  description: 'Plans and runs campaigns.',
  operations: { search, optimize, pause, get, remove, tree, report, count, either, end, ping, health: ping },
})
