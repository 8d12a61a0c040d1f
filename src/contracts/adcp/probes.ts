/** What can be probed of an AdCP service: capabilities, context, versions, keys, tasks and webhooks, on every carrier. */
import type {
  ArrivedWebhook,
  ProbeAnswer,
  ProbeCase,
  ProbeCheck,
  ProbeContext,
  ProbeTools,
  Probing,
} from '../../codec/probing.ts'
import { equalJson, isObject, type Json } from '../../lib/json-value.ts'
import { calling } from './calling.ts'
import { probeRules } from './probe-rules.ts'
import { statusRows } from './status.ts'

/** Members that every probe sends: a context to get back, and a key. */
function membersOf(_: ProbeCase, newId: () => string) {
  return { context: { replywire_check: newId() }, idempotency_key: newId() }
}

function mayChange({ operation }: ProbeCase): boolean {
  return calling.mayChange?.(operation) !== false
}

function codeOf({ decoded }: ProbeAnswer): string | undefined {
  return decoded?.outcome.kind === 'failed' ? decoded.outcome.fault.code : undefined
}

/** The context of an answer, parsed. */
function contextOf({ decoded }: ProbeAnswer): Json | undefined {
  const text = decoded?.exchange.context
  return text === undefined ? undefined : (JSON.parse(text) as Json)
}

/** Of a valid answer. A JSON-RPC error before the task was reached has no place for it. */
function compareContext(answer: ProbeAnswer, found: ProbeTools['found']): void {
  const { sent, json, isValid } = answer
  if (sent === undefined || !isValid || (isObject(json) && answer.wire.carrier !== 'http' && json.error !== undefined))
    return
  const came = contextOf(answer)
  if (isObject(sent.context) && !equalJson(came, sent.context)) found('adcp/context-echo', '/context')
  if (sent.context === undefined && came !== undefined) found('adcp/context-invented', '/context')
}

const rows = statusRows.map(({ status }) => ({
  name: status,
  title: `status ${status}`,
  clause: 'enums/task-status',
  matches: ({ decoded }: ProbeAnswer) => decoded !== undefined && statusIn(decoded.outcome) === status,
}))

/** The states of an outcome, as far as it distinguishes them. */
function statusIn(outcome: NonNullable<ProbeAnswer['decoded']>['outcome']): string {
  switch (outcome.kind) {
    case 'pending':
      return outcome.phase === 'queued' ? 'submitted' : 'working'
    case 'paused':
      return outcome.needs.every(({ kind }) => kind === 'credentials') ? 'auth-required' : 'input-required'
    case 'failed':
      return outcome.fault.began === false ? 'rejected' : 'failed'
    default:
      return outcome.kind
  }
}

/** A task that the contract itself has: among the cases or what the service publishes; over MCP and A2A by its name. */
function builtIn(names: readonly string[], { cases, published, carrier }: ProbeContext): ProbeCase | undefined {
  const known = [...cases, ...published].find(({ operation }) => names.includes(operation))
  if (known !== undefined) return { ...known, input: {}, hasEffects: false }
  const [operation = ''] = names
  return carrier === 'http' ? undefined : { name: operation, operation, input: {}, hasEffects: false, streams: false }
}

function capabilities(context: ProbeContext): ProbeCheck {
  const probeCase = builtIn(['get_adcp_capabilities'], context)
  return {
    id: 'adcp/capabilities',
    title: 'get_adcp_capabilities is answered with the capabilities',
    rules: ['adcp/capabilities-answered'],
    ...(probeCase === undefined ? { missing: 'its route is not known; name it in a case' } : undefined),
    async run(tools) {
      if (probeCase === undefined) return
      const answer = await tools.call(probeCase)
      if (!answer.isValid) return
      if (answer.decoded?.outcome.kind === 'completed') tools.validate(answer.wire, 'capabilities')
      else tools.found('adcp/capabilities-answered')
    },
  }
}

function withoutContext(probeCase: ProbeCase | undefined): ProbeCheck {
  return {
    id: 'adcp/no-context',
    title: 'Without a context there is none in the answer',
    rules: ['adcp/context-invented'],
    ...needs(probeCase),
    async run(tools) {
      if (probeCase !== undefined) await tools.call(probeCase, { without: ['context'] })
    },
  }
}

function needs(
  probeCase: ProbeCase | undefined,
  missing = 'no task can be called',
): Pick<ProbeCheck, 'missing' | 'calls'> {
  return probeCase === undefined ? { missing } : { calls: [probeCase] }
}

function otherVersion(probeCase: ProbeCase | undefined): ProbeCheck {
  return {
    id: 'adcp/version-negotiation',
    title: 'An unknown major version is refused',
    rules: ['adcp/version-negotiation'],
    ...needs(probeCase),
    async run(tools) {
      if (probeCase === undefined) return
      const answer = await tools.call(probeCase, { members: { adcp_version: '99.0' } })
      if (answer.isValid && codeOf(answer) !== 'VERSION_UNSUPPORTED') tools.found('adcp/version-negotiation')
    },
  }
}

const noChange = 'no case of a task that changes something expects completed or submitted'

function keys(probeCase: ProbeCase | undefined): ProbeCheck {
  return {
    id: 'adcp/idempotency',
    title: 'Keys: one is required, a repetition is replayed, another request is refused',
    rules: ['adcp/key-required', 'adcp/replay', 'adcp/key-conflict'],
    ...needs(probeCase, noChange),
    async run(tools) {
      if (probeCase === undefined) return
      const keyless = await tools.call(probeCase, { without: ['idempotency_key'] })
      const refusals = ['INVALID_REQUEST', 'VALIDATION_ERROR']
      if (keyless.isValid && !refusals.includes(codeOf(keyless) ?? '')) tools.found('adcp/key-required')
      const members = { idempotency_key: tools.newId() }
      const first = await tools.call(probeCase, { members })
      const isDone = first.isValid && ['completed', 'pending'].includes(first.decoded?.outcome.kind ?? '')
      if (!isDone) return tools.skip('the first call did not succeed')
      const again = await tools.call(probeCase, { members })
      if (again.isValid && !isReplay(first, again)) tools.found('adcp/replay')
      const other = await tools.call(probeCase, {
        members: { ...members, ext: { replywire_check: 'another request' } },
      })
      if (other.isValid && codeOf(other) !== 'IDEMPOTENCY_CONFLICT') tools.found('adcp/key-conflict')
    },
  }
}

function isReplay(first: ProbeAnswer, again: ProbeAnswer): boolean {
  const [one, other] = [first.decoded, again.decoded]
  if (one === undefined || other === undefined || other.exchange.replayed !== true) return false
  // Over A2A each message has a task of its own: at its end the id says nothing about the purchase.
  const isSameTask = one.outcome.kind !== 'pending' || one.outcome.task?.id === other.outcome.task?.id
  return equalJson(one.outcome.payload, other.outcome.payload) && isSameTask
}

const noTask = 'no case expects submitted'
const patience = { rounds: 40, everyMs: 250 }

function polling(probeCase: ProbeCase | undefined, context: ProbeContext): ProbeCheck {
  const poll = builtIn(calling.tasks?.operations ?? [], context)
  return {
    id: 'adcp/task-polling',
    title: 'A submitted task can be followed to its end',
    rules: ['adcp/task-poll'],
    ...(poll === undefined ? { missing: 'the route of the polling task is not known' } : needs(probeCase, noTask)),
    async run(tools) {
      if (probeCase === undefined || poll === undefined) return
      const taskId = await taskOf(probeCase, tools)
      const input = calling.tasks?.inputFor(taskId) ?? {}
      for (let round = 0; round < patience.rounds; round++) {
        const answer = await tools.call(poll, { input })
        const { outcome } = answer.decoded ?? {}
        if (!answer.isValid) return
        // Of the task itself, or of the question for it.
        if (outcome?.kind === 'failed' && outcome.task?.id !== taskId) return tools.found('adcp/task-poll')
        if (outcome?.kind !== 'pending') return
        await tools.pause(patience.everyMs)
      }
    },
  }
}

/** The task of a submitted answer. */
async function taskOf(probeCase: ProbeCase, tools: ProbeTools, members = {}): Promise<string> {
  const { isValid, decoded } = await tools.call(probeCase, { members })
  const id = isValid && decoded?.outcome.kind === 'pending' ? decoded.outcome.task?.id : undefined
  return id ?? tools.skip('the task was not submitted')
}

function webhooks(probeCase: ProbeCase | undefined): ProbeCheck {
  return {
    id: 'adcp/webhook',
    title: 'A webhook about a submitted task arrives on this machine, signed',
    rules: ['adcp/webhook-sent', 'adcp/webhook-signature', 'adcp/webhook-echo'],
    ...needs(probeCase, noTask),
    async run(tools) {
      if (probeCase === undefined) return
      const { url, secret, next } = await tools.openReceiver()
      const [operationId, context] = [`check-${tools.newId()}`, { replywire_check: tools.newId() }]
      const push = { url, operation_id: operationId, authentication: { schemes: ['HMAC-SHA256'], credentials: secret } }
      const taskId = await taskOf(probeCase, tools, { push_notification_config: push, context })
      const webhook = await next()
      if (webhook === undefined) return tools.found('adcp/webhook-sent')
      if (webhook.signature !== 'ok') return tools.found('adcp/webhook-signature')
      tools.validate(webhook.wire, 'webhook')
      if (!isAbout(webhook, operationId, taskId, context)) tools.found('adcp/webhook-echo')
    },
  }
}

function isAbout({ json }: ArrivedWebhook, operationId: string, taskId: string, context: object): boolean {
  if (!isObject(json)) return false
  return json.operation_id === operationId && json.task_id === taskId && equalJson(json.context, context)
}

function plan(context: ProbeContext): ProbeCheck[] {
  const { cases, published, mayCall, carrier } = context
  const takesBody = ({ route }: ProbeCase): boolean =>
    carrier !== 'http' || !['GET', 'DELETE'].includes(route?.method ?? '')
  const pick = (fits: (one: ProbeCase) => boolean, among = cases): ProbeCase | undefined => {
    const fitting = among.filter(fits)
    return fitting.find(mayCall) ?? fitting[0]
  }
  const any = pick(takesBody, [...cases, ...published])
  const changing = pick(one => mayChange(one) && ['completed', 'submitted'].includes(one.expects ?? ''))
  const submitted = pick(({ expects = '' }) => ['submitted', 'working'].includes(expects))
  return [
    capabilities(context),
    withoutContext(any),
    otherVersion(any),
    keys(changing),
    polling(submitted, context),
    webhooks(submitted),
  ]
}

export const probes: Probing = {
  rules: probeRules,
  rows,
  // The envelope has its own ids.
  comparesIds: true,
  idHeaders: [],
  members: membersOf,
  every: compareContext,
  plan,
}
