/** Which contract results are written in: `?envelope=`, then the mount's own, then plain MCP. */
import type { Revision } from '../../carriers/mcp/host.ts'
import type { Contract, Face } from '../../codec/contract.ts'
import { contract as contractById } from '../../contracts/registry.ts'
import { ReplywireError } from '../../errors.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { McpWire } from '../../wire/mcp.ts'
import { byEnvelope, envelopeNames, namedContract, type Spoken, spokenBy } from '../envelope.ts'
import type { Site } from '../site.ts'
import type { McpOptions } from './options.ts'

/** An edition that is spoken over MCP. */
export interface SpokenMcp extends Spoken {
  readonly face: Face<McpWire>
}

const plain = contractById('mcp')

/** The contract that a mount has unless a caller asks for another. */
export function mountContract(site: Pick<Site, 'offers'>, { contract }: McpOptions): Contract {
  if (contract === undefined) return speaks(site.offers.mount.contract) ? site.offers.mount.contract : plain
  const chosen = namedContract(contract, site.offers.contracts)
  if (!speaks(chosen)) throw new ReplywireError('ERR_NO_FACE', `${contract} is not spoken over MCP.`)
  return chosen
}

/** What `?envelope=` asks for; undefined when there is none such. */
export function askedContract(site: Pick<Site, 'offers'>, envelope: string): Contract | undefined {
  return byEnvelope(envelope, [plain, ...site.offers.contracts], 'mcp')?.contract
}

/** What a caller may ask for. */
export function askable({ offers }: Pick<Site, 'offers'>): string[] {
  return envelopeNames([plain, ...offers.contracts], 'mcp')
}

function speaks(contract: Contract): boolean {
  return spokenBy(contract, 'mcp') !== undefined
}

/** The edition for a revision of the protocol: plain MCP has one for each, every other contract has one for all. */
export function spokenIn(contract: Contract, revision: Revision): SpokenMcp {
  const edition = contract.editions[contract.id === plain.id ? revision : contract.current]
  if (edition?.mcp === undefined) throw new ReplywireError('ERR_NO_FACE', `${contract.id} is not spoken over MCP.`)
  return { contract, edition, face: edition.mcp }
}

/** The answer as JSON: a result, or an `error`. */
export function written(spoken: SpokenMcp, outcome: Outcome, exchange: SealedExchange): JsonObject {
  const { contract, face } = spoken
  const { operation: _, ...unnamed } = exchange
  const named = contract.serving?.mcp?.omitsOperation ? unnamed : exchange
  const value = face.encode(outcome, named).wire.body.spelt()
  return isObject(value) ? value : {}
}

/** The same in words that every client understands: nothing that it would have to act upon. */
export function writtenPlainly(spoken: SpokenMcp, outcome: Outcome, exchange: SealedExchange): JsonObject {
  return written(spoken.contract.id === plain.id ? spokenIn(plain, '2025-06-18') : spoken, outcome, exchange)
}

/** The questions of a pause, as 2026-07-28 puts them. */
export function questionsOf(outcome: Outcome, exchange: SealedExchange): JsonObject {
  const { inputRequests } = written(spokenIn(plain, '2026-07-28'), outcome, exchange)
  return isObject(inputRequests) ? inputRequests : {}
}

/** A task as the extension hands it over, whatever its result will be written in. */
export function writtenHandle(outcome: Outcome, exchange: SealedExchange): JsonObject {
  return written(spokenIn(plain, '2026-07-28'), outcome, exchange)
}
