/** What a caller says of the exchange among the arguments: it is echoed on every answer, on refusals too. */
import type { Json } from '../../lib/json-value.ts'
import type { HttpEdition } from '../negotiate.ts'
import { identifyCaller } from '../pipeline/identify.ts'
import { conversationOf, envelopeExchange, pinnedEdition } from '../request-envelope.ts'
import { type HttpCall, mostUnknownBytes } from './http-call.ts'

/**
 * Reads the context before anything is refused. The rest of a longer body is read only after its sender is known; what is
 * wrong with the body is reported in its turn.
 */
export async function readCallersContext(call: HttpCall): Promise<void> {
  const { contract } = call.contractEdition
  if (contract.serving?.request === undefined) return
  const isShort = async () =>
    (await call.open.race(call.http.read(mostUnknownBytes)).catch(() => undefined)) !== undefined
  const isWelcome = (await isShort()) || (await identifyCaller(call)) === undefined
  const read = isWelcome ? await call.body().catch(() => undefined) : undefined
  call.contractEdition = pinned(call.contractEdition, read?.ok ? read.value : undefined)
  const envelope = read?.body === undefined ? {} : envelopeExchange(contract, read.body)
  const { isNew, ...conversation } = conversationOf(contract, call.http.headers, call.server.newId)
  call.isNewConversation = isNew && envelope.conversationId === undefined
  call.exchange = { ...call.exchange, ...conversation, ...envelope }
}

/** The answer is written in the edition that the arguments pin. */
function pinned(chosen: HttpEdition, body: Json | undefined): HttpEdition {
  const edition = pinnedEdition(chosen, body, 'http')
  return edition === chosen.edition || edition.http === undefined ? chosen : { ...chosen, edition, face: edition.http }
}
