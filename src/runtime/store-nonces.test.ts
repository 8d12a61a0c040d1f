import { expect, test } from 'vitest'
import { openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import { storeNonces } from './store-nonces.ts'

async function opened() {
  const store = await openStore('sqlite::memory:')
  const asked: string[] = []
  const counting: Pick<Store, 'do'> = {
    do(name, input) {
      asked.push(name)
      return store.do(name, input)
    },
  }
  return { store, asked, nonces: storeNonces(counting) }
}

const use = { key: 'k', nonce: 'n1', expiresAt: 90_000, now: 1000, mostPerKey: 2 }

test('a key that had room is not looked at again for a second, unless it turns out to be full', async () => {
  const { store, asked, nonces } = await opened()
  expect(await nonces.isFull(use)).toBe(false)
  expect(await nonces.use(use)).toBe('fresh')
  expect(await nonces.isFull({ ...use, now: 1999 })).toBe(false)
  expect(asked).toEqual(['isNonceKeyFull', 'useNonce'])
  expect(await nonces.use({ ...use, nonce: 'n2', now: 1999 })).toBe('fresh')
  // Nothing more is accepted, though the look was before.
  expect(await nonces.use({ ...use, nonce: 'n3', now: 1999 })).toBe('full')
  expect(await nonces.isFull({ ...use, now: 1999 })).toBe(true)
  expect(await nonces.use({ ...use, now: 1999 })).toBe('seen')
  await store.close()
})

test('after a second the store is asked again, and by a clock that was set back too', async () => {
  const { store, asked, nonces } = await opened()
  for (const now of [1000, 2000, 500]) await nonces.isFull({ ...use, now })
  expect(asked).toHaveLength(3)
  await store.close()
})

test('two caches on one store accept a nonce once, and a key has its own', async () => {
  const { store, nonces } = await opened()
  const other = storeNonces(store)
  expect([await nonces.use(use), await other.use(use), await other.use({ ...use, key: 'k2' })]).toEqual([
    'fresh',
    'seen',
    'fresh',
  ])
  await store.close()
})
