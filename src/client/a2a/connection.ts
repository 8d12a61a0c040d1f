/** An A2A agent: skills are operations; its tasks, their updates and its questions are what the hub has for them. */
import { type A2aConnection, type A2aGot, connectA2a } from '../../carriers/a2a/client.ts'
import type { ContractEdition } from '../../codec/contract.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Call } from '../../outcome/call.ts'
import type { Interim } from '../../outcome/moment.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { type A2aWire, a2aWire } from '../../wire/a2a.ts'
import type { CardKeys } from '../../wire/card-keys.ts'
import type { SignInit } from '../../wire/signature/sign-init.ts'
import type { Connection, ExchangeOptions, OfferedOperation, Reply } from '../connection.ts'
import { deadlineOf, lookMs } from '../deadline.ts'
import { aboutTask, callingOf, followOrStop, type NativeCall, replying } from '../native-call.ts'
import { answerEdition, parseContractEdition, readWire, requestEdition, withoutAnswer } from '../native-read.ts'
import { prepareCall } from '../prepare-call.ts'
import { progressOf } from '../progress.ts'
import { SharedLoad } from '../shared-load.ts'
import { answerParts, inputParts, respelt, writeParams } from './message.ts'

export interface A2aConnectionOptions {
  readonly named?: ContractEdition | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly maxBytes?: number | undefined
  readonly connectMs?: number | undefined
  readonly sign?: SignInit | undefined
  readonly cardKeys?: CardKeys | undefined
  readonly staysAtOrigin?: boolean | undefined
}

export function a2aConnection(base: URL, title: string, options: A2aConnectionOptions = {}): Connection {
  const { named, ...rest } = options
  const connecting = new SharedLoad(signal => connectA2a(base, { ...rest, signal }))
  const peerFor = async (callOptions: ExchangeOptions): Promise<A2aCallContext> => {
    const deadline = deadlineOf(callOptions)
    const connection = await connecting.get(deadline.options())
    const names = skillsOf(connection.card).map(({ name }) => name)
    return { connection, named, speaks: requestEdition(names, 'a2a', named), callOptions, deadline }
  }
  return {
    title,
    open: async (waiting = {}) => void (await connecting.get(waiting)),
    operations: async (waiting = {}) => skillsOf((await connecting.get(waiting)).card),
    call: (call, callOptions = {}) => replying(async () => sendCall(await peerFor(callOptions), call)),
    follow: (reply, callOptions = {}) =>
      aboutTask(reply, async id => followPending(await peerFor({ ...callOptions, wait: true }), reply, id)),
    cancel: (reply, callOptions = {}) =>
      aboutTask(reply, async id => {
        const peer = await peerFor(callOptions)
        return read(peer, await peer.connection.cancelTask(id, peer.deadline.options()))
      }),
    calling: callingOf,
    async close() {
      connecting.forget()
    },
  }
}

/** Where a card has the schemas of its skills: A2A itself has no place for them. */
const schemasExtension = 'urn:replywire:a2a:skill-schemas:1'

function schemasOf({ capabilities }: JsonObject): JsonObject | undefined {
  const extensions = isObject(capabilities) && Array.isArray(capabilities.extensions) ? capabilities.extensions : []
  const found = extensions.filter(isObject).find(({ uri }) => uri === schemasExtension)
  if (found === undefined) return undefined
  return isObject(found.params) && isObject(found.params.skills) ? found.params.skills : {}
}

function skillsOf(card: JsonObject): OfferedOperation[] {
  const schemas = schemasOf(card) ?? {}
  return (Array.isArray(card.skills) ? card.skills : []).flatMap((skill): OfferedOperation[] => {
    if (!isObject(skill) || typeof skill.id !== 'string') return []
    const { id, name, description } = skill
    const schema = Object.hasOwn(schemas, id) ? schemas[id] : undefined
    return [
      {
        name: id,
        ...(typeof name === 'string' ? { title: name } : undefined),
        ...(typeof description === 'string' ? { description } : undefined),
        ...(isObject(schema) && isObject(schema.input) ? { input: schema.input } : undefined),
      },
    ]
  })
}

type A2aCallContext = NativeCall<A2aConnection>

async function sendCall(peer: A2aCallContext, given: Call): Promise<Reply> {
  const { callOptions, connection, speaks, deadline } = peer
  const { call, notes } = prepareCall(given, speaks?.contract.calling, callOptions.newKey)
  const params = paramsOf(peer, call)
  const got =
    callOptions.onMoment !== undefined && connection.canStream
      ? await readStream(peer, params, callOptions.onMoment)
      : await connection.send(params, deadline.options())
  const answer = await followPending(peer, read(peer, got))
  return notes.length === 0 ? answer : { ...answer, notes: [...notes, ...answer.notes] }
}

function paramsOf({ callOptions, connection, speaks }: A2aCallContext, call: Call): JsonObject {
  const { version } = connection.way
  const { pause, answers = {} } = callOptions
  const base = { call, version, ...(pause?.task === undefined ? undefined : { taskId: pause.task.id }) }
  if (pause !== undefined) return writeParams({ ...base, parts: answerParts(pause, answers) })
  if (speaks === undefined) {
    return writeParams({ ...base, parts: inputParts(call, schemasOf(connection.card) !== undefined) })
  }
  const exchange = { ...call.exchange, requestId: call.exchange.requestId ?? crypto.randomUUID() }
  const encoded = speaks.edition.a2a?.request?.encode({ ...call, exchange })
  const reading = encoded?.wire.body.json()
  return respelt(reading?.ok && isObject(reading.value) ? reading.value : {}, call, version)
}

function nativeOf({ connection }: A2aCallContext): ContractEdition {
  return parseContractEdition(`a2a@${connection.way.version}`)
}

function read(peer: A2aCallContext, got: A2aGot): Reply {
  if ('fault' in got) return withoutAnswer(got.fault)
  const native = nativeOf(peer)
  const contractEdition = answerEdition(got.wire, peer.named ?? (isError(got.wire) ? undefined : peer.speaks), native)
  const isNative = contractEdition.contract.id === 'a2a'
  const answer = readWire(got.wire, isNative ? { ...contractEdition, ...native } : contractEdition)
  const id = taskIdOf(got.wire)
  const { outcome } = answer
  // Whatever a contract calls the task, A2A asks for it by its own id.
  if (id === undefined || outcome.task?.id === id || outcome.kind === 'completed') return answer
  return { ...answer, outcome: { ...outcome, task: { ...outcome.task, id } } as Outcome }
}

function objectIn({ body }: A2aWire): JsonObject {
  const reading = body.json()
  return reading.ok && isObject(reading.value) ? reading.value : {}
}

function isError(wire: A2aWire): boolean {
  return objectIn(wire).error !== undefined
}

/** The task that a frame is about. */
function taskIdOf(wire: A2aWire): string | undefined {
  const value = objectIn(wire)
  const inner = [value.task, value.statusUpdate, value.artifactUpdate].find(isObject) ?? value
  const isTask = isObject(inner.status)
  const id: Json | undefined = inner.taskId ?? (isTask ? inner.id : undefined)
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** Reports moments as they come; returns the whole answer. */
async function readStream(
  peer: A2aCallContext,
  params: JsonObject,
  onMoment: (moment: Interim) => void,
): Promise<A2aGot> {
  const { connection, deadline, callOptions } = peer
  let last: A2aGot | undefined
  let id: string | undefined
  try {
    for await (const got of connection.stream(params, deadline.options())) {
      last = got
      if ('fault' in got) break
      id = taskIdOf(got.wire) ?? id
      const { outcome } = readWire(got.wire, nativeOf(peer))
      if (outcome.kind !== 'pending') break
      for (const moment of momentsOf(outcome)) onMoment(moment)
    }
  } catch (error) {
    if (callOptions.signal?.aborted && id !== undefined) await stopTask(connection, id)
    throw error
  }
  if (last !== undefined && 'wire' in last && (id === undefined || objectIn(last.wire).task !== undefined)) return last
  // An update has a state, not the whole task; and a broken stream does not show its end.
  const whole = id === undefined ? undefined : await connection.getTask(id, deadline.options())
  if (whole !== undefined && 'wire' in whole && !isError(whole.wire)) return whole
  return last ?? { wire: a2aWire({}) }
}

function momentsOf(outcome: Outcome): Interim[] {
  const progress = progressOf(outcome)
  const mode = outcome.extra?.a2a?.append === true ? 'append' : 'replace'
  const deltas = (outcome.artifacts ?? []).flatMap(({ id, parts = [] }) =>
    parts.map((part): Interim => ({ kind: 'delta', mode, part, artifact: id })),
  )
  return [...(progress === undefined ? [] : [progress]), ...deltas]
}

async function stopTask(connection: A2aConnection, id: string): Promise<void> {
  await connection.cancelTask(id, { timeoutMs: 2000 }).catch(() => {})
}

/** Looks at a task until it ends or waits for somebody. */
async function followPending(peer: A2aCallContext, first: Reply, known?: string): Promise<Reply> {
  const { callOptions, connection, deadline } = peer
  const id = known ?? (first.wire?.carrier === 'a2a' ? taskIdOf(first.wire) : undefined)
  if (callOptions.wait !== true || first.outcome.kind !== 'pending' || id === undefined) return first
  const look = async (): Promise<Reply> => read(peer, await connection.getTask(id, deadline.options(lookMs)))
  return followOrStop(first, peer, look, () => stopTask(connection, id))
}
