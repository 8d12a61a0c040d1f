/** The contract of an A2A call: `?envelope=`, then the mount's if it has an A2A face, then A2A itself. */

import { A2aRefusal } from '../../carriers/a2a/refusal.ts'
import type { ContractEdition } from '../../codec/contract.ts'
import { contract as contractById } from '../../contracts/registry.ts'
import { envelopeNames, findByEnvelope } from '../envelope.ts'
import type { Site } from '../site.ts'

export function chooseA2aEdition(site: Site, envelope: string | undefined): ContractEdition {
  const native = contractById('a2a')
  const { contracts, mount } = site.offers
  if (envelope === undefined && mount.edition.a2a !== undefined) return mount
  const offered = [native, ...contracts]
  const contractEdition = findByEnvelope(envelope ?? native.id, offered, 'a2a')
  if (contractEdition !== undefined) return contractEdition
  const names = envelopeNames(offered, 'a2a').join(', ')
  throw new A2aRefusal('malformed', `There is no such envelope over A2A. There are ${names}.`)
}
