/** Which contract results are written in: `?envelope=`, then the mount's own, then plain MCP. */
import type { Revision } from '../../carriers/mcp/host.ts'
import type { Contract, ContractEdition, Edition, Face } from '../../codec/contract.ts'
import { findEdition } from '../../codec/edition.ts'
import { contract as contractById } from '../../contracts/registry.ts'
import { ReplywireError } from '../../errors.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { McpWire } from '../../wire/mcp.ts'
import { envelopeNames, findByEnvelope, namedContract } from '../envelope.ts'
import type { ServerContext } from '../server-context.ts'
import type { McpOptions } from './options.ts'

/** An edition with an MCP face. */
export interface McpEdition extends ContractEdition {
  readonly face: Face<McpWire>
}

const plain = contractById('mcp')

/** The contract of a mount. A caller can ask for another. */
export function mountContract(server: Pick<ServerContext, 'offers'>, { contract }: McpOptions): Contract {
  if (contract === undefined) return hasMcpFace(server.offers.mount.contract) ? server.offers.mount.contract : plain
  const chosen = namedContract(contract, server.offers.contracts)
  if (!hasMcpFace(chosen)) throw new ReplywireError('ERR_NO_FACE', `${contract} is not spoken over MCP.`)
  return chosen
}

/** The contract and edition that `?envelope=` names; undefined when it is unknown. */
export function editionByEnvelope(
  server: Pick<ServerContext, 'offers'>,
  envelope: string,
): ContractEdition | undefined {
  return findByEnvelope(envelope, [plain, ...server.offers.contracts], 'mcp')
}

/** The values of `?envelope=` that callers can use. */
export function envelopeChoices({ offers }: Pick<ServerContext, 'offers'>): string[] {
  return envelopeNames([plain, ...offers.contracts], 'mcp')
}

function hasMcpFace(contract: Contract): boolean {
  return findEdition(contract, contract.current, 'mcp') !== undefined
}

/**
 * The edition for a revision of the protocol: plain MCP has one for each, every other contract has one for all, which
 * the caller can name.
 */
export function editionForRevision(contract: Contract, revision: Revision, named?: Edition): McpEdition {
  const edition =
    contract.id === plain.id ? contract.editions[revision] : (named ?? contract.editions[contract.current])
  if (edition?.mcp === undefined) throw new ReplywireError('ERR_NO_FACE', `${contract.id} is not spoken over MCP.`)
  return { contract, edition, face: edition.mcp }
}

/** The answer as JSON: a result, or an `error`. */
export function writeResult(contractEdition: McpEdition, outcome: Outcome, exchange: SealedExchange): JsonObject {
  const { contract, face } = contractEdition
  const { operation: _, ...unnamed } = exchange
  const named = contract.serving?.mcp?.omitsOperation ? unnamed : exchange
  const value = face.encode(outcome, named).wire.body.spelt()
  return isObject(value) ? value : {}
}

/** The same for every client: nothing that a client has to act upon. */
export function writePlainResult(contractEdition: McpEdition, outcome: Outcome, exchange: SealedExchange): JsonObject {
  return writeResult(
    contractEdition.contract.id === plain.id ? editionForRevision(plain, '2025-06-18') : contractEdition,
    outcome,
    exchange,
  )
}

/** The questions of a pause, as 2026-07-28 puts them. */
export function questionsOf(outcome: Outcome, exchange: SealedExchange): JsonObject {
  const { inputRequests } = writeResult(editionForRevision(plain, '2026-07-28'), outcome, exchange)
  return isObject(inputRequests) ? inputRequests : {}
}

/** A task as the extension hands it over, whatever its result will be written in. */
export function writeTaskHandle(outcome: Outcome, exchange: SealedExchange): JsonObject {
  return writeResult(editionForRevision(plain, '2026-07-28'), outcome, exchange)
}
