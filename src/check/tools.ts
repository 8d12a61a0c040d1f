/** What the scripts of a check work with: every exchange is recorded, every answer is validated. */
import { check as validateMessage } from '../codec/check.ts'
import type { Contract, Edition } from '../codec/contract.ts'
import type { AnswerKind, CallChange, HostRun, ProbeAnswer, ProbeCase, ProbeTools, Probing } from '../codec/probing.ts'
import { type Finding, finding, type Rule } from '../codec/rule.ts'
import { citedSections } from '../codec/specification.ts'
import { holdsStackTrace } from '../codec/stack-trace.ts'
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import type { HttpWire } from '../wire/http.ts'
import type { Wire } from '../wire/wire.ts'
import type { Evidence } from './evidence.ts'
import { type ProbeConnection, type RecordedExchange, type RequestIds, UnansweredError } from './exchange.ts'
import { HarnessError } from './harness-error.ts'
import { NotProbed } from './not-probed.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import type { CheckFinding } from './report.ts'
import { fillVariables, saveValues } from './variables.ts'

export interface ToolsOptions {
  readonly contract: Contract
  readonly edition: Edition
  readonly probing: Probing
  readonly connection: ProbeConnection
  /** Every rule that can be reported, by id. */
  readonly rules: ReadonlyMap<string, Rule>
  /** Marks the requests of this run. */
  readonly runId: string
  /** Values that cases saved for later ones. */
  readonly saved: Map<string, Json>
}

/** The record of one check. */
export interface CheckRecord {
  readonly tools: ProbeTools
  readonly findings: readonly CheckFinding[]
  readonly requests: number
  close(): Promise<void>
}

/** More findings of one check than this are not kept. */
const mostFindings = 100

let sent = 0

export function openTools(options: ToolsOptions): CheckRecord {
  const { contract, edition, probing, connection, rules, runId, saved } = options
  const findings = new Map<string, CheckFinding>()
  const receivers: Receiver[] = []
  let requests = 0
  let evidence: Evidence | undefined

  const add = (broken: Finding): void => {
    const key = `${broken.rule} ${broken.pointer}`
    if (findings.has(key) || findings.size >= mostFindings) return
    const documents = citedSections(edition, broken.clause)
    findings.set(key, { ...broken, documents, ...(evidence === undefined ? undefined : { evidence }) })
  }
  const found: ProbeTools['found'] = (id, pointer = '', message) => {
    const rule = rules.get(id)
    if (rule === undefined) throw new TypeError(`There is no rule ${id}.`)
    add(finding(rule, pointer, message))
  }
  const nextIds = (): RequestIds => {
    const id = `replywire-check-${runId}-${++sent}`
    return { requestId: id, correlationId: `${id}-c` }
  }

  const answerOf = <W extends Wire>(
    exchanged: RecordedExchange<W>,
    ids: RequestIds,
    kind: AnswerKind,
    args?: JsonObject,
  ): ProbeAnswer<W> => {
    requests++
    evidence = exchanged.evidence
    const { wire, url } = exchanged
    const reading = wire.body.json()
    const json = reading.ok ? reading.value : undefined
    const as = kind === 'response' && probing.isOutside?.(wire) === true ? 'any' : kind
    const broken =
      as === 'any' ? [] : validateMessage(contract, wire, { version: edition.version, message: as, conformance: true })
    const isValid = !broken.some(({ level }) => level === 'must')
    const known = { wire, json, isValid, ...ids }
    const about = { ...known, ...(url === undefined ? undefined : { url }), ...(args && { sent: args }) }
    for (const one of broken) add(one)
    checkEveryAnswer(wire, json, as, broken, found)
    if (as !== 'response') return about
    const decoded = (edition[wire.carrier] as { decode(wire: Wire): NonNullable<ProbeAnswer['decoded']> }).decode(wire)
    const answer = { ...about, decoded }
    const other = edition.answers?.(wire, ids.requestId)
    if (other !== undefined) add(other)
    if (wire.carrier === 'http') checkIds(wire, ids, probing, found)
    probing.every?.(answer, found)
    return answer
  }

  const tools: ProbeTools = {
    async send(request, as = 'response') {
      if (connection.send === undefined) throw new HarnessError('This check needs HTTP.')
      const ids = nextIds()
      return answerOf(await connection.send(request, ids), ids, as)
    },
    async call(probeCase, change = {}) {
      const ids = nextIds()
      const input = argumentsOf(probeCase, change, options)
      const prepared = {
        probeCase,
        operation: change.operation ?? probeCase.operation,
        input,
        headers: change.headers ?? {},
        stream: change.stream === true,
      }
      const exchanged = await connection.call(prepared, ids).catch(error => {
        if (!(error instanceof UnansweredError)) throw error
        evidence = error.evidence
        found('service/answered')
        throw new NotProbed(error.message)
      })
      const answer = answerOf(exchanged, ids, change.as ?? 'response', input)
      saveValues(probeCase, answer, saved)
      return answer
    },
    async host(files, patienceMs): Promise<HostRun> {
      if (connection.host === undefined) throw new HarnessError('This check needs a host command: file+host:COMMAND.')
      const run = await connection.host(files, patienceMs)
      requests++
      evidence = run.evidence
      const answers = [...run.files].map(([name, exchanged]) => {
        const requestId = files.find(({ awaits }) => awaits?.name === name)?.awaits?.requestId ?? ''
        return [name, answerOf(exchanged, { requestId, correlationId: '' }, 'response')] as const
      })
      return { answers: new Map(answers), exit: run.exit }
    },
    found,
    skip(reason) {
      throw new NotProbed(reason)
    },
    validate(wire, message) {
      for (const one of validateMessage(contract, wire, { version: edition.version, message, conformance: true }))
        add(one)
    },
    async openReceiver() {
      const receiver = await openReceiver(connection.timeoutMs)
      receivers.push(receiver)
      return receiver
    },
    pause: ms => new Promise(resolve => setTimeout(resolve, ms)),
    newId: () => crypto.randomUUID(),
    now: () => new Date(),
  }
  return {
    tools,
    get findings() {
      return [...findings.values()]
    },
    get requests() {
      return requests
    },
    async close() {
      for (const receiver of receivers) await receiver.close()
    },
  }
}

/** The input of the case, with what the contract and the call add to it. */
function argumentsOf(
  probeCase: ProbeCase,
  { input, members, without = [] }: CallChange,
  { probing, connection, saved }: ToolsOptions,
): JsonObject {
  const own = contractMembers(probeCase, probing, connection)
  const whole = fillVariables({ ...own, ...(input ?? probeCase.input), ...members }, saved)
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !without.includes(name)))
}

/** The arguments that the contract adds to a case. A query has no place for members of a body. */
export function contractMembers(
  probeCase: ProbeCase,
  { members }: Probing,
  { carrier }: Pick<ProbeConnection, 'carrier'>,
): JsonObject {
  const isBodiless = carrier === 'http' && ['GET', 'DELETE'].includes(probeCase.route?.method ?? '')
  return isBodiless ? {} : (members?.(probeCase, () => crypto.randomUUID()) ?? {})
}

/** What no answer may do, whatever it is. */
function checkEveryAnswer(
  wire: Wire,
  json: Json | undefined,
  as: AnswerKind,
  broken: readonly Finding[],
  found: ProbeTools['found'],
): void {
  const isReported = broken.some(({ rule }) => rule.endsWith('/stack-trace'))
  if (!isReported && textsOf(json, wire).some(holdsStackTrace)) found('service/stack-trace')
  if (as === 'any' && wire.carrier === 'http' && lacksContentType(wire)) found('service/content-type')
}

function lacksContentType({ headers, body }: HttpWire): boolean {
  return !body.isEmpty && headers['content-type'] === undefined
}

/** The texts of an answer: its strings, or the whole where it is not JSON. Long ones are searched at their beginning. */
function textsOf(json: Json | undefined, { body }: Wire): string[] {
  if (json === undefined) return [body.text().slice(0, 65_536)]
  const texts: string[] = []
  const visit = (value: Json): void => {
    if (texts.length > 2000) return
    if (typeof value === 'string') texts.push(value.slice(0, 65_536))
    else if (Array.isArray(value)) value.forEach(visit)
    else if (isObject(value)) Object.values(value).forEach(visit)
  }
  visit(json)
  return texts
}

/** A contract that compares ids itself still leaves missing headers to this rule. */
function checkIds(
  { headers }: HttpWire,
  { requestId, correlationId }: RequestIds,
  { comparesIds = false, idHeaders = ['x-request-id', 'x-correlation-id'] }: Probing,
  found: ProbeTools['found'],
): void {
  for (const [name, id] of [
    ['x-request-id', requestId],
    ['x-correlation-id', correlationId],
  ] as const) {
    const came = headers[name]
    if (!idHeaders.includes(name)) continue
    if (came === undefined || (!comparesIds && came !== id)) {
      const what = came === undefined ? 'is missing' : 'has another value than the request'
      found('service/ids-echoed', '', `The header ${name} ${what}.`)
    }
  }
}
