import { describe, expect, test } from 'vitest'
import { SharedLookups } from './shared-lookups.ts'

const answer =
  (value: string, ttlMs = 1000) =>
  async () => ({ value, ttlMs })

describe('shared lookups', () => {
  test('are made once for all who ask at the same time', async () => {
    const lookups = new SharedLookups<string>(10, () => 0)
    let count = 0
    const look = async () => {
      count++
      await new Promise(setImmediate)
      return { value: `v${count}`, ttlMs: 0 }
    }
    expect(
      await Promise.all([lookups.lookUp('a', look), lookups.lookUp('a', look), lookups.lookUp('b', look)]),
    ).toEqual(['v2', 'v2', 'v2'])
    expect(count).toBe(2)
    expect(await lookups.lookUp('a', look)).toBe('v3')
  })

  test('are remembered for their time, and not at all without one', async () => {
    let at = 0
    const lookups = new SharedLookups<string>(10, () => at)
    await lookups.lookUp('a', answer('x', 1000))
    await lookups.lookUp('b', answer('y', 0))
    expect([lookups.known('a'), lookups.known('b')]).toEqual(['x', undefined])
    at = 999
    expect(lookups.known('a')).toBe('x')
    at = 1000
    expect([lookups.known('a'), lookups.size]).toEqual([undefined, 0])
  })

  test('forget the least recently used of too many', async () => {
    const lookups = new SharedLookups<string>(2, () => 0)
    await lookups.lookUp('a', answer('1'))
    await lookups.lookUp('b', answer('2'))
    lookups.known('a')
    await lookups.lookUp('c', answer('3'))
    expect(['a', 'b', 'c'].map(key => lookups.known(key))).toEqual(['1', undefined, '3'])
  })

  test('that fail are not remembered, and fail for all who wait', async () => {
    const lookups = new SharedLookups<string>(2, () => 0)
    const fail = () => Promise.reject(new Error('down'))
    const [one, two] = await Promise.allSettled([lookups.lookUp('a', fail), lookups.lookUp('a', fail)])
    expect([one.status, two.status]).toEqual(['rejected', 'rejected'])
    expect(await lookups.lookUp('a', answer('x'))).toBe('x')
  })
})
