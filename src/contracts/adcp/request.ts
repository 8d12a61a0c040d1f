/** AdCP 3.1 requests: the arguments of a task, with what every request may carry at their root. */
import type { Losses } from '../../codec/loss.ts'
import { text } from '../../codec/read.ts'
import { type Finding, finding } from '../../codec/rule.ts'
import { defined } from '../../lib/defined.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import type { Call } from '../../outcome/call.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import { writeContext } from './context.ts'
import type { Release } from './release.ts'
import { rule } from './rules.ts'
import { checkSchema } from './validate.ts'
import { agreedVersions, majorOf } from './version.ts'

/** Members of a request that are not the task's own. */
const memberNames = [
  'idempotency_key',
  'context',
  'context_id',
  'governance_context',
  'push_notification_config',
  'adcp_version',
  'adcp_major_version',
] as const

export type RequestMember = (typeof memberNames)[number]

export const requestMembers: ReadonlySet<string> = new Set(memberNames)

/** Tasks that need no key: capabilities only inform, and ending a session is the same twice. */
const exempt: ReadonlySet<string> = new Set(['get_adcp_capabilities', 'si_terminate_session'])

const reads = /^(?:get|list|search|check)_/
const writes =
  /^(?:si_initiate|si_send|create|update|delete|sync|activate|acquire|log|provide|report|build|calibrate|validate)_/

/** Whether a task changes something; undefined when its name does not show it. */
export function effectOf(task: string): 'none' | 'reads' | 'writes' | undefined {
  if (exempt.has(task)) return 'none'
  if (reads.test(task)) return 'reads'
  return writes.test(task) ? 'writes' : undefined
}

/** Whether `context` is the task's own argument: the tools of sponsored intelligence have words there. */
export function isOwnContext(task: string, context: Json | undefined): boolean {
  return task.startsWith('si_') && typeof context === 'string'
}

/** What the root of a request's arguments says. */
export function readArguments(
  task: string,
  given: JsonObject,
  at: string,
  context: string | undefined,
  release: Release,
  header?: string,
): { call: Call; findings: Finding[] } {
  const all = checkSchema(release, 'request', given, at)
  const isOwn = isOwnContext(task, given.context)
  const findings = isOwn ? all.filter(({ pointer: place }) => place !== `${at}/context`) : all
  // What is no object is not the caller's to be echoed: it stays with the arguments.
  const isInput = (name: string) => !requestMembers.has(name) || (name === 'context' && !isObject(given.context))
  const { adcp_version: version, adcp_major_version: major } = given
  if (typeof version === 'string' && typeof major === 'number' && majorOf(version) !== String(major)) {
    findings.push(finding(rule('adcp/version-agreement'), `${at}/adcp_major_version`))
  }
  findings.push(...missingOperationId(given.push_notification_config, `${at}/push_notification_config`, release))
  const key = text(given.idempotency_key) ?? header
  if (key === undefined && given.idempotency_key === undefined) findings.push(...missingKey(task, at, release))
  if (given.idempotency_key === undefined && header !== undefined) {
    findings.push(...checkSchema(release, 'request', { idempotency_key: header }, at))
  }
  const versions = Object.entries(given).filter(([name]) => name === 'adcp_version' || name === 'adcp_major_version')
  const call = defined<Call>({
    operation: task,
    input: Object.fromEntries(Object.entries(given).filter(([name]) => isInput(name))),
    exchange: defined<Exchange>({
      conversationId: text(given.context_id),
      context: isObject(given.context) ? context : undefined,
      governance: text(given.governance_context),
    }),
    idempotencyKey: key,
    push: given.push_notification_config,
    extra: versions.length === 0 ? undefined : { adcp: Object.fromEntries(versions) },
  })
  return { call, findings }
}

/** A registration that a seller of this release has to refuse. */
export function missingOperationId(push: Json | undefined, at: string, { operationId }: Release): Finding[] {
  if (operationId === 'optional' || !isObject(push) || push.operation_id !== undefined) return []
  return [finding(rule('adcp/push-operation-id'), `${at}/operation_id`)]
}

function missingKey(task: string, at: string, { readKeys }: Release): Finding[] {
  const effect = effectOf(task)
  if (effect === 'writes') return [finding(rule('adcp/idempotency-required'), `${at}/idempotency_key`)]
  // Of a task whose name does not show it, no more is known than that every request has a key but two.
  return effect === 'none' || readKeys === 'optional'
    ? []
    : [finding(rule('adcp/idempotency-read'), `${at}/idempotency_key`)]
}

/** The arguments of a call, and the source text of its context. */
export interface WrittenArguments {
  given: JsonObject
  context: string | undefined
}

/** Each carrier has its own places for other members of a call. */
export function writeArguments(call: Call, release: Release, losses: Losses): WrittenArguments {
  const { exchange } = call
  const context = writeContext(exchange.context, 'a2a', losses, '/call/exchange/context')
  const input = writeInput(call, context === undefined, losses)
  const checked = (member: string, value: Json | undefined, at: string): Json | undefined => {
    if (value === undefined || checkSchema(release, 'request', { [member]: value }).length === 0) return value
    losses.add(at, `${member} cannot hold it`)
    return undefined
  }
  const given = defined<JsonObject>({
    ...writeVersions(call, release, losses),
    idempotency_key: writeKey(
      call,
      checked('idempotency_key', call.idempotencyKey, '/call/idempotencyKey'),
      release,
      losses,
    ),
    context: context === undefined ? undefined : {},
    context_id: exchange.conversationId,
    governance_context: checked('governance_context', exchange.governance, '/call/exchange/governance'),
    push_notification_config: checked('push_notification_config', writePush(call, release, losses), '/call/push'),
    ...input,
  } as JsonObject)
  return { given, context }
}

function writeInput({ operation, input }: Call, isFree: boolean, losses: Losses): JsonObject {
  if (!isObject(input)) {
    losses.add('/call/input', 'arguments are an object; the value is sent as its member value')
    return { value: input }
  }
  const isTaken = (name: string) =>
    requestMembers.has(name) && !(name === 'context' && isFree && isOwnContext(operation, input.context))
  const taken = Object.keys(input).filter(isTaken)
  for (const name of taken) losses.add(`/call/input${pointer(name)}`, 'the request itself has a member of this name')
  return taken.length === 0 ? input : Object.fromEntries(Object.entries(input).filter(([name]) => !isTaken(name)))
}

/** Where a release demands an operation id, a registration without one gets the id of its request. */
function writePush({ push, exchange }: Call, release: Release, losses: Losses): Json | undefined {
  if (!isObject(push) || missingOperationId(push, '', release).length === 0) return push
  const id = exchange.requestId ?? 'operation'
  losses.add('/call/push/operation_id', 'one is demanded; it is made from the request id')
  return { ...push, operation_id: /^[A-Za-z0-9_.:-]{1,255}$/.test(id) ? id : hexadecimal(id).slice(0, 255) }
}

/** Every task but two wants a key: it gets one from the request's own id, which is as unique. */
function writeKey(
  { operation, exchange }: Call,
  key: Json | undefined,
  release: Release,
  losses: Losses,
): Json | undefined {
  const id = exchange.requestId
  if (key !== undefined || id === undefined || effectOf(operation) === 'none') return key
  const derived = [`request:${id}`, `request:hex:${hexadecimal(id)}`]
    .map(candidate => candidate.padEnd(16, '.'))
    .find(candidate => checkSchema(release, 'request', { idempotency_key: candidate }).length === 0)
  losses.add('/call/idempotencyKey', 'a key is demanded; it is made from the request id')
  return derived
}

function hexadecimal(text: string): string {
  return Array.from(new TextEncoder().encode(text), byte => byte.toString(16).padStart(2, '0')).join('')
}

function writeVersions(call: Call, { name: served }: Release, losses: Losses): JsonObject {
  const own = losses.extraOf(call, '/call') ?? {}
  const kept = agreedVersions(own, served)
  for (const name of Object.keys(own).filter(member => !Object.hasOwn(kept, member))) {
    losses.add(`/call/extra/adcp${pointer(name)}`, 'a further argument would be read as input')
  }
  return { adcp_version: served, ...kept }
}
