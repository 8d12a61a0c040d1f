import { expect, test } from 'vitest'
import { durationMs } from './duration.ts'

test.each([
  ['500ms', 500],
  ['300s', 300_000],
  ['1.5h', 5_400_000],
  ['2d', 172_800_000],
  ['2w', 1_209_600_000],
  ['30', undefined],
  ['s', undefined],
  ['-5s', undefined],
  ['1y', undefined],
])('the duration %s', (text, ms) => expect(durationMs(text)).toBe(ms))
