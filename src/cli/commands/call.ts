/** `replywire call`: calls an operation of an agent and says what happened. */

import type { Contract, Edition } from '../../codec/contract.ts'
import { detect } from '../../codec/detect.ts'
import { contract as contractById, contracts } from '../../contracts/registry.ts'
import { ReplywireError } from '../../errors.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Moment } from '../../outcome/moment.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { Body } from '../../wire/body.ts'
import { type HttpWire, httpWire } from '../../wire/http.ts'
import { SseReader } from '../../wire/sse.ts'
import { type PlannedCall, planCall } from '../agents/plan-call.ts'
import type { callOptions } from '../agents/table.ts'
import { printable, printableJson, printableLines } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { usageError } from '../usage.ts'

const needsSomething = 4

export async function run({ values, positionals, terminal }: Invocation<typeof callOptions>): Promise<number> {
  const [address = '', operation = '', ...words] = positionals
  const base = baseOf(address)
  const asked = values.as === undefined ? undefined : contractById(values.as.split('@')[0] ?? '')
  const headers = { accept: values.stream ? 'text/event-stream' : '*/*', ...headersOf(values.header ?? []) }
  const document = await openapiOf(base, headers)
  const plan = await planCall(base, operation, words, document, values.stream === true)
  if (values.as !== undefined && !plan.byTaskType) plan.url.searchParams.set('envelope', values.as)
  const response = await send(plan, headers)
  if ((response.headers.get('content-type') ?? '').startsWith('text/event-stream')) {
    return tell(await follow(response, plan, asked, terminal), undefined, terminal)
  }
  const wire = await wireOf(response)
  const { contract, edition } = spokenBy(wire, plan, asked)
  const { outcome } = faceOf(contract, edition).decode(wire)
  return tell(outcome, wire, terminal)
}

function baseOf(address: string): string {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw usageError('The URL must be http or https, such as http://127.0.0.1:8080.')
  }
  return address.replace(/\/+$/, '')
}

/** Headers by lower-case name; one that is given more than once is a list. */
function headersOf(texts: readonly string[]): Record<string, string> {
  const headers = new Headers()
  for (const text of texts) {
    const [, name = '', value = ''] = /^([!#$%&'*+.^`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(text) ?? []
    if (name === '') throw usageError('A header is NAME:VALUE, in Latin letters and on one line.')
    headers.append(name, value)
  }
  return Object.fromEntries(headers)
}

async function openapiOf(base: string, headers: Record<string, string>): Promise<JsonObject | undefined> {
  const response = await reach(`${base}/openapi.json`, { headers: { ...headers, accept: 'application/json' } })
  if (!response.ok) return undefined
  const reading = Body.ofBytes(await bytesOf(response)).json()
  return reading.ok && isObject(reading.value) ? reading.value : undefined
}

function send({ method, url, headers: own, body }: PlannedCall, headers: Record<string, string>): Promise<Response> {
  const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  // Some contracts demand a key for whatever has effects; one that was never used does no harm elsewhere.
  const key: Record<string, string> = method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() }
  const init = { method, headers: { ...key, ...headers, ...own, ...json }, redirect: 'manual' } as const
  return reach(url.href, body === undefined ? init : { ...init, body: JSON.stringify(body) })
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
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

interface Spoken {
  contract: Contract
  edition: Edition
}

/** The contract that was asked for; else the one that the answer shows. */
function spokenBy(wire: HttpWire, plan: PlannedCall, asked: Contract | undefined): Spoken {
  const wanted = plan.byTaskType ? contractById('agent-run') : asked
  const found = detect(contracts, wire).find(({ contract }) => wanted === undefined || contract.id === wanted.id)
  const contract = found?.contract ?? wanted ?? contractById('problem')
  return { contract, edition: contract.editions[found?.version ?? contract.current] as Edition }
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
  asked: Contract | undefined,
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

function showMoment(moment: Moment, { err, json, out }: Terminal): void {
  if (json) out.line(JSON.stringify(moment))
  else if (moment.kind === 'progress') {
    const percent = moment.fraction === undefined ? '' : `${Math.round(moment.fraction * 100)} %`.padStart(5)
    err.line(err.style.dim(`${percent} ${printable(moment.message ?? '')}`))
  } else if (moment.kind === 'delta' && moment.part.type === 'text') err.write(printableLines(moment.part.text))
}

function tell(outcome: Outcome, wire: HttpWire | undefined, { out, err, json }: Terminal): number {
  const code =
    outcome.kind === 'paused'
      ? needsSomething
      : outcome.kind === 'completed' || outcome.kind === 'pending'
        ? exitCodes.ok
        : exitCodes.findings
  if (json) {
    const told =
      wire === undefined
        ? { outcome }
        : { outcome, wire: { status: wire.status, headers: wire.headers, body: bodyOf(wire) } }
    out.line(JSON.stringify(told))
    return code
  }
  const { good, bad, warn, dim } = err.style
  switch (outcome.kind) {
    case 'completed':
      err.line(
        `${good('✓')} completed${outcome.created?.location === undefined ? '' : ` ${dim(printable(outcome.created.location))}`}`,
      )
      for (const notice of outcome.notices ?? []) err.line(`${warn('!')} ${printable(notice.message)}`)
      break
    case 'pending':
      err.line(
        `${warn('…')} accepted as ${printable(outcome.task?.id ?? 'a task')} ${dim(printable(outcome.task?.statusUrl ?? ''))}`,
      )
      break
    case 'paused':
      for (const need of outcome.needs) err.line(`${warn('?')} ${printable(questionOf(need))}`)
      break
    case 'failed':
      err.line(`${bad('✗')} ${printable(`${outcome.fault.code}: ${outcome.fault.message}`)}`)
      for (const { pointer, message } of outcome.fault.issues) err.line(`    ${printable(`${pointer} ${message}`)}`)
      break
    default:
      err.line(`${bad('✗')} ${outcome.kind}`)
  }
  const data = dataOf(outcome)
  if (data !== undefined)
    out.line(typeof data === 'string' ? printableLines(data) : printableJson(JSON.stringify(data, null, 2)))
  return code
}

function questionOf(need: (Outcome & { kind: 'paused' })['needs'][number]): string {
  switch (need.kind) {
    case 'input': {
      const allowed = Array.isArray(need.schema.enum) ? ` (${need.schema.enum.join(', ')})` : ''
      return `${need.name}: ${need.question}${allowed}`
    }
    case 'reply':
      return need.question
    case 'approval':
      return `approval needed: ${need.action}`
    case 'credentials':
      return `credentials needed${need.url === undefined ? '' : `: ${need.url}`}`
  }
}

function dataOf({ payload }: Outcome): Json | undefined {
  if (payload === undefined) return undefined
  if (payload.form === 'value') return payload.value
  if (payload.form === 'rows') return payload.rows
  return payload.form === 'text' ? payload.text : payload.base64
}

function bodyOf({ body }: HttpWire): Json {
  const reading = body.json()
  return reading.ok ? reading.value : body.text()
}
