/** Inputs in the path of a route cannot lead to another path. */
import { expect, test } from 'vitest'
import { connect } from '../../src/client/index.ts'
import { answering, testClock } from './servers.ts'

async function counting() {
  const seen: (string | undefined)[] = []
  const url = await answering(({ url: target }, response) => {
    seen.push(target)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  return { seen, client: connect(`${url}/api`, { clock: testClock(), breaker: false }) }
}

test.each(['.', '..', '%2e%2e', '.%2E', '%2E'])('%s as a part of the path is refused before it is sent', async n => {
  const { seen, client } = await counting()
  const { outcome } = await client.call('DELETE /users/{id}/notes/{n}', { id: 'a', n })
  expect(outcome).toMatchObject({ fault: { category: 'invalid', began: false, issues: [{ pointer: '/n' }] } })
  expect(seen).toEqual([])
})

test('a part of the path comes from the input only', async () => {
  const { seen, client } = await counting()
  const { outcome } = await client.call('GET /x/{constructor}', {})
  expect(outcome).toMatchObject({ fault: { category: 'invalid', issues: [{ pointer: '/constructor' }] } })
  expect(seen).toEqual([])
})

test.each(['...', 'a..b', '.a', 'a/b'])('%s is a part like any other', async id => {
  const { seen, client } = await counting()
  await client.call('GET /x/{id}', { id })
  expect(seen).toEqual([`/api/x/${encodeURIComponent(id)}`])
})
