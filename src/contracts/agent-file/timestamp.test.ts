import { expect, test } from 'vitest'
import { timestampProblem } from './timestamp.ts'

test.each([
  '2025-11-24T14:22:45.123456+00:00',
  '2025-11-24T14:22:45Z',
  '2025-11-24T14:22:45,5Z',
  '2025-11-24T14:22+05:30',
  '2025-11-24T14:22:45-0800',
  '2025-11-24T14:22:45+09',
  '2024-02-29T00:00:00Z',
  '2000-02-29T00:00:00Z',
  '2016-12-31T23:59:60Z',
])('%s is a timestamp with timezone', text => {
  expect(timestampProblem(text)).toBeUndefined()
})

test.each(['2025-11-24T14:22:45', '2025-11-24T14:22:45.123456', '2025-11-24T14:22'])('%s has no timezone', text => {
  expect(timestampProblem(text)).toBe('The timestamp has no timezone.')
})

test.each([
  '2025-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2025-04-31T00:00:00Z',
  '2025-00-10T00:00:00Z',
  '2025-13-10T00:00:00Z',
  '2025-11-00T00:00:00Z',
  '2025-11-24T24:00:00Z',
  '2025-11-24T14:60:00Z',
  '2025-11-24T14:22:60Z',
  '2025-11-24T14:22:45+24:00',
  '2025-11-24T14:22:45-05:60',
  '2025-11-24T14:22:45-0560',
])('%s was never', text => {
  expect(timestampProblem(text)).toBe('There is no such date or time.')
})

test.each(['', 'now', '2025-11-24', '2025-11-24 14:22:45Z', '20251124T142245Z', ' 2025-11-24T14:22:45Z', '1763994165'])(
  '%j is no timestamp of this format',
  text => {
    expect(timestampProblem(text)).toBe('This is no ISO 8601 timestamp such as 2025-11-24T14:22:45.123456+00:00.')
  },
)
