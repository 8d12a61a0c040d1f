/** AdCP 3.1 transport-errors: a JSON-RPC error refuses a call before it is dispatched. */
import type { Decoded } from '../../codec/contract.ts'
import { number, text } from '../../codec/read.ts'
import { type Finding, finding } from '../../codec/rule.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { fault } from '../../outcome/fault.ts'
import { failed } from '../../outcome/outcome.ts'
import type { Body } from '../../wire/body.ts'
import { rpcCodes } from './codes.ts'
import { outsideContext, readContext } from './context.ts'
import type { DecodeOptions } from './decode.ts'
import { readError } from './error.ts'
import { extractRpcError } from './extraction.ts'
import { checkError } from './judge-error.ts'
import { readExchange } from './read-root.ts'
import { rootOf } from './root.ts'
import { rule } from './rules.ts'

/** JSON-RPC's own refusals of a malformed call. */
const malformed: ReadonlySet<unknown> = new Set([-32700, -32600, -32601, -32602])

export function decodeRpcError(
  body: Body,
  answer: JsonObject,
  error: JsonObject,
  odd: readonly Finding[],
  { unknownRecovery }: DecodeOptions,
): Decoded {
  const findings = outsideContext(odd, '/error/data')
  const expected = rpcCodes.get(error.code)
  const found = extractRpcError(answer)
  if (found === undefined) findings.push(finding(rule('adcp/rpc-error'), '/error/data/adcp_error'))
  else {
    findings.push(...checkError(found.data, true, found.pointer))
    if (found.data.code !== expected) findings.push(finding(rule('adcp/rpc-error'), '/error/code'))
  }
  const data = isObject(error.data) ? error.data : {}
  const read = found === undefined ? bareFault(error, expected) : readError(found.data, unknownRecovery)
  return {
    outcome: failed({ ...read, began: false }),
    exchange: readExchange(rootOf(data, '/error/data'), readContext(data, body, '/error/data')),
    findings,
  }
}

/** The fault that a number alone tells. */
function bareFault(error: JsonObject, code: string | undefined) {
  const message = text(error.message) ?? 'The call was refused.'
  if (code !== undefined) return readError({ code, message })
  const category = malformed.has(number(error.code)) ? 'invalid' : 'internal'
  const standing = category === 'invalid' ? 'INVALID_REQUEST' : 'X_REPLYWIRE_INTERNAL'
  return fault(category, message, { code: standing })
}
