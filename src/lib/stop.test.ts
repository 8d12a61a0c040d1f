import { expect, test } from 'vitest'
import { Stop } from './stop.ts'

test('the first reason counts, for listeners and for a signal that is asked for before or after', () => {
  const stop = new Stop()
  const early = stop.signal
  const heard: unknown[] = []
  stop.onStop(() => heard.push(stop.reason))
  stop.stop('first')
  stop.stop('second')
  stop.onStop(() => heard.push('late'))
  expect(heard).toEqual(['first', 'late'])
  expect([early.aborted, early.reason]).toEqual([true, 'first'])
  const other = new Stop()
  other.stop('why')
  expect(other.signal.reason).toBe('why')
})

test('a listener that was taken back is not called', () => {
  const stop = new Stop()
  let calls = 0
  stop.onStop(() => calls++)()
  stop.stop()
  expect(calls).toBe(0)
})

test('work is waited for until it is done, or until the stop', async () => {
  const stop = new Stop()
  expect(await stop.race(Promise.resolve(1))).toBe(1)
  const never = stop.race(new Promise(() => {}))
  stop.stop('enough')
  await expect(never).rejects.toBe('enough')
})

test('a stop follows a signal', () => {
  const controller = new AbortController()
  const stop = Stop.of(controller.signal)
  controller.abort('gone')
  expect([stop.isStopped, stop.reason]).toEqual([true, 'gone'])
  expect(Stop.of(AbortSignal.abort('before')).reason).toBe('before')
})
