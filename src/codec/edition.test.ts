import { expect, test } from 'vitest'
import { editionOf } from './check.ts'
import type { Contract, Edition } from './contract.ts'
import { findEdition } from './edition.ts'

const edition = (version: string, faces: Partial<Edition> = {}): Edition => ({ version, rules: [], ...faces })
const face = {} as NonNullable<Edition['http']>
const contract: Contract = {
  id: 'plain',
  title: 'Plain',
  current: '0.3',
  editions: { '0.2': edition('0.2'), '0.3': edition('0.3', { http: face }), v2: edition('v2') },
  detect: () => undefined,
}

test.each([
  [undefined, '0.3'],
  ['0.2', '0.2'],
  ['v0.2', '0.2'],
  ['V0.2', '0.2'],
  ['2', 'v2'],
  ['V2', 'v2'],
  ['', undefined],
  ['vv2', undefined],
  ['constructor', undefined],
])('the version %s is the edition %s', (version, found) => {
  expect(findEdition(contract, version)?.version).toBe(found)
})

test('an edition without a face for the carrier is none', () => {
  expect(findEdition(contract, '0.3', 'http')?.version).toBe('0.3')
  expect(findEdition(contract, '0.2', 'http')).toBeUndefined()
})

test('a version that there is not is named with those that there are', () => {
  expect(() => editionOf(contract, '9')).toThrow('plain has no version of that name; it has 0.2, 0.3, v2.')
})
