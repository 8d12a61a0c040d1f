/** Workers take turns over tenants: one tenant's backlog makes nobody else wait for its end. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Authenticate } from '../../src/auth/index.ts'
import { defineAgent, operation } from '../../src/index.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'
import { type Databases, openDatabases } from '../postgres.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const byHeader: Authenticate = async request => {
  const tenant = request.headers.get('x-me')
  return tenant === null ? undefined : { subject: 'ann', tenant, roles: [] }
}

/** An agent whose runs of tenant `big` last until they are let go, one by one. */
function shop() {
  const started: string[] = []
  const held: (() => void)[] = []
  const agent = defineAgent({
    name: 'shop',
    version: '1.0.0',
    operations: {
      work: operation({
        title: 'Work',
        route: 'POST /work',
        async: true,
        input: z.object({}),
        async handler(_, { principal, signal }) {
          const tenant = principal?.tenant ?? ''
          started.push(tenant)
          if (tenant !== 'big') return {}
          const { promise, resolve } = Promise.withResolvers<void>()
          held.push(resolve)
          signal.addEventListener('abort', () => resolve())
          await promise
          return {}
        },
      }),
    },
  })
  return { agent, started, letGo: () => held.shift()?.() }
}

async function listening(url: string, worker: ServeOptions['worker'], servers = 1) {
  const { agent, started, letGo } = shop()
  const all = await Promise.all(
    Array.from({ length: servers }, () =>
      serve(agent, {
        authenticate: byHeader,
        store: url,
        secret: 'a secret of thirty-two characters',
        shutdownMs: 0,
        ...(worker === undefined ? undefined : { worker }),
      }).listen({ port: 0 }),
    ),
  )
  closing.push(() => Promise.all(all.map(server => server.close())))
  const queue = async (tenant: string, count: number) => {
    const one = async () => {
      const headers = { 'x-me': tenant, 'content-type': 'application/json' }
      const response = await fetch(`${all[0]?.url}/work`, { method: 'POST', headers, body: '{}' })
      expect([response.status, await response.text()]).toEqual([202, expect.any(String)])
    }
    for (let n = 0; n < count; n += 20) await Promise.all(Array.from({ length: Math.min(20, count - n) }, one))
  }
  return { started, letGo, queue }
}

let postgres: Promise<Databases> | undefined
afterAll(async () => (await postgres)?.remove())

async function freshStore(kind: string): Promise<string> {
  if (kind === 'postgres') {
    postgres ??= openDatabases()
    return (await postgres).database()
  }
  const folder = mkdtempSync(join(tmpdir(), 'replywire-turns-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  return `sqlite:${join(folder, 'store.db')}`
}

const soon = { timeout: 300_000 }

describe.each(['sqlite', 'postgres'])('on %s', kind => {
  test("with two at once, another tenant's task gets the next place that is free", async () => {
    const { started, letGo, queue } = await listening(await freshStore(kind), { concurrency: 2 })
    await queue('big', 200)
    await expect.poll(() => started, soon).toEqual(['big', 'big'])
    await queue('small', 1)
    letGo()
    await expect.poll(() => started.slice(0, 4), soon).toEqual(['big', 'big', 'small', 'big'])
  })

  test('where nothing of a backlog ever ends, a task of another tenant runs all the same', async () => {
    const { started, queue } = await listening(await freshStore(kind), undefined, 2)
    await queue('small', 1)
    await expect.poll(() => started, soon).toEqual(['small'])
    await queue('big', 200)
    await expect.poll(() => started.length, soon).toBe(19)
    await queue('small', 3)
    await expect.poll(() => started.filter(tenant => tenant === 'small').length, soon).toBe(4)
    // Ten of each server, of which one each is kept for tenants of which nothing runs.
    expect(started.filter(tenant => tenant === 'big')).toHaveLength(18)
  })
})

test('a tenant that is alone has every place', async () => {
  const { started, queue } = await listening(await freshStore('sqlite'), { concurrency: 10 })
  await queue('big', 12)
  await expect.poll(() => started.length, soon).toBe(10)
})
