/** Editions by their versions: the one place that knows how a version may be spelled. */
import type { Carrier } from '../wire/wire.ts'
import type { Contract, Edition } from './contract.ts'

/** `v0.3`, `V0.3` and `0.3` are one version. */
function bare(version: string): string {
  return version.toLowerCase().replace(/^v/, '')
}

/**
 * An edition by its version or another name of it, with or without its `v`, in capitals or not. Default: the current one. With a carrier, only
 * an edition that has a face for it.
 */
export function findEdition(
  { editions, current }: Contract,
  version: string = current,
  carrier?: Carrier,
): Edition | undefined {
  const exact = Object.hasOwn(editions, version) ? editions[version] : undefined
  const isNamed = ({ version: own, aliases = [] }: Edition) =>
    [own, ...aliases].some(name => bare(name) === bare(version))
  const found = exact ?? Object.values(editions).find(isNamed)
  return carrier !== undefined && found?.[carrier] === undefined ? undefined : found
}
