/** Reads anything into an outcome, and reports what it tolerated. */
import {
  type Decoded,
  extraMembers,
  type Fault,
  type FaultCategory,
  type Finding,
  failed,
  fault,
  finding,
  type HttpWire,
  type Issue,
  type Json,
  type JsonObject,
  number,
  type Outcome,
  object,
  payloadOf,
  pointer,
  readBody,
  secondsToMs,
  text,
} from '../../src/codec/index.ts'
import { rule } from './rules.ts'
import { categoryOf } from './status.ts'

/** The members that JSend has. All others are kept in `extra.jsend`, and written back. */
export const members: ReadonlySet<string> = new Set(['status', 'data', 'message', 'code'])

type Report = (id: string, at: string) => void

export function decode(wire: HttpWire): Decoded {
  const findings: Finding[] = []
  const report: Report = (id, at) => findings.push(finding(rule(id), at))
  const value = readBody(wire.body, findings)
  const body = object(value)
  if (body !== undefined) return { outcome: readBodyObject(body, wire, report), exchange: {}, findings }
  if (value !== undefined) report('jsend/object', '')
  return { outcome: { kind: 'unknown', status: '', ...payload(value) }, exchange: {}, findings }
}

function readBodyObject(body: JsonObject, wire: HttpWire, report: Report): Outcome {
  const { status, data, message, code } = body
  const more = extraMembers('jsend', body, members)
  if (status !== 'error') {
    if (message !== undefined) report('jsend/error-only', '/message')
    if (code !== undefined) report('jsend/error-only', '/code')
  }
  switch (status) {
    case 'success':
      if (data === undefined) report('jsend/data', '/data')
      return { kind: 'completed', ...payload(data), ...created(wire), ...more }
    case 'fail':
      if (object(data) === undefined) report('jsend/fail-data', '/data')
      return failed({ ...readFail(object(data) ?? {}, categoryOf('fail', wire.status)), ...wait(wire) }, more)
    case 'error':
      return failed({ ...readError(body, categoryOf('error', wire.status), report), ...wait(wire) }, more)
    default:
      report('jsend/status', '/status')
      return { kind: 'unknown', status: text(status) ?? '', ...payload(data), ...more }
  }
}

/** JSend has null where there is nothing to return. */
function payload(data: Json | undefined): Pick<Outcome, 'payload'> {
  const read = data === null ? undefined : payloadOf(data)
  return read === undefined ? {} : { payload: read }
}

function created({ status, headers }: HttpWire): { created?: { location?: string } } {
  if (status !== 201) return {}
  return { created: headers.location === undefined ? {} : { location: headers.location } }
}

function wait({ headers }: HttpWire): { retryAfterMs?: number } {
  const retryAfterMs = secondsToMs(headers['retry-after'])
  return retryAfterMs === undefined ? {} : { retryAfterMs }
}

/** A text is about a member of the request; the one named `message` about the whole. All else are details. */
function readFail(data: JsonObject, category: FaultCategory): Fault {
  const issues: Issue[] = []
  const details: [string, Json][] = []
  for (const [name, value] of Object.entries(data)) {
    if (typeof value !== 'string') details.push([name, value])
    else if (name !== 'message') issues.push({ pointer: pointer(name), message: value })
  }
  const more = details.length === 0 ? {} : { details: Object.fromEntries(details) }
  return fault(category, text(data.message) ?? '', { issues, ...more })
}

function readError({ message, code, data }: JsonObject, category: FaultCategory, report: Report): Fault {
  if (text(message) === undefined) report('jsend/message', '/message')
  if (code !== undefined && number(code) === undefined) report('jsend/code', '/code')
  const details = object(data)
  if (data !== undefined && details === undefined) report('jsend/error-data', '/data')
  return fault(category, text(message) ?? '', {
    ...(details === undefined ? {} : { details }),
    ...(number(code) === undefined ? {} : { extra: { jsend: { code: code as number } } }),
  })
}
