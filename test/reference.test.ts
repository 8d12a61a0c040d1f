/** The reference pages are complete. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contracts } from '../src/contracts/registry.ts'
import { filesIn } from './files-in.ts'

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

test('the page of environment variables has every variable that the source reads', () => {
  const read = filesIn('src')
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap(file =>
      [
        ...readFileSync(file, 'utf8')
          .replaceAll(/^ *\*.*$/gm, '')
          .matchAll(/process\.env\.([A-Z][A-Z_]+)/g),
      ].map(([, name]) => name),
    )
  const page = readFileSync('docs/reference/environment.md', 'utf8')
  // Between `dev` and the processes that it starts.
  const internal = ['REPLYWIRE_DEV', 'REPLYWIRE_RESTART']
  const missing = new Set(read.filter(name => !page.includes(`\`${name}\``)))
  expect([...missing].filter(name => !internal.includes(name ?? ''))).toEqual([])
})

test('the index for programs names every guide', () => {
  const index = readFileSync('llms.txt', 'utf8')
  const guides = filesIn('docs/guide')
  expect(guides.length).toBeGreaterThan(15)
  expect(guides.filter(file => !index.includes(`(${file})`))).toEqual([])
})
