/** Every edition and face of every contract, in each dialect: the ends of all translations. */
import { faceOf } from '../src/codec/check.ts'
import type { Contract, Face } from '../src/codec/contract.ts'
import { contracts } from '../src/contracts/registry.ts'
import { type Carrier, carriers, type Wire } from '../src/wire/wire.ts'

export interface End {
  name: string
  contract: Contract
  version: string
  carrier: Carrier
  dialect: string | undefined
}

export const ends: readonly End[] = contracts.flatMap(contract =>
  Object.values(contract.editions).flatMap(edition =>
    carriers
      .filter(carrier => edition[carrier] !== undefined)
      .flatMap(carrier =>
        (edition[carrier]?.dialects ?? [undefined]).map(dialect => ({
          name: [contract.id, edition.version, carrier, dialect].filter(Boolean).join(' '),
          contract,
          version: edition.version,
          carrier,
          dialect,
        })),
      ),
  ),
)

export function faceAt({ contract, version, carrier }: End): Face<Wire> {
  const edition = contract.editions[version]
  if (edition === undefined) throw new Error(`${contract.id} has no ${version}`)
  return faceOf<Wire>(contract, edition, carrier)
}
