import { expect, test } from 'vitest'
import { durationMs, sizeBytes } from './units.ts'

test.each([
  ['500ms', 500],
  ['300s', 300_000],
  ['1.5h', 5_400_000],
  ['2d', 172_800_000],
  ['30', undefined],
  ['s', undefined],
  ['-5s', undefined],
])('the duration %s', (text, ms) => expect(durationMs(text)).toBe(ms))

test.each([
  [65_536, 65_536],
  ['512KiB', 524_288],
  ['1MiB', 1_048_576],
  ['2MB', 2_000_000],
  ['1mb', undefined],
])('the size %s', (size, bytes) => expect(sizeBytes(size)).toBe(bytes))
