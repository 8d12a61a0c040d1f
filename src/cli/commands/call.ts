/** `replywire call`: calls an operation of an agent and says what happened. */

import type { Contract, Edition } from '../../codec/contract.ts'
import { detect } from '../../codec/detect.ts'
import { contract as contractById, contracts, plainContract, runContract } from '../../contracts/registry.ts'
import { ReplywireError } from '../../errors.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Moment } from '../../outcome/moment.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { addressForms, isCarried } from '../../upstream/address.ts'
import { deadlineOf } from '../../upstream/deadline.ts'
import { toldKey } from '../../upstream/told-key.ts'
import { Body } from '../../wire/body.ts'
import { type HttpWire, httpWire } from '../../wire/http.ts'
import { SseReader } from '../../wire/sse.ts'
import { howOthersApprove } from '../agents/answer-needs.ts'
import { headersFor, timeoutOf, urlOf } from '../agents/call-options.ts'
import { listOperations, operationsIn } from '../agents/list-operations.ts'
import { type PlannedCall, planCall } from '../agents/plan-call.ts'
import { showMoment, tellOutcome } from '../agents/show-outcome.ts'
import { type Read, resultUrl, waitOver } from '../agents/wait-over-http.ts'
import { type Chosen, chooseContract } from '../choose-contract.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { callOptions } from '../table/agents.ts'
import type { Terminal } from '../terminal.ts'
import { usageError } from '../usage.ts'

export async function run(invocation: Invocation<typeof callOptions>): Promise<number> {
  const { values, terminal } = invocation
  const [address, ...positionals] = urlOf(invocation.positionals)
  if (isCarried(address)) {
    const { callUpstream } = await import('../agents/call-upstream.ts')
    return callUpstream({ ...invocation, positionals: [address, ...positionals] })
  }
  const [operation, ...words] = positionals
  const base = baseOf(address)
  if (values.answer !== undefined) throw usageError('--answer works over MCP and A2A, not over plain HTTP.')
  const asked = values.contract === undefined ? undefined : await chooseContract(values.contract)
  const headers = {
    accept: values.stream ? 'text/event-stream' : '*/*',
    ...(values.approval && { 'x-approval-token': values.approval.join(',') }),
    ...headersFor(invocation, base),
  }
  const timeoutMs = timeoutOf(values.timeout)
  const deadline = deadlineOf({ timeoutMs })
  const signal = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  const document = await openapiOf(base, headers, signal)
  if (operation === undefined) {
    if (document === undefined) throw usageError('The agent does not tell its operations; name one, or a task type.')
    return listOperations(operationsIn(document), address, terminal)
  }
  const plan = await planCall(base, operation, words, document, values.stream === true)
  if (asked !== undefined && !plan.byTaskType) plan.url.searchParams.set('envelope', asked.envelope)
  const key = keyFor(plan, headers)
  const { calling } = asked?.contract ?? contracts.find(one => one.calling?.isOfferedBy?.(namesIn(document))) ?? {}
  const told = key !== undefined && calling?.mayChange?.(operation) ? [toldKey(key)] : []
  // Told before it is sent: a call that breaks off is the one to repeat.
  if (!terminal.json) for (const line of told) terminal.err.line(`${terminal.err.style.warn('!')} ${line}`)
  const response = await send(plan, key === undefined ? headers : { ...headers, 'idempotency-key': key }, signal)
  if ((response.headers.get('content-type') ?? '').startsWith('text/event-stream')) {
    return tell({ outcome: await follow(response, plan, asked, terminal), told }, terminal)
  }
  const read = async (response: Response): Promise<Read> => {
    const wire = await wireOf(response)
    const { contract, edition } = spokenBy(wire, plan, asked)
    return { outcome: faceOf(contract, edition).decode(wire).outcome, wire }
  }
  const first = await read(response)
  const url = values.wait === true ? resultUrl(first.outcome, plan.url) : undefined
  if (url === undefined) return tell({ ...first, told }, terminal)
  const { accept: _, 'x-approval-token': __, ...mine } = headers
  const ended = await waitOver(url, first, { timeoutMs: deadline.options().timeoutMs, read, headers: mine, terminal })
  return ended === undefined ? exitCodes.interrupted : tell({ ...ended, told }, terminal)
}

/** A key for a call that may have effects and brings none; some contracts demand one, and elsewhere it does no harm. */
function keyFor({ method, headers, body }: PlannedCall, given: Record<string, string>): string | undefined {
  const isKeyed = { ...given, ...headers }['idempotency-key'] !== undefined || body?.idempotency_key !== undefined
  return method === 'GET' || isKeyed ? undefined : crypto.randomUUID()
}

function namesIn(document: JsonObject | undefined): string[] {
  return document === undefined ? [] : operationsIn(document).map(({ name }) => name)
}

function baseOf(address: string): string {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw usageError(`The URL must be ${addressForms}.`)
  }
  return address.replace(/\/+$/, '')
}

async function openapiOf(
  base: string,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<JsonObject | undefined> {
  const init = { headers: { ...headers, accept: 'application/json' } }
  const response = await reach(`${base}/openapi.json`, init, signal)
  if (!response.ok) return undefined
  const reading = Body.ofBytes(await bytesOf(response)).json()
  return reading.ok && isObject(reading.value) ? reading.value : undefined
}

function send(
  { method, url, headers: own, body }: PlannedCall,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const init = { method, headers: { ...headers, ...own, ...json }, redirect: 'manual' } as const
  return reach(url.href, body === undefined ? init : { ...init, body: JSON.stringify(body) }, signal)
}

async function reach(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch(url, signal === undefined ? init : { ...init, signal })
  } catch (error) {
    if (signal?.aborted) {
      throw new ReplywireError('ERR_UNREADABLE', `${new URL(url).origin} did not answer in time.`, { cause: error })
    }
    throw new ReplywireError('ERR_UNREADABLE', `${new URL(url).origin} does not answer; is the agent running?`, {
      cause: error,
    })
  }
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(
    await response.arrayBuffer().catch(error => {
      throw brokenOff(error)
    }),
  )
}

/** A connection that ends in the middle of an answer is no defect of ours. */
function brokenOff(cause: unknown): ReplywireError {
  return new ReplywireError('ERR_UNREADABLE', 'The answer broke off; what became of the call is not known.', { cause })
}

async function wireOf(response: Response): Promise<HttpWire> {
  const body = Body.ofBytes(await bytesOf(response))
  return httpWire({ status: response.status, headers: Object.fromEntries(response.headers), body })
}

/** The contract that was asked for; else the one that the answer shows. */
function spokenBy(wire: HttpWire, plan: PlannedCall, asked: Chosen | undefined): Chosen {
  const wanted = plan.byTaskType ? currentOf(contractById(runContract)) : asked
  const candidates = wanted === undefined ? contracts : [wanted.contract]
  const [found] = detect(candidates, wire)
  const edition = found?.contract.editions[found.version]
  if (found !== undefined && edition !== undefined) return { contract: found.contract, edition }
  return wanted ?? currentOf(contractById(plainContract))
}

function currentOf(contract: Contract): Chosen {
  return { contract, edition: contract.editions[contract.current] as Edition }
}

function faceOf(contract: Contract, edition: Edition): NonNullable<Edition['http']> {
  const face = edition.http ?? contract.editions[contract.current]?.http
  if (face === undefined) throw usageError(`${contract.id} is not spoken over HTTP.`)
  return face
}

/** Shows a stream while it comes, and returns how it ended. */
async function follow(
  response: Response,
  plan: PlannedCall,
  asked: Chosen | undefined,
  terminal: Terminal,
): Promise<Outcome> {
  const head = httpWire({ status: response.status, headers: Object.fromEntries(response.headers), body: {} })
  const { contract, edition } = spokenBy(head, plan, asked)
  if (edition.stream === undefined) throw usageError(`${contract.id} has no stream.`)
  const reader = edition.stream.reader()
  const lines = new SseReader()
  let outcome: Outcome | undefined
  const take = (moments: readonly Moment[]): void => {
    for (const moment of moments) {
      if (moment.kind === 'outcome') outcome = moment.outcome
      else showMoment(moment, terminal)
    }
  }
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      for (const event of lines.read(decoder.decode(chunk, { stream: true }))) take(reader.read(event).moments)
    }
  } catch (error) {
    // What comes after the outcome does not matter.
    if (outcome === undefined) throw brokenOff(error)
    return outcome
  }
  take(reader.end(lines.end().unterminated).moments)
  if (outcome === undefined) throw brokenOff(undefined)
  return outcome
}

function tell(
  { outcome, wire, told }: Partial<Read> & Pick<Read, 'outcome'> & { told: string[] },
  terminal: Terminal,
): number {
  const [, approval] = /<([^<>]*)>\s*;\s*rel="?approval"?/.exec(wire?.headers.link ?? '') ?? []
  const needs = outcome.kind === 'paused' ? outcome.needs : []
  const others = needs.flatMap(need => howOthersApprove(need, { ...outcome, ...(approval && { approval }) }))
  const code = tellOutcome(
    outcome,
    {
      told: [...told, ...others],
      ...(wire && { wire: { status: wire.status, headers: wire.headers, body: bodyOf(wire) } }),
    },
    terminal,
  )
  if (!terminal.json) for (const line of others) terminal.err.line(terminal.err.style.dim(`    ${line}`))
  return code
}

function bodyOf({ body }: HttpWire): Json {
  const reading = body.json()
  return reading.ok ? reading.value : body.text()
}
