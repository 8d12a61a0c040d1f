/** The reference pages are complete. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contracts } from '../src/contracts/registry.ts'

const editions = contracts.flatMap(contract =>
  Object.values(contract.editions).map(edition => ({ contract, edition, name: `${contract.id} ${edition.version}` })),
)

test.each(editions)('every rule of $name is on the page of its contract', ({ contract, edition }) => {
  const page = readFileSync(`docs/reference/contracts/${contract.id}.md`, 'utf8')
  const rows = page.split('\n').filter(line => line.startsWith('| `'))
  for (const { id } of edition.rules) {
    const row = rows.find(line => line.startsWith(`| \`${id}\` |`))
    expect(row, id).toBeDefined()
    // Where rules differ between editions, the row says which have it.
    if (page.includes('| rule | level | editions |'))
      expect(row?.split(' | ')[2]?.split(', ')).toContain(edition.version)
  }
})
