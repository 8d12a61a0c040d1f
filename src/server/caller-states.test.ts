import { describe, expect, test } from 'vitest'
import { CallerStates } from './caller-states.ts'
import { throttle } from './limits.ts'

interface Count {
  used: number
}

const options = (group: string) => ({
  group,
  make: (): Count => ({ used: 0 }),
  isAsNew: ({ used }: Count) => used === 0,
})

describe('states of callers', () => {
  test('a caller that is limited is not forgotten, however many names another shows', () => {
    const limit = throttle({ perSecond: 0.001, burst: 1 })
    expect(limit('victim', 0)).toBeUndefined()
    let passed = 0
    for (let name = 0; name < 150_000; name++) if (limit(`attacker ${name}`, 0) === undefined) passed += 1
    expect(limit('victim', 0)).toMatchObject({ category: 'rate-limited' })
    expect(limit('attacker 0', 0)).toMatchObject({ category: 'rate-limited' })
    // One call each for the names that have a place, and one for each state that the others share.
    expect(passed).toBe(99_999 + 256)
  })

  test('one group takes half of the places; others have theirs', () => {
    const states = new CallerStates<Count>(10)
    for (let name = 0; name < 100; name++) states.get(`many ${name}`, options('many')).used += 1
    const own = ['a', 'b', 'c'].map(name => states.get(name, options('few')))
    expect(own.map(({ used }) => used)).toEqual([0, 0, 0])
    expect(new Set(own).size).toBe(3)
    expect(states.get('many 0', options('many')).used).toBe(1)
    expect(states.get('many 5', options('many')).used).toBe(95)
    expect(states.get('many 99', options('many')).used).toBe(95)
  })

  test('what limits nobody any more makes place, those who were away for longest first', () => {
    const states = new CallerStates<Count>(2)
    const [first, second] = [states.get('first', options('a')), states.get('second', options('b'))]
    second.used = 1
    expect(first).not.toBe(second)
    const third = states.get('third', options('c'))
    third.used = 7
    expect(states.get('third', options('c'))).toBe(third)
    expect(states.get('second', options('b'))).toBe(second)
    expect(states.get('first', options('a'))).not.toBe(first)
  })
})
