/** What can be probed of an agent: health, the synchronous run, the stream, and that both end alike. */
import type { Edition } from '../../codec/contract.ts'
import type {
  ProbeAnswer,
  ProbeCase,
  ProbeCheck,
  ProbeContext,
  ProbeRow,
  ProbeTargets,
  ProbeTools,
  Probing,
  PublishedOperation,
} from '../../codec/probing.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { valueAt } from '../../lib/pointer.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { HttpWire } from '../../wire/http.ts'
import { readSse } from '../../wire/sse.ts'
import { endpoints } from './endpoints.ts'
import { probeRules } from './probe-rules.ts'

const terminals = new Set(['final', 'complete', 'done'])

function statusIn(answer: ProbeAnswer): Json | undefined {
  return isObject(answer.json) ? answer.json.status : undefined
}

const rows: readonly ProbeRow[] = [
  {
    name: 'ok',
    title: 'a run that succeeded',
    clause: 'Response envelope',
    matches: answer => answer.decoded?.outcome.kind === 'completed' && statusIn(answer) !== 'error',
  },
  {
    name: 'error',
    title: 'a run that failed',
    clause: 'AgentError',
    matches: answer => statusIn(answer) === 'error',
  },
]

function compareRequestId({ json, requestId }: ProbeAnswer, found: ProbeTools['found']): void {
  const id = isObject(json) ? json.request_id : undefined
  if (typeof id === 'string' && id !== '' && id !== requestId) found('agent-run/request-id-echo', '/request_id')
}

function health(path: string): ProbeCheck {
  return {
    id: `agent-run${path.replaceAll('/', '-').replace('-', '/')}`,
    title: `GET ${path} answers with a status`,
    rules: ['agent-run/health-answers'],
    async run(tools) {
      const { wire } = await tools.send({ method: 'GET', target: path }, 'any')
      if ((wire.status ?? 0) >= 400) tools.found('agent-run/health-answers', '', `It was answered with ${wire.status}.`)
      else tools.validate(wire, 'health')
    },
  }
}

/** The stream, compared with a synchronous run of the same case. */
function stream(probeCase: ProbeCase, edition: Edition): ProbeCheck {
  return {
    id: `agent-run/stream/${probeCase.name}`,
    title: `${probeCase.operation} is streamed, and ends as the synchronous run does`,
    rules: ['agent-run/stream-answers', 'agent-run/task-type-echo', 'agent-run/same-outcome'],
    calls: [probeCase],
    async run(tools) {
      const sync = await tools.call(probeCase)
      const streamed = (await tools.call(probeCase, { stream: true, as: 'any' })) as ProbeAnswer<HttpWire>
      const { wire } = streamed
      const { status = 0 } = wire
      const isRefused = status >= 400 && status < 500 && status !== 404 && status !== 405
      // Before the first event a request may be refused as the synchronous run refuses it.
      if (isRefused) return tools.validate(wire, 'response')
      if (status !== 200 || readSse(wire.body.text()).events.length === 0) {
        return tools.found('agent-run/stream-answers', '', `It was answered with ${status}, or without an event.`)
      }
      tools.validate(wire, 'stream')
      compareEvents(streamed, probeCase, tools)
      const streamedOutcome = lastOutcome(edition, wire.body.text())
      if (sync.isValid && !endsAlike(sync.decoded?.outcome, streamedOutcome)) tools.found('agent-run/same-outcome')
    },
  }
}

/** What a stream ends with; undefined without a terminal event, which is a finding of its own. */
function lastOutcome({ stream }: Edition, text: string): Outcome | undefined {
  const { events } = readSse(text)
  const reader = stream?.reader()
  if (reader === undefined || !events.some(({ event }) => terminals.has(event))) return undefined
  const moments = events.flatMap(event => reader.read(event).moments)
  return moments.find(moment => moment.kind === 'outcome')?.outcome
}

/** Every event carries the id of the request, the last one the task type. */
function compareEvents({ wire, requestId }: ProbeAnswer<HttpWire>, { operation }: ProbeCase, tools: ProbeTools): void {
  const datas = readSse(wire.body.text()).events.map(({ event, data }) => ({ event, data: parsed(data) }))
  const isOther = (id: Json | undefined): boolean => typeof id === 'string' && id !== '' && id !== requestId
  if (datas.some(({ data }) => isOther(data.request_id))) tools.found('agent-run/request-id-echo')
  const last = datas.findLast(({ event }) => terminals.has(event))?.data.task_type
  if (typeof last === 'string' && last !== '' && last !== operation) tools.found('agent-run/task-type-echo')
}

function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** The same kind of outcome, the same code of a failure, the same members of a result. Values may differ by run. */
function endsAlike(one: Outcome | undefined, other: Outcome | undefined): boolean {
  if (one === undefined || other === undefined) return true
  // A task goes on after the synchronous answer, which says nothing of its end.
  if (one.kind === 'pending') return true
  if (one.kind === 'failed' && other.kind === 'failed') return one.fault.code === other.fault.code
  if (one.kind !== other.kind) return false
  return namesIn(one).join() === namesIn(other).join()
}

function namesIn({ payload }: Outcome): string[] {
  return payload?.kind === 'value' && isObject(payload.value) ? Object.keys(payload.value).toSorted() : []
}

function unknownTaskType(context: ProbeContext): ProbeCheck {
  const [first] = context.cases
  return {
    id: 'agent-run/unknown-task-type',
    title: 'A task type that the agent does not have ends with an error',
    rules: ['agent-run/unknown-task-type'],
    ...(first === undefined ? { missing: 'no task type is known' } : undefined),
    async run(tools) {
      if (first === undefined) return
      const answer = await tools.call(first, { operation: 'REPLYWIRE_CHECK_UNKNOWN', input: {} })
      if (answer.decoded?.outcome.kind === 'completed') tools.found('agent-run/unknown-task-type')
    },
  }
}

/** Services of the document's own checker: `URL=TASK_TYPE`, separated by commas. */
const targets: ProbeTargets = {
  variable: 'AGENT_CONTRACT_TARGETS',
  read(text) {
    const entries = text
      .split(',')
      .map(entry => entry.trim())
      .filter(entry => entry !== '')
    if (entries.length === 0) throw new TypeError('it names no target; give URL=TASK_TYPE, separated by commas')
    return entries.map(entry => {
      const at = entry.indexOf('=')
      const [url, operation] = [entry.slice(0, Math.max(at, 0)).trim(), entry.slice(at + 1).trim()]
      if (url === '' || operation === '') throw new TypeError('an entry is not URL=TASK_TYPE')
      return { url, operation }
    })
  },
  inputFor: operation =>
    operation.endsWith('_RETRIEVAL') || operation.endsWith('_RETRIEVE') ? { query: 'contract check' } : {},
}

/** Task types and their inputs, as the request body of the synchronous endpoint lists them. */
function publishedIn(document: JsonObject): PublishedOperation[] {
  const path = `/paths/${endpoints.sync.replaceAll('/', '~1')}/post/requestBody/content/application~1json/schema`
  const schema = follow(valueAt(document, path) as Json | undefined, document)
  const parts = [schema, ...listOf(schema.allOf).map(part => follow(part, document))]
  const types = parts.flatMap(part => listOf(valueAt(part, '/properties/task_type/enum') as Json | undefined))
  return types
    .filter(type => typeof type === 'string')
    .map(operation => {
      const then = parts.find(part =>
        listOf(valueAt(part, '/if/properties/task_type/enum') as Json | undefined).includes(operation),
      )
      const inputs = follow(valueAt(then, '/then/properties/inputs') as Json | undefined, document)
      return { operation, schema: { ...inputs, components: document.components ?? {} }, hasEffects: true }
    })
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

function follow(value: Json | undefined, document: JsonObject): JsonObject {
  const found = isObject(value) && typeof value.$ref === 'string' ? valueAt(document, value.$ref.slice(1)) : value
  return isObject(found) ? found : {}
}

export const probes: Probing = {
  rules: probeRules,
  rows,
  // The id comes back in the body.
  comparesIds: true,
  idHeaders: [],
  every: compareRequestId,
  plan: context => [
    health('/health'),
    health('/health/ready'),
    unknownTaskType(context),
    ...context.cases.map(one => stream(one, context.edition)),
  ],
  publishedIn,
  targets,
}
