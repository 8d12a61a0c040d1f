/** How often the store is looked at for readers of news. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { toBytes } from '../../runtime/bytes.ts'
import { openStore } from '../../store/open.ts'
import type { Store } from '../../store/store.ts'
import { ChangeWatch, type WatchedList } from './change-watch.ts'

const hour = 3_600_000

async function countedStore() {
  const store = await openStore('sqlite::memory:')
  onTestFinished(() => store.close())
  const asked: string[] = []
  const listeners = new Set<(topic: string) => void>()
  const counted: Store = {
    kind: store.kind,
    do: (name, input) => {
      asked.push(name)
      return store.do(name, input)
    },
    onWake: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => store.close(),
  }
  const wake = (): void => {
    for (const listener of listeners) listener('task')
  }
  return { store, counted, asked, listeners, wake }
}

const silent = { news: () => {}, over: () => {} }

const viewer = (subject: string) => ({
  owner: { tenant: 'acme', subject },
  approvals: { tenant: 'acme', requester: subject },
})

test('readers of one viewer share a look, and a thousand changes are not a thousand looks', async () => {
  const { counted, asked, wake } = await countedStore()
  const watch = new ChangeWatch({ store: counted, now: Date.now, gapMs: hour, pollMs: hour })
  const followed = [1, 2, 3].map(() => watch.follow(viewer('ann'), silent))
  const other = watch.follow(viewer('bob'), silent)
  await Promise.all([...followed, other].map(({ ready }) => ready))
  for (let n = 0; n < 1000; n++) wake()
  await new Promise(setImmediate)
  expect(asked.toSorted()).toEqual(['listApprovals', 'listApprovals', 'listTasks', 'listTasks'])
  for (const { stop } of [...followed, other]) stop()
})

test('what changes is reported, without having been woken too; nobody listens when the last reader has left', async () => {
  const { store, counted, listeners } = await countedStore()
  const watch = new ChangeWatch({ store: counted, now: () => 1000, gapMs: 0, pollMs: 1 })
  const news: (readonly WatchedList[])[] = []
  const { ready, stop } = watch.follow(viewer('ann'), { ...silent, news: changed => news.push(changed) })
  await ready
  expect(listeners.size).toBe(1)
  const ask = (id: string, requester: string) =>
    store.do('askApproval', {
      id,
      tenant: 'acme',
      requester,
      operation: 'book',
      key: id,
      digest: id,
      action: 'Book',
      input: toBytes({}),
      tokenHash: id,
      taskId: null,
      now: 1000,
      expiresAt: 2000,
    })
  await ask('apv_bob', 'bob')
  await ask('apv_ann', 'ann')
  await expect.poll(() => news).toEqual([['approvals']])
  stop()
  stop()
  expect(listeners.size).toBe(0)
})

test('a store that is slow is looked at once at a time; what wakes meanwhile is looked for afterwards', async () => {
  const { counted, asked, wake } = await countedStore()
  const slow = Promise.withResolvers<void>()
  const store: Store = { ...counted, do: (name, input) => slow.promise.then(() => counted.do(name, input)) }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const watch = new ChangeWatch({ store, now: Date.now, gapMs: 0, pollMs: hour })
  const { ready, stop } = watch.follow(viewer('ann'), silent)
  wake()
  expect(vi.getTimerCount()).toBe(0)
  slow.resolve()
  await ready
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual(['listTasks', 'listApprovals', 'listTasks', 'listApprovals'])
  stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('a server that stops keeps nobody waiting', async () => {
  const { counted } = await countedStore()
  const watch = new ChangeWatch({ store: counted, now: Date.now })
  let ended = 0
  const over = (): void => {
    ended += 1
  }
  const early = watch.follow(viewer('ann'), { ...silent, over })
  watch.close()
  const late = watch.follow(viewer('bob'), { ...silent, over })
  expect(ended).toBe(2)
  await Promise.all([early.ready, late.ready])
  for (const { stop } of [early, late]) stop()
})
