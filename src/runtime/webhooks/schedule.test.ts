import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextDelay, type Schedule, schedules } from './schedule.ts'

const middle = () => 0.5
const delays = (schedule: Schedule, random: () => number) => {
  const list: number[] = []
  for (let attempt = 1, elapsedMs = 0; ; attempt++) {
    const delay = nextDelay({ attempt, elapsedMs }, schedule, random)
    if (delay === undefined) return list
    list.push(delay)
    elapsedMs += delay
  }
}

test('waits grow by the factor up to the cap, and end with the attempts', () => {
  expect(delays(schedules.brisk, middle)).toEqual([1000, 2000, 4000, 8000])
  expect(delays(schedules.lasting, middle).map(ms => ms / 1000)).toEqual([
    5, 15, 45, 135, 405, 1215, 3645, 10_935, 21_600,
  ])
  expect(delays({ ...schedules.brisk, capMs: 3000 }, middle)).toEqual([1000, 2000, 3000, 3000])
})

test('jitter moves a wait by a quarter at most, either way', () => {
  expect(delays(schedules.brisk, () => 0)).toEqual([750, 1500, 3000, 6000])
  expect(delays(schedules.brisk, () => 1)).toEqual([1250, 2500, 5000, 10_000])
})

test('a receiver may ask for more time, never for less', () => {
  expect(nextDelay({ attempt: 1, elapsedMs: 0, retryAfterMs: 60_000 }, schedules.brisk, middle)).toBe(60_000)
  expect(nextDelay({ attempt: 4, elapsedMs: 0, retryAfterMs: 1000 }, schedules.brisk, middle)).toBe(8000)
})

test('nothing is tried beyond a day, whatever a schedule says', () => {
  const day = 86_400_000
  expect(nextDelay({ attempt: 1, elapsedMs: day - 5000 }, schedules.lasting, middle)).toBe(5000)
  expect(nextDelay({ attempt: 1, elapsedMs: day - 4999 }, schedules.lasting, middle)).toBeUndefined()
  const endless = { attempts: 1e6, baseMs: 3_600_000, factor: 1, capMs: 1e12, jitter: 0.25, horizonMs: 1e15 }
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), random => {
      const total = delays(endless, () => random).reduce((sum, delay) => sum + delay, 0)
      return total <= day
    }),
  )
})

test('all tries of a lasting schedule lie within the day, even with the longest jitter', () => {
  expect(delays(schedules.lasting, () => 1)).toHaveLength(9)
})
