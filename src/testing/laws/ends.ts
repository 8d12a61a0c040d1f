/** Every edition and face of contracts, in each dialect: the ends of all translations. */
import { editionOf, faceOf } from '../../codec/check.ts'
import type { Contract, Face } from '../../codec/contract.ts'
import { type Carrier, carriers, type Wire } from '../../wire/wire.ts'

export interface End {
  name: string
  contract: Contract
  version: string
  carrier: Carrier
  dialect: string | undefined
}

export function endsOf(contracts: readonly Contract[]): End[] {
  return contracts.flatMap(contract =>
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
}

export function faceAt({ contract, version, carrier }: End): Face<Wire> {
  return faceOf<Wire>(contract, editionOf(contract, version), carrier)
}
