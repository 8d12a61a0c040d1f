/** The answer to an AdCP task as a member of another message: of a webhook, of an answer about the task. */
import { contract } from '../../contracts/registry.ts'
import { ReplywireError } from '../../errors.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import type { Outcome } from '../../outcome/outcome.ts'

/** All of it but the context, which stands beside it in the spelling of the caller. */
export function responseOf(outcome: Outcome, { context: _, ...exchange }: SealedExchange): JsonObject {
  const adcp = contract('adcp')
  const face = adcp.editions[adcp.current]?.http
  if (face === undefined) throw new ReplywireError('ERR_NO_FACE', 'adcp is not spoken over HTTP.')
  const reading = face.encode(outcome, exchange).wire.body.json()
  return reading.ok && isObject(reading.value) ? reading.value : {}
}
