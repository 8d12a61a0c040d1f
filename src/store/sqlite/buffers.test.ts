import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { buffersIn, release } from './buffers.ts'

const long = () => new Uint8Array(100_000).fill(7)

test('long bytes are found at any depth, each buffer once', () => {
  const bytes = long()
  const other = long()
  const replies = [
    { id: 1, result: { call: bytes, again: bytes, outcome: null } },
    { id: 2, result: [{ body: other }] },
  ]
  expect(buffersIn(replies)).toEqual([bytes.buffer, other.buffer])
})

test('short bytes, and those that are part of a longer buffer, are copied', () => {
  expect(buffersIn([{ body: new Uint8Array(100) }, { body: long().subarray(0, 50_000) }])).toEqual([])
})

test('what is handed over arrives whole, and nothing of it stays', async () => {
  const { port1, port2 } = new MessageChannel()
  const message = { call: long() }
  const arrived = new Promise(resolve => port2.once('message', resolve))
  port1.postMessage(message, buffersIn(message))
  expect(message.call.byteLength).toBe(0)
  expect(await arrived).toEqual({ call: long() })
  port1.close()
})

test('released bytes are empty; those that were handed over before are left alone', () => {
  const [kept, handed] = [long(), long()]
  structuredClone(handed, { transfer: [handed.buffer] })
  release([{ input: { call: kept, outcome: handed } }])
  expect([kept.byteLength, handed.byteLength]).toEqual([0, 0])
})
