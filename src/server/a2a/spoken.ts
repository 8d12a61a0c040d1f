/** Which contract is spoken over A2A: `?envelope=`, then the mount's own if it has that face, then A2A's own. */
import { A2aRefusal } from '../../carriers/a2a/refusal.ts'
import { contract as contractById } from '../../contracts/registry.ts'
import type { Spoken } from '../perform.ts'
import type { Site } from '../site.ts'

export function spokenOver(site: Site, query: URLSearchParams): Spoken {
  const native = contractById('a2a')
  const { contracts, mount } = site.offers
  const own = { contract: native, edition: native.editions[native.current] as Spoken['edition'] }
  const envelope = query.get('envelope')
  if (envelope === null) return mount.edition.a2a === undefined ? own : mount
  const offered = [native, ...contracts.filter(({ id }) => id !== 'a2a')]
  const [id, version] = envelope.trim().toLowerCase().split('@')
  const contract = offered.find(candidate => candidate.id === id)
  const edition = contract?.editions[version ?? contract.current]
  if (contract !== undefined && edition?.a2a !== undefined) return { contract, edition }
  const names = offered.filter(({ editions, current }) => editions[current]?.a2a).map(one => one.id)
  throw new A2aRefusal('malformed', `There is no such envelope over A2A. There are ${names.join(', ')}.`)
}
