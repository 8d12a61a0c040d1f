/** Other forms of an answer, by `?format=`: no envelope touches them. */
import type { Export, Operation } from '../agent/define.ts'
import type { HttpAnswer } from '../carriers/http/message.ts'
import type { RequestHead } from '../codec/serving.ts'
import type { SealedExchange } from '../outcome/exchange.ts'
import type { Completed, Outcome } from '../outcome/outcome.ts'
import { sendableHeaders } from './author-headers.ts'
import type { HttpCall } from './http/http-call.ts'
import { mergeVary } from './http/vary.ts'
import { setIds } from './ids.ts'

/** The export that a request asks for. */
export function exportOf(
  operation: Partial<Pick<Operation, 'exports'>> | undefined,
  head: Pick<RequestHead, 'query'>,
): Export | undefined {
  const format = head.query('format')
  const { exports = {} } = operation ?? {}
  return format !== undefined && Object.hasOwn(exports, format) ? exports[format] : undefined
}

/** The export that a call is answered with; undefined when the contract is to write the answer. */
export function wantedExport({ target, http }: HttpCall, outcome: Outcome): Export | undefined {
  if (outcome.kind !== 'completed' || target === undefined || target.isBuiltIn) return undefined
  return http.search === '' ? undefined : exportOf(target.operation, http)
}

/** The answer in another form. */
export async function writeExport(
  call: HttpCall,
  form: Export,
  outcome: Completed,
  exchange: SealedExchange,
): Promise<HttpAnswer> {
  const { contractEdition, server } = call
  const { mediaType, filename } = form
  const headers: Record<string, string> = {
    ...sendableHeaders(call, {
      'content-type': mediaType,
      'content-disposition': filename === undefined ? undefined : `attachment; filename="${filename}"`,
    }),
  }
  setIds(headers, exchange)
  // An export is the same whatever envelope is asked for: it has no headers about that.
  const { choiceNames } = contractEdition.contract.serving?.migration ?? {}
  for (const [name, value] of Object.entries(call.headers)) {
    if (!choiceNames?.headers.includes(name)) headers[name] = value
  }
  const mounted = server.offers.mount.contract.serving?.migration?.exports
  Object.assign(headers, mounted?.headers)
  mergeVary(headers, [...call.vary.filter(name => !choiceNames?.vary.includes(name)), ...(mounted?.vary ?? [])])
  return { status: 200, headers, body: await call.open.race(Promise.resolve(form.write(outcome))) }
}
