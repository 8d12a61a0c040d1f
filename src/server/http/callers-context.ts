/** What a caller says of the exchange among the arguments: it is echoed on every answer, on refusals too. */
import { identifyCaller } from '../pipeline/identify.ts'
import { conversationOf, envelopeExchange } from '../request-envelope.ts'
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
  const envelope = read?.body === undefined ? {} : envelopeExchange(contract, read.body)
  const { isNew, ...conversation } = conversationOf(contract, call.http.headers, call.site.newId)
  call.isNewConversation = isNew && envelope.conversationId === undefined
  call.exchange = { ...call.exchange, ...conversation, ...envelope }
}
