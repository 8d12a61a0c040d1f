/** The rows of the registry as they are before a contract is loaded. */
import { existsSync } from 'node:fs'
import type { Contract } from '../../src/codec/contract.ts'
import { contracts } from '../../src/contracts/registry.ts'
import { carriers } from '../../src/wire/wire.ts'
import { checkContracts, exportedName } from './check-contracts.ts'

export async function rowFiles(): Promise<Map<string, string>> {
  await checkContracts(contracts)
  const text = `// Generated from registry.ts by scripts/generate.ts. Do not edit.
import type { ContractRow } from './rows.ts'

export const rows: readonly ContractRow[] = [
${contracts.map(rowOf).join('\n')}
]
`
  const readers = `// Generated from registry.ts by scripts/generate.ts. Do not edit.
import type { ContractReaderRow } from './rows.ts'

export const readerRows: readonly ContractReaderRow[] = [
${contracts.map(readerRowOf).join('\n')}
]
`
  return new Map([
    ['src/contracts/rows.generated.ts', text],
    ['src/contracts/reader-rows.generated.ts', readers],
  ])
}

/** A contract's folder has its id as a name, and exports it by that name in camel case. */
function rowOf({ id, title, current, editions }: Contract): string {
  const versions = Object.values(editions).map(edition => [
    edition.version,
    carriers.filter(carrier => edition[carrier] !== undefined),
  ])
  return `  {
    id: ${JSON.stringify(id)},
    title: ${JSON.stringify(title)},
    current: ${JSON.stringify(current)},
    versions: ${JSON.stringify(Object.fromEntries(versions))},
    detector: () => import('./${id}/detect.ts'),
    load: async () => (await import('./${id}/index.ts')).${exportedName(id)},
  },`
}

/** What a client needs of a row: it has no titles and no versions to load. */
function readerRowOf({ id }: Contract): string {
  const [file, name] = hasReader(id) ? ['reader.ts', 'reader'] : ['index.ts', exportedName(id)]
  return `  {
    id: ${JSON.stringify(id)},
    detector: () => import('./${id}/detect.ts'),
    reader: async () => (await import('./${id}/${file}')).${name},
  },`
}

/** A contract may have its reading part in a file of its own, so that clients load less. */
function hasReader(id: string): boolean {
  return existsSync(`src/contracts/${id}/reader.ts`)
}
