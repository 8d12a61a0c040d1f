import { expect, test } from 'vitest'
import { sizeBytes } from './units.ts'

test.each([
  [65_536, 65_536],
  ['512KiB', 524_288],
  ['1MiB', 1_048_576],
  ['2MB', 2_000_000],
  ['1mb', undefined],
])('the size %s', (size, bytes) => expect(sizeBytes(size)).toBe(bytes))
