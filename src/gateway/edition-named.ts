/** The contracts that a configuration names. */
import { contracts } from '../contracts/registry.ts'
import { ReplywireError } from '../errors.ts'
import { findByEnvelope } from '../server/envelope.ts'
import { type HttpEdition, httpEdition } from '../server/negotiate.ts'

/** The contract that a configuration names, over HTTP. */
export function editionNamed(name: string): HttpEdition {
  const found = findByEnvelope(name, contracts, 'http')
  const edition = found === undefined ? undefined : httpEdition(found.contract, found.edition.version)
  if (edition === undefined) {
    throw new ReplywireError('ERR_UNKNOWN_CONTRACT', `There is no contract "${name}" over HTTP.`)
  }
  return edition
}
