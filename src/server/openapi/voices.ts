/** The contracts that a site answers in, the mount's own first. */
import { type MigrationSetting, type Phase, phaseAt } from '../../contracts/jpcite/migration.ts'
import { contractOptions } from '../edition.ts'
import { type Served, served } from '../negotiate.ts'
import type { Site } from '../site.ts'
import type { Components } from './components.ts'
import type { Speaker } from './speaker.ts'
import { speakerOf } from './speakers.ts'
import { type Spoken, speak } from './specimens.ts'

export interface Voice {
  readonly served: Served
  readonly speaker: Speaker
  readonly spoken: readonly Spoken[]
}

/** What can be asked for, as editions. An older edition has the bodies of the current one, jpcite's legacy apart. */
export function servedBy(site: Site): Served[] {
  const { mount, contracts } = site.offers
  const others = contracts.flatMap(contract => (contract.id === mount.contract.id ? [] : (served(contract) ?? [])))
  const jpcite = [mount, ...others].find(({ contract }) => contract.id === 'jpcite')
  const legacy = jpcite === undefined || !hasLegacy(site) ? undefined : served(jpcite.contract, 'legacy')
  return [mount, ...others, ...(legacy === undefined ? [] : [legacy])]
}

export function openVoices(site: Site, components: Components): Voice[] {
  return servedBy(site).map(one => ({ served: one, speaker: speakerOf(one, components), spoken: speak(one) }))
}

/** The values of `?envelope=`. */
export function envelopes(site: Site): string[] {
  const names = servedBy(site).flatMap(({ contract, edition }) => {
    if (contract.id === 'jpcite') return edition.version === 'legacy' ? ['v1'] : ['jpcite', 'v2']
    const versions = Object.keys(contract.editions).filter(version => served(contract, version) !== undefined)
    return [contract.id, ...(versions.length > 1 ? versions.map(version => `${contract.id}@${version}`) : [])]
  })
  return names
}

function hasLegacy(site: Site): boolean {
  return phaseOf(site) !== 'removed'
}

/** Where jpcite's migration stands for this site. */
export function phaseOf({ options, now }: Site): Phase {
  return phaseAt(
    (contractOptions(options, 'jpcite').phase as MigrationSetting | undefined) ?? 'auto',
    () => new Date(now()),
  )
}
