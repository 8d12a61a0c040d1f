/** The answer to an AdCP task as a member of another message: of a webhook, of an answer about the task. */
import { wellFormed } from '../../../codec/well-formed.ts'
import { isObject, type JsonObject } from '../../../lib/json-value.ts'
import type { SealedExchange } from '../../../outcome/exchange.ts'
import type { Outcome } from '../../../outcome/outcome.ts'
import { decodeHttp } from '../decode.ts'
import { encodeHttp } from '../encode.ts'
import { release } from '../envelope.ts'

const { http } = wellFormed({ version: release, rules: [], http: { decode: decodeHttp, encode: encodeHttp } })

/** All of it but the context, which is sent in the caller's spelling. */
export function responseOf(outcome: Outcome, { context: _, ...exchange }: SealedExchange): JsonObject {
  const reading = http?.encode(outcome, exchange).wire.body.json()
  return reading?.ok && isObject(reading.value) ? reading.value : {}
}
