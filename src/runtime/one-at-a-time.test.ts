import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { StoreUnavailableError } from '../store/store.ts'
import { OneAtATime } from './one-at-a-time.ts'

test('one piece of work runs at a time, in order, and an error is that of its own piece', async () => {
  const line = new OneAtATime()
  let [open, most] = [0, 0]
  const done: number[] = []
  const work = async (n: number) => {
    most = Math.max(most, ++open)
    await sleep(1)
    open--
    if (n === 1) throw new Error('broken')
    done.push(n)
    return n
  }
  const all = await Promise.allSettled([0, 1, 2].map(n => line.run(() => work(n))))
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect([most, done]).toEqual([1, [0, 2]])
  expect(await line.run(() => work(3))).toBe(3)
})

test('when the store is away, those that wait are told at once, and who comes later tries again', async () => {
  const line = new OneAtATime()
  let tries = 0
  const away = async () => {
    tries++
    await sleep(1)
    throw new StoreUnavailableError()
  }
  const all = await Promise.allSettled([1, 2, 3].map(() => line.run(away)))
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(tries).toBe(1)
  expect(await line.run(async () => 'back')).toBe('back')
})
