/** The rows of the registry as they are before a contract is loaded. */
import type { Contract } from '../../src/codec/contract.ts'
import { contracts } from '../../src/contracts/registry.ts'
import { carriers } from '../../src/wire/wire.ts'

export async function rowFiles(): Promise<Map<string, string>> {
  const text = `// Generated from registry.ts by scripts/generate.ts. Do not edit.
import type { ContractRow } from './rows.ts'

export const rows: readonly ContractRow[] = [
${contracts.map(rowOf).join('\n')}
]
`
  return new Map([['src/contracts/rows.generated.ts', text]])
}

/** A contract's folder has its id as a name, and exports it by that name in camel case. */
function rowOf({ id, title, current, editions }: Contract): string {
  const exported = id.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
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
    load: async () => (await import('./${id}/index.ts')).${exported},
  },`
}
