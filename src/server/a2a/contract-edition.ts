/** The contract of an A2A call: `?envelope=`, then the mount's if it has an A2A face, then A2A itself. */

import { A2aRefusal } from '../../carriers/a2a/refusal.ts'
import type { ContractEdition } from '../../codec/contract.ts'
import { contract as contractById } from '../../contracts/registry.ts'
import { isObject, type Json } from '../../lib/json-value.ts'
import { envelopeNames, findByEnvelope } from '../envelope.ts'
import { pinnedEdition } from '../request-envelope.ts'
import type { ServerContext } from '../server-context.ts'
import { placesIn } from './message-envelope.ts'

export function chooseA2aEdition(server: ServerContext, envelope: string | undefined): ContractEdition {
  const native = contractById('a2a')
  const { contracts, mount } = server.offers
  if (envelope === undefined && mount.edition.a2a !== undefined) return mount
  const offered = [native, ...contracts]
  const contractEdition = findByEnvelope(envelope ?? native.id, offered, 'a2a')
  if (contractEdition !== undefined) return contractEdition
  const names = envelopeNames(offered, 'a2a').join(', ')
  throw new A2aRefusal('malformed', `There is no such envelope over A2A. There are ${names}.`)
}

/** The edition that the arguments of a message pin. Default: the chosen one. */
export function pinnedA2aEdition(chosen: ContractEdition, request: Json | undefined): ContractEdition {
  const { params = request } = isObject(request) ? request : {}
  const message = isObject(params) ? params.message : undefined
  if (!isObject(message)) return chosen
  const edition = placesIn(message)
    .map(({ value }) => pinnedEdition(chosen, value, 'a2a'))
    .find(pinned => pinned !== chosen.edition)
  return edition === undefined ? chosen : { ...chosen, edition }
}
