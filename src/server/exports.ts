/** Other forms of an answer, by `?format=`: no envelope touches them. */
import type { Export, Operation } from '../agent/define.ts'
import type { RequestHead } from '../codec/serving.ts'
import type { SealedExchange } from '../outcome/exchange.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { mergeVary } from './answer.ts'
import type { Plan } from './execute.ts'

/** The export that a request asks for. */
export function exportOf(
  operation: Partial<Pick<Operation, 'exports'>> | undefined,
  head: Pick<RequestHead, 'query'>,
): Export | undefined {
  const format = head.query('format')
  const { exports = {} } = operation ?? {}
  return format !== undefined && Object.hasOwn(exports, format) ? exports[format] : undefined
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
  // An export is the same whatever envelope is asked for: it has no headers about that.
  const { choiceNames } = plan.served.contract.serving?.migration ?? {}
  for (const [name, value] of Object.entries(plan.headers ?? {})) {
    if (value !== undefined && !choiceNames?.headers.includes(name)) headers.set(name, value)
  }
  const mounted = plan.site.offers.mount.contract.serving?.migration?.exports
  for (const [name, value] of Object.entries(mounted?.headers ?? {})) headers.set(name, value)
  mergeVary(headers, [...plan.vary.filter(name => !choiceNames?.vary.includes(name)), ...(mounted?.vary ?? [])])
  return new Response(body as BodyInit, { status: 200, headers })
}
