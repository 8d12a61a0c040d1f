/** `error.documentation` can lead to the guide: each code has a section there, under the fragment of its link. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the guide of jpcite has a section for each error code', () => {
  const guide = readFileSync('docs/guide/jpcite.md', 'utf8')
  const sections = guide.slice(guide.indexOf('\n## Errors\n')).match(/^### .+$/gm)
  expect(sections?.map(line => line.slice(4).toLowerCase())).toEqual([
    'rate_limited',
    'unauthorized',
    'forbidden',
    'not_found',
    'validation_error',
    'license_gate_blocked',
    'quota_exceeded',
    'integrity_error',
    'internal_error',
  ])
})

test('the README leads to the guide', () => {
  expect(readFileSync('README.md', 'utf8')).toContain('[jpcite](docs/guide/jpcite.md)')
})
