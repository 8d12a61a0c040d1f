import { channel } from 'node:diagnostics_channel'
import { expect, onTestFinished, test } from 'vitest'
import { startNameServer } from '../../../test/faults/name-server.ts'
import { documentFetcher } from './fetch-document.ts'

test('nothing is sent to a name that is resolved after nobody waits any more', async () => {
  const late = Promise.withResolvers<readonly string[]>()
  const names = await startNameServer(name => (name === 'late.example.com' ? late.promise : ['127.0.0.1']))
  onTestFinished(() => names.close())
  const begun: unknown[] = []
  const requests = channel('http.client.request.created')
  const note = (message: unknown) => begun.push(message)
  requests.subscribe(note)
  onTestFinished(() => void requests.unsubscribe(note))
  const fetch = documentFetcher({ dns: { servers: [names.address], timeoutMs: 60_000 } })
  const bounds = { maxBytes: 1000, connectTimeoutMs: 50, timeoutMs: 50 }
  const first = await fetch({ url: 'https://late.example.com/keys', ...bounds })
  expect(first).toEqual({ ok: false, reason: 'unreachable' })
  late.resolve(['93.184.216.34'])
  // The name server answers in the order of the questions: when this one is refused, the late name is known.
  const after = { maxBytes: 1000, connectTimeoutMs: 60_000, timeoutMs: 60_000 }
  expect(await fetch({ url: 'https://next.example.com/keys', ...after })).toEqual({ ok: false, reason: 'untrusted' })
  expect(begun).toEqual([])
})
