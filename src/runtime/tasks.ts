/** Tasks: how a run becomes one, and how it ends. */
import { createHash } from 'node:crypto'
import type { Json } from '../lib/json-value.ts'
import type { Call } from '../outcome/call.ts'
import { fault } from '../outcome/fault.ts'
import { failed, type Outcome } from '../outcome/outcome.ts'
import type { RunResult } from '../outcome/run-result.ts'
import { isKeepable } from '../store/input.ts'
import type { NewDelivery, NewEndpoint, RegisteredRow, TaskEndpoints } from '../store/operations/deliveries.ts'
import type { TaskLine, TaskRow, TaskState } from '../store/operations/task-row.ts'
import type { NewTask } from '../store/operations/tasks.ts'
import { processId } from '../store/process-id.ts'
import type { ApprovedInput } from './approved-input.ts'
import { fromBytes, toBytes } from './bytes.ts'
import type { Caller } from './caller.ts'
import { retryAfterMs } from './caller-limits.ts'
import { type FoundSecret, secretsIn, withoutSecrets, withSecrets } from './credentials.ts'
import type { Journal } from './journal.ts'
import type { Lease } from './lease.ts'
import { persist } from './persist.ts'
import type { Runtime, WebhookEndpoint } from './runtime.ts'
import { newId } from './secret.ts'
import { storedAnswer } from './stored-answer.ts'

/** A call as a task keeps it. */
export interface StoredCall {
  call: Call
  caller: Caller
  /** The push registration, sealed. */
  push?: string
  /** What only the caller should know of the arguments, sealed. */
  secrets?: string
  /** Who else than the caller has supplied arguments. */
  suppliedBy?: readonly string[]
  /** The span that asked for the task (W3C Trace Context). */
  traceparent?: string
  /** The fingerprint of the input that its governance was checked for; undefined: the call is not governed. */
  governedInput?: string
}

/** The end of a run, or its pause, as it is kept. */
export interface StoredAnswer extends Pick<RunResult, 'outcome' | 'exchange' | 'author'> {}

/** Where the news of one task go, as its caller registered it. */
export interface Push {
  url: string
  /** `signature`: signed with the key of the server; there are no credentials. */
  scheme: 'bearer' | 'adcp-hmac' | 'signature'
  /** Sealed before it is stored. */
  credentials: string
  /** The rest of the registration, of which a message echoes parts. */
  config: Json
  /** The caller waits for the end: its news are held back meanwhile. */
  held?: boolean | undefined
}

/** What makes a task of a call. */
export interface TaskRequest {
  id: string
  call: Call
  caller: Caller
  contract: string
  push?: Push | undefined
  traceparent?: string | undefined
  governedInput?: string | undefined
}

/** The row of a new task. */
export function newTask(runtime: Runtime, request: TaskRequest): Omit<NewTask, 'claim'> {
  const { id, call, caller, contract, push, traceparent, governedInput } = request
  const now = runtime.now()
  const facts = runtime.operations[call.operation]
  const { push: _, approvalTokens: __, ...kept } = call
  return {
    id,
    tenant: caller.tenant,
    subject: caller.subject,
    account: caller.account,
    operation: call.operation,
    version: runtime.version,
    contract,
    context: contextOf(call),
    call: toBytes(storedCall(runtime, { call: kept, caller, push: push?.config, traceparent, governedInput })),
    maxAttempts: facts?.attempts ?? 1,
    dueAt: now,
    now,
    ...(push === undefined ? undefined : { endpoint: endpointOf(runtime, caller, push, now) }),
  }
}

/** The conversation of a call, if a task can be found by it: a name longer than an index holds is none. */
function contextOf({ exchange: { conversationId: id = '' } }: Call): string | undefined {
  return id !== '' && id.length <= 255 && isKeepable(id) ? id : undefined
}

/** A call as it is kept: nothing in it that only its caller should know. */
export function storedCall(
  { secret }: Runtime,
  {
    call,
    caller,
    push,
    traceparent,
    governedInput,
    suppliedBy: suppliers = [],
  }: Omit<RecalledCall, 'suppliedBy'> & {
    suppliedBy?: readonly string[]
  },
): StoredCall {
  const sealed = (value: Json) => Buffer.from(secret.seal(JSON.stringify(value))).toString('base64')
  const secrets = secretsIn(call.input)
  const suppliedBy = [...new Set(suppliers)].filter(name => name !== caller.subject)
  return {
    call: secrets.length === 0 ? call : { ...call, input: withoutSecrets(call.input) },
    caller,
    ...(push === undefined ? undefined : { push: sealed(push) }),
    ...(secrets.length === 0 ? undefined : { secrets: sealed(secrets) }),
    ...(suppliedBy.length === 0 ? undefined : { suppliedBy }),
    ...(traceparent === undefined ? undefined : { traceparent }),
    ...(governedInput === undefined ? undefined : { governedInput }),
  }
}

export interface RecalledCall extends Pick<StoredCall, 'call' | 'caller'> {
  suppliedBy: readonly string[]
  push?: Json | undefined
  traceparent?: string | undefined
  governedInput?: string | undefined
}

/** A call as it was kept. */
export function recalled({ secret }: Runtime, bytes: Uint8Array): RecalledCall {
  const { call, caller, push, secrets, suppliedBy = [], traceparent, governedInput } = fromBytes<StoredCall>(bytes)
  const unsealed = (text: string | undefined): Json | undefined => {
    const json = text === undefined ? undefined : secret.unseal(Buffer.from(text, 'base64'))
    return json === undefined ? undefined : JSON.parse(json)
  }
  const config = unsealed(push)
  return {
    call: { ...call, input: withSecrets(call.input, (unsealed(secrets) ?? []) as FoundSecret[]) },
    caller,
    ...(config === undefined ? undefined : { push: config }),
    suppliedBy,
    ...(traceparent === undefined ? undefined : { traceparent }),
    ...(governedInput === undefined ? undefined : { governedInput }),
  }
}

function endpointOf({ secret, leaseMs }: Runtime, { tenant }: Caller, push: Push, now: number): NewEndpoint {
  const { url, scheme, held } = push
  const sealed = secret.seal(push.credentials)
  const heldUntil = held ? now + leaseMs : 0
  return {
    id: newId('end'),
    tenant,
    url,
    place: placeOf(url),
    scheme,
    secret: sealed,
    heldUntil,
    ...(held && { heldBy: processId() }),
    now,
  }
}

/** The answer while a task goes on. */
export function pendingOf(runtime: Runtime, id: string, phase: 'queued' | 'working'): Outcome {
  return { kind: 'pending', phase, task: { id, statusUrl: runtime.statusUrl(id), pollAfterMs: 1000 } }
}

/** A task that one runner holds. */
export interface HeldTask {
  id: string
  epoch: number
  attempt: number
  maxAttempts: number
  lost: number
  contract: string
  endpoint: string | null
  pushes: number
  call: Call
  caller: Caller
  push?: Json | undefined
  suppliedBy?: readonly string[] | undefined
  traceparent?: string | undefined
  governedInput?: string | undefined
  /** The input that runs, and the approvals that count for it. */
  approved: ApprovedInput
  journal: Journal
  lease: Lease
}

/** The result of a task's run. A `queued` task is tried again. */
export interface TaskRunResult {
  state: TaskState
  outcome: Outcome
}

/** Writes the result of a task's run: its end, its pause, or a retry. */
export async function settle(runtime: Runtime, task: HeldTask, result: RunResult): Promise<TaskRunResult> {
  await task.journal.flushed()
  const { attempt, maxAttempts, lost, lease } = task
  const fence = { id: task.id, epoch: task.epoch }
  const now = runtime.now()
  if (isTransient(result.outcome) && attempt < maxAttempts && lost <= mostLost) {
    const dueAt = now + waitBefore(runtime, task)
    await persist(runtime.store, 'requeueTask', { ...fence, dueAt, now }, () => lease.holds())
    return { state: 'queued', outcome: result.outcome }
  }
  const outcome = await withApprovals(runtime, task, result.outcome)
  if (outcome === undefined) {
    // It asks again later, and has used no try.
    const again = { ...fence, dueAt: now + retryAfterMs('openApprovals'), handedBack: true, now }
    await persist(runtime.store, 'requeueTask', again, () => lease.holds())
    return { state: 'queued', outcome: result.outcome }
  }
  const state = stateOf(outcome)
  const answer: StoredAnswer = answerFor(result, outcome)
  const body = toBytes(answer)
  const write = {
    ...fence,
    state,
    facet: facetOf(outcome),
    dead: isTransient(outcome) && state === 'failed',
    outcome: body,
    event: { kind: 'outcome', body },
    now,
  }
  await toldToAll(runtime, task, answer, news =>
    persist(runtime.store, 'endTask', { ...write, ...news }, () => lease.holds()),
  )
  return { state, outcome }
}

/** What is kept of a run. */
function answerFor({ exchange, author }: RunResult, outcome: Outcome): StoredAnswer {
  return { outcome, exchange, ...(author === undefined ? undefined : { author }) }
}

type News = Pick<TaskEndpoints, 'pushes'> & { deliveries: NewDelivery[] }

/** Writes a task's news with the notifications to others; again, when one of them registered meanwhile. */
export async function toldToAll<R>(
  runtime: Runtime,
  task: Parameters<typeof deliveriesOf>[1] & { pushes: number },
  answer: StoredAnswer,
  write: (news: News) => Promise<R>,
): Promise<Exclude<R, 'changed'>> {
  const ask = () => runtime.store.do('taskEndpoints', { id: task.id })
  let registered = task.pushes === 0 ? { pushes: 0, endpoints: [] } : await ask()
  for (;;) {
    const deliveries = deliveriesOf(runtime, task, answer, registered.endpoints)
    const written = await write({ pushes: registered.pushes, deliveries })
    if (written !== 'changed') return written as Exclude<R, 'changed'>
    registered = await ask()
  }
}

/** What more can be said of a state: what a pause is for, or that a failure came before any work. */
export function facetOf(outcome: Outcome): string | undefined {
  if (outcome.kind === 'failed') return outcome.fault.began === false ? 'refused' : undefined
  if (outcome.kind !== 'paused') return undefined
  if (outcome.needs.every(({ kind }) => kind === 'credentials')) return 'credentials'
  return outcome.needs.some(({ kind }) => kind === 'approval') ? 'approval' : 'input'
}

/** Undefined when the caller has too many open approvals. */
async function withApprovals(runtime: Runtime, task: HeldTask, outcome: Outcome): Promise<Outcome | undefined> {
  if (outcome.kind !== 'paused') return outcome
  const { id: taskId, call, caller, approved: runInput, suppliedBy } = task
  const samePerson = runtime.operations[call.operation]?.samePerson
  const filing = { approvalSubject: { ...call, caller }, runInput, taskId, samePerson, suppliedBy }
  return (await runtime.deciding.file(outcome, filing))?.outcome
}

/** What a later try may fix. */
function isTransient(outcome: Outcome): boolean {
  return outcome.kind === 'failed' && outcome.fault.recovery === 'retry'
}

function waitBefore({ operations }: Runtime, { call, attempt }: HeldTask): number {
  return Math.min((operations[call.operation]?.backoffMs ?? 1000) * 2 ** (attempt - 1), 60 * 60 * 1000)
}

export function stateOf(outcome: Outcome): TaskState {
  return outcome.kind === 'pending' ? 'completed' : outcome.kind
}

/** The notifications to others, in their contract: written with the event, sent by the outbox. */
export function deliveriesOf(
  runtime: Runtime,
  task: Pick<HeldTask, 'id' | 'contract' | 'endpoint' | 'call' | 'caller' | 'push'>,
  { outcome, exchange, author }: StoredAnswer,
  registered: readonly RegisteredRow[] = [],
): NewDelivery[] {
  const { tenant } = task.caller
  const configured = (runtime.webhooks ?? [])
    .filter(endpoint => endpoint.tenant === undefined || endpoint.tenant === tenant)
    .map(endpoint => configuredEndpoint(runtime, endpoint))
  const all: { endpoint: string; to?: NewEndpoint; form?: string }[] = [
    ...(task.endpoint === null ? [] : [{ endpoint: task.endpoint }]),
    ...configured.map(to => ({ endpoint: to.id, to })),
    ...registered.map(({ id, form }) => ({ endpoint: id, form })),
  ]
  return all.map(({ form, ...where }) => {
    const id = newId('msg')
    const rendered = runtime.render({
      taskId: task.id,
      operation: task.call.operation,
      contract: task.contract,
      messageId: id,
      outcome: withTask(runtime, task.id, outcome),
      author,
      exchange: { ...task.call.exchange, ...exchange },
      ...(task.push === undefined ? undefined : { push: task.push }),
      ...(form === undefined ? undefined : { form }),
    })
    return { id, ...where, tenant, taskId: task.id, ...rendered }
  })
}

/** An endpoint that the configuration names: it has the same id in every process. */
function configuredEndpoint({ secret, now }: Runtime, { url, tenant = '', secret: key }: WebhookEndpoint): NewEndpoint {
  const digest = createHash('sha256')
    .update(JSON.stringify([tenant, url]))
    .digest('base64url')
  const id = `end_${digest.slice(0, 22)}`
  return { id, tenant, url, place: placeOf(url), scheme: 'standard', secret: secret.seal(key), now: now() }
}

/** Every task registers an endpoint of its own, but when their receiver does not answer it is one that does not. */
export function placeOf(url: string): string {
  return URL.parse(url)?.origin ?? url
}

/** An outcome that says which task it is of. */
export function withTask(runtime: Runtime, id: string, outcome: Outcome): Outcome {
  return { ...outcome, task: { id, statusUrl: runtime.statusUrl(id), ...outcome.task } }
}

/** What a task's row says of its outcome so far. */
export function answerOf(runtime: Runtime, row: TaskLine & Pick<TaskRow, 'outcome'>): StoredAnswer {
  if (row.outcome !== null) return storedAnswer(row.outcome)
  const phase = row.state === 'working' ? 'working' : 'queued'
  const waiting = pendingOf(runtime, row.id, phase)
  const progress = row.progress === null ? undefined : progressOf(fromBytes(row.progress))
  return { outcome: progress === undefined ? waiting : ({ ...waiting, progress } as Outcome), exchange: {} }
}

function progressOf({ kind: _, extra: __, ...progress }: { kind: string; extra?: unknown }): object {
  return progress
}

/** How often the runner of a task may be lost: one that ends every process that takes it must end too. */
export const mostLost = 20

/** Said of a task whose runner was lost too often. */
export const lostTooOften: Outcome = failed(
  fault('internal', 'The run was interrupted too often.', { code: 'ATTEMPTS_EXHAUSTED' }),
)
