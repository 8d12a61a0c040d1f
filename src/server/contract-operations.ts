/** The operations that contracts bring along, answered by this server. */
import { tellsOfTask } from '../agent/context.ts'
import { type Agent, type Operation, operation } from '../agent/define.ts'
import type { Principal } from '../auth/principal.ts'
import type { Contract } from '../codec/contract.ts'
import type { ContractOptions } from '../codec/serving.ts'
import type {
  OperationHost,
  OperationsServing,
  ServedOperation,
  ServedTask,
  TaskSummary,
} from '../codec/serving-operations.ts'
import type { SignatureFacts } from '../codec/serving-signatures.ts'
import { ReplywireError } from '../errors.ts'
import type { Json, JsonObject } from '../lib/json-value.ts'
import { withoutSecrets } from '../runtime/credentials.ts'
import { storedAnswer } from '../runtime/stored-answer.ts'
import { answerOf, recalled, type StoredAnswer, withTask } from '../runtime/tasks.ts'
import { isKeepable } from '../store/input.ts'
import type { TaskLine, TaskRow } from '../store/operations/task-row.ts'
import { callerOf, listerOf, ownerOf } from './durable/caller.ts'
import { isTaskId } from './durable/caller-task.ts'
import { taskExchange } from './durable/task-exchange.ts'
import type { TaskParts } from './durable/tasks.ts'
import { contractOptions } from './edition.ts'
import { namedContract } from './envelope.ts'
import { httpEdition, type Offers } from './negotiate.ts'
import type { ServeOptions } from './server-context.ts'
import { signatureFacts } from './signing/signing-options.ts'

/** A contract that brings operations along to this server. */
export interface ContractHome {
  readonly contract: Contract
  /** Its operations have routes: the mount, the settings or the agent's operations show that this is a server of it. */
  readonly isHome: boolean
  readonly options: ContractOptions
  readonly startedAt: Date
  readonly signatures: SignatureFacts
}

/** The contracts that bring operations along, of those that callers can use. */
export function contractHomes(agent: Agent, offers: Offers, settings: ServeOptions, now: number): ContractHome[] {
  const { mount, contracts } = offers
  const overMcp = settings.mcp === undefined || settings.mcp === false ? undefined : settings.mcp.contract
  const named = overMcp === undefined ? [] : [namedContract(overMcp, contracts)]
  const byId = new Map([mount.contract, ...named, ...contracts].map(contract => [contract.id, contract]))
  return [...byId.values()].flatMap(contract => {
    const { operations } = contract.serving ?? {}
    if (operations === undefined) return []
    const isSet = Object.hasOwn(settings.contractOptions ?? {}, contract.id)
    const isMeant = isSet || Object.keys(agent.operations).some(name => operations.knows(name))
    const isOffered = contracts.some(({ id }) => id === contract.id)
    const isMount = mount.contract.id === contract.id
    const isHome = isMount || (isOffered && isMeant)
    if (isHome) refuseUnservable(agent, contract.id, operations, isMount)
    const options = contractOptions(settings, contract.id)
    const signatures = signatureFacts(settings)
    const objection = isHome ? contract.serving?.signatures?.objection(options, signatures) : undefined
    if (objection !== undefined) throw new ReplywireError('ERR_MISUSE', `signing: ${objection}`)
    return [{ contract, isHome, options, startedAt: new Date(now), signatures }]
  })
}

/** An operation whose answers have no form in its contract is a mistake of its author: the server does not start. */
function refuseUnservable({ operations }: Agent, id: string, serving: OperationsServing, isMount: boolean): void {
  for (const [name, { output }] of Object.entries(operations)) {
    const objection = isMount || serving.knows(name) ? serving.objection?.(name, output?.json ?? {}) : undefined
    if (objection !== undefined) throw new ReplywireError('ERR_MISUSE', `${name} in ${id}: ${objection}`)
  }
}

const homeOffers = new WeakMap<Offers, Map<string, Offers>>()

/** At the paths of an operation that a contract brings along, callers who ask for nothing else get that contract. */
export function offersAt(offers: Offers, operation: string): Offers {
  const contract = offers.contracts.find(({ serving }) => serving?.operations?.rows.some(row => row.name === operation))
  if (contract === undefined) return offers
  const known = homeOffers.get(offers) ?? new Map<string, Offers>()
  homeOffers.set(offers, known)
  const mount = known.has(contract.id) ? undefined : httpEdition(contract)
  if (mount !== undefined) known.set(contract.id, { ...offers, mount })
  return known.get(contract.id) ?? offers
}

/** The operation that is meant by a name under a contract: an operation of the agent, or the name behind an alias. */
export function nameBehind({ operations }: Agent, { serving }: Contract, name: string): string {
  if (Object.hasOwn(operations, name)) return name
  return serving?.operations?.rows.find(({ aliases }) => aliases?.includes(name))?.name ?? name
}

/** The built-in operations that a contract adds, except those that the agent defines itself. */
export function contractBuiltIns(
  { agent, builtIn }: { agent: Agent; builtIn: Agent },
  { serving }: Contract,
): [string, Operation][] {
  return (serving?.operations?.rows ?? []).flatMap(({ name }): [string, Operation][] => {
    const operation = Object.hasOwn(builtIn.operations, name) ? builtIn.operations[name] : undefined
    return operation === undefined || Object.hasOwn(agent.operations, name) ? [] : [[name, operation]]
  })
}

/** The operations of all contracts that bring some along, by name: those about one task first. */
export function contractOperations(parts: TaskParts, isOpen: boolean): Record<string, Operation> {
  const all = (parts.homes ?? []).flatMap(home =>
    (home.contract.serving?.operations?.rows ?? [])
      .filter(({ name }) => !Object.hasOwn(parts.agent.operations, name))
      .map(row => ({ row, made: operationOf(parts, home, row, isOpen) })),
  )
  const [followed, others] = [
    all.filter(({ row }) => row.access === 'followers'),
    all.filter(({ row }) => row.access !== 'followers'),
  ]
  return Object.fromEntries([...followed, ...others].map(({ row, made }) => [row.name, made]))
}

function operationOf(parts: TaskParts, home: ContractHome, row: ServedOperation, isOpen: boolean): Operation {
  const { title, description, path, access, input, output } = row
  const { ownership, prefix } = parts
  return operation({
    title,
    description,
    // Without a route it is called by name alone, over MCP and A2A.
    ...(home.isHome ? { route: `POST ${prefix}${path}` } : undefined),
    effects: 'none',
    public: access === 'anyone' || (access === 'followers' && isOpen),
    input,
    ...(output === undefined ? undefined : { output }),
    async handler(given, context) {
      if (access === 'listers') listerOf(context.principal, ownership)
      const answer = await row.answer(given as JsonObject, hostFor(parts, home, context.principal))
      if (answer.task !== undefined) tellsOfTask(context, taskExchange(home, answer.task.call))
      return answer.outcome
    },
  })
}

/** What operations of a contract answer with, for one caller. */
function hostFor(
  { agent, runtime, ownership }: TaskParts,
  { options, startedAt, signatures }: ContractHome,
  principal: Principal | undefined,
): OperationHost {
  const { store, keyTtlMs, leaseMs, wholeRows } = runtime
  const owner = ownerOf(callerOf(principal, ownership.open), ownership)
  const read = async (id: string) => (isTaskId(id) ? store.do('getTask', { id, ...owner }) : undefined)
  const callIn = (row: TaskRow) => {
    const { call } = recalled(runtime, row.call)
    return { input: withoutSecrets(call.input), exchange: call.exchange }
  }
  const withRef = (id: string, { outcome, exchange }: StoredAnswer) => ({
    outcome: withTask(runtime, id, outcome),
    exchange,
  })
  const taskOf = (row: TaskRow): ServedTask => ({
    ...summaryOf(row),
    ...withRef(row.id, answerOf(runtime, row)),
    at: row.updatedAt,
    task: { id: row.id, statusUrl: runtime.statusUrl(row.id) },
    call: callIn(row),
    async answers(limit) {
      const events = await store.do('readEvents', { id: row.id, after: 0, limit })
      return events
        .filter(({ kind }) => kind === 'outcome')
        .map(({ at, body }) => ({ at, ...withRef(row.id, storedAnswer(body)) }))
    },
  })
  return {
    options,
    operations: agent.operations,
    keyTtlMs,
    leaseMs,
    startedAt,
    signatures,
    async task(id) {
      const row = await read(id)
      return row === undefined ? undefined : taskOf(row)
    },
    async findTasks({ hasWebhook, ...query }) {
      const lines = await store.do('findTasks', { ...query, ...owner, hasEndpoint: hasWebhook })
      return lines.map(summaryOf)
    },
    readCall: (id, look) =>
      wholeRows.run(async () => {
        const row = isTaskId(id) ? await store.do('readWholeTask', { id, ...owner }) : undefined
        return row === undefined ? undefined : { found: look(callIn(row)), bytes: row.call.length }
      }),
    writeCursor: place => Buffer.from(JSON.stringify(place)).toString('base64url'),
    readCursor,
  }
}

function summaryOf(line: TaskLine): TaskSummary {
  const { id, operation: name, state, facet, createdAt, updatedAt, endedAt, endpoint } = line
  return { id, operation: name, state, facet, createdAt, updatedAt, endedAt, hasWebhook: endpoint !== null }
}

function readCursor(cursor: string): Json | undefined {
  try {
    const place: Json = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    const parts = Array.isArray(place) ? place : [place]
    return parts.every(part => typeof part !== 'string' || isKeepable(part)) ? place : undefined
  } catch {
    return undefined
  }
}
