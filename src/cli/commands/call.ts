/** `replywire call`: calls an operation of an agent and prints the outcome. */

import type { Contract, Edition, Stream } from '../../codec/contract.ts'
import { detect } from '../../codec/detect.ts'
import { contract as contractById, contracts, plainContract, runContract } from '../../contracts/registry.ts'
import { ReplywireError } from '../../errors.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { addressForms, isCarried } from '../../upstream/address.ts'
import { deadlineOf } from '../../upstream/deadline.ts'
import { describeKey } from '../../upstream/describe-key.ts'
import { Body } from '../../wire/body.ts'
import { type HttpWire, httpWire } from '../../wire/http.ts'
import { howOthersApprove } from '../agents/answer-needs.ts'
import { headersFor, timeoutOf, urlOf } from '../agents/call-options.ts'
import { brokenOff, followStream } from '../agents/follow-stream.ts'
import { listOperations, operationsIn } from '../agents/list-operations.ts'
import { type PlannedCall, planCall } from '../agents/plan-call.ts'
import { showOutcome } from '../agents/show-outcome.ts'
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
    if (document === undefined)
      throw usageError('The agent does not list its operations; name an operation or a task type.')
    return listOperations(operationsIn(document), address, terminal)
  }
  const plan = await planCall(base, operation, words, document, values.stream === true)
  if (asked !== undefined && !plan.byTaskType) plan.url.searchParams.set('envelope', asked.envelope)
  const key = keyFor(plan, headers)
  const { calling } = asked?.contract ?? contracts.find(one => one.calling?.isOfferedBy?.(namesIn(document))) ?? {}
  const notices = key !== undefined && calling?.mayChange?.(operation) ? [describeKey(key)] : []
  // Printed before the call is sent: a call that breaks off is the one to repeat.
  if (!terminal.json) for (const line of notices) terminal.err.line(`${terminal.err.style.warn('!')} ${line}`)
  const response = await send(plan, key === undefined ? headers : { ...headers, 'idempotency-key': key }, signal)
  if ((response.headers.get('content-type') ?? '').startsWith('text/event-stream')) {
    const stream = streamOf(response, plan, asked)
    const { accept: _, 'x-approval-token': __, ...mine } = headers
    const followed = { response, stream, called: plan.url, headers: mine, signal, terminal }
    return report({ outcome: await followStream(followed), notices }, terminal)
  }
  const read = async (response: Response): Promise<Read> => {
    const wire = await wireOf(response)
    const { contract, edition } = contractOf(wire, plan, asked)
    return { outcome: faceOf(contract, edition).decode(wire).outcome, wire }
  }
  const first = await read(response)
  const url = values.wait === true ? resultUrl(first.outcome, plan.url) : undefined
  if (url === undefined) return report({ ...first, notices }, terminal)
  const { accept: _, 'x-approval-token': __, ...mine } = headers
  const ended = await waitOver(url, first, { timeoutMs: deadline.options().timeoutMs, read, headers: mine, terminal })
  return ended === undefined ? exitCodes.interrupted : report({ ...ended, notices }, terminal)
}

/** A new key for a call that may have effects and has none: some contracts require one, others ignore it. */
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

async function wireOf(response: Response): Promise<HttpWire> {
  const body = Body.ofBytes(await bytesOf(response))
  return httpWire({ status: response.status, headers: Object.fromEntries(response.headers), body })
}

/** The requested contract, else the one that recognises the answer. */
function contractOf(wire: HttpWire, plan: PlannedCall, asked: Chosen | undefined): Chosen {
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
  if (face === undefined) throw usageError(`${contract.id} is not available over HTTP.`)
  return face
}

/** How a stream is read that a response has begun. */
function streamOf(response: Response, plan: PlannedCall, asked: Chosen | undefined): Stream {
  const head = httpWire({ status: response.status, headers: Object.fromEntries(response.headers), body: {} })
  const { contract, edition } = contractOf(head, plan, asked)
  if (edition.stream === undefined) throw usageError(`${contract.id} has no stream.`)
  return edition.stream
}

function report(
  { outcome, wire, notices }: Partial<Read> & Pick<Read, 'outcome'> & { notices: string[] },
  terminal: Terminal,
): number {
  const [, approval] = /<([^<>]*)>\s*;\s*rel="?approval"?/.exec(wire?.headers.link ?? '') ?? []
  const needs = outcome.kind === 'paused' ? outcome.needs : []
  const others = needs.flatMap(need => howOthersApprove(need, { ...outcome, ...(approval && { approval }) }))
  const code = showOutcome(
    outcome,
    {
      notices: [...notices, ...others],
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
