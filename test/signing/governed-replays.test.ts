/** One governance token, sent many times at once to two processes that share a PostgreSQL: one request may use it. */
import { expect, test } from 'vitest'
import { issueGovernanceToken } from '../../src/contracts/adcp/governance/issue.ts'
import type { JsonObject } from '../../src/lib/json-value.ts'
import { openStore } from '../../src/store/open.ts'
import { afterEachFile } from '../after-file.ts'
import { type Databases, openDatabases } from '../postgres.ts'
import { type Running, start } from '../server/processes.ts'
import { keyPair, Operator } from './published.ts'

const audience = 'https://seller.example/sales'
const buyer = 'https://buyer.example/agent'
const operator = new Operator()
const running: Running[] = []
let databases: Databases | undefined
afterEachFile(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  await Promise.all(running.map(({ exited }) => exited))
  await operator.close()
  await databases?.remove()
})

test('200 requests with one token in two processes: one runs, and its repeats are no replays', async () => {
  databases = await openDatabases()
  const store = await databases.database()
  // Both would make the tables otherwise.
  const opened = await openStore(store)
  const pair = await keyPair('gov-1', 'governance-signing')
  await operator.listen()
  const iss = `${operator.url}/governance`
  operator.documents['/brand.json'] = {
    agents: [{ type: 'governance', id: 'gov', url: iss, jwks_uri: `${operator.url}/jwks.json` }],
  }
  operator.documents['/jwks.json'] = { keys: [pair.published] }
  const env = { STORE: store, BRAND: `${operator.url}/brand.json`, AUDIENCE: audience, BUYER: buyer }
  running.push(...(await Promise.all([0, 1].map(() => start(['test/signing/governed-child.ts'], env)))))
  const iat = Math.floor(Date.now() / 1000)
  const claims = { iss, sub: 'plan_1', plan_hash: 'hash', aud: audience, iat, exp: iat + 900, jti: 'jti-1' }
  const token = await issueGovernanceToken(
    { ...claims, phase: 'intent', caller: buyer, check_id: 'chk_1' },
    pair.jwk,
    '3.1',
  )
  const send = async (n: number, key: string) => {
    const response = await fetch(`${running[n % 2]?.line}/create_media_buy`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ idempotency_key: key, plan_id: 'plan_1', governance_context: token }),
    })
    const { replayed, adcp_error: error } = (await response.json()) as JsonObject & { adcp_error?: JsonObject }
    return { key, result: replayed === true ? 'replayed' : String(error?.code ?? response.status) }
  }
  const keyOf = (n: number) => `governed-replay-${String(n).padStart(4, '0')}`
  const results = await Promise.all(Array.from({ length: 200 }, (_, n) => send(n, keyOf(n))))
  const accepted = results.filter(({ result }) => result === '200')
  expect([accepted.length, results.filter(({ result }) => result === 'PERMISSION_DENIED').length]).toEqual([1, 199])
  const refusals = await opened.do('listAudit', { tenant: '', limit: 500 })
  const codes = refusals
    .filter(({ action }) => action === 'call.governance-refused')
    .map(({ detail }) => JSON.parse(new TextDecoder().decode(detail)).code)
  expect([codes.length, ...new Set(codes)]).toEqual([199, 'governance_token_replayed'])
  const repeats = await Promise.all([0, 1].map(n => send(n, accepted[0]?.key ?? '')))
  expect(repeats.map(({ result }) => result)).toEqual(['replayed', 'replayed'])
  await opened.close()
}, 60_000)
