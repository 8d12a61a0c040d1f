/** Which contract is spoken over A2A: `?envelope=`, then the mount's own if it has that face, then A2A's own. */
import { A2aRefusal } from '../../carriers/a2a/refusal.ts'
import { contract as contractById } from '../../contracts/registry.ts'
import { byEnvelope, envelopeNames, type Spoken } from '../envelope.ts'
import type { Site } from '../site.ts'

export function spokenOver(site: Site, envelope: string | undefined): Spoken {
  const native = contractById('a2a')
  const { contracts, mount } = site.offers
  if (envelope === undefined && mount.edition.a2a !== undefined) return mount
  const offered = [native, ...contracts]
  const spoken = byEnvelope(envelope ?? native.id, offered, 'a2a')
  if (spoken !== undefined) return spoken
  const names = envelopeNames(offered, 'a2a').join(', ')
  throw new A2aRefusal('malformed', `There is no such envelope over A2A. There are ${names}.`)
}
