/** The answer to an AdCP task as a member of another message: of a webhook, of an answer about the task. */
import type { Edition } from '../../../codec/contract.ts'
import { wellFormed } from '../../../codec/well-formed.ts'
import { isObject, type JsonObject } from '../../../lib/json-value.ts'
import type { SealedExchange } from '../../../outcome/exchange.ts'
import type { Outcome } from '../../../outcome/outcome.ts'
import { decodeHttp } from '../decode.ts'
import { encodeHttp } from '../encode.ts'
import type { Release } from '../release.ts'
import { releases } from '../releases.ts'

const editions: ReadonlyMap<Release, Edition> = new Map(
  releases.map(release => [
    release,
    wellFormed({
      version: release.name,
      rules: [],
      http: {
        decode: wire => decodeHttp(wire, {}, release),
        encode: (outcome, exchange) => encodeHttp(outcome, exchange, release),
      },
    }),
  ]),
)

/** All of it but the context, which is sent in the caller's spelling. */
export function responseOf(
  outcome: Outcome,
  { context: _, ...exchange }: SealedExchange,
  release: Release,
): JsonObject {
  const reading = editions.get(release)?.http?.encode(outcome, exchange).wire.body.json()
  return reading?.ok && isObject(reading.value) ? reading.value : {}
}
