/** The size of the client in a browser, minified and gzipped. The numbers are ceilings: they may shrink, and not grow. */
import { expect, test } from 'vitest'
import { contractRows } from '../../src/contracts/rows.ts'
import { type ClientSize, clientSize } from './bundle-client.ts'

test('the core, and the core with each contract', async () => {
  const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`
  const show = (name: string, { first, whole }: ClientSize): void =>
    console.log(`${name}: ${kilobytes(first)} with the page, ${kilobytes(whole)} with all that is loaded later`)
  const core = await clientSize()
  show('core', core)
  const sizes = new Map<string, ClientSize>()
  for (const { id } of contractRows) {
    const size = await clientSize(id)
    sizes.set(id, size)
    show(`core + ${id}`, size)
  }
  expect(core.first).toBeLessThan(11_000)
  expect(sizes.get('yaagents')?.first).toBeLessThanOrEqual(15_000)
  expect(sizes.get('yaagents')?.whole).toBeLessThan(38_000)
})
