/** Other forms of an answer, by `?format=`: no envelope touches them. */
import type { Export, Operation } from '../agent/define.ts'
import type { SealedExchange } from '../outcome/exchange.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { mergeVary } from './answer.ts'
import type { Plan } from './execute.ts'
import { exportHeaders } from './jpcite.ts'

/** Headers about the envelope that was asked for. An export has none: it is the same whichever is asked for. */
const envelopeHeaders = new Set(['deprecation', 'sunset', 'link', 'x-envelope-version'])
const envelopeVary = new Set(['X-Envelope-Version', 'Accept-Language'])

/** The export that a request asks for. */
export function exportOf(operation: Partial<Pick<Operation, 'exports'>> | undefined, url: URL): Export | undefined {
  const format = url.searchParams.get('format')
  const { exports = {} } = operation ?? {}
  return format !== null && Object.hasOwn(exports, format) ? exports[format] : undefined
}

/** The response in the asked form; undefined when the contract is to write it. */
export async function exported(
  form: Export | undefined,
  outcome: Outcome,
  exchange: SealedExchange,
  plan: Plan,
): Promise<Response | undefined> {
  if (form === undefined || outcome.kind !== 'completed') return undefined
  const body = await form.write(outcome)
  const headers = new Headers({
    'content-type': form.mediaType,
    'x-request-id': exchange.requestId,
    'x-correlation-id': exchange.correlationId,
  })
  if (form.filename !== undefined) headers.set('content-disposition', `attachment; filename="${form.filename}"`)
  for (const [name, value] of Object.entries(plan.headers ?? {})) {
    if (value !== undefined && !envelopeHeaders.has(name)) headers.set(name, value)
  }
  const { vary = [], ...own } = exportHeaders(plan.site)
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
  mergeVary(headers, [...plan.vary.filter(name => !envelopeVary.has(name)), ...vary])
  return new Response(body as BodyInit, { status: 200, headers })
}
