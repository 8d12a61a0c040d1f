/** The size of the client in a browser, minified and gzipped. The numbers are ceilings: they may shrink, and not grow. */
import { expect, test } from 'vitest'
import { contractRows } from '../../src/contracts/rows.ts'
import { clientSize } from './bundle-client.ts'

test('the core, and the core with each contract', async () => {
  const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`
  const core = await clientSize()
  console.log(`core: ${kilobytes(core)}`)
  const sizes = new Map<string, number>()
  for (const { id } of contractRows) {
    sizes.set(id, await clientSize(id))
    console.log(`core + ${id}: ${kilobytes(sizes.get(id) ?? 0)}`)
  }
  expect(core).toBeLessThan(13_000)
  expect(sizes.get('yaagents')).toBeLessThan(17_900)
})
